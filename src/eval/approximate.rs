//! Driver: follows the likely paths in floating point, cuts off the unlikely ones, and bounds the error: every chance lies between
//! the probability found and that plus the probability cut off.
//!
//! States wait in *fronts*, one for each question and round: the frontier of the exploration. A front is expanded when
//! no front that precedes it in the reverse postorder of the program is waiting, so that most paths to a
//! state are joined by then. Only the frontier is stored: memory is bounded by cutting off its least likely states.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::budget::Budget;
use super::deterministic::only_outcome;
use super::exact::{Checkpoint, LOOK_STEPS, Progress};
use super::explore::{Location, QuestionId, Questions, choices};
use super::fault::{Fault, FaultKind};
use super::intern::{SliceInterner, StateId};
use super::machine::Machine;
use super::policy::{Deciding, Unstated};
use super::pool::sums;
use sandtable_ir::cfg::reverse_postorder;
use sandtable_ir::liveness::{is_within_reach, live_at_questions};
use sandtable_ir::{DecisionId, IndexVec, Pc, PoolId, Program, Reg};

/// States with a lower probability are cut off.
const FAINT: f64 = 1e-18;

/// Bytes of the budget for each number of the frontier: the number itself, its share of tables and masses, and those of
/// the ends, which are as many.
const BYTES_PER_WORD: usize = 32;

/// Maximum number of distinct outcomes.
const MOST_ENDS: usize = 1 << 20;

/// As many numbers fit the memory at hand, and cost no time worth counting.
const FEW_WORDS: usize = 1 << 16;

/// The cost of keeping another number, in steps.
const KEEPING: u64 = 8;

/// The cost of selecting the least likely states, in steps per number of the frontier.
const SORTING: u64 = 4;

/// Lower bounds of the chances of all outcomes, and the probability that was cut off.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// The values of each outcome and its least chance, least values first.
    pub outcomes: Vec<(Vec<i32>, f64)>,
    /// The probability of all paths that were cut off.
    pub open: f64,
    /// The number of states that were expanded.
    pub states: u64,
}

/// States at one question, and how likely each is.
#[derive(Debug, Default)]
struct FrontierEntry {
    states: SliceInterner<StateId>,
    masses: IndexVec<StateId, f64>,
}

impl FrontierEntry {
    /// Adds the state of a machine with its probability.
    fn add(&mut self, regs: &[Reg], machine: &Machine, mass: f64) {
        let (state, is_new) = self.states.intern_registers(0, regs, machine);
        match is_new {
            true => {
                self.masses.push(mass);
            }
            false => self.masses[state] += mass,
        }
    }

    /// Keeps the more likely half; returns the probability of the rest.
    fn halve(&mut self) -> f64 {
        let mut sorted = self.masses.as_slice().to_vec();
        let middle = sorted.len() / 2;
        if middle == 0 {
            return 0.0;
        }
        let (_, least, _) = sorted.select_nth_unstable_by(middle, |a, b| b.total_cmp(a));
        let least = *least;
        let mut kept = Self::default();
        let mut open = 0.0;
        for (state, mass) in self.masses.enumerated() {
            if *mass > least {
                kept.states.intern(self.states.get(state));
                kept.masses.push(*mass);
            } else {
                open += mass;
            }
        }
        *self = kept;
        open
    }
}

/// The number of retreating edges, and the place of the question in reverse postorder: the order of expansion; and the question.
type Waiting = (u32, u32, QuestionId);

/// An answer and its probability.
type Share = (i32, f64);

struct Follower<'a> {
    program: &'a Program,
    budget: &'a Budget,
    unstated: Unstated,
    questions: Questions,
    /// By question: its number in reverse postorder.
    places: IndexVec<QuestionId, u32>,
    /// By question: each face or sum and its chance; found when first needed.
    shares: IndexVec<QuestionId, Option<Rc<Vec<Share>>>>,
    machine: Machine,
    frontier: BTreeMap<Waiting, FrontierEntry>,
    ends: FrontierEntry,
    n_words: usize,
    steps: u64,
    found: Bounds,
    watch: Option<Checkpoint<'a>>,
    /// The next report is due when no more steps than this are left.
    look_at: u64,
}

