//! Construction of selections of units and of aggregates over them.

use super::expression::{Built, build, build_expression, call, join};
use super::names;
use crate::ast::{Absence, Aggregate, Name, Ordering, Region, Selection, aggregate_of};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::Diagnostics;

pub(super) fn build_selection(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Selection> {
    selection_built(node, diagnostics).map(|(selection, _)| selection)
}

/// A selection, and how deep its condition nests.
fn selection_built(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<(Selection, usize)> {
    let condition = match node.find(Rule::chosen_if) {
        Some(condition) => Some(build(&condition.find(Rule::disjunction)?, diagnostics)?),
        None => None,
    };
    let owner = match node.find(Rule::of_owner) {
        Some(owner) => Some(build(&owner.find(Rule::postfix)?, diagnostics)?),
        None => None,
    };
    let including = node.find(Rule::including).map_or_else(Vec::new, |list| {
        list.all(Rule::out_of_play)
            .map(|word| match word.has(Rule::kw_destroyed) {
                true => Absence::Destroyed,
                false => Absence::Removed,
            })
            .collect()
    });
    let region = match node.find(Rule::region) {
        Some(region) => Some(region_built(&region.first()?, diagnostics)?),
        None => None,
    };
    let parts = [condition.as_ref(), owner.as_ref()];
    let depths = parts.into_iter().flatten().map(|part| part.depth);
    let depths = depths.chain(region.as_ref().map(|(_, depth)| *depth));
    let depth = depths.max().unwrap_or(0);
    let of_chosen = node.find(Rule::of_chosen);
    let of_chosen = of_chosen.and_then(|chosen| chosen.find(Rule::name));
    let chosen = of_chosen.map(|name| name.spanned());
    let (name, kinds) = match (node.find(Rule::name), &chosen) {
        (Some(name), Some(chosen)) => (name.spanned(), vec![chosen.clone()]),
        (None, Some(chosen)) => (chosen.clone(), Vec::new()),
        (name, None) => (name?.spanned(), kinds_of(node)),
    };
    let selection = Selection {
        name,
        kinds,
        chosen: chosen.is_some(),
        region: region.map(|(region, _)| Box::new(region)),
        owner: owner.map(|owner| owner.expr),
        including,
        condition: condition.map(|condition| condition.expr),
    };
    Some((selection, depth))
}

/// Builds a region of the board; returns also the nesting depth of its expressions.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn region_built(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<(Region, usize)> {
    let mut depth = 0;
    let mut parts = Vec::new();
    for part in node.children() {
        if matches!(part.rule(), Rule::sum | Rule::postfix | Rule::call) {
            let built = if let Rule::call = part.rule() {
                call(&part, diagnostics)?
            } else {
                build(&part, diagnostics)?
            };
            depth = depth.max(built.depth);
            parts.push(built.expr);
        }
    }
    let mut parts = parts.into_iter();
    let mut next = || parts.next();
    let region = match node.rule() {
        Rule::within_of => Region::Within {
            distance: next()?,
            of: next()?,
        },
        Rule::between => Region::Between {
            ends: [next()?, next()?],
        },
        Rule::reached_by => Region::Reached {
            way: next()?,
            from: next()?,
            within: next()?,
        },
        _ => Region::Along {
            way: next()?,
            avoiding: match node.has(Rule::kw_avoiding) {
                true => Some(next()?),
                false => None,
            },
            ends: [next()?, next()?],
        },
    };
    Some((region, depth))
}

/// Returns the kinds after the colon; for a choice they may be words of a list.
fn kinds_of(node: &Node<'_>) -> Vec<Name> {
    if let Some(kinds) = node.find(Rule::selected_kinds) {
        return names(&kinds, Rule::name);
    }
    let words = node.find(Rule::words_type);
    words.map_or_else(Vec::new, |words| names(&words, Rule::word))
}

/// `Some(None)` without an order.
#[expect(
    clippy::option_option,
    reason = "an order that could not be built differs from none"
)]
pub(super) fn optional_ordering(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Option<Ordering>> {
    match node.find(Rule::ordering) {
        None => Some(None),
        Some(ordering) => Some(Some(Ordering {
            by: build_expression(&ordering.find(Rule::shifted)?, diagnostics)?,
            highest: ordering.has(Rule::kw_highest),
        })),
    }
}

/// `squad where squad is pinned` as an argument
pub(super) fn set_of_units(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let (selection, depth) = selection_built(&node.find(Rule::selection)?, diagnostics)?;
    let kind = aggregate_of(Aggregate::Set, None, selection, None);
    Some(join(node.span(), &[depth], kind))
}

/// `number of …`, `any …`, `total of …`, `first …`
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(super) fn aggregate(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let what = node.first()?;
    let value = match what.find(Rule::shifted) {
        Some(value) => Some(build(&value, diagnostics)?),
        None => None,
    };
    let (selection, depth) = selection_built(&what.find(Rule::selection)?, diagnostics)?;
    let aggregate = match what.rule() {
        Rule::number_of => Aggregate::Number,
        Rule::any_of => Aggregate::Any,
        Rule::first_of if what.has(Rule::kw_last) => Aggregate::Last,
        Rule::first_of => Aggregate::First,
        _ if what.has(Rule::kw_total) => Aggregate::Total,
        _ if what.has(Rule::kw_highest) => Aggregate::Highest,
        _ => Aggregate::Lowest,
    };
    let ordering = optional_ordering(&what, diagnostics)?;
    let depths = [depth, value.as_ref().map_or(0, |value| value.depth)];
    let kind = aggregate_of(
        aggregate,
        value.map(|value| value.expr),
        selection,
        ordering,
    );
    Some(join(node.span(), &depths, kind))
}
