//! Semantics of statements and operators: small rulesets whose numbers are calculated by hand.

use std::fs;
use std::path::Path;

use sandtable::diagnostic::Diagnostics;
use sandtable::explain::examples::run;
use sandtable::workspace::Effort;

use crate::harness::{Beside, Case, Checked, HERE, findings};

#[test]
fn every_case_comes_out_as_worked_out_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rules"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 25, "cases are missing");
    let wrong: Vec<String> = paths.iter().filter_map(|path| wrong(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the failures of a case, if any.
fn wrong(path: &Path) -> Option<String> {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let units = fs::read_to_string(path.with_extension("toml")).ok();
    let board = fs::read_to_string(path.with_extension("board.toml")).ok();
    let beside = Beside {
        units: units.as_deref(),
        board: board.as_deref().map(|board| (HERE, board)),
        ..Beside::default()
    };
    let case = Case::new(&format!("{name}.rules"), &text, beside);
    let Checked {
        analysis,
        diagnostics,
        sources,
    } = case.checked(Effort::None);
    let book = analysis.book();
    if diagnostics.has_errors() {
        return Some(format!("== {name}\n{}", findings(&diagnostics, &sources)));
    }
    if book.examples.is_empty() {
        return Some(format!("== {name} has no example"));
    }
    for example in book.examples.iter() {
        let outcome = run(book, example);
        let mut found = Diagnostics::default();
        found.extend(outcome.findings);
        if !found.is_empty() {
            let stories = outcome.steps.iter().filter_map(|step| step.story.as_ref());
            let steps = stories.flat_map(|story| &story.steps);
            let steps: Vec<String> = steps.map(|step| step.text.clone()).collect();
            return Some(format!(
                "== {name}: {}\n{}{}",
                example.title,
                findings(&found, &sources),
                steps.join("\n")
            ));
        }
    }
    None
}
