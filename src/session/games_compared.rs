//! Two versions of a game side by side: the same dice in pairs, and the differences with their intervals.

use std::collections::BTreeSet;

use sandtable_players::game::Verdict;
use sandtable_players::mind::Failure;

use super::library::QuestionError;
use super::question::Question;
use super::sampling::Sampling;
use super::series::{GameResult, LENGTHS, Seeding, Series, SideInfo, ValueType, indicator, number};
use super::solve::Session;
use super::statistics::{Estimate, Share};
use super::version::{Change, Version};
use super::watch::{Watch, Work};

/// Different words of a value that get a row each.
const MOST_WORDS: usize = 12;
/// Games of the first round; each further one doubles the number.
const FIRST_ROUND: u64 = 64;

/// Games of two versions.
#[derive(Debug, Clone)]
pub struct GamesComparison {
    /// The scenario of the first, as it was named.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The game as it is asked for.
    pub first: VersionInfo,
    /// The game with the changes.
    pub second: VersionInfo,
    /// The seed of the dice.
    pub seed: u64,
    /// Number of games of each.
    pub n_games: u64,
    /// Number of games requested, if the watcher ended them before.
    pub wanted: Option<u64>,
    /// The condition of the games that count.
    pub given: Option<String>,
    /// The quantity that is compared.
    pub rows: Vec<ComparedRow>,
    /// Pairs of games that another side won, or nobody.
    pub changed: Share,
    /// Whether both games of every pair are the same: the changes do nothing here.
    pub is_same: bool,
}

/// One of two versions.
#[derive(Debug, Clone)]
pub struct VersionInfo {
    /// Its changes, as written; empty for the game as it is.
    pub changes: Vec<String>,
    /// The sides, by seat.
    pub sides: Vec<SideInfo>,
    /// Games that meet the condition, of how many.
    pub given: Share,
    /// Games that failed.
    pub n_failed: u64,
    /// Event of the first game that failed.
    pub failure: Option<String>,
}

/// A quantity of both versions.
#[derive(Debug, Clone)]
pub struct ComparedRow {
    /// In words.
    pub title: String,
    /// Whether it is a share of games in percent.
    pub is_share: bool,
    /// In the first version; `None` if no game has it.
    pub first: Option<Estimate>,
    /// In the second.
    pub second: Option<Estimate>,
    /// The second less the first.
    pub difference: Option<Estimate>,
}

type Played = Result<GameResult, Failure>;

/// The request of a comparison.
pub(crate) struct Compared<'r> {
    pub(crate) version: &'r Version,
    pub(crate) changes: &'r [Change],
    /// Values at the end.
    pub(crate) tracks: &'r [String],
    pub(crate) given: Option<&'r str>,
    pub(crate) seeding: Seeding,
    pub(crate) sampling: Sampling,
}

