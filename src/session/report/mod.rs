//! The report of a scenario: many games, observed, and what a designer learns from them.
//!
//! [`run`] plays, [`plan`] says what is measured, [`analyse`] works the report out of the records, [`worth`] plays the same dice again
//! without a thing, [`skill`] plays players of unequal effort against each other. Every number has an interval in which the true one lies
//! in 95 of 100 samples.

mod analyse;
mod cells;
mod course;
mod notable;
mod plan;
mod run;
mod skill;
mod usage;
mod versions;
mod worth;

use std::sync::Arc;

use sandtable_model::board::{BoardInstance, GameMap};
use sandtable_source::{SourceMap, Span};

pub use super::series::SideInfo;
pub use super::statistics::{Estimate, Share};

use super::games_compared::GamesComparison;
use super::playouts::{GameGroups, GivenGames, Summary};
use super::version::Change;

/// Request for a report.
#[derive(Debug, Clone)]
pub struct ReportRequest {
    /// Players by side, as `blue=search:200`.
    pub sides: Vec<String>,
    /// Number of games; the most if a precision is given.
    pub games: u64,
    /// The seed of the first game; each further game has the next.
    pub seed: u64,
    /// Stops when the share of every winner is known to this many points of a hundred.
    pub within: Option<f64>,
    /// Seconds that a roll and a decision take at a table.
    pub pace: Pace,
    /// Number of games for each question about skill; 0 for none.
    pub skill: u64,
    /// Whether games are played again without units and options, to find their worth.
    pub has_worth: bool,
    /// A condition of the games that are reported on, at their end.
    pub given: Option<String>,
    /// A value by which games are grouped.
    pub group_by: Option<String>,
    /// Changes of a version that plays the same games for comparison.
    pub changes: Vec<Change>,
    /// Values that are compared besides.
    pub tracks: Vec<String>,
}

/// Seconds at a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Of a roll.
    pub roll: f64,
    /// Of a decision.
    pub decision: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            roll: 10.0,
            decision: 15.0,
        }
    }
}

/// Results of many games of a scenario.
#[derive(Debug, Clone)]
pub struct Report {
    /// As it was named.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The sides, by seat.
    pub sides: Vec<SideInfo>,
    /// The seed of the first game.
    pub seed: u64,
    /// Number of games that were played.
    pub n_games: u64,
    /// Number of games requested, if the watcher ended them before.
    pub wanted: Option<u64>,
    /// Sentences about what was assumed.
    pub assumed: Vec<String>,
    /// Games won by each side, by seat.
    pub winners: Vec<Share>,
    /// Games won by several sides together; they count for each of them.
    pub together: Share,
    /// Games that ended without a winner.
    pub drawn: Share,
    /// Endings of games, the most frequent first.
    pub endings: Vec<Ending>,
    /// Lengths of the games.
    pub lengths: Vec<Length>,
    /// The rule whose rounds are counted, and its place.
    pub round: Option<(String, Span)>,
    /// Measures that separate winners from losers, the best first.
    pub separators: Vec<Separator>,
    /// The lead by the first of them.
    pub lead: Option<Lead>,
    /// Games by the side that decided first.
    pub first: Vec<First>,
    /// Decisions, the most frequent first.
    pub decisions: Vec<DecisionUse>,
    /// The condition that all these games meet.
    pub given: Option<GivenGames>,
    /// The games by a value.
    pub groups: Option<GameGroups>,
    /// The same games in another version.
    pub comparison: Option<GamesComparison>,
    /// Rules, options and units that were never used.
    pub unused: Unused,
    /// Worth of things, the largest first.
    pub worths: Vec<Worth>,
    /// Number of pairs of games for each worth.
    pub n_pairs: u64,
    /// Skill and luck, if they were asked for.
    pub skill: Vec<Skill>,
    /// The share of variance that dice explain, if skill was asked for.
    pub luck: Option<Luck>,
    /// Places at which units were changed by others or lost, by side.
    pub places: Vec<PlaceUse>,
    /// Whether sides choose at the same time: changes that follow are of no side.
    pub is_simultaneous: bool,
    /// Games that failed.
    pub failures: Vec<FailedGame>,
    /// Games worth looking at.
    pub notable: Vec<Notable>,
    /// The map and the board, if there is one.
    pub board: Option<(Arc<GameMap>, Arc<BoardInstance>)>,
    /// The texts of rules into which places point.
    pub sources: SourceMap,
}

