//! Magic numbers for sliding attacks: how they are found, and the ones found.
//!
//! The idea (Pradyumna Kannan, Gerd Isenberg, Lasse Hansen): the blockers on a slider's lines are
//! masked out, multiplied by a number that carries them into the top bits, and the top bits index
//! a table of attack sets. This file stands alone so that `build.rs` can include it and write the
//! table; the search is run again by a test, which must find the same numbers.

/// Directions of a slider as (files, ranks).
pub type Directions = [(i32, i32); 4];

/// A rook's directions.
pub const ROOK: Directions = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// A bishop's directions.
pub const BISHOP: Directions = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Where a table begins and how a square's occupancy becomes an index into it.
#[derive(Clone, Copy, Debug)]
pub struct Magic {
    /// Squares whose occupancy matters: the lines without their last squares.
    pub mask: u64,
    /// The multiplier.
    pub factor: u64,
    /// How far the product is shifted right.
    pub shift: u32,
    /// The first entry of the square in the common table.
    pub offset: usize,
}

impl Magic {
    /// The entry for an occupancy.
    #[inline(always)]
    #[must_use]
    pub const fn index(&self, occupied: u64) -> usize {
        self.offset + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// Attacks by walking each line to the first blocker, which is included. Slow; the definition the
/// table is built from and tested against.
#[must_use]
pub const fn walk(square: usize, occupied: u64, directions: &Directions, stop_before_rim: bool) -> u64 {
    let mut attacks = 0;
    let mut d = 0;
    while d < 4 {
        let (files, ranks) = directions[d];
        let mut file = (square & 7) as i32 + files;
        let mut rank = (square >> 3) as i32 + ranks;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let (next_file, next_rank) = (file + files, rank + ranks);
            let next_on_board = next_file >= 0 && next_file < 8 && next_rank >= 0 && next_rank < 8;
            if stop_before_rim && !next_on_board {
                break;
            }
            let bit = 1 << (rank * 8 + file);
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
            (file, rank) = (next_file, next_rank);
        }
        d += 1;
    }
    attacks
}

/// The squares of a slider's lines whose occupancy can change its attacks.
#[must_use]
pub const fn relevant_mask(square: usize, directions: &Directions) -> u64 {
    walk(square, 0, directions, true)
}

/// The next subset of `mask` after `subset`; 0 follows the last (the carry-rippler trick).
#[must_use]
#[allow(dead_code)] // for build.rs and the tests
pub const fn next_subset(subset: u64, mask: u64) -> u64 {
    subset.wrapping_sub(mask) & mask
}

/// The first multiplier that works for a square, among the candidates of a fixed pseudo-random
/// sequence (xorshift64*, S. Vigna 2014), each the conjunction of three numbers so that few bits
/// are set. Two occupancies may share an entry only if their attacks are equal.
#[cfg(test)]
fn find_factor(square: usize, directions: &Directions) -> u64 {
    let mask = relevant_mask(square, directions);
    let bits = mask.count_ones();
    let mut state = 0x4D61_6E67_6F41_4331_u64 ^ (square as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = move || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    };
    let mut cases = Vec::new();
    let mut subset = 0;
    loop {
        cases.push((subset, walk(square, subset, directions, false)));
        subset = next_subset(subset, mask);
        if subset == 0 {
            break;
        }
    }
    let mut seen = vec![(0u32, 0u64); 1 << bits];
    for attempt in 1.. {
        let factor = next() & next() & next();
        if (mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
            continue; // too few high bits: a collision is all but certain
        }
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let entry = &mut seen[(occupied.wrapping_mul(factor) >> (64 - bits)) as usize];
            if entry.0 == attempt {
                return entry.1 == attacks;
            }
            *entry = (attempt, attacks);
            true
        });
        if fits {
            return factor;
        }
    }
    0
}

