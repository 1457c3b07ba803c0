//! Comparisons as JSON.

use sandtable_eval::chance::Chance;
use sandtable_session::comparison::{Both, Comparison, Side};
use serde::Serialize;

use super::assumed::AssumedRow;
use super::by_worth::ByWorthEntry;
use super::odds::GivenRow;
use crate::numerals::rounded;

/// The document of `odds --compare`.
#[derive(Debug, Serialize)]
pub struct ComparisonDocument<'a> {
    ruleset: &'a str,
    first: SideRow<'a>,
    second: SideRow<'a>,
    outcomes: Vec<PairedRow>,
}

#[derive(Debug, Serialize)]
struct SideRow<'a> {
    question: &'a str,
    mean: Option<f64>,
    spread: Option<f64>,
    wanted: Option<u64>,
    given: Option<GivenRow<'a>>,
    assumed: Vec<AssumedRow<'a>>,
    by_worth: Vec<ByWorthEntry<'a>>,
}

#[derive(Debug, Serialize)]
struct PairedRow {
    outcome: String,
    first: Option<ChanceRow>,
    second: Option<ChanceRow>,
    difference: f64,
}

#[derive(Debug, Serialize)]
struct ChanceRow {
    chance: String,
    percent: f64,
}

impl<'a> ComparisonDocument<'a> {
    /// Describes a comparison.
    pub fn new(comparison: &'a Comparison) -> Self {
        let condition = comparison.condition.as_deref();
        let side = |side: &'a Side| SideRow {
            question: &side.title,
            mean: side.moments.map(|moments| moments.mean),
            spread: side.moments.map(|moments| rounded(moments.std_dev)),
            wanted: side.how.cut().map(|(_, of)| of),
            given: GivenRow::new(condition, side.given.as_ref()),
            assumed: AssumedRow::all(&side.assumed),
            by_worth: ByWorthEntry::all(&side.by_worth),
        };
        Self {
            ruleset: &comparison.ruleset,
            first: side(&comparison.first),
            second: side(&comparison.second),
            outcomes: comparison.outcomes.iter().map(PairedRow::new).collect(),
        }
    }
}

impl PairedRow {
    fn new(both: &Both) -> Self {
        let chance = |chance: &Option<Chance>| {
            chance.as_ref().map(|chance| ChanceRow {
                chance: chance.to_string(),
                percent: chance.percent(),
            })
        };
        Self {
            outcome: both.outcome.to_string(),
            first: chance(&both.first),
            second: chance(&both.second),
            difference: both.difference(),
        }
    }
}
