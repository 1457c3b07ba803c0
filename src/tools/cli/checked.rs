//! A ruleset, loaded and checked: what every command but `explain` and `completions` begins with.

use std::mem::ManuallyDrop;

use super::Exit;
use super::output::{Output, counted};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::source::SourceMap;
pub(super) use crate::workspace::analysis::{Checked, checked};
use crate::workspace::load;

/// What is not taken apart when the command is done: the process ends, and to free a book piece by piece takes a tenth of
/// the time of checking it.
pub(super) type Kept<T> = ManuallyDrop<T>;

/// Loads and checks one ruleset, with further variants in force, for a command that goes on with it; findings are printed
/// beside the document.
///
/// Errors: how the command ends, if the ruleset cannot be used.
pub(super) fn usable(name: &str, with: &[String], output: &Output) -> Result<Kept<Checked>, Exit> {
    usable_but(name, with, &[], output)
}

/// As [`usable`], for a command that can go on with errors of some codes; those are not printed.
///
/// Errors: as [`usable`].
pub(super) fn usable_but(
    name: &str,
    with: &[String],
    but: &[Code],
    output: &Output,
) -> Result<Kept<Checked>, Exit> {
    let bundle = load::load_with(name, with).map_err(|diagnostics| {
        output.findings(&diagnostics, &SourceMap::default());
        Exit::Findings
    })?;
    let mut diagnostics = Diagnostics::default();
    let checked = Kept::new(checked(bundle, &mut diagnostics));
    let is_error = |finding: &&Diagnostic| {
        finding.severity() == Severity::Error && !but.contains(&finding.code)
    };
    if diagnostics.iter().any(|finding| is_error(&finding)) {
        output.findings(&diagnostics, &checked.bundle.sources);
        return Err(Exit::Findings);
    }
    let n_warnings = diagnostics
        .iter()
        .filter(|finding| finding.severity() == Severity::Warning)
        .count();
    if n_warnings > 0 {
        let warnings = counted(n_warnings, "warning");
        output.aside(&format!(
            "{warnings}; `sandtable check {name}` shows more\n"
        ));
    }
    Ok(checked)
}

/// The rulesets that are meant: those named, else all that are here.
///
/// Errors: E0511 if there is none.
pub(super) fn meant(names: &[String]) -> Result<Vec<String>, Diagnostics> {
    if !names.is_empty() {
        return Ok(names.to_vec());
    }
    let here = load::rulesets_here();
    if here.is_empty() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(
            Diagnostic::new(Code::UnknownRuleset, "there is no ruleset here")
                .help("put rule files into `rules/NAME/`, or give the path of a folder or of one rule file"),
        );
        return Err(diagnostics);
    }
    Ok(here)
}
