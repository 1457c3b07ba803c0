//! Two triggers that wait for the same and set the same otherwise: which comes last is nowhere said.
//!
//! Reports: E0623.

use super::shape::shape;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, RuleBook, Statement, StatementKind, TrackId, Trigger, When, walk_statements,
};
use sandtable_source::Span;

/// One track that a `when` line sets.
struct Sets<'b> {
    trigger: &'b Trigger,
    /// What it waits for.
    waits: String,
    track: TrackId,
    /// To what, if that can be told.
    value: Option<String>,
    span: Span,
}

pub(super) fn writers(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let mut seen: Vec<Sets<'_>> = Vec::new();
    for trigger in &book.triggers {
        let mut own = Vec::new();
        for when in &trigger.whens {
            sets(trigger, when, &mut own);
        }
        for one in own {
            let first = seen.iter().find(|other| {
                let is_met = !other.trigger.kinds.and(trigger.kinds).is_empty();
                let differs = other.value.is_none() || other.value != one.value;
                is_met && differs && other.track == one.track && other.waits == one.waits
            });
            if let Some(first) = first {
                diagnostics.push(finding(book, &one, first));
            }
            seen.push(one);
        }
    }
}

fn finding(book: &RuleBook, one: &Sets<'_>, first: &Sets<'_>) -> Diagnostic {
    let track = book.tracks.get(one.track.at());
    let track = track.map_or("", |track| track.name.as_str());
    let (name, other) = (&first.trigger.naming, &one.trigger.naming);
    let message = format!(
        "`{}` and `{}` happen at the same moment and set `{track}` to different values",
        name.name, other.name
    );
    let citations = name.citations.iter().chain(&other.citations);
    Diagnostic::new(Code::TwoWriters, message)
        .label(one.span, "and here")
        .label(first.span, "here")
        .help("make one trigger of them, in which the order is written; or let them wait for different things")
        .cite(citations.map(String::as_str))
        .confidence(Confidence::Likely)
}

fn sets<'b>(trigger: &'b Trigger, when: &When, found: &mut Vec<Sets<'b>>) {
    let parts = [shape(&when.watched, &[]), shape(&when.level, &[])];
    let [Some(watched), Some(level)] = parts else {
        return;
    };
    walk_statements(&when.body, &mut |statement: &Statement| {
        if let StatementKind::Change {
            how: Change::Set,
            amount,
            track,
            ..
        } = &statement.kind
        {
            found.push(Sets {
                trigger,
                waits: format!("{watched} {:?} {level}", when.crossing),
                track: *track,
                value: shape(amount, &[]),
                span: statement.span,
            });
        }
        true
    });
}
