//! Internal tracks that gather the changes of blocks `at the same time`.

use std::collections::BTreeSet;

use sandtable_model::{
    Dimension, GatheredChange, KindId, KindTrack, Kinds, NOT_SET, RuleBook, Track, TrackId, Type,
    When, changed_by, walk_statements,
};
use sandtable_source::Span;

/// Declares the internal tracks of a finished book.
pub(super) fn declare_gathered(book: &mut RuleBook) {
    let mut changed = BTreeSet::new();
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some(body) = statement.simultaneous() {
                changed.extend(changed_by(book, body));
            }
            true
        });
    }
    for track in changed {
        let Some(known) = book.tracks.get(track.at()).cloned() else {
            continue;
        };
        let set = internal(book, track, &known, "set", NOT_SET);
        let is_number = matches!(known.ty, Type::Number(_));
        let added = is_number.then(|| internal(book, track, &known, "added", 0));
        book.gathered.insert(track, GatheredChange { set, added });
    }
    declare_watched(book);
}

/// Declares the internal tracks for what the triggers watch that such a block can set off.
fn declare_watched(book: &mut RuleBook) {
    let lines = book.triggers.iter().enumerate().flat_map(|(at, trigger)| {
        let whens = trigger.whens.iter().enumerate();
        whens.map(move |(line, when)| ((at, line), trigger, when))
    });
    let reads_gathered = |when: &When| when.reads.iter().any(|id| book.gathered.contains_key(id));
    let lines: Vec<((usize, usize), Kinds, Span)> = lines
        .filter(|(_, _, when)| reads_gathered(when))
        .map(|(at, trigger, when)| (at, trigger.kinds, when.span))
        .collect();
    for (at, kinds, span) in lines {
        let id = TrackId::new(book.tracks.len());
        let name = format!("watched ({})", id.at());
        book.tracks.push(Track {
            name: name.clone(),
            ty: Type::Number(Dimension::Plain),
            or_none: true,
            index: None,
        });
        for (kind, declared) in book.kinds.iter_mut().enumerate() {
            if kinds.has(KindId::new(kind)) {
                let range = (NOT_SET, i32::MAX);
                declared
                    .tracks
                    .push(KindTrack::internal(id, &name, range, span));
            }
        }
        book.watched_before.insert(at, id);
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
