//! Calls in a game of actions that may refuse, where nothing checks beforehand that they are allowed: a refusal ends the game.
//!
//! A call is checked if a condition above it, in its rule or in one that calls it, tests the action with `can`, or reads
//! something that the `needs` reads: with the arguments of the calls in the places of the parameters, and in formulas too.
//!
//! Reports: E0643.

mod reader;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::rc::Rc;

use super::Context;
use super::call_graph::CallGraph;
use reader::Reader;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{
    Ability, Block, Change, Expr, Naming, ProcedureId, RuleBook, Statement, TrackId, Type, blocks,
    walk_calls, walk_changes, walk_own, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

/// Maximum number of calls between a `needs` and the condition that checks it.
const MAX_CALLS: usize = 6;
/// Maximum number of paths of calls that are followed upwards from one call.
const MAX_PATHS: usize = 400;
/// Maximum number of formulas, each called by the one before, in which a condition is looked for.
const MAX_FORMULAS: usize = 3;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let calls = unchecked_calls(context.book, &context.call_graph, false);
    let notes = calls
        .into_iter()
        .map(|call| call.finding.help(UNLESS_ALLOWED));
    diagnostics.extend(notes);
}

/// A call of an action that may refuse, where nothing checks beforehand that it is allowed.
pub(crate) struct UncheckedCall {
    /// The finding that it may be refused.
    pub(crate) finding: Diagnostic,
    /// The conditions of the action.
    pub(crate) conditions: Vec<Span>,
}

/// Returns the calls in games of actions that may refuse, where nothing checks beforehand that they are allowed. A line above that changes what a
/// condition reads by an amount counts as a check, unless all calls are asked for.
pub(crate) fn unchecked_calls(
    book: &RuleBook,
    call_graph: &CallGraph,
    is_strict: bool,
) -> Vec<UncheckedCall> {
    let mut found = Vec::new();
    let ids = || (0..book.procedures.len()).map(ProcedureId::new);
    let refusing: BTreeSet<ProcedureId> = ids()
        .filter(|id| {
            let procedure = book.procedures.get(id.at());
            procedure.is_some_and(|procedure| {
                // An action of nothing but `needs` is a check that is meant to end the game.
                procedure.ability == Ability::Action
                    && leading(&procedure.body).count() < procedure.body.len()
                    && leading(&procedure.body).any(|statement| statement.needs().is_some())
            })
        })
        .collect();
    // Without a game, a refusal is the answer to the question.
    let is_game = |id: ProcedureId| {
        let procedure = book.procedures.get(id.at());
        procedure.is_some_and(|procedure| procedure.ability == Ability::Sequence)
    };
    if refusing.is_empty() || !ids().any(is_game) {
        return found;
    }
    let mut played: BTreeSet<ProcedureId> = BTreeSet::new();
    for id in ids().filter(|id| is_game(*id)) {
        played.extend(call_graph.reachable(id));
    }
    for id in call_graph.called_by_events() {
        played.extend(call_graph.reachable(*id));
    }
    let calls = Calls::new(book, call_graph, refusing.clone());
    for (at, site) in calls.sites.iter().enumerate() {
        let caller = calls.caller_id(site);
        let is_played = caller.is_none_or(|caller| played.contains(&caller));
        // The test of an action is also one of those that it calls first.
        if !is_played || site.is_first {
            continue;
        }
        if !refusing.contains(&site.callee) && !calls.leads_on(site.callee) {
            continue;
        }
        let open = calls.open_requirements(at, site.callee, is_strict);
        let Some(first) = open.first() else {
            continue;
        };
        let needed = calls.requirements(site.callee);
        if let Some(finding) = finding(&calls, site, *first) {
            found.push(UncheckedCall {
                finding,
                conditions: needed.iter().map(|one| one.condition.span).collect(),
            });
        }
    }
    found
}

/// Last part of the help of a call that may be allowed.
const UNLESS_ALLOWED: &str = "if it is never refused, ignore this";

