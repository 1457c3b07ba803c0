//! The control-flow graph of a program: successors, predecessors, depth-first orders, dominators.

use super::id::{Pc, Reg};
use super::op::{Flow, Op};
use super::operands::retarget;
use super::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Successors and predecessors of every op. A `Return` has no successor here; see [`ReturnSites`].
#[derive(Debug, Clone)]
pub struct Cfg {
    /// By op: its successors; [`NOWHERE`] for a missing one.
    successors: Vec<[u32; 2]>,
    /// The predecessors of all ops, grouped by op.
    predecessors: Vec<u32>,
    /// One past the last predecessor of each op.
    ends: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Cfg {
    /// Builds the graph of a program.
    pub fn of(program: &Program) -> Self {
        let of_op = |(at, op): (u32, &Op)| match op.flow() {
            Flow::Next => [at + 1, NOWHERE],
            Flow::To(to) | Flow::Call(to) => [to.0, NOWHERE],
            Flow::Either(to) => [at + 1, to.0],
            Flow::Return | Flow::End => [NOWHERE; 2],
        };
        let mut graph = Self {
            successors: (0..).zip(&program.ops).map(of_op).collect(),
            predecessors: Vec::new(),
            ends: Vec::new(),
        };
        graph.invert();
        graph
    }

    /// Iterates over the ops that may follow an op; none for a `Return`.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is a row for each op, and callers pass indices of ops"
    )]
    pub fn successors(&self, at: u32) -> impl Iterator<Item = u32> {
        let of_op = self.successors[at as usize];
        of_op.into_iter().filter(|next| *next != NOWHERE)
    }

    /// Returns the ops that may precede an op.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is an end for each op, and ends are made in order"
    )]
    pub fn predecessors(&self, at: u32) -> &[u32] {
        let at = at as usize;
        let start = match at {
            0 => 0,
            _ => self.ends[at - 1],
        };
        &self.predecessors[start as usize..self.ends[at] as usize]
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "successors are ops of a program that was validated, and there is an end for each op"
    )]
    fn invert(&mut self) {
        let n_ops = self.successors.len() as u32;
        let mut ends = vec![0; self.successors.len()];
        for at in 0..n_ops {
            for next in self.successors(at) {
                ends[next as usize] += 1;
            }
        }
        let mut n_before = 0;
        for end in &mut ends {
            n_before += std::mem::replace(end, n_before);
        }
        // Each end is initialised with the start of its group, and advanced for each entry.
        let mut predecessors = vec![0; n_before as usize];
        for at in 0..n_ops {
            for next in self.successors(at) {
                let end = &mut ends[next as usize];
                predecessors[*end as usize] = at;
                *end += 1;
            }
        }
        self.predecessors = predecessors;
        self.ends = ends;
    }

    /// Returns the immediate post-dominator of every op: the first op, other than itself, on every path from it to the end of
    /// the program; `None` if only the end is, or if no path leads to the end.
    ///
    /// Paths to a fault and infinite cycles do not count. Computed on the reversed graph (Cooper, Harvey and
    /// Kennedy 2001), with one virtual exit after every `Done`.
    pub fn post_dominators(&self, program: &Program) -> Vec<Option<Pc>> {
        let exits = (0..).zip(&program.ops);
        let exits = exits.filter_map(|(at, op)| matches!(op, Op::Done).then_some(at));
        let search = DepthFirst::of(self.successors.len(), exits, |at, number| {
            self.predecessors(at).get(number).copied()
        });
        PostDominators::of(self, program, search.reverse_postorder()).of_ops()
    }
}

/// Immediate post-dominators while they are computed, by number in reverse postorder of the reversed graph; the virtual
/// exit is number 0.
struct PostDominators {
    order: Vec<u32>,
    /// By op: its number; `None` where no path leads to the exit.
    numbers: Vec<Option<u32>>,
    /// By number: the number of the immediate post-dominator found so far.
    immediate: Vec<Option<u32>>,
}

#[expect(
    clippy::indexing_slicing,
    reason = "numbers index the order that they are made from, and the order lists ops of the program"
)]
impl PostDominators {
    fn of(graph: &Cfg, program: &Program, order: Vec<u32>) -> Self {
        let mut numbers = vec![None; program.ops.len()];
        for (number, op) in (1..).zip(&order) {
            numbers[*op as usize] = Some(number);
        }
        let mut immediate = vec![None; order.len() + 1];
        immediate[0] = Some(0);
        let mut found = Self {
            order,
            numbers,
            immediate,
        };
        while found.round(graph, program) {}
        found
    }

