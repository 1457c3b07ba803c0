//! Expressions, with as few brackets as say the same.

use super::dice::{ends_in_condition, rolled};
use super::parts::{dice, list, range};
use super::selection::push_aggregate;
use crate::ast::{Aggregate, Binary, Expr, ExprKind, Measure, Rounding};

/// Binding strength of an expression, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `A if C otherwise B`
    Choice,
    /// `or`
    Or,
    /// `and`
    And,
    /// `not`
    Not,
    /// `=`, `is`, `has`, `meets`: do not chain
    Comparison,
    /// `the lower of A and B`: nothing is joined to it without brackets
    Extreme,
    /// `raised by`, `lowered by`, `limited to`
    Shift,
    /// `+ -`
    Sum,
    /// `* /`
    Product,
    /// `-x`
    Sign,
    /// Needs no brackets anywhere.
    Atom,
}

/// Level of a condition after `if` or `when`: a choice needs brackets there.
pub(super) const CONDITION: Level = Level::Or;

/// Level of a number between other words: anything looser than a sum needs brackets there.
pub(super) const COUNT: Level = Level::Sum;

pub(super) fn level(kind: &ExprKind) -> Level {
    match kind {
        // The operand of `where` extends to the end, `first` may be followed by an order, and an operator after
        // several kinds is ambiguous.
        ExprKind::Aggregate {
            aggregate,
            selection,
            ..
        } if matches!(aggregate, Aggregate::First | Aggregate::Last)
            || selection.condition.is_some()
            || selection.region.is_some()
            || selection.owner.is_some()
            || !selection.including.is_empty()
            || selection.kinds.len() > 1 =>
        {
            Level::Choice
        }
        ExprKind::If { .. } | ExprKind::ChooseFace { .. } => Level::Choice,
        ExprKind::Pool(roll) if ends_in_condition(roll) => Level::Choice,
        ExprKind::Binary { op, .. } => binary(*op).1,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Compare { .. }
        | ExprKind::Is { .. }
        | ExprKind::Same { .. }
        | ExprKind::Has { .. }
        | ExprKind::Meets { .. } => Level::Comparison,
        ExprKind::Shift { .. } | ExprKind::Limit { .. } | ExprKind::LimitTo { .. } => Level::Shift,
        ExprKind::Divide { .. } | ExprKind::Rounded { .. } => Level::Product,
        ExprKind::Negate(_) => Level::Sign,
        ExprKind::Number { .. }
        | ExprKind::Fraction { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Roll(_)
        | ExprKind::Pool(_)
        | ExprKind::RollOf(_)
        | ExprKind::RestOf(_)
        | ExprKind::EnemyOf(_)
        | ExprKind::Flag(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Indexed { .. }
        | ExprKind::Aggregate { .. }
        | ExprKind::Call { .. }
        | ExprKind::Offered(_)
        | ExprKind::Can { .. } => Level::Atom,
    }
}

/// The word, its level, and the level its right side must have; the left side has the level of the word itself.
pub(super) fn binary(op: Binary) -> (&'static str, Level, Level) {
    match op {
        Binary::Or => (" or ", Level::Or, Level::And),
        Binary::And => (" and ", Level::And, Level::Not),
        Binary::Add => (" + ", Level::Sum, Level::Product),
        Binary::Subtract => (" - ", Level::Sum, Level::Product),
        Binary::Multiply => (" * ", Level::Product, Level::Sign),
        Binary::Remainder => (" / ", Level::Sum, Level::Sign),
        Binary::Lower | Binary::Higher => (" and ", Level::Extreme, Level::Sign),
    }
}

pub(super) fn expr_text(expr: &Expr, at_least: Level) -> String {
    let mut text = String::new();
    push_expr(&mut text, expr, at_least);
    text
}

pub(super) fn push_exprs(line: &mut String, exprs: &[Expr]) {
    for (at, expr) in exprs.iter().enumerate() {
        if at > 0 {
            line.push_str(", ");
        }
        push_expr(line, expr, Level::Choice);
    }
}

/// In brackets if the expression is looser than its place allows.
pub(super) fn push_expr(line: &mut String, expr: &Expr, at_least: Level) {
    if level(&expr.value) < at_least {
        push_bracketed(line, expr);
    } else {
        push_kind(line, &expr.value);
    }
}

/// Whether a value needs no brackets behind `is`: a bare name would be one of some words.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has these forms without brackets, and no others"
)]
fn is_path(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Call { .. } | ExprKind::EnemyOf(_) => true,
        ExprKind::Member { unit, .. } | ExprKind::Indexed { unit, .. } => {
            let is_enemy = matches!(*unit.value, ExprKind::EnemyOf(_));
            unit.value.name().is_some() || is_path(&unit.value) && !is_enemy
        }
        _ => false,
    }
}

