//! Rulesets in the words of earlier editions: after one `fmt` they are checked without errors and their examples pass.
//!
//! The texts are frozen. A word that joins the language gets a text of its own there that uses it as a name.

use std::fs;
use std::path::Path;

use sandtable::diagnostic::Diagnostics;
use sandtable::explain::examples::run;
use sandtable::source::SourceMap;
use sandtable::syntax::format_text;
use sandtable::workspace::Effort;

use crate::harness::{Beside, Case, Checked, findings};

pub(crate) fn lives(path: &Path) {
    let wrong = failures(path);
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns the findings of a text after one `fmt`, and those of its examples.
fn failures(path: &Path) -> String {
    let name = path.file_name().unwrap().to_str().unwrap();
    let written = fs::read_to_string(path).unwrap();
    let mut sources = SourceMap::default();
    let file = sources.add(name, written.clone());
    let mut found = Diagnostics::default();
    let Some(text) = format_text(file, &written, &mut found) else {
        return findings(&found, &sources);
    };
    let units = fs::read_to_string(path.with_extension("toml")).ok();
    let beside = Beside {
        units: units.as_deref(),
        ..Beside::default()
    };
    let Checked {
        analysis,
        diagnostics,
        sources,
    } = Case::new(name, &text, beside).checked(Effort::None);
    if diagnostics.has_errors() {
        return findings(&diagnostics, &sources);
    }
    let book = analysis.book();
    assert!(!book.examples.is_empty(), "{name} has no example");
    let mut failed = Diagnostics::default();
    for example in book.examples.iter() {
        failed.extend(run(book, example).findings);
    }
    if failed.is_empty() {
        return String::new();
    }
    findings(&failed, &sources)
}
