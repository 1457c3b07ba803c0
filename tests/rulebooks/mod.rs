//! The books in `rules/`: they check without findings, and every worked example comes out as derived by hand.

use std::path::Path;
use std::sync::Arc;

use sandtable::diagnostic::Diagnostics;
use sandtable::explain::examples;
use sandtable::syntax;
use sandtable::tools::disk::Disk;
use sandtable::workspace::{Analysis, Effort, Workspace};

use crate::harness::findings;

/// A book of `rules/` with its units, checked as `sandtable check` does.
pub(crate) fn rulebook(name: &str) -> Arc<Analysis> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("rules")
        .join(name);
    let mut workspace = Workspace::new(Disk);
    workspace.analyse(path.to_str().unwrap(), &[], Effort::Quick)
}

/// Names of the books.
pub(crate) fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn books_check_without_findings() {
    for name in names() {
        let analysis = rulebook(&name);
        let found = findings(analysis.diagnostics(), analysis.sources());
        assert_eq!(found, "no findings\n", "{name}");
    }
}

#[test]
fn books_are_laid_out_as_fmt_does() {
    for name in names() {
        let analysis = rulebook(&name);
        for (file, source) in analysis.sources().files() {
            if source.name.ends_with(".rules") {
                let laid_out = syntax::format_text(file, &source.text, &mut Diagnostics::default());
                assert!(
                    laid_out.as_deref() == Some(&*source.text),
                    "`sandtable fmt rules/{name}`: {}",
                    source.name
                );
            }
        }
    }
}

#[test]
fn examples_come_out_as_derived() {
    for name in names() {
        let analysis = rulebook(&name);
        let (book, sources) = (analysis.book(), analysis.sources());
        assert!(book.examples.len() >= 15, "{name}");
        for example in book.examples.iter() {
            let mut diagnostics = Diagnostics::default();
            diagnostics.extend(examples::run(book, example).findings);
            assert!(
                diagnostics.is_empty(),
                "{name}: {}\n{}",
                example.title,
                findings(&diagnostics, sources)
            );
            assert!(
                !example.citations.is_empty(),
                "{}: cites no section",
                example.title
            );
        }
    }
}

/// The language keeps what its design page promised, down to bare fact names and parameters without types.
#[test]
fn the_design_page_runs() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulebooks/design_page.rules");
    let book = crate::harness::book(&case);
    assert_eq!(book.examples.len(), 2);
    for example in book.examples.iter() {
        let found = examples::run(&book, example).findings;
        assert!(found.is_empty(), "{}: {found:?}", example.title);
    }
}

/// Section 5.3.2 and the back page print the same table; here it is typed in once more, from the other printing.
#[test]
fn the_damage_table_is_as_printed() {
    use sandtable::ask::{Binding, ask_question};
    use sandtable::explain::trace::{Faces, explain};
    use sandtable::ir::{OutputSpec, lower};
    use sandtable::source::{Span, Spanned};
    use sandtable::syntax::ast::Literal;

    let analysis = rulebook("hex-command-mechanized");
    let book = analysis.book();
    let place = Span::nowhere();
    let word = |text: &str| Spanned::new(text.to_owned(), place);
    let weights = ["VL", "L", "M", "H", "VH"];
    // -1 stands for Color: one cube to see, then one for damage.
    let printed = [
        [1, -1, 0, 0, 0],
        [1, 1, -1, 0, 0],
        [2, 2, 1, -1, 0],
        [3, 2, 1, 1, -1],
        [4, 3, 2, 1, 1],
    ];
    for (gun, row) in weights.iter().zip(printed) {
        for (armour, cubes) in weights.iter().zip(row) {
            let binding = |name: &str, value: &str| Binding {
                place: vec![word(name)],
                about: Vec::new(),
                value: Spanned::new(Literal::Word(value.to_owned()), place),
            };
            let given = [binding("gun", gun), binding("armour", armour)];
            let mut diagnostics = Diagnostics::default();
            let question = ask_question(
                book,
                &word("damage-cubes"),
                &[],
                &given,
                &[],
                &mut diagnostics,
            )
            .unwrap();
            let lowered = lower::run(book, &question, OutputSpec::Outcome);
            let run = |faces: &[&str]| {
                let faces: Vec<String> = faces.iter().map(|face| (*face).to_owned()).collect();
                explain(&lowered.program, &[], Faces::Given(&faces), 1000).outcome
            };
            if cubes < 0 {
                assert_eq!(run(&["red-star"]), Some(vec![0, 1]), "{gun} {armour}");
                assert_eq!(run(&["blue-star"]), Some(vec![0, 0]), "{gun} {armour}");
            } else {
                assert_eq!(run(&[]), Some(vec![0, cubes]), "{gun} {armour}");
            }
        }
    }
}
