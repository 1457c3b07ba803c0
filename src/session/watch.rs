//! Watching an answer being worked out: progress, remarks, and ending it early.

use sandtable_eval::budget::Budget;
pub use sandtable_eval::exact::Progress;
use sandtable_eval::policy::Unstated;
use sandtable_eval::sample::blocks::{Blocks, Halt, Trial};
use sandtable_ir::Program;

/// A kind of work that can take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Exact odds: counts situations from which every answer has been followed.
    Exact,
    /// Odds in floating point: counts situations gone through.
    Approximate,
    /// The best choices: counts situations.
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
/// All methods are called by whoever works, so none may take long itself.
pub trait Watch: Send {
    /// Whether this work is to end now. Asked before a part of it is begun, and regularly while it goes on.
    ///
    /// A sample then counts the runs that it has, a table leaves its other cells open, and what can only be answered as a
    /// whole has no answer.
    fn cancelled(&mut self, work: Work) -> bool;

    /// Work begins, as one of `n` parts, all about as long, that are still to be done.
    fn begin(&mut self, _work: Work, _n: usize) {}

    /// Work goes on. `probe` rolls the question at work, where exact odds are looked for: so whoever has a clock can
    /// say how long a sample would take instead.
    fn progress(&mut self, _work: Work, _progress: Progress, _probe: Option<&mut Probe<'_>>) {}

    /// The work that was begun last is over.
    fn end(&mut self) {}

    /// Something about the question that is no finding and changes no answer.
    fn remark(&mut self, _remark: &str) {}
}

/// Never ends any work.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn cancelled(&mut self, _work: Work) -> bool {
        false
    }
}

/// Rolls a question, for comparison with following it exactly.
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

    /// Rolls once; gives whether that came to an end without a fault.
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
