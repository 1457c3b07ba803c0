//! Changes of a track that cannot make a trigger fire: they lead away from the value that it waits for.

use super::{Change, LocalId, TrackId, Type, When};
use sandtable_syntax::ast::Crossing;

impl When {
    /// Whether a change of a track, by a constant or to it, can make the watched value cross its level; `true` if that is not known.
    pub fn may_be_crossed_by(&self, track: TrackId, how: Change, amount: Option<i32>) -> bool {
        let read = self.watched.track().filter(|read| {
            read.track == track && read.index.is_none() && read.unit.is_local(LocalId::new(0))
        });
        let (Some(_), Some(level), Some(amount)) = (read, self.level.constant_value(), amount)
        else {
            return true;
        };
        match (how, self.crossing) {
            (Change::Set, Crossing::Reaches) => amount >= level,
            (Change::Set, Crossing::FallsTo) => amount <= level,
            // A number beyond the ends of a track is limited to them.
            (Change::Set, Crossing::Becomes) => {
                amount == level || matches!(self.watched.ty, Type::Number(_))
            }
            (Change::Add, Crossing::FallsTo) | (Change::Take, Crossing::Reaches) => amount < 0,
            (
                Change::Add | Change::Take,
                Crossing::Reaches | Crossing::FallsTo | Crossing::Becomes,
            ) => true,
        }
    }
}
