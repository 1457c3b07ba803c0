//! Ends of the game that count more pieces or places than a scenario and its map can ever have.
//!
//! Reports: E0562.

use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use super::extremes::{Extremes, Range, Ranges, declared};
use super::victory::has_phases;
use crate::readings::{Names, named, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Ability, Aggregate, Arithmetic, Block, Expr, LocalId, ProcedureId, Statement, Type, walk_calls,
    walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which names and calls are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check_counts(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let mut search = Search {
        staging,
        extremes: None,
        judged: BTreeMap::new(),
    };
    for body in played(staging) {
        let names = names_of(body);
        let ends_itself = body.iter().any(Statement::ends_game);
        walk_statements(body, &mut |statement| {
            let asked = asked(staging, statement, ends_itself);
            for condition in asked {
                search.condition(condition, &names, &Ranges::new(), MAX_DEPTH);
            }
            true
        });
    }
    let mut numbers = BTreeSet::new();
    let never = search.judged.into_iter();
    // One number is often asked for twice: in a condition and for the winner, or for each side.
    let never = never.filter(|(_, one)| !one.is_open && numbers.insert((one.need, one.most)));
    found.extend(never.map(|(span, one)| finding(staging, span, &one)));
}

fn finding(staging: &Staging<'_>, span: Span, judged: &Judged) -> Diagnostic {
    let Judged { need, most, .. } = judged;
    Diagnostic::new(
        Code::NeverInTime,
        format!("this end of the game needs {need}, but this scenario never has more than {most}"),
    )
    .label(staging.written.play.span, "")
    .label(span, format!("{need} needed, {most} at most"))
    .help("lower the number, or give the map or the scenario more of them; if this end is not meant for it, ignore this")
    .confidence(Confidence::Likely)
}

/// Returns the bodies that the scenario plays, and those of triggers.
fn played<'a>(staging: &Staging<'a>) -> Vec<&'a Block> {
    let book = staging.book;
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let mut bodies: Vec<&Block> = whens.map(|when| &when.body).collect();
    let mut seen: BTreeSet<ProcedureId> = staging.staged.procedure.into_iter().collect();
    let first = staging.staged.procedure;
    bodies.extend(first.and_then(|id| Some(&book.procedures.get(id.at())?.body)));
    let mut at = 0;
    while let Some(body) = bodies.get(at).copied() {
        at += 1;
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| {
                    let called = book.procedures.get(id.at()).filter(|_| seen.insert(id));
                    bodies.extend(called.map(|called| &called.body));
                });
            });
        }
    }
    bodies
}

/// Returns the conditions that a statement sets on an end of the game.
fn asked<'b>(staging: &Staging<'_>, statement: &'b Statement, ends_itself: bool) -> Vec<&'b Expr> {
    let mut asked = Vec::new();
    if let Some((condition, then, _)) = statement.branch() {
        asked.extend(ends(staging, then).then_some(condition));
    }
    if let Some(repeat) = statement.repetition() {
        let until = repeat
            .until
            .filter(|_| has_phases(repeat.body, staging, MAX_DEPTH));
        asked.extend(until);
    }
    asked.extend(statement.needs().filter(|_| ends_itself));
    if let Some(winner) = statement.winner() {
        let selected = winner.aggregation();
        asked.extend(selected.and_then(|one| one.selection.condition.as_deref()));
    }
    if let Some(each) = statement.each().filter(|each| ends(staging, each.body)) {
        asked.extend(each.selection.condition.as_deref());
    }
    asked
}

/// Whether a block itself ends the game, or consists of a call of an action that does.
fn ends(staging: &Staging<'_>, block: &[Statement]) -> bool {
    let called = match block {
        [only] => only.called_action(staging.book),
        _ => None,
    };
    let called = called.and_then(|(id, _)| staging.book.procedures.get(id.at()));
    let body = called.map(|called| called.body.as_slice());
    let is_end = |block: &[Statement]| block.iter().any(Statement::ends_game);
    is_end(block) || body.is_some_and(is_end)
}

/// The outcome of a comparison in all states: whether one meets it, and the numbers compared.
struct Judged {
    /// Whether some state can meet it.
    is_open: bool,
    need: i64,
    most: i64,
}

struct Search<'s, 'a> {
    staging: &'s Staging<'a>,
    extremes: Option<Extremes<'s, 'a>>,
    judged: BTreeMap<Span, Judged>,
}

