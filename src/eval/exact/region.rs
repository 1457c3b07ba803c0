//! Stretches of a program with one way in, a throw, and one way out.
//!
//! What happens in such a stretch depends only on the registers that it touches. If others matter at its throw too (a
//! count of rounds, another vehicle), the same throws are followed again and again for each of their values. So the
//! stretch is worth knowing by itself: [`super::region_summary`] works it out once for each value of what it touches. A
//! register that it only counts up or down (markers, models killed) does not even have to be told apart: it is counted
//! from one end of its range, and what was counted is added to whatever stood there before.
//!
//! Behind the one way out, a run goes on as long as it needs nothing but what the stretch knows. It stops at an *exit*:
//! the next question, or the first op that touches another register.

use super::monotone_counters::{Counted, counted};
use sandtable_ir::liveness::{Liveness, is_marked, mark, marked};
use sandtable_ir::{Flow, Op, Pc, Program, Reg};

/// Larger programs are not looked into.
const MOST_OPS: usize = 2000;
/// As long as no more registers are changed, a longer stretch is better: there are few ways in which it can end.
const FEW_RESULTS: usize = 3;

/// A set of registers or ops, one bit each.
pub(super) type Set = Vec<u64>;

/// A stretch that begins with a throw.
#[derive(Debug, Clone)]
pub(super) struct Region {
    /// The op behind it; every way leads there, or to a fault.
    pub(super) end: Pc,
    /// That op alone.
    pub(super) stop: Stops,
    /// Its throws, and what still matters in it behind each: what is read on the way to the end, and the results.
    pub(super) throws: Vec<(Pc, Vec<Reg>)>,
    /// The registers that it reads or writes.
    touched: Set,
    /// The registers that it writes and that matter behind it.
    pub(super) results: Vec<Reg>,
    /// Those of [`Self::results`] that it only counts.
    pub(super) counted: Vec<CountedResult>,
    /// Which of the registers that it touches and that matter at its throw it does not write: places among these.
    pub(super) only_read: Vec<usize>,
    /// Where runs stop behind the end.
    pub(super) exits: Vec<Exit>,
    /// The ops of all exits.
    pub(super) stops: Stops,
}

/// Where runs stop before their end.
#[derive(Debug, Clone)]
pub(super) struct Stops {
    set: Set,
    /// The ops of the program, with an end in the place of these.
    pub(super) ops: Vec<Op>,
}

impl Stops {
    fn of(program: &Program, set: Set) -> Self {
        let mut ops = program.ops.clone();
        for at in marked(&set) {
            if let Some(op) = ops.get_mut(at.0 as usize) {
                *op = Op::Done;
            }
        }
        Self { set, ops }
    }

    /// Whether runs stop before an op.
    pub(super) fn is_stop(&self, at: Pc) -> bool {
        is_marked(&self.set, Reg(at.0))
    }
}

/// A result that is only counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedResult {
    pub(super) step: Counted,
    /// Its place among the results.
    pub(super) place: usize,
}

/// Where a run stops behind a stretch.
#[derive(Debug, Clone)]
pub(super) struct Exit {
    pub(super) at: Pc,
    /// The registers that matter there, those left out that the stretch does not touch.
    pub(super) results: Vec<Reg>,
}

impl Region {
    /// Whether it reads or writes a register.
    pub(super) fn touches(&self, reg: Reg) -> bool {
        is_marked(&self.touched, reg)
    }
}

/// The ways of a program, forwards and back.
pub(super) struct Regions<'a> {
    pub(super) program: &'a Program,
    pub(super) liveness: &'a Liveness,
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
        let before = Before::of(program, liveness);
        let after = post_dominators(program, liveness, &before);
        Some(Self {
            program,
            liveness,
            before,
            after,
        })
    }

    /// The ops that may come right before one.
    pub(super) fn before(&self, at: u32) -> &[u32] {
        self.before.get(at as usize)
    }

    /// The stretch from a throw that is most worth knowing by itself, given what matters there.
    pub(super) fn from(&self, at: Pc, kept: &[Reg]) -> Option<Region> {
        let mut stretch = Stretch::new(self, at);
        let mut best: Option<Candidate<'_>> = None;
        let mut end = self.after.get(at.0 as usize).copied()?;
        while (end as usize) < self.program.ops.len() {
            // Further on nothing but more is touched, or the way leads back.
            if stretch.reach(end).is_none() {
                break;
            }
            // One throw alone gains nothing, and a longer stretch only if it has more throws.
            let n_before = best.as_ref().map_or(1, |best| best.stretch.n_throws);
            if stretch.n_throws > n_before {
                let counted = counted(self, &stretch.list);
                let n_inputs = stretch.n_inputs(kept, &counted);
                let is_better = best.as_ref().is_none_or(|best| {
                    n_inputs <= best.n_inputs || stretch.results().count() <= FEW_RESULTS
                });
                if is_better && n_inputs < kept.len() {
                    best = Some(Candidate {
                        n_inputs,
                        counted,
                        stretch: stretch.clone(),
                    });
                }
            }
            end = self.after.get(end as usize).copied().unwrap_or(UNKNOWN);
        }
        best.map(|best| best.stretch.region(kept, best.counted))
    }
}