/// A way in which games ended.
#[derive(Debug, Clone)]
pub struct Ending {
    /// The seats of the winners.
    pub winners: Vec<usize>,
    /// In words.
    pub words: String,
    /// The rule that ended the game, and the place of the statement.
    pub rule: Option<(String, Span)>,
    /// Share of the games.
    pub share: Share,
}

/// A measure of the length of games.
#[derive(Debug, Clone)]
pub struct Length {
    /// `rounds`, `decisions`, `rolls`, `minutes`
    pub what: &'static str,
    /// Least, median, most, mean.
    pub summary: Summary,
    /// The mean with its interval.
    pub mean: Estimate,
}

/// A quantity that differs between winners and losers.
#[derive(Debug, Clone)]
pub struct Separator {
    /// In words: `pieces destroyed`.
    pub title: String,
    /// Whether it is a number of things: "fewer" rather than "less".
    pub is_count: bool,
    /// Whether winners had more of it, or less.
    pub more: bool,
    /// Share of the decided games in which the winner was so, at a quarter, a half, three quarters, and at the end.
    pub at: [Share; 4],
    /// Mean of winners and of the best of the others at those times.
    pub means: [[Estimate; 2]; 4],
    /// The same after rounds, if rounds are counted and games have several.
    pub rounds: Vec<RoundPoint>,
}

/// A quantity after a round, in the decided games that went on.
#[derive(Debug, Clone)]
pub struct RoundPoint {
    /// The number of the round.
    pub round: u32,
    /// Number of those games.
    pub n_games: u64,
    /// Share of them in which the later winner had more, or less; of those in which the sides differed.
    pub share: Share,
    /// Mean of winners and of the best of the others.
    pub means: [Estimate; 2],
}

/// Leads over the course of games.
#[derive(Debug, Clone)]
pub struct Lead {
    /// The quantity.
    pub title: String,
    /// Changes of the leader in a game.
    pub changes: Estimate,
    /// Games won by the side that led at half time.
    pub half_wins: Share,
    /// Share of the rounds after which the winner led to the end.
    pub decided: Estimate,
    /// The same as a number of rounds, if rounds are known.
    pub decided_round: Option<Estimate>,
    /// Decided games in which the winner never led before the end.
    pub never_led: Share,
}

/// Games in which a side decided first.
#[derive(Debug, Clone)]
pub struct First {
    /// The seat.
    pub seat: usize,
    /// The share of them that this side won.
    pub won: Share,
}

/// Use of a decision.
#[derive(Debug, Clone)]
pub struct DecisionUse {
    /// In the players' words.
    pub title: String,
    /// Place of the statement.
    pub span: Option<Span>,
    /// Times asked in a game, on average.
    pub per_game: f64,
    /// Answers that there were, on average.
    pub answers: f64,
    /// Share of the times in which two answers shared the highest worth.
    pub ties: Option<Share>,
    /// Share of the times in which a player looked ahead and could not tell the second best answer from the best.
    pub close: Option<Share>,
    /// The sort of its options.
    pub sort: OptionSort,
    /// Options with names of their own, and numbers and places that were offered: times offered and taken.
    pub options: Vec<OptionUse>,
}

/// A sort of options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionSort {
    /// Lines, words, yes or no.
    Named,
    /// Numbers of a range.
    Number,
    /// Places of the board.
    Place,
    /// Units.
    Unit,
}

/// Use of an option.
#[derive(Debug, Clone)]
pub struct OptionUse {
    /// In words.
    pub words: String,
    /// Times offered.
    pub offered: u64,
    /// Share of these in which it was taken.
    pub taken: Share,
    /// Times that it was the only answer, and so was not asked.
    pub forced: u64,
}

/// An option that was offered and never taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedOption {
    /// Title of the decision.
    pub decision: String,
    /// In words.
    pub words: String,
    /// Times offered with others.
    pub offered: u64,
    /// Times that it was the only answer.
    pub forced: u64,
}

