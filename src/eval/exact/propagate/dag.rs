//! Propagation through an acyclic graph, where every number fits a width known beforehand.
//!
//! A denominator is a product of the primes in the numbers of faces. The *rest* of a
//! state is computed backwards from the ends: the powers of the primes by which the chances of paths from it can divide. With `T` the
//! rest of
//! the first state, the *mass* of a state is its chance times `T` over its own rest: an integer, at most
//! `T`. So `T` bounds the width of all numbers, and no intermediate result can overflow.

use crate::chance::Chance;
use crate::exact::denominator::prime_factors;
use crate::exact::graph::{Graph, Start, Total};
use crate::intern::StateId;
use crate::natural::{Fixed, Natural};
use sandtable_ir::{Id, IndexVec};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Different primes that are handled; games have 2, 3 and 5.
const MOST_PRIMES: usize = 8;
/// A power beyond which a question is left to the larger numbers.
const MOST_POWER: u16 = 1 << 14;

/// A power of each prime.
type Powers = [u16; MOST_PRIMES];

/// Computes the chances of all ends, in order; `None` if the graph has cycles, or pools or numbers beyond the widths.
pub(in crate::exact) fn chances(graph: &Graph<'_>) -> Option<Vec<Chance>> {
    let order = topological_order(graph)?;
    let primes = primes(graph)?;
    let rests = rests(graph, &order, &primes)?;
    let flow = Propagation {
        graph,
        primes: &primes,
        rests: &rests,
    };
    match flow.n_bits(StateId(0)) {
        0..=128 => Some(flow.run::<u128>(&order)),
        129..=256 => Some(flow.run::<Fixed<4>>(&order)),
        257..=384 => Some(flow.run::<Fixed<6>>(&order)),
        385..=512 => Some(flow.run::<Fixed<8>>(&order)),
        513..=640 => Some(flow.run::<Fixed<10>>(&order)),
        641..=1024 => Some(flow.run::<Fixed<16>>(&order)),
        _ => None,
    }
}

/// The ends of one question of a batch.
pub(in crate::exact) struct Ends {
    /// The ends that are reached, with their chances.
    pub(in crate::exact) ends: Vec<(StateId, Chance)>,
    /// The number of reachable states that are questions.
    pub(in crate::exact) n_questions: u64,
}

/// Computes the chances of all ends for each question of a batch; `None` as [`chances`].
pub(in crate::exact) fn chances_of_each(graph: &Graph<'_>) -> Option<Vec<Ends>> {
    let order = match graph.is_in_order {
        // Successors of a state found for one question were found for it, later, or for an earlier question.
        true => graph.starts.iter().rev().flat_map(Start::found).collect(),
        false => sorted(graph, graph.starts.last()?.end.index())?,
    };
    let mut ranks = IndexVec::from(vec![0_u32; order.len()]);
    for (rank, state) in (0..).zip(&order) {
        ranks[*state] = rank;
    }
    let primes = primes(graph)?;
    let rests = rests(graph, &order, &primes)?;
    let flow = Propagation {
        graph,
        primes: &primes,
        rests: &rests,
    };
    let starts = graph.starts.iter();
    let widths = starts.map(|start| flow.n_bits(start.state));
    match widths.max()? {
        0..=128 => Some(flow.run_each::<u128>(&ranks)),
        129..=256 => Some(flow.run_each::<Fixed<4>>(&ranks)),
        257..=512 => Some(flow.run_each::<Fixed<8>>(&ranks)),
        513..=1024 => Some(flow.run_each::<Fixed<16>>(&ranks)),
        _ => None,
    }
}

/// Returns all states in topological order; `None` if there is a cycle.
pub(in crate::exact) fn topological_order(graph: &Graph<'_>) -> Option<Vec<StateId>> {
    match graph.is_in_order {
        true => Some(graph.nodes().ids().collect()),
        false => sorted(graph, graph.nodes().len()),
    }
}

/// Sorts the first states topologically (Kahn 1962); `None` if there is a cycle. Their successors are among them.
fn sorted(graph: &Graph<'_>, n_states: usize) -> Option<Vec<StateId>> {
    let states = || (0..n_states).map(StateId::from_index);
    let mut n_open: IndexVec<StateId, u32> = vec![0; n_states].into();
    for edge in states().flat_map(|state| graph.edges(state)) {
        n_open[edge.to] += 1;
    }
    let mut order: Vec<StateId> = states().filter(|state| n_open[*state] == 0).collect();
    let mut at = 0;
    while let Some(state) = order.get(at).copied() {
        for edge in graph.edges(state) {
            n_open[edge.to] -= 1;
            if n_open[edge.to] == 0 {
                order.push(edge.to);
            }
        }
        at += 1;
    }
    (order.len() == n_states).then_some(order)
}

/// The primes in the numbers of faces.
fn primes(graph: &Graph<'_>) -> Option<Vec<u64>> {
    let mut primes = Vec::new();
    for pool in &graph.program.pools {
        for prime in crate::pool::sides(pool).flat_map(prime_factors) {
            if !primes.contains(&prime) {
                primes.push(prime);
            }
        }
    }
    (primes.len() <= MOST_PRIMES).then_some(primes)
}

/// The powers of the primes by which the chances of paths from a state can divide.
#[derive(Debug, Clone, Default)]
struct Rest {
    /// Including its own question.
    before: Powers,
    /// After its own question.
    after: Powers,
}

