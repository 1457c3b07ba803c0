//! Results of one table that are read by two lookups, each with a roll of its own: they are no row of the table.
//!
//! Reports: E0671.

use super::Context;
use super::readings::rolls;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Expr, Naming, RuleBook, Statement, TableId, blocks, walk_own, walk_within};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.tables.iter().all(|table| table.part_of.is_none()) {
        return;
    }
    for (naming, body) in book.bodies() {
        let mut search = Search {
            book,
            naming,
            diagnostics,
        };
        search.block(body);
    }
}

/// A lookup with a roll among its keys.
#[derive(Debug, Clone, Copy)]
struct RolledLookup<'b> {
    /// The table with several results.
    name: &'b str,
    /// The table of the one result that is read.
    table: TableId,
    span: Span,
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    naming: &'b Naming,
    diagnostics: &'d mut Diagnostics,
}

impl<'b> Search<'b, '_> {
    /// Returns the lookups of a block; reports two of one table that one pass through the block can make.
    fn block(&mut self, block: &'b [Statement]) -> Vec<RolledLookup<'b>> {
        let mut before: Vec<RolledLookup<'b>> = Vec::new();
        for statement in block {
            let mut own = Vec::new();
            walk_own(statement, &mut |expr| self.lookups(expr, &mut own));
            for lookup in own {
                self.compare(lookup, &before);
                before.push(lookup);
            }
            let mut inside = Vec::new();
            for inner in blocks(statement) {
                inside.extend(self.block(inner));
            }
            for lookup in &inside {
                self.compare(*lookup, &before);
            }
            // What ends the rule is on another path than the statements after it.
            let ends = statement.branch().is_some_and(|(_, then, otherwise)| {
                otherwise.is_empty() && then.last().is_some_and(Statement::ends_rule)
            });
            if !ends {
                before.extend(inside);
            }
        }
        before
    }

    fn lookups(&self, expr: &Expr, found: &mut Vec<RolledLookup<'b>>) {
        walk_within(expr, &mut |inner| {
            if let Some((table, arguments)) = inner.lookup()
                && arguments.iter().any(|key| rolls(self.book, key))
                && let Some(known) = self.book.tables.get(table.at())
                && let Some(name) = &known.part_of
            {
                found.push(RolledLookup {
                    name,
                    table,
                    span: inner.span,
                });
            }
        });
    }

    fn compare(&mut self, lookup: RolledLookup<'_>, before: &[RolledLookup<'_>]) {
        let mut others = before.iter().filter(|other| other.name == lookup.name);
        let Some(first) = others.find(|other| other.table != lookup.table) else {
            return;
        };
        let name = lookup.name;
        self.diagnostics.push(
            Diagnostic::new(
                Code::SplitRow,
                format!(
                    "two results of `{name}` are read with a roll each: they may be of two rows"
                ),
            )
            .label(lookup.span, "the second roll")
            .label(first.span, "the first roll")
            .help(format!(
                "name the row, and read both results of it: `row = {name}(…)`, then `row.…`"
            ))
            .cite(self.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
}