/// Rules, options and units that were never used.
#[derive(Debug, Clone, Default)]
pub struct Unused {
    /// Rules, reactions and triggers that the scenario can reach and that never began.
    pub rules: Vec<(String, Span)>,
    /// Options that were offered and never taken.
    pub options: Vec<UnusedOption>,
    /// Options that were never offered: the decision and the option.
    pub never_offered: Vec<(String, String)>,
    /// Decisions between places, with those that were offered and never taken.
    pub places: Vec<PlacesUse>,
    /// Places at which no unit ever was, if units were at others.
    pub unoccupied: Vec<String>,
    /// Number of places of the board.
    pub n_places: usize,
    /// Units that were never chosen by their side and never moved.
    pub units: Vec<String>,
    /// Cards that were offered and never chosen by anybody.
    pub cards: Vec<String>,
    /// Cards that never left their deck.
    pub undrawn: Vec<String>,
    /// Tables with cells that were never read.
    pub tables: Vec<TableUse>,
    /// Number of games in which tables were watched.
    pub n_traced: u64,
    /// An upper bound of the chance of what was never seen in all games, in percent.
    pub bound: f64,
}

/// Use of a decision between places.
#[derive(Debug, Clone)]
pub struct PlacesUse {
    /// In the players' words.
    pub title: String,
    /// Place of the statement.
    pub span: Option<Span>,
    /// Number of places that were ever offered.
    pub n_offered: usize,
    /// Those that were never taken.
    pub never: Vec<String>,
}

/// Use of a table.
#[derive(Debug, Clone)]
pub struct TableUse {
    /// Its title.
    pub title: String,
    /// Place of its name.
    pub span: Span,
    /// Number of its cells.
    pub n_cells: usize,
    /// Cells that were never read: their keys as written.
    pub unread: Vec<String>,
}

/// A sort of things that a side can do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorthSort {
    /// A type of units.
    Unit,
    /// An option of a decision.
    Option,
    /// A number of a decision.
    Number,
    /// A place, wherever places are chosen.
    Place,
    /// A part of units: a weapon.
    Part,
    /// A card.
    Card,
}

impl WorthSort {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Option => "option",
            Self::Number => "number",
            Self::Place => "place",
            Self::Part => "part",
            Self::Card => "card",
        }
    }
}

/// The worth of a thing for a side: the same games without it.
#[derive(Debug, Clone)]
pub struct Worth {
    /// The seat of the side.
    pub seat: usize,
    /// The sort of the thing.
    pub sort: WorthSort,
    /// In words.
    pub title: String,
    /// The chances that the side loses without it, in points of a hundred.
    pub loss: Estimate,
    /// Games that went otherwise, of how many.
    pub changed: Share,
}

/// A question about skill.
#[derive(Debug, Clone)]
pub struct Skill {
    /// The better player, by its name in the request.
    pub better: String,
    /// The other.
    pub other: String,
    /// The share of the better player; draws are divided.
    pub share: Estimate,
    /// The difference in Elo points.
    pub elo: Estimate,
    /// Number of games, seats swapped in pairs.
    pub n_games: u64,
}

/// The part of dice in the results.
#[derive(Debug, Clone, Copy)]
pub struct Luck {
    /// The share of the variance of results that dice explain; decisions explain the rest.
    pub dice: Estimate,
    /// Number of games whose positions were replayed.
    pub n_games: u64,
}

/// Events at a place.
#[derive(Debug, Clone)]
pub struct PlaceUse {
    /// The place on the board.
    pub place: i32,
    /// Its name.
    pub name: String,
    /// By seat, changes to units of the side by others, in a game.
    pub hits: Vec<f64>,
    /// By seat, units of the side lost there, in a game.
    pub losses: Vec<f64>,
}

/// A game that failed.
#[derive(Debug, Clone)]
pub struct FailedGame {
    /// Its seed.
    pub seed: u64,
    /// Event.
    pub why: String,
}

/// A game worth looking at.
#[derive(Debug, Clone)]
pub struct Notable {
    /// `shortest`, `longest`, `closest`, `strangest`
    pub what: &'static str,
    /// Its seed.
    pub seed: u64,
    /// Description.
    pub words: String,
    /// The command that plays it and writes its journal.
    pub command: String,
}
