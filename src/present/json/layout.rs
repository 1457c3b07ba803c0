//! Files that were laid out, as programs read them.

use serde::Serialize;

/// The document of `fmt`.
#[derive(Debug, Serialize)]
pub struct LayoutDocument<'a> {
    /// The files that were not in the canonical layout.
    pub changed: &'a [String],
    /// Number of files that were looked at.
    pub files: usize,
    /// Whether they have been laid out, not only named.
    pub written: bool,
}
