//! Units that take part in a question.

use std::sync::Arc;

use crate::{KindId, Kinds, NONE, Profile, ProfileId, RuleBook, TrackId, Value};
use sandtable_source::Span;

/// A unit that takes part in a question.
#[derive(Debug, Clone)]
pub struct CastUnit {
    /// The parameter it was given for; parts have their owner's.
    pub parameter: String,
    /// The unit.
    pub profile: ProfileId,
    /// Its kind.
    pub kind: KindId,
    /// As shown.
    pub title: String,
    /// Value of each field of the book; [`NONE`] where it has none. Single parts are places in the cast. Units that wait
    /// share them.
    pub fields: std::sync::Arc<[i32]>,
    /// Starts of tracks that differ from the kind's.
    pub starts: Vec<(TrackId, i32)>,
    /// Likewise of tracks with a value for each unit: the other's place in the cast, the value.
    pub starts_about: Vec<(TrackId, usize, i32)>,
    /// Its owner's place in the cast, if it is a part.
    pub owner: Option<usize>,
    /// It waits to be brought into play.
    pub is_spare: bool,
    /// It is a card of a deck that no one has named: others of its unit are called the same.
    pub is_card: bool,
    /// Its base or outline on a table; without one it is a point.
    pub shape: Option<sandtable_board::Shape>,
    /// Span in a map or scenario that sets its place.
    pub stands_at: Option<Span>,
}

/// The most units that one question may have, parts included.
pub const MOST_UNITS: usize = 256;

/// A unit of the roster by itself, without its parts.
pub fn alone(
    book: &RuleBook,
    profile: ProfileId,
    parameter: &str,
    owner: Option<usize>,
) -> Option<CastUnit> {
    let known = book.profiles.get(profile.at())?;
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
        shape: known.shape.clone(),
        stands_at: None,
    })
}

/// Every field of the book, as a unit of a profile has it.
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
    /// Start of a track with a value for each unit, for one of them.
    pub fn start_about(&self, track: TrackId, other: usize, usual: i32) -> i32 {
        let mut given = self.starts_about.iter();
        given
            .find(|(known, at, _)| (*known, *at) == (track, other))
            .map_or(usual, |(_, _, value)| *value)
    }

    /// Start of a track: as given, else as the kind says.
    pub fn start(&self, track: TrackId, declared: i32) -> i32 {
        self.starts
            .iter()
            .find(|(known, _)| *known == track)
            .map_or(declared, |(_, value)| *value)
    }
}

impl RuleBook {
    /// Whether a unit is a piece on the table.
    pub fn is_piece(&self, unit: &CastUnit) -> bool {
        unit.owner.is_none() && !Kinds::one(unit.kind).and(self.pieces()).is_empty()
    }
}