fn finding<'b>(calls: &Calls<'_, 'b>, site: &Site<'b>, condition: Span) -> Option<Diagnostic> {
    let called = calls.book.procedures.get(site.callee.at())?;
    let naming = calls.caller(site)?.naming;
    let name = &called.naming.name;
    let given = if called.parameters.is_empty() {
        "()"
    } else {
        "(…)"
    };
    let help = match site.is_option {
        true => format!("add the condition to the option: `if can {name}{given}`"),
        false => format!("check first: `if can {name}{given}: {name}{given}`"),
    };
    Some(
        Diagnostic::new(
            Code::MayBeRefused,
            format!("if `{name}` is refused here, the whole game ends"),
        )
        .label(site.span, "nothing above checks that it is allowed")
        .label(condition, "the action needs this")
        .help(help)
        .cite(naming.citations.iter().map(String::as_str))
        // That the state always allows it is seldom written down.
        .confidence(Confidence::Possible),
    )
}

/// Iterates over the first lines of an action, which `can` tests.
fn leading(body: &Block) -> impl Iterator<Item = &Statement> {
    let is_test = |statement: &Statement| {
        statement.needs().is_some()
            || statement.mark().is_some()
            || statement.binding().is_some()
            || statement.early_end().is_some()
    };
    body.iter().take_while(move |statement| is_test(statement))
}

/// A part of a condition by which it is recognised elsewhere, or an event that has its effect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    /// The canonical form of a value.
    Value(String),
    /// The canonical form of a stat that is a number.
    Number(String),
    /// A selection of all units of these kinds, as bits.
    Members(u64),
    /// A selection of those units of these kinds that meet a condition.
    MembersWhere(u64),
    /// A test whether an action is allowed.
    Test(ProcedureId),
    /// A change of a track to a value.
    Change(TrackId),
    /// A change of a track by an amount.
    Shift(TrackId),
}

impl Reading {
    fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Returns the kinds of the members that it selects.
    fn members(&self) -> Option<u64> {
        match self {
            Self::Members(kinds) | Self::MembersWhere(kinds) => Some(*kinds),
            Self::Value(_) | Self::Number(_) | Self::Test(_) | Self::Change(_) | Self::Shift(_) => {
                None
            }
        }
    }
}

/// A body with calls of actions.
struct Caller<'b> {
    /// `None` for a trigger or a reaction.
    id: Option<ProcedureId>,
    naming: &'b Naming,
    body: &'b Block,
    /// Canonical forms of the locals, found when they are first asked for.
    locals: OnceCell<Substitution>,
}

impl Caller<'_> {
    fn locals(&self) -> &Substitution {
        self.locals.get_or_init(|| forms_of_locals(self.body))
    }
}

/// A statement above a call; those of a body are a tree, from each statement to the one before.
struct Above<'b> {
    statement: &'b Statement,
    /// The index of the body.
    caller: usize,
    /// The call is in a block of the statement.
    is_around: bool,
    /// The index of the statement above this one.
    next: Option<usize>,
    /// Readings that its conditions test, and tracks that it changes; found when they are first asked for.
    tested: OnceCell<BTreeSet<Reading>>,
}

/// A call of an action.
struct Site<'b> {
    /// The index of the body that calls.
    caller: usize,
    callee: ProcedureId,
    arguments: &'b [Expr],
    span: Span,
    /// The call is the first line after those that `can` tests.
    is_first: bool,
    /// The call is in a line of a choice.
    is_option: bool,
    /// The index of the statement above.
    above: Option<usize>,
}

/// All calls of actions of a book.
struct Calls<'a, 'b> {
    call_graph: &'a CallGraph,
    book: &'b RuleBook,
    readings: Readings<'b>,
    callers: Vec<Caller<'b>>,
    sites: Vec<Site<'b>>,
    above: Vec<Above<'b>>,
    /// The changes of each rule, its own and those of what it calls.
    changed: RefCell<BTreeMap<ProcedureId, BTreeSet<Reading>>>,
}

