//! Stretches of a program with one way in, a throw, and one way out.
//!
//! What happens in such a stretch depends only on the registers that it touches. If others matter at its throw too (a
//! count of rounds, another vehicle), the same throws are followed again and again for each of their values. So the
//! stretch is worth knowing by itself: [`super::kernel`] works it out once for each value of what it touches.

use crate::ir::liveness::Liveness;
use crate::ir::{Flow, Op, Pc, Program, Reg};

/// Larger programs are not looked into.
const MOST_OPS: usize = 2000;
/// As long as no more registers are changed, a longer stretch is better: there are few ways in which it can end.
const FEW_RESULTS: usize = 3;

/// A stretch that begins with a throw.
#[derive(Debug, Clone)]
pub(super) struct Region {
    /// The op behind it; every way leads there, or to a fault.
    pub(super) end: Pc,
    /// The registers that it reads or writes.
    touched: Vec<bool>,
    /// The registers that it writes and that matter behind it.
    pub(super) results: Vec<Reg>,
    /// The registers that matter at its throw and behind it, and that it does not write.
    pub(super) unchanged: Vec<Reg>,
    /// How many of the registers that matter at its throw it touches.
    n_inputs: usize,
    /// Whether there is a throw beside its first.
    throws_again: bool,
}

impl Region {
    /// Whether it reads or writes a register.
    pub(super) fn touches(&self, reg: Reg) -> bool {
        self.touched.get(reg.0 as usize).copied().unwrap_or(false)
    }
}

/// The ways of a program, forwards and back.
pub(super) struct Regions<'a> {
    program: &'a Program,
    liveness: &'a Liveness,
    before: Before,
    /// For every op, the first that every way from it leads to; the number of ops for the end.
    after: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'a> Regions<'a> {
    /// `None` if the program is not looked into.
    pub(super) fn of(program: &'a Program, liveness: &'a Liveness) -> Option<Self> {
        let is_flat = |op: &Op| !matches!(op, Op::Call { .. } | Op::Return { .. });
        if program.ops.len() > MOST_OPS || !program.ops.iter().all(is_flat) {
            return None;
        }
        let before = Before::of(program);
        let after = post_dominators(program, &before);
        Some(Self {
            program,
            liveness,
            before,
            after,
        })
    }

    /// The stretch from a throw that is most worth knowing by itself, given what matters there.
    pub(super) fn from(&self, at: Pc, kept: &[Reg]) -> Option<Region> {
        let mut best: Option<Region> = None;
        let mut end = self.after.get(at.0 as usize).copied()?;
        while (end as usize) < self.program.ops.len() {
            // Further on nothing but more is touched, or the way leads back.
            let Some(region) = self.between(at, Pc(end), kept) else {
                break;
            };
            // One throw alone gains nothing.
            let gains = region.throws_again && region.n_inputs < kept.len();
            let is_better = |best: &Region| {
                region.n_inputs <= best.n_inputs || region.results.len() <= FEW_RESULTS
            };
            if gains && best.as_ref().is_none_or(is_better) {
                best = Some(region);
            }
            end = self.after.get(end as usize).copied().unwrap_or(UNKNOWN);
        }
        best
    }

    /// The stretch between a throw and an op behind it; `None` if other ways lead into it.
    fn between(&self, at: Pc, end: Pc, kept: &[Reg]) -> Option<Region> {
        let program = self.program;
        let inside = self.inside(at, end)?;
        let n_registers = program.n_registers as usize;
        let (mut touched, mut written) = (vec![false; n_registers], vec![false; n_registers]);
        for op in inside.iter().filter_map(|at| program.ops.get(*at as usize)) {
            program.for_each_read(op, |reg| mark(&mut touched, reg));
            program.for_each_write(op, |reg| {
                mark(&mut touched, reg);
                mark(&mut written, reg);
            });
        }
        let is_touched = |reg: &&Reg| touched.get(reg.0 as usize) == Some(&true);
        let n_inputs = kept.iter().filter(is_touched).count();
        let is_written = |reg: &Reg| written.get(reg.0 as usize) == Some(&true);
        let matters = |reg: &Reg| self.liveness.is_live_before(end.0 as usize, *reg);
        let results = (0..program.n_registers)
            .map(Reg)
            .filter(|reg| is_written(reg) && matters(reg))
            .collect();
        let unchanged = kept.iter().copied();
        let unchanged = unchanged
            .filter(|reg| !is_written(reg) && matters(reg))
            .collect();
        let is_throw = |op: &u32| {
            let op = program.ops.get(*op as usize);
            matches!(op, Some(Op::Roll { .. }))
        };
        Some(Region {
            end,
            touched,
            results,
            unchanged,
            n_inputs,
            throws_again: inside.iter().skip(1).any(is_throw),
        })
    }

    /// The ops of a stretch, its throw among them.
    fn inside(&self, at: Pc, end: Pc) -> Option<Vec<u32>> {
        let mut seen = vec![false; self.program.ops.len()];
        mark(&mut seen, Reg(at.0));
        let mut inside = vec![at.0];
        let mut open = 0;
        while let Some(op) = inside.get(open).copied() {
            open += 1;
            for next in next(self.program, op as usize).into_iter().flatten() {
                if next == at.0 as usize {
                    return None;
                }
                if next != end.0 as usize && seen.get(next) == Some(&false) {
                    mark(&mut seen, Reg(next as u32));
                    inside.push(next as u32);
                }
            }
        }
        let is_inside = |at: &u32| seen.get(*at as usize) == Some(&true);
        inside
            .iter()
            .skip(1)
            .all(|op| self.before.get(*op as usize).iter().all(is_inside))
            .then_some(inside)
    }
}

