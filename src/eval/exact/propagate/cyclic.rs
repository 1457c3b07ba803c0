//! Cyclic components: the geometric series of all rounds, summed by linear equations.
//!
//! Let `w(i, j)` be the ways from state `i` to `j` of the component, of `t(i)` in all, and `m(i)` the chance with
//! which the component is entered at `i`. If a run is expected to stand `t(i) y(i)` times at `i`, then
//! `t(i) y(i) = m(i) + sum over j of w(j, i) y(j)`: equations in whole numbers, solved by fraction-free elimination
//! (Bareiss 1968).

use crate::budget::Limit;
use crate::exact::graph::{Graph, Node, Total, Weight};
use crate::exact::scc::Components;
use crate::fault::{Fault, FaultKind};
use crate::intern::StateId;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use sandtable_ir::Pc;

/// Most states of one component: the work grows with the third power.
const MOST_STATES: usize = 200;

/// The number of ways to answer a question.
pub(in crate::exact) fn total(graph: &Graph<'_>, node: &Node) -> BigUint {
    match node.total {
        Total::Small(total) => BigUint::from(total),
        Total::Large(pool) => crate::pool::total(graph.program.pool(pool)),
    }
}

/// The divisor of the chances of a component: the determinant of its equations.
///
/// Errors: nothing leads out of it; it has too many states.
pub(in crate::exact) fn divisor(
    graph: &Graph<'_>,
    components: &Components,
    component: &[StateId],
) -> Result<BigUint, Fault> {
    let first = component.first();
    let at = first.map_or(Pc(0), |state| graph.nodes()[*state].at);
    let mut edges = component.iter().flat_map(|state| {
        let edges = graph.edges(*state).iter();
        edges.map(|edge| (*state, edge.to))
    });
    if edges.all(|(from, to)| components.are_together(from, to)) {
        return Err(FaultKind::NoWayOut.at(at));
    }
    if component.len() > MOST_STATES {
        return Err(FaultKind::TooManyStates(graph.nodes().len() as u64, Limit::Equations).at(at));
    }
    let entries = vec![BigInt::zero(); component.len()];
    let mut equations = Equations::of(graph, component, &entries);
    let divisor = equations.eliminate();
    Ok(divisor.into_parts().1)
}

/// The expected number of visits to each state of a component, over `t(i)` and the divisor.
pub(in crate::exact) fn visits(
    graph: &Graph<'_>,
    component: &[StateId],
    entries: &[BigUint],
) -> Vec<BigUint> {
    let entries: Vec<BigInt> = entries.iter().cloned().map(BigInt::from).collect();
    let mut equations = Equations::of(graph, component, &entries);
    equations.eliminate();
    equations.unknowns()
}

/// One row per state: the coefficient of each `y`, and last the entry.
struct Equations {
    rows: Vec<Vec<BigInt>>,
}

#[expect(
    clippy::indexing_slicing,
    reason = "the matrix has a row for each state of the component and one column more; columns are found among the states"
)]
impl Equations {
    fn of(graph: &Graph<'_>, component: &[StateId], entries: &[BigInt]) -> Self {
        let row = |entry: &BigInt| {
            let mut row = vec![BigInt::zero(); component.len()];
            row.push(entry.clone());
            row
        };
        let mut rows: Vec<Vec<BigInt>> = entries.iter().map(row).collect();
        let mut places: Vec<(StateId, usize)> = component.iter().copied().zip(0..).collect();
        places.sort_unstable();
        for (column, from) in component.iter().enumerate() {
            rows[column][column] += BigInt::from(total(graph, &graph.nodes()[*from]));
            for edge in graph.edges(*from) {
                let Ok(place) = places.binary_search_by_key(&edge.to, |(state, _)| *state) else {
                    continue;
                };
                let (_, row) = places[place];
                rows[row][column] -= match graph.weight(*from, edge) {
                    Weight::Small(ways) => BigInt::from(ways),
                    Weight::Large(id) => BigInt::from(graph.large[id].clone()),
                };
            }
        }
        Self { rows }
    }

    /// Bareiss' elimination up and down: leaves the unknowns over the determinant in the last column, and gives the
    /// determinant.
    ///
    /// Every column's diagonal outweighs its other entries, so no pivot is 0 and the determinant is positive.
    fn eliminate(&mut self) -> BigInt {
        let mut before = BigInt::one();
        for pivot in 0..self.rows.len() {
            let pivot_row = self.rows[pivot].clone();
            let head = pivot_row[pivot].clone();
            debug_assert!(!head.is_zero(), "the matrix is diagonally dominant");
            let others = self.rows.iter_mut().enumerate();
            for (_, row) in others.filter(|(at, _)| *at != pivot) {
                let factor = row[pivot].clone();
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
        before
    }

    /// The magnitudes of the last column.
    fn unknowns(self) -> Vec<BigUint> {
        let last = self.rows.into_iter().filter_map(|mut row| row.pop());
        last.map(|unknown| unknown.into_parts().1).collect()
    }
}
