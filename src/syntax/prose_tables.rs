//! Comparison of tables in the prose of a draft with the tables of the rules in the same section.
//!
//! Readers see both; if they agree except for a number, one of them is outdated.
//!
//! Reports: E0621.

use super::ast::{File, Item, Table};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_draft::read::markdown::PipeTable;
use sandtable_source::Spanned;

/// Number of shared cells for one allowed difference: tables that differ in more are two tables.
const EACH: usize = 4;
/// Words that say what a number counts; whether they are there makes no difference.
const MEASURES: [&str; 6] = ["hex", "hexes", "inch", "inches", "points", "point"];

/// A table as both are compared: the text of each cell, and its place.
type Cells = Vec<Vec<Spanned<String>>>;

/// Start of a table of the prose: that of its first cell.
fn start(table: &PipeTable) -> usize {
    let mut cells = table.rows.iter().flatten();
    cells.next().map_or(0, |cell| cell.span.start)
}

/// Reports tables of the prose that agree with a table of the rules except for a number. `text` is the text of the rules, `section`
/// returns the section around an offset.
pub(super) fn kept_up(
    tables: &[PipeTable],
    tree: &File,
    text: &str,
    section: impl Fn(usize) -> Option<usize>,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for item in &tree.items {
        let Item::Table(table) = &item.value else {
            continue;
        };
        let of_rules = written(table, text);
        let here = tables.iter();
        let here = here.filter(|drawn| section(start(drawn)) == section(item.span.start));
        findings.extend(here.filter_map(|drawn| {
            let differing = differing(&drawn.rows, &of_rules)
                .or_else(|| differing(&turned(&drawn.rows), &of_rules))?;
            told(table, &differing)
        }));
    }
    findings
}

/// The cells of a table of the rules.
fn written(table: &Table, text: &str) -> Cells {
    let rows = table.rows.iter().map(|row| {
        let cells = row.value.cells.iter().map(|cell| {
            let written = text.get(cell.span.start..cell.span.end);
            Spanned::new(written.unwrap_or_default().trim().to_owned(), cell.span)
        });
        cells.collect()
    });
    rows.collect()
}

/// Columns for rows.
fn turned(rows: &Cells) -> Cells {
    let n_columns = rows.first().map_or(0, Vec::len);
    let column = |at: usize| rows.iter().filter_map(|row| row.get(at).cloned()).collect();
    (0..n_columns).map(column).collect()
}

/// The cells in which two tables differ, if they are the same table otherwise; those of the prose first.
fn differing(prose: &Cells, rules: &Cells) -> Option<Vec<[Spanned<String>; 2]>> {
    if prose.len() != rules.len() {
        return None;
    }
    let (mut n_same, mut differing) = (0, Vec::new());
    for (at, of_rules) in rules.iter().enumerate() {
        // Rows may be reordered; a row without a match is compared with the one at its index.
        let is_like = |row: &&Vec<Spanned<String>>| label(row) == label(of_rules);
        let is_free =
            |row: &&Vec<Spanned<String>>| !rules.iter().any(|other| label(other) == label(row));
        let like = prose.iter().find(is_like);
        let row = like.or_else(|| prose.get(at).filter(is_free))?;
        if row.len() != of_rules.len() {
            return None;
        }
        for (one, other) in row.iter().zip(of_rules) {
            let (said, ruled) = (plain(&one.value), plain(&other.value));
            if said == ruled {
                n_same += 1;
            } else if has_number(&said) && has_number(&ruled) {
                differing.push([one.clone(), other.clone()]);
            }
        }
    }
    (!differing.is_empty() && n_same >= (EACH - 1) * differing.len()).then_some(differing)
}

fn label(row: &[Spanned<String>]) -> String {
    row.first()
        .map_or_else(String::new, |cell| plain(&cell.value))
}

fn has_number(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit())
}

/// Normalises the text of a cell: `**4–6 hexes**` is `4-6`, `5 or more` is `5`.
fn plain(cell: &str) -> String {
    let marks: String = cell
        .to_lowercase()
        .chars()
        .filter(|mark| !matches!(mark, '*' | '`' | '_' | '"' | '″'))
        .map(|mark| match mark {
            '–' | '—' | '−' | '‑' => '-',
            mark => mark,
        })
        .collect();
    let joined = marks
        .replace(" or more", "+")
        .replace(" or less", "-")
        .replace(" or fewer", "-")
        .replace(" to ", "-");
    let words: Vec<&str> = joined
        .split_whitespace()
        .filter(|word| !MEASURES.contains(word))
        .collect();
    let text = words.join(" ").replace(" - ", "-");
    if !has_number(&text) {
        return text.replace('-', " ");
    }
    // `4+` is needed where the rules say 4, and `+1` is 1.
    text.trim_matches('+').to_owned()
}

fn told(table: &Table, differing: &[[Spanned<String>; 2]]) -> Option<Diagnostic> {
    let [said, ruled] = differing.first()?;
    let name = &table.head.name.value;
    let cells = match differing.len() {
        1 => "one cell".to_owned(),
        n => format!("{n} cells"),
    };
    let message = format!("the table in the text and `{name}` differ in {cells}");
    let citations = table.head.citations.iter();
    let finding = Diagnostic::new(Code::ConflictingTables, message)
        .label(said.span, format!("{} in the text", plain(&said.value)))
        .label(ruled.span, format!("{} in `{name}`", ruled.value))
        .help("correct one of them")
        .cite(citations.map(|citation| citation.value.as_str()));
    Some(finding.confidence(match differing.len() {
        1 => Confidence::Likely,
        _ => Confidence::Possible,
    }))
}
