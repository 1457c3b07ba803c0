//! Decks that run dry: more cards are drawn than they have, or they are not put together again.
//!
//! Reports: E0685.

use super::Context;
use super::deck_piles::{is_discarded, is_refilled};
use super::draws::{Counted, Draws};
use super::wrong_deck::{mixed_up, stay_in_play};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Ability, CopiesOf, Deck, RuleBook, Value};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mixed = mixed_up(book);
    for (at, deck) in book.decks.iter().enumerate() {
        // Another deck is named in its place: one slip, one finding.
        if !mixed.iter().any(|(kind, _)| *kind == deck.kind) {
            let drawn = Drawn::new(book, (at, deck));
            let overdrawn = overdrawn(book, deck, &drawn);
            diagnostics.extend(overdrawn.or_else(|| never_reshuffled(book, deck, &drawn)));
        }
    }
    diagnostics.extend(stay_in_play(book));
    diagnostics.extend(mixed.into_iter().map(|(_, finding)| finding));
}

/// The draws from a deck that is not refilled, as far as sequences bound them.
struct Drawn {
    n_cards: u64,
    /// The draws of the first sequence that surely needs more cards than there are, with the first of them.
    over: Option<(u64, Span)>,
    /// The most draws of any sequence; 0 if none draws.
    most: u64,
}

impl Drawn {
    fn new(book: &RuleBook, (at, deck): (usize, &Deck)) -> Self {
        let n_cards = n_cards(book, deck);
        let (mut over, mut most) = (None, 0);
        let sequences = book.procedures.iter();
        let sequences = sequences.filter(|one| one.ability == Ability::Sequence);
        for side in sides_of(book, deck) {
            let counted = Counted {
                book,
                deck: at,
                side,
            };
            let triggers = book.triggers.iter().flat_map(|trigger| &trigger.whens);
            let triggers: Vec<_> = triggers.map(|when| counted.reached(&when.body)).collect();
            // A trigger may end the game before the draws.
            let is_certain = !triggers.iter().any(Draws::may_end_game);
            for sequence in sequences.clone() {
                let (draws, first) = counted.bounds(&sequence.body);
                let first = first.filter(|_| is_certain && draws.least > n_cards);
                over = over.or(first.map(|first| (draws.least, first)));
                most = most.max(draws.most);
            }
            most = triggers
                .iter()
                .fold(most, |most, draws| most.max(draws.most));
        }
        Self {
            n_cards,
            over,
            most,
        }
    }
}

/// Returns the finding about a deck whose discards stay, although those of another deck are reshuffled.
fn never_reshuffled(book: &RuleBook, deck: &Deck, drawn: &Drawn) -> Option<Diagnostic> {
    let suffices = match drawn.n_cards {
        // Without a file of units, their number is not known.
        0 => (1..u64::MAX).contains(&drawn.most),
        n_cards => (1..=n_cards).contains(&drawn.most),
    };
    if suffices || is_refilled(book, deck, false) || !is_discarded(book, deck) {
        return None;
    }
    let mut others = book.decks.iter().filter(|other| other.kind != deck.kind);
    let other = &others.find(|other| is_refilled(book, other, false))?.naming;
    let name = &deck.naming.name;
    Some(
        Diagnostic::new(
            Code::DeckRunsDry,
            format!(
                "discards of `{name}` are never shuffled into it again, though those of `{}` are",
                other.name
            ),
        )
        .label(deck.naming.span, "")
        .label(other.span, "reshuffled")
        .help(format!(
            "write `reshuffle {name}` where it is empty; if it is used once, ignore this"
        ))
        .cite(deck.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

fn overdrawn(book: &RuleBook, deck: &Deck, drawn: &Drawn) -> Option<Diagnostic> {
    let (n_drawn, span) = drawn.over.filter(|_| drawn.n_cards > 0)?;
    let reshuffled = is_refilled(book, deck, false);
    if reshuffled && is_discarded(book, deck) || is_refilled(book, deck, true) {
        return None;
    }
    Some(finding(deck, (drawn.n_cards, n_drawn), reshuffled, span))
}

/// The sides whose decks are looked at one by one; a single `None` for a deck of all sides, and a single 0 for decks of sides without names.
fn sides_of(book: &RuleBook, deck: &Deck) -> Vec<Option<usize>> {
    match deck.home {
        Some(_) => (0..book.sides.len().max(1)).map(Some).collect(),
        None => vec![None],
    }
}

fn n_cards(book: &RuleBook, deck: &Deck) -> u64 {
    let cards = book.profiles.iter().filter(|card| card.kind == deck.kind);
    let copies = cards.map(|card| match deck.copies {
        CopiesOf::Number(copies) => u64::from(copies),
        CopiesOf::Stat(field) => match card.value(field) {
            Some(Value::Single(copies)) => u64::try_from(*copies).unwrap_or(0),
            _ => 1,
        },
    });
    copies.sum()
}

fn finding(
    deck: &Deck,
    (n_cards, n_drawn): (u64, u64),
    is_reshuffled: bool,
    span: Span,
) -> Diagnostic {
    let name = &deck.naming.name;
    let (label, help) = match is_reshuffled {
        true => (
            "it is reshuffled, but no rule discards a card",
            "put cards that were used on the discards: `discard card`".to_owned(),
        ),
        false => (
            "no rule puts cards back into it",
            format!(
                "shuffle the discards into it: `reshuffle {name}{}`; or draw less",
                if deck.home.is_some() { " of side" } else { "" }
            ),
        ),
    };
    Diagnostic::new(
        Code::DeckRunsDry,
        format!("`{name}` has {n_cards} cards, but {n_drawn} are drawn"),
    )
    .label(span, "drawn here")
    .label(deck.naming.span, label)
    .help(help)
    .cite(deck.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
