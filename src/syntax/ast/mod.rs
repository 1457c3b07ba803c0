//! The tree as written: every node with its place, no name looked up yet.
//!
//! Two trees are equal when they say the same; places do not count (see [`Spanned`]).

mod amend;
mod example;
mod expression;
mod kind;
mod moved;
mod statement;
mod table;
mod types;
pub mod walk;

pub use amend::{Amend, Amendment, Edit, Quoted, Removal, Step, Variant};
pub use example::{
    CaseSort, CaseTable, Choices, Event, Example, ExampleStep, Expectation, Fraction, Given, Moves,
    Picked, PickedIf, Piece, Shown, WrittenChance,
};
pub(crate) use expression::aggregate_of;
pub use expression::{
    Absence, Aggregate, Binary, Expr, Order, Ordering, Region, Selection, Ties, expr_of_name,
    expr_of_number,
};
pub use kind::{Copies, Kind, KindLine};
pub(crate) use moved::Movable;
pub use statement::{
    Among, Arm, Block, Change, Chooser, Offer, Offered, PileMove, RerolledDice, RollCondition,
    Rolled, Statement,
};
pub use table::{Cell, CellItem, OTHERWISE, Row, Several, Table, Where};
pub use types::{Facings, Literal, Measure, Parts, Type};

pub use super::construct::{ExprKind, StatementKind};

pub use super::dice::{Count, End, FaceItem, Match, OpposedRoll, Pool, PoolDie, Roll, Treatment};
pub use sandtable_board::Rounding;
use sandtable_source::{Span, Spanned};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A name at its place.
pub type Name = Spanned<String>;

/// One rule file. A clone shares the declarations.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// In file order.
    pub items: Vec<Arc<Spanned<Item>>>,
    /// Declarations that cannot be read, wholly or in part; each at its whole text.
    pub errors: Vec<Spanned<ErrorItem>>,
    /// The text of each declaration, also of one that cannot be read: its head line and its block.
    pub extents: Vec<Span>,
}

impl PartialEq for File {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items && self.errors == other.errors
    }
}

impl Eq for File {}

/// A declaration that cannot be read wholly or in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorItem {
    /// The sort that it was meant to be: its keyword, or the nearest one.
    pub sort: Option<&'static str>,
    /// Its name, or that of what it changes.
    pub name: Option<String>,
    /// Whether its head line could be read: then it is among the items, without the unread lines.
    pub is_read: bool,
    /// Whether it takes the place of a declaration of the base.
    pub is_replacement: bool,
    /// Names that its unread lines may declare.
    pub declared: BTreeSet<String>,
    /// All names in its unread lines.
    pub mentioned: BTreeSet<String>,
}

/// One declaration; its span is the head line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `ruleset name "Title"`
    Ruleset(Ruleset),
    /// `scale weight: L < M < H`, `words terrain: clear, forest, town`
    Scale(Scale),
    /// `die cube`
    Die(Die),
    /// `kind vehicle`
    Kind(Kind),
    /// `table needed (range, class) -> need`
    Table(Table),
    /// `modifiers fire (firer, target)`
    Modifiers(Modifiers),
    /// `fact range (a, b): 0..40 hexes`
    Fact(Fact),
    /// `option weak-sides: off`, `option rounding: down or up, default up`
    Option(OptionalRule),
    /// `formula`, `roll`, `action` or `sequence`
    Procedure(Procedure),
    /// `trigger knocked-out (unit: vehicle)`
    Trigger(Trigger),
    /// `window strike-declared (firer, target)`
    Window(Window),
    /// `reaction dodge (firer, target)`
    Reaction(Reaction),
    /// `policy careful`
    Policy(Policy),
    /// `example "…"`
    Example(Example),
    /// `variant night "…" of base`
    Variant(Variant),
    /// `replace roll to-hit …`
    Replace(Box<Self>),
    /// `amend table needed`
    Amend(Amend),
    /// `remove trigger knocked-out`
    Remove(Removal),
}

