//! Adjacency of the places of a board, in compressed rows.

use super::Place;

/// An undirected graph over places: each link is an edge in both directions, and both have its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// Index of the first edge of each place, then the number of edges.
    first: Vec<usize>,
    /// Place where each edge ends.
    ends: Vec<Place>,
    /// Code of the link of each edge.
    links: Vec<i32>,
}

impl Graph {
    /// Builds a graph from the edges of each place in order: their ends, and the codes of their links.
    pub(super) fn new(edges: impl Iterator<Item = Vec<(Place, i32)>>) -> Self {
        let (mut first, mut ends, mut links) = (vec![0], Vec::new(), Vec::new());
        for own in edges {
            ends.extend(own.iter().map(|(end, _)| *end));
            links.extend(own.iter().map(|(_, link)| *link));
            first.push(ends.len());
        }
        Self { first, ends, links }
    }

    /// Number of places.
    pub fn n_places(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// Number of edges: two for each link.
    pub fn n_edges(&self) -> usize {
        self.ends.len()
    }

    /// Codes of the links, one per edge.
    pub fn links(&self) -> &[i32] {
        &self.links
    }

    /// Index of the first edge of a place.
    #[inline]
    pub(super) fn first_edge(&self, place: Place) -> usize {
        let at = usize::try_from(place).unwrap_or(usize::MAX);
        self.first.get(at).copied().unwrap_or(self.ends.len())
    }

    /// Returns the adjacent places, in the order of the edges; empty for a place that is not on the board.
    #[inline]
    pub fn neighbours(&self, place: Place) -> &[Place] {
        let end = place.checked_add(1).map(|next| self.first_edge(next));
        let edges = self.first_edge(place)..end.unwrap_or(0);
        self.ends.get(edges).unwrap_or_default()
    }

    /// The code of the link between two adjacent places.
    pub fn link(&self, a: Place, b: Place) -> Option<i32> {
        let at = self.neighbours(a).iter().position(|end| *end == b)?;
        self.links.get(self.first_edge(a) + at).copied()
    }
}
