//! Results of formatting as JSON.

use serde::Serialize;

/// The document of `fmt`.
#[derive(Debug, Serialize)]
pub struct LayoutDocument<'a> {
    /// The files that were not in the canonical layout.
    pub changed: &'a [String],
    /// Number of files that were read.
    pub files: usize,
    /// Whether the files were rewritten, rather than only listed.
    pub written: bool,
}
