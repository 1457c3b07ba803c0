//! Bands of formulas and rolls that no argument of their calls reaches: interpretation with the arguments that calls pass.

use std::collections::{BTreeMap, BTreeSet};

use crate::Context;
use crate::domain::ValueSet;
use crate::lookups::{selected_lines, written_lines};
use crate::transfer::ValueAnalysis;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Callable, Expr, LocalId, Parameter, Procedure, ProcedureId, RuleBook, Type,
    walk_calls, walk_own, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    // A rule that is interpreted in part can hide a call.
    if !context.values.truncated.is_empty() {
        return;
    }
    let narrowed = narrowed(context);
    if narrowed.is_empty() {
        return;
    }
    let values = context
        .values
        .as_called(&|id| narrowed.contains_key(&id.at()));
    let by_rule = narrowed.iter();
    for (at, parameters) in by_rule {
        let Some(procedure) = book.procedures.get(*at) else {
            continue;
        };
        let bands = Bands {
            context,
            values: &values,
            procedure,
            parameters,
        };
        bands.conditions(diagnostics);
        bands.arms(diagnostics);
    }
    rows(context, &values, &narrowed, diagnostics);
}

/// A parameter to which calls pass only some of its values.
struct Narrowed<'a> {
    local: LocalId,
    parameter: &'a Parameter,
    passed: ValueSet,
}

/// Returns the formulas and rolls whose calls pass only some of the values of a parameter, with these parameters.
fn narrowed<'a>(context: &Context<'a>) -> BTreeMap<usize, Vec<Narrowed<'a>>> {
    let book: &'a RuleBook = context.book;
    let unseen = called_unseen(book);
    let mut all = BTreeMap::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        let is_rule = matches!(procedure.ability, Ability::Formula | Ability::Roll);
        if !is_rule || unseen.contains(&id) || !context.call_graph.is_called(id) {
            continue;
        }
        let parameters = procedure.parameters.iter().enumerate();
        let narrowed = parameters.filter_map(|(place, parameter)| {
            let passed = context.values.passed(id, place)?;
            is_narrower(book, passed, parameter).then(|| Narrowed {
                local: LocalId::new(place),
                parameter,
                passed: passed.clone(),
            })
        });
        let narrowed: Vec<_> = narrowed.collect();
        if !narrowed.is_empty() {
            all.insert(at, narrowed);
        }
    }
    all
}

/// Returns the procedures with callers that are not interpreted: recursive rules, and searches of a board.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]
pub(super) fn called_unseen(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let mut unseen = BTreeSet::new();
    for id in book.cycles.keys() {
        for statement in book
            .procedures
            .get(id.at())
            .into_iter()
            .flat_map(|one| &one.body)
        {
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |called| _ = unseen.insert(called));
            });
        }
    }
    let in_cycles = book.cycles.values().flatten();
    unseen.extend(in_cycles.filter_map(|one| match one {
        Callable::Procedure(id) => Some(*id),
        _ => None,
    }));
    book.walk_exprs(&mut |_, expr| {
        let way = expr.measurement().and_then(|measured| measured.way);
        unseen.extend(way.map(|way| way.procedure));
        unseen.extend(expr.action_test().map(|(action, _)| action));
    });
    unseen.extend(book.stands.as_ref().map(|stands| stands.value));
    unseen
}

/// Whether calls pass fewer values than a parameter declares.
fn is_narrower(book: &RuleBook, passed: &ValueSet, parameter: &Parameter) -> bool {
    let all = ValueSet::of_type(book, parameter.ty, (parameter.low, parameter.high));
    match (passed.range(), all.range(), passed.bits(), all.bits()) {
        (Some((low, high)), Some((least, most)), ..) => {
            low <= high && low >= least && high <= most && (low > least || high < most)
        }
        (None, None, Some(some), Some(every)) => some != 0 && some & every != every,
        _ => false,
    }
}

/// The bands of one rule.
struct Bands<'c, 'a> {
    context: &'c Context<'a>,
    values: &'c ValueAnalysis<'a>,
    procedure: &'a Procedure,
    parameters: &'c [Narrowed<'a>],
}

impl Bands<'_, '_> {
    /// Reports comparisons of a parameter with numbers that the arguments decide.
    fn conditions(&self, diagnostics: &mut Diagnostics) {
        let known = self.context.values.constant_conditions();
        let known: BTreeSet<Span> = known.map(|one| one.span).collect();
        let mut seen = BTreeSet::new();
        for one in self.values.constant_conditions() {
            let is_own = one
                .rule
                .as_ref()
                .is_some_and(|rule| rule.span == self.procedure.naming.span);
            let is_new = is_own && !known.contains(&one.span) && !one.is_covered;
            if !is_new || !seen.insert(one.span) {
                continue;
            }
            let Some(parameter) = self.compared_at(one.span) else {
                continue;
            };
            let truth = match one.truth {
                true => "this is always met",
                false => "this is never met",
            };
            diagnostics.push(self.finding(parameter, truth, one.span));
        }
    }

