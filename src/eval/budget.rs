//! Limits on what one question may take.

/// Limits beyond which a question is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Steps of the machine in one run; for exact odds, from one question to the next.
    pub steps: u64,
    /// Different situations.
    pub states: usize,
    /// Answers followed, over all situations.
    pub edges: usize,
}

impl Budget {
    /// Ten million: a fraction of a second.
    pub const STEPS: u64 = 10_000_000;
    /// Two million: a few seconds, some hundred megabytes.
    pub const STATES: usize = 2_000_000;
    /// Twenty million.
    pub const EDGES: usize = 20_000_000;
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            steps: Self::STEPS,
            states: Self::STATES,
            edges: Self::EDGES,
        }
    }
}
