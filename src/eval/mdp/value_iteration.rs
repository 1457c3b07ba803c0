//! The values of states: approximately by value iteration (Bellman 1957), and exactly without cycles.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

use super::{Asks, Solution, State};
use crate::fault::Fault;
use crate::intern::StateId;
use sandtable_ir::IndexVec;

/// Changes below this are none.
const STILL: f64 = 1e-13;
/// Maximum number of visited transitions, over all rounds.
const MOST_WORK: usize = 1_000_000_000;
/// Transitions that are visited between two calls of `look`, but for those of one round.
const LOOK_WORK: usize = 20_000_000;
/// Maximum number of transitions for exact values.
const MOST_TRANSITIONS: usize = 1_000_000;
/// Bits of a denominator beyond which a fraction is no longer readable.
const MOST_BITS: u64 = 512;

/// Computes the value of every state. `look` is called from time to time.
///
/// Errors: those of `look`.
pub(super) fn solve(
    advice: &mut Solution,
    look: &dyn Fn() -> Result<(), Fault>,
) -> Result<(), Fault> {
    let order = postorder(&advice.nodes);
    let n_ways: usize = advice.nodes.iter().map(|node| node.ways.len()).sum();
    let most = (MOST_WORK / (n_ways + 1)).max(2);
    let mut work = 0;
    for _ in 0..most {
        if work >= LOOK_WORK {
            look()?;
            work = 0;
        }
        work += n_ways + order.len();
        let mut change: f64 = 0.0;
        for node in &order {
            let known = advice.state(*node);
            let worth = backup(advice, known);
            change = change.max((worth - known.worth).abs());
            advice.set_worth(*node, worth);
        }
        if change < STILL {
            break;
        }
    }
    if n_ways <= MOST_TRANSITIONS {
        advice.exactly = ExactValues::of(&advice.nodes, &order);
    }
    Ok(())
}

/// The value of a state from those of its successors (a Bellman backup).
fn backup(advice: &Solution, node: &State) -> f64 {
    let ways = node.ways.iter();
    let worths = ways.map(|way| (way.share, advice.state(way.to).worth));
    match node.asks {
        Asks::Nothing => node.worth,
        Asks::Roll(_) | Asks::Drawn(_) => worths.map(|(share, worth)| share * worth).sum(),
        Asks::Ours(_) => worths
            .map(|(_, worth)| worth)
            .fold(f64::NEG_INFINITY, f64::max),
        Asks::Theirs(_) => worths.map(|(_, worth)| worth).fold(f64::INFINITY, f64::min),
    }
}

/// All states in postorder: each after its successors, but for those on a cycle.
fn postorder(nodes: &[State]) -> Vec<u32> {
    let mut order = Vec::with_capacity(nodes.len());
    let nodes: IndexVec<StateId, &State> = nodes.iter().collect();
    let mut seen: IndexVec<StateId, bool> = vec![false; nodes.len()].into();
    let mut open: Vec<(StateId, usize)> = vec![(StateId(0), 0)];
    seen[StateId(0)] = true;
    while let Some((node, at)) = open.last_mut() {
        match nodes[*node].ways.get(*at) {
            Some(way) => {
                *at += 1;
                let to = StateId(way.to);
                if !std::mem::replace(&mut seen[to], true) {
                    open.push((to, 0));
                }
            }
            None => {
                order.push(node.0);
                open.pop();
            }
        }
    }
    order
}

/// The exact value of every state: a number over an interned denominator, not reduced.
#[derive(Debug, Clone)]
pub(super) struct ExactValues {
    worths: IndexVec<StateId, Option<(BigInt, u32)>>,
    denominators: DenominatorInterner,
}

impl ExactValues {
    /// Computes the exact values; `None` if there is a cycle, or the numbers become too large.
    fn of(nodes: &[State], order: &[u32]) -> Option<Self> {
        let mut found = Self {
            worths: IndexVec::from(vec![None; nodes.len()]),
            denominators: DenominatorInterner::default(),
        };
        for node in order {
            let worth = found.worth(nodes.get(*node as usize)?)?;
            found.worths[StateId(*node)] = Some(worth);
        }
        Some(found)
    }

