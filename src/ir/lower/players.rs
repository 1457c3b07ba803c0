//! Programs for players and observers of games.

use super::{Lowered, Lowerer, OutputSpec, build_program};
use sandtable_model::{Question, RuleBook};

/// As [`for_playing`](super::for_playing), for players that look ahead: with notes at the beginning of blocks `at the same time`, and with the tracks that
/// only the author's value of positions reads. If there is such a value, the registers of the final state follow the outputs that
/// `parts` describes.
pub fn for_searching(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    lowerer.keeps_state = book.value.is_some();
    lowerer.is_searched = true;
    build_program(lowerer, outputs)
}

/// As [`for_playing`](super::for_playing), for a program that is run from states of another one: nothing is derived from the values at the start.
pub fn for_any_state(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    lowerer.has_any_state = true;
    lowerer.turning = book.facing_track();
    build_program(lowerer, outputs)
}

/// As [`for_playing`](super::for_playing), with notes for observers: rules that begin, rounds, phases and the end of the game. Values of the registers
/// of these notes are unspecified. The registers of the final state follow those that `parts` describes.
pub fn for_observing(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    lowerer.is_observed = true;
    lowerer.is_searched = true;
    lowerer.keeps_state = true;
    build_program(lowerer, outputs)
}

/// As [`for_playing`](super::for_playing), with a note for each lookup in a table and no others. A lookup in a formula whose result is memoised is noted
/// when the formula is evaluated, so all cells that were read since the memo began are noted.
pub fn for_watching_tables(
    book: &RuleBook,
    question: &Question,
    outputs: OutputSpec<'_>,
) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    lowerer.watches_tables = true;
    build_program(lowerer, outputs)
}
