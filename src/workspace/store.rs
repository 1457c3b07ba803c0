//! The texts of a workspace: those that are not saved over those of its files, each read once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::files::{Files, Listing, Memory, Unreadable, merged};
use sandtable_source::SourceFile;

/// A text with the index of its lines, or the reason why it cannot be read; `None` if there is no such file.
type Read = Option<Result<Arc<SourceFile>, Unreadable>>;

/// Folder, ending, depth.
type SearchKey = (String, String, usize);

/// Files that are read and listed once, under texts that are not saved.
pub(crate) struct Store {
    files: Box<dyn Files + Send>,
    unsaved: Memory,
    /// Cache of the current texts.
    read: RefCell<BTreeMap<String, Read>>,
    /// Cache of listings of the files alone.
    listed: RefCell<BTreeMap<SearchKey, Option<Listing>>>,
}

impl Store {
    pub(crate) fn new(files: Box<dyn Files + Send>) -> Self {
        Self {
            files,
            unsaved: Memory::default(),
            read: RefCell::default(),
            listed: RefCell::default(),
        }
    }

    /// Lays a text over the file of a path.
    pub(crate) fn set(&mut self, path: &str, text: Arc<str>) {
        let read = self.read.get_mut();
        let is_as_before = matches!(read.get(path), Some(Some(Ok(file))) if file.text == text);
        if !is_as_before {
            read.remove(path);
        }
        self.unsaved.set(path, text);
    }

    /// Takes that text away again.
    pub(crate) fn unset(&mut self, path: &str) {
        if self.unsaved.unset(path) {
            self.read.get_mut().remove(path);
        }
    }

    /// Returns the unsaved text that replaces the file of a path.
    pub(crate) fn unsaved(&self, path: &str) -> Option<Arc<str>> {
        self.unsaved.read(path)?.ok()
    }

    /// Clears the caches of the files, which may have changed.
    pub(crate) fn forget(&mut self) {
        self.read.get_mut().clear();
        self.listed.get_mut().clear();
    }

    /// The text of a path.
    pub(crate) fn source(&self, path: &str) -> Read {
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let text = self.unsaved.read(path).or_else(|| self.files.read(path));
        let read = text.map(|text| Ok(Arc::new(SourceFile::new(path, text?))));
        self.read.borrow_mut().insert(path.to_owned(), read.clone());
        read
    }
}

impl Files for Store {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        Some(self.source(path)?.map(|file| file.text.clone()))
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        let search = (folder.to_owned(), ending.to_owned(), depth);
        let mut listed = self.listed.borrow_mut();
        let list = || self.files.list(folder, ending, depth);
        let of_files = listed.entry(search).or_insert_with(list).clone();
        merged(self.unsaved.list(folder, ending, depth), of_files)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let mut names = self.unsaved.folders(folder);
        names.extend(self.files.folders(folder));
        names.sort();
        names.dedup();
        names
    }

    fn full(&self, folder: &str) -> String {
        self.files.full(folder)
    }
}
