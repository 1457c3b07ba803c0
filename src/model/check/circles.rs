//! Which rules need which: an order in which each comes after those it calls, and the circles that have none.
//!
//! Reports: E0207.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checker, Named, ProcedureSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Expr, ExprKind, FactId, KindId, ModifiersId, Naming, Parameter, ProcedureId, Statement,
    TableId, TrackId, When, walk, walk_changes, walk_statement,
};
use crate::syntax::ast;

/// A rule with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    Procedure(ProcedureId),
    Table(TableId),
    Modifiers(ModifiersId),
    Fact(FactId),
}

/// An order in which every rule comes after those it names. Rules in a circle are reported and left out.
pub(super) fn order(checker: &mut Checker<'_>) -> Vec<Node> {
    let nodes = nodes(checker);
    let formulas = formulas(checker);
    let edges: BTreeMap<Node, Vec<Node>> = nodes
        .iter()
        .map(|node| (*node, called(checker, &formulas, *node)))
        .collect();
    let mut search = Search {
        edges: &edges,
        state: BTreeMap::new(),
        order: Vec::new(),
        circles: Vec::new(),
        bad: BTreeSet::new(),
    };
    for node in nodes {
        search.from(node);
    }
    let Search {
        order,
        circles,
        bad,
        ..
    } = search;
    for circle in &circles {
        let named: Vec<&Naming> = circle
            .iter()
            .filter_map(|node| naming_of(checker, *node))
            .collect();
        if let Some(diagnostic) = in_a_circle(&named) {
            checker.diagnostics.push(diagnostic);
        }
    }
    order
        .into_iter()
        .filter(|node| !bad.contains(node))
        .collect()
}

/// How many rules of a circle are named.
const MOST_NAMES: usize = 8;

/// How many circles are told of.
const MOST_CIRCLES: usize = 100;

fn in_a_circle(named: &[&Naming]) -> Option<Diagnostic> {
    let (first, rest) = named.split_first()?;
    let mut names: Vec<String> = named
        .iter()
        .take(MOST_NAMES)
        .chain(std::iter::once(first))
        .map(|naming| format!("`{}`", naming.name))
        .collect();
    if let Some(left_out) = named.len().checked_sub(MOST_NAMES).filter(|n| *n > 0) {
        names.insert(MOST_NAMES, format!("{left_out} more"));
    }
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
            .take(MOST_NAMES - 1)
            .fold(diagnostic, |diagnostic, naming| {
                diagnostic.label(naming.span, "and this one")
            })
            .help("say the repetition with `repeat` or `count`, which have a limit"),
    )
}

/// Depth-first search that keeps its own stack.
struct Search<'e> {
    edges: &'e BTreeMap<Node, Vec<Node>>,
    /// The depth of a node while it is on the way, `None` when it is done.
    state: BTreeMap<Node, Option<usize>>,
    order: Vec<Node>,
    circles: Vec<Vec<Node>>,
    /// Every node that stands in a circle.
    bad: BTreeSet<Node>,
}

/// A node on the way.
struct Stop {
    node: Node,
    /// The edge to follow next.
    next: usize,
    /// The least depth that is reached from here.
    least: usize,
}

impl Search<'_> {
    fn from(&mut self, start: Node) {
        let mut way: Vec<Stop> = Vec::new();
        self.enter(start, &mut way);
        while let Some(stop) = way.last_mut() {
            let edges = self.edges.get(&stop.node);
            let to = edges.and_then(|to| to.get(stop.next)).copied();
            stop.next += 1;
            match (to, to.and_then(|to| self.state.get(&to)).copied()) {
                (None, _) => self.leave(&mut way),
                (Some(to), None) => self.enter(to, &mut way),
                (Some(_), Some(Some(depth))) => {
                    stop.least = stop.least.min(depth);
                    if self.circles.len() < MOST_CIRCLES {
                        let circle = way.iter().skip(depth).map(|stop| stop.node);
                        self.circles.push(circle.collect());
                    }
                }
                (Some(_), Some(None)) => {}
            }
        }
    }

    fn enter(&mut self, node: Node, way: &mut Vec<Stop>) {
        if self.state.contains_key(&node) {
            return;
        }
        self.state.insert(node, Some(way.len()));
        way.push(Stop {
            node,
            next: 0,
            least: usize::MAX,
        });
    }

    fn leave(&mut self, way: &mut Vec<Stop>) {
        let Some(done) = way.pop() else { return };
        self.state.insert(done.node, None);
        self.order.push(done.node);
        if done.least <= way.len() {
            self.bad.insert(done.node);
        }
        if let Some(before) = way.last_mut() {
            before.least = before.least.min(done.least);
        }
    }
}

