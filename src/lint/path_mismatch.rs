//! Destinations that are chosen by one path cost and reached by another.
//!
//! Reports: E0628.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::{RegionShape, Way};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Block, Choice, Expr, LocalId, Naming, RuleBook, Selection, walk_statement, walk_statements,
    walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    if context.book.board.is_none() {
        return;
    }
    for (naming, block) in context.book.bodies() {
        mismatches(context.book, naming, block, diagnostics);
    }
}

/// Returns the path of a selection of places, and its destination, if that is given.
pub(super) fn path_of(selection: &Selection) -> Option<(&Way, Option<&Expr>)> {
    match &selection.region.as_deref()?.region_shape {
        RegionShape::Reached { way, .. } => Some((way, None)),
        RegionShape::Along { way, ends } => Some((way, ends.get(1))),
        RegionShape::All | RegionShape::Within { .. } | RegionShape::Between { .. } => None,
    }
}

/// Reports the use of a path to a destination that was chosen by another path.
fn mismatches(book: &RuleBook, naming: &Naming, block: &Block, diagnostics: &mut Diagnostics) {
    let mut chosen: BTreeMap<LocalId, (&Way, Span)> = BTreeMap::new();
    walk_statements(block, &mut |statement| {
        if let Some((local, _)) = statement.choice().and_then(Choice::values)
            && let Some((way, None)) = statement.selection().and_then(path_of)
        {
            chosen.insert(local, (way, statement.span));
        }
        true
    });
    let mut used: Vec<(LocalId, Way, Span)> = Vec::new();
    walk_statements(block, &mut |statement| {
        if let Some((way, Some(to))) = statement.selection().and_then(path_of)
            && let Some(local) = to.local()
        {
            used.push((local, way.clone(), statement.span));
        }
        true
    });
    for statement in block {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| used.extend(measured_path(inner)));
        });
    }
    let mut seen = BTreeSet::new();
    for (local, way, span) in used {
        let Some((first, place)) = chosen.get(&local) else {
            continue;
        };
        if is_same_path(first, &way) || !seen.insert(span) {
            continue;
        }
        let name = |way: &Way| {
            let known = book.procedures.get(way.procedure.at());
            known.map_or("", |known| known.naming.name.as_str())
        };
        let message = match first.procedure == way.procedure {
            true => format!("the path uses another `{}` than the choice", name(&way)),
            false => format!(
                "this is chosen by `{}`, but its path uses `{}`",
                name(first),
                name(&way)
            ),
        };
        diagnostics.push(
            Diagnostic::new(Code::PathMismatch, message)
                .label(span, "path taken here")
                .label(*place, "chosen here")
                .help("use the same formula with the same units in both places")
                .cite(naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
        );
    }
}

/// Returns the destination and the path of a measurement: `cost(unit, goal, march(unit))`.
fn measured_path(expr: &Expr) -> Option<(LocalId, Way, Span)> {
    let measured = expr.measurement()?;
    let destination = measured.arguments.get(1)?.local()?;
    Some((destination, measured.way?.clone(), expr.span))
}

/// Whether two paths have the same cost for the same pieces.
fn is_same_path(one: &Way, other: &Way) -> bool {
    let forms = |way: &Way| -> Vec<Option<String>> {
        let arguments = way.arguments.iter();
        arguments
            .map(|argument| canonical_form(argument, &[]))
            .collect()
    };
    one.procedure == other.procedure && forms(one) == forms(other)
}
