//! A report for a terminal.

use sandtable_session::report::Report;

use super::sections::{heading, sections_of};
use crate::bars::{Side, columns};

/// Maximum number of rows of a table.
const MOST_ROWS: usize = 14;

/// Returns the report as text. `remark` says why the games ended early, if they did.
pub fn as_text(report: &Report, remark: Option<&str>) -> String {
    let mut text = String::new();
    for line in heading(report) {
        text.push_str(&format!("{line}\n"));
    }
    if let Some(remark) = remark {
        text.push_str(&format!("{remark}\n"));
    }
    for section in sections_of(report) {
        text.push_str(&format!("\n{}\n", section.title));
        for sentence in &section.sentences {
            text.push_str(&format!("  {sentence}\n"));
        }
        let Some(table) = &section.table else {
            continue;
        };
        let head = table.head.clone();
        let rows = table.rows.iter().take(MOST_ROWS).cloned();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        let sides: Vec<Side> = (0..table.head.len())
            .map(|column| {
                let is_number = |row: &Vec<String>| {
                    let first = row.get(column).and_then(|cell| cell.chars().next());
                    first.is_none_or(|first| first.is_ascii_digit() || "-+".contains(first))
                };
                match column > 0 && table.rows.iter().all(is_number) {
                    true => Side::Right,
                    false => Side::Left,
                }
            })
            .collect();
        for line in columns(&rows, &sides) {
            text.push_str(&format!("    {line}\n"));
        }
        if table.rows.len() > MOST_ROWS {
            let n_more = table.rows.len() - MOST_ROWS;
            text.push_str(&format!("    … and {n_more} more (`--format json`)\n"));
        }
    }
    text
}
