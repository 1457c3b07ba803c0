//! Merge points between questions: two runs that agree there in all live registers continue alike, so that only the first is run to
//! its end (the state merging of Kuznetsov, Kinder, Bucur and Candea 2012, for equal states only).
//!
//! They are sought where runs from one question to the next are long. One run is observed; among the loop heads that it passes
//! in its first half, the one with the fewest live registers becomes a merge point. It is removed if hardly any run
//! is merged there.

use super::explore::QuestionId;
use super::intern::{SliceInterner, StateId};
use super::machine::{Answers, Machine, Pause};
use super::stop_set::{Stop, StopSet};
use sandtable_ir::liveness::{Liveness, mark};
use sandtable_ir::{Flow, IndexVec, Op, Pc, Program, Reg};
use std::collections::{BTreeMap, BTreeSet};

sandtable_ir::define_ids! {
    /// The key of a run at a merge point: the op, and the values of the registers that are live there.
    struct KeyId;
}

/// Steps from one question to the next from which on runs are worth merging.
const LONG: u64 = 1000;
/// Long runs from a question before one is watched: of questions that are seldom asked it is not worth while.
const FEW: u8 = 4;
/// Times that a run is stopped at merge points.
const MOST_STOPS: usize = 4;
/// Runs after which a merge point is judged, and the least share of them that must have been merged, as a divisor.
const TRIES: u32 = 1024;
const LEAST_MERGED: u32 = 8;
/// Merge points that are given up until no more are looked for.
const MOST_GIVEN_UP: usize = 8;
/// Bytes of remembered registers, beyond which all are forgotten.
const MOST_BYTES: usize = 1 << 23;

/// The merge points of a program.
pub(super) struct MergePoints {
    of_question: IndexVec<QuestionId, Treatment>,
    points: BTreeMap<Pc, MergePoint>,
    given_up: BTreeSet<Pc>,
    /// The ops at the merge points; `None` while there are none.
    stops: Option<StopSet>,
    keys: SliceInterner<KeyId>,
    /// By key: the state in which a run ended that had it; `None` while none has.
    states: IndexVec<KeyId, Option<StateId>>,
    /// The keys of the last run.
    passed: Vec<KeyId>,
}

#[derive(Debug)]
struct MergePoint {
    live: Vec<Reg>,
    n_tries: u32,
    n_merged: u32,
}

/// The treatment of runs from a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Treatment {
    /// No merge points are sought.
    Never,
    /// None; the number of long runs so far.
    None(u8),
    /// The next is watched.
    Watch,
    /// Runs are stopped at merge points.
    Merge,
}

/// The end of a run.
pub(super) enum RunEnd {
    /// It was merged with an earlier one, which ended in this state.
    Merged(StateId),
    /// It pauses; the caller passes the final state to [`MergePoints::remember`].
    Paused(Pause),
}

impl MergePoints {
    /// None yet; unless they are `looked_for`, none ever.
    pub(super) fn new(n_questions: usize, looked_for: bool) -> Self {
        let first = match looked_for {
            true => Treatment::None(0),
            false => Treatment::Never,
        };
        Self {
            of_question: IndexVec::from(vec![first; n_questions]),
            points: BTreeMap::new(),
            given_up: BTreeSet::new(),
            stops: None,
            keys: SliceInterner::default(),
            states: IndexVec::new(),
            passed: Vec::new(),
        }
    }

    /// Runs a machine from the op after the answer to a question, as [`Machine::run`] does. All runs are of one program and its
    /// liveness, and choices are answered by its registers alone.
    #[inline]
    pub(super) fn run<A: Answers>(
        &mut self,
        program: &Program,
        liveness: &Liveness,
        from: QuestionId,
        machine: &mut Machine,
        answers: &mut A,
        steps: &mut u64,
    ) -> RunEnd {
        self.passed.clear();
        match self.of_question[from] {
            Treatment::Never => RunEnd::Paused(machine.run(program, answers, steps)),
            Treatment::None(n_long) => {
                let before = *steps;
                let pause = machine.run(program, answers, steps);
                if before - *steps > LONG {
                    self.of_question[from] = match n_long + 1 {
                        FEW => Treatment::Watch,
                        n_long => Treatment::None(n_long),
                    };
                }
                RunEnd::Paused(pause)
            }
            Treatment::Watch => {
                self.of_question[from] = Treatment::Merge;
                RunEnd::Paused(self.watch(program, liveness, machine, answers, steps))
            }
            Treatment::Merge => self.run_merging(program, machine, answers, steps),
        }
    }

    /// Remembers the state in which the last run ended.
    #[inline]
    pub(super) fn remember(&mut self, state: StateId) {
        for key in self.passed.drain(..) {
            self.states[key] = Some(state);
        }
    }

