//! Evaluation of questions by the selected method, as the base of single answers, comparisons and tables.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use sandtable_diagnostic::Diagnostics;
use sandtable_eval::approximate::bounds_watched;
use sandtable_eval::budget::Budget;
use sandtable_eval::chance::Distribution;
use sandtable_eval::exact::{odds_of_each, odds_watched};
use sandtable_eval::policy::Unstated;
use sandtable_eval::sample::blocks::{Histogram, Trial};
use sandtable_eval::wording::Outcome;
use sandtable_eval::{Fault, FaultKind};
use sandtable_ir::{Batch, Lowered, OutcomePart, Program, optimise};

use super::answer::{Answer, Moments, of_value};
use super::library::{RulesetProvider, of_one};
use super::question::Question;
use super::ready::PreparedQuestion;
use super::sampling::{Sampled, Sampling, count, locked};
use super::watch::{Probe, Progress, Watch, Work};
use sandtable_workspace::workers::Workers;

/// The context in which questions are answered: rulesets, method, budget, and the watcher.
///
/// Contains no file, clock, thread or terminal; a caller passes those as a [`RulesetProvider`], a [`Watch`] and [`Workers`].
pub struct Session<'a> {
    /// Provides rulesets and scenarios.
    pub library: &'a mut dyn RulesetProvider,
    /// Receives progress, and may end the work.
    pub watch: &'a mut dyn Watch,
    /// Run work in parallel.
    pub workers: &'a dyn Workers,
    /// Budget of one question.
    pub budget: Budget,
    /// Method of answering.
    pub method: Method,
}

/// Method of answering a question.
#[derive(Debug, Clone, Copy)]
pub enum Method {
    /// Every face of every die is followed; chances are exact fractions.
    Exact,
    /// The likely states are explored in floating point; chances have bounds.
    Approximate,
    /// Runs are sampled; chances have confidence intervals at 95 percent.
    Sample(Sampling),
}

impl Method {
    /// Returns the seed of the dice; 0 if none are rolled.
    pub fn seed(self) -> u64 {
        match self {
            Self::Sample(sampling) => sampling.seed,
            Self::Exact | Self::Approximate => 0,
        }
    }
}

/// An answer with the meaning of its values.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// The answer, sorted by values; changes of units by chance.
    pub(crate) answer: Answer,
    /// One per value of an outcome.
    pub(crate) parts: Vec<OutcomePart>,
    /// Mean and standard deviation of an outcome that is a number.
    pub(crate) moments: Option<Moments>,
}

/// Reason why a program has no answer.
pub(crate) enum Failed {
    /// A fault of the run, or an exceeded budget.
    Findings(Diagnostics),
    /// The watcher ended the work.
    Cancelled(Diagnostics),
}

/// Maximum number of questions that are explored together: more would take memory and save little.
pub(crate) const MOST_TOGETHER: usize = 4096;

/// Minimum number of questions per worker: states that several questions reach are explored once by each worker.
const LEAST_OF_PIECE: usize = 256;

/// Divisor of the budget for questions that are explored together; large questions do not profit.
const SHARE: usize = 20;

/// The parts of a session that answer programs, without the library.
pub(crate) struct Solver<'a> {
    pub(crate) watch: &'a mut dyn Watch,
    pub(crate) workers: &'a dyn Workers,
    pub(crate) budget: Budget,
    pub(crate) method: Method,
    pub(crate) unstated: Unstated,
    /// Whether the last value of an outcome is that of the condition.
    pub(crate) has_condition: bool,
    /// Number of values of an outcome that are shown each by itself.
    pub(crate) n_values: usize,
}

/// Returns the program that answers a question.
///
/// Errors: a condition or value of the question has an error.
pub(crate) fn lowered(
    ready: &mut PreparedQuestion<'_>,
    question: &Question,
) -> Result<Lowered, Diagnostics> {
    let mut lowered = ready.lower_end(question)?;
    without_condition(question, &mut lowered.parts);
    Ok(lowered)
}

/// Removes the last part of an outcome if it is the condition of the question.
pub(crate) fn without_condition(question: &Question, parts: &mut Vec<OutcomePart>) {
    if question.condition.is_some() {
        parts.pop();
    }
}

