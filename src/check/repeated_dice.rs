//! Dice that occur again in one chain of conditions: they are rolled each time, where one roll is meant.
//!
//! Reports: E0234.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::{Visitor, walk_expr};
use sandtable_syntax::ast::{Binary, Block, Expr, ExprKind, Order, Statement, StatementKind};
use sandtable_syntax::value_text;

/// A roll in a condition.
#[derive(Clone, Copy)]
struct DiceCondition<'t> {
    dice: &'t Expr,
    /// Compared with a number that is written down.
    with_number: bool,
}

impl<'t> DiceCondition<'t> {
    /// A roll whose result is used, not compared.
    fn shown(dice: &'t Expr) -> Self {
        Self {
            dice,
            with_number: false,
        }
    }
}

impl Scope<'_, '_> {
    /// Reports the chains of conditions of a block, without those of the blocks inside of it.
    pub(super) fn report_repeated_dice(&mut self, block: &Block) {
        let mut found: Vec<(Span, Span)> = Vec::new();
        let mut rolled: Vec<DiceCondition<'_>> = Vec::new();
        let mut outcomes: Vec<DiceCondition<'_>> = Vec::new();
        let mut guards: Vec<DiceCondition<'_>> = Vec::new();
        let mut alternatives: Vec<(&Expr, DiceRange)> = Vec::new();
        for statement in block {
            disjoint_tests(statement, &mut alternatives, &mut found);
            match &statement.kind.value {
                StatementKind::Roll(rolls) => {
                    let values = rolls.iter().flat_map(|roll| dice_in(&roll.value));
                    let values = values.map(|dice| DiceCondition {
                        dice,
                        with_number: false,
                    });
                    rolled = values.collect();
                    outcomes.clone_from(&rolled);
                }
                StatementKind::Outcome {
                    when: Some(when), ..
                } => ask(when, &mut outcomes, &mut found),
                StatementKind::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let mut chain = rolled.clone();
                    ask(condition, &mut chain, &mut found);
                    let mut rest = otherwise.as_ref();
                    while let Some([only]) = rest.map(Vec::as_slice) {
                        let StatementKind::If {
                            condition,
                            otherwise,
                            ..
                        } = &only.kind.value
                        else {
                            break;
                        };
                        ask(condition, &mut chain, &mut found);
                        rest = otherwise.as_ref();
                    }
                    if otherwise.is_none() && then.last().is_some_and(ends_the_rule) {
                        let mut asked = Vec::new();
                        ask(condition, &mut asked, &mut Vec::new());
                        asked.retain(|asked| asked.with_number);
                        repeat(&guards, &asked, &mut found);
                        guards.extend(asked);
                    } else {
                        guards.clear();
                    }
                }
                _ => guards.clear(),
            }
            conditional_values(statement, &mut found);
        }
        found.dedup();
        for (first, again) in found {
            self.report_again(first, again, block);
        }
    }

    fn report_again(&mut self, first: Span, again: Span, block: &Block) {
        let mut text = String::new();
        for statement in block {
            let mut search = Dice(Vec::new());
            search.statement(statement);
            if let Some(dice) = search.0.iter().find(|dice| dice.span == again) {
                text = value_text(dice);
            }
        }
        let rolled = text.strip_prefix("roll ").unwrap_or(&text).to_owned();
        self.report(
            Diagnostic::new(
                Code::RolledAgain,
                format!("`{rolled}` is rolled a second time here"),
            )
            .label(again, "the second roll")
            .label(first, "the first roll")
            .help(format!(
                "to roll once, write `roll {rolled}` on a line above, and use its result: `… on 5+`"
            ))
            .help(format!(
                "for two rolls, name them: `roll {rolled} as first, {rolled} as second`"
            )),
        );
    }
}

/// Adds the rolls of a condition to those of its chain, and reports those that are among them.
fn ask<'t>(condition: &'t Expr, chain: &mut Vec<DiceCondition<'t>>, found: &mut Vec<(Span, Span)>) {
    match condition.value.as_ref() {
        ExprKind::Binary {
            op: Binary::And | Binary::Or,
            left,
            right,
        } => {
            ask(left, chain, found);
            ask(right, chain, found);
        }
        ExprKind::Not(inner) => ask(inner, chain, found),
        test => {
            let with_number = matches!(test, ExprKind::Compare { left, right, .. }
                if is_number(left) || is_number(right));
            let asked: Vec<DiceCondition<'_>> = dice_in(condition)
                .into_iter()
                .map(|dice| DiceCondition { dice, with_number })
                .collect();
            repeat(chain, &asked, found);
            chain.extend(asked);
        }
    }
}

