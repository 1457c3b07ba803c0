//! The limits of one question, so that every question is answered in time and in memory, or refused.

use crate::reductions::Reductions;

/// The limits of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Steps of the machine in one run; for exact odds, from one question to the next.
    pub steps: u64,
    /// Bytes that the process may take for it. What is counted are the items in the tables (states, transitions, summaries,
    /// and what propagation adds to each), so that a question is refused on every machine alike.
    pub memory: usize,
    /// The reductions of the state space that are on.
    pub reductions: Reductions,
}

impl Budget {
    /// Ten million: a fraction of a second.
    pub const STEPS: u64 = 10_000_000;
    /// One gibibyte: some three million states.
    pub const MEMORY: usize = 1 << 30;
    /// Less than this a program may take before the first question.
    pub const LEAST_MEMORY: usize = 1 << 24;
    /// More than this tables cannot number: they count their words with 32 bits. Where addresses have 32 bits, half of what
    /// they reach.
    pub const MOST_MEMORY: usize = match 1_usize.checked_shl(33) {
        Some(bytes) => bytes,
        None => 1 << 31,
    };

    /// The share of items in tables: a vector that grows is copied into one twice as long, and what was freed stays with the
    /// process for a while.
    pub(crate) fn for_tables(&self) -> usize {
        self.memory / 5 * 2
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            steps: Self::STEPS,
            memory: Self::MEMORY,
            reductions: Reductions::ALL,
        }
    }
}

/// The limit that ended an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Budget::memory`], in mebibytes.
    Memory(u32),
    /// The steps of all runs together.
    Steps,
    /// The linear equations of repetitions take too much work to solve.
    Equations,
}

impl Limit {
    /// The memory of a budget as the limit that was met.
    pub(crate) fn memory(budget: &Budget) -> Self {
        Self::Memory((budget.memory >> 20) as u32)
    }
}
