//! Decks: kinds whose units are cards that are shuffled, drawn, held and played.
//!
//! A shuffled deck is a multiset: an internal track stores an order in which cards with equal values are mutually shuffled
//! and lower values are on top. A draw is a uniform draw among the lowest, so no permutation is ever enumerated.

use crate::{
    Arithmetic, Comparison, Expr, FieldId, KindId, Kinds, Naming, ProfileId, RuleBook, Selection,
    TrackId, TrackOrigin, Type, Value,
};

/// The track of the pile of a card.
pub const PILE: &str = "pile";

/// A place in which a card can be; its values are those of the track [`PILE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pile {
    /// Face down in the deck.
    Deck,
    /// In the hand of the card's side.
    Hand,
    /// Face up on the table.
    Play,
    /// Drawn from the top and inspected by the card's side.
    Aside,
    /// Played or discarded, face up.
    Discards,
}

impl Pile {
    /// Every pile, in the order of their values.
    pub const ALL: [Self; 5] = [
        Self::Deck,
        Self::Hand,
        Self::Play,
        Self::Aside,
        Self::Discards,
    ];

    /// Returns its name in rules.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Hand => "hand",
            Self::Play => "play",
            Self::Aside => "aside",
            Self::Discards => "discards",
        }
    }

    /// Returns its value in the track.
    pub fn value(self) -> i32 {
        self as i32
    }
}

/// The number of cards of each unit of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopiesOf {
    /// The same number for all units.
    Number(u32),
    /// The value of a stat.
    Stat(FieldId),
}

/// A deck of cards: every unit of a kind.
#[derive(Debug, Clone)]
pub struct Deck {
    /// Name, title, citations.
    pub naming: Naming,
    /// The kind of its cards.
    pub kind: KindId,
    /// Cards of each unit.
    pub copies: CopiesOf,
    /// The track of the pile of a card.
    pub pile: TrackId,
    /// The internal track of the order.
    pub order: TrackId,
    /// The internal track of the side whose deck a card belongs to; `None` if there is one deck for all.
    pub home: Option<TrackId>,
    /// The internal track that records, per side, whether it knows the card; `None` without sides.
    pub known: Option<TrackId>,
    /// Whether rules cannot distinguish cards of the same unit, so that these are drawn as one option with a weight.
    pub has_alike: bool,
}

impl RuleBook {
    /// Returns the kind of the cards as a set.
    pub fn cards(&self) -> Kinds {
        let kinds = self.decks.iter().map(|deck| Kinds::one(deck.kind));
        kinds.fold(Kinds::NONE, Kinds::or)
    }

    /// Returns the decks on the table, each with its title and the side that has it: a deck for each side once for each of them.
    pub fn decks_on_table(&self) -> Vec<(&Deck, String, Option<String>)> {
        let mut decks = Vec::new();
        for deck in &self.decks {
            let title = deck.naming.shown();
            if deck.home.is_none() {
                decks.push((deck, title.to_owned(), None));
                continue;
            }
            let mut sides: Vec<(String, String)> = self
                .sides
                .iter()
                .map(|side| (side.name.clone(), side.shown().to_owned()))
                .collect();
            if sides.is_empty() {
                let unnamed = ["first", "second"];
                sides.extend(unnamed.map(|side| (side.to_owned(), format!("{side} side"))));
            }
            let of_sides = sides.into_iter();
            decks.extend(
                of_sides.map(|(name, side)| (deck, format!("{title}, {side}"), Some(name))),
            );
        }
        decks
    }

    /// Returns the deck of a kind.
    pub fn deck_of(&self, kind: KindId) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.kind == kind)
    }
}

impl Deck {
    /// Returns the side whose deck the cards of a selection belong to, if each side has a deck.
    pub fn side_of<'e>(&self, cards: &'e Selection) -> Option<&'e Expr> {
        let home = self.home?;
        let mut side = None;
        cards
            .condition
            .as_deref()?
            .chain(Arithmetic::And, &mut |part| {
                let compared = part.comparison();
                let compared = compared.filter(|compared| compared.left.is_track(home));
                side = side.or(compared.map(|compared| compared.right));
            });
        side
    }
}

/// Whether no rule can distinguish cards of the same unit: they have no tracks of their own, no track holds one of them or
/// is about one, and no rule compares two of them.
pub fn has_alike(book: &RuleBook, deck: &Deck) -> bool {
    let kinds = Kinds::one(deck.kind);
    let own = book.kinds.get(deck.kind.at());
    let mut own = own.into_iter().flat_map(|kind| &kind.tracks);
    let is_plain = own.all(|track| match track.origin {
        TrackOrigin::Declared => false,
        TrackOrigin::Given => true,
        // A flag is a mark of a statement that is executed once; tracks of orders are written before they are read.
        TrackOrigin::Internal => {
            let known = book.tracks.get(track.track.at());
            Some(track.track) == deck.known || known.is_none_or(|known| known.ty != Type::Flag)
        }
    });
    let mut tracks = book.tracks.iter();
    let is_held = tracks.any(|track| {
        let about = track.index.unwrap_or(Kinds::NONE);
        !about.or(track.ty.kinds()).and(kinds).is_empty()
    });
    let mut is_compared = false;
    book.walk_exprs(&mut |_, expr| is_compared |= tells_apart(expr, kinds));
    is_plain && !is_held && !is_compared
}

/// Whether an expression, or a part of it, compares two units of some kinds.
fn tells_apart(expr: &Expr, kinds: Kinds) -> bool {
    let is_card = |side: &Expr| {
        matches!(side.ty, Type::Unit(_))
            && side.constant_value().is_none()
            && !side.ty.kinds().and(kinds).is_empty()
    };
    expr.any(|part| {
        let equality = part.comparison().filter(Comparison::is_of_equality);
        equality.is_some_and(|one| is_card(one.left) && is_card(one.right))
    })
}

impl RuleBook {
    /// Returns the number of cards of a unit in a deck.
    pub fn n_copies(&self, deck: &Deck, profile: ProfileId) -> usize {
        match deck.copies {
            CopiesOf::Number(n) => n as usize,
            CopiesOf::Stat(field) => {
                let known = self.profiles.get(profile.at());
                // A unit without the number is reported; examples of such a book are checked nevertheless.
                match known.and_then(|known| known.value(field)) {
                    Some(Value::Single(n)) => usize::try_from(*n).unwrap_or(0),
                    Some(Value::Parts(_) | Value::Place(_)) | None => 0,
                }
            }
        }
    }
}
