//! Steps of counters: ops that do nothing but add a constant to a register.

use crate::id::Reg;
use crate::op::{NONE, Op};

/// One or two ops that add a number to a register; the second holds the sum in a range.
#[derive(Debug, Clone, Copy)]
pub(super) struct CounterStep {
    /// The counter.
    pub(super) reg: Reg,
    /// The amount that is added.
    pub(super) by: i32,
    /// The sum, before it is held; whoever reads it elsewhere does more than count.
    pub(super) sum: Option<Reg>,
    /// Lower end of the range, inclusive.
    pub(super) low: i32,
    /// Upper end of the range, inclusive.
    pub(super) high: i32,
}

impl CounterStep {
    /// The step that begins at an op. That nothing else leads to the second op, and nothing else reads the sum, is for the caller to see.
    pub(super) fn at(ops: &[Op], at: usize) -> Option<Self> {
        let Op::AddValue { to: sum, a, value } = *ops.get(at)? else {
            return None;
        };
        if sum == a {
            return Some(Self {
                reg: a,
                by: value,
                sum: None,
                low: NONE + 1,
                high: i32::MAX,
            });
        }
        let (Op::Limit {
            to,
            from,
            low,
            high,
        }
        | Op::Within {
            to,
            from,
            low,
            high,
            declared: None,
        }) = *ops.get(at + 1)?
        else {
            return None;
        };
        (from == sum && to == a).then_some(Self {
            reg: a,
            by: value,
            sum: Some(sum),
            low,
            high,
        })
    }
}
