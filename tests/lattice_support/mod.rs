//! What the lattice tests share: reference positions, a seeded random source and a naive second generator.
#![allow(dead_code, missing_docs)]

pub mod naive;
pub mod positions;

/// A small linear congruential generator (Knuth's MMIX constants): the same positions every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}