/// A `needs` of an action, or of an action that it calls first.
struct Requirement<'b> {
    /// The calls that lead to it.
    below: Vec<usize>,
    condition: &'b Expr,
    /// The values of the names that the condition reads, directly or by way of other names.
    named: Vec<&'b Expr>,
}

impl<'b> Requirement<'b> {
    /// The condition and the values of its names.
    fn parts(&self) -> impl Iterator<Item = &'b Expr> {
        std::iter::once(self.condition).chain(self.named.iter().copied())
    }
}

/// Returns the values of the names that a condition reads, of those that some statements give.
fn named_in<'b>(condition: &'b Expr, statements: &[&'b Statement]) -> Vec<&'b Expr> {
    let mut named: Vec<&Expr> = Vec::new();
    // A name is given its value before it is read.
    for (local, value) in statements.iter().rev().filter_map(|one| one.binding()) {
        let is_read = std::iter::once(condition).chain(named.iter().copied());
        if is_read.clone().any(|expr| expr.reads_local(local)) {
            named.push(value);
        }
    }
    named
}

impl<'a, 'b> Calls<'a, 'b> {
    /// Finds the calls in every rule that leads to actions that may refuse.
    fn new(book: &'b RuleBook, call_graph: &'a CallGraph, refusing: BTreeSet<ProcedureId>) -> Self {
        let leading_to = call_graph.reaching(refusing);
        let mut calls = Self {
            call_graph,
            book,
            readings: Readings {
                book,
                of_calls: RefCell::default(),
            },
            callers: Vec::new(),
            sites: Vec::new(),
            above: Vec::new(),
            changed: RefCell::default(),
        };
        let whens = book.triggers.iter().map(|trigger| trigger.whens.len());
        let n_untested = book.procedures.len() + whens.sum::<usize>();
        for (at, (naming, body)) in book.bodies().enumerate() {
            let procedure = book.procedures.get(at);
            let id = procedure.map(|_| ProcedureId::new(at));
            if id.is_some_and(|id| !leading_to.contains(&id)) {
                continue;
            }
            // A trigger happens whatever its first lines need; a reaction is not offered.
            let is_tested = match procedure {
                Some(procedure) => procedure.ability == Ability::Action,
                None => at >= n_untested,
            };
            let first = body.get(leading(body).count()).filter(|_| is_tested);
            calls.callers.push(Caller {
                id,
                naming,
                body,
                locals: OnceCell::new(),
            });
            let mut reader = Reader {
                calls: &mut calls,
                first: first.map(|statement| statement.span),
                is_option: false,
                depth: 0,
            };
            reader.block(body, None);
        }
        calls
    }

    fn caller(&self, site: &Site<'b>) -> Option<&Caller<'b>> {
        self.callers.get(site.caller)
    }

    fn caller_id(&self, site: &Site<'b>) -> Option<ProcedureId> {
        self.caller(site).and_then(|caller| caller.id)
    }

    /// Returns the places of what an action needs, if nothing checks any of it; nothing if the author has thought of a part of it.
    fn open_requirements(&self, site: usize, action: ProcedureId, is_strict: bool) -> Vec<Span> {
        let mut open = Vec::new();
        for requirement in self.requirements(action) {
            // One that says nothing about the state tells nothing about the others either.
            if self.is_neutral(&requirement) {
                continue;
            }
            let below = requirement.below.iter().rev().copied();
            let mut chain: Vec<usize> = below.collect();
            chain.push(site);
            let mut n_left = MAX_PATHS;
            if self.is_checked(&mut chain, &requirement, is_strict, &mut n_left) {
                return Vec::new();
            }
            open.push(requirement.condition.span);
        }
        open
    }

    /// Whether a requirement is met by itself in every turn, or depends on nothing but places, sides and arguments.
    fn is_neutral(&self, requirement: &Requirement<'b>) -> bool {
        let mut all = BTreeSet::new();
        for part in requirement.parts() {
            self.readings.collect(part, &[], 0, &mut all);
        }
        all.is_empty() || requirement.parts().any(|part| self.is_reset(part))
    }

    /// Calls a visitor with the changes of a rule, its own and those of what it calls.
    fn changed_by(&self, called: ProcedureId, visit: &mut dyn FnMut(Reading)) {
        let mut changed = self.changed.borrow_mut();
        let changes = changed.entry(called).or_insert_with(|| {
            let mut changes = BTreeSet::new();
            for id in self.call_graph.reachable(called) {
                let procedure = self.book.procedures.get(id.at());
                for statement in procedure.into_iter().flat_map(|one| &one.body) {
                    changes_of(statement, &mut |change| _ = changes.insert(change));
                }
            }
            changes
        });
        changes.iter().cloned().for_each(visit);
    }

    /// Whether a statement above a call tests one of some readings or changes what they read.
    fn is_tested(&self, site: &Site<'b>, forms: &BTreeSet<Reading>, is_strict: bool) -> bool {
        let first = site.above.and_then(|at| self.above.get(at));
        let mut all = successors(first, |above| self.above.get(above.next?));
        all.any(|above| {
            let tested = above.tested.get_or_init(|| self.tested(above));
            let is_shifted = |form: &Reading| match form {
                Reading::Change(track) => tested.contains(&Reading::Shift(*track)),
                Reading::Value(_)
                | Reading::Number(_)
                | Reading::Members(_)
                | Reading::MembersWhere(_)
                | Reading::Test(_)
                | Reading::Shift(_) => false,
            };
            !tested.is_disjoint(forms) || !is_strict && forms.iter().any(is_shifted)
        })
    }

    fn tested(&self, above: &Above<'b>) -> BTreeSet<Reading> {
        let statement = above.statement;
        let mut tested = BTreeSet::new();
        if let Some(caller) = self.callers.get(above.caller) {
            walk_own(statement, &mut |expr| {
                self.readings.collect(expr, caller.locals(), 0, &mut tested);
            });
        }
        // A track that is read is not changed.
        tested.retain(|reading| !matches!(reading, Reading::Change(_) | Reading::Shift(_)));
        // A condition on some members tests as well whether there are any, and the reverse.
        let members = tested.iter().filter_map(Reading::members);
        let members: BTreeSet<u64> = members.collect();
        tested.extend(members.iter().copied().map(Reading::Members));
        tested.extend(members.iter().copied().map(Reading::MembersWhere));
        if let Some(selection) = statement.selection() {
            // A loop over all members shows that there is one, but not that another one meets a condition.
            let kinds = selection.kinds.bits();
            tested.insert(Reading::Members(kinds));
            tested.extend(
                selection
                    .condition
                    .is_some()
                    .then_some(Reading::MembersWhere(kinds)),
            );
        }
        if !above.is_around {
            changes_of(statement, &mut |change| _ = tested.insert(change));
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| {
                    self.changed_by(id, &mut |change| _ = tested.insert(change));
                });
            });
        }
        tested
    }

    /// Returns what an action needs at its start, without its tests of marks.
    fn requirements(&self, action: ProcedureId) -> Vec<Requirement<'b>> {
        let (mut found, mut below, mut open) = (Vec::new(), Vec::new(), Some(action));
        while let Some(procedure) = open.and_then(|id| self.book.procedures.get(id.at())) {
            let first: Vec<&Statement> = leading(&procedure.body).collect();
            let needs = first.iter().filter_map(|statement| statement.needs());
            found.extend(needs.map(|condition| Requirement {
                below: below.clone(),
                condition,
                named: named_in(condition, &first),
            }));
            let mut sites = self.sites.iter().enumerate();
            let next = sites.find(|(_, site)| site.is_first && self.caller_id(site) == open);
            open = next
                .map(|(_, site)| site.callee)
                .filter(|_| below.len() < MAX_CALLS);
            below.extend(next.map(|(at, _)| at));
        }
        found
    }

    /// Whether an action calls another one first.
    fn leads_on(&self, action: ProcedureId) -> bool {
        let mut sites = self.sites.iter();
        sites.any(|site| site.is_first && self.caller_id(site) == Some(action))
    }

    /// Whether a condition reads a track that is reset when a phase or sequence ends: it is met when that begins again.
    fn is_reset(&self, condition: &Expr) -> bool {
        condition.any(|part| {
            let track = part.track().map(|read| read.track);
            let declared = self.book.kinds.iter().flat_map(|kind| &kind.tracks);
            track.is_some_and(|track| {
                let mut declared = declared.filter(|one| one.track == track);
                declared.any(|one| one.lasts.is_some())
            })
        })
    }

    /// Whether a requirement is tested at the last of some calls, each in the rule that the next one calls, or above it.
    fn is_checked(
        &self,
        chain: &mut Vec<usize>,
        requirement: &Requirement<'b>,
        is_strict: bool,
        n_left: &mut usize,
    ) -> bool {
        // With more paths than can be followed, one is taken to check.
        let Some(left) = n_left.checked_sub(1) else {
            return true;
        };
        *n_left = left;
        let Some(site) = chain.last().and_then(|at| self.sites.get(*at)) else {
            return false;
        };
        let mut forms = BTreeSet::new();
        let substitution = self.substitution(chain);
        for part in requirement.parts() {
            self.readings.collect(part, &substitution, 0, &mut forms);
        }
        // A condition on arguments alone is judged as any other argument. What is compared with a number of a unit tells more than
        // that number.
        let mut all = BTreeSet::new();
        for part in requirement.parts() {
            self.readings.collect(part, &[], 0, &mut all);
        }
        let are_numbers = all.iter().all(Reading::is_number);
        forms.retain(|form| are_numbers || !form.is_number());
        for at in chain.iter() {
            let site = self.sites.get(*at);
            forms.extend(site.map(|site| Reading::Test(site.callee)));
        }
        if self.is_tested(site, &forms, is_strict) {
            return true;
        }
        let Some(caller) = self.caller_id(site).filter(|_| chain.len() < MAX_CALLS) else {
            return false;
        };
        let known: Vec<usize> = chain.clone();
        let above = self.sites.iter().enumerate();
        let above = above.filter(|(at, site)| site.callee == caller && !known.contains(at));
        for (at, _) in above {
            chain.push(at);
            let is_checked = self.is_checked(chain, requirement, is_strict, n_left);
            chain.pop();
            if is_checked {
                return true;
            }
        }
        false
    }

    /// Returns the forms of the parameters of the action that the first of some calls calls, in names of the rule of the last.
    fn substitution(&self, chain: &[usize]) -> Substitution {
        let mut forms: Option<Substitution> = None;
        for site in chain.iter().rev().filter_map(|at| self.sites.get(*at)) {
            let Some(own) = self.caller(site).map(Caller::locals) else {
                continue;
            };
            let arguments = site.arguments.iter();
            forms = Some(match forms {
                // The parameters are the first locals.
                Some(mut parameters) => {
                    parameters.resize(own.len().max(parameters.len()), None);
                    let forms = arguments.map(|argument| canonical_form(argument, &parameters));
                    forms.collect()
                }
                None => arguments
                    .map(|argument| canonical_form(argument, own))
                    .collect(),
            });
        }
        forms.unwrap_or_default()
    }
}

