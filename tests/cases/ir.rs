//! Listings of programs, as lowered and as optimised.

use std::fmt::Write as _;
use std::path::Path;

use sandtable::ir::{OutputSpec, lower, optimise, print};

use crate::harness::{assert_beside, book, first_question};

pub(crate) fn listings(case: &Path) {
    let book = book(case);
    let lowered = lower::run(&book, first_question(&book), OutputSpec::Outcome);
    let optimised = optimise::run(&lowered.program);
    for program in [&lowered.program, &optimised] {
        program.verify().unwrap();
    }
    let mut text = String::new();
    writeln!(text, "as lowered\n\n{}", print::listing(&lowered.program)).unwrap();
    writeln!(text, "optimised\n\n{}", print::listing(&optimised)).unwrap();
    assert_beside(case, &text);
}
