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

use super::monotone_counters::{MonotoneCounter, monotone_counters};
use sandtable_ir::cfg::Cfg;
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
    pub(super) step: MonotoneCounter,
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

/// What regions of a program are found by.
pub(super) struct Regions<'a> {
    pub(super) program: &'a Program,
    pub(super) liveness: &'a Liveness,
    cfg: Cfg,
    /// By op: its immediate post-dominator.
    post_dominators: Vec<Option<Pc>>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'a> Regions<'a> {
    /// `None` if the program is too large, or has calls.
    pub(super) fn of(program: &'a Program, liveness: &'a Liveness) -> Option<Self> {
        let is_flat = |op: &Op| !matches!(op, Op::Call { .. } | Op::Return { .. });
        if program.ops.len() > MOST_OPS || !program.ops.iter().all(is_flat) {
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

    /// The stretch from a throw that is most worth knowing by itself, given what matters there.
    pub(super) fn from(&self, at: Pc, kept: &[Reg]) -> Option<Region> {
        let mut stretch = Stretch::new(self, at);
        let mut best: Option<Candidate<'_>> = None;
        let mut next_end = self.post_dominator(at);
        while let Some(end) = next_end {
            // Further on nothing but more is touched, or the way leads back.
            if stretch.reach(end.0).is_none() {
                break;
            }
            // One throw alone gains nothing, and a longer stretch only if it has more throws.
            let n_before = best.as_ref().map_or(1, |best| best.stretch.n_throws);
            if stretch.n_throws > n_before {
                let counted =
                    monotone_counters(self.program, self.liveness, &self.cfg, &stretch.list);
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
            next_end = self.post_dominator(end);
        }
        best.map(|best| best.stretch.region(kept, best.counted))
    }
}

/// A stretch that may be worth knowing by itself.
struct Candidate<'a> {
    n_inputs: usize,
    counted: Vec<MonotoneCounter>,
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
    fn n_inputs(&self, kept: &[Reg], counted: &[MonotoneCounter]) -> usize {
        let touched = kept.iter().filter(|reg| is_marked(&self.touched, **reg));
        touched
            .filter(|reg| counted.iter().all(|counted| counted.reg != **reg))
            .count()
    }

    fn region(self, kept: &[Reg], counted: Vec<MonotoneCounter>) -> Region {
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
                open.extend(regions.cfg.successors(at));
            }
        }
        behind
    }
}
