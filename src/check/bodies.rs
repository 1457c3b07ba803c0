//! The bodies of rules, each after those it needs.

use super::scope::Scope;
use super::types::{ends_before_it_starts, result_range};
use super::{Checker, ProcedureSource, sections};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Ability, Aggregation, Dimension, Expr, FactId, InPlay, Kinds, Modifier, ModifiersId, Procedure,
    ProcedureId, Statement, Symbol, TrackId, Trigger, Type, When, walk_expr, walk_statement,
};
use sandtable_syntax::ast;
use std::sync::Arc;

/// Checks the body of a procedure.
pub(super) fn procedure(checker: &mut Checker<'_>, id: ProcedureId) {
    let Some(source) = checker.procedures.get(id.at()).copied() else {
        return;
    };
    let Some(known) = checker.book.procedures.get(id.at()) else {
        return;
    };
    let known = Procedure::clone(known);
    let built = match source {
        ProcedureSource::OfKind(value) => kind_formula(checker, known, value),
        ProcedureSource::Declared(declared) => declared_procedure(checker, known, declared),
    };
    if let Some(place) = checker.book.procedures.get_mut(id.at()) {
        *place = Arc::new(built);
    }
}

fn kind_formula(checker: &mut Checker<'_>, known: Procedure, value: &ast::Expr) -> Procedure {
    let mut scope = Scope::new(
        checker,
        Ability::Formula,
        "a formula",
        &known.naming,
        &known.parameters,
    );
    scope.own_kind = known.of_kind;
    let value = scope.expr(value, known.result.map(|result| result.ty));
    let (value, result) = match known.result {
        Some(result) => {
            let value = match result.or_none {
                true => value,
                false => scope.some(value),
            };
            (scope.fit(value, result.ty), result)
        }
        None => {
            let result = sandtable_model::ResultType {
                ty: plain(value.ty),
                or_none: value.or_none,
            };
            (value, result)
        }
    };
    let span = value.span;
    Procedure {
        result: Some(result),
        body: vec![Statement::give(value, span)],
        ..known
    }
}

/// A bare number is a plain count once it is the result of a rule.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other type stays unchanged"
)]
fn plain(ty: Type) -> Type {
    match ty {
        Type::Number(Dimension::Any) => Type::Number(Dimension::Plain),
        other => other,
    }
}

fn declared_procedure(
    checker: &mut Checker<'_>,
    known: Procedure,
    declared: &ast::Procedure,
) -> Procedure {
    let result_range = result_range(checker, declared.head.result.as_ref());
    let what = match known.ability {
        Ability::Formula => "a formula",
        Ability::Roll => "a roll",
        Ability::Action => "an action",
        Ability::Sequence => "a sequence",
    };
    let mut scope = Scope::new(
        checker,
        known.ability.of_body(),
        what,
        &known.naming,
        &known.parameters,
    );
    scope.result = known.result;
    scope.result_range = result_range;
    scope.names_outcomes = known.outcomes.is_some();
    let body = scope.block(&declared.body);
    scope.must_end(&body, known.naming.span);
    let report = reports(&mut scope, &declared.body);
    let inferred = scope.found.first().map(|(result, _)| *result);
    let locals = std::mem::take(&mut scope.locals);
    let parameters = known
        .parameters
        .iter()
        .zip(&locals)
        .map(|(parameter, local)| sandtable_model::Parameter {
            ty: local.ty,
            ..parameter.clone()
        })
        .collect();
    Procedure {
        result: known
            .result
            .or(inferred.map(|result| sandtable_model::ResultType {
                ty: plain(result.ty),
                ..result
            })),
        range: result_range,
        parameters,
        body,
        locals,
        report,
        ..known
    }
}

/// Values that `report` lines name, over the parameters alone.
fn reports(scope: &mut Scope<'_, '_>, body: &ast::Block) -> Option<Vec<Expr>> {
    let mut found: Option<Vec<Expr>> = None;
    scope.in_report = true;
    for statement in body {
        let Some(values) = statement.report() else {
            continue;
        };
        if scope.ability != Ability::Action {
            scope.report(
                Diagnostic::new(Code::NotAllowedHere, "only an action has a `report`")
                    .label(statement.kind.span, "")
                    .help("a roll or formula already gives a value"),
            );
        }
        if found.is_some() {
            scope.report(
                Diagnostic::new(Code::DeclaredTwice, "a second `report` in one action")
                    .label(statement.kind.span, "")
                    .help("join them into one line"),
            );
        }
        found = Some(values.iter().map(|value| scope.expr(value, None)).collect());
    }
    scope.in_report = false;
    found
}

