//! The tree as written: every node with its place, no name looked up yet.
//!
//! Two trees are equal when they say the same; places do not count (see [`Spanned`]).

pub use super::dice::{Against, End, FaceItem, Match, Pool, PoolDie, Throw, Treatment};
pub use crate::board::Rounding;
use crate::source::Spanned;

/// A name at its place.
pub type Name = Spanned<String>;

/// One rule file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// In file order.
    pub items: Vec<Spanned<Item>>,
}

/// One declaration; its span is the head line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `ruleset name "Title"`
    Ruleset(Ruleset),
    /// `scale weight: L < M < H`
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
            Self::Scale(_) => "scale",
            Self::Die(_) => "die",
            Self::Kind(_) => "kind",
            Self::Table(_) => "table",
            Self::Modifiers(_) => "modifiers",
            Self::Fact(_) => "fact",
            Self::Option(_) => "option",
            Self::Procedure(procedure) => match procedure.ability {
                Ability::Formula => "formula",
                Ability::Roll => "roll",
                Ability::Action => "action",
                Ability::Sequence => "sequence",
            },
            Self::Trigger(_) => "trigger",
            Self::Window(_) => "window",
            Self::Reaction(_) => "reaction",
            Self::Ruleset(_)
            | Self::Example(_)
            | Self::Variant(_)
            | Self::Replace(_)
            | Self::Amend(_)
            | Self::Remove(_) => return None,
        })
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
            Self::Variant(variant) => &variant.head,
            Self::Replace(item) => return item.head(),
            Self::Example(_) | Self::Amend(_) | Self::Remove(_) => return None,
        })
    }
}

/// What every declaration may begin with: `name "Title" (parameters) -> result [citations]`.
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
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// `target: vehicle` or just `target`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: Name,
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
}

/// A unit of measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// `hexes`
    Hexes,
    /// `inches`
    Inches,
}

impl Measure {
    /// As written behind a number.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Hexes => "hexes",
            Self::Inches => "inches",
        }
    }
}

/// What a value may be, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// `0..12 hexes`, `-3..`, `number`, `inches`; ends included
    Number {
        /// Least, if said.
        low: Option<i32>,
        /// Most, if said.
        high: Option<i32>,
        /// Behind the range, or alone.
        measure: Option<Measure>,
        /// `or none` stands behind it.
        or_none: bool,
    },
    /// `weight`, `vehicle or gun-team`, `front or flank or rear`, `yes or no`; `none` at the end is not in the list
    Words {
        /// At least one.
        words: Vec<Name>,
        /// `or none` stands behind them.
        or_none: bool,
    },
    /// `list of gun`
    List(Name),
    /// `gun of firer`
    PartOf {
        /// The kind of the part.
        kind: Name,
        /// The parameter that owns it.
        owner: Name,
    },
    /// `2d6`
    Dice {
        /// How many.
        count: u32,
        /// Faces of each.
        sides: u32,
    },
}

/// A value without any working out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `-2`
    Number(i32),
    /// `front`, `yes`, `88-l71`
    Word(String),
}

impl Literal {
    /// As it is written.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// `ruleset name "Title"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// Name, title, citations.
    pub head: Head,
    /// `index "index.toml"`
    pub index: Option<Spanned<String>>,
    /// `board hexes`
    pub board: Option<Spanned<Measure>>,
    /// `stands may-stand`: whether a piece may be where a scenario puts it.
    pub stands: Option<Name>,
}

/// `variant night "Night fighting" of base`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Name, title, citations.
    pub head: Head,
    /// The ruleset or variant that it changes.
    pub base: Name,
    /// `index "index.toml"`
    pub index: Option<Spanned<String>>,
    /// `after light-saves`: variants that it comes after where several are in force.
    pub after: Vec<Name>,
}

/// `amend table needed [H-3]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amend {
    /// `table`, as written.
    pub sort: Name,
    /// `needed`
    pub name: Name,
    /// Sections of the book; for all its lines that cite none.
    pub citations: Vec<Spanned<String>>,
    /// In written order.
    pub lines: Vec<Spanned<Amendment>>,
}

/// `remove trigger knocked-out [H-4]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// `trigger`, as written.
    pub sort: Name,
    /// `knocked-out`
    pub name: Name,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// What an amendment does to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// `add …`
    Add,
    /// `replace …`
    Replace,
    /// `remove …`
    Remove,
}

