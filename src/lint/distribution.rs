//! Distributions of the results of table cells, over the keys that are rolled.

use std::collections::BTreeMap;

use super::domain::ValueSet;
use super::transfer::lines;
use sandtable_eval::Weights;
use sandtable_model::{
    Arithmetic, Axis, Drawn, Expr, ExprKind, Meaning, NONE, RuleBook, Table, Type, lowest_terms,
    remainder,
};

/// Weights of results: their probabilities times their sum.
pub(super) type Results = BTreeMap<i32, u128>;
/// By cell of a table, with rolled keys on their first line.
pub(super) type CellDistributions = BTreeMap<usize, Results>;

/// The largest number of cells of a table that is analysed.
pub(super) const MAX_CELLS: usize = 20_000;

/// Whether the results of a table are ordered, and it is small enough to be analysed.
pub(super) fn is_ordered_table(book: &RuleBook, table: &Table) -> bool {
    table.cells.len() <= MAX_CELLS && is_ordered(book, table.result.ty)
}

/// Whether the values of a type have an order that the author has declared.
pub(super) fn is_ordered(book: &RuleBook, ty: Type) -> bool {
    match ty {
        Type::Number(_) => true,
        Type::Words(id) => book.words.get(id.at()).is_some_and(|list| list.ordered),
        Type::Flag
        | Type::Face(_)
        | Type::Unit(_)
        | Type::Dice
        | Type::Place
        | Type::Side
        | Type::Unknown => false,
    }
}

/// Whether a key of a table is rolled: its cells are then distributions over several cells as written.
pub(super) fn has_rolled_key(table: &Table) -> bool {
    table.keys.iter().any(|key| key.dice.is_some())
}

/// Returns the number of lines of a key, and the distance between neighbouring lines in the cells.
pub(super) fn axis_layout(table: &Table, at: usize) -> (usize, usize) {
    let size = table.axes.get(at).map_or(1, |axis| axis.n_lines as usize);
    let inner = table.axes.iter().skip(at + 1);
    let stride = inner.map(|axis| axis.n_lines as usize).product::<usize>();
    (size.max(1), stride.max(1))
}

/// Returns the cell as written that a cell was expanded from.
pub(super) fn written_cell(table: &Table, cell: usize) -> Option<&Drawn> {
    let drawn = table.drawn_by.get(cell)?;
    table.drawn.get(*drawn as usize)
}

/// Returns the name of the result that a table has of a table with several: `crew` of `hits.crew`.
pub(super) fn result_name(table: &Table) -> Option<&str> {
    let whole = table.part_of.as_deref()?;
    table.naming.name.strip_prefix(whole)?.strip_prefix('.')
}

/// Describes results as [`describe`], with the name of the result of a table with several.
pub(super) fn describe_by_name(book: &RuleBook, table: &Table, results: &Results) -> String {
    let described = describe(book, table, results);
    match result_name(table) {
        Some(name) => format!("`{name}`: {described}"),
        None => described,
    }
}

