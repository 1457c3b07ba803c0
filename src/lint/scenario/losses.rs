//! Ends of the game by lost pieces that not even the loss of all of them brings.
//!
//! Reports: E0562.

use std::collections::BTreeMap;

use super::Staging;
use super::start_state::Values;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Change, Crossing, LocalId, NONE, Statement, TrackId, When, walk_changes, walk_statements,
};

pub(super) fn check_losses(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let side = staging.book.side_kind();
    let triggers = staging.book.triggers.iter();
    let of_sides = triggers.filter(|trigger| side.is_some_and(|side| trigger.kinds.has(side)));
    for when in of_sides.flat_map(|trigger| &trigger.whens) {
        if when.crossing == Crossing::Reaches
            && when.body.iter().any(Statement::ends_game)
            && let Some(read) = when.watched.track()
            && read.unit.is_local(observed())
            && let Some(lost) = most_lost(staging, read.track)
        {
            found.extend(out_of_reach(staging, when, read.track, &lost));
        }
    }
}

/// The local of the unit that a trigger observes.
fn observed() -> LocalId {
    LocalId::new(0)
}

fn of_unit(index: i32) -> Values {
    Values::from([(observed(), index)])
}

/// Reports the sides for which a level exceeds all that they can lose.
fn out_of_reach(
    staging: &Staging<'_>,
    when: &When,
    track: TrackId,
    lost: &BTreeMap<i32, i64>,
) -> Vec<Diagnostic> {
    let name = staging.book.track_name(track);
    let stat = when.level.field().map(|(_, field)| field);
    let stat = stat.and_then(|field| staging.book.fields.get(field.at()));
    let sides = staging.sides().filter_map(|(at, side)| {
        let index = i32::try_from(at).ok()?;
        let level = staging.start.fixed(&when.level, &of_unit(index))?;
        let begins = i64::from(staging.start.track(at, track)?);
        let most = begins + lost.get(&index).copied().unwrap_or(0);
        if level == NONE || most >= i64::from(level) {
            return None;
        }
        let place = stat.and_then(|stat| staging.place_of(side, &stat.name));
        let message = format!(
            "`{name}` of `{}` is {most} when all its pieces are lost: it never reaches {level}",
            side.parameter
        );
        Some(
            Diagnostic::new(Code::NeverInTime, message)
                .label(place.unwrap_or(staging.written.play.span), "")
                .label(when.watched.span, "the end of the game")
                .help("lower the number, or play with more pieces; if this end is not meant for it, ignore this")
                .confidence(Confidence::Likely),
        )
    });
    sides.collect()
}

/// Returns the sum that the loss of all pieces adds to a track of each side, by its index in the cast; `None` if something else changes
/// the track, or pieces can come back or change sides.
fn most_lost(staging: &Staging<'_>, track: TrackId) -> Option<BTreeMap<i32, i64>> {
    let book = staging.book;
    let side_track = book.side_track();
    let mut n_changes = 0_usize;
    let mut is_lasting = !staging.staged.cast.iter().any(|unit| unit.is_spare);
    for (_, body) in book.bodies() {
        for statement in body {
            walk_changes(statement, &mut |_, changed| {
                n_changes += usize::from(changed == track);
                is_lasting &= Some(changed) != side_track;
            });
        }
        walk_statements(body, &mut |statement| {
            let change = statement.change();
            let is_of_loss = |track| matches!(track, TrackId::DESTROYED | TrackId::REMOVED);
            let change = change.filter(|change| is_of_loss(change.track));
            is_lasting &= change.is_none_or(|change| change.amount.literal() == Some(1));
            true
        });
    }
    let mut lost: BTreeMap<i32, i64> = BTreeMap::new();
    let mut n_by_loss = 0;
    for trigger in &book.triggers {
        for when in trigger.whens.iter().filter(|when| is_loss(when)) {
            for change in when.body.iter().filter_map(Statement::change) {
                if change.track != track || change.how != Change::Add || change.index.is_some() {
                    continue;
                }
                n_by_loss += 1;
                let lose = staging
                    .pieces()
                    .filter(|(_, unit)| trigger.kinds.has(unit.kind));
                for (at, _) in lose {
                    let values = of_unit(i32::try_from(at).ok()?);
                    let side = staging.start.value(change.unit, &values)?;
                    let amount = staging.start.fixed(change.amount, &values)?;
                    *lost.entry(side).or_default() += i64::from(amount);
                }
            }
        }
    }
    (is_lasting && n_by_loss == n_changes && n_changes > 0).then_some(lost)
}

/// Whether a trigger fires when its unit is destroyed or removed.
fn is_loss(when: &When) -> bool {
    let read = when.watched.track();
    when.crossing == Crossing::Becomes
        && read.is_some_and(|read| {
            read.unit.is_local(observed())
                && matches!(read.track, TrackId::DESTROYED | TrackId::REMOVED)
        })
}
