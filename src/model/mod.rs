//! The checked rulebook: names are resolved to ids, and every expression has a type.
//!
//! The [`RuleBook`] and a [`Question`] about it, as data, with properties that follow without execution. The
//! package `check` builds a book from trees and units, `ask` builds a question from names and values.

pub mod board;
pub mod canonical;
pub mod cast;
pub mod cell_example;
mod choice_condition;
mod construct;
pub mod creation;
mod crossing;
pub mod deck;
mod dice_value;
mod domains;
mod entry;
mod example;
mod expr;
pub mod fingerprint;
mod id;
pub mod kept;
mod kind;
pub mod literals;
pub mod pool;
mod profile;
mod question;
mod ratio;
mod reference;
pub mod sides;
pub mod simultaneous;
mod statement;
mod table;
pub mod types;
mod views;
mod walk;

pub use cast::CastUnit;
pub use choice_condition::{ChoiceCondition, ConditionHere};
pub use deck::{CopiesOf, Deck, PILE, Pile};
pub use dice_value::DiceValue;
pub use entry::Entry;
pub use example::{
    Answers, Case, CaseCell, Example, ExampleStep, Expected, Printed, PrintedChance, PrintedOdds,
    ShownFace, Whole,
};
pub use expr::{Arithmetic, Chosen, Expr, ExprKind, Ordering, Selection, remainder};
pub use id::{
    DieId, FactId, FieldId, KindId, LocalId, ModifiersId, OptionId, ProcedureId, ProfileId,
    ReactionId, TableId, TrackId, WindowId, WordsId,
};
pub use kind::{Field, Hidden, Kind, KindStat, KindTrack, Must, Track, TrackOrigin, TracksByWord};
pub use literals::{is_numeric, range_of, range_text, words_by_value, words_of};
pub use pool::{KeyedPool, Pool};
pub use profile::{Profile, Value};
pub use question::{GivenAnswers, Question, with_id, without_number};
pub use ratio::{Ratio, lowest_terms};
pub use reference::{Reference, Role, Symbol};
pub use sides::{GAME, PLAYERS, SIDE};
pub use simultaneous::{
    GatheredChange, NOT_SET, WatchedChange, changed_by, fired_by, transferred_by,
};
pub use statement::{
    Among, Arm, Block, Choice, Chooser, Line, Rank, Settled, Several, Statement, StatementKind,
    Ties, TopCard, Transfer, Values, WrittenTransfer,
};
pub use table::{Axis, Drawn, Key, Meaning, Row, Table};
pub use types::{Dimension, Kinds, Type};
pub use views::{
    Aggregation, Bound, Comparison, Conditional, Count, Iteration, Measurement, Repetition,
    TrackChange, TrackRead,
};
pub use walk::{
    Blocks, blocks, walk_blocks, walk_calls, walk_changes, walk_expr, walk_own, walk_statement,
    walk_statements, walk_within,
};

use sandtable_source::{Span, Spanned};
pub use sandtable_syntax::ast::{Ability, Aggregate, Change, Crossing, Fraction, WrittenChance};

/// The value of "none": of `-`, and of a stat that is not given.
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
    /// Span of the name in the declaration.
    pub span: Span,
}

