//! Kinds of units: their stats and tracks.

use sandtable_source::{Span, Spanned};

use super::{FieldId, Kinds, Naming, ProcedureId, TrackId, Type, WordsId};

/// A constant of units: a stat, a trait, or the kind itself (field 0).
#[derive(Debug, Clone)]
pub struct Field {
    /// The key in the TOML.
    pub name: String,
    /// Its type; parts are [`Type::Unit`].
    pub ty: Type,
    /// May be left out by some kind.
    pub or_none: bool,
    /// Holds several parts (`list of gun`); not a value of its own.
    pub is_list: bool,
    /// It is a trait: yes or no.
    pub is_trait: bool,
}

/// State of units. Track 0 is `destroyed`, track 1 `removed`; every kind has them.
#[derive(Debug, Clone)]
pub struct Track {
    /// `movement-hits`
    pub name: String,
    /// A number, words, or a unit.
    pub ty: Type,
    /// It may hold nothing: only tracks that hold a unit.
    pub or_none: bool,
    /// It has a value for each unit of these kinds.
    pub index: Option<Kinds>,
}

/// A kind of units.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Name, title, citations.
    pub naming: Naming,
    /// Stats of its units, in written order.
    pub stats: Vec<KindStat>,
    /// Their tracks; `destroyed` first.
    pub tracks: Vec<KindTrack>,
    /// Tracks with a value for each word: each is a track of its own.
    pub by_word: Vec<TracksByWord>,
    /// Traits its units may have.
    pub traits: Vec<FieldId>,
    /// Formulas of the kind by name.
    pub formulas: Vec<(String, ProcedureId)>,
    /// Other sides do not see which of its units it is.
    pub hidden: Option<Hidden>,
}

/// A track with a value for each word of a list: `track damage (spot: location): 0..4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracksByWord {
    /// `damage`
    pub name: String,
    /// The list.
    pub words: WordsId,
    /// The track of each word, in the order of the list: `damage(head)`.
    pub tracks: Vec<TrackId>,
}

impl TracksByWord {
    /// Name of the track of a word.
    pub fn name_of(name: &str, word: &str) -> String {
        format!("{name}({word})")
    }
}

/// The time in which only the side of a unit sees which it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// From beginning to end.
    Always,
    /// While a flag is set.
    While(TrackId),
}

/// A stat of one kind.
#[derive(Debug, Clone)]
pub struct KindStat {
    /// The field.
    pub field: FieldId,
    /// Least, for numbers.
    pub low: i32,
    /// Most, for numbers.
    pub high: i32,
    /// Unless the unit says otherwise.
    pub default: Option<i32>,
    /// May be left out.
    pub optional: bool,
    /// Name, title, citations.
    pub naming: Naming,
}

/// Origin of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrackOrigin {
    /// A line of its kind.
    Declared,
    /// The language: `destroyed`, `side`, `at`.
    Given,
    /// A statement that has to remember something: the key of an order, a mark of what is done once. No rule names it.
    Internal,
}

/// A track of one kind.
#[derive(Debug, Clone)]
pub struct KindTrack {
    /// Index of the track in the book.
    pub track: TrackId,
    /// Its origin.
    pub origin: TrackOrigin,
    /// Least.
    pub low: i32,
    /// Most.
    pub high: i32,
    /// At the start.
    pub start: i32,
    /// The stat that says the start of each unit instead.
    pub starts_at: Option<FieldId>,
    /// The stat that says the most of each unit.
    pub ends_at: Option<FieldId>,
    /// The sequence or phase at whose end it is reset.
    pub lasts: Option<Spanned<String>>,
    /// Name, title, citations.
    pub naming: Naming,
}

impl KindTrack {
    /// A track that no rule can name: from `low` to `high`, 0 at the start. `span` is the place that makes it necessary.
    pub fn internal(track: TrackId, name: &str, (low, high): (i32, i32), span: Span) -> Self {
        Self {
            track,
            origin: TrackOrigin::Internal,
            low,
            high,
            start: 0,
            starts_at: None,
            ends_at: None,
            lasts: None,
            naming: Naming {
                name: name.to_owned(),
                title: None,
                citations: Vec::new(),
                span,
            },
        }
    }

    /// The most of a unit with these fields.
    pub fn high_of(&self, fields: &[i32]) -> i32 {
        let stat = self.ends_at.and_then(|field| fields.get(field.at()));
        stat.map_or(self.high, |stat| self.high.min(*stat))
            .max(self.low)
    }

    /// The start of a unit with these fields.
    pub fn start_of(&self, fields: &[i32]) -> i32 {
        let stat = self.starts_at.and_then(|field| fields.get(field.at()));
        match stat {
            Some(stat) => (*stat).min(self.high_of(fields)).max(self.low),
            None if self.ends_at.is_some() => self.start.min(self.high_of(fields)),
            None => self.start,
        }
    }

    /// Whether no rule can name it.
    pub fn is_internal(&self) -> bool {
        self.origin == TrackOrigin::Internal
    }
}
