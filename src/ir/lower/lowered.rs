//! A program and what its outcome means.

use super::super::debug_info::Shown;
use super::super::id::{Pc, Reg};
use super::super::op::Op;
use super::super::operands::tracks;
use super::super::program::Program;
use super::super::secrets::Secrets;
use sandtable_model::TrackId;
use sandtable_source::Span;

/// The meaning of one number of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutcomePart {
    /// 1 if a `needs` was not met. Always the first part.
    Refused,
    /// The winner of the game: a unit, several as [`winners`] gives them, [`NO_WINNER`] if it ended without a winner, [`NONE`](crate::NONE) if it has not ended. Present
    /// only if the game can end.
    Ended,
    /// The value of the rule.
    Value(Shown),
    /// A value that a `report` names, as written.
    Reported {
        /// Span of the reported expression.
        span: Span,
        /// The name of the result, if it is one of several of a table.
        name: Option<String>,
        /// The way in which it is shown.
        shown: Shown,
    },
    /// A track at the end.
    Track {
        /// The unit: its place in the cast.
        unit: usize,
        /// Name of the track.
        name: String,
        /// Title of the track, else its name.
        title: String,
        /// The way in which it is shown.
        shown: Shown,
        /// Value at the start.
        start: i32,
        /// Whether it is the flag that keeps a spare unit out of play.
        is_spare: bool,
    },
    /// Whether a condition holds.
    Condition,
}

impl OutcomePart {
    /// Returns the way in which its value is shown, if it is one of the rules.
    pub fn shown(&self) -> Option<&Shown> {
        match self {
            Self::Value(shown) | Self::Reported { shown, .. } | Self::Track { shown, .. } => {
                Some(shown)
            }
            Self::Refused | Self::Ended | Self::Condition => None,
        }
    }
}

/// The value of the winner when a game has ended without one.
pub const NO_WINNER: i32 = -1;

/// The value of the winner when several sides have won, beside a bit for each of them by its index in the cast.
pub(super) const TOGETHER: i32 = 1 << 30;

/// Number of bits below [`TOGETHER`]: a side that wins together with others has a lower index in the cast. One that wins alone may have any.
pub(super) const MOST_TOGETHER: usize = 30;

/// Returns the value of the winner for units by their indices in the cast.
pub fn together(units: impl IntoIterator<Item = usize>) -> i32 {
    let units: Vec<usize> = units.into_iter().collect();
    match units.as_slice() {
        [] => NO_WINNER,
        [only] => i32::try_from(*only).unwrap_or(NO_WINNER),
        several => several.iter().fold(TOGETHER, |all, at| {
            debug_assert!(*at < MOST_TOGETHER, "such an end is a fault");
            all | 1 << at
        }),
    }
}

/// Returns the winners by their indices in the cast, from the value of the winner.
pub fn winners(value: i32) -> Vec<usize> {
    let bits = 0..MOST_TOGETHER;
    match usize::try_from(value) {
        Err(_) => Vec::new(),
        Ok(_) if value >= TOGETHER => bits.filter(|at| value >> at & 1 == 1).collect(),
        Ok(unit) => vec![unit],
    }
}

/// A program and what its outcome means.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// One per value of an outcome.
    pub parts: Vec<OutcomePart>,
    /// The units that can be hidden from a side.
    pub secrets: Secrets,
    /// The number of each track of the book in the program.
    pub(super) numbers: Vec<u32>,
}

impl Lowered {
    /// The register of a track of a unit, if its kind has the track.
    pub fn slot(&self, unit: usize, track: TrackId) -> Option<Reg> {
        let number = *self.numbers.get(track.at())? as usize;
        let at = unit * self.program.n_tracks as usize + number;
        *self.program.slot_of.get(at)?
    }

    /// The register of the value that a track of a unit has for another unit.
    pub fn slot_about(&self, unit: usize, track: TrackId, about: usize) -> Option<Reg> {
        let number = *self.numbers.get(track.at())? as usize + about;
        let at = unit * self.program.n_tracks as usize + number;
        *self.program.slot_of.get(at)?
    }

    /// Whether the program reads or changes a track of any unit.
    pub fn uses(&self, track: TrackId) -> bool {
        self.is_used_by(track, self.program.ops.iter())
    }

    /// Whether one of some ops reads or changes a track of any unit.
    pub fn uses_at(&self, track: TrackId, ops: &[Pc]) -> bool {
        let ops = ops.iter();
        self.is_used_by(
            track,
            ops.filter_map(|at| self.program.ops.get(at.0 as usize)),
        )
    }

    fn is_used_by<'o>(&self, track: TrackId, mut ops: impl Iterator<Item = &'o Op>) -> bool {
        let number = self.numbers.get(track.at());
        number.is_some_and(|number| {
            ops.any(|op| tracks(&self.program, op).is_some_and(|used| used.contains(number)))
        })
    }
}
