//! Texts of documents that the client has open, including unsaved changes.

use std::collections::BTreeMap;

use gen_lsp_types::{TextDocumentContentChangeEvent as Change, Uri};
use sandtable_source::SourceFile;

use super::places::Places;

/// An open text.
#[derive(Debug)]
pub(crate) struct Document {
    /// The URI that the client uses.
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) source: SourceFile,
}

/// The open texts by path.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    pub(crate) fn open(&mut self, path: &str, uri: Uri, version: i32, text: &str) {
        let source = SourceFile::new(path, text);
        let document = Document {
            uri,
            version,
            source,
        };
        self.open.insert(path.to_owned(), document);
    }

    pub(crate) fn close(&mut self, path: &str) {
        self.open.remove(path);
    }

    pub(crate) fn get(&self, path: &str) -> Option<&Document> {
        self.open.get(path)
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        self.open.keys()
    }

    /// Makes changes, each in the text that the one before it left. Returns the text; `None` if it is not open.
    pub(crate) fn change(
        &mut self,
        path: &str,
        version: i32,
        changes: &[Change],
        places: &Places,
    ) -> Option<&SourceFile> {
        let document = self.open.get_mut(path)?;
        document.version = version;
        for change in changes {
            let text = match change {
                Change::TextDocumentContentChangePartial(change) => {
                    let source = &document.source;
                    let start = places.offset(source, change.range.start);
                    let end = places.offset(source, change.range.end).max(start);
                    let mut text = source.text.to_string();
                    text.replace_range(start..end, &change.text);
                    text
                }
                Change::TextDocumentContentChangeWholeDocument(change) => change.text.clone(),
            };
            document.source = SourceFile::new(path, text);
        }
        Some(&document.source)
    }
}
