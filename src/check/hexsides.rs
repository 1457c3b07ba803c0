//! Hexsides between two hexes whose constant offset says that they are not adjacent.
//!
//! Reports: E0423.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::{Measure, Primitive};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Block, Expr, LocalId, Naming, RuleBook, walk_changes, walk_own, walk_statement,
    walk_statements, walk_within,
};

/// Checks every hexside that a rule of a finished book names.
pub(super) fn check_hexsides(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let mut reported = BTreeSet::new();
    for (naming, block) in book.bodies() {
        let may_move = may_move(book, block);
        let mut bindings: BTreeMap<LocalId, &Expr> = BTreeMap::new();
        walk_statements(block, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |expr| {
                    // One line of the file can become several expressions.
                    let finding = finding(book, naming, expr, &bindings);
                    diagnostics.extend(finding.filter(|_| reported.insert(expr.span)));
                });
            });
            // After a move, the same expression denotes another hex.
            if let (Some((local, value)), false) = (statement.binding(), may_move) {
                bindings.insert(local, value);
            }
            true
        });
    }
}

/// Whether a body can move or turn pieces.
fn may_move(book: &RuleBook, block: &Block) -> bool {
    let moves = [book.at_track(), book.facing_track()];
    let mut found = false;
    for statement in block {
        walk_changes(statement, &mut |_, track| {
            found |= moves.contains(&Some(track));
        });
        walk_statement(statement, &mut |expr| {
            found |= expr.any(|part| part.call().is_some());
        });
    }
    found
}

/// A hex as an offset from a base: `steps` hexes in one direction.
struct Offset {
    /// Canonical form of the base.
    base: String,
    /// Canonical form of the direction; `None` for the base itself.
    direction: Option<String>,
    steps: i32,
}

impl Offset {
    fn of(expr: &Expr, bindings: &BTreeMap<LocalId, &Expr>) -> Option<Self> {
        if let Some(value) = expr.local().and_then(|local| bindings.get(&local)) {
            return Self::of(value, &BTreeMap::new());
        }
        if let Some(measured) = expr.measurement()
            && let (Primitive::Ahead, [from, direction, steps]) =
                (measured.primitive, measured.arguments)
        {
            let from = Self::of(from, bindings)?;
            let direction = canonical_form(direction, &[])?;
            let steps = steps.literal()?;
            let is_straight = from
                .direction
                .as_ref()
                .is_none_or(|known| *known == direction);
            return is_straight.then_some(Self {
                steps: from.steps.checked_add(steps)?,
                direction: Some(direction),
                base: from.base,
            });
        }
        Some(Self {
            base: canonical_form(expr, &[])?,
            direction: None,
            steps: 0,
        })
    }
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    expr: &Expr,
    bindings: &BTreeMap<LocalId, &Expr>,
) -> Option<Diagnostic> {
    let measured = expr.measurement()?;
    let (Primitive::Link, [one, other]) = (measured.primitive, measured.arguments) else {
        return None;
    };
    let (near, far) = (Offset::of(one, bindings)?, Offset::of(other, bindings)?);
    let is_straight =
        near.direction.is_none() || far.direction.is_none() || near.direction == far.direction;
    let apart = near.steps.checked_sub(far.steps)?.checked_abs()?;
    // A side of a hex with itself has its own finding.
    (near.base == far.base && is_straight && apart > 1).then(|| {
        let cells = book.board.map_or("hexes", Measure::word);
        let link = book.ground().link;
        Diagnostic::new(
            Code::NotAdjacent,
            format!("these two {cells} have no side in common"),
        )
        .label(expr.span, format!("they are {apart} {cells} apart"))
        .help(format!(
            "name two adjacent {cells}: `{link}(here, ahead(here, unit.facing, 1))`"
        ))
        .cite(naming.citations.iter().map(String::as_str))
    })
}
