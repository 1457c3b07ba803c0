//! Comparison of the odds of two situations, options or variants.

use sandtable_eval::chance::Chance;
use sandtable_eval::wording::Outcome;

use super::answer::{How, Moments, Share};
use super::assumed::Assumed;
use super::by_worth::{ByWorth, N_RUNS};
use super::library::QuestionError;
use super::question::{Pair, Question};
use super::ready::resolve;
use super::solve::{Session, lowered};

/// Two questions and the odds of both.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The ruleset, or the scenario, as it was named.
    pub ruleset: String,
    /// The condition on which chances are conditional, as written.
    pub condition: Option<String>,
    /// The question as given.
    pub first: Side,
    /// The question with the changes.
    pub second: Side,
    /// The outcomes of the first in their order, then those that only the second has.
    pub outcomes: Vec<Both>,
    /// Whether both are the same question: what was to be changed was so already.
    pub is_same: bool,
}

/// One of two questions.
#[derive(Debug, Clone)]
pub struct Side {
    /// Text of the question, with the variants in force.
    pub title: String,
    /// Mean and standard deviation, if every outcome is one number.
    pub moments: Option<Moments>,
    /// The share of the cases that satisfy the condition, if there is one.
    pub given: Option<Share>,
    /// Facts that it reads and leaves to their defaults.
    pub assumed: Vec<Assumed>,
    /// Decisions that are made by the worth of their options.
    pub by_worth: Vec<ByWorth>,
    /// Method that gave its odds.
    pub how: How,
}

/// An outcome with its chance in both questions.
#[derive(Debug, Clone)]
pub struct Both {
    /// Text of the outcome.
    pub outcome: Outcome,
    /// Its chance in the first; `None` if it is impossible there.
    pub first: Option<Chance>,
    /// Its chance in the second; `None` if it is impossible there.
    pub second: Option<Chance>,
}

impl Both {
    /// Returns the second chance minus the first, in percentage points.
    pub fn difference(&self) -> f64 {
        let percent = |chance: &Option<Chance>| chance.as_ref().map_or(0.0, Chance::percent);
        percent(&self.second) - percent(&self.first)
    }
}

/// The outcomes of one side.
type Outcomes = Vec<(Outcome, Chance)>;

impl Session<'_> {
    /// Computes the odds of a question and of the same question with `changes`.
    ///
    /// Errors: one of them cannot be resolved, or has no answer.
    pub fn compare(
        &mut self,
        question: &Question,
        changes: &[Pair],
    ) -> Result<Comparison, QuestionError> {
        let (first, of_first) = self.side(question, 2)?;
        let (second, of_second) = self.side(&question.changed(changes), 1)?;
        let outcomes = joined(&of_first, &of_second);
        let are_equal = outcomes.iter().all(|both| both.first == both.second);
        Ok(Comparison {
            ruleset: question.ruleset.clone(),
            condition: question.condition.clone(),
            is_same: first.title == second.title && first.assumed == second.assumed && are_equal,
            outcomes,
            first,
            second,
        })
    }

    /// Computes one of `n` sides that remain to be answered.
    fn side(&mut self, question: &Question, n: usize) -> Result<(Side, Outcomes), QuestionError> {
        let (library, mut solver) = self.apart(question);
        let mut ready = resolve(library, question, solver.watch)?;
        let program = lowered(&mut ready, question);
        let program = program.map_err(|found| ready.ruleset.question_error(found))?;
        let reply = solver.answer(program, n);
        let reply = reply.map_err(|failed| failed.question_error(&ready))?;
        let variants = match question.variants.as_slice() {
            [] => String::new(),
            some => format!(" ({})", some.join(", ")),
        };
        let outcomes = match &question.only {
            Some(only) => {
                let holds = |outcome: &[i32]| outcome.get(1).is_some_and(|holds| *holds != 0);
                vec![(only.clone().into(), reply.answer.chance_that(holds))]
            }
            None => {
                let rows = reply.answer.rows.iter();
                rows.map(|row| {
                    let outcome = reply.outcome(&ready.units, &row.outcome);
                    (outcome, row.chance.clone())
                })
                .collect()
            }
        };
        let side = Side {
            title: format!("{}{variants}", ready.title),
            assumed: ready.assumptions(),
            by_worth: ready.decided_by_worth(question.unstated, None, N_RUNS),
            moments: reply.moments,
            how: reply.answer.how,
            given: reply.answer.given,
        };
        Ok((side, outcomes))
    }
}

fn joined(first: &Outcomes, second: &Outcomes) -> Vec<Both> {
    let chance = |side: &Outcomes, outcome: &Outcome| {
        let row = side.iter().find(|(known, _)| known == outcome);
        row.map(|(_, chance)| chance.clone())
    };
    let is_new = |outcome: &&Outcome| !first.iter().any(|(known, _)| known == *outcome);
    let outcomes = first.iter().map(|(outcome, _)| outcome);
    let more = second.iter().map(|(outcome, _)| outcome).filter(is_new);
    outcomes
        .chain(more)
        .map(|outcome| Both {
            outcome: outcome.clone(),
            first: chance(first, outcome),
            second: chance(second, outcome),
        })
        .collect()
}
