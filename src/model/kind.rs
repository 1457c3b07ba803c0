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
    /// Whether a kind may lack it.
    pub or_none: bool,
    /// Whether it holds several parts (`list of gun`), and no value of its own.
    pub is_list: bool,
    /// Whether it is a trait, which is a flag.
    pub is_trait: bool,
}

/// A mutable property of units. Track 0 is `destroyed`, track 1 `removed`; every kind has them.
#[derive(Debug, Clone)]
pub struct Track {
    /// `movement-hits`
    pub name: String,
    /// A number, words, or a unit.
    pub ty: Type,
    /// Whether it can be [`NONE`](super::NONE), as a track that holds a unit.
    pub or_none: bool,
    /// The kinds of the units for which it has a value each; `None` for a single value.
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
    /// Tracks with a value for each word, which are represented by a track per word.
    pub by_word: Vec<TracksByWord>,
    /// Traits that its units may have.
    pub traits: Vec<FieldId>,
    /// Formulas of the kind, by name.
    pub formulas: Vec<(String, ProcedureId)>,
    /// When other sides cannot identify its units; `None` if they always can.
    pub hidden: Option<Hidden>,
    /// The line that promises that its units are on the map as long as they are in play; `None` without that.
    pub on_map: Option<Span>,
    /// Conditions that each of its units must meet, in written order.
    pub musts: Vec<Must>,
}

/// A condition that each unit of a kind must meet: a check of the author's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Must {
    /// The condition, as a formula of the kind without a name.
    pub procedure: ProcedureId,
    /// Its text: that of the author, else the condition as written.
    pub text: String,
    /// Sections of the book: its own, else those of the kind.
    pub citations: Vec<String>,
    /// Span of its line.
    pub span: Span,
}

impl Kind {
    /// Iterates over the names of the values that a unit can be given: its stats, its tracks, and its tracks with a value for each word.
    pub fn names_of_values(&self) -> impl Iterator<Item = &str> {
        let stats = self.stats.iter().map(|stat| stat.naming.name.as_str());
        // The first two tracks are those of units out of play. A track with spaces in its name is of a word, or internal.
        let tracks = self.tracks.iter().filter(|track| track.track.at() > 1);
        let tracks = tracks.map(|track| track.naming.name.as_str());
        let by_word = self.by_word.iter().map(|tracks| tracks.name.as_str());
        let tracks = tracks.filter(|name| !name.contains(' '));
        stats.chain(tracks).chain(by_word)
    }
}

/// A track with a value for each word of a list: `track damage (spot: location): 0..4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracksByWord {
    /// `damage`
    pub name: String,
    /// The list of words.
    pub words: WordsId,
    /// The track of each word, in the order of the list: `damage(head)`.
    pub tracks: Vec<TrackId>,
}

impl TracksByWord {
    /// Returns the name of the track for a word.
    pub fn name_of(name: &str, word: &str) -> String {
        format!("{name}({word})")
    }
}

/// The condition under which only the side of a unit can identify it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// The flag while which it is so; without it during the whole game.
    pub flag: Option<TrackId>,
    /// Whether others do not see either where it is.
    pub is_off_map: bool,
}

/// A stat of one kind.
#[derive(Debug, Clone)]
pub struct KindStat {
    /// The field of the stat.
    pub field: FieldId,
    /// Lower limit of a number.
    pub low: i32,
    /// Upper limit of a number.
    pub high: i32,
    /// The default value, if it has one.
    pub default: Option<i32>,
    /// Whether a unit may lack it.
    pub optional: bool,
    /// Name, title, citations.
    pub naming: Naming,
}

/// The origin of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrackOrigin {
    /// A line of its kind.
    Declared,
    /// The language, as for `destroyed`, `side`, `at`.
    Given,
    /// A statement with state: the key of an order, a mark of a statement that is executed once. No rule can name it.
    Internal,
}

/// A track of one kind.
#[derive(Debug, Clone)]
pub struct KindTrack {
    /// Index of the track in the book.
    pub track: TrackId,
    /// The origin of the track.
    pub origin: TrackOrigin,
    /// Lower limit.
    pub low: i32,
    /// Upper limit.
    pub high: i32,
    /// Value at the start.
    pub start: i32,
    /// The stat that gives the value at the start instead.
    pub starts_at: Option<FieldId>,
    /// The stat that gives the upper limit instead.
    pub ends_at: Option<FieldId>,
    /// The sequence or phase at whose end it is reset.
    pub lasts: Option<Spanned<String>>,
    /// Name, title, citations.
    pub naming: Naming,
}

impl KindTrack {
    /// Returns a track that no rule can name: from `low` to `high`, 0 at the start. `span` is the statement that needs it.
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

    /// Returns the upper limit for a unit with these fields.
    pub fn high_of(&self, fields: &[i32]) -> i32 {
        let stat = self.ends_at.and_then(|field| fields.get(field.at()));
        stat.map_or(self.high, |stat| self.high.min(*stat))
            .max(self.low)
    }

    /// Returns the value at the start for a unit with these fields.
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
