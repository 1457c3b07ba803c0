//! Programs without questions: there is a single run, and no analysis is needed.

use super::fault::Fault;
use super::machine::{Answers, Machine, Pause};
use super::policy::{Deciding, Unstated};
use sandtable_ir::{PoolId, Program};

/// Steps up to the first question; the driver repeats them.
const MOST_STEPS: u64 = 10_000;

/// Answers no question. Only a roll of no dice has a result.
struct Alone;

impl Answers for Alone {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pool(pool);
        pool.roll(&mut |_: &[i32]| None, &mut Default::default())
    }
}

/// Runs a program within a budget of steps and returns its outcome; `None` if it asks a question or fails.
pub fn outcome_alone(program: &Program, mut steps: u64) -> Option<Vec<i32>> {
    let mut machine = Machine::new(program);
    match machine.run(program, &mut Alone, &mut steps) {
        Pause::Done => Some(machine.outcome(program)),
        Pause::Roll(_) | Pause::Choose(_) | Pause::Judge(_) | Pause::Fault(_) => None,
    }
}

/// Returns the only outcome, with the steps to it. `None` if the run asks a question or takes many steps.
///
/// Errors: a fault of the run.
pub(super) fn only_outcome(
    program: &Program,
    steps: u64,
    unstated: Unstated,
) -> Option<Result<(Vec<i32>, u64), Fault>> {
    let mut machine = Machine::new(program);
    let most = steps.min(MOST_STEPS);
    let mut left = most;
    match machine.run(program, &mut Deciding(unstated), &mut left) {
        Pause::Done => Some(Ok((machine.outcome(program), most - left))),
        Pause::Fault(fault) => (left > 0).then_some(Err(fault)),
        Pause::Roll(_) | Pause::Choose(_) | Pause::Judge(_) => None,
    }
}
