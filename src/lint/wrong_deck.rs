//! Decks that are not put together again: another deck is reshuffled, or played cards stay on the table.
//!
//! Reports: E0685.

use std::collections::BTreeSet;

use super::deck_piles::{is_refilled, is_reshuffle, puts_into};
use super::stays_in_hand::asks_for;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Arithmetic, Deck, Expr, KindId, LocalId, NONE, Naming, Pile, RuleBook, Statement, TrackId,
    blocks, walk_statements,
};
use sandtable_source::Span;

/// Returns the findings about decks whose played cards never leave the table.
pub(super) fn stay_in_play(book: &RuleBook) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for deck in &book.decks {
        let mut others = book.decks.iter().filter(|other| other.kind != deck.kind);
        let is_reshuffled = is_refilled(book, deck, false);
        if let Some(place) = played(book, deck)
            && !leaves_play(book, deck)
            && (is_reshuffled || others.any(|other| leaves_play(book, other)))
        {
            found.push(stays_in_play(deck, place));
        }
    }
    found
}

/// Returns the findings about empty decks for which another one is reshuffled, or from which another side draws again, each with the kind of its cards.
pub(super) fn mixed_up(book: &RuleBook) -> Vec<(KindId, Diagnostic)> {
    let mut found = Vec::new();
    if !book.decks.is_empty() {
        for (naming, body) in book.bodies() {
            search(book, naming, body, &mut found);
        }
    }
    found
}

fn search(
    book: &RuleBook,
    naming: &Naming,
    block: &[Statement],
    found: &mut Vec<(KindId, Diagnostic)>,
) {
    let mut drawn: Option<(usize, LocalId, Span)> = None;
    for (at, statement) in block.iter().enumerate() {
        if let Some((deck, card)) = draw(statement) {
            drawn = Some((deck, card, statement.span));
        }
        if let Some((deck, card, place)) = drawn
            && let Some((condition, then, _)) = statement.branch()
            && is_none(condition, card)
            && let Some(known) = book.decks.get(deck)
        {
            let first = owner(book, block.get(..at).unwrap_or_default(), card);
            let again = first.and_then(|first| for_another(book, (deck, first, place), then));
            let mixed = again.or_else(|| another_is_reshuffled(book, (known, place), then));
            let citations = naming.citations.iter().map(String::as_str);
            found.extend(mixed.map(|finding| (known.kind, finding.cite(citations))));
        }
        for inner in blocks(statement) {
            search(book, naming, inner, found);
        }
    }
}

/// Returns the finding about an empty deck for which another one is reshuffled.
fn another_is_reshuffled(
    book: &RuleBook,
    (deck, place): (&Deck, Span),
    then: &[Statement],
) -> Option<Diagnostic> {
    let (other, reshuffle) = reshuffled(book, then)?;
    if other.kind == deck.kind || then.iter().any(|inner| is_reshuffle(inner, deck)) {
        return None;
    }
    let (own, other) = (&deck.naming.name, &other.naming.name);
    Some(
        Diagnostic::new(
            Code::DeckRunsDry,
            format!("`{own}` is empty here, but `{other}` is reshuffled"),
        )
        .label(place, format!("drawn from `{own}`"))
        .label(reshuffle, "another deck")
        .help(format!("name the same deck in both: `reshuffle {own}`"))
        .confidence(Confidence::Likely),
    )
}

/// Returns the side that a block gives to a drawn card.
fn owner<'b>(book: &RuleBook, block: &'b [Statement], card: LocalId) -> Option<&'b Expr> {
    let mut found = None;
    walk_statements(block, &mut |statement| {
        let change = statement.change();
        let change = change.filter(|change| Some(change.track) == book.side_track());
        let change = change.filter(|change| change.unit.is_local(card));
        found = found.or(change.map(|change| change.amount));
        true
    });
    found
}

