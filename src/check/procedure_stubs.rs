//! Procedures without bodies, which are checked later.

use std::sync::Arc;

use super::{Checker, ProcedureSource};
use sandtable_model::{
    Ability, KindId, Kinds, Local, NONE, Naming, Parameter, Procedure, ProcedureId, ResultType,
    Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// Declares an expression about each unit of a kind as a procedure without a body.
pub(super) fn formula_of_kind<'a>(
    checker: &mut Checker<'a>,
    id: KindId,
    value: &'a ast::Expr,
    naming: Naming,
    (result, range): (Option<ResultType>, (i32, i32)),
) -> ProcedureId {
    let procedure = ProcedureId::new(checker.procedures.len());
    checker.procedures.push(ProcedureSource::OfKind(value));
    let place = procedure.at();
    let span = naming.span;
    checker
        .book
        .procedures
        .resize_with(place, || Arc::new(blank()));
    checker.book.procedures.push(Arc::new(Procedure {
        naming,
        ability: Ability::Formula,
        parameters: vec![Parameter::unlimited(
            "unit".to_owned(),
            Type::Unit(Kinds::one(id)),
            span,
        )],
        locals: vec![Local {
            name: "unit".to_owned(),
            ty: Type::Unit(Kinds::one(id)),
            or_none: false,
        }],
        result,
        range,
        of_kind: Some(id),
        ..blank()
    }));
    procedure
}

/// Returns an empty procedure, to be filled in.
pub(super) fn blank() -> Procedure {
    Procedure {
        naming: Naming {
            name: String::new(),
            title: None,
            citations: Vec::new(),
            span: Span::nowhere(),
        },
        ability: Ability::Formula,
        parameters: Vec::new(),
        result: None,
        range: (NONE + 1, i32::MAX),
        outcomes: None,
        body: Vec::new(),
        locals: Vec::new(),
        report: None,
        of_kind: None,
        is_generated: false,
        deep: None,
    }
}
