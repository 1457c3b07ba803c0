//! `sandtable list --overrides`: what of a base its variants say otherwise.

use serde_json::{Value, json};

use super::bars::columns;
use super::coverage::placed;
use crate::workspace::Analysis;

/// One line for each thing: which variant, what it does to what, and where both stand.
pub(super) fn text(analysis: &Analysis) -> String {
    let sources = analysis.sources();
    if analysis.overrides().is_empty() {
        return format!("{} changes nothing of a base\n", analysis.name());
    }
    let rows: Vec<Vec<String>> = analysis
        .overrides()
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

pub(super) fn document(analysis: &Analysis) -> Value {
    let sources = analysis.sources();
    let overrides: Vec<Value> = analysis
        .overrides()
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
    json!({ "ruleset": analysis.name(), "overrides": overrides })
}
