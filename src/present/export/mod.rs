//! Drafts for other programs: a VASSAL module, a saved table of Tabletop Simulator, lists of units as CSV.
//!
//! Takes the rulebook with its units, decks and maps, and gives texts and bytes. What it gives is a beginning that is to
//! be finished by hand: pictures of counters and cards are plain, and nothing of the rules is in it. Does not know where
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
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Replaces what XML reads as markup, and drops what it cannot hold.
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
