//! Driver: the best choice at every decision of one side, in a finite Markov decision process.
//!
//! Every state is found once, as for exact odds. The value of a state follows from those of its successors: for
//! a roll the mean, for a choice of the side the maximum, for a choice against it the minimum (expectiminimax). Values are
//! exact fractions. With cycles, or if the numbers grow too long, they are floating-point numbers, with an error of about
//! 1e-15 by value iteration (Bellman 1957).

mod value_iteration;

use super::budget::{Budget, Limit};
use super::exact::{Checkpoint, LOOK_STEPS, Progress};
use super::explore::{Location, OpenQuestion, QuestionId, Questions};
use super::fault::{Fault, FaultKind};
use super::intern::{StateId, StateInterner};
use super::machine::{Answers, Machine};
use super::merge_points::{MergePoints, RunEnd};
use super::offer::Offer;
use super::policy::Unstated;
use super::pool::{Sums, Ways, sums};
use num_bigint::{BigInt, BigUint};
use sandtable_ir::liveness::{Liveness, is_within_reach};
use sandtable_ir::{DecisionId, Id, IndexVec, Op, Pc, PoolId, Program};
use std::ops::ControlFlow;
use std::rc::Rc;
use value_iteration::{ExactValues, solve};

/// Values that differ by less are the same: the first option is then taken.
const SAME: f64 = 1e-9;
/// States that are expanded between two reports of progress at most.
const LOOK: u32 = 1 << 14;

/// The side whose choices are optimised, and the policy of the others.
#[derive(Debug, Clone)]
pub struct Interest {
    /// For each unit of the cast, whether its choices are the side's.
    pub ours: Vec<bool>,
    /// Whether all other choices minimise the value.
    pub is_against: bool,
    /// The policy of the others, where no worth is stated and they are not against it.
    pub unstated: Unstated,
}

/// The kind of question at a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// A roll of dice.
    Roll(PoolId),
    /// A choice of the side.
    Ours(DecisionId),
    /// A choice against it.
    Theirs(DecisionId),
    /// A choice that is left to chance.
    Drawn(DecisionId),
    /// Nothing: it is over.
    Nothing,
}

/// An answer with its successor.
#[derive(Debug, Clone, Copy)]
pub struct Transition {
    /// The value of the answer.
    pub answer: i32,
    /// Its probability, if it is random.
    pub share: f64,
    /// Its number of ways; `None` if that does not fit.
    pub ways: Option<u64>,
    /// The state that follows.
    pub to: u32,
}

/// A state of the process.
#[derive(Debug, Clone)]
pub struct State {
    /// The kind of question.
    pub asks: Asks,
    /// The transitions, one for each answer.
    pub ways: Vec<Transition>,
    /// The unit whose choice it is, by its place in the cast.
    pub by: Option<usize>,
    /// The expected value under optimal choices.
    pub worth: f64,
}

/// The process, solved: all states with their values, and the best choices.
#[derive(Debug, Clone, Default)]
pub struct Solution {
    /// All states; the first is the beginning.
    pub nodes: Vec<State>,
    /// The state from which each was first reached.
    from: Vec<u32>,
    /// The exact values, if there are no cycles and the numbers stay small.
    exactly: Option<ExactValues>,
}

