//! Views of statements.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each view is of one or two kinds of statements"
)]

use super::TrackRead;
use crate::{
    Among, Arm, Block, Change, Choice, Expr, Line, LocalId, Naming, ProfileId, Rank, Selection,
    Settled, Statement, StatementKind, TrackId, Transfer, Values, WindowId, WordsId,
};

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
    /// The unit that the value is about, for a track with a value for each unit.
    pub index: Option<&'s Expr>,
    /// The half of a transfer of points that it is.
    pub transfer: Option<&'s Transfer>,
}

impl TrackChange<'_> {
    /// Whether it sets a flag.
    pub fn sets_flag(&self) -> bool {
        self.how == Change::Set && self.amount.literal() == Some(1)
    }
}

/// A loop over consecutive numbers.
#[derive(Debug, Clone, Copy)]
pub struct Count<'s> {
    /// The local bound to each number.
    pub local: LocalId,
    /// The first number.
    pub from: &'s Expr,
    /// The last number.
    pub to: &'s Expr,
    /// The loop body.
    pub body: &'s Block,
}

/// A loop that ends after a number of rounds or at a condition.
#[derive(Debug, Clone, Copy)]
pub struct Repetition<'s> {
    /// The condition that ends it.
    pub until: Option<&'s Expr>,
    /// The number of rounds.
    pub times: Option<&'s Expr>,
    /// The loop body.
    pub body: &'s Block,
}

