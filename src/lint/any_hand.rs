//! Cards that are chosen from the hands of all sides, because the condition asks for the pile and not for the side, or from that of the enemy.
//!
//! Reports: E0662.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::deck::{Deck, Pile};
use sandtable_model::{
    Arithmetic, Comparison, Expr, LocalId, Naming, RuleBook, Selection, TrackId, Type,
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
    let decks: Vec<(&Deck, Owners)> = book
        .decks
        .iter()
        .map(|deck| (deck, Owners::of(book, deck, side)))
        .collect();
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let choice = statement
                .choice()
                .filter(|choice| choice.top_card.is_none());
            let cards = choice.and_then(|choice| choice.units());
            let Some(cards) = cards else { return true };
            let of_cards = decks.iter().filter(|(deck, _)| cards.kinds.has(deck.kind));
            let owners = of_cards
                .clone()
                .fold(Owners::default(), |owners, (_, more)| owners.and(more));
            let deck = of_cards.map(|(deck, _)| *deck).next();
            if let Some(deck) = deck.filter(|_| owners.are_several()) {
                let decider = choice.and_then(|choice| choice.side());
                if let Some(pile) = any_hand(cards, deck, side) {
                    diagnostics.push(finding(naming, cards, pile, decider.map(|one| one.span)));
                } else if let Some(decider) = decider
                    && let Some(of_enemy) = enemys_hand(cards, deck, side, decider)
                {
                    diagnostics.push(of_enemys_hand(naming, cards, of_enemy, decider.span));
                }
            }
            true
        });
    }
}

/// The sides into whose hands cards come.
#[derive(Debug, Clone, Default)]
struct Owners {
    named: BTreeSet<usize>,
    /// Whether a side that is not named has some.
    is_any: bool,
}

impl Owners {
    fn of(book: &RuleBook, deck: &Deck, side: TrackId) -> Self {
        let mut owners = Self::default();
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                let change = statement.change().filter(|change| change.track == side);
                let of_deck = change.filter(|change| change.unit.ty.kinds().has(deck.kind));
                // A card that is discarded is nobody's.
                let owner = of_deck.map(|change| change.amount);
                if let Some(owner) = owner.filter(|owner| owner.constant_value().is_none()) {
                    match owner.named_side() {
                        Some(side) => _ = owners.named.insert(side),
                        None => owners.is_any = true,
                    }
                }
                true
            });
        }
        owners
    }

    fn and(mut self, more: &Self) -> Self {
        self.named.extend(&more.named);
        self.is_any |= more.is_any;
        self
    }

    fn are_several(&self) -> bool {
        self.is_any || self.named.len() > 1
    }
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

/// Returns the test by which a side chooses among the cards in the hand of its enemy: `card.side is enemy of side … by side`, or
/// `card.side is not side … by side`.
fn enemys_hand(cards: &Selection, deck: &Deck, side: TrackId, decider: &Expr) -> Option<Span> {
    let (mut is_hand, mut of_enemy) = (false, None);
    cards
        .condition
        .as_deref()?
        .chain(Arithmetic::And, &mut |part| {
            is_hand |= is_in_hand(part, cards.local, deck);
            if let Some((is_same, left, right)) = part.sameness()
                && left
                    .track()
                    .is_some_and(|read| read.track == side && read.unit.is_local(cards.local))
            {
                let are_enemies = |one: &Expr, other: &Expr| {
                    one.enemy_of().is_some_and(|of| are_equivalent(of, other))
                };
                let is_enemy = match is_same {
                    true => are_enemies(right, decider) || are_enemies(decider, right),
                    false => are_equivalent(right, decider),
                };
                if is_enemy {
                    of_enemy = Some(part.span);
                }
            }
        });
    of_enemy.filter(|_| is_hand)
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

fn of_enemys_hand(naming: &Naming, cards: &Selection, of_enemy: Span, decider: Span) -> Diagnostic {
    let name = &cards.name;
    Diagnostic::new(
        Code::AnyHand,
        "this side chooses among the cards in the hand of its enemy, which are hidden from it",
    )
    .label(of_enemy, "the enemy's hand")
    .label(decider, "this side decides")
    .help(format!(
        "ask for its own cards: `{name}.side is …`; to take one unseen, draw it `at random`; if it may look, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
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
