//! The least and the most that a list of modifiers adds up to.
//!
//! Lines that ask the same place for different values never count together: they are added up value by value.

use std::collections::BTreeMap;

use super::super::scene::{Place, Scene};
use super::super::values::Values;
use super::{Reach, simple_test};
use sandtable_model::{Expr, ExprKind, Modifier, Modifiers};

/// Least and most.
type Ends = (i64, i64);

/// A line that counts only for some values of a place.
struct Tested<'l> {
    condition: &'l Expr,
    ends: Ends,
}

/// What the lines of a list add up to, before it is limited.
pub(super) fn total(reach: &mut Reach<'_>, list: &Modifiers, scene: &Scene) -> Values {
    let mut sum: Ends = (0, 0);
    let mut once: BTreeMap<u32, Ends> = BTreeMap::new();
    let mut tested: BTreeMap<Place, Vec<Tested<'_>>> = BTreeMap::new();
    for line in &list.lines {
        let answer = line
            .condition
            .as_ref()
            .map(|condition| reach.ask(condition, scene));
        let ends = counted(reach, line, scene);
        let place = line.condition.as_ref().and_then(simple_test);
        match (line.once, answer, &line.condition, place) {
            (Some(group), ..) => {
                let known = once.entry(group).or_insert((0, 0));
                *known = (known.0.min(ends.0), known.1.max(ends.1));
            }
            (None, Some(Some(false)), ..) => {}
            (None, Some(None), Some(condition), Some(place)) => {
                tested
                    .entry(place)
                    .or_default()
                    .push(Tested { condition, ends });
            }
            (None, Some(None), ..) => sum = plus(sum, (ends.0.min(0), ends.1.max(0))),
            (None, Some(Some(true)) | None, ..) => sum = plus(sum, ends),
        }
    }
    let parts = once
        .into_values()
        .chain(tested.values().map(|lines| together(lines)));
    let (low, high) = parts.fold(sum, plus);
    Values::numbers(low, high)
}

fn plus(one: Ends, other: Ends) -> Ends {
    (one.0 + other.0, one.1 + other.1)
}

/// What one line adds when it counts.
fn counted(reach: &mut Reach<'_>, line: &Modifier, scene: &Scene) -> Ends {
    let amount = i64::from(line.amount);
    let Some(per) = &line.per else {
        return (amount, amount);
    };
    let mut inside = scene.clone();
    if let Some(condition) = &line.condition {
        reach.told(condition, true, &mut inside);
    }
    let counts = reach.eval(per, &mut inside);
    let (low, high) = counts.range().unwrap_or((0, i64::from(i32::MAX)));
    let high = line.most.map_or(high, |most| high.min(i64::from(most)));
    let (one, other) = (amount * low.min(high), amount * high);
    (one.min(other), one.max(other))
}

/// The least and the most of lines that test one place, over the values that tell them apart.
fn together(lines: &[Tested<'_>]) -> Ends {
    let mut values: Vec<i64> = (0..64).collect();
    for line in lines {
        if let ExprKind::Compare { right, .. } = &line.condition.kind
            && let ExprKind::Constant(value) = right.kind
        {
            let value = i64::from(value);
            values.extend([value - 1, value, value + 1]);
        }
    }
    let sums = values.into_iter().map(|value| {
        let holding = lines.iter().filter(|line| holds(line.condition, value));
        holding.map(|line| line.ends).fold((0, 0), plus)
    });
    sums.fold((0, 0), |all, one| (all.0.min(one.0), all.1.max(one.1)))
}

/// Whether a simple test holds for a value.
fn holds(condition: &Expr, value: i64) -> bool {
    use sandtable_syntax::ast::Order;
    match &condition.kind {
        ExprKind::Member { set, .. } => (0..64).contains(&value) && set >> value & 1 == 1,
        ExprKind::Compare { order, right, .. } => match right.kind {
            ExprKind::Constant(with) => {
                let with = i64::from(with);
                match order {
                    Order::Equal => value == with,
                    Order::NotEqual => value != with,
                    Order::Less => value < with,
                    Order::LessOrEqual => value <= with,
                    Order::Greater => value > with,
                    Order::GreaterOrEqual => value >= with,
                }
            }
            _ => true,
        },
        _ => true,
    }
}
