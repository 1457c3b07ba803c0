//! Actions and sequences that no sequence calls.
//!
//! Reports: E0624.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Ability, Procedure, ProcedureId, RuleBook, walk_statements};

/// The largest number of labels of one finding.
const MAX_LABELS: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut procedures = book.procedures.iter();
    // Without a sequence, players run each action by itself.
    if !procedures.any(|one| one.ability == Ability::Sequence) {
        return;
    }
    sequences(context, diagnostics);
    let followed = sections_of_the_game(context);
    for action in uncalled(context, Ability::Action) {
        let name = &action.naming.name;
        let sections = &action.naming.citations;
        // A rule of the book that only this action carries out is left out of the game.
        let is_left_out = followed.as_ref().is_some_and(|followed| {
            !sections.is_empty() && !sections.iter().any(|one| followed.contains(one.as_str()))
        });
        let (message, confidence) = match is_left_out {
            true => (
                format!(
                    "no sequence or other rule calls `{name}`: nothing in the game follows {}",
                    sections.join(", ")
                ),
                Confidence::Likely,
            ),
            false => (
                format!("no sequence or other rule calls `{name}`"),
                Confidence::Possible,
            ),
        };
        diagnostics.push(
            Diagnostic::new(Code::NeverCalled, message)
                .label(action.naming.span, "")
                .help("call it in a phase; if it is only run by itself, ignore this")
                .cite(sections.iter().map(String::as_str))
                .confidence(confidence),
        );
    }
}

/// Returns the sections that the rules of the games cite which scenarios play; `None` if none plays one.
fn sections_of_the_game<'a>(context: &Context<'a>) -> Option<BTreeSet<&'a str>> {
    let book: &'a RuleBook = context.book;
    let played = (context.played)();
    let procedures = book.procedures.iter().enumerate();
    let games = procedures.filter(|(_, one)| played.contains(&one.naming.name));
    let mut reached: BTreeSet<ProcedureId> = BTreeSet::new();
    for (at, _) in games {
        reached.extend(context.call_graph.reachable(ProcedureId::new(at)));
    }
    if reached.is_empty() {
        return None;
    }
    for id in context.call_graph.called_by_events() {
        reached.extend(context.call_graph.reachable(*id));
    }
    let rules = reached.iter().filter_map(|id| book.procedures.get(id.at()));
    let rules = rules.map(|one| (&one.naming, &one.body));
    let events = book.bodies().skip(book.procedures.len());
    let mut sections = BTreeSet::new();
    for (naming, body) in rules.chain(events) {
        sections.extend(naming.citations.iter().map(String::as_str));
        walk_statements(body, &mut |statement| {
            sections.extend(statement.citations.iter().map(String::as_str));
            true
        });
    }
    Some(sections)
}

/// Reports sequences that no rule calls and no scenario plays. Without a scenario one of several is the game, and it is unknown
/// which.
fn sequences(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all = uncalled(context, Ability::Sequence);
    if all.len() < 2 {
        return;
    }
    let played = (context.played)();
    let (games, others): (Vec<&Procedure>, Vec<&Procedure>) = all
        .into_iter()
        .partition(|one| played.contains(&one.naming.name));
    let Some(game) = games.first() else {
        diagnostics.push(no_game(&others));
        return;
    };
    for sequence in others {
        let name = &sequence.naming.name;
        diagnostics.push(
            Diagnostic::new(
                Code::NeverCalled,
                format!("no scenario plays `{name}`, and no other rule calls it"),
            )
            .label(sequence.naming.span, "")
            .label(game.naming.span, "played by a scenario")
            .help("call it in a phase; if a scenario will play it, ignore this")
            .cite(sequence.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible),
        );
    }
}

/// Reports sequences if none is known to be the game.
fn no_game(sequences: &[&Procedure]) -> Diagnostic {
    let names: Vec<String> = sequences
        .iter()
        .map(|one| format!("`{}`", one.naming.name))
        .collect();
    let (last, rest) = names
        .split_last()
        .map_or(("", &[][..]), |(last, rest)| (last, rest));
    let message = format!(
        "no rule calls {} or {last}, and no scenario plays one",
        rest.join(", ")
    );
    let labelled = sequences.iter().take(MAX_LABELS);
    let finding = labelled.fold(
        Diagnostic::new(Code::NeverCalled, message),
        |finding, one| finding.label(one.naming.span, ""),
    );
    let cited = sequences.iter().flat_map(|one| &one.naming.citations);
    finding
        .help("call the others in the phases of one of them, or write a scenario for each")
        .cite(cited.map(String::as_str))
        .confidence(Confidence::Possible)
}

/// Returns the procedures of an ability that no other rule calls.
fn uncalled<'a>(context: &Context<'a>, ability: Ability) -> Vec<&'a Procedure> {
    let book: &'a RuleBook = context.book;
    let procedures = book.procedures.iter().enumerate();
    procedures
        .filter(|(at, one)| {
            one.ability == ability && !context.call_graph.is_called(ProcedureId::new(*at))
        })
        .map(|(_, one)| one.as_ref())
        .collect()
}