const fn assemble<const ROOKS: bool>(factors: &[u64; 64], mut offset: usize) -> [Magic; 64] {
    let directions = if ROOKS { &ROOK } else { &BISHOP };
    let mut magics = [Magic { mask: 0, factor: 0, shift: 0, offset: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = relevant_mask(square, directions);
        magics[square] = Magic { mask, factor: factors[square], shift: 64 - mask.count_ones(), offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

const fn end_of(magics: &[Magic; 64]) -> usize {
    magics[63].offset + (1 << magics[63].mask.count_ones())
}

/// A rook's magics, square by square; its entries come first in the table.
pub static ROOK_MAGICS: [Magic; 64] = ROOK_MAGIC_VALUES;
/// A bishop's magics; its entries follow the rook's.
pub static BISHOP_MAGICS: [Magic; 64] = BISHOP_MAGIC_VALUES;

const ROOK_MAGIC_VALUES: [Magic; 64] = assemble::<true>(&ROOK_FACTORS, 0);
const BISHOP_MAGIC_VALUES: [Magic; 64] = assemble::<false>(&BISHOP_FACTORS, end_of(&ROOK_MAGIC_VALUES));

/// The number of entries in the table of attacks.
pub const TABLE_SIZE: usize = end_of(&BISHOP_MAGIC_VALUES);

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x1080_0230_2184_4000, 0x9040_0020_0040_1000, 0x0C80_1000_2000_0A81, 0x0500_0500_3000_D820,
    0x0E00_0200_9004_0820, 0x0100_0100_0804_0002, 0x0480_0680_0300_0200, 0x0200_0022_1044_0081,
    0x2120_8000_8020_4002, 0x4810_8020_0080_4000, 0x0001_0020_0100_1840, 0x9011_0010_0021_0008,
    0x3C41_8018_0080_0400, 0x0182_0004_1008_0200, 0x0021_0001_0002_0004, 0x0030_8000_4080_0100,
    0x1400_2280_0083_C001, 0x0410_0140_0041_2018, 0x0020_0080_2010_0086, 0x0041_0900_2100_D000,
    0x0000_8080_0800_0400, 0x088A_0080_0400_0280, 0x0002_0400_0210_0108, 0x0800_0200_0404_4CA1,
    0x0040_0040_8000_2081, 0x8000_A000_C000_5000, 0x1200_4011_0020_0100, 0x0200_0800_8010_0082,
    0x4031_0005_0008_0010, 0x000A_0002_0004_8890, 0x00B0_1004_0008_0201, 0x4001_6062_0000_8401,
    0x3120_0040_0080_8000, 0x0010_0020_0040_4001, 0x0108_2000_1100_4100, 0x0200_8008_0080_1001,
    0x8040_0400_8080_0800, 0x2000_0200_8080_0400, 0x9010_0810_0400_0201, 0x8004_8000_4080_0100,
    0x6000_4000_8008_8020, 0x0020_2000_4000_8080, 0x4000_8022_0042_0011, 0x8310_0842_0022_0010,
    0x0001_0008_0005_0010, 0x0282_0004_0080_8002, 0x0200_0402_0001_0100, 0xCC00_4420_8252_0007,
    0x0004_44A1_8306_0200, 0x0002_0020_4100_8200, 0x4001_6000_8010_0180, 0x0108_1000_0800_8080,
    0x0100_0800_0411_0100, 0x080A_0008_0410_0200, 0x004F_0002_0004_0100, 0x0000_8001_0000_4080,
    0x8801_0080_0012_C02B, 0x8141_0080_2048_1202, 0x108A_0900_40A0_0511, 0x8420_2009_0004_1001,
    0x6002_0004_0820_9102, 0x0421_0002_0804_0003, 0x8804_8108_1200_900C, 0x0400_0401_2113_4482,
];

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x0AC2_1022_0805_1020, 0x0A10_0C40_A411_4000, 0x4850_5400_4848_1800, 0x5002_0A02_0581_0002,
    0x8042_0210_0044_1040, 0x0008_2410_088C_4620, 0x4512_08A2_1840_1004, 0x0209_0401_0082_1004,
    0x8440_C002_0202_1200, 0x0000_1888_20C0_8600, 0x2000_2202_0404_2001, 0x0080_0A21_8200_1800,
    0x0020_0404_2089_3000, 0x0000_4228_0440_0008, 0x0080_0401_1108_A110, 0x0000_9321_0848_1404,
    0x1190_800A_2048_2C80, 0x0022_0068_0801_4409, 0x4022_1204_4202_0200, 0x0024_2418_0200_2098,
    0x0058_2003_0840_0004, 0x0801_C002_0820_0431, 0x0003_2248_5110_1000, 0x004A_0410_8880_8810,
    0x1091_1000_4004_9100, 0xC002_0802_0218_8802, 0x102D_1000_8100_4E00, 0x0220_0800_0500_4208,
    0x2041_0012_4100_4000, 0x0209_0101_0210_0090, 0x0004_030A_0088_9068, 0x3039_8600_0132_0A00,
    0x0109_2848_2041_3001, 0x080C_0104_8008_1020, 0x80C2_0050_0019_0100, 0x1002_0080_204A_0200,
    0x0084_0802_0016_2008, 0x4010_0A00_8008_0884, 0x8831_0401_0008_A820, 0x0008_0080_8001_0840,
    0x220C_5108_4040_4804, 0x0408_4C02_2008_88A8, 0x0281_0021_1011_0100, 0x0008_4840_1040_0200,
    0x1008_4889_0240_8400, 0x2020_0602_8308_0200, 0x1508_0208_0050_C200, 0x0809_0264_0900_2040,
    0x8202_0804_0308_0000, 0x0402_1242_0824_4020, 0x0501_1042_2090_0080, 0x0228_2022_1054_001C,
    0x1100_0508_030C_0141, 0x0000_2202_0202_0300, 0x4020_0801_0104_0A44, 0x0021_110C_3300_C00E,
    0x8100_D401_0412_2094, 0x4600_0084_00C8_0445, 0x4000_8C02_2908_0840, 0x800B_0040_0084_0400,
    0x0002_4000_9002_0224, 0x8240_0410_0330_4102, 0x0440_0920_0410_8204, 0x0040_080A_0060_4104,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_finds_the_factors_again() {
        for square in 0..64 {
            let (rook, bishop) = (find_factor(square, &ROOK), find_factor(square, &BISHOP));
            assert_eq!(rook, ROOK_FACTORS[square], "rook on {square}");
            assert_eq!(bishop, BISHOP_FACTORS[square], "bishop on {square}");
        }
    }
}
