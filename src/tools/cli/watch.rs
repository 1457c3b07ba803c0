//! Progress of long work at a terminal: the forecast of its size, a progress bar, and the time limit.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::clock::Clock;
use super::deadline::Deadline;
use super::output::Output;
use crate::present::numerals::grouped;
use crate::session::watch::{Probe, Progress, Watch, Work};

/// Number of states that take about a second; smaller explorations are not forecast.
const MANY: u64 = 500_000;

/// Seconds of work before the first forecast.
const SOON: f64 = 0.5;

/// Upper limit of the forecast number of states.
const MOST: u64 = 1_000_000_000;

/// Runs for a confidence interval of at most a tenth of a percentage point at 95 percent: (1.96 / 2 / 0.001)^2.
const ROLLS: u64 = 960_400;

/// Number of runs that are timed.
const TIMED: u64 = 256;

/// Seconds after which timing ends.
const LOOK: f64 = 0.1;

/// Interval at which bars are redrawn.
const TICK: Duration = Duration::from_millis(500);

/// Watcher with a terminal, a clock, and a time limit for samples and tables.
pub(super) struct Watcher<'a> {
    output: &'a Output,
    deadline: Option<Deadline>,
    /// Time limit of the current sample.
    share: Option<Deadline>,
    /// Clock of the work that began last.
    clock: Clock,
    wants_seconds: bool,
    seconds: Option<f64>,
    /// Progress bar, on a terminal only.
    bar: Option<ProgressBar>,
    is_told: bool,
}

impl<'a> Watcher<'a> {
    /// Returns a watcher without a time limit.
    pub(super) fn new(output: &'a Output) -> Self {
        Self {
            output,
            deadline: None,
            share: None,
            clock: Clock::start(false),
            wants_seconds: false,
            seconds: None,
            bar: None,
            is_told: false,
        }
    }

    /// Returns a watcher with a time limit.
    pub(super) fn until(output: &'a Output, deadline: Deadline) -> Self {
        Self {
            deadline: Some(deadline),
            ..Self::new(output)
        }
    }

    /// Returns the same watcher, which with `wants_seconds` also measures time without a terminal.
    pub(super) fn timing(self, wants_seconds: bool) -> Self {
        Self {
            wants_seconds,
            ..self
        }
    }

    /// Returns the seconds of the work that ended last, if they were measured.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    /// Returns the bar of the current work; a new bar redraws itself.
    fn bar(&mut self, template: &str) -> &ProgressBar {
        if self.bar.is_none() {
            self.output.pulse().rest();
        }
        self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::no_length();
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(TICK);
            bar
        })
    }

    fn draw(&mut self, template: &str, progress: Progress) {
        let bar = self.bar(template);
        bar.set_length(progress.about);
        bar.set_position(progress.done);
    }

    /// Prints the forecast of the exploration, once.
    fn tell(&mut self, progress: Progress, probe: Option<&mut Probe<'_>>) {
        let pace = self.clock.seconds().map(|seconds| Pace {
            situation: seconds / progress.done.max(1) as f64,
            roll: probe.and_then(seconds_of_roll),
        });
        self.output.aside(&words(progress, pace));
    }
}

impl Watch for Watcher<'_> {
    /// The time limit ends samples, tables and explorations in floating point; exact explorations have a budget instead.
    fn cancelled(&mut self, work: Work) -> bool {
        self.output.pulse().answers();
        let deadline = match work {
            Work::Sample => &self.share,
            Work::Table | Work::Examples | Work::Approximate => &self.deadline,
            Work::Exact | Work::Advice => &None,
        };
        deadline.as_ref().is_some_and(Deadline::is_over)
    }

    fn begin(&mut self, work: Work, n: usize) {
        self.output.pulse().answers();
        self.output.pulse().at(match work {
            Work::Exact | Work::Approximate => "exploring game states",
            Work::Advice => "comparing the choices",
            Work::Sample => "rolling",
            Work::Table => "working out the table",
            Work::Examples => "running the examples",
        });
        self.clock = Clock::start(self.wants_seconds);
        if work == Work::Sample {
            let share = self.deadline.as_ref().map(|deadline| deadline.share(n));
            self.share = share.map(Deadline::new);
        }
    }

    fn progress(&mut self, work: Work, progress: Progress, probe: Option<&mut Probe<'_>>) {
        const SITUATIONS: &str =
            "{bar:40} {human_pos} of about {human_len} game states, {eta} left";
        match work {
            Work::Exact if progress.about < MANY => {}
            Work::Exact => {
                let is_soon = self.clock.seconds().is_some_and(|seconds| seconds < SOON);
                if !is_soon && !std::mem::replace(&mut self.is_told, true) {
                    self.tell(progress, probe);
                }
                let about = progress.about.min(progress.room);
                self.draw(SITUATIONS, Progress { about, ..progress });
            }
            Work::Advice | Work::Approximate => self.draw(SITUATIONS, progress),
            Work::Sample => {
                self.draw("{bar:40} {human_pos} of {human_len}, {eta} left", progress);
            }
            Work::Examples => {
                self.draw(
                    "{bar:40} {human_pos} of {human_len} examples, {eta} left",
                    progress,
                );
            }
            Work::Table => {}
        }
    }

    fn end(&mut self) {
        self.seconds = self.clock.seconds();
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.output.pulse().at("putting the answer together");
    }

    fn remark(&mut self, remark: &str) {
        self.output.aside(&format!("{remark}\n"));
    }
}

