//! The checked rule book: names are ids, every expression has a type, nothing is left to guess.
//!
//! The [`RuleBook`] and a [`Question`] about it, as data, and what can be read off them without running anything. The
//! package `check` makes a book of trees and units, `ask` makes a question of names and values.

pub mod board;
pub mod canonical;
pub mod cast;
pub mod cell_example;
pub mod creation;
pub mod deck;
mod dice_value;
mod domains;
mod entry;
mod example;
mod expr;
mod id;
mod kind;
pub mod literals;
pub mod pool;
mod profile;
mod question;
mod ratio;
mod reference;
pub mod sides;
pub mod simultaneous;
mod table;
pub mod types;
mod views;
mod walk;

pub use cast::CastUnit;
pub use deck::{CopiesOf, Deck, PILE, Pile};
pub use dice_value::DiceValue;
pub use entry::Entry;
pub use example::{
    Answers, Case, CaseCell, Example, ExampleStep, Expected, Printed, PrintedChance, PrintedOdds,
    ShownFace, Whole,
};
pub use expr::{
    Among, Arithmetic, Arm, Block, Choice, Chooser, Chosen, Expr, ExprKind, Line, Ordering, Rank,
    Selection, Settled, Several, Statement, StatementKind, Ties, TopCard, Values,
};
pub use id::{
    DieId, FactId, FieldId, KindId, LocalId, ModifiersId, OptionId, ProcedureId, ProfileId,
    ReactionId, TableId, TrackId, WindowId, WordsId,
};
pub use kind::{Field, Hidden, Kind, KindStat, KindTrack, Track, TrackOrigin, TracksByWord};
pub use literals::{is_numeric, range_text, words_by_value, words_of};
pub use pool::{KeyedPool, Pool};
pub use profile::{Profile, Value};
pub use question::{GivenAnswers, Question};
pub use ratio::{Ratio, lowest_terms};
pub use reference::{Reference, Role, Symbol};
pub use sides::{GAME, SIDE};
pub use simultaneous::{GatheredChange, NOT_SET, changed_by};
pub use table::{Axis, Drawn, Key, Meaning, Table};
pub use types::{Dimension, Kinds, Type};
pub use views::TrackChange;
pub use walk::{
    blocks, walk_calls, walk_changes, walk_expr, walk_own, walk_statement, walk_statements,
    walk_within,
};

use sandtable_source::{Span, Spanned};
pub use sandtable_syntax::ast::{Ability, Aggregate, Change, Crossing, Fraction};

/// "Nothing": the value of `-` and of a stat that is left out.
pub const NONE: i32 = i32::MIN;

/// Name, title and citations of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// `direct-fire`
    pub name: String,
    /// `Direct fire`, if it has a title.
    pub title: Option<String>,
    /// Sections of the book.
    pub citations: Vec<String>,
    /// Place of the declaration of the name.
    pub span: Span,
}

impl Naming {
    /// The title, else the name.
    pub fn shown(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

/// A closed list of words: a scale, the faces of a die, the outcomes of a roll, the values of a fact.
#[derive(Debug, Clone)]
pub struct Words {
    /// Name of the list in findings.
    pub name: String,
    /// At most 64; a value is the place in this list.
    pub words: Vec<String>,
    /// A scale: its words can be compared and moved along.
    pub ordered: bool,
    /// Declared under a name of its own: a `scale`, or `words`.
    pub is_declared: bool,
    /// Sections of the book, of a scale.
    pub citations: Vec<String>,
    /// Place of its declaration.
    pub span: Span,
}

impl Words {
    /// The value of a word.
    pub fn value(&self, word: &str) -> Option<i32> {
        let at = self.words.iter().position(|known| known == word)?;
        i32::try_from(at).ok()
    }
}

/// A die with faces of its own.
#[derive(Debug, Clone)]
pub struct Die {
    /// Name, title, citations.
    pub naming: Naming,
    /// The value of each side: a place in `words`, or the number itself if all faces are numbers.
    pub faces: Vec<i32>,
    /// The words of the faces, each once; empty if all faces are numbers.
    pub words: Vec<String>,
    /// Groups of faces.
    pub groups: Vec<FaceGroup>,
}

/// A group of faces as a set: bit `n` is the face with value `n`.
#[derive(Debug, Clone)]
pub struct FaceGroup {
    /// `color`
    pub name: String,
    /// Its faces.
    pub set: u64,
}

impl Die {
    /// Whether its faces are numbers.
    pub fn is_numeric(&self) -> bool {
        self.words.is_empty()
    }

    /// The set of faces that a word means: a group, or one face.
    pub fn set(&self, word: &str) -> Option<u64> {
        if let Some(group) = self.groups.iter().find(|group| group.name == word) {
            return Some(group.set);
        }
        let value = self.face(word)?;
        Some(1 << value)
    }

    /// The value of one face, from 0 to 63.
    pub fn face(&self, word: &str) -> Option<i32> {
        let value = if self.is_numeric() {
            word.parse()
                .ok()
                .filter(|value| self.faces.contains(value))?
        } else {
            let at = self.words.iter().position(|known| known == word)?;
            i32::try_from(at).ok()?
        };
        (0..64).contains(&value).then_some(value)
    }
}

/// A list of modifiers.
#[derive(Debug, Clone)]
pub struct Modifiers {
    /// Name, title, citations.
    pub naming: Naming,
    /// Its parameters; they are its first locals.
    pub parameters: Vec<Parameter>,
    /// In written order.
    pub lines: Vec<Modifier>,
    /// The total is held in this range.
    pub limit: (i32, i32),
}

/// One line of a list of modifiers.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// With its sign.
    pub amount: i32,
    /// A count, if it counts several times.
    pub per: Option<Expr>,
    /// Most times `per` counts.
    pub most: Option<i32>,
    /// The condition under which it counts.
    pub condition: Option<Expr>,
    /// Lines of the same group: the first that applies counts.
    pub once: Option<u32>,
    /// In the players' words.
    pub label: String,
    /// Sections of the book: its own, else those of the list.
    pub citations: Vec<String>,
    /// Its place.
    pub span: Span,
}

/// A fact: a value that the players know, or the board.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Name, title, citations.
    pub naming: Naming,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its possible values.
    pub ty: Type,
    /// Least, for numbers.
    pub low: i32,
    /// Most, for numbers.
    pub high: i32,
    /// Unless said otherwise.
    pub default: Option<i32>,
    /// In a played game, where the units that it is about are its first locals.
    pub in_play: Option<InPlay>,
}

