//! Many games of one scenario, as programs read them.

use sandtable_session::playouts::{Frequency, GameGroups, GivenGames, Playouts, Summary, Tally};
use serde::Serialize;

use super::estimates::{ShareRow, share};
use super::odds::bounds;
use crate::numerals::rounded;
use crate::playouts::{percent, players};

/// The document of `sample` of a scenario.
#[derive(Debug, Serialize)]
pub struct PlayoutsDocument<'a> {
    scenario: &'a str,
    players: String,
    seed: u64,
    games: u64,
    wanted: Option<u64>,
    endings: Vec<CameRow<'a>>,
    throws: Option<SummaryRow>,
    choices: Option<SummaryRow>,
    values: Vec<TallyRow<'a>>,
    given: Option<GivenRow<'a>>,
    groups: Option<GroupedRow<'a>>,
    refused: Option<RefusedRow<'a>>,
    failed: Option<FailedRow<'a>>,
    seconds: Option<f64>,
    games_per_second: Option<f64>,
}

/// A game that the rules refuse.
#[derive(Debug, Serialize)]
struct RefusedRow<'a> {
    seed: u64,
    reason: &'a str,
    command: &'a str,
}

/// Games that failed and are not counted.
#[derive(Debug, Serialize)]
struct FailedRow<'a> {
    count: u64,
    of: u64,
    code: &'static str,
    message: String,
    command: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct TallyRow<'a> {
    value: &'a str,
    rows: Vec<CameRow<'a>>,
    summary: Option<SummaryRow>,
}

#[derive(Debug, Serialize)]
struct CameRow<'a> {
    outcome: &'a str,
    count: u64,
    percent: f64,
    between: [f64; 2],
}

/// The condition that all counted games meet.
#[derive(Debug, Serialize)]
pub(super) struct GivenRow<'a> {
    condition: &'a str,
    share: ShareRow,
}

/// Games by a value.
#[derive(Debug, Serialize)]
pub(super) struct GroupedRow<'a> {
    value: &'a str,
    rows: Vec<GroupRow<'a>>,
}

#[derive(Debug, Serialize)]
struct GroupRow<'a> {
    is: &'a str,
    share: ShareRow,
    endings: Vec<CameRow<'a>>,
}

impl<'a> GivenRow<'a> {
    pub(super) fn new(given: &'a GivenGames) -> Self {
        Self {
            condition: &given.condition,
            share: share(given.share),
        }
    }
}

impl<'a> GroupedRow<'a> {
    pub(super) fn new(groups: &'a GameGroups) -> Self {
        let rows = groups.groups.iter().map(|group| GroupRow {
            is: &group.words,
            share: share(group.share),
            endings: group
                .endings
                .iter()
                .map(|ending| CameRow {
                    outcome: &ending.words,
                    count: ending.count,
                    percent: rounded(100.0 * ending.count as f64 / group.share.count.max(1) as f64),
                    between: bounds(ending.between),
                })
                .collect(),
        });
        Self {
            value: &groups.title,
            rows: rows.collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct SummaryRow {
    least: Quantity,
    half: Quantity,
    most: Quantity,
    mean: f64,
    spread: f64,
}

/// A number, written as an integer if it is one.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Quantity {
    Whole(i64),
    InParts(f64),
}

impl Quantity {
    pub(super) fn new(number: f64) -> Self {
        match number.fract() == 0.0 {
            true => Self::Whole(number as i64),
            false => Self::InParts(number),
        }
    }
}

impl<'a> PlayoutsDocument<'a> {
    /// Describes games, which took so long, if anybody looked.
    pub fn new(playouts: &'a Playouts, seconds: Option<f64>) -> Self {
        let rate = seconds.map(|seconds| playouts.n_games as f64 / seconds.max(1e-9));
        let values = playouts.values.iter();
        Self {
            scenario: &playouts.scenario,
            players: players(playouts),
            seed: playouts.seed,
            games: playouts.n_games,
            wanted: playouts.wanted,
            endings: rows(playouts, &playouts.endings),
            throws: playouts.rolls.map(SummaryRow::new),
            choices: playouts.choices.map(SummaryRow::new),
            values: values
                .map(|tally| TallyRow {
                    value: &tally.title,
                    rows: rows(playouts, tally),
                    summary: tally.summary.map(SummaryRow::new),
                })
                .collect(),
            given: playouts.given.as_ref().map(GivenRow::new),
            groups: playouts.groups.as_ref().map(GroupedRow::new),
            refused: playouts.refused.as_ref().map(|refused| RefusedRow {
                seed: refused.seed,
                reason: &refused.reason,
                command: &refused.command,
            }),
            failed: playouts.failed.as_ref().map(|failed| FailedRow {
                count: failed.count,
                of: failed.of,
                code: failed.finding.code.number(),
                message: failed.finding.message.to_string(),
                command: failed.command.as_deref(),
            }),
            seconds,
            games_per_second: rate.map(f64::round),
        }
    }
}

fn rows<'a>(playouts: &Playouts, tally: &'a Tally) -> Vec<CameRow<'a>> {
    let row = |came: &'a Frequency| CameRow {
        outcome: &came.words,
        count: came.count,
        percent: percent(playouts, came.count),
        between: bounds(came.between),
    };
    tally.rows.iter().map(row).collect()
}

impl SummaryRow {
    fn new(summary: Summary) -> Self {
        Self {
            least: Quantity::new(summary.least),
            half: Quantity::new(summary.median),
            most: Quantity::new(summary.most),
            mean: rounded(summary.mean),
            spread: rounded(summary.std_dev),
        }
    }
}
