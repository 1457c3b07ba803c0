//! Choices of several: by worth, drawn at random, and the best of all sets, against each set tried by hand.

use std::fmt::Write;
use std::ops::ControlFlow;

use num_bigint::{BigInt, BigUint};
use proptest::collection::vec;
use proptest::prelude::*;

use sandtable::eval::budget::Budget;
use sandtable::eval::mdp::{Interest, advise};
use sandtable::eval::policy::Unstated;
use sandtable::ir::{OutputSpec, lower, optimise};

use super::brute_force::{Rolls, assert_odds};
use crate::harness::book_of;

/// A piece that can be chosen.
#[derive(Debug, Clone, Copy)]
struct Piece {
    strength: i32,
    value: i32,
}

/// What is chosen, and how.
#[derive(Debug, Clone)]
struct Choice {
    pieces: Vec<Piece>,
    /// The most that can be chosen, if that is limited.
    most: Option<usize>,
    /// The strength that a piece needs.
    least: i32,
    /// Faces of the die that each of them rolls against its strength.
    sides: u32,
}

impl Choice {
    fn limit(&self) -> usize {
        self.most.unwrap_or(self.pieces.len())
    }

    /// The places of those that can be chosen.
    fn candidates(&self) -> Vec<usize> {
        let strong = |at: &usize| self.pieces[*at].strength >= self.least;
        (0..self.pieces.len()).filter(strong).collect()
    }

    fn rules(&self, how: &str, ending: &str) -> String {
        let number = match self.most {
            Some(most) => format!("up to {most}"),
            None => "any number of".to_owned(),
        };
        let mut units: String = String::new();
        for at in 0..self.pieces.len() {
            write!(
                units,
                "{}p{at} = piece{}",
                if at == 0 { "" } else { ", " },
                letter(at)
            )
            .unwrap();
        }
        format!(
            "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  strength  0..9\n  value     -9..9\n  track  hits: 0..3\n\n\
             action go \"Go\" () -> 0..9999\n  choose {number} piece where piece.strength >= {}{how}\n    \
             if d{} <= piece.strength: add 1 to piece.hits\n  \
             chosen-strength = total of piece.strength for each chosen piece\n  \
             result chosen-strength * 100 + (total of piece.hits for each piece) * 10 + (number of chosen piece where piece.hits = 0)\n\n\
             example \"Go\"\n  units   {units}\n  run     go\n{ending}",
            self.least, self.sides
        )
    }

    fn units(&self) -> String {
        let mut units = String::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            let letter = letter(at);
            writeln!(
                units,
                "[piece.piece{letter}]\nstrength = {}\nvalue = {}\n",
                piece.strength, piece.value
            )
            .unwrap();
        }
        units
    }

    /// The result for a set, whose members roll as they are listed.
    fn result(&self, mut set: Vec<usize>, rolls: &mut Rolls) -> Vec<i32> {
        set.sort_unstable();
        let strength: i32 = set.iter().map(|at| self.pieces[*at].strength).sum();
        let hit = |at: &&usize| rolls.die(self.sides) <= self.pieces[**at].strength;
        let hits = set.iter().filter(hit).count() as i32;
        vec![strength * 100 + hits * 10 + (set.len() as i32 - hits)]
    }
}

fn letter(at: usize) -> char {
    char::from(b'a' + at as u8)
}

