//! Games that a check plays at random: those that the rules refuse, and those that a fault breaks off.
//!
//! Reports: E0570, E0571.

use std::sync::Arc;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_eval::FaultKind;
use sandtable_eval::sample::blocks::{Blocks, Choosing, Halt, Trial};
use sandtable_ir::{OutcomePart, OutputSpec, lower};
use sandtable_model::{Question as Situation, RuleBook, walk_statements};
use sandtable_source::{SourceFile, workers};
use sandtable_workspace::{Analysis, Workspace};

use super::library::{QuestionError, Ruleset, RulesetProvider};
use super::question::Question;
use super::refused_game::{RefusedGame, find_faulty_game, find_refused_game};
use super::scenarios::Start;
use super::watch::Watch;

/// The games that a check plays of each scenario.
#[derive(Debug, Clone, Copy)]
pub struct TrialGames {
    /// Number of games.
    pub n_games: u64,
    /// Maximum number of machine steps of one game; a longer one is not judged.
    pub steps: u64,
    /// Maximum number of statements of the rules: games of larger ones are not played.
    pub n_statements: usize,
}

impl TrialGames {
    /// A few games, so that a check takes hardly longer.
    pub const QUICK: Self = Self {
        n_games: 8,
        steps: 200_000,
        n_statements: 400,
    };

    /// Many games, as long as they may be.
    pub const THOROUGH: Self = Self {
        n_games: 200,
        steps: 50_000_000,
        n_statements: usize::MAX,
    };
}

/// Seed of the dice of the first game.
const SEED: u64 = 1;

/// Plays games of scenarios that can be played, and returns what is found. Refused games are left out if `known` says so of a call.
///
/// Reports: E0570, E0571.
pub fn play_trials(
    workspace: &Workspace,
    analysis: &Analysis,
    starts: &[Start],
    games: TrialGames,
    known: &Diagnostics,
    watch: &mut dyn Watch,
) -> Diagnostics {
    let is_known = known.iter().any(|one| one.code == Code::MayBeRefused);
    let workers = workspace.workers();
    let book = analysis.book();
    let mut n_statements = 0;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |_| {
            n_statements += 1;
            true
        });
    }
    if n_statements > games.n_statements {
        return Diagnostics::default();
    }
    let ran = workers::map(workers, workers.count(), starts, |start| {
        run(book, &start.situation, games)
    });
    let mut found = Diagnostics::default();
    let ended_badly = starts.iter().zip(ran);
    for (start, ran) in ended_badly.filter_map(|(start, ran)| Some((start, ran?))) {
        let Ok(ruleset) = Ruleset::of(analysis) else {
            return found;
        };
        let mut library = Only { ruleset, workspace };
        let (name, question) = (&start.name, Question::new(&start.name, None));
        match ran {
            Ran::Refused(_) if is_known => {}
            Ran::Refused(n) => {
                let game = find_refused_game(&mut library, &question, &[], SEED, watch);
                let game = game.ok().flatten();
                found.extend(game.and_then(|game| refused(name, n, games, &game)));
            }
            Ran::Failed(finding) => {
                let code = finding.code;
                let command = find_faulty_game(&mut library, &question, &[], SEED, code, watch);
                found.push(failed(name, *finding, command));
            }
        }
    }
    found
}

/// Trouble in games of a scenario.
enum Ran {
    /// The number of refused games.
    Refused(u64),
    /// The finding about the first game that a fault ended.
    Failed(Box<Diagnostic>),
}

/// Plays games of a scenario at random; `None` if nothing was found.
fn run(book: &RuleBook, situation: &Situation, games: TrialGames) -> Option<Ran> {
    let lowered = lower::for_playing(book, situation, OutputSpec::Ending(&[]));
    let choosing = vec![Choosing::Random; situation.cast.len()];
    let course = Trial::Game(&choosing);
    let mut blocks = Blocks::new(&lowered.program, course, SEED, games.steps);
    for game in 0..games.n_games {
        match blocks.roll(game, 1, &Halt::default()) {
            Ok(_) => {}
            // A long game is not judged.
            Err(fault) if fault.kind == FaultKind::TooManySteps => break,
            Err(fault) => {
                let finding = fault.diagnostic(&lowered.program);
                return Some(Ran::Failed(Box::new(finding)));
            }
        }
    }
    let outcomes = blocks.take().outcomes.into_iter();
    let is_refused = |outcome: &[i32]| {
        let mut parts = lowered.parts.iter().zip(outcome);
        parts.any(|(part, value)| matches!(part, OutcomePart::Refused) && *value != 0)
    };
    let refused = outcomes.filter(|(outcome, _)| is_refused(outcome));
    let n_refused: u64 = refused.map(|(_, count)| count).sum();
    (n_refused > 0).then_some(Ran::Refused(n_refused))
}

/// Reports: E0570.
fn refused(scenario: &str, n: u64, games: TrialGames, game: &RefusedGame) -> Option<Diagnostic> {
    let message = match n == games.n_games {
        true => format!("every game of `{scenario}` that is played at random is refused by this"),
        false => format!(
            "{n} of {} games of `{scenario}` that are played at random are refused by this",
            games.n_games
        ),
    };
    Some(
        Diagnostic::new(Code::GameRefused, message)
            .label(game.place?, "not met in a game, which stops there")
            .help(format!(
                "ask for it where the rule is called, so that only what is allowed is offered; `{}` shows such a game",
                game.command
            ))
            .cite(game.citations.iter().map(String::as_str)),
    )
}

/// Reports: E0571.
fn failed(scenario: &str, finding: Diagnostic, command: Option<String>) -> Diagnostic {
    let message = format!(
        "games of `{scenario}` that are played at random break off: {}",
        finding.message
    );
    let mut wrong = Diagnostic::new(Code::GameBreaksOff, message);
    for label in finding.labels {
        wrong = wrong.label(label.span, label.text);
    }
    let shows = command.map(|command| format!("`{command}` shows such a game"));
    for help in finding
        .help
        .into_iter()
        .map(|help| help.to_string())
        .chain(shows)
    {
        wrong = wrong.help(help);
    }
    wrong
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
