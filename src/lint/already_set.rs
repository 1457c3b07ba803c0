//! Tracks that are set to the value that a condition above requires of them.
//!
//! Reports: E0663.

use super::Context;
use super::readings::forget;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{Substitution, are_equivalent, canonical_form};
use sandtable_model::{
    Arithmetic, Change, Choice, Expr, LocalId, Naming, RuleBook, Statement, TrackChange, TrackId,
    Type, blocks, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let mut search = Search {
            book,
            naming,
            diagnostics: &mut *diagnostics,
        };
        search.block(body, Vec::new());
    }
}

/// A value of a track: a constant, or the one of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Constant(i32),
    Name(LocalId),
}

impl Value {
    fn of(expr: &Expr) -> Option<Self> {
        let name = expr.local().map(Self::Name);
        expr.constant_value().map(Self::Constant).or(name)
    }
}

/// The value of a track that a condition requires.
#[derive(Clone)]
struct Known {
    /// The unit in canonical form.
    unit: String,
    track: TrackId,
    value: Value,
    place: Span,
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    naming: &'b Naming,
    diagnostics: &'d mut Diagnostics,
}

impl Search<'_, '_> {
    fn block(&mut self, block: &[Statement], mut known: Vec<Known>) {
        for statement in block {
            if let Some(condition) = statement.needs() {
                require(condition, true, &mut known);
            }
            let set = statement.change();
            if let Some(change) = set.filter(|change| change.how == Change::Set)
                && let Some(one) = known.iter().find(|one| {
                    one.track == change.track
                        && change.index.is_none()
                        && keeps(&change, one)
                        && canonical_form(change.unit, &[]).as_ref() == Some(&one.unit)
                })
            {
                let is_shifted = change.amount.shift().is_some();
                let finding = self.finding(statement.span, one, is_shifted);
                self.diagnostics.push(finding);
            }
            self.set_to_itself(statement);
            self.set_by_call(statement, &known);
            self.idle_call(statement, &known);
            for (at, inner) in blocks(statement).enumerate() {
                // What a round has changed, the next one finds changed.
                let mut inside = match statement.is_loop() {
                    true => Vec::new(),
                    false => known.clone(),
                };
                if let Some((condition, ..)) = statement.branch() {
                    require(condition, at == 0, &mut inside);
                }
                // Each member is tested when its turn begins.
                let members = statement
                    .each()
                    .and_then(|each| each.selection.condition.as_ref());
                if let Some(condition) = members {
                    require(condition, true, &mut inside);
                }
                let lines = statement.choice().and_then(Choice::lines);
                let line = lines.and_then(|lines| lines.get(at));
                if let Some(condition) = line.and_then(|line| line.condition.as_ref()) {
                    require(condition, true, &mut inside);
                }
                self.block(inner, inside);
            }
            forget(self.book, statement, &mut known, &|one| one.track);
            if let Some(condition) = statement.early_end() {
                require(condition, false, &mut known);
            }
        }
    }

