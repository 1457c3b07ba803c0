//! Tracks that decide a game.

use std::collections::BTreeSet;

use sandtable_model::{Expr, RuleBook, Statement, TrackId, walk_statements, walk_within};

/// Returns the tracks of sides that rules compare, or read, where a side wins.
pub(crate) fn tracks_that_decide(book: &RuleBook) -> BTreeSet<TrackId> {
    let of_sides = book.side_kind().and_then(|kind| book.kinds.get(kind.at()));
    let of_sides = of_sides.into_iter().flat_map(|kind| &kind.tracks);
    let of_sides: BTreeSet<TrackId> = of_sides.map(|track| track.track).collect();
    let mut found = BTreeSet::new();
    let mut add = |expr: &Expr| {
        walk_within(expr, &mut |part| {
            let read = part.track().map(|read| read.track);
            found.extend(read.filter(|track| of_sides.contains(track)));
        });
    };
    let wins = |block: &[Statement]| block.iter().any(|one| one.winner().is_some());
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            statement.winner().into_iter().for_each(&mut add);
            let branch = statement.branch();
            let branch = branch.filter(|(_, then, otherwise)| wins(then) || wins(otherwise));
            branch
                .into_iter()
                .for_each(|(condition, ..)| add(condition));
            true
        });
    }
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let whens = whens.filter(|when| wins(&when.body));
    whens.for_each(|when| add(&when.watched));
    found
}
