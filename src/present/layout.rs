//! Report on formatted files, as text.

use crate::json::layout::LayoutDocument;
use crate::numerals::counted;

/// Returns the names of the files that changed or would change, and their number.
pub fn text(layout: &LayoutDocument<'_>) -> String {
    let changed = layout.changed.iter();
    let changed: String = changed.map(|file| format!("{file}\n")).collect();
    let what = match layout.written {
        true => "formatted",
        false => "not formatted",
    };
    let (n_changed, n_files) = (layout.changed.len(), counted(layout.files, "file"));
    format!("{changed}{n_changed} of {n_files} {what}\n")
}
