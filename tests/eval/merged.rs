//! Long runs from one roll to the next, of which many come together on the way.

use super::assemble::Assembler;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::{Chance, Distribution};
use sandtable::eval::exact::odds;
use sandtable::ir::{Op, Order, Program, Reg};

/// Rounds of the loop between two rolls, each of three steps or four.
const ROUNDS: i32 = 400;

/// Four rolls of a d6; a loop behind each takes 3 from what was rolled as long as that can be done, and goes on for many
/// rounds. Counts the rolls of which nothing is left.
fn remainders() -> Program {
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let [nothing, throws, left, round] = [0, 1, 2, 3].map(Reg);
    let [again, head, small, some] = [(); 4].map(|()| asm.mark());
    asm.here(again);
    asm.op(Op::Roll { to: left, pool: d6 }).op(Op::Set {
        to: round,
        value: 0,
    });
    asm.here(head);
    asm.to(small, |to| Op::JumpCompareValue {
        a: left,
        value: 3,
        order: Order::Less,
        to,
    })
    .op(Op::AddValue {
        to: left,
        a: left,
        value: -3,
    });
    asm.here(small);
    asm.op(Op::AddValue {
        to: round,
        a: round,
        value: 1,
    })
    .to(head, |to| Op::JumpCompareValue {
        a: round,
        value: ROUNDS,
        order: Order::Less,
        to,
    })
    .to(some, |to| Op::JumpCompareValue {
        a: left,
        value: 0,
        order: Order::NotEqual,
        to,
    })
    .op(Op::AddValue {
        to: nothing,
        a: nothing,
        value: 1,
    });
    asm.here(some);
    asm.op(Op::AddValue {
        to: throws,
        a: throws,
        value: 1,
    })
    .to(again, |to| Op::JumpCompareValue {
        a: throws,
        value: 4,
        order: Order::Less,
        to,
    })
    .op(Op::Done);
    asm.finish(4, &[nothing])
}

fn distribution() -> Distribution {
    odds(&remainders(), &Budget::default()).unwrap()
}

#[test]
fn runs_that_come_together_have_the_same_odds() {
    // Nothing is left of a 3 and a 6, so of each roll with 1/3; of four rolls by the binomial distribution.
    let distribution = distribution();
    let ways = [16, 32, 24, 8, 1];
    assert_eq!(distribution.outcomes().len(), ways.len());
    for (n, ways) in (0..).zip(ways) {
        let chance = Chance::from_parts(ways, 81).unwrap();
        assert_eq!(distribution.chance_of(&[n]), chance, "{n}");
    }
    // Before the first roll none has left nothing, before the second none or one, and so on.
    assert_eq!(distribution.states(), 1 + 2 + 3 + 4);
}

#[test]
fn runs_that_come_together_are_followed_once() {
    // Ten states of six answers each, a loop of three steps a round behind each answer. What is left is 0, 1 or 2 whatever was
    // rolled, so three runs of each state are enough; the first five of all are not merged yet.
    let a_run = 3 * ROUNDS as u64;
    let all = 10 * 6 * a_run;
    let merged = (10 * 3 + 5) * (a_run + 20);
    let steps = distribution().steps();
    assert!(steps <= merged && merged < all * 2 / 3, "{steps} of {all}");
}
