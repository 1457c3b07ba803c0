//! Two versions of a game, as programs read them.

use sandtable_session::games_compared::{ComparedRow, GamesComparison, VersionInfo};
use serde::Serialize;

use super::estimates::{MeanRow, ShareRow, mean, share};

/// The document of `sample` of a scenario with `--compare`.
#[derive(Debug, Serialize)]
pub struct GamesComparisonDocument<'a> {
    scenario: &'a str,
    title: &'a str,
    seed: u64,
    games: u64,
    wanted: Option<u64>,
    #[serde(flatten)]
    compared: ComparedGames<'a>,
    seconds: Option<f64>,
}

/// Two versions, also as part of a report.
#[derive(Debug, Serialize)]
pub(super) struct ComparedGames<'a> {
    condition: Option<&'a str>,
    first: VersionRow<'a>,
    second: VersionRow<'a>,
    rows: Vec<QuantityRow<'a>>,
    changed: ShareRow,
}

#[derive(Debug, Serialize)]
struct VersionRow<'a> {
    changes: &'a [String],
    players: Vec<PlayerOf<'a>>,
    counted: ShareRow,
    failed: u64,
}

#[derive(Debug, Serialize)]
struct PlayerOf<'a> {
    side: &'a str,
    player: &'a str,
}

#[derive(Debug, Serialize)]
struct QuantityRow<'a> {
    what: &'a str,
    is_percent: bool,
    first: Option<MeanRow>,
    second: Option<MeanRow>,
    difference: Option<MeanRow>,
}

impl<'a> GamesComparisonDocument<'a> {
    /// Describes a comparison, which took so long, if anybody looked.
    pub fn new(comparison: &'a GamesComparison, seconds: Option<f64>) -> Self {
        Self {
            scenario: &comparison.scenario,
            title: &comparison.title,
            seed: comparison.seed,
            games: comparison.n_games,
            wanted: comparison.wanted,
            compared: ComparedGames::new(comparison),
            seconds,
        }
    }
}

impl<'a> ComparedGames<'a> {
    pub(super) fn new(comparison: &'a GamesComparison) -> Self {
        Self {
            condition: comparison.given.as_deref(),
            first: version(&comparison.first),
            second: version(&comparison.second),
            rows: comparison.rows.iter().map(row).collect(),
            changed: share(comparison.changed),
        }
    }
}

fn version(version: &VersionInfo) -> VersionRow<'_> {
    let sides = version.sides.iter();
    VersionRow {
        changes: &version.changes,
        players: sides
            .map(|side| PlayerOf {
                side: &side.name,
                player: &side.player,
            })
            .collect(),
        counted: share(version.given),
        failed: version.n_failed,
    }
}

fn row(row: &ComparedRow) -> QuantityRow<'_> {
    QuantityRow {
        what: &row.title,
        is_percent: row.is_share,
        first: row.first.as_ref().map(mean),
        second: row.second.as_ref().map(mean),
        difference: row.difference.as_ref().map(mean),
    }
}
