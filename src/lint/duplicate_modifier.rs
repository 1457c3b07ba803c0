//! What counts twice: lines of modifiers that ask the same, in one list or in two lists that count for one roll.
//!
//! Reports: E0616.

use std::collections::{BTreeMap, BTreeSet};

use super::shape::{Handed, shape};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Arithmetic, Expr, ExprKind, LocalId, Modifier, Modifiers, Procedure, RuleBook, StatementKind,
    Type, walk_expr, walk_own, walk_statements,
};
use sandtable_source::Span;

/// In front of what a line counts that has no condition.
const PLAIN_COUNT: &str = "count ";
/// Lists that call lists that call lists are followed so deep, and names and formulas.
const DEEPEST: usize = 4;

pub(super) fn again(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for list in &book.modifiers {
        let own = Handed::new();
        let mut seen = BTreeMap::new();
        lines(list, &own, &mut |asks, line| {
            let first = *seen.entry(asks).or_insert(line.span);
            if first != line.span {
                let message = "two lines of this list count for the same thing";
                diagnostics.push(finding(message, line, first));
            }
        });
    }
    let mut told = BTreeSet::new();
    for procedure in &book.procedures {
        across(book, procedure, &mut told, diagnostics);
    }
}

fn finding(message: &str, line: &Modifier, first: Span) -> Diagnostic {
    Diagnostic::new(Code::ModifierTwice, message)
        .label(line.span, "and here")
        .label(first, "here")
        .help("make one line of them, or correct what one of them asks")
        .cite(line.citations.iter().map(String::as_str))
}

/// Hands the lines of a list of which it can be told what they ask to a visitor.
fn lines<'l>(list: &'l Modifiers, handed: &Handed, visit: &mut impl FnMut(String, &'l Modifier)) {
    for line in &list.lines {
        // Lines of one `once` group are drawn so that the first counts.
        let parts: Vec<&Expr> = line.per.iter().chain(&line.condition).collect();
        if line.once.is_some() || parts.is_empty() {
            continue;
        }
        let asks: Option<Vec<String>> = parts.iter().map(|part| shape(part, handed)).collect();
        if let Some(asks) = asks {
            // A count and a condition of the same text are not the same.
            let has = match (&line.per, &line.condition) {
                (Some(_), None) => PLAIN_COUNT,
                (Some(_), Some(_)) => "count if ",
                (None, _) => "if ",
            };
            visit(format!("{has}{}", asks.join("/")), line);
        }
    }
}

/// Lists that are added to one throw and ask the same, or what the throw counts anyway.
fn across(
    book: &RuleBook,
    procedure: &Procedure,
    told: &mut BTreeSet<(Span, Span)>,
    diagnostics: &mut Diagnostics,
) {
    let mut kept: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    let nothing = BTreeMap::new();
    walk_statements(&procedure.body, &mut |statement| {
        // Each line of the rule by itself: what is added in one sum is added to one throw.
        walk_own(statement, &mut |expr| {
            let mut sum = Sum {
                book,
                kept: &kept,
                counted: Vec::new(),
                n_throws: 0,
            };
            sum.add(expr, &Handed::new(), DEEPEST, true);
            // Names may stand for throws of their own, and what is added to each counts once.
            if sum.n_throws > 1 {
                sum.kept = &nothing;
                sum.counted.clear();
                sum.add(expr, &Handed::new(), DEEPEST, true);
            }
            for (finding, places) in sum.again(procedure) {
                if told.insert(places) {
                    diagnostics.push(finding);
                }
            }
        });
        if let StatementKind::Let { local, value } = &statement.kind {
            kept.insert(*local, value);
        }
        true
    });
}

/// What counts in a sum.
enum Counted<'b> {
    /// A list of modifiers, with what it was handed.
    List(&'b Modifiers, Handed, Span),
    /// A number, by what it asks.
    Number(String, Span),
}

/// What is added up in one expression.
struct Sum<'b, 'k> {
    book: &'b RuleBook,
    /// What names stand for.
    kept: &'k BTreeMap<LocalId, &'b Expr>,
    counted: Vec<Counted<'b>>,
    n_throws: usize,
}

