//! `sandtable section`: everything about one numbered section of the book.

use super::checked::{index_of, opened, usable};
use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::explain::section::look_up;
use crate::present::json::section::SectionDocument;
use crate::present::json::words::WordsDocument;
use crate::present::section::text;
use crate::present::words::rulebook_of;
use crate::roster::Index;
use crate::workspace::Analysis;

/// Whose rules, and which section.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Shows the index entry of a rule, or of all rules in a section, with the lines that cite \
        it and the examples that test it.\n\nExample: sandtable section hex-command-mechanized \
        5.3.2"
)]
pub(super) struct Arguments {
    /// Ruleset: a name, a folder or a rule file
    ruleset: String,
    /// Section as in citations: 5.3.2
    section: String,
    /// Show the rules in plain English instead, as a rulebook would print them
    #[arg(long)]
    words: bool,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let analysis = match usable(&mut opened(), &arguments.ruleset, &arguments.with, output) {
        Ok(analysis) => analysis,
        Err(exit) => return exit,
    };
    let index = match index_of(&analysis, output) {
        Ok(index) => index,
        Err(exit) => return exit,
    };
    let (section, sources) = (arguments.section.as_str(), analysis.sources());
    if arguments.words {
        return run_words(&analysis, section, index, output);
    }
    let rules = look_up(section, analysis.book(), analysis.trees(), index);
    if rules.is_empty() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(unknown(section, index));
        output.findings(&diagnostics, sources);
        return Exit::Usage;
    }
    match output.format() {
        Format::Human => output.text(&text(&rules, sources)),
        Format::Json => {
            let name = analysis.name();
            output.json(
                "section",
                SectionDocument::new(name, section, &rules, sources),
            );
        }
    }
    Exit::Fine
}

/// Prints the rules of a section in words.
fn run_words(analysis: &Analysis, section: &str, index: &Index, output: &Output) -> Exit {
    let book = rulebook_of(analysis);
    let found = book.within(section);
    if found.sections.is_empty() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(unknown(section, index));
        output.findings(&diagnostics, analysis.sources());
        return Exit::Usage;
    }
    match output.format() {
        Format::Human => output.text(&found.plain_text(&book)),
        Format::Json => output.json("words", WordsDocument::new(analysis.name(), &found, &book)),
    }
    Exit::Fine
}

/// Returns the finding about a section that the index does not have, with the nearest one.
fn unknown(section: &str, index: &Index) -> Diagnostic {
    let known = index.rules.iter().map(|rule| rule.id.as_str());
    Diagnostic::new(
        Code::UnknownSection,
        format!("the index has no section `{section}`"),
    )
    .suggest(section, known)
    .help("run `sandtable coverage RULESET --format html` for a page of all sections")
}
