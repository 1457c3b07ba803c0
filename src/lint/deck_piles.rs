//! Statements that move cards between the piles of their deck.

use sandtable_model::{
    Arithmetic, Change, Deck, Expr, Kinds, Pile, RuleBook, Statement, blocks, walk_statements,
};

/// Whether a rule puts cards back into the deck; with `from_elsewhere`, others than those of the discards.
pub(super) fn is_refilled(book: &RuleBook, deck: &Deck, from_elsewhere: bool) -> bool {
    // The change of a loop over cards is about its members, whatever the type of its unit.
    fn any(block: &[Statement], (deck, cards): (&Deck, Kinds), from_elsewhere: bool) -> bool {
        block.iter().any(|statement| {
            let of_others = statement.each().is_some_and(|each| {
                let kinds = each.selection.kinds;
                kinds.within(cards) && !kinds.has(deck.kind)
            });
            if of_others || from_elsewhere && is_reshuffle(statement, deck) {
                return false;
            }
            let puts = puts_into(statement, deck, Pile::Deck);
            let mut inner = blocks(statement);
            puts || inner.any(|inner| any(inner, (deck, cards), from_elsewhere))
        })
    }
    book.bodies()
        .any(|(_, body)| any(body, (deck, book.cards()), from_elsewhere))
}

/// Whether a statement puts a card into a pile.
pub(super) fn puts_into(statement: &Statement, deck: &Deck, pile: Pile) -> bool {
    statement.change().is_some_and(|change| {
        change.how == Change::Set
            && change.track == deck.pile
            && change.unit.ty.kinds().has(deck.kind)
            && change.amount.literal() == Some(pile.value())
    })
}

/// Whether a statement is about each card of the discards.
pub(super) fn is_reshuffle(statement: &Statement, deck: &Deck) -> bool {
    let each = statement.each();
    let cards = each.filter(|each| each.selection.kinds.has(deck.kind));
    let condition = cards.and_then(|each| each.selection.condition.as_deref());
    // The condition of a deck for each side asks for the side, too.
    let asked = condition.map(|condition| match deck.home {
        Some(_) => condition
            .operands(Arithmetic::And)
            .map_or(condition, |(pile, _)| pile),
        None => condition,
    });
    let asked = asked.and_then(Expr::sameness);
    asked.is_some_and(|(is_same, left, right)| {
        is_same && left.is_track(deck.pile) && right.literal() == Some(Pile::Discards.value())
    })
}

/// Whether a rule discards cards.
pub(super) fn is_discarded(book: &RuleBook, deck: &Deck) -> bool {
    let mut is_discarded = false;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            is_discarded |= puts_into(statement, deck, Pile::Discards);
            !is_discarded
        });
    }
    is_discarded
}
