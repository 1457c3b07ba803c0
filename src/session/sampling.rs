//! Samples on many threads: the same seed gives the same counts with one thread or sixteen.
//!
//! Runs are thrown in blocks ([`sandtable_eval::sample::blocks`]), blocks in rounds that double. Whether the wanted precision is
//! reached is looked at behind each round, never by the clock. So nothing depends on which thread throws what. Where the
//! time is over, what counts are the runs from the first to the first that is missing: as many runs without any haste
//! come to the same counts.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::answer::between;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::Fault;
use sandtable_eval::sample::blocks::{Blocks, Halt, Histogram, Trial};
use sandtable_ir::Program;

/// How many different outcomes are counted before it is given up.
const MOST_OUTCOMES: usize = 1 << 20;

/// Rounds are no longer than this many runs, so that the bar moves.
const LONGEST: u64 = 1 << 22;

/// Into how many pieces a thread divides what it throws in a round: what is begun when the time is over is lost.
const PIECES: u64 = 8;

/// What is to be thrown, and how often.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// Of the dice.
    pub seed: u64,
    /// How often at most.
    pub runs: u64,
    /// Stops earlier when every share is known to this many points of a hundred, in 95 of 100 samples.
    pub within: Option<f64>,
    /// How many threads; as many as there are processors if nothing is said.
    pub threads: Option<usize>,
    /// How long it may take; one run is thrown at least, and what has begun is thrown to its end.
    pub most: Option<Duration>,
}

/// What has been thrown.
#[derive(Debug, Clone, Default)]
pub struct Sampled {
    /// What was counted.
    pub counted: Histogram,
    /// Whether the time was over before all was thrown.
    pub is_cut: bool,
}

/// Why there is no sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// A run failed: the first that does.
    Fault(Fault),
    /// There are too many different outcomes to count.
    Outcomes,
}

impl Failed {
    /// As the author of the rules is told.
    pub fn diagnostic(self, program: &Program) -> Diagnostic {
        match self {
            Self::Fault(fault) => fault.diagnostic(program),
            Self::Outcomes => Diagnostic::new(
                Code::TooManyStates,
                format!("more than {MOST_OUTCOMES} different outcomes came, too many to count"),
            )
            .help("ask for one thing: `--only CONDITION`, `--track UNIT.TRACK`; or say in the action what matters: `report …`"),
        }
    }
}

/// Throws and counts. `shares` says of what was counted so far which shares are to be known precisely: how many of how
/// many.
///
/// Errors: the first run that fails, whatever the number of threads.
pub fn count(
    program: &Program,
    course: Trial<'_>,
    steps: u64,
    sampling: Sampling,
    shares: impl Fn(&Histogram) -> Vec<(u64, u64)>,
) -> Result<Sampled, Failed> {
    let n_processors = || thread::available_parallelism().map_or(1, NonZero::get);
    let n_threads = sampling.threads.unwrap_or_else(n_processors);
    let mut samplers: Vec<Blocks<'_>> = (0..n_threads)
        .map(|_| Blocks::new(program, course, sampling.seed, steps))
        .collect();
    let size = Blocks::size(course);
    let n_blocks = sampling.runs.div_ceil(size);
    let bar = Bar::new(sampling.runs);
    let alarm = Alarm::set(sampling.most);
    let mut sampled = Sampled::default();
    // There is no answer without a run.
    if let Some(first) = samplers.first_mut() {
        first.throw(0, 1, &Halt::default()).map_err(Failed::Fault)?;
        sampled.counted = first.take();
    }
    let (mut from, mut n) = (0, 16_u64);
    while from < n_blocks {
        let to = n_blocks.min(from + n);
        let round = Round {
            from,
            to,
            size,
            runs: sampling.runs,
            of_piece: ((to - from) / (PIECES * n_threads as u64)).max(1),
            at: (0..n_threads as u64).map(AtomicU64::new).collect(),
            halt: &alarm.halt,
        };
        let (thrown, is_cut) = together(round.shares(&mut samplers))?;
        match from {
            // The first run is among them once more.
            0 if thrown.runs == 0 => {}
            0 => sampled.counted = thrown,
            _ => sampled.counted.add(thrown),
        }
        if sampled.counted.outcomes.len() > MOST_OUTCOMES {
            return Err(Failed::Outcomes);
        }
        bar.0.set_position(sampled.counted.runs);
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

/// Blocks that are thrown before anybody looks what has come of them. They are divided into pieces, each some blocks in a
/// row; thread `t` of `n` throws the pieces `t`, `t + n`, `t + 2 n` and so on.
struct Round<'h> {
    from: u64,
    to: u64,
    /// Runs of a block.
    size: u64,
    /// Runs in all.
    runs: u64,
    /// Blocks of a piece.
    of_piece: u64,
    /// By thread, the first piece that it has not thrown.
    at: Vec<AtomicU64>,
    halt: &'h Halt,
}

/// What one thread has thrown.
#[derive(Default)]
struct Share {
    /// In pieces that count, whatever becomes of the others.
    counted: Histogram,
    /// In later pieces.
    later: Vec<(u64, Histogram)>,
    /// A piece that was not thrown to its end.
    broken: Option<(u64, Result<Histogram, Fault>)>,
}

impl Round<'_> {
    /// Throws the shares of all samplers, each on a thread of its own; where the machine gives fewer threads, one thread
    /// throws several.
    fn shares(&self, samplers: &mut [Blocks<'_>]) -> Vec<Share> {
        let n_further = samplers.len().saturating_sub(1);
        let waiting = Mutex::new(samplers.iter_mut().enumerate());
        let next = || {
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.next()
        };
        let work = || {
            let samplers = std::iter::from_fn(next);
            let shares = samplers.map(|(number, sampler)| self.share(number, sampler));
            shares.collect::<Vec<Share>>()
        };
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let further: Vec<_> = (0..n_further).map_while(spawn).collect();
            let mut shares = work();
            for thread in further {
                match thread.join() {
                    Ok(thrown) => shares.extend(thrown),
                    Err(panic) => resume_unwind(panic),
                }
            }
            shares
        })
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

    /// Throws a piece; gives whether to its end.
    fn piece(&self, piece: u64, sampler: &mut Blocks<'_>) -> Result<bool, Fault> {
        let first = self.from + piece * self.of_piece;
        for block in first..self.to.min(first + self.of_piece) {
            let runs = self.size.min(self.runs - block * self.size);
            if sampler.throw(block, runs, self.halt)? < runs {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// All runs from the first to the first that is missing, and whether one is.
///
/// Errors: the run that is missing failed.
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

/// Calls a halt when the time is over; not any more when it is dropped.
struct Alarm {
    halt: Arc<Halt>,
    _set: Option<Sender<()>>,
}

impl Alarm {
    fn set(most: Option<Duration>) -> Self {
        let halt = Arc::new(Halt::default());
        let set = most.map(|most| {
            let (set, is_off) = channel::<()>();
            let halt = Arc::clone(&halt);
            thread::spawn(move || {
                if is_off.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                    halt.call();
                }
            });
            set
        });
        Self { halt, _set: set }
    }
}

/// Whether every share is known to so many points.
fn is_within(shares: &[(u64, u64)], within: f64) -> bool {
    shares.iter().all(|(count, runs)| {
        let (low, high) = between(*count, *runs);
        (high - low) / 2.0 <= within
    })
}

/// Drawn on a terminal only, and only when it takes a while; gone when it is dropped.
struct Bar(ProgressBar);

impl Bar {
    fn new(runs: u64) -> Self {
        let bar = ProgressBar::new(runs);
        let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len}, {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self(bar)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
