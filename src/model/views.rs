//! Views of statements for passes that ask about one thing only: a pass that needs all of a statement matches its kind.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each view is of one or two kinds of statements"
)]

use super::{
    Among, Block, Change, Choice, Expr, LocalId, Naming, Rank, Selection, Settled, Statement,
    StatementKind, TrackId, Values, WindowId,
};

/// A change of a track.
#[derive(Debug, Clone, Copy)]
pub struct TrackChange<'s> {
    /// Direction.
    pub how: Change,
    /// Amount, or the new value.
    pub amount: &'s Expr,
    /// Unit.
    pub unit: &'s Expr,
    /// Track.
    pub track: TrackId,
}

impl Statement {
    /// The local that it binds to a value, and the value.
    pub fn binding(&self) -> Option<(LocalId, &Expr)> {
        match &self.kind {
            StatementKind::Let { local, value } => Some((*local, value)),
            _ => None,
        }
    }

    /// The change of a track by a number or to a value that it states.
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

    /// The choice that it asks for.
    pub fn choice(&self) -> Option<&Choice> {
        match &self.kind {
            StatementKind::Choose(choice) => Some(choice),
            _ => None,
        }
    }

    /// The units or places that have their turns in it, and their order.
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

    /// The units or places over which it ranges: for a loop, a ranking or a choice.
    pub fn selection(&self) -> Option<&Selection> {
        match &self.kind {
            StatementKind::Rank(rank) => Some(&rank.selection),
            StatementKind::Choose(choice) => choice.units(),
            _ => self.turns().map(|(selection, _)| selection),
        }
    }

    /// The ranking that it makes.
    pub fn rank(&self) -> Option<&Rank> {
        match &self.kind {
            StatementKind::Rank(rank) => Some(rank),
            _ => None,
        }
    }

    /// The outcome with which it ends a roll, and the condition.
    pub fn outcome(&self) -> Option<(i32, Option<&Expr>)> {
        match &self.kind {
            StatementKind::Outcome { value, when, .. } => Some((*value, when.as_ref())),
            _ => None,
        }
    }

    /// The calculated value with which it ends a rule.
    pub fn result(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Result(value) => Some(value),
            _ => None,
        }
    }

    /// The condition by which it branches, and both blocks.
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

    /// The phase that it is.
    pub fn phase(&self) -> Option<&Naming> {
        match &self.kind {
            StatementKind::Phase { naming, .. } => Some(naming),
            _ => None,
        }
    }

    /// The window that it opens.
    pub fn window(&self) -> Option<WindowId> {
        match &self.kind {
            StatementKind::Open { window, .. } => Some(*window),
            _ => None,
        }
    }

    /// The block whose changes it makes together.
    pub fn simultaneous(&self) -> Option<&Block> {
        match &self.kind {
            StatementKind::Simultaneous { body } => Some(body),
            _ => None,
        }
    }

    /// The requirement whose failure refuses the action, in the players' words.
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
    /// The local of the chosen value, and the values; `None` for a choice of lines.
    pub fn values(&self) -> Option<(LocalId, &Values)> {
        match &self.among {
            Among::Values { local, values, .. } => Some((*local, values)),
            Among::Lines(_) => None,
        }
    }

    /// The units or places among which it is.
    pub fn units(&self) -> Option<&Selection> {
        match self.values()?.1 {
            Values::Units(selection) => Some(selection),
            Values::Numbers { .. } | Values::Words(_) => None,
        }
    }
}
