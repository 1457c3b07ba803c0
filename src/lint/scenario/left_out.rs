//! Pieces that lack what a scenario gives to all others of their kind: a place, another unit, a facing.
//!
//! Reports: E0568.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::Staging;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{CastUnit, KindId, NONE, TrackId, Type, walk_changes};

/// Least number of pieces that have it.
const MIN_OTHERS: usize = 3;
/// The largest number of findings of one scenario.
const MAX_FINDINGS: usize = 4;

pub(super) fn check_left_out(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let changed = OnceCell::new();
    let changed = || changed.get_or_init(|| changed_tracks(staging));
    let mut n_found = 0;
    for (kind, known) in staging.book.kinds.iter().enumerate() {
        let kind = KindId::new(kind);
        let keys = keys(staging, kind);
        let of_kind = || staging.pieces().filter(|(_, unit)| unit.kind == kind);
        if keys.is_empty() || of_kind().nth(MIN_OTHERS).is_none() {
            continue;
        }
        let pieces: Vec<(usize, &CastUnit)> = of_kind()
            .filter(|(_, unit)| staging.unit_written(unit).is_some())
            .collect();
        if pieces.len() <= MIN_OTHERS {
            continue;
        }
        for key in keys {
            let mut without = pieces
                .iter()
                .filter(|(at, unit)| !has(staging, *at, unit, key));
            let (Some((_, odd)), None) = (without.next(), without.next()) else {
                continue;
            };
            // A rule may give it later.
            if matches!(key, Key::Track(track) if changed().contains(&track)) {
                continue;
            }
            n_found += 1;
            if n_found > MAX_FINDINGS {
                return;
            }
            found.extend(finding(staging, odd, key, &known.naming.name));
        }
    }
}

/// A key of a piece whose absence means that it has none.
#[derive(Debug, Clone, Copy)]
enum Key {
    Stat(sandtable_model::FieldId),
    Track(TrackId),
    Facing,
}

/// Returns the tracks that any rule changes.
pub(super) fn changed_tracks(staging: &Staging<'_>) -> BTreeSet<TrackId> {
    let mut changed = BTreeSet::new();
    for (_, body) in staging.book.bodies() {
        for statement in body {
            walk_changes(statement, &mut |_, track| _ = changed.insert(track));
        }
    }
    changed
}

/// Returns the keys of a kind: optional places, other units, and the facing.
fn keys(staging: &Staging<'_>, kind: KindId) -> Vec<Key> {
    let book = staging.book;
    let Some(known) = book.kinds.get(kind.at()) else {
        return Vec::new();
    };
    let is_place = |stat: &&sandtable_model::KindStat| {
        let field = book.fields.get(stat.field.at());
        stat.optional && field.is_some_and(|field| field.ty == Type::Place && !field.is_list)
    };
    let stats = known.stats.iter().filter(is_place);
    let mut keys: Vec<Key> = stats.map(|stat| Key::Stat(stat.field)).collect();
    keys.extend(references(staging, kind).into_iter().map(Key::Track));
    let facing = book.facing_track();
    let has_facing = known.tracks.iter().any(|line| Some(line.track) == facing);
    keys.extend(has_facing.then_some(Key::Facing));
    keys
}

/// Returns the tracks of a kind that name units of other kinds, or none.
pub(super) fn references(staging: &Staging<'_>, kind: KindId) -> Vec<TrackId> {
    let book = staging.book;
    let Some(known) = book.kinds.get(kind.at()) else {
        return Vec::new();
    };
    // In a chain of command, the first one has none above it.
    let is_of_others = |ty: Type| matches!(ty, Type::Unit(kinds) if !kinds.has(kind));
    let tracks = known.tracks.iter().filter(|line| {
        let track = book.tracks.get(line.track.at());
        let is_reference = track
            .is_some_and(|track| track.or_none && track.index.is_none() && is_of_others(track.ty));
        is_reference
            && !line.is_internal()
            && Some(line.track) != book.side_track()
            && Some(line.track) != book.at_track()
    });
    tracks.map(|line| line.track).collect()
}

/// Whether a piece has a value for a key.
fn has(staging: &Staging<'_>, at: usize, unit: &CastUnit, key: Key) -> bool {
    match key {
        Key::Stat(field) => unit
            .fields
            .get(field.at())
            .is_some_and(|value| *value != NONE),
        Key::Track(track) => staging
            .start
            .track(at, track)
            .is_some_and(|value| value != NONE),
        // A piece that is off the map may turn when it comes.
        Key::Facing => {
            let written = staging.unit_written(unit);
            let at_track = staging.book.at_track();
            let place = at_track.and_then(|track| staging.start.track(at, track));
            place.is_none_or(|place| place == NONE)
                || written.is_some_and(|written| written.stat("facing").is_some())
        }
    }
}

fn finding(staging: &Staging<'_>, odd: &CastUnit, key: Key, kind: &str) -> Option<Diagnostic> {
    let book = staging.book;
    let name = match key {
        Key::Stat(field) => book.field_name(field),
        Key::Track(track) => book.track_name(track),
        Key::Facing => "facing",
    };
    Some(
        Diagnostic::new(
            Code::LeftOut,
            format!(
                "`{}` has no `{name}`: every other {kind} has one",
                odd.parameter
            ),
        )
        .label(staging.head_of(odd)?, "")
        .help(format!("add `{name} = …`; if intended, ignore this"))
        .confidence(Confidence::Likely),
    )
}
