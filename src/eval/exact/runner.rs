//! The machine between questions, with what all runs of an exploration share: the budget of steps, the policy, and the
//! answers to each question.

use super::graph::Edge;
use super::progress::{Checkpoint, LOOK_STEPS, Progress};
use super::state_table::StateTable;
use crate::answer_classes;
use crate::budget::Budget;
use crate::explore::{Location, QuestionId, Questions};
use crate::fault::Fault;
use crate::intern::StateId;
use crate::machine::Machine;
use crate::merge_points::{MergePoints, RunEnd};
use crate::policy::{Deciding, Unstated};
use crate::pool::{Sums, sums};
use sandtable_ir::liveness::Liveness;
use sandtable_ir::{DecisionId, IndexVec, Pc, PoolId, Program};
use std::rc::Rc;

/// The reason for which the answers to a roll cannot be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TooMuch {
    /// The distribution of the dice is too large to be computed.
    Sums,
    /// Their edges take more than the memory of the budget.
    Answers,
}

/// The end of a run after an answer.
pub(super) enum Reached {
    /// A state that is known from an earlier run, with which it was merged.
    Known(StateId),
    /// A question, or the end, in a state that may be new.
    At(Location),
}

/// Runs a program from question to question.
pub(super) struct Runner<'r> {
    pub(super) program: &'r Program,
    pub(super) budget: &'r Budget,
    pub(super) questions: Questions,
    liveness: &'r Liveness,
    pub(super) machine: Machine,
    merge_points: MergePoints,
    /// Steps that may still be taken, over all runs.
    steps: u64,
    pub(super) unstated: Unstated,
    watch: Option<Checkpoint<'r>>,
    /// The next report is due when no more steps than this are left.
    look_at: u64,
    /// Estimated number of states that the budget has room for, from those found so far.
    pub(super) most_states: u64,
    /// The progress reported last.
    progress: Progress,
    /// Whether the watcher has ended the work.
    is_cancelled: bool,
    /// By pool: its distribution; computed on first use.
    pools: IndexVec<PoolId, Option<Rc<Sums>>>,
    /// By question: one answer of each class; computed on first use.
    answers: IndexVec<QuestionId, Option<Rc<Sums>>>,
}

impl<'r> Runner<'r> {
    pub(super) fn new(
        program: &'r Program,
        budget: &'r Budget,
        unstated: Unstated,
        liveness: &'r Liveness,
        watch: Option<Checkpoint<'r>>,
    ) -> Self {
        let questions = Questions::of(program, liveness.at_questions(program));
        let steps = budget.all_steps();
        Self {
            program,
            budget,
            liveness,
            machine: Machine::new(program),
            steps,
            unstated,
            watch,
            look_at: steps.saturating_sub(LOOK_STEPS),
            most_states: u64::MAX,
            progress: Progress::default(),
            is_cancelled: false,
            pools: IndexVec::from(vec![None; program.pools.len()]),
            answers: IndexVec::from(vec![None; questions.len()]),
            merge_points: MergePoints::new(questions.len(), budget.reductions.merge_points),
            questions,
        }
    }

    /// The number of steps that all runs together have taken.
    pub(super) fn n_steps(&self) -> u64 {
        self.budget.all_steps() - self.steps
    }

    /// The most steps that the next run may take.
    #[inline]
    pub(super) fn most_steps(&self) -> u64 {
        self.budget.steps.min(self.steps)
    }

    /// Takes steps from those that are left. Reports to the watcher if no report was made for long, which is where one
    /// state takes many steps.
    #[inline]
    pub(super) fn spend(&mut self, steps: u64) {
        self.steps -= steps;
        if self.steps.saturating_add(LOOK_STEPS) <= self.look_at {
            self.report(self.progress);
        }
    }

    /// Whether a report is due, for the steps that were taken since the last.
    #[inline]
    pub(super) fn is_report_due(&self) -> bool {
        self.steps <= self.look_at
    }

