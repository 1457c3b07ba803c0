//! Parallel work.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Returns the results of a function for every item, in their order, computed on up to `n_threads` threads. Items are taken in
/// their order: those that take longest should come first.
pub fn map<I: Sync, T: Send + Sync>(
    workers: &dyn Workers,
    n_threads: usize,
    items: &[I],
    make: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let n_threads = n_threads.min(workers.count()).min(items.len());
    if n_threads < 2 {
        return items.iter().map(make).collect();
    }
    let next = AtomicUsize::new(0);
    let made: Vec<OnceLock<T>> = items.iter().map(|_| OnceLock::new()).collect();
    workers.run(n_threads, &|| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (Some(item), Some(place)) = (items.get(at), made.get(at)) else {
                break;
            };
            place.get_or_init(|| make(item));
        }
    });
    let made = items.iter().zip(made);
    // Every item is taken when the threads have returned.
    made.map(|(item, place)| place.into_inner().unwrap_or_else(|| make(item)))
        .collect()
}
