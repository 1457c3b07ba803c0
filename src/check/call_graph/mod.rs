//! Call graph of the rules: a topological order with callees first, and cycles.
//!
//! Reports: E0207.

mod crossings;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use super::{Checker, ProcedureSource};
use names::{Formulas, Names};
use sandtable_diagnostic::{Code, Diagnostic, grouped};
use sandtable_model::{
    Ability, Callable, FactId, KindId, Kinds, ModifiersId, Naming, ProcedureId, Statement, TableId,
    TrackId, When, walk_calls, walk_changes, walk_statement,
};
use sandtable_syntax::ast::walk::Visitor;

/// Returns the rules with callees before callers. Rules in a cycle are reported and omitted.
pub(super) fn order(checker: &mut Checker<'_>) -> Vec<Callable> {
    let nodes = nodes(checker);
    let formulas = formulas(checker);
    let edges: BTreeMap<Callable, Vec<Callable>> = nodes
        .iter()
        .map(|node| {
            let mut called = called(checker, &formulas, *node);
            // A rule that is called twice closes a circle once.
            let mut seen = BTreeSet::new();
            called.retain(|to| seen.insert(*to));
            (*node, called)
        })
        .collect();
    let cycles = limited_cycles(checker, &edges);
    let edges = without_limited(edges, &cycles);
    report_never_recursive(checker, &cycles);
    checker.book.cycles = cycles;
    let mut search = DepthFirstSearch {
        edges: &edges,
        state: BTreeMap::new(),
        order: Vec::new(),
        circles: Vec::new(),
        n_more_circles: 0,
        bad: BTreeSet::new(),
    };
    for node in nodes {
        search.from(node);
    }
    let DepthFirstSearch {
        order,
        circles,
        n_more_circles,
        bad,
        ..
    } = search;
    for circle in &circles {
        let named: Vec<&Naming> = circle
            .iter()
            .filter_map(|node| naming_of(checker, *node))
            .collect();
        let help = match circle.iter().any(|node| may_repeat(checker, *node)) {
            _ if let Some(help) = named_like_a_word(checker, &named) => help,
            true => "repeat with `repeat` or `count`; or limit how deep the calls go: write `, at most 8 deep` \
                     after the name and the brackets of one of them"
                .to_owned(),
            false => "break the circle: let one of them do without the others".to_owned(),
        };
        if let Some(diagnostic) = in_a_circle(&named) {
            checker.diagnostics.push(diagnostic.help(help));
        }
    }
    if n_more_circles > 0
        && let Some(first) = circles.first().and_then(|circle| circle.first())
        && let Some(naming) = naming_of(checker, *first)
    {
        let message = match n_more_circles {
            1 => "rules call themselves in one more circle".to_owned(),
            n => format!(
                "rules call themselves in {} more circles",
                grouped(n as u64)
            ),
        };
        checker.diagnostics.push(
            Diagnostic::new(Code::CircularRule, message)
                .label(naming.span, "the first of the circles that are shown")
                .help("break the circles that are shown, and check again"),
        );
    }
    order
        .into_iter()
        .filter(|node| !bad.contains(node))
        .collect()
}

/// Rules with a limit of nested calls, each with the strongly connected component that it is in; rules that do not call
/// themselves are among them, with no component.
fn limited_cycles(
    checker: &Checker<'_>,
    edges: &BTreeMap<Callable, Vec<Callable>>,
) -> BTreeMap<ProcedureId, BTreeSet<Callable>> {
    let procedures = checker.book.procedures.iter().enumerate();
    let limited = procedures.filter(|(_, one)| one.deep.is_some());
    let limited: Vec<ProcedureId> = limited.map(|(at, _)| ProcedureId::new(at)).collect();
    if limited.is_empty() {
        return BTreeMap::new();
    }
    let mut callers: BTreeMap<Callable, Vec<Callable>> = BTreeMap::new();
    for (caller, callees) in edges {
        for callee in callees {
            callers.entry(*callee).or_default().push(*caller);
        }
    }
    let cycle = |id: ProcedureId| {
        let callees = reached(edges, Callable::Procedure(id));
        let callers = reached(&callers, Callable::Procedure(id));
        (id, callees.intersection(&callers).copied().collect())
    };
    limited.into_iter().map(cycle).collect()
}

