//! The odds of one situation: every outcome with its chance.

use sandtable_eval::chance::Chance;
use sandtable_eval::modifier_sum::Sum;
use sandtable_eval::wording::Outcome;
use sandtable_explain::trace::Story;

use super::answer::{Between, How, Moments, Share};
use super::assumed::Assumed;
use super::by_worth::{ByWorth, N_RUNS};
use super::library::QuestionError;
use super::question::Question;
use super::ready::{Named, PreparedQuestion, resolve};
use super::solve::{Failed, Reply, Session, lowered};

/// The odds of a question.
#[derive(Debug, Clone)]
pub struct Odds {
    /// The ruleset, or the scenario.
    pub ruleset: String,
    /// Text of the question.
    pub title: String,
    /// Condition or value at the end that the question is about; `None` for all outcomes, and for several values.
    pub about: Option<String>,
    /// The odds of each value at the end that the question is about, if there are several.
    pub each: Vec<ValueOdds>,
    /// The condition on which chances are conditional, as written.
    pub condition: Option<String>,
    /// All outcomes that satisfy the condition: numbers and words sorted, changes of units by decreasing chance.
    pub outcomes: Vec<DistributionRow>,
    /// The share of the cases that satisfy the condition, if there is one.
    pub given: Option<Share>,
    /// Mean and standard deviation, if every outcome is one number.
    pub moments: Option<Moments>,
    /// Sums of modifiers that no die can change, in order of evaluation; a sum that is evaluated twice is listed twice.
    pub modifiers: Vec<Sum>,
    /// Facts that it reads and leaves to their defaults.
    pub assumed: Vec<Assumed>,
    /// Decisions that are made by the worth of their options.
    pub by_worth: Vec<ByWorth>,
    /// The reason why it is refused in every case, if it is.
    pub refusal: Option<Refusal>,
    /// Method that gave the answer.
    pub how: How,
    /// The seed of the dice; 0 if none are rolled.
    pub seed: u64,
}

/// The odds of one of several values at the end.
#[derive(Debug, Clone)]
pub struct ValueOdds {
    /// The value, as written.
    pub about: String,
    /// As for [`Odds`].
    pub outcomes: Vec<DistributionRow>,
    /// As for [`Odds`].
    pub moments: Option<Moments>,
}

/// An outcome with its chance.
#[derive(Debug, Clone)]
pub struct DistributionRow {
    /// Text of the outcome.
    pub outcome: Outcome,
    /// Its values by name, for machine-readable output.
    pub values: Vec<Named>,
    /// Its chance; in a sample, its relative frequency.
    pub chance: Chance,
    /// Bounds of the true chance in percent, for a sample or a truncated exploration.
    pub between: Option<Between>,
    /// For numbers: the chance of this or more, in percent.
    pub at_least: Option<f64>,
    /// For numbers: the chance of this or less, in percent.
    pub at_most: Option<f64>,
}

/// The reason why a question is refused before any die is rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Text of the requirement.
    pub text: String,
    /// Sections of the book with their titles.
    pub sections: Vec<String>,
}

impl Session<'_> {
    /// Computes the odds of one question.
    ///
    /// Errors: the question cannot be resolved, or has no answer.
    pub fn odds(&mut self, question: &Question) -> Result<Odds, QuestionError> {
        let seed = self.method.seed();
        let (library, mut solver) = self.apart(question);
        let mut ready = resolve(library, question, solver.watch)?;
        let program = lowered(&mut ready, question);
        let program = program.map_err(|found| ready.ruleset.question_error(found))?;
        let reply = solver.answer(program, 1);
        let reply = reply.map_err(|failed| failed.question_error(&ready))?;
        // The part before the first roll is the same for all dice.
        let story = ready.story(question.unstated, 0);
        Ok(Odds {
            ruleset: ready.name.clone(),
            title: ready.title.clone(),
            about: match question.tracks.as_slice() {
                [] => question.only.clone(),
                [track] => Some(track.clone()),
                _ => None,
            },
            each: each_value(question, &ready, &reply),
            condition: question.condition.clone(),
            outcomes: named(question, rows(&ready, &reply)),
            given: reply.answer.given,
            moments: reply.moments,
            assumed: ready.assumptions(),
            by_worth: ready.decided_by_worth(question.unstated, Some(&story), N_RUNS),
            refusal: refusal(&ready, &story),
            modifiers: story.sums.into_iter().take(story.before_dice).collect(),
            how: reply.answer.how,
            seed,
        })
    }
}

impl Failed {
    /// Returns the refusal as the error of a question without an answer.
    pub(crate) fn question_error(self, ready: &PreparedQuestion<'_>) -> QuestionError {
        match self {
            Self::Findings(found) => ready.ruleset.question_error(found),
            Self::Cancelled(found) => QuestionError::Cancelled {
                diagnostics: Box::new(found),
                sources: Box::new(ready.ruleset.sources.clone()),
            },
        }
    }
}

/// Returns the odds of each of several values that a question is about; none for a single one.
fn each_value(question: &Question, ready: &PreparedQuestion<'_>, reply: &Reply) -> Vec<ValueOdds> {
    let tracks = question.tracks.iter().enumerate();
    let tracks = tracks.filter(|_| question.tracks.len() > 1);
    tracks
        .map(|(at, track)| {
            let reply = reply.of_value(at + 1);
            ValueOdds {
                about: track.clone(),
                outcomes: rows(ready, &reply),
                moments: reply.moments,
            }
        })
        .collect()
}

/// Returns rows with the names of several values that a question is about.
fn named(question: &Question, mut rows: Vec<DistributionRow>) -> Vec<DistributionRow> {
    if question.tracks.len() > 1 {
        for row in &mut rows {
            let values = row.values.iter_mut();
            let values = values.filter(|named| named.name == "value");
            for (named, track) in values.zip(&question.tracks) {
                named.name.clone_from(track);
            }
        }
    }
    rows
}

fn rows(ready: &PreparedQuestion<'_>, reply: &Reply) -> Vec<DistributionRow> {
    let answer = &reply.answer;
    let sums = reply
        .moments
        .map(|_| (answer.or_behind(), answer.or_before()));
    let rows = answer.rows.iter().enumerate();
    rows.map(|(at, row)| DistributionRow {
        outcome: reply.outcome(&ready.units, &row.outcome),
        values: ready.values(&reply.parts, &row.outcome),
        chance: row.chance.clone(),
        between: row.between,
        at_least: sums.as_ref().and_then(|(least, _)| least.get(at).copied()),
        at_most: sums.as_ref().and_then(|(_, most)| most.get(at).copied()),
    })
    .collect()
}

fn refusal(ready: &PreparedQuestion<'_>, story: &Story) -> Option<Refusal> {
    let refused = story.outcome.as_ref()?.first()?;
    let step = story.steps.last().filter(|_| *refused != 0)?;
    let sections = step.citations.iter();
    Some(Refusal {
        text: step.text.clone(),
        sections: sections.map(|section| ready.section(section)).collect(),
    })
}
