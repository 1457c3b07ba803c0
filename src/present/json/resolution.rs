//! One resolution, as programs read it.

use sandtable_explain::trace::{Decided, Fallen, ShownStep};
use sandtable_session::resolution::Resolution;
use serde::Serialize;

use super::assumed::AssumedRow;
use super::odds::{Values, by_name};
use super::steps::{StepRow, n_left_out};
use crate::story::ALL_STEPS;

/// The dice, and the decisions, that are listed one by one where not all steps are shown.
const DICE_SHOWN: usize = 10_000;

/// The document of `roll`.
#[derive(Debug, Serialize)]
pub struct ResolutionDocument<'a> {
    ruleset: &'a str,
    question: &'a str,
    steps: Vec<StepRow<'a>>,
    steps_left_out: usize,
    dice: Vec<DieRow<'a>>,
    dice_left_out: usize,
    choices: Vec<&'a str>,
    decisions: Vec<DecisionRow<'a>>,
    decisions_left_out: usize,
    outcome: Option<&'a str>,
    values: Option<Values<'a>>,
    assumed: Vec<AssumedRow<'a>>,
    seed: Option<u64>,
}

#[derive(Debug, Serialize)]
struct DieRow<'a> {
    die: &'a str,
    face: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    faces: &'a [String],
}

#[derive(Debug, Serialize)]
struct DecisionRow<'a> {
    title: &'a str,
    answer: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    options: &'a [String],
}

impl<'a> ResolutionDocument<'a> {
    /// Describes a resolution by an excerpt of its steps. Where steps are left out, so are dice and decisions beyond the
    /// first ones.
    pub fn new(resolution: &'a Resolution, steps: &[ShownStep<'a>]) -> Self {
        let steps_left_out = n_left_out(steps);
        let n_shown = |n: usize| match steps_left_out > 0 {
            true => n.min(DICE_SHOWN),
            false => n,
        };
        let n_dice = n_shown(resolution.rolled.len());
        let n_decisions = n_shown(resolution.chosen.len());
        let dice = resolution.rolled.iter().take(n_dice);
        let chosen = resolution.chosen.iter().take(n_decisions);
        let outcome = resolution.outcome.as_ref();
        Self {
            ruleset: &resolution.ruleset,
            question: &resolution.title,
            steps: StepRow::excerpt(steps, ALL_STEPS),
            steps_left_out,
            dice: dice.map(DieRow::new).collect(),
            dice_left_out: resolution.rolled.len() - n_dice + resolution.n_more_rolled,
            choices: chosen.clone().map(|one| one.answer.as_str()).collect(),
            decisions: chosen.map(DecisionRow::new).collect(),
            decisions_left_out: resolution.chosen.len() - n_decisions,
            outcome: outcome.map(|outcome| outcome.words.as_str()),
            values: outcome.map(|outcome| by_name(&outcome.values)),
            assumed: AssumedRow::all(&resolution.assumed),
            seed: resolution.seed,
        }
    }
}

impl<'a> DieRow<'a> {
    fn new(fallen: &'a Fallen) -> Self {
        Self {
            die: &fallen.die,
            face: &fallen.face,
            faces: &fallen.faces,
        }
    }
}

impl<'a> DecisionRow<'a> {
    fn new(decided: &'a Decided) -> Self {
        Self {
            title: &decided.title,
            answer: &decided.answer,
            options: &decided.options,
        }
    }
}
