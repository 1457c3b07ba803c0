//! Comparisons with the same term or factor on both sides, and differences of two sums with the same term, which cancels.
//!
//! Reports: E0676.

use std::collections::BTreeSet;

use super::Context;
use super::readings::{Names, names_of, terms};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{are_equivalent, canonical_form};
use sandtable_model::{
    Arithmetic, Comparison, Expr, Naming, RuleBook, Statement, Type, walk_statement,
    walk_statements, walk_within,
};
use sandtable_source::Span;

/// Maximum depth to which names are replaced by their values.
const MAX_DEPTH: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut seen = BTreeSet::new();
    for (naming, body) in book.bodies() {
        let names = names_of(body);
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let found = of_comparison(naming, inner, &names)
                        .or_else(|| of_difference(book, (naming, body), inner, &names));
                    diagnostics.extend(found.filter(|one| seen.insert(terms_of(one))));
                });
            });
        }
    }
    book.walk_exprs(&mut |naming, expr| {
        let found = of_comparison(naming, expr, &Names::new());
        diagnostics.extend(found.filter(|one| seen.insert(terms_of(one))));
    });
}

/// Returns the spans of the two terms of a finding: two comparisons of the same sums are one mistake.
fn terms_of(finding: &Diagnostic) -> BTreeSet<Span> {
    let terms = finding.labels.iter().take(2);
    terms.map(|label| label.span).collect()
}

fn of_comparison(naming: &Naming, expr: &Expr, names: &Names<'_>) -> Option<Diagnostic> {
    let Comparison { left, right, .. } = expr.comparison()?;
    if !matches!(left.ty, Type::Number(_)) {
        return None;
    }
    let shared = shared_factor(left, right, names).map(|[one, other]| ("multiplies", one, other));
    let (how, one, other) = shared.or_else(|| {
        shared_addend(left, right, names, &|_| true).map(|[a, b]| ("is added to", a, b))
    })?;
    Some(
        Diagnostic::new(
            Code::SharedTerm,
            format!("the same value {how} both sides of this comparison: it decides nothing"),
        )
        .label(one, "here")
        .label(other, "and here")
        .label(expr.span, "the comparison")
        .help("delete it on both sides, or correct one of them")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Returns the finding about a difference of two sums that share a term.
fn of_difference(
    book: &RuleBook,
    (naming, body): (&Naming, &[Statement]),
    expr: &Expr,
    names: &Names<'_>,
) -> Option<Diagnostic> {
    let (left, right) = expr.operands(Arithmetic::Subtract)?;
    // Equal numbers of two sums are often values of a table.
    let is_value = |term: &Expr| term.literal().is_none();
    let [one, other] = shared_addend(left, right, names, &is_value)?;
    // What has changed in between, the difference measures.
    if is_changed_between(book, body, one, other) {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::SharedTerm,
            "the same value is on both sides of this difference: it decides nothing",
        )
        .label(one, "here")
        .label(other, "and here")
        .label(expr.span, "the difference")
        .help("delete it on both sides, or correct one of them")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Whether anything but names for values is between two places of a body.
fn is_changed_between(book: &RuleBook, body: &[Statement], one: Span, other: Span) -> bool {
    let (first, last) = (one.start.min(other.start), one.start.max(other.start));
    let mut is_changed = one.file != other.file;
    walk_statements(body, &mut |statement| {
        let is_between = first < statement.span.start && statement.span.start < last;
        let is_name = statement.binding().is_some() && statement.called_action(book).is_none();
        is_changed |= is_between && !is_name;
        !is_changed
    });
    is_changed
}

/// Returns the spans of a factor that both sides share.
fn shared_factor(left: &Expr, right: &Expr, names: &Names<'_>) -> Option<[Span; 2]> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    factors(left, names, MAX_DEPTH, &mut ours);
    factors(right, names, MAX_DEPTH, &mut theirs);
    let (ours, theirs) = (written(&ours), written(&theirs));
    // A side that is a single factor has nothing to cancel.
    if ours.len() < 2 || theirs.len() < 2 {
        return None;
    }
    ours.iter().find_map(|one| {
        let mut theirs = theirs.iter();
        let other = theirs.find(|other| are_equivalent(one, other) && one.span != other.span)?;
        Some([one.span, other.span])
    })
}

/// Collects the factors of a product.
fn factors<'e>(expr: &'e Expr, names: &Names<'e>, depth: usize, found: &mut Vec<&'e Expr>) {
    expr.chain(Arithmetic::Multiply, &mut |factor| {
        let value = factor.local().filter(|_| depth > 0);
        let value = value.and_then(|local| names.get(&local));
        match value.filter(|value| value.operands(Arithmetic::Multiply).is_some()) {
            Some(value) => factors(value, names, depth - 1, found),
            None => found.push(factor),
        }
    });
}

/// Returns the factors that the author has written: one that converts a value to halves has the span of that value.
fn written<'e>(all: &[&'e Expr]) -> Vec<&'e Expr> {
    let is_conversion = |factor: &Expr| {
        let mut others = all.iter();
        let has_its_span =
            |other: &&Expr| !std::ptr::eq(*other, factor) && other.span == factor.span;
        factor.literal().is_some() && others.any(has_its_span)
    };
    let written = all.iter().copied();
    written.filter(|factor| !is_conversion(factor)).collect()
}

/// Returns the spans of a term that both sides share with the same sign, among those that count.
fn shared_addend(
    left: &Expr,
    right: &Expr,
    names: &Names<'_>,
    counts: &dyn Fn(&Expr) -> bool,
) -> Option<[Span; 2]> {
    let collect = |side: &Expr| {
        let mut n_terms = 0;
        let mut found: Vec<(String, bool, Span)> = Vec::new();
        terms(side, names, false, MAX_DEPTH, &mut |term, is_negative| {
            n_terms += 1;
            if let Some(form) = canonical_form(term, &[]).filter(|_| counts(term)) {
                found.push((form, is_negative, term.span));
            }
        });
        // A side that is a single term has nothing to cancel.
        (n_terms > 1).then_some(found)
    };
    let (ours, theirs) = (collect(left)?, collect(right)?);
    ours.iter().find_map(|(form, is_negative, one)| {
        let mut theirs = theirs.iter();
        let (_, _, other) = theirs
            .find(|(known, sign, other)| known == form && sign == is_negative && other != one)?;
        Some([*one, *other])
    })
}
