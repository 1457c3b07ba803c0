//! Options that do nothing but set a flag, which no rule clears: once it is set, they change nothing.
//!
//! Reports: E0680, by way of [`flag_never_cleared`](super::flag_never_cleared).

use std::collections::{BTreeMap, BTreeSet};

use super::done_marker::TurnLoop;
use super::readings::is_read_of;
use super::track_usage::{Flag, owner};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Choice, Expr, Kinds, Line, Naming, ProcedureId, RuleBook, Statement, TrackId, walk_statement,
    walk_statements, walk_within,
};
use sandtable_source::Span;

/// Returns the flags that options of a turn set without asking for them, each with the statement.
pub(super) fn set_by_options(book: &RuleBook, loops: &[TurnLoop]) -> BTreeMap<Flag, Span> {
    let mut found = BTreeMap::new();
    let turns = loops.iter().filter(|one| one.repeats_turns());
    let turns: BTreeSet<ProcedureId> = turns.flat_map(|one| one.runs.iter().copied()).collect();
    let procedures = turns.iter().filter_map(|id| book.procedures.get(id.at()));
    for procedure in procedures {
        walk_statements(&procedure.body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            for line in lines.into_iter().flatten() {
                if let Some((track, kinds, set)) = only_set(book, line) {
                    let flags = kinds.members().map(|kind| (track, kind));
                    let unasked = flags.filter(|flag| !asks(line, *flag));
                    found.extend(unasked.map(|flag| (flag, set)));
                }
            }
            true
        });
    }
    // Who has passed is not asked again: the flag takes the whole choice away.
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            if let Some(inner) = part.negated() {
                found.retain(|flag, _| !is_read_of(inner, *flag));
            }
        });
    });
    found
}

/// Returns the flag that an option sets, by itself or by the action that it calls, if it does nothing else.
fn only_set(book: &RuleBook, line: &Line) -> Option<(TrackId, Kinds, Span)> {
    let [only] = line.body.as_slice() else {
        return None;
    };
    let called = only.called_action(book);
    let body: &[Statement] = match called.and_then(|(id, _)| book.procedures.get(id.at())) {
        Some(called) => &called.body,
        None => &line.body,
    };
    let [only] = body else { return None };
    let change = only
        .change()
        .filter(|change| change.sets_flag() && change.index.is_none())?;
    Some((change.track, change.unit.ty.kinds(), only.span))
}

/// Whether an option asks for a flag: in its condition, or in its worth.
fn asks(line: &Line, flag: Flag) -> bool {
    let mut asks = false;
    let mut look = |expr: &Expr| walk_within(expr, &mut |part| asks |= is_read_of(part, flag));
    line.condition.iter().chain(&line.worth).for_each(&mut look);
    line.body
        .iter()
        .for_each(|one| walk_statement(one, &mut look));
    asks
}

/// Returns the finding about such a flag.
pub(super) fn once_for_all(
    book: &RuleBook,
    (track, kind): Flag,
    naming: &Naming,
    set: Span,
) -> Diagnostic {
    let (name, owner) = (book.track_name(track), owner(book, kind));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never cleared: once it is set, this option does nothing"),
    )
    .label(set, "all that the option does")
    .help(format!(
        "clear it where it is used up, `set {owner}.{name} to no`, or at the end of the turn: `until end of …`; if it lasts, offer the option only `if not {owner}.{name}`"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
