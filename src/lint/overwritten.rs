//! Numbers that are added to, or a loop adds to, and that the next line sets to another value: the first change is lost.
//!
//! Reports: E0689.

use super::Context;
use super::readings::reads_track;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Change, Expr, Naming, RuleBook, Statement, TrackChange, TrackId, Type, blocks,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        search(book, naming, body, diagnostics);
    }
}

/// Searches a block; what is changed at the same time is added up.
fn search(book: &RuleBook, naming: &Naming, block: &[Statement], diagnostics: &mut Diagnostics) {
    for pair in block.windows(2) {
        if let [first, second] = pair {
            diagnostics.extend(finding(book, naming, first, second));
        }
    }
    let apart = block.iter().filter(|one| one.simultaneous().is_none());
    for inner in apart.flat_map(blocks) {
        search(book, naming, inner, diagnostics);
    }
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    first: &Statement,
    second: &Statement,
) -> Option<Diagnostic> {
    let set = second.change().filter(|change| change.how == Change::Set)?;
    let known = book.tracks.get(set.track.at())?;
    // A trigger may look at it between the two.
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let is_read = reads_track(set.amount, set.track) || calls(set.amount);
    if !matches!(known.ty, Type::Number(_))
        || is_read
        || whens.any(|when| when.reads.contains(&set.track))
    {
        return None;
    }
    let target = target_of(&set)?;
    let mut lost = Vec::new();
    if !only_changes(first, &target, &mut lost) {
        return None;
    }
    let lost = *lost.first()?;
    let name = book.track_name(set.track);
    Some(
        Diagnostic::new(
            Code::ClearedUnread,
            format!("this change of `{name}` is lost: the next line sets it to another value"),
        )
        .label(lost, "changed here")
        .label(second.span, "set here")
        .help("delete one of the two, or correct what it changes: in a loop, name its member")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// A track of one unit, perhaps about another one, in canonical form.
type Target = (TrackId, String, Option<String>);

fn target_of(change: &TrackChange<'_>) -> Option<Target> {
    let index = match change.index {
        Some(index) => Some(canonical_form(index, &[])?),
        None => None,
    };
    Some((change.track, canonical_form(change.unit, &[])?, index))
}

/// Whether an expression calls a rule, which may read anything.
fn calls(expr: &Expr) -> bool {
    expr.any(|part| part.call().is_some() || part.fact().is_some())
}

/// Whether a statement does nothing but change a track, itself or in a loop; adds the places.
fn only_changes(statement: &Statement, target: &Target, places: &mut Vec<Span>) -> bool {
    if let Some(change) = statement.change() {
        places.push(statement.span);
        return change.transfer.is_none() && target_of(&change).as_ref() == Some(target);
    }
    let is_loop = statement.each().is_some() || statement.count().is_some();
    if !is_loop && statement.branch().is_none() {
        return false;
    }
    let mut inner = blocks(statement).flatten();
    inner.all(|inner| only_changes(inner, target, places))
}
