//! `must`: conditions of the author's own, in rules and of the units of a kind.
//!
//! Reports: E0203.

use super::Checker;
use super::procedure_stubs::formula_of_kind;
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Expr, Kind, KindId, Must, NONE, Naming, ResultType, Type};
use sandtable_source::Spanned;
use sandtable_syntax::ast;

impl Scope<'_, '_> {
    /// Checks a condition whose failure ends a run with a finding; returns it with its text.
    pub(super) fn must(
        &mut self,
        condition: &ast::Expr,
        why: Option<&Spanned<String>>,
    ) -> (Expr, String) {
        let text = must_text(condition, why);
        let condition = self.condition(condition);
        self.assume(&condition, true);
        (condition, text)
    }
}

/// A condition that each unit of the kind must meet, without its body.
pub(super) fn must_of_kind<'a>(
    checker: &mut Checker<'a>,
    id: KindId,
    kind: &mut Kind,
    naming: Naming,
    condition: &'a ast::Expr,
    text: String,
) {
    let citations = match naming.citations.as_slice() {
        [] => kind.naming.citations.clone(),
        own => own.to_vec(),
    };
    let span = naming.span.to(condition.span);
    let result = ResultType {
        ty: Type::Flag,
        or_none: false,
    };
    let procedure = formula_of_kind(
        checker,
        id,
        condition,
        naming,
        (Some(result), (NONE + 1, i32::MAX)),
    );
    kind.musts.push(Must {
        procedure,
        text,
        citations,
        span,
    });
}

/// Reports `must loaders`, which reads as a stat `must` with words for values, though these are names of the kind.
pub(super) fn reads_as_stat(
    checker: &mut Checker<'_>,
    kind: &ast::Kind,
    line: &ast::KindLine,
) -> bool {
    let ast::KindLine::Stat { name, ty, .. } = line else {
        return false;
    };
    let ast::Type::Words { words, .. } = &ty.value else {
        return false;
    };
    let of_kind = |word: &ast::Name| {
        let mut names = kind.lines.iter().flat_map(|line| line.value.names());
        names.any(|known| known.value == word.value)
    };
    let is_meant = name.value == "must" && !words.is_empty() && words.iter().all(of_kind);
    if is_meant {
        let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
        let condition = words.join(" or ");
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "this `must` is no condition")
                .label(ty.span, "")
                .help(format!(
                    "compare it: `must {condition} >= 1`; for a flag or a trait, write brackets: \
                     `must ({condition})`"
                )),
        );
        checker.book.poison.add(name.value.clone());
    }
    is_meant
}

/// Returns the text of a `must`: that of the author, else the condition as written.
pub(super) fn must_text(condition: &ast::Expr, why: Option<&Spanned<String>>) -> String {
    why.map_or_else(
        || format!("`{}`", sandtable_syntax::value_text(condition)),
        |why| why.value.clone(),
    )
}

/// Returns the condition of a `must` that reads as a call.
pub(super) fn bracketed_must(call: &ast::Expr) -> Option<&ast::Expr> {
    let (name, arguments) = call.value.call()?;
    match arguments {
        [only] if name.value == "must" => Some(only),
        _ => None,
    }
}
