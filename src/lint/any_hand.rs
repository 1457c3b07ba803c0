//! Cards that are chosen from the hands of all sides, because the condition asks for the pile and not for the side.
//!
//! Reports: E0662.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::deck::{Deck, Pile};
use sandtable_model::{
    Arithmetic, Comparison, Expr, Kinds, LocalId, Naming, RuleBook, Selection, TrackId, Type,
    walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(side) = book.side_track() else {
        return;
    };
    if book.decks.is_empty() {
        return;
    }
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let choice = statement
                .choice()
                .filter(|choice| choice.top_card.is_none());
            let cards = choice.and_then(|choice| choice.units());
            let deck = cards.and_then(|cards| {
                let mut decks = book.decks.iter();
                decks.find(|deck| cards.kinds.has(deck.kind))
            });
            if let Some((cards, deck)) = cards.zip(deck)
                && let Some(pile) = any_hand(cards, deck, side)
                && has_hands(book, cards.kinds, side)
            {
                let decider = choice.and_then(|choice| choice.side());
                diagnostics.push(finding(naming, cards, pile, decider.map(|one| one.span)));
            }
            true
        });
    }
}

/// Whether cards of some kinds come into the hands of several sides: of a side that is not named, or of two that are.
fn has_hands(book: &RuleBook, cards: Kinds, side: TrackId) -> bool {
    let (mut named, mut is_any) = (BTreeSet::new(), false);
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let change = statement.change().filter(|change| change.track == side);
            let of_deck = change.filter(|change| !change.unit.ty.kinds().and(cards).is_empty());
            // A card that is discarded is nobody's.
            let owner = of_deck.map(|change| change.amount);
            if let Some(owner) = owner.filter(|owner| owner.constant_value().is_none()) {
                match owner.named_side() {
                    Some(side) => _ = named.insert(side),
                    None => is_any = true,
                }
            }
            true
        });
    }
    is_any || named.len() > 1
}

/// Returns the test for the hand in the condition of a selection of cards that asks for nothing which depends on the side.
fn any_hand(cards: &Selection, deck: &Deck, side: TrackId) -> Option<Span> {
    let condition = cards.condition.as_deref()?;
    let card = cards.local;
    let mut pile = None;
    condition.chain(Arithmetic::And, &mut |part| {
        if is_in_hand(part, card, deck) {
            pile = Some(part.span);
        }
    });
    pile.filter(|_| !depends_on_side(condition, card, side))
}

/// Whether an expression is `card.pile is hand`.
fn is_in_hand(part: &Expr, card: LocalId, deck: &Deck) -> bool {
    let is_pile = |expr: &Expr| {
        let read = expr.track().filter(|read| read.track == deck.pile);
        read.is_some_and(|read| read.unit.is_local(card))
    };
    let hand = Pile::Hand.value();
    let is_equal = part.comparison().is_some_and(|compared| {
        let Comparison { order, left, right } = compared;
        order == Order::Equal && is_pile(left) && right.constant_value() == Some(hand)
    });
    let member = part.member();
    is_equal || member.is_some_and(|(value, set)| is_pile(value) && set == 1 << hand)
}

/// Whether a condition reads the side of a card, another unit or a word that the card has, or hands the card to a rule.
fn depends_on_side(condition: &Expr, card: LocalId, side: TrackId) -> bool {
    let is_of_card = |part: &Expr| {
        let read = part.track().map(|read| read.unit);
        let of = read.or(part.field().map(|(unit, _)| unit));
        of.is_some_and(|unit| unit.is_local(card))
    };
    let mut depends = false;
    walk_within(condition, &mut |part| {
        let names_another = part.ty.of_units().is_some() || part.ty == Type::Side;
        depends |= is_of_card(part) && (names_another || part.is_track(side));
        let mut handed = part.arguments().into_iter().flatten();
        depends |= handed.any(|argument| argument.reads_local(card));
        depends |= part.comparison().is_some_and(|compared| {
            let values = [compared.left, compared.right];
            // `card is chosen`, and `card.faction is side.faction`.
            let is_word = |value: &&Expr| matches!(value.ty, Type::Words(_)) && is_of_card(value);
            let is_other = |value: &Expr| value.constant_value().is_none();
            values.iter().any(|value| value.is_local(card))
                || values.iter().any(is_word) && values.into_iter().all(is_other)
        });
    });
    depends
}

fn finding(naming: &Naming, cards: &Selection, pile: Span, decider: Option<Span>) -> Diagnostic {
    let name = &cards.name;
    let finding = Diagnostic::new(
        Code::AnyHand,
        "this chooses among the cards in the hands of all sides",
    )
    .label(pile, "in any hand");
    let finding = match decider {
        Some(span) => finding.label(span, "this side decides"),
        None => finding,
    };
    finding
        .help(format!(
            "ask for the side, too: `{name}.pile is hand and {name}.side is …`; if any hand is meant, ignore this"
        ))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}
