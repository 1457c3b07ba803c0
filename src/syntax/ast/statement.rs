//! Statements and their parts; the kinds of statements are in [`crate::construct`].

use super::{Cell, Expr, ExprKind, Name, Selection, StatementKind};
use sandtable_source::{Span, Spanned};

/// Statements, in order.
pub type Block = Vec<Statement>;

/// One statement with the sections it cites; its span is its head line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The operation and its parts.
    pub kind: Spanned<StatementKind>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// A condition on what a roll shows, as a line asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RollCondition {
    /// `1-3`, `5+`, `doubles`: numbers or words, as in a key cell of a table
    Cell(Spanned<Cell>),
    /// `firer.skill+`: that number or more
    AtLeast(Expr),
}

impl RollCondition {
    /// Returns the span of the statement.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Cell(cell) => cell.span,
            Self::AtLeast(least) => least.span,
        }
    }
}

/// Change of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// `add 1 to …`
    Add,
    /// `take 1 from …`
    Take,
    /// `set … to 1`
    Set,
}

/// The place to which a card is moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PileMove {
    /// `give card to side`: into its hand
    Hand(Expr),
    /// `play card`
    Play,
    /// `discard card`
    Discards,
    /// `put card on top`
    Top,
    /// `put card on bottom`
    Bottom,
}

/// Dice that are rolled by a statement, and the name for what they show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rolled {
    /// Begins with dice.
    pub value: Expr,
    /// `as attack`
    pub name: Option<Name>,
}

impl Rolled {
    /// Returns the name that is bound to the result: the given one, else that of the die.
    #[must_use]
    pub fn bound(&self) -> Option<&Name> {
        match (&self.name, self.value.value.as_ref()) {
            (Some(name), _) | (None, ExprKind::Roll(name)) => Some(name),
            (None, _) => None,
        }
    }
}

/// The dice of a roll that a reroll is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RerolledDice {
    /// `may reroll shown with …`: the whole roll
    All,
    /// `may reroll one die of shown with …`: one of them; the name is that of an option.
    One(Name),
    /// `may reroll any die of shown with …`: some of them; the name is that of each in turn.
    Any(Name),
}

/// The options of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Among {
    /// `from 1 to unit.actions`
    Numbers {
        /// Denotes the number.
        name: Name,
        /// First number.
        from: Expr,
        /// Last number.
        to: Expr,
    },
    /// `facing: front or rear`, `target: vehicle or squad where …`: words of a list in the place of kinds.
    Listed(Selection),
}

impl Among {
    /// Name of the choice.
    #[must_use]
    pub fn name(&self) -> &Name {
        match self {
            Self::Numbers { name, .. } => name,
            Self::Listed(selection) => &selection.name,
        }
    }
}

/// `by firer.side`, `at random`: the side that decides, or chance
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chooser {
    /// A side, or that of a unit.
    Side(Expr),
    /// `at random`, perhaps by the weights of the options.
    Chance,
}

/// `"fire" [4.2] if unit.actions >= 1, worth 2: fire(unit)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// In the players' words.
    pub title: Spanned<String>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
    /// The condition under which it is offered.
    pub condition: Option<Expr>,
    /// The worth of the option, if stated.
    pub worth: Option<Expr>,
    /// The statements of the option.
    pub body: Block,
}

/// `red, blue: add 1 to target.hits`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// `None` for `otherwise`. Items as in a key cell of a table.
    pub values: Option<Spanned<Cell>>,
    /// The statements of the line.
    pub body: Block,
}
