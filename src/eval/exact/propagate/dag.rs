//! Sends the chances through a graph without circles, where every number fits a width known beforehand.
//!
//! A denominator is a product of the primes in the numbers of faces. Going back from the ends, the *rest* of a
//! situation is found: the powers of the primes by which whatever still happens there can divide. With `T` the rest of
//! the beginning, the *mass* of a situation is its chance times `T` over its rest: a whole number, never larger than
//! `T`. So one look at `T` says how wide the numbers must be, and nothing can overflow on the way.

use crate::chance::Chance;
use crate::exact::denominator::prime_factors;
use crate::exact::graph::{Graph, Start, Total};
use crate::exact::wide::{Mass, Wide};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Different primes that are handled; games have 2, 3 and 5.
const MOST_PRIMES: usize = 8;
/// A power beyond which a question is left to the larger numbers.
const MOST_POWER: u16 = 1 << 14;

/// A power of each prime.
type Powers = [u16; MOST_PRIMES];

/// The chances of all ends, in their order; `None` if the graph has circles, or pools or numbers beyond the widths here.
pub(in crate::exact) fn chances(graph: &Graph<'_>) -> Option<Vec<Chance>> {
    let order = in_order(graph)?;
    let primes = primes(graph)?;
    let rests = rests(graph, &order, &primes)?;
    let flow = Flow {
        graph,
        primes: &primes,
        rests: &rests,
    };
    match flow.n_bits(0)? {
        0..=128 => flow.run::<u128>(&order),
        129..=256 => flow.run::<Wide<4>>(&order),
        257..=384 => flow.run::<Wide<6>>(&order),
        385..=512 => flow.run::<Wide<8>>(&order),
        513..=640 => flow.run::<Wide<10>>(&order),
        641..=1024 => flow.run::<Wide<16>>(&order),
        _ => None,
    }
}

/// What becomes of one question of a family.
pub(in crate::exact) struct Flown {
    /// The ends that are reached, with their chances.
    pub(in crate::exact) ends: Vec<(u32, Chance)>,
    /// How many situations on the way are questions.
    pub(in crate::exact) n_questions: u64,
}

/// The chances of all ends for each question of a family; `None` as [`chances`].
pub(in crate::exact) fn chances_of_each(graph: &Graph<'_>) -> Option<Vec<Flown>> {
    if !graph.is_in_order {
        return None;
    }
    // What was found for one question leads only further on, or to what was found for those before.
    let found = graph.starts.iter().rev();
    let order: Vec<u32> = found.flat_map(|start| start.first..start.end).collect();
    let primes = primes(graph)?;
    let rests = rests(graph, &order, &primes)?;
    let flow = Flow {
        graph,
        primes: &primes,
        rests: &rests,
    };
    let starts = graph.starts.iter();
    let widths: Option<Vec<u64>> = starts.map(|start| flow.n_bits(start.node)).collect();
    match widths?.into_iter().max()? {
        0..=128 => flow.run_each::<u128>(),
        129..=256 => flow.run_each::<Wide<4>>(),
        257..=512 => flow.run_each::<Wide<8>>(),
        513..=1024 => flow.run_each::<Wide<16>>(),
        _ => None,
    }
}

