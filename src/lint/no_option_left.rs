//! Choices that may leave a player without an option.
//!
//! Reports: E0230.

use std::collections::BTreeMap;

use super::constant_condition::told;
use super::value_sets::Reach;
use super::values::Rests;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::Which;
use sandtable_model::{
    Aggregate, Among, Block, Dimension, Expr, ExprKind, Kinds, Naming, Parameter, ProcedureId,
    RuleBook, Selection, StatementKind, Type, Values, walk_calls, walk_expr, walk_statement,
    walk_statements,
};
use sandtable_source::Span;

pub(super) fn left(book: &RuleBook, reach: &Reach<'_>, diagnostics: &mut Diagnostics) {
    for (place, first, last, citations) in &reach.short {
        let ty = Type::Number(Dimension::Plain);
        let rests = first.rests_with(last);
        let confidence = match rests {
            Rests::Written | Rests::State => Confidence::Likely,
            Rests::Together => Confidence::Possible,
        };
        diagnostics.push(
            Diagnostic::new(Code::NoOptionLeft, "there may be no number to choose from")
                .label(
                    *place,
                    format!(
                        "the first is {}, the last {}",
                        told(book, first, ty),
                        told(book, last, ty)
                    ),
                )
                .help("ask before whether there is one: `if … >= 1: …`; or write `or none` and ask `is none`")
                .cite(citations.iter().map(String::as_str))
                .confidence(confidence),
        );
    }
    for (place, citations) in &reach.left_open {
        diagnostics.push(
            Diagnostic::new(
                Code::NoOptionLeft,
                "if none of these conditions holds, there is nothing to choose",
            )
            .label(*place, "every option has a condition")
            .help("let one option always be there: `\"nothing\": stop`")
            .cite(citations.iter().map(String::as_str)),
        );
    }
    let by_callers = by_callers(book);
    for (at, procedure) in book.procedures.iter().enumerate() {
        let handed = kinds_of(&procedure.parameters);
        let asked = by_callers.get(&ProcedureId::new(at));
        let asked = asked.copied().unwrap_or(Kinds::NONE);
        units(
            &procedure.naming,
            (handed, asked),
            &procedure.body,
            diagnostics,
        );
    }
    for trigger in &book.triggers {
        for when in &trigger.whens {
            let known = (trigger.kinds, Kinds::NONE);
            units(&trigger.naming, known, &when.body, diagnostics);
        }
    }
    for reaction in &book.reactions {
        let known = (kinds_of(&reaction.parameters), Kinds::NONE);
        units(&reaction.naming, known, &reaction.body, diagnostics);
    }
}

/// Of which units the rules that call a rule ask whether there are some.
fn by_callers(book: &RuleBook) -> BTreeMap<ProcedureId, Kinds> {
    let mut known: BTreeMap<ProcedureId, Kinds> = BTreeMap::new();
    for procedure in &book.procedures {
        let (mut asked, mut calls) = (Vec::new(), Vec::new());
        for statement in &procedure.body {
            walk_statement(statement, &mut |expr| {
                asks(expr, &mut asked);
                walk_calls(expr, &mut |id| calls.push(id));
            });
        }
        let kinds = asked.iter().map(|(_, kinds)| *kinds);
        let kinds = kinds.fold(Kinds::NONE, Kinds::or);
        for id in calls {
            let of_rule = known.entry(id).or_insert(Kinds::NONE);
            *of_rule = of_rule.or(kinds);
        }
    }
    known
}

fn kinds_of(parameters: &[Parameter]) -> Kinds {
    let kinds = parameters.iter().map(|one| one.ty.kinds());
    kinds.fold(Kinds::NONE, |all, kinds| all.or(kinds))
}

/// Units of which there may be none, where the rule has not asked before whether there is one.
///
/// What the rule is handed is there; what its callers ask for was asked before.
fn units(
    naming: &Naming,
    (handed, by_callers): (Kinds, Kinds),
    body: &Block,
    diagnostics: &mut Diagnostics,
) {
    let mut asked: Vec<(Span, Kinds)> = Vec::new();
    for statement in body {
        walk_statement(statement, &mut |expr| asks(expr, &mut asked));
    }
    walk_statements(body, &mut |statement| {
        if let StatementKind::Choose(choice) = &statement.kind
            && let Among::Values { values, .. } = &choice.among
            && let Values::Units(selection) = values.as_ref()
            && !choice.or_none
            && !is_there(selection, handed)
        {
            let by_callers = !by_callers.and(selection.kinds).is_empty();
            let before = asked.iter().any(|(place, kinds)| {
                place.start < statement.span.start && !kinds.and(selection.kinds).is_empty()
            });
            if !before && !by_callers {
                diagnostics.push(finding(naming, selection, statement.span));
            }
        }
        true
    });
}

/// Whether there is one for certain if nothing more is asked: whoever the rule is handed, or a part of it; a place.
fn is_there(selection: &Selection, handed: Kinds) -> bool {
    let is_known = match &selection.region {
        // Where it stands is among what it can reach.
        Some(region) => matches!(
            region.which,
            Which::All | Which::Within { .. } | Which::Reached { .. }
        ),
        None => selection.owner.is_some() || !handed.and(selection.kinds).is_empty(),
    };
    selection.condition.is_none() && is_known
}

/// Questions whether there are units, or which is the first.
fn asks(expr: &Expr, found: &mut Vec<(Span, Kinds)>) {
    if let ExprKind::Aggregate {
        aggregate: Aggregate::Any | Aggregate::Number | Aggregate::First,
        selection,
        ..
    } = &expr.kind
    {
        found.push((expr.span, selection.kinds));
    }
    walk_expr(expr, &mut |inner| asks(inner, found));
}

fn finding(naming: &Naming, selection: &Selection, place: Span) -> Diagnostic {
    let what = match (&selection.region, &selection.condition) {
        (Some(_), Some(_)) => "if this holds for no place, there is none to choose",
        (Some(_), None) => "if there is no such place, there is none to choose",
        (None, Some(_)) => "if this holds for nobody, there is nobody to choose",
        (None, None) => "if there is nobody of this kind, there is nobody to choose",
    };
    let condition = selection.condition.as_ref();
    let shown = condition.map_or(place, |condition| condition.span);
    Diagnostic::new(Code::NoOptionLeft, what)
        .label(shown, "")
        .help(format!(
            "write `or none` and ask `if {} is none: …`; or ask before whether there is one: `if any …`",
            selection.name
        ))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
}
