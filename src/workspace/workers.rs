//! Parallel work.

/// Executes work on several threads. Threads belong to the outside, so that this layer is given an implementation.
pub trait Workers: Sync {
    /// Returns the best number of parts to divide work into; at least one.
    fn count(&self) -> usize;

    /// Runs `work` on up to `n` threads, including that of the caller, and returns when all have
    /// returned. Fewer threads are allowed: `work` itself takes the remaining tasks.
    fn run(&self, n: usize, work: &(dyn Fn() + Sync));

    /// Returns the seconds since some moment in the past; without a clock always 0.
    fn seconds(&self) -> f64 {
        0.0
    }
}

/// Works on the thread of the caller alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Alone;

impl Workers for Alone {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, _n: usize, work: &(dyn Fn() + Sync)) {
        work();
    }
}
