//! One resolution, as programs read it.

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
    choices: &'a [String],
    outcome: Option<&'a str>,
    values: Option<Values<'a>>,
    assumed: Vec<AssumedRow<'a>>,
    seed: Option<u64>,
}

#[derive(Debug, Serialize)]
struct DieRow<'a> {
    die: &'a str,
    face: &'a str,
}

impl<'a> ResolutionDocument<'a> {
    /// Describes a resolution.
    pub fn new(resolution: &'a Resolution) -> Self {
        let dice = resolution.thrown.iter();
        let outcome = resolution.outcome.as_ref();
        Self {
            ruleset: &resolution.ruleset,
            question: &resolution.title,
            steps: StepRow::all(&resolution.steps),
            dice: dice.map(|(die, face)| DieRow { die, face }).collect(),
            choices: &resolution.chosen,
            outcome: outcome.map(|outcome| outcome.words.as_str()),
            values: outcome.map(|outcome| by_name(&outcome.values)),
            assumed: AssumedRow::all(&resolution.assumed),
            seed: resolution.seed,
        }
    }
}
