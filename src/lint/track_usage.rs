//! Reads and writes of tracks: which rules change them, in which direction, and which read them.

use std::collections::{BTreeMap, BTreeSet};

use super::readings::{Names, named, names_of};
use sandtable_model::board::Primitive;
use sandtable_model::{
    Arithmetic, Block, Change, Expected, Expr, Hidden, Kind, KindId, KindTrack, Kinds, RuleBook,
    Statement, Table, TrackChange, TrackId, TrackRead, Type, When, walk_changes, walk_statement,
    walk_statements, walk_within,
};
use sandtable_source::Span;

/// A flag of one kind: kinds share the names of their flags.
pub(super) type Flag = (TrackId, KindId);

/// A statement that changes a track.
pub(super) struct Write {
    pub(super) track: TrackId,
    /// The kinds of units whose track it is.
    pub(super) kinds: Kinds,
    /// The side that the rule names, whose track it is.
    pub(super) side: Option<usize>,
    /// Whether it sets the track to a value.
    pub(super) sets: bool,
    /// Whether it can raise the track.
    pub(super) raises: bool,
    /// Whether it can lower the track.
    pub(super) lowers: bool,
    /// The constant that it assigns.
    pub(super) constant: Option<i32>,
    pub(super) span: Span,
}

impl Write {
    fn of(book: &RuleBook, statement: &Statement, names: &Names<'_>) -> Option<Self> {
        let sets = statement.change().map(|change| change.how == Change::Set);
        let (track, unit, (raises, lowers), constant) = match (statement.change(), statement.rank())
        {
            (Some(change), _) => (
                change.track,
                change.unit,
                directions(book, &change, names),
                assigned(change.how, change.amount),
            ),
            (None, Some(rank)) => (rank.track, &rank.unit, (true, true), None),
            (None, None) => return None,
        };
        Some(Self {
            track,
            kinds: unit.ty.kinds(),
            side: unit.named_side(),
            sets: sets == Some(true),
            raises,
            lowers,
            constant,
            span: statement.span,
        })
    }
}

/// Returns whether a change can raise a track, and whether it can lower it.
fn directions(book: &RuleBook, change: &TrackChange<'_>, names: &Names<'_>) -> (bool, bool) {
    let (how, amount) = (change.how, named(change.amount, names));
    // The amount of a transfer is at least 0.
    if change.transfer.is_some() {
        return (how == Change::Add, how == Change::Take);
    }
    match (how, amount.constant_value()) {
        (Change::Set, _) => (true, true),
        (Change::Add, Some(by)) => (by > 0, by < 0),
        (Change::Take, Some(by)) => (by < 0, by > 0),
        (Change::Add, None) => (true, !is_never_negative(book, amount)),
        (Change::Take, None) => (!is_never_negative(book, amount), true),
    }
}

/// Whether an amount is at least 0 by its numbers and dice, or by the range that a rule, a table or a track declares.
fn is_never_negative(book: &RuleBook, amount: &Expr) -> bool {
    if let Some(either) = amount.conditional() {
        let mut both = [either.then, either.otherwise].into_iter();
        return both.all(|one| is_never_negative(book, one));
    }
    if let Some((one, other)) = amount.operands(Arithmetic::Add) {
        return is_never_negative(book, one) && is_never_negative(book, other);
    }
    // `6 - gun.rounds`, of a track that ends at 6.
    if let Some((most, used)) = amount.operands(Arithmetic::Subtract)
        && let (Some(most), Some(used)) = (most.literal(), used.track())
    {
        let kinds = book.kinds.iter().enumerate();
        let kinds = kinds.filter(|(at, _)| used.unit.ty.kinds().has(KindId::new(*at)));
        let mut lines = kinds.flat_map(|(_, kind)| &kind.tracks);
        return lines.all(|line| line.track != used.track || line.high <= most);
    }
    if let Some(number) = amount.literal() {
        return number >= 0;
    }
    if let Some((called, _)) = amount.call() {
        let called = book.procedures.get(called.at());
        return called.is_some_and(|called| called.range.0 >= 0);
    }
    if let Some(measured) = amount.measurement() {
        return matches!(measured.primitive, Primitive::Cost | Primitive::Distance);
    }
    if let Some((table, _)) = amount.lookup() {
        let ends = book.tables.get(table.at()).and_then(Table::ends);
        return ends.is_some_and(|(least, _)| least >= 0);
    }
    if let Some(TrackRead { track, .. }) = amount.track() {
        let mut lines = book.kinds.iter().flat_map(|kind| &kind.tracks);
        return lines.all(|line| line.track != track || line.low >= 0);
    }
    let has_low = |(_, low, _)| low >= 0;
    amount.numbered_dice().is_some() || amount.limited().is_some_and(has_low)
}

