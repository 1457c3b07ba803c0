//! `sandtable coverage`: the book's numbered rules, and what has become of each.

use super::checked::{index_of, opened, usable};
use super::choices::one_of;
use super::output::Output;
use super::{Exit, Shape};
use crate::explain::coverage::{Coverage, CoverageGroup};
use crate::present::coverage::{group_text, html, text};
use crate::present::json::coverage::CoverageDocument;

/// Whose rules, and which of them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The numbered rules are in `index.toml` beside the rule files; the `ruleset` block names \
        it. A rule is encoded if a rule of the ruleset cites it, also one that nothing uses yet, and \
        judged if only a fact or a choice does.\n\nExample: sandtable coverage hex-command-mechanized missing"
)]
pub(super) struct Arguments {
    /// Ruleset: a name, a folder or a rule file
    ruleset: String,
    /// List only these rules
    #[arg(value_parser = one_of(&CoverageGroup::ALL, CoverageGroup::describe))]
    part: Option<CoverageGroup>,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let analysis = match usable(&mut opened(), &arguments.ruleset, &arguments.with, output) {
        Ok(analysis) => analysis,
        Err(exit) => return exit,
    };
    let sources = analysis.sources();
    let index = match index_of(&analysis, output) {
        Ok(index) => index,
        Err(exit) => return exit,
    };
    let coverage = Coverage::new(analysis.book(), analysis.trees(), index);
    let naming = analysis.book().naming.as_ref();
    let name = analysis.name();
    let title = naming.map_or(name, |naming| naming.shown());
    match (output.shape(), arguments.part) {
        (Shape::Html, _) => output.text(&html::page(title, &coverage, sources)),
        (Shape::Json, _) => {
            output.json("coverage", CoverageDocument::new(name, &coverage, sources))
        }
        (Shape::Human | Shape::Csv | Shape::Svg | Shape::Github | Shape::Sarif, Some(group)) => {
            output.text(&group_text(group, &coverage, sources));
        }
        (Shape::Human | Shape::Csv | Shape::Svg | Shape::Github | Shape::Sarif, None) => {
            output.text(&text(title, &coverage, sources));
        }
    }
    Exit::Fine
}
