//! Estimates of the cost of propagation before it begins: the length of the numbers where weights exceed machine words, and
//! the number of multiplications. Many rounds, each with a roll, yield fractions of thousands of digits.

use super::denominator::Denominators;
use super::graph::Graph;
use super::propagate::cyclic::Equations;
use super::scc::{Components, is_cyclic};
use crate::budget::Limit;
use crate::fault::{Fault, FaultKind};
use crate::intern::StateId;
use sandtable_ir::{IndexVec, Pc};
use std::collections::BTreeSet;

/// Maximum number of multiplications of words: some seconds.
const MOST_WORK: u64 = 4_000_000_000;
/// Maximum number of coefficients that elimination replaces: some seconds for short numbers.
const MOST_COEFFICIENTS: u64 = 20_000_000;
/// Maximum number of words of all numbers that are live at a time: a quarter of a gigabyte.
const MOST_AT_ONCE: u64 = 1 << 25;
/// Maximum number of words of the chances of all outcomes: 16 megabytes.
const MOST_TOLD: u64 = 1 << 21;
/// Decimal digits of a word.
const DIGITS: f64 = 19.27;

/// Checks that the equations of all cyclic components can be solved.
///
/// Errors: there are too many equations.
pub(super) fn check_equations(graph: &Graph<'_>, components: &Components) -> Result<(), Fault> {
    let cyclic = components.iter().filter(|nodes| is_cyclic(graph, nodes));
    let replaced = cyclic.map(|nodes| Equations::n_replaced(graph, nodes, MOST_COEFFICIENTS));
    match replaced.fold(0, u64::saturating_add) > MOST_COEFFICIENTS {
        true => Err(
            FaultKind::TooManyStates(graph.nodes().len() as u64, Limit::Equations).at(first(graph)),
        ),
        false => Ok(()),
    }
}

/// Checks that weights of this length can be propagated through a graph.
///
/// Errors: the numbers are too long.
pub(super) fn check(
    graph: &Graph<'_>,
    components: &Components,
    denominators: &Denominators,
) -> Result<(), Fault> {
    let words = |state: StateId| denominators.n_words(denominators.of_state(state));
    let ends = graph.ends().iter().map(|end| words(*end));
    let (told, longest) = ends.fold((0_u64, 0), |(sum, most), words| {
        (sum.saturating_add(words), words.max(most))
    });
    let is_too_long =
        told > MOST_TOLD || work_and_memory(graph, components, denominators).is_none();
    match is_too_long {
        true => {
            let digits = (longest as f64 * DIGITS) as u64;
            Err(FaultKind::TooLong(digits).at(first(graph)))
        }
        false => Ok(()),
    }
}

/// Returns the op of the first roll.
fn first(graph: &Graph<'_>) -> Pc {
    graph.nodes().iter().next().map_or(Pc(0), |node| node.at)
}

/// Returns the number of multiplications of words, and the maximum of live words; `None` beyond the bounds.
fn work_and_memory(
    graph: &Graph<'_>,
    components: &Components,
    denominators: &Denominators,
) -> Option<(u64, u64)> {
    let words = |state: StateId| denominators.n_words(denominators.of_state(state));
    let mut is_there: IndexVec<StateId, bool> = vec![false; graph.nodes().len()].into();
    let mut steps = BTreeSet::new();
    let (mut work, mut now, mut most) = (0_u64, 0_u64, 0);
    for component in components.iter() {
        let is_round = is_cyclic(graph, component);
        if is_round {
            let longest = component
                .iter()
                .map(|state| words(*state))
                .fold(0, u64::max);
            let n_coefficients = Equations::n_coefficients(graph, component);
            work = work.saturating_add(n_coefficients.saturating_mul(longest));
        }
        for state in component {
            let from = denominators.of_ways_out(*state);
            let out = denominators.n_words(from);
            for edge in graph.edges(*state) {
                let there = words(edge.to);
                // One multiplication by the ways, and one by the growth of the denominator, which is stored.
                let grown = there.saturating_sub(out) + 1;
                work = work.saturating_add(out.saturating_mul(1 + grown));
                if steps.insert((from, denominators.of_state(edge.to))) {
                    now += grown;
                }
                if !std::mem::replace(&mut is_there[edge.to], true) {
                    now += there;
                }
            }
            most = most.max(now);
            if !graph.edges(*state).is_empty() && is_there[*state] {
                now -= words(*state);
            }
        }
        if work > MOST_WORK || most > MOST_AT_ONCE {
            return None;
        }
    }
    Some((work, most))
}
