//! The denominator of every situation's chance, known before the chances are.
//!
//! A denominator is a product of *bases*, each to a power: the primes in the numbers of faces, and for every loop
//! what its equations divide by. Where ways meet, the larger power of each base serves both.

use super::graph::{Graph, Node, Total};
use super::propagate::cyclic;
use super::scc::{Order, is_loop};
use crate::chance::Chance;
use crate::fault::Fault;
use hashbrown::HashMap;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// Number of a denominator, see [`Denominators`].
pub(super) type DenominatorId = u32;

/// Denominators by number; number 0 is 1.
#[derive(Debug, Default)]
pub(super) struct Denominators {
    bases: Vec<BigUint>,
    /// Set when a base is not a prime.
    mixed: bool,
    powers: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, DenominatorId>,
    products: HashMap<(DenominatorId, DenominatorId), DenominatorId>,
    common: HashMap<(DenominatorId, DenominatorId), DenominatorId>,
    smalls: HashMap<u64, DenominatorId>,
    /// Of each situation.
    of_node: Vec<DenominatorId>,
    /// Of the answers to each situation's question; of a loop, what its equations divide by.
    of_answers: Vec<DenominatorId>,
}

impl Denominators {
    /// Works them out.
    ///
    /// Errors: a loop without a way out, or too large.
    pub(super) fn of(graph: &Graph<'_>, order: &Order) -> Result<Self, Fault> {
        let mut all = Self {
            of_node: vec![0; graph.nodes().len()],
            of_answers: vec![0; graph.nodes().len()],
            ..Self::default()
        };
        all.number(Vec::new());
        all.find_primes(graph);
        for component in order.components() {
            match component {
                [node] if !is_loop(graph, component) => all.pass_on(graph, *node),
                _ => all.pass_through_loop(graph, order, component)?,
            }
        }
        Ok(all)
    }

    /// Of a situation.
    #[inline]
    pub(super) fn of_node(&self, node: u32) -> DenominatorId {
        self.of_node.get(node as usize).copied().unwrap_or(0)
    }

    /// Of the ways out of a situation: its own times that of the answers.
    #[inline]
    pub(super) fn of_ways_out(&self, node: u32) -> DenominatorId {
        let answers = self.of_answers.get(node as usize).copied().unwrap_or(0);
        self.product_of(self.of_node(node), answers)
    }

    /// How many machine words it takes.
    pub(super) fn n_words(&self, id: DenominatorId) -> u64 {
        let powers = self.bases.iter().zip(self.powers_of(id));
        let bits = powers.map(|(base, power)| {
            let of_one = base.to_f64().filter(|base| base.is_finite());
            of_one.map_or(base.bits() as f64, f64::log2) * f64::from(*power)
        });
        (bits.sum::<f64>() / 64.0) as u64 + 1
    }

    fn product_of(&self, a: DenominatorId, b: DenominatorId) -> DenominatorId {
        match (a, b) {
            (a, 0) => a,
            (0, b) => b,
            pair => self.products.get(&pair).copied().unwrap_or(0),
        }
    }

    /// By what a number over `from` must be multiplied to stand over `to`, which `from` divides.
    pub(super) fn step(&self, from: DenominatorId, to: DenominatorId) -> BigUint {
        let (from, to) = (self.powers_of(from), self.powers_of(to));
        let powers = to.iter().enumerate();
        powers.fold(BigUint::one(), |product, (at, power)| {
            let before = from.get(at).copied().unwrap_or(0);
            let base = self.bases.get(at).cloned().unwrap_or_else(BigUint::one);
            product * base.pow(power.saturating_sub(before))
        })
    }

    /// The reduced chance of a situation.
    pub(super) fn chance(&self, node: u32, weight: BigUint) -> Chance {
        let id = self.of_node(node);
        if self.mixed {
            return Chance::new(weight, self.step(0, id)).unwrap_or_else(Chance::zero);
        }
        let primes = self.bases.iter().zip(self.powers_of(id));
        let primes: Vec<(u64, u32)> = primes
            .map(|(base, power)| (base.iter_u64_digits().next().unwrap_or(1), *power))
            .collect();
        Chance::over_primes(weight, &primes)
    }

    /// The smallest denominator that both divide.
    pub(super) fn common(&mut self, a: DenominatorId, b: DenominatorId) -> DenominatorId {
        if a == b || b == 0 {
            return a;
        }
        if let Some(found) = self.common.get(&(a, b)) {
            return *found;
        }
        let found = self.combine(a, b, u32::max);
        self.common.insert((a, b), found);
        found
    }

    fn product(&mut self, a: DenominatorId, b: DenominatorId) -> DenominatorId {
        if a == 0 || b == 0 {
            return a.max(b);
        }
        if let Some(found) = self.products.get(&(a, b)) {
            return *found;
        }
        let found = self.combine(a, b, u32::saturating_add);
        self.products.insert((a, b), found);
        found
    }

