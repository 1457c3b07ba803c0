//! Games that a check plays at random, and one by policy: those that the rules refuse, those that a fault breaks off, and those in which a side
//! scores more points than its track has; and actions that no game allows.
//!
//! Reports: E0570, E0571, E0572, E0574, E0617, E0643.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::Arc;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, grouped};
use sandtable_eval::sample::blocks::Choosing;
use sandtable_eval::sample::breakpoints::Breakpoints;
use sandtable_ir::{Lowered, OutcomePart, OutputSpec, lower};
use sandtable_lint::lasting_flag::{self, LastingFlag};
use sandtable_lint::other_extreme;
use sandtable_lint::refused_call::{RefusedCalls, is_same_call};
use sandtable_model::{Question as Situation, RuleBook, walk_statements};
use sandtable_source::{SourceFile, Span, workers};
use sandtable_workspace::{Analysis, Workspace};

use super::capped_points;
use super::library::{QuestionError, Ruleset, RulesetProvider};
use super::never_allowed::{self, AskedActions, Reached, has_never_allowed};
use super::offered_above;
use super::question::Question;
use super::refused_game::{RefusedGame, asked, find_faulty_game, find_refused_games};
use super::scenarios::Start;
use super::trial_series::{SEED, Series, TrialSize, play_series};
use super::watch::Watch;

/// Maximum number of places that are reported at which games of a scenario are refused.
const MAX_PLACES: usize = 4;

/// Factor by which the number of games grows if an action was not allowed in any.
const MORE_GAMES: u64 = 8;

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
    /// Reports: E0570, E0571, E0572, E0574, E0617, E0643.
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
        let asked = AskedActions::new(book);
        let played = workers::map(workers, workers.count(), starts, |start| {
            match run(book, &start.situation, size, &asked) {
                Ok(reached) => (None, capped_points::check(book, start, size), reached),
                Err(trouble) => (Some(trouble), Vec::new(), None),
            }
        });
        let calls = LazyCell::new(|| RefusedCalls::new(book));
        let reached = played.iter().map(|(_, _, reached)| reached.clone());
        if let Some(reached) = reached.collect::<Option<Vec<_>>>() {
            diagnostics.extend(never_allowed::findings(book, &reached));
        }
        for (start, (trouble, capped, _)) in starts.iter().zip(played) {
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
        let mut found: Vec<Diagnostic> = games
            .iter()
            .filter_map(|game| self.refused_at(start, refused, game, calls))
            .collect();
        let mut of_rules = found.iter().filter(|one| one.code == Code::GameRefused);
        // One number for all places: at none of them all games are refused.
        if of_rules.nth(1).is_some() {
            for one in found.iter_mut().filter(|one| one.code == Code::GameRefused) {
                one.message = format!("{}, some of them here", one.message).into();
            }
        }
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
        let show = format!("`{command}` shows such a game");
        let values = game.values.as_deref();
        let lasting = lasting_flag_at(self.analysis.book(), place);
        let clear = lasting.as_ref().map(|flag| {
            let back = &flag.back;
            format!(
                "clear it in the turn, `{back}`, or let its track end by itself: `until end of …`"
            )
        });
        if let Some(mut finding) = calls.finding_at(place) {
            finding.message = format!("games of `{}` are refused here, and end", start.name).into();
            if let (Some(label), Some(values)) = (finding.labels.get_mut(1), values) {
                label.text = format!("the action needs this, but {values}");
            }
            if let (Some(flag), Some(clear)) = (lasting, clear) {
                let check = finding
                    .help
                    .take()
                    .map(|check| format!("for once in a game, {check}"));
                let name = &flag.name;
                finding.message = format!("{}: `{name}` is never cleared", finding.message).into();
                finding = finding
                    .label(flag.set, "set here until the end of the game")
                    .help(clear);
                if let Some(check) = check {
                    finding = finding.help(check);
                }
            }
            return Some(finding.help(show));
        }
        let guard = "ask for it where the rule is called, so that only what is allowed is offered";
        let (is_every, label) = (
            refused.1 == refused.0.n_games,
            "not met in a game, which stops there",
        );
        let finding = game_refused(start, refused).label(
            place,
            values.map_or(label.to_owned(), |values| format!("{label}: {values}")),
        );
        let finding = match (lasting, clear) {
            (Some(flag), Some(clear)) => finding
                .label(flag.set, format!("sets `{}`, which is never cleared", flag.name))
                .help(clear)
                .help(format!("or {guard}")),
            _ if is_every => finding
                .help("compare the condition with what the call passes: one of them may be the wrong way round")
                .help(format!("if both are right, {guard}")),
            _ => finding.help(guard),
        };
        let citations = game.citations.iter().map(String::as_str);
        Some(finding.help(show).cite(citations))
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
        let book = self.analysis.book();
        let place = finding.labels.first().map(|label| label.span);
        let text = |span: Span| self.analysis.sources().text(span);
        let cure = if finding.code == Code::NoOption {
            place.and_then(|place| offered_above::cure(book, place, text))
        } else if finding.code == Code::OutOfDeclaredRange {
            other_extreme_of(book, &finding)
        } else {
            None
        };
        let mut wrong = Diagnostic::new(Code::GameBreaksOff, message);
        for label in finding.labels {
            wrong = wrong.label(label.span, label.text);
        }
        if let Some(help) = cure.map(Into::into).or(finding.help) {
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

/// Returns the flag that is never cleared and that the `needs` at a place asks not to be set.
fn lasting_flag_at(book: &RuleBook, place: Span) -> Option<LastingFlag> {
    let mut found = None;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let condition = statement.needs().filter(|_| statement.span == place);
            if let Some(condition) = condition {
                found = lasting_flag::find(book, condition);
            }
            true
        });
    }
    found
}

