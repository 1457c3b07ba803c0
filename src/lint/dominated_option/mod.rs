//! Options that never give more than another one.
//!
//! Reports: E0619.

mod actions;
mod words;

use super::Context;
use sandtable_diagnostic::Diagnostics;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    words::check(context, diagnostics);
    actions::check(context, diagnostics);
}
