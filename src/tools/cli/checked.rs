//! A ruleset, loaded and checked: what every command but `explain` and `completions` begins with.

use std::mem::ManuallyDrop;
use std::sync::Arc;

use super::Exit;
use super::output::Output;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::present::numerals::counted;
use crate::roster::Index;
use crate::tools::disk::Disk;
use crate::tools::threads::Threads;
use crate::workspace::files::{BuiltIn, Layered};
use crate::workspace::{Analysis, Effort, Workspace};

/// Value that is never dropped: the process ends, and freeing a book piece by piece takes a tenth of the time of
/// checking it.
pub(super) type Kept<T> = ManuallyDrop<T>;

/// The rulesets on the disk and those that are built in.
pub(super) fn opened() -> Kept<Workspace> {
    let workspace = Workspace::new(Layered::new(Disk, BuiltIn));
    Kept::new(workspace.with_workers(Threads::new(None)))
}

/// The phase in which a ruleset is read and checked.
pub(super) fn checking(name: &str) -> String {
    format!("reading and checking `{name}`")
}

/// Loads and checks one ruleset, with further variants in force, for a command that goes on with it; findings are printed
/// beside the document.
///
/// Errors: how the command ends, if the ruleset cannot be used.
pub(super) fn usable(
    workspace: &mut Workspace,
    name: &str,
    with: &[String],
    output: &Output,
) -> Result<Kept<Arc<Analysis>>, Exit> {
    output.pulse().at(&checking(name));
    let analysis = Kept::new(workspace.analyse(name, with, Effort::None));
    output.pulse().at("preparing the answer");
    let diagnostics = analysis.diagnostics();
    if !analysis.is_runnable() {
        output.findings(diagnostics, analysis.sources());
        return Err(Exit::Findings);
    }
    tell_warnings(name, diagnostics, output);
    Ok(analysis)
}

/// Says beside the document that there are warnings, or errors in examples, if there are.
pub(super) fn tell_warnings(name: &str, diagnostics: &Diagnostics, output: &Output) {
    tell_example_errors(name, diagnostics, output);
    tell_only_warnings(name, diagnostics, output);
}

fn tell_example_errors(name: &str, diagnostics: &Diagnostics, output: &Output) {
    let is_error = |finding: &&Diagnostic| finding.severity() == Severity::Error;
    let n_errors = diagnostics.iter().filter(is_error).count();
    if n_errors > 0 {
        let errors = counted(n_errors, "error");
        output.aside(&format!(
            "{errors} in examples; `sandtable test {name}` shows more\n"
        ));
    }
}

/// Says beside the document that there are warnings, if there are; of errors in examples the document itself tells.
pub(super) fn tell_only_warnings(name: &str, diagnostics: &Diagnostics, output: &Output) {
    let is_warning = |finding: &&Diagnostic| finding.severity() == Severity::Warning;
    let n_warnings = diagnostics.iter().filter(is_warning).count();
    if n_warnings > 0 {
        let warnings = counted(n_warnings, "warning");
        output.aside(&format!(
            "{warnings}; `sandtable check {name}` shows more\n"
        ));
    }
}

/// Says beside the document that there are errors and warnings, if there are: what follows may be incomplete.
pub(super) fn tell_findings(name: &str, diagnostics: &Diagnostics, output: &Output) {
    let errors = diagnostics
        .iter()
        .filter(|finding| finding.severity() == Severity::Error);
    match errors.count() {
        0 => tell_warnings(name, diagnostics, output),
        n => output.aside(&format!(
            "{}, so something may be missing here; `sandtable check {name}` shows more\n",
            counted(n, "error")
        )),
    }
}

/// Returns the numbered rules of the book; a finding is printed if there are none.
///
/// Errors: how the command ends, if the `ruleset` line names no index.
pub(super) fn index_of<'a>(analysis: &'a Analysis, output: &Output) -> Result<&'a Index, Exit> {
    analysis.index().ok_or_else(|| {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(no_index(analysis));
        output.findings(&diagnostics, analysis.sources());
        Exit::Findings
    })
}

/// Returns the finding about a ruleset whose book has no index.
fn no_index(analysis: &Analysis) -> Diagnostic {
    let name = analysis.name();
    let diagnostic = Diagnostic::new(
        Code::UnreadableFile,
        format!("the ruleset `{name}` names no index of the book's rules"),
    );
    let diagnostic = match &analysis.book().naming {
        Some(naming) => diagnostic.label(naming.span, "no `index` below it"),
        None => diagnostic,
    };
    diagnostic.help(
        "add `index \"index.toml\"` below the `ruleset` line, and write each rule of the book \
         into that file as `[[rule]]`, `id = \"5.3\"`, `title = \"…\"`",
    )
}

/// Whether a file belongs to what a path means: of a rule file only itself, though its whole book is loaded.
pub(super) fn is_meant(path: &str, file: &str) -> bool {
    let plain = |path: &str| path.strip_prefix("./").unwrap_or(path).to_owned();
    !path.ends_with(".rules") || plain(path) == plain(file)
}

/// The rulesets that are meant: those named, else all that are here. The working folder itself means those in its folder `rules`.
///
/// Errors: E0511 if there is none.
pub(super) fn meant(workspace: &Workspace, names: &[String]) -> Result<Vec<String>, Diagnostics> {
    let is_here = |name: &String| matches!(name.as_str(), "." | "./") && workspace.has_rules_here();
    let of_name = |name: &String| match is_here(name) {
        true => workspace.rulesets_here(),
        false => vec![name.clone()],
    };
    let meant = match names.is_empty() {
        true => workspace.rulesets_here(),
        false => names.iter().flat_map(of_name).collect(),
    };
    if meant.is_empty() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(
            Diagnostic::new(Code::UnknownRuleset, "there is no ruleset here")
                .help("put rule files into `rules/NAME/`, or give the path of a folder or of one rule file"),
        );
        return Err(diagnostics);
    }
    Ok(meant)
}
