//! Lines that are written twice in a row: what they do happens twice.
//!
//! Reports: E0694.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_syntax::ast::{Block, Change, ExprKind, StatementKind};

const NOTHING: &str = "the second changes nothing";
const TWICE: &str = "it happens twice";

/// Least number of arguments of a call that is hardly written twice on purpose: `draw(side)` for two cards is.
const MIN_ARGUMENTS: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            let found =
                repeated(block).map(|finding| finding.cite(citations.iter().map(String::as_str)));
            diagnostics.extend(found);
        });
    }
}

/// Returns a finding for each line of a block that is the same as the one above it.
fn repeated(block: &Block) -> impl Iterator<Item = Diagnostic> {
    block.windows(2).filter_map(|pair| {
        let [first, second] = pair else { return None };
        let (does, confidence) = effect(&second.kind.value)?;
        (first.kind == second.kind).then(|| {
            Diagnostic::new(
                Code::RepeatedLine,
                format!("this line repeats the one above it: {does}"),
            )
            .label(second.kind.span, "")
            .label(first.kind.span, "the same")
            .help(match does {
                NOTHING => "delete one of them, or correct what differs",
                _ => "delete one of them, or correct what differs; if it is meant, write `repeat 2 times`",
            })
            .confidence(confidence)
        })
    })
}

/// Returns the effect of a statement that is run twice, and the confidence that this is a mistake.
fn effect(statement: &StatementKind) -> Option<(&'static str, Confidence)> {
    match statement {
        StatementKind::Needs { .. } | StatementKind::Must { .. } => {
            Some((NOTHING, Confidence::Certain))
        }
        StatementKind::Change {
            how: Change::Set,
            amount,
            ..
        } => match amount.value.as_ref() {
            ExprKind::Number { .. } | ExprKind::Flag(_) | ExprKind::Name(_) => {
                Some((NOTHING, Confidence::Certain))
            }
            _ => Some((TWICE, Confidence::Possible)),
        },
        StatementKind::Destroy(_) | StatementKind::Remove(_) => {
            Some((NOTHING, Confidence::Certain))
        }
        StatementKind::Change { .. } | StatementKind::Move { .. } => {
            Some((TWICE, Confidence::Likely))
        }
        StatementKind::Call(call) => match call.value.as_ref() {
            ExprKind::Call { arguments, .. } if arguments.len() >= MIN_ARGUMENTS => {
                Some((TWICE, Confidence::Likely))
            }
            _ => Some((TWICE, Confidence::Possible)),
        },
        _ => None,
    }
}
