//! Parts of statements with a value in them.

use super::expression::{Level, push_expr};
use crate::ast::{Expr, Name};

/// The unit that a new one is like, or the value that says which.
pub(super) fn push_like(line: &mut String, profile: &Name, like: Option<&Expr>) {
    match like {
        None => line.push_str(&profile.value),
        Some(like) => line.push_str(&super::dice::value(like)),
    }
}

/// A side behind a word, if there is one.
pub(super) fn push_side(line: &mut String, word: &str, side: Option<&Expr>) {
    if let Some(side) = side {
        line.push_str(word);
        push_expr(line, side, Level::Atom);
    }
}
