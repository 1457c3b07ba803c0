//! Charts as SVG: bars for categories, lines for numbers.
//!
//! A chart is self-contained: no script, style sheet or font. Its colours are distinguishable with colour vision deficiency
//! (Okabe and Ito), and every line also has its own marks.

use std::fmt::Write;

/// A chart of lines or bars.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Title above the chart.
    pub title: String,
    /// Subtitle; may be empty.
    pub subtitle: String,
    /// Title of the horizontal axis; may be empty.
    pub axis: String,
    /// Label of each group of bars, or of each position on the horizontal axis.
    pub places: Vec<String>,
    /// Lines or bars to draw.
    pub series: Vec<Series>,
    /// The quantity that the values measure.
    pub measure: ChartMeasure,
}

/// A series of values in one colour.
#[derive(Debug, Clone)]
pub struct Series {
    /// Name in the legend; may be empty for a single series.
    pub name: String,
    /// One value per position; `None` where there is none.
    pub values: Vec<Option<f64>>,
}

/// The quantity that values measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartMeasure {
    /// A percentage.
    Percent,
    /// Plain numbers.
    Number,
}

const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000",
];
const WIDTH: f64 = 760.0;
const MARGIN: f64 = 20.0;
/// Approximate width of a letter, in pixels.
const LETTER: f64 = 7.2;
const LINE: f64 = 20.0;

/// Draws a chart.
pub fn svg(chart: &Chart) -> String {
    let mut body = String::new();
    let mut at = MARGIN + 12.0;
    for (words, size, colour) in [(&chart.title, 16, "#000"), (&chart.subtitle, 13, "#444")] {
        for line in wrapped(words, (WIDTH - 2.0 * MARGIN) / LETTER) {
            text(&mut body, (MARGIN, at), "start", size, colour, &line);
            at += LINE;
        }
    }
    at = legend(&mut body, chart, at);
    let bottom = match numbers(&chart.places) {
        Some(numbers) => lines(&mut body, chart, &numbers, at),
        None => bars(&mut body, chart, at),
    };
    let height = bottom + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" font-family=\"system-ui, sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

/// Returns the positions as numbers, if they are increasing and at least as many as a line needs.
fn numbers(places: &[String]) -> Option<Vec<f64>> {
    let numbers: Option<Vec<f64>> = places
        .iter()
        .map(|place| place.parse::<i32>().ok().map(f64::from))
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() > 2)?;
    let rises = numbers.windows(2).all(|pair| pair.first() < pair.last());
    rises.then_some(numbers)
}

/// Draws the legend; returns its lower edge.
fn legend(body: &mut String, chart: &Chart, mut at: f64) -> f64 {
    if chart.series.iter().all(|series| series.name.is_empty()) {
        return at;
    }
    let mut left = MARGIN;
    for (number, series) in chart.series.iter().enumerate() {
        let width = 18.0 + LETTER * series.name.chars().count() as f64 + 14.0;
        if left > MARGIN && left + width > WIDTH - MARGIN {
            left = MARGIN;
            at += LINE;
        }
        rect(body, (left, at - 10.0), (12.0, 12.0), colour(number));
        text(body, (left + 18.0, at), "start", 13, "#222", &series.name);
        left += width;
    }
    at + LINE
}

fn bars(body: &mut String, chart: &Chart, top: f64) -> f64 {
    let longest = chart.places.iter().map(|place| place.chars().count()).max();
    let left = MARGIN + (LETTER * longest.unwrap_or(0) as f64).min(WIDTH / 2.0) + 8.0;
    let room = WIDTH - left - MARGIN - 70.0;
    let (low, high, _) = ends(chart);
    let across = |value: f64| room * (value - low) / (high - low);
    let bar = 16.0;
    let row = bar * chart.series.len() as f64 + 8.0;
    let most = ((WIDTH / 2.0) / LETTER) as usize;
    let mut at = top;
    for (place, name) in chart.places.iter().enumerate() {
        let middle = at + (row - 8.0) / 2.0 + 4.0;
        text(
            body,
            (left - 8.0, middle),
            "end",
            13,
            "#222",
            &shortened(name, most),
        );
        for (number, series) in chart.series.iter().enumerate() {
            let top = at + bar * number as f64;
            let Some(value) = series.values.get(place).copied().flatten() else {
                continue;
            };
            let (from, to) = (across(0.0), across(value));
            let (start, width) = (left + from.min(to), (to - from).abs());
            rect(body, (start, top), (width, bar - 2.0), colour(number));
            let said = format_value(value, chart.measure);
            let behind = (left + from.max(to) + 5.0, top + 11.0);
            text(body, behind, "start", 12, "#222", &said);
        }
        at += row;
    }
    at
}

