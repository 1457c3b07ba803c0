//! Claims in the names of a case and of its folder.

use std::path::Path;

use sandtable::diagnostic::Code;

/// Whether a rule file and its units alone can have the finding: not what is found while running and loading.
pub(crate) fn is_about_text(code: Code) -> bool {
    let is_elsewhere = ["E05", "E07"]
        .iter()
        .any(|start| code.number().starts_with(start));
    !is_elsewhere && code != Code::InternalError
}

/// Whether a case claims that nothing is wrong.
pub(crate) fn is_fine(case: &Path) -> bool {
    let claim = case.file_stem().unwrap().to_str().unwrap();
    let claim = claim.trim_end_matches(".map");
    claim.ends_with("_is_fine") || claim.ends_with("_are_fine")
}
