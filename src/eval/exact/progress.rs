//! Reports to a watcher of exact odds: their content, and the work between two of them.

use std::ops::ControlFlow;

/// The progress of some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Done by now; of exact odds the states from which every answer has been followed.
    pub done: u64,
    /// About how much there is in all. Of exact odds no bound: a guess from how states grow, to one or two digits at best.
    pub about: u64,
    /// Of exact odds, for how many the budget has room, by those that were found so far; the most there is where nothing
    /// is known of it.
    pub room: u64,
}

impl Progress {
    /// Some of about so much, with room for any number.
    pub fn of(done: u64, about: u64) -> Self {
        Self {
            done,
            about,
            room: u64::MAX,
        }
    }
}

impl Default for Progress {
    /// Nothing is done, and nothing known.
    fn default() -> Self {
        Self::of(0, 0)
    }
}

/// Receives the progress, and says whether the work goes on.
pub type Checkpoint<'w> = &'w dyn Fn(Progress) -> ControlFlow<()>;

/// Steps that are taken between two reports; up to twice as many where one state takes them.
pub(crate) const LOOK_STEPS: u64 = 20_000_000;