impl<'b> Sum<'b, '_> {
    /// Takes in an expression; `is_term` while it is added up with nothing between.
    fn add(&mut self, expr: &Expr, handed: &Handed, depth: usize, is_term: bool) {
        let is_own = handed.is_empty();
        match &expr.kind {
            ExprKind::Modifiers { list, arguments } => {
                let arguments = handed_on(arguments, handed);
                let Some(list) = self.book.modifiers.get(list.at()) else {
                    return;
                };
                let counted = Counted::List(list, arguments.clone(), expr.span);
                self.counted.push(counted);
                for per in list.lines.iter().filter_map(|line| line.per.as_ref()) {
                    if depth > 0 {
                        self.add(per, &arguments, depth - 1, false);
                    }
                }
            }
            ExprKind::Local(id) if is_own && depth > 0 => {
                if let Some(value) = self.kept.get(id).copied() {
                    self.add(value, handed, depth - 1, is_term);
                }
            }
            ExprKind::Call {
                procedure,
                arguments,
            } => {
                for argument in arguments {
                    self.add(argument, handed, depth, false);
                }
                let called = self.book.procedures.get(procedure.at());
                let body = called.map(|called| called.body.as_slice());
                if let Some([only]) = body
                    && let StatementKind::Result(value) = &only.kind
                    && depth > 0
                {
                    let arguments = handed_on(arguments, handed);
                    self.add(value, &arguments, depth - 1, is_term);
                }
            }
            ExprKind::Dice { .. }
            | ExprKind::Throw(_)
            | ExprKind::Pool(_)
            | ExprKind::ThrowOf { .. } => {
                self.n_throws += 1;
                walk_expr(expr, &mut |inner| self.add(inner, handed, depth, false));
            }
            ExprKind::Fact { .. } | ExprKind::Track { .. } | ExprKind::Field { .. } => {
                if let (true, Type::Number(_), Some(asks)) = (is_term, expr.ty, shape(expr, handed))
                {
                    self.counted.push(Counted::Number(asks, expr.span));
                }
            }
            // The ways of a choice do not count together.
            ExprKind::If { .. } => {}
            ExprKind::Binary {
                op: Arithmetic::Add | Arithmetic::Subtract,
                ..
            }
            | ExprKind::Compare { .. }
            | ExprKind::Negate(_)
            | ExprKind::Limit { .. } => {
                walk_expr(expr, &mut |inner| self.add(inner, handed, depth, is_term));
            }
            _ => walk_expr(expr, &mut |inner| self.add(inner, handed, depth, false)),
        }
    }

    /// What counts again, with the places of both.
    fn again(&self, procedure: &Procedure) -> Vec<(Diagnostic, (Span, Span))> {
        let mut found = Vec::new();
        let mut seen: BTreeMap<String, (usize, Span)> = BTreeMap::new();
        let mut lists: BTreeMap<(Span, &Handed), Span> = BTreeMap::new();
        let name = &procedure.naming.name;
        for (at, counted) in self.counted.iter().enumerate() {
            let Counted::List(list, handed, place) = counted else {
                continue;
            };
            let first = *lists.entry((list.naming.span, handed)).or_insert(*place);
            if first != *place {
                if self.n_throws <= 1 && handed.iter().all(Option::is_some) {
                    let message = format!("`{}` counts twice for `{name}`", list.naming.name);
                    let finding = Diagnostic::new(Code::ModifierTwice, message)
                        .label(*place, "and here")
                        .label(first, "here")
                        .help("take one of them out")
                        .cite(procedure.naming.citations.iter().map(String::as_str))
                        .confidence(Confidence::Likely);
                    found.push((finding, (*place, first)));
                }
                continue;
            }
            lines(list, handed, &mut |asks, line| {
                let (other, place) = *seen.entry(asks).or_insert((at, line.span));
                if other != at {
                    let message = format!(
                        "this counts twice for `{name}`: two of its lists of modifiers ask the same"
                    );
                    let finding = finding(&message, line, place).confidence(Confidence::Likely);
                    found.push((finding, (line.span, place)));
                }
            });
        }
        for counted in &self.counted {
            if let Counted::Number(asks, place) = counted
                && let Some((_, line)) = seen.get(&format!("{PLAIN_COUNT}{asks}"))
            {
                let message = format!(
                    "this counts twice for `{name}`: a line of its modifiers counts it already"
                );
                let finding = Diagnostic::new(Code::ModifierTwice, message)
                    .label(*place, "and here")
                    .label(*line, "here")
                    .help("take one of them out, if it is not meant to count twice")
                    .cite(procedure.naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Possible);
                found.push((finding, (*place, *line)));
            }
        }
        found
    }
}

/// What a rule or a list is handed.
fn handed_on(arguments: &[Expr], handed: &Handed) -> Handed {
    let arguments = arguments.iter();
    arguments.map(|argument| shape(argument, handed)).collect()
}
