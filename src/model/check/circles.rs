//! Which rules need which: an order in which each comes after those it calls, and the circles that have none.
//!
//! Reports: E0207.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checker, Named, ProcedureSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Expr, ExprKind, KindId, ModifiersId, Naming, ProcedureId, Statement, TableId, TrackId, walk,
    walk_changes, walk_statement,
};
use crate::syntax::ast;

/// A rule with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    Procedure(ProcedureId),
    Table(TableId),
    Modifiers(ModifiersId),
}

/// An order in which every rule comes after those it names. Rules in a circle are reported and left out.
pub(super) fn order(checker: &mut Checker<'_>) -> Vec<Node> {
    let nodes = nodes(checker);
    let edges: BTreeMap<Node, Vec<Node>> = nodes
        .iter()
        .map(|node| (*node, called(checker, *node)))
        .collect();
    let mut search = Search {
        edges: &edges,
        state: BTreeMap::new(),
        order: Vec::new(),
        circles: Vec::new(),
    };
    for node in nodes {
        search.from(node);
    }
    let Search { order, circles, .. } = search;
    for circle in &circles {
        let named: Vec<&Naming> = circle
            .iter()
            .filter_map(|node| naming_of(checker, *node))
            .collect();
        if let Some(diagnostic) = in_a_circle(&named) {
            checker.diagnostics.push(diagnostic);
        }
    }
    let bad: BTreeSet<Node> = circles.into_iter().flatten().collect();
    order
        .into_iter()
        .filter(|node| !bad.contains(node))
        .collect()
}

fn in_a_circle(named: &[&Naming]) -> Option<Diagnostic> {
    let (first, rest) = named.split_first()?;
    let names: Vec<String> = named
        .iter()
        .chain(std::iter::once(first))
        .map(|naming| format!("`{}`", naming.name))
        .collect();
    let message = match rest {
        [] => format!("`{}` calls itself", first.name),
        _ => format!(
            "these rules call each other in a circle: {}",
            names.join(" → ")
        ),
    };
    let diagnostic = Diagnostic::new(Code::InACircle, message).label(first.span, "this one");
    Some(
        rest.iter()
            .fold(diagnostic, |diagnostic, naming| {
                diagnostic.label(naming.span, "and this one")
            })
            .help("say the repetition with `repeat` or `count`, which have a limit"),
    )
}

/// Depth-first search that keeps its own stack.
struct Search<'e> {
    edges: &'e BTreeMap<Node, Vec<Node>>,
    /// `false` while a node is on the way, `true` when it is done.
    state: BTreeMap<Node, bool>,
    order: Vec<Node>,
    circles: Vec<Vec<Node>>,
}

impl Search<'_> {
    fn from(&mut self, start: Node) {
        if self.state.contains_key(&start) {
            return;
        }
        self.state.insert(start, false);
        let mut way: Vec<(Node, usize)> = vec![(start, 0)];
        while let Some((node, next)) = way.last_mut() {
            let node = *node;
            let to = self.edges.get(&node).and_then(|to| to.get(*next)).copied();
            *next += 1;
            match to {
                None => {
                    self.state.insert(node, true);
                    self.order.push(node);
                    way.pop();
                }
                Some(to) => match self.state.get(&to) {
                    None => {
                        self.state.insert(to, false);
                        way.push((to, 0));
                    }
                    Some(false) => {
                        let circle = way
                            .iter()
                            .map(|(node, _)| *node)
                            .skip_while(|node| *node != to)
                            .collect();
                        self.circles.push(circle);
                    }
                    Some(true) => {}
                },
            }
        }
    }
}

fn nodes(checker: &Checker<'_>) -> Vec<Node> {
    let procedures = (0..checker.procedures.len()).map(|at| Node::Procedure(ProcedureId::new(at)));
    let tables = (0..checker.tables.len()).map(|at| Node::Table(TableId::new(at)));
    let modifiers = (0..checker.modifiers.len()).map(|at| Node::Modifiers(ModifiersId::new(at)));
    procedures.chain(tables).chain(modifiers).collect()
}

