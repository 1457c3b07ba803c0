//! Tests of a track of the game for a value that it cannot reach, because the turn that counts it is never repeated.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Comparison, Expr, Procedure, ProcedureId, RuleBook, Statement, TrackId, blocks,
    walk_expr, walk_own,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{Change, Crossing, Order};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut counting = Counting {
        book,
        known: BTreeMap::new(),
        tests: Vec::new(),
    };
    let mut by_events = Counts::default();
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let bodies = whens.clone().map(|when| &when.body);
    for body in bodies.chain(book.reactions.iter().map(|reaction| &reaction.body)) {
        counting.block(body, true, &mut by_events);
    }
    for when in whens {
        counting.watched(&when.watched, when.crossing, &when.level);
    }
    let procedures = book.procedures.iter().enumerate();
    let sequences = procedures.filter(|(at, one)| {
        let is_called = context.call_graph.is_called(ProcedureId::new(*at));
        one.ability == Ability::Sequence && !is_called
    });
    let sequences: Vec<(&Procedure, Rc<Counts>)> = sequences
        .map(|(at, one)| (one.as_ref(), counting.counts(ProcedureId::new(at))))
        .collect();
    // Any of several sequences can be played: a finding must be one for each of them.
    for test in &counting.tests {
        let is_unbounded = |counts: &Counts| counts.unbounded.contains(&test.track);
        if is_unbounded(&by_events) || sequences.iter().any(|(_, counts)| is_unbounded(counts)) {
            continue;
        }
        let mut findings = sequences.iter().map(|(sequence, counts)| {
            let count = counts.counts.get(&test.track).copied();
            finding(book, sequence, count?, test)
        });
        if let Some(Some(finding)) = findings.next()
            && findings.all(|other| other.is_some())
        {
            diagnostics.push(finding);
        }
    }
}

/// A test of a track of the game.
struct Test {
    track: TrackId,
    /// Least value for which it is true.
    least: Option<i32>,
    /// Greatest value for which it is true.
    most: Option<i32>,
    span: Span,
}

/// Distance by which one run moves the tracks of the game.
#[derive(Debug, Default)]
struct Counts {
    /// By track: the sum of all additions, and of all subtractions.
    counts: BTreeMap<TrackId, (i32, i32)>,
    /// Tracks that are changed in loops, or set.
    unbounded: BTreeSet<TrackId>,
}

struct Counting<'b> {
    book: &'b RuleBook,
    /// Memo by procedure; nothing is counted of a recursive call.
    known: BTreeMap<ProcedureId, Rc<Counts>>,
    tests: Vec<Test>,
}

impl Counting<'_> {
    fn counts(&mut self, id: ProcedureId) -> Rc<Counts> {
        if let Some(known) = self.known.get(&id) {
            return Rc::clone(known);
        }
        self.known.insert(id, Rc::default());
        let mut counts = Counts::default();
        if let Some(procedure) = self.book.procedures.get(id.at()) {
            self.block(&procedure.body, false, &mut counts);
        }
        let counts = Rc::new(counts);
        self.known.insert(id, Rc::clone(&counts));
        counts
    }

    fn block(&mut self, block: &[Statement], is_repeated: bool, counts: &mut Counts) {
        for statement in block {
            let is_repeated = is_repeated || statement.is_loop();
            walk_own(statement, &mut |expr| self.expr(expr, is_repeated, counts));
            if let Some(change) = statement.change()
                && change.unit.is_game()
            {
                counts.change(change.how, change.amount, change.track, is_repeated);
            }
            for inner in blocks(statement) {
                self.block(inner, is_repeated, counts);
            }
        }
    }

    fn expr(&mut self, expr: &Expr, is_repeated: bool, counts: &mut Counts) {
        if let Some((procedure, _)) = expr.call() {
            let called = self.counts(procedure);
            counts.extend(&called, is_repeated);
        }
        if let Some(Comparison { order, left, right }) = expr.comparison()
            && let Some(read) = left.track().filter(|read| read.unit.is_game())
            && let Some(value) = right.constant_value()
        {
            self.compared(read.track, order, value, expr.span);
        }
        walk_expr(expr, &mut |inner| self.expr(inner, is_repeated, counts));
    }

    fn compared(&mut self, track: TrackId, order: Order, value: i32, span: Span) {
        let (least, most) = match order {
            Order::Equal => (Some(value), Some(value)),
            Order::NotEqual => return,
            Order::Less => (None, Some(value.saturating_sub(1))),
            Order::LessOrEqual => (None, Some(value)),
            Order::Greater => (Some(value.saturating_add(1)), None),
            Order::GreaterOrEqual => (Some(value), None),
        };
        self.tests.push(Test {
            track,
            least,
            most,
            span,
        });
    }

    /// Adds the test of a trigger: `when turn reaches 6` of the game.
    fn watched(&mut self, watched: &Expr, crossing: Crossing, level: &Expr) {
        if let Some((read, level)) = watched.track().zip(level.constant_value()) {
            let order = match crossing {
                Crossing::Reaches => Order::GreaterOrEqual,
                Crossing::FallsTo => Order::LessOrEqual,
                Crossing::Becomes => return,
            };
            self.compared(read.track, order, level, watched.span);
        }
    }
}

impl Counts {
    fn change(&mut self, how: Change, amount: &Expr, track: TrackId, is_repeated: bool) {
        let amount = match (how, amount.constant_value()) {
            (Change::Add, Some(amount)) if !is_repeated => amount,
            (Change::Take, Some(amount)) if !is_repeated => amount.saturating_neg(),
            (Change::Add | Change::Take | Change::Set, _) => {
                self.unbounded.insert(track);
                return;
            }
        };
        self.add(track, amount.max(0), amount.min(0).saturating_neg());
    }

    fn add(&mut self, track: TrackId, more: i32, less: i32) {
        let (added, taken) = self.counts.entry(track).or_default();
        *added = added.saturating_add(more);
        *taken = taken.saturating_add(less);
    }

    /// Adds the counts of a called procedure.
    fn extend(&mut self, called: &Self, is_repeated: bool) {
        self.unbounded.extend(&called.unbounded);
        for (track, (added, taken)) in &called.counts {
            match is_repeated {
                true => {
                    self.unbounded.insert(*track);
                }
                false => self.add(*track, *added, *taken),
            }
        }
    }
}

/// Reports a test that is never true in a sequence that counts its track.
fn finding(
    book: &RuleBook,
    sequence: &Procedure,
    (added, taken): (i32, i32),
    test: &Test,
) -> Option<Diagnostic> {
    let game = book.kinds.get(book.game_kind()?.at())?;
    let mut tracks = game.tracks.iter();
    let known = tracks.find(|known| known.track == test.track && known.starts_at.is_none())?;
    let low = known.start.saturating_sub(taken).max(known.low);
    let high = known.start.saturating_add(added).min(known.high);
    let (end, wanted) = match (test.least, test.most) {
        (Some(least), _) if added > 0 && least > high => (high, least),
        (_, Some(most)) if taken > 0 && most < low => (low, most),
        _ => return None,
    };
    let (name, turn) = (&known.naming.name, &sequence.naming.name);
    let message = format!("`{turn}` is never repeated, so `game.{name}` stops at {end}");
    Some(
        Diagnostic::new(Code::NeverRepeated, message)
            .label(test.span, format!("waits for {wanted}"))
            .label(sequence.naming.span, "played once")
            .help(format!(
                "put it into `repeat until …, at most {} times`",
                wanted.abs_diff(known.start).max(2)
            ))
            .cite(sequence.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
    )
}
