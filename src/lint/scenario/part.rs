//! Scenarios that play a turn or a phase once, although another sequence repeats it.
//!
//! Reports: E0567.

use super::Staging;
use super::victory::has_phases;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Ability, Expr, Naming, ProcedureId, RuleBook, Statement, blocks, walk_statements,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check_part(staging: &Staging<'_>) -> Option<Diagnostic> {
    let book = staging.book;
    let id = staging.staged.procedure?;
    let part = book.procedures.get(id.at())?;
    let mut games = book.procedures.iter().filter(|other| {
        let is_game = other.ability == Ability::Sequence && other.parameters.is_empty();
        is_game && other.is_declared() && other.naming.span != part.naming.span
    });
    let (game, place) = games.find_map(|game| {
        let place = repeated_call(book, &game.body, id)?;
        Some((&game.naming, place))
    })?;
    // A battle of a campaign has turns of its own.
    let has_turns = part.ability == Ability::Sequence && has_turns(staging, &part.body);
    let confidence = match has_turns {
        true => Confidence::Possible,
        false => Confidence::Likely,
    };
    Some(finding(staging, &part.naming, game, place).confidence(confidence))
}

/// Whether statements, or those of rules that they call, repeat phases.
fn has_turns(staging: &Staging<'_>, block: &[Statement]) -> bool {
    let mut has_turns = false;
    visit_reached(staging.book, block, &mut |statement| {
        let is_loop = statement.repetition().is_some() || statement.count().is_some();
        has_turns |=
            is_loop && blocks(statement).any(|inner| has_phases(inner, staging, MAX_DEPTH));
    });
    has_turns
}

/// Returns the place of a loop of a body that calls a rule in each round, directly or by way of other rules.
fn repeated_call(book: &RuleBook, body: &[Statement], id: ProcedureId) -> Option<Span> {
    let mut found = None;
    walk_statements(body, &mut |statement| {
        if statement.repetition().is_some() || statement.count().is_some() {
            let mut is_called = false;
            for inner in blocks(statement) {
                visit_reached(book, inner, &mut |inner| {
                    let called = inner.evaluated().and_then(Expr::call);
                    is_called |= called.is_some_and(|(called, _)| called == id);
                });
            }
            if is_called {
                found = found.or(Some(statement.span));
            }
        }
        found.is_none()
    });
    found
}

fn finding(staging: &Staging<'_>, part: &Naming, game: &Naming, place: Span) -> Diagnostic {
    let (part, game) = (&part.name, &game.name);
    Diagnostic::new(
        Code::PartOfTheGame,
        format!("this scenario plays `{part}` once, but `{game}` repeats it"),
    )
    .label(staging.written.play.span, "a part of the game")
    .label(place, "repeated here")
    .help(format!(
        "play the whole game: `play = \"{game}\"`; if one `{part}` is meant, ignore this"
    ))
}