    /// Reports the progress; if the watcher ends the work, no steps are left.
    #[cold]
    pub(super) fn report(&mut self, progress: Progress) {
        self.progress = progress;
        let is_ended = self.watch.is_some_and(|watch| watch(progress).is_break());
        if is_ended {
            self.is_cancelled = true;
            self.steps = 0;
        }
        self.look_at = self.steps.saturating_sub(LOOK_STEPS);
    }

    /// Whether there is a watcher.
    pub(super) fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Whether the watcher has ended the work.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// Restores a state at a question. Registers that are not live are written before they are read.
    #[inline]
    pub(super) fn restore(&mut self, table: &StateTable, question: QuestionId, state: StateId) {
        table.restore(state, &self.questions[question].live, &mut self.machine);
    }

    /// Answers a question in a restored state; the machine is then at the next op.
    #[inline]
    pub(super) fn answer(&mut self, question: QuestionId, value: i32) {
        let question = &self.questions[question];
        self.machine.set(question.to, value);
        self.machine.pc = Pc(question.at.0 + 1);
    }

    /// Runs to the next question or the end. `None` if the steps of all runs are used up.
    ///
    /// Errors: see [`Questions::run_to_next`].
    #[inline]
    pub(super) fn run(&mut self) -> Option<Result<Location, Fault>> {
        let most = self.most_steps();
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
        self.spend(most - steps);
        (self.steps > 0).then_some(found)
    }

    /// As [`Self::run`], after the answer to a question: returns the known state at once if the run merges with an earlier one;
    /// otherwise
    /// the caller passes the final state to [`Self::remember`].
    #[inline]
    pub(super) fn run_merging(&mut self, from: QuestionId) -> Option<Result<Reached, Fault>> {
        let most = self.most_steps();
        let mut steps = most;
        let (program, unstated) = (self.program, self.unstated);
        let is_open = |decision: DecisionId| unstated.draws(program.decision(decision));
        let end = self.merge_points.run(
            program,
            self.liveness,
            from,
            &mut self.machine,
            &mut Deciding(unstated),
            &mut steps,
        );
        self.spend(most - steps);
        let reached = match end {
            RunEnd::Merged(state) => Ok(Reached::Known(state)),
            RunEnd::Paused(pause) => self
                .questions
                .location(&self.machine, pause, is_open)
                .map(Reached::At),
        };
        (self.steps > 0).then_some(reached)
    }

    /// Remembers the state in which the last [`Self::run_merging`] has ended.
    #[inline]
    pub(super) fn remember(&mut self, state: StateId) {
        self.merge_points.remember(state);
    }

    /// Memory that merge points take, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        self.merge_points.n_bytes()
    }

    /// Returns the answers to a roll, one for each equivalence class.
    ///
    /// Errors: the distribution is too large to be computed or followed.
    pub(super) fn answers(
        &mut self,
        question: QuestionId,
        pool: PoolId,
    ) -> Result<Rc<Sums>, TooMuch> {
        if let Some(known) = &self.answers[question] {
            return Ok(Rc::clone(known));
        }
        let sums = self.sums(pool)?;
        let asked = &self.questions[question];
        let merged = match self.budget.reductions.answer_classes {
            true => Rc::new(answer_classes::merge(
                self.program,
                self.liveness,
                asked.at,
                asked.to,
                &sums,
            )),
            false => sums,
        };
        self.answers[question] = Some(Rc::clone(&merged));
        Ok(merged)
    }

    fn sums(&mut self, pool: PoolId) -> Result<Rc<Sums>, TooMuch> {
        if let Some(known) = &self.pools[pool] {
            return Ok(Rc::clone(known));
        }
        let sums = sums(self.program.pool(pool), &mut self.steps).ok_or(TooMuch::Sums)?;
        let sums = Rc::new(sums);
        self.pools[pool] = Some(Rc::clone(&sums));
        match sums.values.len() * size_of::<Edge>() <= self.budget.for_tables() {
            true => Ok(sums),
            false => Err(TooMuch::Answers),
        }
    }
}
