//! Lines that are written twice in a row: what they do happens twice.
//!
//! Reports: E0694.

use std::collections::BTreeSet;

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{self as model, Ability, ProcedureId, RuleBook};
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
    let twice = turns_of_one_side(context.book, diagnostics);
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

/// Reports turns that a block gives twice to one side and that no other side ever has: `turn(red)` below `turn(red)`. Returns the places of the
/// second calls.
fn turns_of_one_side(book: &RuleBook, diagnostics: &mut Diagnostics) -> BTreeSet<Span> {
    let mut twice = BTreeSet::new();
    if book.sides.len() < 2 {
        return twice;
    }
    for (naming, body) in book.bodies() {
        each_block(body, &mut |block| {
            for (at, second) in block.iter().enumerate() {
                let Some((id, side)) = turn_of(book, second) else {
                    continue;
                };
                let mut before = block.iter().take(at);
                let first = before.find(|one| {
                    let [one, other] = [one.evaluated(), second.evaluated()];
                    one.zip(other)
                        .is_some_and(|(one, other)| are_equivalent(one, other))
                });
                if let Some(first) = first
                    && !names_another(book, body, (id, side))
                    && let (Some(called), Some(owner)) =
                        (book.procedures.get(id.at()), book.sides.get(side))
                    && twice.insert(second.span)
                {
                    let (name, owner) = (&called.naming.name, &owner.name);
                    diagnostics.push(
                        Diagnostic::new(
                            Code::RepeatedLine,
                            format!("`{owner}` has two turns, and no other side has one: `{name}` is only called with `{owner}`"),
                        )
                        .label(second.span, "")
                        .label(first.span, "the same")
                        .help("name the other side in one of them; if it has no turns, ignore this")
                        .cite(naming.citations.iter().map(String::as_str))
                        .confidence(Confidence::Likely),
                    );
                }
            }
        });
    }
    twice
}

fn each_block<'b>(block: &'b [model::Statement], visit: &mut dyn FnMut(&'b [model::Statement])) {
    visit(block);
    for inner in block.iter().flat_map(model::blocks) {
        each_block(inner, visit);
    }
}

/// Returns the rule that a statement calls, with the side that the call names, if that side decides something there or it is a sequence.
fn turn_of(book: &RuleBook, statement: &model::Statement) -> Option<(ProcedureId, usize)> {
    let (id, arguments) = statement.evaluated()?.call()?;
    let mut sides = arguments.iter().filter_map(model::Expr::named_side);
    let (side, None) = (sides.next()?, sides.next()) else {
        return None;
    };
    let called = book.procedures.get(id.at())?;
    let mut decides = called.ability == Ability::Sequence;
    if !decides {
        visit_reached(book, &called.body, &mut |inner| {
            decides |= inner.choice().is_some_and(|choice| !choice.is_drawn());
        });
    }
    decides.then_some((id, side))
}

/// Whether any call of a rule is for another side, or a body names another side in a call.
fn names_another(
    book: &RuleBook,
    body: &[model::Statement],
    (id, side): (ProcedureId, usize),
) -> bool {
    let mut found = false;
    book.walk_roots(&mut |expr| {
        model::walk_within(expr, &mut |part| {
            let call = part.call().or(part.action_test());
            let arguments = call.filter(|(called, _)| *called == id);
            let mut arguments = arguments.into_iter().flat_map(|(_, arguments)| arguments);
            let is_side = |one: &&model::Expr| one.named_side() == Some(side);
            found |= arguments.clone().next().is_some() && !arguments.any(|one| is_side(&one));
        });
    });
    for statement in body {
        model::walk_statement(statement, &mut |expr| {
            let mut arguments = expr.call().into_iter().flat_map(|(_, arguments)| arguments);
            found |= arguments.any(|one| one.named_side().is_some_and(|other| other != side));
        });
    }
    found
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
