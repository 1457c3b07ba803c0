//! Tracks that a block `at the same time` sets to two constants wherever it gets so far.
//!
//! Reports: E0521.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{Block, Change, Expr, RuleBook, Statement, TrackId, blocks, walk_statements};
use sandtable_source::Span;

/// Maximum number of calls that are followed, each in the rule that the one before calls.
const MAX_CALLS: usize = 6;

/// Checks every such block of a finished book.
pub(super) fn check_set_twice(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, body) in book.bodies() {
        let mut found = Vec::new();
        walk_statements(body, &mut |statement| {
            if let Some(block) = statement.simultaneous() {
                let mut sets = Sets {
                    book,
                    around: statement.span,
                    found: &mut found,
                };
                sets.block(block, &[], &mut BTreeMap::new(), 0);
            }
            true
        });
        let citations = || naming.citations.iter().map(String::as_str);
        diagnostics.extend(found.into_iter().map(|one| one.cite(citations())));
    }
}

/// A track of a unit, which may be about another one, by canonical forms.
type Place = (String, TrackId, Option<String>);

/// The constants to which tracks are set, with the statements.
type Known = BTreeMap<Place, (String, Span)>;

/// A search for tracks that one block sets to two constants wherever it gets so far.
struct Sets<'b, 'd> {
    book: &'b RuleBook,
    /// Span of the first line of the block.
    around: Span,
    found: &'d mut Vec<Diagnostic>,
}

impl<'b> Sets<'b, '_> {
    /// Reads statements in order, with the canonical forms of the parameters of the rule that they are in. What an inner block sets
    /// is known inside of it alone, since it may be left out.
    fn block(
        &mut self,
        block: &'b [Statement],
        parameters: &[Option<String>],
        known: &mut Known,
        depth: usize,
    ) {
        for statement in block {
            // A block of its own is read by itself.
            if statement.simultaneous().is_some() {
                continue;
            }
            self.set(statement, parameters, known);
            for inner in blocks(statement) {
                self.block(inner, parameters, &mut known.clone(), depth);
            }
            if let Some((action, arguments)) = statement.called_action(self.book)
                && depth < MAX_CALLS
                && let Some(called) = self.book.procedures.get(action.at())
            {
                let forms = arguments.iter();
                let forms: Vec<_> = forms
                    .map(|argument| canonical_form(argument, parameters))
                    .collect();
                self.block(until_an_end(&called.body), &forms, known, depth + 1);
            }
        }
    }

    /// Notes the constant to which a statement sets a track, and reports another one.
    fn set(&mut self, statement: &Statement, parameters: &[Option<String>], known: &mut Known) {
        let Some(change) = statement.change().filter(|one| one.how == Change::Set) else {
            return;
        };
        let form = |expr: &Expr| canonical_form(expr, parameters);
        let index = change.index.map(form);
        let (Some(unit), Some(value)) = (form(change.unit), form(change.amount)) else {
            return;
        };
        let number = value.strip_prefix('c');
        let is_constant = number.is_some_and(|number| number.parse::<i32>().is_ok());
        if !is_constant || index == Some(None) {
            return;
        }
        let place = (unit, change.track, index.flatten());
        let Some((before, first)) = known.get(&place) else {
            known.insert(place, (value, statement.span));
            return;
        };
        if let Some(track) = self.book.tracks.get(change.track.at())
            && *before != value
        {
            let name = &track.name;
            self.found.push(
                Diagnostic::new(
                    Code::SetTwice,
                    format!("`{name}` is set to two different values at the same time"),
                )
                .label(statement.span, "set again")
                .label(*first, "set here")
                .label(self.around, "the changes of this block are made together")
                .help("set it after the block; or use `add` and `take`, which are summed up"),
            );
        }
    }
}

/// Returns the statements of a rule that are executed whenever it is: those before the first that can end or refuse it.
fn until_an_end(body: &Block) -> &[Statement] {
    let may_end = |statement: &Statement| {
        let mut ends = false;
        walk_statements(std::slice::from_ref(statement), &mut |inner| {
            ends |= inner.ends_rule()
                || inner.is_cancel()
                || inner.needs().is_some()
                || inner.mark().is_some();
            true
        });
        ends
    };
    let n = body.iter().position(may_end).unwrap_or(body.len());
    body.get(..n).unwrap_or_default()
}
