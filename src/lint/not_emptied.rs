//! Numbers that collect something and are added to another track every turn, but are never set back, although others like them are: what was
//! collected before is added again.
//!
//! Reports: E0680.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::flag_never_cleared::is_repeated_turn;
use super::readings::names_of;
use super::track_usage::is_declared;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, Expr, KindId, KindTrack, Kinds, Naming, RuleBook, Statement, TrackId, Type,
    walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut rules = book.procedures.iter();
    if !rules.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    let changes = Changes::new(book);
    let mut reported = BTreeSet::new();
    for procedure in &book.procedures {
        let poured = poured(&procedure.body);
        if poured.len() < 2 {
            continue;
        }
        for (at, kind) in book.kinds.iter().enumerate() {
            let id = KindId::new(at);
            let tracks = kind.tracks.iter().filter(|track| is_declared(kind, track));
            let of_kind: Vec<(&KindTrack, Span)> = tracks
                .filter_map(|track| Some((track, *poured.get(&track.track)?)))
                .filter(|(track, _)| changes.collects(book, track, id))
                .collect();
            let (emptied, left): (Vec<_>, Vec<_>) = of_kind
                .iter()
                .partition(|(track, _)| changes.empties(track, id));
            let [(track, place)] = left.as_slice() else {
                continue;
            };
            let mut emptied = emptied.iter();
            let other = emptied.find(|(other, _)| are_raised_together(book, track, other));
            if let Some((other, _)) = other
                && reported.insert(*place)
            {
                diagnostics.push(finding(book, &procedure.naming, (track, other), *place));
            }
        }
    }
}

/// Returns the tracks of a unit that a body adds to another track, or as many rounds of a loop as they say, each with the first place.
fn poured(body: &[Statement]) -> BTreeMap<TrackId, Span> {
    let names = names_of(body);
    let mut found = BTreeMap::new();
    walk_statements(body, &mut |statement| {
        let added = statement
            .change()
            .filter(|change| change.how == Change::Add);
        let times = statement.repetition().and_then(|repeat| repeat.times);
        let amount = added.map(|change| change.amount).or(times);
        let into = added.map(|change| change.track);
        let mut add = |expr: &Expr| {
            walk_within(expr, &mut |inner| {
                let read = inner.track().filter(|read| read.index.is_none());
                if let Some(read) = read.filter(|read| Some(read.track) != into) {
                    found.entry(read.track).or_insert(statement.span);
                }
            });
        };
        if let Some(amount) = amount {
            add(amount);
            let named = amount.local().and_then(|local| names.get(&local));
            named.into_iter().for_each(|value| add(value));
        }
        true
    });
    found
}

/// Whether one rule raises both of two tracks: they collect parts of one thing.
fn are_raised_together(book: &RuleBook, one: &KindTrack, other: &KindTrack) -> bool {
    let mut bodies = book.bodies();
    bodies.any(|(_, body)| {
        let mut raised = BTreeSet::new();
        walk_statements(body, &mut |statement| {
            let change = statement.change();
            let added = change.filter(|change| change.how == Change::Add);
            raised.extend(added.map(|change| change.track));
            true
        });
        raised.contains(&one.track) && raised.contains(&other.track)
    })
}

/// The kinds whose tracks rules raise, and those whose tracks they set or lower.
#[derive(Default)]
struct Changes {
    raised: BTreeMap<TrackId, Kinds>,
    others: BTreeMap<TrackId, Kinds>,
}

impl Changes {
    fn new(book: &RuleBook) -> Self {
        let mut changes = Self::default();
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                if let Some(change) = statement.change() {
                    let all = match change.how {
                        Change::Add => &mut changes.raised,
                        Change::Take | Change::Set => &mut changes.others,
                    };
                    let known = all.entry(change.track).or_insert(Kinds::NONE);
                    *known = known.or(change.unit.ty.kinds());
                }
                true
            });
        }
        changes
    }

    /// Whether rules count a number up from 0.
    fn collects(&self, book: &RuleBook, track: &KindTrack, kind: KindId) -> bool {
        let known = book.tracks.get(track.track.at());
        let is_number = known.is_some_and(|known| matches!(known.ty, Type::Number(_)));
        let raised = self.raised.get(&track.track);
        let is_raised = raised.is_some_and(|kinds| kinds.has(kind));
        is_number && is_raised && (track.start, track.low) == (0, 0) && track.starts_at.is_none()
    }

    /// Whether a number is set back, by a rule or at the end of a turn.
    fn empties(&self, track: &KindTrack, kind: KindId) -> bool {
        let others = self.others.get(&track.track);
        track.lasts.is_some() || others.is_some_and(|kinds| kinds.has(kind))
    }
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    (track, other): (&KindTrack, &KindTrack),
    place: Span,
) -> Diagnostic {
    let (name, other) = (book.track_name(track.track), book.track_name(other.track));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never set back to 0, as `{other}` is: what it has collected counts again"),
    )
    .label(place, "counted every time")
    .label(track.naming.span, "collected here")
    .help(format!(
        "set it back afterwards, `set unit.{name} to 0`, or let its track end by itself: `until end of …`; if it lasts, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
