//! Comparison of the odds of two situations, options or variants.

use sandtable_eval::chance::Chance;
use sandtable_eval::wording::ToldApart;
use sandtable_session::by_worth::ByWorth;
use sandtable_session::comparison::{Both, Comparison};

use crate::assumed;
use crate::bars::{Side, columns};
use crate::by_worth;
use crate::chart::{Chart, ChartMeasure, Series};
use crate::csv::sheet;
use crate::distribution::{Likeliest, given_words, in_every_case, in_lines};
use crate::numerals::rounded;

/// Returns the comparison as text. `remarks` are lines that state why samples ended early.
pub fn text(comparison: &Comparison, remarks: &str) -> String {
    let (first, second) = (&comparison.first, &comparison.second);
    let mut text = format!("first   {}\nsecond  {}\n\n", first.title, second.title);
    for (name, side) in [("first ", first), ("second", second)] {
        if let (Some(share), Some(condition)) = (&side.given, &comparison.condition) {
            text.push_str(&format!("  {name}  {}\n", given_words(condition, share)));
        }
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    let told = ToldApart::of(comparison.outcomes.iter().map(|one| &one.outcome));
    text.push_str(&in_every_case(&told));
    let percent = |chance: Option<&Chance>| chance.map_or(0.0, Chance::percent);
    let chances = comparison.outcomes.iter();
    let chances = chances.map(|one| percent(one.first.as_ref()).max(percent(one.second.as_ref())));
    let likeliest = Likeliest::of(&chances.collect::<Vec<f64>>());
    for line in columns(&rows(comparison, &told.each, &likeliest), &sides()) {
        text.push_str(&format!("  {line}\n"));
    }
    if let Some(line) = likeliest.left_out_of_either() {
        text.push_str(&format!("\n  {line}\n"));
    }
    let assumed = [("first ", first), ("second", second)].map(|(name, side)| {
        let indent = format!("  {name}  ");
        assumed::lines(&side.assumed, &indent)
    });
    let assumed = match first.assumed == second.assumed {
        true => assumed::lines(&first.assumed, "  "),
        false => assumed.concat(),
    };
    if !assumed.is_empty() {
        text.push_str(&format!("\n{assumed}"));
    }
    let mut decided = first.by_worth.clone();
    ByWorth::add_all(second.by_worth.clone(), &mut decided);
    if !decided.is_empty() {
        text.push_str(&format!("\n{}", by_worth::lines(&decided)));
    }
    if comparison.is_same {
        text.push_str("\n  Both are the same question: what was to be changed is so already.\n");
    }
    if !remarks.is_empty() {
        text.push_str(&format!("\n{remarks}"));
    }
    text
}

fn sides() -> Vec<Side> {
    std::iter::once(Side::Left)
        .chain(std::iter::repeat_n(Side::Right, 5))
        .collect()
}

/// Returns a row for each outcome, whose description is a list of lines in `told`, and rows for means.
fn rows(comparison: &Comparison, told: &[Vec<String>], likeliest: &Likeliest) -> Vec<Vec<String>> {
    let head = ["", "first", "", "second", "", "difference"];
    let mut rows: Vec<Vec<String>> = vec![head.iter().map(|word| (*word).to_owned()).collect()];
    let shown = |chance: Option<&Chance>| match chance {
        Some(chance) => [chance.to_string(), format!("{:.2} %", chance.percent())],
        None => ["-".to_owned(), String::new()],
    };
    for (one, told) in likeliest.only(comparison.outcomes.iter().zip(told)) {
        let (outcome, more) = in_lines(told);
        let mut row = vec![outcome];
        row.extend(shown(one.first.as_ref()));
        row.extend(shown(one.second.as_ref()));
        row.push(match one.first == one.second {
            true => "=".to_owned(),
            false => format!("{:+.2}", one.difference()),
        });
        rows.push(row);
        rows.extend(more.map(|more| vec![more]));
    }
    if let (Some(one), Some(other)) = (comparison.first.moments, comparison.second.moments) {
        let numbers = [
            ("mean", one.mean, other.mean),
            ("std dev", one.std_dev, other.std_dev),
        ];
        for (name, one, other) in numbers {
            rows.push(vec![
                name.to_owned(),
                format!("{one:.4}"),
                String::new(),
                format!("{other:.4}"),
                String::new(),
                format!("{:+.4}", other - one),
            ]);
        }
    }
    rows
}

/// Returns the comparison as CSV: a line for each outcome.
pub fn csv(comparison: &Comparison) -> String {
    let head = [
        "outcome",
        "first",
        "first_percent",
        "second",
        "second_percent",
        "difference",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let cells = |chance: Option<&Chance>| match chance {
        Some(chance) => [chance.to_string(), rounded(chance.percent()).to_string()],
        None => ["0".to_owned(), "0".to_owned()],
    };
    for one in &comparison.outcomes {
        let mut line = vec![one.outcome.to_string()];
        line.extend(cells(one.first.as_ref()));
        line.extend(cells(one.second.as_ref()));
        line.push(rounded(one.difference()).to_string());
        lines.push(line);
    }
    sheet(&lines)
}

/// Returns the comparison as a chart with two series.
pub fn chart(comparison: &Comparison) -> Chart {
    let outcomes = &comparison.outcomes;
    let percent = |chance: Option<&Chance>| chance.map_or(0.0, Chance::percent);
    let series = |name: &str, of: fn(&Both) -> Option<&Chance>| Series {
        name: name.to_owned(),
        values: outcomes.iter().map(|one| Some(percent(of(one)))).collect(),
    };
    Chart {
        title: comparison.first.title.clone(),
        subtitle: format!("compared with {}", comparison.second.title),
        axis: String::new(),
        places: outcomes.iter().map(|one| one.outcome.to_string()).collect(),
        series: vec![
            series("first", |one| one.first.as_ref()),
            series("second", |one| one.second.as_ref()),
        ],
        measure: ChartMeasure::Percent,
    }
}