    fn combine(
        &mut self,
        a: DenominatorId,
        b: DenominatorId,
        join: impl Fn(u32, u32) -> u32,
    ) -> DenominatorId {
        let (left, right) = (self.powers_of(a), self.powers_of(b));
        let longest = left.len().max(right.len());
        let power = |powers: &[u32], at: usize| powers.get(at).copied().unwrap_or(0);
        let powers = (0..longest)
            .map(|at| join(power(left, at), power(right, at)))
            .collect();
        self.number(powers)
    }

    fn powers_of(&self, id: DenominatorId) -> &[u32] {
        self.powers.get(id as usize).map_or(&[], Vec::as_slice)
    }

    fn number(&mut self, powers: Vec<u32>) -> DenominatorId {
        if let Some(found) = self.numbers.get(&powers) {
            return *found;
        }
        let id = self.powers.len() as DenominatorId;
        self.powers.push(powers.clone());
        self.numbers.insert(powers, id);
        id
    }

    fn find_primes(&mut self, graph: &Graph<'_>) {
        for pool in &graph.program.pools {
            for prime in crate::pool::sides(pool).flat_map(prime_factors) {
                self.add_base(BigUint::from(prime));
            }
        }
    }

    fn add_base(&mut self, base: BigUint) -> usize {
        let found = self.bases.iter().position(|known| *known == base);
        found.unwrap_or_else(|| {
            self.bases.push(base);
            self.bases.len() - 1
        })
    }

    /// A number as a denominator. What no base divides becomes a base.
    fn factored(&mut self, mut left: BigUint) -> DenominatorId {
        let mut powers = vec![0; self.bases.len()];
        for (base, power) in self.bases.iter().zip(&mut powers) {
            while !left.is_one() && (&left % base).is_zero() {
                left /= base;
                *power += 1;
            }
        }
        if !left.is_one() {
            self.mixed = true;
            let at = self.add_base(left);
            powers.resize(self.bases.len(), 0);
            if let Some(power) = powers.get_mut(at) {
                *power += 1;
            }
        }
        while powers.last() == Some(&0) {
            powers.pop();
        }
        self.number(powers)
    }

    fn answers(&mut self, graph: &Graph<'_>, node: &Node) -> DenominatorId {
        let total = match node.total() {
            Total::Small(1) => return 0,
            Total::Small(total) => total,
            Total::Large => 0,
        };
        // Large pools are kept under numbers that no small total has.
        let key = match total {
            0 => u64::MAX - u64::from(node.pool.0),
            total => total,
        };
        if let Some(found) = self.smalls.get(&key) {
            return *found;
        }
        let found = match total {
            0 => self.factored(cyclic::total(graph, node)),
            total => self.factored(BigUint::from(total)),
        };
        self.smalls.insert(key, found);
        found
    }

    /// Brings a situation's denominator to where its answers lead.
    fn pass_on(&mut self, graph: &Graph<'_>, at: u32) {
        let Some(node) = graph.nodes().get(at as usize) else {
            return;
        };
        let answers = self.answers(graph, node);
        let out = self.product(self.of_node(at), answers);
        if let Some(place) = self.of_answers.get_mut(at as usize) {
            *place = answers;
        }
        for edge in graph.edges(at) {
            self.widen(edge.to, out);
        }
    }

    fn widen(&mut self, node: u32, by: DenominatorId) {
        let wide = self.common(self.of_node(node), by);
        if let Some(place) = self.of_node.get_mut(node as usize) {
            *place = wide;
        }
    }

    /// All nodes of a loop share one denominator, and what its equations divide by.
    fn pass_through_loop(
        &mut self,
        graph: &Graph<'_>,
        order: &Order,
        component: &[u32],
    ) -> Result<(), Fault> {
        let divisor = cyclic::divisor(graph, order, component)?;
        let answers = self.factored(divisor);
        let before = component
            .iter()
            .fold(0, |before, node| self.common(before, self.of_node(*node)));
        let out = self.product(before, answers);
        for node in component {
            if let Some(place) = self.of_node.get_mut(*node as usize) {
                *place = before;
            }
            if let Some(place) = self.of_answers.get_mut(*node as usize) {
                *place = answers;
            }
        }
        for node in component {
            for edge in graph.edges(*node) {
                if !order.are_together(*node, edge.to) {
                    self.widen(edge.to, out);
                }
            }
        }
        Ok(())
    }
}

/// The primes that divide a number of faces, each once, least first.
pub(super) fn prime_factors(n_faces: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut left = n_faces;
    let mut factor = 2;
    while left > 1 {
        if factor * factor > left {
            factor = left;
        }
        if left.is_multiple_of(factor) {
            left /= factor;
            if primes.last() != Some(&factor) {
                primes.push(factor);
            }
        } else {
            factor += 1;
        }
    }
    primes
}
