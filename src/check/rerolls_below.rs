//! Analysis of the statements after a roll: its optional rerolls, and reads of values that a reroll has made stale.

use sandtable_source::Span;
use sandtable_syntax::ast::walk::{Visitor, blocks, walk_expr, walk_statement};
use sandtable_syntax::ast::{self, CellItem, RerolledDice, RollCondition, StatementKind};

/// The rerolls of a roll in the statements after it.
pub(super) struct Rerolls {
    /// Number of those that can be used, as far as a second one is of interest; those in loops count twice.
    pub(super) n: usize,
    /// Whether some are of single dice.
    pub(super) of_dice: bool,
}

/// The rerolls of a roll in the statements after it: those with its name, and those without a name up to the next roll.
pub(super) fn rerolls_of(rest: &[ast::Statement], roll: Option<&ast::Name>) -> Rerolls {
    let mut search = RerollSearch {
        roll: roll.map(|name| name.value.as_str()),
        is_last: true,
        is_hidden: false,
        around: Vec::new(),
        n_loops: 0,
        found: Rerolls {
            n: 0,
            of_dice: false,
        },
    };
    rest.iter()
        .for_each(|statement| search.statement(statement));
    search.found
}

struct RerollSearch<'n> {
    /// Name of the roll, if it has one.
    roll: Option<&'n str>,
    /// Whether the roll is the last one above, which a reroll without a name is for.
    is_last: bool,
    /// Whether another roll has taken its name.
    is_hidden: bool,
    /// `is_last` and `is_hidden` at the start of each enclosing block.
    around: Vec<(bool, bool)>,
    n_loops: usize,
    found: Rerolls,
}

impl<'t> Visitor<'t> for RerollSearch<'_> {
    fn statement(&mut self, statement: &'t ast::Statement) {
        let kind = &statement.kind.value;
        if let StatementKind::MayReroll { roll, dice, .. } = kind {
            let name = roll.as_ref().and_then(|roll| roll.value.name());
            let is_of_roll = match name {
                Some(_) => name == self.roll && !self.is_hidden,
                None => self.is_last,
            };
            if is_of_roll {
                self.found.n += 1 + self.n_loops.min(1);
                self.found.of_dice |= *dice != RerolledDice::All;
            }
        }
        let before = (self.is_last, self.is_hidden);
        self.is_last &= !matches!(kind, StatementKind::EachDie { .. });
        self.n_loops += usize::from(is_loop(kind));
        walk_statement(self, statement);
        self.n_loops -= usize::from(is_loop(kind));
        (self.is_last, self.is_hidden) = before;
        if let StatementKind::Roll(rolls) = kind {
            let takes_name = |roll: &ast::Rolled| {
                let name = roll.bound().map(|name| name.value.as_str());
                name.is_some() && name == self.roll
            };
            self.is_hidden |= rolls.iter().any(takes_name);
            self.is_last = false;
        }
    }

    fn open_scope(&mut self) {
        self.around.push((self.is_last, self.is_hidden));
    }

    fn close_scope(&mut self) {
        if let Some(around) = self.around.pop() {
            (self.is_last, self.is_hidden) = around;
        }
    }
}

/// Whether a statement can run its block several times.
fn is_loop(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Each { .. }
        | StatementKind::EachDie { .. }
        | StatementKind::Alternate { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::RepeatUntil { .. }
        | StatementKind::Count { .. }
        | StatementKind::ChooseSeveral { .. } => true,
        StatementKind::Let { .. }
        | StatementKind::Remove(_)
        | StatementKind::Roll(_)
        | StatementKind::Outcome { .. }
        | StatementKind::OutcomeOn { .. }
        | StatementKind::Needs { .. }
        | StatementKind::Must { .. }
        | StatementKind::Rank { .. }
        | StatementKind::Phase { .. }
        | StatementKind::If { .. }
        | StatementKind::Depending { .. }
        | StatementKind::Change { .. }
        | StatementKind::Move { .. }
        | StatementKind::Destroy(_)
        | StatementKind::Create { .. }
        | StatementKind::Replace { .. }
        | StatementKind::Draw { .. }
        | StatementKind::LookAt { .. }
        | StatementKind::MoveCard { .. }
        | StatementKind::Shuffle { .. }
        | StatementKind::OnceEach { .. }
        | StatementKind::Choose { .. }
        | StatementKind::ChooseOne { .. }
        | StatementKind::May { .. }
        | StatementKind::MayReroll { .. }
        | StatementKind::Open { .. }
        | StatementKind::Cancel
        | StatementKind::At { .. }
        | StatementKind::Worth(_)
        | StatementKind::Simultaneous { .. }
        | StatementKind::Stop
        | StatementKind::Nothing
        | StatementKind::Next
        | StatementKind::Done
        | StatementKind::Result(_)
        | StatementKind::Report(_)
        | StatementKind::On { .. }
        | StatementKind::EndGame { .. }
        | StatementKind::Call(_) => false,
    }
}

/// The first place where a name is read after a reroll, on some path through the statements in which the name is known;
/// `reroll` is the span of the reroll.
pub(super) fn stale_read(known_in: &[ast::Statement], name: &str, reroll: Span) -> Option<Span> {
    let mut flow = StaleFlow {
        name,
        reroll,
        jumped: None,
        found: None,
    };
    flow.block(known_in, Some(Stale(false)));
    flow.found
}

