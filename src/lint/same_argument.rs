//! Calls of formulas that hand over the same unit or side twice: `are-friends(army.side, army.side)`; opposed rolls that are the same call.
//!
//! Reports: E0654.

use super::Context;
use super::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{Ability, Expr, Naming, RuleBook, Type, walk_own, walk_statements};
use sandtable_source::Span;
use std::collections::BTreeSet;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut known = BTreeSet::new();
    book.walk_exprs(&mut |naming, expr| {
        let found = finding(book, naming, expr);
        diagnostics.extend(found.filter(|_| known.insert(expr.span)));
    });
    for (naming, body) in book.bodies() {
        let names = names_of(body);
        walk_statements(body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                let found = one_roll_twice(book, naming, &names, expr);
                diagnostics.extend(found.filter(|_| known.insert(naming.span)));
            });
            true
        });
    }
}

/// Returns the finding about a comparison of two names that are both the same roll of one of two units.
fn one_roll_twice(
    book: &RuleBook,
    naming: &Naming,
    names: &Names<'_>,
    condition: &Expr,
) -> Option<Diagnostic> {
    let compared = condition.comparison()?;
    let [one, other] = [compared.left, compared.right].map(|side| names.get(&side.local()?));
    let (one, other) = (one?, other?);
    let (called, arguments) = one.call().filter(|_| one.span != other.span)?;
    let called = book.procedures.get(called.at())?;
    let units = arguments
        .iter()
        .filter(|one| matches!(one.ty, Type::Unit(_) | Type::Side));
    let form = canonical_form(one, &[])?;
    if called.ability != Ability::Roll
        || units.count() < 2
        || canonical_form(other, &[]) != Some(form)
    {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::SwappedArguments,
            format!(
                "this compares two rolls of `{}` for the same pieces",
                called.naming.name
            ),
        )
        .label(other.span, "the same")
        .label(one.span, "as this")
        .label(condition.span, "compared here")
        .help("exchange the two in one of the rolls; if intended, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

fn finding(book: &RuleBook, naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    // With more, two may be one at the end of a search.
    let (called, arguments) = expr.call().filter(|(_, arguments)| arguments.len() == 2)?;
    let called = book.procedures.get(called.at())?;
    // Of an action, a unit may well be the actor and the target.
    if called.ability != Ability::Formula || called.of_kind.is_some() {
        return None;
    }
    let (first, second) = same_pair(arguments)?;
    let name = &called.naming.name;
    Some(
        Diagnostic::new(
            Code::SwappedArguments,
            format!("`{name}` is asked about the same twice"),
        )
        .label(second, "the same")
        .label(first, "as this")
        .help("name the other one in one of the two places; if intended, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Returns the places of two arguments that are the same unit or side.
fn same_pair(arguments: &[Expr]) -> Option<(Span, Span)> {
    for (at, second) in arguments.iter().enumerate() {
        let is_thing = matches!(second.ty, Type::Unit(_) | Type::Side);
        let is_named = second.local().is_some() || second.track().is_some();
        if !is_thing || !is_named {
            continue;
        }
        let form = canonical_form(second, &[])?;
        let mut before = arguments.iter().take(at);
        if let Some(first) = before.find(|first| canonical_form(first, &[]).as_ref() == Some(&form))
        {
            return Some((first.span, second.span));
        }
    }
    None
}
