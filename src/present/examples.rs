//! Worked examples that were run.

use sandtable_session::example_runs::{BaseRuns, ExampleRun, ExampleRuns};

use crate::numerals::counted;
use crate::story::{ALL_STEPS, steps};
use sandtable_explain::trace::STEPS_SHOWN;

/// Returns an example that failed: its findings, as they are drawn, and what happened.
pub fn failed(run: &ExampleRun, findings: &str) -> String {
    let told = match run.stories.is_empty() {
        true => String::new(),
        false => format!("actual results:\n{}\n", told(run, false)),
    };
    format!("failed: {}\n{findings}{told}", run.title)
}

/// Returns an example step by step, whether it passed or not; its findings are drawn.
pub fn traced(run: &ExampleRun, findings: &str, has_details: bool) -> String {
    let how = match (run.findings.is_empty(), run.stories.is_empty()) {
        (true, false) => "passed",
        (true, true) => "passed, by odds only",
        (false, _) => "failed",
    };
    format!(
        "{how}: {}\n{findings}{}\n",
        run.title,
        told(run, has_details)
    )
}

/// Renders the trace of a run, with a heading for each of several steps.
fn told(run: &ExampleRun, has_details: bool) -> String {
    match run.stories.as_slice() {
        [(_, only)] => steps(only, has_details, Some(STEPS_SHOWN), ALL_STEPS),
        several => several
            .iter()
            .map(|(name, story)| {
                let story = steps(story, has_details, Some(STEPS_SHOWN), ALL_STEPS);
                format!("run {name}\n{story}")
            })
            .collect(),
    }
}

/// Returns how many examples passed. `remark` says why some were not run, if they were not.
pub fn summary(runs: &ExampleRuns, remark: impl FnOnce(u64, u64) -> String) -> String {
    let (name, n, n_failed) = (&runs.ruleset, runs.runs.len(), runs.n_failed());
    let mut text = match (n, n_failed) {
        (0, _) if runs.not_run.is_empty() => format!("{name}: no examples\n"),
        (_, 0) => format!("{name}: {} passed\n", counted(n, "example")),
        _ => format!("{name}: {n_failed} of {} failed\n", counted(n, "example")),
    };
    if let Some(first) = runs.not_run.first() {
        let n_left = runs.not_run.len();
        text.push_str(&format!(
            "{name}: {} not run, from \"{first}\" on: {}\n",
            counted(n_left, "example"),
            remark(n as u64, (n + n_left) as u64)
        ));
    }
    text
}

/// Returns the results of the examples of a base under its variants.
pub fn base(runs: &BaseRuns) -> String {
    if runs.n_examples == 0 {
        return "there is no base with examples\n".to_owned();
    }
    let same = runs.n_examples - runs.differ.len();
    let mut text = format!(
        "of {} of the base, {same} give the same result\n",
        counted(runs.n_examples, "example")
    );
    for title in &runs.differ {
        text.push_str(&format!("  different: {title}\n"));
    }
    text
}
