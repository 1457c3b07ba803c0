//! Games that are played before those of a report: which of them meet a condition, how they end by a value, and the same games in another
//! version.

use std::collections::BTreeMap;

use super::ReportRequest;
use crate::answer::between;
use crate::games_compared::{Compared, GamesComparison};
use crate::library::QuestionError;
use crate::playouts::{Frequency, GameGroup, GameGroups, GivenGames};
use crate::question::Question;
use crate::sampling::Sampling;
use crate::series::{GameResult, Seeding, Series, indicator};
use crate::solve::Session;
use crate::statistics::Share;
use crate::version::Version;
use crate::watch::Work;

/// Seeds of the games of a report.
#[derive(Debug, Clone)]
pub(super) enum Seeds {
    /// From this one on.
    From(u64),
    /// These games, and the first that was looked at.
    Listed(u64, Vec<u64>),
}

impl Seeds {
    /// The seed of a game.
    pub(super) fn at(&self, game: u64) -> u64 {
        match self {
            Self::From(first) => first.wrapping_add(game),
            Self::Listed(first, seeds) => {
                let at = usize::try_from(game).ok();
                at.and_then(|at| seeds.get(at)).copied().unwrap_or(*first)
            }
        }
    }

    /// The seed of the report.
    pub(super) fn first(&self) -> u64 {
        match self {
            Self::From(first) | Self::Listed(first, _) => *first,
        }
    }

    /// The number of games, of so many that are requested.
    pub(super) fn count(&self, games: u64) -> u64 {
        match self {
            Self::From(_) => games,
            Self::Listed(_, seeds) => seeds.len() as u64,
        }
    }
}

/// Results of the games before a report.
pub(super) struct Versions {
    pub(super) seeds: Seeds,
    pub(super) given: Option<GivenGames>,
    pub(super) groups: Option<GameGroups>,
    pub(super) comparison: Option<GamesComparison>,
}

impl Session<'_> {
    /// Plays what a report needs besides its own games; nothing if it needs nothing.
    ///
    /// Errors: as those of [`Series::set_up`]; no game meets the condition.
    pub(super) fn versions_of_report(
        &mut self,
        question: &Question,
        request: &ReportRequest,
    ) -> Result<Versions, QuestionError> {
        let version = Version {
            variants: question.variants.clone(),
            sides: request.sides.clone(),
            ..Version::new(question.ruleset.clone())
        };
        let mut versions = Versions {
            seeds: Seeds::From(request.seed),
            given: None,
            groups: None,
            comparison: None,
        };
        let (given, group_by) = (request.given.as_ref(), request.group_by.as_ref());
        if given.is_some() || group_by.is_some() {
            let values: Vec<String> = group_by.into_iter().chain(given).cloned().collect();
            let series = Series::set_up(self.library, &version, &values)?;
            self.watch.begin(Work::Sample, 2);
            let seeding = Seeding::Seeds(request.seed);
            let progress = [0, request.games];
            let played = series.play(
                seeding,
                0..request.games,
                self.workers,
                self.watch,
                progress,
            );
            self.watch.end();
            let meets = |game: &GameResult| {
                let value = game.values.last().copied().and_then(indicator);
                given.is_none() || value == Some(1.0)
            };
            let of = played.len() as u64;
            let counted = (request.seed..).zip(&played);
            let counted = counted.filter_map(|(seed, game)| Some((seed, game.as_ref().ok()?)));
            let counted: Vec<(u64, &GameResult)> =
                counted.filter(|(_, game)| meets(game)).collect();
            if let Some(condition) = given {
                if counted.is_empty() {
                    return Err(QuestionError::Incomplete(format!(
                        "none of {of} games meets `{condition}`"
                    )));
                }
                let seeds = counted.iter().map(|(seed, _)| *seed).collect();
                versions.seeds = Seeds::Listed(request.seed, seeds);
                versions.given = Some(GivenGames {
                    condition: condition.clone(),
                    share: Share {
                        count: counted.len() as u64,
                        of,
                    },
                });
            }
            versions.groups = group_by.map(|title| groups(title, &series, &counted));
        }
        if !request.changes.is_empty() {
            let compared = Compared {
                version: &version,
                changes: &request.changes,
                tracks: &request.tracks,
                given: request.given.as_deref(),
                seeding: Seeding::Seeds(request.seed),
                sampling: Sampling {
                    seed: request.seed,
                    runs: request.games,
                    within: request.within,
                },
            };
            versions.comparison = Some(self.compare_versions(&compared)?);
        }
        self.library.overlay(Vec::new());
        Ok(versions)
    }
}

/// Games by their first value.
fn groups(title: &str, series: &Series, games: &[(u64, &GameResult)]) -> GameGroups {
    let n_seats = series.sides.len();
    // With the number of games; a game that several sides win counts for each of them.
    let mut counts: BTreeMap<i32, (u64, Vec<u64>)> = BTreeMap::new();
    for (_, game) in games {
        let Some(value) = game.values.first() else {
            continue;
        };
        // The last count is of games that nobody wins.
        let mut seats: Vec<usize> = game.verdict.winners().collect();
        if seats.is_empty() {
            seats.push(n_seats);
        }
        let none = || (0, vec![0; n_seats + 1]);
        let (n_games, counts) = counts.entry(*value).or_insert_with(none);
        *n_games += 1;
        for seat in seats {
            if let Some(count) = counts.get_mut(seat) {
                *count += 1;
            }
        }
    }
    let has_draws = counts
        .values()
        .any(|(_, one)| one.get(n_seats).is_some_and(|count| *count > 0));
    let sides = series.sides.iter();
    let words = sides.map(|side| format!("won by {}", side.title));
    let words: Vec<String> = words
        .chain(has_draws.then(|| "without a winner".to_owned()))
        .collect();
    let groups = counts.into_iter().map(|(value, (of, counts))| {
        let endings = words.iter().zip(counts).map(|(words, count)| Frequency {
            words: words.clone(),
            count,
            between: between(count, of),
        });
        GameGroup {
            words: series.value_words(0, value),
            share: Share {
                count: of,
                of: games.len() as u64,
            },
            endings: endings.collect(),
        }
    });
    GameGroups {
        title: title.to_owned(),
        groups: groups.collect(),
    }
}
