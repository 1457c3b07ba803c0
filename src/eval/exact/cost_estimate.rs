//! How long the numbers get where chances are no longer machine words, and what it takes to work them out: told before it
//! is begun. Many rounds, each with a throw, make fractions of thousands of digits.

use super::denominator::Denominators;
use super::graph::Graph;
use super::scc::{Order, is_loop};
use crate::fault::{Fault, FaultKind};
use sandtable_ir::Pc;
use std::collections::BTreeSet;

/// Words that are multiplied, in all: some seconds.
const MOST_WORK: u64 = 4_000_000_000;
/// Words of all numbers that are needed at a time: a quarter of a gigabyte.
const MOST_AT_ONCE: u64 = 1 << 25;
/// Words of the chances of all outcomes: 16 megabytes, more digits than anybody reads.
const MOST_TOLD: u64 = 1 << 21;
/// Decimal digits of a word.
const DIGITS: f64 = 19.27;

/// Looks whether the equations of all loops can be solved.
///
/// Errors: they are too many, or too large.
pub(super) fn check_loops(graph: &Graph<'_>, order: &Order) -> Result<(), Fault> {
    let loops = order.components().filter(|nodes| is_loop(graph, nodes));
    let work = loops.map(|nodes| of_loop(nodes.len() as u64, 0));
    match work.fold(0, u64::saturating_add) > MOST_WORK {
        true => Err(FaultKind::TooManyStates(graph.nodes().len() as u64).at(first(graph))),
        false => Ok(()),
    }
}

/// Looks whether chances of this length can be sent through a graph.
///
/// Errors: they are too long.
pub(super) fn check(
    graph: &Graph<'_>,
    order: &Order,
    denominators: &Denominators,
) -> Result<(), Fault> {
    let words = |node: u32| denominators.n_words(denominators.of_node(node));
    let ends = graph.ends().iter().map(|end| words(*end));
    let (told, longest) = ends.fold((0_u64, 0), |(sum, most), words| {
        (sum.saturating_add(words), words.max(most))
    });
    let is_too_long = told > MOST_TOLD || work_and_room(graph, order, denominators).is_none();
    match is_too_long {
        true => {
            let digits = (longest as f64 * DIGITS) as u64;
            Err(FaultKind::TooLong(digits).at(first(graph)))
        }
        false => Ok(()),
    }
}

/// Where something is thrown first.
fn first(graph: &Graph<'_>) -> Pc {
    graph.nodes().first().map_or(Pc(0), |node| node.at)
}

/// The words that are multiplied, and those that are needed at a time; `None` if they are too many.
fn work_and_room(
    graph: &Graph<'_>,
    order: &Order,
    denominators: &Denominators,
) -> Option<(u64, u64)> {
    let words = |node: u32| denominators.n_words(denominators.of_node(node));
    let mut is_there = vec![false; graph.nodes().len()];
    let mut steps = BTreeSet::new();
    let (mut work, mut now, mut most) = (0_u64, 0_u64, 0);
    for component in order.components() {
        let is_round = is_loop(graph, component);
        if is_round {
            let longest = component.iter().map(|node| words(*node)).max();
            work = work.saturating_add(of_loop(component.len() as u64, longest.unwrap_or(0)));
        }
        for node in component {
            let from = denominators.of_ways_out(*node);
            let out = denominators.n_words(from);
            for edge in graph.edges(*node) {
                let there = words(edge.to);
                // Once by the ways, once by what the denominator grows; that is kept.
                let grown = there.saturating_sub(out) + 1;
                work = work.saturating_add(out.saturating_mul(1 + grown));
                if steps.insert((from, denominators.of_node(edge.to))) {
                    now += grown;
                }
                if let Some(is_there @ false) = is_there.get_mut(edge.to as usize) {
                    *is_there = true;
                    now += there;
                }
            }
            most = most.max(now);
            if !graph.edges(*node).is_empty() && is_there.get(*node as usize) == Some(&true) {
                now -= words(*node);
            }
        }
        if work > MOST_WORK || most > MOST_AT_ONCE {
            return None;
        }
    }
    Some((work, most))
}

/// What it takes to solve the equations of a loop of so many situations, whose entries have so many words: each
/// elimination goes over all rows, whose numbers grow with it.
fn of_loop(n_nodes: u64, words: u64) -> u64 {
    let of_rows = n_nodes.saturating_pow(3).saturating_mul(1 + n_nodes / 16);
    let of_entries = n_nodes.saturating_pow(2).saturating_mul(words);
    of_rows.saturating_add(of_entries)
}
