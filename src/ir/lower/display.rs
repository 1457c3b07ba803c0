//! Formats of values by their types.

use std::sync::Arc;

use super::super::debug_info::{Places, Shown};
use sandtable_model::board::BoardInstance;
use sandtable_model::{Dimension, RuleBook, Type};

/// Returns the format for values of a type where there is no board.
pub fn shown(book: &RuleBook, ty: Type) -> Shown {
    shown_on(book, None, ty)
}

/// Returns the format for values of a type; places are shown by their names on a board.
pub fn shown_on(book: &RuleBook, board_instance: Option<&Arc<BoardInstance>>, ty: Type) -> Shown {
    match ty {
        Type::Number(Dimension::Parts(parts)) => Shown::Parts(parts),
        Type::Number(dimension) => Shown::Number(dimension.unit()),
        Type::Flag => Shown::Flag,
        Type::Words(id) => Shown::Words(
            book.words
                .get(id.at())
                .map_or_else(Vec::new, |list| list.words.clone()),
        ),
        Type::Face(id) => match book.dice.get(id.at()) {
            Some(die) if !die.is_numeric() => Shown::Words(die.words.clone()),
            _ => Shown::Number(None),
        },
        Type::Dice => Shown::Dice,
        Type::Unit(_) => Shown::Unit,
        Type::Place => Shown::Place(board_instance.cloned().map(Places)),
        Type::Side => Shown::Side(board_instance.cloned().map(Places)),
        Type::Unknown => Shown::Number(None),
    }
}
