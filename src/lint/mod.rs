//! What a draft says in vain or leaves open, though it can be run: looked for in the finished rule book.
//!
//! [`reach`] follows every rule once, with every value that it may be handed; the other files look at what it found, or at
//! one part of the book each. Nothing here is an error; where a finding rests on more than what is written, it says so by
//! its confidence.

mod again;
mod anew;
mod asked;
mod better;
mod board;
pub(super) mod case;
mod cliffs;
mod entered;
mod left;
mod lookups;
mod numbers;
mod outcomes;
mod ranges;
mod reach;
mod repeated;
mod scene;
mod shape;
mod spelling;
mod spread;
mod state;
mod thrown;
mod uncompared;
mod unmet;
mod values;
mod writers;

use super::circles::Node;
use crate::diagnostic::Diagnostics;
use crate::model::RuleBook;
use reach::Reach;

/// Looks through a rule book that is otherwise sound; `order` has each rule after those that it calls.
pub(super) fn draft(book: &RuleBook, order: &[Node], diagnostics: &mut Diagnostics) {
    outcomes::outcomes(book, diagnostics);
    let reach = Reach::new(book, order, false);
    let has_roster = !book.profiles.is_empty() || !book.maps.is_empty();
    let by_roster = has_roster.then(|| Reach::new(book, order, true));
    asked::asked(book, &reach, diagnostics);
    better::better(book, diagnostics);
    cliffs::cliffs(book, diagnostics);
    uncompared::uncompared(book, diagnostics);
    state::state(book, diagnostics);
    again::again(book, diagnostics);
    writers::writers(book, diagnostics);
    numbers::numbers(book, diagnostics);
    spelling::spelling(book, diagnostics);
    entered::entered(book, diagnostics);
    repeated::repeated(book, diagnostics);
    anew::anew(book, diagnostics);
    board::board(book, &reach, diagnostics);
    left::left(book, &reach, diagnostics);
    lookups::lookups(book, &reach, by_roster.as_ref(), diagnostics);
    if let Some(by_roster) = &by_roster {
        unmet::unmet(book, &reach, by_roster, diagnostics);
    }
}
