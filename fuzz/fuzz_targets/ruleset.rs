//! A whole ruleset, rules and units apart at a line `====`: checked, its examples run, the odds of what needs no unit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::budget::Budget;
use sandtable::eval::reductions::Reductions;
use sandtable::eval::exact::odds;
use sandtable::explain::examples;
use sandtable::ir::{OutputSpec, lower, optimise};
use sandtable::ask::ask_question;
use sandtable::source::{SourceMap, Span, Spanned};
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

const BUDGET: Budget = Budget {
    steps: 10_000,
    memory: 1 << 22,
    reductions: Reductions::ALL,
};

fuzz_target!(|text: &str| {
    let (rules, units) = text.split_once("\n====\n").unwrap_or((text, ""));
    let files = [("rules/game/game.rules", rules), ("units/game/units.toml", units)];
    let mut workspace = Workspace::new(Memory::from_iter(files));
    let analysis = workspace.analyse("game", &[], Effort::Quick);
    if analysis.diagnostics().has_errors() {
        return;
    }
    let book = analysis.book();
    for example in book.examples.iter().take(4) {
        let _ = examples::run(book, example);
    }
    let names: Vec<String> = book.entry_names().take(4).map(str::to_owned).collect();
    let span = Span::new(SourceMap::default().add("asked", ""), 0, 0);
    for name in names {
        let name = Spanned::new(name, span);
        let asked = ask_question(book, &name, &[], &[], &[], &mut Diagnostics::default());
        let Some(question) = asked else { continue };
        let program = optimise::run(&lower::run(book, &question, OutputSpec::Outcome).program);
        let _ = odds(&program, &BUDGET);
    }
});
