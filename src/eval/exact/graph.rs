//! The transition graph of a program: its states, and the number of ways from each to the next.

use super::state_table::StateTable;
use crate::intern::StateId;
use num_bigint::BigUint;
use sandtable_ir::{Id, IndexVec, Pc, PoolId, Program};

sandtable_ir::define_ids! {
    /// Index into [`Graph::large`].
    pub(super) struct LargeId;
}

/// Bytes that propagation uses per node: its position in the order, its powers and its mass.
const PROPAGATED: usize = 64;
/// Bytes of a large number besides its digits.
const LARGE: usize = 40;

/// A transition: the answers to a question that lead to the same state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// The state that follows.
    pub(super) to: StateId,
    /// The number of ways; where the total is [`Total::Large`], a [`LargeId`].
    weight: u64,
}

/// The number of ways of an edge.
#[derive(Debug, Clone, Copy)]
pub(super) enum Weight {
    /// A number of ways.
    Small(u64),
    /// See [`Graph::large`].
    Large(LargeId),
}

/// A state: the machine at a question, or at the end.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// One past its last edge; the first is that of the node before it.
    end: u32,
    /// The op of the state.
    pub(super) at: Pc,
    /// The total number of ways of all its edges.
    pub(super) total: Total,
}

/// The total number of ways of all edges of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Total {
    /// A number of ways.
    Small(u64),
    /// The number of ways of this pool.
    Large(PoolId),
}

/// The first state of one question of a batch, and the states that were found for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// The first state.
    pub(super) state: StateId,
    /// The first state that was not known before.
    pub(super) first: StateId,
    /// One past the last.
    pub(super) end: StateId,
}

impl Edge {
    /// The number of its ways, where the total is [`Total::Small`].
    #[inline]
    pub(super) fn small_weight(&self) -> u64 {
        self.weight
    }
}

impl Start {
    /// The states that were found for this question and for none before.
    pub(super) fn found(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (self.first.0..self.end.0).map(StateId)
    }
}

/// All states, in order of the questions on the shortest path to them.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    /// The program.
    pub(super) program: &'a Program,
    pub(super) table: StateTable,
    /// The states at which runs end.
    ends: Vec<StateId>,
    nodes: IndexVec<StateId, Node>,
    edges: Vec<Edge>,
    /// The starts of each question of a batch; for a single program, its first state.
    pub(super) starts: Vec<Start>,
    /// Whether every edge leads to a state with a higher number, or to one that was known before the question of the
    /// batch that is followed.
    pub(super) is_in_order: bool,
    /// Weights beyond machine words.
    pub(super) large: IndexVec<LargeId, BigUint>,
    /// Ops that were carried out to find all this.
    pub(super) steps: u64,
}

#[expect(
    clippy::indexing_slicing,
    reason = "nodes keep the ends of their edges, which are made in the same order"
)]
impl<'a> Graph<'a> {
    /// Returns an empty graph.
    pub(super) fn new(program: &'a Program, table: StateTable) -> Self {
        Self {
            program,
            table,
            ends: Vec::new(),
            nodes: IndexVec::with_capacity(128),
            edges: Vec::with_capacity(1024),
            starts: Vec::new(),
            is_in_order: true,
            large: IndexVec::new(),
            steps: 0,
        }
    }

    /// Returns all states; the first is the start of the program.
    #[inline]
    pub(super) fn nodes(&self) -> &IndexVec<StateId, Node> {
        &self.nodes
    }

    /// The edges from a state.
    #[inline]
    pub(super) fn edges(&self, state: StateId) -> &[Edge] {
        let start = match state.index() {
            0 => 0,
            at => self.nodes[StateId::from_index(at - 1)].end,
        };
        &self.edges[start as usize..self.nodes[state].end as usize]
    }

    /// The number of ways of an edge from a state.
    #[inline]
    pub(super) fn weight(&self, from: StateId, edge: &Edge) -> Weight {
        match self.nodes[from].total {
            Total::Small(_) => Weight::Small(edge.weight),
            Total::Large(_) => Weight::Large(LargeId(edge.weight as u32)),
        }
    }

    /// The states in which a run has ended.
    pub(super) fn ends(&self) -> &[StateId] {
        &self.ends
    }

    /// Returns the outcome of a run that ends in this state.
    pub(super) fn outcome(&self, end: StateId) -> Vec<i32> {
        let mut outcome = Vec::with_capacity(self.program.outcome.len());
        self.table.outcome(end, &mut outcome);
        outcome
    }

    /// Returns the number of states that are questions.
    pub(super) fn n_questions(&self) -> u64 {
        (self.nodes.len() - self.ends.len()) as u64
    }

    /// Adds the node of the next state, whose edges were added last.
    pub(super) fn add_node(&mut self, at: Pc, total: Total) {
        let end = self.edges.len() as u32;
        self.nodes.push(Node { end, at, total });
    }

    /// Adds the node of the next state, which is an end.
    pub(super) fn add_end(&mut self) {
        self.ends.push(StateId::from_index(self.nodes.len()));
        self.add_node(Pc(0), Total::Small(1));
    }

    /// Memory that it takes, in bytes, with what propagation will add to each node.
    pub(super) fn n_bytes(&self) -> usize {
        let nodes = (size_of::<Node>() + PROPAGATED) * self.nodes.len();
        let large = self
            .large
            .iter()
            .map(|weight| weight.bits() as usize / 8 + LARGE);
        let edges = size_of::<Edge>() * self.edges.len();
        self.table.n_bytes() + nodes + edges + large.sum::<usize>()
    }

    /// The number of edges.
    #[inline]
    pub(super) fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// Adds an edge to the next node.
    #[inline]
    pub(super) fn add_edge(&mut self, to: StateId, weight: Weight) {
        let weight = match weight {
            Weight::Small(ways) => ways,
            Weight::Large(id) => id.0.into(),
        };
        self.edges.push(Edge { to, weight });
    }

    /// Adds ways to an edge of the next node.
    #[inline]
    pub(super) fn widen_edge(&mut self, at: usize, ways: u64) {
        self.edges[at].weight += ways;
    }

    /// The id of the weight of an edge that is beyond machine words.
    pub(super) fn large_of(&self, at: usize) -> LargeId {
        LargeId(self.edges[at].weight as u32)
    }

    /// The small weights from an edge on, which are those of the next node.
    pub(super) fn weights_from(&mut self, first: usize) -> impl Iterator<Item = &mut u64> {
        let edges = self.edges[first..].iter_mut();
        edges.map(|edge| &mut edge.weight)
    }
}