impl Solution {
    /// The value of the beginning.
    pub fn worth(&self) -> f64 {
        self.state(0).worth
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "numbers of states are those that this gives; there is at least the first"
    )]
    fn state(&self, number: u32) -> &State {
        &self.nodes[number as usize]
    }

    fn set_worth(&mut self, number: u32, worth: f64) {
        if let Some(state) = self.nodes.get_mut(number as usize) {
            state.worth = worth;
        }
    }

    /// The value of a state as a reduced fraction; `None` if it is not known exactly.
    pub fn fraction(&self, node: u32) -> Option<(BigInt, BigUint)> {
        self.exactly.as_ref()?.fraction(node)
    }

    /// Each answer of a choice, its value, and the state that follows.
    pub fn options(&self, node: u32) -> Vec<(i32, f64, u32)> {
        let ways = self.state(node).ways.iter();
        ways.map(|way| (way.answer, self.state(way.to).worth, way.to))
            .collect()
    }

    /// The place of the best answer of a choice among its answers.
    pub fn best(&self, node: u32) -> usize {
        let mut best: Option<(usize, f64, u32)> = None;
        for (at, (_, worth, to)) in self.options(node).into_iter().enumerate() {
            let is_better = best.is_none_or(|(_, most, best)| {
                let exactly = self.exactly.as_ref();
                let is_more = exactly.and_then(|exactly| exactly.is_more(to, best));
                is_more.unwrap_or(worth > most + SAME)
            });
            if is_better {
                best = Some((at, worth, to));
            }
        }
        best.map_or(0, |(at, ..)| at)
    }

    /// Returns the side's choices that are reachable under optimal choices, sorted by their distance from the start.
    pub fn choices(&self) -> Vec<u32> {
        let mut seen: IndexVec<StateId, bool> = vec![false; self.nodes.len()].into();
        let mut open = vec![0_u32];
        let mut found = Vec::new();
        let mut at = 0;
        seen[StateId(0)] = true;
        while let Some(node) = open.get(at).copied() {
            at += 1;
            let known = self.state(node);
            let is_ours = matches!(known.asks, Asks::Ours(_));
            if is_ours {
                found.push(node);
            }
            let best = is_ours.then(|| self.best(node));
            for (place, way) in known.ways.iter().enumerate() {
                let is_followed = best.is_none_or(|best| best == place);
                if is_followed && !std::mem::replace(&mut seen[StateId(way.to)], true) {
                    open.push(way.to);
                }
            }
        }
        found
    }

    /// The states on the path by which one was first found, from the beginning, itself last.
    pub fn trail(&self, node: u32) -> Vec<u32> {
        let mut trail = vec![node];
        let mut at = node;
        while at != 0 && trail.len() <= self.nodes.len() {
            at = self.from(at);
            trail.push(at);
        }
        trail.reverse();
        trail
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "there is a predecessor for each state that was found"
    )]
    fn from(&self, node: u32) -> u32 {
        self.from[node as usize]
    }
}

/// Leaves open the choices that the process optimises.
struct Open<'a>(&'a Interest);

impl Open<'_> {
    /// Whether a choice is the side's own; a choice of no particular unit is.
    fn is_ours(&self, offer: Offer<'_>) -> bool {
        let Some(unit) = offer.by() else {
            return true;
        };
        let is_ours = self.0.ours.get(unit);
        debug_assert!(is_ours.is_some(), "it is said of each unit whose it is");
        is_ours.is_some_and(|is_ours| *is_ours)
    }
}

impl Answers for Open<'_> {
    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        match self.is_ours(offer) || self.0.is_against {
            true => None,
            false => self.0.unstated.answer(offer),
        }
    }
}

struct ProcessBuilder<'a> {
    program: &'a Program,
    interest: &'a Interest,
    questions: Questions,
    states: StateInterner,
    merge_points: MergePoints,
    liveness: &'a Liveness,
    machine: Machine,
    advice: Solution,
    steps: u64,
    budget: &'a Budget,
    watch: Checkpoint<'a>,
    /// The next report is due when no more steps than this are left.
    look_at: u64,
    n_transitions: usize,
    /// By pool; found when first needed.
    pools: IndexVec<PoolId, Option<Rc<Vec<Share>>>>,
}

/// An open question with its op.
struct QuestionAsked {
    asks: Asks,
    by: Option<usize>,
    answers: Rc<Vec<Share>>,
}