/// Returns the finding about a draw for one side that is made again for another one after the deck was empty.
fn for_another(
    book: &RuleBook,
    (deck, first, place): (usize, &Expr, Span),
    then: &[Statement],
) -> Option<Diagnostic> {
    let (card, again) = then.iter().find_map(|statement| {
        let (other, card) = draw(statement)?;
        (other == deck).then_some((card, statement.span))
    })?;
    let second = owner(book, then, card)?;
    let name = &book.decks.get(deck)?.naming.name;
    (!are_equivalent(first, second)).then(|| {
        Diagnostic::new(
            Code::DeckRunsDry,
            format!(
                "a card of `{name}` is drawn for one side, and when the deck is empty, for another"
            ),
        )
        .label(place, "drawn here")
        .label(again, "for another side")
        .help("name the same side in both; if intended, ignore this")
        .confidence(Confidence::Likely)
    })
}

/// Returns the deck from which a statement draws, and the drawn card.
fn draw(statement: &Statement) -> Option<(usize, LocalId)> {
    let choice = statement.choice()?;
    let (card, _) = choice.values()?;
    Some((choice.top_card?.deck, card))
}

/// Whether a condition is met only if a local is none.
fn is_none(condition: &Expr, local: LocalId) -> bool {
    let mut found = false;
    condition.chain(Arithmetic::And, &mut |part| {
        found |= part.sameness().is_some_and(|(is_same, left, right)| {
            is_same && left.is_local(local) && right.constant_value() == Some(NONE)
        });
    });
    found
}

/// Returns the first deck that a block reshuffles, and where.
fn reshuffled<'b>(book: &'b RuleBook, block: &[Statement]) -> Option<(&'b Deck, Span)> {
    block.iter().find_map(|statement| {
        let mut decks = book.decks.iter();
        let deck = decks.find(|deck| is_reshuffle(statement, deck))?;
        Some((deck, statement.span))
    })
}

/// Returns the first statement that plays a card of a deck onto the table, if its rule does not move the card on.
fn played(book: &RuleBook, deck: &Deck) -> Option<Span> {
    let mut found = None;
    for (_, body) in book.bodies() {
        let mut own: Vec<(LocalId, Span)> = Vec::new();
        let mut moved: BTreeSet<LocalId> = BTreeSet::new();
        walk_statements(body, &mut |statement| {
            let card = statement.change().and_then(|change| change.unit.local());
            if let Some(card) = card {
                let puts = |pile: &Pile| puts_into(statement, deck, *pile);
                if puts(&Pile::Play) {
                    own.push((card, statement.span));
                } else if Pile::ALL.iter().any(puts) {
                    moved.insert(card);
                }
            }
            true
        });
        let mut own = own.into_iter().filter(|(card, _)| !moved.contains(card));
        found = found.or(own.next().map(|(_, place)| place));
    }
    found
}

/// Whether any rule asks for the cards of a deck on the table, or takes one out of the game.
fn leaves_play(book: &RuleBook, deck: &Deck) -> bool {
    let mut is_asked = false;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let removed = statement.change();
            let removed = removed.filter(|change| change.track == TrackId::REMOVED);
            is_asked |= removed.is_some_and(|change| change.unit.ty.kinds().has(deck.kind));
            let cards = statement.selection();
            let cards = cards.filter(|cards| cards.kinds.has(deck.kind));
            is_asked |= cards.is_some_and(|cards| asks_for(cards, deck, Pile::Play));
            !is_asked
        });
    }
    book.walk_exprs(&mut |_, expr| {
        let members = expr.aggregation().map(|members| members.selection);
        let members = members.filter(|cards| cards.kinds.has(deck.kind));
        is_asked |= members.is_some_and(|cards| asks_for(cards, deck, Pile::Play));
        // A card that has a name may be asked for its pile.
        let read = expr.comparison().and_then(|compared| {
            let pile = compared.left.track().filter(|read| read.track == deck.pile);
            pile.filter(|_| compared.right.constant_value() == Some(Pile::Play.value()))
        });
        is_asked |= read.is_some_and(|read| read.unit.ty.kinds().has(deck.kind));
    });
    is_asked
}

fn stays_in_play(deck: &Deck, place: Span) -> Diagnostic {
    let name = &deck.naming.name;
    Diagnostic::new(
        Code::DeckRunsDry,
        format!("cards of `{name}` that were played never leave the table"),
    )
    .label(place, "played here")
    .label(deck.naming.span, "the deck")
    .help("put them onto the discards: `each card: … where card.pile is play: discard card`; if they stay out of the game, ignore this")
    .confidence(Confidence::Likely)
}
