//! Repetitions without a limit: geometric series.

use super::assemble::Assembler;
use num_bigint::BigUint;
use sandtable::eval::FaultKind;
use sandtable::eval::budget::{Budget, Limit};
use sandtable::eval::chance::{Chance, Distribution};
use sandtable::eval::exact::odds;
use sandtable::ir::{Judgement, JudgementId, Op, Order, Reg, Rounding};

fn chance(numerator: u64, denominator: u64) -> Chance {
    Chance::from_parts(numerator, denominator).unwrap()
}

#[test]
fn the_first_six_comes_on_an_odd_throw_six_times_in_eleven() {
    // 1/6 + (5/6)^2 1/6 + … = (1/6) / (1 - 25/36) = 6/11.
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let [odd, roll] = [0, 1].map(Reg);
    let again = asm.mark();
    asm.here(again);
    asm.op(Op::Not { to: odd, from: odd })
        .op(Op::Roll { to: roll, pool: d6 })
        .to(again, |to| Op::JumpCompareValue {
            a: roll,
            value: 6,
            order: Order::Less,
            to,
        })
        .op(Op::Done);
    let program = asm.finish(2, &[odd]);
    let distribution = odds(&program, &Budget::default()).unwrap();
    assert_eq!(distribution.chance_of(&[1]), chance(6, 11));
    assert_eq!(distribution.chance_of(&[0]), chance(5, 11));
    assert_eq!(distribution.states(), 2);
}

#[test]
fn a_throw_repeated_until_it_is_not_one_is_even() {
    // A d6 that rolls again on a 1: every other face 1/5.
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let again = asm.mark();
    asm.here(again);
    asm.op(Op::Roll {
        to: Reg(0),
        pool: d6,
    })
    .to(again, |to| Op::JumpCompareValue {
        a: Reg(0),
        value: 1,
        order: Order::Equal,
        to,
    })
    .op(Op::Done);
    let distribution = odds(&asm.finish(1, &[Reg(0)]), &Budget::default()).unwrap();
    assert_eq!(distribution.outcomes().len(), 5);
    assert_eq!(distribution.chance_of(&[4]), chance(1, 5));
    assert_eq!(distribution.states(), 1);
}

/// From `start` or the place behind it, evenly, one step after the other, of which all are as likely, to 0 or to `top`.
fn walk(start: i32, steps: &[i32], top: i32) -> Distribution {
    let mut asm = Assembler::default();
    let coin = asm.dice(1, &[0, 1]);
    let step = asm.dice(1, steps);
    let [place, moved] = [0, 1].map(Reg);
    let (again, end) = (asm.mark(), asm.mark());
    asm.op(Op::Roll {
        to: place,
        pool: coin,
    })
    .op(Op::AddValue {
        to: place,
        a: place,
        value: start,
    });
    asm.here(again);
    asm.op(Op::Roll {
        to: moved,
        pool: step,
    })
    .op(Op::Add {
        to: place,
        a: place,
        b: moved,
    })
    .to(end, |to| Op::JumpCompareValue {
        a: place,
        value: 0,
        order: Order::Equal,
        to,
    })
    .to(again, |to| Op::JumpCompareValue {
        a: place,
        value: top,
        order: Order::Less,
        to,
    });
    asm.here(end);
    asm.op(Op::Done);
    odds(&asm.finish(2, &[place]), &Budget::default()).unwrap()
}

#[test]
fn a_walk_between_two_walls_ends_at_the_nearer_more_often() {
    // The gambler's ruin: from 3 of 10, one up or down, even: at 10 with 3/10. A d6 before it shifts the start
    // by 0 or 1, even: (3/10 + 4/10) / 2 = 7/20.
    let distribution = walk(3, &[-1, 1], 10);
    assert_eq!(distribution.chance_of(&[10]), chance(7, 20));
    assert_eq!(distribution.chance_of(&[0]), chance(13, 20));
    assert_eq!(distribution.states(), 10);
}

#[test]
fn a_walk_of_a_thousand_places_ends_as_the_gambler_is_ruined() {
    // Up with 2/3: from k of N at N with (1 - 2^-k) / (1 - 2^-N). From 1 or 2 of 1000, evenly: (1/2 + 3/4) / 2 of 1 / (1 - 2^-1000),
    // which is 5/8 of it.
    let distribution = walk(1, &[-1, 1, 1], 1000);
    let top = Chance::new(
        BigUint::from(5_u32) << 997_u32,
        (BigUint::from(1_u32) << 1000_u32) - 1_u32,
    );
    assert_eq!(distribution.chance_of(&[1000]), top.unwrap());
    assert_eq!(distribution.states(), 1000);
}

