//! Flags that the turn clears after they are set and before any rule asks for them.
//!
//! The rules of a game are followed in their order: a mark that is set is pending until a rule reads the flag, or the flag is
//! cleared for every unit. Conditions are not evaluated, each loop is followed twice, and calls are followed, once for each state on entry.
//!
//! Reports: E0689.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::Context;
use super::track_usage::hiding;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Ability, Callable, Change, Expr, KindTrack, LocalId, Meaning, ProcedureId, RuleBook, Selection,
    Statement, StatementKind, TrackChange, TrackId, Type, blocks, walk_changes, walk_own,
    walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

/// Maximum number of statements that are followed.
const MAX_STEPS: usize = 100_000;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let flags = flags(book);
    if flags.is_empty() {
        return;
    }
    let sets = Sets::new(book, &flags);
    let none = Pending::with_capacity(sets.all.len());
    let reads = Reads::new(book, &flags);
    let mut flow = Flow {
        book,
        flags: &flags,
        resets: resets(book, &flags),
        followed: with_flags(context, &flags, &reads),
        reads,
        sets: &sets,
        pending: none.clone(),
        escaped: none.clone(),
        read: none,
        cleared: BTreeMap::new(),
        visited: BTreeSet::new(),
        exits: BTreeMap::new(),
        asked: BTreeMap::new(),
        open: BTreeSet::new(),
        left: MAX_STEPS,
    };
    for (at, procedure) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        if procedure.ability == Ability::Sequence && !context.call_graph.is_called(id) {
            flow.visited.insert(id);
            flow.block(&procedure.body, None);
            flow.pending.clear();
            flow.escaped.clear();
            if flow.left == 0 {
                context.leave_unfinished(Code::ClearedUnread, &procedure.naming);
                return;
            }
        }
    }
    let unknown = flow.unknown();
    for (at, clear) in &flow.cleared {
        if let Some((track, set)) = sets.all.get(*at)
            && !flow.read.contains(*at)
            && !unknown.contains(track)
            && (!lasts(book, *track) || is_asked_apart(context, *track))
        {
            diagnostics.push(finding(book, *track, *set, *clear));
        }
    }
    for (_, body) in book.bodies() {
        let mut in_a_row = |track: TrackId, set: Span, clear: Span| {
            let is_known = sets.by_place.get(&set);
            let is_known = is_known.is_some_and(|at| flow.cleared.contains_key(at));
            if flags.contains(&track) && !unknown.contains(&track) && !is_known {
                diagnostics.push(finding(book, track, set, clear));
            }
        };
        cleared_below(&flow.reads, body, &mut in_a_row);
    }
}

/// Calls a visitor with each flag that a block sets and then clears for the same unit, with nothing between that asks for it or can end the rule.
fn cleared_below(
    reads: &Reads<'_>,
    block: &[Statement],
    visit: &mut dyn FnMut(TrackId, Span, Span),
) {
    for (at, statement) in block.iter().enumerate() {
        for inner in blocks(statement) {
            cleared_below(reads, inner, visit);
        }
        let Some(set) = statement.change().filter(TrackChange::sets_flag) else {
            continue;
        };
        for below in block.iter().skip(at + 1) {
            let clears = below.change().filter(|change| change.track == set.track);
            if let Some(clears) = clears {
                let is_cleared = clears.amount.literal() == Some(0) && clears.index.is_none();
                if is_cleared && are_equivalent(clears.unit, set.unit) {
                    visit(set.track, statement.span, below.span);
                }
                break;
            }
            let (mut tracks, mut is_open) = (BTreeSet::new(), below.window().is_some());
            walk_statement(below, &mut |expr| reads.add(expr, &mut tracks));
            walk_changes(below, &mut |_, track| is_open |= track == set.track);
            walk_statements(std::slice::from_ref(below), &mut |inner| {
                is_open |= inner.is_jump() || inner.ends_rule() || inner.requirement().is_some();
                !is_open
            });
            if is_open || tracks.contains(&set.track) {
                break;
            }
        }
    }
}

