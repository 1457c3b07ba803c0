//! Cures of findings: applied to the cases of `tests/check`, the finding is gone and no new error appears.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable::diagnostic::{Code, Diagnostic, Severity, edited};
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Analysis, Effort, Workspace};

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

/// A case with the files beside it.
fn analysed(case: &Path, text: &str, units: Option<&str>) -> Arc<Analysis> {
    let mut memory = Memory::default();
    memory.set("rules/case/case.rules", text);
    let beside = |ending: &str| fs::read_to_string(case.with_extension(ending)).ok();
    if let Some(units) = units.map(str::to_owned).or_else(|| beside("toml")) {
        memory.set("units/case/case.toml", units);
    }
    if let Some(index) = beside("index.toml") {
        memory.set("rules/case/index.toml", index);
    }
    if let Some(map) = beside("board.toml") {
        memory.set("units/case/maps/here.toml", map);
    }
    Workspace::new(memory).analyse("case", &[], Effort::None)
}

/// Counts the findings of each code and message; errors alone, if only they are asked for.
fn counted(analysis: &Analysis, only_errors: bool) -> BTreeMap<(Code, String), usize> {
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
        let text = fs::read_to_string(path).unwrap();
        let before = analysed(path, &text, None);
        let errors = counted(&before, true);
        let findings = counted(&before, false);
        for finding in all(&before) {
            for fix in before.fixes_of(finding) {
                n_fixes += 1;
                *codes.entry(finding.code).or_default() += 1;
                let texts = before.sources().files();
                let mut texts: BTreeMap<&str, String> = texts
                    .map(|(id, file)| (file.name.as_str(), edited(&file.text, id, &fix.edits)))
                    .collect();
                let rules = texts.remove("rules/case/case.rules").unwrap();
                let units = texts.remove("units/case/case.toml");
                let after = analysed(path, &rules, units.as_deref());
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
                for ((code, message), n) in counted(&after, true) {
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
    let analysis = analysed(Path::new("case.rules"), rules, None);
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
