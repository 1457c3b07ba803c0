//! Bounds on the number of cards that a body draws from a deck, by interval arithmetic over its statements.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Expr, Iteration, LocalId, NONE, ProcedureId, RuleBook, Statement, blocks, walk_statements,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;
/// The fewest sides of a game whose ruleset names none.
const FEWEST_SIDES: u64 = 2;

/// The construct that a statement may leave before its end; each includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    Never,
    Round,
    Loop,
    Rule,
    Game,
}

impl Exit {
    /// Returns the exit of a statement, without those of its blocks and of what it calls.
    fn of(statement: &Statement) -> Self {
        if statement.ends_game() {
            Self::Game
        } else if statement.ends_rule() || statement.is_cancel() || statement.window().is_some() {
            // A reaction at a window may cancel the rule.
            Self::Rule
        } else if statement.is_done() {
            Self::Loop
        } else if statement.is_jump() {
            Self::Round
        } else {
            Self::Never
        }
    }

    /// Returns itself if it leaves more than a construct, else no exit.
    fn beyond(self, construct: Self) -> Self {
        match self > construct {
            true => self,
            false => Self::Never,
        }
    }
}

/// The number of cards that statements draw.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draws {
    /// The fewest cards; the deck is empty before the end if it has no more.
    pub(super) least: u64,
    /// The most cards; `u64::MAX` if they are not bounded.
    pub(super) most: u64,
    exit: Exit,
}

impl Draws {
    const NONE: Self = Self {
        least: 0,
        most: 0,
        exit: Exit::Never,
    };

    /// Whether the game may end before its last statement.
    pub(super) fn may_end_game(&self) -> bool {
        self.exit == Exit::Game
    }

    /// Adds the draws of the statements after it, which are executed unless it leaves the block.
    fn then(self, next: Self) -> Self {
        let certain = match self.exit {
            Exit::Never => next.least,
            Exit::Round | Exit::Loop | Exit::Rule | Exit::Game => 0,
        };
        Self {
            least: self.least.saturating_add(certain),
            most: self.most.saturating_add(next.most),
            exit: self.exit.max(next.exit),
        }
    }

    /// Returns the bounds of one of two blocks.
    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            exit: self.exit.max(other.exit),
        }
    }

    /// Returns the bounds of a loop with these bounds in a round.
    fn times(self, (fewest, most): (u64, u64)) -> Self {
        let certain = match self.exit {
            Exit::Never | Exit::Round => fewest,
            Exit::Loop | Exit::Rule | Exit::Game => fewest.min(1),
        };
        Self {
            least: self.least.saturating_mul(certain),
            most: self.most.saturating_mul(most),
            exit: self.exit.beyond(Exit::Loop),
        }
    }

    /// Returns the bounds of a construct from those of its block.
    fn around(self, construct: Exit) -> Self {
        Self {
            exit: self.exit.beyond(construct),
            ..self
        }
    }
}

/// The deck whose draws are counted.
#[derive(Clone, Copy)]
pub(super) struct Counted<'b> {
    pub(super) book: &'b RuleBook,
    /// Index of the deck in the book.
    pub(super) deck: usize,
    /// The side whose deck it is, if each side has one; 0 if the ruleset names none.
    pub(super) side: Option<usize>,
}

impl Counted<'_> {
    /// Returns the bounds of a body, with its first draw.
    pub(super) fn bounds(self, body: &[Statement]) -> (Draws, Option<Span>) {
        let mut search = Search {
            counted: self,
            first: None,
            open: BTreeSet::new(),
            locals: Locals::default(),
        };
        let draws = search.block(body, MAX_DEPTH);
        (draws, search.first)
    }

    /// Returns the bounds of statements that are not followed: with the rules that they call, and the reactions at their windows.
    pub(super) fn reached(self, block: &[Statement]) -> Draws {
        let mut draws = Draws::NONE;
        walk_statements(block, &mut |inner| {
            draws.exit = draws.exit.max(Exit::of(inner));
            true
        });
        visit_reached(self.book, block, &mut |inner| {
            if self.is_draw(inner) {
                draws.most = u64::MAX;
            }
            if inner.ends_game() {
                draws.exit = Exit::Game;
            }
        });
        draws
    }

    fn is_draw(self, statement: &Statement) -> bool {
        let top = statement.choice().and_then(|choice| choice.top_card);
        top.is_some_and(|top| top.deck == self.deck)
    }
}

