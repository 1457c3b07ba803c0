//! Many versions of a game on many machines: a plan, its shards, and their counts put together.
//!
//! A plan lists cells, each a version, and the number of games of each. The games of all cells in a row are cut into shards of equal size. A
//! game depends on the plan alone, and counts are whole numbers, so the sum of all shards is the same whatever their number and the machines that
//! played them. Every result names the plan; whatever is not exactly a part of it is refused.

use std::collections::BTreeMap;

use sandtable_players::game::Verdict;
use sandtable_source::decimal;

use super::journal::mark;
use super::library::QuestionError;
use super::series::{GameResult, LENGTHS, Seeding, Series, ValueType, indicator, number};
use super::solve::Session;
use super::statistics::{Estimate, Moments, Share};
use super::version::{Change, Variation, Version};
use super::watch::Work;

/// Maximum number of cells.
pub const MOST_CELLS: usize = 10_000;

/// Request for a plan.
#[derive(Debug, Clone)]
pub struct SweepRequest {
    /// The game.
    pub version: Version,
    /// The variations: every combination of their values is a cell.
    pub variations: Vec<Variation>,
    /// Values that are counted at the end of games.
    pub tracks: Vec<String>,
    /// Seed of the dice, the same for all cells.
    pub seed: u64,
    /// Number of games of each cell.
    pub games: u64,
    /// Number of shards.
    pub shards: u64,
}

/// A plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepPlan {
    /// The game of all cells.
    pub version: Version,
    /// Values that are counted at the end of games.
    pub tracks: Vec<String>,
    /// Seed of the dice.
    pub seed: u64,
    /// Number of games of each cell.
    pub games: u64,
    /// Number of games of a shard.
    pub size: u64,
    /// The cells.
    pub cells: Vec<SweepCell>,
}

/// A version of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepCell {
    /// Its changes.
    pub changes: Vec<Change>,
    /// Identifies the texts of its rules, units and scenario.
    pub mark: String,
}

/// Games of one cell in a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The number of the cell.
    pub cell: usize,
    /// The first game.
    pub from: u64,
    /// The game after the last.
    pub to: u64,
}

/// Results of a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// The identity of its plan.
    pub plan: String,
    /// Its number, from 0.
    pub number: u64,
    /// Its pieces with their counts, in order.
    pub pieces: Vec<(Piece, GameCounts)>,
}

/// Counts of games. The sum of two does not depend on their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Number of games.
    pub games: u64,
    /// Games that failed.
    pub failed: u64,
    /// Games won, by the name of the side.
    pub won: BTreeMap<String, u64>,
    /// Games that nobody won.
    pub drawn: u64,
    /// Sums of turns, decisions and rolls.
    pub sums: [u64; 3],
    /// Sums of their squares.
    pub squares: [u64; 3],
    /// By value, games with each: numbers in digits, conditions as `0` and `1`, others in words.
    pub values: Vec<BTreeMap<String, u64>>,
}

/// Reason why a result is no part of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Foreign {
    /// It names another plan.
    Plan,
    /// Its pieces are not those of its number.
    Pieces,
    /// Its games are not as many as its pieces have.
    Games,
}

impl Foreign {
    /// In words.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Plan => "is of another plan",
            Self::Pieces => "has other cells or games than the plan gives to its shard",
            Self::Games => "does not count as many games as it says",
        }
    }
}

impl SweepPlan {
    /// Identifies everything that games depend on.
    pub fn id(&self) -> String {
        let version = &self.version;
        let numbers = [self.seed, self.games, self.size].map(|number| number.to_string());
        let mut texts: Vec<&str> = vec![env!("CARGO_PKG_VERSION"), &version.scenario];
        texts.extend(version.variants.iter().map(String::as_str));
        texts.push("sides");
        texts.extend(version.sides.iter().map(String::as_str));
        texts.push("tracks");
        texts.extend(self.tracks.iter().map(String::as_str));
        texts.push("numbers");
        texts.extend(numbers.iter().map(String::as_str));
        let change = |change: &Change| change.to_string();
        let changes: Vec<String> = version.changes.iter().map(change).collect();
        texts.extend(changes.iter().map(String::as_str));
        let cells: Vec<String> = self
            .cells
            .iter()
            .map(|cell| {
                let changes: Vec<String> = cell.changes.iter().map(change).collect();
                format!("cell {} {}", changes.join(", "), cell.mark)
            })
            .collect();
        texts.extend(cells.iter().map(String::as_str));
        mark(texts.into_iter())
    }

