//! Costs of options that the actions pay which they call: `"long": long-burst(unit)`, `burst(unit, 2)` with `take length from unit.points`.

use super::readings::is_read_in;
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{Change, Expr, Procedure, RuleBook, Statement, TrackId, walk_statements};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 3;

/// A cost that a block pays whatever happens: by itself, or at the top of an action that it calls.
pub(super) struct CallCost {
    pub(super) track: TrackId,
    /// The unit in canonical form, in the locals of the block.
    pub(super) unit: String,
    pub(super) amount: i32,
    /// The statement that takes it.
    pub(super) taken: Span,
    /// The call in the block.
    pub(super) call: Span,
}

/// Returns the costs that the actions pay which a block calls; those of an action that reads the track are not among them, since it may check it.
pub(super) fn costs_of_calls(book: &RuleBook, block: &[Statement]) -> Vec<CallCost> {
    let mut found = Vec::new();
    for statement in block {
        let called = statement.called_action(book);
        if let Some((called, arguments)) = called
            && let Some(called) = book.procedures.get(called.at())
        {
            let frame = Frame::new(arguments, &Frame::default());
            of_body(book, called, &frame, statement.span, MAX_DEPTH, &mut found);
        }
        if may_end(statement) {
            break;
        }
    }
    found
}

/// The arguments of a call in terms of the block that is searched.
#[derive(Default)]
struct Frame {
    forms: Substitution,
    numbers: Vec<Option<i32>>,
}

impl Frame {
    fn new(arguments: &[Expr], around: &Self) -> Self {
        let arguments = arguments.iter();
        Self {
            forms: arguments
                .clone()
                .map(|one| canonical_form(one, &around.forms))
                .collect(),
            numbers: arguments.map(|one| around.number(one)).collect(),
        }
    }

    /// Returns the number that an expression is.
    fn number(&self, expr: &Expr) -> Option<i32> {
        let given = expr.local().and_then(|local| self.numbers.get(local.at()));
        expr.literal().or(given.copied().flatten())
    }
}

fn of_body(
    book: &RuleBook,
    action: &Procedure,
    frame: &Frame,
    call: Span,
    depth: usize,
    found: &mut Vec<CallCost>,
) {
    for statement in &action.body {
        let change = statement.change();
        let taken = change.filter(|change| change.how == Change::Take && change.index.is_none());
        if let Some(change) = taken
            && change.transfer.is_none()
            && !is_read_in(&action.body, change.track)
            && let Some(amount) = frame.number(change.amount)
            && let Some(unit) = canonical_form(change.unit, &frame.forms)
        {
            found.push(CallCost {
                track: change.track,
                unit,
                amount,
                taken: statement.span,
                call,
            });
        }
        if let Some((inner, arguments)) = statement.called_action(book)
            && let Some(inner) = book.procedures.get(inner.at()).filter(|_| depth > 1)
        {
            let mut costs = Vec::new();
            let frame = Frame::new(arguments, frame);
            of_body(book, inner, &frame, call, depth - 1, &mut costs);
            costs.retain(|cost| !is_read_in(&action.body, cost.track));
            found.append(&mut costs);
        }
        if may_end(statement) {
            return;
        }
    }
}

/// Whether the statements after it may not be executed.
fn may_end(statement: &Statement) -> bool {
    let mut ends = false;
    walk_statements(std::slice::from_ref(statement), &mut |inner| {
        ends |= inner.ends_rule() || inner.is_jump() || inner.ends_game();
        !ends
    });
    ends
}
