//! Modifiers that apply twice: lines with equivalent conditions, in one list or in two lists that are added to one roll.
//!
//! Reports: E0616.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{
    Arithmetic, Expr, LocalId, Modifier, Modifiers, ModifiersId, Procedure, ProcedureId, RuleBook,
    Type, walk_expr, walk_own, walk_statements,
};
use sandtable_source::Span;

/// Prefix of the canonical form of a line that counts without a condition.
const PLAIN_COUNT: &str = "count ";
/// Depth to which calls of lists and formulas, and locals, are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for list in &book.modifiers {
        let own = Substitution::new();
        let mut seen = BTreeMap::new();
        lines(list, &own, &mut |form, line| {
            let first = *seen.entry(form).or_insert(line.span);
            if first != line.span {
                let message = "these two modifiers always apply together";
                diagnostics.push(finding(message, line, first));
            }
        });
    }
    let mut reported = BTreeSet::new();
    for id in context.call_graph.reaching(adding_lists(book)) {
        if let Some(procedure) = book.procedures.get(id.at()) {
            across_lists(book, procedure, &mut reported, diagnostics);
        }
    }
}

/// Returns the procedures that add a list of modifiers themselves.
fn adding_lists(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let has_list = |expr: &Expr| expr.any(|part| part.modifier_sum().is_some());
    let procedures = book.procedures.iter().enumerate();
    let adding = procedures.filter(|(_, procedure)| {
        let mut has = false;
        walk_statements(&procedure.body, &mut |statement| {
            walk_own(statement, &mut |expr| has = has || has_list(expr));
            !has
        });
        has
    });
    adding.map(|(at, _)| ProcedureId::new(at)).collect()
}

fn finding(message: &str, line: &Modifier, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateModifier, message)
        .label(line.span, "and here")
        .label(first, "here")
        .help("merge them into one line, or correct the condition of one")
        .cite(line.citations.iter().map(String::as_str))
}

/// Calls a visitor with each line of a list whose condition rolls no dice, and its canonical form.
fn lines<'l>(
    list: &'l Modifiers,
    substitution: &Substitution,
    visit: &mut dyn FnMut(String, &'l Modifier),
) {
    for line in &list.lines {
        // Of the lines of a `once` group only the first applies.
        let parts: Vec<&Expr> = line.per.iter().chain(&line.condition).collect();
        if line.once.is_some() || parts.is_empty() {
            continue;
        }
        let forms = parts.iter().map(|part| canonical_form(part, substitution));
        if let Some(forms) = forms.collect::<Option<Vec<String>>>() {
            // A count and a condition of the same form are different.
            let prefix = match (&line.per, &line.condition) {
                (Some(_), None) => PLAIN_COUNT,
                (Some(_), Some(_)) => "apply if ",
                (None, _) => "if ",
            };
            visit(format!("{prefix}{}", forms.join("/")), line);
        }
    }
}

/// Reports lists that are added to one roll with equivalent lines, or with a line that equals a term of the roll.
fn across_lists(
    book: &RuleBook,
    procedure: &Procedure,
    reported: &mut BTreeSet<(Span, Span)>,
    diagnostics: &mut Diagnostics,
) {
    let mut bindings: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    let no_bindings = BTreeMap::new();
    walk_statements(&procedure.body, &mut |statement| {
        // The terms of one sum are added to one roll.
        walk_own(statement, &mut |expr| {
            let mut sum = Sum {
                book,
                bindings: &bindings,
                terms: Vec::new(),
                n_rolls: 0,
            };
            sum.add(expr, &Substitution::new(), MAX_DEPTH, true);
            // Locals can hold rolls of their own, each with its modifiers.
            if sum.n_rolls > 1 {
                sum.bindings = &no_bindings;
                sum.terms.clear();
                sum.add(expr, &Substitution::new(), MAX_DEPTH, true);
            }
            for (finding, places) in sum.duplicates(procedure) {
                if reported.insert(places) {
                    diagnostics.push(finding);
                }
            }
        });
        if let Some((local, value)) = statement.binding() {
            bindings.insert(local, value);
        }
        true
    });
}

/// A term of a sum.
enum Term<'b> {
    /// A list of modifiers, with the canonical forms of its arguments.
    List(&'b Modifiers, Substitution, Span),
    /// A number, by its canonical form.
    Number(String, Span),
}

/// Whether the operands of an expression are terms of the sum that it is, or that it compares.
fn has_terms(expr: &Expr) -> bool {
    let op = expr.binary().map(|(op, ..)| op);
    matches!(op, Some(Arithmetic::Add | Arithmetic::Subtract))
        || expr.comparison().is_some()
        || expr.opposite().is_some()
        || expr.limited().is_some()
}

