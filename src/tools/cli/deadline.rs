//! Time limit of an answer; the rest is omitted and reported.
#![expect(
    clippy::disallowed_methods,
    reason = "nothing is counted by the clock; it only says when no more is begun"
)]

use std::time::{Duration, Instant};

use super::output::Output;
use crate::present::numerals::grouped;

/// `--for 30s`
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Time {
    /// Time limit for samples, tables and `--float`, `90s` or `5min`; then they answer with the results so far (default: 10s, of `report` 1min). If given, any answer must begin within it
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    most: Option<Duration>,
}

/// Default time limit.
const USUAL: Duration = Duration::from_secs(10);

/// `90s`, `1.5min` or `90`
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, seconds) = match text.strip_suffix("min") {
        Some(minutes) => (minutes, 60.0),
        None => (text.trim_end_matches('s'), 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(number) if (0.001..=1e6).contains(&number) => {
            Ok(Duration::from_secs_f64(number * seconds))
        }
        _ => Err("write seconds or minutes: `90s`, `5min`".to_owned()),
    }
}

impl Time {
    /// Starts the time limit. One that was given also ends the phases before the answer: reading, checking, preparing.
    pub(super) fn begin(self, output: &Output) -> Deadline {
        self.begin_with(USUAL, output)
    }

    /// As [`Self::begin`], with another default.
    pub(super) fn begin_with(self, usual: Duration, output: &Output) -> Deadline {
        if let Some(most) = self.most {
            output.answers_within(most, words(most));
        }
        Deadline::new(self.most.unwrap_or(usual))
    }
}

/// A running time limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    most: Duration,
    begun: Instant,
}

impl Deadline {
    /// Starts a time limit.
    pub(super) fn new(most: Duration) -> Self {
        Self {
            most,
            begun: Instant::now(),
        }
    }

    fn left(&self) -> Duration {
        self.most.saturating_sub(self.begun.elapsed())
    }

    /// Whether the time is over, so that no further work begins.
    pub(super) fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// Returns the time for one of `n` tasks of equal length.
    pub(super) fn share(&self, n: usize) -> Duration {
        self.left() / u32::try_from(n.max(1)).unwrap_or(u32::MAX)
    }

    /// Returns the limit as text: `10 s`, `5 min`.
    pub(super) fn words(&self) -> String {
        words(self.most)
    }

    /// Returns the advice how to complete all `of` things when only `done` of them were done in time.
    pub(super) fn longer(&self, done: u64, of: u64) -> String {
        let times = of as f64 / done.max(1) as f64;
        let all = self.most.as_secs_f64() * times * MORE;
        match all <= LONGEST {
            true => {
                let all = words(Duration::from_secs_f64(all)).replace(' ', "");
                format!("`--for {all}` is enough for all")
            }
            false => "`--for 10min` allows more".to_owned(),
        }
    }

    /// Returns the sentence that only `done` of `of` runs or games were done in time.
    pub(super) fn cut_words(&self, done: u64, of: u64, what: &str) -> String {
        let (time, longer) = (self.words(), self.longer(done, of));
        let (shown, of) = (grouped(done), grouped(of));
        format!(
            "only {shown} of {of} {what} were done in {time}; the same number gives the same \
             results on any machine; {longer}"
        )
    }
}

/// Safety factor of the suggested time, since setup takes time too.
const MORE: f64 = 1.2;

/// Longest time that is suggested: ten hours, in seconds.
const LONGEST: f64 = 36_000.0;

/// Returns a time in whole seconds, or in minutes from some length on.
fn words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..1.0 => format!("{seconds} s"),
        1.0..=100.0 => format!("{:.0} s", seconds.ceil()),
        _ => format!("{:.0} min", (seconds / 60.0).ceil()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Deadline, time, words};
    use std::time::Duration;

    #[test]
    fn time_is_said_in_seconds_or_minutes() {
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5min"), Ok(Duration::from_secs(90)));
        assert!(time("soon").is_err() && time("0s").is_err() && time("-1s").is_err());
        let said = [500, 10_000, 99_001, 100_001].map(|ms| words(Duration::from_millis(ms)));
        assert_eq!(said, ["0.5 s", "10 s", "100 s", "2 min"]);
    }

    /// By hand: 10 s for 25 of 100 are 40 s for all, a fifth more is 48; for 1 of 100,000 it would be two weeks.
    #[test]
    fn what_all_would_take_is_told_if_anybody_would_wait_for_it() {
        let deadline = Deadline::new(Duration::from_secs(10));
        assert_eq!(deadline.longer(25, 100), "`--for 48s` is enough for all");
        assert_eq!(deadline.longer(1, 100_000), "`--for 10min` allows more");
        assert!(deadline.share(4) <= Duration::from_millis(2_500));
    }
}
