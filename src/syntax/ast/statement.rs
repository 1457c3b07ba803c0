//! Statements and their parts; the kinds of statements are in [`crate::construct`].

use super::{Cell, Expr, Name, Selection, StatementKind, expression};
use sandtable_source::{Span, Spanned};

/// Statements, in order.
pub type Block = Vec<Statement>;

/// One statement with the sections it cites; its span is its head line.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The operation and its parts.
    pub kind: Spanned<StatementKind>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
    /// Whether its first word is followed by nothing but a value in brackets, as the name of a rule is in a call.
    pub in_brackets: bool,
}

/// Brackets around a whole value are no part of what a statement means.
impl PartialEq for Statement {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.citations == other.citations
    }
}

impl Eq for Statement {}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "each of these asks for one or two kinds of statements"
)]
impl Statement {
    /// Returns a statement without citations.
    pub fn new(kind: StatementKind, span: Span) -> Self {
        Self {
            kind: Spanned::new(kind, span),
            citations: Vec::new(),
            in_brackets: false,
        }
    }

    /// Returns the end of a rule with a result.
    pub fn give(result: Expr, span: Span) -> Self {
        Self::new(StatementKind::Result(result), span)
    }

    /// Returns the line for all results of the dice that no `on` line above it lists.
    pub fn on_otherwise(body: Block, span: Span) -> Self {
        Self::new(StatementKind::On { shown: None, body }, span)
    }

