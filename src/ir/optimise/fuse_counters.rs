//! Fusion of counters: registers that are read only as a sum become one.
//!
//! Losses of several kinds may be counted separately while rules read only their sum: then distinguishing
//! the kinds gains nothing. Registers that only change
//! in one direction, and are read only in a sum that contains all of them, become one register.
//!
//! A track is clamped at its limits, a sum of tracks is not. So the fused counter is exact only while none of them
//! can have reached a limit of its range; beyond that it raises a fault, and the original program must be run.

use super::counter_op::CounterStep;
use crate::cfg::jump_targets;
use crate::id::Reg;
use crate::index_vec::IndexVec;
use crate::op::{NONE, Op};
use crate::operands::for_each_read;
use crate::program::Program;
use std::collections::BTreeMap;

/// Returns the program with one register for each group of registers that are read only as a sum; `None` without such a group.
///
/// The outcome is the same unless it is a fault, which the original program need not have. Every op keeps
/// its index; debug information (origins, rules, notes) is omitted.
pub fn fuse(program: &Program) -> Option<Program> {
    let counts = CounterTable::of(program)?;
    let groups = counts.groups();
    if groups.is_empty() {
        return None;
    }
    let mut one = program.with_ops(program.ops.clone());
    let mut joins = false;
    for group in &groups {
        joins |= counts.join(&mut one, group).is_some();
    }
    joins.then_some(one)
}

/// The counters of a program, and the sums that they are parts of.
struct CounterTable<'a> {
    program: &'a Program,
    /// By register that nothing is done with but to count it and to add it up.
    of_reg: BTreeMap<Reg, CounterUses>,
}

/// The uses of a counter.
#[derive(Debug, Default)]
struct CounterUses {
    /// The ops that count it.
    counts: Vec<(usize, CounterStep)>,
    /// The sums that it is a part of: each by its first op, and by the op that adds the register.
    sums: Vec<(usize, usize)>,
}

impl CounterUses {
    /// Whether it is only counted up; `None` if it goes down too, or stays.
    fn goes_up(&self) -> Option<bool> {
        let mut ways = self.counts.iter().map(|(_, count)| count.by.signum());
        let way = ways.next().filter(|way| *way != 0)?;
        ways.all(|other| other == way).then_some(way > 0)
    }
}

impl<'a> CounterTable<'a> {
    /// `None` if nothing is worth a second look.
    fn of(program: &'a Program) -> Option<Self> {
        let ops = &program.ops;
        let mut counted = (0..ops.len()).filter_map(|at| CounterStep::at(ops, at));
        let first = counted.next()?;
        if counted.all(|count| count.reg == first.reg) {
            return None;
        }
        let uses = UseCounts::of(program);
        let mut of_reg: BTreeMap<Reg, CounterUses> = BTreeMap::new();
        for at in 0..ops.len() {
            if let Some(count) = uses.count(at) {
                of_reg
                    .entry(count.reg)
                    .or_default()
                    .counts
                    .push((at, count));
            }
        }
        let mut start = 0;
        for (at, op) in ops.iter().enumerate() {
            let Op::Add { a, b, .. } = *op else {
                continue;
            };
            let goes_on = uses.goes_on(at);
            if goes_on.is_none() {
                start = at;
            }
            for part in [a, b] {
                if Some(part) != goes_on
                    && let Some(counted) = of_reg.get_mut(&part)
                {
                    counted.sums.push((start, at));
                }
            }
        }
        // Any other use of a counter excludes it.
        of_reg.retain(|reg, counted| {
            let n_counts = counted.counts.len();
            uses.reads(*reg) == n_counts + counted.sums.len() && uses.writes(*reg) == n_counts
        });
        for input in &program.inputs {
            of_reg.remove(&input.reg);
        }
        Some(Self { program, of_reg })
    }

    /// Registers that are parts of the same sums, each once, and are all counted the same way.
    fn groups(&self) -> Vec<Vec<Reg>> {
        let mut groups: BTreeMap<(bool, Vec<usize>), Vec<Reg>> = BTreeMap::new();
        for (reg, counted) in &self.of_reg {
            let sums: Vec<usize> = counted.sums.iter().map(|(start, _)| *start).collect();
            let is_once = sums.is_sorted_by(|one, next| one < next);
            if let Some(goes_up) = counted.goes_up().filter(|_| is_once && !sums.is_empty()) {
                groups.entry((goes_up, sums)).or_default().push(*reg);
            }
        }
        groups.into_values().filter(|regs| regs.len() > 1).collect()
    }