pub(super) fn modifiers(checker: &mut Checker<'_>, id: ModifiersId) {
    let Some(declared) = checker.modifiers.get(id.at()).copied() else {
        return;
    };
    let Some(known) = checker.book.modifiers.get(id.at()).cloned() else {
        return;
    };
    let mut scope = Scope::new(
        checker,
        Ability::Formula,
        "a list of modifiers",
        &known.naming,
        &known.parameters,
    );
    let mut groups: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for line in &declared.lines {
        let modifier = &line.value;
        let per = modifier.per.as_ref().map(|per| scope.count(per));
        let condition = modifier
            .condition
            .as_ref()
            .map(|condition| scope.condition(condition));
        let once = modifier.once.as_ref().map(|once| {
            let at = groups.iter().position(|group| *group == once.value);
            match at {
                Some(_) => scope.refers(once.span, Symbol::Once(id)),
                None => scope.checker.declares(once.span, Symbol::Once(id)),
            }
            let at = at.unwrap_or_else(|| {
                groups.push(&once.value);
                groups.len() - 1
            });
            u32::try_from(at).unwrap_or(0)
        });
        let citations = if modifier.citations.is_empty() {
            known.naming.citations.clone()
        } else {
            sections(&modifier.citations)
        };
        if modifier.most.is_some() && modifier.per.is_none() {
            scope.report(
                Diagnostic::new(Code::NotAllowedHere, "`at most` has no `per` to limit")
                    .label(line.span, "")
                    .help("delete it: without `per` a line counts once"),
            );
        }
        lines.push(Modifier {
            amount: modifier.amount,
            per,
            most: modifier.most,
            condition,
            once,
            label: label(modifier),
            citations,
            span: line.span,
        });
    }
    let locals = std::mem::take(&mut scope.locals);
    if let Some(place) = checker.book.modifiers.get_mut(id.at()) {
        place.lines = lines;
        for (parameter, local) in place.parameters.iter_mut().zip(locals) {
            parameter.ty = local.ty;
        }
        if let Some(limit) = &declared.limit {
            let (low, high) = limit.value;
            place.limit = (low.unwrap_or(i32::MIN + 1), high.unwrap_or(i32::MAX));
            if let (low, high) = place.limit
                && low > high
            {
                let (finding, _) = ends_before_it_starts(low, high, limit.span);
                checker.diagnostics.push(finding);
            }
        }
    }
}

/// Value of a fact in play.
pub(super) fn fact(checker: &mut Checker<'_>, id: FactId) {
    let declared = checker.facts.get(id.at()).copied();
    let known = checker.book.facts.get(id.at()).cloned();
    let (Some(in_play), Some(known)) = (declared.and_then(|fact| fact.in_play.as_ref()), known)
    else {
        return;
    };
    let mut scope = Scope::new(
        checker,
        Ability::Formula,
        "a fact",
        &known.naming,
        &known.parameters,
    );
    let value = scope.expr_of_type(&in_play.value, known.ty);
    let locals = std::mem::take(&mut scope.locals);
    if let Some(place) = checker.book.facts.get_mut(id.at()) {
        for (parameter, local) in place.parameters.iter_mut().zip(locals) {
            parameter.ty = local.ty;
        }
        place.in_play = Some(InPlay {
            value,
            citations: sections(&in_play.citations),
            needs_map: false,
        });
    }
}

/// Returns the label of a line, else the text of its condition.
fn label(modifier: &ast::Modifier) -> String {
    match (&modifier.label, &modifier.once) {
        (Some(label), _) => label.value.clone(),
        (None, Some(once)) => once.value.clone(),
        (None, None) => String::new(),
    }
}

/// Triggers, after everything they may call.
pub(super) fn triggers(checker: &mut Checker<'_>) {
    for declared in checker.triggers.clone() {
        let built = trigger(checker, declared);
        checker.book.triggers.push(built);
    }
}

