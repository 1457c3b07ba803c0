//! Units of the unit files that break a condition of their kind.
//!
//! Reports: E0409.

use super::Context;
use super::scenario::start_state::{StartState, Values};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::cast::alone;
use sandtable_model::{
    Expr, LocalId, Must, ProcedureId, ProfileId, Question, RuleBook, Statement, Type,
    simultaneous::visit_reached, walk_own, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.kinds.iter().all(|kind| kind.musts.is_empty()) {
        return;
    }
    for (at, profile) in book.profiles.iter().enumerate() {
        let Some(kind) = book.kinds.get(profile.kind.at()) else {
            continue;
        };
        // A part is judged where its unit is known.
        if kind.musts.is_empty() || profile.id.is_empty() {
            continue;
        }
        let Some(staged) = question(book, ProfileId::new(at)) else {
            continue;
        };
        let start = StartState::new(book, &staged);
        let own = kind
            .musts
            .iter()
            .filter(|must| !reads_others(book, must.procedure) && is_broken(book, &start, must, 0));
        diagnostics
            .extend(own.map(|must| finding(&format!("`{}`", profile.id), profile.span, must)));
    }
}

/// Whether a unit of the cast certainly breaks a condition in this state.
pub(super) fn is_broken(book: &RuleBook, start: &StartState<'_>, must: &Must, at: usize) -> bool {
    let Some(procedure) = book.procedures.get(must.procedure.at()) else {
        return false;
    };
    let Some(condition) = procedure.body.first().and_then(Statement::result) else {
        return false;
    };
    let Ok(unit) = i32::try_from(at) else {
        return false;
    };
    let values = Values::from([(LocalId::new(0), unit)]);
    start.value(condition, &values) == Some(0)
}

/// Returns the finding for a unit that breaks a condition.
pub(super) fn finding(unit: &str, place: Span, must: &Must) -> Diagnostic {
    Diagnostic::new(
        Code::MustNotMet,
        format!("{unit} breaks a rule of its kind: {}", must.text),
    )
    .label(place, "")
    .label(must.span, "this condition")
    .help("correct the values of the unit, or the condition")
    .cite(must.citations.iter().map(String::as_str))
}

/// Returns the state in which a unit of the roster is alone.
fn question(book: &RuleBook, profile: ProfileId) -> Option<Question> {
    Some(Question {
        entry: Expr::constant(0, Type::Unknown, Span::nowhere()),
        procedure: None,
        cast: vec![alone(book, profile, "", None)?],
        arguments: Vec::new(),
        named: Vec::new(),
        facts: vec![None; book.facts.len()],
        judged: Vec::new(),
        particular: Vec::new(),
        sets: Vec::new(),
        is_played: false,
        options: book.options.iter().map(|option| option.default).collect(),
        board_instance: None,
        map: None,
        phase: None,
        row: None,
        script: None,
    })
}

/// Whether a formula can depend on other units than the one it is about: on parts, on selections, on the game.
fn reads_others(book: &RuleBook, id: ProcedureId) -> bool {
    let mut reads = false;
    let body = book.procedures.get(id.at());
    let body = body.map_or(&[][..], |procedure| &procedure.body);
    visit_reached(book, body, &mut |statement| {
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                let is_read = inner.field().is_some() || inner.track().is_some();
                reads |= inner.aggregation().is_some()
                    || inner.is_game()
                    || inner.named_side().is_some()
                    || is_read && matches!(inner.ty, Type::Unit(_) | Type::Place);
            });
        });
    });
    reads
}
