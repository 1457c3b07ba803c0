//! Outcomes of rolls that no way through them comes to.
//!
//! Reports: E0605.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Procedure, RuleBook, Statement, StatementKind, blocks};

pub(super) fn outcomes(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for procedure in &book.procedures {
        diagnostics.extend(never(book, procedure));
    }
}

fn never(book: &RuleBook, procedure: &Procedure) -> Option<Diagnostic> {
    let list = book.words.get(procedure.outcomes?.at())?;
    let mut found = BTreeSet::new();
    if !collect(&procedure.body, &mut found) {
        return None;
    }
    let missing: Vec<String> = list
        .words
        .iter()
        .enumerate()
        .filter(|(at, _)| i32::try_from(*at).is_ok_and(|at| !found.contains(&at)))
        .map(|(_, word)| format!("`{word}`"))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let naming = &procedure.naming;
    let message = format!(
        "no line of `{}` comes to {}",
        naming.name,
        missing.join(" or ")
    );
    let diagnostic = Diagnostic::new(Code::NeverComesOut, message)
        .label(naming.span, "")
        .help("write the line that leads to it, or take the word out behind `->`")
        .cite(naming.citations.iter().map(String::as_str));
    Some(diagnostic)
}

/// Gathers the outcomes that statements name; whether there are no others.
fn collect(statements: &[Statement], found: &mut BTreeSet<i32>) -> bool {
    statements.iter().all(|statement| {
        match &statement.kind {
            StatementKind::Outcome { value, .. } => {
                found.insert(*value);
            }
            // A value that is worked out may be any of them.
            StatementKind::Result(_) => return false,
            _ => {}
        }
        blocks(statement)
            .into_iter()
            .all(|inner| collect(inner, found))
    })
}