/// Calculation of a fact in a played game.
#[derive(Debug, Clone)]
pub struct InPlay {
    /// Its kind.
    pub value: Expr,
    /// Sections it cites itself.
    pub citations: Vec<String>,
    /// It reads places of a map, directly or by way of other rules.
    pub needs_map: bool,
}

/// An optional rule.
#[derive(Debug, Clone)]
pub struct OptionalRule {
    /// Name, title, citations.
    pub naming: Naming,
    /// A flag, or words.
    pub ty: Type,
    /// Unless said otherwise.
    pub default: i32,
}

/// Every value that something given can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EveryValue {
    /// As they are written.
    Listed(Vec<String>),
    /// Every number from one to another.
    Range(i32, i32),
}

/// A parameter of a procedure, fact, table or list of modifiers.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// `target`
    pub name: String,
    /// Its possible values.
    pub ty: Type,
    /// Least, for numbers.
    pub low: i32,
    /// Most, for numbers.
    pub high: i32,
    /// `gun of firer`: the place of `firer` among the parameters.
    pub part_of: Option<usize>,
    /// A key of a table that is thrown when it is left out: how many dice, of how many sides.
    pub dice: Option<(u32, u32)>,
    /// Place of its declaration.
    pub span: Span,
}

/// The result of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultType {
    /// Its possible values.
    pub ty: Type,
    /// It may be nothing.
    pub or_none: bool,
}

/// A formula, roll or action.
#[derive(Debug, Clone)]
pub struct Procedure {
    /// Name, title, citations.
    pub naming: Naming,
    /// Its ability.
    pub ability: Ability,
    /// Its parameters; they are its first locals.
    pub parameters: Vec<Parameter>,
    /// `None` for an action without a value.
    pub result: Option<ResultType>,
    /// The least and the most that its result is declared to be, for numbers.
    pub range: (i32, i32),
    /// The outcomes of a roll that names them.
    pub outcomes: Option<WordsId>,
    /// Its effect.
    pub body: Block,
    /// Every name it keeps values under, parameters first.
    pub locals: Vec<Local>,
    /// Values that its `report` lines name; all of them the same list.
    pub report: Option<Vec<Expr>>,
    /// The formula of a kind; its name may be that of another.
    pub of_kind: Option<KindId>,
    /// Greatest depth of nested calls, if it may call itself.
    pub deep: Option<u32>,
}

/// A name that keeps a value.
#[derive(Debug, Clone)]
pub struct Local {
    /// As written.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// It may hold nothing.
    pub or_none: bool,
}

/// Runs by itself when a count is reached.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// Name, title, citations.
    pub naming: Naming,
    /// Kinds of units it watches.
    pub kinds: Kinds,
    /// In written order.
    pub whens: Vec<When>,
    /// Local 0 is the unit.
    pub locals: Vec<Local>,
}

