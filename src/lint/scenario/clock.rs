//! Turns of a scenario: events after the last turn, points that the remaining turns cannot yield, and a game that begins past its end.
//!
//! Reports: E0561, E0562.

use std::collections::BTreeSet;

use super::Staging;
use super::gains::most_gained;
use super::start_state::{Values, compared};
use super::victory::has_phases;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Arithmetic, CastUnit, Change, Comparison, Expr, FieldId, LocalId, NONE, ProcedureId,
    Repetition, Statement, TrackId, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check_turns(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    cut_short(staging, found);
    let Some(game) = Turns::of_scenario(staging) else {
        return;
    };
    if let Some(finding) = begins_past_the_end(staging, &game) {
        // Further findings would follow from this one.
        found.push(finding);
        return;
    }
    let dues = dues(staging, &game);
    too_late(staging, &game, &dues, found);
    never_due(staging, &dues, found);
    found.extend(out_of_reach(staging, &game));
}

/// The counter of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// A track of the game.
    Track(TrackId),
    /// The counter of a loop of one procedure.
    Local(ProcedureId, LocalId),
}

/// The turn structure of a game.
struct Turns<'a> {
    clock: Option<Clock>,
    /// The number of the first turn minus 1, and that of the last.
    before: i64,
    last: i64,
    /// The comparison of the counter that ends the game after the last turn.
    order: Option<Order>,
    /// Place that states the last turn.
    place: Span,
    /// The statements of a turn.
    body: &'a [Statement],
}

impl<'a> Turns<'a> {
    fn of_scenario(staging: &Staging<'a>) -> Option<Self> {
        let book = staging.book;
        let mut open = vec![staging.staged.procedure?];
        let mut seen: BTreeSet<ProcedureId> = open.iter().copied().collect();
        let mut found = None;
        for _ in 0..MAX_DEPTH {
            for id in std::mem::take(&mut open) {
                let procedure = book.procedures.get(id.at())?;
                walk_statements(&procedure.body, &mut |statement| {
                    found = found
                        .take()
                        .or_else(|| Self::of_loop(staging, id, statement));
                    if let Some((procedure, _)) = statement.evaluated().and_then(Expr::call)
                        && seen.insert(procedure)
                    {
                        open.push(procedure);
                    }
                    found.is_none()
                });
            }
        }
        found
    }

    /// Reads a loop of turns.
    fn of_loop(staging: &Staging<'a>, id: ProcedureId, statement: &'a Statement) -> Option<Self> {
        let none = Values::new();
        let number = |expr: &Expr| staging.start.value(expr, &none).map(i64::from);
        let is_of_turns = |body| has_phases(body, staging, MAX_DEPTH);
        if let Some(count) = statement.count().filter(|count| is_of_turns(count.body)) {
            return Some(Self {
                clock: Some(Clock::Local(id, count.local)),
                before: number(count.from)? - 1,
                last: number(count.to)?,
                order: None,
                place: count.to.span,
                body: count.body,
            });
        }
        let Repetition { until, times, body } = statement.repetition()?;
        let clock = raised_once(staging, body);
        if clock.is_none() && !is_of_turns(body) {
            return None;
        }
        let by_track = until.and_then(|until| {
            let mut found = None;
            limits_of(until, &mut |track, order, limit| {
                found = found.take().or_else(|| Some((track, order, limit.clone())));
            });
            found
        });
        if let Some((track, order, limit)) = by_track {
            return Self::of_track(staging, track, order, &limit, body);
        }
        if until.is_some() {
            return Self::by_end(staging, body);
        }
        if let Some(by_end) = Self::by_end(staging, body) {
            return Some(by_end);
        }
        let times = times?;
        let before = clock
            .and_then(|track| game_track(staging, track))
            .unwrap_or(0);
        Some(Self {
            clock: clock.map(Clock::Track),
            before,
            last: before + number(times)?,
            order: None,
            place: times.span,
            body,
        })
    }

    /// Reads turns that end by a condition in their own body.
    fn by_end(staging: &Staging<'a>, body: &'a [Statement]) -> Option<Self> {
        let mut found = None;
        let mut visit = |statement: &Statement| {
            if let Some((condition, then, _)) = statement.branch() {
                let mut ends = false;
                walk_statements(then, &mut |inner| {
                    ends |= inner.ends_game() || inner.is_done();
                    true
                });
                if ends {
                    limits_of(condition, &mut |track, order, limit| {
                        found = found.take().or_else(|| Some((track, order, limit.clone())));
                    });
                }
            }
        };
        walk_statements(body, &mut |statement| {
            visit(statement);
            true
        });
        let (track, order, limit) = found?;
        Self::of_track(staging, track, order, &limit, body)
    }

