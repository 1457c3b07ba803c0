//! Method beyond the protocol for one resolution, step by step, with the spans of its steps.

use gen_lsp_types as lsp;
use sandtable_eval::budget::Budget;
use sandtable_explain::trace::{STEPS_SHOWN, ShownStep, excerpt_of};
use sandtable_present::json::findings;
use sandtable_present::json::resolution::ResolutionDocument;
use sandtable_session::library::{RulesetCache, RulesetProvider};
use sandtable_session::question::Question;
use sandtable_session::resolution::Fate;
use sandtable_session::solve::{Method, Session};
use sandtable_source::{SourceMap, Span};
use sandtable_workspace::workers::Alone;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Service;
use super::answers::{document, pairs, pieces, refusal, slip, switches};
use super::places::Places;
use super::rpc::Refusal;

/// The parameters of `sandtable/roll`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RollParams {
    ruleset: String,
    ask: String,
    #[serde(default)]
    given: Vec<(String, String)>,
    /// Further pieces, `scout=rider of second`.
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    options: Vec<(String, String)>,
    #[serde(default)]
    variants: Vec<String>,
    /// Seed for dice and choices beyond the given ones; without it the run stops after the given ones.
    #[serde(default)]
    seed: Option<u64>,
    /// Faces of dice, in the order in which they are rolled; if empty, dice are rolled.
    #[serde(default)]
    dice: Vec<String>,
    /// Choices, in the order in which they are made; if empty, they are random.
    #[serde(default)]
    choices: Vec<String>,
    /// Whether to record why lines of modifiers, rows and options do not apply.
    #[serde(default)]
    why: bool,
    /// Maximum number of steps to show, taken from the beginning and the end.
    #[serde(default = "usual_steps")]
    steps: usize,
}

fn usual_steps() -> usize {
    STEPS_SHOWN
}

impl Service {
    /// Resolves a question once.
    ///
    /// Errors: the question cannot be run. An error of the run is part of the answer, as `trouble`.
    pub(crate) fn roll(&mut self, asked: &RollParams) -> Result<Value, Refusal> {
        let question = Question {
            given: pairs(&asked.given),
            units: pieces(&asked.units)?,
            options: switches(&asked.options),
            variants: asked.variants.clone(),
            ..Question::new(asked.ruleset.clone(), Some(asked.ask.clone()))
        };
        let fate = Fate {
            dice: asked.dice.clone(),
            choices: asked.choices.clone(),
            seed: asked.seed.unwrap_or_default(),
            goes_on: asked.seed.is_some(),
            has_reasons: asked.why,
        };
        let mut cache = RulesetCache::new(&mut self.workspace);
        let mut session = Session {
            library: &mut cache,
            watch: &mut *self.watch,
            workers: &Alone,
            budget: Budget::default(),
            method: Method::Exact,
        };
        let resolution = session.resolve_once(&question, &fate).map_err(refusal)?;
        let ruleset = cache.ruleset(&question.ruleset, &question.variants);
        let sources = &ruleset.map_err(refusal)?.sources;
        let steps = excerpt_of(&resolution.steps, Some(asked.steps));
        let mut answer = document("roll", ResolutionDocument::new(&resolution, &steps))?;
        add_places(&mut answer, &steps, &self.places, sources);
        let trouble = match &resolution.trouble {
            Some(trouble) => {
                let (diagnostics, sources) = trouble.findings().map_err(Refusal::failed)?;
                findings::document(&diagnostics, &sources).map_err(slip)?
            }
            None => Value::Null,
        };
        add(&mut answer, "trouble", trouble);
        Ok(answer)
    }
}

/// Adds to each step of a document the location of its rule: `null` for other lines.
pub(crate) fn add_places(
    document: &mut Value,
    steps: &[ShownStep<'_>],
    places: &Places,
    sources: &SourceMap,
) {
    let rows = document.get_mut("steps").and_then(Value::as_array_mut);
    for (row, shown) in rows.into_iter().flatten().zip(steps) {
        let span: Option<Span> = match shown {
            ShownStep::Step(step) => Some(step.span),
            ShownStep::LeftOut(_) => None,
        };
        let place: Option<lsp::Location> = span.and_then(|span| places.location(sources, span));
        add(row, "place", json!(place));
    }
}

/// Adds a field to a record.
fn add(record: &mut Value, key: &str, value: Value) {
    if let Some(fields) = record.as_object_mut() {
        fields.insert(key.to_owned(), value);
    }
}
