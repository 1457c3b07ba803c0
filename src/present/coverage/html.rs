//! The coverage of a book as one self-contained HTML page.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{remark, remarks};
use crate::numerals::counted;
use crate::places::file_and_line;
use sandtable_explain::coverage::{Coverage, CoverageEntry, CoverageGroup, Fate};
use sandtable_source::SourceMap;

const STYLE: &str = "
  :root { color-scheme: light dark; --line: #8884; --soft: #8882 }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { margin-bottom: 0 }
  h2 { margin: 2.5rem 0 .5rem }
  table { border-collapse: collapse; width: 100% }
  td, th { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line) }
  td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; width: 1%; padding-right: 1.5rem }
  td.title { min-width: 11rem; width: 25% }
  .places, .said { opacity: .75; font-size: .9em }
  .bar { display: flex; height: 1.2rem; margin: 1rem 0; border-radius: .3rem; overflow: hidden }
  .exercised { background: #2a8c4a } .encoded { background: #8fca9f } .judged { background: #5b8fd9 }
  .advice { background: #b5b5b5 } .missing { background: #d9695b }
  .key { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; margin-right: .4rem }
  b { font-weight: 600 }
  summary { cursor: pointer; padding: .4rem 0; border-bottom: 1px solid var(--line) }
  code { background: var(--soft); padding: .1rem .3rem; border-radius: .2rem }
";

/// Shared data of the parts of a page.
struct Page<'a> {
    coverage: &'a Coverage<'a>,
    sources: &'a SourceMap,
}

/// The segments of the bar: class, and description of the rules.
const STATES: [(&str, &str); 5] = [
    ("exercised", "encoded and tested by an example"),
    ("encoded", "encoded, but not tested"),
    ("judged", "judged by the players"),
    ("advice", "advice without an effect"),
    ("missing", "missing"),
];

/// Renders a colour of the key, with its meaning as text.
fn key(class: &str) -> String {
    let words = STATES.iter().find(|(known, _)| *known == class);
    let words = words.map_or("", |(_, words)| words);
    format!(
        "<span class=\"key {class}\" role=\"img\" aria-label=\"{words}\" title=\"{words}\"></span>"
    )
}

fn state(entry: &CoverageEntry<'_>) -> &'static str {
    match entry.fate {
        Fate::Encoded if entry.exercised => "exercised",
        Fate::Encoded => "encoded",
        Fate::Judged => "judged",
        Fate::Advice => "advice",
        Fate::Missing => "missing",
    }
}

/// Returns the HTML page.
pub fn page(title: &str, coverage: &Coverage<'_>, sources: &SourceMap) -> String {
    let title = escaped(title);
    let page = Page { coverage, sources };
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: \
         coverage</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{} of \
         the book, and the state of each.</p>\n",
        counted(coverage.entries.len(), "numbered rule")
    );
    html.push_str(&summary(&page));
    let lists = [
        (CoverageGroup::Missing, "Not implemented"),
        (CoverageGroup::Unexercised, "Encoded, but not tested"),
        (
            CoverageGroup::Contradictions,
            "Contradictions in the book, and how they are read",
        ),
        (
            CoverageGroup::Unclear,
            "Left open by the book, and how it is read",
        ),
    ];
    for (group, heading) in lists {
        html.push_str(&list(&page, group, heading));
    }
    html.push_str(&house(&page));
    html.push_str(&unknown(&page));
    html.push_str(&by_section(&page));
    html.push_str("</body>\n</html>\n");
    html
}

/// Renders the bar, and the number of rules in each of its segments.
fn summary(page: &Page<'_>) -> String {
    let count = |class: &str| {
        page.coverage
            .entries
            .iter()
            .filter(|entry| state(entry) == class)
            .count()
    };
    let all = page.coverage.entries.len().max(1);
    let mut bar = String::from("<div class=\"bar\">");
    let mut rows = String::from("<table>\n");
    for (class, words) in STATES {
        let n = count(class);
        let share = 100.0 * n as f64 / all as f64;
        let _ = write!(
            bar,
            "<div class=\"{class}\" style=\"width: {share:.2}%\" title=\"{words}: {n}\"></div>"
        );
        let _ = writeln!(
            rows,
            "<tr><td>{}{words}</td><td>{n}</td><td>{share:.1} %</td></tr>",
            key(class)
        );
    }
    format!("{bar}</div>\n{rows}</table>\n")
}

fn list(page: &Page<'_>, group: CoverageGroup, heading: &str) -> String {
    let chosen: Vec<&CoverageEntry<'_>> = page.coverage.group(group).collect();
    if chosen.is_empty() {
        return String::new();
    }
    let mut html = format!("<h2>{heading} ({})</h2>\n<table>\n", chosen.len());
    for entry in chosen {
        let said: Vec<String> = remarks(entry, group, page.sources)
            .iter()
            .map(|remark| emphasised(remark))
            .collect();
        html.push_str(&row(entry, &said.join("<br>")));
    }
    html.push_str("</table>\n");
    html
}

fn row(entry: &CoverageEntry<'_>, said: &str) -> String {
    let (id, title) = (escaped(&entry.rule.id), escaped(&entry.rule.title));
    // The id of a heading in a draft without numbers is its title.
    let title = if title == id { String::new() } else { title };
    format!(
        "<tr><td>{}{id}</td><td class=\"title\">{title}</td><td class=\"said\">{said}</td></tr>\n",
        key(state(entry))
    )
}

/// Renders a remark with its first words emphasised.
fn emphasised(remark: &str) -> String {
    match remark.split_once(": ") {
        Some(("read as", reading)) => format!("<b>read as</b> {}", escaped(reading)),
        Some(_) | None => escaped(remark),
    }
}

/// Renders the declarations that cite no section.
fn house(page: &Page<'_>) -> String {
    if page.coverage.house.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<h2>House rules and values without a section ({})</h2>\n<table>\n",
        page.coverage.house.len()
    );
    for rule in &page.coverage.house {
        let title = rule
            .head
            .title
            .as_ref()
            .map_or("", |title| title.value.as_str());
        let place = file_and_line(rule.head.name.span, page.sources).unwrap_or_default();
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td><td class=\"places\">{} in {}</td></tr>",
            escaped(&rule.head.name.value),
            escaped(title),
            rule.sort,
            escaped(&place)
        );
    }
    html.push_str("</table>\n");
    html
}

