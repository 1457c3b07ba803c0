//! Flags that a rule sets and asks for, but that no rule clears: what they forbid is possible once in a game.
//!
//! Reports: E0680.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::done_marker::{Marker, TurnLoop, done_markers, loops, only_result};
use super::flag_of_action::find_flag_of_action;
use super::flag_of_loop::{closed_loops, ends_every_loop};
use super::flag_of_option::{once_for_all, set_by_options};
use super::left_out_of_setup::{left_out_of_setups, not_set_up};
use super::readings::is_read_of;
use super::track_usage::{Flag, hiding, lasts, set_back};
use super::transfer::single_expression;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Arithmetic, Change, Expr, KindId, Kinds, Naming, ProcedureId, RuleBook, Statement,
    TrackChange, TrackId, Type, blocks, walk_own, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if !book
        .procedures
        .iter()
        .any(|one| is_repeated_turn(&one.body))
    {
        return;
    }
    let uses = uses(book);
    let loops = loops(context);
    let markers = done_markers(context, &loops);
    let closed = closed_loops(book, &loops);
    let left_out = left_out_of_setups(book);
    let (beside, by_option) = (OnceCell::new(), OnceCell::new());
    let mut reported = BTreeSet::new();
    for (flag, used) in &uses {
        let (track, kind) = *flag;
        if used.is_cleared || lasts(book, *flag) {
            continue;
        }
        let marker = markers.get(&track).filter(|marker| marker.kinds.has(kind));
        let found = if let Some(marker) = marker.filter(|marker| match marker.is_of_one {
            true => has_lasting_sibling(book, &markers, *flag),
            false => has_cleared_sibling(book, &uses, *flag) || !is_asked_for(book, *flag),
        }) {
            finding(book, *flag, marker.naming, marker.set, marker.asked)
                .confidence(Confidence::Likely)
        } else if let (Some((naming, set)), true) = (used.set, is_hiding(book, *flag)) {
            stays_hidden(book, track, naming, set)
        } else if let (Some((naming, set)), Some(until)) = (used.set, closed.get(flag)) {
            ends_every_loop(book, *flag, naming, (set, *until))
        } else if let (Some((naming, set)), Some(setup)) = (used.set, left_out.get(flag)) {
            not_set_up(book, track, naming, set, setup)
        } else if let (Some((naming, set)), Some(asked)) = (used.guarded_set, used.asked) {
            // Others of these flags are cleared: this one is likely to be forgotten.
            let has_guarded_sibling = uses.iter().any(|(other, used)| {
                used.is_cleared && used.is_guarded() && are_of_one_kind(*flag, *other)
            });
            let is_forgotten = has_guarded_sibling && !is_state(book, *flag)
                || is_paid_in_each_turn(context, &loops, *flag) && !is_asked_for(book, *flag);
            let confidence = match is_forgotten {
                true => Confidence::Likely,
                false => Confidence::Possible,
            };
            finding(book, *flag, naming, set, asked).confidence(confidence)
        } else if let (Some((naming, set)), Some(asked)) = (used.set, used.hinders) {
            stays(book, *flag, naming, set, asked)
        } else if let (Some((naming, _)), Some((set, mate))) = (
            used.set,
            beside
                .get_or_init(|| Beside::new(book))
                .of(book, &uses, *flag),
        ) {
            // A lasting effect may be one of a list of passing ones, unless these end by themselves.
            let confidence = match lasts(book, (mate, kind)) {
                true => Confidence::Likely,
                false => Confidence::Possible,
            };
            stays_beside(book, track, naming, set, mate).confidence(confidence)
        } else if let (Some((naming, _)), Some(set)) = (
            used.set,
            by_option
                .get_or_init(|| set_by_options(book, &loops))
                .get(flag),
        ) && is_asked_for(book, *flag)
        {
            once_for_all(book, *flag, naming, *set)
        } else if let Some(known) = find_flag_of_action(book, &loops, *flag) {
            stays(book, *flag, known.naming, known.set, known.asked)
        } else if let (Some((naming, set)), Some((asked, label))) =
            (used.set, distinguished_by(book, *flag))
        {
            let finding = lasting(book, *flag, naming, set);
            finding.label(asked, label)
        } else {
            continue;
        };
        // Kinds that one rule is about share its statement.
        let place = found.labels.first().map(|label| label.span);
        if place.is_none_or(|place| reported.insert(place)) {
            diagnostics.push(found);
        }
    }
}

/// Whether another flag of the kind is cleared, by a rule or when its turn ends.
fn has_cleared_sibling(book: &RuleBook, uses: &BTreeMap<Flag, FlagUse<'_>>, flag: Flag) -> bool {
    uses.iter().any(|(other, used)| {
        (used.is_cleared || lasts(book, *other)) && are_of_one_kind(flag, *other)
    })
}

