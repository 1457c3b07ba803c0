//! A game, as programs read it.

use sandtable_session::game::{Played, Record};
use serde::Serialize;

/// The document of `play`.
#[derive(Debug, Serialize)]
pub struct PlayDocument<'a> {
    scenario: &'a str,
    seed: u64,
    outcome: Option<String>,
    answers: usize,
    steps: usize,
    left: bool,
}

impl<'a> PlayDocument<'a> {
    /// Describes a game that was played as far as it went.
    pub fn new(played: &Played, record: &'a Record) -> Self {
        let outcome = played.outcome.as_ref();
        Self {
            scenario: &record.journal.scenario,
            seed: record.journal.seed,
            outcome: outcome.map(|lines| lines.join(", ")),
            answers: record.journal.answers.len(),
            steps: played.story.steps.len(),
            left: played.has_left,
        }
    }
}
