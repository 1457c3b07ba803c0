//! `enemy of unit.side`: the other one of the two sides that the ruleset names.
//!
//! Reports: E0201, E0206.

use super::super::scope::Scope;
use super::{constant, unknown};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Expr, Kinds, NONE, SIDE, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// Builds the other side; a unit means its side. Of a piece without a side it is none.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    pub(super) fn enemy_of(&mut self, side: &ast::Expr, span: Span) -> Expr {
        let of = self.expr(side, None);
        let of = self.some(of);
        let book = &self.checker.book;
        let Some(kind) = book.side_kind() else {
            self.unresolved(
                SIDE,
                Diagnostic::new(Code::UnknownName, "this ruleset has no sides")
                    .label(span, "")
                    .help("declare them: `kind side \"Side\"`, and below `ruleset` their names: `sides red, blue`"),
            );
            return unknown(span);
        };
        if book.sides.len() != 2 {
            let found = match book.sides.len() {
                0 => "the rules do not name the sides".to_owned(),
                1 => "there is one side".to_owned(),
                n => format!("there are {n} sides"),
            };
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "only one of two sides has one enemy")
                    .label(span, found)
                    .help("name two sides below `ruleset`: `sides red, blue`; among more, select one: `first other: side where other is not unit.side`"),
            );
            return unknown(span);
        }
        let ty = Type::Unit(Kinds::one(kind));
        let of = match of.ty {
            Type::Unit(kinds) if !kinds.has(kind) => {
                self.check_member(of, &Spanned::new(SIDE.to_owned(), side.span))
            }
            _ => of,
        };
        let of = self.fit(of, ty);
        if of.ty == Type::Unknown {
            return unknown(span);
        }
        let either = |at, other, otherwise| {
            // Synthetic: no finding is about it.
            let nowhere = Span::nowhere();
            let named = Expr::of_side(at, ty, nowhere);
            let is_it = Expr::compare(ast::Order::Equal, of.clone(), named, nowhere);
            Expr::choice_of(is_it, Expr::of_side(other, ty, span), otherwise, span)
        };
        let nobody = constant(NONE, ty, span);
        either(0, 1, either(1, 0, nobody))
    }
}
