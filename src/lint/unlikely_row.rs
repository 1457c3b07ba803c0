//! Rows of tables, and lines of `on`, that dice select less than once in ten thousand rolls.
//!
//! Reports: E0678.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics, grouped};
use sandtable_model::{
    Arithmetic, Axis, Comparison, Expr, LocalId, Naming, Table, TableId, walk_own, walk_statements,
    walk_within,
};
use sandtable_source::Span;

/// Reciprocal of the chance below which a row is reported.
const ONCE_IN: u128 = 10_000;
/// Maximum number of totals of dice that are counted.
const MAX_TOTALS: u64 = 4_096;
/// Maximum number of bits of the number of results of the dice, so that counts are exact.
const MAX_BITS: u32 = 120;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut seen = BTreeSet::new();
    let mut report = |naming: &Naming, span: Span, rare: Rare, roll: Span| {
        if seen.insert(span) {
            diagnostics.push(finding(naming, span, &rare, roll));
        }
    };
    for (naming, body) in book.bodies() {
        let names = names_of(body);
        walk_statements(body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    if let Some((table, arguments)) = inner.lookup() {
                        for (at, key) in arguments.iter().enumerate() {
                            if let Some(dice) = dice_of(key, &names) {
                                let rows = rare_rows(context, table, at, dice);
                                rows.into_iter().for_each(|(span, rare, naming)| {
                                    report(naming, span, rare, inner.span);
                                });
                            }
                        }
                    }
                });
            });
            let branch = statement.branch().map(|(condition, ..)| condition);
            let outcome = statement.outcome().and_then(|(_, when)| when);
            if let Some(condition) = branch.or(outcome)
                && let Some((dice, place)) = only_dice(condition, &names)
            {
                let is_met = |total: i64| is_met_by(condition, total).unwrap_or(false);
                if let Some(rare) = rare(&totals(dice), dice, is_met) {
                    report(naming, condition.span, rare, place);
                }
            }
            if let Some((value, arms)) = statement.cases()
                && let Some(dice) = dice_of(value, &names)
            {
                let totals = totals(dice);
                for arm in arms.iter().filter(|arm| !arm.ranges.is_empty()) {
                    let is_met = |total: i64| {
                        let mut ranges = arm.ranges.iter();
                        ranges.any(|(low, high)| {
                            (i64::from(*low)..=i64::from(*high)).contains(&total)
                        })
                    };
                    if let Some(rare) = rare(&totals, dice, is_met) {
                        report(naming, arm.span, rare, value.span);
                    }
                }
            }
            true
        });
    }
}

/// The number of results of the dice that select a row, and the number of all results.
#[derive(Debug, Clone, Copy)]
struct Rare {
    ways: u128,
    all: u128,
    dice: (u32, u32),
}

/// Returns the dice that a condition tests, if it compares one name for them with numbers and nothing else.
fn only_dice(condition: &Expr, names: &Names<'_>) -> Option<((u32, u32), Span)> {
    let mut found: Option<LocalId> = None;
    let mut in_place: Vec<((u32, u32), Span)> = Vec::new();
    let mut is_plain = true;
    walk_within(condition, &mut |inner| {
        if let Some(dice) = inner.numbered_dice() {
            in_place.push((dice, inner.span));
        } else if let Some(local) = inner.local() {
            is_plain &= found.is_none_or(|known| known == local);
            found = Some(local);
        } else {
            let op = inner.binary().map(|(op, ..)| op);
            is_plain &= matches!(op, Some(Arithmetic::And | Arithmetic::Or))
                || inner.comparison().is_some()
                || inner.constant_value().is_some()
                || inner.negated().is_some();
        }
    });
    if let (true, None, [dice]) = (is_plain, found, in_place.as_slice()) {
        return Some(*dice);
    }
    let value = names.get(&found.filter(|_| is_plain && in_place.is_empty())?)?;
    Some((value.numbered_dice()?, value.span))
}