    /// Number of games of all cells.
    pub fn n_games(&self) -> u64 {
        self.games.saturating_mul(self.cells.len() as u64)
    }

    /// Number of shards.
    pub fn n_shards(&self) -> u64 {
        self.n_games().div_ceil(self.size.max(1))
    }

    /// The pieces of a shard; none if there is no such shard.
    pub fn pieces(&self, shard: u64) -> Vec<Piece> {
        let start = shard.saturating_mul(self.size).min(self.n_games());
        let end = start.saturating_add(self.size).min(self.n_games());
        let (mut at, mut pieces) = (start, Vec::new());
        while at < end {
            let cell = at / self.games.max(1);
            let first = cell * self.games;
            let to = end.min(first + self.games);
            pieces.push(Piece {
                cell: usize::try_from(cell).unwrap_or(usize::MAX),
                from: at - first,
                to: to - first,
            });
            at = to;
        }
        pieces
    }

    /// Checks that a result is exactly a shard of this plan.
    ///
    /// Errors: why it is none.
    pub fn check(&self, shard: &Shard) -> Result<(), Foreign> {
        if shard.plan != self.id() {
            return Err(Foreign::Plan);
        }
        let pieces = self.pieces(shard.number);
        let same = shard.pieces.iter().map(|(piece, _)| piece).eq(&pieces);
        if pieces.is_empty() || !same {
            return Err(Foreign::Pieces);
        }
        let is_whole = |(piece, counts): &(Piece, GameCounts)| {
            let n = piece.to - piece.from;
            let won: u64 = counts.won.values().sum();
            let ended = won.checked_add(counts.drawn);
            let ended = ended.and_then(|ended| ended.checked_add(counts.failed));
            let is_counted = |of: &BTreeMap<String, u64>| {
                of.values().sum::<u64>() == n.saturating_sub(counts.failed)
            };
            counts.games == n
                && ended == Some(n)
                && counts.values.len() == self.tracks.len()
                && counts.values.iter().all(is_counted)
        };
        match shard.pieces.iter().all(is_whole) {
            true => Ok(()),
            false => Err(Foreign::Games),
        }
    }

    /// The counts of each cell over some shards of this plan, each of which is there once.
    pub fn merge<'s>(&self, shards: impl Iterator<Item = &'s Shard>) -> Vec<GameCounts> {
        let mut cells = vec![GameCounts::default(); self.cells.len()];
        for (piece, counts) in shards.flat_map(|shard| &shard.pieces) {
            if let Some(cell) = cells.get_mut(piece.cell) {
                cell.add(counts);
            }
        }
        cells
    }
}

