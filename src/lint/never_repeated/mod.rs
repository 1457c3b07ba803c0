//! Turns that nothing repeats although tracks count or reset with them.
//!
//! Reports: E0635.

mod counters;
mod durations;

use super::Context;
use sandtable_diagnostic::Diagnostics;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    counters::check(context, diagnostics);
    durations::check(context, diagnostics);
}
