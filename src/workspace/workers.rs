//! Work that is done side by side.

/// Carries out work on several threads; threads are of the outside, so this layer is handed some.
pub trait Workers: Sync {
    /// Returns the best number of parts to divide work into; at least one.
    fn count(&self) -> usize;

    /// Runs `work` on up to `n` threads at the same time, that of the caller among them, and returns when all have come
    /// back. Fewer threads will do: `work` itself looks for what is left to be done.
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
