//! Numbers that rules set to some turns, that conditions only compare with 0, and that no rule lowers: the wait has no end.
//!
//! Reports: E0680.

use super::Context;
use super::flag_never_cleared::is_repeated_turn;
use super::readings::is_read_of;
use super::track_usage::{Write, is_declared, of_each};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Expr, KindId, KindTrack, RuleBook, Type, walk_within};
use sandtable_source::Span;

/// The least number that says how long, rather than that.
const LEAST_TIME: i32 = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut bodies = book.procedures.iter();
    if !bodies.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    for (at, kind) in book.kinds.iter().enumerate() {
        let tracks = kind.tracks.iter().filter(|track| is_declared(kind, track));
        let timers = tracks.filter(|track| {
            let ty = book.tracks.get(track.track.at()).map(|known| known.ty);
            matches!(ty, Some(Type::Number(_)))
                && (track.start, track.low) == (0, 0)
                && track.starts_at.is_none()
                && track.lasts.is_none()
        });
        for track in timers {
            let writes = context.tracks.writes_of(track.track, KindId::new(at));
            let longest = writes.iter().max_by_key(|one| one.constant);
            let is_only_set = writes
                .iter()
                .all(|one| one.constant.is_some_and(|value| value > 0));
            if let Some(longest) = longest.filter(|_| is_only_set)
                && longest.constant >= Some(LEAST_TIME)
                && let Some(asked) = asked_for_zero(book, track, KindId::new(at))
            {
                diagnostics.push(finding(book, (track, KindId::new(at)), longest, asked));
            }
        }
    }
}

/// Returns a condition that asks whether the track is 0; `None` if there is none, or if the number itself is read anywhere.
fn asked_for_zero(book: &RuleBook, track: &KindTrack, kind: KindId) -> Option<Span> {
    let (mut n_reads, mut n_zero, mut asked) = (0, 0, None);
    let mut look = |expr: &Expr| {
        walk_within(expr, &mut |inner| {
            n_reads += u32::from(is_read_of(inner, (track.track, kind)));
            let bound = inner.bound();
            let bound = bound.filter(|bound| is_read_of(bound.subject, (track.track, kind)));
            if let Some(bound) = bound {
                let holds = |value: i32| bound.order.holds(&value, &bound.number);
                let is_of_zero = holds(0) != holds(1) && holds(1) == holds(track.high);
                // Only a comparison with 1 or less says the same of every number above 0.
                if is_of_zero && (0..=1).contains(&bound.number) {
                    n_zero += 1;
                    asked = asked.or(Some(inner.span));
                }
            }
        });
    };
    book.walk_roots(&mut look);
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let is_watched = whens.any(|when| when.reads.contains(&track.track));
    asked.filter(|_| n_reads == n_zero && !is_watched)
}

fn finding(
    book: &RuleBook,
    (track, kind): (&KindTrack, KindId),
    longest: &Write,
    asked: Span,
) -> Diagnostic {
    let name = &track.naming.name;
    let (unit, each) = of_each(book, kind, |unit| format!("{unit}.{name} > 0"));
    let time = longest.constant.unwrap_or_default();
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is set to {time} and never goes down: it stays above 0 to the end of the game"),
    )
    .label(longest.span, "set here")
    .label(asked, "only asks whether it is 0")
    .help(format!(
        "count it down in the turn, `{each}take 1 from {unit}.{name}`; if it lasts until the end of the game, make it a flag: \
        `track {name}: yes or no`"
    ))
    .cite(track.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
