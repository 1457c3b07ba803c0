//! The books in `rules/`: they check without findings, and every worked example comes out as derived by hand.

use std::path::Path;

use sandtable::diagnostic::{Diagnostics, allow};
use sandtable::explain::examples;
use sandtable::model::{self, RuleBook};
use sandtable::roster::{self, Roster};
use sandtable::source::SourceMap;
use sandtable::syntax;
use sandtable::syntax::overlay::{Layer, apply_layers};
use sandtable::workspace::load;

use crate::harness::findings;

/// A book of `rules/` with its units, and the findings as text.
pub(crate) fn rulebook(name: &str) -> (RuleBook, SourceMap, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("rules")
        .join(name);
    let bundle = load::load(path.to_str().unwrap())
        .map_err(|found| found.len())
        .unwrap();
    let mut diagnostics = Diagnostics::default();
    let text = |file| bundle.sources.get(file).unwrap().text.clone();
    let mut units = Roster::default();
    for file in &bundle.unit_files {
        units.add(*file, &text(*file), &mut diagnostics);
    }
    for file in &bundle.map_files {
        let name = bundle.map_name(*file).unwrap();
        units.add_map(name, *file, &text(*file), &mut diagnostics);
    }
    let layers: Vec<Layer> = bundle
        .layers
        .iter()
        .map(|layer| Layer {
            name: layer.name.clone(),
            files: layer
                .rule_files
                .iter()
                .map(|file| syntax::parse(*file, &text(*file), &mut diagnostics))
                .collect(),
            ids: layer.rule_files.clone(),
        })
        .collect();
    let overlaid = apply_layers(layers, &mut diagnostics);
    model::amend_units(&mut units, &overlaid, &mut diagnostics);
    let indices = bundle.layers.iter().filter_map(|layer| layer.index_file);
    let sections: std::collections::BTreeMap<String, String> = indices
        .flat_map(|file| roster::read_index(file, &text(file), &mut diagnostics).titles())
        .collect();
    let sections = Some(sections).filter(|sections| !sections.is_empty());
    let book = model::check(&overlaid.files, &units, sections, &mut diagnostics);
    allow(&bundle.sources, |_, _| false, &mut diagnostics);
    let found = findings(&diagnostics, &bundle.sources);
    (book, bundle.sources, found)
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
        assert_eq!(rulebook(&name).2, "no findings\n", "{name}");
    }
}

#[test]
fn books_are_laid_out_as_fmt_does() {
    for name in names() {
        let (_, sources, _) = rulebook(&name);
        for (file, source) in sources.files() {
            if source.name.ends_with(".rules") {
                let laid_out = syntax::format_text(file, &source.text, &mut Diagnostics::default());
                assert!(
                    laid_out.as_deref() == Some(source.text.as_str()),
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
        let (book, sources, _) = rulebook(&name);
        assert!(book.examples.len() >= 15, "{name}");
        for example in &book.examples {
            let mut diagnostics = Diagnostics::default();
            diagnostics.extend(examples::run(&book, example).findings);
            assert!(
                diagnostics.is_empty(),
                "{name}: {}\n{}",
                example.title,
                findings(&diagnostics, &sources)
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
    for example in &book.examples {
        let found = examples::run(&book, example).findings;
        assert!(found.is_empty(), "{}: {found:?}", example.title);
    }
}

/// Section 5.3.2 and the back page print the same table; here it is typed in once more, from the other printing.
#[test]
fn the_damage_table_is_as_printed() {
    use sandtable::explain::trace::{Faces, explain};
    use sandtable::ir::{Wanted, lower};
    use sandtable::model::{Binding, ask_question};
    use sandtable::source::{Span, Spanned};
    use sandtable::syntax::ast::Literal;

    let (book, mut sources, _) = rulebook("hex-command-mechanized");
    let file = sources.add("test", "");
    let place = Span::new(file, 0, 0);
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
                &book,
                &word("damage-cubes"),
                &[],
                &given,
                &[],
                &mut diagnostics,
            )
            .unwrap();
            let lowered = lower::run(&book, &question, Wanted::Outcome);
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
