//! Sets of units that are handed to rules, played by hand: each call has its own, as it was when the call was made.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

use sandtable::eval::budget::Budget;
use sandtable::eval::sample;
use sandtable::ir::{OutputSpec, lower};

use super::brute_force::{Rolls, assert_odds};
use crate::harness::{book_of, first_question};

/// Waves of fire at pieces: each wave is at those of the wave before it that were not hit.
#[derive(Debug, Clone)]
struct Waves {
    strengths: Vec<i32>,
    /// The strength that a piece of the first wave needs.
    least: i32,
    /// The number of further waves.
    further: i32,
    sides: u32,
}

impl Waves {
    fn rules(&self) -> String {
        let mut units = String::new();
        for at in 0..self.strengths.len() {
            let comma = if at == 0 { "" } else { ", " };
            write!(units, "{comma}{0} = piece-{0}", letter(at)).unwrap();
        }
        format!(
            "ruleset test\n\nkind piece\n  strength  0..9\n  track  hits: 0..9\n\n\
             formula of-some (pieces: several piece) -> 0..99 = total of piece.hits for each piece: pieces\n\n\
             action wave (targets: several piece, further: 0..9) -> 0..99, at most {deep} deep\n  \
             each one: targets: if d{sides} <= one.strength: add 1 to one.hits\n  \
             if further = 0 or not any one: targets where one.hits = 0: result number of targets\n  \
             below = wave(one: targets where one.hits = 0, further - 1)\n  \
             each one: targets where one.hits >= 1: add 1 to one.hits\n  \
             result (number of targets) + below\n\n\
             action go () -> 0..9999\n  \
             n = wave(piece where piece.strength >= {least}, {further})\n  \
             result n * 100 + of-some(piece) + of-some(piece where piece.hits = 1)\n\n\
             example \"go\"\n  units   {units}\n  run     go\n  expect  go = 0\n",
            deep = self.further + 1,
            sides = self.sides,
            least = self.least,
            further = self.further,
        )
    }

    fn units(&self) -> String {
        let mut units = String::new();
        for (at, strength) in self.strengths.iter().enumerate() {
            writeln!(
                units,
                "[piece.piece-{}]\nstrength = {strength}\n",
                letter(at)
            )
            .unwrap();
        }
        units
    }

    /// Returns the number of shots at the pieces of a wave and of those below it.
    fn wave(&self, rolls: &mut Rolls, targets: &[usize], further: i32, hits: &mut [i32]) -> i32 {
        for at in targets {
            if rolls.die(self.sides) <= self.strengths[*at] {
                hits[*at] += 1;
            }
        }
        let n_targets = targets.len() as i32;
        let left: Vec<usize> = targets
            .iter()
            .copied()
            .filter(|at| hits[*at] == 0)
            .collect();
        if further == 0 || left.is_empty() {
            return n_targets;
        }
        let below = self.wave(rolls, &left, further - 1, hits);
        for at in targets
            .iter()
            .filter(|at| hits[**at] >= 1)
            .copied()
            .collect::<Vec<_>>()
        {
            hits[at] += 1;
        }
        n_targets + below
    }

    fn play(&self, rolls: &mut Rolls) -> i32 {
        let mut hits = vec![0; self.strengths.len()];
        let is_strong = |at: &usize| self.strengths[*at] >= self.least;
        let first: Vec<usize> = (0..hits.len()).filter(is_strong).collect();
        let n = self.wave(rolls, &first, self.further, &mut hits);
        let once = hits.iter().filter(|hits| **hits == 1).count() as i32;
        n * 100 + hits.iter().sum::<i32>() + once
    }
}

fn letter(at: usize) -> char {
    char::from(b'a' + at as u8)
}

fn waves() -> impl Strategy<Value = Waves> {
    (vec(0..4_i32, 1..5), 0..3_i32, 0..3_i32, 2..4_u32).prop_map(
        |(strengths, least, further, sides)| Waves {
            strengths,
            least,
            further,
            sides,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn each_call_has_its_own_set(waves in waves()) {
        assert_odds(&waves.rules(), Some(&waves.units()), |rolls| vec![waves.play(rolls)]);
    }

    /// Programs for games go through sets by scans.
    #[test]
    fn games_have_the_same_sets(waves in waves()) {
        let book = book_of(&waves.rules(), Some(&waves.units()), None);
        let question = first_question(&book);
        let plain = lower::run(&book, question, OutputSpec::Outcome).program;
        let quick = lower::for_playing(&book, question, OutputSpec::Outcome).program;
        quick.verify().unwrap();
        let budget = Budget::default();
        let tallies = [&plain, &quick].map(|program| sample::run(program, 5, 200, &budget).unwrap().outcomes);
        prop_assert_eq!(&tallies[0], &tallies[1]);
    }
}