/// Returns the canonical form of each local of a body: that of its value for a name, else its number.
fn forms_of_locals(body: &Block) -> Substitution {
    let mut forms: Substitution = Vec::new();
    walk_statements(body, &mut |statement| {
        let bound = statement
            .binding()
            .map(|(local, value)| (local, Some(value)));
        let bound = bound.or(statement.bound_local().map(|local| (local, None)));
        if let Some((local, value)) = bound {
            while forms.len() <= local.at() {
                forms.push(Some(format!("l{}", forms.len())));
            }
            let form = value.and_then(|value| canonical_form(value, &forms));
            if let (Some(known), Some(form)) = (forms.get_mut(local.at()), form) {
                *known = Some(form);
            }
        }
        true
    });
    forms
}

/// Calls a visitor with each value that a condition reads, and the change of each of its tracks. Places and sides are left out: they
/// are read everywhere.
fn readings(condition: &Expr, substitution: &[Option<String>], visit: &mut dyn FnMut(Reading)) {
    walk_within(condition, &mut |part| {
        if let Some(members) = part.aggregation() {
            let kinds = members.selection.kinds.bits();
            visit(match members.selection.condition {
                Some(_) => Reading::MembersWhere(kinds),
                None => Reading::Members(kinds),
            });
        }
        let is_reading = part.field().is_some()
            || part.ground().is_some()
            || part.track().is_some()
            || part.callee().is_some()
            || part.measurement().is_some();
        if !is_reading || matches!(part.ty, Type::Place | Type::Side) {
            return;
        }
        if let Some(read) = part.track() {
            visit(Reading::Change(read.track));
        }
        if let Some(form) = canonical_form(part, substitution) {
            let is_number = part.field().is_some() && matches!(part.ty, Type::Number(_));
            visit(match is_number {
                true => Reading::Number(form),
                false => Reading::Value(form),
            });
        }
    });
}

