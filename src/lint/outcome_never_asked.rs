//! Outcomes of a roll that no rule distinguishes from others: an outcome was added, and its users still test for the old ones.
//!
//! The outcomes of a roll are partitioned by every test of its result (partition refinement: Paige and Tarjan 1987).
//!
//! Reports: E0652.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Arm, Block, Comparison, Expr, LocalId, Procedure, ProcedureId, RuleBook, Statement, blocks,
    walk_expr, walk_own, walk_statements,
};
use sandtable_source::Span;

/// Minimum number of outcomes: every test distinguishes two.
const MIN_OUTCOMES: usize = 3;
/// The largest number of outcomes that is partitioned.
const MAX_OUTCOMES: usize = 64;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut partitions: BTreeMap<ProcedureId, Partition> = BTreeMap::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        let outcomes = procedure.outcomes.and_then(|id| book.words.get(id.at()));
        let n_outcomes = outcomes.map_or(0, |list| list.words.len());
        if (MIN_OUTCOMES..=MAX_OUTCOMES).contains(&n_outcomes) {
            partitions.insert(ProcedureId::new(at), Partition::new(n_outcomes));
        }
    }
    if partitions.is_empty() {
        return;
    }
    let mut uses = Uses {
        partitions,
        locals: BTreeMap::new(),
    };
    for (_, body) in book.bodies() {
        uses.body(body);
    }
    let reports = book.procedures.iter().flat_map(|one| &one.report);
    reports.flatten().for_each(|value| uses.expr(value));
    for list in &book.modifiers {
        let parts = list.lines.iter();
        let parts = parts.flat_map(|line| line.per.iter().chain(&line.condition));
        parts.for_each(|part| uses.expr(part));
    }
    for (id, partition) in &uses.partitions {
        if let Some(procedure) = book.procedures.get(id.at())
            && partition.is_tested
            && !partition.escapes
        {
            let classes = partition.classes();
            let alike = classes.into_iter().filter(|class| class.len() > 1);
            diagnostics.extend(alike.map(|class| finding(book, procedure, &class)));
        }
    }
}

/// The outcomes of a roll, refined by the tests of its result.
struct Partition {
    /// For each outcome, the number of its class.
    class_of: Vec<usize>,
    is_tested: bool,
    /// Whether the result is passed on, so that other code may test it.
    escapes: bool,
}

impl Partition {
    fn new(n_outcomes: usize) -> Self {
        Self {
            class_of: vec![0; n_outcomes],
            is_tested: false,
            escapes: false,
        }
    }

    /// Splits every class by a key of its members.
    fn split(&mut self, key: impl Fn(i32) -> usize) {
        self.is_tested = true;
        let mut numbers: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (value, class) in (0..).zip(&mut self.class_of) {
            let next = numbers.len();
            *class = *numbers.entry((*class, key(value))).or_insert(next);
        }
    }

    /// Returns the outcomes of each class.
    fn classes(&self) -> Vec<Vec<i32>> {
        let mut classes: BTreeMap<usize, Vec<i32>> = BTreeMap::new();
        for (value, class) in (0..).zip(&self.class_of) {
            classes.entry(*class).or_default().push(value);
        }
        classes.into_values().collect()
    }
}

/// The uses of the results of rolls.
struct Uses {
    partitions: BTreeMap<ProcedureId, Partition>,
    /// Names of the current body that denote a result.
    locals: BTreeMap<LocalId, ProcedureId>,
}