/// Returns the declared flags; of one that several kinds have, only if it ends with the same phase or sequence for all of them.
fn flags(book: &RuleBook) -> BTreeSet<TrackId> {
    let lines = book.kinds.iter().flat_map(|kind| &kind.tracks);
    let lines = lines.filter(|line| {
        let track = book.tracks.get(line.track.at());
        let is_flag = track.is_some_and(|track| track.ty == Type::Flag && track.index.is_none());
        let is_end = [TrackId::DESTROYED, TrackId::REMOVED].contains(&line.track);
        let last = |line: &KindTrack| line.lasts.as_ref().map(|lasts| lasts.value.clone());
        let mut others = book.kinds.iter().flat_map(|kind| &kind.tracks);
        let is_one = others.all(|other| other.track != line.track || last(other) == last(line));
        is_flag && !is_end && is_one && !line.is_internal()
    });
    lines.map(|line| line.track).collect()
}

/// Whether a flag is reset by itself.
fn lasts(book: &RuleBook, track: TrackId) -> bool {
    let mut lines = book.kinds.iter().flat_map(|kind| &kind.tracks);
    lines.any(|line| line.track == track && line.lasts.is_some())
}

/// Whether a rule asks for a flag that does not set it: the guard of a loop, `each squad where not squad.moved`, needs no rule after it.
fn is_asked_apart(context: &Context<'_>, track: TrackId) -> bool {
    let book = context.book;
    let sets = |id: &ProcedureId| {
        let body = book.procedures.get(id.at()).map(|one| &one.body);
        let mut sets = false;
        for statement in body.into_iter().flatten() {
            walk_changes(statement, &mut |_, changed| sets |= changed == track);
        }
        sets
    };
    let mut procedures = book.procedures.iter().enumerate();
    procedures.any(|(at, procedure)| {
        let mut asks = false;
        for statement in &procedure.body {
            walk_statement(statement, &mut |expr| {
                asks |= expr.any(|part| part.is_track(track))
            });
        }
        asks && !context
            .call_graph
            .reachable(ProcedureId::new(at))
            .iter()
            .any(sets)
    })
}

/// Returns the flags that are reset at the end of each phase or sequence, by its name, with the place that says so.
fn resets<'b>(
    book: &'b RuleBook,
    flags: &BTreeSet<TrackId>,
) -> BTreeMap<&'b str, Vec<(TrackId, Span)>> {
    let mut resets: BTreeMap<&str, Vec<(TrackId, Span)>> = BTreeMap::new();
    for line in book.kinds.iter().flat_map(|kind| &kind.tracks) {
        if let Some(lasts) = line.lasts.as_ref().filter(|_| flags.contains(&line.track)) {
            let at_end = resets.entry(lasts.value.as_str()).or_default();
            at_end.push((line.track, lasts.span));
        }
    }
    resets
}

/// Statements that set a flag, by their index among all, after which no rule has cleared it yet.
type Pending = FixedBitSet;

/// All statements that set a flag.
struct Sets {
    all: Vec<(TrackId, Span)>,
    by_place: BTreeMap<Span, usize>,
    by_flag: BTreeMap<TrackId, Pending>,
}

impl Sets {
    fn new(book: &RuleBook, flags: &BTreeSet<TrackId>) -> Self {
        let mut all = Vec::new();
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                if let Some(change) = statement.change()
                    && flags.contains(&change.track)
                    && change.amount.literal() != Some(0)
                {
                    all.push((change.track, statement.span));
                }
                true
            });
        }
        let mut by_flag = BTreeMap::new();
        for (at, (track, _)) in all.iter().enumerate() {
            let of_flag = by_flag.entry(*track);
            let of_flag: &mut Pending =
                of_flag.or_insert_with(|| Pending::with_capacity(all.len()));
            of_flag.insert(at);
        }
        let places = all.iter().enumerate();
        Self {
            by_place: places.map(|(at, (_, span))| (*span, at)).collect(),
            by_flag,
            all,
        }
    }
}

impl Sets {
    /// Returns the statements that set one of some flags.
    fn of(&self, flags: &BTreeSet<TrackId>) -> Pending {
        let mut all = Pending::with_capacity(self.all.len());
        let of_flags = flags.iter().filter_map(|flag| self.by_flag.get(flag));
        of_flags.for_each(|of_flag| all.union_with(of_flag));
        all
    }
}

/// The flags that each rule reads, also by way of the rules that it calls.
struct Reads<'b> {
    flags: &'b BTreeSet<TrackId>,
    by_rule: BTreeMap<Callable, BTreeSet<TrackId>>,
}

