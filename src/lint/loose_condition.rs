//! Conditions and limits whose precedence is likely misread: an `or` with an operand that ignores the member of a selection, a
//! limit of one branch, and a sum that is conditional as a whole.
//!
//! Reports: E0673.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Arithmetic, Conditional, Expr, Naming, Selection, walk_statements};
use sandtable_source::Span;
use sandtable_syntax::ast::Aggregate;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut seen = BTreeSet::new();
    book.walk_exprs(&mut |naming, expr| {
        let selection = expr.aggregation().map(|members| members.selection);
        let finding = selection
            .and_then(|selection| loose_or(naming, selection))
            .or_else(|| loose_and(naming, expr))
            .or_else(|| loose_limit(naming, expr))
            .or_else(|| loose_sum(naming, expr));
        diagnostics.extend(finding.filter(|_| seen.insert(expr.span)));
    });
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some(selection) = statement.selection() {
                let finding = loose_or(naming, selection);
                diagnostics.extend(finding.filter(|_| seen.insert(statement.span)));
            }
            true
        });
    }
}

/// Reports an operand of the `or` of a selection that does not depend on the member.
fn loose_or(naming: &Naming, selection: &Selection) -> Option<Diagnostic> {
    let condition = selection.condition.as_deref()?;
    let mut branches = Vec::new();
    condition.chain(Arithmetic::Or, &mut |branch| branches.push(branch));
    let (about, loose): (Vec<&Expr>, Vec<&Expr>) = branches
        .into_iter()
        .partition(|branch| branch.reads_local(selection.local));
    let (_, loose) = (about.first()?, loose.first()?);
    // A selection of its own was hardly meant to be a part of the first one.
    let selects = loose.negated().unwrap_or(loose).aggregation().is_some();
    let name = match selection.name.is_empty() {
        true => "the selection",
        false => &selection.name,
    };
    Some(
        Diagnostic::new(
            Code::LooseCondition,
            format!(
                "this part of the `where` is not about `{name}`: if it is met, all are selected"
            ),
        )
        .label(loose.span, format!("does not mention `{name}`"))
        .label(
            condition.span,
            "this whole condition belongs to the `where`",
        )
        .help("put brackets round the selection if it ends before the `or`: `(any … where …) or …`")
        .help("if intended, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(match selects {
            true => Confidence::Likely,
            false => Confidence::Possible,
        }),
    )
}

/// Reports a selection in the `where` of `not any …` or of a number that does not depend on the member: `not any a where … and not any b`.
///
/// Of `any` alone, it makes no difference where the condition belongs.
fn loose_and(naming: &Naming, whole: &Expr) -> Option<Diagnostic> {
    let negated = whole.negated().and_then(Expr::aggregation);
    let negated = negated.filter(|members| members.aggregate == Aggregate::Any);
    let counted = whole.aggregation();
    let counted = counted.filter(|members| members.aggregate == Aggregate::Number);
    let selection = negated.or(counted)?.selection;
    let condition = selection.condition.as_deref()?;
    let mut operands = Vec::new();
    condition.chain(Arithmetic::And, &mut |operand| operands.push(operand));
    let is_about = |operand: &&Expr| operand.reads_local(selection.local);
    let (about, loose): (Vec<&Expr>, Vec<&Expr>) = operands.into_iter().partition(is_about);
    about.first()?;
    let selects = |operand: &&&Expr| {
        let compared = operand.comparison().map(|compared| compared.left);
        let part = compared.or(operand.negated()).unwrap_or(operand);
        part.aggregation().is_some()
    };
    let loose = loose.iter().find(selects)?;
    let name = match selection.name.as_str() {
        "" => "the selection",
        name => name,
    };
    Some(
        Diagnostic::new(
            Code::LooseCondition,
            format!("this part of the `where` is not about `{name}`: if it is not met, none is selected"),
        )
        .label(loose.span, format!("does not mention `{name}`"))
        .label(condition.span, "this whole condition belongs to the `where`")
        .help("put brackets round the selection if it ends before the `and`: `not (any … where …) and …`")
        .help("if intended, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(match negated {
            Some(_) => Confidence::Likely,
            None => Confidence::Possible,
        }),
    )
}

/// Reports a limit at the end of a conditional value, which holds for its last branch alone.
fn loose_limit(naming: &Naming, whole: &Expr) -> Option<Diagnostic> {
    let Conditional {
        then, otherwise, ..
    } = whole.conditional()?;
    let (value, low, high) = otherwise.limited()?;
    // In brackets the whole ends after the limit; then it is meant so.
    let is_within = |value: i32| (low..=high).contains(&value);
    if whole.span.end != otherwise.span.end
        || then.limited().is_some()
        || then.literal().is_some_and(is_within)
    {
        return None;
    }
    let limit = Span::new(otherwise.span.file, value.span.end, otherwise.span.end);
    Some(
        Diagnostic::new(
            Code::LooseCondition,
            "this limit is applied to the value after `otherwise` alone",
        )
        .label(limit, "limits only what is between it and `otherwise`")
        .label(then.span, "not limited")
        .help("to limit both, put brackets round them: `(… if … otherwise …) limited to …`")
        .help("to limit only the last, put it and its limit in brackets")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}

/// Reports a sum without brackets before an `if … otherwise 0`: the whole sum is conditional.
fn loose_sum(naming: &Naming, whole: &Expr) -> Option<Diagnostic> {
    let Conditional {
        condition,
        then,
        otherwise,
    } = whole.conditional()?;
    let add = then.operands(Arithmetic::Add);
    let (first, last) = add.or_else(|| then.operands(Arithmetic::Subtract))?;
    // In brackets the whole begins before the sum, and more than ` if ` is between it and the condition; then it is meant so. What no
    // author wrote has one span.
    let is_written = first.span.end <= last.span.start && last.span.end < whole.span.end;
    let gap = condition.span.start.checked_sub(last.span.end);
    let is_bare = whole.span.start == then.span.start || gap == Some(" if ".len());
    if otherwise.literal() != Some(0) || !is_bare || !is_written {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::LooseCondition,
            "the whole sum is 0 if the condition is not met, not only its last part",
        )
        .label(first.span, "this is lost, too")
        .label(
            Span::new(last.span.file, last.span.start, whole.span.end),
            "the condition is about the sum up to here",
        )
        .help("if only the last part depends on it, put brackets round that: `… + (… if … otherwise 0)`")
        .help("if all of it does, put brackets round the sum: `(… + …) if … otherwise 0`")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}