/// All nodes to which a path of at least one edge leads.
fn reached(edges: &BTreeMap<Callable, Vec<Callable>>, start: Callable) -> BTreeSet<Callable> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        let next = edges.get(&node).into_iter().flatten();
        open.extend(next.filter(|next| reached.insert(**next)));
    }
    reached
}

/// The call graph without the calls that a limit ends.
fn without_limited(
    mut edges: BTreeMap<Callable, Vec<Callable>>,
    cycles: &BTreeMap<ProcedureId, BTreeSet<Callable>>,
) -> BTreeMap<Callable, Vec<Callable>> {
    for (id, cycle) in cycles {
        for caller in cycle {
            if let Some(callees) = edges.get_mut(caller) {
                callees.retain(|callee| *callee != Callable::Procedure(*id));
            }
        }
    }
    edges
}

/// Reports a limit of nested calls of a rule that never calls itself.
fn report_never_recursive(
    checker: &mut Checker<'_>,
    cycles: &BTreeMap<ProcedureId, BTreeSet<Callable>>,
) {
    if !checker.book.poison.is_empty() {
        return;
    }
    let unused = cycles.iter().filter(|(_, cycle)| cycle.is_empty());
    let unused: Vec<ProcedureId> = unused.map(|(id, _)| *id).collect();
    for id in unused {
        let Some(ProcedureSource::Declared(source)) = checker.procedures.get(id.at()) else {
            continue;
        };
        if let Some(deep) = &source.head.deep {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::NeverUsed,
                    format!("`{}` never calls itself", source.head.name.value),
                )
                .label(deep.span, "this limit has no effect")
                .help("delete `, at most … deep`"),
            );
        }
    }
}

/// Whether a rule can do something again and again: not one that only works something out in one line.
fn may_repeat(checker: &Checker<'_>, node: Callable) -> bool {
    let Callable::Procedure(id) = node else {
        return false;
    };
    let known = checker.book.procedures.get(id.at());
    known.is_some_and(|known| known.ability != Ability::Formula)
}

/// The cure for a rule that seems to call itself since it has the name of a word.
fn named_like_a_word(checker: &Checker<'_>, named: &[&Naming]) -> Option<String> {
    let mut rules = named.iter();
    let (name, list) = rules.find_map(|rule| {
        let mut lists = checker.book.words.iter();
        let list = lists.find(|list| list.words.contains(&rule.name))?;
        Some((&rule.name, &list.name))
    })?;
    Some(format!(
        "`{name}` is also a word of `{list}`, and a bare name means the rule: give one of them another name"
    ))
}

/// Most rules of a cycle that are named.
const MOST_NAMES: usize = 8;

/// Most cycles that are reported; the others are counted.
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
            "these rules call each other endlessly: {}",
            names.join(" → ")
        ),
    };
    let diagnostic = Diagnostic::new(Code::CircularRule, message).label(first.span, "this one");
    Some(
        rest.iter()
            .take(MOST_NAMES - 1)
            .fold(diagnostic, |diagnostic, naming| {
                diagnostic.label(naming.span, "and this one")
            }),
    )
}

/// Depth-first search with an explicit stack.
struct DepthFirstSearch<'e> {
    edges: &'e BTreeMap<Callable, Vec<Callable>>,
    /// The depth of a node while it is in progress, `None` when it is done.
    state: BTreeMap<Callable, Option<usize>>,
    order: Vec<Callable>,
    circles: Vec<Vec<Callable>>,
    /// The number of those that are not among them.
    n_more_circles: usize,
    /// Every node that is in a circle.
    bad: BTreeSet<Callable>,
}

/// A node in progress.
struct Stop {
    node: Callable,
    /// The edge to follow next.
    next: usize,
    /// The least depth that is reached from here.
    least: usize,
}