impl Session<'_> {
    /// Plays two versions of a scenario with the same dice: as the question says, and with changes. `tracks` are values at the end.
    ///
    /// Errors: one of them cannot be set up; all games of one fail.
    pub fn compare_games(
        &mut self,
        question: &Question,
        sides: &[String],
        changes: &[Change],
        tracks: &[String],
        sampling: Sampling,
    ) -> Result<GamesComparison, QuestionError> {
        let version = Version {
            variants: question.variants.clone(),
            sides: sides.to_vec(),
            ..Version::new(question.ruleset.clone())
        };
        let compared = Compared {
            version: &version,
            changes,
            tracks,
            given: question.condition.as_deref(),
            seeding: Seeding::Streams(sampling.seed),
            sampling,
        };
        self.compare_versions(&compared)
    }

    /// As [`Self::compare_games`].
    pub(crate) fn compare_versions(
        &mut self,
        compared: &Compared<'_>,
    ) -> Result<GamesComparison, QuestionError> {
        let values: Vec<String> = compared
            .tracks
            .iter()
            .cloned()
            .chain(compared.given.map(str::to_owned))
            .collect();
        let second = compared.version.with(compared.changes);
        let first = Series::set_up(self.library, compared.version, &values)?;
        let second = Series::set_up(self.library, &second, &values)?;
        self.library.overlay(Vec::new());
        let sampling = compared.sampling;
        let mut games: [Vec<Played>; 2] = Default::default();
        let mut is_cut = false;
        let (mut from, mut n) = (0, FIRST_ROUND);
        self.watch.begin(Work::Sample, 1);
        while from < sampling.runs && !is_cut {
            let to = sampling.runs.min(from + n);
            for (at, (series, games)) in [&first, &second].into_iter().zip(&mut games).enumerate() {
                let n_before = from * 2 + at as u64 * (to - from);
                let progress = [n_before, sampling.runs * 2];
                let watch: &mut dyn Watch = self.watch;
                let played = series.play(compared.seeding, from..to, self.workers, watch, progress);
                is_cut |= (played.len() as u64) < to - from;
                games.extend(played);
            }
            (from, n) = (to, n * 2);
            let is_known = |within: f64| {
                let pairs = Pairs::new([&first, &second], &games, compared);
                pairs.winners().iter().all(|row| {
                    row.difference
                        .is_some_and(|one| (one.high - one.low) / 2.0 <= within)
                })
            };
            if sampling.within.is_some_and(is_known) {
                break;
            }
        }
        self.watch.end();
        let pairs = Pairs::new([&first, &second], &games, compared);
        pairs.check()?;
        Ok(GamesComparison {
            scenario: compared.version.scenario.clone(),
            title: first.title.clone(),
            seed: sampling.seed,
            n_games: pairs.n as u64,
            wanted: is_cut.then_some(sampling.runs),
            given: compared.given.map(str::to_owned),
            rows: pairs.rows(),
            changed: pairs.changed(),
            is_same: pairs.are_same(),
            first: pairs.info(0, &[]),
            second: pairs.info(1, compared.changes),
        })
    }
}

