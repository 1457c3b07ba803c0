//! Squares whose inside a straight line between two centres goes through.

use super::grid::Cell;
use std::cmp::Ordering;

/// The squares between the ends of a line, in order. At a corner the line continues in the square across it; the two
/// beside it are only touched.
#[derive(Debug, Clone)]
pub(super) struct SquareWalk {
    at: Cell,
    goal: Cell,
    /// Lines and columns of squares to go, without signs.
    lines: i64,
    columns: i64,
    /// Borders passed so far.
    passed_lines: i64,
    passed_columns: i64,
}

impl SquareWalk {
    pub(super) fn new(at: Cell, goal: Cell) -> Self {
        Self {
            at,
            goal,
            lines: i64::from((goal.line - at.line).abs()),
            columns: i64::from((goal.column - at.column).abs()) / 2,
            passed_lines: 0,
            passed_columns: 0,
        }
    }
}

impl Iterator for SquareWalk {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        // The borders between squares are at odd multiples of one half; both sides are scaled by the remaining extent.
        let line_border = (2 * self.passed_lines + 1) * self.columns;
        let column_border = (2 * self.passed_columns + 1) * self.lines;
        let order = match (self.lines, self.columns) {
            (_, 0) => Ordering::Less,
            (0, _) => Ordering::Greater,
            _ => line_border.cmp(&column_border),
        };
        if self.at == self.goal {
            return None;
        }
        if order.is_le() {
            self.at.line += (self.goal.line - self.at.line).signum();
            self.passed_lines += 1;
        }
        if order.is_ge() {
            self.at.column += 2 * (self.goal.column - self.at.column).signum();
            self.passed_columns += 1;
        }
        (self.at != self.goal).then_some(self.at)
    }
}