/// The first place where the statements after a reroll read a name.
pub(super) fn stale_read_below(rest: &[ast::Statement], name: &str) -> Option<Span> {
    let mut flow = StaleFlow {
        name,
        reroll: Span::nowhere(),
        jumped: None,
        found: None,
    };
    flow.block(rest, Some(Stale(true)));
    flow.found
}

/// The statements after the one that declares a name, in its block and the blocks inside of it.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these statements mention the dice that were rolled"
)]
pub(super) fn after_declaration(
    block: &[ast::Statement],
    declared: Span,
) -> Option<&[ast::Statement]> {
    for (at, statement) in block.iter().enumerate() {
        let is_it = match &statement.kind.value {
            StatementKind::Let { name, .. } => name.span == declared,
            StatementKind::Roll(rolls) => {
                let mut names = rolls.iter().filter_map(|roll| roll.name.as_ref());
                names.any(|name| name.span == declared)
            }
            _ => false,
        };
        if is_it {
            return block.get(at + 1..);
        }
        let inner = blocks(statement).into_iter();
        let mut inner = inner.filter_map(|block| after_declaration(block, declared));
        if let Some(found) = inner.next() {
            return Some(found);
        }
    }
    None
}

/// Whether a value may be of old dice at a point. `None` in its place is a point that no path reaches; the greater of
/// two holds where their paths meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stale(bool);

/// Forward analysis of the paths from a declaration.
struct StaleFlow<'n> {
    name: &'n str,
    reroll: Span,
    /// At the `next` and `done` lines of the innermost loop.
    jumped: Option<Stale>,
    found: Option<Span>,
}

impl StaleFlow<'_> {
    fn block(&mut self, block: &[ast::Statement], before: Option<Stale>) -> Option<Stale> {
        block
            .iter()
            .fold(before, |state, statement| self.step(statement, state))
    }

    /// The state after a statement.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only these statements mention the dice that were rolled"
    )]
    fn step(&mut self, statement: &ast::Statement, before: Option<Stale>) -> Option<Stale> {
        let kind = &statement.kind.value;
        before?;
        if before == Some(Stale(true)) && self.found.is_none() {
            self.found = own_read(statement, self.name);
        }
        if statement.kind.span == self.reroll && matches!(kind, StatementKind::MayReroll { .. }) {
            return Some(Stale(true));
        }
        if is_loop(kind) {
            return self.looped(statement, before);
        }
        match kind {
            StatementKind::If {
                then, otherwise, ..
            } => {
                let then = self.block(then, before);
                let otherwise = otherwise
                    .as_ref()
                    .map_or(before, |block| self.block(block, before));
                then.max(otherwise)
            }
            StatementKind::Phase { body, .. } | StatementKind::Simultaneous { body } => {
                self.block(body, before)
            }
            StatementKind::Next | StatementKind::Done => {
                self.jumped = self.jumped.max(before);
                None
            }
            StatementKind::Stop
            | StatementKind::Result(_)
            | StatementKind::Cancel
            | StatementKind::EndGame { .. } => None,
            // One of its blocks runs, or none.
            _ => {
                let inner = blocks(statement).into_iter();
                inner.fold(before, |after, block| after.max(self.block(block, before)))
            }
        }
    }

    /// The state after a loop: a second round begins with the state at the end of the first.
    fn looped(&mut self, statement: &ast::Statement, before: Option<Stale>) -> Option<Stale> {
        let around = self.jumped.take();
        let mut state = before;
        for _ in 0..2 {
            for block in blocks(statement) {
                let end = self.block(block, state);
                state = state.max(end).max(self.jumped);
            }
            if state == Some(Stale(true)) && self.found.is_none() {
                self.found = round_condition(&statement.kind.value)
                    .and_then(|condition| first_read(self.name, |search| search.expr(condition)));
            }
        }
        self.jumped = around;
        state
    }
}

/// The condition that a loop evaluates before each round.
fn round_condition(kind: &StatementKind) -> Option<&ast::Expr> {
    if let StatementKind::RepeatUntil {
        until: condition, ..
    }
    | StatementKind::Alternate { condition, .. } = kind
    {
        Some(condition)
    } else {
        None
    }
}

/// Returns the place where a statement itself, without the blocks below it, reads a name.
fn own_read(statement: &ast::Statement, name: &str) -> Option<Span> {
    // `on need+` reads a name that is written like the words of a scale.
    if let StatementKind::On {
        shown: Some(RollCondition::Cell(cell)),
        ..
    }
    | StatementKind::OutcomeOn {
        shown: RollCondition::Cell(cell),
        ..
    } = &statement.kind.value
        && cell.value.iter().any(
            |item| matches!(item, CellItem::Words { low: Some(low), high: None } if low == name),
        )
    {
        return Some(cell.span);
    }
    first_read(name, |search| walk_statement(search, statement))
}

/// Returns the place where a walk over a part of a statement first meets a name.
fn first_read<'n>(name: &'n str, walk: impl FnOnce(&mut ReadSearch<'n>)) -> Option<Span> {
    let mut search = ReadSearch { name, found: None };
    walk(&mut search);
    search.found
}

struct ReadSearch<'n> {
    name: &'n str,
    found: Option<Span>,
}

impl<'t> Visitor<'t> for ReadSearch<'_> {
    /// The blocks below a statement are not part of it.
    fn statement(&mut self, _: &'t ast::Statement) {}

    fn expr(&mut self, expr: &'t ast::Expr) {
        if expr.value.name() == Some(self.name) {
            self.found = self.found.or(Some(expr.span));
        }
        walk_expr(self, expr);
    }
}