/// Explores the likely paths.
///
/// Errors: the first fault on a path that is followed; a judgement, since it has no answer; a decision without a
/// stated worth; a pool whose distribution is too large; a program too large to be analysed.
pub fn bounds(program: &Program, budget: &Budget, unstated: Unstated) -> Result<Bounds, Fault> {
    bounds_watched(program, budget, unstated, None)
}

/// As [`bounds`]; the watcher receives the number of expanded states from time to time, and may end the work: the rest is then
/// left open.
///
/// Errors: as [`bounds`].
pub fn bounds_watched(
    program: &Program,
    budget: &Budget,
    unstated: Unstated,
    watch: Option<Checkpoint<'_>>,
) -> Result<Bounds, Fault> {
    if let Some(only) = only_outcome(program, budget.steps, unstated) {
        return only.map(|(outcome, _)| Bounds {
            outcomes: vec![(outcome, 1.0)],
            ..Bounds::default()
        });
    }
    if !is_within_reach(program) {
        return Err(FaultKind::TooLargeAProgram.at(Pc(0)));
    }
    let mut follower = Follower::new(program, budget, unstated, watch);
    follower.run(None, 1.0)?;
    while let Some((waiting, front)) = follower.frontier.pop_first() {
        follower.n_words -= front.states.n_words();
        follower.expand(waiting, &front)?;
    }
    Ok(follower.into_bounds())
}

impl<'a> Follower<'a> {
    fn new(
        program: &'a Program,
        budget: &'a Budget,
        unstated: Unstated,
        watch: Option<Checkpoint<'a>>,
    ) -> Self {
        let order: IndexVec<Pc, u32> = reverse_postorder(program).into();
        let questions = Questions::of(program, live_at_questions(program));
        Self {
            program,
            budget,
            unstated,
            places: questions
                .iter()
                .map(|question| order[question.at])
                .collect(),
            shares: IndexVec::from(vec![None; questions.len()]),
            questions,
            machine: Machine::new(program),
            frontier: BTreeMap::new(),
            ends: FrontierEntry::default(),
            n_words: 0,
            steps: budget.all_steps(),
            found: Bounds::default(),
            watch,
            look_at: u64::MAX,
        }
    }

    /// Reports the progress to the watcher; if it ends the work, the remaining steps are set to 0.
    #[cold]
    fn look(&mut self) {
        if let Some(watch) = self.watch {
            let fronts = self.frontier.values();
            let waiting: usize = fronts.map(|front| front.masses.len()).sum();
            let done = self.found.states;
            let about = done + waiting as u64;
            if watch(Progress::of(done, about)).is_break() {
                self.steps = 0;
            }
        }
        self.look_at = self.steps.saturating_sub(LOOK_STEPS);
    }

    /// Follows every answer from the states of a front.
    fn expand(&mut self, waiting: Waiting, front: &FrontierEntry) -> Result<(), Fault> {
        let (_, _, question) = waiting;
        if self.steps == 0 {
            self.found.open += front.masses.iter().sum::<f64>();
            return Ok(());
        }
        let asked = &self.questions[question];
        let (at, to, pool, live) = (asked.at, asked.to, asked.pool, asked.live.clone());
        let rolled = match pool {
            Some(pool) => Some(self.shares(question, pool)?),
            None => None,
        };
        for (state, mass) in front.masses.enumerated() {
            if *mass < FAINT || self.steps == 0 {
                self.found.open += mass;
                continue;
            }
            self.found.states += 1;
            let shares = match &rolled {
                Some(shares) => Rc::clone(shares),
                None => {
                    front.states.restore(state, &live, &mut self.machine);
                    self.machine.pc = at;
                    let answers = choices(self.program, &self.machine)?;
                    let total: u64 = answers.iter().map(|(_, weight)| weight).sum();
                    let shares = answers.into_iter();
                    let shares =
                        shares.map(|(answer, weight)| (answer, weight as f64 / total as f64));
                    Rc::new(shares.collect())
                }
            };
            for (value, share) in shares.iter() {
                front.states.restore(state, &live, &mut self.machine);
                self.machine.set(to, *value);
                self.machine.pc = Pc(at.0 + 1);
                self.run(Some(waiting), mass * share)?;
            }
        }
        Ok(())
    }

