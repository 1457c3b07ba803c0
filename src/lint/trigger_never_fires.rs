//! Triggers on a value that is never reached.
//!
//! Reports: E0615.

use super::Context;
use super::domain::bounds;
use super::track_usage::Write;
use super::transfer::Watch;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics, a};
use sandtable_model::{
    Crossing, Expr, KindId, Kinds, LocalId, Profile, RuleBook, Trigger, When, walk_own,
    walk_statements, walk_within,
};
use sandtable_source::Span;

/// The largest number of labels of one finding.
const MAX_LABELS: usize = 5;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut reported = Vec::new();
    let mut of_units: Vec<(&Watch<'_>, Diagnostic, usize)> = Vec::new();
    for watch in &context.values.watches {
        let span = watch.when.watched.span;
        let Some(finding) = unreachable_level(book, watch).filter(|_| !reported.contains(&span))
        else {
            continue;
        };
        let Some((kind, unit)) = watch.of else {
            reported.push(span);
            diagnostics.push(finding);
            continue;
        };
        // The units of a kind for which it never fires are no findings of their own.
        let same = of_units.iter_mut().find(|(other, ..)| {
            let is_of_kind = other
                .of
                .is_some_and(|(known, of)| known == kind && of.is_none());
            other.when.watched.span == span && (is_of_kind || unit.is_some())
        });
        match (same, unit.and_then(|unit| book.profiles.get(unit.at()))) {
            (Some((known, first, n_more)), Some(unit))
                if known.of.is_some_and(|(_, of)| of.is_some()) =>
            {
                match first.labels.len() < MAX_LABELS {
                    true => *first = first.clone().label(unit.span, "and this"),
                    false => *n_more += 1,
                }
            }
            (Some(_), _) => {}
            (None, unit) => of_units.push((watch, of_unit(book, finding, kind, unit), 0)),
        }
    }
    for (trigger, when) in of_triggers(book) {
        let span = when.watched.span;
        if reported.contains(&span) {
            continue;
        }
        let Some(finding) = without_level(context, trigger, when) else {
            continue;
        };
        if finding.confidence != Confidence::Possible {
            // It never fires, whatever the numbers of the units.
            of_units.retain(|(watch, ..)| watch.when.watched.span != span);
        }
        diagnostics.push(finding);
    }
    diagnostics.extend(
        of_units
            .into_iter()
            .map(|(_, finding, n_more)| match n_more {
                0 => finding,
                1 => finding.help("the same is true of one more unit"),
                n => finding.help(format!("the same is true of {n} more units")),
            }),
    );
}

/// Returns each line of each trigger.
fn of_triggers(book: &RuleBook) -> impl Iterator<Item = (&Trigger, &When)> {
    let triggers = book.triggers.iter();
    triggers.flat_map(|trigger| trigger.whens.iter().map(move |when| (trigger, when)))
}

/// Reports a trigger that the changes of its value never fire, whatever the level.
fn without_level(context: &Context<'_>, trigger: &Trigger, when: &When) -> Option<Diagnostic> {
    if context.tracks.is_unchanged(when) {
        return Some(unchanged(trigger, when));
    }
    let finding = wrong_direction(context, trigger, when);
    finding.or_else(|| of_others(context.book, trigger, when))
}

/// Returns a finding about a trigger as one about a unit, or about all units of a kind.
fn of_unit(
    book: &RuleBook,
    finding: Diagnostic,
    kind: KindId,
    unit: Option<&Profile>,
) -> Diagnostic {
    let finding = finding.confidence(Confidence::Likely);
    match (unit, book.kinds.get(kind.at())) {
        (Some(unit), _) => {
            let span = unit.span;
            let mut finding = finding.label(span, "with the numbers of this unit");
            finding.labels.rotate_right(1);
            finding
        }
        (None, Some(kind)) => {
            let name = a(&kind.naming.name);
            let mut finding = finding;
            finding.message = format!("for {name}, {}", finding.message).into_boxed_str();
            finding
        }
        (None, None) => finding,
    }
}

/// Reports a level that the watched value never has, or always has.
fn unreachable_level(book: &RuleBook, watch: &Watch<'_>) -> Option<Diagnostic> {
    let when = watch.when;
    let ((low, high), (least, most)) = (bounds(&watch.watched)?, bounds(&watch.level)?);
    let is_unreachable = match when.crossing {
        // Below the level before, then at it or above.
        Crossing::Reaches => high < least || low >= most,
        Crossing::FallsTo => low > most || high <= least,
        Crossing::Becomes => high < least || low > most,
    };
    let is_never_met = match when.crossing {
        Crossing::Reaches => high < least,
        Crossing::FallsTo => low > most,
        Crossing::Becomes => true,
    };
    let message = match is_never_met {
        true => "this trigger never fires",
        false => "this trigger never fires: its condition is met from the start",
    };
    is_unreachable.then(|| {
        let described = watch.watched.describe(book, when.watched.ty);
        Diagnostic::new(Code::TriggerNeverFires, message)
            .label(when.watched.span, format!("the value is {described}"))
            .label(when.level.span, "the level")
            .help("correct the number, or delete the trigger")
    })
}

/// Reports a trigger on tracks that no rule changes.
fn unchanged(trigger: &Trigger, when: &When) -> Diagnostic {
    Diagnostic::new(
        Code::TriggerNeverFires,
        "this trigger never fires: no rule changes its value",
    )
    .label(when.span, "")
    .help("add a rule that changes it, or delete the trigger")
    .cite(trigger.naming.citations.iter().map(String::as_str))
}