impl Naming {
    /// Returns the title, else the name.
    pub fn shown(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

/// A closed list of words: a scale, the faces of a die, the outcomes of a roll, the values of a fact.
#[derive(Debug, Clone)]
pub struct Words {
    /// Name of the list in findings.
    pub name: String,
    /// Title that the author gave to a declared list.
    pub title: Option<String>,
    /// The words, at most 64; a value is an index into this list.
    pub words: Vec<String>,
    /// Whether it is a scale, whose words can be compared and shifted.
    pub ordered: bool,
    /// Whether it is declared under a name, as a `scale` or `words`.
    pub is_declared: bool,
    /// Sections of the book that a scale cites.
    pub citations: Vec<String>,
    /// Span of its declaration.
    pub span: Span,
}

impl Words {
    /// Returns the value of a word.
    pub fn value(&self, word: &str) -> Option<i32> {
        let at = self.words.iter().position(|known| known == word)?;
        i32::try_from(at).ok()
    }
}

/// A die with custom faces.
#[derive(Debug, Clone)]
pub struct Die {
    /// Name, title, citations.
    pub naming: Naming,
    /// The value of each side: an index into `words`, or the number itself if all faces are numbers.
    pub faces: Vec<i32>,
    /// The distinct words of the faces; empty if all faces are numbers.
    pub words: Vec<String>,
    /// Groups of faces.
    pub groups: Vec<FaceGroup>,
}

/// A group of faces as a set: bit `n` is the face with value `n`.
#[derive(Debug, Clone)]
pub struct FaceGroup {
    /// `color`
    pub name: String,
    /// Its faces, one bit each.
    pub set: u64,
}

impl Die {
    /// Whether its faces are numbers.
    pub fn is_numeric(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the set of faces that a word denotes: a group, or one face.
    pub fn set(&self, word: &str) -> Option<u64> {
        if let Some(group) = self.groups.iter().find(|group| group.name == word) {
            return Some(group.set);
        }
        let value = self.face(word)?;
        Some(1 << value)
    }

    /// Returns the value of one face, from 0 to 63.
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
    /// The lines, in written order.
    pub lines: Vec<Modifier>,
    /// The range to which the total is clamped.
    pub limit: (i32, i32),
}

/// One line of a list of modifiers.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// The signed amount.
    pub amount: i32,
    /// The factor, for a line that applies several times.
    pub per: Option<Expr>,
    /// Upper limit of the factor.
    pub most: Option<i32>,
    /// The condition under which it applies; `None` for always.
    pub condition: Option<Expr>,
    /// Number of its group; only the first line of a group that applies counts.
    pub once: Option<u32>,
    /// Text of the line.
    pub label: String,
    /// Sections of the book: its own, else those of the list.
    pub citations: Vec<String>,
    /// Span of the line.
    pub span: Span,
}

/// A fact: a value that the players or the board determine.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Name, title, citations.
    pub naming: Naming,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The type of its value.
    pub ty: Type,
    /// Lower limit of a number.
    pub low: i32,
    /// Upper limit of a number.
    pub high: i32,
    /// The default value, if it has one.
    pub default: Option<i32>,
    /// Its calculation in a played game, whose first locals are the parameters.
    pub in_play: Option<InPlay>,
}

/// Calculation of a fact in a played game.
#[derive(Debug, Clone)]
pub struct InPlay {
    /// The value of the fact.
    pub value: Expr,
    /// Sections of the book that the calculation cites itself.
    pub citations: Vec<String>,
    /// Whether it reads places of a map, directly or through other rules.
    pub needs_map: bool,
}

/// An optional rule.
#[derive(Debug, Clone)]
pub struct OptionalRule {
    /// Name, title, citations.
    pub naming: Naming,
    /// The type of its value: a flag, or words.
    pub ty: Type,
    /// The default value.
    pub default: i32,
}

/// The set of values of a parameter, fact or option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EveryValue {
    /// A list of values in the notation of questions.
    Listed(Vec<String>),
    /// Every number from the first to the second.
    Range(i32, i32),
}

/// A parameter of a procedure, fact, table or list of modifiers.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// `target`
    pub name: String,
    /// The type of its value.
    pub ty: Type,
    /// Lower limit of a number.
    pub low: i32,
    /// Upper limit of a number.
    pub high: i32,
    /// `spotter: squad or none`: whether it can be [`NONE`]; only of units and places.
    pub or_none: bool,
    /// `targets: several squad`: whether its value is a set of units; `ty` is the type of each.
    pub is_several: bool,
    /// `gun of firer`: the index of `firer` among the parameters.
    pub part_of: Option<usize>,
    /// For a key of a table that is rolled if it is not given: number and sides of the dice.
    pub dice: Option<(u32, u32)>,
    /// Span of its declaration.
    pub span: Span,
}

impl Parameter {
    /// Returns a parameter that accepts every value of its type but [`NONE`].
    pub fn unlimited(name: String, ty: Type, span: Span) -> Self {
        Self {
            name,
            ty,
            low: NONE + 1,
            high: i32::MAX,
            or_none: false,
            is_several: false,
            part_of: None,
            dice: None,
            span,
        }
    }
}

