//! Modifiers for cases that every rule which adds them up has refused before.
//!
//! Reports: E0682.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Arithmetic, Expr, Modifier, ModifiersId, NONE, ProcedureId, RuleBook, Statement, TrackId, Type,
    blocks, walk_calls, walk_own, walk_statement, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let called = called_procedures(book);
    let procedures = book.procedures.iter().enumerate();
    // A rule that others call is followed from there, unless it has conditions of its own to begin with.
    let roots = procedures.filter(|(at, procedure)| {
        !called.contains(&ProcedureId::new(*at)) || has_needs(&procedure.body)
    });
    let roots: BTreeSet<ProcedureId> = roots.map(|(at, _)| ProcedureId::new(at)).collect();
    let adding = book.procedures.iter().enumerate();
    let adding = adding.filter(|(_, procedure)| adds_up(&procedure.body));
    let adding = adding.map(|(at, _)| ProcedureId::new(at)).collect();
    let mut search = Search {
        book,
        roots: &roots,
        adding: context.call_graph.reaching(adding),
        excluded: BTreeMap::new(),
    };
    for root in &roots {
        if let Some(procedure) = book.procedures.get(root.at())
            && search.adding.contains(root)
        {
            search.body(&procedure.body, &[], &[], MAX_DEPTH);
        }
    }
    for (_, body) in book.bodies().skip(book.procedures.len()) {
        search.body(body, &[], &[], MAX_DEPTH);
    }
    for ((list, line), places) in search.excluded {
        let known = book.modifiers.get(list.at());
        let Some(line) = known.and_then(|known| known.lines.get(line)) else {
            continue;
        };
        let first = places.iter().copied().flatten().next();
        if let (true, Some(refusal)) = (places.iter().all(Option::is_some), first) {
            diagnostics.push(finding(line, refusal));
        }
    }
}

fn has_needs(body: &[Statement]) -> bool {
    let mut statements = body.iter();
    statements.any(|statement| statement.needs().is_some())
}

/// Returns the procedures that another one calls.
fn called_procedures(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let mut called = BTreeSet::new();
    for procedure in &book.procedures {
        let own = &procedure.naming.span;
        for statement in &procedure.body {
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| {
                    let target = book.procedures.get(id.at());
                    if target.is_some_and(|target| target.naming.span != *own) {
                        called.insert(id);
                    }
                });
            });
        }
    }
    called
}

/// Whether a body adds up a list of modifiers itself.
fn adds_up(body: &[Statement]) -> bool {
    let mut found = false;
    for statement in body {
        walk_statement(statement, &mut |expr| {
            found |= expr.any(|inner| inner.modifier_sum().is_some());
        });
    }
    found
}

/// Facts that hold at a point of a rule: conditions by their canonical form, and bounds of numbers.
#[derive(Debug, Clone)]
enum Fact {
    /// A condition, and whether it is met.
    Truth(String, bool),
    /// The least and most of what has this canonical form.
    Bounds(String, i64, i64),
}

#[derive(Debug, Clone)]
struct Known {
    fact: Fact,
    span: Span,
    /// Tracks that the condition reads; `None` if it asks another rule, which may read any.
    reads: Option<BTreeSet<TrackId>>,
}

impl Known {
    fn all(facts: Vec<Fact>, condition: &Expr) -> impl Iterator<Item = Self> {
        let span = condition.span;
        let reads = tracks_read(condition);
        facts.into_iter().map(move |fact| Self {
            fact,
            span,
            reads: reads.clone(),
        })
    }

    /// Whether it is still true after a change of a track.
    fn outlives(&self, book: &RuleBook, changed: TrackId) -> bool {
        let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        let is_watched = whens.any(|when| when.reads.contains(&changed));
        let reads = self.reads.as_ref().filter(|_| !is_watched);
        reads.is_some_and(|reads| !reads.contains(&changed))
    }
}

/// Returns the tracks that a condition reads; `None` if it may read others through a rule, a fact or a measure.
fn tracks_read(condition: &Expr) -> Option<BTreeSet<TrackId>> {
    let mut tracks = BTreeSet::new();
    let mut is_known = true;
    walk_within(condition, &mut |inner| {
        tracks.extend(inner.track().map(|read| read.track));
        let asks_rule = inner.callee().is_some() && inner.lookup().is_none();
        is_known &= !asks_rule && inner.measurement().is_none();
    });
    is_known.then_some(tracks)
}

struct Search<'b> {
    book: &'b RuleBook,
    /// The rules from which bodies are followed.
    roots: &'b BTreeSet<ProcedureId>,
    /// The procedures that add up a list of modifiers, or call one that does.
    adding: BTreeSet<ProcedureId>,
    /// For each line of a list, and each way by which the list is reached, the place that excludes the line.
    excluded: BTreeMap<(ModifiersId, usize), Vec<Option<Span>>>,
}

