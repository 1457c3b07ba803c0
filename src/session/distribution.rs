//! One situation: every outcome with its chance.

use sandtable_eval::budget::Budget;
use sandtable_eval::chance::Chance;
use sandtable_eval::dice::Dice;
use sandtable_eval::modifier_sum::Sum;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::Outcome;
use sandtable_explain::scripted::{Choices, Script};
use sandtable_explain::trace::{Faces, Story, explain};

use super::answer::{Between, How, Moments, Share};
use super::assumed::Assumed;
use super::library::QuestionError;
use super::question::Question;
use super::ready::{Named, PreparedQuestion, resolve};
use super::solve::{Failed, Reply, Session, lowered};

/// The odds of a question.
#[derive(Debug, Clone)]
pub struct Odds {
    /// The ruleset, or the scenario.
    pub ruleset: String,
    /// The question in words.
    pub title: String,
    /// Condition or value at the end that the question is about; `None` for all outcomes.
    pub about: Option<String>,
    /// The condition of which cases count, as written.
    pub condition: Option<String>,
    /// All outcomes that count. Numbers and words in their order, what happens to units the likeliest first.
    pub outcomes: Vec<DistributionRow>,
    /// The share of the cases that count, if not all do.
    pub given: Option<Share>,
    /// Of an outcome that is one number and always comes about: what it is on average.
    pub moments: Option<Moments>,
    /// Sums of modifiers that no die can change, in order; the same sum stands here as often as it was made.
    pub modifiers: Vec<Sum>,
    /// Facts that it leaves to their defaults, as far as they are read.
    pub assumed: Vec<Assumed>,
    /// Why it cannot be done at all, if it cannot.
    pub refusal: Option<Refusal>,
    /// Method that gave the answer.
    pub how: How,
    /// The seed of the dice; 0 where none were thrown.
    pub seed: u64,
}

/// An outcome with its chance.
#[derive(Debug, Clone)]
pub struct DistributionRow {
    /// In the players' words.
    pub outcome: Outcome,
    /// By name, for programs.
    pub values: Vec<Named>,
    /// Its chance; of a sample, its share.
    pub chance: Chance,
    /// The bounds of the true chance in percent, if it was counted or something was left open.
    pub between: Option<Between>,
    /// Of numbers: the chance of this or more, in percent.
    pub at_least: Option<f64>,
    /// Of numbers: the chance of this or less, in percent.
    pub at_most: Option<f64>,
}

/// Why something is refused before any die is thrown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// In the players' words.
    pub text: String,
    /// Sections of the book with their titles.
    pub sections: Vec<String>,
}

impl Session<'_> {
    /// Works out the odds of one question.
    ///
    /// Errors: it cannot be asked, or has no answer.
    pub fn odds(&mut self, question: &Question) -> Result<Odds, QuestionError> {
        let seed = self.method.seed();
        let (library, mut solver) = self.apart(question);
        let mut ready = resolve(library, question, solver.watch)?;
        let program = lowered(&mut ready, question);
        let program = program.map_err(|found| ready.ruleset.question_error(found))?;
        let reply = solver.answer(program, 1);
        let reply = reply.map_err(|failed| failed.question_error(&ready))?;
        let story = settled(&ready, question.unstated);
        Ok(Odds {
            ruleset: ready.name.clone(),
            title: ready.title.clone(),
            about: question.track.clone().or_else(|| question.only.clone()),
            condition: question.condition.clone(),
            outcomes: rows(&ready, &reply),
            given: reply.answer.given,
            moments: reply.moments,
            assumed: ready.assumptions(),
            refusal: refusal(&ready, &story),
            modifiers: story.sums.into_iter().take(story.before_dice).collect(),
            how: reply.answer.how,
            seed,
        })
    }
}

impl Failed {
    /// As the reason for which a question has no answer.
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

/// A story with any dice: what is settled before the first throw is the same for all.
fn settled(ready: &PreparedQuestion<'_>, unstated: Unstated) -> Story {
    let script = Script {
        choices: Choices::Policy(unstated, Dice::new(0)),
        ..Script::from(Faces::Rolled(Dice::new(0)))
    };
    explain(&ready.lowered.program, &ready.units, script, Budget::STEPS)
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