fn repeat(
    before: &[DiceCondition<'_>],
    asked: &[DiceCondition<'_>],
    found: &mut Vec<(Span, Span)>,
) {
    for again in asked {
        if let Some(first) = before.iter().find(|first| first.dice == again.dice) {
            found.push((first.dice.span, again.dice.span));
        }
    }
}

/// `2 if d6 = 6 otherwise 1 if d6 >= 4 otherwise 0`
fn conditional_values(statement: &Statement, found: &mut Vec<(Span, Span)>) {
    if let StatementKind::Let { value, .. } | StatementKind::Result(value) = &statement.kind.value {
        let mut chain = Vec::new();
        let mut rest = value;
        while let ExprKind::If {
            condition,
            otherwise,
            ..
        } = rest.value.as_ref()
        {
            ask(condition, &mut chain, found);
            if let ExprKind::If { then, .. } = rest.value.as_ref() {
                let shown: Vec<DiceCondition<'_>> = dice_in(then)
                    .into_iter()
                    .map(DiceCondition::shown)
                    .collect();
                repeat(&chain, &shown, found);
            }
            rest = otherwise;
        }
        if !chain.is_empty() {
            let shown: Vec<DiceCondition<'_>> = dice_in(rest)
                .into_iter()
                .map(DiceCondition::shown)
                .collect();
            repeat(&chain, &shown, found);
        }
    }
}

/// The totals of dice that meet a test, ends included.
type DiceRange = (i64, i64);

/// `if d6 >= 4: …` and, after it, `if d6 <= 3: …`: two tests of the same dice; one roll meets at most one of them.
fn disjoint_tests<'t>(
    statement: &'t Statement,
    alternatives: &mut Vec<(&'t Expr, DiceRange)>,
    found: &mut Vec<(Span, Span)>,
) {
    let StatementKind::If {
        condition,
        otherwise: None,
        ..
    } = &statement.kind.value
    else {
        alternatives.clear();
        return;
    };
    let Some((dice, (low, high))) = tested_range(condition) else {
        alternatives.clear();
        return;
    };
    let mut same = alternatives.iter().filter(|(other, _)| *other == dice);
    if let Some((first, _)) = same.clone().next()
        && same.all(|(_, (least, most))| *most < low || high < *least)
    {
        found.push((first.span, dice.span));
    }
    alternatives.push((dice, (low, high)));
}

/// Returns the dice that a test compares with a written number, and the totals that meet it.
fn tested_range(condition: &Expr) -> Option<(&Expr, DiceRange)> {
    let ExprKind::Compare { order, left, right } = condition.value.as_ref() else {
        return None;
    };
    let (dice, order, number) = match (left.value.as_ref(), right.value.as_ref()) {
        (_, ExprKind::Number { value, .. }) => (left, *order, *value),
        (ExprKind::Number { value, .. }, _) => (right, order.mirrored(), *value),
        _ => return None,
    };
    let is_roll = matches!(
        dice.value.as_ref(),
        ExprKind::Dice { .. } | ExprKind::Roll(_)
    );
    let number = i64::from(number);
    let range = match order {
        Order::Equal => (number, number),
        Order::NotEqual => return None,
        Order::Less => (i64::MIN, number - 1),
        Order::LessOrEqual => (i64::MIN, number),
        Order::Greater => (number + 1, i64::MAX),
        Order::GreaterOrEqual => (number, i64::MAX),
    };
    is_roll.then_some((dice, range))
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.value.as_ref(), ExprKind::Number { .. })
}

fn ends_the_rule(statement: &Statement) -> bool {
    matches!(
        statement.kind.value,
        StatementKind::Result(_) | StatementKind::Stop | StatementKind::Outcome { .. }
    )
}

/// The rolls in an expression, in written order.
fn dice_in(expr: &Expr) -> Vec<&Expr> {
    let mut search = Dice(Vec::new());
    search.expr(expr);
    search.0
}

struct Dice<'t>(Vec<&'t Expr>);

impl<'t> Visitor<'t> for Dice<'t> {
    fn expr(&mut self, expr: &'t Expr) {
        if let ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::Pool(_) | ExprKind::RollOf(_) =
            expr.value.as_ref()
        {
            self.0.push(expr);
        } else {
            walk_expr(self, expr);
        }
    }
}