    fn of_track(
        staging: &Staging<'a>,
        track: TrackId,
        order: Order,
        limit: &Expr,
        body: &'a [Statement],
    ) -> Option<Self> {
        let before = game_track(staging, track)?;
        let last = staging.start.value(limit, &Values::new())?;
        is_raised(staging, track).then_some(Self {
            clock: Some(Clock::Track(track)),
            before,
            last: i64::from(last),
            order: Some(order),
            place: limit.span,
            body,
        })
    }

    /// Whether an expression of a procedure is the counter of turns.
    fn is_clock(&self, expr: &Expr, procedure: Option<ProcedureId>) -> bool {
        match self.clock {
            Some(Clock::Track(clock)) => track_of_game(expr) == Some(clock),
            Some(Clock::Local(id, clock)) => procedure == Some(id) && expr.is_local(clock),
            None => false,
        }
    }
}

/// Calls a visitor with each comparison of a track of the game with a limit that alone satisfies a condition.
fn limits_of(condition: &Expr, visit: &mut dyn FnMut(TrackId, Order, &Expr)) {
    let is_limit =
        |order: Order| matches!(order, Order::Equal | Order::Greater | Order::GreaterOrEqual);
    condition.chain(Arithmetic::Or, &mut |part| {
        let Some(Comparison { order, left, right }) = part.comparison() else {
            return;
        };
        if let Some(track) = track_of_game(left).filter(|_| is_limit(order)) {
            visit(track, order, right);
        } else if let Some(track) = track_of_game(right).filter(|_| is_limit(order.mirrored())) {
            visit(track, order.mirrored(), left);
        }
    });
}

/// Returns the track of the game that an expression reads.
fn track_of_game(expr: &Expr) -> Option<TrackId> {
    let read = expr.track().filter(|read| read.unit.is_game());
    read.map(|read| read.track)
}

fn game_track(staging: &Staging<'_>, track: TrackId) -> Option<i64> {
    let kind = staging.book.game_kind();
    let game = staging
        .staged
        .cast
        .iter()
        .position(|unit| Some(unit.kind) == kind)?;
    staging.start.track(game, track).map(i64::from)
}

/// Whether a rule adds 1 to a track of the game.
fn is_raised(staging: &Staging<'_>, track: TrackId) -> bool {
    let mut is_raised = false;
    for (_, body) in staging.book.bodies() {
        walk_statements(body, &mut |statement| {
            is_raised |= adds_one(statement) == Some(track);
            true
        });
    }
    is_raised
}

fn adds_one(statement: &Statement) -> Option<TrackId> {
    let change = statement
        .change()
        .filter(|change| change.how == Change::Add)?;
    let is_one = change.amount.literal() == Some(1) && change.unit.is_game();
    is_one.then_some(change.track)
}

/// Returns the track of the game that each iteration of a block increments.
fn raised_once(staging: &Staging<'_>, block: &[Statement]) -> Option<TrackId> {
    block.iter().find_map(|statement| {
        let called = statement.evaluated().and_then(Expr::call);
        let called = called.and_then(|(id, _)| staging.book.procedures.get(id.at()));
        let phase = statement.phase().and(statement.grouped());
        let body = called.map(|called| &called.body).or(phase);
        adds_one(statement).or_else(|| body?.iter().find_map(adds_one))
    })
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]
fn begins_past_the_end(staging: &Staging<'_>, turns: &Turns<'_>) -> Option<Diagnostic> {
    let Some(Clock::Track(clock)) = turns.clock else {
        return None;
    };
    let is_past = match turns.order? {
        Order::Equal => turns.before > turns.last,
        // The game ends at the start, whatever else the condition requires.
        Order::Greater => turns.before > turns.last,
        _ => turns.before >= turns.last && turns.last > 0,
    };
    let name = staging.book.track_name(clock);
    let place = staging.game_place(name).unwrap_or(staging.written.span);
    is_past.then(|| {
        let message = format!(
            "the game begins with `{name}` {}, but its last is {}",
            turns.before, turns.last
        );
        Diagnostic::new(Code::OverAtTheStart, message)
            .label(place, "")
            .label(turns.place, "the last")
            .help("begin earlier, or set a later end")
            .confidence(Confidence::Likely)
    })
}

