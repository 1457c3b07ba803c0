//! Methods of our own: a game, played from one question to the next. Its whole state is its journal, which the client keeps; the games
//! that were played last are held, so that an answer to one of them plays on from its question and not from the beginning.

use sandtable_explain::trace::{STEPS_SHOWN_OF_A_GAME, excerpt_of};
use sandtable_ir::Lowered;
use sandtable_present::json::game::GameDocument;
use sandtable_session::game::{Game, Record, Standing};
use sandtable_session::journal::Journal;
use sandtable_session::library::RulesetCache;
use sandtable_session::players::Control;
use sandtable_session::scenario::set_up;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

use super::Service;
use super::answers::{document, refusal, slip};
use super::resolutions::add_places;
use super::rpc::Refusal;

/// The parameters of `sandtable/game`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameParams {
    /// `RULESET/NAME`, or the path of a scenario.
    scenario: String,
    #[serde(default)]
    variants: Vec<String>,
    /// Sides and their players: `person`, `random` or `policy`, which is the default.
    #[serde(default)]
    sides: Vec<(String, String)>,
    /// Of the dice of a new game.
    #[serde(default)]
    seed: u64,
    /// Of a game that goes on.
    journal: Option<String>,
    /// The places in the journal of the answers that people gave.
    #[serde(default)]
    people: Vec<usize>,
    /// The answer to the question that is open.
    answer: Option<String>,
    /// Takes back the last answer of a person before anything else.
    #[serde(default)]
    undo: bool,
    /// Says also why lines of modifiers, rows and options do not apply.
    #[serde(default)]
    why: bool,
    /// Number of steps that the client has, of the game at the question that it answers.
    #[serde(default)]
    steps_from: usize,
}

/// Number of steps at the end of a game that no client leaves out.
const STEPS_AT_THE_END: usize = 1_000;

/// Number of games that are held.
const GAMES_HELD: usize = 4;

/// Games at their questions, those that were played last.
#[derive(Debug, Default)]
pub(crate) struct HeldGames {
    /// The one that was played last stands at the end.
    games: Vec<HeldGame>,
}

#[derive(Debug)]
struct HeldGame {
    key: GameKey,
    lowered: Arc<Lowered>,
    record: Record,
    standing: Standing,
}

/// All that a game depends on, besides its journal.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GameKey {
    scenario: String,
    variants: Vec<String>,
    /// Of the texts of rules, units and scenario.
    mark: String,
    sides: Vec<(String, String)>,
    why: bool,
}

impl GameKey {
    /// Whether games with these keys are played by one program.
    fn is_same_program(&self, other: &Self) -> bool {
        self.scenario == other.scenario
            && self.variants == other.variants
            && self.mark == other.mark
    }
}

impl HeldGames {
    fn program(&self, key: &GameKey) -> Option<Arc<Lowered>> {
        let mut games = self.games.iter();
        let game = games.find(|game| game.key.is_same_program(key))?;
        Some(Arc::clone(&game.lowered))
    }

    /// Takes the game out that has been played as far as a record goes.
    fn take(&mut self, key: &GameKey, record: &Record) -> Option<Standing> {
        let mut games = self.games.iter();
        let at = games.position(|game| game.key == *key && game.record == *record)?;
        Some(self.games.remove(at).standing)
    }

    fn keep(&mut self, game: HeldGame) {
        if self.games.len() >= GAMES_HELD {
            self.games.remove(0);
        }
        self.games.push(game);
    }
}

impl Service {
    /// Begins a game, or plays on with an answer to the next question for a person.
    ///
    /// Errors: the scenario cannot be played, or the journal cannot be read.
    pub(crate) fn game(&mut self, asked: &GameParams) -> Result<Value, Refusal> {
        let mut cache = RulesetCache::new(&mut self.workspace);
        let mut scenario = set_up(&mut cache, &asked.scenario, &asked.variants).map_err(refusal)?;
        let said = asked.sides.iter();
        let said: Vec<String> = said.map(|(side, who)| format!("{side}={who}")).collect();
        let controls = scenario.controls(&said, Control::Policy).map_err(refusal)?;
        let journal = match &asked.journal {
            None => Journal {
                scenario: asked.scenario.clone(),
                mark: scenario.mark.clone(),
                seed: asked.seed,
                answers: Vec::new(),
            },
            Some(text) => Journal::parse(text).map_err(|(line, why)| {
                Refusal::failed(format!("line {line} of the journal: {why}"))
            })?,
        };
        let key = GameKey {
            scenario: asked.scenario.clone(),
            variants: asked.variants.clone(),
            mark: scenario.mark.clone(),
            sides: asked.sides.clone(),
            why: asked.why,
        };
        let game = match self.held.program(&key) {
            Some(lowered) => Game::prepared(scenario, lowered, controls, None, asked.why),
            None => Game::new(scenario, controls, None, asked.why),
        };
        let mut record = Record::resumed(journal, asked.people.clone());
        if asked.undo {
            record.undo();
        }
        let answer = asked.answer.as_deref();
        let (standing, has_steps) = match self.held.take(&key, &record) {
            Some(standing) => (game.resume(standing, &mut record, answer), true),
            None => (game.advance(&mut record, answer), false),
        };
        let first = match has_steps {
            true => first_step(asked.steps_from, standing.first_changed()),
            false => 0,
        };
        let steps = standing.steps().iter().skip(first);
        let steps = excerpt_of(steps, Some(STEPS_SHOWN_OF_A_GAME));
        let body = GameDocument::new(&game, &record, &standing, &steps, first).map_err(slip)?;
        let mut answer = document("game", body)?;
        let sources = &game.scenario.ruleset.sources;
        add_places(&mut answer, &steps, &self.places, sources);
        let lowered = Arc::clone(&game.lowered);
        drop(steps);
        self.held.keep(HeldGame {
            key,
            lowered,
            record,
            standing,
        });
        Ok(answer)
    }
}

/// The first step that is sent to a client that has a number of steps, of which those from `first_changed` on may have changed. A
/// client that leaves out the middle of a long game surely has the last [`STEPS_AT_THE_END`].
fn first_step(n_steps: usize, first_changed: usize) -> usize {
    let first = n_steps.min(first_changed);
    match n_steps - first <= STEPS_AT_THE_END {
        true => first,
        false => 0,
    }
}
