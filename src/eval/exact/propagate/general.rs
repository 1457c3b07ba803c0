//! Propagation through any graph: whole numbers over the denominators known beforehand.

use super::cyclic;
use crate::exact::denominator::{DenominatorId, Denominators};
use crate::exact::graph::{Graph, Weight};
use crate::exact::scc::{Components, is_cyclic};
use crate::intern::StateId;
use crate::natural::CheckedNatural;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use num_bigint::BigUint;
use sandtable_ir::IndexVec;

/// The weights of the ends, in order; `None` if a number does not fit.
pub(in crate::exact) fn weights<W: CheckedNatural>(
    graph: &Graph<'_>,
    components: &Components,
    denominators: &Denominators,
) -> Option<Vec<W>> {
    let mut weights: IndexVec<StateId, W> = vec![W::zero(); graph.nodes().len()].into();
    weights[StateId(0)] = W::from_word(1);
    let mut propagation = Propagation {
        graph,
        denominators,
        weights,
        steps: HashMap::new(),
    };
    for component in components.iter() {
        match component {
            [state] if !is_cyclic(graph, component) => {
                // A weight that has been propagated is freed; that of an end is the result.
                if !graph.edges(*state).is_empty() {
                    let weight = std::mem::take(&mut propagation.weights[*state]);
                    propagation.pass_on(*state, &weight, |_| true)?;
                }
            }
            _ => propagation.pass_through_cycle(components, component)?,
        }
    }
    let ends = graph.ends().iter();
    Some(ends.map(|end| propagation.weights[*end].clone()).collect())
}

struct Propagation<'a, W> {
    graph: &'a Graph<'a>,
    denominators: &'a Denominators,
    weights: IndexVec<StateId, W>,
    /// See [`Denominators::step`].
    steps: HashMap<(DenominatorId, DenominatorId), W>,
}

impl<W: CheckedNatural> Propagation<'_, W> {
    /// Propagates a weight along those edges of a state that meet a predicate.
    fn pass_on(
        &mut self,
        state: StateId,
        weight: &W,
        wanted: impl Fn(StateId) -> bool,
    ) -> Option<()> {
        let out = self.denominators.of_ways_out(state);
        for edge in self.graph.edges(state) {
            if !wanted(edge.to) {
                continue;
            }
            let ways = match self.graph.weight(state, edge) {
                Weight::Small(ways) => W::from_word(ways),
                Weight::Large(id) => W::from_big(&self.graph.large[id])?,
            };
            let mut part = weight.checked_times(&ways)?;
            let there = self.denominators.of_state(edge.to);
            if there != out {
                part = part.checked_times(self.step(out, there)?)?;
            }
            self.weights[edge.to].checked_add(part)?;
        }
        Some(())
    }

    fn step(&mut self, from: DenominatorId, to: DenominatorId) -> Option<&W> {
        match self.steps.entry((from, to)) {
            Entry::Occupied(entry) => Some(entry.into_mut()),
            Entry::Vacant(entry) => {
                let step = W::from_big(&self.denominators.step(from, to))?;
                Some(entry.insert(step))
            }
        }
    }

    /// Sums all rounds of a cyclic component and propagates the weights that leave it.
    fn pass_through_cycle(&mut self, components: &Components, component: &[StateId]) -> Option<()> {
        let entries = component.iter().map(|state| self.weights[*state].to_big());
        let entries: Vec<BigUint> = entries.collect();
        let divisor = self.denominators.of_answers(component);
        let visits = cyclic::visits(self.graph, component, &entries, &divisor)?;
        debug_assert_eq!(visits.len(), component.len(), "a number for each state");
        for (state, visits) in component.iter().zip(visits) {
            let weight = W::from_big(&visits)?;
            self.weights[*state] = W::zero();
            self.pass_on(*state, &weight, |to| !components.are_together(*state, to))?;
        }
        Some(())
    }
}
