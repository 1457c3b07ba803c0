//! Facings that conditions ask for and that no piece can have: `unit.facing = 100` below `facings hexsides`.
//!
//! Reports: E0607.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::directions_on_map;
use sandtable_model::{Expr, Naming, RuleBook};

/// Returns the finding about a comparison of a facing with a direction in which no piece faces on any map.
pub(super) fn of_expression(book: &RuleBook, naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    let facings = book.facings.as_ref()?;
    let compared = expr.comparison().filter(|one| one.is_of_equality())?;
    let facing = book.facing_track()?;
    let sides = [
        (compared.left, compared.right),
        (compared.right, compared.left),
    ];
    let direction = sides.into_iter().find_map(|(one, other)| {
        let read = one.track().filter(|read| read.track == facing)?;
        read.index.is_none().then_some(other.literal()?)
    })?;
    let (directions, words) = directions_on_map(facings.value, None);
    (!directions.contains(&direction)).then(|| {
        Diagnostic::new(
            Code::ConstantCondition,
            format!("no piece can face {direction} degrees here"),
        )
        .label(expr.span, "always the same")
        .label(facings.span, "declared here")
        .help(format!("use one of {words}"))
        .cite(naming.citations.iter().map(String::as_str))
    })
}
