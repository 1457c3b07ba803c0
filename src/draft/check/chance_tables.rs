//! Printed chances in tables, beside the scores that they are the chances of.
//!
//! Reports: E0712.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::chances::{agrees, finding};
use super::context::Context;
use super::printed::{Chance, printed_chances};
use super::table_keys::axes;
use super::words::{Token, tokens};
use crate::keys::{Dice, Key};
use crate::model::Grid;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        diagnostics
            .extend(within_cells(context, grid).map(|found| found.cite(context.citation(block))));
        let found = columns(context, block, grid);
        let needed = needed(context, block, grid).filter(|_| found.is_empty());
        diagnostics.extend(found.into_iter().chain(needed));
    }
}

/// Least number of rows of a column of chances that must agree with a die so that it is the one that is rolled.
const LEAST_AGREED: usize = 2;

/// Chances beside the scores that some roll must reach, in columns after the names: `Medium | 7 or more | 40 %`.
fn needed(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let open = |column: &usize| -> Option<Vec<(usize, Key)>> {
        let mut keys = Vec::new();
        for row in grid.body_rows() {
            let text = grid.text(row, *column);
            // `always, without a roll`
            if !text.chars().any(|letter| letter.is_ascii_digit()) {
                continue;
            }
            let key = Key::parse(text)?;
            keys.push((row, key));
            if !matches!(key, Key::AtLeast(_) | Key::AtMost(_)) {
                return None;
            }
        }
        Some(keys).filter(|keys| keys.len() >= 3)
    };
    let keys = (1..grid.n_columns).find_map(|column| open(&column))?;
    let printed = |row: usize, column: usize| {
        let text = grid.text(row, column);
        let mut all = printed_chances(text, &tokens(text));
        (all.len() == 1).then(|| all.pop()).flatten()
    };
    let dice = plausible(context);
    (1..grid.n_columns).find_map(|column| {
        let chances: Vec<(usize, Key, Chance)> = keys
            .iter()
            .filter_map(|(row, key)| Some((*row, *key, printed(*row, column)?)))
            .collect();
        if chances.len() < keys.len() {
            return None;
        }
        let n_right = |dice: &Dice| {
            let right = chances.iter();
            right
                .filter(|(_, key, chance)| agrees(*dice, *key, chance))
                .count()
        };
        let best = dice.iter().max_by_key(|dice| n_right(dice))?;
        let n_wrong = chances.len() - n_right(best);
        let (row, key, chance) = chances
            .iter()
            .find(|(_, key, chance)| !agrees(*best, *key, chance))
            .filter(|_| n_right(best) >= LEAST_AGREED && n_wrong == 1)?;
        Some(
            finding(*best, *key, chance)?
                .label(grid.at(*row, column)?.span, "printed chance")
                .help("correct the chance or the row")
                .cite(context.citation(block)),
        )
    })
}

/// All dice that a table may be for: those that the manuscript names, and one to three of each kind.
fn plausible(context: &Context<'_>) -> BTreeSet<Dice> {
    let usual = context.usual(1).map(|dice| dice.sides);
    let sides = context.sides().iter().copied().chain(usual);
    let several = sides.flat_map(|sides| {
        (1..=3).map(move |count| Dice {
            count,
            sides,
            added: 0,
        })
    });
    several
        .chain(context.named_dice().iter().copied())
        .collect()
}

/// Cell with a key and its chance.
struct Cell {
    column: usize,
    key: Key,
    chance: Chance,
    span: Span,
}

