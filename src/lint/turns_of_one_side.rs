//! Turns that a block gives twice to one side, and that no other side ever has: `turn(red)` below `turn(red)`.
//!
//! Reports: E0694, by way of [`repeated_line`](super::repeated_line).

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Ability, Expr, Naming, ProcedureId, RuleBook, Statement, blocks, walk_own, walk_within,
};

/// Returns the findings, each with the second call as its first label.
pub(super) fn findings(book: &RuleBook) -> Vec<Diagnostic> {
    let (mut found, mut places) = (Vec::new(), BTreeSet::new());
    if book.sides.len() < 2 {
        return found;
    }
    for (naming, body) in book.bodies() {
        each_block(body, &mut |block| {
            for (at, second) in block.iter().enumerate() {
                let first = turn_of(book, second).and_then(|turn| {
                    let mut before = block.iter().take(at);
                    let first = before.find(|first| is_same_call(first, second))?;
                    (!is_of_another(book, body, turn)).then_some((first, turn))
                });
                if let Some((first, turn)) = first
                    && places.insert(second.span)
                {
                    found.extend(finding(book, naming, turn, (first, second)));
                }
            }
        });
    }
    found
}

fn is_same_call(one: &Statement, other: &Statement) -> bool {
    let calls = one.evaluated().zip(other.evaluated());
    calls.is_some_and(|(one, other)| are_equivalent(one, other))
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    (id, side): (ProcedureId, usize),
    (first, second): (&Statement, &Statement),
) -> Option<Diagnostic> {
    let (name, owner) = (
        &book.procedures.get(id.at())?.naming.name,
        &book.sides.get(side)?.name,
    );
    Some(
        Diagnostic::new(
            Code::RepeatedLine,
            format!("`{owner}` has two turns, and no other side has one: `{name}` is only called with `{owner}`"),
        )
        .label(second.span, "")
        .label(first.span, "the same")
        .help("name the other side in one of them; if it has no turns, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

fn each_block<'b>(block: &'b [Statement], visit: &mut dyn FnMut(&'b [Statement])) {
    visit(block);
    for inner in block.iter().flat_map(blocks) {
        each_block(inner, visit);
    }
}

/// Returns the rule that a statement calls, with the side that the call names, if that side decides something there or it is a sequence.
fn turn_of(book: &RuleBook, statement: &Statement) -> Option<(ProcedureId, usize)> {
    let (id, arguments) = statement.evaluated()?.call()?;
    let mut sides = arguments.iter().filter_map(Expr::named_side);
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

/// Whether any call of a rule is for another side, or what a body reaches names another side as the one that decides, in a call or in a change.
fn is_of_another(book: &RuleBook, body: &[Statement], (id, side): (ProcedureId, usize)) -> bool {
    let mut found = false;
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            let call = part.call().or(part.action_test());
            let arguments = call.filter(|(called, _)| *called == id);
            let mut arguments = arguments.into_iter().flat_map(|(_, arguments)| arguments);
            let is_side = |one: &&Expr| one.named_side() == Some(side);
            found |= arguments.clone().next().is_some() && !arguments.any(|one| is_side(&one));
        });
    });
    let is_other = |expr: &Expr| expr.named_side().is_some_and(|other| other != side);
    visit_reached(book, body, &mut |inner| {
        let decider = inner.choice().and_then(|choice| choice.side());
        let changed = inner.change().map(|change| change.unit);
        found |= decider
            .into_iter()
            .chain(changed)
            .any(|one| one.any(is_other));
        walk_own(inner, &mut |expr| {
            let arguments = expr.call().into_iter().flat_map(|(_, arguments)| arguments);
            found |= arguments.into_iter().any(is_other);
        });
    });
    found
}
