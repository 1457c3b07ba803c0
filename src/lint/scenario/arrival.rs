//! Pieces that arrive where another piece of their side is, in a scenario without such a piece.
//!
//! Reports: E0564.

use std::cell::OnceCell;

use super::Staging;
use super::on_map::OnMap;
use crate::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Arithmetic, CastUnit, Change, Expr, KindId, Kinds, Selection, TrackId, walk_statements,
};
use sandtable_syntax::ast::Order;

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
            let compared = part.comparison().filter(|one| one.order == Order::Equal);
            let sides = compared.and_then(|one| Some((one.left.track()?, one.right.track()?)));
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
