//! Dice from a seeded generator.
//!
//! The same seed gives the same rolls on every machine and in every release: the generator is ChaCha with 8
//! rounds, whose output is specified, and this module defines the mapping from its words to faces.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use sandtable_ir::Pool;

/// Dice that show the same faces for the same seed, everywhere and always.
#[derive(Debug)]
pub struct Dice {
    generator: ChaCha8Rng,
    /// Room for the dice of a pool.
    room: [Vec<i32>; 2],
}

impl Dice {
    /// Dice for a seed, at the start of stream 0.
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        for (byte, from) in bytes.iter_mut().zip(seed.to_le_bytes()) {
            *byte = from;
        }
        Self::from_bytes(bytes)
    }

    /// Dice for a seed of 32 bytes, at the start of stream 0. A seed that is a number is these bytes, lowest first.
    pub fn from_bytes(seed: [u8; 32]) -> Self {
        Self {
            generator: ChaCha8Rng::from_seed(seed),
            room: Default::default(),
        }
    }

    /// Goes to the start of a stream.
    pub fn set_stream(&mut self, stream: u64) {
        self.generator.set_stream(stream);
        self.generator.set_word_pos(0);
    }

    /// The index of the face that one die shows, from 0; 0 for a die without faces.
    ///
    /// A word of the generator times the number of faces, high half; low halves that would favour a face are
    /// rolled again (Lemire 2019).
    #[inline]
    pub fn face(&mut self, n_faces: u32) -> u32 {
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(n_faces);
            let low = product as u32;
            if low >= n_faces || low >= n_faces.wrapping_neg().checked_rem(n_faces).unwrap_or(0) {
                return (product >> 32) as u32;
            }
        }
    }

    /// A number from 0 to below `n`; 0 if that is 0. As [`Self::face`], with two words where one would not do.
    #[inline]
    pub(super) fn below(&mut self, n: u64) -> u64 {
        if let Ok(n) = u32::try_from(n) {
            return u64::from(self.face(n));
        }
        loop {
            let product = u128::from(self.generator.next_u64()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// Rolls a pool: one word of the generator per face, in order. The sum saturates.
    #[inline]
    pub fn roll_pool(&mut self, pool: &Pool) -> i32 {
        match pool.modified {
            None => self.roll_faces(&pool.faces, pool.count),
            Some(_) => self.roll_modified(pool),
        }
    }

    fn roll_modified(&mut self, pool: &Pool) -> i32 {
        let mut room = std::mem::take(&mut self.room);
        let mut next = |faces: &[i32]| {
            let face = self.face(faces.len() as u32) as usize;
            faces.get(face).copied()
        };
        let shown = pool.roll(&mut next, &mut room);
        self.room = room;
        shown.unwrap_or(i32::MAX)
    }

    /// Rolls dice and returns their sum: one word of the generator per die, in order. The sum saturates.
    #[inline]
    pub fn roll_faces(&mut self, faces: &[i32], count: u32) -> i32 {
        debug_assert!(!faces.is_empty(), "a die has a face");
        let n_faces = faces.len() as u32;
        let mut sum = 0_i32;
        for _ in 0..count {
            let face = self.face(n_faces) as usize;
            sum = sum.saturating_add(faces.get(face).copied().unwrap_or(0));
        }
        sum
    }
}