impl GameCounts {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.failed += other.failed;
        self.drawn += other.drawn;
        for (side, count) in &other.won {
            *self.won.entry(side.clone()).or_default() += count;
        }
        for (sum, more) in self.sums.iter_mut().zip(other.sums) {
            *sum = sum.saturating_add(more);
        }
        for (sum, more) in self.squares.iter_mut().zip(other.squares) {
            *sum = sum.saturating_add(more);
        }
        let n_values = self.values.len().max(other.values.len());
        self.values.resize(n_values, BTreeMap::new());
        for (counts, more) in self.values.iter_mut().zip(&other.values) {
            for (value, count) in more {
                *counts.entry(value.clone()).or_default() += count;
            }
        }
    }

    fn count(&mut self, series: &Series, game: &GameResult) {
        match game.verdict {
            Verdict::Won(_) | Verdict::Together(_) => {
                for seat in game.verdict.winners() {
                    let side = series.sides.get(seat);
                    let name = side.map_or_else(String::new, |side| side.name.clone());
                    *self.won.entry(name).or_default() += 1;
                }
            }
            Verdict::Drawn | Verdict::Unended | Verdict::Refused => self.drawn += 1,
        }
        let length = [
            game.length.n_turns,
            game.length.n_choices,
            game.length.n_rolls,
        ];
        for ((sum, squares), value) in self.sums.iter_mut().zip(&mut self.squares).zip(length) {
            let value = u64::from(value);
            *sum = sum.saturating_add(value);
            *squares = squares.saturating_add(value * value);
        }
        for (at, (counts, value)) in self.values.iter_mut().zip(&game.values).enumerate() {
            let words = match series.value_type(at) {
                ValueType::Condition => {
                    indicator(*value).map_or_else(String::new, |met| met.to_string())
                }
                ValueType::Number { parts_of_one } => number(*value, parts_of_one)
                    .map_or_else(String::new, |number| number.to_string()),
                ValueType::Words => series.value_words(at, *value),
            };
            *counts.entry(words).or_default() += 1;
        }
    }

    /// The share of the games that a side wins.
    pub fn share_of(&self, side: &str) -> Share {
        Share {
            count: self.won.get(side).copied().unwrap_or(0),
            of: self.games,
        }
    }

    /// The lengths of games: what, and the mean.
    pub fn lengths(&self) -> Vec<(&'static str, Estimate)> {
        let n = self.games.saturating_sub(self.failed);
        let sums = self.sums.iter().zip(self.squares);
        let of = LENGTHS.iter().zip(sums).map(|(what, (sum, squares))| {
            let moments = Moments::of(n as f64, *sum as f64, squares as f64);
            (*what, moments.estimate(0.0))
        });
        if n > 0 { of.collect() } else { Vec::new() }
    }

    /// The mean of a value, if all that are counted are numbers; games without it are left out.
    pub fn mean_of(&self, value: usize) -> Option<Estimate> {
        let counts = self.values.get(value).filter(|counts| !counts.is_empty())?;
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (word, count) in counts.iter().filter(|(word, _)| !word.is_empty()) {
            let (number, count) = (decimal(word)?, *count as f64);
            n += count;
            sum += count * number;
            squares += count * number * number;
        }
        (n > 0.0).then(|| Moments::of(n, sum, squares).estimate(0.0))
    }
}

