//! The search tree below the root: open loop, with a node for each sequence of decisions and answers, over all dice.

use hashbrown::HashMap;

/// Maximum number of nodes.
const MOST_NODES: usize = 1 << 17;

/// Weight of exploration in the upper confidence bound.
const EXPLORATION: f64 = 0.7;

/// A node: the answers that were tried, with their payoffs for the side that chooses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    visits: u32,
    tried: Vec<Tried>,
}

/// An answer that was tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tried {
    /// The answer; of a unit, its number in the view of the side that searches.
    pub(crate) label: i32,
    /// Number of playouts.
    pub(crate) n: f64,
    /// Sum of their payoffs.
    pub(crate) sum: f64,
}

/// Nodes by the path to them.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: HashMap<u64, Node>,
}

/// Selection at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selected {
    /// The best known answer.
    Known(i32),
    /// Another answer is to be tried.
    New,
}

impl Tree {
    /// Forgets all nodes.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// The answers tried at a node.
    pub(crate) fn tried(&self, key: u64) -> &[Tried] {
        self.nodes.get(&key).map_or(&[], |node| &node.tried)
    }

    /// Adds a node, if it is new and there is room; returns whether it was known.
    pub(crate) fn visit(&mut self, key: u64) -> bool {
        if self.nodes.contains_key(&key) {
            return true;
        }
        if self.nodes.len() < MOST_NODES {
            self.nodes.insert(key, Node::default());
        }
        false
    }

    /// Selects among `n_legal` answers by upper confidence bound (Kocsis and Szepesvári 2006), with progressive widening: as many
    /// answers are tried as twice the square root of the visits.
    pub(crate) fn select(
        &self,
        key: u64,
        n_legal: usize,
        is_legal: impl Fn(i32) -> bool,
    ) -> Selected {
        let Some(node) = self.nodes.get(&key) else {
            return Selected::New;
        };
        let legal = node.tried.iter().filter(|tried| is_legal(tried.label));
        let n_tried = legal.clone().count();
        let wide = 1 + (2.0 * f64::from(node.visits).sqrt()) as usize;
        if n_tried < n_legal.min(wide) {
            return Selected::New;
        }
        let log = f64::from(node.visits.max(1)).ln();
        let bound = |tried: &Tried| tried.sum / tried.n + EXPLORATION * (log / tried.n).sqrt();
        let best = legal.max_by(|a, b| bound(a).total_cmp(&bound(b)));
        best.map_or(Selected::New, |tried| Selected::Known(tried.label))
    }

    /// Adds the payoff of a playout to an answer of a node.
    pub(crate) fn add(&mut self, key: u64, label: i32, payoff: f64) {
        let Some(node) = self.nodes.get_mut(&key) else {
            return;
        };
        node.visits += 1;
        match node.tried.iter_mut().find(|tried| tried.label == label) {
            Some(tried) => {
                tried.n += 1.0;
                tried.sum += payoff;
            }
            None => node.tried.push(Tried {
                label,
                n: 1.0,
                sum: payoff,
            }),
        }
    }
}

/// Returns the key of the node after an answer to a decision of a node.
pub(crate) fn child(key: u64, decision: u32, label: i32) -> u64 {
    let word = (u64::from(decision) << 32) | u64::from(label as u32);
    let mut mixed = key.rotate_left(23) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}
