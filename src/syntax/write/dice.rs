//! Text of dice and their modifications.

use super::expression::{Level, expr_text, is_read_or_call, push_bracketed, push_kind};
use super::parts::{cell_text, dice};
use crate::ast::{
    Count, End, Expr, FaceItem, Match, OpposedRoll, Pool, PoolDie, Roll, RollCondition, Rolled,
    Treatment,
};

/// `best of 6d6 explode 6 once`, `roll 5 cube count red`
pub fn rolled(roll: &Roll) -> String {
    let pick = match roll.pick {
        None => "",
        Some(End::Highest) => "best of ",
        Some(End::Lowest) => "worst of ",
    };
    let word = match (&roll.pool.count, &roll.pool.die) {
        (Count::Number(_), PoolDie::Sides(_)) => "",
        (Count::Number(_), PoolDie::Named(_) | PoolDie::Value(_)) | (Count::Value(_), _) => "roll ",
    };
    let opposed = roll.opposed.as_ref().map_or_else(String::new, rivals);
    format!("{pick}{word}{}{opposed}", pool(&roll.pool))
}

/// Whether the condition of a last treatment ends the text.
pub(super) fn ends_in_condition(roll: &Roll) -> bool {
    let last = roll.pool.treatments.last().map(|last| &last.value);
    roll.opposed.is_none() && matches!(last, Some(Treatment::Conditional(..)))
}

/// Whether a last treatment that may have a condition, and has none, ends the text.
pub(super) fn ends_in_treatment(roll: &Roll) -> bool {
    let last = roll.pool.treatments.last().map(|last| &last.value);
    let is_open = matches!(last, Some(Treatment::Explode(..) | Treatment::Reroll(..)));
    is_open && roll.opposed.is_none()
}

/// Whether the faces of a last treatment end the text.
pub(super) fn ends_in_faces(roll: &Roll) -> bool {
    let last = roll.pool.treatments.last().map(|last| &last.value);
    let is_open = match last {
        Some(Treatment::Count(..)) => true,
        Some(Treatment::Explode(_, most) | Treatment::Reroll(_, most)) => most.is_none(),
        Some(Treatment::Conditional(..)) => true,
        Some(Treatment::Keep(..) | Treatment::Drop(..)) | None => false,
    };
    is_open && roll.opposed.is_none()
}

fn rivals(opposed: &OpposedRoll) -> String {
    let how = match opposed.how {
        Match::Pairs => "pairs won",
        Match::Dice => "dice beaten",
    };
    let ties = if opposed.ties_win { "win" } else { "lose" };
    format!(" against {}, {how}, ties {ties}", pool(&opposed.pool))
}

fn pool(pool: &Pool) -> String {
    let mut text = match (&pool.count, &pool.die) {
        (Count::Number(count), PoolDie::Sides(sides)) => dice(*count, *sides),
        (Count::Number(count), PoolDie::Named(die)) => format!("{count} {}", die.value),
        (Count::Number(count), PoolDie::Value(die)) => format!("{count} dice of {}", value(die)),
        (Count::Value(count), die) => {
            let die = match die {
                PoolDie::Sides(sides) => dice(1, *sides),
                PoolDie::Named(die) => die.value.clone(),
                PoolDie::Value(die) => value(die),
            };
            format!("{} dice of {die}", value(count))
        }
    };
    for treatment in &pool.treatments {
        text.push(' ');
        text.push_str(&self::treatment(&treatment.value));
    }
    text
}

/// A plain value, or one in brackets.
pub(super) fn value(expr: &Expr) -> String {
    let mut text = String::new();
    match is_read_or_call(&expr.value) {
        true => push_kind(&mut text, &expr.value),
        false => push_bracketed(&mut text, expr),
    }
    text
}

fn treatment(treatment: &Treatment) -> String {
    match treatment {
        Treatment::Keep(end, n) => format!("keep {} {n}", end_word(*end)),
        Treatment::Drop(end, n) => format!("drop {} {n}", end_word(*end)),
        Treatment::Explode(on, most) => format!("explode {}{}", faces(on), bound(*most)),
        Treatment::Reroll(on, most) => format!("reroll {}{}", faces(on), bound(*most)),
        Treatment::Count(on, false) => format!("count {}", faces(on)),
        Treatment::Count(on, true) => format!("count each {}", faces(on)),
        Treatment::Conditional(inner, condition) => {
            let condition = expr_text(condition, Level::Or);
            format!("{} if {condition}", self::treatment(inner))
        }
    }
}

fn end_word(end: End) -> &'static str {
    match end {
        End::Highest => "highest",
        End::Lowest => "lowest",
    }
}

fn bound(most: Option<u32>) -> String {
    match most {
        None => String::new(),
        Some(1) => " once".to_owned(),
        Some(most) => format!(" at most {most} times"),
    }
}

fn faces(items: &[FaceItem]) -> String {
    let words = items.iter().map(|item| match item {
        FaceItem::Number(number) => number.to_string(),
        FaceItem::Up(from) => format!("{from}+"),
        FaceItem::UpBy(from) => format!("{}+", value(from)),
        FaceItem::Below(end) => match end.value.number() {
            Some(number) => format!("below {number}"),
            None => format!("below {}", value(end)),
        },
        FaceItem::Less(end) => format!("below {end}"),
        FaceItem::Numbers(low, high) => format!("{low}-{high}"),
        FaceItem::Word(word) => word.value.clone(),
    });
    words.collect::<Vec<_>>().join(" or ")
}

/// `5+`, `1, 6`, `firer.skill+`
pub(super) fn shows_text(shown: &RollCondition) -> String {
    match shown {
        RollCondition::Cell(cell) => cell_text(&cell.value),
        RollCondition::AtLeast(least) if is_path(least) => {
            format!("{}+", expr_text(least, Level::Atom))
        }
        RollCondition::AtLeast(least) => format!("({})+", expr_text(least, Level::Choice)),
    }
}

/// Whether an expression is a name with others behind dots.
fn is_path(expr: &Expr) -> bool {
    let mut value = expr;
    let mut has_dot = false;
    while let Some((unit, _)) = value.value.member() {
        has_dot = true;
        value = unit;
    }
    has_dot && value.value.name().is_some()
}

/// The keyword once: a value that begins with a die of its own has one in front as well.
pub(super) fn push_rolls(line: &mut String, rolls: &[Rolled]) {
    line.push_str("roll ");
    for (at, roll) in rolls.iter().enumerate() {
        if at > 0 {
            line.push_str(", ");
        }
        let value = expr_text(&roll.value, Level::Shift);
        line.push_str(value.strip_prefix("roll ").unwrap_or(&value));
        if let Some(name) = &roll.name {
            line.push_str(&format!(" as {}", name.value));
        }
    }
}
