//! From a question to its answer, exact or counted: what a single answer, a comparison and a table begin with.

use crate::diagnostic::Diagnostics;
use crate::eval::decide::Unstated;
use crate::eval::exact::{Budget, odds_with};
use crate::eval::explain::outcome_words;
use crate::eval::sample::sample_with;
use crate::ir::{OutcomePart, optimise};
use crate::tools::answer::{Answer, Moments};
use crate::tools::cli::asked::{Asked, Wish};

/// How questions are answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answering<'a> {
    /// What is to be found out.
    pub(super) wish: Wish<'a>,
    /// What becomes of decisions without a stated worth.
    pub(super) unstated: Unstated,
    /// Throws this often instead.
    pub(super) sample: Option<u64>,
    /// Of the dice that are thrown.
    pub(super) seed: u64,
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

impl Answering<'_> {
    /// Answers a question.
    ///
    /// Errors: why there is no answer.
    pub(super) fn answer(&self, asked: &mut Asked) -> Result<Reply, Diagnostics> {
        let mut lowered = asked.wanted(self.wish)?;
        let is_given = self.wish.given.is_some();
        if is_given {
            lowered.parts.pop();
        }
        let program = optimise(&lowered.program);
        let budget = Budget::default();
        let answered = match self.sample {
            None => odds_with(&program, &budget, self.unstated).map(|exact| match is_given {
                true => Answer::exact_given(&exact),
                false => Answer::exact(&exact),
            }),
            Some(runs) => {
                sample_with(&program, self.seed, runs, &budget, self.unstated).map(|tally| {
                    match is_given {
                        true => Answer::counted_given(&tally),
                        false => Answer::counted(&tally),
                    }
                })
            }
        };
        let answer = answered.map_err(|fault| {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(fault.diagnostic(&program));
            diagnostics
        })?;
        let moments = answer.moments(&lowered.parts);
        let mut reply = Reply {
            answer,
            parts: lowered.parts,
            moments,
        };
        reply.put_in_order();
        Ok(reply)
    }
}

impl Reply {
    /// Numbers and words stay in their order; what happens to units is put in order of its chance.
    fn put_in_order(&mut self) {
        let is_track = |part: &OutcomePart| matches!(part, OutcomePart::Track { .. });
        if self.parts.iter().any(is_track) {
            self.answer
                .rows
                .sort_by(|one, other| other.chance.cmp(&one.chance));
        }
    }

    /// An outcome in words.
    pub(super) fn words(&self, asked: &Asked, outcome: &[i32]) -> String {
        outcome_words(&self.parts, outcome, &asked.units)
    }

    /// Whether it cannot be done at all.
    pub(super) fn is_refused(&self) -> bool {
        let refused = |outcome: &[i32]| outcome.first().is_some_and(|refused| *refused != 0);
        let rows = &self.answer.rows;
        !rows.is_empty() && rows.iter().all(|row| refused(&row.outcome))
    }
}
