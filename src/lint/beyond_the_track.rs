//! Tracks that are set to the result of a rule or of dice that they cannot hold: `set side.command to command-roll(side)`.
//!
//! Reports: E0642.

use std::collections::BTreeSet;

use super::Context;
use super::domain::Basis;
use super::readings::{Names, named, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, Expr, KindTrack, Naming, RuleBook, Statement, TrackChange, Type, walk_own,
    walk_statements,
};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        let names = names_of(body);
        walk_statements(body, &mut |statement| {
            diagnostics.extend(finding(context, naming, (body, &names), statement));
            true
        });
    }
}

fn finding(
    context: &Context<'_>,
    naming: &Naming,
    (body, names): (&[Statement], &Names<'_>),
    statement: &Statement,
) -> Option<Diagnostic> {
    let change = statement
        .change()
        .filter(|change| change.how == Change::Set)?;
    let (amount, line) = (
        named(change.amount, names),
        track_of(context.book, &change)?,
    );
    // A value that a condition has tested may be a smaller one.
    if is_tested(body, change.amount) || !matches!(amount.ty, Type::Number(_)) {
        return None;
    }
    let (most, source) = most(context, amount)?;
    let high = i64::from(line.high);
    if most <= high {
        return None;
    }
    let (name, end) = (&line.naming.name, line.high);
    Some(
        Diagnostic::new(
            Code::RangeNotKept,
            format!("`{name}` is set to {source} here, up to {most}, but ends at {end}: the rest is lost"),
        )
        .label(amount.span, format!("up to {most}"))
        .label(line.naming.span, format!("ends at {end}"))
        .help(format!(
            "let the track end at {most}; if the rest is meant to be lost, say so: `… limited to {}..{end}`",
            line.low
        ))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Returns the declaration of a changed track of numbers with the highest end.
fn track_of<'b>(book: &'b RuleBook, change: &TrackChange<'_>) -> Option<&'b KindTrack> {
    let known = book.tracks.get(change.track.at())?;
    let kinds = change.unit.ty.kinds().members();
    let kinds = kinds.filter_map(|kind| book.kinds.get(kind.at()));
    let lines = kinds.flat_map(|kind| &kind.tracks);
    let lines = lines.filter(|line| line.track == change.track && !line.is_internal());
    let line = lines.max_by_key(|line| line.high)?;
    let is_plain = matches!(known.ty, Type::Number(_)) && known.ty.per_whole() == 1;
    is_plain.then_some(line)
}

/// Returns the greatest result of a call or of dice, and its source in words.
fn most(context: &Context<'_>, amount: &Expr) -> Option<(i64, String)> {
    if let Some((count, sides)) = amount.numbered_dice() {
        return Some((i64::from(count) * i64::from(sides), "dice".to_owned()));
    }
    let (id, _) = amount.call()?;
    let called = context.book.procedures.get(id.at())?;
    let values = context.values.result_of(id)?;
    let (_, high) = values.range().filter(|_| values.basis == Basis::Declared)?;
    let most = high.min(i64::from(called.range.1));
    let is_plain = amount.ty.per_whole() == 1 && most < i64::from(i32::MAX);
    is_plain.then(|| (most, format!("a result of `{}`", called.naming.name)))
}

/// Whether a condition of a body reads a name.
fn is_tested(body: &[Statement], amount: &Expr) -> bool {
    let Some(local) = amount.local() else {
        return false;
    };
    let mut tested = BTreeSet::new();
    walk_statements(body, &mut |statement| {
        let is_condition = statement.branch().is_some()
            || statement.needs().is_some()
            || statement.cases().is_some()
            || statement.repetition().is_some();
        if is_condition {
            walk_own(statement, &mut |expr| {
                tested.extend(expr.reads_local(local).then_some(local));
            });
        }
        true
    });
    !tested.is_empty()
}
