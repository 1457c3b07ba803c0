//! Games that a check plays at random, and one by policy: those that the rules refuse, those that a fault breaks off, and those in which a side
//! scores more points than its track has.
//!
//! Reports: E0570, E0571, E0572, E0617, E0643.

use std::cell::LazyCell;
use std::sync::Arc;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, grouped};
use sandtable_eval::sample::blocks::Choosing;
use sandtable_ir::{Lowered, OutcomePart, OutputSpec, lower};
use sandtable_lint::refused_call::{RefusedCalls, is_same_call};
use sandtable_model::{Question as Situation, RuleBook, walk_statements};
use sandtable_source::{SourceFile, workers};
use sandtable_workspace::{Analysis, Workspace};

use super::capped_points;
use super::library::{QuestionError, Ruleset, RulesetProvider};
use super::question::Question;
use super::refused_game::{RefusedGame, asked, find_faulty_game, find_refused_games};
use super::scenarios::Start;
use super::trial_series::{SEED, Series, TrialSize, play_series};
use super::watch::Watch;

/// Maximum number of places that are reported at which games of a scenario are refused.
const MAX_PLACES: usize = 4;

/// Games of the scenarios of a ruleset.
pub struct TrialGames<'a> {
    /// Has the texts of the scenarios.
    pub workspace: &'a Workspace,
    /// Its ruleset is played.
    pub analysis: &'a Analysis,
    /// The variants that were asked for, as commands name them.
    pub variants: &'a [String],
    /// The number and size of the games.
    pub size: TrialSize,
}

impl TrialGames<'_> {
    /// Plays games of scenarios that can be played, and adds what is found to the findings about the rules and the scenarios. A call that games refuse
    /// is no longer a note there.
    ///
    /// Reports: E0570, E0571, E0572, E0617, E0643.
    pub fn play(&self, starts: &[Start], diagnostics: &mut Diagnostics, watch: &mut dyn Watch) {
        let book = self.analysis.book();
        let n = n_statements(book);
        if n > self.size.n_statements {
            diagnostics.extend(starts.first().and_then(|start| not_played(book, start, n)));
            return;
        }
        // Rules with errors have no games.
        let Ok(ruleset) = Ruleset::of(self.analysis) else {
            return;
        };
        let mut library = Only {
            ruleset,
            workspace: self.workspace,
        };
        let (workers, size) = (self.workspace.workers(), self.size);
        let played = workers::map(workers, workers.count(), starts, |start| {
            match run(book, &start.situation, size) {
                None => (None, capped_points::check(book, start, size)),
                trouble => (trouble, Vec::new()),
            }
        });
        let calls = LazyCell::new(|| RefusedCalls::new(book));
        for (start, (trouble, capped)) in starts.iter().zip(played) {
            let found = match trouble {
                None => capped,
                Some((series, Trouble::Refused(n))) => {
                    self.refused(start, (series, n), &calls, &mut library, watch)
                }
                Some((series, Trouble::Failed(finding))) => {
                    vec![self.failed(start, series, *finding, &mut library, watch)]
                }
            };
            for finding in found {
                // A call is reported for the first scenario whose games it ends, a track for the first in which it is too short.
                let is_same = |known: &Diagnostic| {
                    is_same_call(known, &finding) || capped_points::is_same(known, &finding)
                };
                if !diagnostics.iter().any(is_same) {
                    diagnostics.retain(|note| !is_same(note));
                    diagnostics.push(finding);
                }
            }
        }
    }

    fn question(&self, start: &Start) -> Question {
        Question {
            variants: self.variants.to_vec(),
            ..Question::new(&start.name, None)
        }
    }

    /// The players of the sides, as commands name them: `red=random`.
    fn players(&self, start: &Start, series: Series) -> Vec<String> {
        let sides = self.analysis.book().side_kind();
        let cast = start.situation.cast.iter();
        let sides = cast.filter(|unit| sides == Some(unit.kind));
        sides
            .map(|side| format!("{}={}", side.parameter, series.player()))
            .collect()
    }

    /// Reports: E0570, E0643.
    fn refused(
        &self,
        start: &Start,
        refused: (Series, u64),
        calls: &RefusedCalls,
        library: &mut Only<'_>,
        watch: &mut dyn Watch,
    ) -> Vec<Diagnostic> {
        let (question, players) = (self.question(start), self.players(start, refused.0));
        let games = find_refused_games(library, &question, &players, SEED, MAX_PLACES, watch);
        let games = match games {
            Ok(games) => games,
            Err(error) => return vec![not_set_up(start, &error)],
        };
        let games = games.iter();
        let mut found: Vec<Diagnostic> = games
            .filter_map(|game| self.refused_at(start, refused, game, calls))
            .collect();
        if found.is_empty() {
            let asked = asked(&question, &players);
            found.extend(self.refused_somewhere(start, refused, &asked));
        }
        found
    }

    /// Returns the finding about the place at which a game is refused: about the call there, or else about the rule.
    fn refused_at(
        &self,
        start: &Start,
        refused: (Series, u64),
        game: &RefusedGame,
        calls: &RefusedCalls,
    ) -> Option<Diagnostic> {
        let (place, command) = (game.place?, &game.command);
        if let Some(call) = calls.finding_at(place) {
            let mut finding = call.help(format!("`{command}` shows such a game"));
            finding.message = format!("games of `{}` are refused here, and end", start.name).into();
            return Some(finding);
        }
        Some(
            game_refused(start, refused)
                .label(place, "not met in a game, which stops there")
                .help(format!(
                    "ask for it where the rule is called, so that only what is allowed is offered; `{command}` shows such a game"
                ))
                .cite(game.citations.iter().map(String::as_str)),
        )
    }

    /// Returns the finding about refused games that were not met again among those that are traced.
    fn refused_somewhere(
        &self,
        start: &Start,
        refused: (Series, u64),
        asked: &str,
    ) -> Option<Diagnostic> {
        let entry = start.situation.procedure?;
        let entry = self.analysis.book().procedures.get(entry.at())?;
        Some(
            game_refused(start, refused)
                .label(entry.naming.span, "somewhere in this")
                .help(format!(
                    "`sandtable sample {asked}` plays more of them and shows one"
                )),
        )
    }

    /// Reports: E0571.
    fn failed(
        &self,
        start: &Start,
        series: Series,
        finding: Diagnostic,
        library: &mut Only<'_>,
        watch: &mut dyn Watch,
    ) -> Diagnostic {
        let message = format!(
            "games of `{}` that are played {} break off: {}",
            start.name,
            series.how(),
            finding.message
        );
        let mut wrong = Diagnostic::new(Code::GameBreaksOff, message);
        for label in finding.labels {
            wrong = wrong.label(label.span, label.text);
        }
        if let Some(help) = finding.help {
            wrong = wrong.help(help);
        }
        // To tell an endless game takes too long.
        let is_long = finding.code == Code::TooManySteps;
        let command = (!is_long).then(|| {
            find_faulty_game(
                library,
                &self.question(start),
                &self.players(start, series),
                SEED,
                finding.code,
                watch,
            )
        });
        match command.flatten() {
            Some(command) => wrong.help(format!("`{command}` shows such a game")),
            None => wrong,
        }
    }
}

