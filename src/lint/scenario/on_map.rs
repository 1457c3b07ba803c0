//! Units that a rule moves only if they are on the map already.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Arithmetic, Block, Expr, KindId, LocalId, NONE, ProcedureId, RuleBook, Statement, TrackId,
    walk_statements,
};
use sandtable_syntax::ast::Order;

/// Depth to which callers are followed.
const MAX_DEPTH: usize = 4;

/// The units that each body of a book moves only on the map.
pub(crate) struct OnMap<'b> {
    book: &'b RuleBook,
    at_track: TrackId,
    /// Per body, in the order of [`RuleBook::bodies`]; computed on demand.
    bodies: Vec<(&'b Block, OnceCell<Vec<Expr>>)>,
    /// Per action, the bodies that call it, with the arguments.
    callers: BTreeMap<ProcedureId, Vec<(usize, &'b [Expr])>>,
}

impl<'b> OnMap<'b> {
    pub(crate) fn new(book: &'b RuleBook, at_track: TrackId) -> Self {
        let bodies = book.bodies().map(|(_, body)| (body, OnceCell::new()));
        let mut callers: BTreeMap<ProcedureId, Vec<(usize, &'b [Expr])>> = BTreeMap::new();
        for (at, (_, body)) in book.bodies().enumerate() {
            walk_statements(body, &mut |statement| {
                if let Some((id, arguments)) = statement.called_action(book) {
                    callers.entry(id).or_default().push((at, arguments));
                }
                true
            });
        }
        Self {
            book,
            at_track,
            bodies: bodies.collect(),
            callers,
        }
    }

    /// Whether a body has a unit only if it is on the map: it asks itself, or every caller does.
    pub(crate) fn has(&self, body: usize, unit: &Expr) -> bool {
        self.has_by_callers(body, unit, MAX_DEPTH)
    }

    fn has_by_callers(&self, body: usize, unit: &Expr, depth: usize) -> bool {
        let own = self.bodies.get(body);
        let own = own.map(|(own, units)| units.get_or_init(|| units_on_map(own, self.at_track)));
        if own.is_some_and(|own| own.iter().any(|known| are_equivalent(known, unit))) {
            return true;
        }
        let called = self.book.procedures.get(body);
        let n_parameters = called.map_or(0, |called| called.parameters.len());
        let parameter = unit.local().filter(|local| local.at() < n_parameters);
        let callers = self.callers.get(&ProcedureId::new(body));
        let (Some(parameter), Some(callers), true) = (parameter, callers, depth > 0) else {
            return false;
        };
        callers.iter().all(|(caller, arguments)| {
            let given = arguments.get(parameter.at());
            given.is_some_and(|given| self.has_by_callers(*caller, given, depth - 1))
        })
    }
}

/// Returns the units for which a body ends early, or is refused, without a place, `if here is none: stop`; and those that it selects on the
/// map, `each tank where tank.at is not none`.
fn units_on_map(body: &[Statement], at_track: TrackId) -> Vec<Expr> {
    let mut names: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    let mut found = Vec::new();
    for statement in body {
        let end = statement.branch().filter(|(_, then, otherwise)| {
            otherwise.is_empty() && then.last().is_some_and(Statement::ends_rule)
        });
        match (end, statement.needs()) {
            (Some((condition, ..)), _) => tested(condition, false, at_track, &names, &mut found),
            (None, Some(condition)) => tested(condition, true, at_track, &names, &mut found),
            (None, None) => {}
        }
        names.extend(statement.binding());
    }
    walk_statements(body, &mut |statement| {
        let members = statement.selection();
        let condition = members.and_then(|members| members.condition.as_deref());
        condition
            .into_iter()
            .for_each(|one| tested(one, true, at_track, &names, &mut found));
        true
    });
    found
}

/// Adds the units that have a place if a condition is met, or if it is not.
fn tested(
    condition: &Expr,
    is_met: bool,
    at_track: TrackId,
    names: &BTreeMap<LocalId, &Expr>,
    found: &mut Vec<Expr>,
) {
    let (chain, order) = match is_met {
        true => (Arithmetic::And, Order::NotEqual),
        false => (Arithmetic::Or, Order::Equal),
    };
    condition.chain(chain, &mut |part| {
        let (compared, order) = match part.negated() {
            Some(inner) => (inner.comparison(), order.negated()),
            None => (part.comparison(), order),
        };
        let compared = compared.filter(|compared| {
            compared.order == order && compared.right.constant_value() == Some(NONE)
        });
        let place = compared.map(|compared| compared.left);
        let named = place
            .and_then(Expr::local)
            .and_then(|local| names.get(&local).copied());
        let read = named.or(place).and_then(Expr::track);
        let read = read.filter(|read| read.track == at_track);
        found.extend(read.map(|read| read.unit.clone()));
    });
}

/// Whether rules move units of a kind only to places that they search or that are near: a unit on a place without links stays there.
pub(super) fn is_moved_along_links(book: &RuleBook, kind: KindId) -> bool {
    let mut bodies = book.bodies();
    bodies.all(|(_, body)| {
        let (mut near, mut is_along) = (BTreeSet::new(), true);
        walk_statements(body, &mut |statement| {
            let choice = statement.choice();
            let chosen = choice.and_then(|choice| Some((choice.values()?.0, choice.units()?)));
            let each = statement
                .each()
                .map(|each| (each.selection.local, each.selection));
            if let Some((local, selection)) = chosen.or(each)
                && selection
                    .region
                    .as_ref()
                    .is_some_and(|region| !region.parts().is_empty())
            {
                near.insert(local);
            }
            if let Some(change) = statement.change()
                && Some(change.track) == book.at_track()
                && change.unit.ty.kinds().has(kind)
            {
                let local = change.amount.local();
                is_along &= local.is_some_and(|local| near.contains(&local))
                    || change.amount.constant_value() == Some(NONE);
            }
            true
        });
        is_along
    })
}
