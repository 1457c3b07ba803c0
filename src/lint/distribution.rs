//! How often each result of a table comes, for each combination of the keys that are not thrown.

use std::collections::BTreeMap;

use super::constant_condition::told;
use super::dice_distribution::Thrown;
use super::value_sets::constant;
use sandtable_model::{
    Arithmetic, Axis, Expr, ExprKind, Meaning, NONE, RuleBook, Table, Type, lowest_terms,
};
use sandtable_syntax::ast::Order;

/// How often each result comes.
pub(super) type Spread = BTreeMap<i32, u128>;
/// By cell of a table.
pub(super) type Spreads = BTreeMap<usize, Spread>;

/// Larger tables are read by nobody row by row.
pub(super) const MOST_CELLS: usize = 20_000;

/// Whether the results of a table have an order, and it is small enough to be compared cell by cell.
pub(super) fn is_compared(book: &RuleBook, table: &Table) -> bool {
    table.cells.len() <= MOST_CELLS && has_order(book, table.result.ty)
}

/// Whether of two values one is the higher.
pub(super) fn has_order(book: &RuleBook, ty: Type) -> bool {
    match ty {
        Type::Number(_) => true,
        Type::Words(id) => book.words.get(id.at()).is_some_and(|list| list.ordered),
        _ => false,
    }
}

/// How many lines a key has, and how far apart in the cells two neighbours lie.
pub(super) fn steps(table: &Table, at: usize) -> (usize, usize) {
    let size = table.axes.get(at).map_or(1, |axis| axis.n_lines as usize);
    let behind = table.axes.iter().skip(at + 1);
    let stride = behind.map(|axis| axis.n_lines as usize).product::<usize>();
    (size.max(1), stride.max(1))
}

/// Whether one is at least as high as the other, result by result.
pub(super) fn reaches(one: &Spread, other: &Spread) -> bool {
    let (all, others): (u128, u128) = (one.values().sum(), other.values().sum());
    let results = one.keys().chain(other.keys());
    results.into_iter().all(|least| {
        let reached = |spread: &Spread| spread.range(least..).map(|(_, ways)| ways).sum::<u128>();
        reached(one) * others >= reached(other) * all
    })
}

pub(super) fn in_words(book: &RuleBook, table: &Table, spread: &Spread) -> String {
    let all: u128 = spread.values().sum();
    let parts: Vec<String> = spread
        .iter()
        .map(|(value, ways)| {
            let values = constant(book, *value, table.result.ty);
            let value = told(book, &values, table.result.ty);
            match lowest_terms(*ways, all) {
                (1, 1) => value,
                (above, below) => format!("{value}: {above}/{below}"),
            }
        })
        .collect();
    parts.join(", ")
}

/// For each combination of the keys that are not thrown, with the thrown ones at their first line: what it comes to.
pub(super) fn spreads(book: &RuleBook, table: &Table) -> Option<Spreads> {
    let meanings: Vec<Option<Spread>> = table
        .meanings
        .iter()
        .map(|meaning| match meaning {
            Meaning::Value(NONE) => None,
            Meaning::Value(value) => Some(Spread::from([(*value, 1)])),
            Meaning::Where { value, .. } => thrown_out(book, value),
        })
        .collect();
    let strides: Vec<usize> = (0..table.axes.len()).map(|at| steps(table, at).1).collect();
    let mut spreads: BTreeMap<usize, Option<Spread>> = BTreeMap::new();
    for (place, cell) in table.cells.iter().enumerate() {
        let mut base = place;
        let mut weight = 1;
        for ((axis, key), stride) in table.axes.iter().zip(&table.keys).zip(&strides) {
            let Some((count, sides)) = key.dice else {
                continue;
            };
            let line = place / stride % (axis.n_lines as usize);
            base -= line * stride;
            weight *= ways(axis, line, &Thrown::dice(count, sides, key.span)?);
        }
        let meaning = meanings.get(*cell as usize).cloned().flatten();
        let known = spreads.entry(base).or_insert_with(|| Some(Spread::new()));
        match (known.as_mut(), meaning) {
            (Some(known), Some(meaning)) => {
                let all: u128 = meaning.values().sum();
                // Cells of one column may be worked out with different dice: one denominator for all.
                for (value, share) in meaning {
                    *known.entry(value).or_insert(0) += share * weight * (COMMON / all.max(1));
                }
            }
            _ => *known = None,
        }
    }
    let known = spreads.into_iter();
    Some(
        known
            .filter_map(|(place, spread)| Some((place, spread?)))
            .collect(),
    )
}