impl Item {
    /// The keyword that it begins with, as `amend` and `remove` name it; `None` for what has no name.
    pub fn sort(&self) -> Option<&'static str> {
        Some(match self {
            Self::Scale(scale) if scale.is_ordered => "scale",
            Self::Scale(_) => "words",
            Self::Die(_) => "die",
            Self::Kind(_) => "kind",
            Self::Table(_) => "table",
            Self::Modifiers(_) => "modifiers",
            Self::Fact(_) => "fact",
            Self::Option(_) => "option",
            Self::Procedure(procedure) => match procedure.ability {
                Ability::Formula if procedure.is_value => "value",
                Ability::Formula => "formula",
                Ability::Roll => "roll",
                Ability::Action => "action",
                Ability::Sequence => "sequence",
            },
            Self::Trigger(_) => "trigger",
            Self::Window(_) => "window",
            Self::Reaction(_) => "reaction",
            Self::Policy(_) => "policy",
            Self::Ruleset(_)
            | Self::Example(_)
            | Self::Variant(_)
            | Self::Replace(_)
            | Self::Amend(_)
            | Self::Remove(_) => return None,
        })
    }

    /// The sort and the name of what it declares or changes.
    pub fn target(&self) -> Option<(&str, &str)> {
        match self {
            Self::Amend(amend) => Some((&amend.sort.value, &amend.name.value)),
            Self::Remove(removal) => Some((&removal.sort.value, &removal.name.value)),
            Self::Replace(item) => item.target(),
            Self::Ruleset(_)
            | Self::Scale(_)
            | Self::Die(_)
            | Self::Kind(_)
            | Self::Table(_)
            | Self::Modifiers(_)
            | Self::Fact(_)
            | Self::Option(_)
            | Self::Procedure(_)
            | Self::Trigger(_)
            | Self::Window(_)
            | Self::Reaction(_)
            | Self::Policy(_)
            | Self::Example(_)
            | Self::Variant(_) => Some((self.sort()?, &self.head()?.name.value)),
        }
    }

    /// Whether it changes a declaration of the base.
    pub fn is_change(&self) -> bool {
        matches!(self, Self::Replace(_) | Self::Amend(_) | Self::Remove(_))
    }

    /// Name, title, citations, where it declares something.
    pub fn head(&self) -> Option<&Head> {
        Some(match self {
            Self::Ruleset(ruleset) => &ruleset.head,
            Self::Scale(scale) => &scale.head,
            Self::Die(die) => &die.head,
            Self::Kind(kind) => &kind.head,
            Self::Table(table) => &table.head,
            Self::Modifiers(modifiers) => &modifiers.head,
            Self::Fact(fact) => &fact.head,
            Self::Option(option) => &option.head,
            Self::Procedure(procedure) => &procedure.head,
            Self::Trigger(trigger) => &trigger.head,
            Self::Window(window) => &window.head,
            Self::Reaction(reaction) => &reaction.head,
            Self::Policy(policy) => &policy.head,
            Self::Variant(variant) => &variant.head,
            Self::Replace(item) => return item.head(),
            Self::Example(_) | Self::Amend(_) | Self::Remove(_) => return None,
        })
    }
}

/// The namespace of a sort of declaration: within it, a name is declared once.
pub fn space(sort: &str) -> &'static str {
    match sort {
        "scale" | "words" | "die" | "kind" => "type",
        "trigger" => "trigger",
        "window" => "window",
        "reaction" => "reaction",
        "policy" => "policy",
        "unit" => "unit",
        _ => "name",
    }
}

/// Head of a declaration: `name "Title" (parameters) -> result [citations]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The name.
    pub name: Name,
    /// Shown to players.
    pub title: Option<Spanned<String>>,
    /// `None` without brackets; in written order.
    pub parameters: Option<Vec<Parameter>>,
    /// Behind the arrow.
    pub result: Option<ResultType>,
    /// `, at most 8 deep`: only of rules, which may then call themselves.
    pub deep: Option<Spanned<i32>>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// `target: vehicle` or just `target`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: Name,
    /// `targets: several squad`: the value is a set of units.
    pub is_several: bool,
    /// Behind the colon.
    pub ty: Option<Spanned<Type>>,
}

/// Behind `->`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultType {
    /// `-> hit, miss`
    Outcomes(Vec<Name>),
    /// `-> 0..8`
    Type(Spanned<Type>),
    /// `-> attacker: 0..3, defender: 0..3`: of a table with several results in each cell
    Several(Vec<Parameter>),
}

/// `ruleset name "Title"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// Name, title, citations.
    pub head: Head,
    /// Edition of the language that it was written in, if it says: `, language 1`.
    pub language: Option<Spanned<i32>>,
    /// `index "index.toml"`
    pub index: Option<Spanned<String>>,
    /// `board hexes`
    pub board: Option<Spanned<Measure>>,
    /// `with diagonals`, behind `board squares`.
    pub diagonals: bool,
    /// Rule that says whether a piece may be where a scenario puts it.
    pub stands: Option<Name>,
    /// `facings hexsides`: which way pieces may look.
    pub facings: Option<Spanned<Facings>>,
    /// `sides attackers "The attackers", defenders`, in order.
    pub sides: Vec<NamedSide>,
}

/// A side that rules name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSide {
    /// Its name.
    pub name: Name,
    /// Its title, if it has one.
    pub title: Option<Spanned<String>>,
}

/// `scale weight "Weight class" [3.1]: VL < L < M`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scale {
    /// Name, title, citations.
    pub head: Head,
    /// Least first, if they have an order.
    pub words: Vec<Name>,
    /// `scale`, else `words`.
    pub is_ordered: bool,
}

/// `die cube`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Die {
    /// Name, title, citations.
    pub head: Head,
    /// One per side of the die; a word may occur several times. Numbers are words here.
    pub faces: Vec<Name>,
    /// In written order.
    pub groups: Vec<FaceGroup>,
}