    /// Returns the parameter that is compared with a number in an expression at a place.
    fn compared_at(&self, span: Span) -> Option<&Narrowed<'_>> {
        let mut found = None;
        for statement in &self.procedure.body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    if inner.span == span {
                        found = found.or_else(|| self.compared(inner));
                    }
                });
            });
        }
        found.and_then(|at: usize| self.parameters.get(at))
    }

    fn compared(&self, expr: &Expr) -> Option<usize> {
        let compared = expr
            .comparison()
            .filter(|one| one.left.literal().is_some() || one.right.literal().is_some());
        let compared = compared.map(|one| [one.left, one.right]);
        let tested = expr.member().map(|(value, _)| [value, value]);
        let read = compared.or(tested)?;
        let mut parameters = self.parameters.iter();
        parameters.position(|one| read.iter().any(|read| read.reads_local(one.local)))
    }

    /// Reports lines of `depending on` that no argument matches.
    fn arms(&self, diagnostics: &mut Diagnostics) {
        let known = self.context.values.dead_arms();
        let known: BTreeSet<Span> = known.map(|(span, ..)| *span).collect();
        let dead = self.values.dead_arms();
        let dead: BTreeSet<Span> = dead.map(|(span, ..)| *span).collect();
        walk_statements(&self.procedure.body, &mut |statement| {
            if let Some((value, arms)) = statement.cases()
                && let Some(parameter) = self
                    .parameters
                    .iter()
                    .find(|one| value.reads_local(one.local))
            {
                for arm in arms {
                    if dead.contains(&arm.span) && !known.contains(&arm.span) {
                        diagnostics.push(self.finding(
                            parameter,
                            "this line is never used",
                            arm.span,
                        ));
                    }
                }
            }
            true
        });
    }

    fn finding(&self, narrowed: &Narrowed<'_>, truth: &str, span: Span) -> Diagnostic {
        let naming = &self.procedure.naming;
        let name = &narrowed.parameter.name;
        let passed = narrowed
            .passed
            .describe(self.context.book, narrowed.parameter.ty);
        Diagnostic::new(
            Code::RowNeverReached,
            format!("no call of `{}` reaches every band: {truth}", naming.name),
        )
        .label(span, format!("calls give `{name}` {passed}"))
        .help(
            "correct the bands or the range of the caller; if only players ask for the rest, allow it",
        )
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
    }
}

/// Reports rows of tables that lookups of narrowed rules could reach, and with the arguments of their calls do not.
fn rows(
    context: &Context<'_>,
    values: &ValueAnalysis<'_>,
    narrowed: &BTreeMap<usize, Vec<Narrowed<'_>>>,
    diagnostics: &mut Diagnostics,
) {
    let book = context.book;
    let as_called = selected_lines(book, values);
    let passing = lookups_of_parameters(book, narrowed);
    for (id, selected) in &context.selected {
        let (Some(table), Some(called)) = (book.tables.get(id.at()), as_called.get(id)) else {
            continue;
        };
        for (at, (selected, called)) in selected.iter().zip(called).enumerate() {
            let Some((rule, one)) = passing.get(&(id.at(), at)) else {
                continue;
            };
            for (span, lines) in written_lines(table, at) {
                if lines.is_disjoint(selected) || !lines.is_disjoint(called) {
                    continue;
                }
                let passed = one.passed.describe(book, one.parameter.ty);
                diagnostics.push(
                    Diagnostic::new(
                        Code::RowNeverReached,
                        format!("no rule reaches this part of `{}`", table.naming.name),
                    )
                    .label(
                        span,
                        format!("calls give `{}` of `{rule}` {passed}", one.parameter.name),
                    )
                    .help(
                        "correct the row or the range of the caller; if only players read the row, allow it",
                    )
                    .cite(table.naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
        }
    }
}

/// Keys of tables, each with the rule that looks it up with a narrowed parameter.
type LookedUp<'n, 'a> = BTreeMap<(usize, usize), (&'a str, &'n Narrowed<'a>)>;

fn lookups_of_parameters<'n, 'a>(
    book: &'a RuleBook,
    narrowed: &'n BTreeMap<usize, Vec<Narrowed<'a>>>,
) -> LookedUp<'n, 'a> {
    let mut found = LookedUp::new();
    for (at, parameters) in narrowed {
        let Some(procedure) = book.procedures.get(*at) else {
            continue;
        };
        walk_statements(&procedure.body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let Some((table, arguments)) = inner.lookup() else {
                        return;
                    };
                    for (key, argument) in arguments.iter().enumerate() {
                        let numbers = matches!(argument.ty, Type::Number(_) | Type::Words(_));
                        let mut parameters = parameters.iter().filter(|_| numbers);
                        let known = parameters.find(|one| argument.reads_local(one.local));
                        if let Some(known) = known {
                            let name = procedure.naming.name.as_str();
                            found.entry((table.at(), key)).or_insert((name, known));
                        }
                    }
                });
            });
            true
        });
    }
    found
}