/// Reports loops that wait for a turn, and whose limit ends them before it comes.
fn cut_short(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let Some(played) = staging.staged.procedure else {
        return;
    };
    let Some(played) = staging.book.procedures.get(played.at()) else {
        return;
    };
    let none = Values::new();
    let number = |expr: &Expr| staging.start.value(expr, &none).map(i64::from);
    walk_statements(&played.body, &mut |statement| {
        if let Some(repetition) = statement.repetition()
            && let (Some(until), Some(times)) = (repetition.until, repetition.times)
            && let Some(rounds) = number(times)
        {
            let clock = raised_once(staging, repetition.body);
            limits_of(until, &mut |track, _, limit| {
                let before = game_track(staging, track).filter(|_| clock == Some(track));
                if let (Some(before), Some(last)) = (before, number(limit))
                    && before + rounds < last
                {
                    let name = staging.book.track_name(track);
                    let message = format!(
                        "this loop ends after {rounds} rounds, when `{name}` is {}: it never is {last}",
                        before + rounds
                    );
                    found.push(
                        Diagnostic::new(Code::NeverInTime, message)
                            .label(times.span, "its limit")
                            .label(limit.span, format!("{last} in this scenario"))
                            .label(staging.written.play.span, "")
                            .help("raise the limit, or set an earlier end")
                            .confidence(Confidence::Likely),
                    );
                }
            });
        }
        true
    });
}

/// A track or stat that determines when a unit enters play or acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Field(FieldId),
    Track(TrackId),
}

/// Reports units whose turn to enter or act is after the last turn.
fn too_late(
    staging: &Staging<'_>,
    turns: &Turns<'_>,
    dues: &BTreeSet<Due>,
    found: &mut Vec<Diagnostic>,
) {
    let book = staging.book;
    for due in dues.iter().copied() {
        let name = match due {
            Due::Field(field) => book.field_name(field),
            Due::Track(track) => book.track_name(track),
        };
        let value = |at: usize, unit: &CastUnit| match due {
            Due::Field(field) => unit.fields.get(field.at()).copied(),
            Due::Track(track) => staging.start.track(at, track),
        };
        for (at, unit) in staging.staged.cast.iter().enumerate() {
            let Some(value) = value(at, unit).filter(|value| *value != NONE) else {
                continue;
            };
            let is_written = staging.unit_written(unit).is_some();
            if i64::from(value) <= turns.last || !is_written || unit.is_spare {
                continue;
            }
            let message = format!(
                "`{name}` of `{}` is {value}, but the last turn is {}",
                unit.parameter, turns.last
            );
            let place = staging.place_of(unit, name).unwrap_or(staging.written.span);
            found.push(
                Diagnostic::new(Code::NeverInTime, message)
                    .label(place, "")
                    .label(turns.place, "the last turn")
                    .help("correct one of the numbers; if it is not meant to come, ignore this")
                    .confidence(Confidence::Likely),
            );
        }
    }
}

/// Reports units off the map whose value for their turn is one that the rules never let arrive: `due > 0 and due <= turn`.
fn never_due(staging: &Staging<'_>, dues: &BTreeSet<Due>, found: &mut Vec<Diagnostic>) {
    let book = staging.book;
    let (Some(at_track), Some(_)) = (book.at_track(), &staging.staged.board_instance) else {
        return;
    };
    for (due, order, least, place) in required_dues(staging, dues) {
        let Some(name) = book.fields.get(due.at()).map(|field| field.name.as_str()) else {
            continue;
        };
        for (at, unit) in staging.pieces() {
            let is_out = |track| staging.start.track(at, track).unwrap_or(0) != 0;
            let is_off = staging.start.track(at, at_track) == Some(NONE);
            let value = unit.fields.get(due.at()).copied();
            let value = value.filter(|value| *value != NONE);
            let (Some(value), Some(head)) = (value, staging.head_of(unit)) else {
                continue;
            };
            let is_never = compared(order, value, least) == Some(false);
            if !is_off || !is_never || is_out(TrackId::DESTROYED) || is_out(TrackId::REMOVED) {
                continue;
            }
            let message = format!(
                "`{}` never arrives: it is not on the map, and its `{name}` is {value}",
                unit.parameter
            );
            found.push(
                Diagnostic::new(Code::NeverInTime, message)
                    .label(head, "")
                    .label(place, "never met by it")
                    .help(format!(
                        "add its turn, `{name} = …`, or its place, `at = …`; if it is not meant to \
                        come, ignore this"
                    ))
                    .confidence(Confidence::Likely),
            );
        }
    }
}

/// Returns the comparisons with a number that rules require of a stat beside its comparison with the counter of turns.
fn required_dues(
    staging: &Staging<'_>,
    dues: &BTreeSet<Due>,
) -> BTreeSet<(FieldId, Order, i32, Span)> {
    let mut required = BTreeSet::new();
    let field_of = |expr: &Expr| {
        let (unit, field) = expr.field()?;
        (!unit.is_game()).then_some(field)
    };
    staging.book.walk_exprs(&mut |_, expr| {
        let mut asked = Vec::new();
        let mut is_timed = BTreeSet::new();
        expr.chain(Arithmetic::And, &mut |part| {
            let Some(Comparison { order, left, right }) = part.comparison() else {
                return;
            };
            match (field_of(left), field_of(right)) {
                (Some(field), None) => match right.literal() {
                    Some(number) => asked.push((field, order, number, part.span)),
                    None => _ = is_timed.insert(field),
                },
                (None, Some(field)) => match left.literal() {
                    Some(number) => asked.push((field, order.mirrored(), number, part.span)),
                    None => _ = is_timed.insert(field),
                },
                _ => {}
            }
        });
        asked.retain(|(field, ..)| is_timed.contains(field) && dues.contains(&Due::Field(*field)));
        required.extend(asked);
    });
    required
}

