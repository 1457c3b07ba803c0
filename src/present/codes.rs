//! The codes of findings.

use sandtable_diagnostic::Code;

/// Returns a line for each code: its number and its slug.
pub fn text() -> String {
    Code::ALL
        .iter()
        .map(|code| format!("{}  {}\n", code.number(), code.slug()))
        .collect()
}
