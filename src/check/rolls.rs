//! Statements that roll dice: `roll 2d6 + bonus`; choices among dice.
//!
//! Reports: E0206.

use super::expression::{joined, unknown};
use super::on_lines::{alike, within};
use super::rerolls_below::rerolls_of;
use super::scope::{LastRoll, OnLines, Rerollable, Scope};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Among, Arithmetic, Choice, Chooser, Expr, ExprKind, Line, LocalId, Statement, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::walk::{Visitor, outermost_in, walk_expr};
use sandtable_syntax::{ast, value_text};

/// Most dice of one roll whose faces are compared with each other.
pub(super) const MOST_COMPARED: u32 = 6;

impl Scope<'_, '_> {
    /// Binds the results of `roll d6 as attack, d6 as defence`; `rest` are the following statements of the block.
    pub(super) fn roll(
        &mut self,
        rolls: &[ast::Rolled],
        rest: &[ast::Statement],
        span: Span,
    ) -> Vec<Statement> {
        let mut kept = Vec::new();
        let mut last = LastRoll {
            span,
            shown: None,
            again: Rerollable::default(),
            taken: Vec::new(),
            asked: OnLines::default(),
        };
        for roll in rolls {
            let mut value = self.expr(&roll.value, None);
            value = self.some(value);
            value = self.whole(value);
            let rerolls = rerolls_of(rest, roll.bound());
            let is_chosen_from =
                rerolls.of_dice || roll.bound().is_some_and(|name| chooses_among(rest, name));
            let is_alone = rolls.len() == 1;
            let mut roll_again = Rerollable::default();
            if is_chosen_from && (is_alone || rerolls.of_dice) || is_alone && asks_for_alike(rest) {
                roll_again.dice = self.each_die(&mut value, &mut kept, is_chosen_from, span);
                let last = kept.last().filter(|_| !roll_again.dice.is_empty());
                roll_again.die = last
                    .and_then(Statement::binding)
                    .map(|(_, value)| value.clone());
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
            if let Some(name) = &roll.name {
                self.note_calculated(name, local, &value);
            }
            if let Some(range) = self.range_of(&value) {
                self.ranges.insert(local, range);
            }
            if rerolls.n > 0 {
                roll_again.value = Some(value.clone());
            }
            kept.push(Statement::bind(local, value, span));
            if rerolls.n > 1 {
                let flag = self.hidden(String::new(), span, Type::Flag);
                roll_again.rerolled = Some(flag);
                kept.push(Statement::bind(flag, Expr::flag(false, span), span));
            }
            if is_alone {
                last.shown = Some(local);
                last.again = roll_again;
            } else {
                self.rolled.push(LastRoll {
                    shown: Some(local),
                    again: roll_again,
                    ..last.clone()
                });
            }
        }
        self.rolled.push(last);
        kept
    }

    /// Rolls several ordinary dice of a value one by one and returns their locals; empty for other values.
    /// With `are_chosen_from`, their ranges are recorded.
    fn each_die(
        &mut self,
        value: &mut Expr,
        kept: &mut Vec<Statement>,
        are_chosen_from: bool,
        roll: Span,
    ) -> Vec<LocalId> {
        let Some(pool) = leading(value) else {
            return Vec::new();
        };
        let Some((count @ 2..=MOST_COMPARED, sides)) = pool.numbered_dice() else {
            return Vec::new();
        };
        let (ty, span) = (pool.ty, pool.span);
        let mut dice = Vec::new();
        let mut sum: Option<Expr> = None;
        for at in 1..=count {
            let local = self.hidden(format!("die {at}"), span, ty);
            let die = Expr::dice(1, sides, ty, span);
            if let (true, Ok(sides)) = (are_chosen_from, i32::try_from(sides)) {
                self.ranges.insert(local, (1, sides));
            }
            kept.push(Statement::bind(local, die, roll));
            let shown = Expr::of_local(local, ty, span);
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

    /// The steps before a statement in which sides choose dice, for its values that are calculated once and always.
    pub(super) fn face_choices(&mut self, statement: &ast::Statement) -> Vec<Statement> {
        let mut found = FaceChoices::default();
        if let Some(value) = statement.calculated() {
            found.expr(value);
        }
        let always = found.always.into_iter();
        let choices = always.filter_map(|choice| self.choose_face(choice));
        choices
            .map(|choice| Statement::decide(choice, statement.kind.span))
            .collect()
    }

    /// `choose face among faces by side`: a choice with a line for each face; those on the dice are offered.
    fn choose_face(&mut self, choice: &ast::Expr) -> Option<Choice> {
        let ast::ExprKind::ChooseFace {
            by,
            dice,
            name,
            worth,
        } = choice.value.as_ref()
        else {
            return None;
        };
        let span = choice.span;
        self.only_actions(span, "decision");
        let by = self.by(by.as_ref()).map(Chooser::Side);
        let rolled = self.local(&dice.value);
        let roll = self.rolled.iter().rev().find(|last| last.shown == rolled);
        let single = roll.map_or_else(Vec::new, |roll| roll.again.dice.clone());
        let first = single.first().filter(|_| rolled.is_some()).copied();
        let ty = first.map_or(Type::Unknown, |die| self.local_type(die));
        let chosen = self.declare(&Spanned::new(chosen_name(span), span), ty, false);
        if let Some(local) = self.locals.get_mut(chosen.at()) {
            local.name.clone_from(&name.value);
        }
        let Some((low, high)) = first.and_then(|die| self.ranges.get(&die).copied()) else {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("`{}` is no roll of several dice", dice.value),
                )
                .label(dice.span, "")
                .help(format!(
                    "roll from 2 to {MOST_COMPARED} ordinary dice on a line above, and name them: `roll 3d6 as {}`",
                    dice.value
                )),
            );
            return None;
        };
        self.ranges.insert(chosen, (low, high));
        let conditions = self.conditions_here(span);
        let mark = self.enter();
        self.fresh(name);
        let option = self.declare(name, ty, false);
        let worth = worth.as_ref().map(|worth| self.worth(worth, Some(option)));
        self.leave(mark);
        let mut lines = Vec::new();
        for face in low..=high {
            let shown = |die: &LocalId| within(*die, ty, (face, face), span);
            let condition = Expr::any_of(single.iter().map(shown), span);
            let value = Expr::constant(face, ty, span);
            let worth = worth.as_ref().map(|worth| with_value(worth, option, face));
            if let Some(None) = worth {
                self.report(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        "this `worth` does more than calculate",
                    )
                    .label(span, "")
                    .help("use the face in a calculation: `worth face`, `worth 7 - face`"),
                );
                return None;
            }
            lines.push(Line {
                title: face.to_string(),
                condition,
                worth: worth.flatten(),
                body: vec![Statement::bind(chosen, value, span)],
                citations: Vec::new(),
                span,
            });
        }
        let mut choice = Choice::new(name.value.clone(), by, Among::Lines(lines));
        self.keep_conditions(conditions, &mut choice);
        Some(choice)
    }