/// A stretch that may be worth knowing by itself.
struct Candidate<'a> {
    n_inputs: usize,
    counted: Vec<Counted>,
    stretch: Stretch<'a>,
}

/// The ops from a throw up to an op behind it.
#[derive(Clone)]
struct Stretch<'a> {
    regions: &'a Regions<'a>,
    at: u32,
    end: u32,
    /// Its ops, in the order in which they are found.
    list: Vec<u32>,
    inside: Set,
    touched: Set,
    written: Set,
    n_throws: u32,
}

impl<'a> Stretch<'a> {
    fn new(regions: &'a Regions<'a>, at: Pc) -> Self {
        let none = vec![0; regions.program.n_registers as usize / 64 + 1];
        let mut stretch = Self {
            regions,
            at: at.0,
            end: UNKNOWN,
            list: Vec::new(),
            inside: vec![0; regions.program.ops.len() / 64 + 1],
            touched: none.clone(),
            written: none,
            n_throws: 0,
        };
        stretch.add(at.0);
        stretch
    }

    fn add(&mut self, at: u32) {
        mark(&mut self.inside, Reg(at));
        self.list.push(at);
        let program = self.regions.program;
        let Some(op) = program.ops.get(at as usize) else {
            return;
        };
        self.n_throws += u32::from(matches!(op, Op::Roll { .. }));
        program.for_each_read(op, |reg| mark(&mut self.touched, reg));
        program.for_each_write(op, |reg| {
            mark(&mut self.touched, reg);
            mark(&mut self.written, reg);
        });
    }

    /// Takes in all ops up to a later one; `None` if a way leads back to the throw, or another way leads in.
    fn reach(&mut self, end: u32) -> Option<()> {
        let mut open = 0;
        if self.end != UNKNOWN {
            open = self.list.len();
            self.add(self.end);
        }
        self.end = end;
        let first = open;
        while let Some(op) = self.list.get(open).copied() {
            open += 1;
            for next in self.regions.liveness.next(op) {
                if next == self.at {
                    return None;
                }
                if next != end && !is_marked(&self.inside, Reg(next)) {
                    self.add(next);
                }
            }
        }
        let is_inside = |at: &u32| is_marked(&self.inside, Reg(*at));
        let mut ops = self.list.iter().skip(first.max(1));
        ops.all(|op| self.regions.before(*op).iter().all(is_inside))
            .then_some(())
    }

    /// The registers that are written and matter at the end.
    fn results(&self) -> impl Iterator<Item = Reg> {
        let matters = |reg: &Reg| {
            self.regions
                .liveness
                .is_live_before(self.end as usize, *reg)
        };
        marked(&self.written).filter(matters)
    }

    /// The throws, with the registers that matter behind each as long as the end is not reached.
    fn throws(&self, results: &[Reg]) -> Vec<(Pc, Vec<Reg>)> {
        let Regions {
            program, liveness, ..
        } = self.regions;
        let inside = liveness.inside(&self.list, self.end, results);
        let ops = self.list.iter();
        ops.filter_map(|at| {
            let Some(Op::Roll { to, .. }) = program.ops.get(*at as usize) else {
                return None;
            };
            let matters = inside.live_before(*at as usize + 1);
            Some((Pc(*at), matters.filter(|reg| reg != to).collect()))
        })
        .collect()
    }

    /// How many of the registers that matter at the throw make a difference inside.
    fn n_inputs(&self, kept: &[Reg], counted: &[Counted]) -> usize {
        let touched = kept.iter().filter(|reg| is_marked(&self.touched, **reg));
        touched
            .filter(|reg| counted.iter().all(|counted| counted.reg != **reg))
            .count()
    }

