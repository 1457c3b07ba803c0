//! Colours, always the same for the same place in a list.

/// Colours of terrain: light, so that names and pieces can be read on them.
const GROUNDS: [&str; 12] = [
    "#f4f1e4", "#b9d3a4", "#dcc59a", "#b5d4e6", "#e3d0e0", "#c9c9c2", "#f0dc9a", "#a9c9bd",
    "#e6bfae", "#cfd8b4", "#bcc3dd", "#d9b8c4",
];

/// Colours of what lies on hexsides: strong.
const LINES: [&str; 6] = [
    "#5a4632", "#2f6fb0", "#8a8a8a", "#b06a2f", "#3f8f4f", "#8f3f7f",
];

/// Colours of sides.
const SIDES: [&str; 6] = [
    "#c0392b", "#2c5fa8", "#3d8b40", "#c98a00", "#7b4ba0", "#00838f",
];

/// The same for a terminal, as numbers of colours.
const TERMINAL: [&str; 6] = ["31", "34", "32", "33", "35", "36"];

/// What belongs to nobody.
const NOBODY: &str = "#707070";

pub(super) fn ground(at: usize) -> &'static str {
    nth(&GROUNDS, at)
}

pub(super) fn line(at: usize) -> &'static str {
    nth(&LINES, at)
}

pub(super) fn side(at: Option<usize>) -> &'static str {
    at.map_or(NOBODY, |at| nth(&SIDES, at))
}

/// A text in the colour of a side.
pub(super) fn in_terminal(at: Option<usize>, text: &str) -> String {
    match at {
        Some(at) => format!("\u{1b}[1;{}m{text}\u{1b}[0m", nth(&TERMINAL, at)),
        None => format!("\u{1b}[1m{text}\u{1b}[0m"),
    }
}

fn nth(colours: &[&'static str], at: usize) -> &'static str {
    let at = at.checked_rem(colours.len()).unwrap_or(0);
    colours.get(at).copied().unwrap_or(NOBODY)
}
