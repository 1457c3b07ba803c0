//! The odds of one situation, as programs read them.

use std::collections::BTreeMap;

use sandtable_eval::modifier_sum::Sum;
use sandtable_session::answer::{Between, Share};
use sandtable_session::distribution::{DistributionRow, Odds, ValueOdds};
use sandtable_session::ready::{Named, Value};
use serde::Serialize;

use super::assumed::AssumedRow;
use super::by_worth::ByWorthEntry;
use crate::numerals::rounded;

/// The document of `odds`: every outcome with its chance.
#[derive(Debug, Serialize)]
pub struct OddsDocument<'a> {
    ruleset: &'a str,
    question: &'a str,
    outcomes: Vec<OutcomeRow<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    each: Vec<ValueOddsRow<'a>>,
    modifiers: Vec<SumRow<'a>>,
    assumed: Vec<AssumedRow<'a>>,
    by_worth: Vec<ByWorthEntry<'a>>,
    mean: Option<f64>,
    spread: Option<f64>,
    given: Option<GivenRow<'a>>,
    runs: Option<u64>,
    wanted: Option<u64>,
    states: u64,
    open: Option<f64>,
}

#[derive(Debug, Serialize)]
struct OutcomeRow<'a> {
    outcome: String,
    values: Values<'a>,
    chance: String,
    percent: f64,
    between: Option<[f64; 2]>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

/// The odds of one of several values at the end.
#[derive(Debug, Serialize)]
struct ValueOddsRow<'a> {
    value: &'a str,
    outcomes: Vec<OutcomeRow<'a>>,
    mean: Option<f64>,
    spread: Option<f64>,
}

#[derive(Debug, Serialize)]
struct SumRow<'a> {
    title: &'a str,
    lines: Vec<SumLineRow<'a>>,
    total: i32,
}

#[derive(Debug, Serialize)]
struct SumLineRow<'a> {
    amount: i32,
    label: &'a str,
    sections: &'a [String],
}

/// The share of the cases that count.
#[derive(Debug, Serialize)]
pub(super) struct GivenRow<'a> {
    condition: &'a str,
    chance: String,
    percent: f64,
    between: Option<[f64; 2]>,
}

/// The parts of an outcome by name.
pub(super) type Values<'a> = BTreeMap<&'a str, ValueRow<'a>>;

/// A value of an outcome.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum ValueRow<'a> {
    Nothing(()),
    Flag(bool),
    Number(i32),
    Text(&'a str),
}

impl<'a> OddsDocument<'a> {
    /// Describes odds.
    pub fn new(odds: &'a Odds) -> Self {
        Self {
            ruleset: &odds.ruleset,
            question: &odds.title,
            outcomes: odds.outcomes.iter().map(OutcomeRow::new).collect(),
            each: odds.each.iter().map(ValueOddsRow::new).collect(),
            modifiers: odds.modifiers.iter().map(SumRow::new).collect(),
            assumed: AssumedRow::all(&odds.assumed),
            by_worth: ByWorthEntry::all(&odds.by_worth),
            mean: odds.moments.map(|moments| moments.mean),
            spread: odds.moments.map(|moments| rounded(moments.std_dev)),
            given: GivenRow::new(odds.condition.as_deref(), odds.given.as_ref()),
            runs: odds.how.runs(),
            wanted: odds.how.cut().map(|(_, of)| of),
            states: odds.how.states(),
            open: odds.how.open(),
        }
    }
}

impl<'a> OutcomeRow<'a> {
    fn new(row: &'a DistributionRow) -> Self {
        Self {
            outcome: row.outcome.to_string(),
            values: by_name(&row.values),
            chance: row.chance.to_string(),
            percent: rounded(row.chance.percent()),
            between: row.between.map(bounds),
            at_least: row.at_least.map(rounded),
            at_most: row.at_most.map(rounded),
        }
    }
}

impl<'a> ValueOddsRow<'a> {
    fn new(odds: &'a ValueOdds) -> Self {
        Self {
            value: &odds.about,
            outcomes: odds.outcomes.iter().map(OutcomeRow::new).collect(),
            mean: odds.moments.map(|moments| moments.mean),
            spread: odds.moments.map(|moments| rounded(moments.std_dev)),
        }
    }
}

impl<'a> SumRow<'a> {
    fn new(sum: &'a Sum) -> Self {
        let lines = sum.lines.iter().map(|line| SumLineRow {
            amount: line.amount,
            label: &line.label,
            sections: &line.citations,
        });
        Self {
            title: &sum.title,
            lines: lines.collect(),
            total: sum.total,
        }
    }
}

impl<'a> GivenRow<'a> {
    /// `None` if all cases count.
    pub(super) fn new(condition: Option<&'a str>, share: Option<&Share>) -> Option<Self> {
        let (condition, share) = (condition?, share?);
        Some(Self {
            condition,
            chance: share.chance.to_string(),
            percent: rounded(share.chance.percent()),
            between: share.between.map(bounds),
        })
    }
}

/// Bounds in percent, rounded.
pub(super) fn bounds((low, high): Between) -> [f64; 2] {
    [rounded(low), rounded(high)]
}

/// The parts of an outcome by name; of several with one name the last.
pub(super) fn by_name(values: &[Named]) -> Values<'_> {
    let values = values.iter().map(|named| {
        let value = match &named.value {
            Value::Nothing => ValueRow::Nothing(()),
            Value::Flag(flag) => ValueRow::Flag(*flag),
            Value::Number(number) => ValueRow::Number(*number),
            Value::Text(text) => ValueRow::Text(text),
        };
        (named.name.as_str(), value)
    });
    values.collect()
}
