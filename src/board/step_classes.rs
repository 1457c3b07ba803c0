//! Equivalence classes of steps from hex to hex: the cost of one of them holds for the others.

use std::collections::BTreeMap;

use super::{HexMap, Place};

/// The sorts of steps on a map: by the hex that is left, the hex that is entered, and the side between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorts {
    from: Groups,
    to: Groups,
    sides: Groups,
}

/// Hexes, or the six sides of each, in groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// The group of each; empty if all are one.
    of: Vec<u16>,
    n: usize,
}

impl Groups {
    /// All of them are one group.
    pub fn one() -> Self {
        Self {
            of: Vec::new(),
            n: 1,
        }
    }

    /// Each hex is a group of its own.
    pub fn each(map: &HexMap) -> Self {
        let n = map.n_hexes();
        Self {
            of: (0..=u16::MAX).take(n).collect(),
            n,
        }
    }

    /// Hexes that are the same in these values, in order of the hexes.
    pub fn of_hexes<K: Ord>(values: impl Iterator<Item = K>) -> Self {
        let mut known = BTreeMap::new();
        let of = values.map(|value| group(&mut known, value)).collect();
        Self { of, n: known.len() }
    }

    /// Sides that are the same in these values: those that are named by their code, and all others, which are plain.
    pub fn of_sides<K: Ord>(map: &HexMap, plain: K, named: impl Iterator<Item = (i32, K)>) -> Self {
        let mut known = BTreeMap::from([(plain, 0)]);
        let mut of = vec![0; map.n_sides()];
        for (side, value) in named {
            let group = group(&mut known, value);
            let (hex, direction) = (side.div_euclid(6), side.rem_euclid(6));
            let other = map.beside(side).and_then(|(_, other)| other);
            let opposite = other.map(|other| 6 * other + (direction + 3) % 6);
            for place in [Some(6 * hex + direction), opposite].into_iter().flatten() {
                let place = usize::try_from(place).ok();
                if let Some(place) = place.and_then(|place| of.get_mut(place)) {
                    *place = group;
                }
            }
        }
        Self { of, n: known.len() }
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

impl Sorts {
    /// Steps that differ in none of these groups are of one sort; `None` if there are too many sorts on this map for a
    /// search to keep them apart.
    pub fn new(map: &HexMap, from: Groups, to: Groups, sides: Groups) -> Option<Self> {
        let n = from.n.checked_mul(to.n)?.checked_mul(sides.n)?;
        (n <= Self::most(map)).then_some(Self { from, to, sides })
    }

    /// The most step classes that a search keeps apart.
    pub(super) fn most(map: &HexMap) -> usize {
        map.n_hexes()
    }

    /// The sort of a step in the direction of this number.
    #[inline]
    pub(super) fn of(&self, from: Place, direction: i32, to: Place) -> Option<usize> {
        let at = |place: i32| usize::try_from(place).ok();
        let side = self.sides.group(at(6 * from + direction)?)?;
        let (from, to) = (self.from.group(at(from)?)?, self.to.group(at(to)?)?);
        Some((from * self.to.n + to) * self.sides.n + side)
    }
}
