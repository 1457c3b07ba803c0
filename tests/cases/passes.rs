//! A program to what a pass of the optimiser makes of it. The folder of a case is the name of the pass.

use std::fs;
use std::path::Path;

use sandtable::eval::budget::Budget;
use sandtable::eval::exact::odds;
use sandtable::ir::{optimise, print};

use crate::harness::assert_beside;
use crate::listing;

/// The pass preserves the odds of every outcome, and running it again changes nothing more.
pub(crate) fn rewrites(case: &Path) {
    let folder = case.parent().unwrap().file_name().unwrap();
    let passes = optimise::PASSES.iter();
    let (_, run) = passes
        .clone()
        .find(|(name, _)| *name == folder)
        .expect("a folder has the name of a pass");
    let before = listing::program(&fs::read_to_string(case).unwrap());
    let mut after = before.clone();
    run(&mut after);
    after.verify().unwrap();
    // A program that ends in a fault ends in one after the pass, too.
    let odds = |program| {
        let odds = odds(program, &Budget::default()).ok()?;
        Some(odds.outcomes().to_vec())
    };
    assert_eq!(odds(&after), odds(&before));
    assert_beside(case, &print::listing(&after));
}
