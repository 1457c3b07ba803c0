//! Text of selections of units and of aggregates over them.

use super::expression::{COUNT, Level, ends_in_selection, push_bracketed, push_expr};
use super::parts::list;
use crate::ast::{Absence, Aggregate, Expr, Ordering, Region, Selection, Ties};

pub(super) fn push_selection(line: &mut String, selection: &Selection) {
    push_name(line, selection);
    push_members(line, selection);
    push_condition(line, selection);
}

/// The name, with `chosen` before it if it is that of a choice.
pub(super) fn push_name(line: &mut String, selection: &Selection) {
    if selection.chosen && selection.kinds.is_empty() {
        line.push_str("chosen ");
    }
    line.push_str(&selection.name.value);
}

/// Kinds, owner, and units out of play that are included.
pub(super) fn push_members(line: &mut String, selection: &Selection) {
    if !selection.kinds.is_empty() {
        line.push_str(if selection.chosen { ": chosen " } else { ": " });
        line.push_str(&list(&selection.kinds, " or "));
    }
    if let Some(region) = &selection.region {
        push_region(line, region);
    }
    if let Some(owner) = &selection.owner {
        line.push_str(" of ");
        push_expr(line, owner, Level::Atom);
    }
    for (at, absence) in selection.including.iter().enumerate() {
        line.push_str(if at == 0 { " including " } else { " and " });
        line.push_str(match absence {
            Absence::Destroyed => "destroyed",
            Absence::Removed => "removed",
        });
    }
}

fn push_region(line: &mut String, region: &Region) {
    let mut words = |word: &str, expr: &Expr, level: Level| {
        line.push_str(word);
        match ends_in_selection(&expr.value) {
            true => push_bracketed(line, expr),
            false => push_expr(line, expr, level),
        }
    };
    match region {
        Region::Within { distance, of } => {
            words(" within ", distance, Level::Sum);
            words(" of ", of, Level::Atom);
        }
        Region::Between { ends: [from, to] } => {
            words(" between ", from, Level::Atom);
            words(" and ", to, Level::Atom);
        }
        Region::Reached { way, from, within } => {
            words(" reached by ", way, Level::Atom);
            words(" from ", from, Level::Atom);
            words(" within ", within, Level::Sum);
        }
        Region::Along {
            way,
            avoiding,
            ends: [from, to],
        } => {
            words(" along ", way, Level::Atom);
            if let Some(avoiding) = avoiding {
                words(" avoiding ", avoiding, Level::Atom);
            }
            words(" from ", from, Level::Atom);
            words(" to ", to, Level::Atom);
        }
    }
}

pub(super) fn push_condition(line: &mut String, selection: &Selection) {
    if let Some(condition) = &selection.condition {
        line.push_str(" where ");
        push_expr(line, condition, Level::Or);
    }
}

pub(super) fn push_ordering(line: &mut String, ordering: Option<&Ordering>) {
    if let Some(ordering) = ordering {
        line.push_str(" in order of ");
        push_expr(line, &ordering.by, COUNT);
        line.push_str(if ordering.highest {
            ", highest first"
        } else {
            ", lowest first"
        });
    }
}

pub(super) fn push_aggregate(
    line: &mut String,
    aggregate: Aggregate,
    value: Option<&Expr>,
    selection: &Selection,
    ordering: Option<&Ordering>,
) {
    line.push_str(match aggregate {
        Aggregate::Number => "number of ",
        Aggregate::Any => "any ",
        Aggregate::Total => "total of ",
        Aggregate::Highest => "highest of ",
        Aggregate::Lowest => "lowest of ",
        Aggregate::First => "first ",
        Aggregate::Last => "last ",
        Aggregate::Set => "",
    });
    if let Some(value) = value {
        push_expr(line, value, COUNT);
        line.push_str(" for each ");
    }
    push_selection(line, selection);
    push_ordering(line, ordering);
}

pub(super) fn push_rank(
    line: &mut String,
    selection: &Selection,
    ordering: &Ordering,
    ties: Option<&Ties>,
    place: &Expr,
) {
    line.push_str("rank ");
    push_selection(line, selection);
    line.push_str(" by ");
    push_expr(line, &ordering.by, COUNT);
    line.push_str(match ordering.highest {
        true => ", highest first",
        false => ", lowest first",
    });
    match ties {
        None => {}
        Some(Ties::AsListed) => line.push_str(", ties as listed"),
        Some(Ties::Shared) => line.push_str(", ties shared"),
        Some(Ties::Roll(rolled)) => {
            line.push_str(", ties ");
            push_expr(line, rolled, COUNT);
        }
    }
    line.push_str(", into ");
    push_expr(line, place, Level::Atom);
}
