//! Programs without questions: there is a single run, and no analysis is needed.

use super::fault::Fault;
use super::machine::{Machine, Pause};
use super::policy::{Deciding, Unstated};
use sandtable_ir::Program;

/// Steps up to the first question; the driver repeats them.
const MOST_STEPS: u64 = 10_000;

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
        Pause::Done => {
            let outcome = program.outcome.iter().map(|reg| machine.get(*reg));
            Some(Ok((outcome.collect(), most - left)))
        }
        Pause::Fault(fault) => (left > 0).then_some(Err(fault)),
        Pause::Roll(_) | Pause::Choose(_) | Pause::Judge(_) => None,
    }
}
