//! What steps cost, and ways that are found by one cost and gone by another.
//!
//! Reports: E0628, E0629.

use std::collections::{BTreeMap, BTreeSet};

use super::super::constant_condition::told;
use super::super::shape::shape;
use super::super::value_sets::Reach;
use super::super::values::Rests;
use super::{blocks, every_expr};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::{Way, Which};
use sandtable_model::{
    Among, Block, Dimension, Expr, ExprKind, LocalId, Naming, ProcedureId, RuleBook, Selection,
    StatementKind, Type, Values, walk_statement, walk_statements,
};
use sandtable_source::Span;

pub(super) fn ways(book: &RuleBook, reach: &Reach<'_>, diagnostics: &mut Diagnostics) {
    for (naming, block) in blocks(book) {
        two_ways(book, naming, block, diagnostics);
    }
    let mut priced = BTreeSet::new();
    every_expr(book, &mut |_, expr| {
        if let ExprKind::Measured { way: Some(way), .. } = &expr.kind {
            priced.insert(way.procedure);
        }
        if let ExprKind::Aggregate { selection, .. } = &expr.kind {
            priced.extend(way_of(selection).map(|(way, _)| way.procedure));
        }
    });
    for (_, block) in blocks(book) {
        walk_statements(block, &mut |statement| {
            let selection = selected(&statement.kind);
            priced.extend(selection.and_then(way_of).map(|(way, _)| way.procedure));
            true
        });
    }
    for id in priced {
        diagnostics.extend(free(book, reach, id));
    }
}

/// The selection that a statement goes through or chooses from.
fn selected(statement: &StatementKind) -> Option<&Selection> {
    match statement {
        StatementKind::Each { selection, .. } => Some(selection),
        StatementKind::Choose(choice) => match &choice.among {
            Among::Values { values, .. } => match values.as_ref() {
                Values::Units(selection) => Some(selection),
                Values::Numbers { .. } | Values::Words(_) => None,
            },
            Among::Lines(_) => None,
        },
        _ => None,
    }
}

/// The way of a selection of places, and where it leads, if that is named.
fn way_of(selection: &Selection) -> Option<(&Way, Option<&Expr>)> {
    match &selection.region.as_deref()?.which {
        Which::Reached { way, .. } => Some((way, None)),
        Which::Along { way, ends } => Some((way, ends.get(1))),
        Which::All | Which::Within { .. } | Which::Between { .. } => None,
    }
}

/// Places that are chosen because one way leads there, and gone to by another.
fn two_ways(book: &RuleBook, naming: &Naming, block: &Block, diagnostics: &mut Diagnostics) {
    let mut chosen: BTreeMap<LocalId, (&Way, Span)> = BTreeMap::new();
    walk_statements(block, &mut |statement| {
        if let StatementKind::Choose(choice) = &statement.kind
            && let Among::Values { local, .. } = &choice.among
            && let Some((way, None)) = selected(&statement.kind).and_then(way_of)
        {
            chosen.insert(*local, (way, statement.span));
        }
        true
    });
    let mut gone: Vec<(LocalId, Way, Span)> = Vec::new();
    walk_statements(block, &mut |statement| {
        if let Some((way, Some(to))) = selected(&statement.kind).and_then(way_of)
            && let ExprKind::Local(local) = to.kind
        {
            gone.push((local, way.clone(), statement.span));
        }
        true
    });
    for statement in block {
        walk_statement(statement, &mut |expr| led(expr, &mut gone));
    }
    let mut seen = BTreeSet::new();
    for (local, way, span) in gone {
        let Some((first, place)) = chosen.get(&local) else {
            continue;
        };
        if is_same(first, &way) || !seen.insert(span) {
            continue;
        }
        let name = |way: &Way| {
            let known = book.procedures.get(way.procedure.at());
            known.map_or("", |known| known.naming.name.as_str())
        };
        let message = match first.procedure == way.procedure {
            true => format!("the way there is that of another `{}`", name(&way)),
            false => format!(
                "this is chosen by `{}`, but the way there is by `{}`",
                name(first),
                name(&way)
            ),
        };
        diagnostics.push(
            Diagnostic::new(Code::TwoWays, message)
                .label(span, "gone here")
                .label(*place, "chosen here")
                .help("name the same formula with the same units in both places; else a piece goes where it could not, or pays what it did not reckon with")
                .cite(naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
        );
    }
}

/// `cost(unit, goal, march(unit))`: places that something is measured to along a way.
fn led(expr: &Expr, gone: &mut Vec<(LocalId, Way, Span)>) {
    if let ExprKind::Measured {
        arguments,
        way: Some(way),
        ..
    } = &expr.kind
        && let Some(ExprKind::Local(local)) = arguments.get(1).map(|to| &to.kind)
    {
        gone.push((*local, way.clone(), expr.span));
    }
    sandtable_model::walk_expr(expr, &mut |inner| led(inner, gone));
}

fn is_same(one: &Way, other: &Way) -> bool {
    let texts = |way: &Way| -> Vec<Option<String>> {
        let arguments = way.arguments.iter();
        arguments.map(|argument| shape(argument, &[])).collect()
    };
    one.procedure == other.procedure && texts(one) == texts(other)
}

/// A step that may cost nothing, or less.
fn free(book: &RuleBook, reach: &Reach<'_>, id: ProcedureId) -> Option<Diagnostic> {
    let values = reach.result_of(id)?;
    let (low, _) = values.range().filter(|(low, high)| low <= high)?;
    if low > 0 || low <= i64::from(i32::MIN) + 1 {
        return None;
    }
    let naming = &book.procedures.get(id.at())?.naming;
    let what = match low < 0 {
        true => "less than nothing, which counts as nothing",
        false => "nothing",
    };
    let ty = Type::Number(Dimension::Plain);
    Some(
        Diagnostic::new(
            Code::FreeStep,
            format!("a step may cost {what}, and then it can be gone for ever"),
        )
        .label(
            naming.span,
            format!("this comes to {}", told(book, values, ty)),
        )
        .help("let every step cost something: `limited to 1..`; what cannot be gone is `none`")
        .cite(naming.citations.iter().map(String::as_str))
        // That something is free may be meant; less than nothing is never paid.
        .confidence(match (low < 0, values.rests) {
            (true, Rests::Written) => Confidence::Likely,
            (true, Rests::State | Rests::Together) | (false, _) => Confidence::Possible,
        }),
    )
}