impl<'b> Reads<'b> {
    fn new(book: &RuleBook, flags: &'b BTreeSet<TrackId>) -> Self {
        let mut all = Self {
            flags,
            by_rule: BTreeMap::new(),
        };
        // Callees first; a rule on a cycle is read as all rules are.
        for node in &book.call_order {
            let tracks = all.of_rule(book, *node);
            all.by_rule.insert(*node, tracks);
        }
        all
    }

    fn of_rule(&self, book: &RuleBook, node: Callable) -> BTreeSet<TrackId> {
        let mut tracks = BTreeSet::new();
        match node {
            Callable::Procedure(id) => {
                let procedure = book.procedures.get(id.at());
                for statement in procedure.into_iter().flat_map(|one| &one.body) {
                    walk_statement(statement, &mut |expr| self.add(expr, &mut tracks));
                }
            }
            Callable::Table(id) => {
                let meanings = book.tables.get(id.at()).map(|table| &table.meanings);
                for meaning in meanings.into_iter().flatten() {
                    if let Meaning::Where { value, .. } = meaning {
                        self.add(value, &mut tracks);
                    }
                }
            }
            Callable::Modifiers(id) => {
                let lines = book.modifiers.get(id.at()).map(|list| &list.lines);
                let lines = lines.into_iter().flatten();
                for part in lines.flat_map(|line| line.per.iter().chain(&line.condition)) {
                    self.add(part, &mut tracks);
                }
            }
            Callable::Fact(id) => {
                let fact = book.facts.get(id.at());
                if let Some(in_play) = fact.and_then(|fact| fact.in_play.as_ref()) {
                    self.add(&in_play.value, &mut tracks);
                }
            }
        }
        tracks
    }

    /// Adds the flags that an expression reads.
    fn add(&self, expr: &Expr, tracks: &mut BTreeSet<TrackId>) {
        walk_within(expr, &mut |inner| {
            let read = inner.track().map(|read| read.track);
            tracks.extend(read.filter(|track| self.flags.contains(track)));
            let known = inner.callee().and_then(|callee| self.by_rule.get(&callee));
            tracks.extend(known.into_iter().flatten());
        });
    }
}

/// Returns the procedures that set, clear or read a flag, open a window, or call one that does; no other has an effect on the state.
fn with_flags(
    context: &Context<'_>,
    flags: &BTreeSet<TrackId>,
    reads: &Reads<'_>,
) -> BTreeSet<ProcedureId> {
    let procedures = context.book.procedures.iter().enumerate();
    let own = procedures.filter_map(|(at, procedure)| {
        let id = ProcedureId::new(at);
        let read = reads.by_rule.get(&Callable::Procedure(id));
        let mut has_flags = read.is_none_or(|read| !read.is_empty());
        for statement in &procedure.body {
            walk_changes(statement, &mut |_, track| {
                has_flags |= flags.contains(&track)
            });
        }
        // Reactions are no callees.
        walk_statements(&procedure.body, &mut |statement| {
            has_flags |= matches!(statement.kind, StatementKind::Open { .. });
            true
        });
        has_flags.then_some(id)
    });
    context.call_graph.reaching(own.collect())
}

struct Flow<'b> {
    book: &'b RuleBook,
    flags: &'b BTreeSet<TrackId>,
    resets: BTreeMap<&'b str, Vec<(TrackId, Span)>>,
    followed: BTreeSet<ProcedureId>,
    reads: Reads<'b>,
    sets: &'b Sets,
    pending: Pending,
    /// The pending statements at the points where a rule or a round of a loop is left early.
    escaped: Pending,
    /// Statements that set a flag that a rule reads afterwards.
    read: Pending,
    /// Statements that set a flag, with one that clears it for every unit while they are pending.
    cleared: BTreeMap<usize, Span>,
    visited: BTreeSet<ProcedureId>,
    /// The state on exit of each rule that was followed, by its state on entry: a second call in the same state adds nothing.
    exits: BTreeMap<(ProcedureId, Pending), Pending>,
    /// The statements whose flag the expressions of a statement read, by the place of the statement in memory: most are followed
    /// several times.
    asked: BTreeMap<usize, Pending>,
    /// The rules that are being followed.
    open: BTreeSet<ProcedureId>,
    left: usize,
}

