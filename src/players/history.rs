//! The measures of a game at several moments.

/// Snapshots of the same number of values each, in one list.
#[derive(Debug, Clone, Default)]
pub struct History {
    width: usize,
    /// Number of snapshots.
    n: usize,
    values: Vec<i32>,
}

impl History {
    /// An empty history of snapshots with a number of values.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// Number of snapshots.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// A snapshot by its number.
    pub fn get(&self, at: usize) -> Option<&[i32]> {
        let from = at * self.width;
        let values = self.values.get(from..from + self.width);
        values.filter(|_| at < self.n)
    }

    /// The last snapshot.
    pub fn last(&self) -> Option<&[i32]> {
        self.get(self.n.checked_sub(1)?)
    }

    /// The snapshots in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.n).filter_map(|at| self.get(at))
    }

    /// Adds a snapshot of zeros, and returns it.
    pub(crate) fn add(&mut self) -> &mut [i32] {
        let from = self.values.len();
        self.n += 1;
        self.values.resize(from + self.width, 0);
        self.values.get_mut(from..).unwrap_or_default()
    }

    /// Drops every second snapshot.
    pub(crate) fn halve(&mut self) {
        let kept: Vec<i32> = self.iter().step_by(2).flatten().copied().collect();
        self.n = self.n.div_ceil(2);
        self.values = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn snapshots_are_kept_apart_and_halved() {
        let mut history = History::new(2);
        assert!(history.is_empty() && history.last().is_none());
        for value in 1..=5 {
            history.add().copy_from_slice(&[value, -value]);
        }
        assert_eq!((history.len(), history.get(1)), (5, Some(&[2, -2][..])));
        history.halve();
        let kept: Vec<&[i32]> = history.iter().collect();
        assert_eq!(kept, [[1, -1], [3, -3], [5, -5]]);
        assert_eq!(history.last(), Some(&[5, -5][..]));
    }

    #[test]
    fn snapshots_without_values_are_counted() {
        let mut history = History::new(0);
        history.add();
        assert_eq!((history.len(), history.last()), (1, Some(&[][..])));
        assert_eq!(history.get(1), None);
    }
}