    fn set_to_itself(&mut self, statement: &Statement) {
        let set = statement
            .change()
            .filter(|change| change.how == Change::Set);
        let Some((change, read)) = set.and_then(|change| Some((change, change.amount.track()?)))
        else {
            return;
        };
        let form = |expr: &Expr| canonical_form(expr, &[]);
        let is_same = read.track == change.track
            && form(read.unit) == form(change.unit)
            && read.index.map(form) == change.index.map(form);
        if !is_same || form(read.unit).is_none() {
            return;
        }
        let name = self.book.track_name(change.track);
        self.diagnostics.push(
            Diagnostic::new(
                Code::AlreadySet,
                format!("this changes nothing: `{name}` is set to itself"),
            )
            .label(change.amount.span, "the same track of the same unit")
            .help("set another value, or name another unit")
            .cite(self.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }

    /// Reports a call that hands over the value to which the action sets a track, if the track has it.
    fn set_by_call(&mut self, statement: &Statement, known: &[Known]) {
        let Some((called, arguments)) = statement.called_action(self.book) else {
            return;
        };
        let Some(called) = self.book.procedures.get(called.at()) else {
            return;
        };
        let arguments = arguments.iter();
        let forms: Substitution = arguments
            .clone()
            .map(|one| canonical_form(one, &[]))
            .collect();
        let values: Vec<Option<Value>> = arguments.map(Value::of).collect();
        for inner in &called.body {
            if let Some(change) = inner.change().filter(|change| change.how == Change::Set)
                && let Some(parameter) = change.amount.local()
                && let Some(Some(value)) = values.get(parameter.at())
                && let Some(one) = known.iter().find(|one| {
                    one.track == change.track
                        && change.index.is_none()
                        && *value == one.value
                        && canonical_form(change.unit, &forms).as_ref() == Some(&one.unit)
                })
            {
                let mut others = called.body.iter().filter_map(Statement::change);
                let only_sets = called.body.len() == others.clone().count()
                    && others.all(|other| other.how == Change::Set);
                self.report_call([statement.span, inner.span], one, only_sets);
                return;
            }
            // After anything else, the track may have another value; a change may fire triggers.
            let may_change = match inner.change() {
                Some(change) => {
                    !self.book.triggers.is_empty()
                        || known.iter().any(|one| one.track == change.track)
                }
                None => inner.binding().is_none() || inner.called_action(self.book).is_some(),
            };
            if may_change {
                return;
            }
        }
    }

    /// Reports a call of an action all of whose changes set tracks to values that they have.
    fn idle_call(&mut self, statement: &Statement, known: &[Known]) {
        let Some((called, arguments)) = statement.called_action(self.book) else {
            return;
        };
        let Some(called) = self.book.procedures.get(called.at()) else {
            return;
        };
        let arguments = arguments.iter();
        let forms: Substitution = arguments.map(|one| canonical_form(one, &[])).collect();
        let (mut set, mut is_idle) = (None, true);
        walk_statements(&called.body, &mut |inner| {
            let is_named = inner.binding().is_some() && inner.called_action(self.book).is_none();
            if let Some(change) = inner.change() {
                let unit = change.unit.local().and_then(|unit| forms.get(unit.at()));
                let one = known.iter().find(|one| {
                    one.track == change.track
                        && change.index.is_none()
                        && change.how == Change::Set
                        && change.amount.constant_value().map(Value::Constant) == Some(one.value)
                        && unit.is_some_and(|unit| unit.as_ref() == Some(&one.unit))
                });
                is_idle &= one.is_some();
                set = set.or(one.map(|one| (inner.span, one)));
            } else if inner.branch().is_none()
                && !is_named
                && !inner.is_stop()
                && !inner.is_nothing()
            {
                is_idle = false;
            }
            is_idle
        });
        if let Some((place, one)) = set.filter(|_| is_idle) {
            let finding = self.finding(statement.span, one, false);
            self.diagnostics.push(finding.label(place, "set here"));
        }
    }

    /// Reports a call; `only_sets` if the action does nothing but set tracks.
    fn report_call(&mut self, [call, set]: [Span; 2], known: &Known, only_sets: bool) {
        let name = self.book.track_name(known.track);
        let (help, confidence) = match only_sets {
            true => (
                "hand over another value, or correct the condition",
                Confidence::Likely,
            ),
            false => (
                "hand over another value, or correct the condition; if the rest of the action is meant, ignore this",
                Confidence::Possible,
            ),
        };
        self.diagnostics.push(
            Diagnostic::new(
                Code::AlreadySet,
                format!("this call sets `{name}` to the value that it has already"),
            )
            .label(call, "hands over the value")
            .label(set, "set here")
            .label(known.place, "requires it")
            .help(help)
            .cite(self.naming.citations.iter().map(String::as_str))
            .confidence(confidence),
        );
    }

    fn finding(&self, place: Span, known: &Known, is_shifted: bool) -> Diagnostic {
        let name = self.book.track_name(known.track);
        let message = match is_shifted {
            true => {
                format!("this changes nothing: `{name}` is at this end of its scale already")
            }
            false => format!("this changes nothing: `{name}` has this value already"),
        };
        Diagnostic::new(Code::AlreadySet, message)
            .label(place, "")
            .label(known.place, "requires it")
            .help("set another value, or correct the condition")
            .cite(self.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely)
    }
}

/// Whether a change sets a track to a value that it has: to the same, or to one beyond the end of its scale.
fn keeps(change: &TrackChange<'_>, known: &Known) -> bool {
    let shifted = change.amount.shift().filter(|shift| {
        let read = shift.value.track();
        read.is_some_and(|read| {
            read.track == change.track
                && read.index.is_none()
                && are_equivalent(read.unit, change.unit)
        })
    });
    let Some(shift) = shifted else {
        return Value::of(change.amount) == Some(known.value);
    };
    let Value::Constant(value) = known.value else {
        return false;
    };
    let by = shift.by.literal().unwrap_or_default();
    match if shift.down { -by } else { by } {
        1.. => shift.top == value,
        0 => false,
        ..0 => value == 0,
    }
}

/// Adds the values that a condition requires if it is met, or if it is not.
fn require(condition: &Expr, is_met: bool, known: &mut Vec<Known>) {
    let chain = match is_met {
        true => Arithmetic::And,
        false => Arithmetic::Or,
    };
    condition.chain(chain, &mut |part| {
        if let Some((read, value)) = value_of(part, is_met)
            && let Some(read) = read.track().filter(|read| read.index.is_none())
            && let Some(unit) = canonical_form(read.unit, &[])
        {
            known.push(Known {
                unit,
                track: read.track,
                value,
                place: part.span,
            });
        }
    });
}

/// Returns the value that a condition requires: of a flag, of a word, of a number, the one of a name.
fn value_of(part: &Expr, is_met: bool) -> Option<(&Expr, Value)> {
    if let Some(inner) = part.negated() {
        return value_of(inner, !is_met);
    }
    if let Some(compared) = part.comparison() {
        let is_equal = match compared.order {
            Order::Equal => is_met,
            Order::NotEqual => !is_met,
            Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => false,
        };
        let (left, right) = match compared.left.track() {
            Some(_) => (compared.left, compared.right),
            None => (compared.right, compared.left),
        };
        return Some((left, Value::of(right).filter(|_| is_equal)?));
    }
    if let Some((value, set)) = part.member() {
        let is_one = is_met && set.is_power_of_two();
        let one = i32::try_from(set.trailing_zeros()).ok();
        return Some((value, one.filter(|_| is_one).map(Value::Constant)?));
    }
    (part.ty == Type::Flag).then_some((part, Value::Constant(i32::from(is_met))))
}
