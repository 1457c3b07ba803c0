//! Walk over statements and expressions in the order of evaluation, with the scopes of names. The parts of each
//! construct are those of its row in the construct table.

use super::{Block, Expr, Name, Offered, Statement};
use crate::construct::Part;

/// A traversal of a tree. Each method descends into its node unless it is overridden; an overriding method calls the
/// function `walk_…` of the same node to descend.
pub trait Visitor<'t>: Sized {
    /// Visits a statement.
    fn statement(&mut self, statement: &'t Statement) {
        walk_statement(self, statement);
    }

    /// Visits one option of a choice.
    fn option(&mut self, option: &'t Offered) {
        walk_option(self, option);
    }

    /// Visits an expression.
    fn expr(&mut self, expr: &'t Expr) {
        walk_expr(self, expr);
    }

    /// Opens a scope: the names bound from here on go out of scope where it closes.
    fn open_scope(&mut self) {}

    /// Closes the innermost scope.
    fn close_scope(&mut self) {}

    /// Binds a name in the innermost scope.
    fn bind(&mut self, _name: &'t Name) {}
}

/// Visits the statements of a block, in a scope of its own.
pub fn walk_block<'t>(visitor: &mut impl Visitor<'t>, block: &'t Block) {
    visitor.open_scope();
    for statement in block {
        visitor.statement(statement);
    }
    visitor.close_scope();
}

/// Visits the parts of a statement.
pub fn walk_statement<'t>(visitor: &mut impl Visitor<'t>, statement: &'t Statement) {
    statement.kind.value.walk(visitor);
}

/// Visits the condition, the worth and the block of an option.
pub fn walk_option<'t>(visitor: &mut impl Visitor<'t>, option: &'t Offered) {
    option.condition.visit(visitor);
    option.worth.visit(visitor);
    walk_block(visitor, &option.body);
}

/// Visits the direct parts of an expression.
pub fn walk_expr<'t>(visitor: &mut impl Visitor<'t>, expr: &'t Expr) {
    expr.value.walk(visitor);
}

/// Returns the outermost expressions with a property in an expression, in written order.
pub fn outermost(expr: &Expr, is_sought: impl Fn(&Expr) -> bool) -> Vec<&Expr> {
    let mut search = Outermost::new(is_sought);
    search.expr(expr);
    search.found
}

/// Returns the outermost expressions with a property in a statement and the blocks below it, in written order.
pub fn outermost_in(statement: &Statement, is_sought: impl Fn(&Expr) -> bool) -> Vec<&Expr> {
    let mut search = Outermost::new(is_sought);
    search.statement(statement);
    search.found
}

/// Whether an expression, or a part of it, has a property.
pub fn any(expr: &Expr, is_sought: impl Fn(&Expr) -> bool) -> bool {
    !outermost(expr, is_sought).is_empty()
}

/// Whether an expression rolls, or calls a rule that may: then two evaluations can differ, and one has effects.
pub fn rolls_or_calls(expr: &Expr) -> bool {
    any(expr, |part| {
        let value = &part.value;
        value.is_roll() || value.is_pool() || value.call().is_some()
    })
}

struct Outermost<'t, F> {
    is_sought: F,
    found: Vec<&'t Expr>,
}

impl<F> Outermost<'_, F> {
    fn new(is_sought: F) -> Self {
        Self {
            is_sought,
            found: Vec::new(),
        }
    }
}

impl<'t, F: Fn(&Expr) -> bool> Visitor<'t> for Outermost<'t, F> {
    fn expr(&mut self, expr: &'t Expr) {
        if (self.is_sought)(expr) {
            self.found.push(expr);
        } else {
            walk_expr(self, expr);
        }
    }
}

/// Returns the blocks directly below a statement, in written order.
pub fn blocks(statement: &Statement) -> Vec<&Block> {
    statement.kind.value.blocks()
}

/// Returns the blocks directly below a statement, to be changed.
pub fn blocks_mut(statement: &mut Statement) -> Vec<&mut Block> {
    statement.kind.value.blocks_mut()
}
