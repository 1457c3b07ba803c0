//! Numbers and scales: sums, products, divisions, comparisons, moves along a scale.

use super::super::scope::Scope;
use super::predicates::compared_before;
use super::{joined, typed, unknown};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{Arithmetic, Dimension, Expr, ExprKind, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Order};
use sandtable_syntax::dice::PoolDie;
use sandtable_syntax::value_text;

impl Scope<'_, '_> {
    pub(super) fn binary(
        &mut self,
        op: ast::Binary,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        wanted: Option<Type>,
    ) -> Expr {
        if matches!(op, ast::Binary::And | ast::Binary::Or) {
            if let Some(finding) = best_of_two_rolls(left, right, span) {
                self.report(finding);
                return unknown(span);
            }
            if let Some(compared) = compared_before(left, right) {
                let value = value_text(right);
                let joined = if op == ast::Binary::And { "and" } else { "or" };
                self.report(
                    Diagnostic::new(Code::WrongType, "a number is no condition")
                        .label(right.span, "")
                        .help(format!(
                            "write the comparison again: `{compared} {value}` after `{joined}`"
                        )),
                );
                return Expr::flag(false, span);
            }
            let left = self.condition(left);
            let mark = self.enter();
            self.assume(&left, op == ast::Binary::And);
            let right = self.condition(right);
            self.leave(mark);
            let op = if op == ast::Binary::And {
                Arithmetic::And
            } else {
                Arithmetic::Or
            };
            return joined(op, left, right, Type::Flag, span);
        }
        if op == ast::Binary::Multiply
            && let Some(measured) = self.measured_times(left, right, span)
        {
            return measured;
        }
        match op {
            ast::Binary::Lower => {
                return self.extreme(Arithmetic::Lower, left, right, span, wanted);
            }
            ast::Binary::Higher => {
                return self.extreme(Arithmetic::Higher, left, right, span, wanted);
            }
            ast::Binary::Remainder => return self.remainder(left, right, span),
            ast::Binary::Or
            | ast::Binary::And
            | ast::Binary::Add
            | ast::Binary::Subtract
            | ast::Binary::Multiply => {}
        }
        let is_rounded = matches!(*right.value, ast::ExprKind::Rounded { .. });
        let right_factor = is_rounded.then_some(right.span);
        let (mut left, mut right) = (self.number(left), self.number(right));
        if op == ast::Binary::Multiply {
            if self.have_parts(&left, &right) {
                let factor = right_factor.filter(|_| left.ty.parts().is_some());
                if let Some(rounded) = factor {
                    self.unclear_rounding(rounded);
                }
                return self.times_parts(left, right, span);
            }
        } else {
            (left, right) = self.in_common_parts(left, right);
        }
        let (Type::Number(a), Type::Number(b)) = (left.ty, right.ty) else {
            return unknown(span);
        };
        if op == ast::Binary::Multiply {
            let measured = |dimension: Dimension| dimension.unit().is_some();
            let fraction = fraction_of_a_distance(&left, span);
            if let Some(finding) = fraction.or_else(|| fraction_of_a_distance(&right, span)) {
                self.report(finding);
            } else if measured(a) && measured(b) {
                self.report(
                    Diagnostic::new(
                        Code::MixedMeasures,
                        "a distance cannot be multiplied by a distance",
                    )
                    .label(span, "")
                    .help("multiply it by a plain number"),
                );
            }
            let dimension = match (measured(a), measured(b)) {
                (true, _) => a,
                (_, true) => b,
                _ => a.join(b).unwrap_or(Dimension::Plain),
            };
            return joined(
                Arithmetic::Multiply,
                left,
                right,
                Type::Number(dimension),
                span,
            );
        }
        let dimension = a.join(b).unwrap_or_else(|| {
            self.mixed(span, a, b);
            a
        });
        let op = if op == ast::Binary::Subtract {
            Arithmetic::Subtract
        } else {
            Arithmetic::Add
        };
        joined(op, left, right, Type::Number(dimension), span)
    }

