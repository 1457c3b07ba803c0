//! The higher of two values where the lower one keeps the declared range of the result, or the other way round.

use sandtable_model::{Arithmetic, Expr, Procedure, RuleBook, walk_statements};

/// Returns the words of the other operation, if the result of a formula is an extreme that leaves the declared range and the other one keeps it.
pub fn find(book: &RuleBook, formula: &Procedure) -> Option<&'static str> {
    let (low, high) = formula.range;
    let mut found = None;
    walk_statements(&formula.body, &mut |statement| {
        let of = |op| {
            let (left, right) = statement.result()?.operands(op)?;
            Some((declared(book, left)?, declared(book, right)?))
        };
        if let Some((one, other)) = of(Arithmetic::Higher) {
            let is_meant = one.1.max(other.1) > high && one.1.min(other.1) == high;
            found = found.or(is_meant.then_some("the lower of"));
        }
        if let Some((one, other)) = of(Arithmetic::Lower) {
            let is_meant = one.0.min(other.0) < low && one.0.max(other.0) == low;
            found = found.or(is_meant.then_some("the higher of"));
        }
        found.is_none()
    });
    found
}

/// The cure that names the other operation first.
pub fn cure(words: &str, otherwise: &str) -> String {
    format!("if the other value is meant, write `{words} …`; otherwise {otherwise}")
}

/// Returns the range that is declared for a stat, a track or the result of a formula.
fn declared(book: &RuleBook, expr: &Expr) -> Option<(i32, i32)> {
    if let Some((called, _)) = expr.call() {
        return Some(book.procedures.get(called.at())?.range);
    }
    let kinds = book.kinds.iter();
    if let Some(read) = expr.track() {
        let mut tracks = kinds.flat_map(|kind| &kind.tracks);
        let track = tracks.find(|track| track.track == read.track)?;
        return Some((track.low, track.high));
    }
    let (_, field) = expr.field()?;
    let mut stats = kinds.flat_map(|kind| &kind.stats);
    let stat = stats.find(|stat| stat.field == field)?;
    Some((stat.low, stat.high))
}