fn rests(graph: &Graph<'_>, order: &[StateId], primes: &[u64]) -> Option<IndexVec<StateId, Rest>> {
    let mut rests = IndexVec::from(vec![Rest::default(); order.len()]);
    let mut known: Vec<(u64, Powers)> = Vec::new();
    for state in order.iter().rev() {
        let Total::Small(total) = graph.nodes()[*state].total else {
            return None;
        };
        let mut after = [0; MOST_PRIMES];
        for edge in graph.edges(*state) {
            let there: Powers = rests[edge.to].before;
            for (most, rest) in after.iter_mut().zip(&there) {
                *most = (*most).max(*rest);
            }
        }
        let own = match known.iter().find(|(of, _)| *of == total) {
            Some((_, powers)) => *powers,
            None => {
                let powers = factored(total, primes)?;
                known.push((total, powers));
                powers
            }
        };
        let mut before = after;
        for (power, own) in before.iter_mut().zip(own) {
            *power += own;
        }
        if before.iter().any(|power| *power > MOST_POWER) {
            return None;
        }
        rests[*state] = Rest { before, after };
    }
    Some(rests)
}

fn factored(number: u64, primes: &[u64]) -> Option<Powers> {
    let mut left = number;
    let mut powers = [0; MOST_PRIMES];
    for (prime, power) in primes.iter().zip(&mut powers) {
        while left.is_multiple_of(*prime) {
            left /= prime;
            *power += 1;
        }
    }
    (left == 1).then_some(powers)
}

struct Propagation<'a> {
    graph: &'a Graph<'a>,
    primes: &'a [u64],
    rests: &'a IndexVec<StateId, Rest>,
}

impl Propagation<'_> {
    /// The number of bits that hold all that follows from a state.
    fn n_bits(&self, state: StateId) -> u64 {
        let total = self.rests[state].before;
        let powers = self.primes.iter().zip(total);
        let bits = powers.map(|(prime, power)| (*prime as f64).log2() * f64::from(power));
        // One bit to spare, since logarithms are not exact.
        bits.sum::<f64>() as u64 + 2
    }

    fn run<M: Natural>(&self, order: &[StateId]) -> Vec<Chance> {
        let mut masses: IndexVec<StateId, M> = vec![M::zero(); order.len()].into();
        masses[StateId(0)] = M::from_word(1);
        for state in order {
            let mass = masses[*state].clone();
            self.spread(*state, &mass, &mut masses, |_, _| {});
        }
        let primes = self.primes_of(StateId(0));
        let ends = self.graph.ends().iter();
        ends.map(|end| masses[*end].over_primes(&primes)).collect()
    }

    /// The primes by which all that follows from a state can divide.
    fn primes_of(&self, state: StateId) -> Vec<(u64, u32)> {
        let total = self.rests[state].before;
        let primes = self.primes.iter().copied();
        primes.zip(total.into_iter().map(u32::from)).collect()
    }

    /// Passes the mass of a state along its edges; `arrives` receives each target and the mass it had before.
    #[inline]
    fn spread<M: Natural>(
        &self,
        state: StateId,
        mass: &M,
        masses: &mut IndexVec<StateId, M>,
        mut arrives: impl FnMut(StateId, &M),
    ) {
        let after = &self.rests[state].after;
        for edge in self.graph.edges(state) {
            let there = &self.rests[edge.to].before;
            let mut part = mass.clone();
            // A graph with large weights is refused by `rests`.
            self.scale(&mut part, edge.small_weight(), after, there);
            let sum = &mut masses[edge.to];
            arrives(edge.to, sum);
            sum.add(&part);
        }
    }

    /// `ranks`: the place of each state in topological order.
    fn run_each<M: Natural>(&self, ranks: &IndexVec<StateId, u32>) -> Vec<Ends> {
        let mut masses = IndexVec::from(vec![M::zero(); self.graph.nodes().len()]);
        let starts = self.graph.starts.iter();
        starts
            .map(|start| self.run_one(start, ranks, &mut masses))
            .collect()
    }

    /// Follows one question of a batch; all `masses` are 0 before and afterwards.
    fn run_one<M: Natural>(
        &self,
        start: &Start,
        ranks: &IndexVec<StateId, u32>,
        masses: &mut IndexVec<StateId, M>,
    ) -> Ends {
        let mut ends = Vec::new();
        let mut n_questions = 0;
        // States that are in order need no sorting: those that were found for this question. All others wait here.
        let n_sorted = match self.graph.is_in_order {
            true => start.first,
            false => StateId(u32::MAX),
        };
        let mut waiting = BinaryHeap::new();
        masses[start.state] = M::from_word(1);
        if start.state < n_sorted {
            waiting.push(Reverse((ranks[start.state], start.state)));
        }
        let mut own = start.found().filter(|_| self.graph.is_in_order);
        while let Some(state) = own
            .next()
            .or_else(|| waiting.pop().map(|Reverse((_, state))| state))
        {
            let mass = std::mem::take(&mut masses[state]);
            if self.graph.edges(state).is_empty() {
                ends.push((state, mass));
                continue;
            }
            n_questions += 1;
            self.spread(state, &mass, masses, |to, before| {
                if to < n_sorted && before.is_zero() {
                    waiting.push(Reverse((ranks[to], to)));
                }
            });
        }
        let primes = self.primes_of(start.state);
        let ends = ends.into_iter();
        Ends {
            ends: ends
                .map(|(end, mass)| (end, mass.over_primes(&primes)))
                .collect(),
            n_questions,
        }
    }

    /// Times the ways of an answer, and times the powers by which less can divide there than elsewhere.
    #[inline]
    fn scale<M: Natural>(&self, mass: &mut M, ways: u64, after: &Powers, there: &Powers) {
        let mut factor = ways;
        if after != there {
            for ((prime, after), there) in self.primes.iter().zip(after).zip(there) {
                for _ in *there..*after {
                    factor = factor.checked_mul(*prime).unwrap_or_else(|| {
                        mass.scale(factor);
                        *prime
                    });
                }
            }
        }
        if factor != 1 {
            mass.scale(factor);
        }
    }
}
