//! Conditions that are always true or never, and arms that match no value.
//!
//! Reports: E0607.

use std::collections::BTreeSet;

use super::Context;
use super::transfer::ConstantCondition;
use super::{contradiction, found_itself, never_faced, opposite_ends};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::literals::describe;
use sandtable_model::{Expr, Kinds, Naming, Procedure, RuleBook, Statement, Type, walk_statements};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for constant in context.values.constant_conditions() {
        diagnostics.push(finding(context.book, constant));
    }
    let dead: Vec<_> = context.values.dead_arms().collect();
    let idle = match dead.is_empty() {
        true => BTreeSet::new(),
        false => idle_arms(context.book),
    };
    // Such a line is written because each value needs one.
    for (span, values, ty) in dead.iter().filter(|(span, ..)| !idle.contains(span)) {
        diagnostics.push(
            Diagnostic::new(Code::ConstantCondition, "this line is never used")
                .label(
                    *span,
                    format!("the value is {}", values.describe(context.book, *ty)),
                )
                .help("correct its values, or delete it"),
        );
    }
    let constant: BTreeSet<Span> = context
        .values
        .constant_conditions()
        .map(|constant| constant.span)
        .collect();
    let mut reported = BTreeSet::new();
    let is_known = |finding: &Diagnostic| {
        let place = finding.labels.first().map(|label| label.span);
        place.is_some_and(|place| constant.contains(&place))
    };
    let ends = opposite_ends::findings(context).into_iter();
    diagnostics.extend(ends.filter(|finding| !is_known(finding)));
    let is_near = |one: Span, other: Span| {
        one.file == other.file && one.start < other.end && other.start < one.end
    };
    let others = contradiction::findings(context).into_iter();
    for finding in others.chain(found_itself::of_statements(context.book)) {
        let mut places = finding.labels.iter().take(1).map(|label| label.span);
        let is_reported = |place: Span| {
            constant.iter().any(|other| is_near(place, *other)) || !reported.insert(place)
        };
        if !places.any(is_reported) {
            diagnostics.push(finding);
        }
    }
    let mut known = BTreeSet::new();
    context.book.walk_exprs(&mut |naming, expr| {
        let finding = never_equal(context.book, naming, expr);
        let itself = found_itself::of_expression(context.book, naming, expr);
        let faced = || never_faced::of_expression(context.book, naming, expr);
        let found = finding.or(itself).or_else(faced);
        diagnostics.extend(found.filter(|_| known.insert(expr.span)));
    });
}

/// Returns the spans of the lines of distinctions of cases that do nothing.
fn idle_arms(book: &RuleBook) -> BTreeSet<Span> {
    let mut idle = BTreeSet::new();
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let arms = statement.cases().into_iter().flat_map(|(_, arms)| arms);
            let does_nothing = arms.filter(|arm| arm.body.iter().all(Statement::is_nothing));
            idle.extend(does_nothing.map(|arm| arm.span));
            true
        });
    }
    idle
}

/// Returns a finding about a comparison of units of kinds that have none in common.
fn never_equal(book: &RuleBook, naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    let compared = expr.comparison()?;
    let (Type::Unit(one), Type::Unit(other)) = (compared.left.ty, compared.right.ty) else {
        return None;
    };
    if !one.and(other).is_empty() || one.is_empty() || other.is_empty() {
        return None;
    }
    let side = book.side_kind().map(Kinds::one);
    let is_side = |kinds: Kinds| side.is_some_and(|side| kinds.within(side));
    let piece = match (is_side(one), is_side(other)) {
        (true, false) => Some(compared.right),
        (false, true) => Some(compared.left),
        _ => None,
    };
    let described = |expr: &Expr| format!("this is {}", describe(book, expr.ty));
    let help = match piece.filter(|piece| piece.ty.kinds().within(book.pieces())) {
        Some(_) => "ask for the side of the piece: write `.side` after it",
        None => "compare two of one kind; ask for a kind by its name: `… is KIND`",
    };
    Some(
        Diagnostic::new(Code::ConstantCondition, "these two are never the same")
            .label(compared.left.span, described(compared.left))
            .label(compared.right.span, described(compared.right))
            .help(help)
            .cite(naming.citations.iter().map(String::as_str)),
    )
}

fn finding(book: &RuleBook, constant: &ConstantCondition) -> Diagnostic {
    if constant.is_disjunction {
        return Diagnostic::new(
            Code::ConstantCondition,
            "one of these two conditions is always met",
        )
        .label(constant.span, "always met")
        .help("if both must be met, write `and`; otherwise correct the comparison")
        .cite(constant.citations.iter().map(String::as_str));
    }
    if constant.is_excluded {
        return Diagnostic::new(
            Code::ConstantCondition,
            "these two conditions are never met together",
        )
        .label(
            constant.span,
            match constant.describe(book) {
                described if described.is_empty() => {
                    "never met where the one before it is met".to_owned()
                }
                described => described,
            },
        )
        .help("if one of them is enough, write `or`; otherwise correct or delete one")
        .cite(constant.citations.iter().map(String::as_str));
    }
    if constant.is_out_of_play && constant.truth {
        return Diagnostic::new(
            Code::ConstantCondition,
            "this condition is always met: only pieces in play are selected",
        )
        .label(constant.span, "met by every piece in play")
        .help("delete the condition")
        .cite(constant.citations.iter().map(String::as_str));
    }
    if constant.is_out_of_play {
        return Diagnostic::new(
            Code::ConstantCondition,
            "this finds nothing: only pieces in play are selected",
        )
        .label(constant.span, "never met by a piece in play")
        .help("write `including destroyed` or `including removed` after the kind: `gun including destroyed where …`")
        .cite(constant.citations.iter().map(String::as_str));
    }
    let message = match (constant.truth, constant.is_covered) {
        (_, true) => "this condition is never met: an earlier one covers it",
        (true, _) => "this condition is always met",
        (false, _) => "this condition is never met",
    };
    let finding = Diagnostic::new(Code::ConstantCondition, message)
        .label(constant.span, constant.describe(book))
        .cite(constant.citations.iter().map(String::as_str));
    if constant.is_covered {
        return finding.help("check the rarer case first, or correct the comparison");
    }
    match called_in(book, constant.span) {
        Some(formula) => finding
            .label(formula.naming.span, "by this rule")
            .help("correct the comparison or this rule, or delete the condition"),
        None => finding.help("correct the comparison, or delete the condition"),
    }
}

/// Returns the first procedure that a condition calls for a number.
fn called_in(book: &RuleBook, condition: Span) -> Option<&Procedure> {
    let mut called = None;
    book.walk_exprs(&mut |_, expr| {
        let is_number = matches!(expr.ty, Type::Number(_));
        let call = expr
            .call()
            .filter(|_| is_number && condition.contains(expr.span));
        called = called.or(call.map(|(id, _)| id));
    });
    book.procedures.get(called?.at()).map(AsRef::as_ref)
}

impl ConstantCondition {
    /// Describes the operands of a comparison; empty for another condition.
    pub(super) fn describe(&self, book: &RuleBook) -> String {
        let described = self.operands.as_ref().map(|(left, right, ty)| {
            let (left, right) = (left.describe(book, *ty), right.describe(book, *ty));
            format!("this compares {left} with {right}")
        });
        described.unwrap_or_default()
    }
}