    /// `remainder of a / b`, of whole numbers
    fn remainder(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (left, right) = (self.number(left), self.number(right));
        let (Type::Number(a), Type::Number(b)) = (left.ty, right.ty) else {
            return unknown(span);
        };
        for value in [&left, &right] {
            if let Some(parts) = value.ty.parts() {
                self.report(
                    Diagnostic::new(Code::WrongType, "a remainder is one of whole numbers")
                        .label(value.span, format!("this is a number in {}", parts.word()))
                        .help("round it first: `(… rounded down)`"),
                );
                return unknown(span);
            }
        }
        if b.unit().is_some() && a.join(b).is_none() {
            self.mixed(span, a, b);
        }
        if right.literal() == Some(0) {
            self.report(
                Diagnostic::new(Code::WrongType, "this divides by 0")
                    .label(right.span, "")
                    .help("divide by a number from 1"),
            );
        }
        let ty = Type::Number(if a == Dimension::Any {
            Dimension::Plain
        } else {
            a
        });
        joined(Arithmetic::Remainder, left, right, ty, span)
    }

    /// The lower or higher of two numbers, or of two values of one scale.
    fn extreme(
        &mut self,
        op: Arithmetic,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        wanted: Option<Type>,
    ) -> Expr {
        let left = self.expr(left, wanted);
        let right = self.expr(right, Some(left.ty));
        let (left, right) = (self.some(left), self.some(right));
        if left.ty == Type::Unknown || right.ty == Type::Unknown {
            return unknown(span);
        }
        let (left, right) = self.aligned(left, right);
        match (self.dimension(left.ty), self.dimension(right.ty)) {
            (Some(a), Some(b)) => {
                let dimension = a.join(b).unwrap_or_else(|| {
                    self.mixed(span, a, b);
                    a
                });
                joined(op, left, right, Type::Number(dimension), span)
            }
            (None, None) if left.ty == right.ty => {
                let ty = left.ty;
                if !self.is_ordered(ty) {
                    self.no_extreme(ty, span);
                }
                joined(op, left, right, ty, span)
            }
            _ => {
                let text = describe(&self.checker.book, left.ty);
                self.wrong_type(right.span, right.ty, &text);
                unknown(span)
            }
        }
    }

    fn no_extreme(&mut self, ty: Type, span: Span) {
        let cure = match ty {
            Type::Flag => "join conditions with `and` or `or`",
            Type::Unit(_) => "name the stat to compare",
            Type::Words(_)
            | Type::Face(_)
            | Type::Number(_)
            | Type::Dice
            | Type::Place
            | Type::Side
            | Type::Unknown => "declare the words as a `scale` if they have an order",
        };
        let text = describe(&self.checker.book, ty);
        self.report(
            Diagnostic::new(
                Code::WrongType,
                "only numbers and the words of a scale can be lower or higher",
            )
            .label(span, format!("this is {text}"))
            .help(cure),
        );
    }

    /// Whether the values of a type are the words of a scale.
    fn is_ordered(&self, ty: Type) -> bool {
        let Type::Words(id) = ty else { return false };
        let list = self.checker.book.words.get(id.at());
        list.is_some_and(|list| list.ordered)
    }

