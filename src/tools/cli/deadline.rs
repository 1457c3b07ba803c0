//! Time limit of an answer; the rest is left undone and reported.
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

/// Time limit where none is given.
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
    /// From now on. A time that was asked for also ends what comes before the answer: reading, checking, preparing.
    pub(super) fn begin(self, output: &Output) -> Deadline {
        self.begin_with(USUAL, output)
    }

    /// As [`Self::begin`], with another time limit where none is given.
    pub(super) fn begin_with(self, usual: Duration, output: &Output) -> Deadline {
        if let Some(most) = self.most {
            output.answers_within(most, words(most));
        }
        Deadline::new(self.most.unwrap_or(usual))
    }
}

/// Time that runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    most: Duration,
    begun: Instant,
}

impl Deadline {
    /// From now on.
    pub(super) fn new(most: Duration) -> Self {
        Self {
            most,
            begun: Instant::now(),
        }
    }

    fn left(&self) -> Duration {
        self.most.saturating_sub(self.begun.elapsed())
    }

    /// Whether nothing more is begun.
    pub(super) fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// Time for one of `n` tasks of equal length.
    pub(super) fn share(&self, n: usize) -> Duration {
        self.left() / u32::try_from(n.max(1)).unwrap_or(u32::MAX)
    }

    /// `10 s`, `5 min`
    pub(super) fn words(&self) -> String {
        words(self.most)
    }

    /// Of so many things that were to be done only some are: how all get done.
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

    /// That so many rolls or games were done in the place of all.
    pub(super) fn cut_words(&self, done: u64, of: u64, what: &str) -> String {
        let (time, longer) = (self.words(), self.longer(done, of));
        let (shown, of) = (grouped(done), grouped(of));
        format!(
            "only {shown} of {of} {what} were done in {time}; the same number gives the same \
             results on any machine; {longer}"
        )
    }
}

/// Rather too long than too short: the first are not all that take time.
const MORE: f64 = 1.2;

/// Longest time that is suggested: ten hours, in seconds.
const LONGEST: f64 = 36_000.0;

/// In whole seconds, or minutes where there are many.
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
