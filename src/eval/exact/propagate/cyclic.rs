//! Cyclic components: the geometric series over all rounds, summed by linear equations.
//!
//! Let `w(i, j)` be the ways from state `i` to `j` of the component, `t(i)` the total of the ways from `i`, and `m(i)` the chance with
//! which the component is entered at `i`. If `t(i) y(i)` is the expected number of visits to `i`, then
//! `t(i) y(i) = m(i) + sum over j of w(j, i) y(j)`: equations with integer coefficients.

pub(in crate::exact) use super::elimination::Steps;
use super::elimination::{Order, Row, solve};
use crate::budget::Limit;
use crate::exact::graph::{Graph, Node, Total, Weight};
use crate::exact::scc::Components;
use crate::fault::{Fault, FaultKind};
use crate::intern::StateId;
use num_bigint::BigUint;
use num_traits::Zero;
use sandtable_ir::{IndexVec, Pc};
use std::collections::BTreeSet;

/// Returns the total number of ways to answer the question of a node.
pub(in crate::exact) fn total(graph: &Graph<'_>, node: &Node) -> BigUint {
    match node.total {
        Total::Small(total) => BigUint::from(total),
        Total::Large(pool) => crate::pool::total(graph.program.pool(pool)),
    }
}

/// By state: whether its component is entered there.
pub(in crate::exact) struct Entered(IndexVec<StateId, bool>);

impl Entered {
    /// Returns the entered states of a graph.
    pub(in crate::exact) fn of(graph: &Graph<'_>, components: &Components) -> Self {
        let mut entered: IndexVec<StateId, bool> = vec![false; graph.nodes().len()].into();
        entered[StateId(0)] = true;
        for from in graph.nodes().ids() {
            for edge in graph.edges(from) {
                if !components.are_together(from, edge.to) {
                    entered[edge.to] = true;
                }
            }
        }
        Self(entered)
    }

    /// Returns the positions in a component of the states where it is entered.
    fn places(&self, component: &[StateId]) -> Vec<usize> {
        let states = component.iter().enumerate();
        let entered = states.filter(|(_, state)| self.0[**state]);
        entered.map(|(place, _)| place).collect()
    }
}

/// The equations of a component, without the chances with which it is entered.
pub(in crate::exact) struct Equations<'a> {
    graph: &'a Graph<'a>,
    component: &'a [StateId],
    /// The states, each with its place in the component, least first.
    places: Vec<(StateId, usize)>,
    order: Order,
}

impl<'a> Equations<'a> {
    /// Plans the elimination; `None` if more coefficients than this are replaced.
    fn of(graph: &'a Graph<'a>, component: &'a [StateId], most: u64) -> Self {
        let mut places: Vec<(StateId, usize)> = component.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let mut equations = Self {
            graph,
            component,
            places,
            order: Order::of(Vec::new(), 0),
        };
        let mut others = vec![BTreeSet::new(); component.len()];
        equations.for_each_edge(|from, to, _| {
            if let Some(others) = others.get_mut(to)
                && from != to
            {
                others.insert(from);
            }
        });
        equations.order = Order::of(others, most);
        equations
    }

    /// The coefficients that are replaced to solve the equations, up to `most` or a little more.
    pub(in crate::exact) fn n_replaced(
        graph: &'a Graph<'a>,
        component: &'a [StateId],
        most: u64,
    ) -> u64 {
        Self::of(graph, component, most).order.n_replaced
    }

    /// The coefficients with which the chances at the entries are multiplied, where the equations can be solved.
    pub(in crate::exact) fn n_coefficients(graph: &'a Graph<'a>, component: &'a [StateId]) -> u64 {
        let order = Self::of(graph, component, u64::MAX).order;
        order.n_coefficients + order.n_constants
    }

    /// Calls `visit` with the places of the states of every edge inside of the component, and with the edge's number in its state.
    fn for_each_edge(&self, mut visit: impl FnMut(usize, usize, &crate::exact::graph::Edge)) {
        for (from, state) in self.component.iter().enumerate() {
            for edge in self.graph.edges(*state) {
                let place = self
                    .places
                    .binary_search_by_key(&edge.to, |(state, _)| *state);
                if let Some((_, to)) = place.ok().and_then(|place| self.places.get(place)) {
                    visit(from, *to, edge);
                }
            }
        }
    }

    /// The rows, with constants for each state.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is a row for each state of the component"
    )]
    fn rows(&self, right: impl Fn(usize) -> Vec<BigUint>) -> Vec<Row> {
        let states = self.component.iter().enumerate();
        let mut rows: Vec<Row> = states
            .map(|(place, state)| Row {
                diagonal: total(self.graph, &self.graph.nodes()[*state]),
                others: Vec::new(),
                right: right(place),
            })
            .collect();
        self.for_each_edge(|from, to, edge| {
            let ways = match self.graph.weight(self.component[from], edge) {
                Weight::Small(ways) => BigUint::from(ways),
                Weight::Large(id) => self.graph.large[id].clone(),
            };
            let row = &mut rows[to];
            match row.others.last_mut() {
                _ if from == to => row.diagonal -= ways,
                Some((last, coefficient)) if *last == from => *coefficient += ways,
                Some(_) | None => row.others.push((from, ways)),
            }
        });
        rows
    }
}

/// The divisor of the chances of a component, wherever it is entered.
///
/// Errors: nothing leads out of it; it takes more steps than are left.
pub(in crate::exact) fn divisor(
    graph: &Graph<'_>,
    components: &Components,
    component: &[StateId],
    entered: &Entered,
    steps: &mut Steps,
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
    let entries = entered.places(component);
    let equations = Equations::of(graph, component, u64::MAX);
    let rows = equations.rows(|place| {
        let systems = entries.iter();
        let is_entry = systems.map(|entry| BigUint::from(u8::from(*entry == place)));
        is_entry.collect()
    });
    match solve(rows, &equations.order, steps) {
        Some(solution) => Ok(solution.divisor),
        None => Err(FaultKind::TooManyStates(graph.nodes().len() as u64, Limit::Equations).at(at)),
    }
}

/// The expected number of visits to each state of a component that has a divisor, over `t(i)` and that.
pub(in crate::exact) fn visits(
    graph: &Graph<'_>,
    component: &[StateId],
    entries: &[BigUint],
    divisor: &BigUint,
) -> Option<Vec<BigUint>> {
    let equations = Equations::of(graph, component, u64::MAX);
    let rows = equations.rows(|place| entries.get(place).cloned().into_iter().collect());
    let solution = solve(rows, &equations.order, &mut Steps(u64::MAX))?;
    let unknowns = solution.unknowns.into_iter().flatten();
    let visits = unknowns.map(|unknown| {
        let (visits, rest) = num_integer::Integer::div_rem(&(unknown * divisor), &solution.divisor);
        debug_assert!(
            rest.is_zero(),
            "the divisor serves wherever the component is entered"
        );
        visits
    });
    Some(visits.collect())
}
