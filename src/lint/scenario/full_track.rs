//! Tracks of the game that the turns of a scenario raise past the end of their range, where every further step is lost.
//!
//! Reports: E0562.

use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use super::start_state::Values;
use crate::done_marker::reads;
use crate::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Change, Expr, KindTrack, ProcedureId, RuleBook, Statement, TrackId, walk_own, walk_statements,
    walk_within,
};
use sandtable_source::Span;

/// Maximum number of statements that are visited.
const MAX_STEPS: usize = 5_000;

pub(super) fn check_tracks(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let played = staging.staged.procedure;
    let Some(played) = played.and_then(|id| staging.book.procedures.get(id.at())) else {
        return;
    };
    let mut search = Search {
        staging,
        steps: 0,
        open: BTreeSet::new(),
        gains: BTreeMap::new(),
    };
    search.block(&played.body, &Values::new(), 1);
    let kind = staging.book.game_kind();
    let game = kind.and_then(|kind| staging.book.kinds.get(kind.at()));
    let mut cast = staging.staged.cast.iter();
    let Some((game, at)) = game.zip(cast.position(|unit| Some(unit.kind) == kind)) else {
        return;
    };
    let mut past: Vec<(TrackId, Diagnostic)> = Vec::new();
    for known in &game.tracks {
        let gain = search.gains.get(&known.track);
        if let Some((start, (sum, place))) = staging.start.track(at, known.track).zip(gain)
            && let last = i64::from(start) + sum
            && last > i64::from(known.high)
            && known.ends_at.is_none()
            && known.lasts.is_none()
        {
            past.push((known.track, finding(staging, known, last, *place)));
        }
    }
    if !past.is_empty() {
        let stopped = stopped(staging.book);
        past.retain(|(track, _)| !stopped.contains(track));
        found.extend(past.into_iter().map(|(_, finding)| finding));
    }
}

fn finding(staging: &Staging<'_>, known: &KindTrack, last: i64, place: Span) -> Diagnostic {
    let (name, low, high) = (&known.naming.name, known.low, known.high);
    Diagnostic::new(
        Code::NeverInTime,
        format!("`{name}` ends at {high}, but this scenario raises it to {last}"),
    )
    .label(known.naming.span, format!("ends at {high}"))
    .label(place, "raised here")
    .label(staging.written.play.span, "")
    .help(format!(
        "let it go on, `{name}: {low}..{last}`, or play fewer turns; if it is meant to stop, ignore this"
    ))
    .confidence(Confidence::Likely)
}

/// The amounts that a scenario adds for certain, unless its game ends earlier.
struct Search<'s, 'a> {
    staging: &'s Staging<'a>,
    steps: usize,
    /// Procedures on the current call path.
    open: BTreeSet<ProcedureId>,
    /// The sum for each track of the game, with the first statement that adds to it.
    gains: BTreeMap<TrackId, (i64, Span)>,
}

