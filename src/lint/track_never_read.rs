//! Tracks that rules change and none reads.
//!
//! Reports: E0614.

use super::Context;
use super::flag_never_cleared::is_repeated_turn;
use super::track_usage::of_kind;
use super::unchecked_cost::{is_own, is_side};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Arithmetic, Choice, Expr, KindTrack, RuleBook, Statement, Track, Type, walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut rules = context.book.procedures.iter();
    let has_turns = rules.any(|one| is_repeated_turn(&one.body));
    for (track, is_changed, is_read) in context.tracks.one_sided(context.book) {
        if !is_changed || is_read {
            continue;
        }
        let naming = &track.naming;
        let is_expected = context.tracks.expected.contains(&track.track);
        if let Some(place) = used_up(context, track).filter(|_| has_turns && !is_expected) {
            diagnostics.push(supply(context.book, track, place));
            continue;
        }
        diagnostics.push(
            Diagnostic::new(
                Code::TrackNeverRead,
                format!(
                    "`{}`{} is changed but never read",
                    naming.name,
                    of_kind(context.book, track)
                ),
            )
            .label(naming.span, "")
            .help("use it in a rule, or delete it")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(match context.book.tracks.get(track.track.at()) {
                Some(known) if is_marker(known) && !is_expected => Confidence::Likely,
                // A counter, or a track that an example tests, can be a result that players read.
                _ => Confidence::Possible,
            }),
        );
    }
}

/// Returns where an action takes from a supply: a number that begins above its minimum, or that a rule fills, and that nothing raises step by
/// step. Points and losses are counted up.
fn used_up(context: &Context<'_>, track: &KindTrack) -> Option<Span> {
    let begins_full = track.start > track.low || track.starts_at.is_some();
    let known = context.book.tracks.get(track.track.at());
    let is_number = known.is_some_and(|known| matches!(known.ty, Type::Number(_)));
    let writes = context.tracks.writes.iter();
    let writes = writes.filter(|write| write.track == track.track);
    let mut set = writes.clone().filter(|write| write.sets);
    let is_filled = set.any(|write| write.constant.is_none_or(|value| value > track.low));
    let is_raised = writes.clone().any(|write| write.raises && !write.lowers);
    let mut taken = writes.filter(|write| write.lowers && !write.raises);
    let paid = taken.find(|write| is_paid(context.book, write.span))?;
    ((begins_full || is_filled) && is_number && !is_raised).then_some(paid.span)
}

/// Whether the statement at a place is a cost: an action takes it from its first unit or its side, not from a target, and for certain or by
/// an option. What units lose now and then is no cost, unless sides lose it.
fn is_paid(book: &RuleBook, place: Span) -> bool {
    book.procedures.iter().any(|action| {
        let mut is_paid = action
            .body
            .iter()
            .any(|one| is_cost(book, one, place, false));
        walk_statements(&action.body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            let mut options = lines.into_iter().flatten().flat_map(|line| &line.body);
            is_paid |= options.any(|one| is_cost(book, one, place, false));
            is_paid |= is_cost(book, statement, place, true);
            !is_paid
        });
        is_paid && !action.parameters.is_empty()
    })
}

fn is_cost(book: &RuleBook, statement: &Statement, place: Span, is_of_sides: bool) -> bool {
    let change = statement.change().filter(|_| statement.span == place);
    change.is_some_and(|change| {
        let is_its = !is_of_sides || is_side(book, change.unit);
        is_own(change.unit) && is_its && is_stated(change.amount)
    })
}

/// Whether an amount is a number as written, also one of two by a condition, or a sum of such. Losses are rolled, or handed over.
fn is_stated(amount: &Expr) -> bool {
    if let Some(either) = amount.conditional() {
        return is_stated(either.then) && is_stated(either.otherwise);
    }
    match amount.operands(Arithmetic::Add) {
        Some((one, other)) => is_stated(one) && is_stated(other),
        None => amount.literal().is_some(),
    }
}

/// Returns the finding about a supply that rules take from and none asks for.
fn supply(book: &RuleBook, track: &KindTrack, place: Span) -> Diagnostic {
    let name = &track.naming.name;
    Diagnostic::new(
        Code::TrackNeverRead,
        format!(
            "rules take from `{name}`{}, but none asks whether there is any left",
            of_kind(book, track)
        ),
    )
    .label(track.naming.span, "limits nothing")
    .label(place, "taken even if there is none")
    .help(format!(
        "ask for it before it is taken: `needs ….{name} > 0`, or `if ….{name} = 0: stop` in an action that a rule calls"
    ))
    .cite(track.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// Whether a track is a marker of a unit: a flag.
fn is_marker(track: &Track) -> bool {
    track.ty == Type::Flag && track.index.is_none()
}
