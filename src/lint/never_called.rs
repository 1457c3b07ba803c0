//! Actions and sequences that no sequence calls.
//!
//! Reports: E0624.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics, a};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Ability, Naming, Procedure, ProcedureId, Role, RuleBook, Symbol, TrackId, walk_changes,
    walk_statement, walk_statements, walk_within,
};

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
    let reached = rules_of_the_game(context);
    unused(context, reached.is_some(), diagnostics);
    let followed = reached.as_ref().map(|reached| sections_of(book, reached));
    for action in uncalled(context, Ability::Action) {
        let name = &action.naming.name;
        let sections = &action.naming.citations;
        if let Some(reached) = &reached {
            let stuck = only_changed_by(context, action, reached);
            if let Some(track) = stuck.and_then(|track| book.tracks.get(track.at())) {
                diagnostics.push(left_out(action, &track.name));
                continue;
            }
        }
        // A rule of the book that only this action carries out is left out of the game.
        let is_left_out = followed.as_ref().is_some_and(|followed| {
            !sections.is_empty() && !sections.iter().any(|one| followed.contains(one.as_str()))
        });
        // An action that cites nothing may be a tool of the author, to be asked by itself.
        let lost = reached
            .as_ref()
            .filter(|_| !sections.is_empty())
            .and_then(|reached| only_through(context, action, reached));
        let (message, confidence) = match (is_left_out, lost) {
            (true, _) => (
                format!(
                    "no sequence or other rule calls `{name}`: nothing in the game follows {}",
                    sections.join(", ")
                ),
                Confidence::Likely,
            ),
            (false, Some(lost)) => (
                format!(
                    "no sequence or other rule calls `{name}`, nor then `{}`",
                    lost.name
                ),
                Confidence::Likely,
            ),
            (false, None) => (
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

/// Returns the rules of the games that scenarios play; `None` if none plays one.
fn rules_of_the_game(context: &Context<'_>) -> Option<BTreeSet<ProcedureId>> {
    let book = context.book;
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
    Some(reached)
}

/// Returns the sections that rules cite, and those of triggers and reactions.
fn sections_of<'a>(book: &'a RuleBook, reached: &BTreeSet<ProcedureId>) -> BTreeSet<&'a str> {
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
    sections
}

/// Returns a track that rules of the game read, and that no rule changes but those that only this action carries out.
fn only_changed_by(
    context: &Context<'_>,
    action: &Procedure,
    reached: &BTreeSet<ProcedureId>,
) -> Option<TrackId> {
    let book = context.book;
    let of_game = reached.iter().filter_map(|id| book.procedures.get(id.at()));
    let of_game = of_game.map(|one| &one.body);
    let events = book.bodies().skip(book.procedures.len());
    let (mut read, mut changed) = (BTreeSet::new(), BTreeSet::new());
    for body in of_game.chain(events.map(|(_, body)| body)) {
        for statement in body {
            walk_changes(statement, &mut |_, track| _ = changed.insert(track));
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    read.extend(inner.track().map(|one| one.track))
                });
            });
        }
    }
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    read.extend(whens.flat_map(|when| when.reads.iter().copied()));
    let begun = (context.begun)();
    let mut own = Vec::new();
    visit_reached(book, &action.body, &mut |statement| {
        own.extend(statement.change().map(|change| change.track));
    });
    own.into_iter().find(|track| {
        let name = book.tracks.get(track.at()).map(|track| &track.name);
        let is_begun = name.is_some_and(|name| begun.contains(name));
        read.contains(track) && !changed.contains(track) && !is_begun
    })
}

/// Returns another action that changes something and that only this one calls.
fn only_through<'a>(
    context: &Context<'a>,
    action: &Procedure,
    reached: &BTreeSet<ProcedureId>,
) -> Option<&'a Naming> {
    let book: &'a RuleBook = context.book;
    let mut procedures = book.procedures.iter();
    let own = procedures.position(|one| one.naming.span == action.naming.span)?;
    let through = context.call_graph.reachable(ProcedureId::new(own));
    let mut lost = through
        .iter()
        .filter(|id| id.at() != own && !reached.contains(id));
    lost.find_map(|id| {
        let lost = book.procedures.get(id.at())?;
        let is_action = lost.ability == Ability::Action && lost.is_declared();
        let mut changes = false;
        walk_statements(&lost.body, &mut |statement| {
            changes |= statement.change().is_some();
            !changes
        });
        (is_action && changes).then_some(&lost.naming)
    })
}

/// Returns the finding about an action that no rule of a played game calls, though the game reads what it changes.
fn left_out(action: &Procedure, track: &str) -> Diagnostic {
    let message = format!(
        "no sequence or other rule calls `{}`: `{track}` never changes in the game",
        action.naming.name
    );
    Diagnostic::new(Code::NeverCalled, message)
        .label(action.naming.span, "")
        .help("call it in a phase; if it is only run by itself, ignore this")
        .cite(action.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}

/// Reports formulas that nothing names: neither a rule nor an example. Beside a game that is played, rolls and tables are reported too; without
/// one, they are asked by themselves.
fn unused(context: &Context<'_>, is_played: bool, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut named_rules = FixedBitSet::with_capacity(book.procedures.len());
    let mut named_tables = FixedBitSet::with_capacity(book.tables.len());
    let references = book.references.iter();
    for reference in references.filter(|reference| reference.role == Role::Refers) {
        if let Symbol::Procedure(id) = reference.symbol {
            named_rules.grow_and_insert(id.at());
        } else if let Symbol::Table(id) = reference.symbol {
            named_tables.grow_and_insert(id.at());
        }
    }
    unused_of_kinds(book, diagnostics);
    let of_kinds = book.kinds.iter().flat_map(|kind| &kind.formulas);
    let of_kinds: BTreeSet<ProcedureId> = of_kinds.map(|(_, id)| *id).collect();
    let stands = book.stands.as_ref().map(|stands| stands.value);
    for (at, formula) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        let what = match formula.ability {
            Ability::Formula => "formula",
            Ability::Roll if is_played => "roll",
            Ability::Roll | Ability::Action | Ability::Sequence => continue,
        };
        let is_used = named_rules.contains(at)
            || of_kinds.contains(&id)
            || [stands, book.value].contains(&Some(id));
        if formula.is_declared() && !is_used {
            diagnostics.push(without_use(&formula.naming, what));
        }
    }
    let tables = book.tables.iter().enumerate();
    for (at, table) in tables.filter(|(_, table)| is_played && table.part_of.is_none()) {
        if !named_tables.contains(at) {
            diagnostics.push(without_use(&table.naming, "table"));
        }
    }
}

/// Reports formulas of kinds that neither a rule nor an example names.
fn unused_of_kinds(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for kind in &book.kinds {
        let formulas = kind.formulas.iter();
        for (name, id) in formulas.filter(|(_, id)| !book.formulas_used.contains(id)) {
            let Some(formula) = book.procedures.get(id.at()) else {
                continue;
            };
            let message = format!(
                "no rule and no example uses the formula `{name}` of {}",
                a(&kind.naming.name)
            );
            diagnostics.push(unused_finding(&formula.naming, message));
        }
    }
}

/// Returns the finding about a formula, a roll or a table that nothing uses.
fn without_use(naming: &Naming, what: &str) -> Diagnostic {
    let message = format!("no rule and no example uses the {what} `{}`", naming.name);
    unused_finding(naming, message)
}

fn unused_finding(naming: &Naming, message: String) -> Diagnostic {
    Diagnostic::new(Code::NeverCalled, message)
        .label(naming.span, "")
        .help("use it in a rule, or delete it; if it is only asked by itself, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
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