/// Pairs of games with the same dice.
struct Pairs<'g> {
    series: [&'g Series; 2],
    games: [&'g [Played]; 2],
    /// Number of pairs.
    n: usize,
    compared: &'g Compared<'g>,
}

impl<'g> Pairs<'g> {
    fn new(
        series: [&'g Series; 2],
        games: &'g [Vec<Played>; 2],
        compared: &'g Compared<'g>,
    ) -> Self {
        let n = games.iter().map(Vec::len).min().unwrap_or(0);
        Self {
            series,
            games: games.each_ref().map(|all| all.get(..n).unwrap_or_default()),
            n,
            compared,
        }
    }

    /// Errors: every game of a version fails.
    fn check(&self) -> Result<(), QuestionError> {
        for (series, games) in self.series.iter().zip(self.games) {
            let all_fail = !games.is_empty() && games.iter().all(Result::is_err);
            if let (true, Some(Err(failure))) = (all_fail, games.first()) {
                let sentence = series.failure_words(*failure);
                return Err(QuestionError::Incomplete(format!(
                    "every game fails: {sentence}"
                )));
            }
        }
        Ok(())
    }

    fn are_same(&self) -> bool {
        let [first, second] = self.games;
        let is_pair = |(one, other): (&Played, &Played)| matches!((one, other), (Ok(one), Ok(other)) if one == other);
        self.n > 0 && first.iter().zip(second).all(is_pair)
    }

    /// Whether a game counts: it ended and meets the condition.
    fn counts(&self, game: &Played) -> bool {
        let Ok(game) = game else {
            return false;
        };
        let condition = self.compared.given.map(|_| self.compared.tracks.len());
        condition.is_none_or(|at| game.values.get(at).copied().and_then(indicator) == Some(1.0))
    }

    fn info(&self, at: usize, changes: &[Change]) -> VersionInfo {
        let (Some(series), Some(games)) = (self.series.get(at), self.games.get(at)) else {
            return VersionInfo {
                changes: Vec::new(),
                sides: Vec::new(),
                given: Share::default(),
                n_failed: 0,
                failure: None,
            };
        };
        let failures = || games.iter().filter_map(|game| game.as_ref().err());
        VersionInfo {
            changes: changes.iter().map(ToString::to_string).collect(),
            sides: series.sides.clone(),
            given: Share {
                count: games.iter().filter(|game| self.counts(game)).count() as u64,
                of: games.len() as u64,
            },
            n_failed: failures().count() as u64,
            failure: failures()
                .next()
                .map(|failure| series.failure_words(*failure)),
        }
    }

    /// A quantity by a function of version and game; `None` where a game has none.
    fn row(
        &self,
        title: String,
        is_share: bool,
        of: impl Fn(usize, &GameResult) -> Option<f64>,
    ) -> ComparedRow {
        let scale = if is_share { 100.0 } else { 1.0 };
        let values = [0, 1].map(|at| -> Vec<Option<f64>> {
            let games = self.games.get(at).copied().unwrap_or_default();
            let games = games.iter().map(|game| {
                let counted = game.as_ref().ok().filter(|_| self.counts(game))?;
                of(at, counted).map(|value| value * scale)
            });
            games.collect()
        });
        // A hundredth of a game is not taken for certain: see `Moments::estimate`.
        let least = if is_share { 10_000.0 } else { 0.0 };
        let [first, second] = values.each_ref().map(|values| Ratio::new(values));
        let both = first.as_ref().zip(second.as_ref());
        ComparedRow {
            title,
            is_share,
            difference: both.map(|(first, second)| second.less(first, least)),
            first: first.as_ref().map(|one| one.estimate(least)),
            second: second.as_ref().map(|one| one.estimate(least)),
        }
    }

    /// The share of games that each side wins, then of games without a winner, and of those that the rules refuse.
    fn winners(&self) -> Vec<ComparedRow> {
        let mut names: Vec<(&str, &str)> = Vec::new();
        for side in self.series.iter().flat_map(|series| &series.sides) {
            if !names.iter().any(|(name, _)| *name == side.name) {
                names.push((&side.name, &side.title));
            }
        }
        let share = |counts: bool| Some(f64::from(u8::from(counts)));
        let mut rows: Vec<ComparedRow> = names
            .iter()
            .map(|(name, title)| {
                self.row(format!("won by {title}"), true, |at, game| {
                    share(self.winners_of(at, game).contains(name))
                })
            })
            .collect();
        let nobody = self.row("won by nobody".to_owned(), true, |at, game| {
            share(self.winners_of(at, game).is_empty() && game.verdict != Verdict::Refused)
        });
        let refused = self.row("refused".to_owned(), true, |_, game| {
            share(game.verdict == Verdict::Refused)
        });
        let is_seen = |one: &Option<Estimate>| one.is_some_and(|one| one.mean > 0.0);
        let seen = |row: &ComparedRow| is_seen(&row.first) || is_seen(&row.second);
        rows.extend([nobody, refused].into_iter().filter(seen));
        rows
    }

    fn rows(&self) -> Vec<ComparedRow> {
        let mut rows = self.winners();
        for (at, what) in LENGTHS.iter().enumerate() {
            rows.push(self.row((*what).to_owned(), false, |_, game| {
                game.length.measures().get(at).copied()
            }));
        }
        for (at, track) in self.compared.tracks.iter().enumerate() {
            let value = move |game: &GameResult| game.values.get(at).copied();
            match self.series.map(|series| series.value_type(at)) {
                [ValueType::Condition, _] => {
                    rows.push(self.row(track.clone(), true, |_, game| indicator(value(game)?)));
                }
                [ValueType::Number { parts_of_one }, _] => {
                    rows.push(self.row(track.clone(), false, |_, game| {
                        number(value(game)?, parts_of_one)
                    }));
                }
                [ValueType::Words, _] => {
                    let words = |version: usize, game: &GameResult| -> Option<String> {
                        Some(self.series.get(version)?.value_words(at, value(game)?))
                    };
                    let mut known: Vec<String> = Vec::new();
                    for (version, games) in self.games.iter().enumerate() {
                        for game in games.iter().filter_map(|game| game.as_ref().ok()) {
                            if let Some(words) = words(version, game)
                                && !known.contains(&words)
                                && known.len() < MOST_WORDS
                            {
                                known.push(words);
                            }
                        }
                    }
                    known.sort();
                    for one in known {
                        rows.push(self.row(format!("{track}: {one}"), true, |version, game| {
                            Some(f64::from(u8::from(words(version, game)? == one)))
                        }));
                    }
                }
            }
        }
        rows
    }

    /// The names of the sides that win a game.
    fn winners_of(&self, at: usize, game: &GameResult) -> BTreeSet<&str> {
        let series = self.series.get(at);
        let sides = series.map_or(&[][..], |series| &series.sides);
        let winners = game.verdict.winners().filter_map(|seat| sides.get(seat));
        winners.map(|side| side.name.as_str()).collect()
    }

    fn changed(&self) -> Share {
        let mut changed = Share::default();
        let [first, second] = self.games;
        for pair in first.iter().zip(second) {
            if let (Ok(first), Ok(second)) = pair {
                changed.add(self.winners_of(0, first) != self.winners_of(1, second));
            }
        }
        changed
    }
}

/// A mean over the games that count, as a ratio of two sums: so that means over different games of the same pairs can be subtracted.
struct Ratio {
    mean: f64,
    /// By game, how much it moves the mean: its distance from it as a share of the games that count.
    influence: Vec<f64>,
    n: f64,
}

impl Ratio {
    /// `None` if no game counts.
    fn new(values: &[Option<f64>]) -> Option<Self> {
        let n = values.iter().flatten().count() as f64;
        let mean = values.iter().flatten().sum::<f64>() / n.max(1.0);
        let scale = values.len() as f64 / n.max(1.0);
        let influence = values
            .iter()
            .map(|value| value.map_or(0.0, |value| (value - mean) * scale))
            .collect();
        (n > 0.0).then_some(Self { mean, influence, n })
    }

    fn interval(mean: f64, influence: impl Iterator<Item = f64>, n: f64, least: f64) -> Estimate {
        let (mut squares, mut n_all) = (0.0, 0.0_f64);
        for one in influence {
            squares += one * one;
            n_all += 1.0;
        }
        let n_all = n_all.max(1.0);
        let error = (squares / n_all / n_all + least / n.max(1.0) / n.max(1.0)).sqrt();
        Estimate::normal(mean, error)
    }

    fn estimate(&self, least: f64) -> Estimate {
        let estimate = Self::interval(self.mean, self.influence.iter().copied(), self.n, least);
        match least > 0.0 {
            // A share of games lies between 0 and 100 percent.
            true => Estimate {
                low: estimate.low.max(0.0),
                high: estimate.high.min(100.0),
                ..estimate
            },
            false => estimate,
        }
    }

    /// This less another of the same pairs.
    fn less(&self, other: &Self, least: f64) -> Estimate {
        let influence = self.influence.iter().zip(&other.influence);
        let influence = influence.map(|(this, other)| this - other);
        let n = self.n.min(other.n);
        Self::interval(self.mean - other.mean, influence, n, least)
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    /// By hand: pairs (0, 1), (0, 1), (1, 1), (1, 1): means 1/2 and 1, difference 1/2. Differences 1, 1, 0, 0 have the variance 1/4, so
    /// the error is sqrt(1/4 / 4) = 1/4 and the interval 0.5 ± 0.49. Without pairs the error of the first alone would be 1/4 too, and the
    /// second has none.
    #[test]
    fn differences_of_pairs_have_their_interval() {
        let ratio = |values: [f64; 4]| Ratio::new(&values.map(Some)).unwrap();
        let (first, second) = (ratio([0.0, 0.0, 1.0, 1.0]), ratio([1.0; 4]));
        let difference = second.less(&first, 0.0);
        assert!((difference.mean - 0.5).abs() < 1e-12);
        assert!((difference.high - 0.99).abs() < 1e-3, "{difference:?}");
    }

    /// By hand: two equal series differ by nothing, whatever their own intervals.
    #[test]
    fn equal_pairs_do_not_differ() {
        let ratio = Ratio::new(&[Some(0.0), Some(1.0), None, Some(1.0)]).unwrap();
        let difference = ratio.less(&ratio, 0.0);
        assert_eq!((difference.low, difference.high), (0.0, 0.0));
        assert!((ratio.mean - 2.0 / 3.0).abs() < 1e-12);
        assert!(ratio.estimate(0.0).high > ratio.mean);
    }
}
