//! Driver: rolls the dice, from a seeded generator.
//!
//! Several dice that are read together are drawn at once where their distribution is known. The streams of the
//! generator are numbered: runs are rolled in blocks of [`BLOCK`], run `r` in stream `r / BLOCK`, one after the
//! other from the start of the stream. So blocks can be rolled in any order and on any number of threads.

pub mod blocks;
pub mod breakpoints;

use super::budget::Budget;
use super::fault::Fault;
use super::policy::Unstated;
use blocks::{Blocks, Halt, Histogram, Trial};
use sandtable_ir::Program;

/// Runs that share one stream of the generator: starting a stream costs as much as a short run.
pub const BLOCK: u64 = 1024;

/// Runs a program `runs` times and counts the outcomes.
///
/// Errors: the first fault of a run; a judgement is a fault, since dice cannot answer it.
pub fn run(program: &Program, seed: u64, runs: u64, budget: &Budget) -> Result<Histogram, Fault> {
    run_with(program, seed, runs, budget, Unstated::Refuse)
}

/// As [`run`], where decisions without a stated worth are made in a certain way.
///
/// Errors: as [`run`]; such a decision, if it is refused.
pub fn run_with(
    program: &Program,
    seed: u64,
    runs: u64,
    budget: &Budget,
    unstated: Unstated,
) -> Result<Histogram, Fault> {
    let course = Trial::Question(unstated);
    let mut blocks =
        Blocks::with_reductions(program, course, seed, budget.steps, budget.reductions);
    let never = Halt::default();
    for block in 0..runs.div_ceil(BLOCK) {
        blocks.roll(block, BLOCK.min(runs - block * BLOCK), &never)?;
    }
    Ok(blocks.take())
}
