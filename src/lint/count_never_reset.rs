//! Counts that an action asks for below a limit and then raises, and that no rule sets back: the limit is one for the whole game.
//!
//! Reports: E0680.

use super::Context;
use super::done_marker::{TurnLoop, loops};
use super::flag_never_cleared::{for_each, is_repeated_turn};
use super::readings::is_read_of;
use super::track_usage::{Flag, is_declared, lasts, set_back};
use super::transfer::single_expression;
use super::unchecked_cost::is_own;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Ability, Arithmetic, Change, Expr, KindId, Naming, ProcedureId, RuleBook, Statement, Type,
    walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut rules = book.procedures.iter();
    if !rules.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    let turns = loops(context);
    let mut counts: Vec<(Flag, Spent<'_>)> = Vec::new();
    for (at, kind) in book.kinds.iter().enumerate() {
        for track in kind.tracks.iter().filter(|track| is_declared(kind, track)) {
            let count = (track.track, KindId::new(at));
            let known = book.tracks.get(track.track.at());
            let is_number = known
                .is_some_and(|known| matches!(known.ty, Type::Number(_)) && known.index.is_none());
            if is_number {
                counts.extend(spent(book, &turns, count).map(|spent| (count, spent)));
            }
        }
    }
    let ends = |count: Flag| lasts(book, count) || is_set_back(context, count);
    for (count, spent) in counts.iter().filter(|(count, _)| !ends(*count)) {
        if !is_limit_only(book, *count) {
            continue;
        }
        // Others of these counts are set back: this one is likely to be forgotten.
        let mut others = counts.iter().map(|(other, _)| *other);
        let has_sibling = others.any(|other| other != *count && other.1 == count.1 && ends(other));
        let confidence = match has_sibling {
            true => Confidence::Likely,
            false => Confidence::Possible,
        };
        diagnostics.push(finding(book, *count, spent).confidence(confidence));
    }
}

/// Whether a rule can lower a count, or set it.
fn is_set_back(context: &Context<'_>, (track, kind): Flag) -> bool {
    let writes = context.tracks.writes_of(track, kind);
    writes.iter().any(|write| write.lowers)
}

/// An action that asks for a count below a limit, and raises it.
struct Spent<'b> {
    naming: &'b Naming,
    asked: Span,
    raised: Span,
}

/// Returns such an action in turns that come again, about its own unit.
fn spent<'b>(book: &'b RuleBook, turns: &[TurnLoop], count: Flag) -> Option<Spent<'b>> {
    let actions = book.procedures.iter().enumerate();
    let mut actions = actions.filter(|(_, one)| one.ability == Ability::Action);
    actions.find_map(|(at, action)| {
        let id = ProcedureId::new(at);
        let mut turns = turns.iter().filter(|one| one.repeats_turns());
        if !turns.any(|one| !one.until.contains(&count.0) && one.runs.contains(&id)) {
            return None;
        }
        let mut found = None;
        for condition in action.body.iter().filter_map(Statement::needs) {
            condition.chain(Arithmetic::And, &mut |part| {
                let mut look = |part: &Expr, given: &[Expr]| {
                    let unit = limited(part, count);
                    let given = unit.and_then(Expr::local).and_then(|at| given.get(at.at()));
                    let unit = given.or(unit).filter(|unit| is_own(unit));
                    let raised = unit.and_then(|unit| raise(&action.body, count, unit));
                    found = found.or(raised.map(|raised| (part.span, raised)));
                };
                let called = part.call();
                let formula = called.and_then(|(id, _)| single_expression(book, id));
                if let (Some((_, arguments)), Some(formula)) = (called, formula) {
                    formula.chain(Arithmetic::And, &mut |part| look(part, arguments));
                }
                look(part, &[]);
            });
        }
        let (asked, raised) = found?;
        let naming = &action.naming;
        Some(Spent {
            naming,
            asked,
            raised,
        })
    })
}

/// Returns the statement of a body that raises the count of a unit in any case.
fn raise(body: &[Statement], (track, _): Flag, unit: &Expr) -> Option<Span> {
    let raises = |statement: &&Statement| {
        statement.change().is_some_and(|change| {
            let is_raised = change.how == Change::Add && change.amount.literal() > Some(0);
            is_raised && change.track == track && are_equivalent(change.unit, unit)
        })
    };
    body.iter().find(raises).map(|statement| statement.span)
}

/// Returns the unit whose count must be below a limit for a condition to be met.
fn limited(condition: &Expr, count: Flag) -> Option<&Expr> {
    let compared = condition.comparison()?;
    let (low, high) = match compared.order {
        Order::Less | Order::LessOrEqual => (compared.left, compared.right),
        Order::Greater | Order::GreaterOrEqual => (compared.right, compared.left),
        Order::Equal | Order::NotEqual => return None,
    };
    let is_limit = is_read_of(low, count) && !high.any(|part| is_read_of(part, count));
    is_limit
        .then(|| low.track().map(|read| read.unit))
        .flatten()
}

/// Whether rules read a count for nothing but to keep it below a limit.
fn is_limit_only(book: &RuleBook, count: Flag) -> bool {
    let (mut n_reads, mut n_limits) = (0, 0);
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            n_reads += usize::from(is_read_of(part, count));
            n_limits += usize::from(limited(part, count).is_some());
        });
    });
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    n_reads > 0 && n_reads == n_limits && !whens.any(|when| when.reads.contains(&count.0))
}

fn finding(book: &RuleBook, (track, kind): Flag, spent: &Spent<'_>) -> Diagnostic {
    let (name, back) = (book.track_name(track), set_back(book, (track, kind)));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "`{name}` is never set back: it limits `{}` for the whole game{}",
            spent.naming.name,
            for_each(book, kind)
        ),
    )
    .label(spent.raised, "counted up here")
    .label(spent.asked, "must be below the limit")
    .help(format!(
        "set it back in the turn, `{back}`, or let its track end by itself: `until end of …`; if it is a limit of the whole game, ignore this"
    ))
    .cite(spent.naming.citations.iter().map(String::as_str))
}