fn assigned(how: Change, amount: &Expr) -> Option<i32> {
    amount.constant_value().filter(|_| how == Change::Set)
}

/// The reads and writes of all tracks of a book.
#[derive(Default)]
pub(super) struct TrackUsage {
    pub(super) changed: BTreeSet<TrackId>,
    pub(super) read: BTreeSet<TrackId>,
    /// The kinds whose tracks of this name are changed, and read: kinds share the names of their tracks.
    changed_of: BTreeMap<TrackId, Kinds>,
    read_of: BTreeMap<TrackId, Kinds>,
    /// Read by examples only: what the players look at.
    pub(super) expected: BTreeSet<TrackId>,
    /// The writes, in the order of the rules.
    pub(super) writes: Vec<Write>,
    /// Tracks of triggers that never fire because no rule changes them.
    unchanged_watched: BTreeSet<TrackId>,
}

impl TrackUsage {
    pub(super) fn new(book: &RuleBook) -> Self {
        let mut usage = Self::default();
        for (track, kind) in hiding(book) {
            usage.reads(track, Kinds::one(kind));
        }
        for procedure in &book.procedures {
            usage.block(book, &procedure.body);
            let reported = procedure.report.iter().flatten();
            reported.for_each(|expr| usage.expr(expr));
        }
        for trigger in &book.triggers {
            for when in &trigger.whens {
                usage.expr(&when.watched);
                usage.expr(&when.level);
                for track in &when.reads {
                    usage.reads(*track, trigger.kinds);
                }
                usage.block(book, &when.body);
            }
        }
        for reaction in &book.reactions {
            usage.block(book, &reaction.body);
            let head = reaction.by.iter().chain(&reaction.worth);
            head.for_each(|expr| usage.expr(expr));
        }
        for in_play in book.facts.iter().filter_map(|fact| fact.in_play.as_ref()) {
            usage.expr(&in_play.value);
        }
        for line in book.modifiers.iter().flat_map(|list| &list.lines) {
            let parts = line.per.iter().chain(&line.condition);
            parts.for_each(|expr| usage.expr(expr));
        }
        let mut of_examples = Self::default();
        for step in book.examples.iter().flat_map(|example| &example.steps) {
            let expected = step.expects.iter().filter_map(|one| match &one.value {
                Expected::Holds(condition) => Some(condition),
                Expected::Refused
                | Expected::RefusedBy(_)
                | Expected::Offered { .. }
                | Expected::Order(_) => None,
            });
            let odds = step.odds.iter();
            let odds = odds.filter_map(|(condition, _)| condition.as_ref());
            let cells = step.cases.iter().flat_map(|case| &case.cells);
            let cells = cells.filter_map(|cell| cell.holds.as_ref());
            let all = expected.chain(odds).chain(cells);
            all.for_each(|expr| of_examples.expr(expr));
        }
        usage.expected = of_examples.read;
        for trigger in &book.triggers {
            for when in &trigger.whens {
                let is_changed = |track: &TrackId| {
                    let kinds = usage.changed_of.get(track);
                    kinds.is_some_and(|kinds| !kinds.and(trigger.kinds).is_empty())
                };
                if !when.reads.iter().any(is_changed) {
                    let reads = when.reads.iter().copied();
                    usage.unchanged_watched.extend(reads);
                }
            }
        }
        usage
    }

    /// Whether a trigger watches tracks, and no rule changes any of them.
    pub(super) fn is_unchanged(&self, when: &When) -> bool {
        !when.reads.is_empty() && !when.reads.iter().any(|track| self.changed.contains(track))
    }

    /// Returns the declared tracks without a read or without a write, and whether rules change and read them; those of several kinds that
    /// have one name and one mistake once. Those that an unchanged trigger watches are left to it.
    pub(super) fn one_sided<'b>(
        &self,
        book: &'b RuleBook,
    ) -> impl Iterator<Item = (&'b KindTrack, bool, bool)> {
        let mut seen = BTreeSet::new();
        let all = book.kinds.iter().enumerate().flat_map(|(at, kind)| {
            let tracks = kind.tracks.iter();
            let tracks = tracks.filter(|track| is_declared(kind, track));
            tracks.map(move |track| (KindId::new(at), track))
        });
        all.map(|(kind, track)| {
            let has = |of: &BTreeMap<TrackId, Kinds>| {
                of.get(&track.track).is_some_and(|kinds| kinds.has(kind))
            };
            (track, has(&self.changed_of), has(&self.read_of))
        })
        .filter(move |(track, is_changed, is_read)| {
            !(*is_changed && *is_read || self.unchanged_watched.contains(&track.track))
                && seen.insert((track.naming.name.as_str(), *is_changed, *is_read))
        })
    }

    /// Returns the writes of a track of one kind.
    pub(super) fn writes_of(&self, track: TrackId, kind: KindId) -> Vec<&Write> {
        let writes = self.writes.iter();
        writes
            .filter(|one| one.track == track && one.kinds.has(kind))
            .collect()
    }

    fn block(&mut self, book: &RuleBook, block: &Block) {
        let names = names_of(block);
        walk_statements(block, &mut |statement| {
            self.writes.extend(Write::of(book, statement, &names));
            true
        });
        for statement in block {
            walk_changes(statement, &mut |unit, track| {
                self.changed.insert(track);
                add(&mut self.changed_of, track, unit.ty.kinds());
            });
            walk_statement(statement, &mut |expr| self.expr(expr));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        walk_within(expr, &mut |part| {
            if let Some(read) = part.track() {
                self.reads(read.track, read.unit.ty.kinds());
            }
        });
    }

    fn reads(&mut self, track: TrackId, kinds: Kinds) {
        self.read.insert(track);
        add(&mut self.read_of, track, kinds);
    }
}