fn naming_of<'c>(checker: &'c Checker<'_>, node: Node) -> Option<&'c Naming> {
    let book = &checker.book;
    match node {
        Node::Procedure(id) => book.procedures.get(id.at()).map(|known| &known.naming),
        Node::Table(id) => book.tables.get(id.at()).map(|known| &known.naming),
        Node::Modifiers(id) => book.modifiers.get(id.at()).map(|known| &known.naming),
    }
}

/// The rules that a rule names.
fn called(checker: &Checker<'_>, node: Node) -> Vec<Node> {
    let mut names = Names::default();
    let mut own = None;
    match node {
        Node::Procedure(id) => match checker.procedures.get(id.at()) {
            Some(ProcedureSource::Declared(procedure)) => names.block(&procedure.body),
            Some(ProcedureSource::OfKind(value)) => {
                names.expr(value);
                own = checker
                    .book
                    .procedures
                    .get(id.at())
                    .and_then(|procedure| procedure.of_kind);
            }
            None => {}
        },
        Node::Table(id) => {
            if let Some(table) = checker.tables.get(id.at()) {
                table
                    .wheres
                    .iter()
                    .for_each(|meaning| names.expr(&meaning.value));
            }
        }
        Node::Modifiers(id) => {
            if let Some(modifiers) = checker.modifiers.get(id.at()) {
                for line in &modifiers.lines {
                    line.value.per.iter().for_each(|per| names.expr(per));
                    line.value
                        .condition
                        .iter()
                        .for_each(|condition| names.expr(condition));
                }
            }
        }
    }
    names.nodes(checker, own)
}

/// Names in a body: called or bare, and those behind a dot.
#[derive(Default)]
struct Names<'t> {
    bare: BTreeSet<&'t str>,
    members: BTreeSet<&'t str>,
}

impl<'t> Names<'t> {
    fn nodes(&self, checker: &Checker<'_>, own: Option<KindId>) -> Vec<Node> {
        let named = self.bare.iter().filter_map(|name| {
            let named = checker.names.get(*name)?;
            match named {
                Named::Procedure(id) => Some(Node::Procedure(*id)),
                Named::Table(id) => Some(Node::Table(*id)),
                Named::Modifiers(id) => Some(Node::Modifiers(*id)),
                Named::Fact(_) | Named::Option(_) => None,
            }
        });
        let formulas = checker
            .book
            .kinds
            .iter()
            .enumerate()
            .flat_map(|(at, kind)| {
                let is_own = own == Some(KindId::new(at));
                kind.formulas.iter().filter_map(move |(name, id)| {
                    let named = self.members.contains(name.as_str())
                        || is_own && self.bare.contains(name.as_str());
                    named.then_some(Node::Procedure(*id))
                })
            });
        named.chain(formulas).collect()
    }

    fn block(&mut self, block: &'t ast::Block) {
        for statement in block {
            self.statement(&statement.kind.value);
        }
    }

