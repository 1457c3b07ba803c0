//! Every expression has one type, and does only what its rule may do.
//!
//! Reports: E0201, E0203 to E0206, E0208, E0211 to E0213.

mod arithmetic;
mod board;
mod call;
mod dice;
mod end_result;
mod enemy;
mod member;
mod name;
pub(crate) mod parts;
mod pools;
mod predicates;
mod ratio;
mod units_by_word;

pub(super) use call::about;

use super::scope::Scope;
use super::types::ends_before_it_starts;
use parts::distance_and_parts;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{
    Arithmetic, Dimension, Expr, ExprKind, FieldId, Kinds, NONE, Symbol, Type, WordsId,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// An expression that is wanted to be of a type and not none.
    pub(crate) fn expr_of_type(&mut self, expr: &ast::Expr, ty: Type) -> Expr {
        let built = self.expr(expr, Some(ty));
        let built = self.some(built);
        self.fit(built, ty)
    }

    /// Builds a condition.
    pub(crate) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        if let Some(help) = predicates::counted_and_compared(expr) {
            self.report(
                Diagnostic::new(Code::WrongType, "a number is no condition")
                    .label(expr.span, "the comparison belongs to its `where`")
                    .help(help),
            );
            return Expr::flag(false, expr.span);
        }
        self.expr_of_type(expr, Type::Flag)
    }

    /// A number without a measure.
    pub(crate) fn count(&mut self, expr: &ast::Expr) -> Expr {
        self.expr_of_type(expr, Type::Number(Dimension::Plain))
    }

    /// Reports an expression that may be `none` where a value is required.
    pub(crate) fn some(&mut self, expr: Expr) -> Expr {
        // In an example, a condition about a missing value is false.
        if !expr.or_none || expr.ty == Type::Unknown || self.in_example {
            return expr;
        }
        // A unit is usually on the board; otherwise the measurement raises a fault.
        if expr.ty == Type::Place {
            return Expr {
                or_none: false,
                ..expr
            };
        }
        if matches!(expr.kind, ExprKind::Constant(NONE)) {
            self.has_stray_none = true;
            self.report(
                Diagnostic::new(Code::MayBeNone, "`none` has no value to use here")
                    .label(expr.span, "")
                    .help(
                        "check for it with `x is none`; in a choice, write `or none` before \
                        `where`: `choose KIND of unit or none where …`",
                    ),
            );
            return unknown(expr.span);
        }
        self.report_unhandled_none(&expr);
        Expr {
            or_none: false,
            ..expr
        }
    }

    /// Coerces an expression to a type; reports it if it has another type.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type is reported"
    )]
    pub(crate) fn fit(&mut self, expr: Expr, wanted: Type) -> Expr {
        match (expr.ty, wanted) {
            (Type::Unknown, _) | (_, Type::Unknown) => {}
            (Type::Unit(_), Type::Place) => return self.where_it_stands(expr),
            (Type::Number(_) | Type::Face(_), Type::Number(Dimension::Parts(parts))) => {
                let converted = self.in_parts(expr, parts);
                return match converted.ty {
                    Type::Number(found) if found != Dimension::Parts(parts) => {
                        self.mixed(converted.span, found, Dimension::Parts(parts));
                        converted
                    }
                    Type::Number(_) => converted,
                    found => {
                        let text = describe(&self.checker.book, wanted);
                        self.wrong_type(converted.span, found, &text);
                        converted
                    }
                };
            }
            (Type::Number(found), Type::Number(dimension)) => {
                if found.join(dimension).is_none() {
                    self.mixed(expr.span, found, dimension);
                }
            }
            (Type::Face(id), Type::Number(_)) if self.is_numeric(id) => {}
            (Type::Unit(found), Type::Unit(kinds)) if found.within(kinds) => {}
            (Type::Unit(_), Type::Unit(kinds)) if self.narrow(&expr, kinds) => {}
            (Type::Unit(found), Type::Unit(kinds)) => self.wrong_kind(&expr, found, kinds),
            (found, wanted) if found == wanted => {}
            (Type::Words(found), Type::Words(wanted)) if self.is_within(found, wanted) => {
                return self.widened(expr, found, wanted);
            }
            (Type::Words(found), Type::Words(wanted)) => self.wrong_words(expr.span, found, wanted),
            (found, wanted) => {
                let text = describe(&self.checker.book, wanted);
                self.wrong_type(expr.span, found, &text);
            }
        }
        expr
    }

    /// Whether every word of one list is in another, unless both are scales.
    fn is_within(&self, found: WordsId, wanted: WordsId) -> bool {
        let list = |id: WordsId| self.checker.book.words.get(id.at());
        let (Some(found), Some(wanted)) = (list(found), list(wanted)) else {
            return false;
        };
        let mut words = found.words.iter();
        !(found.ordered && wanted.ordered) && words.all(|word| wanted.words.contains(word))
    }

    /// Reports a word where one of another list is wanted; if only some do not fit, those.
    fn wrong_words(&mut self, span: Span, found: WordsId, wanted: WordsId) {
        let book = &self.checker.book;
        let allowed = words_of(book, Type::Words(wanted));
        let words = words_of(book, Type::Words(found));
        let extra: Vec<&str> = words
            .iter()
            .filter(|word| !allowed.contains(word))
            .map(String::as_str)
            .collect();
        let text = describe(book, Type::Words(wanted));
        if extra.is_empty() || extra.len() == words.len() {
            return self.wrong_type(span, Type::Words(found), &text);
        }
        let extra = extra.join(" or ");
        let finding = Diagnostic::new(Code::WrongType, format!("expected {text}"))
            .label(span, format!("this can be {extra}"))
            .help("handle each word with `depending on`, or allow more words there");
        self.report(finding);
    }

    /// A word of one list as a word of another that has them all.
    fn widened(&mut self, expr: Expr, found: WordsId, wanted: WordsId) -> Expr {
        let words = words_of(&self.checker.book, Type::Words(found));
        let Some(longer) = self.checker.book.words.get(wanted.at()) else {
            return expr;
        };
        let places: Vec<i32> = words.iter().filter_map(|word| longer.value(word)).collect();
        let ty = Type::Words(wanted);
        if (0..).zip(&places).all(|(at, place)| at == *place) {
            return Expr { ty, ..expr };
        }
        let (or_none, span) = (expr.or_none, expr.span);
        let value = Box::new(expr);
        Expr {
            or_none,
            ..typed(ExprKind::Widen { value, places }, ty, span)
        }
    }

    /// A word as one of a list, if the list has all words that it may be.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    fn fit_words(&mut self, expr: Expr, wanted: WordsId) -> Expr {
        match expr.ty {
            Type::Words(found) if found != wanted && self.is_within(found, wanted) => {
                self.widened(expr, found, wanted)
            }
            _ => expr,
        }
    }

    /// Two values of the same list, if the words of the one are all in the list of the other.
    fn aligned(&mut self, left: Expr, right: Expr) -> (Expr, Expr) {
        match (left.ty, right.ty) {
            (Type::Words(a), Type::Words(b)) if a != b && self.is_within(b, a) => {
                let right = self.widened(right, b, a);
                (left, right)
            }
            (Type::Words(a), Type::Words(b)) if a != b && self.is_within(a, b) => {
                let left = self.widened(left, a, b);
                (left, right)
            }
            (Type::Number(_) | Type::Face(_), Type::Number(_) | Type::Face(_)) => {
                self.in_common_parts(left, right)
            }
            _ => (left, right),
        }
    }

    fn is_numeric(&self, die: sandtable_model::DieId) -> bool {
        let die = self.checker.book.dice.get(die.at());
        die.is_some_and(sandtable_model::Die::is_numeric)
    }

    fn narrow(&mut self, expr: &Expr, kinds: Kinds) -> bool {
        if let ExprKind::Local(local) = expr.kind {
            self.narrow_inferred(local, kinds)
        } else {
            false
        }
    }

    fn wrong_kind(&mut self, expr: &Expr, found: Kinds, wanted: Kinds) {
        let book = &self.checker.book;
        let wrong = words_of(book, Type::Unit(found.without(wanted))).join(" or ");
        let text = describe(book, Type::Unit(wanted));
        let finding = Diagnostic::new(Code::WrongType, format!("expected {text}"));
        let shared = found.and(wanted);
        let finding = match shared.is_empty() {
            true => finding
                .label(expr.span, format!("this is {}", describe(book, expr.ty)))
                .help(format!(
                    "name {text}; or let the rule take others, too: `NAME: {} or {wrong}`",
                    words_of(book, Type::Unit(wanted)).join(" or ")
                )),
            false => finding
                .label(expr.span, format!("possibly a {wrong}"))
                .help(format!(
                    "check first, and use it below the condition: `if … is {}: …`",
                    words_of(book, Type::Unit(shared)).join(" or ")
                )),
        };
        self.report(finding);
    }

    /// A whole number, where one with parts would be read as a number of parts.
    pub(crate) fn whole(&mut self, expr: Expr) -> Expr {
        if let Type::Number(found @ Dimension::Parts(_)) = expr.ty {
            self.mixed(expr.span, found, Dimension::Plain);
            unknown(expr.span)
        } else {
            expr
        }
    }

    fn mixed(&mut self, span: Span, left: Dimension, right: Dimension) {
        if let (Dimension::Parts(found), Dimension::Parts(wanted)) = (left, right) {
            self.report(
                Diagnostic::new(
                    Code::MixedMeasures,
                    format!(
                        "this is a number in {}, but only {} fit here",
                        found.word(),
                        wanted.word()
                    ),
                )
                .label(span, "")
                .help(format!(
                    "declare `by {}` there, or round first",
                    found.text(1)
                )),
            );
            return;
        }
        let unrounded = unrounded(left, right);
        if let Some(parts) = unrounded {
            self.report(
                Diagnostic::new(
                    Code::MixedMeasures,
                    format!("this is a number in {}, but a whole number is needed here", parts.word()),
                )
                .label(span, "")
                .help("round it once, at the end: `(…) rounded down`, `rounded up` or `rounded to nearest`"),
            );
            return;
        }
        if let Some(finding) = distance_and_parts(left, right) {
            self.report(finding.label(span, ""));
            return;
        }
        let name = |dimension: Dimension| dimension.unit().unwrap_or("a plain number");
        let finding = Diagnostic::new(
            Code::MixedMeasures,
            format!("{} and {} cannot be mixed", name(left), name(right)),
        )
        .label(span, "");
        self.report(match (left.unit(), right.unit()) {
            (Some(_), None) | (None, Some(_)) => match (left, right) {
                (Dimension::Measured(measure), _) | (_, Dimension::Measured(measure)) => {
                    let (many, one) = (measure.word(), measure.singular());
                    finding.help(format!(
                        "to count the {many}, divide: `… / 1 {one} rounded down`; to measure a number in {many}, multiply: `… * 1 {one}`"
                    ))
                }
                // The others are directions.
                _ => finding.help(
                    "to make a direction of a number of degrees, write `turned(0, …)`; a direction is not a count",
                ),
            },
            _ => finding
                .help("use the same measure on both sides; only a bare number fits any measure"),
        });
    }

    /// An expression; `wanted` says which words a bare name may mean.
    pub(crate) fn expr(&mut self, expr: &ast::Expr, wanted: Option<Type>) -> Expr {
        let span = expr.span;
        if self.checker.diagnostics.is_full() {
            // Further findings would be dropped.
            return constant(0, Type::Unknown, span);
        }
        match expr.value.as_ref() {
            ast::ExprKind::Number { value, measure } => {
                let dimension = match measure {
                    None => Dimension::Any,
                    Some(_) => Dimension::of(*measure),
                };
                constant(*value, Type::Number(dimension), span)
            }
            ast::ExprKind::Fraction { value, parts } => {
                constant(*value, Type::Number(Dimension::Parts(*parts)), span)
            }
            ast::ExprKind::Flag(flag) => constant(i32::from(*flag), Type::Flag, span),
            ast::ExprKind::Dice {
                count,
                sides,
                measure,
            } => {
                self.must_roll(span, "rolls dice");
                let dimension = match measure {
                    None => Dimension::Any,
                    Some(_) => Dimension::of(*measure),
                };
                let kind = ExprKind::Dice {
                    count: *count,
                    sides: *sides,
                };
                typed(kind, Type::Number(dimension), span)
            }
            ast::ExprKind::Roll(name) => self.named_die(name, span),
            ast::ExprKind::Pool(roll) => self.pool(roll, span),
            ast::ExprKind::RollOf(die) => {
                self.must_roll(span, "rolls dice");
                let die = self.expr(die, None);
                self.roll_of(die, span)
            }
            ast::ExprKind::EnemyOf(side) => self.enemy_of(side, span),
            ast::ExprKind::RestOf(shift) => self.rest_of(shift, span),
            ast::ExprKind::Name(name) => self.check_name(name, span, wanted),
            ast::ExprKind::Member { unit, name }
                if let Some(part) = self.part_in_example(unit, name, span) =>
            {
                part
            }
            ast::ExprKind::Member { unit, name } if let Some(place) = self.named_place(unit) => {
                // In an example, an area by its name on the map.
                self.refers(unit.span, Symbol::BuiltIn);
                let place = constant(place, Type::Place, unit.span);
                self.check_member(place, name)
            }
            ast::ExprKind::Member { unit, name } if self.is_of_row(unit) => {
                self.one_of_row(unit, name, span)
            }
            ast::ExprKind::Member { unit, name } => {
                let unit = self.expr(unit, None);
                self.check_member(unit, name)
            }
            ast::ExprKind::Indexed { unit, name, about } => self.indexed(unit, name, about, span),
            ast::ExprKind::Call { name, arguments } => self.check_call(name, arguments, span),
            ast::ExprKind::Offered(reaction) => self.offered(reaction, span),
            ast::ExprKind::ChooseFace { .. } => self.chosen_face(span),
            ast::ExprKind::Can { action, arguments } => self.can(action, arguments, span),
            ast::ExprKind::Not { .. }
            | ast::ExprKind::Negate { .. }
            | ast::ExprKind::Binary { .. }
            | ast::ExprKind::Divide { .. }
            | ast::ExprKind::Rounded { .. } => self.arithmetic_expr(expr, wanted),
            ast::ExprKind::Compare { .. }
            | ast::ExprKind::Is { .. }
            | ast::ExprKind::Same { .. }
            | ast::ExprKind::Has { .. }
            | ast::ExprKind::Meets { .. }
            | ast::ExprKind::Shift { .. }
            | ast::ExprKind::LimitTo { .. }
            | ast::ExprKind::Limit { .. }
            | ast::ExprKind::Aggregate { .. }
            | ast::ExprKind::If { .. } => self.conditional_expr(expr, wanted),
        }
    }

    /// Checks arithmetic and logic.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds expressions of one family"
    )]
    fn arithmetic_expr(&mut self, expr: &ast::Expr, wanted: Option<Type>) -> Expr {
        let span = expr.span;
        match expr.value.as_ref() {
            ast::ExprKind::Not(inner) => {
                let inner = self.condition(inner);
                typed(ExprKind::Not(Box::new(inner)), Type::Flag, span)
            }
            ast::ExprKind::Negate(inner) => {
                let inner = self.number(inner);
                let ty = inner.ty;
                typed(ExprKind::Negate(Box::new(inner)), ty, span)
            }
            ast::ExprKind::Binary { .. } if self.hyphened_unit(expr, wanted).is_some() => {
                let name = self.hyphened_unit(expr, wanted).unwrap_or_default();
                self.check_name(&name, span, wanted)
            }
            ast::ExprKind::Binary { .. } if self.hyphened(expr, wanted).is_some() => {
                let word = self.hyphened(expr, wanted);
                let Some((value, ty)) = word else {
                    return unknown(span);
                };
                if let Type::Words(list) = ty {
                    self.refers(span, Symbol::Word(list, value));
                }
                constant(value, ty, span)
            }
            ast::ExprKind::Binary { op, left, right } => {
                self.binary(*op, left, right, span, wanted)
            }
            ast::ExprKind::Divide {
                left,
                right,
                rounding,
            } => self.divide(left, right, *rounding, span),
            ast::ExprKind::Rounded { value, rounding } => self.rounded(value, *rounding, span),
            _ => unknown(expr.span),
        }
    }

    /// Checks comparisons, shifts, limits, aggregates and choices by a condition.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "each function builds expressions of one family"
    )]
    fn conditional_expr(&mut self, expr: &ast::Expr, wanted: Option<Type>) -> Expr {
        let span = expr.span;
        match expr.value.as_ref() {
            ast::ExprKind::Compare { order, left, right } => {
                self.compare(*order, left, right, span)
            }
            ast::ExprKind::Is {
                value,
                negated,
                words,
            } => {
                let asked = self.is(value, words, span);
                negate(asked, *negated)
            }
            ast::ExprKind::Same {
                value,
                negated,
                other,
            } => {
                let asked = self.same_as(value, other, span);
                negate(asked, *negated)
            }
            ast::ExprKind::Has {
                unit,
                negated,
                traits,
            } => {
                let asked = self.has(unit, traits, span);
                negate(asked, *negated)
            }
            ast::ExprKind::Meets { face, need } => self.meets(face, need, span),
            ast::ExprKind::Shift { value, up, by } => self.shift(value, *up, by, span, wanted),
            ast::ExprKind::LimitTo { value, low, high } => {
                // The lower of it and the one end, the higher of that and the other: where the ends cross, the lower one wins.
                let joined = |op, left: &ast::Expr, right: &ast::Expr| {
                    let (left, right) = (left.clone(), right.clone());
                    Spanned::new(Box::new(ast::ExprKind::Binary { op, left, right }), span)
                };
                let mut limited = value.clone();
                if let Some(high) = high {
                    limited = joined(ast::Binary::Lower, &limited, high);
                }
                if let Some(low) = low {
                    limited = joined(ast::Binary::Higher, &limited, low);
                }
                self.expr(&limited, wanted)
            }
            ast::ExprKind::Limit { value, low, high } => {
                let value = self.number_or_none(value);
                let (ty, or_none) = (value.ty, value.or_none);
                let per = ty.per_whole();
                if let (Some(low), Some(high)) = (*low, *high)
                    && low > high
                {
                    self.report(ends_before_it_starts(low, high, span).0);
                }
                let kind = ExprKind::Limit {
                    value: Box::new(value),
                    low: low.map_or(NONE + 1, |low| low.saturating_mul(per)),
                    high: high.map_or(i32::MAX, |high| high.saturating_mul(per)),
                };
                Expr {
                    or_none,
                    ..typed(kind, ty, span)
                }
            }
            ast::ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => self.aggregate(
                *aggregate,
                value.as_ref(),
                selection,
                ordering.as_ref(),
                span,
            ),
            ast::ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.choice(condition, then, otherwise, span, wanted),
            _ => unknown(expr.span),
        }
    }

    /// A number of any measure, not none.
    fn number(&mut self, expr: &ast::Expr) -> Expr {
        let number = self.number_or_none(expr);
        self.some(number)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type is reported"
    )]
    fn number_or_none(&mut self, expr: &ast::Expr) -> Expr {
        let built = self.expr(expr, Some(Type::Number(Dimension::Any)));
        match built.ty {
            Type::Number(_) | Type::Unknown => built,
            Type::Face(id) if self.is_numeric(id) => Expr {
                ty: Type::Number(Dimension::Any),
                ..built
            },
            found => {
                self.wrong_type(built.span, found, "a number");
                Expr {
                    ty: Type::Unknown,
                    ..built
                }
            }
        }
    }

    fn choice(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
        wanted: Option<Type>,
    ) -> Expr {
        let condition = self.condition(condition);
        let mark = self.enter();
        self.assume(&condition, true);
        let then = self.expr(then, wanted);
        self.leave(mark);
        let mark = self.enter();
        self.assume(&condition, false);
        let otherwise = self.expr(otherwise, wanted.or(Some(then.ty)));
        self.leave(mark);
        let (then, otherwise) = match wanted {
            Some(Type::Words(list)) => {
                (self.fit_words(then, list), self.fit_words(otherwise, list))
            }
            _ => self.aligned(then, otherwise),
        };
        let ty = self.join(&then, &otherwise);
        let or_none = then.or_none || otherwise.or_none;
        let kind = ExprKind::If {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        };
        Expr {
            or_none,
            ..typed(kind, ty, span)
        }
    }

    /// The type of either of two values.
    fn join(&mut self, left: &Expr, right: &Expr) -> Type {
        match (left.ty, right.ty) {
            (Type::Unknown, other) | (other, Type::Unknown) => other,
            (Type::Number(a), Type::Number(b)) => match a.join(b) {
                Some(dimension) => Type::Number(dimension),
                None => {
                    self.mixed(right.span, a, b);
                    left.ty
                }
            },
            (Type::Unit(a), Type::Unit(b)) => Type::Unit(a.or(b)),
            (a, b) if a == b => a,
            (a, b) => {
                let text = describe(&self.checker.book, a);
                self.wrong_type(right.span, b, &text);
                a
            }
        }
    }
}

