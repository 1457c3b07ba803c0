//! The calls of actions in a body, each with the statements above it.

use super::{Above, Calls, Site};
use sandtable_model::{Statement, blocks};
use sandtable_source::Span;
use std::cell::OnceCell;

/// Reads the body of the last caller.
pub(super) struct Reader<'r, 'a, 'b> {
    pub(super) calls: &'r mut Calls<'a, 'b>,
    pub(super) first: Option<Span>,
    pub(super) is_option: bool,
    /// Number of blocks around the statements that are read.
    pub(super) depth: usize,
}

impl<'b> Reader<'_, '_, 'b> {
    /// Adds the calls of a block below a statement.
    pub(super) fn block(&mut self, block: &'b [Statement], mut above: Option<usize>) {
        let caller = self.calls.callers.len() - 1;
        for statement in block {
            if let Some((callee, arguments)) = statement.called_action(self.calls.book) {
                self.calls.sites.push(Site {
                    caller,
                    callee,
                    arguments,
                    span: statement.span,
                    is_first: self.depth == 0 && self.first == Some(statement.span),
                    is_option: self.is_option,
                    above,
                });
            }
            let mut add = |is_around| {
                self.calls.above.push(Above {
                    statement,
                    caller,
                    is_around,
                    next: above,
                    tested: OnceCell::new(),
                });
                Some(self.calls.above.len() - 1)
            };
            let inner = blocks(statement);
            let is_alone = inner.clone().next().is_none();
            let around = if is_alone { None } else { add(true) };
            above = add(false);
            let was_option = self.is_option;
            self.is_option |= statement
                .choice()
                .is_some_and(|choice| choice.lines().is_some());
            self.depth += 1;
            for inner in inner {
                self.block(inner, around);
            }
            self.depth -= 1;
            self.is_option = was_option;
        }
    }
}
