//! A report as one page for a browser, with its pictures, and with nothing to load from elsewhere.

use std::fmt::Write;

use sandtable_session::report::Report;

use super::sections::{heading, sections_of};
use super::{Mark, Table};
use crate::coverage::html::escaped;
use crate::picture::{Fill, Heat, Picture, to_svg};

const STYLE: &str = "
  :root { color-scheme: light dark; --line: #8884; --ink: #2a6fb0 }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem }
  h1 { margin-bottom: 0 }
  h2 { margin: 2.5rem 0 .5rem }
  p { margin: .4rem 0 }
  table { border-collapse: collapse; margin: .6rem 0 }
  td, th { text-align: left; vertical-align: top; padding: .25rem 1.1rem .25rem 0; border-bottom: 1px solid var(--line) }
  td { font-variant-numeric: tabular-nums }
  .about { opacity: .8 }
  svg { max-width: 100%; height: auto }
";

/// The heading of the map of fights.
pub(crate) const MAP_TITLE: &str = "Map of losses and changes";

/// The legend of its circles.
pub(crate) const MAP_LEGEND: &str = "The area of a circle is the number of events in a game: units changed by another side, and units lost.";

/// Width of the picture of an interval, in pixels.
const WIDE: f64 = 220.0;

/// Returns the whole page.
pub fn page(report: &Report, remark: Option<&str>) -> String {
    let title = escaped(&report.title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}: report</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n"
    );
    for line in heading(report).iter().map(String::as_str).chain(remark) {
        let _ = writeln!(html, "<p class=\"about\">{}</p>", sentence(line));
    }
    for section in sections_of(report) {
        let _ = writeln!(html, "<h2>{}</h2>", escaped(section.title));
        for line in &section.sentences {
            let _ = writeln!(html, "<p>{}</p>", sentence(line));
        }
        if let Some(table) = &section.table {
            add_table(table, &mut html);
        }
    }
    if let Some(map) = map_of_fights(report) {
        let _ = writeln!(html, "<h2>{MAP_TITLE}</h2>\n<p>{MAP_LEGEND}</p>\n{map}");
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// A sentence with its names in `code`.
fn sentence(text: &str) -> String {
    let escaped = escaped(text);
    let parts = escaped.split('`').enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => format!("<code>{part}</code>"),
        })
        .collect()
}

fn add_table(table: &Table, html: &mut String) {
    html.push_str("<table>\n<tr>");
    for cell in &table.head {
        let _ = write!(html, "<th>{}</th>", escaped(cell));
    }
    html.push_str("</tr>\n");
    for (at, row) in table.rows.iter().enumerate() {
        html.push_str("<tr>");
        for cell in row {
            let _ = write!(html, "<td>{}</td>", sentence(cell));
        }
        if let Some(mark) = table.marks.get(at) {
            let _ = write!(html, "<td>{}</td>", interval(*mark, table.scale));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table>\n");
}

/// A picture of a value with its interval on a scale.
fn interval(mark: Mark, (least, most): (f64, f64)) -> String {
    let x = |value: f64| {
        let share = (value - least) / (most - least).max(f64::MIN_POSITIVE);
        share.clamp(0.0, 1.0) * WIDE
    };
    let zero = match least < 0.0 {
        true => format!(
            "<line x1=\"{0:.1}\" y1=\"0\" x2=\"{0:.1}\" y2=\"16\" stroke=\"#888888\" stroke-dasharray=\"2\"/>",
            x(0.0)
        ),
        false => String::new(),
    };
    let (low, value, high) = (x(mark.low), x(mark.value), x(mark.high));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} 16\" width=\"{WIDE}\" height=\"16\" role=\"img\" \
         aria-label=\"{:.1}, {:.1} to {:.1}\"><rect x=\"0\" y=\"7\" width=\"{WIDE}\" height=\"2\" fill=\"#88888855\"/>{zero}<rect \
         x=\"{low:.1}\" y=\"5\" width=\"{:.1}\" height=\"6\" fill=\"#2a6fb0\" fill-opacity=\"0.45\"/><circle cx=\"{value:.1}\" \
         cy=\"8\" r=\"4\" fill=\"#2a6fb0\"/></svg>",
        mark.value,
        mark.low,
        mark.high,
        (high - low).max(1.0)
    )
}

/// The board with a circle at each place where something happened, as an SVG; `None` without a board, or if nothing happened.
pub(crate) fn map_of_fights(report: &Report) -> Option<String> {
    let (map, laid) = report.board.as_ref()?;
    let total = |place: &sandtable_session::report::PlaceUse| {
        place.hits.iter().chain(&place.losses).sum::<f64>()
    };
    let most = report.places.iter().map(total).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let fills = map.legend.iter().map(|(mark, title)| Fill {
        mark: *mark,
        title: title.clone(),
    });
    let heat = report.places.iter().map(|place| Heat {
        place: place.place,
        share: total(place) / most,
        title: format!(
            "{}: {:.2} changes and {:.2} losses a game",
            place.name,
            place.hits.iter().sum::<f64>(),
            place.losses.iter().sum::<f64>()
        ),
    });
    Some(to_svg(&Picture {
        title: String::new(),
        board: &laid.board,
        fills: fills.collect(),
        of_hex: map.fills.clone(),
        sides: map.sides.clone(),
        pieces: Vec::new(),
        sight: None,
        notes: Vec::new(),
        marked: None,
        offered: Vec::new(),
        heat: heat.collect(),
    }))
}
