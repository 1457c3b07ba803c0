//! Prices whose test is turned round: `needs side.gold <= 2` above `take 2 from side.gold`.
//!
//! Reports: E0681.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Arithmetic, Change, Choice, Expr, Naming, RuleBook, Statement, TrackRead, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        for condition in body.iter().filter_map(Statement::needs) {
            diagnostics.extend(turned(context.book, naming, condition, body));
        }
        walk_statements(body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            for line in lines.into_iter().flatten() {
                let conditions = line.condition.iter();
                diagnostics.extend(
                    conditions.filter_map(|one| turned(context.book, naming, one, &line.body)),
                );
            }
            true
        });
    }
}

/// Returns the finding about a condition that a track is at most the amount which a block then takes from it.
fn turned(
    book: &RuleBook,
    naming: &Naming,
    condition: &Expr,
    block: &[Statement],
) -> Option<Diagnostic> {
    let mut found = None;
    condition.chain(Arithmetic::And, &mut |part| {
        if let Some((read, most)) = most_allowed(part)
            && let Some(taken) = taken(block, &read, most)
        {
            found = found.take().or(Some((part.span, read.track, most, taken)));
        }
    });
    let (asked, track, most, taken) = found?;
    let name = book.track_name(track);
    Some(
        Diagnostic::new(
            Code::UncheckedCost,
            format!("this takes {most} from `{name}`, of which there is {most} at most"),
        )
        .label(asked, "asks for no more")
        .label(taken, "taken here")
        .help("if it is a price, turn the comparison round: `>=`; if it is a bad state that ends, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible),
    )
}

/// Returns the track that a condition limits, and the limit.
fn most_allowed(part: &Expr) -> Option<(TrackRead<'_>, i32)> {
    let bound = part.bound()?;
    let most = match bound.order {
        Order::LessOrEqual => bound.number,
        Order::Less => bound.number.checked_sub(1)?,
        Order::Equal | Order::NotEqual | Order::Greater | Order::GreaterOrEqual => return None,
    };
    Some((bound.subject.track()?, most)).filter(|_| most > 0)
}

/// Returns where a block takes just as much from a track.
fn taken(block: &[Statement], read: &TrackRead<'_>, most: i32) -> Option<Span> {
    block.iter().find_map(|statement| {
        let change = statement.change().filter(|change| {
            change.how == Change::Take
                && change.track == read.track
                && change.amount.literal() == Some(most)
                && change.index.is_none()
                && read.index.is_none()
                && are_equivalent(change.unit, read.unit)
        });
        change.map(|_| statement.span)
    })
}
