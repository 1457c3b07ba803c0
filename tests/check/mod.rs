//! Every mistake that a rule file can have gets its finding: a folder for each code, a file for each claim.

use std::path::{Path, PathBuf};

use sandtable::diagnostic::{Code, Severity};
use sandtable::explain::examples;
use sandtable::lint::counterexample;

use crate::cases::{each, files_below};
use crate::harness;

#[test]
fn cases() {
    let files = files_below("tests/check", &[".rules", ".md", ".map.toml"]);
    each(&files, |path| {
        let (diagnostics, sources) = harness::checked(path);
        // Notes are told on request: here those that the case is about.
        let folder = path.parent().unwrap().file_name().unwrap();
        let notes = diagnostics.notes().iter();
        let notes = notes.filter(|note| note.code.number() == folder);
        let shown = diagnostics.iter().chain(notes);
        harness::assert_beside(path, &harness::drawn(shown, &sources));
    });
}

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

/// Whether a rule file and its units alone can have the finding: not what is found while running and loading.
fn is_about_text(code: Code) -> bool {
    let is_elsewhere = ["E05", "E07"]
        .iter()
        .any(|start| code.number().starts_with(start));
    !is_elsewhere && code != Code::InternalError
}

/// Whether a case claims that nothing is wrong.
fn is_fine(case: &Path) -> bool {
    let claim = case.file_stem().unwrap().to_str().unwrap();
    let claim = claim.trim_end_matches(".map");
    claim.ends_with("_is_fine") || claim.ends_with("_are_fine")
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

#[test]
fn every_case_shows_the_code_of_its_folder_and_no_errors_of_other_codes() {
    let about_text = Code::ALL.iter().filter(|code| is_about_text(**code));
    let mut wrong = Vec::new();
    for (code, case) in
        about_text.flat_map(|code| cases_of(*code).into_iter().map(move |case| (*code, case)))
    {
        let (diagnostics, _) = harness::checked(&case);
        let mut all = diagnostics.iter().chain(diagnostics.notes());
        let shows = all.any(|finding| finding.code == code);
        let others = diagnostics
            .iter()
            .filter(|finding| finding.code != code)
            .map(|finding| finding.code.number())
            .collect::<Vec<_>>();
        if shows == is_fine(&case) || !others.is_empty() {
            wrong.push(format!("{}: {shows}, and {others:?}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The examples of `sandtable check --write-example` can be run and show the finding: a lookup out of range ends there,
/// all others give the written result.
#[test]
fn the_cases_of_findings_run() {
    let shown = [
        Code::NoOptionLeft,
        Code::RedundantRow,
        Code::MergeableRows,
        Code::KeyWithoutEffect,
        Code::ImpossibleOutcome,
        Code::ConstantCondition,
        Code::LookupOutOfRange,
        Code::RowNeverReached,
        Code::NoUnitUses,
        Code::BetterIsWorse,
        Code::DuplicateModifier,
        Code::Cliff,
        Code::DominatedOption,
        Code::ConflictingTables,
        Code::ConflictingTriggers,
        Code::MergeableColumns,
    ];
    let mut n_shown = 0;
    for (code, case) in shown
        .into_iter()
        .flat_map(|code| cases_of(code).into_iter().map(move |case| (code, case)))
        .filter(|(_, case)| {
            !is_fine(case) && case.extension().is_some_and(|ending| ending == "rules")
        })
    {
        let rules = std::fs::read_to_string(&case).unwrap();
        let beside = |ending: &str| std::fs::read_to_string(case.with_extension(ending)).ok();
        let (units, board) = (beside("toml"), beside("board.toml"));
        let analysis = harness::analysed(&case).analysis;
        let (diagnostics, book) = (analysis.diagnostics(), analysis.book());
        let findings = diagnostics.iter().chain(diagnostics.notes());
        for finding in findings.filter(|finding| finding.code == code) {
            let told = finding.example.as_deref().map(str::to_owned);
            let Some(example) = told.or_else(|| counterexample::find(book, finding)) else {
                continue;
            };
            n_shown += 1;
            let rules = format!("{rules}\n{example}");
            let book = harness::book_of(
                &rules,
                units.as_deref(),
                board.as_deref().map(|board| (harness::HERE, board)),
            );
            for example in book.examples.iter() {
                let outcome = examples::run(&book, example);
                let found: Vec<Code> = outcome.findings.iter().map(|found| found.code).collect();
                let expected = match code {
                    Code::LookupOutOfRange => vec![Code::OffTheTable],
                    Code::NoOptionLeft => vec![Code::NoOption],
                    _ => Vec::new(),
                };
                assert_eq!(found, expected, "{}: {}", case.display(), example.title);
            }
        }
    }
    assert!(n_shown >= 25, "only {n_shown} findings have a case");
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

/// Each warning and note has a case to run, or its page says why none can be written.
#[test]
fn each_finding_has_a_case_to_run_or_its_page_says_why_not() {
    let says = |code: &Code| code.page().contains("`--write-example` writes no example");
    let mut silent = Vec::new();
    let codes = Code::ALL.iter().filter(|code| is_about_text(**code));
    let codes = codes.filter(|code| code.severity() != Severity::Error && !says(code));
    for code in codes {
        let cases = cases_of(*code).into_iter().filter(|case| !is_fine(case));
        for case in cases.filter(|case| case.extension().is_some_and(|end| end == "rules")) {
            let analysis = harness::analysed(&case).analysis;
            let (diagnostics, book) = (analysis.diagnostics(), analysis.book());
            // On a board a case would need a map.
            if book.board.is_some() {
                continue;
            }
            let findings = diagnostics.iter().chain(diagnostics.notes());
            let mut own = findings.filter(|finding| finding.code == *code);
            if own.any(|finding| {
                finding.example.is_none() && counterexample::find(book, finding).is_none()
            }) {
                silent.push(format!("{} {}", code.number(), case.display()));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
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
