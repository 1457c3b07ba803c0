//! Triggers that fire at the same moment and assign different values to one track: their order is not declared.
//!
//! Reports: E0623.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{Change, RuleBook, Statement, TrackId, Trigger, When, walk_statements};
use sandtable_source::Span;

/// An assignment in a `when` block.
struct Assignment<'b> {
    trigger: &'b Trigger,
    /// Canonical form of the event.
    event: String,
    track: TrackId,
    /// Canonical form of the value; `None` if it rolls dice.
    value: Option<String>,
    span: Span,
}

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut seen: Vec<Assignment<'_>> = Vec::new();
    for trigger in &book.triggers {
        let mut own = Vec::new();
        for when in &trigger.whens {
            assignments(trigger, when, &mut own);
        }
        for one in own {
            let first = seen.iter().find(|other| {
                let have_common_units = !other.trigger.kinds.and(trigger.kinds).is_empty();
                let differs = other.value.is_none() || other.value != one.value;
                have_common_units && differs && other.track == one.track && other.event == one.event
            });
            if let Some(first) = first {
                diagnostics.push(finding(book, &one, first));
            }
            seen.push(one);
        }
    }
}

fn finding(book: &RuleBook, one: &Assignment<'_>, first: &Assignment<'_>) -> Diagnostic {
    let track = book.track_name(one.track);
    let (name, other) = (&first.trigger.naming, &one.trigger.naming);
    let message = format!(
        "`{}` and `{}` fire together and set `{track}` to different values",
        name.name, other.name
    );
    let citations = name.citations.iter().chain(&other.citations);
    Diagnostic::new(Code::ConflictingTriggers, message)
        .label(one.span, "and here")
        .label(first.span, "here")
        .help(
            "merge them into one trigger, which sets the order; or give them different conditions",
        )
        .cite(citations.map(String::as_str))
        .confidence(Confidence::Likely)
}

/// Collects the assignments of a `when` block.
fn assignments<'b>(trigger: &'b Trigger, when: &When, found: &mut Vec<Assignment<'b>>) {
    let parts = [
        canonical_form(&when.watched, &[]),
        canonical_form(&when.level, &[]),
    ];
    let [Some(watched), Some(level)] = parts else {
        return;
    };
    walk_statements(&when.body, &mut |statement: &Statement| {
        if let Some(change) = statement.change()
            && change.how == Change::Set
        {
            found.push(Assignment {
                trigger,
                event: format!("{watched} {:?} {level}", when.crossing),
                track: change.track,
                value: canonical_form(change.amount, &[]),
                span: statement.span,
            });
        }
        true
    });
}
