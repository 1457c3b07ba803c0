//! Drafts for other programs: a VASSAL module, a saved table of Tabletop Simulator, lists of units as CSV.
//!
//! Takes the rulebook with its units, decks and maps; returns texts and bytes. The result is a draft to
//! be completed by hand: pictures of counters and cards are plain, and it contains no rules. This module does not know where
//! files are written.

mod archive;
pub mod csv;
pub mod tts;
mod unit_counter;
pub mod vassal;

pub use unit_counter::{CardFace, Counter, cards, counters};

/// A file of an export: its name, and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// With `/` between folders.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// Escapes XML markup, and removes characters that XML cannot contain.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}') => {}
            letter => out.push(letter),
        }
    }
    out
}