/// Returns the cure of a result out of its range, if the other extreme is in it.
fn other_extreme_of(book: &RuleBook, finding: &Diagnostic) -> Option<String> {
    let place = finding.labels.first()?.span;
    let mut called = None;
    book.walk_exprs(&mut |_, expr| {
        let call = expr.call().filter(|_| expr.span == place);
        called = called.or(call.map(|(id, _)| id));
    });
    // The result of a formula that is not inlined is checked in its body.
    let mut formulas = book.procedures.iter();
    let formula = match called {
        Some(id) => book.procedures.get(id.at()),
        None => formulas.find(|one| one.body.iter().any(|line| line.span.contains(place))),
    };
    let words = other_extreme::find(book, formula?)?;
    Some(other_extreme::cure(words, finding.help.as_deref()?))
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

/// Plays games of a scenario, at random and then by policy; returns what they reach of the actions that rules ask for, `None` if one took too long.
///
/// Errors: the trouble in them.
fn run(
    book: &RuleBook,
    situation: &Situation,
    size: TrialSize,
    asked: &AskedActions,
) -> Result<Option<Reached>, (Series, Trouble)> {
    let lowered = lower::for_playing(book, situation, OutputSpec::Ending(&[]));
    let ops = asked.ops(&lowered.program);
    let mut breakpoints = Breakpoints::new(&lowered.program, ops.iter().map(|(at, _)| *at));
    let n_units = situation.cast.len();
    let play = |by, games: Range<u64>, breakpoints: &mut Breakpoints| {
        let n_games = games.end - games.start;
        let failed = |trouble| (Series { by, n_games }, trouble);
        let observed = Some(breakpoints).filter(|_| !ops.is_empty());
        let outcomes = play_series(book, &lowered, n_units, size, (by, games), observed)
            .map_err(|finding| failed(Trouble::Failed(finding)))?;
        match trouble_of(&lowered, &outcomes) {
            Some(trouble) => Err(failed(trouble)),
            None => Ok(outcomes.iter().map(|(_, count)| count).sum::<u64>() == n_games),
        }
    };
    let n_games = size.n_games;
    let by_chance = play(Choosing::Random, 0..n_games, &mut breakpoints)?;
    let by_policy = play(Choosing::Policy, 0..size.n_by_policy, &mut breakpoints)?;
    let mut is_complete = by_chance && by_policy;
    if is_complete && has_never_allowed(&asked.reached(&ops, &breakpoints)) {
        let more = n_games..n_games * MORE_GAMES;
        is_complete = play(Choosing::Random, more, &mut breakpoints).unwrap_or(false);
    }
    Ok(is_complete.then(|| asked.reached(&ops, &breakpoints)))
}

/// The trouble of games with these outcomes, if there is any.
fn trouble_of(lowered: &Lowered, outcomes: &[(Vec<i32>, u64)]) -> Option<Trouble> {
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
