//! `sandtable compare`: two printings of a manuscript, as an errata sheet.

use super::checked::{opened, usable};
use super::output::Output;
use super::{Exit, Format, manuscript};
use crate::draft::{Manuscript, revision};
use crate::present::json::revision::RevisionDocument;
use crate::present::revision::text;
use crate::session::touched::touched_by;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sandtable compare rules-1.docx rules-2.docx --rules my-game")]
pub(super) struct Arguments {
    /// Manuscript as it was printed: a file, or a folder of chapters
    old: String,
    /// Manuscript as it will be printed
    new: String,
    /// Also list the rules, examples, charts and odds of this ruleset that are touched
    #[arg(long, value_name = "RULESET")]
    rules: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let (old, new) = match (open(&arguments.old, output), open(&arguments.new, output)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(exit), _) | (_, Err(exit)) => return exit,
    };
    let revision = revision::compare(&old.document, &new.document);
    let touched = match &arguments.rules {
        None => Vec::new(),
        Some(name) => match usable(&mut opened(), name, &[], output) {
            Ok(analysis) => touched_by(&revision, analysis.book(), analysis.index()),
            Err(exit) => return exit,
        },
    };
    match output.format() {
        Format::Human => output.text(&text(&arguments.old, &arguments.new, &revision, &touched)),
        Format::Json => output.json(
            "compare",
            RevisionDocument::new(&arguments.old, &arguments.new, &revision, &touched),
        ),
    }
    Exit::Fine
}

/// Errors: the exit code, after the reason is printed.
fn open(path: &str, output: &Output) -> Result<Manuscript, Exit> {
    let manuscript = manuscript::open_all(&[path.to_owned()]).map_err(|why| {
        output.usage(&why);
        Exit::Usage
    })?;
    if manuscript.diagnostics.has_errors() {
        output.findings(&manuscript.diagnostics, &manuscript.sources);
        return Err(Exit::Findings);
    }
    Ok(manuscript)
}
