//! A map of named areas that are joined by links.

use super::{Graph, Place, stress};
use std::collections::BTreeMap;

/// Most areas of a map.
pub const MOST_AREAS: usize = 1_000;

/// Names of an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreaName {
    /// `north-ford`
    pub id: String,
    /// As shown to players: `North Ford`.
    pub title: String,
}

/// A map of named areas and the pairs of them that are adjacent.
///
/// The code of a link is the number of the lower area times the number of areas, plus the number of the other.
#[derive(Debug, Clone, PartialEq)]
pub struct AreaMap {
    names: Vec<AreaName>,
    by_name: BTreeMap<String, Place>,
    graph: Graph,
    /// The fewest links between each two areas, in rows; the number of areas if no links join them.
    distances: Vec<u16>,
    /// Position of each area on paper, right and up.
    positions: Vec<(i32, i32)>,
}

impl AreaMap {
    /// Builds a map of areas of these names, with these links; areas without a position on paper are assigned one.
    ///
    /// `None` if there is no area, there are more than [`MOST_AREAS`], or a link does not join two of them.
    pub fn new(
        names: Vec<AreaName>,
        links: &[(Place, Place)],
        positions: &[Option<(i32, i32)>],
    ) -> Option<Self> {
        let n = i32::try_from(names.len()).ok()?;
        let joins = |(a, b): &(Place, Place)| a != b && (0..n).contains(a) && (0..n).contains(b);
        if names.is_empty() || names.len() > MOST_AREAS || !links.iter().all(joins) {
            return None;
        }
        let mut beside: Vec<Vec<(Place, i32)>> = vec![Vec::new(); names.len()];
        for (a, b) in links {
            let code = a.min(b) * n + a.max(b);
            for (from, to) in [(*a, *b), (*b, *a)] {
                let own = beside.get_mut(usize::try_from(from).ok()?)?;
                own.push((to, code));
            }
        }
        for own in &mut beside {
            own.sort_unstable();
            own.dedup();
        }
        let graph = Graph::new(beside.into_iter());
        let distances = distances(&graph);
        Some(Self {
            by_name: (0..)
                .zip(&names)
                .map(|(at, name)| (name.id.to_lowercase(), at))
                .collect(),
            positions: stress::positions(&distances, positions),
            names,
            graph,
            distances,
        })
    }

    /// Number of areas.
    pub fn n_areas(&self) -> usize {
        self.names.len()
    }

    /// Names of the areas, in order.
    pub fn names(&self) -> &[AreaName] {
        &self.names
    }

    /// Returns the adjacency graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The two areas of a link.
    pub fn ends(&self, link: i32) -> (Place, Place) {
        let n = i32::try_from(self.names.len()).unwrap_or(1).max(1);
        (link.div_euclid(n), link.rem_euclid(n))
    }

    /// `mill/ford`
    pub fn link_name(&self, link: i32) -> String {
        let (a, b) = self.ends(link);
        format!("{}/{}", self.name(a), self.name(b))
    }

    /// Position of an area on paper, right and up.
    pub fn position(&self, place: Place) -> Option<(i32, i32)> {
        self.positions.get(usize::try_from(place).ok()?).copied()
    }

    /// Average length of a link on paper, right and up.
    pub fn stride(&self) -> (i32, i32) {
        let edges = (0..).take(self.n_areas()).flat_map(|from| {
            self.graph
                .neighbours(from)
                .iter()
                .map(move |to| (from, *to))
        });
        let (mut right, mut up, mut n) = (0, 0, 0);
        for (from, to) in edges {
            if let (Some(from), Some(to)) = (self.position(from), self.position(to)) {
                right += i64::from((from.0 - to.0).abs());
                up += i64::from((from.1 - to.1).abs());
                n += 1;
            }
        }
        let mean = |sum: i64| i32::try_from(sum / n.max(1)).unwrap_or(i32::MAX).max(1);
        (mean(right), mean(up))
    }

    /// The areas of each part of the map that no link joins to the others, in order of their first areas.
    pub fn parts(&self) -> Vec<Vec<Place>> {
        let mut parts: Vec<Vec<Place>> = Vec::new();
        for place in (0..).take(self.n_areas()) {
            let near = |part: &&mut Vec<Place>| {
                let first = part.first().copied();
                first.is_some_and(|first| self.is_joined(first, place))
            };
            match parts.iter_mut().find(near) {
                Some(part) => part.push(place),
                None => parts.push(vec![place]),
            }
        }
        parts
    }

    fn is_joined(&self, a: Place, b: Place) -> bool {
        usize::try_from(self.distance(a, b)).is_ok_and(|links| links < self.n_areas())
    }

    /// As [`Board::name`](super::Board::name).
    pub(super) fn name(&self, place: Place) -> String {
        let name = usize::try_from(place)
            .ok()
            .and_then(|at| self.names.get(at));
        name.map_or_else(|| format!("#{place}"), |name| name.id.clone())
    }

    /// The area of a name; capitals do not matter.
    pub fn place(&self, text: &str) -> Option<Place> {
        self.by_name.get(&text.trim().to_lowercase()).copied()
    }

    /// Fewest links between two areas; the number of areas if no links join them.
    pub(super) fn distance(&self, a: Place, b: Place) -> i32 {
        let at = |place: Place| {
            let at = usize::try_from(place).ok();
            at.filter(|at| *at < self.n_areas())
        };
        let row = at(a).zip(at(b));
        let known = row.and_then(|(a, b)| self.distances.get(a * self.n_areas() + b));
        known.map_or(0, |links| i32::from(*links))
    }
}

/// Shortest paths by breadth-first search from each place, which ends where every place is known: of dense links few are followed.
fn distances(graph: &Graph) -> Vec<u16> {
    let n = graph.n_places();
    let far = u16::try_from(n).unwrap_or(u16::MAX);
    let mut all = Vec::with_capacity(n * n);
    for start in 0..n {
        let mut row = vec![far; n];
        if let Some(own) = row.get_mut(start) {
            *own = 0;
        }
        let (mut frontier, mut links, mut n_known) = (vec![start], 0, 1);
        while !frontier.is_empty() && n_known < n {
            links += 1;
            let mut next = Vec::new();
            for place in frontier {
                let place = Place::try_from(place).unwrap_or(Place::MAX);
                for to in graph.neighbours(place) {
                    let Ok(to) = usize::try_from(*to) else {
                        continue;
                    };
                    if let Some(known) = row.get_mut(to).filter(|known| **known == far) {
                        *known = links;
                        next.push(to);
                    }
                }
            }
            n_known += next.len();
            frontier = next;
        }
        all.extend(row);
    }
    all
}