    /// The face that was chosen in a step before.
    pub(super) fn chosen_face(&mut self, span: Span) -> Expr {
        let Some(local) = self.local(&chosen_name(span)) else {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "this choice is not always made")
                    .label(span, "")
                    .help("make it on a line above, and use its result here: `NAME = choose …`"),
            );
            return unknown(span);
        };
        Expr::of_local(local, self.local_type(local), span)
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

/// Whether the statements after a roll, up to the next one, test for equal dice.
fn asks_for_alike(rest: &[ast::Statement]) -> bool {
    rest.iter()
        .take_while(|statement| statement.rolls().is_none())
        .any(|statement| {
            let own = match statement.roll_condition() {
                Some(ast::RollCondition::Cell(shown)) => {
                    shown.value.iter().any(|item| alike(item).is_some())
                }
                Some(ast::RollCondition::AtLeast(_)) | None => false,
            };
            own || ast::walk::blocks(statement)
                .into_iter()
                .any(|block| asks_for_alike(block))
        })
}

/// Choices of dice in an expression that are always made, in written order.
#[derive(Default)]
struct FaceChoices<'t> {
    always: Vec<&'t ast::Expr>,
}

impl<'t> Visitor<'t> for FaceChoices<'t> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is only walked"
    )]
    fn expr(&mut self, expr: &'t ast::Expr) {
        match expr.value.as_ref() {
            ast::ExprKind::ChooseFace { .. } => self.always.push(expr),
            ast::ExprKind::If { condition, .. } => self.expr(condition),
            ast::ExprKind::Binary {
                op: ast::Binary::And | ast::Binary::Or,
                left,
                ..
            } => self.expr(left),
            ast::ExprKind::Aggregate { .. } => {}
            _ => walk_expr(self, expr),
        }
    }
}

/// Whether statements choose among the dice of a roll.
fn chooses_among(rest: &[ast::Statement], roll: &ast::Name) -> bool {
    let is_choice = |part: &ast::Expr| part.value.face_choice() == Some(roll.value.as_str());
    rest.iter()
        .any(|statement| !outermost_in(statement, is_choice).is_empty())
}

/// Returns the name of the local for the result of a choice of dice, which no rule can contain.
fn chosen_name(span: Span) -> String {
    format!("chosen at {}", span.start)
}

/// A calculation with a number in the place of a local; `None` if something other than arithmetic reads the local.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other expression is only walked"
)]
pub(super) fn with_value(expr: &Expr, local: LocalId, number: i32) -> Option<Expr> {
    let inner = |part: &Expr| with_value(part, local, number).map(Box::new);
    let kind = match &expr.kind {
        ExprKind::Local(id) if *id == local => ExprKind::Constant(number),
        ExprKind::Negate(value) => ExprKind::Negate(inner(value)?),
        ExprKind::Not(value) => ExprKind::Not(inner(value)?),
        ExprKind::Binary { op, left, right } => ExprKind::Binary {
            op: *op,
            left: inner(left)?,
            right: inner(right)?,
        },
        ExprKind::Compare { order, left, right } => ExprKind::Compare {
            order: *order,
            left: inner(left)?,
            right: inner(right)?,
        },
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => ExprKind::If {
            condition: inner(condition)?,
            then: inner(then)?,
            otherwise: inner(otherwise)?,
        },
        other => {
            if expr.reads_local(local) {
                return None;
            }
            other.clone()
        }
    };
    Some(Expr {
        kind,
        ..expr.clone()
    })
}
