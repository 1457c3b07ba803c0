//! Rows and columns without which a table is monotone along a key.

use crate::distribution::{CellDistributions, axis_layout, is_ordered};
use crate::lookups::written_lines;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_eval::dominates;
use sandtable_model::{RuleBook, Table, cell_example};

/// Least number of other lines that show which way a table goes.
const MIN_OTHERS: usize = 3;
/// Least number of cells of a line that are out of line.
const MIN_CELLS: usize = 2;

/// Reports a line of a table whose cells are all out of line along a key, if the others are monotone.
pub(super) fn out_of_line(
    book: &RuleBook,
    table: &Table,
    cells: &CellDistributions,
    at: usize,
) -> Option<Diagnostic> {
    let key = table.keys.get(at).filter(|key| key.dice.is_none())?;
    if !is_ordered(book, key.ty) {
        return None;
    }
    let lines = Lines::new(table, cells, at);
    let all: Vec<usize> = (0..lines.size).collect();
    if lines.size <= MIN_OTHERS || lines.direction(&all).is_some() {
        return None;
    }
    let alone = all.iter().find_map(|line| {
        let others: Vec<usize> = all.iter().copied().filter(|other| other != line).collect();
        let rises = lines.direction(&others)?;
        let before = line.checked_sub(1).map(|before| (before, *line));
        let after = Some((*line, line + 1)).filter(|(_, after)| *after < lines.size);
        let n_against = |pair: Option<(usize, usize)>| {
            pair.map_or(0, |(one, next)| lines.n_against(one, next, rises))
        };
        let n_worst = n_against(before).max(n_against(after));
        (n_worst >= MIN_CELLS).then_some((*line, rises))
    });
    let (line, rises) = alone?;
    let written = written_lines(table, at);
    let own = written.iter().find(|(_, lines)| lines.contains(&line));
    let (span, _) = own?;
    let (name, gives) = (&key.name, if rises { "higher" } else { "lower" });
    let what = if at + 1 == table.keys.len() && table.keys.len() > 1 {
        "column"
    } else {
        "row"
    };
    let neighbour = if line == 0 { 1 } else { line - 1 };
    let examples = [neighbour, line].map(|line| {
        let place = lines.starts.first()? + line * lines.stride;
        cell_example::reads(book, table, place, cells.get(&place)?)
    });
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    let message = format!(
        "this whole {what} is out of order: without it, a higher `{name}` always gives a {gives} \
         result"
    );
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(*span, "")
            .help(format!("correct the {what}, or its key"))
            .example(examples.join("\n"))
            .cite(table.naming.citations.iter().map(String::as_str))
            // A line at an end can be a case of its own: nothing left, anything beyond.
            .confidence(match line > 0 && line + 1 < lines.size {
                true => Confidence::Likely,
                false => Confidence::Possible,
            }),
    )
}

/// The lines of a table across a key.
struct Lines<'t> {
    cells: &'t CellDistributions,
    size: usize,
    stride: usize,
    /// The first cell of each line along the key.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(table: &Table, cells: &'t CellDistributions, at: usize) -> Self {
        let (size, stride) = axis_layout(table, at);
        let starts = (0..table.cells.len()).filter(|place| place / stride % size == 0);
        Self {
            cells,
            size,
            stride,
            starts: starts.collect(),
        }
    }

    /// Returns how many cells of two lines rise, and how many fall, from the first to the second.
    fn steps(&self, one: usize, other: usize) -> (usize, usize) {
        let (mut n_rising, mut n_falling) = (0, 0);
        for start in &self.starts {
            let at = |line: usize| self.cells.get(&(start + line * self.stride));
            if let (Some(first), Some(second)) = (at(one), at(other)) {
                match (dominates(second, first), dominates(first, second)) {
                    (true, false) => n_rising += 1,
                    (false, true) => n_falling += 1,
                    _ => {}
                }
            }
        }
        (n_rising, n_falling)
    }

    fn n_against(&self, one: usize, other: usize, rises: bool) -> usize {
        let (n_rising, n_falling) = self.steps(one, other);
        if rises { n_falling } else { n_rising }
    }

    /// Returns whether some lines rise or fall, each against the one before; `None` if they do both or neither.
    fn direction(&self, lines: &[usize]) -> Option<bool> {
        let (mut n_rising, mut n_falling) = (0, 0);
        for pair in lines.windows(2) {
            if let &[one, next] = pair {
                let steps = self.steps(one, next);
                n_rising += steps.0;
                n_falling += steps.1;
            }
        }
        match (n_rising, n_falling) {
            (1.., 0) => Some(true),
            (0, 1..) => Some(false),
            _ => None,
        }
    }
}
