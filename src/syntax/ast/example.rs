//! Worked cases, and what a script plays.

use super::{Expr, Literal, Name};
use sandtable_source::Spanned;

/// `example "…"`
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Example {
    /// Title of the example.
    pub title: Option<Spanned<String>>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
    /// `map ridge`: the map of its questions.
    pub map: Option<Name>,
    /// `units red-1 = marine of first`
    pub units: Vec<Piece>,
    /// Steps in the order in which they run; the state carries over.
    pub steps: Vec<ExampleStep>,
}

/// One `run` of an example, with its given values and expectations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExampleStep {
    /// `given firer = panther, target.hits = 1`
    pub given: Vec<Given>,
    /// `option weak-sides = on, rounding = up`: each name and its `on`, `off` or word
    pub options: Vec<(Name, Name)>,
    /// `run fire-at`
    pub run: Option<Name>,
    /// `dice red, quality 4, heron`, in the order in which they are rolled and drawn.
    pub dice: Option<Spanned<Vec<Shown>>>,
    /// `choices target, "dodge", none, rest by policy`
    pub choices: Option<Spanned<Choices>>,
    /// `judged cover = 2, cover = 0`, each fact in the order in which it is asked for.
    pub judged: Vec<Given>,
    /// `expect to-hit is hit, target.hits = 2`
    pub expects: Vec<Expectation>,
    /// `odds to-hit is hit: 5/6`; `None` for a chance written as `?`
    pub odds: Vec<(Expr, Spanned<Option<WrittenChance>>)>,
    /// Tables of chances and of cases.
    pub tables: Vec<Spanned<CaseTable>>,
}

/// Expectation of the run of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// A condition that holds at the end; `refused` is a name in it.
    Holds(Expr),
    /// `refused by "a line of sight"`: the text of the `needs` that refuses it.
    RefusedBy(Spanned<String>),
    /// `offered "shoot"`, `not offered "shoot"`: an option of a choice.
    Offered {
        /// The title of the option.
        option: Spanned<String>,
        /// Whether the option must not be offered.
        negated: bool,
    },
    /// `order: fire, "Tiger: hits 0 → 1"`: events in their order.
    Order(Vec<Spanned<Event>>),
}

/// One event of an `expect order: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A rule, phase, trigger or reaction that is used.
    Name(String),
    /// Words of a step of the trace.
    Words(String),
}

impl Event {
    /// The name, or the words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Name(text) | Self::Words(text) => text,
        }
    }
}

/// Face of one die, or result of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Label of the die: `quality 5`.
    pub label: Option<Name>,
    /// The face, as written.
    pub face: Spanned<Picked>,
}

/// `choices target, "dodge", yes if shown < 4 otherwise no, rest by policy`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// In the order in which they are asked for.
    pub picked: Vec<Spanned<Picked>>,
    /// Conditions of some of them.
    pub conditions: Vec<PickedIf>,
    /// Whether further choices are made by highest worth.
    pub rest_by_policy: bool,
}

/// The condition of a choice: `if shown < 4 otherwise no`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickedIf {
    /// Index of the choice.
    pub at: usize,
    /// The condition on which it is made.
    pub condition: Expr,
    /// The choice if the condition does not hold; `None` leaves the decision open.
    pub otherwise: Option<Spanned<Picked>>,
}

/// A table of an example: the first row says what its columns are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseTable {
    /// Type of its cells.
    pub sort: CaseSort,
    /// Cells as written.
    pub rows: Vec<Vec<Spanned<String>>>,
}

/// Type of the cells of a table of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseSort {
    /// `odds`: chances as printed.
    Odds {
        /// `odds of to-hit is hit`: what all cells are the chance of; else the columns, or the rows, say it.
        of: Option<Expr>,
        /// `odds in 36ths`: how many parts make a whole, where cells hold whole numbers.
        parts: Option<Spanned<u64>>,
    },
    /// `cases`: the expectations of each row.
    Cases,
}

/// `red-1 = marine of first`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Name of the piece in the example.
    pub name: Name,
    /// A unit of the unit files.
    pub profile: Name,
    /// The side of the piece.
    pub side: Option<Name>,
}

/// A choice in an example.
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
    /// Results of dice and draws; `None` if they are random.
    pub dice: Option<Vec<Shown>>,
    /// The choices, in order.
    pub choices: Vec<Spanned<Picked>>,
    /// Whether further choices are made by highest worth.
    pub rest_by_policy: bool,
    /// Judgements of facts.
    pub judged: Vec<Given>,
    /// Conditions at the end of the game.
    pub expects: Vec<Expectation>,
}

/// `target.hits = 1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// `range`, or `target.hits` as two names.
    pub place: Vec<Name>,
    /// `range(alpha, bravo)`: the units that a fact or a track is about; empty if the value applies to all.
    pub about: Vec<Name>,
    /// The value that is given.
    pub value: Spanned<Literal>,
}

/// A chance of any length, `5/6`, as digits without leading zeros; the second number is not zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenChance {
    /// Above the line.
    pub numerator: String,
    /// Below the line.
    pub denominator: String,
}

impl WrittenChance {
    /// Whether it is neither 0 nor 1 or more.
    pub fn is_open(&self) -> bool {
        let size = |digits: &str| (digits.len(), digits.to_owned());
        self.numerator != "0" && size(&self.numerator) < size(&self.denominator)
    }
}

/// `5/6`; the second number is not zero
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u64,
    /// Below the line.
    pub denominator: u64,
}