    /// Replaces a group by its first register. `None` if the sum would be out of range at the start.
    fn join(&self, one: &mut Program, group: &[Reg]) -> Option<()> {
        let first = *group.first()?;
        let starts: Option<Vec<i64>> = group.iter().map(|reg| self.start(*reg)).collect();
        let starts = starts?;
        let all: i64 = starts.iter().sum();
        // The bounds within which none of the counters can be at a limit alone, since all move in one direction.
        let (mut low, mut high) = (i64::from(NONE) + 1, i64::from(i32::MAX));
        let mut counts = Vec::new();
        for (reg, start) in group.iter().zip(&starts) {
            let others = all - start;
            for (at, count) in &self.of_reg.get(reg)?.counts {
                let range = i64::from(count.low)..=i64::from(count.high);
                if !range.contains(start) {
                    return None;
                }
                match count.by > 0 {
                    true => high = high.min(range.end() + others),
                    false => low = low.max(range.start() + others),
                }
                counts.push((*at, *count));
            }
        }
        match self.of_reg.get(&first)?.goes_up()? {
            true => low = all,
            false => high = all,
        }
        let (low, high) = (i32::try_from(low).ok()?, i32::try_from(high).ok()?);
        if low >= high {
            return None;
        }
        for (at, count) in counts {
            let to = count.sum.unwrap_or(first);
            *one.ops.get_mut(at)? = Op::AddValue {
                to,
                a: first,
                value: count.by,
            };
            if let Some(from) = count.sum {
                *one.ops.get_mut(at + 1)? = Op::Within {
                    to: first,
                    from,
                    low,
                    high,
                    declared: None,
                };
            }
        }
        for reg in group.iter().skip(1) {
            for (_, at) in &self.of_reg.get(reg)?.sums {
                let op = one.ops.get_mut(*at)?;
                *op = without(*op, *reg)?;
            }
        }
        if let Some(slot) = one.slots.get_mut(first.0 as usize) {
            slot.start = i32::try_from(all).ok()?;
            (slot.low, slot.high) = (low, high);
        }
        Some(())
    }

    /// The start of a register.
    fn start(&self, reg: Reg) -> Option<i64> {
        let slot = self.program.slots.get(reg.0 as usize);
        let start = slot.map_or(0, |slot| slot.start);
        (start != NONE).then_some(i64::from(start))
    }
}

/// Returns a sum without one of its terms, as a simpler op.
fn without(sum: Op, part: Reg) -> Option<Op> {
    if let Op::Add { to, a, b } = sum {
        let from = if a == part { b } else { a };
        return Some(Op::Copy { to, from });
    }
    sum.writes().map(|to| Op::Set { to, value: 0 })
}

/// The numbers of reads and writes of registers, and the targets of jumps.
struct UseCounts<'a> {
    ops: &'a [Op],
    /// By register: the number of reads and of writes.
    n: IndexVec<Reg, [u32; 2]>,
    /// By op: whether it is the target of a jump.
    is_target: Vec<bool>,
}

impl<'a> UseCounts<'a> {
    fn of(program: &'a Program) -> Self {
        let mut uses = Self {
            ops: &program.ops,
            n: IndexVec::from(vec![[0; 2]; program.n_registers as usize]),
            is_target: jump_targets(program),
        };
        for op in &program.ops {
            for_each_read(program, op, |reg| uses.n[reg][0] += 1);
            program.for_each_write(op, |reg| uses.n[reg][1] += 1);
        }
        uses
    }

    fn reads(&self, reg: Reg) -> usize {
        let [reads, _] = self.n[reg];
        reads as usize
    }

    fn writes(&self, reg: Reg) -> usize {
        let [_, writes] = self.n[reg];
        writes as usize
    }

    /// Whether the only predecessor of an op is the one before it, and it is the only reader of what that one writes.
    fn is_handed(&self, at: usize, reg: Reg) -> bool {
        let is_target = self.is_target.get(at).copied().unwrap_or(true);
        !is_target && self.reads(reg) == 1 && self.writes(reg) == 1
    }

    fn count(&self, at: usize) -> Option<CounterStep> {
        let count = CounterStep::at(self.ops, at)?;
        let is_alone = count.sum.is_none_or(|sum| self.is_handed(at + 1, sum));
        is_alone.then_some(count)
    }

    /// The sum of the op before, if an op adds to it and is its only reader.
    fn goes_on(&self, at: usize) -> Option<Reg> {
        let (Op::Add { to, .. }, Op::Add { a, b, .. }) =
            (self.ops.get(at.checked_sub(1)?)?, self.ops.get(at)?)
        else {
            return None;
        };
        ((a == to) != (b == to) && self.is_handed(at, *to)).then_some(*to)
    }
}
