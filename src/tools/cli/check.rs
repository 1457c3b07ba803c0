//! `sandtable check`: every finding in rules and units.

use std::collections::BTreeSet;
use std::time::Duration;

use super::checked::{Kept, checking, meant, opened};
use super::deadline::Deadline;
use super::output::Output;
use super::watch::Watcher;
use super::{Exit, Shape, manuscript};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::draft::Manuscript;
use crate::eval::budget::Budget;
use crate::present::check::{Extent, FailedExample, Report, cases, github, text, written_text};
use crate::present::json::check::CheckDocument;
use crate::present::json::sarif;
use crate::present::numerals::counted;
use crate::session::example_runs::{Chosen, run_examples};
use crate::session::library::RulesetCache;
use crate::session::linked;
use crate::session::scenarios::check_scenarios;
use crate::session::solve::{Method, Session};
use crate::session::trial_games::TrialGames;
use crate::session::trial_series::TrialSize;
use crate::source::SourceMap;
use crate::tools::disk;
use crate::tools::threads::Threads;
use crate::workspace::{Analysis, Effort, Workspace};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is checked; without that folder, the built-in ones.\n\nExample: sandtable check rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets (names, folders, rule files) or manuscripts (.docx, .odt, .html, .md, .txt, .csv, a folder of chapters)
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Also show notes and possible findings
    #[arg(long)]
    notes: bool,
    /// Compare rolls and actions in many situations, which takes some seconds
    #[arg(long)]
    thorough: bool,
    /// List the allowed findings with their reasons
    #[arg(long)]
    allowed: bool,
    /// Write examples that show the findings into a rule file
    #[arg(long, value_name = "FILE")]
    write_example: Option<std::path::PathBuf>,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut workspace = opened();
    let reports: Kept<Vec<Report>> = Kept::new(match meant(&workspace, &arguments.paths) {
        Ok(names) => names
            .iter()
            .flat_map(|name| match manuscript::open(name) {
                Some(found) => reports_on_manuscript(&mut workspace, found, arguments, output),
                None => vec![report(&mut workspace, name, arguments, output)],
            })
            .collect(),
        Err(diagnostics) => vec![Report::unloaded(diagnostics)],
    });
    if arguments.paths.is_empty() && !workspace.has_rules_here() {
        output.aside("there is no folder `rules` here, so the built-in books were checked\n");
    }
    let extent = Extent {
        notes: arguments.notes,
        allowed: arguments.allowed,
    };
    output.pulse().at("writing the findings");
    match output.shape() {
        Shape::Json => output.json("check", CheckDocument::new(&reports)),
        Shape::Github => output.text(&github::text(&reports, extent)),
        Shape::Sarif => output.print_made("sarif", sarif::text(&reports)),
        Shape::Human | Shape::Html | Shape::Csv | Shape::Svg => {
            output.text(&text(&reports, extent, output.style()));
        }
    }
    if let Some(path) = &arguments.write_example
        && let Err(diagnostics) = write_examples(&reports, path, output)
    {
        output.findings(&diagnostics, &SourceMap::default());
        output.note_unwritten();
    }
    let is_wrong = |report: &Report| report.diagnostics.has_errors() || !report.failing.is_empty();
    if reports.iter().any(is_wrong) {
        Exit::Findings
    } else {
        Exit::Fine
    }
}

/// Time limit of the examples that a check runs; `test` runs them all.
const EXAMPLES: Duration = Duration::from_secs(2);

/// Returns the examples that fail, among those that run within the time limit. Those of built-in books pass.
/// Returns also the number of examples that were not run.
fn failing(analysis: &Analysis, output: &Output) -> (Vec<FailedExample>, usize) {
    if analysis.bundle().is_built_in() || !analysis.is_runnable() {
        return (Vec::new(), 0);
    }
    let mut watcher = Watcher::until(output, Deadline::new(EXAMPLES));
    let runs = run_examples(analysis, &Chosen::default(), &mut watcher);
    let Some(runs) = runs else {
        return (Vec::new(), 0);
    };
    let n_not_run = runs.not_run.len();
    (
        FailedExample::among(runs.runs, analysis.diagnostics()),
        n_not_run,
    )
}

