//! A rule file, a rulebook in Markdown or a map to the findings about it.

use std::fs;
use std::path::Path;

use sandtable::diagnostic::{Code, Diagnostics, Severity};
use sandtable::explain::examples;
use sandtable::lint::counterexample;
use sandtable::workspace::Analysis;

use crate::harness::{self, MAP};
use claims::{is_about_text, is_fine};

#[path = "../check/claims.rs"]
mod claims;

/// Warnings and notes whose counterexample is an example that passes or ends in a fault of its own.
const RUNNABLE: [Code; 16] = [
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

/// A case of a code has its finding, no error or warning of another code, and a counterexample that can be run, unless the page of
/// the code says why none can be written; one that `…_is_fine` lacks the finding. Cases in a folder of another name are about
/// several findings together.
pub(crate) fn finds(path: &Path) {
    let folder = path.parent().unwrap().file_name().unwrap();
    let code = Code::ALL.iter().find(|code| code.number() == folder);
    let name = path.file_name().unwrap().to_str().unwrap();
    let (diagnostics, sources, analysis) = if name.ends_with(MAP) {
        let text = fs::read_to_string(path).unwrap();
        let (diagnostics, sources) = harness::checked_map(name, &text);
        (diagnostics, sources, None)
    } else {
        let checked = harness::analysed(path);
        (checked.diagnostics, checked.sources, Some(checked.analysis))
    };
    // Notes are shown on request: here those that the case is about.
    let notes = diagnostics
        .notes()
        .iter()
        .filter(|note| Some(&note.code) == code);
    let shown = diagnostics.iter().chain(notes);
    harness::assert_beside(path, &harness::drawn(shown, &sources));
    let Some(code) = code.filter(|code| is_about_text(**code)) else {
        return;
    };
    assert_claim(path, *code, &diagnostics);
    if let Some(analysis) = analysis.filter(|_| !is_fine(path) && name.ends_with(".rules")) {
        run_counterexamples(path, *code, &analysis);
    }
}

/// Holds the findings against what the names of folder and file claim.
fn assert_claim(path: &Path, code: Code, diagnostics: &Diagnostics) {
    let shows = diagnostics
        .iter()
        .chain(diagnostics.notes())
        .any(|found| found.code == code);
    assert_ne!(shows, is_fine(path), "{code:?}");
    let others = diagnostics
        .iter()
        .map(|found| found.code)
        .filter(|found| *found != code);
    let others: Vec<&str> = others.map(Code::number).collect();
    assert!(others.is_empty(), "{others:?}");
}

/// The examples of `sandtable check --write-example` can be run and show the finding: a lookup out of range ends there, all others
/// give the written result.
fn run_counterexamples(path: &Path, code: Code, analysis: &Analysis) {
    let (diagnostics, book) = (analysis.diagnostics(), analysis.book());
    let findings = diagnostics.iter().chain(diagnostics.notes());
    for finding in findings.filter(|finding| finding.code == code) {
        let attached = finding.example.as_deref().map(str::to_owned);
        let Some(example) = attached.or_else(|| counterexample::find(book, finding)) else {
            // On a board a case would need a map.
            let is_excused = code.severity() == Severity::Error
                || book.board.is_some()
                || code.page().contains("`--write-example` writes no example");
            assert!(is_excused, "no example is written");
            continue;
        };
        if !RUNNABLE.contains(&code) {
            continue;
        }
        let rules = fs::read_to_string(path).unwrap();
        let beside = |ending: &str| fs::read_to_string(path.with_extension(ending)).ok();
        let (units, board) = (beside("toml"), beside("board.toml"));
        let book = harness::book_of(
            &format!("{rules}\n{example}"),
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
            assert_eq!(found, expected, "{}", example.title);
        }
    }
}
