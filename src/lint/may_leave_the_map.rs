//! Pieces that leave the map unawares, and what the board could measure but players are asked for.
//!
//! Reports: E0633, E0634.

use std::collections::BTreeSet;

use super::{blocks, unit_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, Dimension, ExprKind, Fact, LocalId, RuleBook, StatementKind, Type, walk_statements,
};

pub(super) fn places(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, block) in blocks(book) {
        let mut kept = BTreeSet::new();
        walk_statements(block, &mut |statement| {
            if let StatementKind::Let { local, value } = &statement.kind
                && is_worked_out(&value.kind, &kept)
            {
                kept.insert(*local);
            }
            if let StatementKind::Change {
                how: Change::Set,
                amount,
                track,
                ..
            } = &statement.kind
                && Some(*track) == book.at_track()
                && amount.or_none
                && is_worked_out(&amount.kind, &kept)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::MayLeaveTheMap,
                        "this may be none, and then the piece is off the map",
                    )
                    .label(amount.span, "")
                    .help("ask first: `there = …`, `if there is none: stop`; if it leaves the map so, ask and say `set unit.at to none`")
                    .cite(naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
            true
        });
    }
    diagnostics.extend(
        book.facts
            .iter()
            .filter_map(|fact| not_measured(book, fact)),
    );
}

/// Whether a place is found by a rule: not `none`, not chosen `or none`, and not where another piece is, which may be off
/// the map on purpose. `kept` are names under which such a place is kept.
fn is_worked_out(place: &ExprKind, kept: &BTreeSet<LocalId>) -> bool {
    match place {
        ExprKind::Measured { .. } | ExprKind::Aggregate { .. } => true,
        ExprKind::Local(local) => kept.contains(local),
        _ => false,
    }
}

/// A distance between two pieces that is asked of the players although there is a board.
fn not_measured(book: &RuleBook, fact: &Fact) -> Option<Diagnostic> {
    let is_distance = matches!(fact.ty, Type::Number(Dimension::Hexes | Dimension::Inches));
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
    let (name, on) = (&fact.naming.name, unit_of(book.board?));
    let rounded = match on {
        "inches" => " rounded up",
        _ => "",
    };
    Some(
        Diagnostic::new(
            Code::NotMeasured,
            format!("`{name}` is asked of the players, though the board measures {on}"),
        )
        .label(fact.naming.span, "")
        .help(format!(
            "say below it how it is measured: `in play = distance({one}, {other}){rounded}`"
        ))
        .cite(fact.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}