    fn statement(&mut self, statement: &'t ast::StatementKind) {
        match statement {
            ast::StatementKind::Let { value, .. } => self.expr(value),
            ast::StatementKind::Result(value)
            | ast::StatementKind::Destroy(value)
            | ast::StatementKind::Call(value) => self.expr(value),
            ast::StatementKind::Outcome { when, .. } => {
                when.iter().for_each(|when| self.expr(when));
            }
            ast::StatementKind::Needs { condition, .. } => self.expr(condition),
            ast::StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.block(then);
                otherwise.iter().for_each(|block| self.block(block));
            }
            ast::StatementKind::Repeat { times, body } => {
                self.expr(times);
                self.block(body);
            }
            ast::StatementKind::RepeatUntil { until, most, body } => {
                self.expr(until);
                self.expr(most);
                self.block(body);
            }
            ast::StatementKind::Count { from, to, body, .. } => {
                self.expr(from);
                self.expr(to);
                self.block(body);
            }
            ast::StatementKind::Depending { value, arms } => {
                self.expr(value);
                arms.iter().for_each(|arm| self.block(&arm.value.body));
            }
            ast::StatementKind::Change { amount, place, .. } => {
                self.expr(amount);
                self.expr(place);
            }
            ast::StatementKind::Report(values) => {
                values.iter().for_each(|value| self.expr(value));
            }
            ast::StatementKind::Throw(_) | ast::StatementKind::Stop => {}
        }
    }

    fn expr(&mut self, expr: &'t ast::Expr) {
        match expr.value.as_ref() {
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Throw(_)
            | ast::ExprKind::Flag(_) => {}
            ast::ExprKind::Name(name) => {
                self.bare.insert(name);
            }
            ast::ExprKind::Member { unit, name } => {
                self.expr(unit);
                self.members.insert(&name.value);
            }
            ast::ExprKind::Call { name, arguments } => {
                self.bare.insert(&name.value);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ast::ExprKind::Not(inner)
            | ast::ExprKind::Negate(inner)
            | ast::ExprKind::Has { unit: inner, .. }
            | ast::ExprKind::Limit { value: inner, .. } => self.expr(inner),
            ast::ExprKind::Is { value, words, .. } => {
                self.expr(value);
                // `unit is fatigued` may ask a formula of its kind.
                self.members
                    .extend(words.iter().map(|word| word.value.as_str()));
            }
            ast::ExprKind::Binary { left, right, .. }
            | ast::ExprKind::Divide { left, right, .. }
            | ast::ExprKind::Compare { left, right, .. }
            | ast::ExprKind::Meets {
                face: left,
                need: right,
            }
            | ast::ExprKind::Shift {
                value: left,
                by: right,
                ..
            } => {
                self.expr(left);
                self.expr(right);
            }
            ast::ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }
}

/// A trigger that can set itself off again would never end.
pub(super) fn trigger_circles(checker: &mut Checker<'_>) {
    let n = checker.book.triggers.len();
    let mut leads: Vec<BTreeSet<usize>> = Vec::new();
    for trigger in &checker.book.triggers {
        let mut written = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for when in &trigger.whens {
            written_by(checker, &when.body, &mut written, &mut seen);
        }
        let to = checker
            .book
            .triggers
            .iter()
            .enumerate()
            .filter(|(_, other)| {
                other
                    .whens
                    .iter()
                    .any(|when| when.reads.iter().any(|track| written.contains(track)))
            })
            .map(|(at, _)| at)
            .collect();
        leads.push(to);
    }
    // Which triggers can be reached from which: closed over, the lists are short.
    for _ in 0..n {
        for at in 0..n {
            let further: BTreeSet<usize> = leads
                .get(at)
                .into_iter()
                .flatten()
                .filter_map(|next| leads.get(*next))
                .flatten()
                .copied()
                .collect();
            if let Some(to) = leads.get_mut(at) {
                to.extend(further);
            }
        }
    }
    for (at, to) in leads.iter().enumerate() {
        if !to.contains(&at) {
            continue;
        }
        if let Some(trigger) = checker.book.triggers.get(at) {
            let diagnostic = Diagnostic::new(
                Code::InACircle,
                format!(
                    "the trigger `{}` can set itself off again",
                    trigger.naming.name
                ),
            )
            .label(trigger.naming.span, "")
            .help("let it change only tracks that it does not watch")
            .cite(trigger.naming.citations.iter().map(String::as_str));
            checker.diagnostics.push(diagnostic);
        }
    }
}

/// The tracks that a block may change, directly or by actions it calls.
fn written_by(
    checker: &Checker<'_>,
    block: &[Statement],
    written: &mut BTreeSet<TrackId>,
    seen: &mut BTreeSet<ProcedureId>,
) {
    for statement in block {
        walk_changes(statement, &mut |_, track| {
            written.insert(track);
        });
        let mut called = Vec::new();
        walk_statement(statement, &mut |expr| calls(expr, &mut called));
        for procedure in called {
            if seen.insert(procedure)
                && let Some(procedure) = checker.book.procedures.get(procedure.at())
            {
                written_by(checker, &procedure.body, written, seen);
            }
        }
    }
}

fn calls(expr: &Expr, called: &mut Vec<ProcedureId>) {
    if let ExprKind::Call { procedure, .. } = expr.kind {
        called.push(procedure);
    }
    walk(expr, &mut |inner| calls(inner, called));
}
