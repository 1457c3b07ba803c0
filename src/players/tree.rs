//! The search tree below the root: open loop, with a node for each sequence of decisions and answers, over all dice. Where no dice were
//! rolled, results are proven by backward induction (MCTS-Solver: Winands, Björnsson and Saito 2008).

use hashbrown::HashMap;
use sandtable_eval::offer::Offer;

use super::game::Verdict;

/// Maximum number of nodes.
const MOST_NODES: usize = 1 << 17;

/// Weight of exploration in the upper confidence bound.
const EXPLORATION: f64 = 0.7;

/// The pace at which a node takes in further answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Widening {
    /// As many are tried as twice the square root of the visits.
    Usual,
    /// As many as a quarter of it, since the first follow the author's advice: that of the best remains a good estimate of a node with few
    /// visits, where the mean over arbitrary answers is none.
    Advised,
}

impl Widening {
    fn factor(self) -> f64 {
        match self {
            Self::Usual => 2.0,
            Self::Advised => 0.25,
        }
    }
}

/// A node: the answers that were tried, with their payoffs for the side that chooses.
#[derive(Debug, Clone, Default)]
struct Node {
    visits: u32,
    /// Whether the path alone determines the state.
    is_certain: bool,
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
    /// Sum of the squares of their payoffs.
    pub(crate) squares: f64,
    /// Number of them that reached a terminal state.
    pub(crate) ended: f64,
    /// The result of the game after it when all sides play exactly.
    pub(crate) proven: Option<Verdict>,
}

/// Nodes by the path to them.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: HashMap<u64, Node>,
}

/// Selection at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selected {
    /// The best known answer, with its result if that is proven.
    Known(i32, Option<Verdict>),
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

    /// Whether the path to a node determines its state: perfect information, and no chance node before it.
    pub(crate) fn is_certain(&self, key: u64) -> bool {
        self.nodes.get(&key).is_some_and(|node| node.is_certain)
    }

    /// Adds a node, if it is new and there is room; returns whether it was known.
    pub(crate) fn visit(&mut self, key: u64, is_certain: bool) -> bool {
        if self.nodes.contains_key(&key) {
            return true;
        }
        if self.nodes.len() < MOST_NODES {
            let node = Node {
                is_certain,
                ..Node::default()
            };
            self.nodes.insert(key, node);
        }
        false
    }

    /// Selects among `n_legal` answers by upper confidence bound (Kocsis and Szepesvári 2006), with progressive widening: as many
    /// answers that are not proven are tried as the visits allow. `payoff` is that of the side that chooses.
    pub(crate) fn select(
        &self,
        key: u64,
        n_legal: usize,
        widening: Widening,
        is_legal: impl Fn(i32) -> bool,
        payoff: impl Fn(Verdict) -> f64,
    ) -> Selected {
        let Some(node) = self.nodes.get(&key) else {
            return Selected::New;
        };
        let legal = node.tried.iter().filter(|tried| is_legal(tried.label));
        let n_tried = legal.clone().count();
        let n_open = legal.clone().filter(|tried| tried.proven.is_none()).count();
        let wide = 1 + (widening.factor() * f64::from(node.visits).sqrt()) as usize;
        if n_tried < n_legal && n_open < wide {
            return Selected::New;
        }
        let log = f64::from(node.visits.max(1)).ln();
        let bound = |tried: &Tried| match tried.proven.map(&payoff) {
            // A proven loss comes last, whatever the bounds of the others.
            Some(payoff) if payoff <= 0.0 => f64::NEG_INFINITY,
            Some(payoff) => payoff,
            None => tried.sum / tried.n + EXPLORATION * (log / tried.n).sqrt(),
        };
        let best = legal.max_by(|a, b| bound(a).total_cmp(&bound(b)));
        best.map_or(Selected::New, |tried| {
            Selected::Known(tried.label, tried.proven)
        })
    }

    /// Adds the payoff of a playout to an answer of a node; `is_ended` unless it was cut off.
    pub(crate) fn add(&mut self, key: u64, label: i32, payoff: f64, is_ended: bool) {
        let ended = f64::from(u8::from(is_ended));
        let Some(node) = self.nodes.get_mut(&key) else {
            return;
        };
        node.visits += 1;
        match node.tried.iter_mut().find(|tried| tried.label == label) {
            Some(tried) => {
                tried.n += 1.0;
                tried.sum += payoff;
                tried.squares += payoff * payoff;
                tried.ended += ended;
            }
            None => node.tried.push(Tried {
                label,
                n: 1.0,
                sum: payoff,
                squares: payoff * payoff,
                ended,
                proven: None,
            }),
        }
    }

    /// Records the proven result of an answer of a node with `n_legal` answers; returns the result of the node if that is proven by
    /// it. `payoff` is that of the side that chooses.
    pub(crate) fn prove(
        &mut self,
        key: u64,
        label: i32,
        verdict: Verdict,
        n_legal: usize,
        payoff: impl Fn(Verdict) -> f64,
    ) -> Option<Verdict> {
        let node = self.nodes.get_mut(&key)?;
        let mut tried = node.tried.iter_mut();
        tried.find(|tried| tried.label == label)?.proven = Some(verdict);
        if payoff(verdict) >= 1.0 {
            return Some(verdict);
        }
        if node.tried.len() < n_legal {
            return None;
        }
        let mut best = verdict;
        for tried in &node.tried {
            let proven = tried.proven?;
            if payoff(proven) > payoff(best) {
                best = proven;
            }
        }
        // Several others may win, and a side that loses anyway has no reason to prefer one of them.
        let mut proven = node.tried.iter().filter_map(|tried| tried.proven);
        let is_settled = proven.all(|other| other == best || payoff(other) < payoff(best));
        is_settled.then_some(best)
    }
}