impl Search<'_, '_> {
    /// Judges the counts that a condition asks for.
    fn condition(&mut self, expr: &Expr, names: &Names<'_>, ranges: &Ranges, depth: usize) {
        for op in [Arithmetic::And, Arithmetic::Or] {
            if let Some((left, right)) = expr.operands(op) {
                self.condition(left, names, ranges, depth);
                self.condition(right, names, ranges, depth);
                return;
            }
        }
        let Some(below) = depth.checked_sub(1) else {
            return;
        };
        if let Some(named) = expr.local().and_then(|local| names.get(&local)) {
            self.condition(named, names, ranges, below);
        } else if let Some(any) = expr.aggregation() {
            let condition = any.selection.condition.as_deref();
            let Some(condition) = condition.filter(|_| any.aggregate == Aggregate::Any) else {
                return;
            };
            self.condition(condition, names, ranges, below);
        } else if let Some((id, arguments)) = expr.call() {
            let called = self.staging.book.procedures.get(id.at());
            let called = called.filter(|called| called.ability == Ability::Formula);
            if let Some(called) = called
                && let [only] = called.body.as_slice()
                && let Some(result) = only.result()
            {
                let own = arguments.iter().enumerate().filter_map(|(at, argument)| {
                    let range = ranges.get(&argument.local()?)?;
                    Some((LocalId::new(at), *range))
                });
                let own = own.collect();
                self.condition(result, &Names::new(), &own, below);
            }
        } else {
            self.comparison(expr, names, ranges);
        }
    }

    /// Judges a comparison of a count with the number that it has to reach.
    fn comparison(&mut self, expr: &Expr, names: &Names<'_>, ranges: &Ranges) {
        let Some(asked) = expr.comparison() else {
            return;
        };
        let (left, right) = (named(asked.left, names), named(asked.right, names));
        let (counted, need, is_above) = match asked.order {
            Order::GreaterOrEqual => (left, right, false),
            Order::Greater => (left, right, true),
            Order::LessOrEqual => (right, left, false),
            Order::Less => (right, left, true),
            Order::Equal if right.literal().is_some() => (left, right, false),
            Order::Equal | Order::NotEqual => return,
        };
        if !self.is_count(counted, MAX_DEPTH) || counted.ty.per_whole() != 1 {
            return;
        }
        let stated = self.stated(counted);
        for ranges in self.cases([counted, need], ranges) {
            let staging = self.staging;
            let extremes = self.extremes.get_or_insert_with(|| Extremes::new(staging));
            let most = extremes.range(counted, &ranges);
            let need = extremes.range(need, &ranges);
            let (most, need) = (most.map(|(_, most)| most), need.map(|(need, _)| need));
            let need = need.map(|need| need + i64::from(is_above));
            // A range that excludes it is another finding.
            let is_stated = stated.is_none_or(|(_, high)| need.is_none_or(|need| need <= high));
            let is_open =
                !is_stated || need.is_none_or(|need| most.is_none_or(|most| need <= most));
            let (need, most) = (need.unwrap_or(0), most.unwrap_or(0));
            let fresh = Judged {
                is_open,
                need,
                most,
            };
            let known = self.judged.entry(expr.span).or_insert(fresh);
            known.is_open |= is_open;
            known.need = known.need.min(need);
            known.most = known.most.max(most);
        }
    }

    /// Returns the declared range of what is counted.
    fn stated(&self, counted: &Expr) -> Option<Range> {
        if let Some((_, low, high)) = counted.limited() {
            return declared((low, high));
        }
        let called = self.staging.book.procedures.get(counted.call()?.0.at())?;
        declared(called.range)
    }

    /// Returns the ranges with each side in turn for the only name of one that has no range.
    fn cases(&self, parts: [&Expr; 2], ranges: &Ranges) -> Vec<Ranges> {
        let kind = self.staging.book.side_kind();
        let mut free = BTreeSet::new();
        for part in parts {
            walk_within(part, &mut |inner| {
                let is_side = matches!(inner.ty, Type::Unit(kinds) if kind.is_some_and(|kind| kinds.has(kind)));
                let local = inner
                    .local()
                    .filter(|local| is_side && !ranges.contains_key(local));
                free.extend(local);
            });
        }
        let (Some(side), 1) = (free.first(), free.len()) else {
            return vec![ranges.clone()];
        };
        let sides = self.staging.sides().filter_map(|(at, _)| {
            let at = i64::try_from(at).ok()?;
            let mut ranges = ranges.clone();
            ranges.insert(*side, (at, at));
            Some(ranges)
        });
        sides.collect()
    }

    /// Whether a value counts pieces or places, itself or by a formula.
    fn is_count(&self, expr: &Expr, depth: usize) -> bool {
        let mut counts = false;
        walk_within(expr, &mut |part| {
            counts |= part
                .aggregation()
                .is_some_and(|one| matches!(one.aggregate, Aggregate::Number | Aggregate::Total));
            let called = part.call().filter(|_| depth > 0 && !counts);
            let called = called.and_then(|(id, _)| self.staging.book.procedures.get(id.at()));
            let called = called.filter(|called| called.ability == Ability::Formula);
            for statement in called.iter().flat_map(|called| &called.body) {
                walk_statement(statement, &mut |inner| {
                    counts = counts || self.is_count(inner, depth - 1);
                });
            }
        });
        counts
    }
}
