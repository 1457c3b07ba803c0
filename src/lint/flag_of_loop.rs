//! Flags that end a loop which a game runs again and again: once such a flag is set and never cleared, the loop does nothing any more.
//!
//! Reports: E0680, by way of [`flag_never_cleared`](super::flag_never_cleared).

use std::collections::BTreeMap;

use super::done_marker::TurnLoop;
use super::readings::is_read_of;
use super::track_usage::{Flag, set_back};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Ability, Arithmetic, Expr, Kinds, Naming, ProcedureId, RuleBook, Statement, TrackId, Type,
    blocks, walk_within,
};
use sandtable_source::Span;

/// Returns the tracks in a condition that end its loop by themselves; the flag tells whether the loop lasts until it is met, or while it is.
pub(super) type Ends = fn(&Expr, bool) -> Vec<(TrackId, Kinds, Span)>;

/// Returns the tracks that end a repeated loop by themselves, each with the condition.
pub(super) fn loops_closed_by(
    book: &RuleBook,
    turns: &[TurnLoop],
    ends: Ends,
) -> BTreeMap<Flag, Span> {
    let mut closed = BTreeMap::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        let mut search = Search {
            turns,
            ends,
            id: ProcedureId::new(at),
            is_sequence: procedure.ability == Ability::Sequence,
            closed: &mut closed,
        };
        search.block(&procedure.body, &mut Vec::new());
    }
    closed
}

/// Returns the flags that end a repeated loop by themselves, each with the condition.
pub(super) fn closed_loops(book: &RuleBook, turns: &[TurnLoop]) -> BTreeMap<Flag, Span> {
    let mut closed = loops_closed_by(book, turns, flags_of);
    if closed.is_empty() {
        return closed;
    }
    // A flag that other conditions read, too, is a state that may last.
    let mut reads: BTreeMap<Flag, usize> = BTreeMap::new();
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |inner| {
            for (flag, _) in closed.iter().filter(|(flag, _)| is_read_of(inner, **flag)) {
                *reads.entry(*flag).or_default() += 1;
            }
        });
    });
    closed.retain(|flag, _| reads.get(flag) == Some(&1));
    closed
}

struct Search<'c> {
    turns: &'c [TurnLoop],
    ends: Ends,
    id: ProcedureId,
    is_sequence: bool,
    closed: &'c mut BTreeMap<Flag, Span>,
}

impl Search<'_> {
    /// Searches a block; `around` are the exit conditions of the loops around it that repeat turns.
    fn block<'b>(&mut self, block: &'b [Statement], around: &mut Vec<Option<&'b Expr>>) {
        for statement in block {
            let repeat = statement.repetition();
            let until = repeat.and_then(|repeat| repeat.until);
            let by_until = until.map(|until| (self.ends)(until, true));
            let by_while = statement.alternation();
            let by_while = by_while.map(|condition| (self.ends)(condition, false));
            let ends = by_until.into_iter().chain(by_while).flatten();
            for (track, kinds, span) in ends {
                let reads = |condition: &Expr| condition.any(|part| part.is_track(track));
                // A loop around it that waits for the same flag ends, too.
                let is_inside =
                    around.iter().any(|outer| !outer.is_some_and(reads)) && self.is_sequence;
                let mut turns = self.turns.iter();
                let is_run = turns.any(|one| {
                    one.repeats_turns()
                        && !one.until.contains(&track)
                        && one.runs.contains(&self.id)
                });
                for kind in kinds.members().filter(|_| is_inside || is_run) {
                    self.closed.entry((track, kind)).or_insert(span);
                }
            }
            let is_turn = repeat.is_some() || statement.count().is_some();
            if is_turn {
                around.push(until);
            }
            for inner in blocks(statement) {
                self.block(inner, around);
            }
            if is_turn {
                around.pop();
            }
        }
    }
}

/// Returns the flags that end a loop by themselves: `until side.done or side.men = 0`, `while not side.done and side.men > 0`.
pub(super) fn flags_of(condition: &Expr, is_until: bool) -> Vec<(TrackId, Kinds, Span)> {
    let mut found = Vec::new();
    let chain = match is_until {
        true => Arithmetic::Or,
        false => Arithmetic::And,
    };
    condition.chain(chain, &mut |part| {
        let part = match is_until {
            true => Some(part),
            false => part.negated(),
        };
        let Some(part) = part else { return };
        let read = part.track().filter(|read| read.index.is_none());
        if let Some(read) = read.filter(|_| part.ty == Type::Flag) {
            found.push((read.track, read.unit.ty.kinds(), part.span));
        }
    });
    found
}

/// Returns the finding about such a flag.
pub(super) fn ends_every_loop(
    book: &RuleBook,
    flag: Flag,
    naming: &Naming,
    (set, until): (Span, Span),
) -> Diagnostic {
    let (name, back) = (book.track_name(flag.0), set_back(book, flag));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "`{name}` is never cleared: once it is set, this loop does nothing in all later turns"
        ),
    )
    .label(until, "ends the loop before its first round")
    .label(set, "set here")
    .help(format!(
        "clear it above the loop, `{back}`, or let its track end by itself: `until end of …`"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