#[test]
fn a_repetition_without_a_way_out_is_a_fault() {
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let again = asm.mark();
    asm.here(again);
    asm.op(Op::Roll {
        to: Reg(0),
        pool: d6,
    })
    .to(again, |to| Op::Jump { to });
    let program = asm.finish(1, &[Reg(0)]);
    let fault = odds(&program, &Budget::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::NoWayOut);
    assert_eq!(fault.diagnostic(&program).code.number(), "E0505");
}

#[test]
fn a_repetition_without_a_question_uses_up_its_steps() {
    let mut asm = Assembler::default();
    let again = asm.mark();
    asm.here(again);
    asm.to(again, |to| Op::Jump { to });
    let program = asm.finish(1, &[]);
    let fault = odds(&program, &Budget::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooManySteps);
}

#[test]
fn a_judgement_left_open_is_a_fault_at_its_place() {
    let mut asm = Assembler::default();
    asm.program.judgements.push(Judgement {
        fact: "range".to_owned(),
        n_about: 0,
    });
    asm.op(Op::Judge {
        to: Reg(0),
        judgement: JudgementId(0),
        about: Reg(0),
    })
    .op(Op::Done);
    let program = asm.finish(1, &[Reg(0)]);
    let fault = odds(&program, &Budget::default()).unwrap_err();
    let diagnostic = fault.diagnostic(&program);
    assert_eq!(diagnostic.code.number(), "E0501");
    assert_eq!(diagnostic.labels[0].span, program.origins[0].span);
}

#[test]
fn ways_of_unequal_length_meet() {
    // A 6 rolls two more dice and forgets them, a 5 one: all meet at the last roll, which has one situation.
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let roll = Reg(0);
    let (one, last) = (asm.mark(), asm.mark());
    asm.op(Op::Roll { to: roll, pool: d6 })
        .to(last, |to| Op::JumpCompareValue {
            a: roll,
            value: 5,
            order: Order::Less,
            to,
        })
        .to(one, |to| Op::JumpCompareValue {
            a: roll,
            value: 5,
            order: Order::Equal,
            to,
        })
        .op(Op::Roll { to: roll, pool: d6 });
    asm.here(one);
    asm.op(Op::Roll { to: roll, pool: d6 });
    asm.here(last);
    asm.op(Op::Roll { to: roll, pool: d6 }).op(Op::Done);
    let distribution = odds(&asm.finish(1, &[roll]), &Budget::default()).unwrap();
    assert_eq!(distribution.states(), 4);
    assert_eq!(distribution.chance_of(&[2]), chance(1, 6));
}

#[test]
fn a_cycle_of_too_many_ways_is_refused_at_once() {
    // From a number to 17 times it and the square of a die times 31, over 601: nearly everything leads to everything.
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let [number, roll, over, factor] = [0, 1, 2, 3].map(Reg);
    let again = asm.mark();
    let set = |to, value| Op::Set { to, value };
    let times = |a, b| Op::Multiply { to: a, a, b };
    asm.op(set(number, 1)).op(set(over, 601));
    asm.here(again);
    asm.op(Op::Roll { to: roll, pool: d6 })
        .op(times(roll, roll))
        .op(set(factor, 31))
        .op(times(roll, factor))
        .op(set(factor, 17))
        .op(times(number, factor))
        .op(Op::Add {
            to: number,
            a: number,
            b: roll,
        })
        .op(Op::Divide {
            to: roll,
            a: number,
            b: over,
            rounding: Rounding::Down,
        })
        .op(times(roll, over))
        .op(Op::Subtract {
            to: number,
            a: number,
            b: roll,
        })
        .to(again, |to| Op::JumpCompareValue {
            a: number,
            value: 0,
            order: Order::NotEqual,
            to,
        });
    asm.op(Op::Done);
    let fault = odds(&asm.finish(4, &[number]), &Budget::default()).unwrap_err();
    assert!(
        matches!(fault.kind, FaultKind::TooManyStates(_, Limit::Equations)),
        "{fault:?}"
    );
}
