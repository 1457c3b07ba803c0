//! Selections that find nothing but a unit that is named already: `any other: army where other is army and …`, written for `other is not army`.
//!
//! Reports: E0607.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Arithmetic, Choice, Expr, LocalId, Naming, Selection, Statement, walk_statement,
    walk_statements, walk_within,
};
use sandtable_syntax::ast::Order;

/// Returns the findings in all rules.
pub(super) fn findings(context: &Context<'_>) -> Vec<Diagnostic> {
    let book = context.book;
    let mut found = Vec::new();
    for (at, (naming, body)) in book.bodies().enumerate() {
        let locals = book.procedures.get(at).map(|procedure| &procedure.locals);
        let name = |local: LocalId| {
            let local = locals.and_then(|locals| locals.get(local.at()));
            local
                .map_or("a unit", |local| local.name.as_str())
                .to_owned()
        };
        let mut look = |selection: &Selection| found.extend(finding(naming, selection, &name));
        walk_statements(body, &mut |statement| {
            let members = statement.each().map(|each| each.selection);
            let chosen = statement.choice().and_then(Choice::units);
            members.into_iter().chain(chosen).for_each(&mut look);
            true
        });
        for statement in body {
            of_expressions(statement, &mut look);
        }
    }
    found
}

/// Calls a visitor with the selections of the expressions of a statement and its blocks.
fn of_expressions(statement: &Statement, look: &mut dyn FnMut(&Selection)) {
    walk_statement(statement, &mut |expr| {
        walk_within(expr, &mut |part| {
            if let Some(members) = part.aggregation() {
                look(members.selection);
            }
        });
    });
}

fn finding(
    naming: &Naming,
    selection: &Selection,
    name: &dyn Fn(LocalId) -> String,
) -> Option<Diagnostic> {
    // Among some places, or among those that were chosen, it asks whether the unit is one of them.
    let is_of_all =
        selection.region.is_none() && selection.chosen.is_none() && selection.owner.is_none();
    let condition = selection.condition.as_ref().filter(|_| is_of_all)?;
    let mut itself = None;
    condition.chain(Arithmetic::And, &mut |part| {
        itself = itself.or(same_unit(part, selection.local).map(|unit| (part, unit)));
    });
    let (part, unit) = itself?;
    let unit = name(unit);
    Some(
        Diagnostic::new(
            Code::ConstantCondition,
            format!("this finds nothing but `{unit}`"),
        )
        .label(part.span, "only one unit meets this")
        .help(format!("for all others, write `is not {unit}`; for this one alone, ask for its values directly: `{unit}.…`"))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Returns the local with whose unit a condition compares a member.
fn same_unit(condition: &Expr, member: LocalId) -> Option<LocalId> {
    let compared = condition
        .comparison()
        .filter(|one| one.order == Order::Equal)?;
    let sides = [
        (compared.left, compared.right),
        (compared.right, compared.left),
    ];
    let other = sides.into_iter().find_map(|(one, other)| {
        let is_member = one.local() == Some(member);
        other.local().filter(|_| is_member)
    });
    other.filter(|other| *other != member)
}