    /// The answers to a roll.
    fn shares(&mut self, question: QuestionId, pool: PoolId) -> Result<Rc<Vec<Share>>, Fault> {
        if let Some(known) = &self.shares[question] {
            return Ok(Rc::clone(known));
        }
        let sums = sums(self.program.pool(pool), &mut self.steps);
        let at = self.questions[question].at;
        let shares = Rc::new(sums.ok_or(FaultKind::TooManySums.at(at))?.shares());
        self.shares[question] = Some(Rc::clone(&shares));
        Ok(shares)
    }

    /// Runs to the next question or the end, and adds the state there to the frontier.
    fn run(&mut self, from: Option<Waiting>, mass: f64) -> Result<(), Fault> {
        if self.steps <= self.look_at && self.steps > 0 {
            self.look();
        }
        let most = self.budget.steps.min(self.steps);
        let mut steps = most;
        let (program, unstated) = (self.program, self.unstated);
        let is_open = |decision: DecisionId| unstated.draws(program.decision(decision));
        let found = self.questions.run_to_next(
            program,
            &mut self.machine,
            &mut Deciding(unstated),
            is_open,
            &mut steps,
        );
        self.steps -= most - steps;
        let question = match found {
            Ok(Location::Question(question)) => question,
            Ok(Location::End) => {
                self.end(mass);
                return Ok(());
            }
            // The budget of all runs is used up, while this run is within its own.
            Err(fault) if self.steps == 0 && fault.is_of_the_run() => {
                self.found.open += mass;
                return Ok(());
            }
            Err(fault) => return Err(fault),
        };
        let place = self.places[question];
        let rounds = from.map_or(0, |(rounds, before, _)| {
            rounds.saturating_add(u32::from(place <= before))
        });
        let front = self.frontier.entry((rounds, place, question)).or_default();
        let before = front.states.n_words();
        let live = &self.questions[question].live;
        front.add(live, &self.machine, mass);
        let n_more = front.states.n_words() - before;
        self.n_words += n_more;
        if self.n_words > FEW_WORDS {
            self.steps = self.steps.saturating_sub(n_more as u64 * KEEPING);
        }
        if self.n_words > self.most_words() {
            self.halve();
        }
        Ok(())
    }

    /// The most numbers that the frontier may take, or the ends.
    fn most_words(&self) -> usize {
        self.budget.memory / BYTES_PER_WORD
    }

    /// Counts a run that has ended.
    fn end(&mut self, mass: f64) {
        self.ends.add(&self.program.outcome, &self.machine, mass);
        let n_words = self.ends.states.n_words();
        if n_words > self.most_words() || self.ends.states.len() > MOST_ENDS {
            self.steps = self.steps.saturating_sub(n_words as u64 * SORTING);
            self.found.open += self.ends.halve();
        }
    }

    /// Cuts off the less likely half of the frontier.
    #[cold]
    fn halve(&mut self) {
        self.steps = self.steps.saturating_sub(self.n_words as u64 * SORTING);
        self.n_words = 0;
        for front in self.frontier.values_mut() {
            self.found.open += front.halve();
            self.n_words += front.states.n_words();
        }
    }

    fn into_bounds(self) -> Bounds {
        let ends = self.ends.masses.enumerated();
        let mut outcomes: Vec<(Vec<i32>, f64)> = ends
            .map(|(end, mass)| (self.ends.states.values(end).to_vec(), *mass))
            .collect();
        outcomes.sort_by(|one, other| one.0.cmp(&other.0));
        let all = outcomes.iter().map(|(_, mass)| mass).sum::<f64>() + self.found.open;
        debug_assert!(
            (all - 1.0).abs() < 1e-6,
            "the chances and what is left open sum to one, not {all}"
        );
        Bounds {
            outcomes,
            ..self.found
        }
    }
}
