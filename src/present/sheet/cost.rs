//! The chart of a formula that says what a step costs: its cases, in the order in which they are tried.

use sandtable_model::ProcedureId;
use sandtable_syntax::ast;

use super::chart_source::sections;
use super::grid::{Cell, Grid};
use super::source::Source;
use super::text::Text;
use crate::words;

/// The chart of a formula: its steps in words.
pub(super) fn grid(source: &Source<'_>, rule: &ast::Procedure, id: ProcedureId) -> Grid {
    let lines = words::lines_of_procedure(source.book, id).into_iter();
    let rows = lines.map(|(depth, mark, text)| {
        let indent = "    ".repeat(depth.saturating_sub(1));
        let mark = match mark.as_str() {
            "" => String::new(),
            mark => format!("{indent}{mark} "),
        };
        vec![Cell::words(format!("{mark}{}", text.with_sections()))]
    });
    Grid {
        title: Text::bold(source.names.title(&rule.head.name.value)),
        sections: sections(&rule.head),
        rows: rows.collect(),
        n_keys: 1,
        of: Some(format!("cost {}", rule.head.name.value)),
        is_striped: true,
        is_full: true,
        ..Grid::default()
    }
}

/// Returns the rules whose result a rule returns as its own.
pub(super) fn handed_on(block: &ast::Block) -> Vec<&str> {
    let mut found = Vec::new();
    for statement in block {
        let kept = statement.binding().map(|(_, value)| value);
        let called = statement
            .result()
            .or(kept)
            .and_then(|value| value.value.call());
        found.extend(called.map(|(name, _)| name.value.as_str()));
        if statement.branch().is_some() || statement.cases().is_some() {
            found.extend(ast::walk::blocks(statement).into_iter().flat_map(handed_on));
        }
    }
    found
}
