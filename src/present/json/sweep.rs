//! The files of a sweep: its plan and the results of its shards, written and read; and what its commands print.

use std::collections::BTreeMap;

use sandtable_session::journal::mark;
use sandtable_session::sweep::{GameCounts, Piece, Shard, SweepCell, SweepPlan};
use sandtable_session::version::{Change, Version};
use serde::{Deserialize, Serialize};

use super::estimates::{MeanRow, ShareRow, mean, share};

/// The file of a plan.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlanDocument {
    id: String,
    scenario: String,
    changes: Vec<String>,
    tracks: Vec<String>,
    seed: u64,
    games: u64,
    shard_games: u64,
    shards: u64,
    cells: Vec<CellRow>,
}

#[derive(Debug, Serialize, Deserialize)]
struct CellRow {
    changes: Vec<String>,
    mark: String,
}

/// The file of the results of a shard.
#[derive(Debug, Serialize, Deserialize)]
pub struct ShardDocument {
    plan: String,
    shard: u64,
    pieces: Vec<PieceRow>,
    checksum: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct PieceRow {
    cell: usize,
    from: u64,
    to: u64,
    counts: CountsRow,
}

#[derive(Debug, Serialize, Deserialize)]
struct CountsRow {
    games: u64,
    failed: u64,
    won: BTreeMap<String, u64>,
    drawn: u64,
    sums: [u64; 3],
    squares: [u64; 3],
    values: Vec<BTreeMap<String, u64>>,
}

impl PlanDocument {
    /// Describes a plan.
    pub fn new(plan: &SweepPlan) -> Self {
        let words = |changes: &[Change]| changes.iter().map(ToString::to_string).collect();
        Self {
            id: plan.id(),
            scenario: plan.version.scenario.clone(),
            changes: words(&plan.version.changes),
            tracks: plan.tracks.clone(),
            seed: plan.seed,
            games: plan.games,
            shard_games: plan.size,
            shards: plan.n_shards(),
            cells: plan
                .cells
                .iter()
                .map(|cell| CellRow {
                    changes: words(&cell.changes),
                    mark: cell.mark.clone(),
                })
                .collect(),
        }
    }

    /// Reads the file of a plan.
    ///
    /// Errors: it is none, or somebody has changed it.
    pub fn read(text: &str) -> Result<SweepPlan, String> {
        let read: Self =
            serde_json::from_str(text).map_err(|error| format!("it is no plan: {error}"))?;
        let changes = |words: &[String]| -> Result<Vec<Change>, String> {
            words.iter().map(|change| change.parse()).collect()
        };
        let cells = read.cells.iter().map(|cell| {
            Ok(SweepCell {
                changes: changes(&cell.changes)?,
                mark: cell.mark.clone(),
            })
        });
        let plan = SweepPlan {
            version: Version {
                changes: changes(&read.changes)?,
                ..Version::new(read.scenario.clone())
            },
            tracks: read.tracks.clone(),
            seed: read.seed,
            games: read.games,
            size: read.shard_games,
            cells: cells.collect::<Result<_, String>>()?,
        };
        match plan.id() == read.id {
            true => Ok(plan),
            false => Err(
                "its `id` does not fit its contents: it was changed, or made by another release; make it again"
                    .to_owned(),
            ),
        }
    }
}

impl ShardDocument {
    /// Describes the results of a shard.
    ///
    /// Errors: the results cannot be written as text, so they have no checksum.
    pub fn new(shard: &Shard) -> Result<Self, String> {
        let pieces = shard.pieces.iter().map(|(piece, counts)| PieceRow {
            cell: piece.cell,
            from: piece.from,
            to: piece.to,
            counts: CountsRow {
                games: counts.games,
                failed: counts.failed,
                won: counts.won.clone(),
                drawn: counts.drawn,
                sums: counts.sums,
                squares: counts.squares,
                values: counts.values.clone(),
            },
        });
        let mut document = Self {
            plan: shard.plan.clone(),
            shard: shard.number,
            pieces: pieces.collect(),
            checksum: String::new(),
        };
        document.checksum = document.sum()?;
        Ok(document)
    }

    /// The checksum over everything else.
    ///
    /// Errors: the results cannot be written as text.
    fn sum(&self) -> Result<String, String> {
        let pieces = serde_json::to_string(&self.pieces)
            .map_err(|error| format!("has no checksum, since it cannot be written: {error}"))?;
        let parts = [self.plan.as_str(), &self.shard.to_string(), &pieces];
        Ok(mark(parts.into_iter()))
    }

