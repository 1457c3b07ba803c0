//! Many games side by side: each is played by one worker, and results come back in the order of the games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use sandtable_players::spec::Timer;
use sandtable_workspace::workers::Workers;

use super::sampling::locked;
use super::watch::{Progress, Watch, Work};

/// The clock of workers, as players that are given a time need it.
pub(crate) struct WorkersClock<'w>(pub(crate) &'w dyn Workers);

impl Timer for WorkersClock<'_> {
    fn seconds(&self) -> f64 {
        self.0.seconds()
    }
}

/// Games that are played side by side.
pub(crate) struct Contest<'w> {
    pub(crate) workers: &'w dyn Workers,
    /// Number of games that are done before this contest, of so many in all: for progress.
    pub(crate) before: u64,
    pub(crate) total: u64,
}

impl Contest<'_> {
    /// Plays the games of some numbers. `begin` makes what a worker plays at, `play` plays a game, `end` hands over what a worker
    /// counted. Returns the results in order, and what the workers counted; if the watcher ends the work, games from the first
    /// that is missing on are left out of the results, not of the counts.
    pub(crate) fn play<T, R: Send, C: Send>(
        &self,
        games: std::ops::Range<u64>,
        watch: &mut dyn Watch,
        begin: impl Fn() -> T + Sync,
        play: impl Fn(&mut T, u64) -> R + Sync,
        end: impl Fn(T) -> C + Sync,
    ) -> (Vec<R>, Vec<C>) {
        let next = AtomicU64::new(games.start);
        let is_ended = AtomicBool::new(false);
        let done = AtomicU64::new(0);
        let watch = Mutex::new(watch);
        let results = Mutex::new(Vec::new());
        let counts = Mutex::new(Vec::new());
        let work = || {
            let mut table = None;
            loop {
                if is_ended.load(Ordering::Relaxed) {
                    break;
                }
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games.end {
                    break;
                }
                let result = play(table.get_or_insert_with(&begin), game);
                locked(&results).push((game, result));
                let n_done = done.fetch_add(1, Ordering::Relaxed) + 1;
                // Nobody waits for another thread that asks.
                if let Ok(mut watch) = watch.try_lock() {
                    watch.progress(
                        Work::Sample,
                        Progress::of(self.before + n_done, self.total),
                        None,
                    );
                    if watch.cancelled(Work::Sample) {
                        is_ended.store(true, Ordering::Relaxed);
                    }
                }
            }
            if let Some(table) = table {
                locked(&counts).push(end(table));
            }
        };
        self.workers.run(self.workers.count().max(1), &work);
        // Whatever the workers left undone is done here.
        work();
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_by_key(|(game, _)| *game);
        let whole = results.into_iter().zip(games.clone());
        let whole = whole.take_while(|((game, _), expected)| game == expected);
        let results = whole.map(|((_, result), _)| result).collect();
        (
            results,
            counts.into_inner().unwrap_or_else(PoisonError::into_inner),
        )
    }
}