fn unknown(page: &Page<'_>) -> String {
    if page.coverage.unknown.is_empty() {
        return String::new();
    }
    let mut html = format!(
        "<h2>Cited, but not in the index ({})</h2>\n<table>\n",
        page.coverage.unknown.len()
    );
    for (section, places) in &page.coverage.unknown {
        let places = places.iter();
        let places = places.filter_map(|place| file_and_line(*place, page.sources));
        let places: Vec<String> = places.collect();
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td class=\"places\">{}</td></tr>",
            escaped(section),
            escaped(&places.join(", "))
        );
    }
    html.push_str("</table>\n");
    html
}

/// Renders every rule of the book, by section.
fn by_section(page: &Page<'_>) -> String {
    let mut html = String::from("<h2>Every rule</h2>\n");
    let mut order: Vec<&str> = Vec::new();
    let mut sections: BTreeMap<&str, Vec<&CoverageEntry<'_>>> = BTreeMap::new();
    for entry in &page.coverage.entries {
        let section = entry.rule.section.as_str();
        if !sections.contains_key(section) {
            order.push(section);
        }
        sections.entry(section).or_default().push(entry);
    }
    // Every heading of a draft is a section of its own, so that there is nothing to fold.
    if order.len() == page.coverage.entries.len() {
        html.push_str("<table>\n");
        html.extend(page.coverage.entries.iter().map(|entry| every(entry, page)));
        html.push_str("</table>\n");
        return html;
    }
    for section in order {
        let entries = sections.get(section).map(Vec::as_slice).unwrap_or_default();
        let name = match section {
            "" => "Without a section".to_owned(),
            section => format!("Section {}", escaped(section)),
        };
        let left = left(entries);
        let is_open = if left.contains("missing") {
            " open"
        } else {
            ""
        };
        let _ = writeln!(
            html,
            "<details{is_open}><summary>{name}: {}{left}</summary>\n<table>",
            counted(entries.len(), "rule")
        );
        html.extend(entries.iter().map(|entry| every(entry, page)));
        html.push_str("</table></details>\n");
    }
    html
}

fn every(entry: &CoverageEntry<'_>, page: &Page<'_>) -> String {
    let said = match entry.fate {
        Fate::Missing => remark(entry, CoverageGroup::Missing, page.sources),
        Fate::Advice => String::new(),
        Fate::Encoded | Fate::Judged => remark(entry, CoverageGroup::Encoded, page.sources),
    };
    row(entry, &escaped(&said))
}

/// Describes the remaining work of a section: `, 2 without an example, 1 missing`.
fn left(entries: &[&CoverageEntry<'_>]) -> String {
    let count = |class: &str| entries.iter().filter(|entry| state(entry) == class).count();
    let without = match count("encoded") {
        0 => String::new(),
        n => format!(", {n} without an example"),
    };
    match count("missing") {
        0 => without,
        n => format!("{without}, {n} missing"),
    }
}

/// Escapes a text for HTML content and attribute values.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
