//! Every mistake that a rule file can have gets its finding: a folder for each code, a file for each claim.

use std::path::{Path, PathBuf};

use sandtable::diagnostic::Code;
use sandtable::lint::counterexample;

use crate::harness;

use claims::{is_about_text, is_fine};

mod claims;

/// The cases in the folder of a code.
fn cases_of(code: Code) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/check")
        .join(code.number());
    let mut cases: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending == "rules" || ending == "md")
                || path
                    .to_str()
                    .is_some_and(|path| path.ends_with(harness::MAP))
        })
        .collect();
    cases.sort();
    cases
}

#[test]
fn every_code_about_rules_and_units_has_a_case() {
    let about_text = Code::ALL.iter().filter(|code| is_about_text(**code));
    for code in about_text {
        let cases = cases_of(*code);
        assert!(
            cases.iter().any(|case| !is_fine(case)),
            "{} has no case",
            code.number()
        );
    }
}

/// From no hits, only a 3 on the d3 comes to the third hit, at which both triggers fire.
#[test]
fn a_case_of_two_triggers_is_one_in_which_they_fire() {
    let cases = cases_of(Code::ConflictingTriggers);
    let mut cases = cases.iter();
    let case = cases.find(|case| case.ends_with("a_hit_of_one_to_three.rules"));
    let analysis = harness::analysed(case.unwrap()).analysis;
    let mut findings = analysis.diagnostics().iter();
    let finding = findings.find(|finding| finding.code == Code::ConflictingTriggers);
    let shown = counterexample::find(analysis.book(), finding.unwrap()).unwrap();
    assert!(shown.contains("\n  dice    3\n"), "{shown}");
}

/// Two tables with the same keys that have more answers than are compared: it is said that they were not.
#[test]
fn tables_with_too_many_answers_are_said_not_to_be_compared() {
    let table = |name: &str| {
        let rows = (0..40).flat_map(|cut| {
            let row = move |at: usize| {
                let mut keys = ["any".to_owned(), "any".to_owned(), "any".to_owned()];
                keys[at] = cut.to_string();
                format!("  {} | {}\n", keys.join(" | "), cut % 9)
            };
            (0..3).map(row)
        });
        format!(
            "table {name} (ground: 0..99, range: 0..99, men: 0..99) -> 0..9\n  ground | range | men | losses\n{}  any | any | any | 9\n  several rows: first\n\n",
            rows.collect::<String>()
        )
    };
    let rules = format!(
        "ruleset test \"Test\"\n\n{}{}",
        table("losses"),
        table("losses-at-night")
    );
    let (found, _) = harness::checked_texts("large.rules", &rules, Default::default());
    // 41 lines of each key matter: 41 * 41 * 41 = 68,921 results.
    let told = found
        .notes()
        .iter()
        .filter(|note| note.code == Code::NotFullyChecked);
    let told: Vec<&str> = told.map(|note| &*note.message).collect();
    assert!(
        told.iter()
            .any(|told| told.contains("have the same keys, but were not compared")),
        "{told:?}"
    );
}
