//! The changes that variants make to their base.

use crate::bars::columns;
use crate::places::{bracketed, file_and_line};
use sandtable_source::SourceMap;
use sandtable_syntax::overlay::Override;

/// Returns a line for each override: the variant, its change, the changed declaration, and the lines of both.
pub fn text(ruleset: &str, overrides: &[Override], sources: &SourceMap) -> String {
    if overrides.is_empty() {
        return format!("{ruleset} changes nothing of a base\n");
    }
    let place = |span| file_and_line(span, sources).unwrap_or_default();
    let rows: Vec<Vec<String>> = overrides
        .iter()
        .map(|one| {
            vec![
                format!("{} {}", one.winner, one.does),
                one.what.clone(),
                place(one.winner_place),
                format!("{} {}", one.loser, place(one.loser_place)),
                bracketed(&one.citations),
            ]
        })
        .collect();
    columns(&rows, &[])
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
