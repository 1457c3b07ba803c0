//! Procedures that are too many to copy stay procedures.

use super::assemble::Assembler;
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
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
