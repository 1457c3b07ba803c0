//! Exact odds that take long: how much there is to follow is said beforehand, and a bar moves in a terminal.

use std::cell::Cell;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::eval::budget::Budget;
use crate::eval::exact::Progress;
use crate::eval::policy::Unstated;
use crate::eval::sample::blocks::{Blocks, Halt, Trial};
use crate::ir::Program;
use crate::present::numerals::grouped;
use crate::tools::cli::clock::Clock;
use crate::tools::cli::output::Output;

/// So many situations take about a second; of less nothing is said.
const MANY: u64 = 500_000;

/// More is not told apart.
const MOST: u64 = 1_000_000_000;

/// Throws after which every share is known to a tenth of a point of a hundred, in 95 of 100 samples: (1.96 / 2 / 0.001)^2.
const THROWS: u64 = 960_400;

/// Throws that are timed.
const TIMED: u64 = 256;

/// Seconds after which enough of them are.
const LOOK: f64 = 0.1;

/// Says how much there is to follow, once.
pub(super) struct Watching<'a> {
    output: &'a Output,
    bar: ProgressBar,
    is_told: Cell<bool>,
}

impl<'a> Watching<'a> {
    /// Nothing is said yet.
    pub(super) fn new(output: &'a Output) -> Self {
        // Drawn on a terminal only.
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template(
            "{bar:40} {human_pos} of about {human_len} situations, {eta} left",
        );
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self {
            output,
            bar,
            is_told: Cell::new(false),
        }
    }

    /// Goes with the work on one question.
    pub(super) fn watch<T>(
        &self,
        program: &Program,
        unstated: Unstated,
        work: impl FnOnce(&dyn Fn(Progress)) -> T,
    ) -> T {
        let clock = Clock::start(false);
        let done = work(&|ahead| self.look(ahead, clock, program, unstated));
        self.leave();
        done
    }

    /// Goes with work of which nobody knows how much there is: only the bar moves.
    pub(super) fn go_on(&self, ahead: Progress) {
        self.bar.enable_steady_tick(Duration::from_millis(500));
        self.bar.set_length(ahead.about);
        self.bar.set_position(ahead.followed);
    }

    /// Takes the bar away.
    pub(super) fn leave(&self) {
        self.bar.finish_and_clear();
    }

    fn look(&self, ahead: Progress, clock: Clock, program: &Program, unstated: Unstated) {
        if ahead.about < MANY {
            return;
        }
        if !self.is_told.replace(true) {
            let pace = clock.seconds().map(|seconds| Pace {
                situation: seconds / ahead.followed.max(1) as f64,
                throw: throw(program, unstated),
            });
            self.output.aside(&words(ahead.about, pace));
            self.bar.enable_steady_tick(Duration::from_millis(500));
        }
        self.bar.set_length(ahead.about.min(Budget::STATES as u64));
        self.bar.set_position(ahead.followed);
    }
}

/// Seconds that things take, as far as they have been seen.
#[derive(Debug, Clone, Copy)]
struct Pace {
    situation: f64,
    throw: Option<f64>,
}

/// How long one throw of a question takes.
fn throw(program: &Program, unstated: Unstated) -> Option<f64> {
    let clock = Clock::start(false);
    let mut blocks = Blocks::new(program, Trial::Question(unstated), 0, Budget::STEPS);
    let mut n = 0;
    while n < TIMED && clock.seconds()? < LOOK {
        blocks.throw(n, 1, &Halt::default()).ok()?;
        n += 1;
    }
    Some(clock.seconds()? / n.max(1) as f64)
}

/// `about 1,200,000 situations are to be followed, some 3 s; …`
fn words(about: u64, pace: Option<Pace>) -> String {
    let within = |seconds: Option<f64>, word: &str| {
        seconds.map_or_else(String::new, |seconds| {
            format!(", {word} {:.0} s", seconds.max(1.0))
        })
    };
    let throws = THROWS.div_ceil(100_000) * 100_000;
    let sample = within(
        pace.and_then(|pace| Some((pace.throw? * THROWS as f64).ceil())),
        "in less than",
    );
    let most = Budget::STATES as u64;
    let instead = format!("`--sample {throws}` knows every share to 0.1 %{sample}");
    if about <= most {
        let seconds = within(pace.map(|pace| pace.situation * about as f64), "some");
        let about = grouped(roughly(about));
        return format!("about {about} situations are to be followed{seconds}; {instead}\n");
    }
    let seconds = within(pace.map(|pace| pace.situation * most as f64), "some");
    let about = match about < MOST {
        true => format!("about {}", grouped(roughly(about))),
        false => format!("more than {}", grouped(MOST)),
    };
    let most = grouped(most);
    format!(
        "{about} situations lie ahead if it goes on like this, more than the {most} that are followed{seconds}; `--float` follows what is likely, {instead}\n"
    )
}

/// With two digits that count.
fn roughly(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    (number + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::{Pace, roughly, words};

    #[test]
    fn two_digits_count() {
        assert_eq!(roughly(99), 99);
        assert_eq!(roughly(1_249_999), 1_200_000);
        assert_eq!(roughly(1_250_000), 1_300_000);
    }

    /// By hand: 1,200,000 situations of 2.5 µs are 3 s; 960,400 throws of 1 µs are less than one.
    #[test]
    fn what_it_takes_is_said_in_seconds_where_somebody_looks() {
        let pace = Pace {
            situation: 2.5e-6,
            throw: Some(1e-6),
        };
        assert_eq!(
            words(1_200_000, Some(pace)),
            "about 1,200,000 situations are to be followed, some 3 s; `--sample 1000000` knows every share to 0.1 %, in less than 1 s\n"
        );
        assert!(
            words(1_200_000, None).starts_with("about 1,200,000 situations are to be followed; ")
        );
        assert!(words(40_000_000, Some(pace)).starts_with(
            "about 40,000,000 situations lie ahead if it goes on like this, more than the 2,000,000 that are followed, some 5 s; "
        ));
        assert!(words(u64::MAX, None).starts_with("more than 1,000,000,000 situations lie ahead"));
    }
}
