//! The range of the total of a list of modifiers.
//!
//! Lines that test one location for different values exclude each other: they are added up for each of its values.

use std::collections::BTreeMap;

use super::{Inverted, ValueAnalysis};
use crate::domain::{ValueSet, compared};
use crate::environment::{Environment, Location, location};
use sandtable_model::{Arithmetic, Expr, Modifier, Modifiers, NONE};

/// Least and most.
type Ends = (i64, i64);

/// A line that applies only for some values of a location.
struct Tested<'l> {
    condition: &'l Expr,
    ends: Ends,
}

/// Returns the range of the sum of the lines that apply, before the limit of the list.
pub(super) fn total(
    analysis: &mut ValueAnalysis<'_>,
    list: &Modifiers,
    environment: &Environment,
) -> ValueSet {
    let mut sum: Ends = (0, 0);
    let mut once: BTreeMap<u32, Ends> = BTreeMap::new();
    let mut tested: BTreeMap<Location, Vec<Tested<'_>>> = BTreeMap::new();
    for line in &list.lines {
        let truth = line
            .condition
            .as_ref()
            .map(|condition| analysis.condition(condition, environment));
        let ends = amount(analysis, line, environment);
        let path = line.condition.as_ref().and_then(tested_location);
        match (line.once, truth, &line.condition, path) {
            (Some(group), ..) => {
                let known = once.entry(group).or_insert((0, 0));
                *known = (known.0.min(ends.0), known.1.max(ends.1));
            }
            (None, Some(Some(false)), ..) => {}
            (None, Some(None), Some(condition), Some(path)) => {
                tested
                    .entry(path)
                    .or_default()
                    .push(Tested { condition, ends });
            }
            (None, Some(None), ..) => sum = plus(sum, (ends.0.min(0), ends.1.max(0))),
            (None, Some(Some(true)) | None, ..) => sum = plus(sum, ends),
        }
    }
    let parts = once
        .into_values()
        .chain(tested.values().map(|lines| exclusive(lines)));
    let (low, high) = parts.fold(sum, plus);
    ValueSet::interval(low, high)
}

fn plus(one: Ends, other: Ends) -> Ends {
    (one.0 + other.0, one.1 + other.1)
}

/// Returns the range of what one line adds if it applies.
fn amount(analysis: &mut ValueAnalysis<'_>, line: &Modifier, environment: &Environment) -> Ends {
    let amount = i64::from(line.amount);
    let Some(per) = &line.per else {
        return (amount, amount);
    };
    let mut inside = environment.clone();
    if let Some(condition) = &line.condition {
        analysis.assume(condition, true, &mut inside);
    }
    let counts = analysis.eval(per, &mut inside);
    // A number with a sign of its own is meant to have it, not what exceeds a threshold.
    let beyond = per.operands(Arithmetic::Subtract);
    if beyond.is_some_and(|(_, threshold)| threshold.literal().is_some()) {
        analysis.record_below(0, per, &counts, Inverted::Per);
    }
    let (low, high) = counts.range().unwrap_or((0, i64::from(i32::MAX)));
    let high = line.most.map_or(high, |most| high.min(i64::from(most)));
    let (one, other) = (amount * low.min(high), amount * high);
    (one.min(other), one.max(other))
}

/// Returns the range of the sum of lines that test one location, over the values that distinguish them.
fn exclusive(lines: &[Tested<'_>]) -> Ends {
    let mut values: Vec<i64> = (0..64).collect();
    for line in lines {
        let compared = line.condition.comparison();
        if let Some(value) = compared.and_then(|one| one.right.constant_value()) {
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

/// Whether a test of a location is true for a value.
fn holds(condition: &Expr, value: i64) -> bool {
    if let Some((_, set)) = condition.member() {
        return (0..64).contains(&value) && set >> value & 1 == 1;
    }
    let comparison = condition.comparison();
    let operand = comparison.and_then(|one| Some((one.order, one.right.constant_value()?)));
    operand.is_none_or(|(order, operand)| {
        let operand = i64::from(operand);
        compared(order, (value, value), (operand, operand)) == Some(true)
    })
}

/// Returns the location that a condition compares with constants only: `aspect is flank`, `range > 2`.
fn tested_location(condition: &Expr) -> Option<Location> {
    if let Some((value, _)) = condition.member() {
        return location(value);
    }
    let comparison = condition.comparison()?;
    let operand = comparison.right.constant_value();
    operand.filter(|value| *value != NONE)?;
    location(comparison.left)
}
