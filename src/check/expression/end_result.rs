//! Bare names of rolls, actions and formulas in conditions about the end of a run.

use super::super::scope::Scope;
use super::unknown;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Ability, Expr, Parameter, ProcedureId, Symbol, Type};
use sandtable_source::Span;
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// The value of a procedure at the end of a run: the last result of a roll, an action, or the procedure that is run; the
    /// calculated value of a formula without parameters. A formula with parameters has a last result in a single run only.
    ///
    /// Reports: an action without a value, and a formula without its arguments.
    pub(super) fn result_at_end(&mut self, id: ProcedureId, name: &ast::Name) -> Expr {
        let span = name.span;
        let known = self.checker.book.procedures.get(id.at());
        let is_formula = known.is_some_and(|known| known.ability == Ability::Formula);
        let is_run = self
            .run
            .as_ref()
            .is_some_and(|(run, ..)| *run == name.value);
        if is_formula && !is_run {
            let parameters = known.map_or_else(Vec::new, |known| known.parameters.clone());
            if parameters.is_empty() {
                return self.check_call(name, &[], span);
            }
            if self.has_many_runs {
                self.refers(span, Symbol::Procedure(id));
                return self.without_arguments(name, &parameters);
            }
        }
        self.refers(span, Symbol::Procedure(id));
        self.last(id, span)
    }

    /// The last result of a procedure.
    fn last(&mut self, id: ProcedureId, span: Span) -> Expr {
        let known = self.checker.book.procedures.get(id.at());
        match known.and_then(|procedure| procedure.result) {
            Some(result) => Expr::last_result(id, result.ty, span),
            None => {
                self.report(
                    Diagnostic::new(Code::WrongType, "this action gives no value")
                        .label(span, "")
                        .help("check what it changed: `target.hits = 2`"),
                );
                unknown(span)
            }
        }
    }

    fn without_arguments(&mut self, name: &ast::Name, parameters: &[Parameter]) -> Expr {
        let meant = self.who_is_meant(parameters);
        let call = format!("{}({})", name.value, meant.join(", "));
        let names = parameters.iter().map(|parameter| parameter.name.as_str());
        let names: Vec<&str> = names.collect();
        let message = format!("`{}` needs {} here", name.value, names.join(" and "));
        let finding = Diagnostic::new(Code::WrongArguments, message)
            .label(name.span, "of several calls, none is meant")
            .help(format!(
                "write `{call}`: it is calculated from the state at the end"
            ));
        let are_here = meant.iter().all(|unit| self.local(unit).is_some());
        self.report(match are_here {
            true => finding.instead(call),
            false => finding,
        });
        unknown(name.span)
    }

    /// A bare result as a condition: the result must be `yes`, and not only be there.
    pub(crate) fn is_yes(condition: Expr) -> Expr {
        if condition.last().is_none() || condition.ty != Type::Flag {
            return condition;
        }
        let span = condition.span;
        Expr::compare(ast::Order::Equal, condition, Expr::flag(true, span), span)
    }
}
