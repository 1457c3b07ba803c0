//! Renders a story, step by step.

use sandtable_explain::citation_text::sections;
use sandtable_explain::trace::{ShownStep, Step, excerpt_of};
use sandtable_session::game::Played;
use sandtable_session::resolution::Resolution;

use crate::assumed;
use crate::numerals::grouped;

/// The way to see the steps that are left out of a resolution.
pub const ALL_STEPS: &str = "`roll` with `--steps all` shows them";

/// The way to see the steps that are left out of a game.
pub const ALL_STEPS_OF_A_GAME: &str = "`play` with `--steps all` shows them";

/// Returns one resolution as text, with at most `most` of its steps; with details such as lookups if `has_details`.
pub fn text(resolution: &Resolution, has_details: bool, most: Option<usize>) -> String {
    let mut told = resolution.steps.as_slice();
    let mut head = resolution.title.clone();
    if let Some((first, rest)) = told.split_first()
        && head.starts_with(&first.text)
    {
        head.push_str(&sections(&first.citations));
        told = rest;
    }
    let told = told.iter().filter(|step| has_details || !step.is_detail);
    let mut text = format!("{head}\n{}", lines(&excerpt_of(told, most), ALL_STEPS));
    if let Some(outcome) = &resolution.outcome {
        text.push_str(&format!("\n{}\n", outcome.words));
    }
    text.push_str(&assumed::lines(&resolution.assumed, ""));
    if let Some(seed) = resolution.seed {
        text.push_str(&format!("(--seed {seed} repeats these dice)\n"));
    }
    text
}

/// Returns the outcome of a game as text, and the seed that repeats its dice, if it has one.
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

/// Returns at most `most` steps as lines, indented by depth, with sections that differ from those above; without details unless
/// `has_details`. `how` describes how to see the omitted steps.
pub fn steps(steps: &[Step], has_details: bool, most: Option<usize>, how: &str) -> String {
    let steps = steps.iter().filter(|step| has_details || !step.is_detail);
    lines(&excerpt_of(steps, most), how)
}

fn lines(steps: &[ShownStep<'_>], how: &str) -> String {
    steps
        .iter()
        .map(|shown| {
            let step = match shown {
                ShownStep::Step(step) => step,
                ShownStep::LeftOut(n) => return format!("  {}\n", left_out(*n, how)),
            };
            let indent = "  ".repeat(step.depth);
            // The text of a sum contains the sections of its lines.
            if step.is_cited_above || step.text.contains('[') {
                format!("{indent}{}\n", step.text)
            } else {
                format!("{indent}{}{}\n", step.text, sections(&step.citations))
            }
        })
        .collect()
}

/// `(1,204 steps are not shown; …)`
pub(crate) fn left_out(n: usize, how: &str) -> String {
    match n {
        1 => format!("(one step is not shown; {how})"),
        n => format!("({} steps are not shown; {how})", grouped(n as u64)),
    }
}
