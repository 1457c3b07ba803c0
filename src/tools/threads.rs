//! Threads of the standard library.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread;
use std::time::Instant;

use crate::players::spec::Timer;
use crate::workspace::workers::Workers;

/// Workers on this number of threads.
#[derive(Debug, Clone, Copy)]
pub struct Threads(usize);

impl Threads {
    /// Returns `wanted` threads; by default one per processor.
    pub fn new(wanted: Option<usize>) -> Self {
        let n_processors = || thread::available_parallelism().map_or(1, NonZero::get);
        Self(wanted.unwrap_or_else(n_processors))
    }
}

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    /// Runs the work, on fewer threads if the system does not start all of them.
    fn run(&self, n: usize, work: &(dyn Fn() + Sync)) {
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let further: Vec<_> = (1..n).map_while(spawn).collect();
            work();
            for thread in further {
                if let Err(panic) = thread.join() {
                    resume_unwind(panic);
                }
            }
        });
    }

    fn seconds(&self) -> f64 {
        ProcessClock.seconds()
    }
}

/// Clock that counts the seconds since its first use in this process.
#[derive(Debug, Clone, Copy)]
pub struct ProcessClock;

impl Timer for ProcessClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "players can be given a time to think"
    )]
    fn seconds(&self) -> f64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64()
    }
}
