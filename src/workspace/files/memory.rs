//! Texts in memory: unsaved texts of an editor, texts of a browser page, cases of tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Files, Listing, Unreadable, folders_of, listed};

/// Texts in memory, by path. A folder exists while it contains a text.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    texts: BTreeMap<String, Arc<str>>,
}

impl Memory {
    /// Adds a text, and replaces one of the same path.
    pub fn set(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) {
        self.texts.insert(path.into(), text.into());
    }

    /// Removes a text; returns whether there was one.
    pub fn unset(&mut self, path: &str) -> bool {
        self.texts.remove(path).is_some()
    }

    /// Returns the text of a path.
    pub fn get(&self, path: &str) -> Option<&Arc<str>> {
        self.texts.get(path)
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        self.get(path).cloned().map(Ok)
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        listed(self.paths(), folder, ending, depth)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        folders_of(self.paths(), folder)
    }
}

impl<P: Into<String>, T: Into<Arc<str>>> FromIterator<(P, T)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(texts: I) -> Self {
        let texts = texts.into_iter();
        Self {
            texts: texts
                .map(|(path, text)| (path.into(), text.into()))
                .collect(),
        }
    }
}