/// Describes results in the author's words: `miss: 1/3, hit: 2/3`; a certain one alone.
pub(super) fn describe(book: &RuleBook, table: &Table, results: &Results) -> String {
    let total: u128 = results.values().sum();
    let ty = table.result.ty;
    let parts = results.iter().map(|(value, weight)| {
        let value = ValueSet::constant(book, *value, ty).describe(book, ty);
        match lowest_terms(*weight, total) {
            (1, 1) => value,
            (above, below) => format!("{value}: {above}/{below}"),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the distribution of each cell; cells without a result or with more than one die are left out, and all of them if a
/// key is rolled with too many dice.
pub(super) fn cell_distributions(book: &RuleBook, table: &Table) -> Option<CellDistributions> {
    let meanings: Vec<Option<Results>> = table
        .meanings
        .iter()
        .map(|meaning| match meaning {
            Meaning::Value(NONE) => None,
            Meaning::Value(value) => Some(Results::from([(*value, 1)])),
            Meaning::Where { value, .. } => results_of(book, value),
        })
        .collect();
    let mut rolled = Vec::new();
    for (at, (axis, key)) in table.axes.iter().zip(&table.keys).enumerate() {
        if let Some((count, sides)) = key.dice {
            let weights = Weights::of_dice(count, sides)?;
            let size = axis.n_lines as usize;
            let of_lines: Vec<u128> = (0..size)
                .map(|line| weight_on(axis, line, &weights))
                .collect();
            rolled.push((size, axis_layout(table, at).1, of_lines));
        }
    }
    let mut cells: BTreeMap<usize, Option<Results>> = BTreeMap::new();
    for (place, meaning) in table.cells.iter().enumerate() {
        let mut base = place;
        let mut weight = 1;
        for (size, stride, of_lines) in &rolled {
            let line = place / stride % size;
            base -= line * stride;
            weight *= of_lines.get(line)?;
        }
        let known = cells.entry(base).or_insert_with(|| Some(Results::new()));
        match (known.as_mut(), meanings.get(*meaning as usize)) {
            (Some(known), Some(Some(meaning))) => {
                let total: u128 = meaning.values().sum();
                // Cells of one column can roll different dice: one denominator for all.
                for (value, share) in meaning {
                    *known.entry(*value).or_insert(0) +=
                        share * weight * (COMMON_DENOMINATOR / total.max(1));
                }
            }
            _ => *known = None,
        }
    }
    let known = cells.into_iter();
    Some(
        known
            .filter_map(|(place, results)| Some((place, results?)))
            .collect(),
    )
}

/// The least common multiple of all numbers up to 16.
const COMMON_DENOMINATOR: u128 = 720_720;

/// Returns the weight of the sums of dice that select a line.
fn weight_on(axis: &Axis, line: usize, dice: &Weights) -> u128 {
    (dice.low()..=dice.high())
        .filter(|sum| lines(axis, &ValueSet::interval(*sum, *sum)).contains(&line))
        .map(|sum| dice.weight(sum))
        .sum()
}

/// Returns the distribution of a calculated cell that rolls one die at most.
fn results_of(book: &RuleBook, value: &Expr) -> Option<Results> {
    let mut faces: Vec<i32> = Vec::new();
    let mut n_dice = 0;
    dice(book, value, &mut faces, &mut n_dice);
    if n_dice > 1 {
        return None;
    }
    if n_dice == 0 {
        return Some(Results::from([(evaluate(value, 0)?, 1)]));
    }
    if faces.is_empty() || !COMMON_DENOMINATOR.is_multiple_of(faces.len() as u128) {
        return None;
    }
    let mut results = Results::new();
    for face in faces {
        *results.entry(evaluate(value, face)?).or_insert(0) += 1;
    }
    Some(results)
}

/// Collects the faces of the dice that an expression rolls, and counts them.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other expression rolls only the dice inside of it"
)]
fn dice(book: &RuleBook, expr: &Expr, faces: &mut Vec<i32>, n_dice: &mut usize) {
    match &expr.kind {
        ExprKind::Dice { count: 1, sides } if *sides <= 100 => {
            *n_dice += 1;
            faces.extend(1..=i32::try_from(*sides).unwrap_or(1));
        }
        ExprKind::Dice { .. } => *n_dice += 2,
        ExprKind::Roll(id) => {
            *n_dice += 1;
            faces.extend(
                book.dice
                    .get(id.at())
                    .into_iter()
                    .flat_map(|die| &die.faces),
            );
        }
        _ => sandtable_model::walk_expr(expr, &mut |inner| dice(book, inner, faces, n_dice)),
    }
}

/// Returns the value of an expression with a face for its one die; `None` if it reads anything.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other expression reads something that a cell alone does not say"
)]
fn evaluate(expr: &Expr, face: i32) -> Option<i32> {
    Some(match &expr.kind {
        ExprKind::Constant(value) => *value,
        ExprKind::Dice { .. } | ExprKind::Roll(_) => face,
        ExprKind::Not(inner) => 1 - evaluate(inner, face)?,
        ExprKind::Negate(inner) => evaluate(inner, face)?.checked_neg()?,
        ExprKind::Binary { op, left, right } => {
            let (left, right) = (evaluate(left, face)?, evaluate(right, face)?);
            match op {
                Arithmetic::Add => left.checked_add(right)?,
                Arithmetic::Subtract => left.checked_sub(right)?,
                Arithmetic::Multiply => left.checked_mul(right)?,
                Arithmetic::Remainder => remainder(left, right)?,
                Arithmetic::And | Arithmetic::Lower => left.min(right),
                Arithmetic::Or | Arithmetic::Higher => left.max(right),
            }
        }
        ExprKind::Compare { order, left, right } => {
            let (left, right) = (evaluate(left, face)?, evaluate(right, face)?);
            i32::from(order.holds(&left, &right))
        }
        ExprKind::Member { value, set } => {
            let value = u32::try_from(evaluate(value, face)?)
                .ok()
                .filter(|value| *value < 64)?;
            i32::from(set >> value & 1 == 1)
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => match evaluate(condition, face)? {
            0 => evaluate(otherwise, face)?,
            _ => evaluate(then, face)?,
        },
        ExprKind::Limit { value, low, high } => {
            evaluate(value, face)?.clamp(*low, (*high).max(*low))
        }
        _ => return None,
    })
}
