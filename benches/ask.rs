//! Rule files of a ruleset to programs, from memory and without a shell.

use sandtable::diagnostic::Diagnostics;
use sandtable::ir::{Lowered, Wanted, lower};
use sandtable::model::{self, Binding, Question, RuleBook};
use sandtable::roster::{self, Roster};
use sandtable::source::{Span, Spanned};
use sandtable::syntax::{self, ast::Literal};
use sandtable::workspace::load::{Bundle, load};

/// Checks the texts of a ruleset; every finding stops it.
pub(crate) fn check(bundle: &Bundle) -> RuleBook {
    check_edited(bundle, str::to_owned)
}

/// As [`check`], with rule files that are edited first.
pub(crate) fn check_edited(bundle: &Bundle, edit: impl Fn(&str) -> String) -> RuleBook {
    let mut findings = Diagnostics::default();
    let mut roster = Roster::default();
    for file in &bundle.unit_files {
        let text = &bundle.sources.get(*file).unwrap().text;
        roster.add(*file, text, &mut findings);
    }
    let rules: Vec<syntax::ast::File> = bundle
        .rule_files
        .iter()
        .map(|file| {
            let text = &bundle.sources.get(*file).unwrap().text;
            syntax::parse(*file, &edit(text), &mut findings)
        })
        .collect();
    let sections = bundle.index_file.map(|file| {
        let text = &bundle.sources.get(file).unwrap().text;
        roster::read_index(file, text, &mut findings).titles()
    });
    let book = model::check(&rules, &roster, sections, &mut findings);
    assert!(findings.is_empty(), "{findings:?}");
    book
}

/// The benchmark cases with so many shots in b1.
pub(crate) fn with_shots(bundle: &Bundle, n: u32) -> RuleBook {
    let shots = |text: &str| {
        text.replace("target: tank) -> 0..6", &format!("target: tank) -> 0..{n}"))
            .replace(
                "shot-number from 1 to 6",
                &format!("shot-number from 1 to {n}"),
            )
    };
    check_edited(bundle, shots)
}

/// A ruleset by name or path, checked.
pub(crate) fn book(ruleset: &str) -> RuleBook {
    check(&load(ruleset).unwrap())
}

/// `b1 firer=attacker target=defender modifier=1`
pub(crate) fn ask(book: &RuleBook, question: &str) -> Question {
    let mut words = question.split(' ');
    let name = placed(words.next().unwrap());
    let bindings: Vec<Binding> = words
        .map(|pair| {
            let (place, value) = pair.split_once('=').unwrap();
            Binding {
                about: Vec::new(),
                place: place.split('.').map(placed).collect(),
                value: Spanned::new(literal(value), Span::nowhere()),
            }
        })
        .collect();
    let mut findings = Diagnostics::default();
    let question = model::ask_question(book, &name, &[], &bindings, &[], &mut findings);
    question.unwrap_or_else(|| panic!("{findings:?}"))
}

/// The program that answers a question, not optimised.
pub(crate) fn compile(book: &RuleBook, question: &str) -> Lowered {
    lower::run(book, &ask(book, question), Wanted::Outcome)
}

/// b1 with this gun and armour, from VL to VH, and this modifier.
pub(crate) fn b4(gun: usize, armour: usize, modifier: i32) -> String {
    let weights = ["VL", "L", "M", "H", "VH"];
    let (gun, armour) = (weights[gun], weights[armour]);
    format!(
        "b1 firer=attacker target=defender firer.gun={gun} target.armour={armour} modifier={modifier}"
    )
}

fn placed(word: &str) -> Spanned<String> {
    Spanned::new(word.to_owned(), Span::nowhere())
}

fn literal(word: &str) -> Literal {
    match word.parse() {
        Ok(number) => Literal::Number(number),
        Err(_) => Literal::Word(word.to_owned()),
    }
}