/// Returns the stats and tracks of units that rules compare with the counter of turns.
fn dues(staging: &Staging<'_>, turns: &Turns<'_>) -> BTreeSet<Due> {
    let mut dues = BTreeSet::new();
    let mut visit = |expr: &Expr, procedure: Option<ProcedureId>| {
        let Some(Comparison { order, left, right }) = expr.comparison() else {
            return;
        };
        let (clock, other, order) = match turns.is_clock(left, procedure) {
            true => (left, right, order),
            false => (right, left, order.mirrored()),
        };
        // `turn >= due`, `turn = due`
        let is_reached = matches!(order, Order::Equal | Order::GreaterOrEqual | Order::Greater);
        if !turns.is_clock(clock, procedure) || !is_reached {
            return;
        }
        let field = other.field().filter(|(unit, _)| !unit.is_game());
        let track = other.track().filter(|read| !read.unit.is_game());
        dues.extend(field.map(|(_, field)| Due::Field(field)));
        dues.extend(track.map(|read| Due::Track(read.track)));
    };
    // A counter of a loop is known in its procedure alone.
    if let Some(Clock::Local(id, _)) = turns.clock {
        let procedure = staging.book.procedures.get(id.at());
        let statements = procedure.into_iter().flat_map(|known| &known.body);
        statements.for_each(|statement| {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| visit(inner, Some(id)));
            });
        });
    }
    staging.book.walk_exprs(&mut |_, expr| visit(expr, None));
    dues
}

/// Reports a number of points for victory that exceeds the gains of all turns.
fn out_of_reach(staging: &Staging<'_>, turns: &Turns<'_>) -> Option<Diagnostic> {
    let n_turns = (turns.last - turns.before).max(0);
    if let Some(Clock::Track(track)) = turns.clock
        && raised_once(staging, turns.body) != Some(track)
    {
        return None;
    }
    let mut goals: Vec<(TrackId, Expr, Span)> = Vec::new();
    for (_, body) in staging.book.bodies() {
        walk_statements(body, &mut |statement| {
            let branch = statement.branch();
            if let Some((condition, then, _)) = branch
                && then.iter().any(Statement::ends_game)
            {
                walk_within(condition, &mut |inner| {
                    goals.extend(goal_of(staging, turns, inner))
                });
            }
            true
        });
    }
    goals.into_iter().find_map(|(track, goal, place)| {
        let wanted = staging.start.value(&goal, &Values::new()).filter(|goal| *goal != NONE)?;
        let gained = most_gained(staging, turns.body, track)?;
        let begins = staging.sides().filter_map(|(at, _)| staging.start.track(at, track));
        let most = i64::from(begins.max()?).checked_add(gained.checked_mul(n_turns)?)?;
        let name = staging.book.track_name(track);
        (most < i64::from(wanted)).then(|| {
            let stated = match (goal.track(), goal.field()) {
                (Some(read), _) => staging.game_place(staging.book.track_name(read.track)),
                (None, Some((_, field))) => {
                    let field = staging.book.fields.get(field.at());
                    field.and_then(|field| staging.game_place(&field.name))
                }
                (None, None) => None,
            };
            let message = format!(
                "{wanted} `{name}` win the game, but in {n_turns} turns a side can have {most} at most"
            );
            Diagnostic::new(Code::NeverInTime, message)
                .label(stated.unwrap_or(staging.written.play.span), "")
                .label(place, "the victory")
                .help("lower the number, or play more turns")
                .confidence(Confidence::Likely)
        })
    })
}

/// Returns the points of a side that a comparison requires.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]
fn goal_of(staging: &Staging<'_>, turns: &Turns<'_>, expr: &Expr) -> Option<(TrackId, Expr, Span)> {
    let Comparison { order, left, right } = expr.comparison()?;
    let of_side = |expr: &Expr| {
        let read = expr.track()?;
        let side = staging.book.side_kind()?;
        let is_side = read.unit.ty.kinds().has(side) && !turns.is_clock(expr, None);
        is_side.then_some(read.track)
    };
    match order {
        Order::GreaterOrEqual | Order::Equal => Some((of_side(left)?, right.clone(), expr.span)),
        Order::LessOrEqual => Some((of_side(right)?, left.clone(), expr.span)),
        _ => None,
    }
}
