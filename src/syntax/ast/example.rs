//! Worked cases, and what a script plays.

use super::{Expr, Literal, Name};
use sandtable_source::Spanned;

/// `example "…"`
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Example {
    /// Its title.
    pub title: Option<Spanned<String>>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
    /// `map ridge`: what it is played on.
    pub map: Option<Name>,
    /// `units red-1 = marine of first`
    pub units: Vec<Piece>,
    /// `given firer = panther, target.hits = 1`
    pub given: Vec<Given>,
    /// `option weak-sides = on, rounding = up`: each name and its `on`, `off` or word
    pub options: Vec<(Name, Name)>,
    /// `run fire-at`
    pub run: Option<Name>,
    /// `dice red, 4, heron`, in the order in which they are thrown and drawn.
    pub dice: Option<Spanned<Vec<Spanned<Picked>>>>,
    /// `choices target, "dodge", none`, in the order in which they are asked for.
    pub choices: Option<Spanned<Vec<Spanned<Picked>>>>,
    /// `judged cover = 2, cover = 0`, each fact in the order in which it is asked for.
    pub judged: Vec<Given>,
    /// `expect to-hit is hit, target.hits = 2`
    pub expects: Vec<Expr>,
    /// `odds to-hit is hit: 5/6`; `None` for `?`, still to be worked out
    pub odds: Vec<(Expr, Spanned<Option<Fraction>>)>,
}

/// `red-1 = marine of first`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its name in the example.
    pub name: Name,
    /// A unit of the unit files.
    pub profile: Name,
    /// Its owner.
    pub side: Option<Name>,
}

/// One choice of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picked {
    /// `ork-a`, `3`, `none`
    Literal(Literal),
    /// `"hold fire"`
    Title(String),
}

impl Picked {
    /// The word or the title.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Literal(literal) => literal.text(),
            Self::Title(title) => title.clone(),
        }
    }
}

/// Script of a game: a file of `dice`, `choices` and `judged` lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moves {
    /// Results of dice and draws; left to chance where no line gives them.
    pub dice: Option<Vec<Spanned<Picked>>>,
    /// The choices.
    pub choices: Vec<Spanned<Picked>>,
    /// Judgements of facts.
    pub judged: Vec<Given>,
}

/// `target.hits = 1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// `range`, or `target.hits` as two names.
    pub place: Vec<Name>,
    /// `range(alpha, bravo)`: whom a fact or a track is about; empty where it holds for all.
    pub about: Vec<Name>,
    /// Its value.
    pub value: Spanned<Literal>,
}

/// `5/6`; the second number is not zero
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u64,
    /// Below the line.
    pub denominator: u64,
}
