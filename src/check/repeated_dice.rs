//! Dice that occur again in one chain of conditions: they are rolled each time, where one roll is meant.
//!
//! Reports: E0234.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::{outermost, outermost_in};
use sandtable_syntax::ast::{Binary, Block, Expr, Order, Statement};
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
            if let Some(rolls) = statement.rolls() {
                let values = rolls.iter().flat_map(|roll| dice_in(&roll.value));
                rolled = values.map(DiceCondition::shown).collect();
                outcomes.clone_from(&rolled);
            } else if let Some((_, Some(when))) = statement.outcome() {
                ask(when, &mut outcomes, &mut found);
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                let mut chain = rolled.clone();
                ask(condition, &mut chain, &mut found);
                let mut rest = otherwise;
                while let Some([only]) = rest.map(Vec::as_slice)
                    && let Some((condition, _, otherwise)) = only.branch()
                {
                    ask(condition, &mut chain, &mut found);
                    rest = otherwise;
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
            } else {
                guards.clear();
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
            let rolled = outermost_in(statement, is_dice);
            if let Some(dice) = rolled.iter().find(|dice| dice.span == again) {
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
    if let Some((Binary::And | Binary::Or, left, right)) = condition.value.binary() {
        ask(left, chain, found);
        ask(right, chain, found);
    } else if let Some(inner) = condition.value.negated() {
        ask(inner, chain, found);
    } else {
        let with_number = condition
            .value
            .comparison()
            .is_some_and(|(_, left, right)| {
                left.value.number().is_some() || right.value.number().is_some()
            });
        let asked: Vec<DiceCondition<'_>> = dice_in(condition)
            .into_iter()
            .map(|dice| DiceCondition { dice, with_number })
            .collect();
        repeat(chain, &asked, found);
        chain.extend(asked);
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
    let kept = statement.binding().map(|(_, value)| value);
    let Some(mut rest) = statement.result().or(kept) else {
        return;
    };
    let shown = |value| dice_in(value).into_iter().map(DiceCondition::shown);
    let mut chain = Vec::new();
    while let Some((condition, [then, otherwise])) = rest.value.conditional() {
        ask(condition, &mut chain, found);
        repeat(&chain, &shown(then).collect::<Vec<_>>(), found);
        rest = otherwise;
    }
    if !chain.is_empty() {
        repeat(&chain, &shown(rest).collect::<Vec<_>>(), found);
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
    let tested = match statement.branch() {
        Some((condition, _, None)) => tested_range(condition),
        Some((_, _, Some(_))) | None => None,
    };
    let Some((dice, (low, high))) = tested else {
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
    let (order, left, right) = condition.value.comparison()?;
    let (dice, order, number) = match (left.value.number(), right.value.number()) {
        (_, Some(number)) => (left, order, number),
        (Some(number), None) => (right, order.mirrored(), number),
        (None, None) => return None,
    };
    let is_roll = dice.value.numbered_dice().is_some() || dice.value.rolled_die().is_some();
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

fn ends_the_rule(statement: &Statement) -> bool {
    statement.ends_rule() || statement.outcome().is_some()
}

/// The rolls in an expression, in written order.
fn dice_in(expr: &Expr) -> Vec<&Expr> {
    outermost(expr, is_dice)
}

fn is_dice(expr: &Expr) -> bool {
    expr.value.is_roll() || expr.value.is_pool()
}
