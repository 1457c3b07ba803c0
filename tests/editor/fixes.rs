//! Cures of findings: applied to the cases of `tests/check`, the finding is gone and no new error appears.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable::diagnostic::{Code, Diagnostic, Severity, TextEdit, edited};
use sandtable::source::{FileId, Span};
use sandtable::workspace::{Analysis, Effort};

use crate::harness::{Beside, Case, HERE};

/// The rule files below a folder.
fn cases(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            cases(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rules") {
            found.push(path);
        }
    }
}

/// The texts of a case that cures change.
struct Texts {
    rules: String,
    units: Option<String>,
    board: Option<String>,
}

/// A case with the files beside it, under other texts.
fn analysed(case: &Path, texts: &Texts) -> Arc<Analysis> {
    let index = fs::read_to_string(case.with_extension("index.toml")).ok();
    let beside = Beside {
        units: texts.units.as_deref(),
        index: index.as_deref(),
        board: texts.board.as_deref().map(|board| (HERE, board)),
    };
    let name = case.file_name().unwrap().to_str().unwrap();
    let case = Case::new(name, &texts.rules, beside);
    case.checked(Effort::None).analysis
}

/// Cases with a second mistake behind the first, which shows when that one is cured.
const UNMASKED: [&str; 3] = [
    "block_not_indented",
    "key_without_a_type",
    "what_the_base_lacks",
];

/// The texts of a case after edits: a variant stands in the lines that its base leaves blank, so that places are the same.
fn after(before: &Analysis, edits: &[TextEdit], texts: &Texts) -> Texts {
    let ending_of = |file: FileId| {
        let name = &before.sources().get(file).unwrap().name;
        match (name.contains("maps/"), name.ends_with(".toml")) {
            (true, _) => Some("board.toml"),
            (false, true) => Some("toml"),
            (false, false) => None,
        }
    };
    let some_file = before.sources().files().next().unwrap().0;
    let edited = |text: &str, ending: Option<&str>| {
        let edits = edits
            .iter()
            .filter(|edit| ending_of(edit.span.file) == ending);
        let moved = edits.map(|edit| TextEdit {
            span: Span::new(some_file, edit.span.start, edit.span.end),
            text: edit.text.clone(),
        });
        edited(text, some_file, &moved.collect::<Vec<_>>())
    };
    let (units, board) = (texts.units.as_deref(), texts.board.as_deref());
    Texts {
        rules: edited(&texts.rules, None),
        units: units.map(|text| edited(text, Some("toml"))),
        board: board.map(|text| edited(text, Some("board.toml"))),
    }
}

/// Counts the findings of each code and message; errors alone, if only they are asked for.
fn counted(analysis: &Analysis, only_errors: bool) -> BTreeMap<(Code, Box<str>), usize> {
    let mut counts = BTreeMap::new();
    for one in analysis
        .diagnostics()
        .iter()
        .chain(analysis.diagnostics().notes())
    {
        if !only_errors || one.severity() == Severity::Error {
            *counts.entry((one.code, one.message.clone())).or_default() += 1;
        }
    }
    counts
}

fn all(analysis: &Analysis) -> Vec<&Diagnostic> {
    let found = analysis.diagnostics();
    found.iter().chain(found.notes()).collect()
}

#[test]
fn every_cure_cures_and_breaks_nothing() {
    let mut paths = Vec::new();
    cases(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check"),
        &mut paths,
    );
    paths.sort();
    let (mut n_fixes, mut bad) = (0, Vec::new());
    let mut codes: BTreeMap<Code, usize> = BTreeMap::new();
    for path in &paths {
        let case_name = path.file_stem().unwrap().to_str().unwrap();
        let beside = |ending: &str| fs::read_to_string(path.with_extension(ending)).ok();
        let texts = Texts {
            rules: beside("rules").unwrap(),
            units: beside("toml"),
            board: beside("board.toml"),
        };
        let before = analysed(path, &texts);
        let errors = counted(&before, true);
        let findings = counted(&before, false);
        for finding in all(&before) {
            for fix in before.fixes_of(finding) {
                n_fixes += 1;
                *codes.entry(finding.code).or_default() += 1;
                let after = analysed(path, &after(&before, &fix.edits, &texts));
                let key = (finding.code, finding.message.clone());
                let left = counted(&after, false).get(&key).copied().unwrap_or(0);
                let case = format!(
                    "{}: {} `{}`",
                    path.display(),
                    finding.code.number(),
                    fix.title
                );
                if left >= findings[&key] {
                    bad.push(format!("{case}: still there: {}", finding.message));
                }
                // What is no line of the language hides what is wrong in its words, and is looked at alone.
                let is_syntax = |code: Code| code.number().starts_with("E01");
                for ((code, message), n) in counted(&after, true) {
                    if is_syntax(finding.code) && !is_syntax(code) || UNMASKED.contains(&case_name)
                    {
                        continue;
                    }
                    let known = errors.iter().filter(|((known, _), _)| *known == code);
                    let known: usize = known.map(|(_, n)| n).sum();
                    if known < n {
                        bad.push(format!("{case}: new error {}: {message}", code.number()));
                    }
                }
            }
        }
    }
    assert!(
        bad.is_empty(),
        "{} of {n_fixes}:\n{}",
        bad.len(),
        bad.join("\n")
    );
    let wanted = [
        Code::MissingColon,
        Code::Tab,
        Code::MissingRounding,
        Code::TwoSpellings,
    ];
    for code in wanted
        .into_iter()
        .chain([Code::UnknownName, Code::UnknownWord])
    {
        assert!(codes.contains_key(&code), "{} has a cure", code.number());
    }
}

#[test]
fn a_missing_rounding_has_each_choice() {
    let rules =
        "ruleset case\n\nkind squad\n  men 0..10\n\nformula half (unit: squad) = unit.men / 2\n";
    let texts = Texts {
        rules: rules.to_owned(),
        units: None,
        board: None,
    };
    let analysis = analysed(Path::new("case.rules"), &texts);
    let (file, source) = analysis.sources().files().next().unwrap();
    let offset = source.text.find("/ 2").unwrap();
    let found = analysis.fixes(file, offset);
    let titles: Vec<&str> = found
        .iter()
        .flat_map(|(_, fixes)| fixes)
        .map(|fix| fix.title.as_str())
        .collect();
    assert_eq!(
        titles,
        [
            "add `rounded down`",
            "add `rounded up`",
            "add `rounded to nearest`"
        ]
    );
}
