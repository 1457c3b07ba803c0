//! The flag for which an action is refused, if rules set it and none clears it.

use super::track_usage::{Flag, lasts, set_back};
use sandtable_model::{Arithmetic, Expr, KindId, RuleBook, Type, walk_statements};
use sandtable_source::Span;

/// A flag that lasts until the end of the game.
pub struct LastingFlag {
    /// Its name.
    pub name: String,
    /// The statement that sets it.
    pub set: Span,
    /// The statement that would clear it.
    pub back: String,
}

/// Returns a flag that a condition needs not to be set, that rules set, and that none clears; it does not end by itself.
pub fn find(book: &RuleBook, condition: &Expr) -> Option<LastingFlag> {
    let mut found = None;
    condition.chain(Arithmetic::And, &mut |part| {
        let read = part.negated().and_then(Expr::track);
        let Some(read) = read.filter(|_| found.is_none()) else {
            return;
        };
        let kinds = read.unit.ty.kinds();
        let mut kinds = (0..book.kinds.len())
            .map(KindId::new)
            .filter(|kind| kinds.has(*kind));
        let track = book.tracks.get(read.track.at());
        let is_flag = track.is_some_and(|track| track.ty == Type::Flag);
        found = kinds
            .next()
            .filter(|_| is_flag)
            .and_then(|kind| lasting(book, (read.track, kind)));
    });
    found
}

fn lasting(book: &RuleBook, flag: Flag) -> Option<LastingFlag> {
    let (mut set, mut is_cleared) = (None, lasts(book, flag));
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let change = statement.change().filter(|change| change.track == flag.0);
            if let Some(change) = change.filter(|change| change.unit.ty.kinds().has(flag.1)) {
                match change.sets_flag() {
                    true => _ = set.get_or_insert(statement.span),
                    false => is_cleared = true,
                }
            }
            !is_cleared
        });
    }
    set.filter(|_| !is_cleared).map(|set| LastingFlag {
        name: book.track_name(flag.0).to_owned(),
        set,
        back: set_back(book, flag),
    })
}
