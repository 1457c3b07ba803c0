//! Dead-code elimination, and peephole fusion of neighbours.

use super::NOP;
use super::layout::{Facts, inverted};
use crate::cfg::jump_targets;
use crate::id::{Pc, Reg};
use crate::liveness::Liveness;
use crate::op::{NONE, Op};
use crate::operands::{rename_to, retarget};
use crate::program::Program;

/// Removes harmless ops whose result is never read; returns whether there were any.
pub(super) fn remove(program: &mut Program, facts: &[Facts], liveness: &Liveness) -> bool {
    let mut removes = false;
    // While a game is played, the state is also read from outside.
    let n_kept = match program.is_maintained() {
        true => program.slots.len(),
        false => 0,
    };
    for (at, (op, facts)) in program.ops.iter_mut().zip(facts).enumerate() {
        if let Some(to) = op.writes()
            && to.0 as usize >= n_kept
            && facts.is_harmless
            && !liveness.is_live_after(at, op, to)
        {
            *op = NOP;
            removes = true;
        }
    }
    removes
}

/// Fuses a comparison with the jump after it, and an op with the copy after it; returns whether it did.
pub(super) fn join(program: &mut Program, facts: &[Facts], liveness: &Liveness) -> bool {
    let mut joins = false;
    let targets = jump_targets(program);
    for first in 0..program.ops.len().saturating_sub(1) {
        if targets.get(first + 1).copied().unwrap_or(true) {
            continue;
        }
        let Some([one, two]) = program.ops.get(first..first + 2) else {
            break;
        };
        let Some(between) = one.writes() else {
            continue;
        };
        if liveness.is_live_after(first + 1, two, between) {
            continue;
        }
        let is_plain = facts.get(first).is_some_and(|facts| facts.is_plain);
        let joined = join_jump(one, two, between, is_plain, first)
            .or_else(|| join_sum(one, two, facts.get(first)?))
            .or_else(|| join_copy(one, two, between));
        if let (Some((one, two)), Some(place)) = (joined, program.ops.get_mut(first..first + 2)) {
            place.copy_from_slice(&[one, two]);
            joins = true;
        }
    }
    joins
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
)]
fn join_jump(one: &Op, two: &Op, flag: Reg, is_plain: bool, at: usize) -> Option<(Op, Op)> {
    let Op::JumpIf { a, when, to } = *two else {
        return None;
    };
    if a != flag {
        return None;
    }
    let jump = match *one {
        Op::Compare { a, b, order, .. } => Op::JumpCompare { a, b, order, to },
        Op::CompareValue {
            a, value, order, ..
        } => Op::JumpCompareValue {
            a,
            value,
            order,
            to,
        },
        Op::Member { from, set, .. } => Op::JumpMember {
            a: from,
            set,
            when: true,
            to,
        },
        Op::Not { from, .. } if is_plain => Op::JumpIf {
            a: from,
            when: false,
            to,
        },
        _ => return None,
    };
    if when {
        return Some((jump, NOP));
    }
    match inverted(jump, is_plain) {
        Some(jump) => Some((jump, NOP)),
        // "Nothing" is neither less nor not less: jump past the jump.
        None => {
            let past = retarget(jump, |_| Pc(at as u32 + 2));
            Some((past, Op::Jump { to }))
        }
    }
}

/// `a + 1 >= 5` is `a >= 4`, where the sum cannot overflow and `a` is a number.
fn join_sum(one: &Op, two: &Op, facts: &Facts) -> Option<(Op, Op)> {
    let (
        Op::AddValue { to: sum, a, value },
        Op::JumpCompareValue {
            a: compared,
            value: with,
            order,
            to,
        },
    ) = (*one, *two)
    else {
        return None;
    };
    let less = with.checked_sub(value).filter(|less| *less != NONE)?;
    if sum != compared || with == NONE || !facts.is_harmless || !facts.is_plain {
        return None;
    }
    let jump = Op::JumpCompareValue {
        a,
        value: less,
        order,
        to,
    };
    Some((jump, NOP))
}

fn join_copy(one: &Op, two: &Op, between: Reg) -> Option<(Op, Op)> {
    match (one, two) {
        (Op::Call { .. }, _) => None,
        (_, Op::Copy { to, from }) if *from == between => Some((rename_to(*one, *to), NOP)),
        _ => None,
    }
}
