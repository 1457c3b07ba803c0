//! What a draft says in vain or leaves open, though it can be run: looked for in the finished rule book.
//!
//! [`reach`] follows every rule once, with every value that it may be handed; the other files look at what it found, or at
//! one part of the book each. Nothing here is an error; where a finding rests on more than what is written, it says so by
//! its confidence.

mod board;
pub mod book_index;
mod cliffs;
mod constant_condition;
pub mod counterexample;
mod dice_distribution;
mod distribution;
mod duplicate_modifier;
mod lookup_range;
mod lookups;
mod never_repeated;
mod not_monotone;
mod numbers;
mod outcomes;
mod ranges;
mod repeated;
mod scene;
mod sequence_entry;
mod shape;
mod spelling;
mod state;
pub mod trial;
mod uncompared;
mod unmet_by_roster;
mod value_sets;
mod values;
mod writers;

use sandtable_diagnostic::Diagnostics;
use sandtable_model::RuleBook;
use value_sets::Reach;

/// Looks through a rulebook that is otherwise sound.
pub fn run(book: &RuleBook, diagnostics: &mut Diagnostics) {
    outcomes::outcomes(book, diagnostics);
    let reach = Reach::new(book, false);
    let has_roster = !book.profiles.is_empty() || !book.maps.is_empty();
    let by_roster = has_roster.then(|| Reach::new(book, true));
    constant_condition::asked(book, &reach, diagnostics);
    not_monotone::better(book, diagnostics);
    cliffs::cliffs(book, diagnostics);
    uncompared::uncompared(book, diagnostics);
    state::state(book, diagnostics);
    duplicate_modifier::again(book, diagnostics);
    writers::writers(book, diagnostics);
    numbers::numbers(book, diagnostics);
    spelling::spelling(book, diagnostics);
    sequence_entry::entered(book, diagnostics);
    repeated::repeated(book, diagnostics);
    never_repeated::anew(book, diagnostics);
    board::board(book, &reach, diagnostics);
    lookup_range::left(book, &reach, diagnostics);
    lookups::lookups(book, &reach, by_roster.as_ref(), diagnostics);
    if let Some(by_roster) = &by_roster {
        unmet_by_roster::unmet(book, &reach, by_roster, diagnostics);
    }
}