/// Finds the best choices by the second number of the outcome: a number, or 1 where a condition holds and 0 elsewhere.
/// Reports from time to time how many states it has found, and how many it has expanded.
///
/// Errors: as exact odds; of what exceeds the budget, the depth that was reached; the watcher ends it.
pub fn advise(
    program: &Program,
    interest: &Interest,
    budget: &Budget,
    watch: Checkpoint<'_>,
) -> Result<Solution, Fault> {
    if !is_within_reach(program) {
        return Err(FaultKind::TooLargeAProgram.at(Pc(0)));
    }
    let liveness = Liveness::of(program);
    let questions = Questions::of(program, liveness.at_questions(program));
    let steps = budget.all_steps();
    let mut builder = ProcessBuilder {
        program,
        interest,
        states: StateInterner::new(questions.n_live(program)),
        merge_points: MergePoints::new(questions.len(), budget.reductions.merge_points),
        liveness: &liveness,
        questions,
        machine: Machine::new(program),
        advice: Solution::default(),
        steps,
        budget,
        watch,
        look_at: steps.saturating_sub(LOOK_STEPS),
        n_transitions: 0,
        pools: IndexVec::from(vec![None; program.pools.len()]),
    };
    builder.run(StateId(0), None)?;
    let mut state = 0;
    while (state as usize) < builder.states.len() {
        builder.expand(StateId(state))?;
        state += 1;
        if state.is_multiple_of(LOOK) {
            builder.look()?;
        }
    }
    let n_states = u64::from(state);
    let mut advice = builder.advice;
    solve(&mut advice, &|| report(watch, n_states, n_states))?;
    Ok(advice)
}

/// Reports how many states were expanded, of those that were found.
///
/// Errors: the watcher ends the work.
fn report(watch: Checkpoint<'_>, done: u64, about: u64) -> Result<(), Fault> {
    match watch(Progress::of(done, about)) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(FaultKind::Cancelled(done).at(Pc(0))),
    }
}

