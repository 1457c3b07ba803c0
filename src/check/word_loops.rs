//! `each`, `any`, `number of`, `total of`, `highest of` and `first` over the words of a list: reduced to a count, and to
//! one calculation for each word.
//!
//! Reports: E0203, E0206.

use super::NamedType;
use super::expression::{constant, joined, unknown};
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Aggregate, Arithmetic, Block, Comparison, Dimension, Expr, Statement, Type, WordsId,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// A list of words that a selection names.
#[derive(Debug, Clone, Copy)]
pub(super) struct SelectedWords {
    id: WordsId,
    /// Number of words.
    n: i32,
}

/// Condition and value of a selection for one word.
struct OfWord {
    word: i32,
    condition: Option<Expr>,
    value: Option<Expr>,
}

impl Scope<'_, '_> {
    /// The list of words that a selection means; `None` if it means units or places.
    pub(super) fn selected_words(&self, selection: &ast::Selection) -> Option<SelectedWords> {
        if selection.chosen || self.is_of_units(selection) {
            return None;
        }
        let named = |name: &str| match self.checker.types.get(name) {
            Some(NamedType::Scale(id)) => Some(*id),
            _ => None,
        };
        let id = match selection.kinds.as_slice() {
            [] => named(&selection.name.value)?,
            [only] => named(&only.value)?,
            words => {
                let texts: Vec<String> = words.iter().map(|word| word.value.clone()).collect();
                *self.checker.lists.get(&texts)?
            }
        };
        let words = self.checker.book.words.get(id.at())?;
        let n = i32::try_from(words.words.len()).ok()?;
        Some(SelectedWords { id, n })
    }

    /// Records what the words of a selection refer to, and reports its parts that are only for units.
    fn begin_words(&mut self, selection: &ast::Selection, ordering: Option<&ast::Ordering>) {
        let name = &selection.name;
        match selection.kinds.as_slice() {
            [] => {
                if let Some(known) = self.checker.types.get(&name.value).copied() {
                    self.checker.implies(name.span, known.into());
                }
            }
            kinds => {
                for kind in kinds {
                    if let Some(known) = self.checker.types.get(&kind.value).copied() {
                        self.refers(kind.span, known);
                    }
                }
            }
        }
        let owner = selection.owner.as_ref().map(|owner| ("of", owner.span));
        let order = ordering.map(|ordering| ("in order of", ordering.by.span));
        if let Some((words, span)) = owner.or(order) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, format!("`{words}` is only for units"))
                    .label(span, "")
                    .help("delete it: words are taken in the order in which they are declared"),
            );
        }
    }

    /// `each limb: limbs where …: hurt(unit, limb)`: a count from the first word to the last.
    pub(super) fn each_word(
        &mut self,
        selection: &ast::Selection,
        ordering: Option<&ast::Ordering>,
        body: &ast::Block,
        (list, at): (SelectedWords, Span),
    ) -> Statement {
        let span = selection.name.span;
        self.begin_words(selection, ordering);
        let mark = self.enter();
        self.fresh(&selection.name);
        let local = self.declare(&selection.name, Type::Words(list.id), false);
        let condition = selection.condition.as_ref().map(|condition| {
            let condition = self.condition(condition);
            self.assume(&condition, true);
            condition
        });
        let body = self.loop_body(body);
        self.leave(mark);
        let body = match condition {
            None => body,
            Some(condition) => {
                let span = condition.span;
                vec![Statement::if_else(condition, body, Block::new(), span)]
            }
        };
        let end = |number: i32| constant(number, Type::Number(Dimension::Plain), span);
        Statement::count_to(local, [end(0), end(list.n - 1)], body, at)
    }

    /// `any limb: limbs where unit.bruises(limb) > 0`: the value for each word, joined.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type is reported"
    )]
    pub(super) fn aggregate_of_words(
        &mut self,
        aggregate: Aggregate,
        value: Option<&ast::Expr>,
        selection: &ast::Selection,
        ordering: Option<&ast::Ordering>,
        (list, span): (SelectedWords, Span),
    ) -> Expr {
        self.begin_words(selection, ordering);
        let extreme = matches!(aggregate, Aggregate::Highest | Aggregate::Lowest);
        if let (true, Some(condition)) = (extreme, &selection.condition) {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "the highest or lowest of words takes no `where`",
                )
                .label(condition.span, "")
                .help("put the condition into the value: `highest of (VALUE if … otherwise 0) for each …`"),
            );
            return unknown(span);
        }
        let Some(parts) = self.of_each_word(value, selection, list) else {
            return unknown(span);
        };
        let number = Type::Number(Dimension::Plain);
        let ty = match (
            aggregate,
            parts.first().and_then(|part| part.value.as_ref()),
        ) {
            (Aggregate::Any, _) => Type::Flag,
            (Aggregate::First | Aggregate::Last | Aggregate::Set, _) => Type::Words(list.id),
            (Aggregate::Total, Some(value)) => match value.ty {
                Type::Number(_) => value.ty,
                found => {
                    self.wrong_type(value.span, found, "a number");
                    return unknown(span);
                }
            },
            (Aggregate::Highest | Aggregate::Lowest, Some(value)) => {
                if !self.comparable(value) {
                    return unknown(span);
                }
                value.ty
            }
            _ => number,
        };
        join_words(aggregate, parts, ty, span)
    }

    /// Returns the condition and the value for each word in turn; `None` after a mistake, which is reported once.
    fn of_each_word(
        &mut self,
        value: Option<&ast::Expr>,
        selection: &ast::Selection,
        list: SelectedWords,
    ) -> Option<Vec<OfWord>> {
        let n_findings = self.checker.diagnostics.len();
        let was_repeated = self.checker.is_repeated;
        let mut parts = Vec::new();
        for word in 0..list.n {
            let mark = self.enter();
            if word == 0 {
                self.fresh(&selection.name);
            }
            let local = self.declare(&selection.name, Type::Words(list.id), false);
            self.fixed.insert(local, word);
            let condition = selection.condition.as_ref().map(|condition| {
                let condition = fold_constants(self.condition(condition));
                self.assume(&condition, true);
                condition
            });
            let value = value.map(|value| {
                let value = self.expr(value, None);
                self.some(value)
            });
            self.leave(mark);
            // A word for which the condition is settled needs no condition, or is left out.
            let settled = condition.as_ref().and_then(Expr::constant_value);
            if settled != Some(0) {
                parts.push(OfWord {
                    word,
                    condition: condition.filter(|_| settled.is_none()),
                    value,
                });
            }
            self.checker.is_repeated = true;
            if self.checker.diagnostics.len() > n_findings {
                self.checker.is_repeated = was_repeated;
                return None;
            }
        }
        self.checker.is_repeated = was_repeated;
        Some(parts)
    }
}

