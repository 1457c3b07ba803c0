//! A program to what a pass of the optimiser makes of it. The folder of a case is the name of the pass.

use std::fs;
use std::path::Path;

use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::ir::{optimise, print};

use crate::harness::assert_beside;
use crate::listing;

/// The pass preserves the odds of every outcome, or the fault in which the program ends.
pub(crate) fn rewrites(case: &Path) {
    let folder = case.parent().unwrap().file_name().unwrap();
    let mut passes = optimise::PASSES.iter();
    let (_, run) = passes
        .find(|(name, _)| *name == folder)
        .expect("a folder has the name of a pass");
    let before = listing::program(&fs::read_to_string(case).unwrap());
    let mut after = before.clone();
    run(&mut after);
    after.verify().unwrap();
    let odds = |program| {
        let odds = odds(program, &Budget::default());
        let odds = odds.map(|odds| odds.outcomes().to_vec());
        odds.map_err(|fault| fault.diagnostic(program).message)
    };
    assert_eq!(odds(&after), odds(&before));
    assert_beside(case, &print::listing(&after));
}
