//! The file of a journal: answers are added as they are given, and nothing that was there is lost.
#![expect(
    clippy::disallowed_methods,
    reason = "a journal is read where the player says"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic};
use crate::session::journal::{Journal, whole_lines};
use crate::tools::safe_write::{Growing, replace};

/// A journal that is kept in a file.
pub(super) struct JournalFile {
    path: PathBuf,
    /// Open once something was written, and the text that the file then has.
    written: Option<(Growing, String)>,
}

impl JournalFile {
    /// A file for the journal of a game that begins with these answers. With `force` whatever is there goes.
    ///
    /// Errors: E0515 if something else is there already, or cannot be read.
    pub(super) fn new(path: &Path, begun: &Journal, force: bool) -> Result<Self, Diagnostic> {
        let free = Self {
            path: path.to_owned(),
            written: None,
        };
        let shown = path.display();
        if force {
            return Ok(free);
        }
        match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(free),
            Ok(text) if is_beginning(&text, &begun.text()) => Ok(free),
            Ok(_) | Err(_) => Err(Diagnostic::new(
                Code::UnreadableFile,
                format!("`{shown}` already exists and is not the start of this game"),
            )
            .help(format!(
                "name another file; `--replay {shown}` continues its game, `--force` overwrites it"
            ))),
        }
    }

    /// Brings the file up to a journal.
    ///
    /// Errors: why it could not be written; what the file held before is still there.
    pub(super) fn keep(&mut self, journal: &Journal) -> io::Result<()> {
        let text = journal.text();
        if let Some((file, before)) = &mut self.written
            && let Some(new) = text.strip_prefix(before.as_str())
        {
            if !new.is_empty() {
                file.add(new)?;
                *before = text;
            }
            return Ok(());
        }
        // At the beginning, and where an answer was taken back.
        self.written = None;
        replace(&self.path, text.as_bytes())?;
        self.written = Some((Growing::open(&self.path)?, text));
        Ok(())
    }
}

/// Whether a text is the beginning of a journal, but for a last line that is torn.
fn is_beginning(text: &str, journal: &str) -> bool {
    let (whole, _) = whole_lines(text);
    journal.starts_with(text) || !whole.is_empty() && journal.starts_with(whole)
}
