//! Games played in parallel: each by one worker, with results in the order of the games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use sandtable_players::spec::Timer;
use sandtable_workspace::workers::Workers;

use super::sampling::locked;
use super::watch::{Progress, Watch, Work};

/// The clock of the workers as a timer for players with a budget in seconds.
pub(crate) struct WorkersClock<'w>(pub(crate) &'w dyn Workers);

impl Timer for WorkersClock<'_> {
    fn seconds(&self) -> f64 {
        self.0.seconds()
    }
}

/// A set of games to play in parallel.
pub(crate) struct Contest<'w> {
    pub(crate) workers: &'w dyn Workers,
    /// Number of games done before this contest; `total` is the number over all contests. For progress.
    pub(crate) before: u64,
    pub(crate) total: u64,
}

impl Contest<'_> {
    /// Plays the games with these numbers. `begin` returns a worker's table, `play` plays one game at it, `end` returns the counts of
    /// the
    /// worker. Returns the results in order, and the counts; if the watcher ends the work, results end before the first missing game,
    /// while
    /// counts include later ones.
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
                // If another thread is calling the watcher, this one continues.
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
        // The calling thread does what the workers left.
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