impl Uses {
    fn body(&mut self, body: &Block) {
        self.locals.clear();
        walk_statements(body, &mut |statement| {
            if let Some((local, value)) = statement.binding()
                && let Some((procedure, _)) = value.call()
                && self.partitions.contains_key(&procedure)
            {
                self.locals.insert(local, procedure);
            }
            true
        });
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let cases = statement.cases();
        if let Some((value, arms)) = cases {
            self.test(value, |value| arm_of(arms, value));
        }
        // A call for its effects, or to bind its result to a local.
        let bound = statement.binding().map(|(_, value)| value);
        let value = bound.or(statement.evaluated());
        let value = value.or(cases.map(|(value, _)| value));
        match value.filter(|value| self.roll_of(value).is_some()) {
            Some(value) => self.arguments(value),
            None => walk_own(statement, &mut |expr| self.expr(expr)),
        }
        for inner in blocks(statement).flatten() {
            self.statement(inner);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let is_result = |value: &Expr| self.roll_of(value).is_some();
        let equality = expr.comparison().filter(Comparison::is_of_equality);
        if let Some((value, set)) = expr.member().filter(|(value, _)| is_result(value)) {
            self.test(value, |value| (set >> value & 1) as usize);
            self.arguments(value);
        } else if let Some(equality) = equality.filter(|one| is_result(one.left)) {
            if let Some(word) = equality.right.constant_value() {
                self.test(equality.left, |value| usize::from(value == word));
                self.arguments(equality.left);
            } else {
                self.escape(equality.left);
                self.expr(equality.right);
            }
        } else if is_result(expr) {
            self.escape(expr);
        } else {
            walk_expr(expr, &mut |inner| self.expr(inner));
        }
    }

    /// Returns the roll whose result an expression is.
    fn roll_of(&self, expr: &Expr) -> Option<ProcedureId> {
        let called = expr.call().map(|(procedure, _)| procedure);
        let bound = expr.local().and_then(|local| self.locals.get(&local));
        called
            .filter(|id| self.partitions.contains_key(id))
            .or(bound.copied())
    }

    fn test(&mut self, result: &Expr, key: impl Fn(i32) -> usize) {
        let roll = self.roll_of(result);
        if let Some(partition) = roll.and_then(|id| self.partitions.get_mut(&id)) {
            partition.split(key);
        }
    }

    fn escape(&mut self, result: &Expr) {
        let roll = self.roll_of(result);
        if let Some(partition) = roll.and_then(|id| self.partitions.get_mut(&id)) {
            partition.escapes = true;
        }
        self.arguments(result);
    }

    fn arguments(&mut self, result: &Expr) {
        walk_expr(result, &mut |inner| self.expr(inner));
    }
}

/// Returns the number of the arm that takes a value.
fn arm_of(arms: &[Arm], value: i32) -> usize {
    let of_value = arms.iter().position(|arm| arm.takes(value));
    of_value.unwrap_or(arms.len())
}

fn finding(book: &RuleBook, procedure: &Procedure, class: &[i32]) -> Diagnostic {
    let list = procedure.outcomes.and_then(|id| book.words.get(id.at()));
    let word = |value: &i32| {
        let at = usize::try_from(*value).ok();
        let word = list.zip(at).and_then(|(list, at)| list.words.get(at));
        format!("`{}`", word.map_or("", String::as_str))
    };
    let words: Vec<String> = class.iter().map(word).collect();
    let naming = &procedure.naming;
    let (last, rest) = words
        .split_last()
        .map_or(("", &[][..]), |(last, rest)| (last, rest));
    let message = format!("no rule distinguishes {} and {last}", rest.join(", "));
    let lines = class
        .iter()
        .filter_map(|value| Some((value, line_of(&procedure.body, *value)?)));
    let finding = Diagnostic::new(Code::OutcomeNeverAsked, message).label(naming.span, "this roll");
    let finding = lines.fold(finding, |finding, (value, span)| {
        finding.label(span, format!("gives {}", word(value)))
    });
    finding
        .help("check for each of them where the roll is used, or merge them into one outcome")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}

/// Returns the span of the first line with an outcome.
fn line_of(body: &Block, outcome: i32) -> Option<Span> {
    let mut found = None;
    walk_statements(body, &mut |statement| {
        if let Some((value, _)) = statement.outcome()
            && value == outcome
        {
            found.get_or_insert(statement.span);
        }
        true
    });
    found
}
