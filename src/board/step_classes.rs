//! Equivalence classes of steps from place to place: the cost of one of them holds for the others.

use std::collections::BTreeMap;

use super::{Graph, Place};

/// The sorts of steps on a map: by the place that is left, the place that is entered, and the link between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepClasses {
    from: Groups,
    to: Groups,
    links: Groups,
}

/// Places, or edges, in groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// The group of each; empty if all are one.
    of: Vec<u16>,
    n: usize,
}

impl Groups {
    /// Returns a single group of all.
    pub fn one() -> Self {
        Self {
            of: Vec::new(),
            n: 1,
        }
    }

    /// Each place is a group of its own.
    pub fn each(graph: &Graph) -> Self {
        let n = graph.n_places();
        Self {
            of: (0..=u16::MAX).take(n).collect(),
            n,
        }
    }

    /// Places that are the same in these values, in order of the places.
    pub fn of_places<K: Ord>(values: impl Iterator<Item = K>) -> Self {
        let mut known = BTreeMap::new();
        let of = values.map(|value| group(&mut known, value)).collect();
        Self { of, n: known.len() }
    }

    /// Edges whose links are the same in these values: those that are named by their code, and all others, which are plain.
    pub fn of_links<K: Ord>(
        graph: &Graph,
        plain: K,
        named: impl Iterator<Item = (i32, K)>,
    ) -> Self {
        let mut known = BTreeMap::from([(plain, 0)]);
        let named: BTreeMap<i32, u16> = named
            .map(|(link, value)| (link, group(&mut known, value)))
            .collect();
        let links = graph.links().iter();
        Self {
            of: links
                .map(|link| named.get(link).copied().unwrap_or(0))
                .collect(),
            n: known.len(),
        }
    }

    #[inline]
    fn group(&self, at: usize) -> Option<usize> {
        match self.of.is_empty() {
            true => Some(0),
            false => self.of.get(at).map(|group| usize::from(*group)),
        }
    }
}

/// The group of a value; a new one if it is new.
fn group<K: Ord>(known: &mut BTreeMap<K, u16>, value: K) -> u16 {
    let next = u16::try_from(known.len()).unwrap_or(u16::MAX);
    *known.entry(value).or_insert(next)
}

impl StepClasses {
    /// Builds the classes of steps that agree in all of these groups; `None` if there are too many classes for a
    /// search on this board.
    pub fn new(graph: &Graph, from: Groups, to: Groups, links: Groups) -> Option<Self> {
        let n = from.n.checked_mul(to.n)?.checked_mul(links.n)?;
        (n <= Self::most(graph)).then_some(Self { from, to, links })
    }

    /// Returns the maximum number of step classes of a search.
    pub(super) fn most(graph: &Graph) -> usize {
        graph.n_places()
    }

    /// The sort of a step along the edge of this index.
    #[inline]
    pub(super) fn of(&self, from: Place, edge: usize, to: Place) -> Option<usize> {
        let at = |place: i32| usize::try_from(place).ok();
        let link = self.links.group(edge)?;
        let (from, to) = (self.from.group(at(from)?)?, self.to.group(at(to)?)?);
        Some((from * self.to.n + to) * self.links.n + link)
    }
}
