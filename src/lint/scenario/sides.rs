//! Sides of a scenario: units of one side only, sides that tie in an order, and units that name the wrong one.
//!
//! Reports: E0560, E0563, E0565.

use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Change, FieldId, NONE, Ordering, Selection, TrackId, TrackOrigin, Type, walk_statements,
};

/// The largest number of labels of one finding.
const MAX_LABELS: usize = 4;

pub(super) fn check_sides(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    found.extend(one_side_only(staging));
    found.extend(equal_orders(staging));
    wrong_relations(staging, found);
}

fn one_side_only(staging: &Staging<'_>) -> Option<Diagnostic> {
    let sides: Vec<_> = staging.sides().collect();
    let owners = staging.pieces().filter_map(|(at, _)| staging.side_of(at));
    let owners: Vec<usize> = owners.collect();
    let with_units: BTreeSet<usize> = owners.iter().copied().collect();
    // Units that rules create belong to sides, too.
    let is_created = staging.staged.cast.iter().any(|unit| unit.is_spare);
    if sides.len() < 2 || owners.len() < 2 || with_units.len() != 1 || is_created {
        return None;
    }
    let holds = |at: &usize| with_units.contains(at);
    let (_, owner) = sides.iter().find(|(at, _)| holds(at))?;
    let others = sides.iter().filter(|(at, _)| !holds(at));
    let names: Vec<String> = others
        .map(|(_, side)| format!("`{}`", side.parameter))
        .collect();
    let place = staging
        .pieces()
        .find_map(|(_, unit)| staging.place_of(unit, "side"));
    let message = format!(
        "all units of this scenario belong to `{}`: {} has none",
        owner.parameter,
        names.join(" and ")
    );
    Some(
        Diagnostic::new(Code::OneSideOnly, message)
            .label(place.unwrap_or(staging.written.span), "")
            .help("correct the `side` of some units; if intended, ignore this")
            .confidence(Confidence::Likely),
    )
}

/// The thing by which sides are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum OrderedBy {
    Field(FieldId),
    Track(TrackId),
}

/// Reports two sides with the same value of what orders them, if no rule changes it.
fn equal_orders(staging: &Staging<'_>) -> Option<Diagnostic> {
    let book = staging.book;
    let side = book.side_kind()?;
    let mut orders: BTreeMap<OrderedBy, sandtable_source::Span> = BTreeMap::new();
    let mut add = |selection: &Selection, ordering: &Ordering| {
        if selection.region.is_some() || !selection.kinds.has(side) {
            return;
        }
        let field = ordering
            .by
            .field()
            .map(|(_, field)| OrderedBy::Field(field));
        let track = ordering.by.track().map(|read| OrderedBy::Track(read.track));
        let Some(by) = field.or(track) else {
            return;
        };
        orders.entry(by).or_insert(ordering.by.span);
    };
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some((selection, Some(order))) = statement.turns() {
                add(selection, &order.ordering);
            }
            true
        });
    }
    book.walk_exprs(&mut |_, expr| {
        if let Some(members) = expr.aggregation()
            && let Some(ordering) = members.ordering
        {
            add(members.selection, ordering);
        }
    });
    orders
        .into_iter()
        .find_map(|(by, place)| tie(staging, by, place))
}

fn tie(staging: &Staging<'_>, by: OrderedBy, place: sandtable_source::Span) -> Option<Diagnostic> {
    let book = staging.book;
    let name = match by {
        OrderedBy::Field(field) => book.fields.get(field.at())?.name.as_str(),
        OrderedBy::Track(track) => {
            if is_changed(staging, track) {
                return None;
            }
            staging.book.track_name(track)
        }
    };
    let value = |at: usize| match by {
        OrderedBy::Field(field) => {
            let unit = staging.staged.cast.get(at)?;
            unit.fields.get(field.at()).copied()
        }
        OrderedBy::Track(track) => staging.start.track(at, track),
    };
    let mut seen: BTreeMap<i32, &str> = BTreeMap::new();
    for (at, side) in staging.sides() {
        let Some(value) = value(at).filter(|value| *value != NONE) else {
            continue;
        };
        if let Some(first) = seen.insert(value, &side.parameter) {
            let message = format!(
                "`{first}` and `{}` have the same `{name}`, which decides their order",
                side.parameter
            );
            let written = staging.place_of(side, name);
            return Some(
                Diagnostic::new(Code::EqualOrders, message)
                    .label(written.unwrap_or(staging.written.span), "")
                    .label(place, "the order")
                    .help("give each side a value of its own, or let the rules roll for the order")
                    .confidence(Confidence::Likely),
            );
        }
    }
    None
}

