//! The denominator of every state's chance, known before the chances are.
//!
//! A denominator is a product of *bases*, each to a power: the primes in the numbers of faces, and for every cyclic
//! component what its equations divide by. Where paths meet, the larger power of each base serves both.

use super::graph::{Graph, Node, Total};
use super::propagate::cyclic::{self, Entered, Steps};
use super::scc::{Components, is_cyclic};
use crate::chance::Chance;
use crate::fault::{Fault, FaultKind};
use crate::intern::StateId;
use hashbrown::HashMap;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use sandtable_ir::{Id, IndexVec};

sandtable_ir::define_ids! {
    /// Number of a denominator, see [`Denominators`].
    pub(super) struct DenominatorId;
    /// Number of a base, see [`Denominators`].
    struct BaseId;
}

/// Maximum number of steps to solve the equations of all cyclic components: some seconds.
const MOST_STEPS: u64 = 2_000_000_000;

/// The denominator 1.
const ONE: DenominatorId = DenominatorId(0);

/// Interned denominators.
#[derive(Debug, Default)]
pub(super) struct Denominators {
    bases: IndexVec<BaseId, BigUint>,
    /// Set when a base is not a prime.
    mixed: bool,
    /// The powers of the bases in each; missing ones are 0.
    powers: IndexVec<DenominatorId, Vec<u32>>,
    numbers: HashMap<Vec<u32>, DenominatorId>,
    products: HashMap<(DenominatorId, DenominatorId), DenominatorId>,
    common: HashMap<(DenominatorId, DenominatorId), DenominatorId>,
    of_total: HashMap<Total, DenominatorId>,
    of_state: IndexVec<StateId, DenominatorId>,
    /// Of the answers to each state's question; in a cyclic component, of what its equations divide by.
    of_answers: IndexVec<StateId, DenominatorId>,
}

impl Denominators {
    /// Computes the denominators of all states.
    ///
    /// Errors: a cyclic component without an edge out of it, or equations that take too many steps.
    pub(super) fn of(graph: &Graph<'_>, components: &Components) -> Result<Self, Fault> {
        let mut all = Self {
            of_state: IndexVec::from(vec![ONE; graph.nodes().len()]),
            of_answers: IndexVec::from(vec![ONE; graph.nodes().len()]),
            ..Self::default()
        };
        all.intern(Vec::new());
        all.find_primes(graph);
        let entered = Entered::of(graph, components);
        let mut steps = Steps(MOST_STEPS);
        for component in components.iter() {
            match component {
                [state] if !is_cyclic(graph, component) => all.pass_on(graph, *state),
                _ => all.pass_through_cycle(graph, components, component, &entered, &mut steps)?,
            }
        }
        Ok(all)
    }

    /// Returns the denominator of a state.
    #[inline]
    pub(super) fn of_state(&self, state: StateId) -> DenominatorId {
        self.of_state[state]
    }

