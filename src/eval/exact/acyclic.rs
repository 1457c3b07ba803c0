//! Sends the chances through a graph without circles, where every number fits a width known beforehand.
//!
//! A denominator is a product of the primes in the numbers of faces. Going back from the ends, the *rest* of a
//! situation is found: the powers of the primes by which whatever still happens there can divide. With `T` the rest of
//! the beginning, the *mass* of a situation is its chance times `T` over its rest: a whole number, never larger than
//! `T`. So one look at `T` says how wide the numbers must be, and nothing can overflow on the way.

use super::denominator::prime_factors;
use super::graph::{Graph, Total};
use super::wide::{Mass, Wide};
use crate::eval::chance::Chance;

/// Different primes that are handled; games have 2, 3 and 5.
const MOST_PRIMES: usize = 8;
/// A power beyond which a question is left to the larger numbers.
const MOST_POWER: u16 = 1 << 14;

/// A power of each prime.
type Powers = [u16; MOST_PRIMES];

/// The chances of all ends, in their order; `None` if the graph has circles, or pools or numbers beyond the widths here.
pub(super) fn chances(graph: &Graph<'_>) -> Option<Vec<Chance>> {
    let order = in_order(graph)?;
    let primes = primes(graph)?;
    let rests = rests(graph, &order, &primes)?;
    let total = rests.first()?.before;
    let flow = Flow {
        graph,
        order: &order,
        primes: &primes,
        rests: &rests,
    };
    let n_bits: f64 = primes
        .iter()
        .zip(total)
        .map(|(prime, power)| (*prime as f64).log2() * f64::from(power))
        .sum();
    // One bit to spare, since logarithms are not exact.
    match n_bits as u64 + 2 {
        0..=128 => flow.run::<u128>(),
        129..=256 => flow.run::<Wide<4>>(),
        257..=384 => flow.run::<Wide<6>>(),
        385..=512 => flow.run::<Wide<8>>(),
        513..=640 => flow.run::<Wide<10>>(),
        641..=1024 => flow.run::<Wide<16>>(),
        _ => None,
    }
}

/// All situations, each after all that lead to it; `None` if some lead to each other.
fn in_order(graph: &Graph<'_>) -> Option<Vec<u32>> {
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
        for prime in crate::eval::pool::sides(pool).flat_map(prime_factors) {
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
        let Total::Small(total) = graph.nodes().get(*node as usize)?.total else {
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
    order: &'a [u32],
    primes: &'a [u64],
    rests: &'a [Rest],
}

impl Flow<'_> {
    fn run<M: Mass>(&self) -> Option<Vec<Chance>> {
        let mut masses = vec![M::default(); self.order.len()];
        *masses.first_mut()? = M::one();
        for node in self.order {
            let after = &self.rests.get(*node as usize)?.after;
            let mass = masses.get(*node as usize)?.clone();
            for edge in self.graph.edges(*node) {
                let there = &self.rests.get(edge.to as usize)?.before;
                let mut part = mass.clone();
                self.scale(&mut part, edge.weight, after, there);
                masses.get_mut(edge.to as usize)?.add(&part);
            }
        }
        let total = self.rests.first()?.before.into_iter().map(u32::from);
        let primes: Vec<(u64, u32)> = self.primes.iter().copied().zip(total).collect();
        let ends = self.graph.ends().iter();
        ends.map(|end| Some(masses.get(*end as usize)?.chance(&primes)))
            .collect()
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
