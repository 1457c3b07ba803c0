//! The values of a search for a fair one, as programs read them.

use sandtable_session::tuning::{TunedValue, Tuning};
use serde::Serialize;

use super::estimates::{MeanRow, ShareRow, mean, share};
use crate::numerals::rounded;
use crate::tuning::sentences;

/// The document of `tune`.
#[derive(Debug, Serialize)]
pub struct TuningDocument<'a> {
    scenario: &'a str,
    title: &'a str,
    players: Vec<PlayerOf<'a>>,
    aim: AimRow<'a>,
    seed: u64,
    games: u64,
    is_cut: bool,
    assumed: &'a [String],
    values: Vec<ValueEntry<'a>>,
    best: Option<usize>,
    is_reached: bool,
    sentences: Vec<String>,
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PlayerOf<'a> {
    side: &'a str,
    player: &'a str,
}

#[derive(Debug, Serialize)]
struct AimRow<'a> {
    value: &'a str,
    wanted: f64,
    is_percent: bool,
}

#[derive(Debug, Serialize)]
struct ValueEntry<'a> {
    changes: Vec<ChangeRow<'a>>,
    found: Option<MeanRow>,
    nearest: f64,
    games: u64,
    failed: u64,
    error: Option<&'a str>,
    is_dropped: bool,
    lengths: Vec<LengthEntry>,
    winners: Vec<WonRow<'a>>,
    values: Vec<TrackRow<'a>>,
}

#[derive(Debug, Serialize)]
struct ChangeRow<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Debug, Serialize)]
struct LengthEntry {
    what: &'static str,
    mean: MeanRow,
}

#[derive(Debug, Serialize)]
struct WonRow<'a> {
    side: &'a str,
    share: ShareRow,
}

#[derive(Debug, Serialize)]
struct TrackRow<'a> {
    value: &'a str,
    mean: Option<MeanRow>,
}

impl<'a> TuningDocument<'a> {
    /// Describes a search with further values of these titles, which took so long, if anybody looked.
    pub fn new(tuning: &'a Tuning, tracks: &'a [String], seconds: Option<f64>) -> Self {
        let sides = tuning.sides.iter();
        Self {
            scenario: &tuning.scenario,
            title: &tuning.title,
            players: sides
                .map(|side| PlayerOf {
                    side: &side.name,
                    player: &side.player,
                })
                .collect(),
            aim: AimRow {
                value: &tuning.aim.value,
                wanted: tuning.aim.wanted,
                is_percent: tuning.aim.is_share,
            },
            seed: tuning.seed,
            games: tuning.n_games,
            is_cut: tuning.is_cut,
            assumed: &tuning.assumed,
            values: tuning
                .values
                .iter()
                .map(|one| entry(tuning, tracks, one))
                .collect(),
            best: tuning.best,
            is_reached: tuning.is_reached,
            sentences: sentences(tuning),
            seconds,
        }
    }
}

fn entry<'a>(tuning: &'a Tuning, tracks: &'a [String], value: &'a TunedValue) -> ValueEntry<'a> {
    let changes = value.changes.iter();
    ValueEntry {
        changes: changes
            .map(|change| ChangeRow {
                name: &change.name,
                value: &change.value,
            })
            .collect(),
        found: value.found.as_ref().map(mean),
        nearest: rounded(value.nearest),
        games: value.n_games,
        failed: value.n_failed,
        error: value.error.as_deref(),
        is_dropped: value.is_dropped,
        lengths: value
            .lengths
            .iter()
            .map(|(what, of)| LengthEntry {
                what,
                mean: mean(of),
            })
            .collect(),
        winners: tuning
            .sides
            .iter()
            .zip(&value.winners)
            .map(|(side, won)| WonRow {
                side: &side.name,
                share: share(*won),
            })
            .collect(),
        values: tracks
            .iter()
            .zip(&value.tracks)
            .map(|(track, of)| TrackRow {
                value: track,
                mean: of.as_ref().map(mean),
            })
            .collect(),
    }
}
