//! Results that an example reads in another row of a table.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_source::Span;

use super::context::{Context, Sentence};

/// The finding about the result at a range of a sentence, where a number gives another cell of the table.
///
/// Reports: E0723.
pub(super) fn other_row(
    context: &Context<'_>,
    one: &Sentence<'_>,
    range: Range<usize>,
    (value, text, right): (i64, &str, Span),
) -> Option<Diagnostic> {
    let wrong = one.text.get(range.clone())?;
    let message = format!(
        "{value} gives “{}” in the table, not “{wrong}”",
        text.trim()
    );
    differs(context, one, range, message, right)
}

/// The finding about a range of a sentence that a place of a table contradicts.
///
/// Reports: E0723.
pub(super) fn differs(
    context: &Context<'_>,
    one: &Sentence<'_>,
    range: Range<usize>,
    message: String,
    right: Span,
) -> Option<Diagnostic> {
    Some(
        Diagnostic::new(Code::MisreadTable, message)
            .label(one.span(range)?, "in the example")
            .label(right, "in the table")
            .help("correct the example or the table")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