    /// Returns the result with which it ends a rule.
    pub fn result(&self) -> Option<&Expr> {
        match &self.kind.value {
            StatementKind::Result(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the call of a rule that it reads as: `report(side)` if a rule has the name `report`.
    pub fn as_call(&self) -> Option<Expr> {
        let (word, argument) = match &self.kind.value {
            StatementKind::Destroy(value) => ("destroy", value),
            StatementKind::Needs { condition, .. } => ("needs", condition),
            StatementKind::Remove(value) => ("remove", value),
            StatementKind::Report(values) => ("report", values.first()?),
            StatementKind::Result(value) => ("result", value),
            StatementKind::Worth(value) => ("worth", value),
            _ => return None,
        };
        let span = self.kind.span;
        let name = Span::new(span.file, span.start, span.start + word.len());
        let name = Spanned::new(word.to_owned(), name);
        let call = expression::call_with(name, argument.clone());
        self.in_brackets.then(|| Spanned::new(Box::new(call), span))
    }

    /// Makes it a call.
    pub fn set_call(&mut self, call: Expr) {
        self.kind.value = StatementKind::Call(call);
    }

    /// Returns the name that it gives to a value, with the value.
    pub fn binding(&self) -> Option<(&Name, &Expr)> {
        match &self.kind.value {
            StatementKind::Let { value, name } => Some((name, value)),
            _ => None,
        }
    }

    /// Returns the dice that it rolls for the lines below it.
    pub fn rolls(&self) -> Option<&[Rolled]> {
        match &self.kind.value {
            StatementKind::Roll(rolls) => Some(rolls),
            _ => None,
        }
    }

    /// Returns the condition of a branch, with the block and that of `else`.
    pub fn branch(&self) -> Option<(&Expr, &Block, Option<&Block>)> {
        match &self.kind.value {
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => Some((condition, then, otherwise.as_ref())),
            _ => None,
        }
    }

    /// Returns the lines of a distinction of cases, with the value that decides.
    pub fn cases(&self) -> Option<(&Expr, &[Spanned<Arm>])> {
        match &self.kind.value {
            StatementKind::Depending { value, arms } => Some((value, arms)),
            _ => None,
        }
    }

    /// Returns the lines of a distinction of cases, to be changed.
    pub fn cases_mut(&mut self) -> Option<&mut Vec<Spanned<Arm>>> {
        match &mut self.kind.value {
            StatementKind::Depending { arms, .. } => Some(arms),
            _ => None,
        }
    }

    /// Returns the block of a loop over units or places, or over a number of rounds.
    pub fn rounds(&self) -> Option<&Block> {
        match &self.kind.value {
            StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => Some(body),
            _ => None,
        }
    }

    /// Returns the value that it calculates once, and always.
    pub fn calculated(&self) -> Option<&Expr> {
        match &self.kind.value {
            StatementKind::Let { value, .. }
            | StatementKind::Result(value)
            | StatementKind::Call(value)
            | StatementKind::Depending { value, .. }
            | StatementKind::If {
                condition: value, ..
            }
            | StatementKind::Change { amount: value, .. }
            | StatementKind::Move { amount: value, .. } => Some(value),
            _ => None,
        }
    }

    /// Returns the track that it raises, lowers or sets.
    pub fn changed(&self) -> Option<&Expr> {
        match &self.kind.value {
            StatementKind::Change { place, .. } => Some(place),
            _ => None,
        }
    }

    /// Returns the selection that it loops over, with the block of a round.
    pub fn each(&self) -> Option<(&Selection, &Block)> {
        match &self.kind.value {
            StatementKind::Each {
                selection, body, ..
            } => Some((selection, body)),
            _ => None,
        }
    }

    /// Returns the call that it makes for its effects.
    pub fn evaluated(&self) -> Option<&Expr> {
        match &self.kind.value {
            StatementKind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Returns the winner with which it ends the game, if one wins alone.
    pub fn winner(&self) -> Option<&Expr> {
        match &self.kind.value {
            StatementKind::EndGame { winners } => match winners.as_slice() {
                [only] => Some(only).filter(|only| only.value.set_of_units().is_none()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns what it asks of the dice that were rolled last.
    pub fn roll_condition(&self) -> Option<&RollCondition> {
        match &self.kind.value {
            StatementKind::On { shown, .. } => shown.as_ref(),
            StatementKind::OutcomeOn { shown, .. } => Some(shown),
            _ => None,
        }
    }

    /// Returns the outcome with which it ends a roll, with the condition.
    pub fn outcome(&self) -> Option<(&Name, Option<&Expr>)> {
        match &self.kind.value {
            StatementKind::Outcome { word, when } => Some((word, when.as_ref())),
            _ => None,
        }
    }

    /// Returns the values that a question shows beside its outcome.
    pub fn report(&self) -> Option<&[Expr]> {
        match &self.kind.value {
            StatementKind::Report(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the name of a phase, with its title.
    pub fn phase(&self) -> Option<(&Name, Option<&Spanned<String>>)> {
        match &self.kind.value {
            StatementKind::Phase { name, title, .. } => Some((name, title.as_ref())),
            _ => None,
        }
    }

    /// Returns the worth of a reaction.
    pub fn worth(&self) -> Option<&Expr> {
        match &self.kind.value {
            StatementKind::Worth(worth) => Some(worth),
            _ => None,
        }
    }

    /// Returns the window at which a reaction is offered.
    pub fn offer(&self) -> Option<Offer<'_>> {
        match &self.kind.value {
            StatementKind::At { must, window, by } => Some(Offer {
                must: *must,
                window,
                by: by.as_ref(),
            }),
            _ => None,
        }
    }

    /// Whether it asks which dice were rolled last.
    pub fn asks_for_roll(&self) -> bool {
        matches!(
            self.kind.value,
            StatementKind::OutcomeOn { .. } | StatementKind::On { .. }
        )
    }

    /// Whether it lets a side choose.
    pub fn is_choice(&self) -> bool {
        matches!(
            self.kind.value,
            StatementKind::Choose { .. }
                | StatementKind::ChooseSeveral { .. }
                | StatementKind::ChooseOne { .. }
                | StatementKind::May { .. }
                | StatementKind::MayReroll { .. }
        )
    }

    /// Whether it ends the action that a reaction interrupts.
    pub fn is_cancel(&self) -> bool {
        matches!(self.kind.value, StatementKind::Cancel)
    }

    /// Whether it ends the rule, under no condition, with its result or without one.
    pub fn ends_rule(&self) -> bool {
        matches!(
            self.kind.value,
            StatementKind::Result(_) | StatementKind::Stop
        )
    }

    /// Whether it ends the game.
    pub fn ends_game(&self) -> bool {
        matches!(self.kind.value, StatementKind::EndGame { .. })
    }
}

/// `must at strike-declared`, `at strike-declared by target.side`: when a reaction is offered
#[derive(Debug, Clone, Copy)]
pub struct Offer<'t> {
    /// Whether it is not optional.
    pub must: bool,
    /// The window.
    pub window: &'t Name,
    /// The side that decides.
    pub by: Option<&'t Expr>,
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
        self.name.as_ref().or_else(|| self.value.value.rolled_die())
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