pub(super) fn push_bracketed(line: &mut String, expr: &Expr) {
    line.push('(');
    push_kind(line, &expr.value);
    line.push(')');
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "operators are written by `push_operator`"
)]
pub(super) fn push_kind(line: &mut String, kind: &ExprKind) {
    match kind {
        ExprKind::Number { value, measure } => {
            line.push_str(&value.to_string());
            push_measure(line, *measure);
        }
        ExprKind::Fraction { value, parts } => line.push_str(&parts.text(*value)),
        ExprKind::Dice {
            count,
            sides,
            measure,
        } => {
            line.push_str(&dice(*count, *sides));
            push_measure(line, *measure);
        }
        ExprKind::Roll(die) => line.push_str(&format!("roll {}", die.value)),
        ExprKind::Pool(roll) => line.push_str(&rolled(roll)),
        ExprKind::RollOf(die) => {
            line.push_str("roll ");
            let is_member = matches!(
                *die.value,
                ExprKind::Member { .. } | ExprKind::Indexed { .. } | ExprKind::Call { .. }
            );
            if is_member {
                push_kind(line, &die.value);
            } else {
                push_bracketed(line, die);
            }
        }
        ExprKind::RestOf(shift) => {
            line.push_str("rest of ");
            push_bracketed(line, shift);
        }
        ExprKind::EnemyOf(side) => {
            line.push_str("enemy of ");
            push_expr(line, side, Level::Atom);
        }
        ExprKind::Flag(flag) => line.push_str(if *flag { "yes" } else { "no" }),
        ExprKind::Name(name) => line.push_str(name),
        ExprKind::Member { unit, name } => {
            push_unit(line, unit);
            line.push('.');
            line.push_str(&name.value);
        }
        ExprKind::Indexed { unit, name, about } => {
            push_unit(line, unit);
            line.push('.');
            line.push_str(&name.value);
            line.push('(');
            push_exprs(line, about);
            line.push(')');
        }
        ExprKind::Call { name, arguments } => {
            line.push_str(&name.value);
            line.push('(');
            push_exprs(line, arguments);
            line.push(')');
        }
        ExprKind::Offered(reaction) => line.push_str(&format!("offered {}", reaction.value)),
        ExprKind::Can { action, arguments } => {
            line.push_str("can ");
            line.push_str(&action.value);
            line.push('(');
            push_exprs(line, arguments);
            line.push(')');
        }
        ExprKind::Aggregate {
            aggregate,
            value,
            selection,
            ordering,
        } => push_aggregate(
            line,
            *aggregate,
            value.as_ref(),
            selection,
            ordering.as_ref(),
        ),
        ExprKind::ChooseFace {
            by,
            dice,
            name,
            worth,
        } => {
            line.push_str(&format!("choose {} among {}", name.value, dice.value));
            if let Some(by) = by {
                line.push_str(" by ");
                push_expr(line, by, Level::Atom);
            }
            if let Some(worth) = worth {
                line.push_str(", worth ");
                push_expr(line, worth, Level::Choice);
            }
        }
        _ => push_operator(line, kind),
    }
}

fn push_measure(line: &mut String, measure: Option<Measure>) {
    if let Some(measure) = measure {
        line.push(' ');
        line.push_str(measure.word());
    }
}

