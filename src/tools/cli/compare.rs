//! `sandtable compare`: two printings of a manuscript, as an errata sheet; a manuscript and the rules made of it.

use std::time::Duration;

use super::checked::{opened, usable};
use super::deadline::Deadline;
use super::output::Output;
use super::watch::Watcher;
use super::{Exit, Format, manuscript};
use crate::draft::{Manuscript, revision};
use crate::eval::budget::Budget;
use crate::present::check::{self, Extent, Report};
use crate::present::json::check::CheckDocument;
use crate::present::json::revision::RevisionDocument;
use crate::present::numerals::counted;
use crate::present::revision::text;
use crate::session::library::RulesetCache;
use crate::session::linked::{self, Compared};
use crate::session::solve::{Method, Session};
use crate::session::touched::touched_by;
use crate::tools::threads::Threads;

/// Time limit of the questions that percentages are compared with.
const QUESTIONS: Duration = Duration::from_secs(10);

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples: sandtable compare rules-1.docx rules-2.docx --rules my-game\n          sandtable compare rules.docx --rules my-game"
)]
pub(super) struct Arguments {
    /// Manuscript as it was printed: a file, or a folder of chapters
    old: String,
    /// Manuscript as it will be printed; without it, the manuscript is compared with the ruleset
    #[arg(required_unless_present = "rules")]
    new: Option<String>,
    /// Also list the rules, examples, charts and odds of this ruleset that are touched
    #[arg(long, value_name = "RULESET")]
    rules: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match (&arguments.new, &arguments.rules) {
        (Some(new), _) => printings(arguments, new, output),
        (None, Some(rules)) => with_rules(&arguments.old, rules, output),
        (None, None) => Exit::Usage,
    }
}

/// Compares a manuscript with a ruleset, whether the index ties them or not.
fn with_rules(path: &str, name: &str, output: &Output) -> Exit {
    let mut workspace = opened();
    let analysis = match usable(&mut workspace, name, &[], output) {
        Ok(analysis) => analysis,
        Err(exit) => return exit,
    };
    let mut manuscript = match manuscript::open_beside(path, analysis.sources()) {
        Ok(manuscript) => manuscript,
        Err(why) => {
            output.usage(&why);
            return Exit::Usage;
        }
    };
    output.pulse().at("comparing the manuscript with the rules");
    let mut session = Session {
        library: &mut RulesetCache::new(&mut workspace),
        watch: &mut Watcher::until(output, Deadline::new(QUESTIONS)),
        workers: &Threads::new(None),
        budget: Budget::default(),
        method: Method::Exact,
    };
    let compared = linked::compare(&analysis, name, &mut manuscript, &mut session);
    let has_errors = manuscript.diagnostics.has_errors();
    let report = Report {
        sources: manuscript.sources,
        diagnostics: manuscript.diagnostics,
        ..Report::default()
    };
    let reports = [report];
    match output.format() {
        Format::Human => {
            output.text(&check::text(&reports, Extent::default(), output.style()));
            output.aside(&extent(&compared));
        }
        Format::Json => output.json("check", CheckDocument::new(&reports)),
    }
    match has_errors {
        true => Exit::Findings,
        false => Exit::Fine,
    }
}

/// The files that were compared, and those that were not.
fn extent(compared: &Compared) -> String {
    let mut text = format!(
        "{}, {} and {} compared\n",
        counted(compared.n_tables, "table"),
        counted(compared.n_numbers, "number"),
        counted(compared.n_chances, "percentage")
    );
    if !compared.other_tables.is_empty() {
        let places = compared.other_tables.join("; ");
        text.push_str(&format!("tables like no rule: {places}\n"));
    }
    text
}

fn printings(arguments: &Arguments, new_path: &str, output: &Output) -> Exit {
    let (old, new) = match (open(&arguments.old, output), open(new_path, output)) {
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
        Format::Human => output.text(&text(&arguments.old, new_path, &revision, &touched)),
        Format::Json => output.json(
            "revision",
            RevisionDocument::new(&arguments.old, new_path, &revision, &touched),
        ),
    }
    Exit::Fine
}

/// Errors: the exit code, after the reason is printed.
fn open(path: &str, output: &Output) -> Result<Manuscript, Exit> {
    let manuscript = manuscript::open_all(&[path.to_owned()], false).map_err(|why| {
        output.usage(&why);
        Exit::Usage
    })?;
    if manuscript.diagnostics.has_errors() {
        output.findings(&manuscript.diagnostics, &manuscript.sources);
        return Err(Exit::Findings);
    }
    Ok(manuscript)
}
