//! Progress reports to the watcher of exact odds, and the work between two of them.

use std::ops::ControlFlow;

/// The progress of some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Amount done: for exact odds, the states from which every answer has been followed.
    pub done: u64,
    /// Estimated total: for exact odds an extrapolation of the growth of states, with one or two significant digits, and no bound.
    pub about: u64,
    /// For exact odds, the number of states for which the budget suffices, by the size of those found so far; [`u64::MAX`] if
    /// that is unknown.
    pub room: u64,
}

impl Progress {
    /// Returns the progress of work without a limit by the budget.
    pub fn of(done: u64, about: u64) -> Self {
        Self {
            done,
            about,
            room: u64::MAX,
        }
    }
}

impl Default for Progress {
    /// Returns the progress of work whose extent is unknown.
    fn default() -> Self {
        Self::of(0, 0)
    }
}

/// Receives the progress, and returns whether the work continues.
pub type Checkpoint<'w> = &'w dyn Fn(Progress) -> ControlFlow<()>;

/// Steps that are taken between two reports; up to twice as many where one state takes them.
pub(crate) const LOOK_STEPS: u64 = 20_000_000;
