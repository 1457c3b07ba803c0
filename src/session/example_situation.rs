//! The situation of a worked example in the notation of questions: initial values for the form of a rule.

use std::cmp::Reverse;

use sandtable_source::SourceMap;
use sandtable_syntax::ast;
use sandtable_workspace::Analysis;

use super::question::{FurtherPiece, Pair};

/// The situation of a worked example in the notation of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleSituation {
    /// The title of the example.
    pub title: String,
    /// Its parameters, facts, stats and tracks, except those in a drawn table.
    pub given: Vec<Pair>,
    /// Its further pieces.
    pub units: Vec<FurtherPiece>,
}

/// Returns the situation of the simplest example that runs a rule: one with uncertain outcomes and the fewest given values.
///
/// Examples that a question cannot express, with a map or optional rules, and those in which the rule is refused, are excluded.
pub fn simplest(analysis: &Analysis, rule: &str) -> Option<ExampleSituation> {
    let sources = analysis.sources();
    let sound = analysis.examples()?.into_iter();
    let sound = sound.filter(|example| example.errors.is_empty() && example.written.map.is_none());
    let first_steps = sound.filter_map(|example| {
        let step = example.written.steps.first()?;
        let is_asked = step.run.as_ref().is_some_and(|run| run.value == rule);
        let fits = is_asked && step.options.is_empty() && !expects_refusal(step, sources);
        fits.then_some((example.written, step))
    });
    // The earliest of equals.
    let (written, step) = first_steps.min_by_key(|(written, step)| {
        let n_given = step.given.len() + written.units.len();
        (Reverse(is_uncertain(step)), n_given)
    })?;
    let title = written.title.as_ref();
    Some(ExampleSituation {
        title: title.map_or_else(String::new, |title| title.value.clone()),
        given: step.given.iter().map(|one| pair(one, sources)).collect(),
        units: written.units.iter().map(piece).collect(),
    })
}

/// Whether the outcome of a step depends on dice: it states a chance strictly between 0 and 1, or gives dice.
fn is_uncertain(step: &ast::ExampleStep) -> bool {
    let mut chances = step
        .odds
        .iter()
        .filter_map(|(_, chance)| chance.value.as_ref());
    match step.odds.is_empty() {
        true => step.dice.is_some(),
        false => chances.any(ast::WrittenChance::is_open),
    }
}

fn expects_refusal(step: &ast::ExampleStep, sources: &SourceMap) -> bool {
    step.expects.iter().any(|expected| match expected {
        ast::Expectation::RefusedBy(_) => true,
        ast::Expectation::Holds(condition) => sources.text(condition.span) == "refused",
        ast::Expectation::Offered { .. } | ast::Expectation::Order(_) => false,
    })
}

/// Returns a given value as a key and value of a question.
fn pair(given: &ast::Given, sources: &SourceMap) -> Pair {
    let names: Vec<&str> = given.place.iter().map(|name| name.value.as_str()).collect();
    let about: Vec<&str> = given.about.iter().map(|name| name.value.as_str()).collect();
    let about = match about.is_empty() {
        true => String::new(),
        false => format!("({})", about.join(", ")),
    };
    Pair {
        key: format!("{}{about}", names.join(".")),
        value: sources.text(given.value.span).to_owned(),
    }
}

fn piece(piece: &ast::Piece) -> FurtherPiece {
    FurtherPiece {
        name: piece.name.value.clone(),
        unit: piece.profile.value.clone(),
        side: piece.side.as_ref().map(|side| side.value.clone()),
    }
}
