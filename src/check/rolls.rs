//! Statements that roll dice: `roll 2d6 + bonus`, `each die of 3d6`.
//!
//! Reports: E0206.

use super::expression::{joined, typed};
use super::on_lines::alike;
use super::scope::{LastRoll, OnLines, Scope};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Arithmetic, Dimension, Expr, ExprKind, LocalId, Statement, StatementKind, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::{ast, value_text};

/// Most dice of one roll whose faces are compared with each other.
pub(super) const MOST_COMPARED: u32 = 6;

impl Scope<'_, '_> {
    /// The kept values of `roll d6 as attack, d6 as defence`; `rest` is what comes after it in its block.
    pub(super) fn roll(
        &mut self,
        rolls: &[ast::Rolled],
        rest: &[ast::Statement],
        span: Span,
    ) -> Vec<StatementKind> {
        let mut kept = Vec::new();
        let mut last = LastRoll {
            span,
            shown: None,
            dice: Vec::new(),
            taken: Vec::new(),
            asked: OnLines::default(),
        };
        for roll in rolls {
            let mut value = self.expr(&roll.value, None);
            value = self.some(value);
            if rolls.len() == 1 && asks_for_alike(rest) {
                last.dice = self.each_die(&mut value, &mut kept);
            }
            let local = match roll.bound() {
                Some(name) => {
                    if roll.name.is_some() {
                        self.fresh(name);
                    }
                    self.declare(name, value.ty, false)
                }
                None => self.hidden(value_text(&roll.value), roll.value.span, value.ty),
            };
            if let Some(range) = self.range_of(&value) {
                self.ranges.insert(local, range);
            }
            last.shown = (rolls.len() == 1).then_some(local);
            kept.push(StatementKind::Let { local, value });
        }
        self.rolled.push(last);
        kept
    }

    /// `each die of 3d6`: rolls one die in each round, about which `on` lines ask.
    pub(super) fn for_each_die(
        &mut self,
        name: &ast::Name,
        dice: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Option<StatementKind> {
        let Some((times, die)) = self.single_dice(dice) else {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`each` needs dice alone")
                    .label(dice.span, "more than dice")
                    .help("write only the dice, `each die of 3d6`; what is done with each goes into the block"),
            );
            return None;
        };
        let mark = self.enter();
        let value = self.expr(&die, None);
        let value = self.some(value);
        self.fresh(name);
        let local = self.declare(name, value.ty, false);
        if let Some(range) = self.range_of(&value) {
            self.ranges.insert(local, range);
        }
        self.rolled.push(LastRoll {
            span: dice.span,
            shown: Some(local),
            dice: Vec::new(),
            taken: Vec::new(),
            asked: OnLines::default(),
        });
        let roll = Statement {
            kind: StatementKind::Let { local, value },
            citations: Vec::new(),
            span,
        };
        let rest = self.loop_body(body);
        self.leave(mark);
        Some(StatementKind::Repeat {
            until: None,
            times: Some(times),
            body: std::iter::once(roll).chain(rest).collect(),
        })
    }

    /// The number of some dice, and one of them; `None` if there is more than dice.
    fn single_dice(&mut self, dice: &ast::Expr) -> Option<(Expr, ast::Expr)> {
        let span = dice.span;
        let number = |n: u32| {
            let n = i32::try_from(n).unwrap_or(i32::MAX);
            typed(ExprKind::Constant(n), Type::Number(Dimension::Plain), span)
        };
        let one = |kind| Spanned::new(Box::new(kind), span);
        match dice.value.as_ref() {
            ast::ExprKind::Dice {
                count,
                sides,
                measure,
            } => {
                let die = ast::ExprKind::Dice {
                    count: 1,
                    sides: *sides,
                    measure: *measure,
                };
                Some((number(*count), one(die)))
            }
            ast::ExprKind::Roll(_) | ast::ExprKind::RollOf(_) => Some((number(1), dice.clone())),
            ast::ExprKind::Pool(roll)
                if roll.pick.is_none()
                    && roll.opposed.is_none()
                    && roll.pool.treatments.is_empty() =>
            {
                let times = match &roll.pool.count {
                    ast::Count::Number(count) => number(*count),
                    ast::Count::Value(count) => self.count(count),
                };
                let die = match &roll.pool.die {
                    ast::PoolDie::Sides(sides) => ast::ExprKind::Dice {
                        count: 1,
                        sides: *sides,
                        measure: None,
                    },
                    ast::PoolDie::Named(name) => ast::ExprKind::Roll(name.clone()),
                    ast::PoolDie::Value(value) => ast::ExprKind::RollOf(value.clone()),
                };
                Some((times, one(die)))
            }
            _ => None,
        }
    }

    /// Rolls the dice that a value begins with one by one. Returns their names; none if they are not several ordinary dice.
    fn each_die(&mut self, value: &mut Expr, kept: &mut Vec<StatementKind>) -> Vec<LocalId> {
        let Some(pool) = leading(value) else {
            return Vec::new();
        };
        let ExprKind::Dice {
            count: count @ 2..=MOST_COMPARED,
            sides,
        } = pool.kind
        else {
            return Vec::new();
        };
        let (ty, span) = (pool.ty, pool.span);
        let mut dice = Vec::new();
        let mut sum: Option<Expr> = None;
        for at in 1..=count {
            let local = self.hidden(format!("die {at}"), span, ty);
            let die = typed(ExprKind::Dice { count: 1, sides }, ty, span);
            kept.push(StatementKind::Let { local, value: die });
            let shown = typed(ExprKind::Local(local), ty, span);
            sum = Some(match sum {
                None => shown,
                Some(before) => joined(Arithmetic::Add, before, shown, ty, span),
            });
            dice.push(local);
        }
        if let (Some(pool), Some(sum)) = (leading(value), sum) {
            *pool = sum;
        }
        dice
    }
}

/// The dice that a value begins with.
fn leading(value: &mut Expr) -> Option<&mut Expr> {
    if matches!(value.kind, ExprKind::Dice { .. }) {
        return Some(value);
    }
    if let ExprKind::Binary { left: first, .. }
    | ExprKind::Divide { left: first, .. }
    | ExprKind::Limit { value: first, .. } = &mut value.kind
    {
        return leading(first);
    }
    None
}

/// Whether what comes after a roll, up to the next one, asks for dice that show the same face.
fn asks_for_alike(rest: &[ast::Statement]) -> bool {
    let is_roll =
        |statement: &&ast::Statement| matches!(statement.kind.value, ast::StatementKind::Roll(_));
    rest.iter()
        .take_while(|statement| !is_roll(statement))
        .any(|statement| {
            let own = match &statement.kind.value {
                ast::StatementKind::On {
                    shown: Some(ast::RollCondition::Cell(shown)),
                    ..
                }
                | ast::StatementKind::OutcomeOn {
                    shown: ast::RollCondition::Cell(shown),
                    ..
                } => shown.value.iter().any(|item| alike(item).is_some()),
                _ => false,
            };
            own || ast::walk::blocks(statement)
                .into_iter()
                .any(|block| asks_for_alike(block))
        })
}