/// Where statements of a variant go, seen from the line that is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `replace line …`
    Replace,
    /// `remove line …`
    Remove,
    /// `add before line …`
    Before,
    /// `add after line …`
    After,
}

/// One line below `amend`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amendment {
    /// `add row 20+ | - | -`, `replace row …`; `remove row 20+` names the keys only
    Row(Edit, Spanned<Row>),
    /// `replace cell 4-6 | B with star`
    Cell {
        /// The keys of the row, and in a table with values along its top the head of the column.
        place: Spanned<Row>,
        /// What then stands there.
        value: Spanned<Cell>,
    },
    /// `add where color = …`, `replace where …`
    Where(Edit, Where),
    /// `remove where color`
    RemoveWhere(Name),
    /// `add limit -3..3`, `replace limit …`; nothing for `remove limit`
    Limit(Edit, Option<Spanned<(Option<i32>, Option<i32>)>>),
    /// `add -1 if … "smoke"`
    AddModifier(Spanned<Modifier>),
    /// `replace "smoke" with -2 if … "smoke"`
    ReplaceModifier(Spanned<String>, Spanned<Modifier>),
    /// `remove "smoke"`
    RemoveModifier(Spanned<String>),
    /// `add speed 0..12`, `replace speed 0..6`
    KindLine(Edit, Spanned<KindLine>),
    /// `remove traits low, open-topped`
    RemoveTraits(Vec<Name>),
    /// `remove speed`: a stat, a track or a formula
    RemoveOfKind(Name),
    /// `armour = M`, `traits = low, elite`
    Stat {
        /// The key in the TOML.
        name: Name,
        /// At least one.
        values: Vec<Spanned<Literal>>,
    },
    /// `replace line throw cube` and the lines below it
    Line {
        /// Where the new lines go.
        step: Step,
        /// The line of the base.
        line: Quoted,
        /// Statements, where a statement is quoted.
        body: Block,
        /// Arms of `depending on`, where one of them is quoted.
        arms: Vec<Spanned<Arm>>,
    },
    /// `add at start`
    AtStart(Block),
    /// `add at end`
    AtEnd(Block),
}

/// A line of the base as the variant names it: without the block below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quoted {
    /// A statement, or the head line of one.
    Statement(Box<Statement>),
    /// `red: stop`, or only `red:`
    Arm(Spanned<Arm>),
}

/// `scale weight "Weight class" [3.1]: VL < L < M`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scale {
    /// Name, title, citations.
    pub head: Head,
    /// Least first.
    pub words: Vec<Name>,
}

/// `die cube`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Die {
    /// Name, title, citations.
    pub head: Head,
    /// One per side of the die; the same word may stand several times. Numbers are words here.
    pub faces: Vec<Name>,
    /// In written order.
    pub groups: Vec<FaceGroup>,
}

/// `color = red, red-star`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceGroup {
    /// Of the group.
    pub name: Name,
    /// Its faces; `any` or `none` may stand alone.
    pub faces: Vec<Name>,
}

/// `kind vehicle`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Name, title, citations.
    pub head: Head,
    /// In written order.
    pub lines: Vec<Spanned<KindLine>>,
}

/// One line below `kind`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KindLine {
    /// `speed 0..12 hexes, default 3 "Speed" [13]`
    Stat {
        /// The key in the TOML.
        name: Name,
        /// Behind it.
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
        /// `, until end of turn`: the sequence or phase at whose end it starts anew.
        lasts: Option<Name>,
        /// Shown to players.
        title: Option<Spanned<String>>,
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

/// `table …`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// All parts; the parameters are the keys.
    pub head: Head,
    /// The first row is the header.
    pub rows: Vec<Spanned<Row>>,
    /// What words in cells stand for.
    pub wheres: Vec<Where>,
    /// What holds where several rows answer; without it, only one may.
    pub several: Option<Spanned<Several>>,
}

/// `several rows: first`: what holds where several rows of a table answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Several {
    /// `any`: they all say the same
    Any,
    /// `first`: the one that is drawn first
    First,
    /// `sum`: all of them, added up
    Sum,
    /// `best`: the highest of them
    Best,
    /// `worst`: the lowest of them
    Worst,
}

