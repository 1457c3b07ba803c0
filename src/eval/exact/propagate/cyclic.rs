//! Situations that lead to each other: the geometric series of all rounds, summed by linear equations.
//!
//! Let `w(i, j)` be the ways from situation `i` to `j` of the loop, of `t(i)` in all, and `m(i)` the chance with
//! which the loop is entered at `i`. If a run is expected to stand `t(i) y(i)` times at `i`, then
//! `t(i) y(i) = m(i) + sum over j of w(j, i) y(j)`: equations in whole numbers, solved without fractions (Bareiss).

use crate::exact::graph::{Graph, Node, Total};
use crate::exact::scc::Order;
use crate::fault::{Fault, FaultKind};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

/// How many situations one loop may have: the work grows with the third power.
pub(in crate::exact) const MOST_NODES: usize = 200;

/// How many ways there are to answer a question.
pub(in crate::exact) fn total(graph: &Graph<'_>, node: &Node) -> BigUint {
    match node.total() {
        Total::Small(total) => BigUint::from(total),
        Total::Large => {
            let pool = graph.program.pools.get(node.pool.0 as usize);
            pool.map_or_else(BigUint::one, crate::pool::total)
        }
    }
}

/// By what the chances of a loop are divided: the determinant of its equations.
///
/// Errors: nothing leads out of it; it has too many situations.
pub(in crate::exact) fn divisor(
    graph: &Graph<'_>,
    order: &Order,
    component: &[u32],
) -> Result<BigUint, Fault> {
    let at = component
        .first()
        .and_then(|node| graph.nodes().get(*node as usize))
        .map_or(sandtable_ir::Pc(0), |node| node.at);
    let mut ways = component.iter().flat_map(|node| {
        let edges = graph.edges(*node).iter();
        edges.map(|edge| (*node, edge.to))
    });
    if ways.all(|(from, to)| order.are_together(from, to)) {
        return Err(FaultKind::NoWayOut.at(at));
    }
    if component.len() > MOST_NODES {
        return Err(FaultKind::TooManyStates(graph.nodes().len() as u64).at(at));
    }
    let entries = vec![BigInt::zero(); component.len()];
    let (_, divisor) = solve(equations(graph, component, &entries));
    Ok(divisor)
}

/// How often a run stands at each situation of a loop, over `t(i)` and the divisor.
pub(in crate::exact) fn visits(
    graph: &Graph<'_>,
    component: &[u32],
    entries: &[BigUint],
) -> Vec<BigUint> {
    let entries: Vec<BigInt> = entries.iter().cloned().map(BigInt::from).collect();
    solve(equations(graph, component, &entries)).0
}

/// One row per situation: what stands before each `y`, and last the entry.
fn equations(graph: &Graph<'_>, component: &[u32], entries: &[BigInt]) -> Vec<Vec<BigInt>> {
    let mut rows: Vec<Vec<BigInt>> = entries
        .iter()
        .map(|entry| {
            let mut row = vec![BigInt::zero(); component.len()];
            row.push(entry.clone());
            row
        })
        .collect();
    let mut places: Vec<(u32, usize)> = component.iter().copied().zip(0..).collect();
    places.sort_unstable();
    for (column, from) in component.iter().enumerate() {
        let Some(node) = graph.nodes().get(*from as usize) else {
            continue;
        };
        add(&mut rows, column, column, BigInt::from(total(graph, node)));
        for edge in graph.edges(*from) {
            let Ok(place) = places.binary_search_by_key(&edge.to, |(node, _)| *node) else {
                continue;
            };
            let row = places.get(place).map_or(0, |(_, row)| *row);
            let weight = match node.total() {
                Total::Small(_) => BigInt::from(edge.weight),
                Total::Large => graph
                    .large
                    .get(edge.weight as usize)
                    .cloned()
                    .map_or_else(BigInt::zero, BigInt::from),
            };
            add(&mut rows, row, column, -weight);
        }
    }
    rows
}

fn add(rows: &mut [Vec<BigInt>], row: usize, column: usize, amount: BigInt) {
    if let Some(place) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
        *place += amount;
    }
}

/// Bareiss' elimination up and down: gives the unknowns over the determinant, and the determinant.
///
/// Every column's diagonal outweighs its other entries, so no pivot is 0 and the determinant is positive.
fn solve(mut rows: Vec<Vec<BigInt>>) -> (Vec<BigUint>, BigUint) {
    let mut before = BigInt::one();
    for pivot in 0..rows.len() {
        let Some(pivot_row) = rows.get(pivot).cloned() else {
            break;
        };
        let head = pivot_row.get(pivot).cloned().unwrap_or_else(BigInt::one);
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = row.get(pivot).cloned().unwrap_or_else(BigInt::zero);
            for (place, above) in row.iter_mut().zip(&pivot_row) {
                let mut value = &*place * &head;
                if !factor.is_zero() && !above.is_zero() {
                    value -= &factor * above;
                }
                *place = value / &before;
            }
        }
        before = head;
    }
    let unknowns = rows
        .iter()
        .map(|row| row.last().map_or_else(BigUint::zero, magnitude))
        .collect();
    (unknowns, magnitude(&before))
}

fn magnitude(number: &BigInt) -> BigUint {
    number.abs().to_biguint().unwrap_or_else(BigUint::zero)
}