    /// Goes over all ops once; says whether a post-dominator changed.
    fn round(&mut self, graph: &Cfg, program: &Program) -> bool {
        let mut changed = false;
        for at in 0..self.order.len() {
            let op = self.order[at];
            let is_done = matches!(program.ops[op as usize], Op::Done);
            let mut met = is_done.then_some(0);
            for next in graph.successors(op) {
                let next = self.numbers[next as usize];
                let Some(next) = next.filter(|next| self.immediate[*next as usize].is_some())
                else {
                    continue;
                };
                met = match met {
                    None => Some(next),
                    Some(met) => Some(self.intersect(met, next)),
                };
            }
            changed |= self.immediate[at + 1] != met;
            self.immediate[at + 1] = met;
        }
        changed
    }

    /// The nearest common ancestor of two ops in the tree of post-dominators found so far.
    fn intersect(&self, one: u32, other: u32) -> u32 {
        let (mut one, mut other) = (one, other);
        while one != other {
            let later = if one > other { &mut one } else { &mut other };
            // Both have one already, and numbers fall towards the exit.
            *later = self.immediate[*later as usize].unwrap_or(0);
        }
        one
    }

    fn of_ops(&self) -> Vec<Option<Pc>> {
        let of_op = |number: &Option<u32>| {
            let number = self.immediate[(*number)? as usize]?;
            number.checked_sub(1).map(|at| Pc(self.order[at as usize]))
        };
        self.numbers.iter().map(of_op).collect()
    }
}

/// A depth-first search of a graph of `u32` nodes.
pub(super) struct DepthFirst {
    /// The nodes that were reached, in postorder.
    pub(super) postorder: Vec<u32>,
    /// By node: whether an edge leads back to it from a node that it leads to (a retreating edge).
    pub(super) is_loop_head: Vec<bool>,
}

/// The progress of the search at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Unseen,
    Open,
    Done,
}

impl DepthFirst {
    /// Depth-first search from each root in order. `successor` returns the successors of a node by number; a number without a node,
    /// such
    /// as that of the op after the last, is ignored.
    pub(super) fn of(
        n_nodes: usize,
        roots: impl Iterator<Item = u32>,
        successor: impl Fn(u32, usize) -> Option<u32>,
    ) -> Self {
        let mut visits = vec![Visit::Unseen; n_nodes];
        let mut search = Self {
            postorder: Vec::with_capacity(n_nodes),
            is_loop_head: vec![false; n_nodes],
        };
        let mut path: Vec<(u32, usize)> = Vec::new();
        for root in roots {
            search.enter(root, &mut visits, &mut path);
            while let Some((node, n_followed)) = path.last_mut() {
                let (node, number) = (*node, *n_followed);
                *n_followed += 1;
                match successor(node, number) {
                    Some(next) => search.enter(next, &mut visits, &mut path),
                    None => {
                        search.postorder.push(node);
                        path.pop();
                        if let Some(visit) = visits.get_mut(node as usize) {
                            *visit = Visit::Done;
                        }
                    }
                }
            }
        }
        search
    }

    fn enter(&mut self, node: u32, visits: &mut [Visit], path: &mut Vec<(u32, usize)>) {
        match visits.get_mut(node as usize) {
            Some(visit @ Visit::Unseen) => {
                *visit = Visit::Open;
                path.push((node, 0));
            }
            Some(Visit::Open) => {
                if let Some(is_head) = self.is_loop_head.get_mut(node as usize) {
                    *is_head = true;
                }
            }
            Some(Visit::Done) | None => {}
        }
    }

    fn reverse_postorder(self) -> Vec<u32> {
        let mut order = self.postorder;
        order.reverse();
        order
    }
}

/// A successor of an op by number, return sites included.
pub(super) fn successor(
    program: &Program,
    sites: &ReturnSites,
    at: u32,
    number: usize,
) -> Option<u32> {
    let op = program.ops.get(at as usize)?;
    match (op.flow(), number) {
        (Flow::Next, 0) | (Flow::Either(_), 1) => Some(at + 1),
        (Flow::To(to) | Flow::Call(to) | Flow::Either(to), 0) => Some(to.0),
        (Flow::Return | Flow::Next, _) => {
            let number = number - usize::from(op.flow() == Flow::Next);
            let site = sites.of_op(op).get(number)?;
            u32::try_from(*site).ok()
        }
        (Flow::To(_) | Flow::Call(_) | Flow::Either(_) | Flow::End, _) => None,
    }
}