impl Several {
    /// Every one, with its word.
    pub const ALL: [(&str, Self); 5] = [
        ("any", Self::Any),
        ("first", Self::First),
        ("sum", Self::Sum),
        ("best", Self::Best),
        ("worst", Self::Worst),
    ];

    /// As written.
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, known)| *known == self)
            .map_or("", |(word, _)| word)
    }
}

/// One row, as drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// From left to right.
    pub cells: Vec<Spanned<Cell>>,
}

/// What stands between two bars: items with commas between them.
pub type Cell = Vec<CellItem>;

/// One item of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellItem {
    /// `7`
    Number(i32),
    /// `4-6`, `-2 to 0`, `7+`, `3 or less`; ends included
    Numbers {
        /// Least, if any.
        low: Option<i32>,
        /// Most, if any.
        high: Option<i32>,
    },
    /// `color`
    Word(String),
    /// `L to H`, `M+`, `M or less`; ends included
    Words {
        /// Least, if any.
        low: Option<String>,
        /// Most, if any.
        high: Option<String>,
    },
    /// `any`
    Any,
    /// `-`
    Dash,
}

/// `where color = 1 if throw cube is color otherwise 0 [5.3.2-2]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Where {
    /// The word in the cell; `-` for a dash.
    pub word: Name,
    /// What it stands for.
    pub value: Expr,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
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
    /// How often `per` counts at most.
    pub most: Option<i32>,
    /// When it counts.
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
    /// What it may be.
    pub ty: Spanned<Type>,
    /// What it is unless said otherwise.
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
    /// What it may be.
    pub values: OptionValues,
}

/// What an optional rule may be set to.
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

/// What a procedure may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// `formula`: only looks up.
    Formula,
    /// `roll`: may throw dice.
    Roll,
    /// `action`: may throw dice and change the state.
    Action,
    /// `sequence`: an action that may have phases.
    Sequence,
}

impl Ability {
    /// What a body may do; a sequence may do what an action may.
    pub fn of_body(self) -> Self {
        self.min(Self::Action)
    }
}

/// `formula`, `roll`, `action` or `sequence`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// The keyword.
    pub ability: Ability,
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
    /// How often it may be open inside itself.
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

/// `when hits(unit) reaches 4: destroy unit`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// The count that is watched.
    pub watched: Expr,
    /// How the value comes about.
    pub crossing: Crossing,
    /// The value to reach.
    pub level: Expr,
    /// What happens.
    pub body: Block,
}

/// How a watched value comes to the value that sets a trigger off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Crossing {
    /// `reaches 4`: less before, 4 or more after
    Reaches,
    /// `falls to 0`: more before, 0 or less after
    FallsTo,
    /// `becomes broken`: another before, this after
    Becomes,
}

/// Statements, in order.
pub type Block = Vec<Statement>;

