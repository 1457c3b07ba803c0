//! Pieces that arrive where another piece of their side is, in a scenario without such a piece.
//!
//! Reports: E0564.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::Staging;
use super::on_map::OnMap;
use crate::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Arithmetic, CastUnit, Change, Expr, FieldId, KindId, Kinds, LocalId, NONE, ProcedureId,
    RuleBook, Selection, Statement, TrackId, walk_calls, walk_statement, walk_statements,
};
use sandtable_source::Span;

/// Returns the finding about a piece without a place whose kind rules only put where a piece of its side is, if its side has none.
pub(super) fn never_arrives(
    staging: &Staging<'_>,
    at: usize,
    unit: &CastUnit,
    on_map: &OnMap<'_>,
) -> Option<Diagnostic> {
    let (book, side) = (staging.book, staging.side_of(at)?);
    let (at_track, side_track) = (book.at_track()?, book.side_track()?);
    let mut entries: Vec<Option<Kinds>> = Vec::new();
    for (body_at, (_, body)) in book.bodies().enumerate() {
        let names = OnceCell::new();
        walk_statements(body, &mut |statement| {
            let change = statement.change().filter(|change| {
                let is_place = change.how == Change::Set && change.track == at_track;
                is_place
                    && change.unit.ty.kinds().has(unit.kind)
                    && !on_map.has(body_at, change.unit)
            });
            if let Some(change) = change {
                entries.push(entry(
                    names.get_or_init(|| names_of(body)),
                    (change.unit, change.amount),
                    (at_track, side_track),
                ));
            }
            true
        });
    }
    let kinds: Option<Vec<Kinds>> = entries.into_iter().collect();
    let kinds = kinds?.into_iter().reduce(Kinds::or)?;
    let mut pieces = staging.pieces();
    let has_entry =
        pieces.any(|(other, piece)| kinds.has(piece.kind) && staging.side_of(other) == Some(side));
    if has_entry {
        return None;
    }
    let all = (0..book.kinds.len()).map(KindId::new);
    let names = all.filter(|kind| kinds.has(*kind));
    let names = names.filter_map(|kind| book.kinds.get(kind.at()));
    let names: Vec<&str> = names.map(|kind| kind.naming.name.as_str()).collect();
    let names = names.join(" or ");
    let owner = staging.staged.cast.get(side)?;
    Some(
        Diagnostic::new(
            Code::Nowhere,
            format!(
                "`{}` can never arrive: its side has no {names}",
                unit.parameter
            ),
        )
        .label(staging.head_of(unit)?, "waits off the map")
        .help(format!(
            "add a {names} with `side = \"{}\"` and a place; or give the piece a place, `at = …`",
            owner.parameter
        ))
        .confidence(Confidence::Likely),
    )
}

/// A statement about units off the map, with the condition by which it takes them.
pub(super) struct Arrival<'a> {
    statement: &'a Statement,
    members: &'a Selection,
    condition: &'a Expr,
}

/// Returns the statements that take units off the map: those by which they arrive.
pub(super) fn arrivals<'a>(book: &'a RuleBook, at_track: TrackId) -> Vec<Arrival<'a>> {
    let mut found = Vec::new();
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let members = statement.selection();
            let condition = members.and_then(|members| members.condition.as_deref());
            if let Some((members, condition)) = members.zip(condition)
                && is_off_map(condition, members.local, at_track)
            {
                found.push(Arrival {
                    statement,
                    members,
                    condition,
                });
            }
            true
        });
    }
    found
}

/// Returns the finding about a piece without a place if only rules that let such pieces arrive put it on the map, and each of these stops, because
/// it lacks an optional stat: `gate = division.entry` and `if gate is none: stop`.
pub(super) fn lacks_entry(
    staging: &Staging<'_>,
    unit: &CastUnit,
    arrivals: &[Arrival<'_>],
    on_map: &OnMap<'_>,
) -> Option<Diagnostic> {
    let book = staging.book;
    let own = arrivals
        .iter()
        .filter(|one| one.members.kinds.has(unit.kind));
    let all: Option<Vec<Lack>> = own.map(|one| one.lacking(book, unit)).collect();
    let all = all?;
    let Lack { field, place, .. } = all.first().copied()?;
    if is_placed_otherwise(staging, unit, &all, on_map) {
        return None;
    }
    let name = book.field_name(field);
    Some(
        Diagnostic::new(
            Code::Nowhere,
            format!("`{}` can never arrive: it has no `{name}`", unit.parameter),
        )
        .label(staging.head_of(unit)?, "waits off the map")
        .label(place, "the rule ends without it")
        .help(format!(
            "add it, `{name} = …`, or give the piece a place, `at = …`"
        ))
        .confidence(Confidence::Likely),
    )
}

/// Whether a statement puts a unit on the map that is reached in another way than by these arrivals.
fn is_placed_otherwise(
    staging: &Staging<'_>,
    unit: &CastUnit,
    arrivals: &[Lack],
    on_map: &OnMap<'_>,
) -> bool {
    let book = staging.book;
    let mut calls: Vec<ProcedureId> = Vec::new();
    for (_, body) in book.bodies() {
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| calls.push(id));
            });
        }
    }
    let is_reached_otherwise = |id: ProcedureId| {
        let n_calls = calls.iter().filter(|called| **called == id).count();
        let by_arrival = arrivals.iter().filter(|one| one.action == id).count();
        n_calls > by_arrival || staging.staged.procedure == Some(id)
    };
    let mut is_placed = false;
    for (at, (_, body)) in book.bodies().enumerate() {
        let is_rule = at < book.procedures.len();
        if is_rule && !is_reached_otherwise(ProcedureId::new(at)) {
            continue;
        }
        walk_statements(body, &mut |statement| {
            is_placed |= statement.change().is_some_and(|change| {
                Some(change.track) == book.at_track()
                    && change.amount.constant_value() != Some(NONE)
                    && change.unit.ty.kinds().has(unit.kind)
                    && !on_map.has(at, change.unit)
            });
            !is_placed
        });
    }
    is_placed
}

