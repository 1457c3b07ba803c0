//! Conditions on the ground that no place or link of the maps meets.
//!
//! Reports: E0625.

use super::Context;
use super::roster_conditions::{Missing, unsatisfied};
use sandtable_diagnostic::{Code, Diagnostics};
use sandtable_model::board::Measure;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let missing = Missing {
        code: Code::NotOnTheMap,
        subject: match context.book.board {
            Some(Measure::Squares) => "no square or side of a square of the maps",
            Some(Measure::Areas) => "no area or link of the maps",
            Some(Measure::Hexes | Measure::Inches) | None => "no hex or hexside of the maps",
        },
        help: "if more maps are planned, ignore this",
    };
    diagnostics.extend(unsatisfied(context, true, &missing));
}
