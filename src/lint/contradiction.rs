//! Conditions that exclude each other, and conditions that are always met: flags and their contraries, even and odd numbers, calls of formulas.
//!
//! Conditions are split into literals, a subject in canonical form with the values that it must have, through negations and formulas of one
//! expression. What a condition says holds to the end of its block, until something may change (Kildall 1973, with sets of literals that are met on
//! every path).

use super::Context;
use super::transfer::single_expression;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{
    Ability, Arithmetic, Choice, Expr, Modifier, NONE, Naming, ProcedureId, RuleBook, Statement,
    Type, blocks, walk_changes, walk_expr, walk_own, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Maximum number of formulas, each called by the one before, that are opened.
const MAX_FORMULAS: usize = 4;
/// Maximum number of conditions above with which each is compared.
const MAX_FACTS: usize = 16;

/// Returns the findings in all rules.
pub(super) fn findings(context: &Context<'_>) -> Vec<Diagnostic> {
    let book = context.book;
    let mut found = Vec::new();
    let readings = Readings {
        book,
        of_formulas: RefCell::default(),
    };
    for (naming, body) in book.bodies() {
        let mut search = Search {
            book,
            naming,
            readings: &readings,
            found: &mut found,
        };
        search.block(body, Known::default());
    }
    for list in &book.modifiers {
        let mut search = Search {
            book,
            naming: &list.naming,
            readings: &readings,
            found: &mut found,
        };
        for line in &list.lines {
            let parts = line.per.iter().chain(&line.condition);
            parts.for_each(|part| search.expr(part, &Known::default()));
        }
        search.modifiers(&list.lines);
    }
    found
}

/// A set of values, as ranges with both ends included.
type Ranges = Vec<(i64, i64)>;

/// Values that a subject must have.
#[derive(Debug, Clone)]
struct Literal {
    /// The subject in canonical form.
    subject: String,
    values: Ranges,
    /// The operands of a comparison of two values, whose sign is the subject.
    operands: Option<[String; 2]>,
    /// The `needs` of an action that requires it, for a part of `can`.
    needed: Option<Span>,
}

impl Literal {
    /// Whether the other holds wherever this one does.
    fn implies(&self, other: &Self) -> bool {
        let is_within = |one: &(i64, i64)| {
            let mut others = other.values.iter();
            others.any(|two| two.0 <= one.0 && one.1 <= two.1)
        };
        self.subject == other.subject && self.values.iter().all(is_within)
    }

    fn excludes(&self, other: &Self) -> bool {
        let meet = |one: &(i64, i64)| {
            let mut others = other.values.iter();
            others.any(|two| one.0 <= two.1 && two.0 <= one.1)
        };
        self.subject == other.subject && !self.values.iter().any(meet)
    }
}

/// The place of a condition that is known to be met or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The first operand of an `and`.
    And,
    /// The first operand of an `or`, which is not met.
    Or,
    /// A line above.
    Above,
}

/// A condition that is met, or not, at a point of a rule.
struct Fact<'b> {
    origin: Origin,
    place: Span,
    /// Signature of what it reads.
    reads: OnceCell<u128>,
    /// The condition and whether it is met, until its literals are asked for.
    condition: Option<(&'b Expr, bool)>,
    literals: OnceCell<Vec<Literal>>,
}

/// The conditions that are known at a point of a rule.
type Known<'b> = Vec<Rc<Fact<'b>>>;

/// Signatures of what expressions read: two that have a subject in common share a bit.
struct Readings<'b> {
    book: &'b RuleBook,
    of_formulas: RefCell<BTreeMap<ProcedureId, u128>>,
}

impl Readings<'_> {
    fn of(&self, expr: &Expr, depth: usize) -> u128 {
        let bit = |kind: usize, id: usize| 1 << ((id * 4 + kind) % 128);
        let mut bits = 0;
        walk_within(expr, &mut |part| {
            if let Some(read) = part.track() {
                bits |= bit(0, read.track.at());
            } else if let Some((_, field)) = part.field().or(part.ground()) {
                bits |= bit(1, field.at());
            } else if let Some((formula, _)) = part.call().or(part.action_test()) {
                bits |= bit(2, formula.at()) | self.of_formula(formula, depth);
            } else if let Some(local) = part.local() {
                let is_value = !matches!(part.ty, Type::Unit(_) | Type::Place | Type::Side);
                bits |= if is_value { bit(3, local.at()) } else { 0 };
            } else if let Some(option) = part.option() {
                bits |= bit(3, option.at());
            }
        });
        bits
    }

    fn of_formula(&self, formula: ProcedureId, depth: usize) -> u128 {
        if let Some(known) = self.of_formulas.borrow().get(&formula) {
            return *known;
        }
        let mut bits = 0;
        if depth < MAX_FORMULAS {
            let body = single_expression(self.book, formula);
            for part in body.into_iter().chain(needs_of(self.book, formula)) {
                bits |= self.of(part, depth + 1);
            }
        }
        self.of_formulas.borrow_mut().insert(formula, bits);
        bits
    }
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    naming: &'b Naming,
    readings: &'d Readings<'b>,
    found: &'d mut Vec<Diagnostic>,
}