/// Returns the key of the node at which a side decides, after the path to it.
pub(crate) fn node(path: u64, seat: usize, offer: Offer<'_>) -> u64 {
    child(path, seat as u32, offer.decision.n_options as i32)
}

/// Returns the key of the node after an answer to a decision of a node.
pub(crate) fn child(key: u64, decision: u32, label: i32) -> u64 {
    let word = (u64::from(decision) << 32) | u64::from(label as u32);
    let mut mixed = key.rotate_left(23) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::game::Verdict;

    /// A node at which a side has tried these answers.
    fn tried(labels: &[i32]) -> Tree {
        let mut tree = Tree::default();
        tree.visit(1, true);
        for label in labels {
            tree.add(1, *label, 0.5, true);
        }
        tree
    }

    /// The payoff of side 0 among three.
    fn payoff(verdict: Verdict) -> f64 {
        match verdict {
            Verdict::Won(_) | Verdict::Together(_) => f64::from(u8::from(verdict.has_won(0))),
            Verdict::Drawn | Verdict::Unended | Verdict::Refused => 1.0 / 3.0,
        }
    }

    #[test]
    fn one_win_proves_a_node_and_losses_only_all_together() {
        let mut tree = tried(&[7, 8]);
        let (won, lost) = (Verdict::Won(0), Verdict::Won(1));
        assert_eq!(tree.prove(1, 7, lost, 3, payoff), None);
        // A third answer was not tried yet.
        assert_eq!(tree.prove(1, 8, lost, 3, payoff), None);
        assert_eq!(tree.prove(1, 8, lost, 2, payoff), Some(lost));
        assert_eq!(
            tree.prove(1, 8, Verdict::Drawn, 2, payoff),
            Some(Verdict::Drawn)
        );
        assert_eq!(tree.prove(1, 7, won, 3, payoff), Some(won));
        assert_eq!(tree.prove(2, 7, won, 3, payoff), None);
    }

    /// A side that loses either way may let any of the others win.
    #[test]
    fn who_wins_is_not_proven_where_the_loser_decides_it() {
        let mut tree = tried(&[7, 8]);
        let [one, other] = [1, 2].map(Verdict::Won);
        assert_eq!(tree.prove(1, 7, one, 2, payoff), None);
        assert_eq!(tree.prove(1, 8, other, 2, payoff), None);
        assert_eq!(
            tree.prove(1, 8, Verdict::Drawn, 2, payoff),
            Some(Verdict::Drawn)
        );
    }
}
