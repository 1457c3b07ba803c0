//! Regions: parts of a program with a single entry, which is a roll, and a single exit.
//!
//! The effect of a region depends only on the registers that it touches. If others are live at its roll too (a count of
//! rounds, another vehicle), the same rolls would be explored repeatedly for each of their values. So a region is
//! summarised: [`super::region_summary`] computes it once for each value of the registers that it touches. The values
//! of a monotone counter (markers, models killed) need not be distinguished: it is counted from one end of its range,
//! and the count is added to its value before the region.
//!
//! After its end, a run continues while it touches no other registers than the region. It stops at an *exit*:
//! the next question, or the first op that touches another register.

use super::monotone_counters::{MonotoneCounter, counters_of};
use crate::stop_set::StopSet;
use sandtable_ir::cfg::Cfg;
use sandtable_ir::liveness::{Liveness, is_marked, mark, marked};
use sandtable_ir::{Flow, Op, Pc, Program, Reg};

/// Maximum size of a program of one question: in larger ones, detection would take longer than exploring the rolls.
pub(super) const MOST_OPS: usize = 2000;
/// Maximum size of a program of several questions.
pub(super) const MOST_OPS_TOGETHER: usize = 8000;
/// While it changes no more registers than this, a longer region is better: it has few distinct ends.
const FEW_RESULTS: usize = 3;

/// A set of registers or ops, one bit each.
pub(super) type Set = Vec<u64>;

/// A region that begins with a roll.
#[derive(Debug, Clone)]
pub(super) struct Region {
    /// The op after it; every path leads there, or to a fault.
    pub(super) end: Pc,
    /// That op alone.
    pub(super) stop: StopSet,
    /// Its rolls, with the registers that are live within the region after each, if the results are live at the end.
    pub(super) rolls: Vec<(Pc, Vec<Reg>)>,
    /// The registers that it reads or writes.
    touched: Set,
    /// The registers that it writes and that are live at its end.
    pub(super) results: Vec<Reg>,
    /// Those of [`Self::results`] that are monotone counters.
    pub(super) counted: Vec<CountedResult>,
    /// The registers that it touches but does not write, of those live at its roll: places among these.
    only_read: Vec<usize>,
    /// The ops after the end at which runs stop.
    pub(super) exits: Vec<Exit>,
    /// The ops of all exits.
    pub(super) stops: StopSet,
}

/// A result that is a monotone counter.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedResult {
    pub(super) counter: MonotoneCounter,
    /// Its index among the results.
    pub(super) place: usize,
}

/// An op after a region at which runs stop.
#[derive(Debug, Clone)]
pub(super) struct Exit {
    pub(super) at: Pc,
    /// The registers that are live there, less those that the region does not touch.
    pub(super) results: Vec<Reg>,
}

impl Region {
    /// Whether it reads or writes a register.
    pub(super) fn touches(&self, reg: Reg) -> bool {
        is_marked(&self.touched, reg)
    }

    /// The number of registers that it only reads.
    pub(super) fn n_only_read(&self) -> usize {
        self.only_read.len()
    }

    /// An exit by its place.
    #[expect(clippy::indexing_slicing, reason = "places are found among the exits")]
    pub(super) fn exit(&self, place: usize) -> &Exit {
        &self.exits[place]
    }

    /// Selects the values of the registers that it only reads from those of all that it touches.
    #[expect(
        clippy::indexing_slicing,
        reason = "places are those among the touched registers that are live at the roll"
    )]
    pub(super) fn values_only_read<'v>(
        &'v self,
        touched: &'v [i32],
    ) -> impl Iterator<Item = i32> + 'v {
        self.only_read.iter().map(|place| touched[*place])
    }
}

/// Finds the regions of a program.
pub(super) struct Regions<'a> {
    pub(super) program: &'a Program,
    pub(super) liveness: &'a Liveness,
    cfg: Cfg,
    /// By op: its immediate post-dominator.
    post_dominators: Vec<Option<Pc>>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'a> Regions<'a> {
    /// `None` if the program has more than `most_ops` ops, or has calls.
    pub(super) fn of(
        program: &'a Program,
        liveness: &'a Liveness,
        most_ops: usize,
    ) -> Option<Self> {
        let is_flat = |op: &Op| !matches!(op, Op::Call { .. } | Op::Return { .. });
        if program.ops.len() > most_ops || !program.ops.iter().all(is_flat) {
            return None;
        }
        let cfg = Cfg::of(program);
        let post_dominators = cfg.post_dominators(program);
        Some(Self {
            program,
            liveness,
            cfg,
            post_dominators,
        })
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "there is one for each op, and every `Pc` here is that of an op"
    )]
    fn post_dominator(&self, at: Pc) -> Option<Pc> {
        self.post_dominators[at.0 as usize]
    }

    /// The region from a roll that is most worth a summary, given the registers that are live there.
    pub(super) fn from(&self, at: Pc, live: &[Reg]) -> Option<Region> {
        let mut body = Body::new(self, at);
        let mut best: Option<Candidate<'_>> = None;
        let mut next_end = self.post_dominator(at);
        while let Some(end) = next_end {
            // From here on a region is not single-entry, or a path leads back.
            if body.reach(end.0).is_none() {
                break;
            }
            // One roll alone gains nothing, and a longer region only if it has more rolls.
            let n_before = best.as_ref().map_or(1, |best| best.body.n_rolls);
            if body.n_rolls > n_before {
                let counted = counters_of(self.program, self.liveness, &self.cfg, &body.list);
                let n_inputs = body.n_inputs(live, &counted);
                let is_better = best.as_ref().is_none_or(|best| {
                    n_inputs <= best.n_inputs || body.results().count() <= FEW_RESULTS
                });
                if is_better && n_inputs < live.len() {
                    best = Some(Candidate {
                        n_inputs,
                        counted,
                        body: body.clone(),
                    });
                }
            }
            next_end = self.post_dominator(end);
        }
        best.map(|best| best.body.region(live, best.counted))
    }
}

