//! The rulebooks that are part of the program.

use std::sync::Arc;

use super::{Files, Listing, Unreadable, decoded, folders_of, join, listed};

/// The files in the folders `rules`, `starters` and `units` of the repository, sorted by name: `rules/pips/index.toml`.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// Prefix of their paths: `built-in:rules/pips/index.toml`.
pub const BUILT_IN: &str = "built-in:";

/// The rulebooks and units that are part of the program, by paths that begin with [`BUILT_IN`].
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

/// The folder of the starters.
const STARTERS: &str = "starters";

impl BuiltIn {
    /// Iterates over the files of the starters, by their paths within the folder of all starters: `hexes/README.md`.
    pub(super) fn of_starters() -> impl Iterator<Item = (&'static str, &'static [u8])> {
        FILES.iter().filter_map(|(path, bytes)| {
            let inner = path.strip_prefix(STARTERS)?.strip_prefix('/')?;
            Some((inner, *bytes))
        })
    }

    /// The texts of a ruleset, of its units and scenarios.
    pub(crate) fn texts(ruleset: &str) -> impl Iterator<Item = &'static [u8]> {
        let is_of_ruleset = move |path: &str| {
            let mut parts = path.split('/');
            parts.next() != Some(STARTERS) && parts.next() == Some(ruleset)
        };
        let files = FILES.iter().filter(move |(path, _)| is_of_ruleset(path));
        files.map(|(_, text)| *text)
    }

    /// Whether the built-in file with a path has a text; on the disk it is at the same path from the working folder.
    pub(crate) fn has(path: &str, text: &[u8]) -> bool {
        let inner = path.strip_prefix(BUILT_IN).unwrap_or(path);
        let at = FILES.binary_search_by_key(&inner, |(path, _)| path).ok();
        at.and_then(|at| FILES.get(at))
            .is_some_and(|(_, known)| *known == text)
    }

    fn paths() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(path, _)| *path)
    }
}

impl Files for BuiltIn {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        let inner = path.strip_prefix(BUILT_IN)?;
        let at = FILES.binary_search_by_key(&inner, |(path, _)| path).ok()?;
        let (_, bytes) = FILES.get(at)?;
        Some(decoded(path, bytes))
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        let inner = folder.strip_prefix(BUILT_IN)?;
        let mut listing = listed(Self::paths(), inner, ending, depth)?;
        for path in &mut listing.files {
            *path = join(BUILT_IN, path);
        }
        Some(listing)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        match folder.strip_prefix(BUILT_IN) {
            Some(inner) => folders_of(Self::paths(), inner),
            None => Vec::new(),
        }
    }
}