    fn region(self, kept: &[Reg], counted: Vec<Counted>) -> Region {
        let Regions {
            program, liveness, ..
        } = self.regions;
        let end = self.end as usize;
        let untouched: Vec<Reg> = liveness
            .live_before(end)
            .filter(|reg| !is_marked(&self.touched, *reg))
            .collect();
        let results: Vec<Reg> = self.results().collect();
        let counted = counted.into_iter();
        let counted = counted.filter(|step| kept.contains(&step.reg));
        let counted = counted.filter_map(|step| {
            let place = results.iter().position(|reg| *reg == step.reg)?;
            Some(CountedResult { step, place })
        });
        let touched = kept.iter().filter(|reg| is_marked(&self.touched, **reg));
        let only_read = touched.enumerate();
        let only_read = only_read.filter(|(_, reg)| !is_marked(&self.written, **reg));
        let only_read = only_read.map(|(place, _)| place).collect();
        let behind = Behind::of(self.regions, self.end, &untouched);
        let exits = behind.exits.iter().map(|at| Exit {
            at: Pc(*at),
            results: liveness
                .live_before(*at as usize)
                .filter(|reg| !untouched.contains(reg))
                .collect(),
        });
        let mut stop = vec![0; program.ops.len() / 64 + 1];
        mark(&mut stop, Reg(self.end));
        let throws = self.throws(&results);
        Region {
            end: Pc(self.end),
            stop: Stops::of(program, stop),
            exits: exits.collect(),
            stops: Stops::of(program, behind.stops),
            throws,
            touched: self.touched,
            only_read,
            counted: counted.collect(),
            results,
        }
    }
}

/// The ops behind a stretch that need nothing but what it knows.
struct Behind {
    exits: Vec<u32>,
    stops: Set,
}

impl Behind {
    fn of(regions: &Regions<'_>, end: u32, untouched: &[Reg]) -> Self {
        let program = regions.program;
        let mut behind = Self {
            exits: Vec::new(),
            stops: vec![0; program.ops.len() / 64 + 1],
        };
        let mut seen = behind.stops.clone();
        let mut open = vec![end];
        while let Some(at) = open.pop() {
            if is_marked(&seen, Reg(at)) {
                continue;
            }
            mark(&mut seen, Reg(at));
            let Some(op) = program.ops.get(at as usize) else {
                continue;
            };
            let asks = matches!(op, Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. });
            let mut stops = asks || op.flow() == Flow::End;
            program.for_each_read(op, |reg| stops |= untouched.contains(&reg));
            program.for_each_write(op, |reg| stops |= untouched.contains(&reg));
            if stops {
                behind.exits.push(at);
                mark(&mut behind.stops, Reg(at));
            } else {
                open.extend(regions.liveness.next(at));
            }
        }
        behind
    }
}

/// For every op, those that may come right before it.
struct Before {
    ops: Vec<u32>,
    /// One past the last of each op.
    ends: Vec<u32>,
}

impl Before {
    fn of(program: &Program, liveness: &Liveness) -> Self {
        let n_ops = program.ops.len();
        let mut ends = vec![0; n_ops];
        for at in 0..n_ops as u32 {
            for next in liveness.next(at) {
                if let Some(n) = ends.get_mut(next as usize) {
                    *n += 1;
                }
            }
        }
        let mut n_before = 0;
        for end in &mut ends {
            n_before += std::mem::replace(end, n_before);
        }
        // Each end begins as the start and is moved on by what comes in.
        let mut ops = vec![0; n_before as usize];
        for at in 0..n_ops as u32 {
            for next in liveness.next(at) {
                if let Some(end) = ends.get_mut(next as usize)
                    && let Some(place) = ops.get_mut(*end as usize)
                {
                    *place = at;
                    *end += 1;
                }
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

fn flag(list: &mut [bool], at: u32) {
    if let Some(place) = list.get_mut(at as usize) {
        *place = true;
    }
}

/// For every op the first that all ways from it to the end lead to (Cooper, Harvey and Kennedy 2001, on the ways back).
/// Ways to a fault and rounds without a way out do not count.
fn post_dominators(program: &Program, liveness: &Liveness, before: &Before) -> Vec<u32> {
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
            for next in liveness.next(*op) {
                let next = place.get(next as usize).copied().unwrap_or(UNKNOWN);
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
    let is_done = |(_, op): &(u32, &Op)| matches!(op, Op::Done);
    for (at, _) in (0..).zip(&program.ops).filter(is_done) {
        flag(&mut seen, at);
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
                    flag(&mut seen, next);
                    path.push((next, 0));
                }
                Some(_) => {}
            }
        }
    }
    order.reverse();
    order
}
