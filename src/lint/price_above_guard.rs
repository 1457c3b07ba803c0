//! Prices that a side pays behind a condition that only asks for less: `take ship.cost from side.points` where `side.points > 0`.
//!
//! Reports: E0681.

use std::collections::BTreeSet;

use super::Context;
use super::readings::reads_track;
use super::unchecked_cost::is_side;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Change, Expr, FieldId, LocalId, Procedure, ProcedureId, RuleBook, Statement,
    TrackChange, TrackId, Value, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (at, procedure) in book.procedures.iter().enumerate() {
        if procedure.ability != Ability::Action {
            continue;
        }
        for statement in &procedure.body {
            let Some(price) = Price::of(book, procedure, statement) else {
                continue;
            };
            let Some((least, guard)) = only_guard(book, price.change.track) else {
                continue;
            };
            let id = ProcedureId::new(at);
            let is_above = is_reached_behind(context, id, guard);
            if least < price.most && is_above && price.is_of_choice(context, id) {
                diagnostics.push(finding(
                    book,
                    procedure,
                    (&price, statement.span),
                    (least, guard),
                ));
            }
        }
    }
}

/// A payment of the stat of a unit by a side or by the game.
struct Price<'b> {
    change: TrackChange<'b>,
    /// The unit whose stat is the price.
    unit: LocalId,
    /// The stat.
    field: FieldId,
    /// The greatest price.
    most: i32,
}

impl<'b> Price<'b> {
    fn of(book: &RuleBook, procedure: &Procedure, statement: &'b Statement) -> Option<Self> {
        let change = statement
            .change()
            .filter(|change| change.how == Change::Take && change.index.is_none())?;
        let (of, field) = change.amount.field()?;
        let unit = of.local()?;
        let is_purse = is_side(book, change.unit) || change.unit.is_game();
        let most = greatest(book, field)?;
        // What the rule asks itself is the matter of another lint.
        let mut is_asked = false;
        walk_statements(&procedure.body, &mut |inner| {
            sandtable_model::walk_own(inner, &mut |expr| {
                is_asked |= reads_track(expr, change.track);
            });
            !is_asked
        });
        (is_purse && !is_asked).then_some(Self {
            change,
            unit,
            field,
            most,
        })
    }

    /// Whether the unit is chosen: by the rule itself, or by one that calls it and hands the unit over.
    fn is_of_choice(&self, context: &Context<'_>, id: ProcedureId) -> bool {
        let book = context.book;
        let chosen_in = |procedure: &Procedure| {
            let mut chosen = BTreeSet::new();
            walk_statements(&procedure.body, &mut |statement| {
                let choice = statement.choice().and_then(|choice| choice.values());
                chosen.extend(choice.map(|(local, _)| local));
                true
            });
            chosen
        };
        let own = book.procedures.get(id.at());
        let is_parameter = own.is_some_and(|own| self.unit.at() < own.parameters.len());
        if !is_parameter {
            return own.is_some_and(|own| chosen_in(own).contains(&self.unit));
        }
        book.procedures.iter().any(|caller| {
            let chosen = chosen_in(caller);
            let mut found = false;
            walk_statements(&caller.body, &mut |statement| {
                let call = statement.evaluated().and_then(Expr::call);
                let call = call.filter(|(called, _)| *called == id);
                let handed = call.and_then(|(_, arguments)| arguments.get(self.unit.at())?.local());
                found |= handed.is_some_and(|local| chosen.contains(&local));
                !found
            });
            found
        })
    }
}

/// Returns the greatest value that units have of a stat, or that it may have if there are none.
fn greatest(book: &RuleBook, field: FieldId) -> Option<i32> {
    let values = book.profiles.iter().flat_map(|profile| &profile.values);
    let values = values.filter(|(known, _)| *known == field);
    let values = values.filter_map(|(_, value)| match value {
        Value::Single(number) => Some(*number),
        Value::Parts(_) | Value::Place(_) => None,
    });
    let fields = book.kinds.iter().flat_map(|kind| &kind.stats);
    let fields = fields.filter(|known| known.field == field);
    values.max().or(fields.map(|known| known.high).max())
}

/// Returns the least amount that conditions ask of a track, with the first of them; `None` if anything else reads the track, or nothing does.
fn only_guard(book: &RuleBook, track: TrackId) -> Option<(i32, Span)> {
    let (mut n_reads, mut guards) = (0, Vec::new());
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            sandtable_model::walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |part| {
                    n_reads += usize::from(part.is_track(track));
                    let bound = part.bound().filter(|bound| bound.subject.is_track(track));
                    guards.extend(bound.and_then(|bound| {
                        let least = match bound.order {
                            Order::Greater => bound.number.checked_add(1)?,
                            Order::GreaterOrEqual => bound.number,
                            Order::Equal | Order::NotEqual | Order::Less | Order::LessOrEqual => {
                                return None;
                            }
                        };
                        Some((least, part.span))
                    }));
                });
            });
            true
        });
    }
    let is_all = n_reads == guards.len();
    guards.into_iter().max().filter(|_| is_all)
}

/// Whether a condition is in a rule that leads to a payment.
fn is_reached_behind(context: &Context<'_>, id: ProcedureId, guard: Span) -> bool {
    let callers = context.call_graph.reaching(BTreeSet::from([id]));
    callers.into_iter().any(|caller| {
        let procedure = context.book.procedures.get(caller.at());
        let body = procedure.map(|one| one.body.as_slice()).unwrap_or_default();
        let mut is_there = false;
        walk_statements(body, &mut |statement| {
            sandtable_model::walk_own(statement, &mut |expr| {
                is_there |= expr.any(|part| part.span == guard);
            });
            !is_there
        });
        is_there
    })
}

fn finding(
    book: &RuleBook,
    procedure: &Procedure,
    (price, place): (&Price<'_>, Span),
    (least, guard): (i32, Span),
) -> Diagnostic {
    let name = book.track_name(price.change.track);
    let (most, stat) = (price.most, book.field_name(price.field));
    Diagnostic::new(
        Code::UncheckedCost,
        format!("this costs up to {most} `{name}`, but only {least} is required"),
    )
    .label(place, "takes only what there is")
    .label(guard, "requires less")
    .help(format!(
        "ask for the price where the unit is chosen: `… where UNIT.{stat} <= OWNER.{name}`"
    ))
    .cite(procedure.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
