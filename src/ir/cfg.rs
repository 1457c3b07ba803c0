//! The control flow of a program: successors, depth-first orders, basic blocks, return sites.

use super::id::{Pc, Reg};
use super::op::{Flow, Op};
use super::operands::retarget;
use super::program::Program;
use std::collections::{BTreeMap, BTreeSet};

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
    /// Searches from each root in turn. `successor` gives the successors of a node by number; a number of no node, such
    /// as that of the op behind the last, leads nowhere.
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

/// The number of each op in reverse postorder: smaller than those of all ops that may follow it, but for those on a
/// retreating edge. Ops that are never reached have `u32::MAX`.
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

/// Return sites: the ops behind calls, to which a `Return` leads, or a `Recall` of a known result.
#[derive(Debug, Clone)]
pub(super) struct ReturnSites {
    all: Vec<usize>,
    /// By the register that keeps the return address.
    by_back: BTreeMap<Reg, Vec<usize>>,
    /// Registers that ops other than calls write too.
    mixed: BTreeSet<Reg>,
    /// By formula: the register that keeps the return address.
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
