//! Loops over words that never use the word of the round, but call a rule with another one of them: `each flank: hit(ship, port)`.
//!
//! Reports: E0219.

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::RuleBook;
use sandtable_syntax::ast::walk::outermost_in;
use sandtable_syntax::ast::{Expr, Selection, Statement};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            for statement in block {
                let found = finding(context.book, statement);
                let citations = citations.iter().map(String::as_str);
                diagnostics.extend(found.map(|finding| finding.cite(citations)));
            }
        });
    }
}

fn finding(book: &RuleBook, statement: &Statement) -> Option<Diagnostic> {
    let (selection, body) = statement.each()?;
    let name = selection.name.value.as_str();
    let words = words_of(book, selection)?;
    let is_word = |expr: &Expr| {
        let word = expr.value.name();
        word.is_some_and(|word| words.contains(&word))
    };
    let mentions = |statement: &Statement| {
        let named = outermost_in(statement, |part| part.value.name() == Some(name));
        !named.is_empty()
    };
    if selection.condition.is_some() || body.iter().any(mentions) {
        return None;
    }
    let calls = body
        .iter()
        .flat_map(|statement| outermost_in(statement, |part| part.value.call().is_some()));
    let (called, same) = calls.into_iter().find_map(|call| {
        let (called, arguments) = call.value.call()?;
        let same = arguments.iter().find(|argument| is_word(argument))?;
        Some((&called.value, same))
    })?;
    Some(
        Diagnostic::new(
            Code::NeverUsed,
            format!("`{name}` of this loop is never used: every round calls `{called}` with the same word"),
        )
        .label(same.span, "the same in every round")
        .label(selection.name.span, "")
        .help(format!("hand over `{name}` in its place; if the same is meant each time, write `repeat`, or ignore this"))
        .confidence(Confidence::Likely),
    )
}

/// Returns the words over which a selection loops; `None` for units and places.
fn words_of<'b>(book: &'b RuleBook, selection: &'b Selection) -> Option<Vec<&'b str>> {
    if selection.region.is_some() || selection.owner.is_some() || selection.chosen {
        return None;
    }
    let kinds: Vec<&str> = match selection.kinds.as_slice() {
        [] => vec![selection.name.value.as_str()],
        kinds => kinds.iter().map(|kind| kind.value.as_str()).collect(),
    };
    if let [only] = kinds.as_slice() {
        let mut lists = book.words.iter();
        let list = lists.find(|list| list.is_declared && list.name == *only)?;
        return Some(list.words.iter().map(String::as_str).collect());
    }
    // A list that is written out.
    let mut units = book.kinds.iter().map(|kind| kind.naming.name.as_str());
    let are_words = !units.any(|unit| kinds.contains(&unit));
    are_words.then_some(kinds)
}
