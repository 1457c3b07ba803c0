//! Internal tracks that gather the changes of blocks `at the same time`, and what sets off triggers.

use std::collections::BTreeSet;

use sandtable_model::{
    Dimension, GatheredChange, KindTrack, NOT_SET, RuleBook, Track, TrackId, Type, WatchedChange,
    changed_by, fired_by, transferred_by, walk_statements,
};

/// Declares the internal tracks of a finished book.
pub(super) fn declare_gathered(book: &mut RuleBook) {
    let (mut changed, mut transferred) = (BTreeSet::new(), BTreeSet::new());
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some(body) = statement.simultaneous() {
                changed.extend(changed_by(book, body));
                transferred.extend(transferred_by(book, body));
            }
            true
        });
    }
    declare_watched(book, &changed);
    for track in changed {
        let Some(known) = book.tracks.get(track.at()).cloned() else {
            continue;
        };
        let set = internal(book, track, &known, "set", NOT_SET);
        let is_number = matches!(known.ty, Type::Number(_));
        let added = is_number.then(|| internal(book, track, &known, "added", 0));
        let is_moved = transferred.contains(&track);
        let moved = is_moved.then(|| internal(book, track, &known, "moved", 0));
        book.gathered
            .insert(track, GatheredChange { set, added, moved });
    }
}

/// Declares the internal tracks for lines of triggers that changes of these tracks can set off, for all kinds that have what they watch.
fn declare_watched(book: &mut RuleBook, changed: &BTreeSet<TrackId>) {
    for (trigger, line) in fired_by(book, changed) {
        let when = book
            .triggers
            .get(trigger)
            .and_then(|one| one.whens.get(line));
        let track = when.and_then(|when| when.reads.first()).copied();
        let known = track.and_then(|track| book.tracks.get(track.at())).cloned();
        let Some((track, mut known)) = track.zip(known) else {
            continue;
        };
        known.index = None;
        let at = format!("trigger {trigger}, line {line}");
        let mut declare =
            |what: &str, start| internal(book, track, &known, &format!("{what}, {at}"), start);
        let change = WatchedChange {
            before: declare("before", NOT_SET),
            firing: declare("firing", 0),
            due: declare("due", 0),
        };
        book.watched.insert((trigger, line), change);
    }
}

/// Declares an internal track for all kinds that have another one; with a value for each unit if that has.
fn internal(book: &mut RuleBook, of: TrackId, known: &Track, what: &str, start: i32) -> TrackId {
    let id = TrackId::new(book.tracks.len());
    // With spaces in it: no track of a rule file has such a name.
    let name = format!("{} {what} ({})", known.name, id.at());
    book.tracks.push(Track {
        name: name.clone(),
        ty: Type::Number(Dimension::Plain),
        or_none: true,
        index: known.index,
    });
    for kind in &mut book.kinds {
        let span = kind.tracks.iter().find(|track| track.track == of);
        let Some(span) = span.map(|track| track.naming.span) else {
            continue;
        };
        kind.tracks.push(KindTrack {
            start,
            ..KindTrack::internal(id, &name, (NOT_SET, i32::MAX), span)
        });
    }
    id
}
