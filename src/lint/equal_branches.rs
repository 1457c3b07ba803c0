//! Conditions whose branches are the same: an optional rule, a modifier or a decision without effect.
//!
//! Reports: E0675.

use super::Context;
use super::written::citations_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Ability, RuleBook};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::{
    Visitor, any, blocks, rolls_or_calls, walk_expr, walk_statement,
};
use sandtable_syntax::ast::{Binary, Block, Expr, Item, KindLine, Order, Statement};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let mut search = Search {
            book: context.book,
            citations: citations_of(&item.value),
            found: Vec::new(),
        };
        search.item(&item.value);
        diagnostics.extend(search.found);
    }
}

struct Search<'b> {
    book: &'b RuleBook,
    citations: Vec<String>,
    found: Vec<Diagnostic>,
}

impl Search<'_> {
    /// Whether two evaluations of an expression can differ: it rolls, or calls a rule that is no formula.
    fn may_differ(&self, expr: &Expr) -> bool {
        let is_formula = |name: &str| {
            let mut rules = self.book.procedures.iter();
            let rule = rules.find(|rule| rule.naming.name == name);
            rule.is_some_and(|rule| rule.ability == Ability::Formula)
        };
        any(expr, |part| {
            let called = part.value.call();
            part.value.is_roll()
                || part.value.is_pool()
                || called.is_some_and(|(name, _)| !is_formula(&name.value))
        })
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn item(&mut self, item: &Item) {
        match item {
            Item::Procedure(procedure) => self.body(&procedure.body),
            Item::Reaction(reaction) => self.body(&reaction.body),
            Item::Trigger(trigger) => {
                trigger
                    .whens
                    .iter()
                    .for_each(|when| self.body(&when.value.body));
            }
            Item::Table(table) => table.wheres.iter().for_each(|one| self.expr(&one.value)),
            Item::Modifiers(list) => {
                let conditions = list.lines.iter().map(|line| &line.value);
                let parts = conditions.flat_map(|line| line.per.iter().chain(&line.condition));
                parts.for_each(|part| self.expr(part));
            }
            Item::Fact(fact) => {
                let in_play = fact.in_play.iter();
                in_play.for_each(|in_play| self.expr(&in_play.value));
            }
            Item::Kind(kind) => kind
                .lines
                .iter()
                .for_each(|line| self.kind_line(&line.value)),
            _ => {}
        }
    }

    /// A formula or a condition of a kind, under its own citations.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn kind_line(&mut self, line: &KindLine) {
        let (value, citations) = match line {
            KindLine::Formula { head, value } => (value, &head.citations),
            KindLine::Must {
                condition,
                citations,
                ..
            } => (condition, citations),
            _ => return,
        };
        let citations = citations.iter();
        self.citations = citations.map(|section| section.value.clone()).collect();
        self.expr(value);
    }

    fn body(&mut self, block: &Block) {
        self.same_as_rest(block);
        block.iter().for_each(|statement| self.statement(statement));
    }

    /// Reports two equal parts; of a condition between them, what it does.
    fn report(
        &mut self,
        message: &str,
        condition: Option<(Span, &str)>,
        first: Span,
        second: Span,
    ) {
        let finding = Diagnostic::new(Code::EqualBranches, message);
        let finding = condition
            .into_iter()
            .fold(finding, |finding, (span, label)| finding.label(span, label));
        self.found.push(
            finding
                .label(first, "the same")
                .label(second, "as this")
                .help("correct one of them, or delete the condition")
                .cite(self.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
        );
    }

    /// A block that ends the rule under a condition, before a statement that ends it in the same way.
    fn same_as_rest(&mut self, block: &Block) {
        for pair in block.windows(2) {
            let [first, rest] = pair else { continue };
            self.opposite(first, rest);
            if let Some((condition, then, None)) = first.branch()
                && let [only] = then.as_slice()
                && only.kind == rest.kind
                && (only.ends_rule() || only.ends_game())
            {
                let message = match only.ends_game() {
                    true => {
                        "this condition changes nothing: the game ends in the same way without it"
                    }
                    false => {
                        "this condition changes nothing: the rule ends in the same way without it"
                    }
                };
                self.report(
                    message,
                    Some((condition.span, "makes no difference")),
                    only.kind.span,
                    rest.kind.span,
                );
            }
        }
    }

    /// Two conditions one after the other that do the same, the second with the operands of the first exchanged.
    fn opposite(&mut self, first: &Statement, second: &Statement) {
        let (Some((one, then, None)), Some((other, also, None))) =
            (first.branch(), second.branch())
        else {
            return;
        };
        self.opposite_branches((one, then), (other, also));
    }

    fn opposite_branches(&mut self, (one, then): (&Expr, &Block), (other, also): (&Expr, &Block)) {
        if then == also
            && are_opposite(one, other)
            && let (Some(first), Some(second)) = (span_of(then), span_of(also))
        {
            self.report(
                "these two lines do the same, though their conditions are opposite",
                Some((other.span, "the contrary of the condition above")),
                first,
                second,
            );
        }
    }

    /// Two of the lines of a `depending on`: nothing tells their values apart.
    fn equal_pairs(&mut self, bodies: &[(&Block, Span)]) {
        for (at, (body, second)) in bodies.iter().enumerate() {
            let mut before = bodies.iter().enumerate().take(at);
            // Of short ones, those in a row are written out line by line as in the book.
            let is_odd = |first: usize| is_long(body) || at > first + 1 && changes(body);
            let Some((_, (_, first))) =
                before.find(|(first, (other, _))| other == body && is_odd(*first))
            else {
                continue;
            };
            let confidence = match is_long(body) {
                true => Confidence::Likely,
                false => Confidence::Possible,
            };
            self.found.push(
                Diagnostic::new(
                    Code::EqualBranches,
                    "this line does the same as another one",
                )
                .label(*second, "")
                .label(*first, "the same")
                .help("correct one of them, or write the values of both before one line: `a, b: …`")
                .cite(self.citations.iter().map(String::as_str))
                .confidence(confidence),
            );
        }
    }

    fn arms(&mut self, value: &Expr, bodies: &[(&Block, Span)]) {
        let mut all = bodies.iter();
        let Some((first, place)) = all.next() else {
            return;
        };
        let mut last = None;
        for (body, span) in all {
            if body != first {
                self.equal_pairs(bodies);
                return;
            }
            last = Some(*span);
        }
        if let Some(last) = last.filter(|_| !first.is_empty()) {
            self.report(
                "every line does the same, whatever the value is",
                Some((value.span, "makes no difference")),
                *place,
                last,
            );
        }
    }
}

