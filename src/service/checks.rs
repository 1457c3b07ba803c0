//! A whole check of a ruleset, as the command line makes it.

use sandtable_present::check::{FailedExample, Report};
use sandtable_present::json::check::CheckDocument;
use sandtable_session::example_runs::{Chosen, run_examples};
use sandtable_session::scenarios::check_scenarios;
use sandtable_session::trial_games::TrialGames;
use sandtable_session::trial_series::TrialSize;
use sandtable_workspace::Effort;
use serde::Deserialize;
use serde_json::Value;

use super::Service;
use super::answers::document;
use super::rpc::Refusal;

/// The parameters of `sandtable/check`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckParams {
    ruleset: String,
    #[serde(default)]
    variants: Vec<String>,
    /// Compares rolls and actions in many situations.
    #[serde(default)]
    thorough: bool,
    /// Runs the worked examples.
    #[serde(default)]
    examples: bool,
}

impl Service {
    /// Checks a ruleset with its scenarios, and runs its examples if asked to.
    ///
    /// Errors: a slip of our own.
    pub(crate) fn check(&mut self, asked: &CheckParams) -> Result<Value, Refusal> {
        let effort = match asked.thorough {
            true => Effort::Thorough,
            false => Effort::Quick,
        };
        let analysis = self
            .workspace
            .analyse(&asked.ruleset, &asked.variants, effort);
        let mut report = Report {
            sources: analysis.sources().clone(),
            diagnostics: analysis.diagnostics().clone(),
            book: analysis.book().clone(),
            ..Report::default()
        };
        if asked.examples
            && let Some(runs) = run_examples(&analysis, &Chosen::default(), &mut *self.watch)
        {
            report.n_not_run = runs.not_run.len();
            report.failing = FailedExample::among(runs.runs, &report.diagnostics);
        }
        if !report.diagnostics.has_errors() {
            let (sources, diagnostics) = (&mut report.sources, &mut report.diagnostics);
            let starts = check_scenarios(&self.workspace, &analysis, sources, diagnostics);
            if !diagnostics.has_errors() {
                let games = TrialGames {
                    workspace: &self.workspace,
                    analysis: &analysis,
                    variants: &asked.variants,
                    size: TrialSize::of(asked.thorough),
                };
                games.play(&starts, diagnostics, &mut *self.watch);
            }
        }
        document("check", CheckDocument::new(&[report]))
    }
}
