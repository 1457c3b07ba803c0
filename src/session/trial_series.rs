//! Series of games that are played in the same way.

use std::ops::Range;

use sandtable_diagnostic::Diagnostic;
use sandtable_eval::FaultKind;
use sandtable_eval::sample::blocks::{Blocks, Choosing, Halt, Trial};
use sandtable_eval::sample::breakpoints::Breakpoints;
use sandtable_ir::Lowered;
use sandtable_model::RuleBook;

use super::endless_loop;

/// The games that a check plays of each scenario.
#[derive(Debug, Clone, Copy)]
pub struct TrialSize {
    /// Number of games at random.
    pub n_games: u64,
    /// Number of games in which every side takes the option that is worth most, as in samples.
    pub n_by_policy: u64,
    /// Maximum number of machine steps of one game.
    pub steps: u64,
    /// Whether a longer game is a finding; otherwise it ends the games of its scenario.
    pub must_end: bool,
    /// Maximum number of statements of the rules: games of larger ones are not played.
    pub n_statements: usize,
}

impl TrialSize {
    /// A few games, so that a check takes hardly longer.
    pub const QUICK: Self = Self {
        n_games: 8,
        n_by_policy: 1,
        steps: 200_000,
        must_end: false,
        n_statements: 700,
    };

    /// Many games: at most some seconds for a scenario.
    pub const THOROUGH: Self = Self {
        n_games: 200,
        n_by_policy: 20,
        steps: 10_000_000,
        must_end: true,
        n_statements: usize::MAX,
    };

    /// Returns the size for a check.
    pub const fn of(is_thorough: bool) -> Self {
        match is_thorough {
            true => Self::THOROUGH,
            false => Self::QUICK,
        }
    }
}

/// Seed of the dice of the first game.
pub(super) const SEED: u64 = 1;

/// Games of a scenario that are played in the same way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Series {
    pub(super) by: Choosing,
    pub(super) n_games: u64,
}

impl Series {
    /// Returns the player of each side, as commands name it.
    pub(super) const fn player(self) -> &'static str {
        match self.by {
            Choosing::Random => "random",
            Choosing::Policy => "policy",
        }
    }

    /// Returns how they are played, for a message.
    pub(super) const fn how(self) -> &'static str {
        match self.by {
            Choosing::Random => "at random",
            Choosing::Policy => "by policy",
        }
    }
}

/// Number of steps of a game beyond its budget, in which the loop is found that it does not leave.
const MORE_STEPS: usize = 20_000;

/// Plays games of a series and returns the number of each of their outcomes; the finding about a fault that ended one.
pub(super) fn play_series(
    book: &RuleBook,
    lowered: &Lowered,
    n_units: usize,
    size: TrialSize,
    (by, games): (Choosing, Range<u64>),
    breakpoints: Option<&mut Breakpoints>,
) -> Result<Vec<(Vec<i32>, u64)>, Box<Diagnostic>> {
    let choosing = vec![by; n_units];
    let course = Trial::Game(&choosing);
    let mut blocks = Blocks::new(&lowered.program, course, SEED, size.steps);
    if let Some(breakpoints) = breakpoints {
        blocks.observe(breakpoints);
    }
    for game in games {
        let Err(fault) = blocks.roll(game, 1, &Halt::default()) else {
            continue;
        };
        if fault.kind == FaultKind::TooManySteps {
            let continued = blocks.continue_game(MORE_STEPS);
            let found =
                continued.and_then(|game| endless_loop::find(book, &lowered.program, &game));
            if let Some(finding) = found {
                return Err(Box::new(finding));
            }
            if !size.must_end {
                break;
            }
        }
        return Err(Box::new(fault.diagnostic(&lowered.program)));
    }
    Ok(blocks.take().outcomes.into_iter().collect())
}