/// Joins what is calculated for each word.
fn join_words(aggregate: Aggregate, parts: Vec<OfWord>, ty: Type, span: Span) -> Expr {
    let flag = |value: i32| constant(value, Type::Flag, span);
    let choose = |condition: Option<Expr>, then: Expr, otherwise: Expr| match condition {
        None => then,
        Some(condition) => Expr {
            ty,
            ..Expr::choice_of(condition, then, otherwise, span)
        },
    };
    if matches!(aggregate, Aggregate::First | Aggregate::Last) {
        let none = Expr::none(ty, span);
        let mut parts = parts;
        if aggregate == Aggregate::First {
            parts.reverse();
        }
        return parts.into_iter().fold(none, |rest, part| {
            let or_none = part.condition.is_some() && rest.or_none;
            let word = constant(part.word, ty, span);
            Expr {
                or_none,
                ..choose(part.condition, word, rest)
            }
        });
    }
    let values = parts.into_iter().map(|part| match aggregate {
        Aggregate::Any => part.condition.unwrap_or_else(|| flag(1)),
        Aggregate::Highest | Aggregate::Lowest => {
            part.value.unwrap_or_else(|| constant(0, ty, span))
        }
        Aggregate::Number
        | Aggregate::Total
        | Aggregate::First
        | Aggregate::Last
        | Aggregate::Set => {
            let value = part.value.unwrap_or_else(|| constant(1, ty, span));
            choose(part.condition, value, constant(0, ty, span))
        }
    });
    let op = match aggregate {
        Aggregate::Any => Arithmetic::Or,
        Aggregate::Highest => Arithmetic::Higher,
        Aggregate::Lowest => Arithmetic::Lower,
        Aggregate::Number
        | Aggregate::Total
        | Aggregate::First
        | Aggregate::Last
        | Aggregate::Set => Arithmetic::Add,
    };
    let joined = values.reduce(|one, other| joined(op, one, other, ty, span));
    joined.unwrap_or_else(|| constant(0, ty, span))
}

/// A condition without its parts that compare two known words.
fn fold_constants(condition: Expr) -> Expr {
    let flag = |value: bool| Expr::flag(value, condition.span);
    if let Some(Comparison { order, left, right }) = condition.comparison() {
        return match (left.constant_value(), right.constant_value()) {
            (Some(one), Some(other)) => flag(order.holds(&one, &other)),
            _ => condition,
        };
    }
    if let Some(inner) = condition.negated() {
        return match fold_constants(inner.clone()).constant_value() {
            Some(value) => flag(value == 0),
            None => condition,
        };
    }
    let Some((op @ (Arithmetic::And | Arithmetic::Or), left, right)) = condition.binary() else {
        return condition;
    };
    let (left, right) = (fold_constants(left.clone()), fold_constants(right.clone()));
    // The value that decides by itself: `no` for `and`, `yes` for `or`.
    let decides = i32::from(op == Arithmetic::Or);
    match (left.constant_value(), right.constant_value()) {
        (Some(value), _) if value == decides => left,
        (_, Some(value)) if value == decides => right,
        (Some(_), _) => right,
        (_, Some(_)) => left,
        (None, None) => joined(op, left, right, Type::Flag, condition.span),
    }
}
