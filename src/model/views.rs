//! Views of statements for passes that need one property: a pass that needs all of a statement matches its kind.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each view is of one or two kinds of statements"
)]

use super::{
    Among, Block, Change, Choice, Expr, ExprKind, LocalId, NONE, Naming, Rank, Selection, Settled,
    Statement, StatementKind, TrackId, Values, WindowId,
};
use sandtable_syntax::ast::Order;

/// A change of a track.
#[derive(Debug, Clone, Copy)]
pub struct TrackChange<'s> {
    /// Addition, subtraction or assignment.
    pub how: Change,
    /// The amount, or the new value.
    pub amount: &'s Expr,
    /// The unit whose track is changed.
    pub unit: &'s Expr,
    /// The track that is changed.
    pub track: TrackId,
}

impl Expr {
    /// Whether the operation itself reads nothing that rules change, and rolls no dice; its operands may.
    pub fn is_fixed(&self) -> bool {
        // Any other operation, also a new one, may read the state.
        matches!(
            self.kind,
            ExprKind::Constant(_)
                | ExprKind::Local(_)
                | ExprKind::Field { .. }
                | ExprKind::Option(_)
                | ExprKind::Not(_)
                | ExprKind::Negate(_)
                | ExprKind::Binary { .. }
                | ExprKind::Divide { .. }
                | ExprKind::Compare { .. }
                | ExprKind::Member { .. }
                | ExprKind::Shift { .. }
                | ExprKind::Widen { .. }
                | ExprKind::Limit { .. }
                | ExprKind::If { .. }
        )
    }

    /// Returns the side whose enemy it is: `enemy of unit.side` is reduced to a choice between two named sides.
    pub fn enemy_of(&self) -> Option<&Expr> {
        let other_side = |expr: &'_ Expr| match &expr.kind {
            ExprKind::NamedSide(at) => Some(*at),
            _ => None,
        };
        let ExprKind::If {
            condition,
            then,
            otherwise,
        } = &self.kind
        else {
            return None;
        };
        let ExprKind::Compare {
            order: Order::Equal,
            left,
            right,
        } = &condition.kind
        else {
            return None;
        };
        let ExprKind::If {
            then: second,
            otherwise: nobody,
            ..
        } = &otherwise.kind
        else {
            return None;
        };
        let is_enemy = other_side(right) == Some(0)
            && other_side(then) == Some(1)
            && other_side(second) == Some(0)
            && nobody.literal() == Some(NONE);
        is_enemy.then_some(left)
    }
}

impl Statement {
    /// Returns the local that it binds, with the value.
    pub fn binding(&self) -> Option<(LocalId, &Expr)> {
        match &self.kind {
            StatementKind::Let { local, value } => Some((*local, value)),
            _ => None,
        }
    }

    /// Returns the change of a track by an amount, or to a value.
    pub fn change(&self) -> Option<TrackChange<'_>> {
        match &self.kind {
            StatementKind::Change {
                how,
                amount,
                unit,
                track,
                ..
            } => Some(TrackChange {
                how: *how,
                amount,
                unit,
                track: *track,
            }),
            _ => None,
        }
    }

    /// Returns the decision that it asks for.
    pub fn choice(&self) -> Option<&Choice> {
        match &self.kind {
            StatementKind::Choose(choice) => Some(choice),
            _ => None,
        }
    }

    /// Returns the members over which it loops, with their order.
    pub fn turns(&self) -> Option<(&Selection, Option<&Settled>)> {
        match &self.kind {
            StatementKind::Each {
                selection, order, ..
            }
            | StatementKind::Alternate {
                selection, order, ..
            } => Some((selection, order.as_ref())),
            _ => None,
        }
    }

    /// Returns the members over which it ranges: for a loop, a ranking or a choice.
    pub fn selection(&self) -> Option<&Selection> {
        match &self.kind {
            StatementKind::Rank(rank) => Some(&rank.selection),
            StatementKind::Choose(choice) => choice.units(),
            _ => self.turns().map(|(selection, _)| selection),
        }
    }

    /// Returns its ranking.
    pub fn rank(&self) -> Option<&Rank> {
        match &self.kind {
            StatementKind::Rank(rank) => Some(rank),
            _ => None,
        }
    }

    /// Returns the outcome with which it ends a roll, with the condition.
    pub fn outcome(&self) -> Option<(i32, Option<&Expr>)> {
        match &self.kind {
            StatementKind::Outcome { value, when, .. } => Some((*value, when.as_ref())),
            _ => None,
        }
    }

    /// Returns the result with which it ends a rule.
    pub fn result(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Result(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the condition of a branch, with both blocks.
    pub fn branch(&self) -> Option<(&Expr, &Block, &Block)> {
        match &self.kind {
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    /// Returns the naming of a phase.
    pub fn phase(&self) -> Option<&Naming> {
        match &self.kind {
            StatementKind::Phase { naming, .. } => Some(naming),
            _ => None,
        }
    }

    /// Returns the window that it opens.
    pub fn window(&self) -> Option<WindowId> {
        match &self.kind {
            StatementKind::Open { window, .. } => Some(*window),
            _ => None,
        }
    }

    /// Returns the block whose changes it applies together.
    pub fn simultaneous(&self) -> Option<&Block> {
        match &self.kind {
            StatementKind::Simultaneous { body } => Some(body),
            _ => None,
        }
    }

    /// Returns the text of the requirement whose failure refuses the action.
    pub fn requirement(&self) -> Option<&str> {
        match &self.kind {
            StatementKind::Needs { why, .. } | StatementKind::OnceEach { why, .. } => Some(why),
            _ => None,
        }
    }

    /// Whether it ends the game.
    pub fn ends_game(&self) -> bool {
        matches!(self.kind, StatementKind::EndGame { .. })
    }
}

impl Choice {
    /// Returns the local of the chosen value, with the values; `None` for a choice of lines.
    pub fn values(&self) -> Option<(LocalId, &Values)> {
        match &self.among {
            Among::Values { local, values, .. } => Some((*local, values)),
            Among::Lines(_) => None,
        }
    }

    /// Returns the units or places of a choice.
    pub fn units(&self) -> Option<&Selection> {
        match self.values()?.1 {
            Values::Units(selection) => Some(selection),
            Values::Numbers { .. } | Values::Words(_) => None,
        }
    }
}
