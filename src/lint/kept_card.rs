//! Cards that are chosen from a hand and stay in it, in a rule that does nothing else to them, though other rules take cards out of hands.
//!
//! Reports: E0690.

use std::collections::BTreeSet;

use super::Context;
use super::stays_in_hand::{asks_for, takes_out_of_hand};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Deck, Expr, LocalId, NONE, Naming, Pile, RuleBook, Statement, blocks, walk_own,
    walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.decks.is_empty() {
        return;
    }
    for (naming, body) in book.bodies() {
        search(book, naming, body, &mut Vec::new(), diagnostics);
    }
}

/// Searches a block. `after` are the statements that follow the blocks around it: a choice `if any` is in a block of its own, and what becomes
/// of the card behind that.
fn search<'b>(
    book: &RuleBook,
    naming: &Naming,
    block: &'b [Statement],
    after: &mut Vec<&'b [Statement]>,
    diagnostics: &mut Diagnostics,
) {
    for (at, statement) in block.iter().enumerate() {
        after.push(block.get(at + 1..).unwrap_or_default());
        if let Some((card, deck)) = chosen_from_hand(book, statement)
            && !after.iter().any(|rest| is_handled(rest, card))
            && is_taken_elsewhere(book, deck)
            && !are_taken_together(book, deck)
        {
            diagnostics.push(finding(deck, naming, statement.span));
        }
        for inner in blocks(statement) {
            search(book, naming, inner, after, diagnostics);
        }
        after.pop();
    }
}

/// Returns the card that a statement chooses from a hand, and its deck; the first one, if several have the cards.
fn chosen_from_hand<'b>(book: &'b RuleBook, statement: &Statement) -> Option<(LocalId, &'b Deck)> {
    let choice = statement.choice()?;
    let is_of_one = choice.top_card.is_none() && choice.several.is_none() && !choice.is_drawn();
    let (card, _) = choice.values().filter(|_| is_of_one)?;
    let cards = choice.units()?;
    let mut decks = book.decks.iter();
    let deck =
        decks.find(|deck| cards.kinds.has(deck.kind) && asks_for(cards, deck, Pile::Hand))?;
    Some((card, deck))
}

/// Whether statements change a card, hand it over or compare it with others, so that another rule may know it.
fn is_handled(block: &[Statement], card: LocalId) -> bool {
    block.iter().any(|statement| {
        let changed = statement.change();
        let is_changed = changed.is_some_and(|change| change.unit.is_local(card));
        let (mut n_reads, mut n_stats) = (0, 0);
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                n_reads += u32::from(inner.is_local(card));
                n_stats += u32::from(reads_stat_of(inner, card) || is_test_for_none(inner, card));
            });
        });
        is_changed || n_reads > n_stats || blocks(statement).any(|inner| is_handled(inner, card))
    })
}

/// Whether an expression is a stat of a card, or a track of it.
fn reads_stat_of(expr: &Expr, card: LocalId) -> bool {
    let stat = expr.field().map(|(unit, _)| unit);
    let track = expr.track().map(|read| read.unit);
    stat.or(track).is_some_and(|unit| unit.is_local(card))
}

fn is_test_for_none(expr: &Expr, card: LocalId) -> bool {
    let compared = expr.comparison();
    compared.is_some_and(|compared| {
        compared.left.is_local(card) && compared.right.constant_value() == Some(NONE)
    })
}

/// Whether any rule takes cards of a deck out of a hand; without one, all its cards are a finding of another lint.
fn is_taken_elsewhere(book: &RuleBook, deck: &Deck) -> bool {
    let mut bodies = book.bodies();
    bodies.any(|(_, body)| takes_out_of_hand(body, deck, &BTreeSet::new()))
}

/// Whether a rule takes all cards of a kind out of the hands, chosen or not.
fn are_taken_together(book: &RuleBook, deck: &Deck) -> bool {
    let mut found = false;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let cards = statement.each().map(|each| each.selection);
            let cards = cards.filter(|cards| cards.kinds.has(deck.kind) && cards.chosen.is_none());
            found |= cards.is_some_and(|cards| asks_for(cards, deck, Pile::Hand));
            !found
        });
    }
    found
}

fn finding(deck: &Deck, naming: &Naming, choice: Span) -> Diagnostic {
    Diagnostic::new(
        Code::NeverPlayed,
        format!(
            "the card that is chosen here stays in the hand: other rules take cards of `{}` out of it",
            deck.naming.name
        ),
    )
    .label(choice, "can be chosen again")
    .help("put it onto the discards, `discard card`, or onto the table, `play card`; if it is kept, ignore this")
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