/// Whether another flag of the kind that marks what a unit has done ends by itself.
fn has_lasting_sibling(
    book: &RuleBook,
    markers: &BTreeMap<TrackId, Marker<'_>>,
    (track, kind): Flag,
) -> bool {
    let mut others = markers
        .iter()
        .filter(|(other, marker)| **other != track && marker.kinds.has(kind));
    others.any(|(other, _)| lasts(book, (*other, kind)))
}

/// Whether a flag hides the units of a kind.
fn is_hiding(book: &RuleBook, flag: Flag) -> bool {
    hiding(book).any(|hiding| hiding == flag)
}

/// Whether a body repeats phases, or is a sequence that loops.
pub(super) fn is_repeated_turn(body: &[Statement]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |statement| {
        found |= statement.repetition().is_some() || statement.count().is_some();
        !found
    });
    found
}

/// Whether rules that do not set a flag read it: then it represents a state of a unit, not an action that is done.
fn is_state(book: &RuleBook, (track, kind): Flag) -> bool {
    let reads_track = |expr: &Expr, track: TrackId| reads_flag(expr, (track, kind));
    let mut bodies = book.bodies();
    let is_read_elsewhere = bodies.any(|(_, body)| {
        let (mut sets, mut reads) = (false, false);
        changes(body, &mut |changed, kinds, _, _| {
            sets |= changed == track && kinds.has(kind)
        });
        for statement in body {
            walk_statement(statement, &mut |expr| reads |= reads_track(expr, track));
        }
        reads && !sets
    });
    let conditions = book.modifiers.iter().flat_map(|list| &list.lines);
    let mut parts = conditions.flat_map(|line| line.per.iter().chain(&line.condition));
    let facts = book.facts.iter().filter_map(|fact| fact.in_play.as_ref());
    is_read_elsewhere
        || parts.any(|part| reads_track(part, track))
        || facts
            .into_iter()
            .any(|fact| reads_track(&fact.value, track))
}

/// The uses of a flag.
#[derive(Default)]
struct FlagUse<'b> {
    /// A statement that sets it in a rule that asks for it before, and that rule.
    guarded_set: Option<(&'b Naming, Span)>,
    /// Place of the condition in that rule.
    asked: Option<Span>,
    /// A statement that sets it, and its rule.
    set: Option<(&'b Naming, Span)>,
    /// A condition of a rule that it must not be set.
    hinders: Option<Span>,
    is_cleared: bool,
}

impl FlagUse<'_> {
    fn is_guarded(&self) -> bool {
        self.guarded_set.is_some()
    }
}

fn uses(book: &RuleBook) -> BTreeMap<Flag, FlagUse<'_>> {
    let flags = book.kinds.iter().enumerate().flat_map(|(at, kind)| {
        let tracks = kind.tracks.iter().map(|track| track.track);
        tracks.map(move |track| (track, KindId::new(at)))
    });
    let is_flag = |(track, _): &Flag| {
        let known = book.tracks.get(track.at());
        let is_given = *track == TrackId::DESTROYED || *track == TrackId::REMOVED;
        !is_given && known.is_some_and(|known| known.ty == Type::Flag)
    };
    let flags: BTreeSet<Flag> = flags.filter(is_flag).collect();
    let mut uses: BTreeMap<Flag, FlagUse<'_>> = BTreeMap::new();
    for (naming, body) in book.bodies() {
        let mut sets: Vec<(Flag, Span)> = Vec::new();
        changes(body, &mut |track, kinds, is_set, span| {
            let of_track = flags.range((track, KindId::new(0))..);
            let of_track = of_track.take_while(|(other, _)| *other == track);
            for flag in of_track.filter(|(_, kind)| kinds.has(*kind)) {
                let used = uses.entry(*flag).or_default();
                match is_set {
                    true => sets.push((*flag, span)),
                    false => used.is_cleared = true,
                }
            }
        });
        for (flag, span) in sets {
            if let Some(used) = uses.get_mut(&flag) {
                used.set.get_or_insert((naming, span));
                if let Some(asked) = guard(book, body, flag) {
                    used.guarded_set.get_or_insert((naming, span));
                    used.asked.get_or_insert(asked);
                }
            }
        }
    }
    for (flag, used) in uses.iter_mut().filter(|(_, used)| !used.is_cleared) {
        for (_, body) in book.bodies() {
            used.hinders = used.hinders.or_else(|| required(book, body, *flag));
        }
    }
    uses
}

