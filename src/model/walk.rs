//! Everything that stands inside an expression or a statement.

use super::{Expr, ExprKind, Statement, StatementKind};

/// Hands the direct parts of an expression to a visitor.
pub fn walk(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    match &expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Option(_)
        | ExprKind::Dice { .. }
        | ExprKind::Throw(_)
        | ExprKind::Last(_)
        | ExprKind::Outcome => {}
        ExprKind::Field { unit: one, .. }
        | ExprKind::Track { unit: one, .. }
        | ExprKind::Not(one)
        | ExprKind::Negate(one)
        | ExprKind::Member { value: one, .. }
        | ExprKind::Limit { value: one, .. } => visit(one),
        ExprKind::Binary { left, right, .. }
        | ExprKind::Divide { left, right, .. }
        | ExprKind::Compare { left, right, .. }
        | ExprKind::Meets {
            face: left,
            need: right,
            ..
        }
        | ExprKind::Shift {
            value: left,
            by: right,
            ..
        } => {
            visit(left);
            visit(right);
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            visit(condition);
            visit(then);
            visit(otherwise);
        }
        ExprKind::Call { arguments, .. }
        | ExprKind::Table { arguments, .. }
        | ExprKind::Modifiers { arguments, .. }
        | ExprKind::Fact { arguments, .. } => arguments.iter().for_each(visit),
    }
}

/// Hands every expression of a statement, and of those below it, to a visitor.
pub fn walk_statement(statement: &Statement, visit: &mut impl FnMut(&Expr)) {
    let mut blocks: Vec<&[Statement]> = Vec::new();
    match &statement.kind {
        StatementKind::Let { value, .. } | StatementKind::Result(value) => visit(value),
        StatementKind::Call(value) => visit(value),
        StatementKind::Outcome { when, .. } => when.iter().for_each(&mut *visit),
        StatementKind::Needs { condition, .. } => visit(condition),
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => {
            visit(condition);
            blocks.extend([then.as_slice(), otherwise.as_slice()]);
        }
        StatementKind::Repeat { until, times, body } => {
            until.iter().for_each(&mut *visit);
            visit(times);
            blocks.push(body);
        }
        StatementKind::Count { from, to, body, .. } => {
            visit(from);
            visit(to);
            blocks.push(body);
        }
        StatementKind::Depending { value, arms } => {
            visit(value);
            blocks.extend(arms.iter().map(|arm| arm.body.as_slice()));
        }
        StatementKind::Change { amount, unit, .. } => {
            visit(amount);
            visit(unit);
        }
        StatementKind::Stop => {}
    }
    for inner in blocks.into_iter().flatten() {
        walk_statement(inner, visit);
    }
}