/// Writes arithmetic and logic; nothing for other expressions.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "values are written by `push_kind`, conditions by `push_condition`"
)]
fn push_operator(line: &mut String, kind: &ExprKind) {
    match kind {
        ExprKind::Not(inner) => {
            line.push_str("not ");
            push_expr(line, inner, Level::Not);
        }
        ExprKind::Negate(inner) => {
            line.push('-');
            push_expr(line, inner, Level::Sign);
        }
        ExprKind::Binary {
            op: Binary::Or,
            left,
            right,
        } => push_or(line, left, right),
        ExprKind::Binary {
            op: op @ (Binary::Lower | Binary::Higher),
            left,
            right,
        } => {
            line.push_str(if *op == Binary::Lower {
                "the lower of "
            } else {
                "the higher of "
            });
            push_expr(line, left, Level::Sign);
            line.push_str(" and ");
            push_expr(line, right, Level::Sign);
        }
        ExprKind::Binary {
            op: Binary::Remainder,
            left,
            right,
        } => {
            line.push_str("remainder of ");
            push_expr(line, left, Level::Sign);
            line.push_str(" / ");
            push_expr(line, right, Level::Sign);
        }
        ExprKind::Binary { op, left, right } => {
            let (word, own_level, right_level) = binary(*op);
            push_expr(line, left, own_level);
            line.push_str(word);
            push_expr(line, right, right_level);
        }
        ExprKind::Divide {
            left,
            right,
            rounding,
        } => {
            push_expr(line, left, Level::Product);
            line.push_str(" / ");
            match rounding {
                Some(rounding) => push_rounded(line, right, *rounding),
                None => push_expr(line, right, Level::Sign),
            }
        }
        ExprKind::Rounded { value, rounding } => {
            push_rounded(line, value, *rounding);
        }
        _ => push_condition(line, kind),
    }
}

/// Writes an operand and its rounding. A fraction is put in brackets: before a rounding it would be read as a division.
fn push_rounded(line: &mut String, value: &Expr, rounding: Rounding) {
    match ends_in_fraction(&value.value) {
        true => {
            line.push('(');
            push_expr(line, value, Level::Choice);
            line.push(')');
        }
        false => push_expr(line, value, Level::Sign),
    }
    line.push_str(rounding_words(rounding));
}

/// Whether the text of an operand ends with a fraction.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other operand ends in a word or a bracket"
)]
fn ends_in_fraction(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Fraction { .. } => true,
        ExprKind::Negate(value) => ends_in_fraction(&value.value),
        _ => false,
    }
}

/// Writes comparisons, limits and choices by a condition; nothing for other expressions.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other expressions are written by `push_kind` and `push_operator`"
)]
fn push_condition(line: &mut String, kind: &ExprKind) {
    match kind {
        ExprKind::Compare { order, left, right } => {
            push_expr(line, left, Level::Extreme);
            line.push_str(&format!(" {} ", order.sign()));
            push_expr(line, right, Level::Extreme);
        }
        ExprKind::Is {
            value,
            negated,
            words,
        } => {
            push_expr(line, value, Level::Extreme);
            line.push_str(if *negated { " is not " } else { " is " });
            line.push_str(&list(words, " or "));
        }
        ExprKind::Same {
            value,
            negated,
            other,
        } => {
            push_expr(line, value, Level::Extreme);
            line.push_str(if *negated { " is not " } else { " is " });
            match is_path(&other.value) {
                true => push_kind(line, &other.value),
                false => push_bracketed(line, other),
            }
        }
        ExprKind::Has {
            unit,
            negated,
            traits,
        } => {
            push_expr(line, unit, Level::Extreme);
            line.push_str(if *negated { " has not " } else { " has " });
            line.push_str(&list(traits, " or "));
        }
        ExprKind::Meets { face, need } => {
            push_expr(line, face, Level::Extreme);
            line.push_str(" meets ");
            push_expr(line, need, Level::Extreme);
        }
        ExprKind::Shift { value, up, by } => {
            push_expr(line, value, Level::Shift);
            line.push_str(if *up { " raised by " } else { " lowered by " });
            push_expr(line, by, Level::Sum);
        }
        ExprKind::Limit { value, low, high } => {
            push_expr(line, value, Level::Shift);
            line.push_str(" limited to ");
            line.push_str(&range(*low, *high));
        }
        ExprKind::LimitTo { value, low, high } => {
            push_expr(line, value, Level::Shift);
            line.push_str(" limited to ");
            if let Some(low) = low {
                push_expr(line, low, Level::Atom);
            }
            line.push_str("..");
            if let Some(high) = high {
                push_expr(line, high, Level::Atom);
            }
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            push_expr(line, then, Level::Or);
            line.push_str(" if ");
            push_expr(line, condition, Level::Or);
            line.push_str(" otherwise ");
            push_expr(line, otherwise, Level::Choice);
        }
        _ => {}
    }
}

/// Prints the unit in front of a dot: a name, a member or a call, all else in brackets.
pub(super) fn push_unit(line: &mut String, unit: &Expr) {
    if matches!(
        *unit.value,
        ExprKind::Name(_)
            | ExprKind::Member { .. }
            | ExprKind::Indexed { .. }
            | ExprKind::Call { .. }
    ) {
        push_kind(line, &unit.value);
    } else {
        push_bracketed(line, unit);
    }
}

