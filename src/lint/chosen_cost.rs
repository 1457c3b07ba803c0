//! Numbers that a player chooses and pays from a track, without a limit by what there is: bids beyond the purse, and three dice at 5 each
//! where only 5 are required.
//!
//! Reports: E0681.

use std::collections::BTreeSet;

use super::Context;
use super::readings::reads_track;
use super::unchecked_cost::{Required, amounts_required, is_checked_by_callers};
use super::written::changed_track;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{are_equivalent, canonical_form};
use sandtable_model::{
    Arithmetic, Change, Expr, LocalId, Naming, RuleBook, Statement, TrackChange, TrackId, Values,
    walk_own, walk_statements, walk_within,
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
        if !chosen.is_empty() {
            more_than_required(context, at, (naming, body), &chosen, diagnostics);
        }
        let given = chosen.iter().find_map(|number| given_away(body, number));
        diagnostics.extend(given.map(|(track, given)| {
            let place = changed_track(context.rules, given.span);
            out_of_nothing(naming, (context.book.track_name(track), place), given)
        }));
    }
}

/// Reports payments of a chosen number, or of a multiple of it, that can be more than all conditions of the body require.
fn more_than_required(
    context: &Context<'_>,
    at: usize,
    (naming, body): (&Naming, &[Statement]),
    chosen: &[Number<'_>],
    diagnostics: &mut Diagnostics,
) {
    let book = context.book;
    let mut required = None;
    walk_statements(body, &mut |statement| {
        for number in chosen {
            let Some((change, times)) = multiple_paid(statement, number) else {
                continue;
            };
            let track = change.track;
            let most = number.to.literal().and_then(|to| to.checked_mul(times));
            let required = required.get_or_insert_with(|| amounts_of(body));
            let is_checked = || {
                let procedure = book.procedures.get(at);
                procedure.is_some_and(|called| is_checked_by_callers(book, called, track))
            };
            if let Some(most) = most
                && let Some((least, place)) = least_in_hand(body, &change, required)
                && (1..most).contains(&least)
                && !is_checked()
            {
                let limit = limit(context, statement, number, times);
                let asked = (least, place);
                let finding = requires_less(book, naming, (&change, most), asked, limit);
                diagnostics.push(finding.label(statement.span, "takes only what there is"));
            }
        }
        true
    });
}

/// Returns the change with which a statement takes a chosen number, or a multiple of it, from a track, and the factor.
fn multiple_paid<'s>(
    statement: &'s Statement,
    number: &Number<'_>,
) -> Option<(TrackChange<'s>, i32)> {
    let change = statement.change()?;
    let times = match change.amount.operands(Arithmetic::Multiply) {
        Some((one, other)) if one.is_local(number.local) => other.literal()?,
        Some((one, other)) if other.is_local(number.local) => one.literal()?,
        Some(_) | None => i32::from(change.amount.is_local(number.local)),
    };
    let is_paid = change.how == Change::Take && change.index.is_none() && times > 0;
    is_paid.then_some((change, times))
}

/// Returns the amounts that conditions of a body require.
fn amounts_of(body: &[Statement]) -> Vec<Required> {
    let mut required = Vec::new();
    walk_statements(body, &mut |statement| {
        let branch = statement.branch().map(|(condition, ..)| condition);
        let conditions = statement.needs().into_iter().chain(branch);
        required.extend(conditions.flat_map(amounts_required));
        true
    });
    required
}

/// Returns the greatest amount of a track that a condition requires, and the condition; `None` if the body reads the track for anything else.
fn least_in_hand(
    body: &[Statement],
    change: &TrackChange<'_>,
    required: &[Required],
) -> Option<(i32, Span)> {
    let unit = canonical_form(change.unit, &[])?;
    let its = required
        .iter()
        .filter(|(track, whose, ..)| *track == change.track && *whose == unit);
    let mut n_reads = 0;
    walk_statements(body, &mut |statement| {
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |part| {
                n_reads += usize::from(part.is_track(change.track))
            });
        });
        true
    });
    let (_, _, least, place) = its.clone().max_by_key(|(_, _, least, _)| *least)?;
    (n_reads == its.count()).then_some((*least, *place))
}

/// Returns the choice of a number as it could be written, limited to what there is.
fn limit(context: &Context<'_>, paid: &Statement, number: &Number<'_>, times: i32) -> String {
    let place = changed_track(context.rules, paid.span).unwrap_or_else(|| "….…".to_owned());
    let share = match times {
        1 => place,
        _ => format!("{place} / {times} rounded down"),
    };
    let from = number
        .from
        .literal()
        .map_or_else(|| "…".to_owned(), |least| least.to_string());
    format!("from {from} to ({share} limited to 0..{})", number.high)
}

/// Returns the finding about a payment of at most `most` from a track, where conditions require less.
fn requires_less(
    book: &RuleBook,
    naming: &Naming,
    (change, most): (&TrackChange<'_>, i32),
    (least, place): (i32, Span),
    limit: String,
) -> Diagnostic {
    let name = book.track_name(change.track);
    Diagnostic::new(
        Code::UncheckedCost,
        format!("this costs up to {most} `{name}`, but only {least} is required"),
    )
    .label(place, "requires less")
    .help(format!(
        "limit the choice to what there is: `{limit}`; or stop below the choice if there is less than the price"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
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