fn nodes(checker: &Checker<'_>) -> Vec<Node> {
    let procedures = (0..checker.procedures.len()).map(|at| Node::Procedure(ProcedureId::new(at)));
    let tables = (0..checker.tables.len()).map(|at| Node::Table(TableId::new(at)));
    let modifiers = (0..checker.modifiers.len()).map(|at| Node::Modifiers(ModifiersId::new(at)));
    let facts = (0..checker.facts.len()).map(|at| Node::Fact(FactId::new(at)));
    let others = tables.chain(modifiers).chain(facts);
    procedures.chain(others).collect()
}

fn naming_of<'c>(checker: &'c Checker<'_>, node: Node) -> Option<&'c Naming> {
    let book = &checker.book;
    match node {
        Node::Procedure(id) => book.procedures.get(id.at()).map(|known| &known.naming),
        Node::Table(id) => book.tables.get(id.at()).map(|known| &known.naming),
        Node::Modifiers(id) => book.modifiers.get(id.at()).map(|known| &known.naming),
        Node::Fact(id) => book.facts.get(id.at()).map(|known| &known.naming),
    }
}

type Formulas = BTreeMap<String, Vec<(KindId, ProcedureId)>>;

/// Formulas of kinds by their names.
fn formulas(checker: &Checker<'_>) -> Formulas {
    let mut formulas = Formulas::new();
    for (at, kind) in checker.book.kinds.iter().enumerate() {
        for (name, id) in &kind.formulas {
            let named = formulas.entry(name.clone()).or_default();
            named.push((KindId::new(at), *id));
        }
    }
    formulas
}

/// The rules that a rule names.
fn called(checker: &Checker<'_>, formulas: &Formulas, node: Node) -> Vec<Node> {
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
        Node::Fact(id) => {
            let fact = checker.facts.get(id.at());
            let in_play = fact.and_then(|fact| fact.in_play.as_ref());
            in_play
                .iter()
                .for_each(|in_play| names.expr(&in_play.value));
        }
    }
    // A parameter stands for itself, whatever else has its name.
    if let Some(parameters) = parameters_of(checker, node) {
        for parameter in parameters {
            names.bare.remove(parameter.name.as_str());
        }
    }
    names.nodes(checker, formulas, own)
}

fn parameters_of<'c>(checker: &'c Checker<'_>, node: Node) -> Option<&'c [Parameter]> {
    let book = &checker.book;
    match node {
        Node::Procedure(id) => Some(&book.procedures.get(id.at())?.parameters),
        Node::Modifiers(id) => Some(&book.modifiers.get(id.at())?.parameters),
        Node::Fact(id) => Some(&book.facts.get(id.at())?.parameters),
        Node::Table(_) => None,
    }
}

/// Names in a body: called, bare, and those behind a dot.
#[derive(Default)]
struct Names<'t> {
    called: BTreeSet<&'t str>,
    bare: BTreeSet<&'t str>,
    members: BTreeSet<&'t str>,
}

