//! The counts of a sweep, put together.

use std::collections::BTreeSet;

use sandtable_session::report::Estimate;
use sandtable_session::sweep::{GameCounts, SweepPlan};

use crate::bars::{Side, columns};
use crate::csv::sheet;
use crate::numerals::{grouped, rounded};

/// Returns the counts of all cells as text; `missing` is the number of shards without results.
pub fn text(plan: &SweepPlan, cells: &[GameCounts], missing: u64) -> String {
    let n_games: u64 = cells.iter().map(|one| one.games).sum();
    let mut text = format!(
        "{}: {} games in {} cells (--seed {})\n",
        plan.version.scenario,
        grouped(n_games),
        grouped(cells.len() as u64),
        plan.seed
    );
    text.push_str("Each interval holds the true number in 95 of 100 sweeps.\n");
    if missing > 0 {
        text.push_str(&format!(
            "{} of {} shards are missing.\n",
            grouped(missing),
            grouped(plan.n_shards())
        ));
    }
    text.push('\n');
    let rows = rows(plan, cells);
    let sides: Vec<Side> = std::iter::once(Side::Left)
        .chain(rows.iter().flatten().map(|_| Side::Right))
        .collect();
    for line in columns(&rows, &sides) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn sides_of(cells: &[GameCounts]) -> BTreeSet<&str> {
    let names = cells.iter().flat_map(|cell| cell.won.keys());
    names.map(String::as_str).collect()
}

fn rows(plan: &SweepPlan, cells: &[GameCounts]) -> Vec<Vec<String>> {
    let sides = sides_of(cells);
    let mean = |one: Option<Estimate>| match one {
        Some(one) => format!("{:.2} ({:.2} to {:.2})", one.mean, one.low, one.high),
        None => "-".to_owned(),
    };
    let mut head = vec!["cell".to_owned(), "games".to_owned()];
    head.extend(sides.iter().map(|side| format!("won by {side}")));
    head.extend(["turns", "decisions", "rolls"].map(str::to_owned));
    head.extend(plan.tracks.iter().cloned());
    let mut rows = vec![head];
    for (cell, counts) in plan.cells.iter().zip(cells) {
        let changes: Vec<String> = cell.changes.iter().map(ToString::to_string).collect();
        let mut row = vec![changes.join(", "), grouped(counts.games)];
        row.extend(sides.iter().map(|side| {
            let share = counts.share_of(side);
            let (low, high) = share.between();
            format!("{:.1} % ({low:.1} to {high:.1} %)", share.percent())
        }));
        let lengths = counts.lengths();
        row.extend((0..3).map(|at| mean(lengths.get(at).map(|(_, one)| *one))));
        row.extend((0..plan.tracks.len()).map(|at| mean(counts.mean_of(at))));
        rows.push(row);
    }
    rows
}

/// Returns the cells for spreadsheets, a line each.
pub fn csv(plan: &SweepPlan, cells: &[GameCounts]) -> String {
    let sides = sides_of(cells);
    let first = plan.cells.first();
    let mut head: Vec<String> = first
        .iter()
        .flat_map(|cell| cell.changes.iter().map(|change| change.name.clone()))
        .collect();
    head.extend(["games", "failed", "drawn"].map(str::to_owned));
    for side in &sides {
        head.extend(["count", "percent", "low", "high"].map(|what| format!("{side} {what}")));
    }
    head.extend(["turns", "decisions", "rolls"].map(str::to_owned));
    head.extend(plan.tracks.iter().cloned());
    let mut lines = vec![head];
    for (cell, counts) in plan.cells.iter().zip(cells) {
        let mut line: Vec<String> = cell.changes.iter().map(|one| one.value.clone()).collect();
        line.extend([counts.games, counts.failed, counts.drawn].map(|n| n.to_string()));
        for side in &sides {
            let share = counts.share_of(side);
            let (low, high) = share.between();
            line.push(share.count.to_string());
            line.extend([share.percent(), low, high].map(|x| rounded(x).to_string()));
        }
        let lengths = counts.lengths();
        let number = |one: Option<Estimate>| {
            one.map_or_else(String::new, |one| rounded(one.mean).to_string())
        };
        line.extend((0..3).map(|at| number(lengths.get(at).map(|(_, one)| *one))));
        line.extend((0..plan.tracks.len()).map(|at| number(counts.mean_of(at))));
        lines.push(line);
    }
    sheet(&lines)
}
