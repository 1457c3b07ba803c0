//! A command line that cannot be carried out, as programs read it.

use serde::Serialize;

/// The document beside nothing: no answer was looked for.
#[derive(Debug, Serialize)]
pub struct Usage<'a> {
    /// Mistake in the command line, with its cure.
    pub message: &'a str,
}
