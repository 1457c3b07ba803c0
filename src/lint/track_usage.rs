//! Markers that are placed and never read, or read and never placed; triggers and loops that wait in vain.
//!
//! Reports: E0612 to E0615.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Block, Change, Crossing, Expr, ExprKind, Kind, KindId, KindTrack, Kinds, Naming, RuleBook,
    Statement, StatementKind, TrackId, When, blocks, walk, walk_changes, walk_statement,
    walk_statements,
};
use sandtable_source::Span;

pub(super) fn state(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let used = Used::of(book);
    tracks(book, &used, diagnostics);
    stuck(book, &used, diagnostics);
    triggers(book, &used, diagnostics);
    one_way(book, &used, diagnostics);
}

/// A change of a track.
struct Moves {
    track: TrackId,
    /// Of whom.
    kinds: Kinds,
    /// It may rise.
    up: bool,
    /// It may fall.
    down: bool,
    /// What it is set to, if it can come to nothing else.
    to: Option<i32>,
    span: Span,
}

impl Moves {
    fn of(statement: &Statement) -> Option<Self> {
        let (track, unit, (up, down), to) = match &statement.kind {
            StatementKind::Change {
                how,
                amount,
                unit,
                track,
                ..
            } => (*track, unit, ways(*how, amount), set_to(*how, amount)),
            StatementKind::Rank(rank) => (rank.track, &rank.unit, (true, true), None),
            StatementKind::Let { .. }
            | StatementKind::Outcome { .. }
            | StatementKind::Result(_)
            | StatementKind::Needs { .. }
            | StatementKind::If { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Count { .. }
            | StatementKind::Each { .. }
            | StatementKind::Alternate { .. }
            | StatementKind::Phase { .. }
            | StatementKind::EndGame { .. }
            | StatementKind::Depending { .. }
            | StatementKind::OnceEach { .. }
            | StatementKind::Create { .. }
            | StatementKind::Choose(_)
            | StatementKind::Call(_)
            | StatementKind::Open { .. }
            | StatementKind::Cancel
            | StatementKind::Stop => return None,
        };
        Some(Self {
            track,
            kinds: unit.ty.kinds(),
            up,
            down,
            to,
            span: statement.span,
        })
    }
}

/// Whether a change may raise, and whether it may lower.
fn ways(how: Change, amount: &Expr) -> (bool, bool) {
    match (how, &amount.kind) {
        (Change::Set, _) => (true, true),
        (Change::Add, ExprKind::Constant(by)) => (*by > 0, *by < 0),
        (Change::Take, ExprKind::Constant(by)) => (*by < 0, *by > 0),
        (Change::Add, ExprKind::Dice { .. }) => (true, false),
        (Change::Take, ExprKind::Dice { .. }) => (false, true),
        _ => (true, true),
    }
}

fn set_to(how: Change, amount: &Expr) -> Option<i32> {
    match (how, &amount.kind) {
        (Change::Set, ExprKind::Constant(value)) => Some(*value),
        _ => None,
    }
}

/// Tracks that some rule changes, and those that some rule reads.
#[derive(Default)]
struct Used {
    changed: BTreeSet<TrackId>,
    read: BTreeSet<TrackId>,
    moves: Vec<Moves>,
    /// Those that triggers wait for in vain; the trigger has the finding.
    awaited: BTreeSet<TrackId>,
}

impl Used {
    fn of(book: &RuleBook) -> Self {
        let mut used = Self::default();
        for procedure in &book.procedures {
            used.block(&procedure.body);
            procedure
                .report
                .iter()
                .flatten()
                .for_each(|expr| used.expr(expr));
        }
        for trigger in &book.triggers {
            for when in &trigger.whens {
                used.expr(&when.watched);
                used.expr(&when.level);
                used.read.extend(&when.reads);
                used.block(&when.body);
            }
        }
        for reaction in &book.reactions {
            used.block(&reaction.body);
            let said = reaction.by.iter().chain(&reaction.worth);
            said.for_each(|expr| used.expr(expr));
        }
        for in_play in book.facts.iter().filter_map(|fact| fact.in_play.as_ref()) {
            used.expr(&in_play.value);
        }
        for list in &book.modifiers {
            for line in &list.lines {
                line.per
                    .iter()
                    .chain(&line.condition)
                    .for_each(|expr| used.expr(expr));
            }
        }
        let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        let in_vain = whens.filter(|when| used.waits_in_vain(when));
        used.awaited = in_vain.flat_map(|when| when.reads.clone()).collect();
        used
    }

