//! What situations are worth: near enough for all, and exactly where nothing leads back.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

use super::{Advice, Asks, Node};

/// What changes by less does not change.
const STILL: f64 = 1e-13;
/// Answers that are gone over, in all rounds.
const MOST_WORK: usize = 1_000_000_000;
/// Answers of all situations beyond which nothing is worked out exactly.
const MOST_WAYS: usize = 1_000_000;
/// Bits of a denominator beyond which nobody would read the fraction.
const MOST_BITS: u64 = 512;

/// Works out what every situation is worth.
pub(super) fn settle(advice: &mut Advice) {
    let order = behind_first(&advice.nodes);
    let n_ways: usize = advice.nodes.iter().map(|node| node.ways.len()).sum();
    let most = (MOST_WORK / (n_ways + 1)).max(2);
    for _ in 0..most {
        let mut change: f64 = 0.0;
        for node in &order {
            let Some(known) = advice.nodes.get(*node as usize) else {
                continue;
            };
            let worth = near(advice, known);
            change = change.max((worth - known.worth).abs());
            if let Some(known) = advice.nodes.get_mut(*node as usize) {
                known.worth = worth;
            }
        }
        if change < STILL {
            break;
        }
    }
    if n_ways <= MOST_WAYS {
        advice.exactly = Exactly::of(&advice.nodes, &order);
    }
}

fn near(advice: &Advice, node: &Node) -> f64 {
    let worths = node.ways.iter().map(|way| {
        let there = advice.nodes.get(way.to as usize);
        (way.share, there.map_or(0.0, |there| there.worth))
    });
    match node.asks {
        Asks::Nothing => node.worth,
        Asks::Throw(_) | Asks::Drawn(_) => worths.map(|(share, worth)| share * worth).sum(),
        Asks::Ours(_) => worths
            .map(|(_, worth)| worth)
            .fold(f64::NEG_INFINITY, f64::max),
        Asks::Theirs(_) => worths.map(|(_, worth)| worth).fold(f64::INFINITY, f64::min),
    }
}

/// All situations, those behind a situation before it, as far as they do not lead back.
fn behind_first(nodes: &[Node]) -> Vec<u32> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut seen = vec![false; nodes.len()];
    let mut open: Vec<(u32, usize)> = vec![(0, 0)];
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    while let Some((node, at)) = open.last_mut() {
        let ways = nodes.get(*node as usize).map_or(&[][..], |node| &node.ways);
        match ways.get(*at) {
            Some(way) => {
                *at += 1;
                if let Some(seen @ false) = seen.get_mut(way.to as usize) {
                    *seen = true;
                    open.push((way.to, 0));
                }
            }
            None => {
                order.push(*node);
                open.pop();
            }
        }
    }
    order
}

/// What every situation is worth: a number over the denominator of a number, not reduced.
#[derive(Debug, Clone)]
pub(super) struct Exactly {
    worths: Vec<Option<(BigInt, u32)>>,
    denominators: Denominators,
}

impl Exactly {
    /// `None` if something leads back, or the numbers become too large to be read.
    fn of(nodes: &[Node], order: &[u32]) -> Option<Self> {
        let mut found = Self {
            worths: vec![None; nodes.len()],
            denominators: Denominators::default(),
        };
        for node in order {
            let worth = found.worth(nodes.get(*node as usize)?)?;
            *found.worths.get_mut(*node as usize)? = Some(worth);
        }
        Some(found)
    }

    fn worth(&mut self, node: &Node) -> Option<(BigInt, u32)> {
        match node.asks {
            // What a run ends with is a whole number.
            Asks::Nothing => Some((BigInt::from(node.worth as i32), self.denominators.one())),
            Asks::Throw(_) | Asks::Drawn(_) => self.mean(node),
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
                self.worths.get(best? as usize)?.clone()
            }
        }
    }

    fn mean(&mut self, node: &Node) -> Option<(BigInt, u32)> {
        let mut common = self.denominators.one();
        let mut total = 0_u64;
        for way in &node.ways {
            let (_, denominator) = self.worths.get(way.to as usize)?.as_ref()?;
            common = self.denominators.multiple(common, *denominator)?;
            total = total.checked_add(way.ways.filter(|ways| *ways > 0)?)?;
        }
        let mut sum = BigInt::zero();
        for way in &node.ways {
            let (numerator, denominator) = self.worths.get(way.to as usize)?.as_ref()?;
            let step = self.denominators.get(common)? / self.denominators.get(*denominator)?;
            sum += numerator * BigInt::from(step) * way.ways?;
        }
        let denominator = self.denominators.get(common)? * total;
        Some((sum, self.denominators.number(denominator)?))
    }

    /// What a situation is worth, reduced.
    pub(super) fn fraction(&self, node: u32) -> Option<(BigInt, BigUint)> {
        let (numerator, denominator) = self.worths.get(node as usize)?.as_ref()?;
        let denominator = self.denominators.get(*denominator)?;
        let common = numerator.magnitude().gcd(denominator);
        let numerator = numerator / BigInt::from(common.clone());
        Some((numerator, denominator / common))
    }

    /// Whether one situation is worth more than another.
    pub(super) fn is_more(&self, one: u32, other: u32) -> Option<bool> {
        let (one, of_one) = self.worths.get(one as usize)?.as_ref()?;
        let (other, of_other) = self.worths.get(other as usize)?.as_ref()?;
        if of_one == of_other {
            return Some(one > other);
        }
        let factor = |number: u32| Some(BigInt::from(self.denominators.get(number)?.clone()));
        Some(one * factor(*of_other)? > other * factor(*of_one)?)
    }
}

/// Denominators, each with a number. There are few, since dice have few numbers of sides.
#[derive(Debug, Clone, Default)]
struct Denominators {
    all: Vec<BigUint>,
    numbers: BTreeMap<BigUint, u32>,
    multiples: BTreeMap<(u32, u32), u32>,
}

impl Denominators {
    fn get(&self, number: u32) -> Option<&BigUint> {
        self.all.get(number as usize)
    }

    fn one(&mut self) -> u32 {
        // One is never too large.
        self.number(BigUint::one()).unwrap_or(0)
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
