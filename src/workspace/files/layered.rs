//! A source of texts layered over another.

use std::sync::Arc;

use super::{Files, Listing, Unreadable, sort};

/// The texts of two sources; for equal paths, those of the upper one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layered<A, B> {
    /// The source with precedence.
    pub upper: A,
    /// The source without precedence.
    pub lower: B,
}

impl<A: Files, B: Files> Layered<A, B> {
    /// `upper` over `lower`.
    pub fn new(upper: A, lower: B) -> Self {
        Self { upper, lower }
    }
}

impl<A: Files, B: Files> Files for Layered<A, B> {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        self.upper.read(path).or_else(|| self.lower.read(path))
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        let upper = self.upper.list(folder, ending, depth);
        let lower = self.lower.list(folder, ending, depth);
        merged(upper, lower)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let mut names = self.upper.folders(folder);
        names.extend(self.lower.folders(folder));
        names.sort();
        names.dedup();
        names
    }

    fn full(&self, folder: &str) -> String {
        match self.upper.full(folder) {
            full if full == folder => self.lower.full(folder),
            full => full,
        }
    }
}

/// The files of a folder that may be on both sides.
pub(crate) fn merged(upper: Option<Listing>, lower: Option<Listing>) -> Option<Listing> {
    let (mut both, upper) = match (lower, upper) {
        (Some(lower), Some(upper)) => (lower, upper),
        (one, other) => return one.or(other),
    };
    // A text in the upper source hides a file that cannot be read.
    both.faults
        .retain(|fault| !upper.files.contains(&fault.path));
    both.faults.extend(upper.faults);
    both.files.extend(upper.files);
    sort(&mut both.files);
    both.files.dedup();
    Some(both)
}
