//! The chart of a formula that says what a step costs: its cases, in the order in which they are tried.

use sandtable_model::ProcedureId;
use sandtable_syntax::ast::{self, ExprKind, StatementKind};

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
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other line of a formula gives its result"
)]
pub(super) fn handed_on(block: &ast::Block) -> Vec<&str> {
    let mut found = Vec::new();
    for statement in block {
        match &statement.kind.value {
            StatementKind::Result(value) | StatementKind::Let { value, .. } => {
                if let ExprKind::Call { name, .. } = value.value.as_ref() {
                    found.push(name.value.as_str());
                }
            }
            StatementKind::If {
                then, otherwise, ..
            } => {
                found.extend(handed_on(then));
                found.extend(otherwise.iter().flat_map(handed_on));
            }
            StatementKind::Depending { arms, .. } => {
                found.extend(arms.iter().flat_map(|arm| handed_on(&arm.value.body)));
            }
            _ => {}
        }
    }
    found
}