/// One statement with the sections it cites; its span is its head line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub kind: Spanned<StatementKind>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// How a track changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// `add 1 to …`
    Add,
    /// `take 1 from …`
    Take,
    /// `set … to 1`
    Set,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `need = …`
    Let {
        /// New in this block.
        name: Name,
        /// What it is.
        value: Expr,
    },
    /// `throw cube`
    Throw(Name),
    /// `hit when cube is red`; without a condition: `miss otherwise`
    Outcome {
        /// One of the roll's outcomes.
        word: Name,
        /// When; `None` for `otherwise`.
        when: Option<Expr>,
    },
    /// `result 7`
    Result(Expr),
    /// `needs line-of-sight(firer, target) "a line of sight"`
    Needs {
        /// What must hold.
        condition: Expr,
        /// In the players' words.
        why: Option<Spanned<String>>,
    },
    /// `if …: … else: …`; an `else if` is an `otherwise` that holds one `If`
    If {
        /// What is asked.
        condition: Expr,
        /// When it holds.
        then: Block,
        /// When it does not.
        otherwise: Option<Block>,
    },
    /// `repeat 3 times`
    Repeat {
        /// How often.
        times: Expr,
        /// What.
        body: Block,
    },
    /// `repeat until …, at most 8 times`
    RepeatUntil {
        /// Looked at before each round.
        until: Expr,
        /// How many rounds at most.
        most: Expr,
        /// What.
        body: Block,
    },
    /// `count shot from 1 to 8`
    Count {
        /// Holds the number.
        name: Name,
        /// First number.
        from: Expr,
        /// Last number; less than the first counts down.
        to: Expr,
        /// What.
        body: Block,
    },
    /// `each unit: squad where unit is pinned in order of unit.men, highest first`
    Each {
        /// Who.
        selection: Selection,
        /// In which order; else as listed.
        ordering: Option<Ordering>,
        /// What.
        body: Block,
    },
    /// `alternate side in order of side.place, lowest first while side.units > 0`
    Alternate {
        /// Who.
        selection: Selection,
        /// In which order; else as listed.
        ordering: Option<Ordering>,
        /// Asked at each turn; who does not meet it is passed over, and when nobody does, it ends.
        condition: Expr,
        /// What.
        body: Block,
    },
    /// `phase fire "Fire" [4]`
    Phase {
        /// The name.
        name: Name,
        /// Shown to players.
        title: Option<Spanned<String>>,
        /// What happens in it.
        body: Block,
    },
    /// `rank side by side.points, highest first, ties d6, into side.place`
    Rank {
        /// Who.
        selection: Selection,
        /// What is compared, and which way.
        ordering: Ordering,
        /// `None` where it is not said.
        ties: Option<Ties>,
        /// The track that keeps the place.
        place: Expr,
    },
    /// `end game won by unit.side`
    EndGame {
        /// Who has won, if anybody.
        winner: Option<Expr>,
    },
    /// `depending on cube`
    Depending {
        /// What is asked.
        value: Expr,
        /// In written order.
        arms: Vec<Spanned<Arm>>,
    },
    /// `add 1 to target.hits`
    Change {
        /// Add, take or set.
        how: Change,
        /// How much, or to what.
        amount: Expr,
        /// `unit.track`
        place: Expr,
    },
    /// `destroy target`
    Destroy(Expr),
    /// `remove squad`
    Remove(Expr),
    /// `create half like rifle-team for squad.side, at most 2`
    Create {
        /// Stands for the new unit from here on.
        name: Name,
        /// A unit of the unit files.
        profile: Name,
        /// Whose it is, if the game has sides.
        owner: Option<Expr>,
        /// How many can be created in a game.
        most: Spanned<i32>,
    },
    /// `once each turn for unit and target "rallied already"`
    OnceEach {
        /// The sequence or phase, or `game`.
        span: Name,
        /// For whom.
        unit: Expr,
        /// And for whom again.
        index: Option<Expr>,
        /// In the players' words.
        why: Option<Spanned<String>>,
    },
    /// `choose target: vehicle or none where … by firer.side, worth 4 - target.hits "whom to fire at"`
    Choose {
        /// What can be chosen; its name stands for that from here on.
        among: Among,
        /// It may be nothing.
        or_none: bool,
        /// Whose choice it is.
        by: Option<Expr>,
        /// What an option is worth; the name stands for it.
        worth: Option<Expr>,
        /// What is decided, in the players' words.
        title: Option<Spanned<String>>,
    },
    /// `choose by unit.side "what it does"`, with a line for each option
    ChooseOne {
        /// Whose choice it is.
        by: Option<Expr>,
        /// What is decided, in the players' words.
        title: Option<Spanned<String>>,
        /// In written order.
        options: Vec<Spanned<Offered>>,
    },
    /// `may by unit.side "dodge" if unit.actions >= 1, worth 2: …`
    May {
        /// Whose choice it is.
        by: Option<Expr>,
        /// The one option.
        option: Offered,
    },
    /// `open strike-declared(firer, target)`
    Open {
        /// The window.
        window: Name,
        /// In written order.
        arguments: Vec<Expr>,
    },
    /// `at strike-declared by target.side`, `must at strike-declared`
    At {
        /// It is not asked for.
        must: bool,
        /// The window.
        window: Name,
        /// Whose choice it is.
        by: Option<Expr>,
    },
    /// `worth 2`
    Worth(Expr),
    /// `cancel`
    Cancel,
    /// `damage(target)`
    Call(Expr),
    /// `stop`
    Stop,
    /// `report shots, target.hits`
    Report(Vec<Expr>),
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Among {
    /// `from 1 to unit.actions`
    Numbers {
        /// Stands for the number.
        name: Name,
        /// First number.
        from: Expr,
        /// Last number.
        to: Expr,
    },
    /// `facing: front or rear`, `target: vehicle or squad where …`: words of a list stand where kinds do.
    Listed(Selection),
}