/// `a or b or c`. In `x is a or b` the `b` is one more word for `x`, so a list of words is last or in brackets.
pub(super) fn push_or(line: &mut String, left: &Expr, right: &Expr) {
    let mut behind = vec![right];
    let mut first = left;
    while let ExprKind::Binary {
        op: Binary::Or,
        left,
        right,
    } = &*first.value
    {
        behind.push(right);
        first = left;
    }
    let mut operand = first;
    while let Some(next) = behind.pop() {
        if ends_in_word_list(&operand.value) || ends_in_faces(&operand.value) {
            push_bracketed(line, operand);
        } else {
            push_expr(line, operand, Level::And);
        }
        line.push_str(" or ");
        operand = next;
    }
    push_expr(line, operand, Level::And);
}

fn rounding_words(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Down => " rounded down",
        Rounding::Up => " rounded up",
        Rounding::Nearest => " rounded to nearest",
    }
}

/// Returns the last operand of an expression, if nothing closes it.
fn last_operand(kind: &ExprKind) -> Option<&ExprKind> {
    match kind {
        ExprKind::Not(last)
        | ExprKind::Negate(last)
        | ExprKind::Binary { right: last, .. }
        | ExprKind::Divide {
            right: last,
            rounding: None,
            ..
        }
        | ExprKind::Compare { right: last, .. }
        | ExprKind::Meets { need: last, .. }
        | ExprKind::Shift { by: last, .. } => Some(&last.value),
        ExprKind::Number { .. }
        | ExprKind::Fraction { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Roll(_)
        | ExprKind::Pool(_)
        | ExprKind::RollOf(_)
        | ExprKind::RestOf(_)
        | ExprKind::EnemyOf(_)
        | ExprKind::Flag(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Indexed { .. }
        | ExprKind::Aggregate { .. }
        | ExprKind::Is { .. }
        | ExprKind::Has { .. }
        | ExprKind::Same { .. }
        | ExprKind::Call { .. }
        | ExprKind::Can { .. }
        | ExprKind::Offered(_)
        | ExprKind::ChooseFace { .. }
        | ExprKind::Divide { .. }
        | ExprKind::Rounded { .. }
        | ExprKind::Limit { .. }
        | ExprKind::LimitTo { .. }
        | ExprKind::If { .. } => None,
    }
}

/// Whether a following `or NAME` would be parsed as another face of dice.
fn ends_in_faces(kind: &ExprKind) -> bool {
    if let ExprKind::Pool(roll) = kind {
        return super::dice::ends_in_faces(roll);
    }
    last_operand(kind).is_some_and(ends_in_faces)
}

/// Whether it is a test whose words alone are read as a condition.
pub(super) fn is_test(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Compare { .. } | ExprKind::Is { .. } | ExprKind::Has { .. } | ExprKind::Not(_)
    )
}

/// Whether it reads a name or a member, or calls a rule.
pub(super) fn is_read_or_call(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Name(_)
            | ExprKind::Member { .. }
            | ExprKind::Indexed { .. }
            | ExprKind::Call { .. }
    )
}

/// Whether a following `if …` would be parsed as the condition of a reroll or explosion.
pub(super) fn ends_in_treatment(kind: &ExprKind) -> bool {
    if let ExprKind::Pool(roll) = kind {
        return super::dice::ends_in_treatment(roll);
    }
    last_operand(kind).is_some_and(ends_in_treatment)
}

/// Whether a following `of NAME` would be parsed as the owner of the selected pieces.
pub(super) fn ends_in_selection(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Aggregate { .. }) || last_operand(kind).is_some_and(ends_in_selection)
}

/// Whether a following `or NAME` would be parsed as part of it.
pub(super) fn ends_in_word_list(kind: &ExprKind) -> bool {
    if let ExprKind::Aggregate { selection, .. } = kind {
        return !selection.kinds.is_empty();
    }
    if matches!(kind, ExprKind::Is { .. } | ExprKind::Has { .. }) {
        return true;
    }
    let Some(last) = last_operand(kind) else {
        return false;
    };
    // An operand of lower precedence is in brackets.
    let is_and = matches!(
        kind,
        ExprKind::Binary {
            op: Binary::And,
            ..
        }
    );
    let is_bracketed = matches!(kind, ExprKind::Not(_)) && level(last) < Level::Not
        || is_and && level(last) <= Level::And;
    !is_bracketed && ends_in_word_list(last)
}