/// The parts of a number that meets one without parts; `None` if neither or both have parts.
fn unrounded(left: Dimension, right: Dimension) -> Option<ast::Parts> {
    match (left, right) {
        (Dimension::Parts(parts), Dimension::Any | Dimension::Plain)
        | (Dimension::Any | Dimension::Plain, Dimension::Parts(parts)) => Some(parts),
        _ => None,
    }
}

pub(crate) fn typed(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr::new(kind, ty, span)
}

pub(crate) fn constant(value: i32, ty: Type, span: Span) -> Expr {
    Expr::constant(value, ty, span)
}

/// An expression in place of a faulty one, which has been reported.
pub(crate) fn unknown(span: Span) -> Expr {
    constant(0, Type::Unknown, span)
}

fn negate(expr: Expr, negated: bool) -> Expr {
    if !negated {
        return expr;
    }
    let span = expr.span;
    typed(ExprKind::Not(Box::new(expr)), Type::Flag, span)
}

pub(crate) fn joined(op: Arithmetic, left: Expr, right: Expr, ty: Type, span: Span) -> Expr {
    typed(
        ExprKind::Binary {
            op,
            left: Box::new(left),
            right: Box::new(right),
        },
        ty,
        span,
    )
}

/// Whether the kind of a unit is in a set.
pub(super) fn kind_is(unit: Expr, set: u64, span: Span) -> Expr {
    let kind = typed(
        ExprKind::Field {
            unit: Box::new(unit),
            field: FieldId::new(0),
        },
        Type::Unknown,
        span,
    );
    typed(
        ExprKind::Member {
            value: Box::new(kind),
            set,
        },
        Type::Flag,
        span,
    )
}
