//! Numbers with their nouns, as text says them.

pub use sandtable_diagnostic::grouped;

/// Returns a count with its noun: `1 file`, `3 files`, `no files`.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// Returns a number of percent to six places: enough for scripts, and the same everywhere.
pub fn rounded(percent: f64) -> f64 {
    (percent * 1e6).round() / 1e6
}
