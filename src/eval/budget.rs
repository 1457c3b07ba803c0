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

/// Steps of all runs, as a multiple of the budget of one run: a few seconds.
const MOST_RUNS: u64 = 100;

impl Budget {
    /// Ten million: a fraction of a second.
    pub const STEPS: u64 = 10_000_000;
    /// The maximum number of steps of a whole game: some seconds of work.
    pub const STEPS_OF_A_GAME: u64 = 1_000_000_000;
    /// One gibibyte: from a hundred thousand states with many registers to three million with few.
    pub const MEMORY: usize = 1 << 30;
    /// Minimum of the memory, which a program may need before the first question.
    pub const LEAST_MEMORY: usize = 1 << 24;
    /// Maximum of the memory, since tables index their words with 32 bits; on machines with addresses of 32 bits, half of the
    /// address space.
    pub const MOST_MEMORY: usize = match 1_usize.checked_shl(33) {
        Some(bytes) => bytes,
        None => 1 << 31,
    };

    /// Returns the steps of all runs together. With more memory than usual there are as many more, so that a question that was refused for
    /// its memory is not refused for its steps then.
    pub(crate) fn all_steps(&self) -> u64 {
        let memory = self.memory.max(Self::MEMORY) as u128;
        let steps = u128::from(self.steps) * u128::from(MOST_RUNS) * memory / Self::MEMORY as u128;
        u64::try_from(steps).unwrap_or(u64::MAX)
    }

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

#[cfg(test)]
mod tests {
    use super::Budget;

    /// By hand: 100 * 10,000,000 steps in up to 1 GiB, four times as many in 4 GiB.
    #[test]
    fn steps_grow_with_the_memory() {
        let steps = |memory| {
            let budget = Budget {
                memory,
                ..Budget::default()
            };
            budget.all_steps()
        };
        assert_eq!(steps(Budget::LEAST_MEMORY), 1_000_000_000);
        assert_eq!(steps(1 << 30), 1_000_000_000);
        assert_eq!(steps(4 << 30), 4_000_000_000);
    }
}
