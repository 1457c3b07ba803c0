//! Formulas of path costs that can be zero or negative.
//!
//! Reports: E0629.

use std::collections::BTreeSet;

use super::Context;
use super::domain::Basis;
use super::path_mismatch::path_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Dimension, ProcedureId, RuleBook, Type, walk_statements};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.board.is_none() {
        return;
    }
    let costs = step_costs(book).into_iter();
    diagnostics.extend(costs.filter_map(|id| finding(context, id)));
}

/// Returns the formulas by which the steps of paths are charged.
pub(super) fn step_costs(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let mut costs = BTreeSet::new();
    book.walk_exprs(&mut |_, expr| {
        let measured = expr.measurement().and_then(|measured| measured.way);
        let selection = expr.aggregation().map(|members| members.selection);
        let selected = selection.and_then(path_of).map(|(way, _)| way);
        costs.extend(
            measured
                .into_iter()
                .chain(selected)
                .map(|way| way.procedure),
        );
    });
    for (_, block) in book.bodies() {
        walk_statements(block, &mut |statement| {
            let selection = statement.selection();
            costs.extend(selection.and_then(path_of).map(|(way, _)| way.procedure));
            true
        });
    }
    costs
}

/// Reports a step whose cost can be zero or less.
fn finding(context: &Context<'_>, id: ProcedureId) -> Option<Diagnostic> {
    let values = context.values.result_of(id)?;
    let (low, _) = values.range().filter(|(low, high)| low <= high)?;
    if low > 0 || low <= i64::from(i32::MIN) + 1 {
        return None;
    }
    let naming = &context.book.procedures.get(id.at())?.naming;
    let what = match low < 0 {
        true => "less than 0, which counts as 0",
        false => "nothing",
    };
    let ty = Type::Number(Dimension::Plain);
    Some(
        Diagnostic::new(
            Code::FreeStep,
            format!("a step can cost {what}, so movement may be unlimited"),
        )
        .label(
            naming.span,
            format!("the cost is {}", values.describe(context.book, ty)),
        )
        .help("give every step a cost: `limited to 1..`; for an impossible step write `none`")
        .cite(naming.citations.iter().map(String::as_str))
        // A free step can be meant, a negative cost cannot.
        .confidence(match (low < 0, values.basis) {
            (true, Basis::Declared) => Confidence::Likely,
            (true, Basis::State | Basis::Correlated) | (false, _) => Confidence::Possible,
        }),
    )
}
