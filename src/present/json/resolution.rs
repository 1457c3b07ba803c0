//! One resolution, as programs read it.

use sandtable_explain::trace::{Decided, Fallen};
use sandtable_session::resolution::Resolution;
use serde::Serialize;

use super::assumed::AssumedRow;
use super::odds::{Values, by_name};
use super::steps::StepRow;

/// The document of `roll`.
#[derive(Debug, Serialize)]
pub struct ResolutionDocument<'a> {
    ruleset: &'a str,
    question: &'a str,
    steps: Vec<StepRow<'a>>,
    dice: Vec<DieRow<'a>>,
    choices: Vec<&'a str>,
    decisions: Vec<DecisionRow<'a>>,
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
    /// Describes a resolution.
    pub fn new(resolution: &'a Resolution) -> Self {
        let dice = resolution.thrown.iter();
        let chosen = resolution.chosen.iter();
        let outcome = resolution.outcome.as_ref();
        Self {
            ruleset: &resolution.ruleset,
            question: &resolution.title,
            steps: StepRow::all(&resolution.steps),
            dice: dice.map(DieRow::new).collect(),
            choices: chosen.clone().map(|one| one.answer.as_str()).collect(),
            decisions: chosen.map(DecisionRow::new).collect(),
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
