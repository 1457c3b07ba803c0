//! How long something takes.
#![expect(
    clippy::disallowed_methods,
    reason = "how fast it goes is told on request or in a terminal, and changes nothing"
)]

use std::io::IsTerminal;
use std::time::Instant;

use super::output::Output;

/// A clock, if somebody wants to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock(Option<Instant>);

impl Clock {
    /// Starts it, if it is wanted or somebody looks.
    pub(super) fn start(is_wanted: bool) -> Self {
        let is_seen = is_wanted || std::io::stderr().is_terminal();
        Self(is_seen.then(Instant::now))
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.0.map(|start| start.elapsed().as_secs_f64())
    }

    /// Says how long it took, beside the answer.
    pub(super) fn tell(&self, what: &str, n: Option<u64>, output: &Output) {
        let Some(seconds) = self.seconds() else {
            return;
        };
        let rate = n.map_or_else(String::new, |n| {
            let rate = n as f64 / seconds.max(1e-9);
            format!(", {rate:.0} {what} a second")
        });
        output.aside(&format!("{seconds:.2} s{rate}\n"));
    }
}
