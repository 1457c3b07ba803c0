//! What a draft says in vain or leaves open, though it can be run: looked for in the finished rule book.
//!
//! One file per subject. Nothing here is an error; where a finding rests on more than what is written, it says so by its
//! confidence.

mod outcomes;

use crate::diagnostic::Diagnostics;
use crate::model::RuleBook;

/// Looks through a rule book that is otherwise sound.
pub(super) fn draft(book: &RuleBook, diagnostics: &mut Diagnostics) {
    outcomes::outcomes(book, diagnostics);
}