impl<'a> Session<'a> {
    /// Splits the session into the library and the solver for a question.
    pub(crate) fn apart(&mut self, question: &Question) -> (&mut dyn RulesetProvider, Solver<'_>) {
        let solver = Solver {
            watch: self.watch,
            workers: self.workers,
            budget: self.budget,
            method: self.method,
            unstated: question.unstated,
            has_condition: question.condition.is_some(),
            n_values: question.tracks.len(),
        };
        (self.library, solver)
    }
}

impl Solver<'_> {
    /// Answers a program; `n` programs in total remain, including this one, for progress.
    pub(crate) fn answer(&mut self, lowered: Lowered, n: usize) -> Result<Reply, Failed> {
        let program = optimise::run(&lowered.program);
        let work = match self.method {
            Method::Exact => Work::Exact,
            Method::Approximate => Work::Approximate,
            Method::Sample(_) => Work::Sample,
        };
        self.watch.begin(work, n);
        let answered = match self.method {
            Method::Exact => self.follow(&program),
            Method::Approximate => self.approximate(&program),
            Method::Sample(sampling) => self.roll(&program, sampling),
        };
        self.watch.end();
        Ok(Reply::new(answered?, lowered.parts))
    }

    fn follow(&mut self, program: &Program) -> Result<Answer, Failed> {
        let probe = Probe::new(program, self.unstated);
        let told = RefCell::new((&mut *self.watch, probe));
        let tell = |progress: Progress| {
            let (watch, probe) = &mut *told.borrow_mut();
            watch.progress(Work::Exact, progress, Some(probe));
            goes_on(&mut **watch, Work::Exact)
        };
        odds_watched(program, &self.budget, self.unstated, Some(&tell))
            .map(|odds| self.exact(&odds))
            .map_err(|fault| Failed::of(&fault, program))
    }

    fn approximate(&mut self, program: &Program) -> Result<Answer, Failed> {
        let watch = RefCell::new(&mut *self.watch);
        let tell = |progress: Progress| {
            let mut watch = watch.borrow_mut();
            watch.progress(Work::Approximate, progress, None);
            goes_on(&mut **watch, Work::Approximate)
        };
        bounds_watched(program, &self.budget, self.unstated, Some(&tell))
            .map(|bounds| Answer::floats(&bounds, self.has_condition))
            .map_err(|fault| Failed::of(&fault, program))
    }

    fn roll(&mut self, program: &Program, sampling: Sampling) -> Result<Answer, Failed> {
        let (has_condition, n_values) = (self.has_condition, self.n_values);
        let sampled = count(
            program,
            Trial::Question(self.unstated),
            self.budget.steps,
            sampling,
            self.workers,
            self.watch,
            |counted| shares(counted, has_condition, n_values),
        );
        let Sampled { counted, is_cut } =
            sampled.map_err(|failed| Failed::Findings(of_one(failed.diagnostic(program))))?;
        let answer = match has_condition {
            true => Answer::counted_given(&counted),
            false => Answer::counted(&counted),
        };
        Ok(match is_cut {
            true => answer.cut(sampling.runs),
            false => answer,
        })
    }

    /// Whether the method explores several questions together.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.method, Method::Exact)
    }

    /// Returns the answers to those questions of a batch that can be explored together. Workers share the questions.
    pub(crate) fn together(&mut self, batch: Batch) -> Vec<Option<Answer>> {
        let batch = batch.optimised();
        let n_workers = self.workers.count().max(1);
        let of_piece = batch.starts.len().div_ceil(n_workers).max(LEAST_OF_PIECE);
        let budget = Budget {
            memory: self.budget.memory / SHARE / n_workers,
            ..self.budget
        };
        let unstated = self.unstated;
        let watch = Mutex::new(&mut *self.watch);
        let is_ended = AtomicBool::new(false);
        // If another thread is calling the watcher, this one continues.
        let ask = |_: Progress| {
            if let Ok(mut watch) = watch.try_lock()
                && watch.cancelled(Work::Table)
            {
                is_ended.store(true, Ordering::Relaxed);
            }
            match is_ended.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let pieces = batch.starts.chunks(of_piece);
        let n_pieces = pieces.len();
        let waiting = Mutex::new(pieces.enumerate());
        let found = Mutex::new(vec![Vec::new(); n_pieces]);
        let work = || {
            loop {
                let next = locked(&waiting).next();
                let Some((at, starts)) = next else {
                    return;
                };
                let odds = odds_of_each(&batch.program, starts, &budget, unstated, Some(&ask));
                if let Some(place) = locked(&found).get_mut(at) {
                    *place = odds;
                }
            }
        };
        self.workers.run(n_workers.min(n_pieces), &work);
        // The calling thread does what the workers left.
        work();
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let odds = found.iter().flatten();
        odds.map(|odds| odds.as_ref().map(|odds| self.exact(odds)))
            .collect()
    }

    fn exact(&self, odds: &Distribution) -> Answer {
        match self.has_condition {
            true => Answer::exact_given(odds),
            false => Answer::exact(odds),
        }
    }
}