impl DepthFirstSearch<'_> {
    fn from(&mut self, start: Callable) {
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
                    match self.circles.len() < MOST_CIRCLES {
                        true => {
                            let circle = way.iter().skip(depth).map(|stop| stop.node);
                            self.circles.push(circle.collect());
                        }
                        false => self.n_more_circles += 1,
                    }
                }
                (Some(_), Some(None)) => {}
            }
        }
    }

    fn enter(&mut self, node: Callable, way: &mut Vec<Stop>) {
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

fn nodes(checker: &Checker<'_>) -> Vec<Callable> {
    let procedures =
        (0..checker.procedures.len()).map(|at| Callable::Procedure(ProcedureId::new(at)));
    let tables = (0..checker.tables.len()).map(|at| Callable::Table(TableId::new(at)));
    let modifiers =
        (0..checker.modifiers.len()).map(|at| Callable::Modifiers(ModifiersId::new(at)));
    let facts = (0..checker.facts.len()).map(|at| Callable::Fact(FactId::new(at)));
    let others = tables.chain(modifiers).chain(facts);
    procedures.chain(others).collect()
}

fn naming_of<'c>(checker: &'c Checker<'_>, node: Callable) -> Option<&'c Naming> {
    let book = &checker.book;
    match node {
        Callable::Procedure(id) => book.procedures.get(id.at()).map(|known| &known.naming),
        Callable::Table(id) => book.tables.get(id.at()).map(|known| &known.naming),
        Callable::Modifiers(id) => book.modifiers.get(id.at()).map(|known| &known.naming),
        Callable::Fact(id) => book.facts.get(id.at()).map(|known| &known.naming),
    }
}

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
fn called(checker: &Checker<'_>, formulas: &Formulas, node: Callable) -> Vec<Callable> {
    let mut names = Names::default();
    let mut own = None;
    match node {
        Callable::Procedure(id) => match checker.procedures.get(id.at()) {
            Some(ProcedureSource::Declared(procedure)) => {
                names.parameters(&procedure.head);
                names.block(&procedure.body);
                let rule = procedure.head.name.value.as_str();
                checker
                    .advice_about(rule)
                    .for_each(|advice| names.expr(advice));
            }
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
        Callable::Table(id) => {
            if let Some(table) = checker.tables.get(id.at()) {
                names.parameters(&table.head);
                table
                    .wheres
                    .iter()
                    .for_each(|meaning| names.expr(&meaning.value));
            }
        }
        Callable::Modifiers(id) => {
            if let Some(modifiers) = checker.modifiers.get(id.at()) {
                names.parameters(&modifiers.head);
                for line in &modifiers.lines {
                    line.value.per.iter().for_each(|per| names.expr(per));
                    line.value
                        .condition
                        .iter()
                        .for_each(|condition| names.expr(condition));
                }
            }
        }
        Callable::Fact(id) => {
            let fact = checker.facts.get(id.at());
            fact.iter().for_each(|fact| names.parameters(&fact.head));
            let in_play = fact.and_then(|fact| fact.in_play.as_ref());
            in_play
                .iter()
                .for_each(|in_play| names.expr(&in_play.value));
        }
    }
    names.nodes(checker, formulas, own)
}

/// Most meetings of a change and a trigger that watches it, over the whole ruleset.
const MOST_MEETINGS: usize = 5_000;

/// A trigger that can set itself off again would never end, unless it has a limit.
pub(super) fn trigger_circles(checker: &mut Checker<'_>) {
    let triggers = checker.book.triggers.iter();
    let lines: Vec<(usize, &When)> = triggers
        .enumerate()
        .flat_map(|(at, trigger)| trigger.whens.iter().map(move |when| (at, when)))
        .collect();
    let kinds_of = |at: usize| {
        let trigger = checker.book.triggers.get(at);
        trigger.map_or(Kinds::NONE, |trigger| trigger.kinds)
    };
    let leads: Vec<Vec<usize>> = lines
        .iter()
        .map(|(_, when)| {
            let made = crossings::made_by(checker, &when.body);
            let watching = lines.iter().enumerate().filter(|(_, (trigger, other))| {
                let watched = kinds_of(*trigger);
                made.iter().any(|one| one.sets_off(other, watched))
            });
            watching.map(|(at, _)| at).collect()
        })
        .collect();
    let circular = |leads: &[Vec<usize>]| -> BTreeSet<usize> {
        let lines = lines.iter().enumerate();
        let lines = lines.filter(|(at, _)| reaches_itself(leads, *at));
        lines.map(|(_, (trigger, _))| *trigger).collect()
    };
    let all = circular(&leads);
    let lines_of: Vec<usize> = lines.iter().map(|(trigger, _)| *trigger).collect();
    let reached = reached_by_limited(checker, &lines_of, &leads);
    let is_limited = |line: &usize| {
        let trigger = lines.get(*line).map(|(trigger, _)| *trigger);
        let trigger = trigger.and_then(|at| checker.book.triggers.get(at));
        trigger.is_some_and(|trigger| trigger.deep.is_some())
    };
    let mut unlimited = leads.clone();
    for to in &mut unlimited {
        to.retain(|line| !is_limited(line));
    }
    let endless = circular(&unlimited);
    report_never_circular(checker, &all);
    for at in endless {
        if let Some(trigger) = checker.book.triggers.get(at) {
            let diagnostic = Diagnostic::new(
                Code::CircularRule,
                format!(
                    "the trigger `{}` can set itself off again",
                    trigger.naming.name
                ),
            )
            .label(trigger.naming.span, "")
            .help(
                "let it change only tracks that it does not watch; or limit how deep it goes: write `, at most 8 deep` after the \
                 brackets",
            )
            .cite(trigger.naming.citations.iter().map(String::as_str));
            checker.diagnostics.push(diagnostic);
        }
    }
    for (at, trigger) in checker.book.triggers.iter_mut().enumerate() {
        trigger.circle = circle_of(at, &reached);
        let leads_to = reached.get(&at).into_iter().flatten().copied();
        trigger.leads_to = leads_to.filter(|to| reached.contains_key(to)).collect();
    }
    meetings(checker);
}

/// Returns for each trigger with a limit the triggers that it sets off, by way of others or not.
fn reached_by_limited(
    checker: &Checker<'_>,
    lines: &[usize],
    leads: &[Vec<usize>],
) -> BTreeMap<usize, BTreeSet<usize>> {
    let reached = |from: usize| -> BTreeSet<usize> {
        let own = lines.iter().enumerate().filter(|(_, of)| **of == from);
        let mut open: Vec<usize> = own.map(|(at, _)| at).collect();
        let mut seen = BTreeSet::new();
        while let Some(at) = open.pop() {
            let next = leads.get(at).into_iter().flatten().copied();
            open.extend(next.filter(|to| seen.insert(*to)));
        }
        let seen = seen.iter().filter_map(|at| lines.get(*at).copied());
        seen.collect()
    };
    let limited = checker.book.triggers.iter().enumerate();
    let limited = limited.filter(|(_, one)| one.deep.is_some());
    limited.map(|(at, _)| (at, reached(at))).collect()
}

/// Returns the triggers with a limit that set a trigger off and that it sets off, itself included; none for one without a limit.
fn circle_of(at: usize, reached: &BTreeMap<usize, BTreeSet<usize>>) -> Vec<usize> {
    let Some(own) = reached.get(&at) else {
        return Vec::new();
    };
    let leads_back = |other: &usize| {
        let to = reached.get(other);
        *other == at || own.contains(other) && to.is_some_and(|to| to.contains(&at))
    };
    reached.keys().copied().filter(leads_back).collect()
}

/// Reports a limit of nested firings of a trigger that never sets itself off.
fn report_never_circular(checker: &mut Checker<'_>, circular: &BTreeSet<usize>) {
    if !checker.book.poison.is_empty() {
        return;
    }
    let declared = checker.triggers.iter().enumerate();
    let unused = declared.filter(|(at, _)| !circular.contains(at));
    let limits =
        unused.filter_map(|(_, one)| Some((&one.head.name.value, one.head.deep.as_ref()?)));
    let found: Vec<Diagnostic> = limits
        .map(|(name, deep)| {
            Diagnostic::new(Code::NeverUsed, format!("`{name}` never sets itself off"))
                .label(deep.span, "this limit has no effect")
                .help("delete `, at most … deep`")
        })
        .collect();
    checker.diagnostics.extend(found);
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
                format!("too many changes and triggers: they meet more than {MOST_MEETINGS} times"),
            )
            .label(first.naming.span, "the first trigger")
            .help("move repeated changes into one action, or watch fewer tracks"),
        );
    }
}

/// The tracks that blocks may change, directly or by actions they call, with the kinds of their units.
pub(super) fn written_by<'m>(
    checker: &'m Checker<'_>,
    blocks: impl Iterator<Item = &'m [Statement]>,
) -> BTreeMap<TrackId, Kinds> {
    let mut written: BTreeMap<TrackId, Kinds> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<&[Statement]> = blocks.collect();
    while let Some(block) = open.pop() {
        let mut called = Vec::new();
        for statement in block {
            walk_changes(statement, &mut |unit, track| {
                let kinds = written.entry(track).or_insert(Kinds::NONE);
                *kinds = kinds.or(unit.ty.kinds());
            });
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| called.push(id))
            });
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
