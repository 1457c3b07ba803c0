//! A scenario, played to its end again and again.

use std::collections::BTreeMap;

use sandtable_diagnostic::Diagnostic;
use sandtable_eval::FaultKind;
use sandtable_eval::sample::blocks::{Choosing, Histogram, Trial};
use sandtable_eval::wording::{ending_words, outcome_words};
use sandtable_ir::{Lowered, NONE, OutcomePart, OutputSpec, Shown, lower};
use sandtable_model::Expr;
use sandtable_players::game::{GameModel, STEPS};
use sandtable_players::mind::Failure;
use sandtable_players::spec::PlayerSpec;
use sandtable_players::table::Table;
use sandtable_workspace::workers::Workers;

use super::answer::{Between, between};
use super::contest::{Contest, WorkersClock};
use super::game::players_by_seat;
use super::library::QuestionError;
use super::players::{Control, unplayable};
use super::question::Question;
use super::refused_game::{RefusedGame, find_faulty_game, find_refused_games};
use super::sampling::{Failed, Sampled, Sampling, count, is_within};
use super::scenario::{Scenario, set_up};
use super::series::GameLength;
use super::solve::Session;
use super::statistics::Share as GamesShare;
use super::watch::{Watch, Work};

/// Many games of one scenario, counted.
#[derive(Debug, Clone)]
pub struct Playouts {
    /// As it was named.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The sides and who played them, `random`, `policy`, `search:200`.
    pub players: Vec<(String, String)>,
    /// Of the dice.
    pub seed: u64,
    /// Number of games that were played.
    pub n_games: u64,
    /// Number of games requested, if the watcher ended them before.
    pub wanted: Option<u64>,
    /// Endings, the most frequent first.
    pub endings: Tally,
    /// Summary of the rolls in a game; `None` if nothing was counted.
    pub rolls: Option<Summary>,
    /// Summary of the decisions in a game.
    pub choices: Option<Summary>,
    /// Reported values at the end, then the requested values.
    pub values: Vec<Tally>,
    /// The condition that all counted games meet.
    pub given: Option<GivenGames>,
    /// The counted games by a value.
    pub groups: Option<GameGroups>,
    /// One of the games that the rules refuse, if some are; `None` also if none was found again.
    pub refused: Option<RefusedGame>,
    /// Games that failed, if any did; they are not counted.
    pub failed: Option<FailedGames>,
}

/// Games that a fault ended.
#[derive(Debug, Clone)]
pub struct FailedGames {
    /// Number of games that failed, of those that were played.
    pub count: u64,
    /// Number of games that were played.
    pub of: u64,
    /// The finding about the first of them, with its help.
    pub finding: Diagnostic,
    /// The command that shows such a game, if one was found again.
    pub command: Option<String>,
}

/// Games that meet a condition.
#[derive(Debug, Clone)]
pub struct GivenGames {
    /// As written.
    pub condition: String,
    /// Games that meet it, of how many.
    pub share: GamesShare,
}

/// Games by a value at their end.
#[derive(Debug, Clone)]
pub struct GameGroups {
    /// The value as written.
    pub title: String,
    /// One per value, in its order.
    pub groups: Vec<GameGroup>,
}

/// Games with one value.
#[derive(Debug, Clone)]
pub struct GameGroup {
    /// The value in words.
    pub words: String,
    /// Games with it, of the counted ones.
    pub share: GamesShare,
    /// Their endings, in the order of those of all games.
    pub endings: Vec<Frequency>,
}

/// Frequencies of values.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Title of the value; empty for the endings.
    pub title: String,
    /// Each value.
    pub rows: Vec<Frequency>,
    /// Of values that are all numbers.
    pub summary: Option<Summary>,
}

/// Frequency of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Frequency {
    /// The value in words.
    pub words: String,
    /// Number of games in which it happened.
    pub count: u64,
    /// The bounds of its true chance, in percent.
    pub between: Between,
}

