//! Players by name: `random`, `policy`, `greedy`, `search:400`, `search:2s`, `exact`.

use std::fmt;

/// Default number of playouts for a turn of `search`.
pub const PLAYOUTS: u32 = 200;
/// Default number of playouts for each option of `greedy`.
pub const PLAYOUTS_OF_OPTION: u32 = 8;
/// Rolls and decisions of one playout of a budget: a longer playout of `search` takes as much of it as its length is of this.
pub const QUESTIONS_OF_PLAYOUT: u32 = 300;
/// The least part of a budget that a playout of `search` takes which is cut off and valued.
const LEAST_OF_CUT_PLAYOUT: f64 = 0.25;
/// Maximum number of rolls and decisions in the playouts of one choice by `greedy`, for each playout per option. With the usual number of playouts it
/// is the budget of `search` for a turn.
pub const QUESTIONS_OF_OPTION: u32 = PLAYOUTS * QUESTIONS_OF_PLAYOUT / PLAYOUTS_OF_OPTION;
/// Maximum budget in playouts.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

/// An automatic player of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlayerSpec {
    /// `random`: every legal answer is equally likely.
    Random,
    /// `policy`: the option with the highest `worth`; otherwise the first.
    #[default]
    Policy,
    /// `greedy`: each option is valued by the mean result of playouts after it; without look-ahead.
    Greedy(u32),
    /// `search`: tree search with a budget for each turn.
    Search(SearchBudget),
    /// `exact`: the best answer by exhaustive search, for small games.
    Exact,
}

/// Budget of a search for one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchBudget {
    /// A number of playouts, of [`QUESTIONS_OF_PLAYOUT`] each at most: reproducible.
    Playouts(u32),
    /// A time in milliseconds: depends on the machine.
    Milliseconds(u32),
}

/// Measures time for budgets in seconds.
pub trait Timer: Sync {
    /// Returns the seconds since a fixed moment.
    fn seconds(&self) -> f64;
}

/// A timer that always returns 0. No budget in seconds would end a search with it, so each is replaced by a number of playouts.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTimer;

impl Timer for NoTimer {
    fn seconds(&self) -> f64 {
        0.0
    }
}

/// Returns the share of a budget that a playout takes, by the number of questions that it answered.
pub(crate) fn cost_of_playout(n_questions: u32) -> f64 {
    (f64::from(n_questions) / f64::from(QUESTIONS_OF_PLAYOUT)).max(1.0)
}

/// The same of a playout that was cut off and valued; it takes a quarter at least.
pub(crate) fn cost_of_cut_playout(n_questions: u32) -> f64 {
    (f64::from(n_questions) / f64::from(QUESTIONS_OF_PLAYOUT)).max(LEAST_OF_CUT_PLAYOUT)
}

/// Returns the share of a budget that a playout of `greedy` takes, by the number of questions that it answered and that of the options.
pub(crate) fn cost_for_option(n_questions: u32, n_options: usize) -> f64 {
    let of_all = f64::from(n_questions) * n_options as f64;
    (of_all / f64::from(QUESTIONS_OF_OPTION)).max(1.0)
}

impl PlayerSpec {
    /// Parses a player; `None` if the text names none.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let playouts = |text: &str| {
            let number = text.parse::<u32>().ok()?;
            (1..=MOST_PLAYOUTS).contains(&number).then_some(number)
        };
        match (name, budget) {
            ("random", None) => Some(Self::Random),
            ("policy", None) => Some(Self::Policy),
            ("exact", None) => Some(Self::Exact),
            ("greedy", None) => Some(Self::Greedy(PLAYOUTS_OF_OPTION)),
            ("greedy", Some(budget)) => Some(Self::Greedy(playouts(budget)?)),
            ("search", None) => Some(Self::Search(SearchBudget::Playouts(PLAYOUTS))),
            ("search", Some(budget)) => Some(Self::Search(match budget.strip_suffix('s') {
                Some(seconds) => {
                    let seconds = sandtable_source::decimal(seconds)?;
                    let seconds = Some(seconds).filter(|s| (0.01..=3600.0).contains(s))?;
                    SearchBudget::Milliseconds((seconds * 1000.0).round() as u32)
                }
                None => SearchBudget::Playouts(playouts(budget)?),
            })),
            _ => None,
        }
    }

    /// Whether it answers without look-ahead.
    pub fn is_simple(self) -> bool {
        matches!(self, Self::Random | Self::Policy)
    }

    /// Whether the same seed gives the same game on every machine.
    pub fn is_reproducible(self) -> bool {
        !matches!(self, Self::Search(SearchBudget::Milliseconds(_)))
    }

    /// Returns the same player with twice the budget; `None` if it has no budget.
    pub fn doubled(self) -> Option<Self> {
        match self {
            Self::Greedy(playouts) => Some(Self::Greedy(playouts.checked_mul(2)?)),
            Self::Search(SearchBudget::Playouts(playouts)) => Some(Self::Search(
                SearchBudget::Playouts(playouts.checked_mul(2)?),
            )),
            Self::Search(SearchBudget::Milliseconds(time)) => Some(Self::Search(
                SearchBudget::Milliseconds(time.checked_mul(2)?),
            )),
            Self::Random | Self::Policy | Self::Exact => None,
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Policy => f.write_str("policy"),
            Self::Exact => f.write_str("exact"),
            Self::Greedy(playouts) => write!(f, "greedy:{playouts}"),
            Self::Search(SearchBudget::Playouts(playouts)) => write!(f, "search:{playouts}"),
            Self::Search(SearchBudget::Milliseconds(time)) => {
                write!(f, "search:{}s", f64::from(*time) / 1000.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayerSpec, SearchBudget};

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in [
            "random",
            "policy",
            "exact",
            "greedy:3",
            "search:400",
            "search:2s",
        ] {
            assert_eq!(PlayerSpec::parse(text).unwrap().to_string(), text);
        }
        let seconds = PlayerSpec::Search(SearchBudget::Milliseconds(500));
        assert_eq!(PlayerSpec::parse("search:0.5s"), Some(seconds));
        for text in [
            "search:0",
            "search:",
            "search:0s",
            "search:NaNs",
            "careful",
            "policy:2",
        ] {
            assert_eq!(PlayerSpec::parse(text), None, "{text}");
        }
    }
}
