//! Sides of two hexes that never lie side by side, as far as what is written says how far apart they are.
//!
//! Reports: E0423.

use std::collections::{BTreeMap, BTreeSet};

use super::super::shape::shape;
use super::blocks;
use super::measures::constant;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::Primitive;
use sandtable_model::{
    Block, Expr, ExprKind, LocalId, Naming, RuleBook, StatementKind, walk_changes, walk_own,
    walk_statement, walk_statements, walk_within,
};

pub(super) fn sides(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let mut told = BTreeSet::new();
    for (naming, block) in blocks(book) {
        let may_move = may_move(book, block);
        let mut kept: BTreeMap<LocalId, &Expr> = BTreeMap::new();
        walk_statements(block, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |expr| {
                    // What one line of the file became may stand in several places.
                    let finding = finding(naming, expr, &kept);
                    diagnostics.extend(finding.filter(|_| told.insert(expr.span)));
                });
            });
            // Behind a move, what was kept is measured from elsewhere.
            if let (StatementKind::Let { local, value }, false) = (&statement.kind, may_move) {
                kept.insert(*local, value);
            }
            true
        });
    }
}

/// Whether pieces may move or turn in a rule.
fn may_move(book: &RuleBook, block: &Block) -> bool {
    let moves = [book.at_track(), book.facing_track()];
    let mut found = false;
    for statement in block {
        walk_changes(statement, &mut |_, track| {
            found |= moves.contains(&Some(track));
        });
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |expr| {
                found |= matches!(expr.kind, ExprKind::Call { .. });
            });
        });
    }
    found
}

/// A hex so far ahead of another.
struct Ahead {
    from: String,
    /// In which direction; of the hex itself none.
    way: Option<String>,
    steps: i32,
}

impl Ahead {
    fn of(expr: &Expr, kept: &BTreeMap<LocalId, &Expr>) -> Option<Self> {
        if let ExprKind::Local(id) = &expr.kind
            && let Some(value) = kept.get(id)
        {
            return Self::of(value, &BTreeMap::new());
        }
        if let ExprKind::Measured {
            primitive: Primitive::Ahead,
            arguments,
            ..
        } = &expr.kind
            && let [from, way, steps] = arguments.as_slice()
        {
            let from = Self::of(from, kept)?;
            let way = shape(way, &[])?;
            let steps = constant(steps)?;
            let is_straight = from.way.as_ref().is_none_or(|known| *known == way);
            return is_straight.then_some(Self {
                steps: from.steps.checked_add(steps)?,
                way: Some(way),
                from: from.from,
            });
        }
        Some(Self {
            from: shape(expr, &[])?,
            way: None,
            steps: 0,
        })
    }
}

fn finding(naming: &Naming, expr: &Expr, kept: &BTreeMap<LocalId, &Expr>) -> Option<Diagnostic> {
    let ExprKind::Measured {
        primitive: Primitive::Hexside,
        arguments,
        ..
    } = &expr.kind
    else {
        return None;
    };
    let [one, other] = arguments.as_slice() else {
        return None;
    };
    let (near, far) = (Ahead::of(one, kept)?, Ahead::of(other, kept)?);
    let is_straight = near.way.is_none() || far.way.is_none() || near.way == far.way;
    let apart = near.steps.checked_sub(far.steps)?.checked_abs()?;
    // A side of a hex with itself has its own finding.
    (near.from == far.from && is_straight && apart > 1).then(|| {
        Diagnostic::new(
            Code::NotAdjacent,
            "these two hexes have no side in common",
        )
        .label(expr.span, format!("they are {apart} hexes apart"))
        .help("name two hexes that lie side by side: `hexside(here, ahead(here, unit.facing, 1))`")
        .cite(naming.citations.iter().map(String::as_str))
    })
}