/// `color = red, red-star`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceGroup {
    /// Of the group.
    pub name: Name,
    /// Its faces; `any` or `none` may be alone.
    pub faces: Vec<Name>,
}

/// `modifiers …`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifiers {
    /// Name, title, parameters, citations.
    pub head: Head,
    /// In written order.
    pub lines: Vec<Spanned<Modifier>>,
    /// `limit -3..3`
    pub limit: Option<Spanned<(Option<i32>, Option<i32>)>>,
}

/// `-1 per firer.hits at most 2 if firer is tired once x "label" [18]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// With its sign.
    pub amount: i32,
    /// A count, if it counts several times.
    pub per: Option<Expr>,
    /// Most times `per` counts.
    pub most: Option<i32>,
    /// The condition under which it counts.
    pub condition: Option<Expr>,
    /// Of all lines with the same word, the first that applies counts.
    pub once: Option<Name>,
    /// In the players' words.
    pub label: Option<Spanned<String>>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// `fact cover "Levels of cover" (target, firer): 0..4, default 0`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Name, title, parameters, citations.
    pub head: Head,
    /// Its possible values.
    pub ty: Spanned<Type>,
    /// Its default.
    pub default: Option<Spanned<Literal>>,
    /// `in play = …`: what it is in a played game.
    pub in_play: Option<InPlay>,
}

/// `in play = gap(firer, target) [3.1]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPlay {
    /// Behind the `=`.
    pub value: Expr,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// `option weak-sides "…" [4.4]: off`, `option rounding "…": down or up, default up`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionalRule {
    /// Name, title, citations.
    pub head: Head,
    /// Its possible values.
    pub values: OptionValues,
}

/// Values of an optional rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValues {
    /// `on`, `off`: which of them unless said otherwise
    Switch(bool),
    /// `down or nearest or up, default nearest`
    Words {
        /// At least two, in written order.
        words: Vec<Name>,
        /// One of them, unless said otherwise.
        default: Name,
    },
}

/// Ability of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// `formula`: only looks up.
    Formula,
    /// `roll`: may roll dice.
    Roll,
    /// `action`: may roll dice and change the state.
    Action,
    /// `sequence`: an action that may have phases.
    Sequence,
}

impl Ability {
    /// Ability of a body; a sequence has that of an action.
    pub fn of_body(self) -> Self {
        self.min(Self::Action)
    }
}

/// `formula`, `roll`, `action` or `sequence`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// The keyword.
    pub ability: Ability,
    /// `value`: a formula that values a position for a side.
    pub is_value: bool,
    /// All parts.
    pub head: Head,
    /// A formula's `= …` is a block of one `result`.
    pub body: Block,
}

/// `trigger …`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// Name, title, one parameter, citations.
    pub head: Head,
    /// One or more.
    pub whens: Vec<Spanned<When>>,
}

/// `window strike-declared (firer, target): one of, up to 2 deep, in order dodge, block`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Name, title, parameters, citations.
    pub head: Head,
    /// At most one reaction is taken; `None` if that is not said.
    pub one_of: Option<bool>,
    /// Greatest depth inside itself.
    pub deep: Option<Spanned<i32>>,
    /// The order in which reactions are offered.
    pub order: Vec<Name>,
}

/// `reaction dodge (firer, target)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// Name, title, parameters, citations.
    pub head: Head,
    /// The first line says at which window.
    pub body: Block,
}

/// `policy careful "Careful"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Name, title, citations; the keyword is the name of a block without one.
    pub head: Head,
    /// In written order.
    pub questions: Vec<Spanned<AdvisedQuestion>>,
}

impl Policy {
    /// The name of a block without a name.
    pub const UNNAMED: &str = "policy";

    /// Whether the head line gives it a name.
    pub fn is_named(&self) -> bool {
        self.head.name.value != Self::UNNAMED
    }
}

/// `in run-on "what to do"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvisedQuestion {
    /// The rule that asks, or the reaction that is offered.
    pub rule: Name,
    /// The title of the question; the name of what is chosen, if it has none.
    pub question: Option<Spanned<String>>,
    /// Worth of each option of the question, where options are not listed.
    pub worth: Option<Expr>,
    /// `"run", worth 3`
    pub options: Vec<AdvisedOption>,
}

/// `"run", worth 3`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvisedOption {
    /// The title of the option.
    pub title: Spanned<String>,
    /// Its worth.
    pub worth: Expr,
}

/// `when hits(unit) reaches 4: destroy unit`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// The count that is watched.
    pub watched: Expr,
    /// The crossing that sets it off.
    pub crossing: Crossing,
    /// The value to reach.
    pub level: Expr,
    /// Its statements.
    pub body: Block,
}

/// The way in which a watched value reaches the value that sets a trigger off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Crossing {
    /// `reaches 4`: less before, 4 or more after
    Reaches,
    /// `falls to 0`: more before, 0 or less after
    FallsTo,
    /// `becomes broken`: another before, this after
    Becomes,
}
