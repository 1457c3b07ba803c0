//! Bands of distance that go on from each other along a row, `0-6 | 7-12 | 13-18`, where one does not begin after the one before it.
//!
//! Reports: E0706, E0707.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::Context;
use super::reported::Reported;
use crate::keys::Key;
use crate::model::Grid;

/// Fewest pairs of bands that go on from each other.
const LEAST: usize = 3;

/// Reports: E0706, E0707.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for (block, grid) in context.tables() {
        let pairs = pairs(grid);
        let n_on = pairs.iter().filter(|pair| pair.goes_on()).count();
        let mut odd = pairs.iter().filter(|pair| !pair.goes_on());
        if let (Some(pair), None) = (odd.next(), odd.next())
            && n_on >= LEAST
        {
            found.push(report(pair).cite(context.citation(block)));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Two bands beside each other.
struct Pair {
    end: i64,
    start: i64,
    first: Span,
    second: Span,
}

impl Pair {
    fn goes_on(&self) -> bool {
        self.start == self.end + 1
    }
}

/// Bands beside each other in the rows of a table, one of each pair a range.
fn pairs(grid: &Grid) -> Vec<Pair> {
    let mut found = Vec::new();
    for row in grid.body_rows() {
        for column in 1..grid.n_columns {
            let cells = grid.at(row, column - 1).zip(grid.at(row, column));
            let Some((first, second)) = cells else {
                continue;
            };
            let keys = Key::parse(&first.text.plain).zip(Key::parse(&second.text.plain));
            let Some((one, other)) = keys else {
                continue;
            };
            let is_band = one.is_range() && (other.is_range() || matches!(other, Key::AtLeast(_)));
            if let (Some(end), Some(start)) = (one.bounds().1, other.bounds().0)
                && is_band
            {
                found.push(Pair {
                    end,
                    start,
                    first: first.span,
                    second: second.span,
                });
            }
        }
    }
    found
}

fn report(pair: &Pair) -> Diagnostic {
    let (end, start) = (pair.end, pair.start);
    let (code, message) = match start > end {
        true => {
            let values = match end + 1 == start - 1 {
                true => (end + 1).to_string(),
                false => format!("{}-{}", end + 1, start - 1),
            };
            let message = format!("no column of this row has {values}");
            (Code::GapInPrintedTable, message)
        }
        false => {
            let message = match start == end {
                true => format!("two columns of this row have {end}"),
                false => format!("two columns of this row have {start}-{end}"),
            };
            (Code::OverlapInPrintedTable, message)
        }
    };
    Diagnostic::new(code, message)
        .label(pair.second, "this range")
        .label(pair.first, "the range before it")
        .help("let each range begin after the one before it, as those of the other rows do")
        .confidence(Confidence::Likely)
}
