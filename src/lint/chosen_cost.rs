//! Numbers that a player chooses and pays from a track, without a limit by what there is: bids beyond the purse.
//!
//! Reports: E0681.

use std::collections::BTreeSet;

use super::Context;
use super::readings::reads_track;
use super::unchecked_cost::is_checked_by_callers;
use super::written::changed_track;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Change, Expr, LocalId, Naming, Statement, TrackId, Values, walk_own, walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (at, (naming, body)) in book.bodies().enumerate() {
        let chosen = numbers_chosen(body);
        walk_statements(body, &mut |statement| {
            let paid = chosen.iter().find_map(|number| {
                let track = paid_with(statement, number)?;
                let is_limited = number.to.any(|part| part.is_track(track));
                let procedure = book.procedures.get(at);
                let is_checked =
                    || procedure.is_some_and(|called| is_checked_by_callers(book, called, track));
                let is_open = !is_limited && !is_read(body, track, number.span) && !is_checked();
                is_open.then_some((number, track))
            });
            if let Some((number, track)) = paid {
                let name = book.track_name(track);
                // A unit that is chosen below the number has no name there.
                let unit = statement.change().map(|change| change.unit);
                let is_known = unit.is_none_or(|unit| {
                    !unit.any(|part| {
                        part.local()
                            .is_some_and(|local| local.at() > number.local.at())
                    })
                });
                let place = changed_track(context.rules, statement.span);
                let place = place.filter(|_| is_known);
                let place = place.unwrap_or_else(|| format!("….{name}"));
                diagnostics.push(finding(naming, number, (name, &place), statement.span));
            }
            true
        });
        let given = chosen.iter().find_map(|number| given_away(body, number));
        diagnostics.extend(given.map(|(track, given)| {
            let place = changed_track(context.rules, given.span);
            out_of_nothing(naming, (context.book.track_name(track), place), given)
        }));
    }
}

/// A number that a player gives to another unit, up to the number that the own track has.
struct Given {
    /// The choice.
    chosen: Span,
    /// The statement that adds it.
    span: Span,
}

/// Returns the track to which a chosen number is added, although the number is limited by the same track of another unit, from which the
/// body takes nothing.
fn given_away(body: &[Statement], number: &Number<'_>) -> Option<(TrackId, Given)> {
    let mut added = None;
    let mut taken = BTreeSet::new();
    walk_statements(body, &mut |statement| {
        if let Some(change) = statement.change() {
            let is_added = change.how == Change::Add && change.amount.is_local(number.local);
            let is_limit = |part: &Expr| {
                let read = part.track().filter(|read| read.track == change.track);
                read.is_some_and(|read| !are_equivalent(read.unit, change.unit))
            };
            if is_added && change.index.is_none() && number.to.any(is_limit) {
                added = added.or(Some((change.track, statement.span)));
            } else {
                taken.insert(change.track);
            }
        }
        true
    });
    let (track, span) = added.filter(|(track, _)| !taken.contains(track))?;
    let chosen = number.span;
    Some((track, Given { chosen, span }))
}

/// Returns the finding about a number that is given and not taken, with the name of the track and the place to which it is added.
fn out_of_nothing(
    naming: &Naming,
    (track, place): (&str, Option<String>),
    given: Given,
) -> Diagnostic {
    let place = place.unwrap_or_else(|| format!("….{track}"));
    Diagnostic::new(
        Code::UncheckedCost,
        format!("this gives `{track}` to another unit, but takes none from the one that gives it"),
    )
    .label(given.span, "added here")
    .label(given.chosen, "as much as there is can be chosen")
    .help(format!(
        "move it instead: `move n of unit.{track} to {place}`; if it is not paid, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// A number that a player chooses.
struct Number<'b> {
    local: LocalId,
    /// The least number.
    from: &'b Expr,
    /// The greatest number.
    to: &'b Expr,
    high: i32,
    span: Span,
}

fn numbers_chosen(body: &[Statement]) -> Vec<Number<'_>> {
    let mut found = Vec::new();
    walk_statements(body, &mut |statement| {
        let values = statement.choice().and_then(|choice| choice.values());
        if let Some((local, Values::Numbers { from, to, high, .. })) = values
            // An empty range is a finding of its own.
            && from.literal().is_none_or(|least| least <= *high)
        {
            found.push(Number {
                local,
                from,
                to,
                high: *high,
                span: statement.span,
            });
        }
        true
    });
    found
}

/// Returns the track from which a statement takes a chosen number; `None` for a track of many values.
fn paid_with(statement: &Statement, number: &Number<'_>) -> Option<TrackId> {
    let change = statement.change()?;
    let is_paid = change.how == Change::Take && change.amount.is_local(number.local);
    (is_paid && change.index.is_none()).then_some(change.track)
}

/// Whether a body reads a track elsewhere than in the choice itself, whose worth limits nothing.
fn is_read(body: &[Statement], track: TrackId, choice: Span) -> bool {
    let mut is_read = false;
    walk_statements(body, &mut |statement| {
        if statement.span != choice {
            walk_own(statement, &mut |expr| is_read |= reads_track(expr, track));
        }
        !is_read
    });
    is_read
}

/// Returns the finding about a track, given its name and how the rule writes it.
fn finding(
    naming: &Naming,
    number: &Number<'_>,
    (track, place): (&str, &str),
    paid: Span,
) -> Diagnostic {
    let from = match number.from.literal() {
        Some(least) => least.to_string(),
        None => "…".to_owned(),
    };
    Diagnostic::new(
        Code::UncheckedCost,
        format!("the number chosen here can be more than there is of `{track}`"),
    )
    .label(number.span, format!("up to {} can be chosen", number.high))
    .label(paid, "takes only what there is")
    .help(format!(
        "limit the choice to what there is: `from {from} to ({place} limited to 0..{})`",
        number.high
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