    /// Whether no rule changes what a trigger watches. One that watches no track at all has its own finding.
    fn waits_in_vain(&self, when: &When) -> bool {
        !when.reads.is_empty() && !when.reads.iter().any(|track| self.changed.contains(track))
    }

    fn block(&mut self, block: &Block) {
        walk_statements(block, &mut |statement| {
            self.moves.extend(Moves::of(statement));
            true
        });
        for statement in block {
            walk_changes(statement, &mut |_, track| {
                self.changed.insert(track);
            });
            walk_statement(statement, &mut |expr| self.expr(expr));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Track { track, .. } = expr.kind {
            self.read.insert(track);
        }
        walk(expr, &mut |inner| self.expr(inner));
    }
}

/// Whether the track stands in the rules; every kind has some that do not.
fn is_written(kind: &Kind, track: &KindTrack) -> bool {
    !track.is_internal() && track.naming.span != kind.naming.span && track.track.at() > 1
}

fn tracks(book: &RuleBook, used: &Used, diagnostics: &mut Diagnostics) {
    let mut told = BTreeSet::new();
    for kind in &book.kinds {
        for track in kind.tracks.iter().filter(|track| is_written(kind, track)) {
            let (changed, read) = (
                used.changed.contains(&track.track),
                used.read.contains(&track.track),
            );
            if (changed && read)
                || used.awaited.contains(&track.track)
                || !told.insert(track.naming.name.clone())
            {
                continue;
            }
            let name = &track.naming.name;
            let (code, message, help) = match (changed, read) {
                (false, true) => (
                    Code::TrackNeverChanges,
                    format!("rules read `{name}`, but none changes it"),
                    "write the rule that changes it; what never changes is a stat, and what the players tell is a fact",
                ),
                (true, _) => (
                    Code::TrackNeverRead,
                    format!("rules change `{name}`, but none reads it"),
                    "write what it does, or take it out",
                ),
                (false, false) => (
                    Code::TrackNeverChanges,
                    format!("no rule reads or changes `{name}`"),
                    "write the rules for it, or take it out",
                ),
            };
            // What a rule changes is what it comes to; it need not be read by another.
            let confidence = match changed {
                true => Confidence::Possible,
                false => Confidence::Likely,
            };
            diagnostics.push(
                Diagnostic::new(code, message)
                    .label(track.naming.span, "")
                    .help(help)
                    .cite(track.naming.citations.iter().map(String::as_str))
                    .confidence(confidence),
            );
        }
    }
}

/// Tracks that begin at an end and that rules only ever move past it.
fn stuck(book: &RuleBook, used: &Used, diagnostics: &mut Diagnostics) {
    for (at, kind) in book.kinds.iter().enumerate() {
        let is_read = |track: &&KindTrack| used.read.contains(&track.track);
        for track in kind.tracks.iter().filter(is_read) {
            let moves = used.moves.iter();
            let moves: Vec<&Moves> = moves
                .filter(|one| one.track == track.track && one.kinds.has(KindId::new(at)))
                .collect();
            let at_the_low_end = track.start == track.low && !moves.iter().any(|one| one.up);
            let at_the_high_end = track.start == track.high && !moves.iter().any(|one| one.down);
            let (Some(first), true) = (moves.first(), at_the_low_end || at_the_high_end) else {
                continue;
            };
            let (way, end) = match at_the_low_end {
                true => ("take from", "least"),
                false => ("add to", "most"),
            };
            let name = &track.naming.name;
            diagnostics.push(
                Diagnostic::new(
                    Code::TrackNeverChanges,
                    format!("rules only ever {way} `{name}`, which begins at its {end}"),
                )
                .label(track.naming.span, "")
                .label(first.span, "here, for one")
                .help("write the rule that moves it the other way, or let it begin elsewhere: `starts …`")
                .cite(track.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Triggers on what no rule changes.
fn triggers(book: &RuleBook, used: &Used, diagnostics: &mut Diagnostics) {
    for trigger in &book.triggers {
        for when in &trigger.whens {
            if !used.waits_in_vain(when) {
                continue;
            }
            diagnostics.push(
                Diagnostic::new(
                    Code::TriggerNeverFires,
                    "no rule changes what this trigger watches",
                )
                .label(when.span, "")
                .help("write the rule that changes it, or take the trigger out")
                .cite(trigger.naming.citations.iter().map(String::as_str)),
            );
        }
    }
}

/// Where rules set a track, but never to what is waited for.
const OTHERWISE: &str = "set otherwise";

/// Triggers on what rules move the other way only, or only for units that they do not watch.
fn one_way(book: &RuleBook, used: &Used, diagnostics: &mut Diagnostics) {
    for trigger in &book.triggers {
        for when in trigger
            .whens
            .iter()
            .filter(|when| !used.waits_in_vain(when))
        {
            let ExprKind::Track {
                track, index: None, ..
            } = &when.watched.kind
            else {
                continue;
            };
            // What it waits for has a finding of its own.
            let is_told = |finding: &Diagnostic| {
                let mut labels = finding.labels.iter();
                finding.code == Code::TriggerNeverFires
                    && labels.any(|label| label.span == when.watched.span)
            };
            if diagnostics.iter().any(is_told) {
                continue;
            }
            // What starts anew moves by itself.
            let mut kept = book.kinds.iter().flat_map(|kind| &kind.tracks);
            if kept.any(|known| known.track == *track && known.lasts.is_some()) {
                continue;
            }
            let moves = used.moves.iter().filter(|one| one.track == *track);
            let own: Vec<&Moves> = moves
                .filter(|one| !one.kinds.and(trigger.kinds).is_empty())
                .collect();
            let name = book.tracks.get(track.at()).map_or("", |one| &one.name);
            let is_set_otherwise =
                |level: i32| own.iter().all(|one| one.to.is_some_and(|to| to != level));
            let waits_for = match (when.crossing, &when.level.kind) {
                (Crossing::Reaches, _) if !own.iter().any(|one| one.up) => "lower",
                (Crossing::FallsTo, _) if !own.iter().any(|one| one.down) => "raise",
                (Crossing::Becomes, ExprKind::Constant(level)) if is_set_otherwise(*level) => {
                    OTHERWISE
                }
                (Crossing::Reaches | Crossing::FallsTo | Crossing::Becomes, _) => "",
            };
            let (message, place) = match (own.first(), waits_for) {
                (None, _) => (
                    format!(
                        "rules change `{name}` of others, but of nobody that this trigger watches"
                    ),
                    when.span,
                ),
                (Some(_), "") => continue,
                (Some(one), OTHERWISE) => (
                    format!(
                        "this trigger waits in vain: rules only ever set `{name}` to something else"
                    ),
                    one.span,
                ),
                (Some(one), way) => (
                    format!("this trigger waits in vain: rules only ever {way} `{name}`"),
                    one.span,
                ),
            };
            let mut finding = Diagnostic::new(Code::TriggerNeverFires, message)
                .label(when.watched.span, "watched");
            if place != when.span {
                finding = finding.label(place, "here, for one");
            }
            diagnostics.push(
                finding
                    .help("write the rule that changes it, or take the trigger out")
                    .cite(trigger.naming.citations.iter().map(String::as_str)),
            );
        }
    }
}