/// Reports a trigger on a track that rules only move away from the level, or only of units that it does not watch.
fn wrong_direction(context: &Context<'_>, trigger: &Trigger, when: &When) -> Option<Diagnostic> {
    let watched = when.watched.track().filter(|read| read.index.is_none());
    let track = watched?.track;
    let mut declared = context.book.kinds.iter().flat_map(|kind| &kind.tracks);
    let is_reset = declared.any(|known| known.track == track && known.lasts.is_some());
    let writes = context.tracks.writes.iter();
    let own: Vec<&Write> = writes
        .filter(|one| one.track == track && !one.kinds.and(trigger.kinds).is_empty())
        .collect();
    let name = context.book.track_name(track);
    let (message, place) = match own.first() {
        None => (
            format!("this trigger never fires: rules change `{name}` only for other units"),
            None,
        ),
        Some(first) => {
            let change = only_change(when, &own, name)?;
            (
                format!("this trigger never fires: rules only {change}"),
                Some(first.span),
            )
        }
    };
    let finding =
        Diagnostic::new(Code::TriggerNeverFires, message).label(when.watched.span, "watched");
    let finding = match place.filter(|place: &Span| *place != when.span) {
        Some(place) => finding.label(place, "for example here"),
        None => finding,
    };
    let help = match is_reset {
        true => {
            "the reset by `until end of …` fires no trigger: in place of it, write a rule that sets the track back"
        }
        false => "add a rule that changes it, or delete the trigger",
    };
    Some(
        finding
            .help(help)
            .cite(trigger.naming.citations.iter().map(String::as_str)),
    )
}

/// Reports a trigger on tracks of other units: it is evaluated when a track of the unit that it watches changes.
fn of_others(book: &RuleBook, trigger: &Trigger, when: &When) -> Option<Diagnostic> {
    let mut read = TracksRead {
        kinds: trigger.kinds,
        has_own: false,
        of_others: None,
    };
    read.add(book, &when.watched, &[LocalId::new(0)], 0);
    let other = read.of_others?;
    let (message, confidence) = match read.has_own {
        false => (
            "this trigger never fires: it waits for a change of its own unit, and this reads only others",
            Confidence::Likely,
        ),
        true => (
            "this trigger fires only at a change of its own unit, and this also reads others",
            Confidence::Possible,
        ),
    };
    let finding = Diagnostic::new(Code::TriggerNeverFires, message);
    let finding = finding.label(when.watched.span, "watched");
    let finding = match when.watched.span == other {
        true => finding,
        false => finding.label(other, "this is about another unit"),
    };
    Some(
        finding
            .help(
                "keep count in a track of the unit itself, and watch that; or test it in a rule after each of the changes",
            )
            .confidence(confidence)
            .cite(trigger.naming.citations.iter().map(String::as_str)),
    )
}

/// Maximum number of formulas, each called by the one before, whose reads are followed.
const MAX_FORMULAS: usize = 4;

/// The tracks that an expression reads, also by way of formulas.
struct TracksRead {
    /// The kinds that the trigger watches.
    kinds: Kinds,
    /// Whether one of the watched unit is among them.
    has_own: bool,
    /// The first one of another unit.
    of_others: Option<Span>,
}

impl TracksRead {
    /// Adds what an expression reads; `own` are the locals that denote the watched unit.
    fn add(&mut self, book: &RuleBook, expr: &Expr, own: &[LocalId], depth: usize) {
        let kinds = self.kinds;
        let is_own = |unit: &Expr| {
            let is_named = unit.is_game() || unit.named_side().is_some();
            // A trigger on all kinds watches the game and the sides, too.
            let is_watched = is_named && !unit.ty.kinds().and(kinds).is_empty();
            is_watched || unit.local().is_some_and(|local| own.contains(&local))
        };
        walk_within(expr, &mut |part| {
            if let Some(read) = part.track() {
                match is_own(read.unit) {
                    true => self.has_own = true,
                    false => self.of_others = self.of_others.or(Some(part.span)),
                }
            }
            // What selects lines and cells is not followed.
            self.has_own |= part.callee().is_some() && part.call().is_none();
            let Some((id, arguments)) = part.call() else {
                return;
            };
            let called = book
                .procedures
                .get(id.at())
                .filter(|_| depth < MAX_FORMULAS);
            let Some(called) = called else {
                self.has_own = true;
                return;
            };
            let given = arguments.iter().enumerate();
            let given = given.filter(|(_, argument)| is_own(argument));
            let mut own: Vec<LocalId> = given.map(|(at, _)| LocalId::new(at)).collect();
            walk_statements(&called.body, &mut |statement| {
                if let Some((local, value)) = statement.binding()
                    && value.local().is_some_and(|value| own.contains(&value))
                {
                    own.push(local);
                }
                walk_own(statement, &mut |inner| {
                    self.add(book, inner, &own, depth + 1)
                });
                true
            });
        });
    }
}

/// Returns the effect of all writes on the track, if none of them can reach the level.
fn only_change(when: &When, writes: &[&Write], name: &str) -> Option<String> {
    match (when.crossing, when.level.constant_value()) {
        (Crossing::Reaches, _) => {
            let is_raised = writes.iter().any(|one| one.raises);
            (!is_raised).then(|| format!("lower `{name}`"))
        }
        (Crossing::FallsTo, _) => {
            let is_lowered = writes.iter().any(|one| one.lowers);
            (!is_lowered).then(|| format!("raise `{name}`"))
        }
        (Crossing::Becomes, Some(level)) => {
            let mut assigned = writes.iter().map(|one| one.constant);
            assigned
                .all(|value| value.is_some_and(|value| value != level))
                .then(|| format!("set `{name}` to something else"))
        }
        (Crossing::Becomes, None) => None,
    }
}
