//! A choice without a legal option below a line that offers it on another condition.

use sandtable_model::{Expr, Kinds, RuleBook, Statement, blocks, walk_within};
use sandtable_source::Span;

/// Returns the cure of a choice at a place, if a condition above asks for any member that meets another condition.
pub(super) fn cure<'t>(
    book: &RuleBook,
    place: Span,
    text: impl Fn(Span) -> &'t str,
) -> Option<String> {
    let mut bodies = book.bodies();
    let (above, choice) = bodies.find_map(|(_, body)| find(body, place, None))?;
    let chosen = choice.selection()?;
    let condition = chosen.condition.as_deref()?;
    let offered = offered(above, chosen.kinds)?;
    let (here, there) = (text(condition.span), text(offered));
    (here != there).then(|| {
        format!("the line above offers it on another condition: it asks `{there}`, the choice `{here}`; let both ask the same")
    })
}

/// Returns the condition of the block in which a statement is, and the statement.
fn find<'b>(
    body: &'b [Statement],
    place: Span,
    above: Option<&'b Expr>,
) -> Option<(&'b Expr, &'b Statement)> {
    body.iter().find_map(|statement| {
        if statement.span == place {
            return Some((above?, statement));
        }
        let lines = statement.choice().and_then(|choice| choice.lines());
        let conditions = lines
            .into_iter()
            .flatten()
            .map(|line| line.condition.as_ref());
        let conditions: Vec<Option<&Expr>> = match statement.branch() {
            Some((condition, ..)) => vec![Some(condition)],
            None => conditions.collect(),
        };
        blocks(statement).enumerate().find_map(|(at, block)| {
            let own = conditions.get(at).copied().flatten();
            find(block, place, own.or(above))
        })
    })
}

/// Returns the condition on any member of some kinds that a condition asks for.
fn offered(condition: &Expr, kinds: Kinds) -> Option<Span> {
    let mut found = None;
    walk_within(condition, &mut |part| {
        let members = part.aggregation().map(|members| members.selection);
        let members = members.filter(|members| members.kinds == kinds);
        let condition = members.and_then(|members| members.condition.as_deref());
        found = found.or(condition.map(|condition| condition.span));
    });
    found
}
