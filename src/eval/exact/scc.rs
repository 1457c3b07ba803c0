//! The order in which situations are weighed: each after all that lead to it.

use super::graph::Graph;

/// Situations that lead to each other, or one that leads nowhere back.
#[derive(Debug)]
pub(super) struct Order {
    nodes: Vec<u32>,
    /// One past the last node of each component.
    ends: Vec<u32>,
    /// Component of each node.
    of_node: Vec<u32>,
}

impl Order {
    /// Situations of which none leads back, as they stand: what they lead to soon follows, so that little waits.
    pub(super) fn straight(nodes: Vec<u32>) -> Self {
        let mut of_node = vec![UNSEEN; nodes.len()];
        for (place, node) in (0..).zip(&nodes) {
            if let Some(of_node) = of_node.get_mut(*node as usize) {
                *of_node = place;
            }
        }
        Self {
            ends: (1..=nodes.len() as u32).collect(),
            nodes,
            of_node,
        }
    }

    /// The components, each after all that lead to it.
    pub(super) fn components(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let nodes = self.nodes.get(start as usize..*end as usize);
            start = *end;
            nodes.unwrap_or(&[])
        })
    }

    /// Whether two situations lead to each other, or are the same.
    pub(super) fn are_together(&self, a: u32, b: u32) -> bool {
        self.of_node.get(a as usize) == self.of_node.get(b as usize)
    }
}

/// Whether a component goes round in circles.
pub(super) fn is_loop(graph: &Graph<'_>, component: &[u32]) -> bool {
    match component {
        [only] => graph.edges(*only).iter().any(|edge| edge.to == *only),
        _ => true,
    }
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's components, without recursion.
pub(super) fn in_order(graph: &Graph<'_>) -> Order {
    let n_nodes = graph.nodes().len();
    let mut search = Search {
        graph,
        numbers: vec![UNSEEN; n_nodes],
        lowest: vec![UNSEEN; n_nodes],
        open: Vec::new(),
        next_number: 0,
        order: Order {
            nodes: Vec::with_capacity(n_nodes),
            ends: Vec::with_capacity(n_nodes),
            of_node: vec![UNSEEN; n_nodes],
        },
    };
    if n_nodes > 0 {
        search.from(0);
    }
    search.order.reversed()
}

struct Search<'a> {
    graph: &'a Graph<'a>,
    numbers: Vec<u32>,
    lowest: Vec<u32>,
    open: Vec<u32>,
    next_number: u32,
    order: Order,
}

impl Search<'_> {
    fn from(&mut self, root: u32) {
        let mut path = vec![(root, 0_usize)];
        self.enter(root);
        while let Some((node, at)) = path.last_mut() {
            let node = *node;
            if let Some(edge) = self.graph.edges(node).get(*at) {
                *at += 1;
                if number(&self.numbers, edge.to) == UNSEEN {
                    self.enter(edge.to);
                    path.push((edge.to, 0));
                } else if number(&self.order.of_node, edge.to) == UNSEEN {
                    let seen = number(&self.numbers, edge.to);
                    self.lower(node, seen);
                }
                continue;
            }
            path.pop();
            let lowest = number(&self.lowest, node);
            if let Some((before, _)) = path.last() {
                self.lower(*before, lowest);
            }
            if lowest == number(&self.numbers, node) {
                self.close(node);
            }
        }
    }

    fn enter(&mut self, node: u32) {
        set(&mut self.numbers, node, self.next_number);
        set(&mut self.lowest, node, self.next_number);
        self.next_number += 1;
        self.open.push(node);
    }

    fn lower(&mut self, node: u32, to: u32) {
        let lowest = number(&self.lowest, node).min(to);
        set(&mut self.lowest, node, lowest);
    }

    fn close(&mut self, root: u32) {
        let component = self.order.ends.len() as u32;
        while let Some(node) = self.open.pop() {
            set(&mut self.order.of_node, node, component);
            self.order.nodes.push(node);
            if node == root {
                break;
            }
        }
        self.order.ends.push(self.order.nodes.len() as u32);
    }
}

impl Order {
    /// Tarjan closes what is led to first.
    fn reversed(mut self) -> Self {
        let n_nodes = self.nodes.len() as u32;
        self.nodes.reverse();
        self.ends.pop();
        self.ends.reverse();
        for end in &mut self.ends {
            *end = n_nodes - *end;
        }
        if n_nodes > 0 {
            self.ends.push(n_nodes);
        }
        self
    }
}

#[inline]
fn number(list: &[u32], at: u32) -> u32 {
    list.get(at as usize).copied().unwrap_or(UNSEEN)
}

#[inline]
fn set(list: &mut [u32], at: u32, value: u32) {
    if let Some(place) = list.get_mut(at as usize) {
        *place = value;
    }
}
