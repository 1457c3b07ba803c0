//! `each die of 3d6`, `each shot of roll 3 cube explode star at most 5 times`: a loop that rolls one die in each round.
//!
//! Reports: E0206.

use super::expression::{constant, joined};
use super::on_lines::within;
use super::rerolls_below::rerolls_of;
use super::scope::{LastRoll, OnLines, Rerollable, Scope};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::pool::{DiceGroup, Faces};
use sandtable_model::{Arithmetic, Block, Dimension, Expr, LocalId, Statement, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, FaceItem, Order, Treatment};

/// Dice that are rolled one by one.
struct SingleDice<'t> {
    /// Number of dice.
    times: Expr,
    /// One of them.
    die: ast::Expr,
    /// Rerolls and explosions of a die, in written order.
    treatments: &'t [Spanned<Treatment>],
}

/// The faces on which a die is rolled again, how often, and under which condition.
struct DieReroll<'t> {
    on: &'t [FaceItem],
    most: i32,
    condition: Option<&'t ast::Expr>,
    explodes: bool,
    span: Span,
}

/// The die of a round.
#[derive(Clone, Copy)]
struct Shown {
    local: LocalId,
    ty: Type,
    span: Span,
}

impl Scope<'_, '_> {
    /// Builds a loop over single dice, about which `on` lines ask.
    pub(super) fn for_each_die(
        &mut self,
        name: &ast::Name,
        dice: &ast::Expr,
        body: &ast::Block,
        span: Span,
    ) -> Option<Vec<Statement>> {
        let Some(single) = self.single_dice(dice) else {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`each` needs dice alone")
                    .label(dice.span, "more than dice")
                    .help("write only the dice, perhaps with `reroll` and `explode`: `each die of 3d6 reroll 1 once`; what is done with each goes into the block"),
            );
            return None;
        };
        let rerolls: Vec<DieReroll<'_>> = single
            .treatments
            .iter()
            .map(|treatment| self.die_reroll(treatment))
            .collect::<Option<_>>()?;
        if let Some(after) = rerolls.iter().skip_while(|reroll| !reroll.explodes).nth(1) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`explode` comes last, and once")
                    .label(after.span, "")
                    .help("write `reroll` before it: `each die of 3d6 reroll 1 once explode 6 at most 10 times`"),
            );
            return None;
        }
        let mark = self.enter();
        let value = self.expr(&single.die, None);
        let value = self.some(value);
        self.fresh(name);
        let local = self.declare(name, value.ty, false);
        if let Some(range) = self.range_of(&value) {
            self.ranges.insert(local, range);
        }
        let has_several = rerolls_of(body, Some(name)).n > 1;
        let rerolled = has_several.then(|| self.hidden(String::new(), span, Type::Flag));
        self.rolled.push(LastRoll {
            span: dice.span,
            shown: Some(local),
            again: Rerollable {
                value: Some(value.clone()),
                rerolled,
                ..Rerollable::default()
            },
            taken: Vec::new(),
            asked: OnLines::default(),
        });
        let shown = Shown {
            local,
            ty: value.ty,
            span,
        };
        let steps = self.die_rerolls(&rerolls, shown, &value);
        let unused = rerolled.map(|local| Statement::bind(local, Expr::flag(false, span), span));
        let rest = self.loop_body(body);
        let rest: Block = unused.into_iter().chain(rest).collect();
        self.leave(mark);
        let roll = Statement::bind(local, value, span);
        let (rerolls, explode) = steps?;
        let Some((explodes, most)) = explode else {
            let body = std::iter::once(roll).chain(rerolls).chain(rest);
            return Some(vec![Statement::repeat(single.times, body.collect(), span)]);
        };
        Some(self.until_none_explodes(single.times, (roll, rerolls), (explodes, most), rest, span))
    }

    /// The loop of dice that explode: a further die is a round of its own, right after the one that exploded.
    fn until_none_explodes(
        &mut self,
        times: Expr,
        (roll, rerolls): (Statement, Block),
        (explodes, most): (Expr, i32),
        rest: Block,
        span: Span,
    ) -> Vec<Statement> {
        let number = Type::Number(Dimension::Plain);
        let left = self.hidden(String::new(), span, number);
        let row = self.hidden(String::new(), span, number);
        let flag = self.hidden(String::new(), span, Type::Flag);
        let read = |local, ty| Expr::of_local(local, ty, span);
        let count = |n| constant(n, number, span);
        let one_of = |condition, then, otherwise| Expr::choice_of(condition, then, otherwise, span);
        let bind = |local, value| Statement::bind(local, value, span);
        let compared = |local, order, n| Expr::compare(order, read(local, number), count(n), span);
        let goes_on = || {
            let in_time = compared(row, Order::Less, most);
            joined(
                Arithmetic::And,
                read(flag, Type::Flag),
                in_time,
                Type::Flag,
                span,
            )
        };
        let less = joined(
            Arithmetic::Subtract,
            read(left, number),
            count(1),
            number,
            span,
        );
        let more = joined(Arithmetic::Add, read(row, number), count(1), number, span);
        let mut body = vec![roll];
        if !rerolls.is_empty() {
            let is_first = compared(row, Order::Equal, 0);
            body.push(Statement::if_else(is_first, rerolls, Block::new(), span));
        }
        body.push(bind(flag, explodes));
        body.push(bind(left, one_of(goes_on(), read(left, number), less)));
        body.push(bind(row, one_of(goes_on(), more, count(0))));
        body.extend(rest);
        let rounds = joined(
            Arithmetic::Multiply,
            read(left, number),
            count(most + 1),
            number,
            span,
        );
        let until = compared(left, Order::LessOrEqual, 0);
        vec![
            bind(left, times),
            bind(row, count(0)),
            Statement::repeat_until(until, rounds, body, span),
        ]
    }

    /// Returns the number of dice, and a single one; `None` for other expressions.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other form is reported by the caller"
    )]
    fn single_dice<'t>(&mut self, dice: &'t ast::Expr) -> Option<SingleDice<'t>> {
        let span = dice.span;
        let number = |n: u32| {
            let n = i32::try_from(n).unwrap_or(i32::MAX);
            constant(n, Type::Number(Dimension::Plain), span)
        };
        let one = |kind| Spanned::new(Box::new(kind), span);
        let (times, die, treatments) = match dice.value.as_ref() {
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
                (number(*count), one(die), [].as_slice())
            }
            ast::ExprKind::Roll(_) | ast::ExprKind::RollOf(_) => {
                (number(1), dice.clone(), [].as_slice())
            }
            ast::ExprKind::Pool(roll) if roll.pick.is_none() && roll.opposed.is_none() => {
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
                (times, one(die), roll.pool.treatments.as_slice())
            }
            _ => return None,
        };
        let rolls_again = |treatment: &Spanned<Treatment>| Clause::of(&treatment.value).is_some();
        treatments.iter().all(rolls_again).then_some(SingleDice {
            times,
            die,
            treatments,
        })
    }

    /// Checks a reroll or an explosion of single dice; `None` if it has no limit, which is reported.
    fn die_reroll<'t>(&mut self, treatment: &'t Spanned<Treatment>) -> Option<DieReroll<'t>> {
        let clause = Clause::of(&treatment.value)?;
        let Some(most) = clause.most.and_then(|most| i32::try_from(most).ok()) else {
            self.needs_a_limit(treatment.span);
            return None;
        };
        Some(DieReroll {
            on: clause.on,
            most,
            condition: clause.condition,
            explodes: clause.explodes,
            span: treatment.span,
        })
    }

    /// The steps after the roll of a die: its rerolls, and whether it explodes, with the limit.
    fn die_rerolls(
        &mut self,
        treatments: &[DieReroll<'_>],
        shown: Shown,
        die: &Expr,
    ) -> Option<(Block, Option<(Expr, i32)>)> {
        let (mut rerolls, mut explode) = (Block::new(), None);
        for treatment in treatments {
            let condition = self.shows_one_of(treatment, shown, die)?;
            if treatment.explodes {
                explode = Some((condition, treatment.most));
                continue;
            }
            let span = treatment.span;
            let reroll = Statement::bind(shown.local, die.clone(), span);
            let until = Expr {
                span,
                ..Expr::negation(condition)
            };
            let times = constant(treatment.most, Type::Number(Dimension::Plain), span);
            rerolls.push(Statement::repeat_until(until, times, vec![reroll], span));
        }
        Some((rerolls, explode))
    }

    /// Whether the die shows one of the faces, and the condition is met.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other form is reported by the caller"
    )]
    fn shows_one_of(
        &mut self,
        treatment: &DieReroll<'_>,
        shown: Shown,
        die: &Expr,
    ) -> Option<Expr> {
        let group = self.faces_of(die)?;
        let mut parts = Vec::new();
        let mut fixed = Vec::new();
        for item in treatment.on {
            let (order, value) = match item {
                FaceItem::UpBy(value) => (Order::GreaterOrEqual, value),
                FaceItem::Below(value) => (Order::Less, value),
                _ => {
                    fixed.push(item.clone());
                    continue;
                }
            };
            let die = Expr::of_local(shown.local, shown.ty, shown.span);
            let bound = self.count(value);
            parts.push(Expr::compare(order, die, bound, treatment.span));
        }
        if !fixed.is_empty() {
            let faces = self.faces(&group, &fixed, true, treatment.span)?;
            if parts.is_empty() {
                self.not_all(
                    &group,
                    &faces,
                    treatment.condition.is_none(),
                    treatment.span,
                );
            }
            let Faces(ranges) = faces;
            parts.extend(
                ranges
                    .into_iter()
                    .map(|range| within(shown.local, shown.ty, range, treatment.span)),
            );
        }
        let any = Expr::any_of(parts, treatment.span)?;
        let Some(condition) = treatment.condition else {
            return Some(any);
        };
        let condition = self.asked(condition);
        Some(joined(
            Arithmetic::And,
            condition,
            any,
            Type::Flag,
            treatment.span,
        ))
    }

    /// Returns the face set of a die; of a computed die, that of its largest rung. `None` for an expression that was refused.
    fn faces_of(&self, die: &Expr) -> Option<DiceGroup> {
        let plain = |sides: u32| {
            let faces = 1..=i32::try_from(sides).ok()?;
            Some(DiceGroup::plain(1, faces.collect()))
        };
        if let Some(id) = die.rolled_die() {
            let named = self.checker.book.dice.get(id.at())?;
            return Some(DiceGroup {
                die: Some(id),
                ..DiceGroup::plain(1, named.faces.clone())
            });
        }
        match die.numbered_dice() {
            Some((_, sides)) => plain(sides),
            None => plain(die.rungs().iter().map(|rung| rung.sides).max()?),
        }
    }
}

/// A `reroll` or `explode` clause, as written.
struct Clause<'t> {
    on: &'t [FaceItem],
    most: Option<u32>,
    condition: Option<&'t ast::Expr>,
    explodes: bool,
}

impl<'t> Clause<'t> {
    /// Returns the clause of a treatment; `None` if it rolls no die again.
    fn of(treatment: &'t Treatment) -> Option<Self> {
        let (on, most, explodes) = match treatment {
            Treatment::Reroll(on, most) => (on, most, false),
            Treatment::Explode(on, most) => (on, most, true),
            Treatment::Conditional(inner, condition) => {
                let inner = Self::of(inner)?;
                return Some(Self {
                    condition: Some(condition),
                    ..inner
                });
            }
            Treatment::Keep(..) | Treatment::Drop(..) | Treatment::Count(..) => return None,
        };
        Some(Self {
            on,
            most: *most,
            condition: None,
            explodes,
        })
    }
}
