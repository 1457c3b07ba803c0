//! A command line that cannot be carried out, as programs read it.

use serde::Serialize;

/// The document beside nothing: no answer was looked for.
#[derive(Debug, Serialize)]
pub struct Usage<'a> {
    /// What is wrong with the command line, and what to say instead.
    pub message: &'a str,
}