fn trigger(checker: &mut Checker<'_>, declared: &ast::Trigger) -> Trigger {
    let naming = super::naming(&declared.head);
    let deep = super::signatures::deep(checker, &declared.head);
    let mut parameters = super::signatures::parameters(checker, &declared.head);
    if declared.head.parameters.is_none() {
        parameters.push(sandtable_model::Parameter {
            name: "unit".to_owned(),
            ty: Type::Unit(Kinds::ALL),
            low: i32::MIN,
            high: i32::MAX,
            or_none: false,
            is_several: false,
            part_of: None,
            dice: None,
            span: naming.span,
        });
    }
    // The places of a map are units as well, if they have tracks.
    if let (Some(area), [only]) = (checker.book.changing_places(), parameters.as_mut_slice())
        && only.ty == Type::Place
    {
        only.ty = Type::Unit(Kinds::one(area));
    }
    let one_unit = matches!(
        parameters.as_slice(),
        [sandtable_model::Parameter {
            ty: Type::Unit(_),
            ..
        }]
    );
    if !one_unit {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongArguments, "a trigger needs one unit to watch")
                .label(naming.span, "")
                .help("name it after the trigger's name, with its kind: `(unit: vehicle)`; on a map whose places have tracks, `(spot: place)`"),
        );
    }
    let mut scope = Scope::new(checker, Ability::Action, "a trigger", &naming, &parameters);
    let mut whens = Vec::new();
    for when in &declared.whens {
        let ability = std::mem::replace(&mut scope.ability, Ability::Formula);
        let (watched, level) = scope.watched(&when.value);
        scope.ability = ability;
        let mut reads = Vec::new();
        tracks_read(scope.checker, &watched, &mut reads);
        let is_complete = scope.checker.book.poison.is_empty();
        if reads.is_empty() && watched.ty != Type::Unknown && is_complete {
            scope.report(
                Diagnostic::new(Code::NeverReached, "this never changes: it reads no track")
                    .label(when.value.watched.span, "")
                    .help("name a track of the unit, or a formula that reads one"),
            );
        }
        let body = scope.block(&when.value.body);
        whens.push(When {
            watched,
            crossing: when.value.crossing,
            level,
            body,
            reads,
            span: when.span,
        });
    }
    let locals = std::mem::take(&mut scope.locals);
    let kinds = match locals.first().map(|local| local.ty) {
        Some(Type::Unit(kinds)) => kinds,
        _ => Kinds::NONE,
    };
    Trigger {
        naming,
        kinds,
        deep,
        circle: Vec::new(),
        leads_to: Vec::new(),
        whens,
        locals,
    }
}

/// The tracks that an expression reads, directly or by formulas.
pub(super) fn tracks_read(checker: &Checker<'_>, expr: &Expr, reads: &mut Vec<TrackId>) {
    let mut seen = std::collections::BTreeSet::new();
    let mut called = Vec::new();
    tracks_named(expr, reads);
    sandtable_model::walk_calls(expr, &mut |id| called.push(id));
    while let Some(id) = called.pop() {
        if !seen.insert(id) {
            continue;
        }
        let procedure = checker.book.procedures.get(id.at());
        for statement in procedure.into_iter().flat_map(|known| &known.body) {
            walk_statement(statement, &mut |expr| {
                tracks_named(expr, reads);
                sandtable_model::walk_calls(expr, &mut |id| called.push(id));
            });
        }
    }
}

/// The tracks that an expression reads itself.
fn tracks_named(expr: &Expr, reads: &mut Vec<TrackId>) {
    let read = expr.track().map(|read| read.track);
    if let Some(track) = read.filter(|track| !reads.contains(track)) {
        reads.push(track);
    }
    if let Some(Aggregation { selection, .. }) = expr.aggregation() {
        // Who is in play decides who is among them.
        let asked = [
            (selection.destroyed, TrackId::DESTROYED),
            (selection.removed, TrackId::REMOVED),
        ];
        let asked = asked.into_iter().filter(|(included, _)| !included);
        reads.extend(asked.map(|(_, track)| track));
    }
    walk_expr(expr, &mut |inner| tracks_named(inner, reads));
}
