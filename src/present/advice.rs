//! The best choices of a side, and what each option is worth.

use sandtable_session::best_choices::{Advice, Choice, Decision, Measure, Worth};

use crate::assumed;
use crate::bars::{Side, bar, columns};
use crate::chart::{self, Chart, Series};
use crate::csv::sheet;
use crate::json::advice::number;

/// Places of the longest bar.
const WIDTH: usize = 24;

/// Letters of the longest fraction that is shown.
const LONGEST: usize = 24;

/// Returns advice for people.
pub fn text(advice: &Advice) -> String {
    let mut text = format!("{}\n\n  {}\n", advice.title, head(advice));
    if advice.decisions.is_empty() && advice.n_more == 0 {
        text.push_str(&format!("  {} has no choices\n", advice.aim.side));
    }
    for decision in &advice.decisions {
        text.push_str(&told(advice, decision));
    }
    if advice.n_more > 0 {
        let n_more = advice.n_more;
        let n_all = advice.decisions.len() + n_more;
        text.push_str(&format!(
            "\n  {n_more} more may follow: `--decisions {n_all}` shows them\n"
        ));
    }
    let assumed = assumed::lines(&advice.assumed, "  ");
    if !assumed.is_empty() {
        text.push_str(&format!("\n{assumed}"));
    }
    text
}

/// A decision, and a line for each of its answers.
fn told(advice: &Advice, decision: &Decision) -> String {
    let led = match decision.after.as_str() {
        "" => String::new(),
        led => format!("after {led}: "),
    };
    let by = decision.by.as_ref();
    let whose = by.map_or_else(String::new, |unit| format!(" ({unit})"));
    let mut text = format!("\n  {led}{}{whose}\n", decision.title);
    let choices = decision.choices.iter();
    let rows: Vec<Vec<String>> = choices.map(|choice| row(advice, choice)).collect();
    for line in columns(&rows, &[Side::Left, Side::Right, Side::Right]) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn row(advice: &Advice, choice: &Choice) -> Vec<String> {
    let mark = if choice.is_best { ">" } else { " " };
    vec![
        format!("{mark} {}", choice.answer),
        fraction(&choice.worth).unwrap_or("").to_owned(),
        value(advice.measure, &choice.worth),
        bar(choice.worth.number / advice.most, WIDTH),
    ]
}

/// Returns a fraction that is short enough to read.
fn fraction(worth: &Worth) -> Option<&str> {
    let fraction = worth.fraction.as_deref();
    fraction.filter(|text| text.len() <= LONGEST)
}

fn value(measure: Measure, worth: &Worth) -> String {
    match measure {
        Measure::Chance => format!("{:.2} %", worth.number * 100.0),
        Measure::Mean => format!("{:.4}", worth.number),
    }
}

fn head(advice: &Advice) -> String {
    let aim = &advice.aim;
    let others = match aim.is_against {
        true => ", the others against it",
        false => "",
    };
    let fraction = fraction(&advice.worth);
    let fraction = fraction.map_or_else(String::new, |text| format!(", {text}"));
    format!(
        "{} with the best choices of {}{others}: {}{fraction}",
        aim.by,
        aim.side,
        value(advice.measure, &advice.worth)
    )
}

/// Iterates over every shown answer, with the title of its decision and the events before it.
fn options(advice: &Advice) -> impl Iterator<Item = (String, &Choice)> {
    advice.decisions.iter().flat_map(|decision| {
        let title = match decision.after.as_str() {
            "" => decision.title.clone(),
            led => format!("{led}: {}", decision.title),
        };
        let choices = decision.choices.iter();
        choices.map(move |choice| (title.clone(), choice))
    })
}

/// Returns advice for spreadsheets: a line for each answer.
pub fn csv(advice: &Advice) -> String {
    let head = ["decision", "option", "worth", "best"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for (decision, choice) in options(advice) {
        let best = if choice.is_best { "yes" } else { "no" };
        let worth = number(advice.measure, &choice.worth).to_string();
        lines.push(vec![
            decision,
            choice.answer.clone(),
            worth,
            best.to_owned(),
        ]);
    }
    sheet(&lines)
}

/// Returns advice as a chart: a bar for each answer.
pub fn chart(advice: &Advice) -> Chart {
    let place = |(decision, choice): (String, &Choice)| format!("{decision}: {}", choice.answer);
    let worth = |(_, choice): (String, &Choice)| Some(number(advice.measure, &choice.worth));
    Chart {
        title: head(advice),
        subtitle: advice.title.clone(),
        axis: String::new(),
        places: options(advice).map(place).collect(),
        series: vec![Series {
            name: String::new(),
            values: options(advice).map(worth).collect(),
        }],
        measure: match advice.measure {
            Measure::Chance => chart::ChartMeasure::Percent,
            Measure::Mean => chart::ChartMeasure::Number,
        },
    }
}