fn add(of: &mut BTreeMap<TrackId, Kinds>, track: TrackId, kinds: Kinds) {
    let known = of.entry(track).or_insert(Kinds::NONE);
    *known = known.or(kinds);
}

/// Returns the flags of `hidden while`, each with its kind.
pub(super) fn hiding(book: &RuleBook) -> impl Iterator<Item = (TrackId, KindId)> {
    let kinds = book.kinds.iter().enumerate();
    kinds.filter_map(|(at, kind)| match kind.hidden {
        Some(Hidden {
            flag: Some(track), ..
        }) => Some((track, KindId::new(at))),
        Some(Hidden { flag: None, .. }) | None => None,
    })
}

/// Whether the author has declared a track; every kind has some others.
pub(super) fn is_declared(kind: &Kind, track: &KindTrack) -> bool {
    !track.is_internal() && track.naming.span != kind.naming.span && track.track.at() > 1
}

/// Returns the declaration of a track for a kind.
fn line_of(book: &RuleBook, (track, kind): Flag) -> Option<&KindTrack> {
    let kind = book.kinds.get(kind.at())?;
    kind.tracks.iter().find(|line| line.track == track)
}

/// Whether a track is reset by itself.
pub(super) fn lasts(book: &RuleBook, flag: Flag) -> bool {
    line_of(book, flag).is_some_and(|line| line.lasts.is_some())
}

/// Returns the name by which rules call a unit of a kind where only its kind is known.
pub(super) fn owner(book: &RuleBook, kind: KindId) -> &str {
    let kind = book.kinds.get(kind.at());
    kind.map_or("unit", |kind| kind.naming.name.as_str())
}

/// Returns the statement that gives a track its starting value again, for all units that have it: `each side: set side.plays to 0`.
pub(super) fn set_back(book: &RuleBook, flag: Flag) -> String {
    let name = book.track_name(flag.0);
    let track = book.tracks.get(flag.0.at());
    let is_flag = track.is_some_and(|track| track.ty == Type::Flag);
    let start = match line_of(book, flag) {
        Some(line) if !is_flag => line.start.to_string(),
        Some(_) | None => "no".to_owned(),
    };
    let (unit, each) = of_each(book, flag.1, |_| String::new());
    format!("{each}set {unit}.{name} to {start}")
}

/// Returns the name by which a statement calls a unit of a kind, and the head of the loop over those that meet a condition, if there is
/// one: `each side: `, `each spot: place where spot.mines > 0: `. For the game it is `if …: `.
pub(super) fn of_each(
    book: &RuleBook,
    kind: KindId,
    condition: impl Fn(&str) -> String,
) -> (&str, String) {
    const PLACE: &str = "spot";
    let (unit, head, joint) = if book.game_kind() == Some(kind) {
        (owner(book, kind), String::new(), "if ")
    } else if book.changing_places() == Some(kind) {
        (PLACE, format!("each {PLACE}: place"), " where ")
    } else {
        let unit = owner(book, kind);
        (unit, format!("each {unit}"), " where ")
    };
    let condition = condition(unit);
    let each = match (head.is_empty(), condition.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("{head}: "),
        (_, false) => format!("{head}{joint}{condition}: "),
    };
    (unit, each)
}

/// Returns `` of `KIND` `` if other kinds have a track of the same name, else nothing.
pub(super) fn of_kind(book: &RuleBook, track: &KindTrack) -> String {
    let mut having = book.kinds.iter().filter(|kind| {
        let mut tracks = kind.tracks.iter();
        tracks.any(|other| other.track == track.track)
    });
    let is_its = |kind: &&Kind| {
        let mut tracks = kind.tracks.iter();
        tracks.any(|other| other.naming.span == track.naming.span)
    };
    match having.clone().count() {
        2.. => having
            .find(is_its)
            .map_or_else(String::new, |kind| format!(" of `{}`", kind.naming.name)),
        _ => String::new(),
    }
}
