//! The catalogue of a ruleset: what can be asked of it.

use crate::bars::columns;
use crate::places::bracketed;
use sandtable_session::catalogue::{Category, Listed};

/// Returns all categories below the title of the book, names only; the units are only counted.
pub fn text(title: Option<&str>, catalogue: &[(Category, Vec<Listed>)]) -> String {
    let title = title.map(|title| format!("{title}\n"));
    let parts = catalogue.iter().map(|(category, listed)| {
        if *category == Category::Units {
            let (word, n) = (category.word(), listed.len());
            return format!("{word}\n  {n} units; `sandtable list RULESET units` names them\n");
        }
        section(*category, listed, false)
    });
    let parts: Vec<String> = title.into_iter().chain(parts).collect();
    parts.join("\n")
}

/// Returns categories in full: parameters with the values that they may have.
pub fn full_text(catalogue: &[(Category, Vec<Listed>)]) -> String {
    let parts = catalogue.iter();
    let parts: Vec<String> = parts
        .map(|(category, listed)| section(*category, listed, true))
        .collect();
    parts.join("\n")
}

fn section(category: Category, listed: &[Listed], in_full: bool) -> String {
    let rows: Vec<Vec<String>> = listed.iter().map(|one| row(one, in_full)).collect();
    let lines = columns(&rows, &[]);
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{}\n{lines}", category.word())
}

/// Returns name, parameters, title and sections.
fn row(listed: &Listed, in_full: bool) -> Vec<String> {
    let about = listed.about.iter();
    let about: Vec<String> = about
        .map(|(name, values)| match (name.is_empty(), in_full) {
            (true, _) => values.clone(),
            (false, true) => format!("{name}: {values}"),
            (false, false) => name.clone(),
        })
        .collect();
    vec![
        listed.name.clone(),
        about.join(if in_full { "; " } else { ", " }),
        listed.title.clone(),
        bracketed(&listed.citations),
    ]
}