/// Whether something is possible, or reckoned, only with a flag, not only without it: every read of it but in `not` and in `if …: result no`.
fn is_asked_for(book: &RuleBook, flag: Flag) -> bool {
    let (mut n_reads, mut n_negated) = (0, 0);
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |inner| {
            n_reads += u32::from(is_read_of(inner, flag));
            let negated = inner.negated().is_some_and(|inner| is_read_of(inner, flag));
            n_negated += u32::from(negated);
        });
    });
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some((condition, then, _)) = statement.branch()
                && only_result(then).and_then(Expr::literal) == Some(0)
            {
                condition.chain(Arithmetic::Or, &mut |part| {
                    n_negated += u32::from(is_read_of(part, flag));
                });
            }
            true
        });
    }
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    n_reads > n_negated || whens.any(|when| when.reads.contains(&flag.0))
}

fn reads_flag(expr: &Expr, flag: Flag) -> bool {
    expr.any(|part| is_read_of(part, flag))
}

/// Calls a visitor with each change of a track and the kinds of its unit; `true` if it certainly sets a flag.
fn changes(body: &[Statement], visit: &mut dyn FnMut(TrackId, Kinds, bool, Span)) {
    for statement in body {
        if let Some(change) = statement.change() {
            let kinds = change.unit.ty.kinds();
            visit(change.track, kinds, change.sets_flag(), statement.span);
        }
        for inner in blocks(statement) {
            changes(inner, visit);
        }
    }
}

/// Returns where an action needs that a flag is not set.
fn required(book: &RuleBook, body: &[Statement], flag: Flag) -> Option<Span> {
    let needs = body.iter().filter(|statement| statement.needs().is_some());
    let mut asked = needs.map(|one| guard(book, std::slice::from_ref(one), flag));
    asked.find_map(|asked| asked)
}

/// Returns where a rule, or a formula that it asks, asks that a flag is not set.
fn guard(book: &RuleBook, body: &[Statement], flag: Flag) -> Option<Span> {
    let mut asked = None;
    let mut look = |inner: &Expr| {
        if let Some(inner) = inner.negated()
            && is_read_of(inner, flag)
        {
            asked.get_or_insert(inner.span);
        }
    };
    walk_statements(body, &mut |statement| {
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                look(inner);
                let called = inner.call().filter(|_| inner.ty == Type::Flag);
                let formula = called.and_then(|(id, _)| single_expression(book, id));
                formula
                    .into_iter()
                    .for_each(|formula| formula.chain(Arithmetic::And, &mut look));
            });
        });
        true
    });
    asked
}

/// Whether an action of each turn that asks for a flag and sets it has a price in a track that rules fill again: it is for each turn as well.
fn is_paid_in_each_turn(context: &Context<'_>, loops: &[TurnLoop], flag: Flag) -> bool {
    let book = context.book;
    let mut actions = book.procedures.iter().enumerate();
    actions.any(|(at, action)| {
        let id = ProcedureId::new(at);
        let mut turns = loops.iter().filter(|one| one.repeats_turns());
        let mut changed = action.body.iter().filter_map(Statement::change);
        action.ability == Ability::Action
            && turns.any(|one| one.runs.contains(&id))
            && changed
                .clone()
                .any(|change| change.sets_flag() && change.track == flag.0)
            && guard(book, &action.body, flag).is_some()
            && changed.any(|change| {
                let mut writes = context.tracks.writes.iter();
                change.how == Change::Take
                    && writes.any(|write| write.track == change.track && write.raises)
            })
    })
}

fn are_of_one_kind((one, kind): Flag, (other, of): Flag) -> bool {
    one != other && kind == of
}

/// Returns where rules ask for a flag, and what that means: any that a place must not have it, or loops over the units that have it. Flags of
/// other units that something must not have are often states that last: dead, found, used up.
fn distinguished_by(book: &RuleBook, flag: Flag) -> Option<(Span, &'static str)> {
    let withheld = book.bodies().find_map(|(_, body)| guard(book, body, flag));
    if let Some(withheld) = withheld {
        let is_of_place = book.changing_places() == Some(flag.1);
        return is_of_place.then_some((withheld, "must not be set"));
    }
    let mut selected = None;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let each = statement.each().map(|each| each.selection);
            if let Some(selection) = each
                && let Some(condition) = selection.condition.as_deref()
            {
                condition.chain(Arithmetic::And, &mut |part| {
                    let read = part.track().filter(|_| is_read_of(part, flag));
                    if read.is_some_and(|read| read.unit.is_local(selection.local)) {
                        selected.get_or_insert((part.span, "taken as long as it is set"));
                    }
                });
            }
            selected.is_none()
        });
    }
    selected
}

