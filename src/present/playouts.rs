//! Many games of one scenario, counted.

use sandtable_session::answer::Between;
use sandtable_session::playouts::{
    FailedGames, GameGroup, GameGroups, GivenGames, Playouts, Summary, Tally,
};

use crate::bars::{Side, bar, columns};
use crate::chart::{Chart, ChartMeasure, Series};
use crate::csv::sheet;
use crate::numerals::{grouped, rounded};

/// Numbers that are shown one by one; of more, only a summary.
const MOST_ROWS: usize = 24;

/// Places of the longest bar.
const WIDTH: usize = 28;

/// Returns the games for people. `remark` says why they ended early, if they did.
pub fn text(playouts: &Playouts, remark: Option<&str>) -> String {
    let runs = grouped(playouts.n_games);
    let players = players(playouts);
    let comma = if players.is_empty() { "" } else { ", " };
    let mut text = format!(
        "{}: {runs} games{comma}{players} (--seed {})\n",
        playouts.title, playouts.seed
    );
    if let Some(given) = &playouts.given {
        text.push_str(&format!("{}\n", given_words(given)));
    }
    text.push('\n');
    text.push_str(&table(playouts, &playouts.endings));
    text.push('\n');
    for line in lengths(playouts) {
        text.push_str(&format!("  {line}\n"));
    }
    for tally in &playouts.values {
        text.push_str(&format!("\n  {}\n", tally.title));
        if tally.rows.len() <= MOST_ROWS || tally.summary.is_none() {
            text.push_str(&table(playouts, tally));
        } else {
            let n_values = grouped(tally.rows.len() as u64);
            text.push_str(&format!(
                "  {n_values} different values, which `--format json` lists\n"
            ));
        }
        if let Some(summary) = tally.summary {
            text.push_str(&format!(
                "  mean {:.4}, std dev {:.4}, from {} to {}, median {}\n",
                summary.mean, summary.std_dev, summary.least, summary.most, summary.median
            ));
        }
    }
    if let Some(groups) = &playouts.groups {
        text.push_str(&format!("\n  by {}\n", groups.title));
        let mut rows = vec![group_head(groups)];
        rows.extend(groups.groups.iter().map(group_row));
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(rows.iter().flatten().map(|_| Side::Right))
            .collect();
        for line in columns(&rows, &sides) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    if let Some(refused) = &playouts.refused {
        text.push_str(&format!(
            "\n  {}, with --seed {}\n  `{}` shows it\n",
            refused.reason, refused.seed, refused.command
        ));
    }
    if let Some(failed) = &playouts.failed {
        text.push_str(&format!("\n  {}\n", failed_words(failed)));
        if let Some(help) = &failed.finding.help {
            text.push_str(&format!("  help: {help}\n"));
        }
        if let Some(command) = &failed.command {
            text.push_str(&format!("  `{command}` shows such a game\n"));
        }
    }
    if let Some(remark) = remark {
        text.push_str(&format!("\n  {remark}\n"));
    }
    text
}

/// `1 of 200 games failed and is not counted: E0504 there is no unit and no side here`
fn failed_words(failed: &FailedGames) -> String {
    let is = if failed.count == 1 { "is" } else { "are" };
    format!(
        "{} of {} games failed and {is} not counted: {} {}",
        grouped(failed.count),
        grouped(failed.of),
        failed.finding.code.number(),
        failed.finding.message
    )
}

/// `Given winner is blue: 432 of 1,000 games, 43.2 % (40.2 to 46.3 %)`
pub(crate) fn given_words(given: &GivenGames) -> String {
    let (low, high) = given.share.between();
    format!(
        "Given {}: {} of {} games, {:.1} % ({low:.1} to {high:.1} %)",
        given.condition,
        grouped(given.share.count),
        grouped(given.share.of),
        given.share.percent()
    )
}

/// The heading of a table of groups.
pub(crate) fn group_head(groups: &GameGroups) -> Vec<String> {
    let first = groups.groups.first();
    let endings = first.iter().flat_map(|group| &group.endings);
    ["", "games", "share"]
        .map(str::to_owned)
        .into_iter()
        .chain(endings.map(|ending| ending.words.clone()))
        .collect()
}

/// A group as cells: its value, its games and how they ended.
pub(crate) fn group_row(group: &GameGroup) -> Vec<String> {
    let endings = group.endings.iter().map(|ending| {
        let percent = 100.0 * ending.count as f64 / group.share.count.max(1) as f64;
        let (low, high): Between = ending.between;
        format!("{percent:.1} % ({low:.1} to {high:.1} %)")
    });
    [
        group.words.clone(),
        grouped(group.share.count),
        format!("{:.1} %", group.share.percent()),
    ]
    .into_iter()
    .chain(endings)
    .collect()
}

/// `law policy, gang random`
pub(crate) fn players(playouts: &Playouts) -> String {
    let sides = playouts.players.iter();
    let words: Vec<String> = sides.map(|(side, who)| format!("{side} {who}")).collect();
    words.join(", ")
}

/// Renders the numbers of rolls and choices in a game.
fn lengths(playouts: &Playouts) -> Vec<String> {
    let mut lines = vec![
        ["in a game", "min", "median", "max", "mean", "std dev"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let lengths = [("rolls", playouts.rolls), ("choices", playouts.choices)];
    for (name, summary) in lengths {
        lines.extend(summary.map(|summary: Summary| {
            vec![
                name.to_owned(),
                summary.least.to_string(),
                summary.median.to_string(),
                summary.most.to_string(),
                format!("{:.2}", summary.mean),
                format!("{:.2}", summary.std_dev),
            ]
        }));
    }
    let sides: Vec<Side> = std::iter::once(Side::Left)
        .chain(std::iter::repeat_n(Side::Right, 5))
        .collect();
    columns(&lines, &sides)
}

fn table(playouts: &Playouts, tally: &Tally) -> String {
    let most = tally.rows.iter().map(|row| row.count).max().unwrap_or(1);
    let rows: Vec<Vec<String>> = tally
        .rows
        .iter()
        .map(|row| {
            let (low, high): Between = row.between;
            vec![
                row.words.clone(),
                format!("{:.2} %", percent(playouts, row.count)),
                format!("{low:.2} to {high:.2} %"),
                bar(row.count as f64 / most as f64, WIDTH),
            ]
        })
        .collect();
    let lines = columns(&rows, &[Side::Left, Side::Right, Side::Right, Side::Left]);
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// The share of all games that count, in percent.
pub(crate) fn percent(playouts: &Playouts, count: u64) -> f64 {
    let given = playouts.given.as_ref();
    let of = given.map_or(playouts.n_games, |given| given.share.count);
    rounded(100.0 * count as f64 / of.max(1) as f64)
}

/// Returns the games for spreadsheets: a line for each value.
pub fn csv(playouts: &Playouts) -> String {
    let head = ["what", "outcome", "count", "percent", "low", "high"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let mut add = |what: &str, tally: &Tally| {
        for row in &tally.rows {
            lines.push(vec![
                what.to_owned(),
                row.words.clone(),
                row.count.to_string(),
                percent(playouts, row.count).to_string(),
                format!("{:.4}", row.between.0),
                format!("{:.4}", row.between.1),
            ]);
        }
    };
    add("ending", &playouts.endings);
    for tally in &playouts.values {
        add(&tally.title, tally);
    }
    if let Some(groups) = &playouts.groups {
        for group in &groups.groups {
            let what = format!("{} {}", groups.title, group.words);
            for ending in &group.endings {
                let of = group.share.count.max(1) as f64;
                lines.push(vec![
                    what.clone(),
                    ending.words.clone(),
                    ending.count.to_string(),
                    rounded(100.0 * ending.count as f64 / of).to_string(),
                    format!("{:.4}", ending.between.0),
                    format!("{:.4}", ending.between.1),
                ]);
            }
        }
    }
    sheet(&lines)
}

/// Returns the games as a chart: of the first value that was asked for, else of how they ended.
pub fn chart(playouts: &Playouts) -> Chart {
    let tally = playouts.values.first().unwrap_or(&playouts.endings);
    let values = tally.rows.iter();
    let values = values.map(|row| Some(percent(playouts, row.count)));
    Chart {
        title: format!("{}: {} games", playouts.title, grouped(playouts.n_games)),
        subtitle: tally.title.clone(),
        axis: tally.title.clone(),
        places: tally.rows.iter().map(|row| row.words.clone()).collect(),
        series: vec![Series {
            name: String::new(),
            values: values.collect(),
        }],
        measure: ChartMeasure::Percent,
    }
}
