//! A ruleset, loaded and checked: what every command but `explain` and `completions` begins with.

use super::Exit;
use super::output::Output;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::roster::Roster;
use crate::source::SourceMap;
use crate::syntax::{self, ast};
use crate::tools::load::{self, Bundle};

/// A ruleset and what was read of it.
pub(super) struct Checked {
    pub(super) bundle: Bundle,
    #[expect(dead_code, reason = "the model, which reads them, is not there yet")]
    pub(super) rules: Vec<ast::File>,
    #[expect(dead_code, reason = "the model, which reads it, is not there yet")]
    pub(super) roster: Roster,
}

/// Reads and checks all files of a ruleset.
pub(super) fn checked(bundle: Bundle, diagnostics: &mut Diagnostics) -> Checked {
    let mut roster = Roster::default();
    for file in &bundle.unit_files {
        if let Some(source) = bundle.sources.get(*file) {
            roster.add(*file, &source.text, diagnostics);
        }
    }
    let mut rules = Vec::new();
    for file in &bundle.rule_files {
        if let Some(source) = bundle.sources.get(*file) {
            rules.push(syntax::parse(*file, &source.text, diagnostics));
        }
    }
    // CALL SITE: read `bundle.index_file`, join `rules` and `roster` (`model::check`), and keep the rule book in `Checked`.
    diagnostics.sort();
    Checked {
        bundle,
        rules,
        roster,
    }
}

/// Loads and checks one ruleset for a command that goes on with it; findings are printed beside the document.
///
/// Errors: how the command ends, if the ruleset cannot be used.
pub(super) fn usable(name: &str, output: &Output) -> Result<Checked, Exit> {
    let bundle = load::load(name).map_err(|diagnostics| {
        output.findings(&diagnostics, &SourceMap::default());
        Exit::Findings
    })?;
    let mut diagnostics = Diagnostics::default();
    let checked = checked(bundle, &mut diagnostics);
    output.findings(&diagnostics, &checked.bundle.sources);
    if diagnostics.has_errors() {
        Err(Exit::Findings)
    } else {
        Ok(checked)
    }
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

/// Says that a command cannot do its work in this version.
pub(super) fn not_yet(command: &str, output: &Output, checked: &Checked) -> Exit {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(
        Diagnostic::new(
            Code::OurFault,
            format!("`{command}` is not part of this version"),
        )
        .help(format!("`sandtable check {}` works", checked.bundle.name)),
    );
    output.findings(&diagnostics, &checked.bundle.sources);
    Exit::Findings
}
