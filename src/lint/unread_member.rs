//! Loops over units that never use the unit of the round, but call a rule with another one of its kind: `each side: turn(red)`.
//!
//! Reports: E0219.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Expr, Iteration, LocalId, Naming, RuleBook, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let each = statement.each();
            let found = each.and_then(|each| finding(book, naming, (&each, statement.span)));
            diagnostics.extend(found);
            true
        });
    }
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    (each, span): (&Iteration<'_>, Span),
) -> Option<Diagnostic> {
    let member = each.selection.local;
    let condition = each.selection.condition.as_deref();
    if condition.is_some_and(|condition| condition.reads_local(member)) {
        return None;
    }
    let (mut is_read, mut instead) = (false, None);
    for statement in each.body {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                is_read |= inner.is_local(member);
                if let Some((id, arguments)) = inner.call() {
                    let other = arguments
                        .iter()
                        .find(|argument| is_another(argument, each, member));
                    instead = instead.or_else(|| other.map(|other| (id, other.span)));
                }
            });
        });
    }
    let (called, other) = instead.filter(|_| !is_read)?;
    let called = &book.procedures.get(called.at())?.naming.name;
    let name = match each.selection.name.as_str() {
        "" => "unit",
        name => name,
    };
    Some(
        Diagnostic::new(
            Code::NeverUsed,
            format!("`{name}` of this loop is never used: every round calls `{called}` with the same one"),
        )
        .label(other, "the same in every round")
        .label(span, "")
        .help(format!("hand over that of the loop, `{called}({name})`; if the same is meant each time, write `repeat`, or ignore this"))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Whether an argument is a unit of the kinds of a loop that is the same in every round.
fn is_another(argument: &Expr, each: &Iteration<'_>, member: LocalId) -> bool {
    let kinds = argument.ty.kinds();
    // Locals are numbered as they are declared: those of the body come after the member.
    let is_outer = |local: LocalId| local.at() < member.at();
    let is_fixed = argument.named_side().is_some() || argument.local().is_some_and(is_outer);
    is_fixed && !kinds.is_empty() && kinds.within(each.selection.kinds)
}