/// Every number of faces up to 16 divides it.
const COMMON: u128 = 720_720;

/// How many ways of a throw lead to a line.
fn ways(axis: &Axis, line: usize, thrown: &Thrown) -> u128 {
    (thrown.low..=thrown.high())
        .filter(|shown| {
            let key = super::values::Values::numbers(*shown, *shown);
            super::value_sets::lines(axis, &key).contains(&line)
        })
        .map(|shown| thrown.ways_to(shown))
        .sum()
}

/// What a cell that is worked out comes to, if it throws one die at most.
fn thrown_out(book: &RuleBook, value: &Expr) -> Option<Spread> {
    let mut faces: Vec<i32> = Vec::new();
    let mut n_thrown = 0;
    dice(book, value, &mut faces, &mut n_thrown);
    if n_thrown > 1 {
        return None;
    }
    if n_thrown == 0 {
        return Some(Spread::from([(run(value, 0)?, 1)]));
    }
    if faces.is_empty() || !COMMON.is_multiple_of(faces.len() as u128) {
        return None;
    }
    let mut spread = Spread::new();
    for face in faces {
        *spread.entry(run(value, face)?).or_insert(0) += 1;
    }
    Some(spread)
}

fn dice(book: &RuleBook, expr: &Expr, faces: &mut Vec<i32>, n_thrown: &mut usize) {
    match &expr.kind {
        ExprKind::Dice { count: 1, sides } if *sides <= 100 => {
            *n_thrown += 1;
            faces.extend(1..=i32::try_from(*sides).unwrap_or(1));
        }
        ExprKind::Dice { .. } => *n_thrown += 2,
        ExprKind::Throw(id) => {
            *n_thrown += 1;
            faces.extend(
                book.dice
                    .get(id.at())
                    .into_iter()
                    .flat_map(|die| &die.faces),
            );
        }
        _ => sandtable_model::walk_expr(expr, &mut |inner| dice(book, inner, faces, n_thrown)),
    }
}

/// An expression worked out with a face for its one die; nothing if it needs more than that.
fn run(expr: &Expr, face: i32) -> Option<i32> {
    Some(match &expr.kind {
        ExprKind::Constant(value) => *value,
        ExprKind::Dice { .. } | ExprKind::Throw(_) => face,
        ExprKind::Not(inner) => 1 - run(inner, face)?,
        ExprKind::Negate(inner) => run(inner, face)?.checked_neg()?,
        ExprKind::Binary { op, left, right } => {
            let (left, right) = (run(left, face)?, run(right, face)?);
            match op {
                Arithmetic::Add => left.checked_add(right)?,
                Arithmetic::Subtract => left.checked_sub(right)?,
                Arithmetic::Multiply => left.checked_mul(right)?,
                Arithmetic::And | Arithmetic::Lower => left.min(right),
                Arithmetic::Or | Arithmetic::Higher => left.max(right),
            }
        }
        ExprKind::Compare { order, left, right } => {
            let (left, right) = (run(left, face)?, run(right, face)?);
            i32::from(match order {
                Order::Equal => left == right,
                Order::NotEqual => left != right,
                Order::Less => left < right,
                Order::LessOrEqual => left <= right,
                Order::Greater => left > right,
                Order::GreaterOrEqual => left >= right,
            })
        }
        ExprKind::Member { value, set } => {
            let value = u32::try_from(run(value, face)?)
                .ok()
                .filter(|value| *value < 64)?;
            i32::from(set >> value & 1 == 1)
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => match run(condition, face)? {
            0 => run(otherwise, face)?,
            _ => run(then, face)?,
        },
        ExprKind::Limit { value, low, high } => run(value, face)?.clamp(*low, (*high).max(*low)),
        _ => return None,
    })
}
