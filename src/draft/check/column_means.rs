//! Averages of a column of a table that is rolled on: `a force of 5 to 6 blocks loses 1.5 steps on average`.
//!
//! Reports: E0712.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, stem, tokens};
use crate::keys::{Dice, Key};
use crate::model::Grid;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let stating: Vec<&Sentence<'_>> = context
        .sentences()
        .filter(|one| one.has(&["average", "averages"]))
        .collect();
    if stating.is_empty() {
        return;
    }
    let tables: Vec<Table> = context
        .tables()
        .filter_map(|(block, grid)| Table::new(context, block, grid))
        .collect();
    let reported = Reported::new(diagnostics);
    let found = stating
        .into_iter()
        .filter_map(|one| wrong(context, one, &tables));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// Column of numbers of a table that is rolled on, with its average.
struct Column {
    header: String,
    /// Stems and numbers of its header.
    stems: BTreeSet<String>,
    mean: f64,
}

struct Table {
    block: usize,
    columns: Vec<Column>,
}

impl Table {
    fn new(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Self> {
        let axes = axes(context, block, grid);
        let axis = axes.first()?;
        let dice = axis.dice.or_else(|| context.usual(1))?;
        let columns: Vec<Column> = (1..grid.n_columns)
            .filter_map(|column| {
                let header = grid.header(column);
                Some(Column {
                    stems: stems(&header),
                    header,
                    mean: mean(grid, column, dice)?,
                })
            })
            .collect();
        (!columns.is_empty()).then_some(Self { block, columns })
    }
}

/// The average of a column; `None` if a result has no row or a cell no number.
fn mean(grid: &Grid, column: usize, dice: Dice) -> Option<f64> {
    let rows: Vec<(Key, f64)> = grid
        .body_rows()
        .map(|row| {
            let value = sandtable_source::decimal(grid.text(row, column).trim())?;
            Some((Key::parse(grid.text(row, 0))?, value))
        })
        .collect::<Option<_>>()?;
    let (mut sum, mut all) = (0.0, 0);
    for (total, n) in dice.counts() {
        let (_, value) = rows.iter().find(|(key, _)| key.contains(total))?;
        sum += value * n as f64;
        all += n;
    }
    (all > 0).then(|| sum / all as f64)
}

fn stems(text: &str) -> BTreeSet<String> {
    let words = tokens(text);
    let words = words
        .iter()
        .filter(|word| matches!(word.kind, Kind::Word | Kind::Number { .. }));
    words.map(|word| stem(word.text)).collect()
}

fn wrong(context: &Context<'_>, one: &Sentence<'_>, tables: &[Table]) -> Option<Diagnostic> {
    let mut decimals = one.words.iter().filter_map(|word| {
        if let Kind::Number { value, decimals } = word.kind
            && decimals > 0
        {
            Some((value, decimals, word))
        } else {
            None
        }
    });
    let ((stated, decimals, number), None) = (decimals.next()?, decimals.next()) else {
        return None;
    };
    let said = stems(one.text);
    let chapter = context.chapter(one.prose.block);
    let near = tables
        .iter()
        .filter(|table| context.chapter(table.block) == chapter);
    let mut named = near
        .flat_map(|table| &table.columns)
        .filter(|column| !column.stems.is_empty() && column.stems.is_subset(&said));
    let (column, None) = (named.next()?, named.next()) else {
        return None;
    };
    let tolerance = 0.5_f64 * 10_f64.powi(-i32::from(decimals)) + 1e-9;
    let is_changed = one.has(&["if", "reroll", "rerolls", "bonus", "modified", "double"]);
    if is_changed || (column.mean - stated).abs() <= tolerance {
        return None;
    }
    let places = usize::from(decimals);
    let message = format!(
        "the average of “{}” is {:.places$}, not {}",
        column.header.trim(),
        column.mean,
        number.text
    );
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(one.span(number.range.clone())?, "printed average")
            .help("correct the average or the table")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
