//! Neighbouring cells that make a table monotone along all its keys if they are exchanged: a minimal repair.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::Context;
use crate::distribution::{
    CellDistributions, Results, axis_layout, cell_distributions, describe_by_name, has_rolled_key,
    is_ordered, written_cell,
};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_eval::dominates;
use sandtable_model::{RuleBook, Table, cell_example};

/// Maximum number of pairs of adjacent cells that are exchanged for trial.
const MAX_PAIRS: usize = 300;
/// Least number of steps that show the direction of a table.
const MIN_STEPS: usize = 5;
/// As [`MIN_STEPS`], for a finding that is likely.
const LIKELY_STEPS: usize = 8;

/// Neighbouring cells along a key, by the cells as written.
struct Axis<'t> {
    name: &'t str,
    /// The key has an order, so that the table can be monotone along it.
    is_ordered: bool,
    pairs: BTreeSet<(u32, u32)>,
}

/// Reports two neighbouring cells whose exchange makes a table monotone that is not.
pub(super) fn swapped(
    context: &Context<'_>,
    table: &Table,
    cells: &CellDistributions,
) -> Option<Diagnostic> {
    let book = context.book;
    let is_rolled = has_rolled_key(table);
    // Two cells of one row are exchanged before the dice decide between them.
    let by_face = is_rolled.then(|| cell_distributions(book, &with_faces_given(table)));
    let cells = match &by_face {
        Some(by_face) => by_face.as_ref()?,
        None => cells,
    };
    let results = Ranks::new(table, cells);
    let axes: Vec<Axis<'_>> = (0..table.keys.len())
        .filter_map(|at| axis(book, table, at))
        .collect();
    let n_pairs: usize = axes.iter().map(|axis| axis.pairs.len()).sum();
    let written = steps(&axes, &results, None);
    if written.iter().all(|step| step.is_monotone()) {
        return None;
    }
    if n_pairs > MAX_PAIRS {
        context.skip_swaps(table);
        return None;
    }
    let mut repairs = Vec::new();
    let candidates: BTreeSet<(u32, u32)> = axes
        .iter()
        .flat_map(|axis| axis.pairs.iter().copied())
        .collect();
    for pair in candidates {
        let repaired = steps(&axes, &results, Some(pair));
        let n_steps: usize = repaired.iter().map(Steps::total).sum();
        // A table with a die is less often in order along it.
        let min_steps = if is_rolled { LIKELY_STEPS } else { MIN_STEPS };
        if n_steps >= min_steps && repaired.iter().all(Steps::is_monotone) {
            repairs.push((pair, n_steps));
        }
    }
    let Some(&((one, other), n_steps)) = repairs.first() else {
        let alone = is_rolled.then(|| out_of_line(&axes, &results, &written));
        let (place, keys) = alone.flatten().and_then(|(drawn, keys)| {
            let place = table.drawn_by.iter().position(|known| *known == drawn);
            Some((place?, keys))
        })?;
        let text = describe_by_name(book, table, cells.get(&place)?);
        let message = format!(
            "this cell is out of order along {keys}: without it, the whole table is in order"
        );
        return Some(
            Diagnostic::new(Code::BetterIsWorse, message)
                .label(written_cell(table, place)?.span, text)
                .help("correct the cell that is out of order")
                .cite(table.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely)
                .example(cell_example::cell(book, table, place).unwrap_or_default()),
        );
    };
    let is_likely = repairs.len() == 1 && n_steps >= LIKELY_STEPS;
    let broken = axes
        .iter()
        .zip(&written)
        .find(|(_, steps)| !steps.is_monotone());
    let (axis, _) = broken?;
    let place = |drawn: u32| table.drawn_by.iter().position(|known| *known == drawn);
    let (first, second) = (place(one)?, place(other)?);
    let text = |place: usize| Some(describe_by_name(book, table, cells.get(&place)?));
    let examples = [first, second].map(|place| match is_rolled {
        true => cell_example::cell(book, table, place),
        false => cell_example::reads(book, table, place, cells.get(&place)?),
    });
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    let message = format!(
        "swapping these two cells would put the whole table in order along `{}`",
        axis.name
    );
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(written_cell(table, second)?.span, text(second)?)
            .label(written_cell(table, first)?.span, text(first)?)
            .help("swap them, or correct the cell that is out of order")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(match is_likely {
                true => Confidence::Likely,
                false => Confidence::Possible,
            })
            .example(examples.join("\n")),
    )
}

