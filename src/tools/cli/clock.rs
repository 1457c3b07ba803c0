//! Measures time.
#![expect(
    clippy::disallowed_methods,
    reason = "the speed is shown on request or in a terminal, and changes nothing"
)]

use std::io::IsTerminal;
use std::time::Instant;

/// A clock that runs only if its time is needed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock(Option<Instant>);

impl Clock {
    /// Starts it, if its time is requested or shown on a terminal.
    pub(super) fn start(is_wanted: bool) -> Self {
        let is_seen = is_wanted || std::io::stderr().is_terminal();
        Self(is_seen.then(Instant::now))
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.0.map(|start| start.elapsed().as_secs_f64())
    }
}
