//! Units that a rule moves only if they are on the map already.

use std::collections::BTreeMap;

use sandtable_model::{Arithmetic, Expr, LocalId, NONE, Statement, TrackId};
use sandtable_syntax::ast::Order;

/// Returns the units for which a body ends early, or is refused, without a place: `if here is none: stop`.
pub(super) fn units_on_map(body: &[Statement], at_track: TrackId) -> Vec<&Expr> {
    let mut names: BTreeMap<LocalId, &Expr> = BTreeMap::new();
    let mut found = Vec::new();
    for statement in body {
        let (chain, order, condition) = match (statement.early_end(), statement.needs()) {
            (Some(condition), _) => (Arithmetic::Or, Order::Equal, Some(condition)),
            (None, condition) => (Arithmetic::And, Order::NotEqual, condition),
        };
        let mut tested = Vec::new();
        if let Some(condition) = condition {
            condition.chain(chain, &mut |part| tested.extend(part.comparison()));
        }
        for compared in tested {
            let is_none = compared.right.constant_value() == Some(NONE);
            if compared.order == order && is_none {
                let place = compared.left;
                let named = place.local().and_then(|local| names.get(&local).copied());
                let read = named.unwrap_or(place).track();
                found.extend(
                    read.filter(|read| read.track == at_track)
                        .map(|read| read.unit),
                );
            }
        }
        names.extend(statement.binding());
    }
    found
}
