//! Places that rules calculate, that can be `none`, and that a piece is then moved to.
//!
//! Reports: E0633.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Change, Expr, LocalId, TrackChange, walk_statements};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.board.is_none() {
        return;
    }
    for (naming, block) in book.bodies() {
        let mut calculated = BTreeSet::new();
        walk_statements(block, &mut |statement| {
            if let Some((local, value)) = statement.binding()
                && is_calculated(value, &calculated)
            {
                calculated.insert(local);
            }
            if let Some(TrackChange {
                how: Change::Set,
                amount,
                track,
                ..
            }) = statement.change()
                && Some(track) == book.at_track()
                && amount.or_none
                && is_calculated(amount, &calculated)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::MayLeaveTheMap,
                        "this may be `none`, which takes the piece off the map",
                    )
                    .label(amount.span, "")
                    .help(
                        "check first: `there = …`, `if there is none: stop`; if it should leave \
                        the map, write `set unit.at to none`",
                    )
                    .cite(naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
            true
        });
    }
}

/// Whether a place is calculated: not `none`, not chosen `or none`, and not that of another piece, which may intentionally be off the
/// map. `calculated` are locals with such a place.
fn is_calculated(place: &Expr, calculated: &BTreeSet<LocalId>) -> bool {
    let is_known = place
        .local()
        .is_some_and(|local| calculated.contains(&local));
    is_known || place.measurement().is_some() || place.aggregation().is_some()
}
