//! What the statements below a roll do with it: the rerolls that a side decides on, and the names that are read.

use sandtable_syntax::ast::walk::{Visitor, walk_expr, walk_statement};
use sandtable_syntax::ast::{self, RerolledDice};

/// The rerolls of a roll in the statements after it.
pub(super) struct Rerolls {
    /// Number of those that can be used, as far as a second one is of interest; those in loops count twice.
    pub(super) n: usize,
    /// Whether some are of single dice.
    pub(super) of_dice: bool,
}

/// The rerolls of a roll by its name in the statements after it; those without a name may be of any roll.
pub(super) fn rerolls_of(rest: &[ast::Statement], roll: Option<&ast::Name>) -> Rerolls {
    struct Search<'n> {
        roll: Option<&'n str>,
        n_loops: usize,
        found: Rerolls,
    }
    impl<'t> Visitor<'t> for Search<'_> {
        fn statement(&mut self, statement: &'t ast::Statement) {
            let kind = &statement.kind.value;
            if let ast::StatementKind::MayReroll { roll, dice, .. } = kind {
                let name = roll.as_ref().and_then(|roll| match roll.value.as_ref() {
                    ast::ExprKind::Name(name) => Some(name.as_str()),
                    _ => None,
                });
                if name.is_none() || name == self.roll {
                    self.found.n += 1 + self.n_loops.min(1);
                    self.found.of_dice |= *dice != RerolledDice::All;
                }
            }
            let is_loop = matches!(
                kind,
                ast::StatementKind::Repeat { .. }
                    | ast::StatementKind::RepeatUntil { .. }
                    | ast::StatementKind::Count { .. }
                    | ast::StatementKind::Each { .. }
                    | ast::StatementKind::EachDie { .. }
                    | ast::StatementKind::Alternate { .. }
            );
            self.n_loops += usize::from(is_loop);
            walk_statement(self, statement);
            self.n_loops -= usize::from(is_loop);
        }
    }
    let mut search = Search {
        roll: roll.map(|name| name.value.as_str()),
        n_loops: 0,
        found: Rerolls {
            n: 0,
            of_dice: false,
        },
    };
    rest.iter()
        .for_each(|statement| search.statement(statement));
    search.found
}

/// Whether statements read a name.
pub(super) fn reads(statements: &[ast::Statement], name: &str) -> bool {
    struct Search<'n>(&'n str, bool);
    impl<'t> Visitor<'t> for Search<'_> {
        fn expr(&mut self, expr: &'t ast::Expr) {
            self.1 |= matches!(expr.value.as_ref(), ast::ExprKind::Name(name) if name == self.0);
            walk_expr(self, expr);
        }
    }
    let mut search = Search(name, false);
    statements
        .iter()
        .for_each(|statement| search.statement(statement));
    search.1
}
