//! Samples on many threads: the same seed gives the same counts with one thread or sixteen.
//!
//! Runs are thrown in blocks ([`crate::eval::blocks`]), blocks in rounds that double. Whether the wanted precision is
//! reached is looked at behind each round, never by the clock. So nothing depends on which thread throws what.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::answer::between;
use crate::diagnostic::{Code, Diagnostic};
use crate::eval::Fault;
use crate::eval::blocks::{Blocks, Counted, Course};
use crate::ir::Program;

/// How many different outcomes are counted before it is given up.
const MOST_OUTCOMES: usize = 1 << 20;

/// Rounds are no longer than this many runs, so that the bar moves.
const LONGEST: u64 = 1 << 22;

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
    course: Course<'_>,
    steps: u64,
    sampling: Sampling,
    shares: impl Fn(&Counted) -> Vec<(u64, u64)>,
) -> Result<Counted, Failed> {
    let threads = sampling.threads.unwrap_or(0);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let n_threads = pool
        .as_ref()
        .map_or(1, rayon::ThreadPool::current_num_threads);
    let mut samplers: Vec<Blocks<'_>> = (0..n_threads)
        .map(|_| Blocks::new(program, course, sampling.seed, steps))
        .collect();
    let size = Blocks::size(course);
    let n_blocks = sampling.runs.div_ceil(size);
    let bar = bar(sampling.runs);
    let mut counted = Counted::default();
    let (mut from, mut round) = (0, 16_u64);
    while from < n_blocks {
        let to = n_blocks.min(from + round);
        let share = |(number, sampler): (usize, &mut Blocks<'_>)| {
            let first = from + number as u64;
            let blocks = (first..to).step_by(n_threads);
            for block in blocks {
                let runs = size.min(sampling.runs - block * size);
                let thrown = sampler.throw(block, runs);
                thrown.map_err(|fault| (block, Failed::Fault(fault)))?;
                if sampler.n_outcomes() > MOST_OUTCOMES {
                    return Err((u64::MAX, Failed::Outcomes));
                }
            }
            Ok(sampler.take())
        };
        let parts: Vec<Result<Counted, (u64, Failed)>> = match &pool {
            Ok(pool) => pool.install(|| samplers.par_iter_mut().enumerate().map(share).collect()),
            Err(_) => samplers.iter_mut().enumerate().map(share).collect(),
        };
        let mut failed: Option<(u64, Failed)> = None;
        for part in parts {
            match part {
                Ok(part) => counted.add(part),
                Err(one) if failed.is_none_or(|known| one.0 < known.0) => failed = Some(one),
                Err(_) => {}
            }
        }
        if let Some((_, failed)) = failed {
            bar.finish_and_clear();
            return Err(failed);
        }
        if counted.outcomes.len() > MOST_OUTCOMES {
            bar.finish_and_clear();
            return Err(Failed::Outcomes);
        }
        bar.set_position(counted.runs);
        from = to;
        round = (round * 2).min((LONGEST / size).max(1));
        if let Some(within) = sampling.within
            && is_within(&shares(&counted), within)
        {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(counted)
}

/// Whether every share is known to so many points.
fn is_within(shares: &[(u64, u64)], within: f64) -> bool {
    shares.iter().all(|(count, runs)| {
        let (low, high) = between(*count, *runs);
        (high - low) / 2.0 <= within
    })
}

/// Drawn on a terminal only, and only when it takes a while.
fn bar(runs: u64) -> ProgressBar {
    let bar = ProgressBar::new(runs);
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len}, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