/// The result type of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResultType {
    /// The type of the value.
    pub ty: Type,
    /// Whether the value can be [`NONE`].
    pub or_none: bool,
}

/// A formula, roll, action or sequence.
#[derive(Debug, Clone)]
pub struct Procedure {
    /// Name, title, citations.
    pub naming: Naming,
    /// The effects that the procedure may have, by its keyword.
    pub ability: Ability,
    /// Its parameters; they are its first locals.
    pub parameters: Vec<Parameter>,
    /// `None` for an action without a value.
    pub result: Option<ResultType>,
    /// Declared range of the result, for numbers.
    pub range: (i32, i32),
    /// The outcomes of a roll that names them.
    pub outcomes: Option<WordsId>,
    /// The statements.
    pub body: Block,
    /// All locals, parameters first.
    pub locals: Vec<Local>,
    /// The reported values; the same for every `report` line.
    pub report: Option<Vec<Expr>>,
    /// The kind that a formula belongs to; formulas of several kinds may share a name.
    pub of_kind: Option<KindId>,
    /// Whether the check made it, so that no rule can name it.
    pub is_generated: bool,
    /// Maximum depth of nested calls, if it is recursive.
    pub deep: Option<u32>,
}

impl Procedure {
    /// Whether it is a declaration of its own, by whose name it is called.
    pub fn is_declared(&self) -> bool {
        self.of_kind.is_none() && !self.is_generated
    }
}

/// A local of a body.
#[derive(Debug, Clone)]
pub struct Local {
    /// The name, as written.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether its value can be [`NONE`].
    pub or_none: bool,
}

/// A rule that runs when a value reaches a level.
#[derive(Debug, Clone)]
pub struct Trigger {
    /// Name, title, citations.
    pub naming: Naming,
    /// Kinds of the units that it observes.
    pub kinds: Kinds,
    /// Maximum number of nested firings, if it may set itself off.
    pub deep: Option<u32>,
    /// The limited triggers that it sets off and that set it off, by way of others or not, itself included, by index; empty for one without a limit.
    pub circle: Vec<usize>,
    /// The triggers with a limit that it sets off, by way of others or not, by index; empty for one without a limit.
    pub leads_to: Vec<usize>,
    /// The observed conditions, in written order.
    pub whens: Vec<When>,
    /// The locals; local 0 is the unit.
    pub locals: Vec<Local>,
}

/// A point of a rule at which reactions are offered.
#[derive(Debug, Clone)]
pub struct Window {
    /// Name, title, citations.
    pub naming: Naming,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether at most one reaction is taken.
    pub one_of: bool,
    /// Maximum depth of the window within itself.
    pub deep: u32,
    /// Its reactions, in the order in which they are offered.
    pub reactions: Vec<ReactionId>,
}

/// A reaction, which is offered at a window.
#[derive(Debug, Clone)]
pub struct Reaction {
    /// Name, title, citations.
    pub naming: Naming,
    /// The parameters, which are bound to the arguments of the window; its first locals.
    pub parameters: Vec<Parameter>,
    /// The window at which it is offered.
    pub window: Option<WindowId>,
    /// Whether it is forced, without asking.
    pub must: bool,
    /// The unit whose side decides.
    pub by: Option<Expr>,
    /// The worth of taking it, if stated.
    pub worth: Option<Expr>,
    /// Conditions of choices that examples give for it.
    pub conditions: Vec<ConditionHere>,
    /// The statements; it is not offered if its first lines refuse it.
    pub body: Block,
    /// All locals, parameters first.
    pub locals: Vec<Local>,
}

/// One condition of a trigger.
#[derive(Debug, Clone)]
pub struct When {
    /// The observed value, which reads tracks of local 0 only.
    pub watched: Expr,
    /// The direction in which the level has to be crossed.
    pub crossing: Crossing,
    /// The level.
    pub level: Expr,
    /// The statements.
    pub body: Block,
    /// Tracks that `watched` reads, directly or by formulas.
    pub reads: Vec<TrackId>,
    /// Span of the line.
    pub span: Span,
}

