//! From a question to its answer, exact or counted: what a single answer, a comparison and a table begin with.

use super::progress::Watching;
use crate::diagnostic::Diagnostics;
use crate::eval::approximate::bounds;
use crate::eval::budget::Budget;
use crate::eval::chance::Distribution;
use crate::eval::exact::{odds_of_each, odds_watched};
use crate::eval::policy::Unstated;
use crate::eval::sample::blocks::{Histogram, Trial};
use crate::eval::wording::Outcome;
use crate::ir::{Batch, Lowered, OutcomePart, Program, optimise};
use crate::session::answer::{Answer, Moments};
use crate::session::sampling::{Sampled, Sampling, count};
use crate::tools::cli::deadline::Patience;
use crate::tools::cli::question::{Asked, Wish};

/// How questions are answered.
#[derive(Clone, Copy)]
pub(super) struct Answering<'a> {
    /// What is to be found out.
    pub(super) wish: Wish<'a>,
    /// What becomes of decisions without a stated worth.
    pub(super) unstated: Unstated,
    /// How the answer is found.
    pub(super) way: Way,
    /// Says what takes long.
    pub(super) watching: &'a Watching<'a>,
    /// How long samples and tables may take.
    pub(super) patience: Patience,
}

/// How an answer is found.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// Everything is followed.
    Exact,
    /// What is likely is followed, in floating point.
    Floats,
    /// It is thrown.
    Sample(Sampling),
}

/// An answer, and what its numbers mean.
pub(super) struct Reply {
    /// Least numbers first; what happens to units by its chance.
    pub(super) answer: Answer,
    /// One per number of an outcome.
    pub(super) parts: Vec<OutcomePart>,
    /// Of an outcome that is a number.
    pub(super) moments: Option<Moments>,
}

/// How many questions are best answered together: more would take memory, and gain nothing.
pub(super) const MOST_TOGETHER: usize = 256;

/// What questions that are answered together may take of [`Budget::default`]: one in so many. Where one of them is
/// large, there is nothing to be gained.
const SHARE: usize = 20;