/// Measured seconds per state and per run.
#[derive(Debug, Clone, Copy)]
struct Pace {
    situation: f64,
    roll: Option<f64>,
}

/// Measures the time of one run of a question, in seconds.
fn seconds_of_roll(probe: &mut Probe<'_>) -> Option<f64> {
    let clock = Clock::start(false);
    let mut n: u64 = 0;
    while n < TIMED && clock.seconds()? < LOOK {
        if !probe.roll() {
            return None;
        }
        n += 1;
    }
    Some(clock.seconds()? / n.max(1) as f64)
}

/// Returns the text of a forecast: `about 1,200,000 game states to explore, some 3 s; …`
fn words(progress: Progress, pace: Option<Pace>) -> String {
    let within = |seconds: Option<f64>, word: &str| {
        seconds.map_or_else(String::new, |seconds| {
            format!(", {word} {:.0} s", seconds.max(1.0))
        })
    };
    let rolls = ROLLS.div_ceil(100_000) * 100_000;
    let sample = within(
        pace.and_then(|pace| Some((pace.roll? * ROLLS as f64).ceil())),
        "in less than",
    );
    let Progress {
        about, room: most, ..
    } = progress;
    let instead = format!("`--sample {rolls}` finds every share to 0.1 %{sample}");
    if about <= most {
        let seconds = within(pace.map(|pace| pace.situation * about as f64), "some");
        let about = grouped(roughly(about));
        return format!("about {about} game states to explore{seconds}; {instead}\n");
    }
    let seconds = within(pace.map(|pace| pace.situation * most as f64), "some");
    let about = match about < MOST {
        true => format!("about {}", grouped(roughly(about))),
        false => format!("more than {}", grouped(MOST)),
    };
    let most = grouped(roughly(most));
    format!(
        "{about} game states are likely, with memory for about {most}{seconds}; `--float` \
         explores the likely ones, {instead}\n"
    )
}

/// Rounds a number to two significant digits.
fn roughly(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    (number + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::{Pace, Progress, roughly, words};

    #[test]
    fn two_digits_count() {
        assert_eq!(roughly(99), 99);
        assert_eq!(roughly(1_249_999), 1_200_000);
        assert_eq!(roughly(1_250_000), 1_300_000);
    }

    /// By hand: 1,200,000 situations of 2.5 µs are 3 s; 960,400 rolls of 1 µs are less than one.
    #[test]
    fn what_it_takes_is_said_in_seconds_where_somebody_looks() {
        let pace = Pace {
            situation: 2.5e-6,
            roll: Some(1e-6),
        };
        let of = |about: u64| Progress {
            room: 2_000_000,
            ..Progress::of(16_384, about)
        };
        assert_eq!(
            words(of(1_200_000), Some(pace)),
            "about 1,200,000 game states to explore, some 3 s; `--sample 1000000` finds every \
             share to 0.1 %, in less than 1 s\n"
        );
        assert!(words(of(1_200_000), None).starts_with("about 1,200,000 game states to explore; "));
        assert!(words(of(40_000_000), Some(pace)).starts_with(
            "about 40,000,000 game states are likely, with memory for about 2,000,000, some 5 s; "
        ));
        assert!(
            words(of(u64::MAX), None).starts_with("more than 1,000,000,000 game states are likely")
        );
    }
}
