//! The story that a player reads: each case is told with the dice of its examples.

use std::fmt::Write as _;
use std::path::Path;

use sandtable::diagnostic::Diagnostics;
use sandtable::explain::examples;

use sandtable::explain::scripted::{Choices, Script, Why};
use sandtable::explain::trace::{Faces, Step, explain};
use sandtable::explain::why_not::Inquiry;
use sandtable::ir::{OutputSpec, lower};
use sandtable::source::SourceMap;

use crate::harness::{assert_beside, book, findings};

fn lines(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let mark = if step.is_detail { "." } else { " " };
        let indent = "  ".repeat(step.depth);
        let sections = match step.is_cited_above || step.citations.is_empty() {
            true => String::new(),
            false => format!("  [{}]", step.citations.join(", ")),
        };
        writeln!(text, "{mark} {indent}{}{sections}", step.text).unwrap();
    }
    text
}

pub(crate) fn stories(case: &Path) {
    let book = book(case);
    let mut text = String::new();
    for example in book.examples.iter() {
        let outcome = examples::run(&book, example);
        assert!(
            outcome.findings.is_empty(),
            "{}: {:?}",
            example.title,
            outcome.findings
        );
        writeln!(text, "{}", example.title).unwrap();
        for step in outcome.steps {
            text.push_str(&lines(&step.story.unwrap().steps));
        }
        text.push('\n');
    }
    assert_beside(case, &text);
}

/// Findings about examples that differ from their expectations.
pub(crate) fn differences(case: &Path) {
    let book = book(case);
    let mut sources = SourceMap::default();
    sources.add("case.rules", std::fs::read_to_string(case).unwrap());
    let mut text = String::new();
    for example in book.examples.iter() {
        let outcome = examples::run_telling(&book, example, Some(&sources));
        assert!(!outcome.findings.is_empty(), "{}", example.title);
        let mut found = Diagnostics::default();
        found.extend(outcome.findings);
        writeln!(text, "== {}\n{}", example.title, findings(&found, &sources)).unwrap();
    }
    assert_beside(case, &text);
}

/// Why something was refused, did not apply or was not offered: the part of the condition, the values, the section.
pub(crate) fn reasons(case: &Path) {
    let book = book(case);
    let mut sources = SourceMap::default();
    sources.add("case.rules", std::fs::read_to_string(case).unwrap());
    let mut text = String::new();
    for example in book.examples.iter() {
        let step = &example.steps[0];
        let program = lower::run(&book, &step.question, OutputSpec::Outcome).program;
        let dice = step.answers.dice.iter().flat_map(|dice| &dice.value);
        let faces: Vec<String> = dice.map(|shown| shown.face.value.clone()).collect();
        let choices = step.answers.choices.iter();
        let choices = choices.flat_map(|choices| &choices.value);
        let choices: Vec<String> = choices.map(|word| word.value.clone()).collect();
        let names = step.question.unit_names(&book);
        let inquiry = Inquiry::new(&book, &sources, &step.question);
        let script = Script {
            choices: Choices::Given {
                words: &choices,
                conditions: &[],
                rest: None,
                with_settled: false,
            },
            names: &names,
            why: Some(Why {
                inquiry: &inquiry,
                of_all: true,
            }),
            ..Script::from(Faces::Given(&faces))
        };
        let units = step.question.unit_titles();
        let story = explain(&program, &units, script, 100_000);
        assert!(story.trouble.is_none(), "{:?}", story.trouble);
        writeln!(text, "{}", example.title).unwrap();
        text.push_str(&lines(&story.steps));
        text.push('\n');
    }
    assert_beside(case, &text);
}