/// The terms that one expression adds up.
struct Sum<'b, 'k> {
    book: &'b RuleBook,
    /// Values of locals.
    bindings: &'k BTreeMap<LocalId, &'b Expr>,
    terms: Vec<Term<'b>>,
    n_rolls: usize,
}

impl<'b> Sum<'b, '_> {
    /// Collects the terms of an expression; `is_term` if the expression itself is one.
    fn add(&mut self, expr: &Expr, substitution: &Substitution, depth: usize, is_term: bool) {
        let is_own = substitution.is_empty();
        let is_read = expr.fact().is_some() || expr.track().is_some() || expr.field().is_some();
        if let Some((list, arguments)) = expr.modifier_sum() {
            self.add_list(expr, list, &forms_of(arguments, substitution), depth);
        } else if let Some((procedure, arguments)) = expr.call() {
            for argument in arguments {
                self.add(argument, substitution, depth, false);
            }
            let called = self.book.procedures.get(procedure.at());
            let body = called.map(|called| called.body.as_slice());
            if let Some([only]) = body
                && let Some(value) = only.result()
                && depth > 0
            {
                let arguments = forms_of(arguments, substitution);
                self.add(value, &arguments, depth - 1, is_term);
            }
        } else if let Some(local) = expr.local().filter(|_| is_own && depth > 0) {
            if let Some(value) = self.bindings.get(&local).copied() {
                self.add(value, substitution, depth - 1, is_term);
            }
        } else if is_read {
            let form = canonical_form(expr, substitution);
            if let (true, Type::Number(_), Some(form)) = (is_term, expr.ty, form) {
                self.terms.push(Term::Number(form, expr.span));
            }
        } else if expr.conditional().is_none() {
            // The branches of a conditional value exclude each other.
            self.n_rolls += usize::from(expr.is_roll());
            let is_term = is_term && has_terms(expr);
            walk_expr(expr, &mut |inner| {
                self.add(inner, substitution, depth, is_term)
            });
        }
    }

    /// Adds a list of modifiers with the canonical forms of its arguments.
    fn add_list(&mut self, expr: &Expr, list: ModifiersId, arguments: &Substitution, depth: usize) {
        let Some(list) = self.book.modifiers.get(list.at()) else {
            return;
        };
        let term = Term::List(list, arguments.clone(), expr.span);
        self.terms.push(term);
        for per in list.lines.iter().filter_map(|line| line.per.as_ref()) {
            if depth > 0 {
                self.add(per, arguments, depth - 1, false);
            }
        }
    }

    /// Returns the findings, each with the spans of both terms.
    fn duplicates(&self, procedure: &Procedure) -> Vec<(Diagnostic, (Span, Span))> {
        let mut found = Vec::new();
        let mut seen: BTreeMap<String, (usize, Span)> = BTreeMap::new();
        let mut lists: BTreeMap<(Span, &Substitution), Span> = BTreeMap::new();
        let name = &procedure.naming.name;
        for (at, term) in self.terms.iter().enumerate() {
            let Term::List(list, substitution, place) = term else {
                continue;
            };
            let first = *lists
                .entry((list.naming.span, substitution))
                .or_insert(*place);
            if first != *place {
                if self.n_rolls <= 1 && substitution.iter().all(Option::is_some) {
                    let message = format!("`{}` is applied twice to `{name}`", list.naming.name);
                    let finding = Diagnostic::new(Code::DuplicateModifier, message)
                        .label(*place, "and here")
                        .label(first, "here")
                        .help("delete one of them")
                        .cite(procedure.naming.citations.iter().map(String::as_str))
                        .confidence(Confidence::Likely);
                    found.push((finding, (*place, first)));
                }
                continue;
            }
            lines(list, substitution, &mut |form, line| {
                let (other, place) = *seen.entry(form).or_insert((at, line.span));
                if other != at {
                    let message = format!(
                        "this is applied twice to `{name}`: two of its lists of modifiers have \
                         the same condition"
                    );
                    let finding = finding(&message, line, place).confidence(Confidence::Likely);
                    found.push((finding, (line.span, place)));
                }
            });
        }
        for term in &self.terms {
            if let Term::Number(form, place) = term
                && let Some((_, line)) = seen.get(&format!("{PLAIN_COUNT}{form}"))
            {
                let message = format!(
                    "this is applied twice to `{name}`: a line of its modifiers already includes it"
                );
                let finding = Diagnostic::new(Code::DuplicateModifier, message)
                    .label(*place, "and here")
                    .label(*line, "here")
                    .help("delete one of them; if intended, ignore this")
                    .cite(procedure.naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Possible);
                found.push((finding, (*place, *line)));
            }
        }
        found
    }
}

/// Returns the canonical forms of arguments.
fn forms_of(arguments: &[Expr], substitution: &Substitution) -> Substitution {
    let arguments = arguments.iter();
    arguments
        .map(|argument| canonical_form(argument, substitution))
        .collect()
}
