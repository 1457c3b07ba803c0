//! Procedures that are too many to copy stay procedures.

use super::assemble::{Assembler, square};
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
use sandtable::ir::liveness::Liveness;
use sandtable::ir::{Op, Order, Program, Reg, optimise};

/// Procedure `n` calls procedure `n + 1` twice; the last counts up, and throws once in a thousand.
fn doubling(levels: u32) -> Program {
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let [count, shown] = [0, 1].map(Reg);
    let marks: Vec<_> = (0..levels).map(|_| asm.mark()).collect();
    asm.to(marks[0], |to| Op::Call { to, back: Reg(3) })
        .op(Op::Done);
    for level in 0..levels {
        asm.here(marks[level as usize]);
        let back = Reg(3 + level);
        if let Some(next) = marks.get(level as usize + 1) {
            let further = Reg(back.0 + 1);
            asm.to(*next, |to| Op::Call { to, back: further })
                .to(*next, |to| Op::Call { to, back: further })
                .op(Op::Return { back });
            continue;
        }
        let past = asm.mark();
        asm.op(Op::AddValue {
            to: count,
            a: count,
            value: 1,
        })
        .op(Op::AddValue {
            to: Reg(2),
            a: Reg(2),
            value: 1,
        })
        .to(past, |to| Op::JumpCompareValue {
            a: Reg(2),
            value: 1000,
            order: Order::Less,
            to,
        })
        .op(Op::Set {
            to: Reg(2),
            value: 0,
        })
        .op(Op::Roll {
            to: shown,
            pool: d6,
        })
        .op(Op::Add {
            to: count,
            a: count,
            b: shown,
        });
        asm.here(past);
        asm.op(Op::Return { back });
    }
    asm.finish(3 + levels, &[count])
}

#[test]
fn programs_do_not_grow_without_end_by_copying() {
    // 2^14 counts and 16 throws: from 16,384 + 16 to 16,384 + 96.
    let program = doubling(15);
    let fast = optimise::run(&program);
    assert_eq!(fast.verify(), Ok(()));
    assert!(fast.ops.len() <= 20_100);
    assert!(fast.ops.iter().any(|op| matches!(op, Op::Call { .. })));
    let budget = Budget::default();
    let exact = odds(&program, &budget).unwrap();
    assert_eq!(exact.outcomes().len(), 81);
    assert_eq!(exact.outcomes()[0].0, [16_400]);
    assert_eq!(odds(&fast, &budget).unwrap().outcomes(), exact.outcomes());
    let sampled = |program| sample::run(program, 3, 20, &budget).unwrap();
    assert_eq!(sampled(&program), sampled(&fast));
}

#[test]
fn few_calls_are_copied() {
    let fast = optimise::run(&doubling(5));
    assert!(!fast.ops.iter().any(|op| matches!(op, Op::Call { .. })));
}

/// Two procedures that only roll, called one after the other; the first hands its caller's place on, if that is wanted.
/// Gives the program and the places of the rolls.
fn one_after_the_other(hands_on: bool) -> (Program, [usize; 2]) {
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let [kept, sum, shown, first, second, passed] = [0, 1, 2, 3, 4, 5].map(Reg);
    let [one, other] = [asm.mark(), asm.mark()];
    asm.op(Op::Set { to: kept, value: 7 })
        .to(one, |to| Op::Call { to, back: first })
        .op(Op::Add {
            to: sum,
            a: kept,
            b: shown,
        })
        .to(other, |to| Op::Call { to, back: second })
        .op(Op::Add {
            to: sum,
            a: sum,
            b: shown,
        })
        .op(Op::Done);
    asm.here(one);
    let roll = Op::Roll {
        to: shown,
        pool: d6,
    };
    asm.op(roll);
    let mut back = first;
    if hands_on {
        back = passed;
        asm.op(Op::AddValue {
            to: passed,
            a: first,
            value: 0,
        });
    }
    asm.op(Op::Return { back });
    let behind = 8 + usize::from(hands_on);
    asm.here(other);
    asm.op(roll).op(Op::Return { back: second });
    (asm.finish(6, &[sum]), [6, behind])
}

/// What is kept over the first call is read behind it, and nowhere behind the second.
#[test]
fn a_procedure_returns_to_its_own_callers() {
    let kept = Reg(0);
    let (program, [first, second]) = one_after_the_other(false);
    let liveness = Liveness::of(&program);
    assert!(liveness.is_live_before(first, kept));
    assert!(!liveness.is_live_before(second, kept));
}

/// Where the place to return to is calculated, it may be behind any call.
#[test]
fn a_place_that_is_handed_on_may_be_any() {
    let (program, [first, _]) = one_after_the_other(true);
    let liveness = Liveness::of(&program);
    assert!(liveness.is_live_before(first, Reg(0)));
}

/// A d6 is neither 7 nor 8.
#[test]
fn a_question_with_one_answer_is_not_asked() {
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let past = asm.mark();
    asm.op(Op::Roll {
        to: Reg(0),
        pool: d6,
    })
    .to(past, |to| Op::JumpMember {
        a: Reg(0),
        set: 1 << 7 | 1 << 8,
        when: true,
        to,
    })
    .op(Op::Set {
        to: Reg(0),
        value: 0,
    });
    asm.here(past);
    asm.op(Op::Done);
    let program = asm.finish(1, &[Reg(0)]);
    let fast = optimise::run(&program);
    assert!(
        !fast
            .ops
            .iter()
            .any(|op| matches!(op, Op::JumpMember { .. }))
    );
}

/// The lines of a key are numbered from 0.
#[test]
fn a_table_with_a_line_too_many_is_not_put_together_well() {
    let mut program = one_after_the_other(false).0;
    let mut grid = square("effect", 2, &[1, 2, 3, 4]);
    program.grids.push(grid.clone());
    assert_eq!(program.verify(), Ok(()));
    grid.axes[0].lines = vec![0, 2];
    program.grids = vec![grid];
    assert!(program.verify().is_err());
}