impl Session<'_> {
    /// Plays the scenario of a question many times. `sides` says who plays, as `red=random`; `tracks` are values that are
    /// asked for at the end, `group_by` a value by which games are grouped. If the question has a condition, only games that meet it are counted.
    ///
    /// Errors: it cannot be played, or not without people; every game fails, or one has no end.
    pub fn play_out(
        &mut self,
        question: &Question,
        sides: &[String],
        tracks: &[String],
        group_by: Option<&str>,
        sampling: Sampling,
    ) -> Result<Playouts, QuestionError> {
        let given = question.condition.as_deref();
        let workers = self.workers;
        let (library, solver) = self.apart(question);
        let watch = solver.watch;
        let mut scenario = set_up(library, &question.ruleset, &question.variants)?;
        if let Some(remark) = scenario.without_map() {
            watch.remark(&remark);
        }
        let controls = scenario.automatic_controls(sides, "sampled games")?;
        let texts = tracks
            .iter()
            .map(String::as_str)
            .chain(group_by)
            .chain(given);
        let values = scenario.read_values(texts)?;
        let ends: Vec<Option<&Expr>> = values.iter().map(Some).collect();
        let book = &scenario.ruleset.book;
        let lowered = lower::for_playing(book, &scenario.situation, OutputSpec::Ending(&ends));
        watch.begin(Work::Sample, 1);
        let trials = Trials {
            scenario: &scenario,
            lowered: &lowered,
            ends: &ends,
            controls: &controls,
            is_given: given.is_some(),
            workers,
        };
        let sampled = trials.count(sampling, watch);
        let (sampled, n_played, failures) = match sampled {
            Ok(games) => (games.sampled, games.n_played, games.failures),
            Err(finding) => {
                let seed = sampling.seed;
                let found = find_faulty_game(library, question, sides, seed, finding.code, watch);
                watch.end();
                let finding = match found {
                    Some(command) => finding.help(format!("`{command}` shows such a game")),
                    None => finding,
                };
                let scenario = set_up(library, &question.ruleset, &question.variants)?;
                return Err(scenario.ruleset.unanswered_for(finding));
            }
        };
        let counted = &sampled.counted;
        let n_games = n_played.unwrap_or(counted.runs);
        let parts = lowered.parts.len();
        let n_hidden = usize::from(group_by.is_some()) + usize::from(given.is_some());
        let games = Games {
            scenario: &scenario,
            tracks,
            parts: lowered.parts.get(..parts - n_hidden).unwrap_or_default(),
            lowered: &lowered,
            units: scenario.situation.titles_with_owners(),
            counted,
        };
        let playouts = Playouts {
            scenario: question.ruleset.clone(),
            title: scenario.title.clone(),
            players: games.players(&controls),
            seed: sampling.seed,
            n_games,
            given: given.map(|condition| GivenGames {
                condition: condition.to_owned(),
                share: GamesShare {
                    count: counted.runs,
                    of: n_games,
                },
            }),
            groups: group_by.map(|title| games.groups(title, parts - n_hidden)),
            wanted: sampled.is_cut.then_some(sampling.runs),
            endings: games.endings(),
            rolls: lengths(&counted.rolls),
            choices: lengths(&counted.choices),
            values: games.values(),
            refused: None,
            failed: None,
        };
        let refused = match games.has_refused() {
            true => find_refused_games(library, question, sides, sampling.seed, 1, watch),
            false => Ok(Vec::new()),
        };
        let failed = failures.map(|(count, finding)| {
            let seed = sampling.seed;
            let code = finding.code;
            FailedGames {
                count,
                of: n_games + count,
                command: find_faulty_game(library, question, sides, seed, code, watch),
                finding,
            }
        });
        watch.end();
        Ok(Playouts {
            refused: refused?.pop(),
            failed,
            ..playouts
        })
    }
}

/// Returns the policy for each unit of the cast; `None` if a player looks ahead.
fn choosing(controls: &[Control]) -> Option<Vec<Choosing>> {
    let of = |control: &Control| match control {
        Control::Random => Some(Choosing::Random),
        Control::Policy => Some(Choosing::Policy),
        Control::Person | Control::Script | Control::Thinks(_) => None,
    };
    controls.iter().map(of).collect()
}

/// Games of a scenario that are to be counted.
struct Trials<'a> {
    scenario: &'a Scenario<'a>,
    lowered: &'a Lowered,
    /// The values at the end of a game that are asked for.
    ends: &'a [Option<&'a Expr>],
    controls: &'a [Control],
    /// Whether the last of the values says whether a game counts.
    is_given: bool,
    workers: &'a dyn Workers,
}

/// Games that were counted.
#[derive(Default)]
struct CountedGames {
    sampled: Sampled,
    /// Number of games that were played to their end, if not all of them count.
    n_played: Option<u64>,
    /// Number of games that failed, and the finding about the first.
    failures: Option<(u64, Diagnostic)>,
}

