//! Findings as people read them.

#[cfg(feature = "graphical")]
mod graphical;

#[cfg(feature = "graphical")]
pub use graphical::{render, render_all};

use std::collections::BTreeSet;
use std::fmt;

use crate::numerals::counted;
use sandtable_diagnostic::{Diagnostic, Diagnostics, Severity};
use sandtable_source::SourceMap;

/// Whether text is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With escape codes for colours, for a terminal.
    Colour,
    /// Without, for a pipe, a log or a snapshot.
    Plain,
}

/// Width in columns, unless the caller knows better.
pub const WIDTH: usize = 80;

/// Numbers of findings of each severity, and the number of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Findings that are errors.
    pub n_errors: usize,
    /// Findings that are warnings.
    pub n_warnings: usize,
    /// The names of the files that they point at.
    pub files: BTreeSet<String>,
    /// Findings that point at no file.
    pub n_without_place: usize,
}

impl Tally {
    /// Counts findings in.
    pub fn add(&mut self, diagnostics: &Diagnostics, sources: &SourceMap) {
        for diagnostic in diagnostics.iter() {
            match diagnostic.severity() {
                Severity::Error => self.n_errors += 1,
                Severity::Warning | Severity::Note => self.n_warnings += 1,
            }
            match main_file(diagnostic, sources) {
                Some(file) => {
                    self.files.insert(file);
                }
                None => self.n_without_place += 1,
            }
        }
    }
}

impl fmt::Display for Tally {
    /// `2 errors, 1 warning in 3 files`
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.n_errors > 0 || self.n_warnings == 0 {
            parts.push(counted(self.n_errors, "error"));
        }
        if self.n_warnings > 0 {
            parts.push(counted(self.n_warnings, "warning"));
        }
        formatter.write_str(&parts.join(", "))?;
        if self.n_without_place > 0 || self.files.is_empty() {
            return Ok(());
        }
        write!(formatter, " in {}", counted(self.files.len(), "file"))
    }
}

fn main_file(diagnostic: &Diagnostic, sources: &SourceMap) -> Option<String> {
    let label = diagnostic.labels.first()?;
    Some(sources.get(label.span.file)?.name.clone())
}