/// The locals of a rule whose values are known.
#[derive(Default)]
struct Locals {
    sides: BTreeMap<LocalId, usize>,
    /// Those that are cards of the deck: not `none` as long as it has some.
    cards: BTreeSet<LocalId>,
}

struct Search<'b> {
    counted: Counted<'b>,
    first: Option<Span>,
    /// Procedures on the current call path.
    open: BTreeSet<ProcedureId>,
    locals: Locals,
}

impl Search<'_> {
    fn block(&mut self, block: &[Statement], depth: usize) -> Draws {
        block.iter().fold(Draws::NONE, |draws, statement| {
            draws.then(self.statement(statement, depth))
        })
    }

    fn statement(&mut self, statement: &Statement, depth: usize) -> Draws {
        if self.counted.is_draw(statement) {
            return self.draw(statement);
        }
        if let Some((condition, then, otherwise)) = statement.branch() {
            return match self.is_met(condition) {
                Some(true) => self.taken(then, otherwise, depth),
                Some(false) => self.taken(otherwise, then, depth),
                None => self.block(then, depth).or(self.block(otherwise, depth)),
            };
        }
        if let Some(body) = statement.grouped() {
            return self.block(body, depth);
        }
        if let Some((body, rounds)) = rounds(statement) {
            return self.block(body, depth).times(rounds);
        }
        if let Some(each) = statement.each().filter(|each| self.is_each_side(each)) {
            return self.each_side(&each, depth);
        }
        self.other(statement, depth)
    }

    /// Returns the bounds of a block that is executed while there are cards, instead of another one. If the other one ends the game or the loop, the
    /// deck may be meant to run out; one that stops may only skip what needs the card.
    fn taken(&mut self, block: &[Statement], other: &[Statement], depth: usize) -> Draws {
        let draws = self.block(block, depth);
        let exit = match self.counted.reached(other).exit {
            end @ (Exit::Loop | Exit::Game) => draws.exit.max(end),
            Exit::Never | Exit::Round | Exit::Rule => draws.exit,
        };
        Draws { exit, ..draws }
    }

    fn draw(&mut self, statement: &Statement) -> Draws {
        let Some(choice) = statement.choice() else {
            return Draws::NONE;
        };
        let (book, side) = (self.counted.book, self.counted.side);
        let deck = book.decks.get(self.counted.deck);
        let of = deck.zip(choice.units());
        let of = of.and_then(|(deck, cards)| self.side_of(deck.side_of(cards)?));
        let (least, most) = match (side, of) {
            (None, _) => (1, 1),
            (Some(side), Some(of)) => (u64::from(side == of), u64::from(side == of)),
            (Some(_), None) => (0, 1),
        };
        if least > 0 {
            self.first.get_or_insert(statement.span);
            let card = choice.values().map(|(card, _)| card);
            self.locals.cards.extend(card);
        }
        Draws {
            least,
            most,
            exit: Exit::Never,
        }
    }

    /// Returns whether a condition is met, if it only asks for a side that is known, or whether the deck was empty.
    fn is_met(&self, condition: &Expr) -> Option<bool> {
        let (is_same, left, right) = condition.sameness()?;
        let is_card = |expr: &Expr| {
            let card = expr.local();
            card.is_some_and(|card| self.locals.cards.contains(&card))
        };
        match is_card(left) && right.constant_value() == Some(NONE) {
            true => Some(!is_same),
            false if self.counted.book.sides.is_empty() => None,
            false => Some(is_same == (self.side_of(left)? == self.side_of(right)?)),
        }
    }

    fn side_of(&self, expr: &Expr) -> Option<usize> {
        let local = expr.local();
        expr.named_side()
            .or_else(|| self.locals.sides.get(&local?).copied())
    }

    /// Whether a loop is over all sides.
    fn is_each_side(&self, each: &Iteration<'_>) -> bool {
        let side = self.counted.book.side_kind();
        side.is_some_and(|side| each.selection.kinds.has(side))
            && each.selection.condition.is_none()
    }

    fn each_side(&mut self, each: &Iteration<'_>, depth: usize) -> Draws {
        let n_named = self.counted.book.sides.len();
        let sides = match self.counted.side {
            // Sides without names draw from one deck.
            None if n_named == 0 => {
                return self.block(each.body, depth).times((FEWEST_SIDES, u64::MAX));
            }
            // A single side represents those without names.
            Some(_) | None => 0..n_named.max(1),
        };
        let draws = sides.fold(Draws::NONE, |draws, side| {
            self.locals.sides.insert(each.selection.local, side);
            draws.then(self.block(each.body, depth).around(Exit::Round))
        });
        self.locals.sides.remove(&each.selection.local);
        draws.around(Exit::Loop)
    }

    /// Returns the bounds of a call, of alternative blocks, of a block that is executed any number of times, and of other statements.
    fn other(&mut self, statement: &Statement, depth: usize) -> Draws {
        let called = statement.called_action(self.counted.book);
        let evaluated = statement.evaluated().and_then(Expr::call);
        if let Some((id, arguments)) = called.or(evaluated) {
            return self.call(statement, (id, arguments), depth);
        }
        let mut inner = blocks(statement).peekable();
        if statement.window().is_some() || inner.peek().is_none() {
            return self.counted.reached(std::slice::from_ref(statement));
        }
        let any = inner.fold(Draws::NONE, |draws, block| {
            draws.or(self.block(block, depth))
        });
        match statement.turns() {
            Some(_) => any.times((0, u64::MAX)),
            None => any,
        }
    }

    fn call(
        &mut self,
        statement: &Statement,
        (id, arguments): (ProcedureId, &[Expr]),
        depth: usize,
    ) -> Draws {
        let reached = self.counted.reached(std::slice::from_ref(statement));
        let called = self.counted.book.procedures.get(id.at());
        let called = called.filter(|_| reached.most > 0 && depth > 0);
        let Some(called) = called.filter(|_| self.open.insert(id)) else {
            return reached;
        };
        let given = arguments.iter().enumerate();
        let sides = given.filter_map(|(at, one)| Some((LocalId::new(at), self.side_of(one)?)));
        let own = Locals {
            sides: sides.collect(),
            cards: BTreeSet::new(),
        };
        let outer = std::mem::replace(&mut self.locals, own);
        let draws = self.block(&called.body, depth - 1);
        self.locals = outer;
        self.open.remove(&id);
        draws.around(Exit::Rule)
    }
}

/// Returns the block of a loop with the fewest and the most rounds.
fn rounds(statement: &Statement) -> Option<(&[Statement], (u64, u64))> {
    if let Some(repeat) = statement.repetition() {
        let (fewest, most) = repeat.times.map_or((0, u64::MAX), amount);
        let fewest = match repeat.until {
            Some(_) => 0,
            None => fewest,
        };
        return Some((repeat.body, (fewest, most)));
    }
    let count = statement.count()?;
    let ends = count.from.literal().zip(count.to.literal());
    let rounds = ends.map(|(from, to)| (i64::from(to) - i64::from(from)).unsigned_abs() + 1);
    let rounds = rounds.map_or((0, u64::MAX), |rounds| (rounds, rounds));
    Some((count.body, rounds))
}

/// Returns the least and the largest value of a literal number or a roll.
fn amount(times: &Expr) -> (u64, u64) {
    if let Some(number) = times.literal() {
        let number = u64::from(number.max(0).unsigned_abs());
        return (number, number);
    }
    match times.numbered_dice() {
        Some((count, sides)) => (count.into(), u64::from(count).saturating_mul(sides.into())),
        None => (0, u64::MAX),
    }
}