impl Session<'_> {
    /// Makes a plan: sets every cell up once, so that what cannot be played is found before anything is.
    ///
    /// Errors: a cell cannot be set up, or its games depend on the machine.
    pub fn plan_sweep(&mut self, request: &SweepRequest) -> Result<SweepPlan, QuestionError> {
        let combinations = Variation::combinations(&request.variations, MOST_CELLS)?;
        let mut cells = Vec::new();
        for changes in combinations {
            let version = request.version.with(&changes);
            let series = Series::set_up(self.library, &version, &request.tracks)?;
            if !series.is_reproducible() {
                let sentence =
                    "a budget in seconds depends on the machine: use playouts, `search:400`";
                return Err(QuestionError::Incomplete(sentence.to_owned()));
            }
            cells.push(SweepCell {
                changes,
                mark: series.mark,
            });
        }
        self.library.overlay(Vec::new());
        let n_games = request.games.saturating_mul(cells.len() as u64);
        Ok(SweepPlan {
            version: request.version.clone(),
            tracks: request.tracks.clone(),
            seed: request.seed,
            games: request.games,
            size: n_games.div_ceil(request.shards.max(1)).max(1),
            cells,
        })
    }

    /// Plays a shard of a plan.
    ///
    /// Errors: there is no such shard; a cell cannot be set up, or is not what it was when the plan was made; the watcher ended it.
    pub fn run_shard(&mut self, plan: &SweepPlan, number: u64) -> Result<Shard, QuestionError> {
        let pieces = plan.pieces(number);
        if pieces.is_empty() {
            let most = plan.n_shards().saturating_sub(1);
            return Err(QuestionError::Incomplete(format!(
                "there is no shard {number}: the plan has 0 to {most}"
            )));
        }
        let mut played = Vec::new();
        self.watch.begin(Work::Sample, 1);
        let total: u64 = pieces.iter().map(|piece| piece.to - piece.from).sum();
        let mut n_before = 0;
        for piece in pieces {
            let Some(cell) = plan.cells.get(piece.cell) else {
                continue;
            };
            let version = plan.version.with(&cell.changes);
            let series = Series::set_up(self.library, &version, &plan.tracks)?;
            if series.mark != cell.mark {
                self.library.overlay(Vec::new());
                return Err(QuestionError::Incomplete(format!(
                    "the rules, units or scenario of cell {} are not those of the plan: make a new plan",
                    piece.cell
                )));
            }
            let mut counts = GameCounts {
                values: vec![BTreeMap::new(); plan.tracks.len()],
                ..GameCounts::default()
            };
            let games = piece.from..piece.to;
            let seeding = Seeding::Streams(plan.seed);
            let progress = [n_before, total];
            let results = series.play(seeding, games, self.workers, self.watch, progress);
            n_before += results.len() as u64;
            if results.len() as u64 != piece.to - piece.from {
                self.library.overlay(Vec::new());
                let sentence = "the time limit ended the shard: nothing of it is kept";
                return Err(QuestionError::Incomplete(sentence.to_owned()));
            }
            for result in results {
                counts.games += 1;
                match result {
                    Ok(game) => counts.count(&series, &game),
                    Err(_) => counts.failed += 1,
                }
            }
            played.push((piece, counts));
        }
        self.watch.end();
        self.library.overlay(Vec::new());
        Ok(Shard {
            plan: plan.id(),
            number,
            pieces: played,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Foreign, GameCounts, Piece, Shard, SweepCell, SweepPlan, Version};

    fn plan(games: u64, n_cells: usize, size: u64) -> SweepPlan {
        let cell = SweepCell {
            changes: Vec::new(),
            mark: "0".to_owned(),
        };
        SweepPlan {
            version: Version::new("a/b"),
            tracks: Vec::new(),
            seed: 1,
            games,
            size,
            cells: vec![cell; n_cells],
        }
    }

    /// By hand: 3 cells of 10 games in shards of 8: games 0 to 7 of the first cell, 8 and 9 of it with 0 to 5 of the second, and so on.
    #[test]
    fn shards_cut_the_games_of_all_cells() {
        let plan = plan(10, 3, 8);
        assert_eq!(plan.n_shards(), 4);
        let piece = |cell, from, to| Piece { cell, from, to };
        assert_eq!(plan.pieces(0), [piece(0, 0, 8)]);
        assert_eq!(plan.pieces(1), [piece(0, 8, 10), piece(1, 0, 6)]);
        assert_eq!(plan.pieces(2), [piece(1, 6, 10), piece(2, 0, 4)]);
        assert_eq!(plan.pieces(3), [piece(2, 4, 10)]);
        assert_eq!(plan.pieces(4), []);
    }

    #[test]
    fn what_is_no_part_of_the_plan_is_refused() {
        let plan = plan(10, 1, 10);
        let counts = GameCounts {
            games: 10,
            drawn: 10,
            ..GameCounts::default()
        };
        let piece = Piece {
            cell: 0,
            from: 0,
            to: 10,
        };
        let shard = Shard {
            plan: plan.id(),
            number: 0,
            pieces: vec![(piece.clone(), counts.clone())],
        };
        assert_eq!(plan.check(&shard), Ok(()));
        let other = SweepPlan {
            seed: 2,
            ..plan.clone()
        };
        assert_eq!(other.check(&shard), Err(Foreign::Plan));
        let late = Shard {
            number: 1,
            ..shard.clone()
        };
        assert_eq!(plan.check(&late), Err(Foreign::Pieces));
        let few = GameCounts { drawn: 9, ..counts };
        let few = Shard {
            pieces: vec![(piece, few)],
            ..shard
        };
        assert_eq!(plan.check(&few), Err(Foreign::Games));
    }

    /// By hand: 1, 2 and 3 with the counts 1, 2, 1 have the mean 2.
    #[test]
    fn means_come_from_counts() {
        let values = [("1", 1), ("2", 2), ("3", 1)];
        let values = values.map(|(value, count)| (value.to_owned(), count));
        let counts = GameCounts {
            values: vec![values.into_iter().collect()],
            ..GameCounts::default()
        };
        assert!((counts.mean_of(0).unwrap().mean - 2.0).abs() < 1e-12);
        assert_eq!(counts.mean_of(1), None);
    }
}
