//! Dice that are kept, rolled again, counted and matched: what is worked out face by face is what comes of rolling
//! every die in every way.

use super::assemble::Assembler;
use proptest::prelude::*;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
use sandtable::ir::{Op, Pool, Program, Reg};
use sandtable::model::pool::{DiceGroup, Faces, OpposedRoll, Reroll};
use sandtable::syntax::ast::Match;
use std::collections::BTreeMap;

fn group(most: u32) -> impl Strategy<Value = DiceGroup> {
    let faces = prop_oneof![
        Just(vec![1, 2, 3]),
        Just(vec![-1, 0, 0, 2]),
        Just(vec![1, 2])
    ];
    let rerolls = (-1..4, 1..3_u32, any::<bool>()).prop_map(|(face, most, adds)| Reroll {
        on: Faces(vec![(face, face)]),
        most,
        adds,
    });
    let rerolls = proptest::collection::vec(rerolls, 0..2);
    let counted = proptest::option::of((0..4).prop_map(|from| Faces(vec![(from, i32::MAX)])));
    (1..=most, faces, rerolls, counted, any::<(u8, u8, bool)>()).prop_map(
        |(count, faces, rerolls, counted, (skip, keep, each))| {
            let adds_last = rerolls.iter().rev().skip(1).all(|again| !again.adds);
            let counts_each = each && counted.is_some() && adds_last;
            let skip = if counts_each {
                0
            } else {
                u32::from(skip) % count
            };
            let keep = match counts_each {
                true => count,
                false => 1 + u32::from(keep) % (count - skip),
            };
            DiceGroup {
                rerolls,
                counted,
                counts_each,
                skip,
                keep,
                ..DiceGroup::plain(count, faces)
            }
        },
    )
}

fn pool() -> impl Strategy<Value = Pool> {
    let whole = |mut group: DiceGroup| {
        (group.skip, group.keep) = (0, group.count);
        group.counted = None;
        group.counts_each = false;
        group
    };
    let opposed =
        (group(2), any::<bool>(), any::<bool>()).prop_map(move |(group, pairs, ties_win)| {
            let how = if pairs { Match::Pairs } else { Match::Dice };
            let group = whole(group);
            OpposedRoll {
                group,
                how,
                ties_win,
            }
        });
    (group(3), proptest::option::of(opposed)).prop_map(move |(group, opposed)| {
        let pairs = opposed
            .as_ref()
            .is_some_and(|opposed| opposed.how == Match::Pairs);
        let group = if pairs { whole(group) } else { group };
        Pool {
            name: "dice".to_owned(),
            faces: group.faces.clone(),
            count: group.count,
            words: Vec::new(),
            modified: Some(Box::new(sandtable::model::Pool {
                name: "dice".to_owned(),
                group,
                opposed,
            })),
        }
    })
}

/// Every way to roll: tries the faces known so far, and goes on with each face where one more is wanted.
fn enumerate(pool: &Pool, thrown: &mut Vec<i32>, chance: f64, odds: &mut BTreeMap<i32, f64>) {
    let (mut n_used, mut wanted) = (0, Vec::new());
    let mut next = |faces: &[i32]| {
        let face = thrown.get(n_used).copied();
        n_used += 1;
        if face.is_none() {
            wanted = faces.to_vec();
        }
        face
    };
    if let Some(value) = pool.roll(&mut next, &mut Default::default()) {
        *odds.entry(value).or_default() += chance;
        return;
    }
    for face in &wanted {
        thrown.push(*face);
        enumerate(pool, thrown, chance / wanted.len() as f64, odds);
        thrown.pop();
    }
}

fn program(pool: Pool) -> Program {
    let mut asm = Assembler::default();
    let id = asm.d6(1);
    asm.program.pools = vec![pool];
    asm.op(Op::Roll {
        to: Reg(0),
        pool: id,
    })
    .op(Op::Done);
    asm.finish(1, &[Reg(0)])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn odds_of_pools_are_those_of_every_way_to_throw(pool in pool()) {
        let mut expected = BTreeMap::new();
        enumerate(&pool, &mut Vec::new(), 1.0, &mut expected);
        let (low, high) = pool.ends();
        let exact = odds(&program(pool), &Budget::default()).unwrap();
        prop_assert_eq!(exact.chance_that(|_| true), Chance::one());
        prop_assert_eq!(exact.outcomes().len(), expected.len());
        for (value, chance) in expected {
            prop_assert!((exact.chance_of(&[value]).percent() / 100.0 - chance).abs() < 1e-9);
            prop_assert!((low..=high).contains(&i64::from(value)));
        }
    }

    #[test]
    fn sampling_pools_agrees_with_their_odds(pool in pool()) {
        let program = program(pool);
        let exact = odds(&program, &Budget::default()).unwrap();
        let runs = 4096;
        let tally = sample::run(&program, 11, runs, &Budget::default()).unwrap();
        for (outcome, chance) in exact.outcomes() {
            let chance = chance.percent() / 100.0;
            let share = tally.count(outcome) as f64 / runs as f64;
            // Five standard deviations and a half, and a little for chances near 0.
            let off = 5.5 * (chance * (1.0 - chance) / runs as f64).sqrt() + 0.002;
            prop_assert!((share - chance).abs() < off, "{outcome:?}: {share} for {chance}");
        }
    }
}
