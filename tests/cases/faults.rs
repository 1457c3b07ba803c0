//! Faults while running, as reported to the author of the rules: each case asks for odds and gets a finding.

use std::fmt::Write as _;
use std::path::Path;

use sandtable::diagnostic::Diagnostics;
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::explain::trace::{Faces, Trouble, explain};
use sandtable::ir::{OutputSpec, lower, optimise};
use sandtable::source::SourceMap;

use crate::harness::{assert_beside, book, findings, first_question};

pub(crate) fn faults(case: &Path) {
    let book = book(case);
    let lowered = lower::run(&book, first_question(&book), OutputSpec::Outcome);
    let mut sources = SourceMap::default();
    let name = case.file_name().unwrap().to_string_lossy();
    sources.add(name, std::fs::read_to_string(case).unwrap());
    let mut text = String::new();
    let optimised = optimise::run(&lowered.program);
    let budget = Budget {
        memory: 1 << 21,
        ..Budget::default()
    };
    let fault = odds(&optimised, &budget).expect_err("a case ends in a fault");
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(fault.diagnostic(&optimised));
    write!(text, "{}", findings(&diagnostics, &sources)).unwrap();
    // A single run comes to the same finding, if the first dice lead there.
    let story = explain(&lowered.program, &[], Faces::Given(&[]), 1_000_000);
    if let Some(Trouble::Fault(single)) = story.trouble {
        assert_eq!(
            single.diagnostic(&lowered.program).message,
            fault.diagnostic(&optimised).message
        );
    }
    assert_beside(case, &text);
}
