//! Steps of a story, as programs read them.

use sandtable_explain::trace::Step;
use serde::Serialize;

/// A step.
#[derive(Debug, Serialize)]
pub(super) struct StepRow<'a> {
    depth: usize,
    text: &'a str,
    sections: &'a [String],
    detail: bool,
}

impl<'a> StepRow<'a> {
    /// Describes steps in their order.
    pub(super) fn all(steps: &'a [Step]) -> Vec<Self> {
        let rows = steps.iter().map(|step| Self {
            depth: step.depth,
            text: &step.text,
            sections: &step.citations,
            detail: step.is_detail,
        });
        rows.collect()
    }
}