impl<'b> Flow<'b> {
    /// Interprets a block; `all` is the loop variable if the block is the body of a loop over every unit.
    fn block(&mut self, block: &'b [Statement], all: Option<LocalId>) {
        for statement in block {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return;
            }
            self.statement(statement, all);
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn statement(&mut self, statement: &'b Statement, all: Option<LocalId>) {
        match &statement.kind {
            StatementKind::Change {
                amount,
                unit,
                track,
                ..
            } if self.flags.contains(track) => {
                self.own_exprs(statement);
                match amount.literal() {
                    Some(0) => self.clear(*track, unit, all, statement.span),
                    _ => self
                        .pending
                        .extend(self.sets.by_place.get(&statement.span).copied()),
                }
            }
            StatementKind::Each {
                selection, body, ..
            } => {
                let member = whole(selection, body);
                if member.is_none() {
                    self.own_exprs(statement);
                }
                self.rounds(&[body], member);
            }
            StatementKind::Call(call) | StatementKind::Let { value: call, .. } => {
                self.call(statement, call);
            }
            StatementKind::Open {
                window, cancelled, ..
            } => {
                self.own_exprs(statement);
                let book = self.book;
                let window = book.windows.get(window.at());
                let reactions = window.into_iter().flat_map(|window| &window.reactions);
                let reactions = reactions.filter_map(|id| book.reactions.get(id.at()));
                let bodies = reactions.map(|reaction| reaction.body.as_slice());
                self.branches(bodies.chain([cancelled.as_slice()]));
            }
            StatementKind::Phase { body, naming, .. } => {
                self.block(body, None);
                self.end(&naming.name);
            }
            StatementKind::Simultaneous { body } => self.block(body, None),
            StatementKind::Repeat { .. }
            | StatementKind::Count { .. }
            | StatementKind::Alternate { .. } => {
                self.own_exprs(statement);
                self.rounds(&blocks(statement).collect::<Vec<_>>(), None);
                self.own_exprs(statement);
            }
            StatementKind::Stop
            | StatementKind::Next
            | StatementKind::Done
            | StatementKind::Cancel
            | StatementKind::Result(_)
            | StatementKind::Needs { .. }
            | StatementKind::OnceEach { .. } => {
                self.own_exprs(statement);
                self.escaped.union_with(&self.pending);
            }
            _ => {
                self.own_exprs(statement);
                self.branches(blocks(statement));
            }
        }
    }

    /// Interprets the body of a loop twice; once if that leaves the state as it was, which a second time would do as well.
    fn rounds(&mut self, bodies: &[&'b [Statement]], all: Option<LocalId>) {
        let before = self.pending.clone();
        for _ in 0..2 {
            let entry = self.pending.clone();
            for body in bodies {
                self.block(body, all);
            }
            self.pending.union_with(&self.escaped);
            if self.pending == entry {
                break;
            }
        }
        // A loop may do nothing at all, but one over every unit reaches each mark.
        if all.is_none() {
            self.pending.union_with(&before);
        }
    }

    /// Interprets alternative blocks and joins their results; at most one of them is executed.
    fn branches(&mut self, branches: impl Iterator<Item = &'b [Statement]>) {
        let before = self.pending.clone();
        for branch in branches {
            let others = std::mem::replace(&mut self.pending, before.clone());
            self.block(branch, None);
            self.pending.union_with(&others);
        }
    }

    /// Clears a flag of every unit; of a single unit, others may keep their marks.
    fn clear(&mut self, track: TrackId, unit: &Expr, all: Option<LocalId>, span: Span) {
        let is_of_all = all.is_some_and(|all| unit.is_local(all)) || unit.is_game();
        if is_of_all {
            self.clear_all(track, span);
        }
    }

    fn clear_all(&mut self, track: TrackId, span: Span) {
        if let Some(of_flag) = self.sets.by_flag.get(&track) {
            for set in self.pending.intersection(of_flag) {
                self.cleared.entry(set).or_insert(span);
            }
            self.pending.difference_with(of_flag);
        }
    }

    /// Resets the flags that last until the end of a phase or sequence.
    fn end(&mut self, name: &str) {
        for (track, span) in self.resets.get(name).cloned().unwrap_or_default() {
            self.clear_all(track, span);
        }
    }

    fn call(&mut self, statement: &Statement, call: &Expr) {
        let book = self.book;
        let Some((procedure, arguments)) = call.call() else {
            return self.own_exprs(statement);
        };
        let called = book.procedures.get(procedure.at());
        let is_followed = self.followed.contains(&procedure);
        let acting = called.filter(|called| called.ability > Ability::Roll && is_followed);
        match acting {
            Some(called) if self.open.insert(procedure) => {
                arguments.iter().for_each(|argument| self.expr(argument));
                self.visited.insert(procedure);
                let entry = (procedure, self.pending.clone());
                if let Some(exit) = self.exits.get(&entry) {
                    self.pending = exit.clone();
                } else {
                    let none = Pending::with_capacity(self.sets.all.len());
                    let outer = std::mem::replace(&mut self.escaped, none);
                    self.block(&called.body, None);
                    let escaped = std::mem::replace(&mut self.escaped, outer);
                    self.pending.union_with(&escaped);
                    if called.ability == Ability::Sequence {
                        self.end(&called.naming.name);
                    }
                    self.exits.insert(entry, self.pending.clone());
                }
                self.open.remove(&procedure);
            }
            _ => self.own_exprs(statement),
        }
    }

    /// Marks the pending statements whose flag the expressions of a statement read, without those of its blocks.
    fn own_exprs(&mut self, statement: &Statement) {
        if self.pending.is_clear() {
            return;
        }
        let (reads, sets) = (&self.reads, self.sets);
        let place = std::ptr::from_ref(statement).addr();
        let asked = self.asked.entry(place).or_insert_with(|| {
            let mut tracks = BTreeSet::new();
            walk_own(statement, &mut |expr| reads.add(expr, &mut tracks));
            sets.of(&tracks)
        });
        let mut read = self.pending.clone();
        read.intersect_with(asked);
        self.read.union_with(&read);
    }

    /// Marks the pending statements whose flag an expression reads.
    fn expr(&mut self, expr: &Expr) {
        if self.pending.is_clear() {
            return;
        }
        let mut tracks = BTreeSet::new();
        self.reads.add(expr, &mut tracks);
        let mut read = self.sets.of(&tracks);
        read.intersect_with(&self.pending);
        self.read.union_with(&read);
    }

    /// Returns the flags that triggers, recursive rules and rules outside of the game read or change, those that hide units, and those
    /// that nothing reads.
    fn unknown(&self) -> BTreeSet<TrackId> {
        let book = self.book;
        let mut unknown: BTreeSet<TrackId> = hiding(book).map(|(track, _)| track).collect();
        let mut read = BTreeSet::new();
        let touch = |body: &[Statement], tracks: &mut BTreeSet<TrackId>| {
            for statement in body {
                walk_statement(statement, &mut |expr| self.reads.add(expr, tracks));
                walk_changes(statement, &mut |_, track| _ = tracks.insert(track));
            }
        };
        for when in book.triggers.iter().flat_map(|trigger| &trigger.whens) {
            unknown.extend(&when.reads);
            touch(&when.body, &mut unknown);
        }
        for (at, procedure) in book.procedures.iter().enumerate() {
            let id = ProcedureId::new(at);
            let is_unseen = procedure.ability > Ability::Roll && !self.visited.contains(&id);
            if is_unseen || book.cycles.contains_key(&id) {
                touch(&procedure.body, &mut unknown);
            }
        }
        book.walk_exprs(&mut |_, expr| {
            read.extend(expr.track().map(|read| read.track));
        });
        unknown.extend(self.flags.difference(&read));
        unknown
    }
}

/// Returns the member of a loop over every unit, or over every unit with the flag that its body clears first.
fn whole(selection: &Selection, body: &[Statement]) -> Option<LocalId> {
    let is_simple =
        selection.region.is_none() && selection.owner.is_none() && selection.chosen.is_none();
    let is_every = selection.condition.as_ref().is_none_or(|condition| {
        let read = condition.track();
        let read = read.filter(|read| read.unit.is_local(selection.local));
        let change = body.first().and_then(Statement::change);
        read.zip(change).is_some_and(|(read, change)| {
            change.how == Change::Set
                && change.track == read.track
                && change.amount.literal() == Some(0)
        })
    });
    (is_simple && is_every).then_some(selection.local)
}

fn finding(book: &RuleBook, track: TrackId, set: Span, clear: Span) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::ClearedUnread,
        format!("`{name}` is cleared before any rule asks for it"),
    )
    .label(set, "set here")
    .label(
        clear,
        "cleared here, with nothing in between that asks for it",
    )
    .help("clear it after the rule that asks for it, mostly at the end of the turn")
    .confidence(Confidence::Likely)
}
