//! Points that decide a game and go beyond the end of their track: what is scored there is lost.
//!
//! Such a track only rises, so a game in which its range is wider goes on as the declared one until the end is passed, and stays beyond it.
//!
//! Reports: E0572.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_eval::sample::blocks::Choosing;
use sandtable_ir::{OutcomePart, OutputSpec, lower};
use sandtable_model::{
    Change, Comparison, Expr, KindTrack, Kinds, Question, RuleBook, TrackId, Type, walk_changes,
    walk_statements, walk_within,
};
use sandtable_syntax::ast::Order;

use crate::deciding::tracks_that_decide;
use crate::scenarios::Start;
use crate::trial_series::{TrialSize, play_series};

/// Values by which a range is widened.
const WIDER: i32 = 10_000;

/// A track of the sides that decides a game and whose end no rule asks for.
struct Capped<'b> {
    track: &'b KindTrack,
    /// For each side, whether it has more than the declared end.
    exceeds: Vec<Expr>,
}

/// Plays some games of a scenario, at random and by policy, with wider ranges of the points that decide it.
///
/// Reports: E0572.
pub(super) fn check(book: &RuleBook, start: &Start, size: TrialSize) -> Vec<Diagnostic> {
    let situation = &start.situation;
    let capped = find(book, situation);
    if capped.is_empty() {
        return Vec::new();
    }
    let book = widened(book, &capped);
    let conditions: Vec<Option<&Expr>> = capped
        .iter()
        .flat_map(|one| &one.exceeds)
        .map(Some)
        .collect();
    let lowered = lower::for_playing(&book, situation, OutputSpec::Ending(&conditions));
    let mut first = lowered
        .parts
        .iter()
        .take_while(|part| !matches!(part, OutcomePart::Condition))
        .count();
    let tracks: Vec<(&Capped<'_>, Range<usize>)> = capped
        .iter()
        .map(|one| {
            let sides = first..first + one.exceeds.len();
            first = sides.end;
            (one, sides)
        })
        .collect();
    let mut counts = vec![0; tracks.len()];
    let mut n_games = 0;
    for (by, n) in [
        (Choosing::Random, size.n_games.div_ceil(2)),
        (Choosing::Policy, size.n_by_policy),
    ] {
        // That a game breaks off is a finding about the rules as they are, if it is one.
        let Ok(outcomes) = play_series(
            &book,
            &lowered,
            situation.cast.len(),
            size,
            (by, 0..n),
            None,
        ) else {
            return Vec::new();
        };
        n_games += outcomes.iter().map(|(_, count)| count).sum::<u64>();
        for ((_, sides), n) in tracks.iter().zip(&mut counts) {
            let exceeding = outcomes
                .iter()
                .filter(|(outcome, _)| outcome.get(sides.clone()).unwrap_or_default().contains(&1));
            *n += exceeding.map(|(_, count)| count).sum::<u64>();
        }
    }
    let cut_off = tracks.iter().zip(counts).filter(|(_, n)| *n > 0);
    cut_off
        .map(|((track, _), n)| finding(track, &start.name, n, n_games))
        .collect()
}

/// Whether two findings are about the same track.
pub(super) fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == Code::PointsCutOff && one.code == other.code && one.labels == other.labels
}

/// Returns the tracks of the sides that decide a game, only rise, and whose end no rule asks for.
fn find<'b>(book: &'b RuleBook, situation: &Question) -> Vec<Capped<'b>> {
    let Some((side, kind)) = book.side_kind().and_then(|side| {
        let kind = book.kinds.get(side.at())?;
        Some((side, kind))
    }) else {
        return Vec::new();
    };
    let deciding = tracks_that_decide(book);
    let tracks = kind.tracks.iter().filter(|track| {
        deciding.contains(&track.track) && track.lasts.is_none() && track.ends_at.is_none()
    });
    let tracks = tracks.filter(|track| only_rises(book, track.track) && is_open(book, track));
    let capped = tracks.filter_map(|track| {
        let of = book.tracks.get(track.track.at())?;
        let is_number = matches!(of.ty, Type::Number(_)) && of.index.is_none();
        let cast = situation.cast.iter().enumerate();
        let sides = cast.filter(|(_, unit)| unit.kind == side);
        let exceeds = sides.map(|(at, _)| {
            let span = track.naming.span;
            let unit = Expr::constant(i32::try_from(at).ok()?, Type::Unit(Kinds::one(side)), span);
            let value = Expr::of_track(unit, track.track, None, of.ty);
            let end = Expr::constant(track.high, of.ty, span);
            Some(Expr::compare(Order::Greater, value, end, span))
        });
        let exceeds = exceeds.collect::<Option<Vec<_>>>()?;
        is_number.then_some(Capped { track, exceeds })
    });
    capped.collect()
}

/// Returns the rules with wider ranges of some tracks.
fn widened(book: &RuleBook, capped: &[Capped<'_>]) -> RuleBook {
    let wide: BTreeSet<TrackId> = capped.iter().map(|one| one.track.track).collect();
    let mut book = book.clone();
    let tracks = book.kinds.iter_mut().flat_map(|kind| &mut kind.tracks);
    for track in tracks.filter(|track| wide.contains(&track.track)) {
        track.high = track.high.saturating_add(WIDER);
    }
    book
}

/// Returns the finding about a track that goes beyond its end in some of the games of a scenario.
fn finding(capped: &Capped<'_>, scenario: &str, n: u64, n_games: u64) -> Diagnostic {
    let (name, high) = (&capped.track.naming.name, capped.track.high);
    let games = match n == n_games {
        true => format!("in all games of `{scenario}` that were tried"),
        false => format!("in {n} of {n_games} games of `{scenario}` that were tried"),
    };
    Diagnostic::new(
        Code::PointsCutOff,
        format!("{games} `{name}` of a side would pass {high}, where the track ends"),
    )
    .label(capped.track.naming.span, "anything more is lost")
    .help(format!(
        "`{name}` decides who wins: give the track a higher end, or end the game when a side reaches {high}; if {high} is the limit of the book, ignore this"
    ))
    .cite(capped.track.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// Whether rules only add to a track.
fn only_rises(book: &RuleBook, track: TrackId) -> bool {
    let (mut n_changes, mut n_additions) = (0, 0);
    for statement in book.bodies().flat_map(|(_, body)| body) {
        walk_changes(statement, &mut |_, of| n_changes += u32::from(of == track));
    }
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let added = statement
                .change()
                .filter(|change| change.track == track && change.how == Change::Add);
            n_additions += u32::from(added.is_some());
            true
        });
    }
    n_changes == n_additions
}

/// Whether no rule asks if a track is at its end: it is only compared with itself, and with numbers below the end.
fn is_open(book: &RuleBook, track: &KindTrack) -> bool {
    let reads = |expr: &Expr| {
        let mut reads = false;
        walk_within(expr, &mut |part| {
            reads |= part.track().is_some_and(|read| read.track == track.track);
        });
        reads
    };
    let is_below = |expr: &Expr| expr.literal().is_some_and(|n| n < track.high - 1);
    let mut is_open = true;
    book.walk_exprs(&mut |_, part| {
        if let Some(Comparison { left, right, .. }) = part.comparison() {
            is_open &= match (reads(left), reads(right)) {
                (true, false) => is_below(right),
                (false, true) => is_below(left),
                (true, true) | (false, false) => true,
            };
        }
    });
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    is_open
        && whens
            .filter(|when| when.reads.contains(&track.track))
            .all(|when| is_below(&when.level))
}