impl Failed {
    /// Returns the failure for a fault of a run.
    pub(crate) fn of(fault: &Fault, program: &Program) -> Self {
        let found = of_one(fault.diagnostic(program));
        match matches!(fault.kind, FaultKind::Cancelled(_)) {
            true => Self::Cancelled(found),
            false => Self::Findings(found),
        }
    }
}

/// Returns `Break` if the watcher ends the work.
pub(crate) fn goes_on(watch: &mut dyn Watch, work: Work) -> ControlFlow<()> {
    match watch.cancelled(work) {
        false => ControlFlow::Continue(()),
        true => ControlFlow::Break(()),
    }
}

/// Returns each outcome's count, with the number of runs that satisfy the condition; of several values those of each value.
fn shares(counted: &Histogram, has_condition: bool, n_values: usize) -> Vec<(u64, u64)> {
    let counts = || {
        let all = counted.outcomes.iter();
        all.filter(move |(outcome, _)| {
            !has_condition || outcome.last().is_some_and(|holds| *holds != 0)
        })
    };
    let runs = match has_condition {
        true => counts().map(|(_, count)| *count).sum(),
        false => counted.runs,
    };
    if runs == 0 {
        // No run satisfies the condition yet, so that no share is known.
        return vec![(0, 0)];
    }
    if n_values < 2 {
        return counts().map(|(_, count)| (*count, runs)).collect();
    }
    let mut of_values: BTreeMap<(usize, Vec<i32>), u64> = BTreeMap::new();
    for (outcome, count) in counts() {
        for at in 1..=n_values {
            *of_values.entry((at, of_value(outcome, at))).or_default() += count;
        }
    }
    of_values.into_values().map(|count| (count, runs)).collect()
}

impl Reply {
    pub(crate) fn new(answer: Answer, parts: Vec<OutcomePart>) -> Self {
        // The mean of the lines of play that were cut off is unknown.
        let is_whole = answer.how.open().is_none_or(|open| open == 0.0);
        let moments = answer.moments(&parts).filter(|_| is_whole);
        let mut reply = Self {
            answer,
            parts,
            moments,
        };
        reply.put_in_order();
        reply
    }

    /// Returns the reply about one of several values, by its place in an outcome, from 1.
    pub(crate) fn of_value(&self, at: usize) -> Self {
        let parts = [0, at].into_iter().filter_map(|at| self.parts.get(at));
        Self::new(self.answer.of_value(at), parts.cloned().collect())
    }

    /// Sorts rows of changes of units and of how a game ends by chance; numbers and words remain sorted by value.
    fn put_in_order(&mut self) {
        let happens =
            |part: &OutcomePart| matches!(part, OutcomePart::Track { .. } | OutcomePart::Ended);
        if self.parts.iter().any(happens) {
            self.answer
                .rows
                .sort_by(|one, other| other.chance.cmp(&one.chance));
        }
    }

    /// Returns the text of an outcome.
    pub(crate) fn outcome(&self, units: &[String], outcome: &[i32]) -> Outcome {
        Outcome::of(&self.parts, outcome, units)
    }

    /// Whether every case is refused.
    pub(crate) fn is_refused(&self) -> bool {
        let refused = |outcome: &[i32]| outcome.first().is_some_and(|refused| *refused != 0);
        let rows = &self.answer.rows;
        !rows.is_empty() && rows.iter().all(|row| refused(&row.outcome))
    }
}
