//! Lines that are written twice in a row: what they do happens twice.
//!
//! Reports: E0694.

use std::collections::BTreeSet;

use super::written::{citations_of, walk_bodies};
use super::{Context, turns_of_one_side};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::rolls_or_calls;
use sandtable_syntax::ast::{Block, Change, Expr, StatementKind};

/// The effect of a line that is run twice.
enum Effect {
    /// The second run changes nothing.
    Nothing,
    /// The second line repeats the effect of the first.
    Twice,
}

impl Effect {
    fn message(&self) -> &'static str {
        match self {
            Self::Nothing => "this line repeats the one above it: the second changes nothing",
            Self::Twice => "this line repeats the one above it: it happens twice",
        }
    }

    fn help(&self) -> &'static str {
        match self {
            Self::Nothing => "delete one of them, or correct what differs",
            Self::Twice => {
                "delete one of them, or correct what differs; if it is meant, write `repeat 2 times`"
            }
        }
    }
}

/// Least number of arguments of a call that is hardly written twice on purpose: `draw(side)` for two cards is.
const MIN_ARGUMENTS: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // The second call of a turn is one finding.
    let turns = turns_of_one_side::findings(context.book);
    let places = turns.iter().filter_map(|finding| finding.labels.first());
    let twice: BTreeSet<Span> = places.map(|label| label.span).collect();
    diagnostics.extend(turns);
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            let mut found: Vec<Diagnostic> = repeated(block)
                .map(|finding| finding.cite(citations.iter().map(String::as_str)))
                .collect();
            found.retain(|one| !one.labels.iter().any(|label| twice.contains(&label.span)));
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
            Diagnostic::new(Code::RepeatedLine, does.message())
                .label(second.kind.span, "")
                .label(first.kind.span, "the same")
                .help(does.help())
                .confidence(confidence)
        })
    })
}

/// Returns the effect of a statement that is run twice, and the confidence that this is a mistake.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]
fn effect(statement: &StatementKind) -> Option<(Effect, Confidence)> {
    let nothing_if = |is_settled: bool| match is_settled {
        true => (Effect::Nothing, Confidence::Certain),
        false => (Effect::Twice, Confidence::Possible),
    };
    match statement {
        StatementKind::Needs { condition, .. } | StatementKind::Must { condition, .. } => {
            Some(nothing_if(!rolls_or_calls(condition)))
        }
        StatementKind::Change {
            how: Change::Set,
            amount,
            place,
        } => {
            let is_value = amount.value.is_literal() || is_name(amount);
            Some(nothing_if(is_value && is_of_a_name(place)))
        }
        StatementKind::Destroy(unit) | StatementKind::Remove(unit) => {
            Some(nothing_if(is_name(unit)))
        }
        StatementKind::Change { .. } | StatementKind::Move { .. } => {
            Some((Effect::Twice, Confidence::Likely))
        }
        StatementKind::Call(call) => match call.value.call() {
            Some((_, arguments)) if arguments.len() >= MIN_ARGUMENTS => {
                Some((Effect::Twice, Confidence::Likely))
            }
            Some(_) | None => Some((Effect::Twice, Confidence::Possible)),
        },
        _ => None,
    }
}

fn is_name(expr: &Expr) -> bool {
    expr.value.name().is_some()
}

/// Whether a place is a track of the game or of a unit in a variable: a call may return another unit each time.
fn is_of_a_name(place: &Expr) -> bool {
    match place.value.member() {
        Some((unit, _)) => is_of_a_name(unit),
        None => is_name(place),
    }
}