/// A point at which others may react.
#[derive(Debug, Clone)]
pub struct Window {
    /// Name, title, citations.
    pub naming: Naming,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// At most one reaction is taken.
    pub one_of: bool,
    /// Greatest depth inside itself.
    pub deep: u32,
    /// In the order in which they are offered.
    pub reactions: Vec<ReactionId>,
}

/// A reaction: offered at a window.
#[derive(Debug, Clone)]
pub struct Reaction {
    /// Name, title, citations.
    pub naming: Naming,
    /// Parameters that it takes over from the window; its first locals.
    pub parameters: Vec<Parameter>,
    /// The window at which it is offered.
    pub window: Option<WindowId>,
    /// It happens unasked.
    pub must: bool,
    /// The unit that decides.
    pub by: Option<Expr>,
    /// Its worth.
    pub worth: Option<Expr>,
    /// Its statements; it is not offered if the first of them refuse it.
    pub body: Block,
    /// Every name it keeps values under, parameters first.
    pub locals: Vec<Local>,
}

/// One count that is watched.
#[derive(Debug, Clone)]
pub struct When {
    /// Reads tracks of local 0 only.
    pub watched: Expr,
    /// The crossing that sets it off.
    pub crossing: Crossing,
    /// The value to reach.
    pub level: Expr,
    /// Its statements.
    pub body: Block,
    /// Tracks that `watched` reads, directly or by formulas.
    pub reads: Vec<TrackId>,
    /// Its place.
    pub span: Span,
}

/// Everything of a ruleset, checked.
#[derive(Debug, Clone, Default)]
pub struct RuleBook {
    /// Of the `ruleset` line.
    pub naming: Option<Naming>,
    /// Closed lists of words.
    pub words: Vec<Words>,
    /// Dice with faces of their own.
    pub dice: Vec<Die>,
    /// Kinds of units.
    pub kinds: Vec<Kind>,
    /// Constants of units; field 0 is the kind.
    pub fields: Vec<Field>,
    /// State of units; track 0 is `destroyed`, track 1 `removed`.
    pub tracks: Vec<Track>,
    /// Decks of cards.
    pub decks: Vec<Deck>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Lists of modifiers.
    pub modifiers: Vec<Modifiers>,
    /// Facts.
    pub facts: Vec<Fact>,
    /// Optional rules.
    pub options: Vec<OptionalRule>,
    /// Formulas, rolls and actions.
    pub procedures: Vec<std::sync::Arc<Procedure>>,
    /// Triggers.
    pub triggers: Vec<Trigger>,
    /// Windows.
    pub windows: Vec<Window>,
    /// Reactions.
    pub reactions: Vec<Reaction>,
    /// Examples.
    pub examples: std::sync::Arc<[Example]>,
    /// Units, in the order of their files.
    pub profiles: Vec<Profile>,
    /// The map it is played on.
    pub board: Option<board::Measure>,
    /// Whether a piece may be where a scenario puts it: a formula that is handed the piece.
    pub stands: Option<Spanned<ProcedureId>>,
    /// The sides that rules name, in order; without them the sides are those of unit files and scenarios.
    pub sides: Vec<Naming>,
    /// Directions in which pieces may look, if not all.
    pub facings: Option<Spanned<board::Facings>>,
    /// Whether squares that touch at a corner are adjacent.
    pub has_diagonals: bool,
    /// Maps that examples and scenarios can name.
    pub maps: Vec<std::sync::Arc<board::GameMap>>,
    /// Titles of the book's sections, if it has an index.
    pub sections: std::collections::BTreeMap<String, String>,
    /// Its rules in a topological order of the call graph, callees first; rules on a cycle are left out.
    pub call_order: Vec<Callable>,
    /// Rules that call themselves, each with all rules on its cycles in the call graph.
    pub cycles: std::collections::BTreeMap<ProcedureId, std::collections::BTreeSet<Callable>>,
    /// Tracks that a block `at the same time` can change, and where its changes are kept until its end.
    pub gathered: std::collections::BTreeMap<TrackId, GatheredChange>,
    /// Every name of the rule files that the check resolved, in the order in which it did.
    pub references: std::sync::Arc<Vec<Reference>>,
    /// Names and declarations that are uncertain because a line cannot be read.
    pub poison: sandtable_syntax::Poison,
    /// Units that its procedures create; found at the first question.
    creating: std::sync::OnceLock<creation::Creating>,
    /// Its entries by name; found when the first is looked up.
    entries: std::sync::OnceLock<entry::EntriesByName>,
}

/// A rule with a body: a node of the call graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Callable {
    /// A formula, roll, action or other procedure.
    Procedure(ProcedureId),
    /// A table.
    Table(TableId),
    /// A list of modifiers.
    Modifiers(ModifiersId),
    /// A fact.
    Fact(FactId),
}