/// A region that may be worth a summary.
struct Candidate<'a> {
    n_inputs: usize,
    counted: Vec<MonotoneCounter>,
    body: Body<'a>,
}

/// The ops from a roll up to the op after a region.
#[derive(Clone)]
struct Body<'a> {
    regions: &'a Regions<'a>,
    at: u32,
    end: u32,
    /// Its ops, in the order in which they are found.
    list: Vec<u32>,
    inside: Set,
    touched: Set,
    written: Set,
    n_rolls: u32,
}

impl<'a> Body<'a> {
    fn new(regions: &'a Regions<'a>, at: Pc) -> Self {
        let none = vec![0; regions.program.n_registers as usize / 64 + 1];
        let mut body = Self {
            regions,
            at: at.0,
            end: UNKNOWN,
            list: Vec::new(),
            inside: vec![0; regions.program.ops.len() / 64 + 1],
            touched: none.clone(),
            written: none,
            n_rolls: 0,
        };
        body.add(at.0);
        body
    }

    fn add(&mut self, at: u32) {
        mark(&mut self.inside, Reg(at));
        self.list.push(at);
        let program = self.regions.program;
        let op = program.op(Pc(at));
        self.n_rolls += u32::from(matches!(op, Op::Roll { .. }));
        program.for_each_read(op, |reg| mark(&mut self.touched, reg));
        program.for_each_write(op, |reg| {
            mark(&mut self.touched, reg);
            mark(&mut self.written, reg);
        });
    }

    /// Grows to all ops up to a later one; `None` if a path leads back to the roll, or an edge leads in elsewhere.
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
            for next in self.regions.cfg.successors(op) {
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
        ops.all(|op| self.regions.cfg.predecessors(*op).iter().all(is_inside))
            .then_some(())
    }

    /// The registers that are written and live at the end.
    fn results(&self) -> impl Iterator<Item = Reg> {
        let is_live = |reg: &Reg| {
            self.regions
                .liveness
                .is_live_before(self.end as usize, *reg)
        };
        marked(&self.written).filter(is_live)
    }

    /// Returns the rolls, with the registers that are live within the region after each.
    fn rolls(&self, results: &[Reg]) -> Vec<(Pc, Vec<Reg>)> {
        let Regions {
            program, liveness, ..
        } = self.regions;
        let inside = liveness.inside(&self.list, self.end, results);
        let ops = self.list.iter();
        ops.filter_map(|at| {
            let Op::Roll { to, .. } = program.op(Pc(*at)) else {
                return None;
            };
            let live = inside.live_before(*at as usize + 1);
            Some((Pc(*at), live.filter(|reg| reg != to).collect()))
        })
        .collect()
    }

    /// The number of registers live at the roll that make a difference inside.
    fn n_inputs(&self, live: &[Reg], counted: &[MonotoneCounter]) -> usize {
        let touched = live.iter().filter(|reg| is_marked(&self.touched, **reg));
        touched
            .filter(|reg| counted.iter().all(|counted| counted.reg != **reg))
            .count()
    }

    fn region(self, live: &[Reg], counted: Vec<MonotoneCounter>) -> Region {
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
        let counted = counted.filter(|step| live.contains(&step.reg));
        let counted = counted.filter_map(|step| {
            let place = results.iter().position(|reg| *reg == step.reg)?;
            Some(CountedResult {
                counter: step,
                place,
            })
        });
        let touched = live.iter().filter(|reg| is_marked(&self.touched, **reg));
        let only_read = touched.enumerate();
        let only_read = only_read.filter(|(_, reg)| !is_marked(&self.written, **reg));
        let only_read = only_read.map(|(place, _)| place).collect();
        let behind = SuffixExits::of(self.regions, self.end, &untouched);
        let exits = behind.exits.iter().map(|at| Exit {
            at: Pc(*at),
            results: liveness
                .live_before(*at as usize)
                .filter(|reg| !untouched.contains(reg))
                .collect(),
        });
        let mut stop = vec![0; program.ops.len() / 64 + 1];
        mark(&mut stop, Reg(self.end));
        let rolls = self.rolls(&results);
        Region {
            end: Pc(self.end),
            stop: StopSet::of(program, stop),
            exits: exits.collect(),
            stops: StopSet::of(program, behind.stops),
            rolls,
            touched: self.touched,
            only_read,
            counted: counted.collect(),
            results,
        }
    }
}

/// The ops after a region that touch only registers that it touches.
struct SuffixExits {
    exits: Vec<u32>,
    stops: Set,
}

impl SuffixExits {
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
            let op = program.op(Pc(at));
            let asks = matches!(op, Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. });
            let mut stops = asks || op.flow() == Flow::End;
            program.for_each_read(op, |reg| stops |= untouched.contains(&reg));
            program.for_each_write(op, |reg| stops |= untouched.contains(&reg));
            if stops {
                behind.exits.push(at);
                mark(&mut behind.stops, Reg(at));
            } else {
                open.extend(regions.cfg.successors(at));
            }
        }
        behind
    }
}
