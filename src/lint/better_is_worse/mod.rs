//! Tables and rolls in which a better input gives a worse result.
//!
//! Reports: E0611.

mod hole;
mod inputs;
mod line;
mod reads;
mod rolls;
mod swap;
mod tables;

use super::Context;
use sandtable_diagnostic::Diagnostics;

/// Least ratio of steps in one direction to steps in the other for a finding that is likely.
const LIKELY_RATIO: usize = 3;
/// As [`LIKELY_RATIO`], for one that is possible.
const POSSIBLE_RATIO: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    tables::check(context, diagnostics);
    rolls::check(context, diagnostics);
}
