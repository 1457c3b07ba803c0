//! The limits of one question, so that every question is answered in time and in memory, or refused.

use crate::reductions::Reductions;

/// The limits of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Steps of the machine in one run; for exact odds, from one question to the next.
    pub steps: u64,
    /// Memory for a question, in bytes. Items in tables are counted (states, transitions, summaries,
    /// and the data of propagation for each), so that a question is refused independently of the machine.
    pub memory: usize,
    /// The reductions of the state space that are on.
    pub reductions: Reductions,
}

impl Budget {
    /// Ten million: a fraction of a second.
    pub const STEPS: u64 = 10_000_000;
    /// One gibibyte: some three million states.
    pub const MEMORY: usize = 1 << 30;
    /// Minimum of the memory, which a program may need before the first question.
    pub const LEAST_MEMORY: usize = 1 << 24;
    /// Maximum of the memory, since tables index their words with 32 bits; on machines with addresses of 32 bits, half of the
    /// address space.
    pub const MOST_MEMORY: usize = match 1_usize.checked_shl(33) {
        Some(bytes) => bytes,
        None => 1 << 31,
    };

    /// Returns the part of the memory for items in tables: a vector that grows is copied into one of twice the size, and freed memory
    /// is retained by the process for a while.
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
    /// The steps of all runs.
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