impl Among {
    /// What the choice is called.
    #[must_use]
    pub fn name(&self) -> &Name {
        match self {
            Self::Numbers { name, .. } => name,
            Self::Listed(selection) => &selection.name,
        }
    }
}

/// `"fire" [4.2] if unit.actions >= 1, worth 2: fire(unit)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// In the players' words.
    pub title: Spanned<String>,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
    /// When it is there.
    pub condition: Option<Expr>,
    /// What it is worth.
    pub worth: Option<Expr>,
    /// What happens.
    pub body: Block,
}

/// `red, blue: add 1 to target.hits`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// `None` for `otherwise`. Items as in a key cell of a table.
    pub values: Option<Spanned<Cell>>,
    /// What happens.
    pub body: Block,
}

/// `example "…"`
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Example {
    /// What it shows.
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
    /// `dice red, 4`, in the order they are thrown.
    pub dice: Option<Spanned<Vec<Spanned<Literal>>>>,
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
    /// What it is called in the example.
    pub name: Name,
    /// A unit of the unit files.
    pub profile: Name,
    /// Whose it is.
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

/// What is said beforehand of a game: a file of `dice`, `choices` and `judged` lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moves {
    /// What the dice show; they are thrown where no line says so.
    pub dice: Option<Vec<Spanned<Literal>>>,
    /// What is chosen.
    pub choices: Vec<Spanned<Picked>>,
    /// How facts are judged.
    pub judged: Vec<Given>,
}

/// `target.hits = 1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// `range`, or `target.hits` as two names.
    pub place: Vec<Name>,
    /// `range(alpha, bravo)`: whom a fact or a track is about; empty where it holds for all.
    pub about: Vec<Name>,
    /// What it is.
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

/// An expression at its place.
pub type Expr = Spanned<Box<ExprKind>>;

/// Arithmetic and logic of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binary {
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Some of the units of the game: `unit: squad or team including destroyed where unit is pinned`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// Stands for each of them in turn; without kinds it is a kind itself, or `unit`.
    pub name: Name,
    /// Behind the colon; empty without one.
    pub kinds: Vec<Name>,
    /// Which places of the board.
    pub region: Option<Box<Region>>,
    /// `of firer`: whose parts they are.
    pub owner: Option<Expr>,
    /// Units out of play that are meant too.
    pub including: Vec<Absence>,
    /// `where …`
    pub condition: Option<Expr>,
}

/// Some of the places of the board, or of the sides of its hexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region {
    /// `within 6 of unit`
    Within {
        /// How far at most.
        distance: Expr,
        /// From where.
        of: Expr,
    },
    /// `between firer and target`: what the straight line passes, without its ends
    Between {
        /// Its ends.
        ends: [Expr; 2],
    },
    /// `reached by march(unit) from unit within 8`
    Reached {
        /// A formula that says what each step costs.
        way: Expr,
        /// From where.
        from: Expr,
        /// What the way may cost.
        within: Expr,
    },
    /// `along march(unit) from unit to goal`
    Along {
        /// A formula that says what each step costs.
        way: Expr,
        /// Its ends.
        ends: [Expr; 2],
    },
}

impl Region {
    /// The expressions that it names, as written.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Within { distance, of } => vec![distance, of],
            Self::Between { ends } => ends.iter().collect(),
            Self::Reached { way, from, within } => vec![way, from, within],
            Self::Along { way, ends } => std::iter::once(way).chain(ends).collect(),
        }
    }
}

/// Why a unit is out of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// `destroyed`
    Destroyed,
    /// `removed`
    Removed,
}

/// `in order of side.initiative, highest first`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordering {
    /// What is compared.
    pub by: Expr,
    /// `highest first`, else `lowest first`.
    pub highest: bool,
}

/// What becomes of equals when they are ranked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ties {
    /// `ties as listed`
    AsListed,
    /// `ties shared`: they have the same place
    Shared,
    /// `ties d6`: each of them throws, again and again until none are equal
    Throw(Expr),
}

