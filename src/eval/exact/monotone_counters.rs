//! Monotone counters: registers that a region only counts up, or only counts down.

use sandtable_ir::cfg::Cfg;
use sandtable_ir::liveness::Liveness;
use sandtable_ir::{CounterStep, Op, Program, Reg};

/// A register that is only changed in one direction, within a range, and clamped at the end of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MonotoneCounter {
    pub(super) reg: Reg,
    /// The value from which counting begins if the value before is unknown.
    pub(super) start: i32,
    low: i32,
    high: i32,
    /// Whether it is clamped at the end of its range; otherwise a value beyond is a fault.
    is_held: bool,
}

impl MonotoneCounter {
    /// Returns the limits of its range.
    pub(super) fn ends(&self) -> [i64; 2] {
        [self.low, self.high].map(i64::from)
    }

    /// The amount that another start adds to all that is counted; `None` if it is outside the range.
    pub(super) fn shift(&self, start: i32) -> Option<i64> {
        let is_within = (self.low..=self.high).contains(&start);
        is_within.then(|| i64::from(start) - i64::from(self.start))
    }

    /// The value after another start. `None` if that is outside the range, or a fault.
    ///
    /// Counts add up, so clamping after every step or once has the same result.
    pub(super) fn after(&self, start: i32, counted: i32) -> Option<i32> {
        let range = i64::from(self.low)..=i64::from(self.high);
        let sum = i64::from(start) + i64::from(counted) - i64::from(self.start);
        let held = sum.clamp(*range.start(), *range.end());
        let is_fault = held != sum && !self.is_held;
        let is_within = range.contains(&i64::from(start)) && !is_fault;
        is_within.then_some(held as i32)
    }
}

/// The registers that these ops only count in one direction.
pub(super) fn counters_of(
    program: &Program,
    liveness: &Liveness,
    cfg: &Cfg,
    ops: &[u32],
) -> Vec<MonotoneCounter> {
    let step = |at: u32| {
        let (counted, n_ops) = step(program, liveness, cfg, at)?;
        (n_ops == 1 || ops.contains(&(at + 1))).then_some((counted, n_ops))
    };
    let mut counted: Vec<MonotoneCounter> = Vec::new();
    for at in ops {
        let step = step(*at).map(|(counted, _)| counted);
        counted.extend(step.filter(|new| counted.iter().all(|known| known.reg != new.reg)));
    }
    // Any other use of a register excludes it.
    for at in ops {
        if counted.is_empty() {
            break;
        }
        let Some(op) = program.ops.get(*at as usize) else {
            continue;
        };
        let is_sum = matches!(
            op,
            Op::AddValue { .. } | Op::Limit { .. } | Op::Within { .. }
        );
        let before = || step(at.checked_sub(1)?).filter(|(_, n_ops)| *n_ops == 2);
        let own = is_sum.then(|| step(*at).or_else(before)).flatten();
        let own = own.map(|(counted, _)| counted);
        let mut spoil = |reg: Reg| {
            let known = counted.iter().position(|known| known.reg == reg);
            if let Some(known) = known.filter(|at| counted.get(*at).copied() != own) {
                counted.swap_remove(known);
            }
        };
        program.for_each_read(op, &mut spoil);
        program.for_each_write(op, &mut spoil);
    }
    counted
}

/// The counter that an op steps, alone or with the next, which holds the sum in a range; and how many ops that takes.
fn step(
    program: &Program,
    liveness: &Liveness,
    cfg: &Cfg,
    at: u32,
) -> Option<(MonotoneCounter, u32)> {
    let count = CounterStep::at(&program.ops, at as usize)?;
    let is_alone = count.sum.is_none_or(|sum| {
        cfg.predecessors(at + 1) == [at] && !liveness.is_live_before(at as usize + 2, sum)
    });
    let start = match count.sum {
        None => 0,
        Some(_) if count.by < 0 => count.high,
        Some(_) => count.low,
    };
    let counted = MonotoneCounter {
        reg: count.reg,
        start,
        low: count.low,
        high: count.high,
        is_held: count.is_held,
    };
    is_alone.then_some((counted, count.n_ops() as u32))
}