    fn worth(&mut self, node: &State) -> Option<(BigInt, u32)> {
        match node.asks {
            // What a run ends with is a whole number.
            Asks::Nothing => Some((
                BigInt::from(node.worth as i32),
                self.denominators.number(BigUint::one())?,
            )),
            Asks::Roll(_) | Asks::Drawn(_) => self.mean(node),
            Asks::Ours(_) | Asks::Theirs(_) => {
                let wants_more = matches!(node.asks, Asks::Ours(_));
                let mut best: Option<u32> = None;
                for way in &node.ways {
                    let is_better = match best {
                        None => true,
                        Some(best) if wants_more => self.is_more(way.to, best)?,
                        Some(best) => self.is_more(best, way.to)?,
                    };
                    if is_better {
                        best = Some(way.to);
                    }
                }
                self.worths[StateId(best?)].clone()
            }
        }
    }

    fn mean(&mut self, node: &State) -> Option<(BigInt, u32)> {
        let mut common = self.denominators.number(BigUint::one())?;
        let mut total = 0_u64;
        for way in &node.ways {
            let (_, denominator) = self.worths[StateId(way.to)].as_ref()?;
            common = self.denominators.multiple(common, *denominator)?;
            total = total.checked_add(way.ways.filter(|ways| *ways > 0)?)?;
        }
        let mut sum = BigInt::zero();
        for way in &node.ways {
            let (numerator, denominator) = self.worths[StateId(way.to)].as_ref()?;
            let step = self.denominators.get(common)? / self.denominators.get(*denominator)?;
            sum += numerator * BigInt::from(step) * way.ways?;
        }
        let denominator = self.denominators.get(common)? * total;
        Some((sum, self.denominators.number(denominator)?))
    }

    /// The value of a state, reduced.
    pub(super) fn fraction(&self, node: u32) -> Option<(BigInt, BigUint)> {
        let (numerator, denominator) = self.worths.find(StateId(node))?.as_ref()?;
        let denominator = self.denominators.get(*denominator)?;
        let common = numerator.magnitude().gcd(denominator);
        let numerator = numerator / BigInt::from(common.clone());
        Some((numerator, denominator / common))
    }

    /// Whether the value of one state is larger than that of another; `None` if one is not known.
    pub(super) fn is_more(&self, one: u32, other: u32) -> Option<bool> {
        let (one, of_one) = self.worths[StateId(one)].as_ref()?;
        let (other, of_other) = self.worths[StateId(other)].as_ref()?;
        if of_one == of_other {
            return Some(one > other);
        }
        let factor = |number: u32| Some(BigInt::from(self.denominators.get(number)?.clone()));
        Some(one * factor(*of_other)? > other * factor(*of_one)?)
    }
}

/// Interned denominators, which are few, since dice have few numbers of sides.
#[derive(Debug, Clone, Default)]
struct DenominatorInterner {
    all: Vec<BigUint>,
    numbers: BTreeMap<BigUint, u32>,
    multiples: BTreeMap<(u32, u32), u32>,
}

impl DenominatorInterner {
    fn get(&self, number: u32) -> Option<&BigUint> {
        self.all.get(number as usize)
    }

    /// `None` if it is too large.
    fn number(&mut self, denominator: BigUint) -> Option<u32> {
        if let Some(known) = self.numbers.get(&denominator) {
            return Some(*known);
        }
        if denominator.bits() > MOST_BITS {
            return None;
        }
        let number = self.all.len() as u32;
        self.all.push(denominator.clone());
        self.numbers.insert(denominator, number);
        Some(number)
    }

    /// The number of the least denominator that both divide.
    fn multiple(&mut self, one: u32, other: u32) -> Option<u32> {
        if one == other {
            return Some(one);
        }
        let pair = (one.min(other), one.max(other));
        if let Some(known) = self.multiples.get(&pair) {
            return Some(*known);
        }
        let multiple = self.get(one)?.lcm(self.get(other)?);
        let number = self.number(multiple)?;
        self.multiples.insert(pair, number);
        Some(number)
    }
}
