//! Strongly connected components of the transition graph, in topological order.

use super::graph::Graph;
use crate::intern::StateId;
use sandtable_ir::{Id, IndexVec};

sandtable_ir::define_ids! {
    /// The number of a component.
    struct ComponentId;
}

/// The components of a graph, each after all that lead to it.
#[derive(Debug)]
pub(super) struct Components {
    states: Vec<StateId>,
    /// One past the last state of each component.
    ends: Vec<u32>,
    /// By state: its component.
    of_state: IndexVec<StateId, ComponentId>,
}

/// A component that is not known yet.
const UNKNOWN: ComponentId = ComponentId(u32::MAX);

impl Components {
    /// Returns the components of an acyclic graph whose states are in topological order: one each. Successors
    /// come soon after a state, so that few weights are live.
    pub(super) fn acyclic(order: Vec<StateId>) -> Self {
        let mut of_state = IndexVec::from(vec![UNKNOWN; order.len()]);
        for (place, state) in order.iter().enumerate() {
            of_state[*state] = ComponentId::from_index(place);
        }
        Self {
            ends: (1..=order.len() as u32).collect(),
            states: order,
            of_state,
        }
    }

    /// Returns the components of any graph (Tarjan 1972, without recursion).
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let n_states = graph.nodes().len();
        let mut search = TarjanSearch {
            graph,
            numbers: IndexVec::from(vec![UNSEEN; n_states]),
            lowest: IndexVec::from(vec![UNSEEN; n_states]),
            open: Vec::new(),
            next_number: 0,
            found: Self {
                states: Vec::with_capacity(n_states),
                ends: Vec::with_capacity(n_states),
                of_state: IndexVec::from(vec![UNKNOWN; n_states]),
            },
        };
        if n_states > 0 {
            search.from(StateId(0));
        }
        search.found.reversed()
    }

    /// The components, each after all that lead to it.
    #[expect(
        clippy::indexing_slicing,
        reason = "ends are lengths that the states had, in order"
    )]
    pub(super) fn iter(&self) -> impl Iterator<Item = &[StateId]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let states = &self.states[start as usize..*end as usize];
            start = *end;
            states
        })
    }

    /// Whether two states are in one component.
    pub(super) fn are_together(&self, a: StateId, b: StateId) -> bool {
        self.of_state[a] == self.of_state[b]
    }

    /// Tarjan's algorithm finds components in reverse topological order.
    fn reversed(mut self) -> Self {
        let n_states = self.states.len() as u32;
        self.states.reverse();
        self.ends.pop();
        self.ends.reverse();
        for end in &mut self.ends {
            *end = n_states - *end;
        }
        if n_states > 0 {
            self.ends.push(n_states);
        }
        self
    }
}

/// Whether a component has a cycle.
pub(super) fn is_cyclic(graph: &Graph<'_>, component: &[StateId]) -> bool {
    match component {
        [only] => graph.edges(*only).iter().any(|edge| edge.to == *only),
        _ => true,
    }
}

const UNSEEN: u32 = u32::MAX;

struct TarjanSearch<'a> {
    graph: &'a Graph<'a>,
    /// In the order in which states are first seen.
    numbers: IndexVec<StateId, u32>,
    /// Tarjan's low links.
    lowest: IndexVec<StateId, u32>,
    open: Vec<StateId>,
    next_number: u32,
    found: Components,
}

impl TarjanSearch<'_> {
    fn from(&mut self, root: StateId) {
        let mut path = vec![(root, 0_usize)];
        self.enter(root);
        while let Some((state, at)) = path.last_mut() {
            let state = *state;
            if let Some(edge) = self.graph.edges(state).get(*at) {
                *at += 1;
                if self.numbers[edge.to] == UNSEEN {
                    self.enter(edge.to);
                    path.push((edge.to, 0));
                } else if self.found.of_state[edge.to] == UNKNOWN {
                    self.reduce(state, self.numbers[edge.to]);
                }
                continue;
            }
            path.pop();
            let lowest = self.lowest[state];
            if let Some((before, _)) = path.last() {
                self.reduce(*before, lowest);
            }
            if lowest == self.numbers[state] {
                self.close(state);
            }
        }
    }

    fn enter(&mut self, state: StateId) {
        self.numbers[state] = self.next_number;
        self.lowest[state] = self.next_number;
        self.next_number += 1;
        self.open.push(state);
    }

    fn reduce(&mut self, state: StateId, to: u32) {
        self.lowest[state] = self.lowest[state].min(to);
    }

    fn close(&mut self, root: StateId) {
        let component = ComponentId::from_index(self.found.ends.len());
        while let Some(state) = self.open.pop() {
            self.found.of_state[state] = component;
            self.found.states.push(state);
            if state == root {
                break;
            }
        }
        self.found.ends.push(self.found.states.len() as u32);
    }
}
