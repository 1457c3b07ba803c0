//! `choose target: squad where …, if any by side`: reduced to a condition around the choice.
//!
//! Reports: E0206.

use super::expression::{constant, typed};
use super::scope::Scope;
use super::statements::lone;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Aggregate, Among, Expr, ExprKind, NONE, StatementKind, Type, Values};
use sandtable_source::Span;
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// A choice that must be made if there is an option; without one, its name is `none`.
    pub(super) fn choose_if_any(
        &mut self,
        choose: &ast::StatementKind,
        span: Span,
    ) -> Option<StatementKind> {
        let choice = self.choose(choose, span)?;
        let among = match &choice {
            StatementKind::Choose(choice) => Some(&choice.among),
            _ => None,
        };
        let (local, selection) = match among {
            Some(Among::Values { local, values, .. }) => match values.as_ref() {
                Values::Units(selection) => (*local, selection.clone()),
                _ => {
                    self.report(
                        Diagnostic::new(
                            Code::NotAllowedHere,
                            "`if any` is only for units and places",
                        )
                        .label(span, "")
                        .help("delete `, if any`: there is always a word or a number to choose"),
                    );
                    return Some(choice);
                }
            },
            _ => return Some(choice),
        };
        let is_any = ExprKind::Aggregate {
            aggregate: Aggregate::Any,
            value: None,
            selection: Box::new(selection),
            ordering: None,
        };
        let ty = self.local_type(local);
        let none = Expr {
            or_none: true,
            ..constant(NONE, ty, span)
        };
        Some(StatementKind::If {
            condition: typed(is_any, Type::Flag, span),
            then: vec![lone(choice, span)],
            otherwise: vec![lone(StatementKind::Let { local, value: none }, span)],
        })
    }
}