/// Returns the one cell as written without which a table is monotone, and the keys along which it is out of order: at least two.
fn out_of_line(axes: &[Axis<'_>], results: &Ranks, written: &[Steps]) -> Option<(u32, String)> {
    let broken = axes.iter().zip(written);
    let broken = broken.filter(|(_, steps)| !steps.is_monotone());
    let keys: Vec<String> = broken.map(|(axis, _)| format!("`{}`", axis.name)).collect();
    let pairs = axes.iter().flat_map(|axis| &axis.pairs);
    let cells: BTreeSet<u32> = pairs.flat_map(|pair| [pair.0, pair.1]).collect();
    let mut alone = cells.into_iter().filter(|cell| {
        // A cell without a result is not compared.
        let others = steps(axes, results, Some((*cell, u32::MAX)));
        let n_steps: usize = others.iter().map(Steps::total).sum();
        n_steps >= MIN_STEPS && others.iter().all(Steps::is_monotone)
    });
    let cell = alone.next().filter(|_| keys.len() > 1)?;
    alone.next().is_none().then(|| (cell, keys.join(" and ")))
}

/// Returns a table whose dice are keys like others.
fn with_faces_given(table: &Table) -> Table {
    let mut table = table.clone();
    for key in &mut table.keys {
        key.dice = None;
    }
    table
}

fn axis<'t>(book: &RuleBook, table: &'t Table, at: usize) -> Option<Axis<'t>> {
    let key = table.keys.get(at)?;
    let (size, stride) = axis_layout(table, at);
    let places = (0..table.cells.len()).filter(|place| place / stride % size + 1 < size);
    let pairs = places.filter_map(|place| {
        let pair = (
            *table.drawn_by.get(place)?,
            *table.drawn_by.get(place + stride)?,
        );
        (pair.0 != pair.1).then_some(pair)
    });
    Some(Axis {
        name: &key.name,
        is_ordered: is_ordered(book, key.ty),
        pairs: pairs.collect(),
    })
}

/// The steps between neighbours along a key.
#[derive(Default)]
struct Steps {
    n_rising: usize,
    n_falling: usize,
}

impl Steps {
    fn is_monotone(&self) -> bool {
        self.n_rising == 0 || self.n_falling == 0
    }

    fn total(&self) -> usize {
        self.n_rising + self.n_falling
    }
}

/// Ranks of the results of cells, in the order of the result type.
struct Ranks {
    /// The number of the result of each cell as written.
    of_cell: Vec<Option<usize>>,
    /// For each two results, whether the second is better, or worse, in each case.
    order: Vec<Vec<Ordering>>,
}

impl Ranks {
    fn new(table: &Table, cells: &CellDistributions) -> Self {
        let mut results: Vec<&Results> = Vec::new();
        let mut of_cell = vec![None; table.drawn.len()];
        for (place, result) in cells {
            let known = results.iter().position(|known| *known == result);
            let number = known.unwrap_or(results.len());
            if known.is_none() {
                results.push(result);
            }
            let drawn = table.drawn_by.get(*place).map(|drawn| *drawn as usize);
            if let Some(cell) = drawn.and_then(|drawn| of_cell.get_mut(drawn)) {
                *cell = Some(number);
            }
        }
        let compare =
            |one: &Results, next: &Results| match (dominates(next, one), dominates(one, next)) {
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                _ => Ordering::Equal,
            };
        let order = results.iter().map(|one| {
            let row = results.iter().map(|next| compare(one, next));
            row.collect()
        });
        Self {
            of_cell,
            order: order.collect(),
        }
    }

    /// Compares the results of two cells as written; [`Ordering::Equal`] if they cannot be compared.
    fn compare(&self, one: u32, next: u32) -> Ordering {
        let rank = |cell: u32| self.of_cell.get(cell as usize).copied().flatten();
        let order = match (rank(one), rank(next)) {
            (Some(one), Some(next)) => self.order.get(one).and_then(|row| row.get(next)),
            _ => None,
        };
        order.copied().unwrap_or(Ordering::Equal)
    }
}

/// Counts the steps along each key with an order, with two cells exchanged.
fn steps(axes: &[Axis<'_>], results: &Ranks, exchanged: Option<(u32, u32)>) -> Vec<Steps> {
    let moved = |cell: u32| match exchanged {
        Some((one, other)) if cell == one => other,
        Some((one, other)) if cell == other => one,
        _ => cell,
    };
    let of_axis = |axis: &Axis<'_>| {
        let mut steps = Steps::default();
        let pairs = axis.pairs.iter().filter(|_| axis.is_ordered);
        for (one, next) in pairs {
            match results.compare(moved(*one), moved(*next)) {
                Ordering::Less => steps.n_rising += 1,
                Ordering::Greater => steps.n_falling += 1,
                Ordering::Equal => {}
            }
        }
        steps
    };
    axes.iter().map(of_axis).collect()
}
