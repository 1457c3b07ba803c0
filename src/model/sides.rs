//! Kinds that the language defines: sides, and the game itself.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;

use super::{CastUnit, Conditional, Expr, KindId, Kinds, RuleBook, TrackId, Type};

/// The name of the kind of sides.
pub const SIDE: &str = "side";
/// The names of players that every game has; no policy of an author has one.
pub const PLAYERS: [&str; 7] = [
    "person", "random", "script", "policy", "greedy", "search", "exact",
];
/// The name of the kind of the game itself.
pub const GAME: &str = "game";

impl RuleBook {
    /// Returns the kind with a name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        let at = self
            .kinds
            .iter()
            .position(|kind| kind.naming.name == name)?;
        Some(KindId::new(at))
    }

    /// Returns the kind of sides, if the book has sides.
    pub fn side_kind(&self) -> Option<KindId> {
        self.kind_named(SIDE)
    }

    /// Returns the index in a cast of a side that the ruleset names.
    pub fn named_side(&self, side: usize, cast: &[CastUnit]) -> Option<usize> {
        let (kind, naming) = (self.side_kind()?, self.sides.get(side)?);
        let is_it = |unit: &CastUnit| {
            let profile = self.profiles.get(unit.profile.at());
            unit.kind == kind && profile.is_some_and(|profile| profile.id == naming.name)
        };
        cast.iter().position(is_it)
    }

    /// Returns the kind of the game itself, if the book declares it.
    pub fn game_kind(&self) -> Option<KindId> {
        self.kind_named(GAME)
    }

    /// Returns the kinds of pieces: all but those of sides and of the game.
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

    /// Returns the track of the side of a piece, if the book has sides.
    pub fn side_track(&self) -> Option<TrackId> {
        let side = self.side_kind()?;
        let at = self.tracks.iter().position(|track| {
            track.name == SIDE && track.ty == Type::Unit(Kinds::one(side)) && track.index.is_none()
        })?;
        Some(TrackId::new(at))
    }
}

/// Returns the finding about an unknown side.
pub fn unknown_side(id: &str, span: Span, names: &[String]) -> Diagnostic {
    Diagnostic::new(Code::UnknownUnit, format!("there is no side `{id}`"))
        .label(span, "")
        .suggest(id, names.iter().map(String::as_str))
        .help(format!(
            "the sides are {}; add another one to the line `sides …` of the rules",
            names.join(", ")
        ))
}

impl RuleBook {
    /// The worth of an option as the rules say it, without the advice of policies; `None` if only policies say one.
    pub fn worth_in_the_rules<'e>(&self, worth: &'e Expr) -> Option<&'e Expr> {
        if !self.advice.contains(&worth.span) {
            return Some(worth);
        }
        // That of a policy, or else …
        if let Some(Conditional { otherwise, .. }) = worth.conditional()
            && otherwise.span != worth.span
        {
            return self.worth_in_the_rules(otherwise);
        }
        None
    }
}
