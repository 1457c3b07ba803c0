//! Methods of our own: a game, played from one question to the next. Its whole state is its journal, which the client keeps.

use sandtable_explain::trace::{STEPS_SHOWN_OF_A_GAME, excerpt_of};
use sandtable_present::json::game::GameDocument;
use sandtable_session::game::{Game, Record};
use sandtable_session::journal::Journal;
use sandtable_session::library::RulesetCache;
use sandtable_session::players::Control;
use sandtable_session::scenario::set_up;
use serde::Deserialize;
use serde_json::Value;

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
}

impl Service {
    /// Begins a game, or plays on with an answer to the next question for a person.
    ///
    /// Errors: the scenario cannot be played, or the journal cannot be read.
    pub(crate) fn game(&mut self, asked: &GameParams) -> Result<Value, Refusal> {
        let mut cache = RulesetCache::new(&mut self.workspace);
        let scenario = set_up(&mut cache, &asked.scenario, &asked.variants).map_err(refusal)?;
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
        let game = Game::new(scenario, controls, None, asked.why);
        let mut record = Record::resumed(journal, asked.people.clone());
        if asked.undo {
            record.undo();
        }
        let standing = game.advance(&mut record, asked.answer.as_deref());
        let steps = excerpt_of(&standing.steps, Some(STEPS_SHOWN_OF_A_GAME));
        let body = GameDocument::new(&game, &record, &standing, &steps).map_err(slip)?;
        let mut answer = document("game", body)?;
        let sources = &game.scenario.ruleset.sources;
        add_places(&mut answer, &steps, &self.places, sources);
        Ok(answer)
    }
}
