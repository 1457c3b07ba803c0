//! Tables whose cells are not compared with each other, and why.
//!
//! Reports: E0617.

use super::distribution::{MOST_CELLS, has_order, spreads};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Meaning, NONE, RuleBook, Table};

pub(super) fn uncompared(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for table in &book.tables {
        let keys = table.keys.iter();
        let is_asked = has_order(book, table.result.ty)
            && keys
                .clone()
                .any(|key| key.dice.is_none() && has_order(book, key.ty));
        if let Some(why) = why_not(book, table).filter(|_| is_asked) {
            let naming = &table.naming;
            diagnostics.push(
                Diagnostic::new(
                    Code::NotLookedThrough,
                    format!("the cells of `{}` were not all compared: {why}", naming.name),
                )
                .label(naming.span, "")
                .help("whether a better key gives a worse result, and where its steps are steep, is for you to see")
                .cite(naming.citations.iter().map(String::as_str)),
            );
        }
    }
}

fn why_not(book: &RuleBook, table: &Table) -> Option<String> {
    let n_cells = table.cells.len();
    if n_cells > MOST_CELLS {
        return Some(format!("it has {n_cells}, and {MOST_CELLS} are the most"));
    }
    let Some(known) = spreads(book, table) else {
        return Some("its keys are thrown with too many dice".to_owned());
    };
    let is_nothing = |meaning: &Meaning| matches!(meaning, Meaning::Value(NONE));
    if table.meanings.iter().any(is_nothing) || table.keys.iter().any(|key| key.dice.is_some()) {
        return None;
    }
    let words: Vec<String> = table
        .meanings
        .iter()
        .enumerate()
        .filter_map(|(at, meaning)| match meaning {
            Meaning::Where { word, .. } => {
                let mut cells = table.cells.iter().enumerate();
                let is_known =
                    cells.any(|(place, cell)| *cell as usize == at && known.contains_key(&place));
                (!is_known).then(|| format!("`{word}`"))
            }
            Meaning::Value(_) => None,
        })
        .collect();
    (!words.is_empty()).then(|| {
        format!(
            "what {} stands for rests on more than one die",
            words.join(" and ")
        )
    })
}
