//! Units that break a condition of their kind with the values that a scenario gives them.
//!
//! Reports: E0409.

use super::Staging;
use crate::must_not_met;
use sandtable_diagnostic::Diagnostic;

/// The largest number of units that one condition is reported for.
const MAX_UNITS: usize = 3;

pub(super) fn check_musts(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    for kind in &staging.book.kinds {
        for must in &kind.musts {
            let cast = staging.staged.cast.iter().enumerate();
            let of_kind = cast.filter(|(_, unit)| {
                let kind_of = staging.book.kinds.get(unit.kind.at());
                kind_of.is_some_and(|one| one.naming.span == kind.naming.span) && !unit.is_spare
            });
            let broken = of_kind
                .filter(|(at, _)| must_not_met::is_broken(staging.book, &staging.start, must, *at));
            found.extend(broken.take(MAX_UNITS).map(|(_, unit)| {
                let place = staging.head_of(unit);
                let place = place.unwrap_or(staging.written.play.span);
                must_not_met::finding(&format!("`{}`", unit.parameter), place, must)
            }));
        }
    }
}
