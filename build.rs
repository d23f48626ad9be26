//! Writes the table of sliding attacks, so that neither start-up nor the compiler has to walk the
//! lines of 107,648 occupancies.

use std::fmt::Write as _;
use std::{env, error::Error, fs, path::Path};

#[allow(dead_code)]
#[path = "src/chess/magics.rs"]
mod magics;

use magics::{BISHOP, BISHOP_MAGICS, Directions, Magic, ROOK, ROOK_MAGICS, TABLE_SIZE};

fn fill(table: &mut [u64], magics: &[Magic; 64], directions: &Directions) {
    for (square, magic) in magics.iter().enumerate() {
        let mut occupied = 0;
        loop {
            table[magic.index(occupied)] = magics::walk(square, occupied, directions, false);
            occupied = magics::next_subset(occupied, magic.mask);
            if occupied == 0 {
                break;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/chess/magics.rs");
    let mut table = vec![0; TABLE_SIZE];
    fill(&mut table, &ROOK_MAGICS, &ROOK);
    fill(&mut table, &BISHOP_MAGICS, &BISHOP);
    let mut text = format!("static SLIDER_ATTACKS: [u64; {TABLE_SIZE}] = [\n");
    for attacks in table {
        writeln!(text, "{attacks:#x},")?;
    }
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("slider_attacks.rs"), text)?;
    Ok(())
}
