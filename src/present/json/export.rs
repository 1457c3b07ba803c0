//! Drafts for other programs, as programs read of them.

use serde::Serialize;

/// The document of `export`.
#[derive(Debug, Serialize)]
pub struct ExportDocument<'a> {
    program: &'a str,
    ruleset: &'a str,
    files: &'a [String],
    text: Option<&'a str>,
}

impl<'a> ExportDocument<'a> {
    /// Describes files that were written.
    pub fn of_files(program: &'a str, ruleset: &'a str, files: &'a [String]) -> Self {
        Self {
            program,
            ruleset,
            files,
            text: None,
        }
    }

    /// Describes a text that was not written to a file.
    pub fn of_text(program: &'a str, ruleset: &'a str, text: &'a str) -> Self {
        Self {
            program,
            ruleset,
            files: &[],
            text: Some(text),
        }
    }
}