/// Returns the number of each op in reverse postorder: smaller than those of all ops that may follow it, except on a
/// retreating edge. Unreachable ops have `u32::MAX`.
pub fn reverse_postorder(program: &Program) -> Vec<u32> {
    let sites = ReturnSites::of(program);
    let n_ops = program.ops.len();
    let search = DepthFirst::of(n_ops, 0..n_ops.min(1) as u32, |at, number| {
        successor(program, &sites, at, number)
    });
    let mut numbers = vec![u32::MAX; n_ops];
    for (number, op) in (0..n_ops as u32).rev().zip(&search.postorder) {
        if let Some(place) = numbers.get_mut(*op as usize) {
            *place = number;
        }
    }
    numbers
}

/// The ops of a procedure, in order: all that are reached from its entry without following calls or returns.
pub(super) fn procedure_body(program: &Program, entry: Pc) -> Vec<u32> {
    let mut seen = vec![false; program.ops.len()];
    let mut open = vec![entry];
    while let Some(at) = open.pop() {
        let (Some(op), Some(seen @ false)) =
            (program.ops.get(at.0 as usize), seen.get_mut(at.0 as usize))
        else {
            continue;
        };
        *seen = true;
        match op.flow() {
            Flow::Next | Flow::Call(_) => open.push(Pc(at.0 + 1)),
            Flow::To(to) => open.push(to),
            Flow::Either(to) => open.extend([Pc(at.0 + 1), to]),
            Flow::Return | Flow::End => {}
        }
    }
    let ops = (0..).zip(seen).filter(|(_, seen)| *seen);
    ops.map(|(at, _)| at).collect()
}

/// By op, whether a basic block begins there.
pub(super) fn leaders(program: &Program) -> Vec<bool> {
    let mut leaders = vec![false; program.ops.len()];
    let mut lead = |at: usize| {
        if let Some(leader) = leaders.get_mut(at) {
            *leader = true;
        }
    };
    lead(0);
    for (at, op) in program.ops.iter().enumerate() {
        match op.flow() {
            Flow::Next => {}
            Flow::To(to) | Flow::Either(to) | Flow::Call(to) => {
                lead(to.0 as usize);
                lead(at + 1);
            }
            Flow::Return | Flow::End => lead(at + 1),
        }
    }
    leaders
}

/// By op, whether it is the target of a jump or a call.
pub(super) fn jump_targets(program: &Program) -> Vec<bool> {
    let mut is_target = vec![false; program.ops.len()];
    for op in &program.ops {
        retarget(*op, |to| {
            if let Some(target) = is_target.get_mut(to.0 as usize) {
                *target = true;
            }
            to
        });
    }
    is_target
}

/// Return sites: the ops after calls, which are successors of a `Return`, or of a `Recall` with a memoised result.
#[derive(Debug, Clone)]
pub(super) struct ReturnSites {
    all: Vec<usize>,
    /// By the register of the return address.
    by_back: BTreeMap<Reg, Vec<usize>>,
    /// Registers that ops other than calls write too.
    mixed: BTreeSet<Reg>,
    /// By formula: the register of the return address.
    of_formulas: Vec<Reg>,
}

impl ReturnSites {
    /// The return sites of a program.
    pub(super) fn of(program: &Program) -> Self {
        let mut sites = Self {
            all: Vec::new(),
            by_back: BTreeMap::new(),
            mixed: BTreeSet::new(),
            of_formulas: program.formulas.iter().map(|known| known.back).collect(),
        };
        for (next, op) in (1..).zip(&program.ops) {
            if let Op::Call { back, .. } = op {
                sites.all.push(next);
                sites.by_back.entry(*back).or_default().push(next);
            }
        }
        if sites.all.is_empty() {
            return sites;
        }
        for op in &program.ops {
            if !matches!(op, Op::Call { .. }) {
                sites.mixed.extend(op.writes());
            }
        }
        sites
    }

    /// The sites to which an op leads if it is a `Return`, or a `Recall`; none for any other op.
    pub(super) fn of_op(&self, op: &Op) -> &[usize] {
        let back = if let Op::Return { back } = op {
            Some(back)
        } else if let Op::Recall { formula } = op {
            self.of_formulas.get(formula.0 as usize)
        } else {
            None
        };
        match back {
            Some(back) if self.mixed.contains(back) => &self.all,
            Some(back) => self.by_back.get(back).map_or(&[], Vec::as_slice),
            None => &[],
        }
    }
}