/// A loop over the members of a selection.
#[derive(Debug, Clone, Copy)]
pub struct Iteration<'s> {
    /// The members.
    pub selection: &'s Selection,
    /// The order; `None` for that of the list.
    pub order: Option<&'s Settled>,
    /// The loop body.
    pub body: &'s Block,
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
                index,
                transfer,
            } => Some(TrackChange {
                how: *how,
                amount,
                unit,
                track: *track,
                index: index.as_ref(),
                transfer: transfer.as_ref(),
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

    /// Returns the expression that it evaluates for its effects.
    pub fn evaluated(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Returns the local of the unit that it brings into play.
    pub fn created(&self) -> Option<LocalId> {
        match self.kind {
            StatementKind::Create { local, .. } => Some(local),
            _ => None,
        }
    }

    /// Returns the unit of the roster that it brings into play, and the number of its spares.
    pub fn spares(&self) -> Option<(ProfileId, u32)> {
        match self.kind {
            StatementKind::Create { profile, most, .. } => Some((profile, most)),
            _ => None,
        }
    }

    /// Returns the owner of the unit that it brings into play; `None` without one, and for other statements.
    pub fn owner(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Create { owner, .. } => owner.as_ref(),
            _ => None,
        }
    }

    /// Returns the condition under which members of a selection have turns, round after round.
    pub fn alternation(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Alternate { condition, .. } => Some(condition),
            _ => None,
        }
    }

    /// Returns the winner with which it ends the game.
    pub fn winner(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::EndGame { winner } => winner.as_ref(),
            _ => None,
        }
    }

    /// Returns the local that it, or each of its rounds, binds.
    pub fn bound_local(&self) -> Option<LocalId> {
        let turns = self.turns().map(|(selection, _)| selection.local);
        let chosen = self.choice().and_then(Choice::values);
        self.binding()
            .map(|(local, _)| local)
            .or_else(|| self.created())
            .or_else(|| self.count().map(|count| count.local))
            .or(turns)
            .or(chosen.map(|(local, _)| local))
    }

    /// Returns the condition without which it refuses the action.
    pub fn needs(&self) -> Option<&Expr> {
        match &self.kind {
            StatementKind::Needs { condition, .. } => Some(condition),
            _ => None,
        }
    }

    /// Returns the mark that refuses the action if it is set.
    pub fn mark(&self) -> Option<TrackRead<'_>> {
        match &self.kind {
            StatementKind::OnceEach {
                unit, index, track, ..
            } => Some(TrackRead {
                unit,
                track: *track,
                index: index.as_ref(),
            }),
            _ => None,
        }
    }

    /// Returns the loop over numbers.
    pub fn count(&self) -> Option<Count<'_>> {
        match &self.kind {
            StatementKind::Count {
                local,
                from,
                to,
                body,
            } => Some(Count {
                local: *local,
                from,
                to,
                body,
            }),
            _ => None,
        }
    }

    /// Returns the loop that ends after a number of rounds or at a condition.
    pub fn repetition(&self) -> Option<Repetition<'_>> {
        match &self.kind {
            StatementKind::Repeat { until, times, body } => Some(Repetition {
                until: until.as_ref(),
                times: times.as_ref(),
                body,
            }),
            _ => None,
        }
    }

    /// Returns the loop in which each member of a selection has one turn.
    pub fn each(&self) -> Option<Iteration<'_>> {
        match &self.kind {
            StatementKind::Each {
                selection,
                order,
                body,
            } => Some(Iteration {
                selection,
                order: order.as_ref(),
                body,
            }),
            _ => None,
        }
    }

    /// Returns the lines of a distinction of cases, with the value that decides.
    pub fn cases(&self) -> Option<(&Expr, &[Arm])> {
        match &self.kind {
            StatementKind::Depending { value, arms } => Some((value, arms)),
            _ => None,
        }
    }

    /// Returns the block of a phase, or the block whose changes it applies together.
    pub fn grouped(&self) -> Option<&Block> {
        match &self.kind {
            StatementKind::Phase { body, .. } | StatementKind::Simultaneous { body } => Some(body),
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

    /// Returns the list of the outcome with which it ends a roll.
    pub fn outcome_list(&self) -> Option<WordsId> {
        match self.kind {
            StatementKind::Outcome { words, .. } => Some(words),
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

    /// Returns the condition on which it ends the action, if it does nothing else: `if unit is pinned: stop`.
    pub fn early_end(&self) -> Option<&Expr> {
        let (condition, then, otherwise) = self.branch()?;
        let ends = matches!(then.as_slice(), [only] if only.is_stop() || only.result().is_some());
        (ends && otherwise.is_empty()).then_some(condition)
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

    /// Returns the window that it opens, with the arguments.
    pub fn opened(&self) -> Option<(WindowId, &[Expr])> {
        match &self.kind {
            StatementKind::Open {
                window, arguments, ..
            } => Some((*window, arguments)),
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

    /// Whether it ends the action without a result.
    pub fn is_stop(&self) -> bool {
        matches!(self.kind, StatementKind::Stop)
    }

    /// Whether it has no effect.
    pub fn is_nothing(&self) -> bool {
        matches!(self.kind, StatementKind::Nothing)
    }

    /// Whether it leaves the innermost loop.
    pub fn is_done(&self) -> bool {
        matches!(self.kind, StatementKind::Done)
    }

    /// Whether it leaves the innermost loop or its round.
    pub fn is_jump(&self) -> bool {
        matches!(self.kind, StatementKind::Next | StatementKind::Done)
    }

    /// Whether no statement after it is executed: it gives the result, or stops.
    pub fn ends_rule(&self) -> bool {
        self.is_stop() || self.result().is_some() || matches!(self.outcome(), Some((_, None)))
    }

    /// Whether it ends the action at whose window a reaction was offered.
    pub fn is_cancel(&self) -> bool {
        matches!(self.kind, StatementKind::Cancel)
    }

    /// Whether it ends the game.
    pub fn ends_game(&self) -> bool {
        matches!(self.kind, StatementKind::EndGame { .. })
    }
}

impl Arm {
    /// Whether it is the line of a value, or that for all others.
    pub fn takes(&self, value: i32) -> bool {
        let mut ranges = self.ranges.iter();
        self.ranges.is_empty() || ranges.any(|(low, high)| (*low..=*high).contains(&value))
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

    /// Returns the lines of a choice; `None` for a choice of values.
    pub fn lines(&self) -> Option<&[Line]> {
        match &self.among {
            Among::Lines(lines) => Some(lines),
            Among::Values { .. } => None,
        }
    }

    /// Returns the units or places of a choice.
    pub fn units(&self) -> Option<&Selection> {
        match self.values()?.1 {
            Values::Units(selection) => Some(selection),
            Values::Numbers { .. } | Values::Words { .. } => None,
        }
    }
}
