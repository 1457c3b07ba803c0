//! Mistakes that boards invite: what is measured in vain or rounded the wrong way, ways that do not fit together, pieces
//! that leave the map unawares.
//!
//! Reports: E0423, E0553, E0626 to E0629, E0633, E0634.

mod facings;
mod measures;
mod paths;
mod places;
mod sides;

use super::value_sets::Reach;
use sandtable_diagnostic::Diagnostics;
use sandtable_model::board::Measure;
use sandtable_model::{Block, Expr, Naming, RuleBook, walk_statement, walk_within};

/// Looks only in books that have a board.
pub(super) fn board(book: &RuleBook, reach: &Reach<'_>, diagnostics: &mut Diagnostics) {
    let Some(board) = book.board else {
        return;
    };
    facings::facings(book, diagnostics);
    measures::measures(book, board, diagnostics);
    paths::ways(book, reach, diagnostics);
    places::places(book, diagnostics);
    sides::sides(book, diagnostics);
}

/// Every rule with what it says, of what runs.
fn blocks(book: &RuleBook) -> impl Iterator<Item = (&Naming, &Block)> {
    let procedures = book.procedures.iter().map(|one| (&one.naming, &one.body));
    let triggers = book.triggers.iter().flat_map(|one| {
        let whens = one.whens.iter();
        whens.map(|when| (&one.naming, &when.body))
    });
    let reactions = book.reactions.iter().map(|one| (&one.naming, &one.body));
    procedures.chain(triggers).chain(reactions)
}

/// Hands every expression of a book to a visitor, with the declaration in which it stands.
fn every_expr(book: &RuleBook, visit: &mut impl FnMut(&Naming, &Expr)) {
    for (naming, block) in blocks(book) {
        for statement in block {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| visit(naming, inner))
            });
        }
    }
    for list in &book.modifiers {
        let parts = list.lines.iter();
        let parts = parts.flat_map(|line| line.per.iter().chain(&line.condition));
        parts.for_each(|part| walk_within(part, &mut |inner| visit(&list.naming, inner)));
    }
    for fact in &book.facts {
        let in_play = fact.in_play.iter();
        in_play.for_each(|in_play| {
            walk_within(&in_play.value, &mut |inner| visit(&fact.naming, inner));
        });
    }
}

/// In the words of the board.
fn unit_of(board: Measure) -> &'static str {
    match board {
        Measure::Hexes => "hexes",
        Measure::Inches => "inches",
    }
}
