//! A line at the terminal that names the current phase after a silence: reading, checking, exploring.
//!
//! It is drawn by a thread of its own, so that no part of the work depends on a clock. The same thread ends a command whose time limit
//! has expired before its answer begins.
#![expect(
    clippy::disallowed_methods,
    reason = "nothing is counted by the clock; it only says that somebody waits"
)]

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Silence after which the phase is shown.
const AFTER: Duration = Duration::from_secs(1);
/// Interval at which the thread checks the state, and at which the line is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// Ends the process with a sentence about the phase in which the time limit expired.
type GiveUp = Box<dyn Fn(&str) + Send>;

/// The current phase and its line at the terminal; without effect for a captured output.
#[derive(Clone, Default)]
pub(super) struct Pulse(Option<Arc<Mutex<State>>>);

struct State {
    /// `reading and checking the rules`; `None` while the user is not waiting.
    phase: Option<String>,
    /// Time of the last output, or of the beginning of the first phase after a rest.
    since: Instant,
    /// The line, while it is shown.
    line: Option<ProgressBar>,
    is_seen: bool,
    /// Whether the thread is running.
    is_watched: bool,
    /// The time at which the command ends if its answer has not begun.
    end: Option<(Instant, GiveUp)>,
}

impl Pulse {
    /// Returns the pulse of a process.
    pub(super) fn of_process() -> Self {
        Self(Some(Arc::new(Mutex::new(State {
            phase: None,
            since: Instant::now(),
            line: None,
            is_seen: io::stderr().is_terminal(),
            is_watched: false,
            end: None,
        }))))
    }

    fn state(&self) -> Option<MutexGuard<'_, State>> {
        let state = self.0.as_ref()?;
        Some(state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a phase, named by a participle: `checking the rules`.
    pub(super) fn at(&self, phase: &str) {
        let Some(mut state) = self.state() else {
            return;
        };
        if state.phase.replace(phase.to_owned()).is_none() {
            state.since = Instant::now();
        }
        if let Some(line) = &state.line {
            line.set_message(phase.to_owned());
        }
        let is_wanted = state.is_seen || state.end.is_some();
        if is_wanted && !std::mem::replace(&mut state.is_watched, true) {
            let pulse = self.clone();
            // If the thread cannot be started, phases are not shown.
            let _ = thread::Builder::new().spawn(move || pulse.watch());
        }
    }

    /// Hides the line while the user is not waiting: during a question or a progress bar, and at the end of the command.
    pub(super) fn rest(&self) {
        if let Some(mut state) = self.state() {
            state.phase = None;
            state.clear();
        }
    }

    /// Hides the line before output, and restarts the silence.
    pub(super) fn make_room(&self) {
        if let Some(mut state) = self.state() {
            state.clear();
            state.since = Instant::now();
        }
    }

    /// Ends the command after a time unless its answer has begun by then.
    pub(super) fn ends_after(&self, time: Duration, give_up: impl Fn(&str) + Send + 'static) {
        if let Some(mut state) = self.state() {
            let end = Instant::now().checked_add(time);
            state.end = end.map(|end| (end, Box::new(give_up) as GiveUp));
        }
    }

    /// Notes that the answer has begun, which observes the time limit itself.
    pub(super) fn answers(&self) {
        if let Some(mut state) = self.state() {
            state.end = None;
        }
    }

    fn watch(&self) {
        loop {
            thread::sleep(TICK);
            let Some(mut state) = self.state() else {
                return;
            };
            state.look();
        }
    }
}

impl State {
    fn look(&mut self) {
        let Some(phase) = self.phase.clone() else {
            return;
        };
        if let Some((end, give_up)) = &self.end
            && Instant::now() >= *end
        {
            if let Some(line) = self.line.take() {
                line.finish_and_clear();
            }
            give_up(&phase);
        }
        if self.is_seen && self.line.is_none() && self.since.elapsed() >= AFTER {
            let line = ProgressBar::new_spinner().with_message(phase);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed} …") {
                line.set_style(style);
            }
            let line = line.with_elapsed(self.since.elapsed());
            line.enable_steady_tick(TICK);
            self.line = Some(line);
        }
    }

    fn clear(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }
}

impl std::fmt::Debug for Pulse {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Pulse")
    }
}