/// For every op, those that may come right before it.
struct Before {
    ops: Vec<u32>,
    /// One past the last of each op.
    ends: Vec<u32>,
}

impl Before {
    fn of(program: &Program) -> Self {
        let ways = || (0..program.ops.len()).flat_map(|at| ways_from(program, at));
        let mut ends = vec![0; program.ops.len()];
        for (_, next) in ways() {
            if let Some(n) = ends.get_mut(next) {
                *n += 1;
            }
        }
        let mut n_before = 0;
        for end in &mut ends {
            n_before += std::mem::replace(end, n_before);
        }
        // Each end begins as the start and is moved on by what comes in.
        let mut ops = vec![0; n_before as usize];
        for (at, next) in ways() {
            if let Some(end) = ends.get_mut(next)
                && let Some(place) = ops.get_mut(*end as usize)
            {
                *place = at as u32;
                *end += 1;
            }
        }
        Self { ops, ends }
    }

    fn get(&self, at: usize) -> &[u32] {
        let start = match at.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0),
            None => 0,
        };
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.ops.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// From an op to those that may come next.
fn ways_from(program: &Program, at: usize) -> impl Iterator<Item = (usize, usize)> {
    let ways = next(program, at).into_iter().flatten();
    ways.map(move |next| (at, next))
}

fn mark(list: &mut [bool], reg: Reg) {
    if let Some(place) = list.get_mut(reg.0 as usize) {
        *place = true;
    }
}

/// The ops that may come next.
fn next(program: &Program, at: usize) -> [Option<usize>; 2] {
    match program.ops.get(at).map(Op::flow) {
        Some(Flow::Next) => [Some(at + 1), None],
        Some(Flow::To(to)) => [Some(to.0 as usize), None],
        Some(Flow::Either(to)) => [Some(at + 1), Some(to.0 as usize)],
        Some(Flow::Call(_) | Flow::Return | Flow::End) | None => [None, None],
    }
}

/// For every op the first that all ways from it to the end lead to (Cooper, Harvey and Kennedy 2001, on the ways back).
/// Ways to a fault and rounds without a way out do not count.
fn post_dominators(program: &Program, before: &Before) -> Vec<u32> {
    let n_ops = program.ops.len();
    let order = backwards(program, before);
    // Places in that order; the end is the first.
    let mut place = vec![UNKNOWN; n_ops];
    for (at, op) in (1..).zip(&order) {
        if let Some(place) = place.get_mut(*op as usize) {
            *place = at;
        }
    }
    // By place: the place of the first that all ways lead to.
    let mut first = vec![UNKNOWN; order.len() + 1];
    if let Some(end) = first.first_mut() {
        *end = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in (1_u32..).zip(&order) {
            let is_done = matches!(program.ops.get(*op as usize), Some(Op::Done));
            let mut met = if is_done { 0 } else { UNKNOWN };
            for next in next(program, *op as usize).into_iter().flatten() {
                let next = place.get(next).copied().unwrap_or(UNKNOWN);
                if first
                    .get(next as usize)
                    .is_none_or(|first| *first == UNKNOWN)
                {
                    continue;
                }
                met = match met {
                    UNKNOWN => next,
                    _ => meeting(&first, met, next),
                };
            }
            if let Some(known) = first.get_mut(at as usize)
                && *known != met
            {
                *known = met;
                changed = true;
            }
        }
    }
    let op_at = |place: u32| match place {
        0 => n_ops as u32,
        _ => order.get(place as usize - 1).copied().unwrap_or(UNKNOWN),
    };
    let after = |place: &u32| first.get(*place as usize).map_or(UNKNOWN, |at| op_at(*at));
    place.iter().map(after).collect()
}

fn meeting(first: &[u32], one: u32, other: u32) -> u32 {
    let (mut one, mut other) = (one, other);
    while one != other {
        let later = if one > other { &mut one } else { &mut other };
        *later = first.get(*later as usize).copied().unwrap_or(0);
    }
    one
}

/// The ops from which the end is reached, each after one that it leads to where there are no rounds.
fn backwards(program: &Program, before: &Before) -> Vec<u32> {
    let mut seen = vec![false; program.ops.len()];
    let mut order = Vec::with_capacity(program.ops.len());
    for (at, _) in (0..).zip(&program.ops).filter(|(_, op)| **op == Op::Done) {
        mark(&mut seen, Reg(at));
        let mut path = vec![(at, 0)];
        while let Some((op, child)) = path.last_mut() {
            let next = before.get(*op as usize).get(*child);
            *child += 1;
            match next.copied() {
                None => {
                    order.push(*op);
                    path.pop();
                }
                Some(next) if seen.get(next as usize) == Some(&false) => {
                    mark(&mut seen, Reg(next));
                    path.push((next, 0));
                }
                Some(_) => {}
            }
        }
    }
    order.reverse();
    order
}
