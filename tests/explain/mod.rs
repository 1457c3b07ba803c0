//! The story that a player reads: each case is told with the dice of its examples.

use std::fmt::Write as _;

use sandtable::explain::examples;

use sandtable::explain::scripted::{Choices, Script, Why};
use sandtable::explain::trace::{Faces, Step, explain};
use sandtable::explain::why_not::Inquiry;
use sandtable::ir::{Wanted, lower};
use sandtable::source::SourceMap;

use crate::cases::{each, files_in};
use crate::harness::{assert_beside, book};

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

#[test]
fn stories() {
    each(&files_in("tests/explain", &[".rules"]), |case| {
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
            text.push_str(&lines(&outcome.story.unwrap().steps));
            text.push('\n');
        }
        assert_beside(case, &text);
    });
}

/// Why something was refused, did not apply or was not offered: the part of the condition, the values, the section.
#[test]
fn reasons() {
    each(&files_in("tests/explain/why", &[".rules"]), |case| {
        let book = book(case);
        let mut sources = SourceMap::default();
        sources.add("case.rules", std::fs::read_to_string(case).unwrap());
        let mut text = String::new();
        for example in book.examples.iter() {
            let program = lower::run(&book, &example.question, Wanted::Outcome).program;
            let words = |list: Option<&Vec<sandtable::source::Spanned<String>>>| -> Vec<String> {
                let words = list.into_iter().flatten();
                words.map(|word| word.value.clone()).collect()
            };
            let faces = words(example.dice.as_ref().map(|dice| &dice.value));
            let choices = words(example.choices.as_ref().map(|choices| &choices.value));
            let names = example.question.unit_names(&book);
            let inquiry = Inquiry::new(&book, &sources, &example.question);
            let script = Script {
                choices: Choices::Given(&choices),
                names: &names,
                why: Some(Why {
                    inquiry: &inquiry,
                    of_all: true,
                }),
                ..Script::from(Faces::Given(&faces))
            };
            let units = example.question.unit_titles();
            let story = explain(&program, &units, script, 100_000);
            assert!(story.trouble.is_none(), "{:?}", story.trouble);
            writeln!(text, "{}", example.title).unwrap();
            text.push_str(&lines(&story.steps));
            text.push('\n');
        }
        assert_beside(case, &text);
    });
}
