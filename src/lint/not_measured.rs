//! Distances between two pieces that are facts judged by the players although there is a board.
//!
//! Reports: E0634.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::Measure;
use sandtable_model::{Dimension, Fact, Type};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    if let Some(board) = context.book.board {
        let facts = context.book.facts.iter();
        diagnostics.extend(facts.filter_map(|fact| finding(fact, board)));
    }
}

/// Reports a distance between two pieces that is not measured in play.
fn finding(fact: &Fact, board: Measure) -> Option<Diagnostic> {
    let is_distance = matches!(fact.ty, Type::Number(Dimension::Measured(_)));
    let pieces: Vec<&str> = fact
        .parameters
        .iter()
        .filter(|one| matches!(one.ty, Type::Unit(_)))
        .map(|one| one.name.as_str())
        .collect();
    let &[one, other] = pieces.as_slice() else {
        return None;
    };
    if !is_distance || fact.in_play.is_some() {
        return None;
    }
    let name = &fact.naming.name;
    let unit = board.word();
    let rounded = match board {
        Measure::Hexes | Measure::Squares | Measure::Areas => "",
        Measure::Inches => " rounded up",
    };
    Some(
        Diagnostic::new(
            Code::NotMeasured,
            format!("the players supply `{name}`, but the board can measure {unit}"),
        )
        .label(fact.naming.span, "")
        .help(format!(
            "add below it: `in play = distance({one}, {other}){rounded}`"
        ))
        .cite(fact.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}