    /// Dimension of a type, if it is a number.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    fn dimension(&self, ty: Type) -> Option<Dimension> {
        match ty {
            Type::Face(id) if self.is_numeric(id) => Some(Dimension::Any),
            _ => ty.dimension(),
        }
    }

    pub(super) fn divide(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        rounding: Option<ast::Rounding>,
        span: Span,
    ) -> Expr {
        if let Some(rounding) = rounding
            && let Some(measured) = self.measured_divided(left, right, rounding, span)
        {
            return measured;
        }
        let (left, right) = (self.number(left), self.number(right));
        let Some(rounding) = rounding else {
            self.report(
                Diagnostic::new(Code::MissingRounding, "this division needs a rounding")
                    .label(span, "")
                    .append(span, " rounded down")
                    .append(span, " rounded up")
                    .append(span, " rounded to nearest")
                    .help("add `rounded down`, `rounded up` or `rounded to nearest` after it"),
            );
            return unknown(span);
        };
        if self.have_parts(&left, &right) {
            return self.divided_parts(left, right, rounding, span);
        }
        let dimension = match (left.ty, right.ty) {
            (Type::Number(a), Type::Number(b)) => match (a.unit(), b.unit()) {
                (_, None) => a,
                (Some(left_unit), Some(right_unit)) if left_unit == right_unit => Dimension::Plain,
                (None, Some(unit)) => {
                    let what = format!("a plain number cannot be divided by {unit}");
                    self.report(
                        Diagnostic::new(Code::MixedMeasures, what)
                            .label(left.span, "this is a plain number already")
                            .label(right.span, "")
                            .help("delete the division, or divide a distance"),
                    );
                    Dimension::Plain
                }
                _ => {
                    self.mixed(span, a, b);
                    Dimension::Plain
                }
            },
            _ => return unknown(span),
        };
        Expr::quotient([left, right], rounding, Type::Number(dimension), span)
    }

    pub(super) fn compare(
        &mut self,
        order: Order,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let written_left = left;
        let left = self.expr(left, None);
        let right = self.expr(right, Some(left.ty));
        let is_equality = matches!(order, Order::Equal | Order::NotEqual);
        // `none` equals only itself.
        let (left, right) = match (left.ty, right.ty) {
            (Type::Unit(_), Type::Unit(_)) if is_equality => (left, right),
            _ => (self.some(left), self.some(right)),
        };
        if left.ty == Type::Unknown || right.ty == Type::Unknown {
            return Expr::flag(false, span);
        }
        let (left, right) = self.aligned(left, right);
        match (self.dimension(left.ty), self.dimension(right.ty)) {
            (Some(a), Some(b)) => {
                if a.join(b).is_none() {
                    self.mixed(span, a, b);
                }
            }
            (None, None) if left.ty == right.ty => {
                let is_word = right.constant_value().is_some();
                if let Some(cure) = flag_alone(order, (written_left, &left), &right) {
                    self.report(
                        Diagnostic::new(Code::WrongType, "`=` is for numbers")
                            .label(span, "this is yes or no")
                            .help(format!("write `{cure}`"))
                            .instead(cure),
                    );
                } else {
                    self.compare_words(order, left.ty, is_word, span);
                }
            }
            _ => {
                let wanted = describe(&self.checker.book, left.ty);
                self.wrong_type(right.span, right.ty, &wanted);
            }
        }
        Expr::compare(order, left, right, span)
    }

    /// Words compare by `is`; only those of a scale have an order.
    pub(super) fn compare_words(&mut self, order: Order, ty: Type, is_word: bool, span: Span) {
        let equality = matches!(order, Order::Equal | Order::NotEqual);
        if self.is_ordered(ty) {
            return;
        }
        let text = describe(&self.checker.book, ty);
        if equality {
            let cure = match (ty, is_word) {
                (Type::Flag, _) => {
                    "use a flag alone: `if obscured: …`, `if not obscured: …`; two flags are the same if `(a and b) or (not a and not b)`"
                }
                (_, true) => "compare a word with `is`: `… is …`, `… is not …`",
                // For two values of one list, `=` is the only test of equality.
                (_, false) => return,
            };
            self.report(
                Diagnostic::new(Code::WrongType, "`=` is for numbers")
                    .label(span, format!("this is {text}"))
                    .help(cure),
            );
        } else {
            self.report(
                Diagnostic::new(
                    Code::WrongType,
                    "only numbers and the words of a scale can be less or greater",
                )
                .label(span, format!("this is {text}"))
                .help("declare the words as a `scale` if they have an order"),
            );
        }
    }

    pub(super) fn shift(
        &mut self,
        value: &ast::Expr,
        up: bool,
        by: &ast::Expr,
        span: Span,
        wanted: Option<Type>,
    ) -> Expr {
        let Some((value, by, top)) = self.shifted(value, by, wanted) else {
            return unknown(span);
        };
        let (ty, or_none) = (value.ty, value.or_none);
        let kind = ExprKind::Shift {
            value: Box::new(value),
            by: Box::new(by),
            down: !up,
            top,
        };
        Expr {
            or_none,
            ..typed(kind, ty, span)
        }
    }

    /// `rest of (quality raised by 3)`: how many steps go past the end.
    pub(super) fn rest_of(&mut self, shift: &ast::Expr, span: Span) -> Expr {
        let ast::ExprKind::Shift { value, up, by } = shift.value.as_ref() else {
            self.report(
                Diagnostic::new(Code::WrongType, "`rest of` needs a shift along a scale")
                    .label(shift.span, "not a shift")
                    .help("write `rest of (… raised by 3)`"),
            );
            return unknown(span);
        };
        let Some((value, by, top)) = self.shifted(value, by, None) else {
            return unknown(span);
        };
        let value = self.some(value);
        let kind = ExprKind::RestOf {
            value: Box::new(value),
            by: Box::new(by),
            down: !up,
            top,
        };
        typed(kind, Type::Number(Dimension::Plain), span)
    }

    /// Checks a shift; returns the value, the steps, and the last place of the scale.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type is reported"
    )]
    fn shifted(
        &mut self,
        value: &ast::Expr,
        by: &ast::Expr,
        wanted: Option<Type>,
    ) -> Option<(Expr, Expr, i32)> {
        let value = self.expr(value, wanted);
        let by = self.count(by);
        let list = match value.ty {
            Type::Words(id) => self.checker.book.words.get(id.at()),
            Type::Unknown => return None,
            found => {
                let cure = if matches!(found, Type::Number(_)) {
                    "add numbers: `a + b`"
                } else {
                    "declare its words as a `scale`"
                };
                self.report(
                    Diagnostic::new(
                        Code::WrongType,
                        "only a word of a scale can be raised or lowered",
                    )
                    .label(value.span, describe(&self.checker.book, found))
                    .help(cure),
                );
                return None;
            }
        };
        let (ordered, n_words) = list.map_or((false, 0), |list| (list.ordered, list.words.len()));
        if !ordered {
            let text = describe(&self.checker.book, value.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "these words have no order to move along")
                    .label(value.span, text)
                    .help("declare them as a `scale`"),
            );
        }
        let top = i32::try_from(n_words).unwrap_or(1) - 1;
        Some((value, by, top))
    }
}