    /// Reads the file of a shard.
    ///
    /// Errors: it is none, or not whole.
    pub fn read(text: &str) -> Result<Shard, String> {
        let read: Self =
            serde_json::from_str(text).map_err(|error| format!("is no result: {error}"))?;
        if read.sum()? != read.checksum {
            return Err("does not fit its checksum".to_owned());
        }
        let pieces = read.pieces.into_iter().map(|row| {
            let piece = Piece {
                cell: row.cell,
                from: row.from,
                to: row.to,
            };
            let counts = GameCounts {
                games: row.counts.games,
                failed: row.counts.failed,
                won: row.counts.won,
                drawn: row.counts.drawn,
                sums: row.counts.sums,
                squares: row.counts.squares,
                values: row.counts.values,
            };
            (piece, counts)
        });
        Ok(Shard {
            plan: read.plan,
            number: read.shard,
            pieces: pieces.collect(),
        })
    }
}

/// The document of `sweep run`.
#[derive(Debug, Serialize)]
pub struct RunDocument {
    /// The identity of the plan.
    pub plan: String,
    /// Shards that were played now.
    pub computed: Vec<u64>,
    /// Shards whose results were there.
    pub reused: Vec<u64>,
}

/// The document of `sweep status`.
#[derive(Debug, Serialize)]
pub struct StatusDocument {
    /// The identity of the plan.
    pub plan: String,
    /// Number of shards.
    pub shards: u64,
    /// Shards with results.
    pub done: u64,
    /// Shards without results.
    pub missing: Vec<u64>,
    /// Files that are no results of the plan.
    pub refused: Vec<RefusedRow>,
}

/// A file that is no result of a plan.
#[derive(Debug, Serialize)]
pub struct RefusedRow {
    /// Its path.
    pub file: String,
    /// Why.
    pub why: String,
}

/// The document of `sweep merge`.
#[derive(Debug, Serialize)]
pub struct MergeDocument<'a> {
    plan: String,
    scenario: &'a str,
    seed: u64,
    games: u64,
    missing: u64,
    cells: Vec<MergedRow<'a>>,
}

#[derive(Debug, Serialize)]
struct MergedRow<'a> {
    changes: Vec<String>,
    games: u64,
    failed: u64,
    winners: Vec<WonRow<'a>>,
    drawn: ShareRow,
    lengths: Vec<LengthEntry>,
    values: Vec<TrackRow<'a>>,
}

#[derive(Debug, Serialize)]
struct WonRow<'a> {
    side: &'a str,
    share: ShareRow,
}

#[derive(Debug, Serialize)]
struct LengthEntry {
    what: &'static str,
    mean: MeanRow,
}

#[derive(Debug, Serialize)]
struct TrackRow<'a> {
    value: &'a str,
    mean: Option<MeanRow>,
    counts: &'a BTreeMap<String, u64>,
}

impl<'a> MergeDocument<'a> {
    /// Describes the counts of all cells; `missing` is the number of shards without results.
    pub fn new(plan: &'a SweepPlan, cells: &'a [GameCounts], missing: u64) -> Self {
        let rows = plan
            .cells
            .iter()
            .zip(cells)
            .map(|(cell, counts)| MergedRow {
                changes: cell.changes.iter().map(ToString::to_string).collect(),
                games: counts.games,
                failed: counts.failed,
                winners: counts
                    .won
                    .keys()
                    .map(|side| WonRow {
                        side,
                        share: share(counts.share_of(side)),
                    })
                    .collect(),
                drawn: share(sandtable_session::report::Share {
                    count: counts.drawn,
                    of: counts.games,
                }),
                lengths: counts
                    .lengths()
                    .iter()
                    .map(|(what, of)| LengthEntry {
                        what,
                        mean: mean(of),
                    })
                    .collect(),
                values: plan
                    .tracks
                    .iter()
                    .zip(&counts.values)
                    .enumerate()
                    .map(|(at, (track, values))| TrackRow {
                        value: track,
                        mean: counts.mean_of(at).as_ref().map(mean),
                        counts: values,
                    })
                    .collect(),
            });
        Self {
            plan: plan.id(),
            scenario: &plan.version.scenario,
            seed: plan.seed,
            games: cells.iter().map(|one| one.games).sum(),
            missing,
            cells: rows.collect(),
        }
    }
}
