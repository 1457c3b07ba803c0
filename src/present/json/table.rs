//! A table of answers, as programs read it.

use std::collections::BTreeMap;

use sandtable_session::table::{CellPair, OddsTable, TableCell, TableKind, difference};
use serde::Serialize;

use super::assumed::AssumedRow;
use super::by_worth::ByWorthEntry;
use super::odds::{GivenRow, bounds};
use crate::numerals::rounded;
use crate::table::own_remarks;

/// The document of `odds` with keys that have several values.
#[derive(Debug, Serialize)]
pub struct TableDocument<'a> {
    ruleset: &'a str,
    name: &'a str,
    only: &'a str,
    compared_with: Option<&'a str>,
    cells: Vec<CellRow<'a>>,
    left_out: Vec<LeftOutRow<'a>>,
    assumed: Vec<AssumedRow<'a>>,
    by_worth: Vec<ByWorthEntry<'a>>,
    remarks: Vec<String>,
}

#[derive(Debug, Serialize)]
struct CellRow<'a> {
    /// The keys with their values, as written.
    #[serde(flatten)]
    keys: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    first: AnswerRow<'a>,
    #[serde(flatten)]
    compared: Option<ComparedRow<'a>>,
}

#[derive(Debug, Serialize)]
struct ComparedRow<'a> {
    second: AnswerRow<'a>,
    difference: Option<f64>,
}

#[derive(Debug, Default, Serialize)]
struct AnswerRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    between: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
    #[serde(skip_serializing_if = "is_no")]
    refused: bool,
    #[serde(skip_serializing_if = "is_no")]
    never_given: bool,
    #[serde(skip_serializing_if = "is_no")]
    left_out: bool,
    #[serde(skip_serializing_if = "is_no")]
    not_begun: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<GivenRow<'a>>,
}

#[derive(Debug, Serialize)]
struct LeftOutRow<'a> {
    what: &'a str,
    why: &'a str,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands fields over by reference"
)]
fn is_no(flag: &bool) -> bool {
    !flag
}

impl<'a> TableDocument<'a> {
    /// Describes a table. `remarks` say why it ended early, if it did.
    pub fn new(table: &'a OddsTable, remarks: &'a [String]) -> Self {
        let rows = table.rows.iter().zip(&table.cells);
        let cells = rows.flat_map(|(row, line)| {
            let tops = table.tops.iter().zip(line);
            tops.map(move |(top, pair)| CellRow::new(table, row, top, pair))
        });
        let left_out = table.left_out.iter();
        Self {
            ruleset: &table.ruleset,
            name: &table.entry,
            only: &table.what,
            compared_with: table.against.as_deref(),
            cells: cells.collect(),
            left_out: left_out
                .map(|(what, why)| LeftOutRow { what, why })
                .collect(),
            assumed: AssumedRow::all(&table.assumed),
            by_worth: ByWorthEntry::all(&table.by_worth),
            remarks: [&own_remarks(table), remarks].concat(),
        }
    }
}

impl<'a> CellRow<'a> {
    fn new(table: &'a OddsTable, row: &'a str, top: &'a str, pair: &'a CellPair) -> Self {
        let keys = [(&table.row_key, row), (&table.top_key, top)];
        let keys = keys
            .into_iter()
            .filter_map(|(key, value)| Some((key.as_deref()?, value)));
        let (first, second) = pair;
        Self {
            keys: keys.collect(),
            first: AnswerRow::new(table, first),
            compared: second.as_ref().map(|second| ComparedRow {
                second: AnswerRow::new(table, second),
                difference: difference(pair).map(rounded),
            }),
        }
    }
}

impl<'a> AnswerRow<'a> {
    fn new(table: &'a OddsTable, cell: &'a TableCell) -> Self {
        let mut row = Self {
            given: GivenRow::new(table.condition.as_deref(), cell.given.as_ref()),
            ..Self::default()
        };
        match &cell.kind {
            TableKind::Chance(chance, between) => {
                row.chance = Some(chance.to_string());
                row.percent = Some(chance.percent());
                row.between = between.map(bounds);
            }
            TableKind::Number(moments) => {
                row.mean = Some(moments.mean);
                row.spread = Some(rounded(moments.std_dev));
            }
            TableKind::Refused => row.refused = true,
            TableKind::NeverGiven => row.never_given = true,
            TableKind::LeftOut => row.left_out = true,
            TableKind::Open => row.not_begun = true,
        }
        row
    }
}
