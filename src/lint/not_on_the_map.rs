//! Conditions on the ground that no hex or hexside of the maps meets.
//!
//! Reports: E0625.

use super::Context;
use super::roster_conditions::{Missing, unsatisfied};
use sandtable_diagnostic::{Code, Diagnostics};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let missing = Missing {
        code: Code::NotOnTheMap,
        subject: "no hex or hexside of the maps",
        help: "if more maps are planned, ignore this",
    };
    diagnostics.extend(unsatisfied(context, true, &missing));
}
