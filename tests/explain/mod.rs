//! The story that a player reads: each case is told with the dice of its examples.

use std::fmt::Write as _;

use sandtable::tools::examples;

use crate::harness::{assert_beside, book};

#[test]
fn stories() {
    insta::glob!("*.rules", |case| {
        let book = book(case);
        let mut text = String::new();
        for example in &book.examples {
            let outcome = examples::run(&book, example);
            assert!(
                outcome.findings.is_empty(),
                "{}: {:?}",
                example.title,
                outcome.findings
            );
            writeln!(text, "{}", example.title).unwrap();
            for step in &outcome.story.unwrap().steps {
                let mark = if step.is_detail { "." } else { " " };
                let indent = "  ".repeat(step.depth);
                let sections = match step.is_cited_above || step.citations.is_empty() {
                    true => String::new(),
                    false => format!("  [{}]", step.citations.join(", ")),
                };
                writeln!(text, "{mark} {indent}{}{sections}", step.text).unwrap();
            }
            text.push('\n');
        }
        assert_beside(case, &text);
    });
}
