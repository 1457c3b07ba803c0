//! Renders a story, step by step.

use sandtable_explain::citation_text::sections;
use sandtable_explain::trace::Step;
use sandtable_session::game::Played;
use sandtable_session::resolution::Resolution;

use crate::assumed;

/// Returns one resolution for people; with the details that were only looked up on the way, if `has_details`.
pub fn text(resolution: &Resolution, has_details: bool) -> String {
    let mut told = resolution.steps.as_slice();
    let mut head = resolution.title.clone();
    if let Some((first, rest)) = told.split_first()
        && head.starts_with(&first.text)
    {
        head.push_str(&sections(&first.citations));
        told = rest;
    }
    let mut text = format!("{head}\n{}", steps(told, has_details));
    if let Some(outcome) = &resolution.outcome {
        text.push_str(&format!("\n{}\n", outcome.words));
    }
    text.push_str(&assumed::lines(&resolution.assumed, ""));
    if let Some(seed) = resolution.seed {
        text.push_str(&format!("(--seed {seed} repeats these dice)\n"));
    }
    text
}

/// Returns how a game came out, and the seed that throws its dice again, if there were any.
pub fn ending(played: &Played, seed: Option<u64>) -> String {
    let mut text = String::new();
    if let Some(outcome) = &played.outcome {
        text.push_str(&format!("\n{}\n", outcome.join("\n")));
    }
    if let Some(seed) = seed {
        text.push_str(&format!("(--seed {seed} repeats these dice)\n"));
    }
    text
}

/// Returns steps as lines: two blanks for each level, sections behind where they are news; without the details unless
/// they are wanted.
pub fn steps(steps: &[Step], has_details: bool) -> String {
    steps
        .iter()
        .filter(|step| has_details || !step.is_detail)
        .map(|step| {
            let indent = "  ".repeat(step.depth);
            // A sum carries the sections of its lines itself.
            if step.is_cited_above || step.text.contains('[') {
                format!("{indent}{}\n", step.text)
            } else {
                format!("{indent}{}{}\n", step.text, sections(&step.citations))
            }
        })
        .collect()
}