impl Search<'_> {
    /// Follows a body with the canonical forms of its parameters.
    fn body(
        &mut self,
        body: &[Statement],
        parameters: &[Option<String>],
        known: &[Known],
        depth: usize,
    ) {
        let mut known = known.to_vec();
        self.block(body, parameters, &mut known, depth);
    }

    fn block(
        &mut self,
        block: &[Statement],
        parameters: &[Option<String>],
        known: &mut Vec<Known>,
        depth: usize,
    ) {
        for statement in block {
            walk_own(statement, &mut |expr| {
                self.expr(expr, parameters, known, depth)
            });
            if let Some(condition) = statement.needs() {
                learn(condition, true, parameters, known);
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                let before = known.len();
                learn(condition, true, parameters, known);
                self.block(then, parameters, known, depth);
                known.truncate(before);
                learn(condition, false, parameters, known);
                self.block(otherwise, parameters, known, depth);
                let ends = otherwise.is_empty() && then.last().is_some_and(Statement::ends_rule);
                if !ends {
                    known.truncate(before);
                }
            } else if let Some(change) = statement.change() {
                // A change may invalidate facts.
                known.retain(|fact| fact.outlives(self.book, change.track));
            } else {
                for inner in blocks(statement) {
                    let before = known.len();
                    self.block(inner, parameters, known, depth);
                    known.truncate(before);
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr, parameters: &[Option<String>], known: &[Known], depth: usize) {
        let mut calls: Vec<Expr> = Vec::new();
        walk_within(expr, &mut |inner| {
            let called = inner.call();
            let is_adding = called.is_some_and(|(procedure, _)| {
                depth > 0 && !self.roots.contains(&procedure) && self.adding.contains(&procedure)
            });
            if inner.modifier_sum().is_some() || is_adding {
                calls.push(inner.clone());
            }
        });
        for call in calls {
            if let Some((list, arguments)) = call.modifier_sum() {
                let forms = forms(arguments, parameters);
                self.list(list, &forms, known);
            } else if let Some((procedure, arguments)) = call.call() {
                let book = self.book;
                let Some(called) = book.procedures.get(procedure.at()) else {
                    continue;
                };
                let forms = forms(arguments, parameters);
                // The other names of the rule are no parameters of this one.
                let n_locals = called.locals.len();
                let locals = (forms.len()..n_locals).map(|_| None);
                let forms: Vec<_> = forms.into_iter().chain(locals).collect();
                self.body(&called.body, &forms, known, depth - 1);
            }
        }
    }

    fn list(&mut self, list: ModifiersId, forms: &[Option<String>], known: &[Known]) {
        let Some(modifiers) = self.book.modifiers.get(list.at()) else {
            return;
        };
        for (at, line) in modifiers.lines.iter().enumerate() {
            let Some(condition) = &line.condition else {
                continue;
            };
            let mut refusal = None;
            condition.chain(Arithmetic::And, &mut |part| {
                let wanted = facts(part, true, forms);
                refusal = refusal.or_else(|| {
                    let mut pairs = known.iter();
                    let found = pairs
                        .find(|known| wanted.iter().any(|fact| excludes(&known.fact, fact)))?;
                    Some(found.span)
                });
            });
            self.excluded.entry((list, at)).or_default().push(refusal);
        }
    }
}

fn forms(arguments: &[Expr], parameters: &[Option<String>]) -> Vec<Option<String>> {
    let arguments = arguments.iter();
    arguments
        .map(|argument| canonical_form(argument, parameters))
        .collect()
}

fn learn(condition: &Expr, truth: bool, parameters: &[Option<String>], known: &mut Vec<Known>) {
    if !truth {
        // Of a chain of `and` that is not met, no part is certain.
        known.extend(Known::all(facts(condition, false, parameters), condition));
        return;
    }
    condition.chain(Arithmetic::And, &mut |part| {
        known.extend(Known::all(facts(part, true, parameters), part));
    });
}

/// Returns the facts that follow from a condition being true or false.
fn facts(condition: &Expr, truth: bool, parameters: &[Option<String>]) -> Vec<Fact> {
    if let Some(inner) = condition.negated() {
        return facts(inner, !truth, parameters);
    }
    let comparison = condition.comparison();
    if comparison.is_some_and(|comparison| matches!(comparison.left.ty, Type::Number(_))) {
        let Some(bound) = condition.bound() else {
            return Vec::new();
        };
        let order = if truth {
            bound.order
        } else {
            bound.order.negated()
        };
        let number = i64::from(bound.number);
        let (low, high) = match order {
            _ if number == i64::from(NONE) => return Vec::new(),
            Order::Equal => (number, number),
            Order::NotEqual => return Vec::new(),
            Order::Less => (i64::MIN, number - 1),
            Order::LessOrEqual => (i64::MIN, number),
            Order::Greater => (number + 1, i64::MAX),
            Order::GreaterOrEqual => (number, i64::MAX),
        };
        let form = canonical_form(bound.subject, parameters);
        return form
            .into_iter()
            .map(|form| Fact::Bounds(form, low, high))
            .collect();
    }
    let form = canonical_form(condition, parameters);
    form.into_iter()
        .map(|form| Fact::Truth(form, truth))
        .collect()
}

fn excludes(known: &Fact, wanted: &Fact) -> bool {
    match (known, wanted) {
        (Fact::Truth(known, is), Fact::Truth(wanted, needed)) => known == wanted && is != needed,
        (Fact::Bounds(known, low, high), Fact::Bounds(wanted, least, most)) => {
            known == wanted && (most < low || least > high)
        }
        _ => false,
    }
}

fn finding(line: &Modifier, refusal: Span) -> Diagnostic {
    Diagnostic::new(
        Code::ExcludedModifier,
        "this modifier never applies: every rule that uses it excludes the case before",
    )
    .label(line.span, "")
    .label(refusal, "excluded here")
    .help("delete the line, or correct one of the two conditions")
    .cite(line.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