impl ProcessBuilder<'_> {
    #[cold]
    fn look(&mut self) -> Result<(), Fault> {
        self.look_at = self.steps.saturating_sub(LOOK_STEPS);
        let n_expanded = self.advice.nodes.len() as u64;
        report(self.watch, n_expanded, self.states.len() as u64)
    }

    /// Runs to the next question or the end, after the answer to the question `behind` of a state; returns the state there.
    fn run(&mut self, from: StateId, behind: Option<QuestionId>) -> Result<StateId, Fault> {
        if self.steps <= self.look_at {
            self.look()?;
        }
        let most = self.budget.steps.min(self.steps);
        let mut steps = most;
        let answers = &mut Open(self.interest);
        let (program, machine) = (self.program, &mut self.machine);
        let end = match behind {
            Some(behind) => {
                self.merge_points
                    .run(program, self.liveness, behind, machine, answers, &mut steps)
            }
            None => RunEnd::Paused(machine.run(program, answers, &mut steps)),
        };
        let at = self.machine.pc;
        self.steps -= most - steps;
        if self.steps == 0 {
            return Err(self.too_many(at, Limit::Steps));
        }
        let pause = match end {
            RunEnd::Merged(state) => return Ok(state),
            RunEnd::Paused(pause) => pause,
        };
        let location = self.questions.location(&self.machine, pause, |_| true)?;
        let live = self.questions.live(self.program, location);
        let (state, is_new) = self.states.intern(location, live, &self.machine);
        self.merge_points.remember(state);
        if is_new {
            self.advice.from.push(from.0);
        }
        Ok(state)
    }

    /// Memory that everything takes, in bytes.
    fn n_bytes(&self) -> usize {
        let transitions = size_of::<Transition>() * self.n_transitions;
        let nodes = (size_of::<State>() + size_of::<u32>()) * self.states.len();
        self.states.n_bytes() + self.merge_points.n_bytes() + nodes + transitions
    }

    /// Follows every answer from a state.
    fn expand(&mut self, state: StateId) -> Result<(), Fault> {
        let question = match self.states.location(state) {
            Location::Question(question) => question,
            Location::End => {
                let worth = self.value_at_end(state)?;
                self.advice.nodes.push(State {
                    asks: Asks::Nothing,
                    ways: Vec::new(),
                    by: None,
                    worth,
                });
                return Ok(());
            }
        };
        let OpenQuestion { at, to, .. } = self.questions[question];
        self.restore(state, question, at);
        let asked = self.asked(question)?;
        let mut ways = Vec::with_capacity(asked.answers.len());
        for (answer, share, n_ways) in asked.answers.iter() {
            self.restore(state, question, Pc(at.0 + 1));
            self.machine.set(to, *answer);
            ways.push(Transition {
                answer: *answer,
                share: *share,
                ways: *n_ways,
                to: self.run(state, Some(question))?.0,
            });
        }
        debug_assert!(
            (ways.iter().map(|way| way.share).sum::<f64>() - 1.0).abs() < 1e-9,
            "the shares of all answers sum to one"
        );
        self.n_transitions += ways.len();
        if self.n_bytes() > self.budget.for_tables() {
            return Err(self.too_many(at, Limit::memory(self.budget)));
        }
        self.advice.nodes.push(State {
            asks: asked.asks,
            ways,
            by: asked.by,
            worth: 0.0,
        });
        Ok(())
    }

    /// The value of a state at the end: the second number of its outcome.
    fn value_at_end(&self, state: StateId) -> Result<f64, Fault> {
        let mut outcome = Vec::new();
        self.states.values(state, &mut outcome);
        match outcome.as_slice() {
            [_, value, ..] => Ok(f64::from(*value)),
            _ => Err(FaultKind::Ours("an outcome without a value").at(self.machine.pc)),
        }
    }

    fn restore(&mut self, state: StateId, question: QuestionId, at: Pc) {
        let live = &self.questions[question].live;
        self.states.restore(state, live, &mut self.machine);
        self.machine.pc = at;
    }

    /// The current question of the machine: who decides, and the answers with their shares.
    fn asked(&mut self, question: QuestionId) -> Result<QuestionAsked, Fault> {
        let at = self.questions[question].at;
        if let Some(pool) = self.questions[question].pool {
            return Ok(QuestionAsked {
                asks: Asks::Roll(pool),
                by: None,
                answers: self.shares(pool).map_err(|kind| kind.at(at))?,
            });
        }
        let (Op::Choose { decision, .. }, Some(offer)) =
            (*self.program.op(at), self.machine.offer(self.program))
        else {
            return Err(FaultKind::Ours("a choice without an offer").at(at));
        };
        let asks = if offer.decision.is_drawn {
            Asks::Drawn(decision)
        } else if Open(self.interest).is_ours(offer) {
            Asks::Ours(decision)
        } else if self.interest.is_against {
            Asks::Theirs(decision)
        } else if self.interest.unstated == Unstated::Random {
            Asks::Drawn(decision)
        } else {
            return Err(FaultKind::Undecided(decision).at(at));
        };
        let total = offer.total_weight() as f64;
        let answers = offer.answers().map(|answer| {
            let weight = offer.weight(answer);
            (answer, weight as f64 / total, Some(weight))
        });
        Ok(QuestionAsked {
            asks,
            by: offer.by(),
            answers: Rc::new(answers.collect()),
        })
    }

    /// The answers to a roll.
    fn shares(&mut self, pool: PoolId) -> Result<Rc<Vec<Share>>, FaultKind> {
        if let Some(known) = &self.pools[pool] {
            return Ok(Rc::clone(known));
        }
        let sums = sums(self.program.pool(pool), &mut self.steps);
        let shares = Rc::new(with_ways(&sums.ok_or(FaultKind::TooManySums)?));
        self.pools[pool] = Some(Rc::clone(&shares));
        Ok(shares)
    }

    #[cold]
    fn too_many(&self, at: Pc, limit: Limit) -> Fault {
        let n_states = self.advice.nodes.len();
        let deep = match n_states.checked_sub(1) {
            Some(last) => self.advice.trail(StateId::from_index(last).0).len() - 1,
            None => 0,
        };
        FaultKind::TooDeep(self.states.len() as u64, deep as u32, limit).at(at)
    }
}

/// An answer, its probability, and its ways if they fit.
type Share = (i32, f64, Option<u64>);

fn with_ways(sums: &Sums) -> Vec<Share> {
    let ways: Vec<Option<u64>> = match &sums.ways {
        Ways::Small(ways) => ways.iter().copied().map(Some).collect(),
        Ways::Large(ways) => vec![None; ways.len()],
    };
    let shares = sums.shares().into_iter().zip(ways);
    shares
        .map(|((value, share), ways)| (value, share, ways))
        .collect()
}
