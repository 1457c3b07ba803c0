//! The file of a journal: answers are appended as they are given, and other content is never lost.
#![expect(
    clippy::disallowed_methods,
    reason = "a journal is read where the player says"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic};
use crate::session::journal::{Journal, whole_lines};
use crate::tools::safe_write::{Expected, Unwritten, append, write};

/// A journal that is stored in a file.
pub(super) struct JournalFile {
    path: PathBuf,
    known: Known,
}

/// State of the file as known to the game: another process may write to it.
enum Known {
    /// It may be overwritten, whatever it contains.
    Anything,
    /// It does not exist.
    Nothing,
    /// It contains this text.
    Text(String),
}

impl JournalFile {
    /// Opens a file for the journal of a game that begins with these answers. With `force` its content is replaced.
    ///
    /// Errors: E0515 if it contains something else, or cannot be read.
    pub(super) fn new(path: &Path, begun: &Journal, force: bool) -> Result<Self, Diagnostic> {
        let with = |known: Known| Self {
            path: path.to_owned(),
            known,
        };
        let shown = path.display();
        if force {
            return Ok(with(Known::Anything));
        }
        match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(with(Known::Nothing)),
            Ok(text) if is_beginning(&text, &begun.text()) => Ok(with(Known::Text(text))),
            Ok(_) | Err(_) => Err(Diagnostic::new(
                Code::UnreadableFile,
                format!("`{shown}` already exists and is not the start of this game"),
            )
            .help(format!(
                "name another file; `--replay {shown}` continues its game, `--force` overwrites it"
            ))),
        }
    }

    /// Updates the file to a journal.
    ///
    /// Errors: the reason why it could not be written; its former content is unchanged.
    pub(super) fn keep(&mut self, journal: &Journal) -> Result<(), Unwritten> {
        let text = journal.text();
        match &self.known {
            Known::Anything => write(&self.path, Expected::Any, text.as_bytes())?,
            Known::Nothing => write(&self.path, Expected::Nothing, text.as_bytes())?,
            Known::Text(before) => match text.strip_prefix(before.as_str()) {
                Some("") => {}
                Some(new) => append(&self.path, before.as_bytes(), new.as_bytes())?,
                // An answer was taken back, or the last line was torn.
                None => {
                    let expected = Expected::Bytes(before.as_bytes());
                    write(&self.path, expected, text.as_bytes())?;
                }
            },
        }
        self.known = Known::Text(text);
        Ok(())
    }
}

/// Whether a text is the beginning of a journal, but for a last line that is torn.
fn is_beginning(text: &str, journal: &str) -> bool {
    let (whole, _) = whole_lines(text);
    journal.starts_with(text) || !whole.is_empty() && journal.starts_with(whole)
}
