//! Constant facings that the ruleset does not allow.
//!
//! Reports: E0553.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::{Facings, Measure, Primitive};
use sandtable_model::{Change, Expr, RuleBook, TrackChange, TrackId, walk_statements};

/// Checks every facing that a rule of a finished book sets.
pub(super) fn check_facings(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let (Some(facings), Some(track)) = (&book.facings, book.facing_track()) else {
        return;
    };
    let mut found = Vec::new();
    for (naming, block) in book.bodies() {
        walk_statements(block, &mut |statement| {
            if let Some(TrackChange {
                how: Change::Set,
                track: changed,
                amount,
                ..
            }) = statement.change()
                && changed == track
            {
                let amiss = set_to(book, facings.value, track, amount);
                found.extend(
                    amiss.map(|amiss| amiss.cite(naming.citations.iter().map(String::as_str))),
                );
            }
            true
        });
    }
    for finding in found {
        diagnostics.push(finding);
    }
}

/// Reports a literal direction that is a facing on no map of the book, and a turn of a facing that never ends at one.
fn set_to(book: &RuleBook, facings: Facings, track: TrackId, amount: &Expr) -> Option<Diagnostic> {
    if let Some(direction) = amount.literal() {
        let maps = book
            .maps
            .iter()
            .map(|map| Some(map.board_instance.as_ref()));
        let any = book.maps.is_empty().then_some(None);
        let amiss = maps
            .chain(any)
            .map(|board_instance| book.facing_amiss(direction, amount.span, board_instance));
        return amiss.collect::<Option<Vec<Diagnostic>>>()?.pop();
    }
    let turned = amount.measurement();
    let turned = turned.filter(|measured| measured.primitive == Primitive::Turned);
    let [from, by] = turned?.arguments else {
        return None;
    };
    let by = by.literal()?;
    let between_sides = match book.board {
        Some(Measure::Squares) => 90,
        _ => 60,
    };
    let is_every_one = facings.sides.is_some() && facings.corners;
    let step = if is_every_one {
        between_sides / 2
    } else {
        between_sides
    };
    (from.is_track(track) && by % step != 0).then(|| {
        Diagnostic::new(
            Code::NoSuchFacing,
            format!("after a turn by {by} degrees, no piece can face that direction"),
        )
        .label(amount.span, "")
        .label(
            book.facings
                .as_ref()
                .map_or(amount.span, |facings| facings.span),
            "declared here",
        )
        .help(format!("turn by {step} degrees, or a multiple of it"))
    })
}
