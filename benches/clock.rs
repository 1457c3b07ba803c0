//! Time of the processor, and what several measurements come to.

use std::time::Instant;

/// The nanoseconds that this thread has had of a processor: others on the machine do not count. Where the system does not tell,
/// those that have passed.
pub(crate) fn nanoseconds(run: impl FnOnce()) -> f64 {
    let (begun, had) = (Instant::now(), on_processor());
    run();
    match had.zip(on_processor()) {
        Some((before, after)) if after > before => (after - before) as f64,
        Some(_) | None => begun.elapsed().as_nanos() as f64,
    }
}

/// Returns the seconds of processor time of this thread so far; stops where the system does not tell.
#[allow(
    dead_code,
    clippy::expect_used,
    reason = "not every bench needs it; without a clock there is nothing to measure"
)]
pub(crate) fn processor_seconds() -> f64 {
    on_processor().expect("/proc/thread-self/schedstat") as f64 / 1e9
}

/// As Linux tells it.
fn on_processor() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status.split_whitespace().next()?.parse().ok()
}

/// Measurements of all rounds, sorted.
pub(crate) struct Rounds(Vec<f64>);

impl Rounds {
    pub(crate) fn new(mut measured: Vec<f64>) -> Self {
        measured.sort_by(f64::total_cmp);
        Self(measured)
    }

    pub(crate) fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    /// From the least to the most, in percent of the median.
    pub(crate) fn spread(&self) -> f64 {
        (self.0[self.0.len() - 1] - self.0[0]) / self.median() * 100.0
    }
}

/// Asks a process of a benchmark for the memory of one case.
pub(crate) const MEMORY: &str = "--memory";

/// What a case takes of memory at most, in kilobytes, by running it in a process of its own, which prints [`peak_kilobytes`].
pub(crate) fn peak_of(case: &[&str]) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let mut child = std::process::Command::new(program);
    let output = child.arg(MEMORY).args(case).output().ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    printed.lines().last()?.trim().parse().ok()
}

/// The most that this process has held in memory, in kilobytes, as Linux tells it.
pub(crate) fn peak_kilobytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
