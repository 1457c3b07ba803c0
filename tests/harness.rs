//! What the tests share.

use std::path::Path;

use sandtable::diagnostic::Diagnostics;
use sandtable::source::SourceMap;
use sandtable::tools::render::{Style, render};

/// Findings as the author of the rules sees them, without colours.
pub(crate) fn findings(diagnostics: &Diagnostics, sources: &SourceMap) -> String {
    if diagnostics.is_empty() {
        return "no findings\n".to_owned();
    }
    diagnostics
        .iter()
        .map(|diagnostic| render(diagnostic, sources, Style::Plain))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Compares a text with the `.snap` file beside the case.
pub(crate) fn assert_beside(case: &Path, text: &str) {
    let name = case.file_stem().unwrap().to_str().unwrap();
    insta::with_settings!({
        snapshot_path => case.parent().unwrap(),
        prepend_module_to_snapshot => false,
        snapshot_suffix => "",
        omit_expression => true,
        input_file => case.file_name().unwrap(),
    }, {
        insta::assert_snapshot!(name, text);
    });
}