/// Whether a value of its one name satisfies a condition.
fn is_met_by(condition: &Expr, total: i64) -> Option<bool> {
    if let Some(inner) = condition.negated() {
        return is_met_by(inner, total).map(|is_met| !is_met);
    }
    if let Some((left, right)) = condition.operands(Arithmetic::And) {
        let (left, right) = (is_met_by(left, total)?, is_met_by(right, total)?);
        return Some(left && right);
    }
    if let Some((left, right)) = condition.operands(Arithmetic::Or) {
        let (left, right) = (is_met_by(left, total)?, is_met_by(right, total)?);
        return Some(left || right);
    }
    let value = |expr: &Expr| {
        let is_dice = expr.local().is_some() || expr.numbered_dice().is_some();
        let total = is_dice.then_some(total);
        total.or(expr.constant_value().map(i64::from))
    };
    let Comparison { order, left, right } = condition.comparison()?;
    Some(order.holds(&value(left)?, &value(right)?))
}

/// Returns the dice, as number and sides, whose total is the value of an expression.
fn dice_of(expr: &Expr, names: &Names<'_>) -> Option<(u32, u32)> {
    let value = expr.local().and_then(|local| names.get(&local));
    value.copied().unwrap_or(expr).numbered_dice()
}

/// Returns the number of results for each total of dice; empty for dice beyond the bounds.
fn totals((count, sides): (u32, u32)) -> BTreeMap<i64, u128> {
    let bits = f64::from(count) * f64::from(sides).log2();
    if u64::from(count) * u64::from(sides) > MAX_TOTALS || bits > f64::from(MAX_BITS) {
        return BTreeMap::new();
    }
    let mut ways = BTreeMap::from([(0_i64, 1_u128)]);
    for _ in 0..count {
        let mut next = BTreeMap::new();
        for (total, n) in &ways {
            for face in 1..=i64::from(sides) {
                *next.entry(total + face).or_insert(0) += n;
            }
        }
        ways = next;
    }
    ways
}

fn rare(
    totals: &BTreeMap<i64, u128>,
    dice: (u32, u32),
    is_met: impl Fn(i64) -> bool,
) -> Option<Rare> {
    let all: u128 = totals.values().sum();
    let met = totals.iter().filter(|(total, _)| is_met(**total));
    let ways: u128 = met.map(|(_, n)| n).sum();
    let is_rare = ways > 0 && ways.checked_mul(ONCE_IN).is_some_and(|ways| ways < all);
    is_rare.then_some(Rare { ways, all, dice })
}

/// Returns the keys of rows or columns that dice rarely select in a table, if dice are one of its keys.
fn rare_rows<'c>(
    context: &'c Context<'_>,
    id: TableId,
    key: usize,
    dice: (u32, u32),
) -> Vec<(Span, Rare, &'c Naming)> {
    let Some(table) = context.book.tables.get(id.at()) else {
        return Vec::new();
    };
    let Some(axis) = table.axes.get(key) else {
        return Vec::new();
    };
    let totals = totals(dice);
    let line_of = |total: i64| axis.line(i32::try_from(total).ok()?);
    let lines: BTreeSet<usize> = totals.keys().filter_map(|total| line_of(*total)).collect();
    let rare = lines.into_iter().filter_map(|line| {
        let rare = rare(&totals, dice, |total| line_of(total) == Some(line))?;
        let mut reaching = totals.keys().filter(|total| line_of(**total) == Some(line));
        let shown = i32::try_from(*reaching.next()?).ok()?;
        Some((key_span(table, key, shown)?, rare, &table.naming))
    });
    rare.collect()
}

/// Returns the span of the key that a value selects in a table.
fn key_span(table: &Table, key: usize, value: i32) -> Option<Span> {
    let any = |axis: &Axis| {
        let lines = axis.lines.iter().position(|line| *line != u16::MAX)?;
        i32::try_from(lines).ok()?.checked_add(axis.lowest)
    };
    let axes = table.axes.iter().enumerate();
    let keys = axes.map(|(at, axis)| if at == key { Some(value) } else { any(axis) });
    let keys: Option<Vec<i32>> = keys.collect();
    let drawn = table.drawn.get(table.drawn_for(&keys?)?)?;
    drawn.keys.get(key).copied().or(Some(drawn.span))
}

fn finding(naming: &Naming, span: Span, rare: &Rare, roll: Span) -> Diagnostic {
    let (count, sides) = rare.dice;
    let once_in = u64::try_from(rare.all / rare.ways.max(1)).unwrap_or(u64::MAX);
    Diagnostic::new(
        Code::UnlikelyRow,
        format!(
            "{count}d{sides} reach this once in {} rolls",
            grouped(once_in)
        ),
    )
    .label(span, "hardly ever used")
    .label(roll, "rolled here")
    .help("merge it with the row beside it, or roll other dice; if intended, ignore this")
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