impl<'t> Names<'t> {
    fn nodes(&self, checker: &Checker<'_>, formulas: &Formulas, own: Option<KindId>) -> Vec<Node> {
        let named = self.called.union(&self.bare).filter_map(|name| {
            let named = checker.names.get(*name)?;
            match named {
                Named::Procedure(id) => Some(Node::Procedure(*id)),
                Named::Table(id) => Some(Node::Table(*id)),
                Named::Modifiers(id) => Some(Node::Modifiers(*id)),
                Named::Fact(id) => Some(Node::Fact(*id)),
                Named::Option(_) => None,
            }
        });
        let of = |name: &&str| formulas.get(*name).into_iter().flatten();
        let members = self.members.iter().flat_map(of);
        let bare = self.called.union(&self.bare).flat_map(of);
        let own = bare.filter(|(kind, _)| own == Some(*kind));
        let asked: BTreeSet<ProcedureId> = members.chain(own).map(|(_, id)| *id).collect();
        named
            .chain(asked.into_iter().map(Node::Procedure))
            .collect()
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
            | ast::StatementKind::Remove(value)
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
            ast::StatementKind::Each {
                selection,
                ordering,
                body,
            } => {
                self.selection(selection, ordering.as_ref());
                self.block(body);
            }
            ast::StatementKind::Alternate {
                selection,
                ordering,
                condition,
                body,
            } => {
                self.selection(selection, ordering.as_ref());
                self.expr(condition);
                self.block(body);
            }
            ast::StatementKind::Phase { body, .. } => self.block(body),
            ast::StatementKind::Rank {
                selection,
                ordering,
                ties,
                place,
            } => {
                self.selection(selection, Some(ordering));
                if let Some(ast::Ties::Throw(thrown)) = ties {
                    self.expr(thrown);
                }
                self.expr(place);
            }
            ast::StatementKind::EndGame { winner } => {
                winner.iter().for_each(|winner| self.expr(winner));
            }
            ast::StatementKind::Change { amount, place, .. } => {
                self.expr(amount);
                self.expr(place);
            }
            ast::StatementKind::Create { owner, .. } => {
                owner.iter().for_each(|owner| self.expr(owner));
            }
            ast::StatementKind::OnceEach { unit, index, .. } => {
                self.expr(unit);
                index.iter().for_each(|index| self.expr(index));
            }
            ast::StatementKind::Report(values) => {
                values.iter().for_each(|value| self.expr(value));
            }
            ast::StatementKind::Choose {
                among, by, worth, ..
            } => {
                match among {
                    ast::Among::Numbers { from, to, .. } => {
                        self.expr(from);
                        self.expr(to);
                    }
                    ast::Among::Listed(selection) => self.selection(selection, None),
                }
                by.iter().chain(worth).for_each(|value| self.expr(value));
            }
            ast::StatementKind::ChooseOne { by, options, .. } => {
                by.iter().for_each(|by| self.expr(by));
                options
                    .iter()
                    .for_each(|option| self.offered(&option.value));
            }
            ast::StatementKind::May { by, option } => {
                by.iter().for_each(|by| self.expr(by));
                self.offered(option);
            }
            // What a window leads to is told by its depth, so it may lead back here.
            ast::StatementKind::Open { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ast::StatementKind::At { by, .. } => by.iter().for_each(|by| self.expr(by)),
            ast::StatementKind::Worth(worth) => self.expr(worth),
            ast::StatementKind::Throw(_)
            | ast::StatementKind::Cancel
            | ast::StatementKind::Stop => {}
        }
    }

    fn offered(&mut self, option: &'t ast::Offered) {
        let values = option.condition.iter().chain(&option.worth);
        values.for_each(|value| self.expr(value));
        self.block(&option.body);
    }

    fn selection(&mut self, selection: &'t ast::Selection, order: Option<&'t ast::Ordering>) {
        let parts = selection.condition.iter().chain(&selection.owner);
        parts.for_each(|part| self.expr(part));
        let region = selection.region.iter().flat_map(|region| region.parts());
        region.for_each(|part| self.expr(part));
        order.iter().for_each(|order| self.expr(&order.by));
    }

