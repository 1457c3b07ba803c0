//! Steps of counters: ops that do nothing but add a constant to a register.

use crate::id::Reg;
use crate::op::{NONE, Op};

/// One or two ops that add a number to a register; the second holds the sum in a range.
#[derive(Debug, Clone, Copy)]
pub struct CounterStep {
    /// The register of the counter.
    pub reg: Reg,
    /// The amount that is added.
    pub by: i32,
    /// The register of the sum before it is limited; another reader of it is no part of counting.
    pub sum: Option<Reg>,
    /// Lower end of the range, inclusive.
    pub low: i32,
    /// Upper end of the range, inclusive.
    pub high: i32,
    /// Whether the sum is clamped to the range; otherwise a sum beyond it is a fault.
    pub is_held: bool,
}

impl CounterStep {
    /// The step that begins at an op. That nothing else leads to the second op, and nothing else reads the sum, is for the caller to see.
    pub fn at(ops: &[Op], at: usize) -> Option<Self> {
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
                is_held: false,
            });
        }
        let next = *ops.get(at + 1)?;
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
        }) = next
        else {
            return None;
        };
        (from == sum && to == a).then_some(Self {
            reg: a,
            by: value,
            sum: Some(sum),
            low,
            high,
            is_held: matches!(next, Op::Limit { .. }),
        })
    }

    /// The number of ops it takes.
    pub fn n_ops(&self) -> usize {
        1 + usize::from(self.sum.is_some())
    }
}
