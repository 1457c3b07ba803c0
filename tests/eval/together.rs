//! Tracks of which only the sum is asked are one, as long as none of them comes to its end.

use super::assemble::Assembler;
use super::random::brute_force;
use proptest::prelude::*;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::odds;
use sandtable::ir::optimise::fuse_counters::fuse;
use sandtable::ir::{Op, Order, Program, Reg};
use std::collections::BTreeMap;

/// A game of rolls that mark tracks.
#[derive(Debug, Clone)]
struct Game {
    /// Of each track its highest number, and where it starts; the lowest is 0.
    tracks: [(i32, i32); 3],
    /// Of each of three faces the track that it counts, and by how much.
    faces: [(usize, i32); 3],
    throws: i32,
    /// The sum that ends it.
    goal: i32,
    /// Order of the tracks in the sum.
    order: [usize; 3],
    /// Whether a track is asked for by itself too.
    asks_apart: bool,
}

/// Outcome: the roll at which the sum was enough, or 0; and whether the first track has anything, if asked.
const WHEN: Reg = Reg(3);
const HAS: Reg = Reg(4);

impl Game {
    /// A roll says which track is counted, held in its range; then all tracks are added up.
    fn program(&self) -> Program {
        let mut asm = Assembler::default();
        let die = asm.dice(1, &[0, 1, 2]);
        let tracks: Vec<Reg> = (0..)
            .zip(self.tracks)
            .map(|(track, (high, start))| asm.slot(0, track, 0, high, start))
            .collect();
        let mut next = 5;
        let mut local = || {
            next += 1;
            Reg(next - 1)
        };
        let done = asm.mark();
        for throw in 1..=self.throws {
            let roll = local();
            asm.op(Op::Roll {
                to: roll,
                pool: die,
            });
            let counted = asm.mark();
            for (face, (track, by)) in (0..).zip(self.faces) {
                let other = asm.mark();
                let (reg, sum) = (tracks[track], local());
                asm.to(other, |to| Op::JumpCompareValue {
                    a: roll,
                    value: face,
                    order: Order::NotEqual,
                    to,
                })
                .op(Op::AddValue {
                    to: sum,
                    a: reg,
                    value: by,
                })
                .op(Op::Limit {
                    to: reg,
                    from: sum,
                    low: 0,
                    high: self.tracks[track].0,
                })
                .to(counted, |to| Op::Jump { to });
                asm.here(other);
            }
            asm.here(counted);
            let [a, b, c] = self.order.map(|track| tracks[track]);
            let [two, all] = [local(), local()];
            let on = asm.mark();
            asm.op(Op::Add { to: two, a, b })
                .op(Op::Add {
                    to: all,
                    a: c,
                    b: two,
                })
                .to(on, |to| Op::JumpCompareValue {
                    a: all,
                    value: self.goal,
                    order: Order::Less,
                    to,
                })
                .op(Op::Set {
                    to: WHEN,
                    value: throw,
                })
                .to(done, |to| Op::Jump { to });
            asm.here(on);
        }
        asm.here(done);
        if self.asks_apart {
            asm.op(Op::CompareValue {
                to: HAS,
                a: tracks[0],
                value: 0,
                order: Order::Greater,
            });
        }
        asm.op(Op::Done);
        asm.finish(next, &[WHEN, HAS])
    }

    /// The outcomes with their chances.
    fn odds(&self) -> BTreeMap<Vec<i32>, Chance> {
        let odds = odds(&self.program(), &Budget::default()).unwrap();
        odds.outcomes().iter().cloned().collect()
    }

    /// With tracks as one: how many ops hold what is counted, and how many add.
    fn counts(&self) -> [usize; 2] {
        let one = fuse(&self.program()).unwrap();
        let count = |wanted: fn(&Op) -> bool| one.ops.iter().filter(|op| wanted(op)).count();
        [
            count(|op| matches!(op, Op::Within { .. })),
            count(|op| matches!(op, Op::Add { .. })),
        ]
    }
}

fn chance(above: u64, below: u64) -> Chance {
    Chance::from_parts(above, below).unwrap()
}

/// Each face counts a track of its own.
const EACH: [(usize, i32); 3] = [(0, 1), (1, 1), (2, 1)];

/// Two rolls, three faces, four of any kind never come.
const MARKERS: Game = Game {
    tracks: [(8, 0), (8, 0), (8, 0)],
    faces: EACH,
    throws: 2,
    goal: 4,
    order: [0, 1, 2],
    asks_apart: false,
};

#[test]
fn markers_of_any_kind_are_one_if_only_all_are_asked_for() {
    // Three counts in each of two rolls; nothing is left to add to the one track that there is.
    assert_eq!(MARKERS.counts(), [6, 0]);
    let game = Game { goal: 2, ..MARKERS };
    let expected = [(vec![2, 0], chance(1, 1))];
    assert_eq!(game.odds(), BTreeMap::from(expected));
}

#[test]
fn a_track_that_is_asked_for_apart_is_none_of_them() {
    let game = Game {
        asks_apart: true,
        ..MARKERS
    };
    // In each of two rolls two counts; the first track and the two others are added up.
    assert_eq!(game.counts(), [4, 2]);
    // It was the first face at least once in two rolls: 1 - (2/3)^2.
    let expected = [(vec![0, 0], chance(4, 9)), (vec![0, 1], chance(5, 9))];
    assert_eq!(game.odds(), BTreeMap::from(expected));
}

#[test]
fn tracks_that_come_to_their_ends_are_counted_apart() {
    // Each is held at 1, so two rolls of a kind are not enough for two; counted together they would be.
    let game = Game {
        tracks: [(1, 0), (1, 0), (1, 0)],
        goal: 2,
        ..MARKERS
    };
    assert!(fuse(&game.program()).is_some());
    // The second roll shows another face than the first: 2/3.
    let expected = [(vec![0, 0], chance(1, 3)), (vec![2, 0], chance(2, 3))];
    assert_eq!(game.odds(), BTreeMap::from(expected));
}

#[test]
fn what_goes_up_and_what_goes_down_are_not_one() {
    let game = Game {
        tracks: [(8, 0), (8, 4), (8, 4)],
        faces: [(0, 1), (1, -1), (2, -1)],
        goal: 10,
        ..MARKERS
    };
    // What goes down is one.
    assert_eq!(game.counts(), [4, 2]);
    // They start with 8, so both rolls must go up: (1/3)^2.
    let expected = [(vec![0, 0], chance(8, 9)), (vec![2, 0], chance(1, 9))];
    assert_eq!(game.odds(), BTreeMap::from(expected));
}

fn games() -> impl Strategy<Value = Game> {
    let track = (1..5).prop_flat_map(|high| (Just(high), 0..=high));
    let by = prop_oneof![3 => Just(1), 1 => Just(2), 1 => Just(-1)];
    let face = (0..3_usize, by);
    (
        [track.clone(), track.clone(), track],
        [face.clone(), face.clone(), face],
        1..5,
        1..10,
        Just([0, 1, 2]).prop_shuffle(),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(tracks, faces, throws, goal, order, asks_apart)| Game {
            tracks,
            faces,
            throws,
            goal,
            order,
            asks_apart,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counting_together_changes_no_chance(game in games()) {
        let program = game.program();
        if let Some(one) = fuse(&program) {
            let one = Program { origins: program.origins.clone(), ..one };
            prop_assert_eq!(one.verify(), Ok(()));
        }
        let expected = brute_force(&program).unwrap().unwrap();
        prop_assert_eq!(game.odds(), expected);
    }
}
