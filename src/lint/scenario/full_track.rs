//! Tracks that the turns of a scenario raise past the end of their range, where every further step is lost.
//!
//! Reports: E0562.

use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use super::start_state::Values;
use crate::done_marker::reads;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Change, Expr, KindTrack, ProcedureId, RuleBook, Statement, TrackId, walk_statements,
};
use sandtable_source::Span;

/// Maximum number of statements that are visited.
const MAX_STEPS: usize = 5_000;

/// A unit, by its index in the cast, and one of its tracks.
type Counter = (usize, TrackId);

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
    let mut past: BTreeMap<TrackId, Diagnostic> = BTreeMap::new();
    for (counter, (sum, place)) in search.gains {
        let (unit, track) = counter;
        let start = staging.start.track(unit, track);
        if let (Some(known), Some(start)) = (known_track(staging, counter), start)
            && let last = i64::from(start) + sum
            && last > i64::from(known.high)
            && known.ends_at.is_none()
            && known.lasts.is_none()
        {
            past.entry(track)
                .or_insert_with(|| finding(staging, known, last, place));
        }
    }
    if !past.is_empty() {
        let stopped = stopped(staging.book);
        past.retain(|track, _| !stopped.contains(track));
        found.extend(past.into_values());
    }
}

fn known_track<'a>(staging: &Staging<'a>, (unit, track): Counter) -> Option<&'a KindTrack> {
    let unit = staging.staged.cast.get(unit)?;
    let kind = staging.book.kinds.get(unit.kind.at())?;
    kind.tracks.iter().find(|known| known.track == track)
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
    /// The sum for each counter, with the first statement that adds to it.
    gains: BTreeMap<Counter, (i64, Span)>,
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
            let unit = self.fixed(change.unit, values).map(usize::try_from);
            if let (Some(Ok(unit)), Some(amount)) = (unit, change.amount.constant_value())
                && change.how == Change::Add
                && change.index.is_none()
            {
                let gain = self.gains.entry((unit, change.track));
                let (sum, _) = gain.or_insert((0, statement.span));
                *sum = sum.saturating_add(rounds.saturating_mul(i64::from(amount)));
            }
        } else if let Some(inner) = statement.grouped() {
            self.block(inner, values, rounds);
        } else if let Some(repeat) = statement.repetition() {
            let times = repeat.times.filter(|_| repeat.until.is_none());
            let times = times.and_then(|times| self.fixed(times, values));
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
            let value = self.fixed(argument, values);
            own.extend(value.map(|value| (sandtable_model::LocalId::new(at), value)));
        }
        self.block(&called.body, &own, rounds);
        self.open.remove(&id);
    }

    /// Returns a value that is the same during the whole game.
    fn fixed(&self, expr: &Expr, values: &Values) -> Option<i32> {
        let mut varies = false;
        sandtable_model::walk_within(expr, &mut |part| {
            varies |=
                part.track().is_some() || part.call().is_some() || part.aggregation().is_some();
        });
        match varies {
            true => None,
            false => self.staging.start.value(expr, values),
        }
    }
}

/// Whether a statement may end its rule or leave its loop.
fn leaves(statement: &Statement) -> bool {
    any_within(statement, &|inner| {
        inner.ends_rule() || inner.is_jump() || inner.is_cancel()
    })
}

/// Whether a statement may end the game, its rule or its loop.
fn ends(statement: &Statement) -> bool {
    leaves(statement) || any_within(statement, &Statement::ends_game)
}

fn any_within(statement: &Statement, is_sought: &dyn Fn(&Statement) -> bool) -> bool {
    let mut found = false;
    walk_statements(std::slice::from_ref(statement), &mut |inner| {
        found |= is_sought(inner);
        !found
    });
    found
}

/// Returns the tracks that rules also lower or set, or at which they end something.
fn stopped(book: &RuleBook) -> BTreeSet<TrackId> {
    let (mut stopped, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let change = statement.change();
            let change = change.filter(|change| change.how != Change::Add);
            stopped.extend(change.map(|change| change.track));
            stopped.extend(statement.rank().map(|rank| rank.track));
            let condition = statement.branch().filter(|_| ends(statement));
            let condition = condition.map(|(condition, ..)| condition);
            let until = statement.repetition().and_then(|repeat| repeat.until);
            for condition in condition
                .into_iter()
                .chain(until)
                .chain(statement.alternation())
            {
                reads(book, condition, &mut stopped, &mut seen);
            }
            true
        });
    }
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    for when in whens.filter(|when| when.body.iter().any(ends)) {
        stopped.extend(when.reads.iter().copied());
    }
    stopped
}
