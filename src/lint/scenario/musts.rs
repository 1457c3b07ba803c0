//! Units that break a condition of their kind with the values that a scenario gives them.
//!
//! Reports: E0409.

use super::Staging;
use crate::must_not_met;
use sandtable_diagnostic::Diagnostic;
use sandtable_model::{CastUnit, TrackId};

/// The largest number of units that one condition is reported for.
const MAX_UNITS: usize = 3;

pub(super) fn check_musts(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let is_in_play = |unit: &CastUnit| {
        let is_out = |track| unit.start(track, 0) != 0;
        !unit.is_spare && !is_out(TrackId::DESTROYED) && !is_out(TrackId::REMOVED)
    };
    for (id, kind) in staging.book.kinds.iter().enumerate() {
        for must in &kind.musts {
            let cast = staging.staged.cast.iter().enumerate();
            let of_kind = cast.filter(|(_, unit)| unit.kind.at() == id && is_in_play(unit));
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