/// Returns the finding about a flag that one rule sets, another needs not to be set, and none clears.
fn stays(book: &RuleBook, flag: Flag, naming: &Naming, set: Span, asked: Span) -> Diagnostic {
    lasting(book, flag, naming, set).label(asked, "must not be set")
}

/// Returns the finding about a flag that lasts until the end of the game, and where it is set.
fn lasting(book: &RuleBook, flag: Flag, naming: &Naming, set: Span) -> Diagnostic {
    let (name, back) = (book.track_name(flag.0), set_back(book, flag));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never cleared: it lasts until the end of the game"),
    )
    .label(set, "set here")
    .help(format!(
        "clear it in the turn, `{back}`, or let its track end by itself: \
        `until end of …`; if it lasts, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Possible)
}

/// Flags that the lines of one `depending on`, or of one choice, set, each its own.
struct Beside(Vec<Vec<(TrackId, Kinds, Span)>>);

impl Beside {
    fn new(book: &RuleBook) -> Self {
        let mut all = Vec::new();
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                let is_choice = statement.cases().is_some() || statement.choice().is_some();
                let lines = blocks(statement).filter(|_| is_choice);
                let mut set = Vec::new();
                for line in lines {
                    if let [only] = line {
                        let change = only.change().filter(TrackChange::sets_flag);
                        let change = change.map(|one| (one.track, one.unit.ty.kinds(), only.span));
                        set.extend(change);
                    }
                }
                if set.len() > 1 {
                    all.push(set);
                }
                true
            });
        }
        Self(all)
    }

    /// Returns where a flag that something asks for is set, and another one of its kind that is set beside it and is cleared.
    fn of(
        &self,
        book: &RuleBook,
        uses: &BTreeMap<Flag, FlagUse<'_>>,
        flag: Flag,
    ) -> Option<(Span, TrackId)> {
        let (track, kind) = flag;
        self.0.iter().find_map(|set| {
            let own = set
                .iter()
                .find(|(one, of, _)| *one == track && of.has(kind))?;
            let mut others = set
                .iter()
                .filter(|(one, of, _)| *one != track && of.has(kind));
            let ends = |one: TrackId| lasts(book, (one, kind));
            let is_cleared =
                |one: TrackId| uses.get(&(one, kind)).is_some_and(|used| used.is_cleared);
            // One of those that do not end by themselves first: it says less.
            let mate = others
                .clone()
                .find(|(one, ..)| is_cleared(*one) && !ends(*one))
                .or_else(|| others.find(|(one, ..)| ends(*one)))?;
            is_asked_for(book, flag).then_some((own.2, mate.0))
        })
    }
}

/// Returns the finding about a flag that nothing clears, though another one that is set in the same way is.
fn stays_beside(
    book: &RuleBook,
    track: TrackId,
    naming: &Naming,
    set: Span,
    mate: TrackId,
) -> Diagnostic {
    let (name, mate) = (book.track_name(track), book.track_name(mate));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never cleared, though `{mate}`, which is set beside it, is"),
    )
    .label(set, "set here")
    .help(format!(
        "let its track end by itself as well: `until end of …`, or clear it: `set ….{name} to no`; if it lasts, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
}

/// Returns the end of the message that names the kind whose units each have the flag; empty for a flag of the game.
pub(super) fn for_each(book: &RuleBook, kind: KindId) -> String {
    match book.kinds.get(kind.at()) {
        Some(known) if Some(kind) != book.game_kind() => format!(" for each {}", known.naming.name),
        _ => String::new(),
    }
}

/// Returns the finding about a flag of `hidden while` that a rule sets and none clears.
fn stays_hidden(book: &RuleBook, track: TrackId, naming: &Naming, set: Span) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never cleared: what is hidden by it is never revealed"),
    )
    .label(set, "hidden here")
    .help(format!(
        "add the rule that reveals it: `set unit.{name} to no`; if it stays hidden, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

fn finding(
    book: &RuleBook,
    (track, kind): Flag,
    naming: &Naming,
    set: Span,
    asked: Span,
) -> Diagnostic {
    let (name, back) = (book.track_name(track), set_back(book, (track, kind)));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "`{name}` is never cleared: `{}` is possible once in a game{}",
            naming.name,
            for_each(book, kind)
        ),
    )
    .label(set, "set here")
    .label(asked, "must not be set")
    .help(format!(
        "clear it in the turn, `{back}`, or let its track end by itself: \
        `until end of …`"
    ))
    .help("for once in a game, write `once each game for …`; if intended, ignore this")
    .cite(naming.citations.iter().map(String::as_str))
}