/// A stat without which an arrival of a unit stops.
#[derive(Debug, Clone, Copy)]
struct Lack {
    /// The action that the arrival calls.
    action: ProcedureId,
    field: FieldId,
    /// The test after which it stops.
    place: Span,
}

impl Arrival<'_> {
    /// Returns the stat that a unit lacks for it.
    fn lacking(&self, book: &RuleBook, unit: &CastUnit) -> Option<Lack> {
        // A number that it has been given for its arrival.
        let is_due = self.condition.any(|part| {
            let field = part.field().map(|(_, field)| field);
            let value = field.and_then(|field| unit.fields.get(field.at()));
            value.is_some_and(|value| ![NONE, 0].contains(value))
        });
        let each = self.statement.each().filter(|_| is_due)?;
        let [only] = each.body.as_slice() else {
            return None;
        };
        let (action, arguments) = only.called_action(book)?;
        let mut given = arguments.iter();
        let at = given.position(|one| one.is_local(self.members.local))?;
        let called = book.procedures.get(action.at())?;
        let (field, place) = lacked(&called.body, LocalId::new(at), unit)?;
        Some(Lack {
            action,
            field,
            place,
        })
    }
}

/// Whether a condition requires of a unit that it is not on the map.
fn is_off_map(condition: &Expr, unit: LocalId, at_track: TrackId) -> bool {
    let mut is_off = false;
    condition.chain(Arithmetic::And, &mut |part| {
        is_off |= part.sameness().is_some_and(|(is_same, left, right)| {
            let read = left.track().filter(|read| read.track == at_track);
            is_same
                && right.constant_value() == Some(NONE)
                && read.is_some_and(|read| read.unit.is_local(unit))
        });
    });
    is_off
}

/// Returns the stat without which a rule stops before it does anything, if a unit lacks it, and where it stops.
fn lacked(body: &[Statement], unit: LocalId, given: &CastUnit) -> Option<(FieldId, Span)> {
    let mut names: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    for statement in body {
        if let Some((local, value)) = statement.binding() {
            names.insert(local, value);
            continue;
        }
        let (condition, chain, is_none) = match (statement.branch(), statement.needs()) {
            (Some((condition, then, _)), _) if then.last().is_some_and(Statement::ends_rule) => {
                (condition, Arithmetic::Or, true)
            }
            (None, Some(condition)) => (condition, Arithmetic::And, false),
            (Some(_) | None, _) => return None,
        };
        let mut found = None;
        condition.chain(chain, &mut |part| {
            let compared = part.sameness().filter(|(is_same, _, right)| {
                *is_same == is_none && right.constant_value() == Some(NONE)
            });
            let value = compared.map(|(_, value, _)| value);
            let named = value.and_then(Expr::local);
            let named = named.and_then(|local| names.get(&local).copied());
            let read = named.or(value).and_then(Expr::field);
            let field = read
                .filter(|(of, _)| of.is_local(unit))
                .map(|(_, field)| field);
            let lacks = |field: &FieldId| given.fields.get(field.at()) == Some(&NONE);
            found = found.or(field.filter(lacks).map(|field| (field, part.span)));
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns the kinds of the pieces at whose place a rule puts a unit, if they are of its side: `gate.at` after
/// `gate = first road where road.side is tank.side`.
fn entry(
    names: &Names<'_>,
    (unit, place): (&Expr, &Expr),
    (at_track, side_track): (TrackId, TrackId),
) -> Option<Kinds> {
    let place = place
        .local()
        .and_then(|local| names.get(&local).copied())
        .unwrap_or(place);
    let read = place.track().filter(|read| read.track == at_track)?;
    let value = names.get(&read.unit.local()?)?;
    let members = value.aggregation()?.selection;
    is_of_side(members, unit, side_track).then_some(members.kinds)
}

/// Whether the members of a selection have the side of a unit.
fn is_of_side(members: &Selection, unit: &Expr, side_track: TrackId) -> bool {
    let mut is_of_side = false;
    let condition = members.condition.as_deref();
    condition.into_iter().for_each(|condition| {
        condition.chain(Arithmetic::And, &mut |part| {
            let compared = part.sameness().filter(|(is_same, ..)| *is_same);
            let sides = compared.and_then(|(_, one, other)| Some((one.track()?, other.track()?)));
            is_of_side |= sides.is_some_and(|(one, other)| {
                let locals = [one.unit.local(), other.unit.local()];
                (one.track, other.track) == (side_track, side_track)
                    && locals.contains(&Some(members.local))
                    && locals.contains(&unit.local())
            });
        });
    });
    is_of_side
}
