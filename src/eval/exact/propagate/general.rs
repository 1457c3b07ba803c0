//! Sends the chances through the graph: whole numbers over the denominators known beforehand.

use super::cyclic;
use crate::exact::denominator::{DenominatorId, Denominators};
use crate::exact::graph::{Graph, Total};
use crate::exact::scc::{Order, is_loop};
use hashbrown::HashMap;
use num_bigint::BigUint;

/// A whole number that may be too large for its shape.
pub(in crate::exact) trait Weight: Clone {
    /// `None` if it does not fit.
    fn from_large(number: &BigUint) -> Option<Self>;
    /// A small number.
    fn from_small(number: u64) -> Self;
    /// As large as need be.
    fn to_large(&self) -> BigUint;
    /// `None` if the product does not fit.
    fn times(&self, other: &Self) -> Option<Self>;
    /// `None` if the sum does not fit.
    fn add(&mut self, other: Self) -> Option<()>;
}

impl Weight for u128 {
    fn from_large(number: &BigUint) -> Option<Self> {
        Self::try_from(number).ok()
    }

    #[inline]
    fn from_small(number: u64) -> Self {
        Self::from(number)
    }

    fn to_large(&self) -> BigUint {
        BigUint::from(*self)
    }

    #[inline]
    fn times(&self, other: &Self) -> Option<Self> {
        self.checked_mul(*other)
    }

    #[inline]
    fn add(&mut self, other: Self) -> Option<()> {
        *self = self.checked_add(other)?;
        Some(())
    }
}

impl Weight for BigUint {
    fn from_large(number: &BigUint) -> Option<Self> {
        Some(number.clone())
    }

    fn from_small(number: u64) -> Self {
        Self::from(number)
    }

    fn to_large(&self) -> BigUint {
        self.clone()
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }

    fn add(&mut self, other: Self) -> Option<()> {
        *self += other;
        Some(())
    }
}

/// The weights of the ends, in order; `None` if a number does not fit.
pub(in crate::exact) fn weigh<W: Weight>(
    graph: &Graph<'_>,
    order: &Order,
    denominators: &Denominators,
) -> Option<Vec<W>> {
    let mut flow = Flow {
        graph,
        denominators,
        weights: vec![W::from_small(0); graph.nodes().len()],
        steps: HashMap::new(),
    };
    *flow.weights.first_mut()? = W::from_small(1);
    for component in order.components() {
        match component {
            [node] if !is_loop(graph, component) => {
                // What is handed on is needed no more; of an end it is the answer.
                let weight = match graph.edges(*node) {
                    [] => continue,
                    _ => std::mem::replace(flow.weights.get_mut(*node as usize)?, W::from_small(0)),
                };
                flow.pass_on(*node, &weight, |_| true)?;
            }
            _ => flow.go_round(order, component)?,
        }
    }
    let weights = flow.weights;
    graph
        .ends()
        .iter()
        .map(|end| weights.get(*end as usize).cloned())
        .collect()
}

struct Flow<'a, W> {
    graph: &'a Graph<'a>,
    denominators: &'a Denominators,
    weights: Vec<W>,
    steps: HashMap<(DenominatorId, DenominatorId), W>,
}

impl<W: Weight> Flow<'_, W> {
    /// Hands a weight on over those edges of a node that are wanted.
    fn pass_on(&mut self, node: u32, weight: &W, wanted: impl Fn(u32) -> bool) -> Option<()> {
        let is_large = self.graph.nodes().get(node as usize)?.total() == Total::Large;
        let out = self.denominators.of_ways_out(node);
        for edge in self.graph.edges(node) {
            if !wanted(edge.to) {
                continue;
            }
            let ways = match is_large {
                false => W::from_small(edge.weight),
                true => W::from_large(self.graph.large.get(edge.weight as usize)?)?,
            };
            let mut part = weight.times(&ways)?;
            let there = self.denominators.of_node(edge.to);
            if there != out {
                part = part.times(self.step(out, there)?)?;
            }
            self.weights.get_mut(edge.to as usize)?.add(part)?;
        }
        Some(())
    }

    fn step(&mut self, from: DenominatorId, to: DenominatorId) -> Option<&W> {
        use hashbrown::hash_map::Entry;
        match self.steps.entry((from, to)) {
            Entry::Occupied(entry) => Some(entry.into_mut()),
            Entry::Vacant(entry) => {
                let step = W::from_large(&self.denominators.step(from, to))?;
                Some(entry.insert(step))
            }
        }
    }

    /// Sums up all rounds of a loop and hands on what leaves it.
    fn go_round(&mut self, order: &Order, component: &[u32]) -> Option<()> {
        let entries: Option<Vec<BigUint>> = component
            .iter()
            .map(|node| Some(self.weights.get(*node as usize)?.to_large()))
            .collect();
        let visits = cyclic::visits(self.graph, component, &entries?);
        for (node, visits) in component.iter().zip(visits) {
            let weight = W::from_large(&visits)?;
            *self.weights.get_mut(*node as usize)? = W::from_small(0);
            self.pass_on(*node, &weight, |to| !order.are_together(*node, to))?;
        }
        Some(())
    }
}
