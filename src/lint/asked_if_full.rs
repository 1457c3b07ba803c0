//! Supplies that rules take from, although all that they ask is whether there is room for more: an empty supply limits nothing.
//!
//! Reports: E0681.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::unchecked_cost::is_own;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Change, Choice, Expr, Naming, RuleBook, Statement, TrackId, Type, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut paid = paid(book);
    let mut full = BTreeSet::new();
    for line in book.kinds.iter().flat_map(|kind| &kind.tracks) {
        let begins_full = line.start > line.low || line.starts_at.is_some();
        full.extend(begins_full.then_some(line.track));
    }
    paid.retain(|track, _| full.contains(track));
    if paid.is_empty() {
        return;
    }
    let asked = asked_for_room(book, paid.keys().copied().collect());
    for (track, room) in asked {
        if let Some((naming, place)) = paid.get(&track) {
            diagnostics.push(finding(book, track, naming, (*place, room)));
        }
    }
}

/// Returns the numbers that actions take from their own unit, for certain or by an option, each with the first place.
fn paid(book: &RuleBook) -> BTreeMap<TrackId, (&Naming, Span)> {
    let mut paid = BTreeMap::new();
    for action in &book.procedures {
        if action.ability != Ability::Action || action.parameters.is_empty() {
            continue;
        }
        let lines = action.body.iter().filter_map(Statement::choice);
        let lines = lines.filter_map(Choice::lines).flatten();
        let inner = lines.flat_map(|line| &line.body);
        for statement in action.body.iter().chain(inner) {
            let taken = statement
                .change()
                .filter(|change| change.how == Change::Take);
            // Losses are rolled.
            let is_cost = taken.is_some_and(|change| {
                is_own(change.unit)
                    && change.index.is_none()
                    && canonical_form(change.amount, &[]).is_some()
            });
            if let Some(change) = taken.filter(|_| is_cost) {
                paid.entry(change.track)
                    .or_insert((&action.naming, statement.span));
            }
        }
    }
    paid
}

/// Returns those of some tracks whose only readings ask whether there is room for more, each with the first such condition.
fn asked_for_room(book: &RuleBook, mut open: BTreeSet<TrackId>) -> BTreeMap<TrackId, Span> {
    let mut rooms: BTreeMap<TrackId, Span> = BTreeMap::new();
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    for when in whens {
        open.retain(|track| !when.reads.contains(track));
    }
    let mut look = |expr: &Expr| {
        if open.is_empty() {
            return;
        }
        let mut n_rooms: BTreeMap<TrackId, usize> = BTreeMap::new();
        walk_within(expr, &mut |part| {
            if let Some(track) = room(book, part) {
                *n_rooms.entry(track).or_default() += 1;
                rooms.entry(track).or_insert(part.span);
            }
        });
        walk_within(expr, &mut |part| {
            let read = part.track().map(|read| read.track);
            if let Some(track) = read.filter(|track| open.contains(track)) {
                match n_rooms.get_mut(&track) {
                    Some(n @ 1..) => *n -= 1,
                    Some(_) | None => _ = open.remove(&track),
                }
            }
        });
    };
    book.walk_roots(&mut look);
    rooms.retain(|track, _| open.contains(track));
    rooms
}

/// Returns the track of a comparison that is met while it is below its end: below a stat, or below its maximum.
fn room(book: &RuleBook, condition: &Expr) -> Option<TrackId> {
    let compared = condition.comparison()?;
    let (low, high) = match compared.order {
        Order::Less => (compared.left, compared.right),
        Order::Greater => (compared.right, compared.left),
        Order::Equal | Order::NotEqual | Order::LessOrEqual | Order::GreaterOrEqual => return None,
    };
    let read = low.track().filter(|read| read.index.is_none())?;
    let mut lines = book.kinds.iter().flat_map(|kind| &kind.tracks);
    let line = lines.find(|line| line.track == read.track)?;
    let is_number = matches!(low.ty, Type::Number(_));
    let is_end = high.field().is_some() || high.literal().is_some_and(|number| number >= line.high);
    (is_number && is_end).then_some(read.track)
}

fn finding(
    book: &RuleBook,
    track: TrackId,
    naming: &Naming,
    (taken, room): (Span, Span),
) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::UncheckedCost,
        format!("rules take from `{name}`, but none asks whether there is any left"),
    )
    .label(taken, "taken even if there is none")
    .label(room, "asks only whether there is room for more")
    .help(format!(
        "ask for it before it is taken: `needs ….{name} > 0`, or `if ….{name} = 0: stop` in an action that a rule calls"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