impl Trials<'_> {
    /// Plays and counts them.
    ///
    /// Errors: the first game that fails, if all do or if it has no end.
    fn count(&self, sampling: Sampling, watch: &mut dyn Watch) -> Result<CountedGames, Diagnostic> {
        let shares = |counted: &Histogram| {
            let endings = by(counted, |outcome| endings(self.lowered, outcome));
            endings.values().map(|n| (*n, counted.runs)).collect()
        };
        if let Some(choosing) = choosing(self.controls).filter(|_| !self.is_given) {
            let (program, course) = (&self.lowered.program, Trial::Game(&choosing));
            let counted = count(
                program,
                course,
                STEPS,
                sampling,
                self.workers,
                watch,
                shares,
            );
            match counted {
                Ok(sampled) => {
                    return Ok(CountedGames {
                        sampled,
                        ..CountedGames::default()
                    });
                }
                // The same games again, one by one: those that do not fail are counted.
                Err(Failed::Fault(fault)) if is_of_one_game(Failure::Fault(fault)) => {}
                Err(failed) => return Err(failed.diagnostic(program)),
            }
        }
        let (book, situation) = (&self.scenario.ruleset.book, &self.scenario.situation);
        let searched = lower::for_searching(book, situation, OutputSpec::Ending(self.ends));
        let model = GameModel::new(book, situation, searched);
        let mut players = self.controls.iter().filter_map(|control| control.player());
        if players.any(|player| !player.is_reproducible()) {
            watch.remark(
                "a budget in seconds depends on the machine: the same seed can give other games; \
                use `search:400` for the same games everywhere",
            );
        }
        let thinking = Thinking {
            model: &model,
            players: &players_by_seat(&model, self.controls),
            workers: self.workers,
            is_given: self.is_given,
        };
        thinking.count(sampling, watch, shares)
    }
}

/// Games that are played one by one: those of players that look ahead, those of a condition, and those after a failure.
struct Thinking<'a> {
    model: &'a GameModel,
    /// By seat.
    players: &'a [PlayerSpec],
    workers: &'a dyn Workers,
    /// Whether the last number of an outcome says whether the game counts.
    is_given: bool,
}

impl Thinking<'_> {
    /// Plays and counts, in rounds that double; whether the wanted precision is reached is checked after each round.
    ///
    /// Errors: the first game that fails, if all do; a game without an end, or one that is too large for a player.
    fn count(
        &self,
        sampling: Sampling,
        watch: &mut dyn Watch,
        shares: impl Fn(&Histogram) -> Vec<(u64, u64)>,
    ) -> Result<CountedGames, Diagnostic> {
        let clock = WorkersClock(self.workers);
        let mut sampled = Sampled::default();
        let mut failures: Option<(u64, Diagnostic)> = None;
        let (mut from, mut n, mut n_played) = (0, 16_u64, 0);
        while from < sampling.runs && !sampled.is_cut {
            let to = sampling.runs.min(from + n);
            let contest = Contest {
                workers: self.workers,
                before: from,
                total: sampling.runs,
            };
            let begin = || Table::new(self.model, self.players, &clock);
            let play = |table: &mut Table<'_>, game| {
                let mut length = GameLength::default();
                let played = table.play(sampling.seed, game, &mut length);
                let n_parts = self.model.lowered.parts.len();
                played.map(|_| {
                    let mut outcome = table.outcome();
                    outcome.truncate(n_parts);
                    (outcome, length)
                })
            };
            let (results, _) = contest.play(from..to, watch, begin, play, drop);
            sampled.is_cut = results.len() as u64 != to - from;
            for result in results {
                let (outcome, length) = match result {
                    Ok(played) => played,
                    Err(failure) => {
                        let finding = || unplayable(failure, &self.model.lowered.program);
                        if !is_of_one_game(failure) {
                            return Err(finding());
                        }
                        failures.get_or_insert_with(|| (0, finding())).0 += 1;
                        continue;
                    }
                };
                n_played += 1;
                if self.is_given && outcome.last().is_none_or(|meets| *meets == 0) {
                    continue;
                }
                let counted = &mut sampled.counted;
                *counted.outcomes.entry(outcome).or_default() += 1;
                *counted.rolls.entry(length.n_rolls).or_default() += 1;
                *counted.choices.entry(length.n_choices).or_default() += 1;
                counted.runs += 1;
            }
            (from, n) = (to, n * 2);
            let is_known = |within| is_within(&shares(&sampled.counted), within);
            if sampling.within.is_some_and(is_known) {
                break;
            }
        }
        match failures {
            Some((_, finding)) if n_played == 0 => Err(finding),
            failures => Ok(CountedGames {
                sampled,
                n_played: Some(n_played),
                failures,
            }),
        }
    }
}

