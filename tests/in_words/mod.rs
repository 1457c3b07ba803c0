//! The rules read back in English: nothing of the language is left in it, and nothing of the rules is left out.

mod differences;
pub(crate) mod language;
mod sentences;