/// `unit.speed * 1 1/2`, of a speed in inches, given the factor; `None` if it is no fraction.
fn fraction_of_a_distance(factor: &Expr, span: Span) -> Option<Diagnostic> {
    let parts = factor.ty.parts()?;
    let (over, under) = match factor.literal().map(|value| parts.reduced(value)) {
        Some((value, parts)) => (value.to_string(), parts.number()),
        None => ("…".to_owned(), parts.number()),
    };
    let message = format!("a distance cannot be multiplied by {}", parts.word());
    let help = format!("multiply, then divide: `… * {over} / {under} rounded down`");
    let finding = Diagnostic::new(Code::MixedMeasures, message).label(span, "");
    Some(finding.help(help))
}

/// The finding about `best of d6 and d6`, which is meant as one roll of two dice.
fn best_of_two_rolls(left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Diagnostic> {
    let (ast::ExprKind::Pool(roll), ast::ExprKind::Dice { .. }) = (&*left.value, &*right.value)
    else {
        return None;
    };
    let end = match roll.pick? {
        ast::End::Highest => "best",
        ast::End::Lowest => "worst",
    };
    let die = match roll.pool.die {
        PoolDie::Sides(sides) => format!("d{sides}"),
        PoolDie::Named(_) | PoolDie::Value(_) => return None,
    };
    let finding = Diagnostic::new(Code::NotAllowedHere, "`and` joins conditions, not dice");
    Some(
        finding
            .label(span, "")
            .help(format!("write how many are rolled: `{end} of 2{die}`")),
    )
}

/// Returns the condition that `clear = no` means, `not clear`, if a flag with a name is compared with `yes` or `no`.
fn flag_alone(order: Order, (written, flag): (&ast::Expr, &Expr), word: &Expr) -> Option<String> {
    let is_named = written.value.name().is_some()
        || written.value.member().is_some()
        || written.value.call().is_some();
    let name = is_named.then(|| value_text(written))?;
    let is_yes = word.constant_value()? != 0;
    let wanted = match order {
        Order::Equal => is_yes,
        Order::NotEqual => !is_yes,
        Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => return None,
    };
    (flag.ty == Type::Flag).then(|| match wanted {
        true => name,
        false => format!("not {name}"),
    })
}
