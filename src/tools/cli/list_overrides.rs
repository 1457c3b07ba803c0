//! `sandtable list --overrides`: what of a base its variants say otherwise.

use serde_json::{Value, json};

use super::bars::columns;
use super::checked::Checked;
use super::coverage::placed;

/// One line for each thing: which variant, what it does to what, and where both stand.
pub(super) fn text(checked: &Checked) -> String {
    let sources = &checked.bundle.sources;
    if checked.overrides.is_empty() {
        return format!("{} changes nothing of a base\n", checked.bundle.name);
    }
    let rows: Vec<Vec<String>> = checked
        .overrides
        .iter()
        .map(|one| {
            let sections = match one.citations.as_slice() {
                [] => String::new(),
                some => format!("[{}]", some.join(", ")),
            };
            vec![
                format!("{} {}", one.winner, one.does),
                one.what.clone(),
                placed(one.winner_place, sources).unwrap_or_default(),
                format!(
                    "{} {}",
                    one.loser,
                    placed(one.loser_place, sources).unwrap_or_default()
                ),
                sections,
            ]
        })
        .collect();
    columns(&rows, &[])
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}

pub(super) fn document(checked: &Checked) -> Value {
    let sources = &checked.bundle.sources;
    let overrides: Vec<Value> = checked
        .overrides
        .iter()
        .map(|one| {
            json!({
                "what": one.what,
                "does": one.does,
                "variant": one.winner,
                "place": placed(one.winner_place, sources),
                "base": one.loser,
                "base_place": placed(one.loser_place, sources),
                "sections": one.citations,
            })
        })
        .collect();
    json!({ "ruleset": checked.bundle.name, "overrides": overrides })
}
