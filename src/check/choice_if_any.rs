//! `choose target: squad where …, if any by side`: reduced to a condition around the choice.
//!
//! Reports: E0206.

use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Aggregate, Choice, Expr, Statement, Type};
use sandtable_source::Span;

impl Scope<'_, '_> {
    /// Builds a choice that must be made if there is an option; without one, its name is `none`.
    pub(super) fn if_any(&mut self, choice: Choice, span: Span) -> Statement {
        let values = choice.values();
        let local = values.map(|(local, _)| local);
        let (Some(local), Some(selection)) = (local, choice.units().cloned()) else {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "`if any` is only for units and places",
                )
                .label(span, "")
                .help("delete `, if any`; if there can be no word or number to choose, check first: `if any WORD where …: …`"),
            );
            return Statement::decide(choice, span);
        };
        let of_flag = (Type::Flag, span);
        let is_any = Expr::aggregate_of(Aggregate::Any, None, selection, None, of_flag);
        let none = Expr::none(self.local_type(local), span);
        let then = vec![Statement::decide(choice, span)];
        let otherwise = vec![Statement::bind(local, none, span)];
        Statement::if_else(is_any, then, otherwise, span)
    }
}
