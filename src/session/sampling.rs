//! Parallel sampling: the same seed gives the same counts for any number of threads.
//!
//! Runs are sampled in blocks ([`sandtable_eval::sample::blocks`]), blocks in rounds of doubling size. The precision is tested after
//! each round, never by the clock, so that the result does not depend on the schedule of threads. If the watcher ends the work, the
//! result consists of the runs before the first missing one: it equals that of a sample of as many runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::answer::between;
use super::watch::{Progress, Watch, Work};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::Fault;
use sandtable_eval::sample::blocks::{Blocks, Halt, Histogram, Trial};
use sandtable_ir::Program;
use sandtable_workspace::workers::Workers;

/// Maximum number of different outcomes that are counted.
const MOST_OUTCOMES: usize = 1 << 20;

/// Maximum number of runs of a round, so that progress is reported.
const LONGEST: u64 = 1 << 22;

/// Number of pieces into which the part of one thread in a round is divided; an interrupted piece is lost.
const PIECES: u64 = 8;

/// Parameters of a sample.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// Seed of the dice.
    pub seed: u64,
    /// Maximum number of runs.
    pub runs: u64,
    /// Half-width of the confidence intervals, in percentage points at 95 percent, at which sampling stops early.
    pub within: Option<f64>,
}

/// Result of sampling.
#[derive(Debug, Clone, Default)]
pub struct Sampled {
    /// Counted outcomes.
    pub counted: Histogram,
    /// Whether the watcher ended it before all runs were done.
    pub is_cut: bool,
}

/// Reason why there is no sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// The first run that raises a fault.
    Fault(Fault),
    /// The number of distinct outcomes exceeds the maximum.
    Outcomes,
}

impl Failed {
    /// Returns the finding for the author of the rules.
    pub fn diagnostic(self, program: &Program) -> Diagnostic {
        match self {
            Self::Fault(fault) => fault.diagnostic(program),
            Self::Outcomes => Diagnostic::new(
                Code::TooManyStates,
                format!("this has more than {MOST_OUTCOMES} different outcomes, too many to count"),
            )
            .help(
                "ask for one thing: `--only CONDITION`, `--track UNIT.TRACK`; or report the values \
                that matter in the action: `report …`",
            ),
        }
    }
}

/// Samples and counts outcomes. `shares` returns the shares whose precision matters, each as a count and the number of cases, from the
/// counts so far. At least one run is sampled.
///
/// Errors: the first run that raises a fault, for any number of threads.
pub fn count(
    program: &Program,
    course: Trial<'_>,
    steps: u64,
    sampling: Sampling,
    workers: &dyn Workers,
    watch: &mut dyn Watch,
    shares: impl Fn(&Histogram) -> Vec<(u64, u64)>,
) -> Result<Sampled, Failed> {
    let n_samplers = workers.count().max(1);
    let mut samplers: Vec<Blocks<'_>> = (0..n_samplers)
        .map(|_| Blocks::new(program, course, sampling.seed, steps))
        .collect();
    let size = Blocks::size(course);
    let n_blocks = sampling.runs.div_ceil(size);
    let halt = Halt::default();
    let done = |done: u64| Progress::of(done, sampling.runs);
    watch.progress(Work::Sample, done(0), None);
    let mut sampled = Sampled::default();
    // An answer needs at least one run.
    if let Some(first) = samplers.first_mut() {
        first.roll(0, 1, &Halt::default()).map_err(Failed::Fault)?;
        sampled.counted = first.take();
    }
    let (mut from, mut n) = (0, 16_u64);
    while from < n_blocks {
        let to = n_blocks.min(from + n);
        let shares_of_round = Round {
            from,
            to,
            size,
            runs: sampling.runs,
            of_piece: ((to - from) / (PIECES * n_samplers as u64)).max(1),
            at: (0..n_samplers as u64).map(AtomicU64::new).collect(),
            halt: &halt,
            watch: Mutex::new(&mut *watch),
        }
        .shares(&mut samplers, workers);
        let (rolled, is_cut) = together(shares_of_round)?;
        match from {
            // The first round repeats the first run.
            0 if rolled.runs == 0 => {}
            0 => sampled.counted = rolled,
            _ => sampled.counted.add(rolled),
        }
        if sampled.counted.outcomes.len() > MOST_OUTCOMES {
            return Err(Failed::Outcomes);
        }
        watch.progress(Work::Sample, done(sampled.counted.runs), None);
        if is_cut {
            sampled.is_cut = true;
            break;
        }
        from = to;
        n = (n * 2).min((LONGEST / size).max(1));
        if let Some(within) = sampling.within
            && is_within(&shares(&sampled.counted), within)
        {
            break;
        }
    }
    Ok(sampled)
}