/// A ruleset, checked.
#[derive(Debug, Clone, Default)]
pub struct RuleBook {
    /// Name, title and citations of the `ruleset` line.
    pub naming: Option<Naming>,
    /// Closed lists of words.
    pub words: Vec<Words>,
    /// Dice with custom faces.
    pub dice: Vec<Die>,
    /// Kinds of units.
    pub kinds: Vec<Kind>,
    /// Constants of units; field 0 is the kind.
    pub fields: Vec<Field>,
    /// Tracks of units; track 0 is `destroyed`, track 1 `removed`.
    pub tracks: Vec<Track>,
    /// Decks of cards.
    pub decks: Vec<Deck>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Tables with several results; each result has a table of its own.
    pub rows: Vec<Row>,
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
    pub examples: std::sync::Arc<[std::sync::Arc<Example>]>,
    /// Units, in the order of their files.
    pub profiles: Vec<Profile>,
    /// The type of the board, if the ruleset has one.
    pub board: Option<board::Measure>,
    /// The formula that decides whether a piece may be where a scenario places it.
    pub stands: Option<Spanned<ProcedureId>>,
    /// The sides that the ruleset names, in order; if empty, sides come from unit files and scenarios.
    pub sides: Vec<Naming>,
    /// The names of the author's policies, in order.
    pub policies: Vec<Naming>,
    /// The internal track of sides that holds the policy that a side follows: 0 for none, else its place among the policies, from 1.
    pub policy_track: Option<TrackId>,
    /// The places of the advice of policies; a worth at such a place is not one of the rules.
    pub advice: std::collections::BTreeSet<Span>,
    /// The formula that values positions for a side.
    pub value: Option<ProcedureId>,
    /// Directions in which pieces may face, unless all are allowed.
    pub facings: Option<Spanned<board::Facings>>,
    /// Whether squares that touch at a corner are adjacent.
    pub has_diagonals: bool,
    /// Whether a value of the unit files is part of a rule's body.
    pub has_values_of_units: bool,
    /// The formulas of kinds that rules or examples name.
    pub formulas_used: std::collections::BTreeSet<ProcedureId>,
    /// Maps that examples and scenarios can name.
    pub maps: Vec<std::sync::Arc<board::GameMap>>,
    /// By the name of each map that these rules cannot read: another ruleset that can.
    pub maps_of_others: std::collections::BTreeMap<String, String>,
    /// Titles of the book's sections, if it has an index.
    pub sections: std::collections::BTreeMap<String, String>,
    /// Its rules in a topological order of the call graph, callees first; rules on a cycle are omitted.
    pub call_order: Vec<Callable>,
    /// Recursive rules, each with all rules on its cycles in the call graph.
    pub cycles: std::collections::BTreeMap<ProcedureId, std::collections::BTreeSet<Callable>>,
    /// Tracks that a block `at the same time` can change, with the internal tracks of their deferred changes.
    pub gathered: std::collections::BTreeMap<TrackId, GatheredChange>,
    /// Lines of triggers that such a block can set off, by trigger and line.
    pub watched: std::collections::BTreeMap<(usize, usize), WatchedChange>,
    /// Every name of the rule files that the check resolved, in the order of resolution.
    pub references: std::sync::Arc<Vec<Reference>>,
    /// Names and declarations that are uncertain because a line cannot be read.
    pub poison: sandtable_syntax::Poison,
    /// Units that its procedures create; computed on first use.
    creating: std::sync::OnceLock<creation::Creating>,
    /// Index of its entries by name; computed on first use.
    entries: std::sync::OnceLock<entry::EntriesByName>,
}

impl RuleBook {
    /// Returns the name of a track; every id is one of the book.
    pub fn track_name(&self, id: TrackId) -> &str {
        let track = self.tracks.get(id.at());
        debug_assert!(track.is_some(), "there is no track {id:?}");
        track.map_or("", |track| &track.name)
    }

    /// Returns the name of a stat; every id is one of the book.
    pub fn field_name(&self, id: FieldId) -> &str {
        let field = self.fields.get(id.at());
        debug_assert!(field.is_some(), "there is no stat {id:?}");
        field.map_or("", |field| &field.name)
    }
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