/// `1-7 (70%)`: keys of a table with the chance of each in brackets. The dice are those whose chances they are, but for one; each column has all
/// their rolls.
fn within_cells(context: &Context<'_>, grid: &Grid) -> Option<Diagnostic> {
    let cells = grid.cells.iter().filter_map(|cell| {
        let (key, rest) = cell.text.plain.trim().split_once('(')?;
        let inner = rest.strip_suffix(')')?;
        let mut chances = printed_chances(inner, &tokens(inner));
        Some(Cell {
            column: cell.column,
            key: Key::parse(key)?,
            chance: chances.pop().filter(|_| chances.is_empty())?,
            span: cell.span,
        })
    });
    let cells: Vec<Cell> = cells.collect();
    if cells.len() < LEAST_AGREED + 2 {
        return None;
    }
    let is_right = |dice: &Dice, cell: &Cell| agrees(*dice, cell.key, &cell.chance);
    let n_right = |dice: &Dice| cells.iter().filter(|cell| is_right(dice, cell)).count();
    let all = plausible(context);
    let best = all.iter().max_by_key(|dice| n_right(dice))?;
    if n_right(best) + 1 < cells.len() {
        return None;
    }
    let columns = (0..grid.n_columns).map(|column| {
        let own = cells.iter().filter(|cell| cell.column == column);
        own.collect::<Vec<&Cell>>()
    });
    let disorder = columns
        .filter(|column| column.len() >= LEAST_AGREED)
        .find_map(|column| uneven(*best, &column));
    disorder.or_else(|| {
        let cell = cells.iter().find(|cell| !is_right(best, cell))?;
        Some(
            finding(*best, cell.key, &cell.chance)?
                .label(cell.span, "printed chance")
                .help("correct the chance or the numbers"),
        )
    })
}

/// A gap, an overlap or an impossible roll in the keys of a column from top to bottom.
fn uneven(dice: Dice, column: &[&Cell]) -> Option<Diagnostic> {
    let ends = |cell: &Cell| Some((cell.key.bounds().0?, cell.key.bounds().1?));
    let beyond = column.iter().find_map(|cell| {
        let (low, high) = ends(cell)?;
        let is_beyond = high > dice.most() || low < dice.least();
        is_beyond.then(|| {
            let message = format!(
                "{dice} gives {} to {}, not {low} to {high}",
                dice.least(),
                dice.most()
            );
            Diagnostic::new(Code::ImpossibleRoll, message)
                .label(cell.span, "")
                .help("correct the numbers of this cell")
        })
    });
    let broken = column.windows(2).find_map(|pair| {
        let [one, other] = pair else {
            return None;
        };
        let ((_, high), (low, _)) = (ends(one)?, ends(other)?);
        let (code, message) = if low > high + 1 {
            let message = format!(
                "no row gives a result for {}, which {dice} can roll",
                high + 1
            );
            (Code::GapInPrintedTable, message)
        } else if low <= high && low > ends(one)?.0 {
            (
                Code::OverlapInPrintedTable,
                format!("two rows give a result for {low}"),
            )
        } else {
            return None;
        };
        Some(
            Diagnostic::new(code, message)
                .label(other.span, "")
                .label(one.span, "the row above")
                .help("correct one of the rows"),
        )
    });
    beyond.or(broken)
}

/// The dice of a column with the change that its header names: `Chance with +2`.
fn changed(dice: Dice, header: &str) -> Dice {
    let words = tokens(header);
    let mut changes = words.iter().filter_map(Token::signed);
    match (changes.next(), changes.next()) {
        (Some(change), None) => Dice {
            added: dice.added + change,
            ..dice
        },
        _ => dice,
    }
}

/// A column of chances beside the keys of a table.
fn columns(context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for axis in axes(context, block, grid)
        .iter()
        .filter(|axis| axis.is_column)
    {
        let Some(dice) = axis.dice else {
            continue;
        };
        for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
            let dice = changed(dice, &grid.header(column));
            let mut wrong = Vec::new();
            let mut n_right = 0;
            for (row, key, _) in axis
                .keys
                .iter()
                .filter(|(row, key, _)| *row != usize::MAX && *key != Key::Other)
            {
                let text = grid.text(*row, column);
                let words = tokens(text);
                let found = printed_chances(text, &words);
                let (Some(chance), Some(cell)) = (found.first(), grid.at(*row, column)) else {
                    continue;
                };
                if found.len() > 1 || words.len() > 4 {
                    continue;
                }
                if agrees(dice, *key, chance) {
                    n_right += 1;
                } else {
                    wrong.extend(
                        finding(dice, *key, chance)
                            .map(|finding| finding.label(cell.span, "printed chance")),
                    );
                }
            }
            if n_right >= 2 && wrong.len() <= n_right {
                findings.extend(wrong.into_iter().map(|finding| {
                    finding
                        .help("correct the chance or the row")
                        .cite(context.citation(block))
                }));
            }
        }
    }
    findings
}
