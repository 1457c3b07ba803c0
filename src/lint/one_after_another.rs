//! Actions that units carry out `at the same time` in one phase and one after the other, as listed, in another.
//!
//! Reports: E0684.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Naming, ProcedureId, RuleBook, Statement, blocks};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut together: BTreeMap<ProcedureId, Span> = BTreeMap::new();
    let mut listed: Vec<(ProcedureId, Span, &Naming)> = Vec::new();
    for (naming, body) in book.bodies() {
        let mut search = Search {
            book,
            together: &mut together,
            listed: Vec::new(),
        };
        search.block(body, false);
        let found = search.listed.into_iter();
        listed.extend(found.map(|(id, place)| (id, place, naming)));
    }
    for (id, place, naming) in listed {
        let called = book.procedures.get(id.at());
        if let (Some(other), Some(called)) = (together.get(&id), called) {
            let name = &called.naming.name;
            diagnostics.push(
                Diagnostic::new(
                    Code::OrderOfSides,
                    format!("the unit listed first carries out `{name}` before the others"),
                )
                .label(place, "one unit after the other, as listed")
                .label(*other, "here at the same time")
                .help(
                    "if all act at once, write `at the same time` around it; else state the order: \
                    `each unit in order of …`",
                )
                .cite(naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

struct Search<'b> {
    book: &'b RuleBook,
    /// The actions of units in blocks `at the same time`, each with its first loop.
    together: &'b mut BTreeMap<ProcedureId, Span>,
    /// The actions of units that follow each other.
    listed: Vec<(ProcedureId, Span)>,
}

impl Search<'_> {
    fn block(&mut self, block: &[Statement], is_together: bool) {
        for statement in block {
            let is_together = is_together || statement.simultaneous().is_some();
            if let Some(id) = self.of_all(statement) {
                if is_together {
                    self.together.entry(id).or_insert(statement.span);
                } else {
                    self.listed.push((id, statement.span));
                }
            }
            // Members of a side follow each other in its own turn.
            if statement.turns().is_none() {
                for inner in blocks(statement) {
                    self.block(inner, is_together);
                }
            }
        }
    }

    /// Returns the action that a loop calls for units of all sides, in no stated order, and that does something to other units.
    fn of_all(&self, statement: &Statement) -> Option<ProcedureId> {
        let each = statement.each().filter(|each| each.order.is_none())?;
        let members = each.selection;
        let is_of_pieces = members.region.is_none() && members.kinds.within(self.book.pieces());
        let side = self.book.side_track();
        let condition = members.condition.as_deref();
        let reads_side = condition.is_some_and(|condition| {
            condition.any(|part| part.track().is_some_and(|read| Some(read.track) == side))
        });
        let [only] = each.body.as_slice() else {
            return None;
        };
        let (id, arguments) = only.called_action(self.book)?;
        let is_own = arguments
            .first()
            .is_some_and(|one| one.is_local(members.local));
        (is_of_pieces && !reads_side && is_own && changes_others(self.book, id)).then_some(id)
    }
}

/// Whether an action changes units other than its first parameter, itself or by what it calls.
fn changes_others(book: &RuleBook, id: ProcedureId) -> bool {
    let Some(rule) = book.procedures.get(id.at()) else {
        return false;
    };
    let first = sandtable_model::LocalId::new(0);
    let mut found = false;
    let mut look = |statement: &Statement| {
        let change = statement.change();
        found |= change.is_some_and(|change| {
            change.unit.local().is_some_and(|unit| unit != first)
                && change.unit.ty.kinds().within(book.pieces())
        });
    };
    sandtable_model::simultaneous::visit_reached(book, &rule.body, &mut look);
    found
}
