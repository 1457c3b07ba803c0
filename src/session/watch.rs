//! Observation of long work: progress, remarks, and early termination.

use sandtable_eval::budget::Budget;
pub use sandtable_eval::exact::Progress;
use sandtable_eval::policy::Unstated;
use sandtable_eval::sample::blocks::{Blocks, Halt, Trial};
use sandtable_ir::Program;

/// A kind of work that can take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Exact odds: counts states from which every answer has been followed.
    Exact,
    /// Odds in floating point: counts states explored.
    Approximate,
    /// The best choices: counts states.
    Advice,
    /// A sample: counts runs.
    Sample,
    /// A table of answers: counts questions.
    Table,
    /// Worked examples: counts examples.
    Examples,
}

/// Watches work that can take long, and may end it.
///
/// All methods are called by the working thread, so that none may take long.
pub trait Watch: Send {
    /// Returns whether this work is to end. Called before each part of it, and regularly during it.
    ///
    /// A sample then consists of the runs done so far, a table leaves its other cells without answers, and work that is
    /// indivisible has no answer.
    fn cancelled(&mut self, work: Work) -> bool;

    /// Receives the beginning of a work that is one of `n` remaining parts of about equal length.
    fn begin(&mut self, _work: Work, _n: usize) {}

    /// Receives progress. `probe` samples the question while exact odds are computed, so that a caller with a clock can
    /// estimate how long a sample would take.
    fn progress(&mut self, _work: Work, _progress: Progress, _probe: Option<&mut Probe<'_>>) {}

    /// Receives the end of the work that began last.
    fn end(&mut self) {}

    /// Receives a remark about the question that is no finding and affects no answer.
    fn remark(&mut self, _remark: &str) {}
}

/// A watcher that never ends any work.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn cancelled(&mut self, _work: Work) -> bool {
        false
    }
}

/// Samples a question, to compare its speed with that of exact odds.
pub struct Probe<'p> {
    program: &'p Program,
    unstated: Unstated,
    roller: Option<Blocks<'p>>,
    n_rolled: u64,
}

impl<'p> Probe<'p> {
    pub(crate) fn new(program: &'p Program, unstated: Unstated) -> Self {
        Self {
            program,
            unstated,
            roller: None,
            n_rolled: 0,
        }
    }

    /// Runs once; returns whether the run completed without a fault.
    pub fn roll(&mut self) -> bool {
        let (program, course) = (self.program, Trial::Question(self.unstated));
        let roller = self
            .roller
            .get_or_insert_with(|| Blocks::new(program, course, 0, Budget::STEPS));
        let rolled = roller.roll(self.n_rolled, 1, &Halt::default());
        self.n_rolled += 1;
        rolled.is_ok()
    }
}
