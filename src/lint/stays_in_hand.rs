//! Decks whose cards are chosen from a hand and never leave it: they can be used again and again.
//!
//! Reports: E0690.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::deck::{Deck, Pile};
use sandtable_model::{
    Change, Expr, LocalId, RuleBook, Selection, Statement, TrackId, blocks, walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for deck in &book.decks {
        let choice = chosen_from_hand(book, deck);
        let is_left = || {
            let mut bodies = book.bodies();
            bodies.any(|(_, body)| takes_out_of_hand(body, deck, &BTreeSet::new()))
        };
        if let Some(choice) = choice.filter(|_| !is_left()) {
            diagnostics.push(finding(deck, choice));
        }
    }
}

/// Returns the first choice of a card from a hand.
fn chosen_from_hand(book: &RuleBook, deck: &Deck) -> Option<Span> {
    let mut found = None;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let choice = statement
                .choice()
                .filter(|choice| choice.top_card.is_none());
            let cards = choice.and_then(|choice| choice.units());
            let cards = cards.filter(|cards| cards.kinds.has(deck.kind));
            if cards.is_some_and(|cards| asks_for(cards, deck, Pile::Hand)) {
                found = found.or(Some(statement.span));
            }
            true
        });
    }
    found
}

/// Whether the condition of a selection of cards asks for those in a pile.
pub(super) fn asks_for(cards: &Selection, deck: &Deck, pile: Pile) -> bool {
    let condition = cards.condition.as_deref();
    condition.is_some_and(|condition| {
        condition.any(|part| {
            let compared = part.comparison();
            let is_it = compared.is_some_and(|compared| {
                compared.left.is_track(deck.pile)
                    && compared.right.constant_value() == Some(pile.value())
            });
            let member = part.member();
            is_it
                || member.is_some_and(|(value, set)| {
                    value.is_track(deck.pile) && set & (1 << pile.value()) != 0
                })
        })
    })
}

/// Whether a block takes a card out of a hand; `others` are the cards that are in no hand.
pub(super) fn takes_out_of_hand(
    block: &[Statement],
    deck: &Deck,
    others: &BTreeSet<LocalId>,
) -> bool {
    let mut others = others.clone();
    block.iter().any(|statement| {
        let choice = statement
            .choice()
            .filter(|choice| choice.top_card.is_some());
        let drawn = choice.and_then(|choice| choice.values());
        others.extend(drawn.map(|(local, _)| local));
        // A reshuffle takes the cards of the discards.
        let each = statement.each().map(|each| each.selection);
        let elsewhere = each.filter(|cards| asks_for(cards, deck, Pile::Discards));
        others.extend(elsewhere.map(|cards| cards.local));
        let is_left = statement.change().is_some_and(|change| {
            let is_of_deck = change.unit.ty.kinds().has(deck.kind);
            let is_other = change
                .unit
                .local()
                .is_some_and(|card| others.contains(&card));
            is_of_deck && !is_other && leaves(change.track, change.how, change.amount, deck)
        });
        is_left || blocks(statement).any(|inner| takes_out_of_hand(inner, deck, &others))
    })
}

/// Whether a change of a card takes it out of a hand.
fn leaves(track: TrackId, how: Change, value: &Expr, deck: &Deck) -> bool {
    let hand = Some(Pile::Hand.value());
    let is_moved = track == deck.pile && value.constant_value() != hand;
    let is_gone = [TrackId::DESTROYED, TrackId::REMOVED].contains(&track);
    how == Change::Set && (is_moved || is_gone)
}

fn finding(deck: &Deck, choice: Span) -> Diagnostic {
    let name = deck.naming.shown();
    Diagnostic::new(
        Code::NeverPlayed,
        format!("a card of the {name} never leaves the hand: it can be chosen again and again"),
    )
    .label(choice, "chosen here")
    .label(deck.naming.span, "the deck")
    .help("put it onto the discards when it has been used: `discard card`; if cards are kept, ignore this")
    .confidence(Confidence::Likely)
}
