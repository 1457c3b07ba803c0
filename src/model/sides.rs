//! Kinds with a meaning of their own: the sides that play, and the game itself.

use super::{KindId, Kinds, RuleBook, TrackId, Type};

/// The kind of the sides that play.
pub const SIDE: &str = "side";
/// The kind of the one unit that is the game itself.
pub const GAME: &str = "game";

impl RuleBook {
    /// A kind by its name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        let at = self
            .kinds
            .iter()
            .position(|kind| kind.naming.name == name)?;
        Some(KindId::new(at))
    }

    /// The kind of the sides, if the book has sides.
    pub fn side_kind(&self) -> Option<KindId> {
        self.kind_named(SIDE)
    }

    /// The kind of the game itself, if the book declares it.
    pub fn game_kind(&self) -> Option<KindId> {
        self.kind_named(GAME)
    }

    /// The kinds of what stands on the table: all but the sides and the game.
    pub fn pieces(&self) -> Kinds {
        let others = [
            self.side_kind(),
            self.game_kind(),
            self.place_kind(),
            self.link_kind(),
        ];
        let others = others.into_iter().flatten().map(Kinds::one);
        Kinds::ALL.without(others.fold(Kinds::NONE, Kinds::or))
    }

    /// The track that says whose a piece is, if the book has sides.
    pub fn side_track(&self) -> Option<TrackId> {
        let side = self.side_kind()?;
        let at = self.tracks.iter().position(|track| {
            track.name == SIDE && track.ty == Type::Unit(Kinds::one(side)) && track.index.is_none()
        })?;
        Some(TrackId::new(at))
    }
}