    /// Returns the denominator after an answer in a state: that of the state times that of the answers.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "the product was made when the state was passed, before anybody asks for it"
    )]
    pub(super) fn of_ways_out(&self, state: StateId) -> DenominatorId {
        match (self.of_state[state], self.of_answers[state]) {
            (own, ONE) => own,
            (ONE, answers) => answers,
            pair => self.products[&pair],
        }
    }

    /// The divisors of the equations of a cyclic component.
    pub(super) fn of_answers(&self, component: &[StateId]) -> BigUint {
        let first = component.first();
        first.map_or_else(BigUint::one, |state| {
            self.step(ONE, self.of_answers[*state])
        })
    }

    /// The number of machine words it takes.
    pub(super) fn n_words(&self, id: DenominatorId) -> u64 {
        let powers = self.bases.iter().zip(&self.powers[id]);
        let bits = powers.map(|(base, power)| {
            let of_one = base.to_f64().filter(|base| base.is_finite());
            of_one.map_or(base.bits() as f64, f64::log2) * f64::from(*power)
        });
        (bits.sum::<f64>() / 64.0) as u64 + 1
    }

    /// The factor that brings a number over `from` over `to`, which `from` divides.
    pub(super) fn step(&self, from: DenominatorId, to: DenominatorId) -> BigUint {
        let powers = self.bases.ids().zip(self.bases.iter());
        powers.fold(BigUint::one(), |product, (at, base)| {
            let (before, after) = (self.power(from, at), self.power(to, at));
            debug_assert!(before <= after, "the one divides the other");
            match after.saturating_sub(before) {
                0 => product,
                power => product * base.pow(power),
            }
        })
    }

    /// The power of a base in a denominator: 0 for bases that were found later.
    fn power(&self, id: DenominatorId, base: BaseId) -> u32 {
        let power = self.powers[id].get(base.index());
        power.copied().unwrap_or(0)
    }

    /// Returns the reduced chance of a state with a weight.
    ///
    /// Errors: the weight exceeds the denominator, which is an internal error.
    pub(super) fn chance(&self, state: StateId, weight: BigUint) -> Result<Chance, FaultKind> {
        let id = self.of_state[state];
        let beyond = FaultKind::Ours("a chance of more than 1");
        if self.mixed {
            return Chance::new(weight, self.step(ONE, id)).ok_or(beyond);
        }
        // Primes are factors of numbers of faces, and fit a word.
        let primes = self.bases.iter().zip(&self.powers[id]);
        let primes: Option<Vec<(u64, u32)>> = primes
            .map(|(base, power)| Some((base.to_u64()?, *power)))
            .collect();
        let primes = primes.ok_or(FaultKind::Ours("a prime beyond a word"))?;
        Ok(Chance::over_primes(weight, &primes))
    }

    /// The least common multiple of two denominators.
    pub(super) fn common(&mut self, a: DenominatorId, b: DenominatorId) -> DenominatorId {
        if a == b || b == ONE {
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
        if a == ONE || b == ONE {
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
        let longest = self.powers[a].len().max(self.powers[b].len());
        let powers = self.bases.ids().take(longest);
        let powers = powers.map(|base| join(self.power(a, base), self.power(b, base)));
        let powers = powers.collect();
        self.intern(powers)
    }

    fn intern(&mut self, powers: Vec<u32>) -> DenominatorId {
        if let Some(found) = self.numbers.get(&powers) {
            return *found;
        }
        let id = self.powers.push(powers.clone());
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

    fn add_base(&mut self, base: BigUint) -> BaseId {
        let known = self.bases.ids().find(|id| self.bases[*id] == base);
        known.unwrap_or_else(|| self.bases.push(base))
    }

    /// A number as a denominator. What no base divides becomes a base.
    fn factored(&mut self, mut left: BigUint) -> DenominatorId {
        let mut powers: IndexVec<BaseId, u32> = vec![0; self.bases.len()].into();
        for (at, base) in self.bases.enumerated() {
            while !left.is_one() && (&left % base).is_zero() {
                left /= base;
                powers[at] += 1;
            }
        }
        if !left.is_one() {
            self.mixed = true;
            let at = self.add_base(left);
            powers.reach(at, 0);
            powers[at] += 1;
        }
        let mut powers = powers.as_slice().to_vec();
        while powers.last() == Some(&0) {
            powers.pop();
        }
        self.intern(powers)
    }

    fn answers(&mut self, graph: &Graph<'_>, node: &Node) -> DenominatorId {
        if node.total == Total::Small(1) {
            return ONE;
        }
        if let Some(found) = self.of_total.get(&node.total) {
            return *found;
        }
        let found = self.factored(cyclic::total(graph, node));
        self.of_total.insert(node.total, found);
        found
    }

    /// Brings a state's denominator to where its answers lead.
    fn pass_on(&mut self, graph: &Graph<'_>, state: StateId) {
        let answers = self.answers(graph, &graph.nodes()[state]);
        let out = self.product(self.of_state[state], answers);
        self.of_answers[state] = answers;
        for edge in graph.edges(state) {
            self.widen(edge.to, out);
        }
    }

    fn widen(&mut self, state: StateId, by: DenominatorId) {
        self.of_state[state] = self.common(self.of_state[state], by);
    }

    /// All states of a cyclic component share one denominator, and what its equations divide by.
    fn pass_through_cycle(
        &mut self,
        graph: &Graph<'_>,
        components: &Components,
        component: &[StateId],
        entered: &Entered,
        steps: &mut Steps,
    ) -> Result<(), Fault> {
        let divisor = cyclic::divisor(graph, components, component, entered, steps)?;
        let answers = self.factored(divisor);
        let before = component.iter().fold(ONE, |before, state| {
            self.common(before, self.of_state[*state])
        });
        let out = self.product(before, answers);
        for state in component {
            self.of_state[*state] = before;
            self.of_answers[*state] = answers;
        }
        for state in component {
            for edge in graph.edges(*state) {
                if !components.are_together(*state, edge.to) {
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
