//! Steps of a story, as programs read them.

use sandtable_explain::trace::{ShownStep, Step};
use serde::Serialize;

use crate::story::left_out;

/// A step, or a remark in place of those that are left out.
#[derive(Debug, Serialize)]
pub(super) struct StepRow<'a> {
    depth: usize,
    text: String,
    sections: &'a [String],
    detail: bool,
}

impl<'a> StepRow<'a> {
    /// Describes the steps of an excerpt. `how` describes how to see the others.
    pub(super) fn excerpt(steps: &[ShownStep<'a>], how: &str) -> Vec<Self> {
        let rows = steps.iter().map(|shown| match shown {
            ShownStep::Step(step) => Self::new(step),
            ShownStep::LeftOut(n) => Self {
                depth: 1,
                text: left_out(*n, how),
                sections: &[],
                detail: false,
            },
        });
        rows.collect()
    }

    fn new(step: &'a Step) -> Self {
        Self {
            depth: step.depth,
            text: step.text.clone(),
            sections: &step.citations,
            detail: step.is_detail,
        }
    }
}

/// The number of steps that an excerpt leaves out.
pub(super) fn n_left_out(steps: &[ShownStep<'_>]) -> usize {
    let numbers = steps.iter().map(|shown| match shown {
        ShownStep::Step(_) => 0,
        ShownStep::LeftOut(n) => *n,
    });
    numbers.sum()
}
