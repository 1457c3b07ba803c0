//! Two branches that call one rule with opposite numbers, but with the same units in the same places: `settle(a, b, margin)` and
//! `settle(a, b, 0 - margin)`; `a` wins in both.
//!
//! Reports: E0675.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{
    Arithmetic, Expr, Naming, Procedure, RuleBook, Statement, Type, walk_statements,
};
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        walk_statements(body, &mut |statement| {
            diagnostics.extend(finding(context.book, naming, statement));
            true
        });
    }
}

fn finding(book: &RuleBook, naming: &Naming, statement: &Statement) -> Option<Diagnostic> {
    let (condition, then, otherwise) = statement.branch()?;
    let is_of_sign = condition.comparison().is_some_and(|compared| {
        !matches!(compared.order, Order::Equal | Order::NotEqual)
            && matches!(compared.left.ty, Type::Number(_))
    });
    let ([one], [other]) = (then.as_slice(), otherwise.as_slice()) else {
        return None;
    };
    let ((called, ours), (also, theirs)) = (one.evaluated()?.call()?, other.evaluated()?.call()?);
    if !is_of_sign || called != also || ours.len() != theirs.len() {
        return None;
    }
    let form = |expr: &Expr| canonical_form(expr, &[]);
    let pairs = || ours.iter().zip(theirs);
    let is_unit = |expr: &Expr| matches!(expr.ty, Type::Unit(_));
    let are_same_units =
        pairs().all(|(a, b)| !is_unit(a) || form(a).is_some() && form(a) == form(b));
    let units = ours.iter().filter(|one| is_unit(one));
    let are_alike = units.clone().zip(units.skip(1));
    let mut are_alike = are_alike.map(|(a, b)| !a.ty.kinds().and(b.ty.kinds()).is_empty());
    let are_opposite = pairs().any(|(a, b)| are_opposite(a, b));
    if !are_same_units || !are_opposite || !are_alike.any(|is_alike| is_alike) {
        return None;
    }
    if book
        .procedures
        .get(called.at())
        .is_some_and(|called| are_treated_alike(called))
    {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::EqualBranches,
            "these two calls have opposite numbers, but the same units in the same places",
        )
        .label(one.span, "called with these units")
        .label(other.span, "and with the same ones")
        .label(condition.span, "the condition between them")
        .help("if the other one has won here, exchange the units; if intended, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}

/// Whether a rule only changes tracks, and the same of its first two units.
fn are_treated_alike(called: &Procedure) -> bool {
    let units = called.parameters.iter().enumerate();
    let mut units = units.filter(|(_, one)| matches!(one.ty, Type::Unit(_)));
    let (Some((first, _)), Some((second, _))) = (units.next(), units.next()) else {
        return false;
    };
    let own = |at: usize| Some(format!("local {at}"));
    let straight: Substitution = (0..called.parameters.len()).map(own).collect();
    let mut exchanged = straight.clone();
    exchanged.swap(first, second);
    let forms = |names: &Substitution| {
        let forms = called.body.iter().map(|statement| {
            let change = statement.change().filter(|one| one.index.is_none())?;
            let unit = canonical_form(change.unit, names)?;
            let amount = canonical_form(change.amount, names)?;
            Some(format!(
                "{:?} {unit} {} {amount}",
                change.how,
                change.track.at()
            ))
        });
        forms.collect::<Option<BTreeSet<String>>>()
    };
    let forms_of_both = forms(&straight);
    forms_of_both.is_some() && forms_of_both == forms(&exchanged)
}

/// Whether two numbers are each other's opposites, apart from their limits.
fn are_opposite(one: &Expr, other: &Expr) -> bool {
    let one = one.limited().map_or(one, |(inner, ..)| inner);
    let other = other.limited().map_or(other, |(inner, ..)| inner);
    let is_opposite_of = |a: &Expr, b: &Expr| {
        let subtracted = a.operands(Arithmetic::Subtract);
        let from_zero = subtracted.filter(|(zero, _)| zero.literal() == Some(0));
        let opposite = a.opposite().or(from_zero.map(|(_, value)| value));
        let form = canonical_form(b, &[]);
        form.is_some() && opposite.is_some_and(|value| canonical_form(value, &[]) == form)
    };
    let are_exchanged = || {
        let (a, b) = one.operands(Arithmetic::Subtract)?;
        let (c, d) = other.operands(Arithmetic::Subtract)?;
        let form = |expr: &Expr| canonical_form(expr, &[]);
        Some(form(a).is_some() && form(a) == form(d) && form(b).is_some() && form(b) == form(c))
    };
    is_opposite_of(one, other) || is_opposite_of(other, one) || are_exchanged() == Some(true)
}
