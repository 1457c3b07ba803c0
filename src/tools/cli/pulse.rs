//! A word at the terminal where nothing has been said for a while, whatever the program is at: reading, checking, exploring.
//!
//! It comes from a thread of its own, so that no part of the work has to look at a clock. The same thread ends a command whose time is over
//! before it has begun to answer.
#![expect(
    clippy::disallowed_methods,
    reason = "nothing is counted by the clock; it only says that somebody waits"
)]

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Silence after which a word is said.
const AFTER: Duration = Duration::from_secs(1);
/// The thread looks this often, and the line moves this often.
const TICK: Duration = Duration::from_millis(200);

/// Ends the process with a sentence about the phase in which time ran out.
type GiveUp = Box<dyn Fn(&str) + Send>;

/// The phase of the work and its line at the terminal. Of a captured output it says nothing.
#[derive(Clone, Default)]
pub(super) struct Pulse(Option<Arc<Mutex<State>>>);

struct State {
    /// `reading and checking the rules`; `None` where nobody waits for the program.
    phase: Option<String>,
    /// The last time that something was said, or a phase began after nothing was waited for.
    since: Instant,
    /// The line, while it is shown.
    line: Option<ProgressBar>,
    is_seen: bool,
    /// A thread looks at this.
    is_watched: bool,
    /// The time at which the command ends if it has not begun to answer.
    end: Option<(Instant, GiveUp)>,
}

impl Pulse {
    /// The pulse of a process.
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

    /// A phase of the work begins; it is named by a participle: `checking the rules`.
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
            // Without a thread the work is silent, and nothing else is lost.
            let _ = thread::Builder::new().spawn(move || pulse.watch());
        }
    }

    /// Nobody waits for the program: a person is asked, another line moves, or the command is at its end.
    pub(super) fn rest(&self) {
        if let Some(mut state) = self.state() {
            state.phase = None;
            state.clear();
        }
    }

    /// Something is said now; the line makes room for it.
    pub(super) fn make_room(&self) {
        if let Some(mut state) = self.state() {
            state.clear();
            state.since = Instant::now();
        }
    }

    /// Ends the command after a time unless it has begun to answer by then.
    pub(super) fn ends_after(&self, time: Duration, give_up: impl Fn(&str) + Send + 'static) {
        if let Some(mut state) = self.state() {
            let end = Instant::now().checked_add(time);
            state.end = end.map(|end| (end, Box::new(give_up) as GiveUp));
        }
    }

    /// The answer has begun: whoever works on it watches the time.
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
