//! Printed chances in tables, beside the scores that they are the chances of.
//!
//! Reports: E0712.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::chances::{agrees, finding, ways};
use super::context::Context;
use super::printed::{Chance, printed_chances};
use super::table_keys::{axes, near_dice};
use super::words::{Token, tokens};
use crate::keys::{Dice, Key};
use crate::model::Grid;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        diagnostics
            .extend(within_cells(context, grid).map(|found| found.cite(context.citation(block))));
        let found = columns(context, block, grid);
        let beside = beside(context, block, grid).filter(|_| found.is_empty());
        diagnostics.extend(found.into_iter().chain(beside));
    }
}

/// Least number of rows of a column of chances that must agree with a die so that it is the one that is rolled.
const LEAST_AGREED: usize = 2;

/// Meaning of the number beside a chance: itself, or the number that a roll must reach or may not exceed.
type Reading = fn(Key) -> Option<Key>;

const READINGS: [Reading; 3] = [
    Some,
    |key| only(key).map(Key::AtLeast),
    |key| only(key).map(Key::AtMost),
];

/// The number of a key that has only one.
fn only(key: Key) -> Option<i64> {
    match key {
        Key::One(value) => Some(value),
        Key::Range(..) | Key::AtLeast(_) | Key::AtMost(_) | Key::Other => None,
    }
}

/// Greatest modifier that a column of chances may be for.
const MOST_ADDED: i64 = 3;

/// Chances beside the numbers that they are the chances of, in columns after the names: `Medium | 7 or more | 40 %`. Dice, the way to read the
/// numbers and a modifier are those that fit most rows of the column; the only row that they do not fit is wrong.
fn beside(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    // `always, without a roll` has no digit.
    let has_digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let printed = |row: usize, column: usize| {
        let text = grid.text(row, column);
        let mut all = printed_chances(text, &tokens(text));
        (all.len() == 1).then(|| all.pop()).flatten()
    };
    let near = near_dice(context, block, grid);
    let dice: Vec<Dice> = near.into_iter().chain(plausible(context)).collect();
    (1..grid.n_columns).find_map(|column| {
        (0..column).rev().find_map(|keyed| {
            let rows = grid.body_rows();
            let rows: Vec<usize> = rows
                .filter(|row| has_digits(grid.text(*row, keyed)))
                .collect();
            let keys = rows.iter().map(|row| Key::parse(grid.text(*row, keyed)));
            let keys: Vec<Key> = keys.collect::<Option<_>>()?;
            let chances = rows.iter().map(|row| printed(*row, column));
            let chances: Vec<Chance> = chances.collect::<Option<_>>()?;
            let (row, fit) = misfit(&dice, &keys, &chances, near)?;
            let place = grid.at(*rows.get(row)?, column)?.span;
            Some(
                finding(fit.dice, (fit.reading)(*keys.get(row)?)?, chances.get(row)?)?
                    .label(place, "printed chance")
                    .help("correct the chance or the row")
                    .cite(context.citation(block)),
            )
        })
    })
}

/// Dice and the reading of the numbers that some chances are for.
struct Fit {
    dice: Dice,
    reading: Reading,
    n_right: usize,
}

/// The only chance that does not fit its number, where the others do.
fn misfit(
    dice: &[Dice],
    keys: &[Key],
    chances: &[Chance],
    near: Option<Dice>,
) -> Option<(usize, Fit)> {
    let is_right = |dice: Dice, reading: Reading, key: &Key, chance: &Chance| {
        // Dice that cannot give the number at all fit nothing.
        reading(*key).is_some_and(|key| ways(dice, key).is_some() && agrees(dice, key, chance))
    };
    let mut best: Option<Fit> = None;
    // Without a modifier first, and dice that are named nearby before others: later ones must fit better.
    let added = (0..=MOST_ADDED).flat_map(|by| [by, -by]);
    for (added, reading) in added.flat_map(|by| READINGS.map(|reading| (by, reading))) {
        for dice in dice {
            let dice = Dice {
                added: dice.added + added,
                ..*dice
            };
            let pairs = keys.iter().zip(chances);
            let right = pairs.filter(|(key, chance)| is_right(dice, reading, key, chance));
            let n_right = right.count();
            let least = if added == 0 { 1 } else { LEAST_AGREED + 1 };
            if n_right >= least && best.as_ref().is_none_or(|best| best.n_right < n_right) {
                best = Some(Fit {
                    dice,
                    reading,
                    n_right,
                });
            }
        }
    }
    let fit = best.filter(|fit| fit.n_right + 1 == keys.len())?;
    let is_known = fit.n_right >= LEAST_AGREED || near == Some(fit.dice);
    let mut pairs = keys.iter().zip(chances);
    let row = pairs.position(|(key, chance)| !is_right(fit.dice, fit.reading, key, chance))?;
    // A roll that always succeeds with a modifier may still fail by a rule of its own.
    let key = (fit.reading)(*keys.get(row)?)?;
    let is_sure = ways(fit.dice, key).is_some_and(|(hits, all)| hits == all);
    (is_known && !is_sure).then_some((row, fit))
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
        let Some(bare) = axis.dice else {
            continue;
        };
        for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
            let dice = changed(bare, &grid.header(column));
            // `D6 plus Skill`: the chances are those with the skill of each column.
            if axis.is_sum && dice == bare {
                continue;
            }
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