    /// Memory that it takes, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        let states = size_of::<Option<StateId>>() * self.states.len();
        self.stops.as_ref().map_or(0, StopSet::n_bytes) + self.keys.n_bytes() + states
    }

    /// Runs a machine, and makes one of the loop heads that it passes a merge point.
    #[cold]
    fn watch<A: Answers>(
        &mut self,
        program: &Program,
        liveness: &Liveness,
        machine: &mut Machine,
        answers: &mut A,
        steps: &mut u64,
    ) -> Pause {
        let heads = loop_heads(program).filter(|at| !self.given_up.contains(at));
        let stops = stops_at(program, heads);
        let before = *steps;
        let mut passed: BTreeMap<Pc, u64> = BTreeMap::new();
        let pause = loop {
            let at = match stops.run(program, machine, answers, steps) {
                Stop::Before(at) => at,
                Stop::Paused(pause) => break pause,
            };
            passed.entry(at).or_insert(before - *steps);
            if let Err(pause) = machine.step(program, answers) {
                break pause;
            }
            *steps = steps.saturating_sub(1);
        };
        let n_steps = before - *steps;
        let early = passed.into_iter().filter(|(_, gone)| *gone < n_steps / 2);
        let n_live = |at: Pc| liveness.live_before(at.0 as usize).count();
        if let Some((at, _)) = early.min_by_key(|(at, gone)| (n_live(*at), *gone)) {
            self.points.entry(at).or_insert_with(|| MergePoint {
                live: liveness.live_before(at.0 as usize).collect(),
                n_tries: 0,
                n_merged: 0,
            });
            self.place_stops(program);
        }
        pause
    }

    fn place_stops(&mut self, program: &Program) {
        let points = self.points.keys().copied();
        self.stops = (!self.points.is_empty()).then(|| stops_at(program, points));
    }

    fn run_merging<A: Answers>(
        &mut self,
        program: &Program,
        machine: &mut Machine,
        answers: &mut A,
        steps: &mut u64,
    ) -> RunEnd {
        if self.keys.n_bytes() > MOST_BYTES {
            self.keys = SliceInterner::default();
            self.states = IndexVec::new();
        }
        for _ in 0..MOST_STOPS {
            let Some(stops) = &self.stops else {
                break;
            };
            let at = match stops.run(program, machine, answers, steps) {
                Stop::Before(at) => at,
                Stop::Paused(pause) => return RunEnd::Paused(pause),
            };
            if let Some(state) = self.known_end(program, at, machine) {
                self.remember(state);
                return RunEnd::Merged(state);
            }
            if let Err(pause) = machine.step(program, answers) {
                return RunEnd::Paused(pause);
            }
            *steps = steps.saturating_sub(1);
        }
        RunEnd::Paused(machine.run(program, answers, steps))
    }

    /// The state in which an earlier run ended that agreed with this one at a merge point.
    fn known_end(&mut self, program: &Program, at: Pc, machine: &Machine) -> Option<StateId> {
        let point = self.points.get_mut(&at)?;
        let place = at.0 as i32;
        let (key, is_new) = self.keys.intern_registers(place, &point.live, machine);
        if is_new {
            self.states.push(None);
        }
        let known = self.states[key];
        point.n_tries += 1;
        point.n_merged += u32::from(known.is_some());
        if point.n_tries == TRIES && point.n_merged * LEAST_MERGED < TRIES {
            self.give_up(program, at);
        }
        if known.is_none() {
            self.passed.push(key);
        }
        known
    }

    /// Removes a merge point, and seeks others.
    #[cold]
    fn give_up(&mut self, program: &Program, at: Pc) {
        self.points.remove(&at);
        self.given_up.insert(at);
        self.place_stops(program);
        if self.given_up.len() < MOST_GIVEN_UP {
            for question in self.of_question.ids() {
                if self.of_question[question] == Treatment::Merge {
                    self.of_question[question] = Treatment::Watch;
                }
            }
        }
    }
}

/// The ops to which others jump back, less those at which a machine pauses anyway.
fn loop_heads(program: &Program) -> impl Iterator<Item = Pc> {
    let targets = (0..)
        .zip(&program.ops)
        .filter_map(|(at, op)| match op.flow() {
            Flow::To(to) | Flow::Either(to) => (to.0 <= at).then_some(to),
            Flow::Next | Flow::Call(_) | Flow::Return | Flow::End => None,
        });
    let pauses = |at: &Pc| {
        matches!(
            program.op(*at),
            Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. } | Op::Done
        )
    };
    targets.filter(move |at| !pauses(at))
}

/// Stops at some ops.
fn stops_at(program: &Program, at: impl Iterator<Item = Pc>) -> StopSet {
    let mut set = vec![0; program.ops.len() / 64 + 1];
    at.for_each(|at| mark(&mut set, Reg(at.0)));
    StopSet::of(program, set)
}