impl Search<'_, '_> {
    /// Follows the statements of a block, which is executed `rounds` times, up to one that may leave it.
    fn block(&mut self, block: &[Statement], values: &Values, rounds: i64) {
        for statement in block {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return;
            }
            self.statement(statement, values, rounds);
            if leaves(statement) {
                return;
            }
        }
    }

    fn statement(&mut self, statement: &Statement, values: &Values, rounds: i64) {
        if let Some(change) = statement.change() {
            if let Some(amount) = change.amount.constant_value()
                && change.how == Change::Add
                && change.unit.is_game()
                && change.index.is_none()
            {
                let gain = self.gains.entry(change.track);
                let (sum, _) = gain.or_insert((0, statement.span));
                *sum = sum.saturating_add(rounds.saturating_mul(i64::from(amount)));
            }
        } else if let Some(inner) = statement.grouped() {
            self.block(inner, values, rounds);
        } else if let Some(repeat) = statement.repetition() {
            let times = repeat.times.filter(|_| repeat.until.is_none());
            let times = times.and_then(|times| self.staging.start.fixed(times, values));
            if let Some(times) = times.filter(|_| !repeat.body.iter().any(leaves)) {
                self.block(repeat.body, values, rounds.saturating_mul(times.into()));
            }
        } else if let Some(each) = statement.each() {
            let is_of_sides = self.staging.book.side_kind();
            let is_of_sides = is_of_sides.is_some_and(|side| each.selection.kinds.has(side));
            let members = self.staging.start.members(each.selection, values);
            let is_fixed = is_of_sides && each.selection.condition.is_none();
            for member in members.into_iter().flatten().filter(|_| is_fixed) {
                let mut values = values.clone();
                values.insert(each.selection.local, member);
                self.block(each.body, &values, rounds);
            }
        } else if let Some((id, arguments)) = statement.evaluated().and_then(Expr::call) {
            self.call(id, arguments, values, rounds);
        }
    }

    fn call(&mut self, id: ProcedureId, arguments: &[Expr], values: &Values, rounds: i64) {
        let called = self.staging.book.procedures.get(id.at());
        let Some(called) = called.filter(|_| self.open.insert(id)) else {
            return;
        };
        let mut own = Values::new();
        for (at, argument) in arguments.iter().enumerate() {
            let value = self.staging.start.fixed(argument, values);
            own.extend(value.map(|value| (sandtable_model::LocalId::new(at), value)));
        }
        self.block(&called.body, &own, rounds);
        self.open.remove(&id);
    }
}

/// Whether a statement may end its rule or leave its loop; a reaction at a window may cancel the rule.
fn leaves(statement: &Statement) -> bool {
    let mut leaves = false;
    walk_statements(std::slice::from_ref(statement), &mut |inner| {
        leaves |=
            inner.ends_rule() || inner.is_jump() || inner.is_cancel() || inner.window().is_some();
        !leaves
    });
    leaves
}

/// Whether a statement, or what it calls, may end the game, or the statement its rule or its loop.
fn ends(book: &RuleBook, statement: &Statement) -> bool {
    let mut ends = leaves(statement);
    visit_reached(book, std::slice::from_ref(statement), &mut |inner| {
        ends |= inner.ends_game();
    });
    ends
}

/// Returns the tracks that rules also lower or set, or at which they end something.
fn stopped(book: &RuleBook) -> BTreeSet<TrackId> {
    let (mut stopped, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for (_, body) in book.bodies() {
        let names = names_of(body);
        walk_statements(body, &mut |statement| {
            let change = statement.change();
            let change = change.filter(|change| change.how != Change::Add);
            stopped.extend(change.map(|change| change.track));
            stopped.extend(statement.rank().map(|rank| rank.track));
            let is_until = statement.repetition().is_some() || statement.alternation().is_some();
            if is_until || ends(book, statement) {
                walk_own(statement, &mut |expr| {
                    reads(book, expr, &mut stopped, &mut seen);
                    for value in values_of(expr, &names) {
                        reads(book, value, &mut stopped, &mut seen);
                    }
                });
            }
            true
        });
    }
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    for when in whens.filter(|when| when.body.iter().any(|one| ends(book, one))) {
        stopped.extend(when.reads.iter().copied());
    }
    stopped
}

/// Returns the values of the names in an expression, and of the names in these.
fn values_of<'b>(expr: &Expr, names: &Names<'b>) -> Vec<&'b Expr> {
    let mut locals = BTreeSet::new();
    let mut found = Vec::new();
    let mut add = |expr: &Expr, found: &mut Vec<&'b Expr>| {
        walk_within(expr, &mut |part| {
            let local = part.local().filter(|local| locals.insert(*local));
            found.extend(local.and_then(|local| names.get(&local)).copied());
        });
    };
    add(expr, &mut found);
    let mut at = 0;
    while let Some(value) = found.get(at).copied() {
        add(value, &mut found);
        at += 1;
    }
    found
}
