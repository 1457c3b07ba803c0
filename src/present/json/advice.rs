//! The best choices, as programs read them.

use sandtable_session::best_choices::{Advice, Decision, Measure, Worth};
use serde::Serialize;

use super::assumed::AssumedRow;
use crate::numerals::rounded;

/// The document of `odds --best`.
#[derive(Debug, Serialize)]
pub struct AdviceDocument<'a> {
    ruleset: &'a str,
    question: &'a str,
    best: &'a str,
    by: &'a str,
    against: bool,
    measure: &'static str,
    worth: f64,
    fraction: Option<&'a str>,
    assumed: Vec<AssumedRow<'a>>,
    decisions: Vec<DecisionRow<'a>>,
    more: usize,
}

#[derive(Debug, Serialize)]
struct DecisionRow<'a> {
    decision: &'a str,
    by: Option<&'a str>,
    after: &'a str,
    options: Vec<OptionRow<'a>>,
}

#[derive(Debug, Serialize)]
struct OptionRow<'a> {
    option: &'a str,
    worth: f64,
    fraction: Option<&'a str>,
    best: bool,
}

impl<'a> AdviceDocument<'a> {
    /// Describes advice.
    pub fn new(advice: &'a Advice) -> Self {
        let decisions = advice.decisions.iter();
        Self {
            ruleset: &advice.ruleset,
            question: &advice.title,
            best: &advice.aim.side,
            by: &advice.aim.by,
            against: advice.aim.is_against,
            measure: match advice.measure {
                Measure::Chance => "percent",
                Measure::Mean => "mean",
            },
            worth: number(advice.measure, &advice.worth),
            fraction: advice.worth.fraction.as_deref(),
            assumed: AssumedRow::all(&advice.assumed),
            decisions: decisions
                .map(|decision| DecisionRow::new(decision, advice.measure))
                .collect(),
            more: advice.n_more,
        }
    }
}

impl<'a> DecisionRow<'a> {
    fn new(decision: &'a Decision, measure: Measure) -> Self {
        let options = decision.choices.iter().map(|choice| OptionRow {
            option: &choice.answer,
            worth: number(measure, &choice.worth),
            fraction: choice.worth.fraction.as_deref(),
            best: choice.is_best,
        });
        Self {
            decision: &decision.title,
            by: decision.by.as_deref(),
            after: &decision.after,
            options: options.collect(),
        }
    }
}

/// A worth in percent, or as a mean.
pub(crate) fn number(measure: Measure, worth: &Worth) -> f64 {
    match measure {
        Measure::Chance => rounded(worth.number * 100.0),
        Measure::Mean => rounded(worth.number),
    }
}
