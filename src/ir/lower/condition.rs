//! Conditions as jumping code (Aho, Lam, Sethi and Ullman 2006, section 6.6): each operand jumps as soon as the result is decided.
//!
//! With trace notes, a condition is first evaluated to a value, which the trace shows.

use super::super::op::Op;
use super::{Callee, Frame, Label, Lowerer};
use sandtable_model::{Arithmetic, Expr, ExprKind};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    /// Jumps to `to` unless a condition holds.
    pub(super) fn jump_unless(&mut self, condition: &Expr, frame: Frame, to: Label) {
        if self.is_traced {
            let holds = self.expr(condition, frame);
            self.jump_if(holds, false, to);
        } else {
            self.jumping(condition, false, frame, to);
        }
    }

    /// As [`Self::jump_unless`], for a condition without trace notes of its own.
    pub(super) fn jump_unless_looked_up(&mut self, condition: &Expr, frame: Frame, to: Label) {
        if self.is_traced {
            let holds = self.looked_up(condition, frame);
            self.jump_if(holds, false, to);
        } else {
            self.jumping(condition, false, frame, to);
        }
    }

    /// Jumps to `to` if a condition has the value `when`.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the expressions that jump from inside are named; every other one is a value that is jumped on"
    )]
    fn jumping(&mut self, condition: &Expr, when: bool, frame: Frame, to: Label) {
        let span = std::mem::replace(&mut self.span, condition.span);
        match &condition.kind {
            ExprKind::Not(inner) => self.jumping(inner, !when, frame, to),
            ExprKind::Binary {
                op: op @ (Arithmetic::And | Arithmetic::Or),
                left,
                right,
            } => {
                let decides = *op == Arithmetic::Or;
                if when == decides {
                    self.jumping(left, when, frame, to);
                    self.jumping(right, when, frame, to);
                } else {
                    let skip = self.label();
                    self.jumping(left, decides, frame, skip);
                    self.jumping(right, when, frame, to);
                    self.place(skip);
                }
            }
            ExprKind::Compare { order, left, right } => {
                self.jumping_compare((*order, left, right), when, frame, to);
            }
            ExprKind::Member { value, set } => {
                let (a, set) = (self.expr(value, frame), *set);
                self.emit(Op::JumpMember {
                    a,
                    set,
                    when,
                    to: Self::to(to),
                });
            }
            ExprKind::Constant(value) => {
                if (*value != 0) == when {
                    self.jump(to);
                }
            }
            ExprKind::Option(id) => {
                if (self.option_value(id.at()) != 0) == when {
                    self.jump(to);
                }
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (no, end) = (self.label(), self.label());
                self.jumping(condition, false, frame, no);
                self.jumping(then, when, frame, to);
                self.jump(end);
                self.place(no);
                self.jumping(otherwise, when, frame, to);
                self.place(end);
            }
            ExprKind::Call {
                procedure,
                arguments,
            } => {
                let callee = Callee::Procedure(*procedure);
                let values = self.argument_values(callee, arguments, frame);
                match self.inlinable(callee) {
                    Some(called) => self.inlined(&called, &values, |lowerer, result, frame| {
                        lowerer.jumping(result, when, frame, to);
                    }),
                    None => {
                        let holds = self.call_with(callee, &values);
                        self.jump_if(holds, when, to);
                    }
                }
            }
            _ => {
                let holds = self.expr(condition, frame);
                self.jump_if(holds, when, to);
            }
        }
        self.span = span;
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the expressions that jump from inside are named; every other one is a value that is jumped on"
    )]
    fn jumping_compare(
        &mut self,
        (order, left, right): (Order, &Expr, &Expr),
        when: bool,
        frame: Frame,
        to: Label,
    ) {
        if let Some(unit) = Expr::beside_winner(left, right) {
            let won = self.has_won(unit, frame);
            self.jump_if(won, when == (order == Order::Equal), to);
            return;
        }
        // A comparison with nothing has no opposite but for equality.
        let order = match (when, order) {
            (true, order) => Some(order),
            (false, Order::Equal) => Some(Order::NotEqual),
            (false, Order::NotEqual) => Some(Order::Equal),
            (false, Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual) => {
                None
            }
        }
        .ok_or(order);
        let skip = self.label();
        let (order, target) = match order {
            Ok(order) => (order, to),
            Err(order) => (order, skip),
        };
        let a = self.expr(left, frame);
        match right.kind {
            ExprKind::Constant(value) => self.emit(Op::JumpCompareValue {
                a,
                value,
                order,
                to: Self::to(target),
            }),
            _ => {
                let b = self.expr(right, frame);
                self.emit(Op::JumpCompare {
                    a,
                    b,
                    order,
                    to: Self::to(target),
                });
            }
        }
        if target == skip {
            self.jump(to);
        }
        self.place(skip);
    }
}