/// What is worked out over a selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aggregate {
    /// `number of SELECTION`
    Number,
    /// `any SELECTION`
    Any,
    /// `total of VALUE for each SELECTION`
    Total,
    /// `highest of VALUE for each SELECTION`
    Highest,
    /// `lowest of VALUE for each SELECTION`
    Lowest,
    /// `first SELECTION in order of VALUE, …`
    First,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// `7`, `2 hexes`
    Number {
        /// Not negative: a minus is [`ExprKind::Negate`].
        value: i32,
        /// Behind it.
        measure: Option<Measure>,
    },
    /// `2d6`
    Dice {
        /// How many.
        count: u32,
        /// Faces of each.
        sides: u32,
    },
    /// `throw cube`
    Throw(Name),
    /// Dice with which more is done than adding them up.
    Pool(Box<Throw>),
    /// `throw unit.quality`: a die that is a value
    ThrowOf(Expr),
    /// `rest of (quality raised by 3)`: the steps past the end of the scale
    RestOf(Expr),
    /// `yes`, `no`
    Flag(bool),
    /// `range`, `color`
    Name(String),
    /// `firer.gun`
    Member {
        /// Of what.
        unit: Expr,
        /// Stat, track, part or formula.
        name: Name,
    },
    /// `unit.fired-at(target)`
    Indexed {
        /// Of what.
        unit: Expr,
        /// A track.
        name: Name,
        /// Whom it is about; one.
        about: Vec<Expr>,
    },
    /// `cover(target, firer)`
    Call {
        /// Of what.
        name: Name,
        /// In written order.
        arguments: Vec<Expr>,
    },
    /// `offered dodge`
    Offered(Name),
    /// `can fire(unit, target)`
    Can {
        /// An action.
        action: Name,
        /// In written order.
        arguments: Vec<Expr>,
    },
    /// `not a`
    Not(Expr),
    /// `-a`
    Negate(Expr),
    /// `a + b`
    Binary {
        /// Which.
        op: Binary,
        /// Left.
        left: Expr,
        /// Right.
        right: Expr,
    },
    /// `a / b rounded down`
    Divide {
        /// Above the line.
        left: Expr,
        /// Below the line.
        right: Expr,
        /// How; leaving it out is reported later.
        rounding: Option<Rounding>,
    },
    /// `distance(a, b) rounded up`
    Rounded {
        /// What is rounded.
        value: Expr,
        /// How.
        rounding: Rounding,
    },
    /// `a >= b`
    Compare {
        /// Which.
        order: Order,
        /// Left.
        left: Expr,
        /// Right.
        right: Expr,
    },
    /// `a is not flank or rear`
    Is {
        /// What is asked about.
        value: Expr,
        /// `is not`
        negated: bool,
        /// One or more.
        words: Vec<Name>,
    },
    /// `a is not target.side`
    Same {
        /// What is asked about.
        value: Expr,
        /// `is not`
        negated: bool,
        /// The other value.
        other: Expr,
    },
    /// `a has pak-40 or steady`
    Has {
        /// What is asked about.
        unit: Expr,
        /// `has not`
        negated: bool,
        /// One or more.
        traits: Vec<Name>,
    },
    /// `cube meets need`
    Meets {
        /// The face.
        face: Expr,
        /// The value of a scale.
        need: Expr,
    },
    /// `a raised by b`
    Shift {
        /// A value of a scale.
        value: Expr,
        /// `raised`, else `lowered`.
        up: bool,
        /// How far.
        by: Expr,
    },
    /// `a limited to 0..4`
    Limit {
        /// What is held.
        value: Expr,
        /// Least.
        low: Option<i32>,
        /// Most.
        high: Option<i32>,
    },
    /// `number of unit: squad where unit is pinned`
    Aggregate {
        /// What is worked out.
        aggregate: Aggregate,
        /// Of what; only of totals, the highest and the lowest.
        value: Option<Expr>,
        /// Over which units.
        selection: Selection,
        /// Which is first.
        ordering: Option<Ordering>,
    },
    /// `a if c otherwise b`
    If {
        /// What is asked.
        condition: Expr,
        /// When it holds.
        then: Expr,
        /// When it does not.
        otherwise: Expr,
    },
}
