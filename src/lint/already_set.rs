//! Tracks that are set to the value that a condition above requires of them.
//!
//! Reports: E0663.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Arithmetic, Change, Choice, Expr, Naming, RuleBook, Statement, TrackId, Type, blocks,
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

/// The value of a track that a condition requires.
#[derive(Clone)]
struct Known {
    /// The unit in canonical form.
    unit: String,
    track: TrackId,
    value: i32,
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
                        && change.amount.constant_value() == Some(one.value)
                        && canonical_form(change.unit, &[]).as_ref() == Some(&one.unit)
                })
            {
                self.report(statement.span, one);
            }
            self.set_to_itself(statement);
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
            forget(self.book, statement, &mut known);
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

    fn report(&mut self, place: Span, known: &Known) {
        let name = self.book.track_name(known.track);
        self.diagnostics.push(
            Diagnostic::new(
                Code::AlreadySet,
                format!("this changes nothing: `{name}` has this value already"),
            )
            .label(place, "")
            .label(known.place, "requires it")
            .help("set another value, or correct the condition")
            .cite(self.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
}

/// Forgets what a statement, or what it calls, may change.
fn forget(book: &RuleBook, statement: &Statement, known: &mut Vec<Known>) {
    let is_call = statement.evaluated().is_some() || statement.called_action(book).is_some();
    if is_call || statement.window().is_some() || statement.simultaneous().is_some() {
        known.clear();
    }
    let change = statement.change().map(|change| change.track);
    // A change may fire triggers, which change more.
    let is_lost =
        |one: &Known| change.is_some() && !book.triggers.is_empty() || Some(one.track) == change;
    known.retain(|one| !is_lost(one));
    for inner in blocks(statement).flatten() {
        forget(book, inner, known);
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

/// Returns the value that a condition requires: of a flag, of a word, of a number.
fn value_of(part: &Expr, is_met: bool) -> Option<(&Expr, i32)> {
    if let Some(inner) = part.negated() {
        return value_of(inner, !is_met);
    }
    if let Some(compared) = part.comparison() {
        let is_equal = match compared.order {
            Order::Equal => is_met,
            Order::NotEqual => !is_met,
            Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => false,
        };
        let value = compared.right.constant_value().filter(|_| is_equal)?;
        return Some((compared.left, value));
    }
    if let Some((value, set)) = part.member() {
        let is_one = is_met && set.is_power_of_two();
        return is_one.then(|| Some((value, i32::try_from(set.trailing_zeros()).ok()?)))?;
    }
    (part.ty == Type::Flag).then_some((part, i32::from(is_met)))
}
