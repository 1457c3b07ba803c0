//! Conditions on one track: for which of its values they hold.

use sandtable_model::{Arithmetic, Expr, RuleBook, TrackId};

/// The most values of a track that are tried.
const MOST_VALUES: i32 = 4096;

/// Returns whether a condition holds if the track that a predicate accepts has this value; `None` if that depends on more.
pub(super) fn holds(condition: &Expr, is_it: &impl Fn(&Expr) -> bool, value: i32) -> Option<bool> {
    if is_it(condition) {
        return Some(value != 0);
    }
    if let Some(inner) = condition.negated() {
        return holds(inner, is_it, value).map(|holds| !holds);
    }
    for (op, deciding) in [(Arithmetic::And, false), (Arithmetic::Or, true)] {
        if let Some((left, right)) = condition.operands(op) {
            let both = [left, right].map(|part| holds(part, is_it, value));
            return match both.contains(&Some(deciding)) {
                true => Some(deciding),
                false => both.iter().all(Option::is_some).then_some(!deciding),
            };
        }
    }
    if let Some((subject, set)) = condition.member() {
        let is_known = is_it(subject) && (0..64).contains(&value);
        return is_known.then(|| set >> value & 1 == 1);
    }
    let bound = condition.bound().filter(|bound| is_it(bound.subject))?;
    Some(bound.order.holds(&value, &bound.number))
}

/// Returns the values of a track, if they are few.
pub(super) fn values(book: &RuleBook, track: TrackId) -> Option<impl Iterator<Item = i32>> {
    let tracks = book.kinds.iter().flat_map(|kind| &kind.tracks);
    let ranges = tracks
        .filter(|known| known.track == track)
        .map(|known| (known.low, known.high));
    let (low, high) = ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    (i64::from(high) - i64::from(low) < i64::from(MOST_VALUES)).then_some(low..=high)
}
