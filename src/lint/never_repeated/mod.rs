//! Turns that nothing repeats although tracks count or reset with them, and changes after the turn with which a track is reset.
//!
//! Reports: E0635.

mod after_end;
mod counters;
mod durations;

use super::Context;
use sandtable_diagnostic::Diagnostics;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    counters::check(context, diagnostics);
    durations::check(context, diagnostics);
    after_end::check(context, diagnostics);
}
