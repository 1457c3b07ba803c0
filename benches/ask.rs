//! Rule files of a ruleset to programs, from memory and without a shell.

use std::sync::Arc;

use sandtable::ask::Binding;
use sandtable::diagnostic::Diagnostics;
use sandtable::ir::{Batch, Lowered, OutputSpec, Template, have_one_template, lower};
use sandtable::model::{Question, RuleBook};
use sandtable::source::{Span, Spanned};
use sandtable::syntax::ast::Literal;
use sandtable::tools::disk::Disk;
use sandtable::workspace::files::{BuiltIn, Layered, Memory};
use sandtable::workspace::{Effort, Workspace};

/// The rulesets on the disk, from the folder of the package on, and those that are built in.
pub(crate) fn workspace() -> Workspace {
    Workspace::new(Layered::new(Disk, BuiltIn))
}

/// The texts of a ruleset, in memory.
pub(crate) fn texts(ruleset: &str) -> Memory {
    let bundle = workspace().load(ruleset).unwrap();
    let files = bundle.sources.files();
    files
        .map(|(_, file)| (file.name.clone(), file.text.clone()))
        .collect()
}

/// Checks a ruleset; every finding stops it.
pub(crate) fn check(workspace: &mut Workspace, ruleset: &str) -> Arc<RuleBook> {
    let analysis = workspace.analyse(ruleset, &[], Effort::None);
    let findings = analysis.diagnostics();
    assert!(findings.is_empty(), "{findings:?}");
    analysis.book().clone()
}

/// The benchmark cases with so many shots in b1.
pub(crate) fn with_shots(n: u32) -> Arc<RuleBook> {
    let mut workspace = workspace();
    let bundle = workspace.load("benches/cases").unwrap();
    for (_, file) in bundle.sources.files() {
        let range = format!("target: tank) -> 0..{n}");
        let shots = format!("shot-number from 1 to {n}");
        let text = file.text.replace("target: tank) -> 0..6", &range);
        let text = text.replace("shot-number from 1 to 6", &shots);
        workspace.set(&file.name, text);
    }
    check(&mut workspace, "benches/cases")
}

/// A ruleset by name or path, checked.
pub(crate) fn book(ruleset: &str) -> Arc<RuleBook> {
    check(&mut workspace(), ruleset)
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
    let question = sandtable::ask::ask_question(book, &name, &[], &bindings, &[], &mut findings);
    question.unwrap_or_else(|| panic!("{findings:?}"))
}

/// The program that answers a question, not optimised.
pub(crate) fn compile(book: &RuleBook, question: &str) -> Lowered {
    lower::run(book, &ask(book, question), OutputSpec::Outcome)
}

/// The program of questions that differ only in numbers.
pub(crate) fn batch(book: &RuleBook, questions: &[String]) -> Batch {
    let questions: Vec<Question> = questions.iter().map(|text| ask(book, text)).collect();
    let template = Template::of(book, &questions[0], OutputSpec::Outcome);
    let alike = |question: &&Question| have_one_template(book, &questions[0], question);
    let questions: Vec<&Question> = questions.iter().filter(alike).collect();
    template.batch(book, &questions).unwrap().optimised()
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
