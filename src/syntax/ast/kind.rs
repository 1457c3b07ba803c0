//! Kinds of units, with their stats, tracks and traits.

use super::{Expr, Head, Literal, Name, Parameter, Type};
use sandtable_source::Spanned;

/// `kind vehicle`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Name, title, citations.
    pub head: Head,
    /// In written order.
    pub lines: Vec<Spanned<KindLine>>,
}

/// The number of cards of each unit of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copies {
    /// `3 of each`
    Number(i32),
    /// `copies of each`: a stat of the unit
    Stat(String),
}

/// One line below `kind`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KindLine {
    /// `speed 0..12 hexes, default 3 "Speed" [13]`
    Stat {
        /// The key in the TOML.
        name: Name,
        /// Unit of measure after it.
        ty: Spanned<Type>,
        /// `, default 3`
        default: Option<Spanned<Literal>>,
        /// `, optional`
        optional: bool,
        /// Shown to players.
        title: Option<Spanned<String>>,
        /// Sections of the book.
        citations: Vec<Spanned<String>>,
    },
    /// `traits low, open-topped`
    Traits(Vec<Name>),
    /// `deck orders, copies of each "Order deck"`, `deck orders for each side`
    Deck {
        /// The deck.
        name: Name,
        /// The kind whose units have a deck each: `side`.
        of_each: Option<Name>,
        /// Cards of each unit; without it one.
        copies: Option<Spanned<Copies>>,
        /// Shown to players.
        title: Option<Spanned<String>>,
        /// Sections of the book.
        citations: Vec<Spanned<String>>,
    },
    /// `hidden while facedown`, `hidden off the map while secret`
    Hidden {
        /// The word `hidden`.
        name: Name,
        /// The word `off`: the place is hidden, too.
        off_map: Option<Name>,
        /// The flag track while which it is so; without it always.
        flag: Option<Name>,
    },
    /// `always on the map`
    OnMap {
        /// The word `always`.
        name: Name,
    },
    /// `track movement-hits, combat-hits: 0..4, starts 1, until end of turn "…" […]`
    Track {
        /// One or more, alike.
        names: Vec<Name>,
        /// `(target: vehicle)`: one value for each of those.
        index: Option<Vec<Parameter>>,
        /// A range of numbers, or words.
        ty: Spanned<Type>,
        /// `, starts 1`
        starts: Option<Spanned<Literal>>,
        /// `, starts at steps`: a stat of the unit
        starts_at: Option<Name>,
        /// `, ends at steps`: a stat of the unit
        ends_at: Option<Name>,
        /// `, until end of turn`: the sequence or phase at whose end it is reset.
        lasts: Option<Name>,
        /// Shown to players.
        title: Option<Spanned<String>>,
        /// Sections of the book.
        citations: Vec<Spanned<String>>,
    },
    /// `must hits <= size "no more hits than men" […]`
    Must {
        /// The word `must`.
        name: Name,
        /// The condition that each unit must meet.
        condition: Expr,
        /// The requirement in the designer's words.
        why: Option<Spanned<String>>,
        /// Sections of the book.
        citations: Vec<Spanned<String>>,
    },
    /// `formula effective-armour "…" […] = armour lowered by defence-hits`
    Formula {
        /// Name, title, result, citations.
        head: Head,
        /// Behind the `=`.
        value: Expr,
    },
}

impl KindLine {
    /// The names that it declares.
    pub fn names(&self) -> Vec<&Name> {
        match self {
            Self::Stat { name, .. }
            | Self::Deck { name, .. }
            | Self::Hidden { name, .. }
            | Self::OnMap { name } => {
                vec![name]
            }
            Self::Traits(names) | Self::Track { names, .. } => names.iter().collect(),
            Self::Formula { head, .. } => vec![&head.name],
            Self::Must { .. } => Vec::new(),
        }
    }
}
