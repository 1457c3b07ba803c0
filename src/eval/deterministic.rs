//! Deterministic programs: where nothing is asked there is one run, and nothing has to be analysed first.

use super::fault::Fault;
use super::machine::{Machine, Pause};
use super::policy::{Deciding, Unstated};
use sandtable_ir::Program;

/// Steps up to the first question; the driver repeats them.
const MOST_STEPS: u64 = 10_000;

/// The only outcome, and the steps to it. `None` where something is rolled, judged or chosen, or where it takes long to see.
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
        Pause::Done => {
            let outcome = program.outcome.iter().map(|reg| machine.get(*reg));
            Some(Ok((outcome.collect(), most - left)))
        }
        Pause::Fault(fault) => (left > 0).then_some(Err(fault)),
        Pause::Roll(_) | Pause::Choose(_) | Pause::Judge(_) => None,
    }
}
