//! Ctrl-C and progress while work goes on without the lock of the interpreter.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use sandtable::session::watch::{Probe, Progress, Watch, Work};

/// Time between two looks at signals, and between two calls of a callback.
const INTERVAL: Duration = Duration::from_millis(50);

/// A request that is worked on: who is called about progress, and the exception that ended it.
#[derive(Default)]
pub(crate) struct Current {
    pub(crate) callback: Option<Py<PyAny>>,
    pub(crate) exception: Option<PyErr>,
}

/// The request that is worked on, shared between the engine and the watch of its service.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Current>>);

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Current> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends work when Python has a signal, or when the callback raises.
pub(crate) struct Interrupts {
    shared: Shared,
    looked: Instant,
    called: Option<Instant>,
}

impl Interrupts {
    pub(crate) fn new(shared: Shared) -> Self {
        Self {
            shared,
            looked: Instant::now(),
            called: None,
        }
    }

    fn keep(&self, exception: PyErr) {
        self.shared.lock().exception.get_or_insert(exception);
    }
}

impl Watch for Interrupts {
    fn cancelled(&mut self, _work: Work) -> bool {
        let now = Instant::now();
        if now.duration_since(self.looked) >= INTERVAL {
            self.looked = now;
            if let Err(exception) = Python::attach(|py| py.check_signals()) {
                self.keep(exception);
            }
        }
        self.shared.lock().exception.is_some()
    }

    fn progress(&mut self, work: Work, done: Progress, _probe: Option<&mut Probe<'_>>) {
        let now = Instant::now();
        let is_soon = |called: Instant| now.duration_since(called) < INTERVAL;
        if self.called.is_some_and(is_soon) {
            return;
        }
        self.called = Some(now);
        let called = Python::attach(|py| {
            let callback = self.shared.lock().callback.as_ref()?.clone_ref(py);
            Some(callback.call1(py, (word(work), done.done, done.about)))
        });
        if let Some(Err(exception)) = called {
            self.keep(exception);
        }
    }
}

fn word(work: Work) -> &'static str {
    match work {
        Work::Exact => "exact",
        Work::Approximate => "approximate",
        Work::Advice => "advice",
        Work::Sample => "sample",
        Work::Table => "table",
        Work::Examples => "examples",
    }
}
