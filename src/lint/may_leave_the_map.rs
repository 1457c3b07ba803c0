//! Places that rules calculate, that can be `none`, and that a piece is then moved to.
//!
//! Reports: E0633.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Change, ExprKind, LocalId, TrackChange, walk_statements};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.board.is_none() {
        return;
    }
    for (naming, block) in book.bodies() {
        let mut calculated = BTreeSet::new();
        walk_statements(block, &mut |statement| {
            if let Some((local, value)) = statement.binding()
                && is_calculated(&value.kind, &calculated)
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
                && is_calculated(&amount.kind, &calculated)
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
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a place of any other form is given"
)]
fn is_calculated(place: &ExprKind, calculated: &BTreeSet<LocalId>) -> bool {
    match place {
        ExprKind::Measured { .. } | ExprKind::Aggregate { .. } => true,
        ExprKind::Local(local) => calculated.contains(local),
        _ => false,
    }
}
