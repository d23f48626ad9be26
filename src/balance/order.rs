//! The fixed order of stage 0, and every other choice that has to be the same each time.
//!
//! Random numbers come from SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number
//! generators*, OOPSLA 2014), bounded numbers from Lemire's multiplication with rejection (*Fast
//! random integer generation in an interval*, 2019), shuffles from Durstenfeld's form of the
//! Fisher–Yates shuffle, from the last place down. A test pins the order for the default seed.

use super::pair::Pair;

/// SplitMix64: a 64-bit generator with a 64-bit state.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator that starts from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, every one equally likely; 0 for a bound of 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        let threshold = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts `items` in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// The pairs of stage 0 in the order they are served: the 460,800 representatives and the 480
/// controls that are not among them, in ascending order, shuffled by `seed`.
#[must_use]
pub fn stage_zero(seed: u64) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Pair::representatives().collect();
    pairs.extend(Pair::controls().filter(|pair| !pair.is_representative()));
    pairs.sort_unstable();
    SplitMix64::new(seed).shuffle(&mut pairs);
    pairs
}

/// `count` of the 960 controls, chosen by `seed`; all of them if `count` is larger.
#[must_use]
pub fn choose_controls(seed: u64, count: usize) -> Vec<Pair> {
    let mut controls: Vec<Pair> = Pair::controls().collect();
    SplitMix64::new(seed).shuffle(&mut controls);
    controls.truncate(count);
    controls
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_generator_is_splitmix64() {
        // First outputs for the seed 1234567, as published with the reference implementation.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(random.next_u64(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn bounded_numbers_stay_below_the_bound() {
        let mut random = SplitMix64::new(1);
        for bound in [0, 1, 2, 3, 1000, u64::MAX] {
            for _ in 0..100 {
                assert!(random.below(bound) < bound.max(1));
            }
        }
    }

    #[test]
    fn the_order_of_stage_zero_is_pinned() {
        let order = stage_zero(20_260_918);
        assert_eq!(order.len(), 461_280);
        let mut hash = Sha256::new();
        for pair in &order {
            hash.update(pair.index().to_le_bytes());
        }
        let first: Vec<u32> = order.iter().take(4).map(|pair| pair.index()).collect();
        let digest: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        // `tests/tools/chess960_fixture.py` finds the same from the description alone.
        assert_eq!(first, [495_832, 313_478, 232_620, 240_569]);
        assert_eq!(digest, "e7e0e8c8022f629c");
        let controls = choose_controls(20_260_918, 147);
        assert_eq!(controls.len(), 147);
        assert_eq!(choose_controls(20_260_918, 147), controls);
        assert_eq!(choose_controls(1, 2000).len(), 960);
    }
}
