//! Counts of those that have the highest or lowest value, compared with less than one: at least one has it.
//! `best = highest of score(side) for each side` and `if (number of side where score(side) = best) >= 1: …`, written for `> 1`.
//!
//! Reports: E0607, by way of [`constant_condition`](super::constant_condition).

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Aggregate, Arithmetic, Expr, Kinds, LocalId, Naming, RuleBook, Selection, walk_statement,
    walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Returns the findings about all bodies.
pub(super) fn findings(book: &RuleBook) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (naming, body) in book.bodies() {
        let mut bests: Vec<Best> = Vec::new();
        walk_statements(body, &mut |statement| {
            bests.extend(statement.binding().and_then(best));
            true
        });
        if bests.is_empty() {
            continue;
        }
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |part| {
                    found.extend(bests.iter().find_map(|best| counted(naming, best, part)));
                });
            });
        }
    }
    found
}

/// A name for the highest or lowest value of some units.
struct Best {
    name: LocalId,
    /// The value of a unit, in canonical form.
    value: String,
    kinds: Kinds,
    /// The conditions of the units, in canonical form.
    conditions: Vec<String>,
    span: Span,
}

fn best((name, value): (LocalId, &Expr)) -> Option<Best> {
    let members = value.aggregation()?;
    let is_best = matches!(members.aggregate, Aggregate::Highest | Aggregate::Lowest);
    Some(Best {
        name,
        value: form(members.value?, members.selection.local)?,
        kinds: members.selection.kinds,
        conditions: conditions(members.selection)?,
        span: value.span,
    })
    .filter(|_| is_best && is_of_all(members.selection))
}

/// Returns the canonical form of an expression about the member of a selection, whatever the name of the member is.
fn form(expr: &Expr, member: LocalId) -> Option<String> {
    let mut names: Vec<Option<String>> =
        (0..=member.at()).map(|at| Some(format!("#{at}"))).collect();
    if let Some(last) = names.last_mut() {
        *last = Some("member".to_owned());
    }
    canonical_form(expr, &names)
}

fn conditions(selection: &Selection) -> Option<Vec<String>> {
    let mut all = Some(Vec::new());
    if let Some(condition) = selection.condition.as_deref() {
        condition.chain(Arithmetic::And, &mut |part| {
            let form = form(part, selection.local);
            all = all.take().zip(form).map(|(mut all, form)| {
                all.push(form);
                all
            });
        });
    }
    all
}

fn is_of_all(selection: &Selection) -> bool {
    selection.region.is_none() && selection.chosen.is_none() && selection.owner.is_none()
}

/// Returns the finding about a comparison of the number of those that have the best value, if it asks whether there is any.
fn counted(naming: &Naming, best: &Best, expr: &Expr) -> Option<Diagnostic> {
    let bound = expr.bound()?;
    let members = bound.subject.aggregation()?;
    let selection = members.selection;
    let is_number = members.aggregate == Aggregate::Number && selection.kinds == best.kinds;
    let is_met = match (bound.order, bound.number) {
        (Order::GreaterOrEqual, 1) | (Order::Greater | Order::NotEqual, 0) => true,
        (Order::Less, 1) | (Order::LessOrEqual | Order::Equal, 0) => false,
        _ => return None,
    };
    let (mut has_best, mut others) = (false, Vec::new());
    selection
        .condition
        .as_deref()?
        .chain(Arithmetic::And, &mut |part| {
            let compared = part.comparison().filter(|one| one.order == Order::Equal);
            let is_it = compared.is_some_and(|one| {
                let value = |one: &Expr| form(one, selection.local).as_ref() == Some(&best.value);
                one.right.is_local(best.name) && value(one.left)
                    || one.left.is_local(best.name) && value(one.right)
            });
            match is_it {
                true => has_best = true,
                false => others.push(form(part, selection.local)),
            }
        });
    let are_same = others.iter().all(|one| {
        one.as_ref()
            .is_some_and(|one| best.conditions.contains(one))
    });
    (is_number && is_of_all(selection) && has_best && are_same).then(|| {
        let word = if is_met { "always" } else { "never" };
        Diagnostic::new(
            Code::ConstantCondition,
            format!("this condition is {word} met: at least one has the value"),
        )
        .label(expr.span, format!("{word} met"))
        .label(best.span, "one has it")
        .help("for a tie, ask for more than one: `> 1`")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
    })
}