/// Calls a visitor with the changes of a statement and its blocks.
fn changes_of(statement: &Statement, visit: &mut dyn FnMut(Reading)) {
    match statement.change().map(|change| change.how) {
        Some(Change::Add | Change::Take) => {
            let track = statement.change().map(|change| change.track);
            track.map(Reading::Shift).into_iter().for_each(visit);
        }
        Some(Change::Set) | None if blocks(statement).next().is_none() => {
            walk_changes(statement, &mut |_, track| visit(Reading::Change(track)));
        }
        Some(Change::Set) | None => {
            for inner in blocks(statement).flatten() {
                changes_of(inner, visit);
            }
        }
    }
}

/// The forms of what formulas read with given arguments, and at which depth of calls.
type FormsOfCalls = BTreeMap<(ProcedureId, Substitution, usize), Rc<BTreeSet<Reading>>>;

/// Finds what expressions read, also in formulas that they call, and the actions that they test.
struct Readings<'b> {
    book: &'b RuleBook,
    of_calls: RefCell<FormsOfCalls>,
}

impl Readings<'_> {
    /// Adds the forms of everything that an expression reads.
    fn collect(
        &self,
        expr: &Expr,
        substitution: &[Option<String>],
        depth: usize,
        found: &mut BTreeSet<Reading>,
    ) {
        readings(expr, substitution, &mut |form| _ = found.insert(form));
        if depth == MAX_FORMULAS {
            return;
        }
        walk_within(expr, &mut |part| {
            let called = part.call().filter(|(id, _)| {
                let called = self.book.procedures.get(id.at());
                called.is_some_and(|called| called.ability == Ability::Formula)
            });
            let asked = part.action_test();
            found.extend(asked.map(|(action, _)| Reading::Test(action)));
            if let Some((id, arguments)) = called.or(asked) {
                let arguments = arguments.iter();
                let given: Substitution = arguments
                    .map(|argument| canonical_form(argument, substitution))
                    .collect();
                let of_call = self.of_call(id, given, asked.is_some(), depth + 1);
                found.extend(of_call.iter().cloned());
            }
        });
    }

    /// Returns the forms of what a formula reads, or the test of an action.
    fn of_call(
        &self,
        id: ProcedureId,
        given: Substitution,
        is_test: bool,
        depth: usize,
    ) -> Rc<BTreeSet<Reading>> {
        let key = (id, given, depth);
        if let Some(known) = self.of_calls.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut found = BTreeSet::new();
        if let Some(procedure) = self.book.procedures.get(id.at()) {
            let tested = match is_test {
                false => procedure.body.len(),
                true => leading(&procedure.body).count(),
            };
            for statement in procedure.body.iter().take(tested) {
                walk_statement(statement, &mut |inner| {
                    self.collect(inner, &key.1, depth, &mut found);
                });
            }
            let next = procedure.body.get(tested);
            let next = next.and_then(|statement| statement.called_action(self.book));
            found.extend(next.map(|(action, _)| Reading::Test(action)));
        }
        let found = Rc::new(found);
        self.of_calls.borrow_mut().insert(key, Rc::clone(&found));
        found
    }
}
