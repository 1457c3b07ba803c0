//! Flags that an action of each turn sets whatever happens, and that a rule asks for by `if not unit.acted: …`: without an end, what is done then
//! ends after the first action of the unit.
//!
//! Reports: E0680, by way of [`flag_never_cleared`](super::flag_never_cleared).

use super::done_marker::TurnLoop;
use super::readings::is_read_of;
use super::track_usage::{Flag, lasts};
use sandtable_model::{
    Ability, Arithmetic, LocalId, Naming, ProcedureId, RuleBook, TrackChange, Type,
    walk_statements, walk_within,
};
use sandtable_source::Span;

/// A flag of an action.
pub(super) struct OfAction<'b> {
    pub(super) naming: &'b Naming,
    pub(super) set: Span,
    /// The condition that it is not set.
    pub(super) asked: Span,
}

/// Number of actions that set a flag from which it is taken for one of each turn, without another one that ends by itself.
const MIN_SETTING: usize = 2;

/// Returns where an action sets a flag for its own unit, if rules ask for the flag in no other way, and several actions set it, or another flag of
/// the kind ends by itself.
pub(super) fn find_flag_of_action<'b>(
    book: &'b RuleBook,
    loops: &[TurnLoop],
    flag: Flag,
) -> Option<OfAction<'b>> {
    let actions = book.procedures.iter().enumerate().filter(|(at, action)| {
        let mut turns = loops.iter().filter(|one| one.repeats_turns());
        let id = ProcedureId::new(*at);
        action.ability == Ability::Action && turns.any(|one| one.runs.contains(&id))
    });
    let mut setting = actions.filter_map(|(_, action)| {
        let set = action.body.iter().find(|statement| {
            let change = statement.change().filter(TrackChange::sets_flag);
            change.is_some_and(|change| {
                change.track == flag.0
                    && change.unit.ty.kinds().has(flag.1)
                    && change.unit.is_local(LocalId::new(0))
                    && change.index.is_none()
            })
        })?;
        Some((&action.naming, set.span))
    });
    let (naming, set) = setting.next()?;
    let is_usual = setting.nth(MIN_SETTING - 2).is_some() || has_passing_sibling(book, flag);
    let asked = is_usual.then(|| only_asked_for_its_lack(book, flag))??;
    Some(OfAction { naming, set, asked })
}

/// Returns the first condition of an `if` that a flag is not set, if nothing else reads it.
fn only_asked_for_its_lack(book: &RuleBook, flag: Flag) -> Option<Span> {
    let (mut n_reads, mut n_asked, mut first) = (0, 0, None);
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            n_reads += u32::from(is_read_of(part, flag))
        });
    });
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            // A line that ends the rule if it is not set, says that it must be.
            let branch = statement.branch();
            if let Some((condition, ..)) = branch.filter(|_| statement.early_end().is_none()) {
                condition.chain(Arithmetic::And, &mut |part| {
                    if part.negated().is_some_and(|inner| is_read_of(inner, flag)) {
                        n_asked += 1;
                        first = first.or(Some(part.span));
                    }
                });
            }
            true
        });
    }
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let is_watched = whens.any(|when| when.reads.contains(&flag.0));
    first.filter(|_| n_reads == n_asked && !is_watched)
}

/// Whether another flag of the kind ends by itself.
fn has_passing_sibling(book: &RuleBook, (track, kind): Flag) -> bool {
    let tracks = book.kinds.get(kind.at()).map(|kind| &kind.tracks);
    let mut others = tracks.into_iter().flatten();
    others.any(|other| {
        let known = book.tracks.get(other.track.at());
        let is_flag = known.is_some_and(|known| known.ty == Type::Flag);
        other.track != track && is_flag && lasts(book, (other.track, kind))
    })
}
