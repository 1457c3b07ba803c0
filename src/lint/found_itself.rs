//! Selections that find nothing but a unit that is named already: `any other: army where other is army and …`, written for `other is not army`.
//!
//! Reports: E0607.

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Arithmetic, Choice, Expr, LocalId, Naming, RuleBook, Selection, walk_statements,
};
use sandtable_syntax::ast::Order;

/// Returns the findings about loops and choices.
pub(super) fn of_statements(book: &RuleBook) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let members = statement.each().map(|each| each.selection);
            let chosen = statement.choice().and_then(Choice::units);
            let selections = members.into_iter().chain(chosen);
            found.extend(selections.filter_map(|selection| finding(book, naming, selection)));
            true
        });
    }
    found
}

/// Returns the finding about a selection in an expression.
pub(super) fn of_expression(book: &RuleBook, naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    finding(book, naming, expr.aggregation()?.selection)
}

fn finding(book: &RuleBook, naming: &Naming, selection: &Selection) -> Option<Diagnostic> {
    // Among some places, or among those that were chosen, it asks whether the unit is one of them.
    let is_of_all =
        selection.region.is_none() && selection.chosen.is_none() && selection.owner.is_none();
    let condition = selection.condition.as_ref().filter(|_| is_of_all)?;
    let mut itself = None;
    condition.chain(Arithmetic::And, &mut |part| {
        itself = itself.or(same_unit(part, selection.local).map(|unit| (part, unit)));
    });
    let (part, unit) = itself?;
    let mut rules = book.procedures.iter();
    let rule = rules.find(|rule| rule.naming.span == naming.span);
    let local = rule.and_then(|rule| rule.locals.get(unit.at()));
    let (message, help) = match local.map(|local| local.name.as_str()) {
        Some(unit) => (
            format!("this finds nothing but `{unit}`"),
            format!(
                "for all others, write `is not {unit}`; for this one alone, ask for its values directly: `{unit}.…`"
            ),
        ),
        None => (
            "this finds nothing but the unit that it names".to_owned(),
            "for all others, write `is not`; for this one alone, ask for its values directly"
                .to_owned(),
        ),
    };
    Some(
        Diagnostic::new(Code::ConstantCondition, message)
            .label(part.span, "only one unit meets this")
            .help(help)
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