fn game_refused(start: &Start, (series, n): (Series, u64)) -> Diagnostic {
    let (scenario, n_games, how) = (&start.name, series.n_games, series.how());
    let message = match n == n_games {
        true => format!("every game of `{scenario}` that is played {how} is refused"),
        false => {
            format!("{n} of {n_games} games of `{scenario}` that are played {how} are refused")
        }
    };
    Diagnostic::new(Code::GameRefused, message)
}

/// A scenario that has been set up for the check cannot be set up to be played: a slip of our own.
fn not_set_up(start: &Start, error: &QuestionError) -> Diagnostic {
    let why = match error.findings() {
        Ok((findings, _)) => findings
            .iter()
            .next()
            .map(|first| first.message.to_string()),
        Err(sentence) => Some(sentence.to_owned()),
    };
    let why = why.unwrap_or_else(|| "without a reason".to_owned());
    let message = format!(
        "`{}` cannot be played to show a refused game: {why}",
        start.name
    );
    Diagnostic::new(Code::InternalError, message)
}

/// Says that no games are played of rules that are so large.
fn not_played(book: &RuleBook, start: &Start, n_statements: usize) -> Option<Diagnostic> {
    let entry = book.procedures.get(start.situation.procedure?.at())?;
    let message = format!(
        "no game of `{}` was played: the rules have {} lines of statements",
        start.name,
        grouped(n_statements as u64)
    );
    Some(
        Diagnostic::new(Code::NotFullyChecked, message)
            .label(entry.naming.span, "played by a scenario")
            .help("`sandtable check --thorough` plays 200 games of each scenario"),
    )
}

fn n_statements(book: &RuleBook) -> usize {
    let mut n = 0;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |_| {
            n += 1;
            true
        });
    }
    n
}

/// Trouble in games of a scenario.
enum Trouble {
    /// The number of refused games.
    Refused(u64),
    /// The finding about the first game that a fault ended.
    Failed(Box<Diagnostic>),
}

/// Plays games of a scenario, at random and then by policy; `None` if nothing was found.
fn run(book: &RuleBook, situation: &Situation, size: TrialSize) -> Option<(Series, Trouble)> {
    let lowered = lower::for_playing(book, situation, OutputSpec::Ending(&[]));
    let n_units = situation.cast.len();
    let series = [
        (Choosing::Random, size.n_games),
        (Choosing::Policy, size.n_by_policy),
    ];
    series.into_iter().find_map(|(by, n_games)| {
        let series = Series { by, n_games };
        Some((series, run_series(&lowered, n_units, size, series)?))
    })
}

fn run_series(
    lowered: &Lowered,
    n_units: usize,
    size: TrialSize,
    series: Series,
) -> Option<Trouble> {
    let outcomes = match play_series(lowered, n_units, size, series) {
        Ok(outcomes) => outcomes,
        Err(finding) => return Some(Trouble::Failed(finding)),
    };
    let is_refused = |outcome: &[i32]| {
        let mut parts = lowered.parts.iter().zip(outcome);
        parts.any(|(part, value)| matches!(part, OutcomePart::Refused) && *value != 0)
    };
    let refused = outcomes.iter().filter(|(outcome, _)| is_refused(outcome));
    let n_refused: u64 = refused.map(|(_, count)| count).sum();
    (n_refused > 0).then_some(Trouble::Refused(n_refused))
}

/// The ruleset of an analysis, and no other.
struct Only<'w> {
    ruleset: Ruleset,
    workspace: &'w Workspace,
}

impl RulesetProvider for Only<'_> {
    fn ruleset(
        &mut self,
        _name: &str,
        _variants: &[String],
    ) -> Result<&mut Ruleset, QuestionError> {
        Ok(&mut self.ruleset)
    }

    fn scenario(&mut self, name: &str) -> Result<Arc<SourceFile>, QuestionError> {
        let scenario = self.workspace.scenario(name);
        scenario.map_err(|diagnostics| QuestionError::Findings {
            diagnostics: Box::new(diagnostics),
            sources: Box::default(),
        })
    }

    fn overlay(&mut self, _texts: Vec<(String, Arc<str>)>) {}
}