/// All situations, each after all that lead to it; `None` if some lead to each other.
pub(in crate::exact) fn in_order(graph: &Graph<'_>) -> Option<Vec<u32>> {
    let n_nodes = graph.nodes().len();
    if graph.is_in_order {
        return Some((0..n_nodes as u32).collect());
    }
    let mut open = vec![0_u32; n_nodes];
    for edge in graph.all_edges() {
        *open.get_mut(edge.to as usize)? += 1;
    }
    // Every situation is found by a way from the first.
    if open.first() != Some(&0) {
        return None;
    }
    let mut order = Vec::with_capacity(n_nodes);
    order.push(0);
    let mut at = 0;
    while let Some(node) = order.get(at).copied() {
        for edge in graph.edges(node) {
            let before = open.get_mut(edge.to as usize)?;
            *before -= 1;
            if *before == 0 {
                order.push(edge.to);
            }
        }
        at += 1;
    }
    (order.len() == n_nodes).then_some(order)
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

/// By what everything that happens from a situation on can divide.
#[derive(Debug, Clone, Default)]
struct Rest {
    /// Its own question included.
    before: Powers,
    /// From the answers on.
    after: Powers,
}

fn rests(graph: &Graph<'_>, order: &[u32], primes: &[u64]) -> Option<Vec<Rest>> {
    let mut rests = vec![Rest::default(); order.len()];
    let mut known: Vec<(u64, Powers)> = Vec::new();
    for node in order.iter().rev() {
        let Total::Small(total) = graph.nodes().get(*node as usize)?.total() else {
            return None;
        };
        let mut after = [0; MOST_PRIMES];
        for edge in graph.edges(*node) {
            let there = rests.get(edge.to as usize)?.before;
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
        *rests.get_mut(*node as usize)? = Rest { before, after };
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

struct Flow<'a> {
    graph: &'a Graph<'a>,
    primes: &'a [u64],
    rests: &'a [Rest],
}

impl Flow<'_> {
    /// How wide a number must be that holds all that follows from a situation.
    fn n_bits(&self, node: u32) -> Option<u64> {
        let total = self.rests.get(node as usize)?.before;
        let powers = self.primes.iter().zip(total);
        let bits = powers.map(|(prime, power)| (*prime as f64).log2() * f64::from(power));
        // One bit to spare, since logarithms are not exact.
        Some(bits.sum::<f64>() as u64 + 2)
    }

    fn run<M: Mass>(&self, order: &[u32]) -> Option<Vec<Chance>> {
        let mut masses = vec![M::default(); order.len()];
        *masses.first_mut()? = M::one();
        for node in order {
            let mass = masses.get(*node as usize)?.clone();
            self.spread(*node, &mass, &mut masses, |_, _| {})?;
        }
        let primes = self.primes_of(0)?;
        let ends = self.graph.ends().iter();
        ends.map(|end| Some(masses.get(*end as usize)?.chance(&primes)))
            .collect()
    }

    /// The primes by which all that follows from a situation can divide.
    fn primes_of(&self, node: u32) -> Option<Vec<(u64, u32)>> {
        let total = self.rests.get(node as usize)?.before;
        let primes = self.primes.iter().copied();
        Some(primes.zip(total.into_iter().map(u32::from)).collect())
    }

    /// Sends what a situation has on to where its answers lead; `arrives` is told where and what was there before.
    #[inline]
    fn spread<M: Mass>(
        &self,
        node: u32,
        mass: &M,
        masses: &mut [M],
        mut arrives: impl FnMut(u32, &M),
    ) -> Option<()> {
        let after = &self.rests.get(node as usize)?.after;
        for edge in self.graph.edges(node) {
            let there = &self.rests.get(edge.to as usize)?.before;
            let mut part = mass.clone();
            self.scale(&mut part, edge.weight, after, there);
            let sum = masses.get_mut(edge.to as usize)?;
            arrives(edge.to, sum);
            sum.add(&part);
        }
        Some(())
    }

    fn run_each<M: Mass>(&self) -> Option<Vec<Flown>> {
        let mut masses = vec![M::default(); self.graph.nodes().len()];
        let starts = self.graph.starts.iter();
        starts
            .map(|start| self.run_one(start, &mut masses))
            .collect()
    }

    /// Follows one question of a family; all `masses` are 0 before and afterwards.
    fn run_one<M: Mass>(&self, start: &Start, masses: &mut [M]) -> Option<Flown> {
        let mut ends = Vec::new();
        let mut n_questions = 0;
        // What was found for questions before: the latest of them first, each in order.
        let mut older = BinaryHeap::new();
        *masses.get_mut(start.node as usize)? = M::one();
        let mut own = start.first..start.end;
        if start.node < start.first {
            older.push(self.found_for(start.node));
        }
        while let Some(node) = own
            .next()
            .or_else(|| older.pop().map(|(_, Reverse(node))| node))
        {
            let mass = std::mem::take(masses.get_mut(node as usize)?);
            if self.graph.edges(node).is_empty() {
                ends.push((node, mass));
                continue;
            }
            n_questions += 1;
            self.spread(node, &mass, masses, |to, before| {
                if to < start.first && before.is_zero() {
                    older.push(self.found_for(to));
                }
            })?;
        }
        let primes = self.primes_of(start.node)?;
        let ends = ends.into_iter();
        Some(Flown {
            ends: ends
                .map(|(end, mass)| (end, mass.chance(&primes)))
                .collect(),
            n_questions,
        })
    }

    /// For which question of the family a situation was found, and the situation, to be put in order.
    fn found_for(&self, node: u32) -> (usize, Reverse<u32>) {
        let starts = &self.graph.starts;
        (
            starts.partition_point(|start| start.end <= node),
            Reverse(node),
        )
    }

    /// Times the ways of an answer, and times the powers by which less can divide there than elsewhere.
    #[inline]
    fn scale<M: Mass>(&self, mass: &mut M, ways: u64, after: &Powers, there: &Powers) {
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
