//! Games of one version of a game, each with its result: what comparisons, tuning and sweeps count.
//!
//! A [`Series`] owns its program, so that several versions can be played in turn.

use std::ops::Range;

use sandtable_eval::offer::Offer;
use sandtable_eval::wording::outcome_words;
use sandtable_ir::{NONE, OutcomePart, OutputSpec, Shown, lower};
use sandtable_model::Expr;
use sandtable_players::game::{GameModel, Verdict};
use sandtable_players::mind::Failure;
use sandtable_players::spec::PlayerSpec;
use sandtable_players::table::{Observer, Table};
use sandtable_workspace::workers::Workers;

use super::contest::{Contest, WorkersClock};
use super::game::players_by_seat;
use super::library::{QuestionError, RulesetProvider};
use super::players::unplayable;
use super::version::{Version, set_up_version};
use super::watch::Watch;

/// A side.
#[derive(Debug, Clone)]
pub struct SideInfo {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its player.
    pub player: String,
}

/// The numbers of a game: rolls, decisions and turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct GameLength {
    pub(crate) n_rolls: u32,
    pub(crate) n_choices: u32,
    /// Decisions of one side in a row are one turn.
    pub(crate) n_turns: u32,
    last: Option<usize>,
}

impl Observer for GameLength {
    fn rolled(&mut self) {
        self.n_rolls += 1;
    }

    fn chose(&mut self, _offer: Offer<'_>, seat: Option<usize>, _answer: i32) {
        self.n_choices += 1;
        if seat.is_some() && seat != self.last {
            self.n_turns += 1;
            self.last = seat;
        }
    }
}

/// The names of the numbers of [`GameLength::measures`].
pub(crate) const LENGTHS: [&str; 3] = ["turns", "decisions", "rolls"];

impl GameLength {
    /// Turns, decisions and rolls.
    pub(crate) fn measures(&self) -> [f64; 3] {
        [self.n_turns, self.n_choices, self.n_rolls].map(f64::from)
    }
}

/// Result of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameResult {
    pub(crate) verdict: Verdict,
    pub(crate) length: GameLength,
    /// The requested values at its end.
    pub(crate) values: Vec<i32>,
}

/// Seeds of the games of a series.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Seeding {
    /// All games have one seed and streams of their own, as those of `sample`.
    Streams(u64),
    /// Each game has the next seed, as those of `report`.
    Seeds(u64),
}

/// Type of a requested value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueType {
    /// A condition: games that meet it are counted.
    Condition,
    /// A number, which has a mean: fixed-point, in this many parts of one.
    Number { parts_of_one: i32 },
    /// Words, units or places.
    Words,
}

/// A version set up for many games.
pub(crate) struct Series {
    pub(crate) title: String,
    /// By seat.
    pub(crate) sides: Vec<SideInfo>,
    pub(crate) model: GameModel,
    players: Vec<PlayerSpec>,
    units: Vec<String>,
    n_values: usize,
    /// Identifies the texts of the rules, units and scenario.
    pub(crate) mark: String,
}

impl Series {
    /// Sets a version up. `values` are read at the end of each game.
    ///
    /// Errors: it cannot be set up; a value that makes no sense; there are no sides.
    pub(crate) fn set_up(
        library: &mut dyn RulesetProvider,
        version: &Version,
        values: &[String],
    ) -> Result<Self, QuestionError> {
        let (mut scenario, controls) = set_up_version(library, version)?;
        let exprs = scenario.read_values(values.iter().map(String::as_str))?;
        let ends: Vec<Option<&Expr>> = exprs.iter().map(Some).collect();
        let (book, situation) = (&scenario.ruleset.book, &scenario.situation);
        let lowered = lower::for_searching(book, situation, OutputSpec::Ending(&ends));
        let model = GameModel::new(book, situation, lowered);
        let players = players_by_seat(&model, &controls);
        let sides = players.iter().enumerate().filter_map(|(seat, player)| {
            let unit = situation.cast.get(model.side(seat)?)?;
            Some(SideInfo {
                name: unit.parameter.clone(),
                title: unit.title.clone(),
                player: scenario.player_name(model.side(seat)?, player),
            })
        });
        let sides: Vec<SideInfo> = sides.collect();
        if sides.is_empty() {
            let sentence = "this scenario has no sides, so nobody can win";
            return Err(QuestionError::Incomplete(sentence.to_owned()));
        }
        Ok(Self {
            title: scenario.title.clone(),
            sides,
            players,
            units: situation.titles_with_owners(),
            n_values: values.len(),
            mark: scenario.mark.clone(),
            model,
        })
    }

    /// Plays the games of some numbers; results in order. If the watcher ends the work, games from the first that is missing on are left
    /// out. `n_before` of `n_total` games of the whole work are played before.
    pub(crate) fn play(
        &self,
        seeding: Seeding,
        games: Range<u64>,
        workers: &dyn Workers,
        watch: &mut dyn Watch,
        [n_before, n_total]: [u64; 2],
    ) -> Vec<Result<GameResult, Failure>> {
        let clock = WorkersClock(workers);
        let contest = Contest {
            workers,
            before: n_before,
            total: n_total,
        };
        let begin = || Table::new(&self.model, &self.players, &clock);
        let play = |table: &mut Table<'_>, game: u64| {
            let mut length = GameLength::default();
            let played = match seeding {
                Seeding::Streams(seed) => table.play(seed, game, &mut length),
                Seeding::Seeds(seed) => table.play(seed.wrapping_add(game), 0, &mut length),
            };
            played.map(|verdict| {
                let mut values = table.outcome();
                values.truncate(self.model.lowered.parts.len());
                let values = values.split_off(values.len().saturating_sub(self.n_values));
                GameResult {
                    verdict,
                    length,
                    values,
                }
            })
        };
        contest.play(games, watch, begin, play, drop).0
    }

    fn part(&self, value: usize) -> Option<&OutcomePart> {
        let parts = &self.model.lowered.parts;
        parts.get(parts.len().checked_sub(self.n_values)? + value)
    }

    /// The type of a requested value.
    pub(crate) fn value_type(&self, value: usize) -> ValueType {
        let Some(part) = self.part(value) else {
            return ValueType::Words;
        };
        if *part == OutcomePart::Condition || part.shown() == Some(&Shown::Flag) {
            return ValueType::Condition;
        }
        match part.shown().and_then(Shown::parts_of_one) {
            Some(parts_of_one) => ValueType::Number { parts_of_one },
            None => ValueType::Words,
        }
    }

    /// A requested value in words.
    pub(crate) fn value_words(&self, value: usize, of: i32) -> String {
        match self.part(value) {
            Some(part) => outcome_words(std::slice::from_ref(part), &[of], &self.units),
            None => of.to_string(),
        }
    }

    /// A failure in words.
    pub(crate) fn failure_words(&self, failure: Failure) -> String {
        let finding = unplayable(failure, &self.model.lowered.program);
        finding.message.to_string()
    }

    /// Whether all games are the same on every machine.
    pub(crate) fn is_reproducible(&self) -> bool {
        self.players.iter().all(|player| player.is_reproducible())
    }
}

/// A number that a value gives, if it is there.
pub(crate) fn number(value: i32, parts_of_one: i32) -> Option<f64> {
    (value != NONE).then(|| f64::from(value) / f64::from(parts_of_one))
}

/// 1 if a condition is met, else 0; `None` without a value.
pub(crate) fn indicator(value: i32) -> Option<f64> {
    (value != NONE).then(|| f64::from(u8::from(value != 0)))
}
