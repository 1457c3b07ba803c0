//! Statements, and what stands below them.

use super::{Cell, Expr, ExprKind, Name, Ordering, Selection, Ties};
use sandtable_source::{Span, Spanned};

/// Statements, in order.
pub type Block = Vec<Statement>;

/// One statement with the sections it cites; its span is its head line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its effect.
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
    /// Its text.
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

/// The kind of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `need = …`
    Let {
        /// New in this block.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `roll 2d6 + bonus`, `roll d6 as attack, d6 as defence`
    Roll(Vec<Rolled>),
    /// `hit when cube is red`; without a condition: `miss otherwise`
    Outcome {
        /// One of the roll's outcomes.
        word: Name,
        /// The condition; `None` for `otherwise`.
        when: Option<Expr>,
    },
    /// `hit on 5+`: by what the roll above shows
    OutcomeOn {
        /// One of the roll's outcomes.
        word: Name,
        /// The condition.
        shown: RollCondition,
    },
    /// `on 1-3: destroy unit`, `otherwise: stop`
    On {
        /// The condition; `None` for what no `on` line above asks for.
        shown: Option<RollCondition>,
        /// The body.
        body: Block,
    },
    /// `result 7`
    Result(Expr),
    /// `needs line-of-sight(firer, target) "a line of sight"`
    Needs {
        /// The condition.
        condition: Expr,
        /// In the players' words.
        why: Option<Spanned<String>>,
    },
    /// `if …: … else: …`; an `else if` is an `otherwise` that holds one `If`
    If {
        /// The question.
        condition: Expr,
        /// Taken when it holds.
        then: Block,
        /// Taken when it does not.
        otherwise: Option<Block>,
    },
    /// `repeat 3 times`
    Repeat {
        /// The times.
        times: Expr,
        /// The body.
        body: Block,
    },
    /// `repeat until …, at most 8 times`
    RepeatUntil {
        /// Looked at before each round.
        until: Expr,
        /// Most rounds; `None` for a loop without a limit.
        most: Option<Expr>,
        /// The body.
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
        /// The body.
        body: Block,
    },
    /// `each unit: squad where unit is pinned in order of unit.men, highest first`
    Each {
        /// The selection.
        selection: Selection,
        /// In which order; else as listed.
        ordering: Option<Ordering>,
        /// The body.
        body: Block,
    },
    /// `each die of 3d6`
    EachDie {
        /// The number or face that the die shows.
        name: Name,
        /// The dice, without anything that is done with them together.
        dice: Expr,
        /// The body.
        body: Block,
    },
    /// `alternate side in order of side.place, lowest first while side.units > 0`
    Alternate {
        /// The selection.
        selection: Selection,
        /// In which order; else as listed.
        ordering: Option<Ordering>,
        /// Asked at each turn; who does not meet it is passed over, and when nobody does, it ends.
        condition: Expr,
        /// The body.
        body: Block,
    },
    /// `at the same time`: worked out on the state before, then all changes are made
    Simultaneous {
        /// The body.
        body: Block,
    },
    /// `phase fire "Fire" [4]`
    Phase {
        /// The name.
        name: Name,
        /// Shown to players.
        title: Option<Spanned<String>>,
        /// Its statements.
        body: Block,
    },
    /// `rank side by side.points, highest first, ties d6, into side.place`
    Rank {
        /// The selection.
        selection: Selection,
        /// The value that is compared, and the direction.
        ordering: Ordering,
        /// `None` where it is not said.
        ties: Option<Ties>,
        /// The track that keeps the place.
        place: Expr,
    },
    /// `end game won by unit.side`
    EndGame {
        /// The winner, if there is one.
        winner: Option<Expr>,
    },
    /// `depending on cube`
    Depending {
        /// The question.
        value: Expr,
        /// In written order.
        arms: Vec<Spanned<Arm>>,
    },
    /// `add 1 to target.hits`
    Change {
        /// Add, take or set.
        how: Change,
        /// The amount, or the new value.
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
        /// Its owner, if the game has sides.
        owner: Option<Expr>,
        /// The most that can be created in a game.
        most: Spanned<i32>,
    },
    /// `draw card from orders for side`
    Draw {
        /// Stands for the card from here on.
        name: Name,
        /// The deck.
        deck: Name,
        /// The side whose hand it joins; without one it is put into play.
        owner: Option<Expr>,
    },
    /// `look at 3 of orders by side`
    LookAt {
        /// The number of cards, from the top.
        n_cards: Expr,
        /// The deck.
        deck: Name,
        /// The side that sees them.
        by: Option<Expr>,
    },
    /// `shuffle orders`
    Shuffle {
        /// The deck.
        deck: Name,
        /// `reshuffle`: with the discards.
        with_discards: bool,
    },
    /// `discard card`
    MoveCard {
        /// The card.
        card: Expr,
        /// Its new pile.
        to: PileMove,
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
        /// The options; the name stands for the chosen one from here on.
        among: Among,
        /// It may be nothing.
        or_none: bool,
        /// The side that decides.
        by: Option<Chooser>,
        /// Worth of an option; the name stands for it.
        worth: Option<Expr>,
        /// The decision, in the players' words.
        title: Option<Spanned<String>>,
    },
    /// `choose up to 3 squad where … by side, worth … "who rallies"`, `choose any number of …`
    ChooseSeveral {
        /// The most that can be chosen; `None` for any number.
        most: Option<Expr>,
        /// The options; the name stands for each in turn.
        selection: Selection,
        /// The side that decides.
        by: Option<Chooser>,
        /// Worth of an option; the name stands for it.
        worth: Option<Expr>,
        /// The decision, in the players' words.
        title: Option<Spanned<String>>,
        /// Run for each chosen one when all are chosen; it may be empty.
        body: Block,
    },
    /// `choose by unit.side "what it does"`, with a line for each option
    ChooseOne {
        /// The side that decides.
        by: Option<Chooser>,
        /// The decision, in the players' words.
        title: Option<Spanned<String>>,
        /// In written order.
        options: Vec<Spanned<Offered>>,
    },
    /// `may by unit.side "dodge" if unit.actions >= 1, worth 2: …`
    May {
        /// The side that decides.
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
        /// The side that decides.
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
    /// `nothing`
    Nothing,
    /// `next`: continues the innermost loop
    Next,
    /// `done`: leaves the innermost loop
    Done,
    /// `report shots, target.hits`
    Report(Vec<Expr>),
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
    /// The name that stands for what is shown: the given one, or that of the die.
    #[must_use]
    pub fn bound(&self) -> Option<&Name> {
        match (&self.name, self.value.value.as_ref()) {
            (Some(name), _) | (None, ExprKind::Roll(name)) => Some(name),
            (None, _) => None,
        }
    }
}

/// The options.
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
    /// Name of the choice.
    #[must_use]
    pub fn name(&self) -> &Name {
        match self {
            Self::Numbers { name, .. } => name,
            Self::Listed(selection) => &selection.name,
        }
    }
}

/// The one who decides: `by firer.side`, `at random`
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chooser {
    /// A side, or that of a unit.
    Side(Expr),
    /// Nobody: it is drawn.
    Chance,
    /// Nobody: it is drawn, each option by its weight; the name stands for it.
    Weighted(Expr),
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
    /// Its worth.
    pub worth: Option<Expr>,
    /// Its statements.
    pub body: Block,
}

/// `red, blue: add 1 to target.hits`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// `None` for `otherwise`. Items as in a key cell of a table.
    pub values: Option<Spanned<Cell>>,
    /// Its statements.
    pub body: Block,
}
