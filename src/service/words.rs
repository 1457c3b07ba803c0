//! Rules in plain English, for a pane beside the rule under the caret.

use sandtable_present::json::words::WordsDocument;
use sandtable_present::words::{RuleInWords, rulebook_of};
use serde_json::Value;

use super::answers::document;
use super::rpc::Refusal;
use super::{Service, Spot};
use gen_lsp_types as lsp;

impl Service {
    /// Returns the rule at a position in plain English; empty without a rule, or if the ruleset has errors.
    ///
    /// Errors: an internal error.
    pub(crate) fn rules_in_words(
        &mut self,
        place: &lsp::TextDocumentPositionParams,
    ) -> Result<Value, Refusal> {
        let Some(spot) = self.spot(place) else {
            return Ok(Value::Null);
        };
        if spot.analysis.diagnostics().has_errors() {
            return Ok(Value::Null);
        }
        let book = rulebook_of(&spot.analysis);
        let found = book.only(|rule| spot.is_in(rule));
        document("words", WordsDocument::new(&spot.ruleset, &found, &book))
    }
}

impl Spot {
    /// Whether the place is in the declaration of a rule.
    fn is_in(&self, rule: &RuleInWords) -> bool {
        let items = self.analysis.trees().iter().flat_map(|file| &file.items);
        let mut items = items.filter(|item| item.span.file == self.file);
        items.any(|item| {
            let holds = |offset: usize| (item.span.start..=item.span.end).contains(&offset);
            rule.span.file == self.file && holds(self.offset) && holds(rule.span.start)
        })
    }
}
