//! Rows of tables, and lines of `on`, that dice select less than once in ten thousand rolls.
//!
//! Reports: E0678.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics, grouped};
use sandtable_model::{
    Arithmetic, Axis, Expr, ExprKind, LocalId, Naming, StatementKind, Table, TableId, walk_own,
    walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

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
                    if let ExprKind::Table { table, arguments } = &inner.kind {
                        for (at, key) in arguments.iter().enumerate() {
                            if let Some(dice) = dice_of(key, &names) {
                                let rows = rare_rows(context, *table, at, dice);
                                rows.into_iter().for_each(|(span, rare, naming)| {
                                    report(naming, span, rare, inner.span);
                                });
                            }
                        }
                    }
                });
            });
            if let StatementKind::Outcome {
                when: Some(condition),
                ..
            }
            | StatementKind::If { condition, .. } = &statement.kind
                && let Some((dice, place)) = only_dice(condition, &names)
            {
                let is_met = |total: i64| is_met_by(condition, total).unwrap_or(false);
                if let Some(rare) = rare(&totals(dice), dice, is_met) {
                    report(naming, condition.span, rare, place);
                }
            }
            if let StatementKind::Depending { value, arms } = &statement.kind
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
    walk_within(condition, &mut |inner| match &inner.kind {
        ExprKind::Dice { count, sides } => in_place.push(((*count, *sides), inner.span)),
        ExprKind::Local(id) => {
            is_plain &= found.is_none_or(|known| known == *id);
            found = Some(*id);
        }
        ExprKind::Compare { .. }
        | ExprKind::Constant(_)
        | ExprKind::Not(_)
        | ExprKind::Binary {
            op: Arithmetic::And | Arithmetic::Or,
            ..
        } => {}
        _ => is_plain = false,
    });
    if let (true, None, [dice]) = (is_plain, found, in_place.as_slice()) {
        return Some(*dice);
    }
    let value = names.get(&found.filter(|_| is_plain && in_place.is_empty())?)?;
    let ExprKind::Dice { count, sides } = &value.kind else {
        return None;
    };
    Some(((*count, *sides), value.span))
}

/// Whether a value of its one name satisfies a condition.
fn is_met_by(condition: &Expr, total: i64) -> Option<bool> {
    match &condition.kind {
        ExprKind::Not(inner) => is_met_by(inner, total).map(|is_met| !is_met),
        ExprKind::Binary { op, left, right } => {
            let (left, right) = (is_met_by(left, total)?, is_met_by(right, total)?);
            match op {
                Arithmetic::And => Some(left && right),
                Arithmetic::Or => Some(left || right),
                _ => None,
            }
        }
        ExprKind::Compare { order, left, right } => {
            let value = |expr: &Expr| match &expr.kind {
                ExprKind::Local(_) | ExprKind::Dice { .. } => Some(total),
                ExprKind::Constant(value) => Some(i64::from(*value)),
                _ => None,
            };
            let (left, right) = (value(left)?, value(right)?);
            Some(match order {
                Order::Equal => left == right,
                Order::NotEqual => left != right,
                Order::Less => left < right,
                Order::LessOrEqual => left <= right,
                Order::Greater => left > right,
                Order::GreaterOrEqual => left >= right,
            })
        }
        _ => None,
    }
}

/// Returns the dice, as number and sides, whose total is the value of an expression.
fn dice_of(expr: &Expr, names: &Names<'_>) -> Option<(u32, u32)> {
    match &expr.kind {
        ExprKind::Dice { count, sides } => Some((*count, *sides)),
        ExprKind::Local(id) => match names.get(id).map(|value| &value.kind) {
            Some(ExprKind::Dice { count, sides }) => Some((*count, *sides)),
            _ => None,
        },
        _ => None,
    }
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