fn a_choice() -> impl Strategy<Value = Choice> {
    let piece = (1..7_i32, -2..5_i32).prop_map(|(strength, value)| Piece { strength, value });
    let most = prop::option::weighted(0.8, 0..4_usize);
    (vec(piece, 1..5), most, 1..4_i32, 2..5_u32).prop_map(|(pieces, most, least, sides)| Choice {
        pieces,
        most,
        least,
        sides,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn those_of_the_highest_worth_are_chosen(choice in a_choice()) {
        let rules = choice.rules(", worth piece.value", "  expect  go = 0\n");
        assert_odds(&rules, Some(&choice.units()), |rolls| {
            let mut by_worth = choice.candidates();
            by_worth.retain(|at| choice.pieces[*at].value > 0);
            by_worth.sort_by_key(|at| -choice.pieces[*at].value);
            by_worth.truncate(choice.limit());
            choice.result(by_worth, rolls)
        });
    }

    #[test]
    fn every_set_of_a_size_is_drawn_with_the_same_chance(choice in a_choice()) {
        prop_assume!(choice.most.is_some());
        let rules = choice.rules(" at random", "  expect  go = 0\n");
        assert_odds(&rules, Some(&choice.units()), |rolls| {
            let mut left = choice.candidates();
            let mut drawn = Vec::new();
            while !left.is_empty() && drawn.len() < choice.limit() {
                drawn.push(left.remove(rolls.die(left.len() as u32) as usize - 1));
            }
            choice.result(drawn, rolls)
        });
    }

    #[test]
    fn each_is_drawn_by_its_weight(choice in a_choice()) {
        prop_assume!(choice.most.is_some());
        let weighted = " at random weighted by (piece.value limited to 0..4)";
        let rules = choice.rules(weighted, "  expect  go = 0\n");
        assert_odds(&rules, Some(&choice.units()), |rolls| {
            let weight = |at: usize| choice.pieces[at].value.clamp(0, 4);
            let mut left = choice.candidates();
            left.retain(|at| weight(*at) > 0);
            let mut drawn = Vec::new();
            while !left.is_empty() && drawn.len() < choice.limit() {
                let total: i32 = left.iter().map(|at| weight(*at)).sum();
                // A die with a face for each unit of weight.
                let mut face = rolls.die(total as u32);
                let place = left.iter().position(|at| {
                    face -= weight(*at);
                    face <= 0
                });
                drawn.push(left.remove(place.unwrap()));
            }
            choice.result(drawn, rolls)
        });
    }

    #[test]
    fn the_best_choice_is_the_best_of_all_sets(choice in a_choice(), wanted in 1..3_usize) {
        let ending = format!("  odds    (total of piece.hits for each piece) = {wanted}: 1/2\n");
        let rules = choice.rules(" by first", &ending).replace(
            "ruleset test \"Test\"\n",
            "ruleset test \"Test\"\n  sides first, second\n\nkind side \"Side\"\n  bonus  0..1, default 0\n",
        );
        let book = book_of(&rules, Some(&choice.units()), None);
        let step = &book.examples.first().unwrap().steps[0];
        let conditions = OutputSpec::Conditions(&[step.odds.first().unwrap().0.as_ref()]);
        let program = optimise::run(&lower::run(&book, &step.question, conditions).program);
        let interest = Interest {
            ours: vec![true; step.question.cast.len()],
            is_against: false,
            unstated: Unstated::First,
        };
        let best = advise(&program, &interest, &Budget::default(), &|_| ControlFlow::Continue(())).unwrap();
        // The chance that just so many of a set hit, over all its rolls.
        let candidates = choice.candidates();
        let mut most = (0_u64, 1_u64);
        for set in 0..1_usize << candidates.len() {
            let members = (0..candidates.len()).filter(|at| set >> at & 1 == 1);
            let members: Vec<u64> = members.map(|at| choice.pieces[candidates[at]].strength as u64).collect();
            if members.len() > choice.limit() {
                continue;
            }
            let sides = u64::from(choice.sides);
            // By number of hits: the ways to roll them.
            let mut ways = vec![1_u64];
            for strength in &members {
                let hits = (*strength).min(sides);
                let mut next = vec![0; ways.len() + 1];
                for (at, n) in ways.iter().enumerate() {
                    next[at] += n * (sides - hits);
                    next[at + 1] += n * hits;
                }
                ways = next;
            }
            let chance = (ways.get(wanted).copied().unwrap_or(0), sides.pow(members.len() as u32));
            if chance.0 * most.1 > most.0 * chance.1 {
                most = chance;
            }
        }
        let (numerator, denominator) = best.fraction(0).unwrap();
        prop_assert_eq!(
            numerator * BigInt::from(most.1),
            BigInt::from(most.0) * BigInt::from(denominator),
            "{} of {}", rules, BigUint::from(most.1)
        );
    }
}
