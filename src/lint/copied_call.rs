//! A call that is copied below the twin of its condition: `if theirs > 3: risk(attacker)` and `if ours > 3: risk(attacker)`.
//!
//! Reports: E0675.

use super::Context;
use super::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{are_equivalent, canonical_form, exchanged};
use sandtable_model::{
    Expr, LocalId, Naming, Procedure, RuleBook, Statement, Type, walk_blocks, walk_statement,
    walk_within,
};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for procedure in &book.procedures {
        let names = names_of(&procedure.body);
        walk_blocks(&procedure.body, &mut |block| {
            for pair in block.windows(2) {
                if let [first, second] = pair {
                    diagnostics.extend(finding(book, procedure, &names, [first, second]));
                }
            }
        });
    }
}

fn finding(
    book: &RuleBook,
    procedure: &Procedure,
    names: &Names<'_>,
    pair: [&Statement; 2],
) -> Option<Diagnostic> {
    let (first, call) = conditional_call(book, pair[0])?;
    let (second, copy) = conditional_call(book, pair[1])?;
    let (_, arguments) = call.call()?;
    let naming: &Naming = &procedure.naming;
    if !are_equivalent(call, copy) || !leaves_a_twin(procedure, arguments) {
        return None;
    }
    let (one, other) = twins(first, second)?;
    let are_alike = match (names.get(&one)?, names.get(&other)?) {
        (one, other) if one.numbered_dice().is_some() => {
            one.numbered_dice() == other.numbered_dice()
        }
        (one, other) => one.call()?.0 == other.call()?.0,
    };
    if !are_alike || !are_compared(&procedure.body, one, other) {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::EqualBranches,
            "both conditions, one for each of two, have the same consequence for the same piece",
        )
        .label(pair[0].span, "for one of them")
        .label(pair[1].span, "for the other")
        .help("let one of the two lines be about the other piece; if intended, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}

/// Returns the condition and the only call of a branch without an alternative.
fn conditional_call<'b>(book: &RuleBook, statement: &'b Statement) -> Option<(&'b Expr, &'b Expr)> {
    let (condition, then, otherwise) = statement.branch()?;
    let [only] = then.as_slice() else {
        return None;
    };
    only.called_action(book).filter(|_| otherwise.is_empty())?;
    Some((condition, only.evaluated()?))
}

/// Whether a rule has another parameter like one of these arguments, and hands over only one of the two.
fn leaves_a_twin(procedure: &Procedure, arguments: &[Expr]) -> bool {
    let parameters = || procedure.parameters.iter().enumerate();
    let is_given = |at: usize| arguments.iter().any(|one| one.is_local(LocalId::new(at)));
    parameters().any(|(at, one)| {
        let is_unit = matches!(one.ty, Type::Unit(_)) && is_given(at);
        is_unit && parameters().any(|(at, other)| other.ty == one.ty && !is_given(at))
    })
}

/// Returns the names by whose exchange two conditions are equal, and only by it.
fn twins(first: &Expr, second: &Expr) -> Option<(LocalId, LocalId)> {
    let numbers = |expr: &Expr| {
        let mut found = Vec::new();
        walk_within(expr, &mut |part| {
            let is_number = matches!(part.ty, Type::Number(_));
            found.extend(part.local().filter(|_| is_number));
        });
        found
    };
    let (of_first, of_second) = (numbers(first), numbers(second));
    let ([one], [other]) = (of_first.as_slice(), of_second.as_slice()) else {
        return None;
    };
    let (one, other) = (*one, *other);
    let form = canonical_form(first, &[]);
    let second = canonical_form(second, &exchanged(one, other));
    let are_twins = one != other && form.is_some() && form == second;
    are_twins.then_some((one, other))
}

/// Whether a body compares two names with each other.
fn are_compared(body: &[Statement], one: LocalId, other: LocalId) -> bool {
    let mut are_compared = false;
    for statement in body {
        walk_statement(statement, &mut |expr| {
            are_compared |= expr.any(|part| {
                part.comparison().is_some_and(|compared| {
                    let pair = (compared.left.local(), compared.right.local());
                    pair == (Some(one), Some(other)) || pair == (Some(other), Some(one))
                })
            });
        });
    }
    are_compared
}