/// Returns the operand of a chain that is the same as the last one: `a or b or a`.
fn same_operand<'t>(op: Binary, left: &'t Expr, right: &Expr) -> Option<&'t Expr> {
    if left == right {
        return Some(left);
    }
    let (own, first, second) = left.value.binary()?;
    match own == op {
        true if second == right => Some(second),
        true => same_operand(op, first, right),
        false => None,
    }
}

/// Whether a block is more than one plain statement, so that it is hardly written twice on purpose.
fn is_long(block: &Block) -> bool {
    let has_blocks = |statement: &Statement| !blocks(statement).is_empty();
    block.len() > 1 || block.iter().any(has_blocks)
}

/// Whether a block is one change of a track.
fn changes(block: &Block) -> bool {
    matches!(block.as_slice(), [only] if only.changed().is_some())
}

fn span_of(block: &Block) -> Option<Span> {
    block.first().map(|statement| statement.kind.span)
}

impl<'t> Visitor<'t> for Search<'_> {
    fn statement(&mut self, statement: &'t Statement) {
        if let Some(body) = statement.rounds() {
            self.same_as_rest(body);
        }
        if let Some((condition, then, Some(otherwise))) = statement.branch()
            && then == otherwise
            && let (Some(first), Some(second)) = (span_of(then), span_of(otherwise))
        {
            self.report(
                "this condition changes nothing: both branches do the same",
                Some((condition.span, "makes no difference")),
                first,
                second,
            );
        }
        if let Some((condition, then, Some(otherwise))) = statement.branch()
            && let [second] = otherwise.as_slice()
            && let Some((other, also, _)) = second.branch()
        {
            self.opposite_branches((condition, then), (other, also));
        }
        if let Some((value, arms)) = statement.cases() {
            let bodies: Vec<(&Block, Span)> =
                arms.iter().map(|arm| (&arm.value.body, arm.span)).collect();
            self.arms(value, &bodies);
        }
        walk_statement(self, statement);
    }

    fn expr(&mut self, expr: &'t Expr) {
        if let Some((condition, [then, otherwise])) = expr.value.conditional()
            && then == otherwise
        {
            self.report(
                "this condition changes nothing: both values are the same",
                Some((condition.span, "makes no difference")),
                then.span,
                otherwise.span,
            );
        }
        if let Some((op @ (Binary::And | Binary::Or | Binary::Lower | Binary::Higher), left, right)) =
            expr.value.binary()
            && let Some(same) = same_operand(op, left, right)
            && !self.may_differ(right)
        {
            self.found.push(
                Diagnostic::new(
                    Code::EqualBranches,
                    "the same value is written twice, which changes nothing",
                )
                .label(same.span, "the same")
                .label(right.span, "as this")
                .help("correct one of them, or delete one of them")
                .cite(self.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
        // `is` and `is not` between two values are relations too.
        let related = expr.value.comparison().or_else(|| expr.value.sameness());
        if let Some((order, left, right)) = related
            && left == right
            && !rolls_or_calls(left)
        {
            let message = match order.holds(&0, &0) {
                true => "this compares a value with itself: it is always met",
                false => "this compares a value with itself: it is never met",
            };
            self.report(message, None, left.span, right.span);
        }
        walk_expr(self, expr);
    }
}

/// Whether two comparisons are `a > b` and `b > a`, or `a < b`.
fn are_opposite(one: &Expr, other: &Expr) -> bool {
    let (Some((order, left, right)), Some((other, first, second))) =
        (one.value.comparison(), other.value.comparison())
    else {
        return false;
    };
    let is_strict = matches!(order, Order::Greater | Order::Less);
    let is_swapped = order == other && left == second && right == first;
    let is_turned = order == other.mirrored() && order != other && left == first && right == second;
    is_strict && (is_swapped || is_turned)
}
