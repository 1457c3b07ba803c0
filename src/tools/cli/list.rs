//! `sandtable list`: what can be asked of a ruleset.

use super::checked::{Kept, checking, opened, tell_findings};
use super::choices::one_of;
use super::output::Output;
use super::{Exit, Format};
use crate::present::json::catalogue::CatalogueDocument;
use crate::present::json::overrides::OverridesDocument;
use crate::present::{catalogue, overrides};
use crate::session::catalogue::{Category, list};
use crate::workspace::Effort;

/// Whose contents.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable list hex-command-mechanized\n         sandtable list hex-command-mechanized units"
)]
pub(super) struct Arguments {
    /// Ruleset: a name, a folder or a rule file
    ruleset: String,
    /// List only this part
    #[arg(value_parser = one_of(&Category::ALL, Category::describe))]
    part: Option<Category>,
    /// List instead the changes of its variants to the base
    #[arg(long, conflicts_with = "part")]
    overrides: bool,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    output.pulse().at(&checking(&arguments.ruleset));
    let analysis = opened().analyse(&arguments.ruleset, &arguments.with, Effort::None);
    let analysis = Kept::new(analysis);
    if analysis.book().naming.is_none() && analysis.diagnostics().has_errors() {
        output.findings(analysis.diagnostics(), analysis.sources());
        return Exit::Findings;
    }
    tell_findings(&arguments.ruleset, analysis.diagnostics(), output);
    let name = analysis.name();
    if arguments.overrides {
        let (all, sources) = (analysis.overrides(), analysis.sources());
        match output.format() {
            Format::Human => output.text(&overrides::text(name, all, sources)),
            Format::Json => {
                output.json("overrides", OverridesDocument::new(name, all, sources));
            }
        }
        return Exit::Fine;
    }
    let listed = list(analysis.book(), arguments.part);
    let title = analysis.book().naming.as_ref().map(|naming| naming.shown());
    match (output.format(), arguments.part) {
        (Format::Json, _) => output.json("list", CatalogueDocument::new(name, &listed)),
        (Format::Human, Some(_)) => output.text(&catalogue::full_text(&listed)),
        (Format::Human, None) => output.text(&catalogue::text(title, &listed)),
    }
    Exit::Fine
}
