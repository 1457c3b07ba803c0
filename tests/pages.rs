//! Every page says what is wrong and how to cure it, and what it shows is true.

use std::collections::BTreeSet;

use sandtable::diagnostic::{Code, Severity};

use crate::harness::{self, Beside, Case};

/// Pages whose wrong example is only hinted at, because a real one would fill several pages or is no rule file.
const HINTED: [Code; 5] = [
    Code::TooDeep,
    Code::TooLong,
    Code::TooMany,
    Code::NotYetExecutable,
    Code::NotFullyChecked,
];

/// Whether the examples of a page can be checked alone. Faults while running, asking and loading need a question or a
/// folder; `tests/cli` shows them, and `tests/draft` those about
/// manuscripts. Our own faults have no example.
fn can_be_checked(code: Code) -> bool {
    let is_elsewhere = ["E05", "E07"]
        .iter()
        .any(|start| code.number().starts_with(start));
    !is_elsewhere && code != Code::InternalError
}

#[test]
fn every_page_has_a_title_an_example_and_a_cure() {
    for code in Code::ALL {
        if *code == Code::InternalError {
            continue;
        }
        let page = code.page();
        let title = format!("# {} {}\n", code.number(), code.slug());
        assert!(page.starts_with(&title), "{}", code.number());
        assert!(page.contains("Wrong"), "{} has no example", code.number());
        assert!(
            page.to_lowercase().contains("cure"),
            "{} has no cure",
            code.number()
        );
        let n_lines = page.lines().count();
        assert!(
            (10..=60).contains(&n_lines),
            "{} has {n_lines} lines",
            code.number()
        );
    }
}

#[test]
fn the_wrong_example_of_a_page_gives_its_code_and_the_cured_one_no_error() {
    let mut wrong = Vec::new();
    for code in Code::ALL
        .iter()
        .copied()
        .filter(|code| can_be_checked(*code))
    {
        let rules = blocks(code, "rules");
        if rules.is_empty() {
            wrong.extend(map_page(code));
            continue;
        }
        let (first, last) = (rules.first().unwrap(), rules.last().unwrap());
        let units: Vec<&str> = blocks(code, "toml");
        if !HINTED.contains(&code) {
            let found = findings(code, first, units.first().copied());
            let codes: BTreeSet<&str> = found.iter().map(|(number, _)| *number).collect();
            if codes != BTreeSet::from([code.number()]) {
                wrong.push(format!(
                    "{}: the wrong example gives {codes:?}",
                    code.number()
                ));
            }
        }
        let found = findings(code, last, units.last().copied());
        let is_cured = found
            .iter()
            .all(|(number, severity)| *severity != Severity::Error && *number != code.number());
        if !is_cured {
            wrong.push(format!(
                "{}: the cured example gives {found:?}",
                code.number()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Wrong claims of a page about maps, whose examples are map files.
fn map_page(code: Code) -> Option<String> {
    let maps = blocks(code, "toml");
    let codes = |text: &str| -> BTreeSet<&str> {
        let (diagnostics, _) = harness::checked_map("page.toml", text);
        let notes = diagnostics.notes().iter();
        diagnostics
            .iter()
            .chain(notes)
            .map(|finding| finding.code.number())
            .collect()
    };
    let (first, last) = (codes(maps.first().unwrap()), codes(maps.last().unwrap()));
    let is_true = first == BTreeSet::from([code.number()]) && last.is_empty();
    (!is_true).then(|| format!("{}: {first:?}, and cured {last:?}", code.number()))
}

/// Findings of an example. Examples are about one thing: the `ruleset` line is added, and unused declarations are
/// ignored.
fn findings(code: Code, rules: &str, units: Option<&str>) -> Vec<(&'static str, Severity)> {
    let has_name = code == Code::NoRuleset || rules.starts_with("ruleset ");
    let rules = if has_name {
        rules.to_owned()
    } else {
        format!("ruleset my-game \"My game\"\n\n{rules}")
    };
    let mut beside = Beside::default();
    match units {
        Some(text) if text.starts_with("[[rule]]") => beside.index = Some(text),
        Some(text) if text.contains("\n[legend]") => beside.board = Some((harness::HERE, text)),
        other => beside.units = other,
    }
    let effort = harness::effort_for(code.number());
    let diagnostics = Case::new("page.rules", &rules, beside)
        .checked(effort)
        .diagnostics;
    let notes = diagnostics.notes().iter();
    let notes = notes.filter(|finding| finding.code == code);
    diagnostics
        .iter()
        .chain(notes)
        .filter(|finding| finding.code == code || finding.code != Code::NeverUsed)
        .map(|finding| (finding.code.number(), finding.severity()))
        .collect()
}

/// The blocks of a page that are marked as of a language.
fn blocks(code: Code, language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    code.page()
        .split(opening.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}