impl Answering<'_> {
    /// The program that answers a question.
    ///
    /// Errors: what is wished for makes no sense.
    pub(super) fn lowered(&self, asked: &mut Asked) -> Result<Lowered, Diagnostics> {
        let mut lowered = asked.wanted(self.wish)?;
        if self.wish.given.is_some() {
            lowered.parts.pop();
        }
        Ok(lowered)
    }

    /// Answers a question, behind which others of `n` in all are still to be answered.
    ///
    /// Errors: why there is no answer.
    pub(super) fn answer(&self, asked: &mut Asked, n: usize) -> Result<Reply, Diagnostics> {
        let lowered = self.lowered(asked)?;
        self.answer_lowered(lowered, n)
    }

    fn answer_lowered(&self, lowered: Lowered, n: usize) -> Result<Reply, Diagnostics> {
        let is_given = self.wish.given.is_some();
        let program = optimise::run(&lowered.program);
        let budget = Budget::default();
        let answered = match self.way {
            Way::Floats => bounds(&program, &budget, self.unstated)
                .map(|bounds| Answer::floats(&bounds, is_given))
                .map_err(|fault| fault.diagnostic(&program)),
            Way::Exact => self
                .watching
                .watch(&program, self.unstated, |watch| {
                    odds_watched(&program, &budget, self.unstated, Some(watch))
                })
                .map(|exact| self.exact(&exact))
                .map_err(|fault| fault.diagnostic(&program)),
            Way::Sample(sampling) => {
                let course = Trial::Question(self.unstated);
                let shares = |counted: &Histogram| shares(counted, is_given);
                let wanted = sampling.runs;
                let sampling = Sampling {
                    most: Some(self.patience.share(n)),
                    ..sampling
                };
                match count(&program, course, budget.steps, sampling, shares) {
                    Ok(Sampled { counted, is_cut }) => {
                        let answer = match is_given {
                            true => Answer::counted_given(&counted),
                            false => Answer::counted(&counted),
                        };
                        Ok(if is_cut { answer.cut(wanted) } else { answer })
                    }
                    Err(failed) => Err(failed.diagnostic(&program)),
                }
            }
        };
        let answer = answered.map_err(|diagnostic| {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(diagnostic);
            diagnostics
        })?;
        Ok(Reply::new(answer, lowered.parts))
    }

    /// Answers several questions, those together that differ only in numbers, behind which others of `n` in all are still
    /// to be answered. Nothing for those that are not begun since the time is over; one is, if `is_first`.
    ///
    /// Errors: for each question, why there is no answer.
    pub(super) fn answer_all(
        &self,
        all: Vec<Lowered>,
        n: usize,
        is_first: bool,
    ) -> Vec<Option<Result<Reply, Diagnostics>>> {
        let mut exact = match self.way {
            Way::Exact if !self.patience.is_over() => self.together(&all),
            Way::Exact | Way::Floats | Way::Sample(_) => vec![None; all.len()],
        };
        let all = all.into_iter().zip(&mut exact).enumerate();
        all.map(|(at, (lowered, exact))| match exact.take() {
            Some(exact) => Some(Ok(Reply::new(self.exact(&exact), lowered.parts))),
            None if self.patience.is_over() && !(is_first && at == 0) => None,
            None => Some(self.answer_lowered(lowered, n.saturating_sub(at))),
        })
        .collect()
    }

    /// The odds of those questions that can be answered with others.
    fn together(&self, all: &[Lowered]) -> Vec<Option<Distribution>> {
        let mut found = vec![None; all.len()];
        let programs: Vec<&Program> = all.iter().map(|lowered| &lowered.program).collect();
        let budget = Budget::default();
        let budget = Budget {
            states: budget.states / SHARE,
            edges: budget.edges / SHARE,
            ..budget
        };
        for group in Batch::groups(&programs) {
            if group.len() < 2 {
                continue;
            }
            let alike = group.iter().filter_map(|at| programs.get(*at).copied());
            let family = Batch::of(&alike.collect::<Vec<_>>());
            let odds =
                family.and_then(|family| odds_of_each(&family.optimised(), &budget, self.unstated));
            for (at, odds) in group.into_iter().zip(odds.into_iter().flatten()) {
                if let Some(place) = found.get_mut(at) {
                    *place = Some(odds);
                }
            }
        }
        found
    }

    fn exact(&self, odds: &Distribution) -> Answer {
        match self.wish.given {
            Some(_) => Answer::exact_given(odds),
            None => Answer::exact(odds),
        }
    }
}

/// Each outcome's count of how many that count.
fn shares(counted: &Histogram, is_given: bool) -> Vec<(u64, u64)> {
    let counts = || {
        let all = counted.outcomes.iter();
        all.filter(move |(outcome, _)| !is_given || outcome.last().is_some_and(|holds| *holds != 0))
            .map(|(_, count)| *count)
    };
    let runs = match is_given {
        true => counts().sum(),
        false => counted.runs,
    };
    match runs {
        // Nothing counts yet, so nothing is known.
        0 => vec![(0, 0)],
        _ => counts().map(|count| (count, runs)).collect(),
    }
}

impl Reply {
    fn new(answer: Answer, parts: Vec<OutcomePart>) -> Self {
        // No mean is known of what was left open.
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

    /// Numbers and words stay in their order; what happens to units and how a game ends is put in order of its chance.
    fn put_in_order(&mut self) {
        let happens =
            |part: &OutcomePart| matches!(part, OutcomePart::Track { .. } | OutcomePart::Ended);
        if self.parts.iter().any(happens) {
            self.answer
                .rows
                .sort_by(|one, other| other.chance.cmp(&one.chance));
        }
    }

    /// An outcome in words.
    pub(super) fn outcome(&self, units: &[String], outcome: &[i32]) -> Outcome {
        Outcome::of(&self.parts, outcome, units)
    }

    /// As [`Self::outcome`], in one line.
    pub(super) fn words(&self, units: &[String], outcome: &[i32]) -> String {
        self.outcome(units, outcome).to_string()
    }

    /// Whether it cannot be done at all.
    pub(super) fn is_refused(&self) -> bool {
        let refused = |outcome: &[i32]| outcome.first().is_some_and(|refused| *refused != 0);
        let rows = &self.answer.rows;
        !rows.is_empty() && rows.iter().all(|row| refused(&row.outcome))
    }
}
