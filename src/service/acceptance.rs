//! Methods of our own: what happened as the expectation of worked examples, as edits.

use sandtable_diagnostic::TextEdit;
use sandtable_session::accept::accept_examples;
use sandtable_workspace::Effort;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Service;
use super::answers::{document, refused};
use super::findings::{PlacedEdit, placed_edits};
use super::rpc::Refusal;

/// The parameters of `sandtable/accept`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AcceptParams {
    ruleset: String,
    /// The whole title; without it all examples are looked at.
    title: Option<String>,
}

#[derive(Debug, Serialize)]
struct Acceptance {
    edits: Vec<PlacedEdit>,
    left: Vec<LeftExample>,
}

/// An example that is left as it is, at least in part.
#[derive(Debug, Serialize)]
struct LeftExample {
    title: String,
    why: Vec<String>,
}

impl Service {
    /// Returns the edits that write what happens into examples, and why some are left as they are.
    ///
    /// Errors: there are errors elsewhere in the ruleset.
    pub(crate) fn accept(&mut self, asked: &AcceptParams) -> Result<Value, Refusal> {
        let analysis = self.workspace.analyse(&asked.ruleset, &[], Effort::None);
        let Some(mut examples) = analysis.examples() else {
            return Err(refused(analysis.diagnostics(), analysis.sources()));
        };
        // Those of a base are not for a variant to change.
        let own = analysis.bundle().layers.last();
        examples.retain(|example| own.is_some_and(|own| own.has(example.span.file)));
        if let Some(title) = &asked.title {
            examples.retain(|example| {
                let written = example.written.title.as_ref();
                written.is_some_and(|written| written.value == *title)
            });
        }
        let looked = accept_examples(&analysis, &examples);
        let edits: Vec<TextEdit> = looked
            .iter()
            .flat_map(|looked| &looked.accepted.edits)
            .map(|edit| TextEdit {
                span: edit.place,
                text: edit.text.clone(),
            })
            .collect();
        let left = looked
            .into_iter()
            .filter(|looked| !looked.accepted.left.is_empty());
        let body = Acceptance {
            edits: placed_edits(&edits, analysis.sources(), &self.places),
            left: left
                .map(|looked| LeftExample {
                    title: looked.title,
                    why: looked.accepted.left,
                })
                .collect(),
        };
        document("acceptance", body)
    }
}
