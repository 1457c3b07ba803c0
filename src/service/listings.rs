//! Methods of our own that list what a ruleset has: its declarations, and the rules of its book with what runs of them.

use sandtable_explain::coverage::Coverage;
use sandtable_present::json::catalogue::CatalogueDocument;
use sandtable_present::json::coverage::CoverageDocument;
use sandtable_session::catalogue::list;
use sandtable_workspace::Effort;
use serde::Deserialize;
use serde_json::Value;

use super::Service;
use super::answers::document;
use super::rpc::Refusal;
use super::rulesets::without_errors;

/// The parameters of `sandtable/catalogue` and `sandtable/coverage`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesetParams {
    ruleset: String,
    #[serde(default)]
    variants: Vec<String>,
}

impl Service {
    /// Lists the declarations of a ruleset.
    ///
    /// Errors: the ruleset has errors.
    pub(crate) fn catalogue(&mut self, asked: &RulesetParams) -> Result<Value, Refusal> {
        let analysis = self.sound(&asked.ruleset, &asked.variants)?;
        let catalogue = list(analysis.book(), None);
        document("list", CatalogueDocument::new(&asked.ruleset, &catalogue))
    }

    /// Lists the numbered rules of a book with their classification.
    ///
    /// Errors: the ruleset has errors, or names no index.
    pub(crate) fn coverage(&mut self, asked: &RulesetParams) -> Result<Value, Refusal> {
        let analysis = self
            .workspace
            .analyse(&asked.ruleset, &asked.variants, Effort::None);
        let analysis = without_errors(analysis)?;
        let Some(index) = analysis.index() else {
            let name = &asked.ruleset;
            let message = format!("the ruleset `{name}` names no index of the book's rules");
            return Err(Refusal::failed(message));
        };
        let coverage = Coverage::new(analysis.book(), analysis.trees(), index);
        let sources = analysis.sources();
        document(
            "coverage",
            CoverageDocument::new(&asked.ruleset, &coverage, sources),
        )
    }
}