fn lines(body: &mut String, chart: &Chart, numbers: &[f64], top: f64) -> f64 {
    let (left, height) = (MARGIN + 48.0, 320.0);
    let room = WIDTH - left - MARGIN;
    let (low, high, step) = ends(chart);
    let (first, last) = (
        numbers.first().copied().unwrap_or(0.0),
        numbers.last().copied().unwrap_or(1.0),
    );
    let x = |number: f64| left + room * (number - first) / (last - first);
    let y = |value: f64| top + height * (high - value) / (high - low);
    let mut tick = low;
    while tick <= high + step / 2.0 {
        let _ = writeln!(
            body,
            "<path d=\"M{left:.1} {:.1}H{:.1}\" stroke=\"#ddd\"/>",
            y(tick),
            left + room
        );
        let label = match chart.measure {
            ChartMeasure::Percent => format!("{tick:.0} %"),
            ChartMeasure::Number => trimmed(tick),
        };
        text(body, (left - 6.0, y(tick) + 4.0), "end", 12, "#444", &label);
        tick += step;
    }
    let every = numbers.len().div_ceil(20);
    let bottom = top + height;
    for (number, place) in numbers.iter().zip(&chart.places).step_by(every) {
        let under = (x(*number), bottom + 18.0);
        text(body, under, "middle", 12, "#444", place);
    }
    let middle = (left + room / 2.0, bottom + 38.0);
    text(body, middle, "middle", 13, "#222", &chart.axis);
    for (number, series) in chart.series.iter().enumerate() {
        let mut path = String::new();
        let mut pen = 'M';
        let mut marks = String::new();
        for (place, value) in numbers.iter().zip(&series.values) {
            let Some(value) = value else {
                pen = 'M';
                continue;
            };
            let (x, y) = (x(*place), y(*value));
            let _ = write!(path, "{pen}{x:.1} {y:.1}");
            let _ = writeln!(
                marks,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>",
                colour(number)
            );
            pen = 'L';
        }
        let _ = writeln!(
            body,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            colour(number)
        );
        body.push_str(&marks);
    }
    bottom + 44.0
}

/// Returns the limits of the axis, and the distance between its marks.
fn ends(chart: &Chart) -> (f64, f64, f64) {
    let values = || {
        let series = chart.series.iter();
        series.flat_map(|series| series.values.iter().copied().flatten())
    };
    let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
    let (low, high) = match high - low > 0.0 {
        true => (low, high),
        false => (0.0, 1.0),
    };
    let rough = (high - low) / 5.0;
    let magnitude = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * magnitude);
    let step = steps.into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(rough);
    (
        (low / step).floor() * step,
        (high / step - 1e-9).ceil() * step,
        step,
    )
}

fn format_value(value: f64, measure: ChartMeasure) -> String {
    match measure {
        ChartMeasure::Percent => format!("{value:.2} %"),
        ChartMeasure::Number => format!("{value:.3}"),
    }
}

fn trimmed(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

fn colour(number: usize) -> &'static str {
    COLOURS
        .get(number % COLOURS.len())
        .copied()
        .unwrap_or("#000")
}

fn rect(body: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
    let _ = writeln!(
        body,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
    );
}

fn text(body: &mut String, (x, y): (f64, f64), anchor: &str, size: u32, colour: &str, words: &str) {
    if words.is_empty() {
        return;
    }
    let words = escaped(words);
    let _ = writeln!(
        body,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{colour}\">{words}</text>"
    );
}

fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Cuts a text to a number of characters; a cut text ends with `…`.
pub(crate) fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Breaks a text into lines at spaces.
fn wrapped(words: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if ((line.chars().count() + 1 + word.chars().count()) as f64) < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Chart, ChartMeasure, Series, ends, svg};

    fn chart(places: &[&str], values: &[f64]) -> Chart {
        Chart {
            title: "Rock < paper & scissors".to_owned(),
            subtitle: String::new(),
            axis: "range".to_owned(),
            places: places.iter().map(|place| (*place).to_owned()).collect(),
            series: vec![Series {
                name: String::new(),
                values: values.iter().copied().map(Some).collect(),
            }],
            measure: ChartMeasure::Percent,
        }
    }

    #[test]
    fn names_are_bars_and_numbers_are_lines() {
        let bars = svg(&chart(&["hit", "miss"], &[25.0, 75.0]));
        assert!(
            bars.contains("75.00 %") && !bars.contains("<circle"),
            "{bars}"
        );
        let lines = svg(&chart(&["1", "2", "3"], &[25.0, 50.0, 75.0]));
        assert_eq!(lines.matches("<circle").count(), 3, "{lines}");
    }

    #[test]
    fn marks_of_xml_in_words_are_kept_apart() {
        let picture = svg(&chart(&["a"], &[1.0]));
        assert!(picture.contains("Rock &lt; paper &amp; scissors"));
    }

    /// The widest value is 83, a fifth of it 16.6, the next round step 20, and five of them reach over it.
    #[test]
    fn the_axis_ends_at_a_round_number() {
        let (low, high, step) = ends(&chart(&["a", "b"], &[83.0, 10.0]));
        assert!(low.abs() < 1e-9 && (high - 100.0).abs() < 1e-9 && (step - 20.0).abs() < 1e-9);
    }
}
