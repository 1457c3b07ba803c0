//! Units that take part in a question.

use std::sync::Arc;

use crate::{KindId, Kinds, NONE, Profile, ProfileId, RuleBook, TrackId, Value};
use sandtable_source::Span;

/// A unit that takes part in a question.
#[derive(Debug, Clone)]
pub struct CastUnit {
    /// The parameter it was given for; parts have that of their owner.
    pub parameter: String,
    /// The unit of the roster.
    pub profile: ProfileId,
    /// The kind of the unit.
    pub kind: KindId,
    /// Title in texts.
    pub title: String,
    /// Value of each field of the book; [`NONE`] for missing ones. Single parts are indices in the cast. Spare units
    /// share them.
    pub fields: std::sync::Arc<[i32]>,
    /// Starting values of tracks that differ from those of the kind.
    pub starts: Vec<(TrackId, i32)>,
    /// Starting values of tracks with a value for each unit: the track, the index of the other unit in the cast, the value.
    pub starts_about: Vec<(TrackId, usize, i32)>,
    /// The index of its owner in the cast, if it is a part.
    pub owner: Option<usize>,
    /// Whether it is a spare unit, which the rules may bring into play.
    pub is_spare: bool,
    /// Whether it is an unnamed card of a deck, which has the same title as the other cards of its unit.
    pub is_card: bool,
    /// Whether its kind has units that other sides do not know.
    pub can_be_hidden: bool,
    /// Its base or outline on a table; without one it is a point.
    pub shape: Option<sandtable_board::Shape>,
    /// Span in a map or scenario that sets its place.
    pub stands_at: Option<Span>,
}

/// Maximum number of units of one question, including parts but not the places of the map.
pub const MOST_UNITS: usize = 256;

/// Maximum number of places of a map whose places have tracks.
pub const MOST_PLACES: usize = 2_000;

/// Returns a unit of the roster without its parts.
pub fn alone(
    book: &RuleBook,
    profile: ProfileId,
    parameter: &str,
    owner: Option<usize>,
) -> Option<CastUnit> {
    let known = book.profiles.get(profile.at())?;
    let kind = book.kinds.get(known.kind.at());
    Some(CastUnit {
        parameter: parameter.to_owned(),
        profile,
        kind: known.kind,
        title: known.title.clone(),
        fields: known
            .constants
            .get_or_init(|| constants(book, known))
            .clone(),
        starts: Vec::new(),
        starts_about: Vec::new(),
        owner,
        is_spare: false,
        is_card: false,
        can_be_hidden: kind.is_some_and(|kind| kind.hidden.is_some()),
        shape: known.shape.clone(),
        stands_at: None,
    })
}

/// Returns the value of every field of the book for a unit of the roster.
fn constants(book: &RuleBook, profile: &Profile) -> Arc<[i32]> {
    let usual = book.fields.iter();
    let mut fields: Vec<i32> = usual
        .map(|field| if field.is_trait { 0 } else { NONE })
        .collect();
    if let Some(kind) = fields.first_mut() {
        *kind = i32::try_from(profile.kind.at()).unwrap_or(0);
    }
    for (field, value) in &profile.values {
        if let (Some(slot), Value::Single(value)) = (fields.get_mut(field.at()), value) {
            *slot = *value;
        }
    }
    fields.into()
}

impl CastUnit {
    /// Returns the starting value of a track with a value for each unit, for one of them.
    pub fn start_about(&self, track: TrackId, other: usize, usual: i32) -> i32 {
        let mut given = self.starts_about.iter();
        given
            .find(|(known, at, _)| (*known, *at) == (track, other))
            .map_or(usual, |(_, _, value)| *value)
    }

    /// Gives a track its starting value, in place of one that was given before.
    pub fn begin(&mut self, track: TrackId, value: i32) {
        self.starts.retain(|(known, _)| *known != track);
        self.starts.push((track, value));
    }

    /// Gives a track its starting value about another unit, in place of one that was given before.
    pub fn begin_about(&mut self, track: TrackId, other: usize, value: i32) {
        let about = (track, other);
        self.starts_about
            .retain(|(known, at, _)| (*known, *at) != about);
        self.starts_about.push((track, other, value));
    }

    /// Returns the starting value of a track: the given one, else that of the kind.
    pub fn start(&self, track: TrackId, declared: i32) -> i32 {
        self.starts
            .iter()
            .find(|(known, _)| *known == track)
            .map_or(declared, |(_, value)| *value)
    }
}

impl RuleBook {
    /// Whether a unit is a piece, rather than a side or the game.
    pub fn is_piece(&self, unit: &CastUnit) -> bool {
        unit.owner.is_none() && !Kinds::one(unit.kind).and(self.pieces()).is_empty()
    }
}
