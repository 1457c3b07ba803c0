//! A game, as programs read it.

use sandtable_session::game::{Game, Played, Record};
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
    view: Option<Vec<UnitView>>,
}

/// A unit as the side sees it to which the game is shown.
#[derive(Debug, Serialize)]
struct UnitView {
    title: String,
    hidden: bool,
    tracks: Vec<TrackView>,
}

/// A track of such a unit.
#[derive(Debug, Serialize)]
struct TrackView {
    name: String,
    value: String,
}

impl<'a> PlayDocument<'a> {
    /// Describes a game up to the last move that was played.
    pub fn new(game: &Game<'_>, played: &Played, record: &'a Record) -> Self {
        let outcome = played.outcome.as_ref();
        Self {
            scenario: &record.journal.scenario,
            seed: record.journal.seed,
            outcome: outcome.map(|lines| lines.join(", ")),
            answers: record.journal.answers.len(),
            steps: played.story.steps.len(),
            left: played.has_left,
            view: game.viewer().map(|viewer| {
                let units = game.seen_by(&played.story.state, viewer).into_iter();
                let units = units.map(|unit| UnitView {
                    title: unit.title,
                    hidden: unit.is_hidden,
                    tracks: (unit.tracks.into_iter())
                        .map(|(name, value)| TrackView { name, value })
                        .collect(),
                });
                units.collect()
            }),
        }
    }
}
