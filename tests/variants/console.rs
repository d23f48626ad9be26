//! The console in the variants.

use super::{Dialogue, MATE_IN_ONE, START};

/// Sends lines and returns what is said to them.
fn say(console: &mut Dialogue, lines: &str) -> Vec<String> {
    console.send(&format!("{lines}\nver"));
    let mut said = console.until("Mango AC ");
    said.pop();
    said
}

#[test]
fn a_variant_is_chosen_played_and_left() {
    let mut console = Dialogue::start(&[]);
    let said = say(&mut console, "variante raumschach");
    assert_eq!(said[0], "Variante / variant: raumschach");
    assert_eq!(said[1], "Niveles / levels: 0 Principiante, 1 Débil, 2 Intermedio, 3 Fuerte, 4 RSM, 5 GRSM");
    assert_eq!(said.last().unwrap(), "Juegan las blancas / White to move");
    assert_eq!(said.len(), 2 + 7 + 1);
    let said = say(&mut console, "Aa2Aa3\nmover Ea4Ea3\njuego\nfen");
    assert!(said.contains(&"1. Aa2Aa3 Ea4Ea3".to_owned()), "{said:#?}");
    assert!(said.last().unwrap().ends_with(" w 0 2"), "{said:#?}");
    let said = say(&mut console, "Ec5Ec4\ne2e4\n22132313\ng\neet Aa1\nu\nu\nu").join("\n");
    for words in [
        "Movimiento ilegal: Ec5Ec4",
        "Comando desconocido: 'e2e4'",
        "Comando desconocido: '22132313'",
        "'g' es solo para el ajedrez",
        "'eet' es solo para el ajedrez",
        "No hay jugadas que retirar",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(say(&mut console, "fen"), [format!("FEN: {START}")]);
    assert!(say(&mut console, "movimientos")[0].starts_with("61: Aa2Aa3 "));
    assert_eq!(
        say(&mut console, "variant go"),
        ["Variantes / variants: chess, raumschach, tesseract, tesseract-light, tesseract-dense"]
    );
    let said = say(&mut console, "variant tesseract");
    assert_eq!(said.len(), 2 + 35 + 1, "{said:#?}");
    assert_eq!(say(&mut console, "perft 1").iter().filter(|line| line.ends_with(": 1")).count(), 226);
    let said = say(&mut console, "variante ajedrez\ne2e4").join("\n");
    assert!(said.contains("Variante / variant: chess") && said.contains("Juegan las negras"), "{said}");
}

#[test]
fn the_engine_plays_at_levels_and_by_hand() {
    let mut console = Dialogue::start(&[]);
    say(&mut console, "variant raumschach");
    assert_eq!(say(&mut console, "nivel 2"), ["Nivel / level: 2 Intermedio"]);
    console.send("dale");
    let (line, before) = console.wait_until("its move", |line| line.starts_with("Mi jugada / My move: "));
    assert_eq!(line.len(), "Mi jugada / My move: ".len() + 6, "{line}");
    assert_eq!(
        before.iter().filter(|line| line.contains("s ") && line.contains('.')).count(),
        3,
        "{before:#?}"
    );
    let info = say(&mut console, "info").join("\n");
    assert!(info.contains("2 Intermedio") && info.contains("2000 ms") && info.contains("FEN"), "{info}");
    let said = say(&mut console, "sd 2\nlevel 9\nlevel x\neval").join("\n");
    assert!(said.contains("personalizado / custom") && said.contains("Nivel / level: 5 GRSM"), "{said}");
    assert!(said.contains("Falta un número") && said.contains("Evaluation: "), "{said}");
    console.send(&format!("sd 3\nsetboard {MATE_IN_ONE}\ngo"));
    console.wait_for("1-0 {Jaque mate");
    let said = say(&mut console, "go").join("\n");
    assert!(said.contains("La partida ha terminado / The game is over: 1-0"), "{said}");
    // A game against itself at the random level comes to an end, or is stopped.
    console.send("nuevo\nnivel 0\ncc");
    console.wait_for("Mi jugada");
    say(&mut console, "para");
    let said = say(&mut console, "setboard x\nblanco\nvariante chess\nnivel 3").join("\n");
    assert!(said.contains("Posición ilegal") && said.contains("El ajedrez no tiene niveles"), "{said}");
    console.send("variant raumschach\nuci");
    console.wait_for("uciok");
    assert_eq!(super::legal_moves(&mut console).len(), 61);
}