/// The blocks between two tests of precision. They are divided into pieces of consecutive blocks; sampler `t` of `n` samples the
/// pieces `t`, `t + n`, `t + 2 n` and so on.
struct Round<'h, 'w> {
    from: u64,
    to: u64,
    /// Number of runs of a block.
    size: u64,
    /// Number of runs in total.
    runs: u64,
    /// Number of blocks of a piece.
    of_piece: u64,
    /// By sampler: the first piece that it has not sampled.
    at: Vec<AtomicU64>,
    halt: &'h Halt,
    /// Called by one thread at a time.
    watch: Mutex<&'h mut (dyn Watch + 'w)>,
}

/// The counts of one sampler.
#[derive(Default)]
struct Share {
    /// Counts of the pieces before which no piece of any sampler is missing.
    counted: Histogram,
    /// Counts of other pieces, by number.
    later: Vec<(u64, Histogram)>,
    /// The piece that was not completed, with its partial counts or its fault.
    broken: Option<(u64, Result<Histogram, Fault>)>,
}

impl Round<'_, '_> {
    /// Samples the parts of all samplers; a worker that has finished one takes the next.
    fn shares(&self, samplers: &mut [Blocks<'_>], workers: &dyn Workers) -> Vec<Share> {
        let n = samplers.len();
        let waiting = Mutex::new(samplers.iter_mut().enumerate());
        let shares = Mutex::new(Vec::new());
        let work = || {
            loop {
                let next = locked(&waiting).next();
                let Some((number, sampler)) = next else {
                    return;
                };
                let share = self.share(number, sampler);
                locked(&shares).push(share);
            }
        };
        workers.run(n, &work);
        // The calling thread does what the workers left.
        work();
        shares.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Halts the samplers if the watcher ends the work; skipped while another thread is calling the watcher.
    fn ask(&self) {
        if let Ok(mut watch) = self.watch.try_lock()
            && watch.cancelled(Work::Sample)
        {
            self.halt.call();
        }
    }

    fn share(&self, number: usize, sampler: &mut Blocks<'_>) -> Share {
        let mut share = Share::default();
        let n_pieces = (self.to - self.from).div_ceil(self.of_piece);
        for piece in (number as u64..n_pieces).step_by(self.at.len()) {
            match self.piece(piece, sampler) {
                Ok(true) => share.later.push((piece, sampler.take())),
                Ok(false) => {
                    share.broken = Some((piece, Ok(sampler.take())));
                    return share;
                }
                Err(fault) => {
                    share.broken = Some((piece, Err(fault)));
                    return share;
                }
            }
            if let Some(at) = self.at.get(number) {
                at.store(piece + self.at.len() as u64, Ordering::Relaxed);
            }
            let first = self.at.iter().map(|at| at.load(Ordering::Relaxed)).min();
            let is_early = |(piece, _): &mut (u64, Histogram)| Some(*piece) < first;
            for (_, counted) in share.later.extract_if(.., is_early) {
                share.counted.add(counted);
            }
        }
        share
    }

    /// Samples a piece; returns whether it was completed.
    fn piece(&self, piece: u64, sampler: &mut Blocks<'_>) -> Result<bool, Fault> {
        let first = self.from + piece * self.of_piece;
        for block in first..self.to.min(first + self.of_piece) {
            self.ask();
            let runs = self.size.min(self.runs - block * self.size);
            if sampler.roll(block, runs, self.halt)? < runs {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Joins the counts of all runs before the first missing one; returns also whether one is missing.
///
/// Errors: the missing run raised a fault.
fn together(shares: Vec<Share>) -> Result<(Histogram, bool), Failed> {
    let broken = shares
        .iter()
        .filter_map(|share| Some(share.broken.as_ref()?.0));
    let end = broken.min();
    let mut all = Histogram::default();
    for share in shares {
        all.add(share.counted);
        for (piece, counted) in share.later {
            if end.is_none_or(|end| piece < end) {
                all.add(counted);
            }
        }
        match share.broken {
            Some((piece, begun)) if Some(piece) == end => all.add(begun.map_err(Failed::Fault)?),
            Some(_) | None => {}
        }
    }
    Ok((all, end.is_some()))
}

/// Locks a mutex even after a panic in another thread: the lists of shares are consistent between two pushes.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the half-width of the confidence interval of every share is at most `within` percentage points.
pub(crate) fn is_within(shares: &[(u64, u64)], within: f64) -> bool {
    shares.iter().all(|(count, runs)| {
        let (low, high) = between(*count, *runs);
        (high - low) / 2.0 <= within
    })
}