    fn expr(&mut self, expr: &'t ast::Expr) {
        match expr.value.as_ref() {
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Throw(_)
            | ast::ExprKind::Offered(_)
            | ast::ExprKind::Flag(_) => {}
            ast::ExprKind::Pool(throw) => {
                for die in throw.names() {
                    self.bare.insert(&die.value);
                }
                throw.values().for_each(|value| self.expr(value));
            }
            ast::ExprKind::Name(name) => {
                self.bare.insert(name);
            }
            ast::ExprKind::Member { unit, name } => {
                self.expr(unit);
                self.members.insert(&name.value);
            }
            ast::ExprKind::Indexed { unit, name, about } => {
                self.expr(unit);
                self.members.insert(&name.value);
                about.iter().for_each(|about| self.expr(about));
            }
            ast::ExprKind::Same { value, other, .. } => {
                self.expr(value);
                self.expr(other);
            }
            ast::ExprKind::Call { name, arguments }
            | ast::ExprKind::Can {
                action: name,
                arguments,
            } => {
                self.called.insert(&name.value);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ast::ExprKind::ThrowOf(inner)
            | ast::ExprKind::RestOf(inner)
            | ast::ExprKind::Not(inner)
            | ast::ExprKind::Negate(inner)
            | ast::ExprKind::Has { unit: inner, .. }
            | ast::ExprKind::Rounded { value: inner, .. }
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
            ast::ExprKind::Aggregate {
                value,
                selection,
                ordering,
                ..
            } => {
                value.iter().for_each(|value| self.expr(value));
                self.selection(selection, ordering.as_ref());
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

/// How often a change may meet a trigger that watches it, over the whole ruleset.
const MOST_MEETINGS: usize = 5_000;

/// A trigger that can set itself off again would never end.
pub(super) fn trigger_circles(checker: &mut Checker<'_>) {
    let triggers = checker.book.triggers.iter();
    let lines: Vec<(usize, &When)> = triggers
        .enumerate()
        .flat_map(|(at, trigger)| trigger.whens.iter().map(move |when| (at, when)))
        .collect();
    let leads: Vec<Vec<usize>> = lines
        .iter()
        .map(|(_, when)| {
            let written = written_by(checker, std::iter::once(when.body.as_slice()));
            let watching = lines
                .iter()
                .enumerate()
                .filter(|(_, (_, other))| other.reads.iter().any(|track| written.contains(track)));
            watching.map(|(at, _)| at).collect()
        })
        .collect();
    let circular: BTreeSet<usize> = lines
        .iter()
        .enumerate()
        .filter(|(at, _)| reaches_itself(&leads, *at))
        .map(|(_, (trigger, _))| *trigger)
        .collect();
    for at in circular {
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
    meetings(checker);
}

/// Whether the edges lead from a place back to it.
fn reaches_itself(leads: &[Vec<usize>], start: usize) -> bool {
    let mut seen = vec![false; leads.len()];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for to in leads.get(at).into_iter().flatten() {
            if *to == start {
                return true;
            }
            if let Some(seen @ false) = seen.get_mut(*to) {
                *seen = true;
                open.push(*to);
            }
        }
    }
    false
}

/// Every change asks every trigger that watches it: together they must not be too many.
fn meetings(checker: &mut Checker<'_>) {
    let mut watched: BTreeMap<TrackId, usize> = BTreeMap::new();
    for when in checker
        .book
        .triggers
        .iter()
        .flat_map(|trigger| &trigger.whens)
    {
        for track in &when.reads {
            *watched.entry(*track).or_default() += 1;
        }
    }
    let procedures = checker.book.procedures.iter();
    let bodies = procedures.map(|procedure| procedure.body.as_slice());
    let whens = checker
        .book
        .triggers
        .iter()
        .flat_map(|trigger| &trigger.whens);
    let mut n_meetings = 0usize;
    for statement in bodies
        .chain(whens.map(|when| when.body.as_slice()))
        .flatten()
    {
        walk_changes(statement, &mut |_, track| {
            n_meetings += watched.get(&track).copied().unwrap_or(0);
        });
    }
    if n_meetings <= MOST_MEETINGS {
        return;
    }
    if let Some(first) = checker.book.triggers.first() {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::TooMany,
                format!(
                    "changes and the triggers that watch them meet more than {MOST_MEETINGS} times"
                ),
            )
            .label(first.naming.span, "the first trigger")
            .help("make one action of changes that stand often, or watch fewer tracks"),
        );
    }
}

/// The tracks that blocks may change, directly or by actions they call.
pub(super) fn written_by<'m>(
    checker: &'m Checker<'_>,
    blocks: impl Iterator<Item = &'m [Statement]>,
) -> BTreeSet<TrackId> {
    let mut written = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<&[Statement]> = blocks.collect();
    while let Some(block) = open.pop() {
        let mut called = Vec::new();
        for statement in block {
            walk_changes(statement, &mut |_, track| {
                written.insert(track);
            });
            walk_statement(statement, &mut |expr| calls(expr, &mut called));
        }
        for procedure in called {
            if seen.insert(procedure)
                && let Some(procedure) = checker.book.procedures.get(procedure.at())
            {
                open.push(&procedure.body);
            }
        }
    }
    written
}

pub(super) fn calls(expr: &Expr, called: &mut Vec<ProcedureId>) {
    if let ExprKind::Call { procedure, .. } = expr.kind {
        called.push(procedure);
    }
    walk(expr, &mut |inner| calls(inner, called));
}
