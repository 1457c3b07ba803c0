//! What is declared and never read, and sections that the book's index does not have.
//!
//! Reports: E0218, E0219.

use super::{Checker, Named};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{FactId, ModifiersId, Naming, OptionId};
use crate::source::Spanned;
use crate::syntax::ast;

/// Warnings that need the whole book; looked for only when it is otherwise sound.
pub(super) fn usage(checker: &mut Checker<'_>, has_index: bool) {
    let mut found = Vec::new();
    unused(checker, &mut found);
    if has_index {
        sections(checker, &mut found);
    }
    checker.diagnostics.extend(found);
}

fn unused(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let book = &checker.book;
    let mut look = |naming: &Naming, named: Named, what: &str| {
        if !checker.used.names.contains(&named) {
            found.push(never(naming, what));
        }
    };
    for (at, fact) in book.facts.iter().enumerate() {
        look(&fact.naming, Named::Fact(FactId::new(at)), "fact");
    }
    for (at, option) in book.options.iter().enumerate() {
        look(&option.naming, Named::Option(OptionId::new(at)), "option");
    }
    for (at, list) in book.modifiers.iter().enumerate() {
        look(
            &list.naming,
            Named::Modifiers(ModifiersId::new(at)),
            "list of modifiers",
        );
    }
    for kind in &book.kinds {
        for stat in &kind.stats {
            let is_part = book
                .fields
                .get(stat.field.at())
                .is_some_and(|field| matches!(field.ty, crate::model::Type::Unit(_)));
            if !is_part && !checker.used.fields.contains(&stat.field) {
                found.push(never(&stat.naming, "stat"));
            }
        }
    }
}

fn never(naming: &Naming, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NeverUsed,
        format!("no rule reads the {what} `{}`", naming.name),
    )
    .label(naming.span, "")
    .help("write the rule that needs it, or take it out")
    .cite(naming.citations.iter().map(String::as_str))
}

/// Citations of sections that are not in the index.
fn sections(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let mut cited: Vec<&Spanned<String>> = Vec::new();
    let heads = checker
        .scales
        .iter()
        .map(|one| &one.head)
        .chain(checker.dice.iter().map(|one| &one.head))
        .chain(checker.kinds.iter().map(|one| &one.head))
        .chain(checker.tables.iter().map(|one| &one.head))
        .chain(checker.modifiers.iter().map(|one| &one.head))
        .chain(checker.facts.iter().map(|one| &one.head))
        .chain(checker.options.iter().map(|one| &one.head))
        .chain(checker.triggers.iter().map(|one| &one.head));
    cited.extend(heads.flat_map(|head| &head.citations));
    for source in &checker.procedures {
        if let super::ProcedureSource::Declared(procedure) = source {
            cited.extend(&procedure.head.citations);
            block(&procedure.body, &mut cited);
        }
    }
    for trigger in &checker.triggers {
        for when in &trigger.whens {
            block(&when.value.body, &mut cited);
        }
    }
    for table in &checker.tables {
        cited.extend(table.wheres.iter().flat_map(|meaning| &meaning.citations));
    }
    for modifiers in &checker.modifiers {
        cited.extend(
            modifiers
                .lines
                .iter()
                .flat_map(|line| &line.value.citations),
        );
    }
    for kind in &checker.kinds {
        cited.extend(kind.lines.iter().flat_map(|line| match &line.value {
            ast::KindLine::Stat { citations, .. } | ast::KindLine::Track { citations, .. } => {
                citations.as_slice()
            }
            ast::KindLine::Formula { head, .. } => &head.citations,
            ast::KindLine::Traits(_) => &[],
        }));
    }
    cited.extend(
        checker
            .examples
            .iter()
            .flat_map(|(example, _)| &example.citations),
    );
    for section in cited {
        if !checker.book.sections.contains_key(&section.value) {
            let known = checker.book.sections.keys().map(String::as_str);
            found.push(
                Diagnostic::new(
                    Code::UnknownSection,
                    format!("the book's index has no section `{}`", section.value),
                )
                .label(section.span, "")
                .suggest(&section.value, known),
            );
        }
    }
}

fn block<'a>(statements: &'a ast::Block, cited: &mut Vec<&'a Spanned<String>>) {
    for statement in statements {
        cited.extend(&statement.citations);
        match &statement.kind.value {
            ast::StatementKind::If {
                then, otherwise, ..
            } => {
                block(then, cited);
                otherwise.iter().for_each(|inner| block(inner, cited));
            }
            ast::StatementKind::Repeat { body, .. }
            | ast::StatementKind::RepeatUntil { body, .. }
            | ast::StatementKind::Count { body, .. } => block(body, cited),
            ast::StatementKind::Depending { arms, .. } => {
                arms.iter().for_each(|arm| block(&arm.value.body, cited));
            }
            ast::StatementKind::Let { .. }
            | ast::StatementKind::Throw(_)
            | ast::StatementKind::Outcome { .. }
            | ast::StatementKind::Result(_)
            | ast::StatementKind::Needs { .. }
            | ast::StatementKind::Change { .. }
            | ast::StatementKind::Destroy(_)
            | ast::StatementKind::Remove(_)
            | ast::StatementKind::Create { .. }
            | ast::StatementKind::OnceEach { .. }
            | ast::StatementKind::Call(_)
            | ast::StatementKind::Stop
            | ast::StatementKind::Report(_) => {}
        }
    }
}