/// Whether a failure is of one game, so that others can be played: not one that takes very long, or that all have.
fn is_of_one_game(failure: Failure) -> bool {
    match failure {
        Failure::Fault(fault) => fault.kind != FaultKind::TooManySteps,
        Failure::TooLarge | Failure::NotOpen | Failure::Repeats => false,
    }
}

/// Extracts the end of the game from an outcome: whether it was refused, and its winner.
fn endings(lowered: &Lowered, outcome: &[i32]) -> Vec<i32> {
    let parts = lowered.parts.iter().zip(outcome);
    parts
        .filter(|(part, _)| matches!(part, OutcomePart::Refused | OutcomePart::Ended))
        .map(|(_, value)| *value)
        .collect()
}

/// Counts by something.
fn by<K: Ord>(counted: &Histogram, key: impl Fn(&[i32]) -> K) -> BTreeMap<K, u64> {
    let mut counts = BTreeMap::new();
    for (outcome, count) in &counted.outcomes {
        *counts.entry(key(outcome)).or_default() += count;
    }
    counts
}

fn lengths(counts: &BTreeMap<u32, u64>) -> Option<Summary> {
    let counts = counts.iter();
    summary(
        counts.map(|(number, count)| (i64::from(*number), *count)),
        1,
    )
}

/// Many numbers, summed up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The least of them.
    pub least: f64,
    /// The most.
    pub most: f64,
    /// The median: at most this in half of the games.
    pub median: f64,
    /// On average.
    pub mean: f64,
    /// The standard deviation.
    pub std_dev: f64,
}

/// Returns the summary of numbers in ascending order with their counts, `None` without any; the numbers are fixed-point, in parts of one.
pub(crate) fn summary(
    counts: impl Iterator<Item = (i64, u64)>,
    parts_of_one: i32,
) -> Option<Summary> {
    let counts = counts.filter(|(_, count)| *count > 0);
    let counts: Vec<(f64, u64)> = counts
        .map(|(number, count)| (number as f64 / f64::from(parts_of_one), count))
        .collect();
    let (least, most) = (counts.first()?.0, counts.last()?.0);
    let n: u64 = counts.iter().map(|(_, count)| count).sum();
    let weighed = |of: &dyn Fn(f64) -> f64| -> f64 {
        let parts = counts
            .iter()
            .map(|(number, count)| of(*number) * *count as f64);
        parts.sum::<f64>() / n as f64
    };
    let mean = weighed(&|number| number);
    let variance = weighed(&|number| (number - mean).powi(2));
    let mut seen = 0;
    let half = counts.iter().find(|(_, count)| {
        seen += count;
        seen * 2 >= n
    });
    Some(Summary {
        least,
        most,
        median: half.map_or(least, |(number, _)| *number),
        mean,
        std_dev: variance.sqrt(),
    })
}

/// The games that were counted, and what their numbers mean.
struct Games<'a> {
    scenario: &'a Scenario<'a>,
    tracks: &'a [String],
    lowered: &'a Lowered,
    /// Those of an outcome that are shown.
    parts: &'a [OutcomePart],
    units: Vec<String>,
    counted: &'a Histogram,
}