impl<'b> Search<'b, '_> {
    fn block(&mut self, block: &'b [Statement], mut known: Known<'b>) {
        for statement in block {
            let none = Known::default();
            // The condition of a loop is tested again after its rounds.
            let before = if statement.is_loop() { &none } else { &known };
            walk_own(statement, &mut |expr| self.expr(expr, before));
            for (at, inner) in blocks(statement).enumerate() {
                // What a round has changed, the next one finds changed.
                let mut inside = match statement.is_loop() {
                    true => Known::default(),
                    false => known.clone(),
                };
                let lines = statement.choice().and_then(Choice::lines);
                let line = lines.and_then(|lines| lines.get(at)?.condition.as_ref());
                if let Some((condition, ..)) = statement.branch() {
                    self.learn(condition, at == 0, &mut inside);
                } else if let Some(condition) = line {
                    self.learn(condition, true, &mut inside);
                } else if let Some(each) = statement.each().filter(|each| each.order.is_none())
                    && let Some(condition) = each.selection.condition.as_deref()
                {
                    // Each member is tested when its turn begins; in an order, before the first turn.
                    self.learn(condition, true, &mut inside);
                }
                self.block(inner, inside);
            }
            if may_change(self.book, statement) {
                known.clear();
            }
            if let Some(condition) = statement.needs() {
                self.learn(condition, true, &mut known);
            }
            if let Some(condition) = statement.early_end() {
                self.learn(condition, false, &mut known);
            }
        }
    }

    /// Adds a condition of a line above that is met, or not.
    fn learn(&self, condition: &'b Expr, is_met: bool, known: &mut Known<'b>) {
        if known.len() <= MAX_FACTS {
            known.push(Rc::new(Fact {
                origin: Origin::Above,
                place: condition.span,
                reads: OnceCell::new(),
                condition: Some((condition, is_met)),
                literals: OnceCell::new(),
            }));
        }
    }

    /// Adds the first operand of a chain, unless the second has no subject in common with it.
    fn learn_operand(&self, left: &Expr, right: &Expr, origin: Origin, known: &mut Known<'b>) {
        let reads = self.readings.of(left, 0);
        if reads & self.readings.of(right, 0) == 0 {
            return;
        }
        let literals = self.all_literals(left, origin == Origin::And);
        known.push(Rc::new(Fact {
            origin,
            place: left.span,
            reads: OnceCell::from(reads),
            condition: None,
            literals: OnceCell::from(literals),
        }));
    }

    /// Returns the literals that hold if a condition is met, or if it is not.
    fn all_literals(&self, condition: &Expr, is_met: bool) -> Vec<Literal> {
        let mut all = Vec::new();
        self.literals(condition, is_met, &Vec::new(), 0, &mut |literal| {
            all.push(literal)
        });
        all
    }

    /// Looks for conditions in an expression.
    fn expr(&mut self, expr: &Expr, known: &Known<'b>) {
        if let Some((op @ (Arithmetic::And | Arithmetic::Or), left, right)) = expr.binary() {
            let mut both = known.clone();
            if op == Arithmetic::And {
                // `a or not a and b` is open.
                both.retain(|one| one.origin != Origin::Or);
            }
            self.expr(left, &both);
            let origin = match op == Arithmetic::And {
                true => Origin::And,
                false => Origin::Or,
            };
            self.learn_operand(left, right, origin, &mut both);
            // The ends of a range are compared elsewhere.
            if left.span != right.span {
                self.expr(right, &both);
            }
            return;
        }
        if let Some(inner) = expr.negated().filter(|inner| is_compound(inner)) {
            // Inside of a negated chain, what is known says nothing of the kind that is looked for.
            return self.expr(inner, &Known::default());
        }
        if expr.ty == Type::Flag {
            self.compare(expr, known);
        }
        walk_expr(expr, &mut |inner| self.expr(inner, &Known::default()));
    }

    /// Compares a condition with what is known.
    fn compare(&mut self, condition: &Expr, known: &Known<'b>) {
        self.compare_operands(condition);
        if known.is_empty() {
            return;
        }
        let reads = self.readings.of(condition, 0);
        let reads_of = |fact: &Fact<'b>| {
            *fact.reads.get_or_init(|| {
                let condition = fact.condition;
                condition.map_or(0, |(expr, _)| self.readings.of(expr, 0))
            })
        };
        let related = known
            .iter()
            .rev()
            .filter(|fact| reads_of(fact) & reads != 0);
        let related: Vec<&Rc<Fact<'b>>> = related.collect();
        if related.is_empty() {
            return;
        }
        let excluding = |search: &Self, is_met: bool| {
            let own = &search.all_literals(condition, is_met);
            let mut pairs = related.iter().flat_map(|fact| {
                let known = search.literals_of(fact).iter();
                known.flat_map(move |one| own.iter().map(move |two| (*fact, one, two)))
            });
            let pair = pairs.find(|(_, one, two)| one.excludes(two));
            let found =
                pair.map(|(fact, one, two)| (fact.origin, fact.place, one.needed.or(two.needed)));
            found.or_else(|| search.transitively(&related, own))
        };
        if let Some((origin, place, needed)) = excluding(self, true) {
            let help = match (origin, needed) {
                (_, Some(_)) => "correct one of the two conditions",
                (Origin::And, None) => {
                    "if one of them is enough, write `or`; otherwise correct or delete one"
                }
                (Origin::Or | Origin::Above, None) => {
                    "check the rarer case first, or correct one of the two conditions"
                }
            };
            match origin {
                Origin::And => self.report(
                    "these two conditions are never met together",
                    (condition.span, "never met where the other is met"),
                    (place, "the other"),
                    help,
                ),
                Origin::Or => return,
                Origin::Above => self.report(
                    "this condition is never met: an earlier one excludes it",
                    (condition.span, "never met here"),
                    (place, "decides it"),
                    help,
                ),
            }
            if let Some(needed) = needed
                && let Some(found) = self.found.pop()
            {
                self.found
                    .push(found.label(needed, "required by the action"));
            }
        } else if related.iter().any(|fact| fact.origin == Origin::Or)
            && let Some((Origin::Or, place, _)) = excluding(self, false)
        {
            self.report(
                "one of these two conditions is always met",
                (condition.span, "met where the other is not"),
                (place, "the other"),
                "if both must be met, write `and`; otherwise correct one of them",
            );
        }
    }

    /// Returns the literals of a fact.
    fn literals_of<'f>(&self, fact: &'f Fact<'b>) -> &'f [Literal] {
        fact.literals.get_or_init(|| {
            let condition = fact.condition;
            condition.map_or_else(Vec::new, |(expr, is_met)| self.all_literals(expr, is_met))
        })
    }

    /// Returns the fact by which two values equal a third one, though a condition requires that they differ.
    fn transitively(
        &self,
        related: &[&Rc<Fact<'b>>],
        own: &[Literal],
    ) -> Option<(Origin, Span, Option<Span>)> {
        let facts = related.iter().filter(|fact| fact.origin != Origin::Or);
        let equal: Vec<(&Fact<'b>, &[String; 2])> = facts
            .flat_map(|fact| {
                let known = self.literals_of(fact).iter();
                let known = known.filter(|one| one.values == [(0, 0)]);
                known.filter_map(|one| Some((&***fact, one.operands.as_ref()?)))
            })
            .collect();
        let third = |of: &String, pair: &[String; 2]| match pair {
            [one, other] if one == of => Some(other.clone()),
            [one, other] if other == of => Some(one.clone()),
            _ => None,
        };
        own.iter().find_map(|literal| {
            let [one, other] = literal.operands.as_ref()?;
            let may_be_equal = literal
                .values
                .iter()
                .any(|(low, high)| *low <= 0 && 0 <= *high);
            let (fact, _) = equal.iter().filter(|_| !may_be_equal).find(|(_, pair)| {
                let value = third(one, pair);
                let mut others = equal.iter().filter_map(|(_, pair)| third(other, pair));
                value.is_some() && others.any(|other| Some(other) == value)
            })?;
            Some((fact.origin, fact.place, literal.needed))
        })
    }

    /// Reports lines of a list that count once for a reason which a line above always counts for.
    fn modifiers(&mut self, lines: &[Modifier]) {
        for (at, line) in lines.iter().enumerate() {
            let (Some(once), Some(condition)) = (line.once, &line.condition) else {
                continue;
            };
            let mut own = Vec::new();
            self.literals(condition, true, &Vec::new(), 0, &mut |literal| {
                own.push(literal)
            });
            let mut above = lines
                .iter()
                .take(at)
                .filter(|above| above.once == Some(once));
            let first = above.find_map(|above| {
                let above = above.condition.as_ref()?;
                let all = self.conjuncts(above)?;
                let is_implied = |one: &Literal| own.iter().any(|known| known.implies(one));
                all.iter().all(is_implied).then_some(above.span)
            });
            if let Some(first) = first {
                self.report(
                    "this line never counts: a line above counts first wherever it applies",
                    (condition.span, "only where the other applies, too"),
                    (first, "counts first"),
                    "write the line with more conditions above the other one",
                );
            }
        }
    }

    /// Returns literals that hold exactly if a condition is met; `None` if there are none for a part of it.
    fn conjuncts(&self, condition: &Expr) -> Option<Vec<Literal>> {
        let mut all = Vec::new();
        let mut is_whole = true;
        condition.chain(Arithmetic::And, &mut |part| {
            let before = all.len();
            let is_plain = part.call().is_none() && !is_compound(part.negated().unwrap_or(part));
            if is_plain {
                self.literals(part, true, &Vec::new(), 0, &mut |literal| all.push(literal));
            }
            is_whole &= all.len() > before;
        });
        is_whole.then_some(all)
    }

    /// Reports a comparison of a call with itself.
    fn compare_operands(&mut self, condition: &Expr) {
        let Some(compared) = condition.comparison() else {
            return;
        };
        let (left, right) = (compared.left, compared.right);
        let is_call = left.call().is_some() && self.is_stable(left);
        let form = canonical_form(left, &[]).filter(|_| is_call);
        if form.is_some() && form == canonical_form(right, &[]) {
            self.report(
                match compared.order.holds(&0, &0) {
                    true => "this compares a value with itself: it is always met",
                    false => "this compares a value with itself: it is never met",
                },
                (right.span, "the same"),
                (left.span, "as this"),
                "name another unit, side or value on one side of the comparison",
            );
        }
    }

    fn report(&mut self, message: &str, first: (Span, &str), other: (Span, &str), help: &str) {
        self.found.push(
            Diagnostic::new(Code::ConstantCondition, message)
                .label(first.0, first.1)
                .label(other.0, other.1)
                .help(help)
                .cite(self.naming.citations.iter().map(String::as_str)),
        );
    }

    /// Calls a visitor with literals that hold if a condition is met, or if it is not.
    fn literals(
        &self,
        condition: &Expr,
        is_met: bool,
        given: &Substitution,
        depth: usize,
        visit: &mut dyn FnMut(Literal),
    ) {
        if let Some(inner) = condition.negated() {
            return self.literals(inner, !is_met, given, depth, visit);
        }
        if let Some((op @ (Arithmetic::And | Arithmetic::Or), left, right)) = condition.binary() {
            if (op == Arithmetic::And) == is_met {
                self.literals(left, is_met, given, depth, visit);
                self.literals(right, is_met, given, depth, visit);
            }
            return;
        }
        if let Some((action, arguments)) = condition.action_test().filter(|_| is_met)
            && let Some(called) = self.book.procedures.get(action.at())
            && depth < MAX_FORMULAS
        {
            let arguments = arguments.iter();
            let mut inside: Substitution =
                arguments.map(|one| canonical_form(one, given)).collect();
            // Other names of the action are none of this rule.
            inside.resize(called.locals.len(), None);
            for needed in needs_of(self.book, action) {
                self.literals(needed, true, &inside, depth + 1, &mut |literal| {
                    visit(Literal {
                        needed: Some(needed.span),
                        ..literal
                    });
                });
            }
        }
        if !self.is_stable(condition) {
            return;
        }
        if let Some((formula, arguments)) = condition.call()
            && let Some(body) =
                single_expression(self.book, formula).filter(|_| depth < MAX_FORMULAS)
        {
            let arguments = arguments.iter();
            let inside: Substitution = arguments.map(|one| canonical_form(one, given)).collect();
            self.literals(body, is_met, &inside, depth + 1, visit);
        }
        if let Some((subject, values)) = literal(condition, given) {
            let values = match is_met {
                true => values,
                false => complement(&values),
            };
            let compared = condition
                .comparison()
                .filter(|_| subject.starts_with("sign("));
            let operands = compared.and_then(|compared| {
                let form = |side: &Expr| canonical_form(side, given);
                Some([form(compared.left)?, form(compared.right)?])
            });
            visit(Literal {
                subject,
                values,
                operands,
                needed: None,
            });
        }
    }

    /// Whether an expression has the same value each time it is read before something changes: it neither rolls nor asks.
    fn is_stable(&self, expr: &Expr) -> bool {
        !expr.any(|part| {
            let called = part
                .call()
                .and_then(|(id, _)| self.book.procedures.get(id.at()));
            let is_rolled = called.is_some_and(|called| called.ability != Ability::Formula);
            is_rolled
                || part.fact().is_some()
                || part.lookup().is_some()
                || part.last().is_some()
                || part.offered().is_some()
                || part.is_about_the_end()
        })
    }
}

/// Returns the subject of a condition and the values with which it is met.
fn literal(condition: &Expr, given: &Substitution) -> Option<(String, Ranges)> {
    if let Some((value, set)) = condition.member() {
        let values = (0..64).filter(|bit| set >> bit & 1 != 0);
        let values = values.map(|bit| (bit, bit)).collect();
        return Some((canonical_form(value, given)?, values));
    }
    let Some(compared) = condition.comparison() else {
        return Some((canonical_form(condition, given)?, vec![(1, 1)]));
    };
    if let Some(value) = compared.right.constant_value() {
        let subject = canonical_form(compared.left, given)?;
        return Some((subject, satisfying(compared.order, i64::from(value))));
    }
    // The sign of the difference; 2 if one of the two is none.
    let (left, right) = (
        canonical_form(compared.left, given)?,
        canonical_form(compared.right, given)?,
    );
    let (order, subject) = match left <= right {
        true => (compared.order, format!("sign({left},{right})")),
        false => (compared.order.mirrored(), format!("sign({right},{left})")),
    };
    let signs = [-1, 0, 1].into_iter().filter(|sign| order.holds(sign, &0));
    let mut values: Ranges = signs.map(|sign| (sign, sign)).collect();
    if order == Order::NotEqual {
        values.push((2, 2));
    }
    Some((subject, values))
}

/// Returns the values that compare with a number in this way; [`NONE`] only equals itself.
fn satisfying(order: Order, value: i64) -> Ranges {
    let none = i64::from(NONE);
    let (least, most) = match none < value {
        true => (none + 1, i64::MAX),
        false => (i64::MIN, none - 1),
    };
    match order {
        Order::Equal => vec![(value, value)],
        Order::NotEqual => complement(&[(value, value)]),
        Order::Less => vec![(least, value - 1)],
        Order::LessOrEqual => vec![(least, value)],
        Order::Greater => vec![(value + 1, most)],
        Order::GreaterOrEqual => vec![(value, most)],
    }
}

/// Returns all other values.
fn complement(values: &[(i64, i64)]) -> Ranges {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let (mut next, mut others) = (i64::MIN, Vec::new());
    for (low, high) in sorted {
        if next < low {
            others.push((next, low - 1));
        }
        next = next.max(high.saturating_add(1));
        if high == i64::MAX {
            return others;
        }
    }
    others.push((next, i64::MAX));
    others
}

/// Returns the conditions of an action that are tested before it does anything.
fn needs_of(book: &RuleBook, action: ProcedureId) -> impl Iterator<Item = &Expr> {
    let body = book.procedures.get(action.at()).map(|action| &action.body);
    let lines = body.into_iter().flatten();
    let lines = lines.take_while(|line| line.requirement().is_some() || line.binding().is_some());
    lines.filter_map(Statement::needs)
}

fn is_compound(expr: &Expr) -> bool {
    matches!(expr.binary(), Some((Arithmetic::And | Arithmetic::Or, ..)))
}

/// Whether a statement may change what conditions read.
fn may_change(book: &RuleBook, statement: &Statement) -> bool {
    let mut changes = false;
    walk_changes(statement, &mut |_, _| changes = true);
    let is_opaque = statement.choice().is_some()
        || statement.window().is_some()
        || statement.created().is_some()
        || statement.is_loop()
        || statement.simultaneous().is_some()
        || statement.phase().is_some()
        || statement.evaluated().is_some()
        || statement.called_action(book).is_some();
    changes
        || is_opaque
        || blocks(statement)
            .flatten()
            .any(|inner| may_change(book, inner))
}