fn report(workspace: &mut Workspace, name: &str, arguments: &Arguments, output: &Output) -> Report {
    let effort = match arguments.thorough {
        true => Effort::Thorough,
        false => Effort::Quick,
    };
    let pulse = output.pulse();
    pulse.at(&checking(name));
    let analysis = Kept::new(workspace.analyse(name, &arguments.with, effort));
    let (failing, n_not_run) = failing(&analysis, output);
    let mut report = Report {
        sources: analysis.sources().clone(),
        diagnostics: analysis.diagnostics().clone(),
        book: analysis.book().clone(),
        failing,
        n_not_run,
    };
    pulse.at(&format!("setting up the scenarios of `{name}`"));
    if !report.diagnostics.has_errors() {
        let (sources, diagnostics) = (&mut report.sources, &mut report.diagnostics);
        let starts = check_scenarios(workspace, &analysis, sources, diagnostics);
        if !diagnostics.has_errors() {
            pulse.at(&format!("playing the scenarios of `{name}`"));
            let games = TrialGames {
                workspace,
                analysis: &analysis,
                variants: &arguments.with,
                size: TrialSize::of(arguments.thorough),
            };
            let mut watcher = Watcher::until(output, Deadline::new(EXAMPLES));
            games.play(&starts, diagnostics, &mut watcher);
        }
    }
    compare_with_manuscript(workspace, name, &analysis, arguments, output, &mut report);
    report
}

/// Checks the manuscript that the index names, and compares it with the rules.
fn compare_with_manuscript(
    workspace: &mut Workspace,
    name: &str,
    analysis: &Analysis,
    arguments: &Arguments,
    output: &Output,
    report: &mut Report,
) {
    let ties = match analysis.index() {
        Some(index) if !index.ties.is_empty() && arguments.with.is_empty() => &index.ties,
        Some(_) | None => return,
    };
    output.pulse().at("comparing the manuscript with the rules");
    let index_file = analysis.bundle().index_file;
    let index_file = index_file.and_then(|file| analysis.sources().get(file));
    let index_path = index_file.map_or("", |file| file.name.as_str());
    let mut manuscript = match manuscript::open_tied(index_path, &ties.draft, &report.sources) {
        Ok(manuscript) => manuscript,
        Err(finding) => {
            report.diagnostics.push(*finding);
            return;
        }
    };
    manuscript.check_prose();
    let mut session = Session {
        library: &mut RulesetCache::new(workspace),
        watch: &mut Watcher::until(output, Deadline::new(EXAMPLES)),
        workers: &Threads::new(None),
        budget: Budget::default(),
        method: Method::Exact,
    };
    linked::check(analysis, name, &mut manuscript, &mut session);
    drop_known(&mut manuscript, report);
    report.diagnostics.append(&manuscript.diagnostics);
    report.diagnostics.sort();
    report.sources = manuscript.sources;
}

/// Leaves out what the report on the rules has already: a chapter with rules is a text of both.
fn drop_known(manuscript: &mut Manuscript, report: &Report) {
    let place = |sources: &SourceMap, finding: &Diagnostic| {
        let span = finding.labels.first()?.span;
        let name = sources.get(span.file)?.name.clone();
        Some((finding.code, finding.message.to_string(), name, span.start))
    };
    let findings = &report.diagnostics;
    let known = findings.iter().chain(findings.notes());
    let known: BTreeSet<_> = known
        .filter_map(|one| place(&report.sources, one))
        .collect();
    let sources = &manuscript.sources;
    manuscript.diagnostics.retain(|finding| {
        let place = place(sources, finding);
        place.is_none_or(|place| !known.contains(&place))
    });
}

/// Checks a manuscript, and the chapters in it that have rules. Their prose is checked as part of the whole.
fn reports_on_manuscript(
    workspace: &mut Workspace,
    found: manuscript::Found,
    arguments: &Arguments,
    output: &Output,
) -> Vec<Report> {
    let mut reports = vec![report_on_manuscript(found.manuscript, output)];
    workspace.set_prose(false);
    for name in &found.rulesets {
        reports.push(report(workspace, name, arguments, output));
    }
    workspace.set_prose(true);
    reports
}

/// Checks a manuscript without rules.
fn report_on_manuscript(mut manuscript: Manuscript, output: &Output) -> Report {
    output.pulse().at("checking the manuscript");
    manuscript.check();
    let changes = &manuscript.document.changes;
    let n_changes = changes.inserted.len() + changes.deleted.len();
    if n_changes > 0 {
        let changes = counted(n_changes, "tracked change");
        output.aside(&format!("{changes} read as accepted\n"));
    }
    Report {
        sources: manuscript.sources,
        diagnostics: manuscript.diagnostics,
        ..Report::default()
    }
}

/// Writes the cases of all findings that have one.
///
/// Errors: E0515 if the file cannot be written.
fn write_examples(
    reports: &[Report],
    path: &std::path::Path,
    output: &Output,
) -> Result<(), Diagnostics> {
    let cases = cases(reports);
    if cases.examples.is_empty() {
        output.aside("no finding has an example to write\n");
        return Ok(());
    }
    output.tidy_folders([path].into_iter());
    if let Err(diagnostic) = disk::create(path, &cases.examples.join("\n")) {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        return Err(diagnostics);
    }
    output.aside(&written_text(&cases, &path.display().to_string()));
    Ok(())
}