impl Games<'_> {
    /// Whether the rules refuse one of them.
    fn has_refused(&self) -> bool {
        self.counted.outcomes.keys().any(|outcome| {
            let mut parts = self.lowered.parts.iter().zip(outcome);
            parts.any(|(part, value)| matches!(part, OutcomePart::Refused) && *value != 0)
        })
    }

    fn frequency(&self, words: String, count: u64) -> Frequency {
        Frequency {
            words,
            count,
            between: between(count, self.counted.runs),
        }
    }

    fn endings(&self) -> Tally {
        let counts = by(self.counted, |outcome| endings(self.lowered, outcome));
        let rows = counts
            .into_iter()
            .map(|(outcome, count)| self.frequency(self.ending_words(&outcome), count));
        let mut rows: Vec<Frequency> = rows.collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.count));
        Tally {
            title: String::new(),
            rows,
            summary: None,
        }
    }

    fn ending_words(&self, ending: &[i32]) -> String {
        let parts: Vec<OutcomePart> = self
            .lowered
            .parts
            .iter()
            .filter(|part| matches!(part, OutcomePart::Refused | OutcomePart::Ended))
            .cloned()
            .collect();
        ending_words(&parts, ending, &self.units)
    }

    /// Returns the games by the number at a place of their outcome.
    fn groups(&self, title: &str, at: usize) -> GameGroups {
        let counts = by(self.counted, |outcome| {
            let value = outcome.get(at).copied().unwrap_or(NONE);
            (value, endings(self.lowered, outcome))
        });
        let mut values: BTreeMap<i32, u64> = BTreeMap::new();
        for ((value, _), count) in &counts {
            *values.entry(*value).or_default() += count;
        }
        let part = self.lowered.parts.get(at);
        let all = self.endings().rows;
        let groups = values.into_iter().map(|(value, of)| {
            let part = part.map_or(&[][..], std::slice::from_ref);
            let endings = all.iter().map(|ending| {
                let same = counts.iter().filter(|((one, outcome), _)| {
                    *one == value && self.ending_words(outcome) == ending.words
                });
                let count = same.map(|(_, count)| *count).sum();
                Frequency {
                    words: ending.words.clone(),
                    count,
                    between: between(count, of),
                }
            });
            GameGroup {
                words: outcome_words(part, &[value], &self.units),
                share: GamesShare {
                    count: of,
                    of: self.counted.runs,
                },
                endings: endings.collect(),
            }
        });
        GameGroups {
            title: title.to_owned(),
            groups: groups.collect(),
        }
    }

    /// Returns the reported values, then the requested ones.
    fn values(&self) -> Vec<Tally> {
        let parts = self.parts.iter().enumerate();
        let wanted =
            parts.filter(|(_, part)| !matches!(part, OutcomePart::Refused | OutcomePart::Ended));
        let n_before = self.parts.len() - self.tracks.len();
        wanted
            .map(|(at, part)| {
                let title = match (part, at.checked_sub(n_before)) {
                    (_, Some(track)) => self.tracks.get(track).cloned(),
                    (OutcomePart::Reported { span, .. }, None) => {
                        Some(self.scenario.ruleset.sources.text(*span).to_owned())
                    }
                    (_, None) => None,
                };
                self.tally(at, part, title.unwrap_or_else(|| "result".to_owned()))
            })
            .collect()
    }

    /// Counts one number of all outcomes.
    fn tally(&self, at: usize, part: &OutcomePart, title: String) -> Tally {
        let counts = by(self.counted, |outcome| {
            outcome.get(at).copied().unwrap_or(NONE)
        });
        let per_one = part.shown().and_then(Shown::parts_of_one);
        let per_one = per_one.filter(|_| !counts.contains_key(&NONE));
        let numbers = counts
            .iter()
            .map(|(value, count)| (i64::from(*value), *count));
        Tally {
            summary: per_one.and_then(|per_one| summary(numbers, per_one)),
            rows: counts
                .iter()
                .map(|(value, count)| {
                    let part = std::slice::from_ref(part);
                    self.frequency(outcome_words(part, &[*value], &self.units), *count)
                })
                .collect(),
            title,
        }
    }

    /// The sides and who played them.
    fn players(&self, controls: &[Control]) -> Vec<(String, String)> {
        let cast = self.scenario.situation.cast.iter();
        let players = cast.zip(controls).enumerate();
        let sides = self.scenario.sides().into_iter();
        let named = sides.filter_map(|side| {
            let mut players = players.clone();
            let player = players.find(|(_, (unit, _))| unit.parameter == side);
            debug_assert!(player.is_some(), "each side is in the cast");
            let (at, (_, control)) = player?;
            Some((side.to_owned(), self.scenario.player_name(at, control)))
        });
        named.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::summary;

    /// By hand: 1, 2, 2, 7: mean 3, squares of the distances 4, 1, 1, 16, their mean 5.5; two of four are at most 2.
    #[test]
    fn numbers_are_summed_up() {
        let summary = summary([(1, 1), (2, 2), (7, 1)].into_iter(), 1).unwrap();
        let bounds = [summary.least, summary.median, summary.most];
        assert_eq!(bounds.map(|one| one.to_string()), ["1", "2", "7"]);
        assert!((summary.mean - 3.0).abs() < 1e-12);
        assert!((summary.std_dev - 5.5_f64.sqrt()).abs() < 1e-12);
    }
}