/// Whether a rule changes a track.
fn is_changed(staging: &Staging<'_>, track: TrackId) -> bool {
    let mut is_changed = false;
    for (_, body) in staging.book.bodies() {
        for statement in body {
            sandtable_model::walk_changes(statement, &mut |_, changed| {
                is_changed |= changed == track;
            });
        }
    }
    is_changed
}

/// Whether a rule sets a track to a value that may be a unit.
fn is_set(staging: &Staging<'_>, track: TrackId) -> bool {
    let mut is_set = false;
    for (_, body) in staging.book.bodies() {
        walk_statements(body, &mut |statement| {
            let change = statement.change();
            is_set |= change.is_some_and(|change| {
                change.how == Change::Set
                    && change.track == track
                    && change.amount.literal() != Some(NONE)
            });
            true
        });
    }
    is_set
}

/// Reports units that name themselves, the enemy's units where others name their own, or each other in a circle.
fn wrong_relations(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let book = staging.book;
    for (at, known) in book.tracks.iter().enumerate() {
        let track = TrackId::new(at);
        let holds_units =
            matches!(known.ty, Type::Unit(kinds) if !kinds.and(book.pieces()).is_empty());
        let lines = book.kinds.iter().flat_map(|kind| &kind.tracks);
        let mut lines = lines.filter(|line| line.track == track);
        let is_declared = lines.any(|line| line.origin == TrackOrigin::Declared);
        if holds_units && is_declared && known.index.is_none() {
            of_track(staging, track, found);
        }
    }
}

fn of_track(staging: &Staging<'_>, track: TrackId, found: &mut Vec<Diagnostic>) {
    let name = staging.book.track_name(track);
    let mut relations: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, _) in staging.pieces() {
        let held = staging.start.track(at, track).filter(|held| *held != NONE);
        if let Some(held) = held.and_then(|held| usize::try_from(held).ok()) {
            relations.insert(at, held);
        }
    }
    let is_enemy = |at: usize, held: usize| {
        let (own, other) = (staging.side_of(at), staging.side_of(held));
        own.is_some() && other.is_some() && own != other
    };
    let n_enemies = relations
        .iter()
        .filter(|(at, held)| is_enemy(**at, **held))
        .count();
    let n_own = relations.len() - n_enemies;
    // What rules set in play can be about the enemy, too; else it is the structure of an army.
    let is_structure = n_own > n_enemies || (n_own == n_enemies && !is_set(staging, track));
    let mut n_labels = 0;
    for (at, held) in &relations {
        let message = if at == held {
            "names itself"
        } else if is_structure && is_enemy(*at, *held) {
            "names a unit of another side"
        } else if is_in_circle(&relations, *at) {
            "is in a circle of units that name each other"
        } else {
            continue;
        };
        let Some(unit) = staging.staged.cast.get(*at) else {
            continue;
        };
        n_labels += 1;
        if n_labels > MAX_LABELS {
            return;
        }
        let place = staging.place_of(unit, name).or(unit.stands_at);
        found.push(
            Diagnostic::new(
                Code::WrongRelation,
                format!("`{name}` of `{}` {message}", unit.parameter),
            )
            .label(place.unwrap_or(staging.written.span), "")
            .help("name the right unit, or delete the line; if intended, ignore this")
            .confidence(Confidence::Likely),
        );
        if is_in_circle(&relations, *at) && at != held {
            return;
        }
    }
}

/// Whether a chain of relations returns to the unit with which it begins, through others.
fn is_in_circle(relations: &BTreeMap<usize, usize>, from: usize) -> bool {
    let mut at = from;
    for _ in 0..relations.len() {
        match relations.get(&at) {
            Some(next) if *next == at => return false,
            Some(next) if *next == from => return true,
            Some(next) => at = *next,
            None => return false,
        }
    }
    false
}
