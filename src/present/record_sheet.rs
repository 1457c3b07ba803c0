//! The record sheet of a unit in a game: its stats, its tracks, its marks, and its parts with theirs.

use sandtable_eval::wording::show;
use sandtable_ir::{Lowered, shown_on};
use sandtable_model::{
    CastUnit, Kind, KindTrack, NONE, Question, RuleBook, TrackId, TrackOrigin, Type,
};

/// The unit that a question of a game addresses; units by their index in the cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressee {
    /// A piece of the player's side.
    Piece(usize),
    /// A piece of another side: the player is asked about it.
    About(usize),
    /// The player alone.
    Side,
}

/// The record sheets of a game.
pub struct RecordSheets<'a> {
    book: &'a RuleBook,
    question: &'a Question,
    lowered: &'a Lowered,
    titles: Vec<String>,
    /// The side whose knowledge is shown; `None` shows everything.
    viewer: Option<usize>,
}

impl<'a> RecordSheets<'a> {
    /// Returns the sheets of all units of the cast.
    pub fn new(book: &'a RuleBook, question: &'a Question, lowered: &'a Lowered) -> Self {
        Self {
            titles: question.unit_titles(),
            viewer: None,
            book,
            question,
            lowered,
        }
    }

    /// Restricts the sheets to the knowledge of a side.
    pub fn shown_to(mut self, viewer: Option<usize>) -> Self {
        self.viewer = viewer;
        self
    }

    /// Whether a unit is a piece: neither a side nor the game.
    pub fn is_piece(&self, unit: usize) -> bool {
        let unit = self.question.cast.get(unit);
        unit.is_some_and(|unit| self.book.pieces().has(unit.kind))
    }

    /// Returns the addressee of a question to the player `by`: the first of the acting units that is a piece of that player's side,
    /// else
    /// the first of another side, as the subject of the question.
    pub fn asked(&self, by: Option<usize>, acting: &[usize], state: &[i32]) -> Addressee {
        let side = by.and_then(|by| self.side_of(by, state));
        let mut pieces = acting.iter().copied().filter(|unit| self.is_piece(*unit));
        let is_own = |unit: &usize| side.is_none() || self.side_of(*unit, state) == side;
        match pieces.clone().find(is_own) {
            Some(own) => Addressee::Piece(own),
            None => pieces.next().map_or(Addressee::Side, Addressee::About),
        }
    }

    /// Returns the side of a unit in a state; a side is its own.
    fn side_of(&self, at: usize, state: &[i32]) -> Option<usize> {
        let unit = self.question.cast.get(at)?;
        if Some(unit.kind) == self.book.side_kind() {
            return Some(at);
        }
        let side = self.value(at, unit, self.book.side_track()?, state)?;
        usize::try_from(side).ok()
    }

    /// Returns the substitute title of a unit that the viewer cannot identify; `None` if the viewer can.
    pub fn hidden(&self, unit: usize, state: &[i32]) -> Option<&str> {
        let mut hidden = self.lowered.secrets.hidden(state, self.viewer?);
        let secret = hidden.find(|secret| secret.unit == unit)?;
        Some(&secret.title)
    }

    /// Whether any unit is hidden from the viewer in a state.
    pub fn hides_any(&self, state: &[i32]) -> bool {
        let secrets = &self.lowered.secrets;
        self.viewer
            .is_some_and(|viewer| secrets.hidden(state, viewer).next().is_some())
    }

    /// Returns the lines of the sheet of a unit in a state; empty if there is no such unit.
    pub fn lines(&self, unit: usize, state: &[i32]) -> Vec<String> {
        if let Some(title) = self.hidden(unit, state) {
            return vec![format!("{title} (hidden)")];
        }
        let mut lines = Vec::new();
        self.write(unit, state, 0, &mut lines);
        lines
    }

    /// Returns the unit of a name, or of a title; of an area, that of its heading on the map. Of several with one title it is the first that
    /// the viewer knows.
    pub fn named(&self, name: &str, state: &[i32]) -> Option<usize> {
        let names = self.question.unit_names(self.book);
        let wanted = name.to_lowercase();
        let known = names.iter().zip(&self.titles).enumerate();
        let called =
            known.filter(|(_, (known, title))| *known == name || title.to_lowercase() == wanted);
        let called: Vec<usize> = called.map(|(at, _)| at).collect();
        let is_known = |at: &&usize| self.hidden(**at, state).is_none();
        called.iter().find(is_known).copied()
    }

    /// Returns the tracks of a unit that are not as its kind starts, in words: `holder Reds`, `troops (Reds) 3`.
    pub fn marks(&self, at: usize, state: &[i32]) -> Vec<String> {
        let Some(unit) = self.question.cast.get(at) else {
            return Vec::new();
        };
        let Some(kind) = self.book.kinds.get(unit.kind.at()) else {
            return Vec::new();
        };
        let declared = kind
            .tracks
            .iter()
            .filter(|track| track.origin == TrackOrigin::Declared && !self.is_indexed(track.track));
        let marks = declared.filter_map(|track| {
            let value = self.value(at, unit, track.track, state)?;
            if value == track.start_of(&unit.fields) {
                return None;
            }
            if self.ty(track.track) == Type::Flag && value == 1 {
                Some(words(track.naming.shown()))
            } else {
                self.entry(at, unit, track, state)
            }
        });
        marks
            .chain(self.entries_about(at, unit, kind, state))
            .collect()
    }

    /// The values that tracks of a unit have for other units, without those that are as at the start of its kind.
    fn entries_about(&self, at: usize, unit: &CastUnit, kind: &Kind, state: &[i32]) -> Vec<String> {
        let tracks = kind
            .tracks
            .iter()
            .filter(|track| self.is_indexed(track.track) && !track.is_internal());
        let mut entries = Vec::new();
        for track in tracks {
            let usual = track.start_of(&unit.fields);
            for (about, title) in self.titles.iter().enumerate() {
                let slot = self.lowered.slot_about(at, track.track, about);
                let now = slot.and_then(|slot| state.get(slot.0 as usize).copied());
                let value = now.unwrap_or_else(|| unit.start_about(track.track, about, usual));
                if value == usual {
                    continue;
                }
                let title = self.hidden(about, state).unwrap_or(title);
                let name = words(track.naming.shown());
                entries.push(match (self.ty(track.track), value) {
                    (_, NONE) | (Type::Flag, 0) => continue,
                    (Type::Flag, _) => format!("{name} ({title})"),
                    (ty, value) => format!("{name} ({title}) {}", self.shown(value, ty, state)),
                });
            }
        }
        entries
    }

    fn is_indexed(&self, track: TrackId) -> bool {
        let known = self.book.tracks.get(track.at());
        known.is_none_or(|known| known.index.is_some())
    }

    fn write(&self, at: usize, state: &[i32], depth: usize, lines: &mut Vec<String>) {
        let Some(unit) = self.question.cast.get(at) else {
            return;
        };
        let Some(kind) = self.book.kinds.get(unit.kind.at()) else {
            return;
        };
        let indent = "  ".repeat(depth);
        let title = self.titles.get(at).map_or("", String::as_str);
        let gone = [
            (TrackId::DESTROYED, "destroyed"),
            (TrackId::REMOVED, "removed"),
        ];
        let is_gone = |track| {
            self.value(at, unit, track, state)
                .is_some_and(|value| value != 0)
        };
        let gone = gone.into_iter().find(|(track, _)| is_gone(*track));
        let gone = gone.map_or(String::new(), |(_, word)| format!(", {word}"));
        lines.push(format!("{indent}{title} ({}){gone}", kind.naming.shown()));
        let body = "  ".repeat(depth + 1);
        let mut add = |entries: Vec<String>| {
            if !entries.is_empty() {
                lines.push(format!("{body}{}", entries.join(", ")));
            }
        };
        let tracks: Vec<&KindTrack> = kind
            .tracks
            .iter()
            .filter(|track| self.is_shown(track))
            .collect();
        let of = |origin: TrackOrigin| tracks.iter().filter(move |track| track.origin == origin);
        let entry = |track: &KindTrack| self.entry(at, unit, track, state);
        // Place and side come first, then tracks that changed, then other tracks, then stats.
        if unit.owner.is_none() {
            add(of(TrackOrigin::Given)
                .filter_map(|track| entry(track))
                .collect());
        }
        let is_flag = |track: &KindTrack| self.ty(track.track) == Type::Flag;
        let (numbers, marks): (Vec<&KindTrack>, Vec<&KindTrack>) =
            of(TrackOrigin::Declared).partition(|track| !is_flag(track));
        let has_changed = |track: &&KindTrack| {
            self.value(at, unit, track.track, state)
                != Some(unit.start(track.track, track.start_of(&unit.fields)))
        };
        let (changed, others): (Vec<&KindTrack>, Vec<&KindTrack>) =
            numbers.into_iter().partition(has_changed);
        for track in changed {
            add(entry(track).into_iter().collect());
        }
        add(self.entries_about(at, unit, kind, state));
        let is_set = |track: &&KindTrack| self.value(at, unit, track.track, state) == Some(1);
        let marks = marks.into_iter().filter(is_set);
        add(marks.map(|track| words(track.naming.shown())).collect());
        add(others.into_iter().filter_map(entry).collect());
        add(self.stats(unit, kind, state));
        add(self.traits(unit, kind));
        let cast = self.question.cast.iter().enumerate();
        for (part, _) in cast.filter(|(_, part)| part.owner == Some(at)) {
            self.write(part, state, depth + 1, lines);
        }
    }

    fn ty(&self, track: TrackId) -> Type {
        let track = self.book.tracks.get(track.at());
        track.map_or(Type::Unknown, |track| track.ty)
    }

    /// Whether a track has a line: internal tracks have none; the values of tracks with one for each unit are on a line of their own.
    fn is_shown(&self, track: &KindTrack) -> bool {
        let is_indexed = self.is_indexed(track.track);
        let is_end = [TrackId::DESTROYED, TrackId::REMOVED].contains(&track.track);
        // As on the board, a facing that no rule reads is not shown.
        let is_idle =
            Some(track.track) == self.book.facing_track() && !self.lowered.uses(track.track);
        !is_indexed && !is_end && !is_idle && !track.is_internal()
    }

    /// Returns the value of a track; the starting value if the program does not use the track.
    fn value(&self, at: usize, unit: &CastUnit, track: TrackId, state: &[i32]) -> Option<i32> {
        let slot = self.lowered.slot(at, track);
        let now = slot.and_then(|slot| state.get(slot.0 as usize).copied());
        let kind = self.book.kinds.get(unit.kind.at())?;
        let declared = kind.tracks.iter().find(|known| known.track == track)?;
        Some(now.unwrap_or_else(|| unit.start(track, declared.start_of(&unit.fields))))
    }

    fn entry(
        &self,
        at: usize,
        unit: &CastUnit,
        track: &KindTrack,
        state: &[i32],
    ) -> Option<String> {
        let value = self.value(at, unit, track.track, state)?;
        let ty = self.ty(track.track);
        let is_facing = Some(track.track) == self.book.facing_track();
        let place = || self.value(at, unit, self.book.at_track()?, state);
        if value == NONE || (is_facing && place().is_none_or(|place| place == NONE)) {
            return None;
        }
        let name = words(track.naming.shown());
        let shown = self.shown(value, ty, state);
        let is_number = matches!(ty, Type::Number(_));
        let is_gauge = is_number
            && track.origin == TrackOrigin::Declared
            && track.high_of(&unit.fields) < MANY;
        Some(match is_gauge {
            true => {
                let most = self.shown(track.high_of(&unit.fields), ty, state);
                format!("{name} {shown} of {most}")
            }
            false => format!("{name} {shown}"),
        })
    }

    /// Returns a value in words; a unit that the viewer cannot identify under its substitute title.
    fn shown(&self, value: i32, ty: Type, state: &[i32]) -> String {
        let held = usize::try_from(value).ok();
        let held = held.filter(|_| !ty.kinds().is_empty());
        if let Some(title) = held.and_then(|unit| self.hidden(unit, state)) {
            return title.to_owned();
        }
        show(
            value,
            &shown_on(self.book, self.question.board_instance.as_ref(), ty),
            &self.titles,
        )
    }

    fn stats(&self, unit: &CastUnit, kind: &Kind, state: &[i32]) -> Vec<String> {
        let stats = kind.stats.iter().filter_map(|stat| {
            let field = self.book.fields.get(stat.field.at())?;
            let value = unit.fields.get(stat.field.at()).copied()?;
            let name = words(stat.naming.shown());
            // Parts have sheets of their own.
            let is_part = field.is_list || matches!(field.ty, Type::Unit(_));
            match (field.ty, value) {
                _ if is_part => None,
                (_, NONE) => None,
                (Type::Flag, 0) => None,
                (Type::Flag, _) => Some(name),
                (ty, value) => Some(format!("{name} {}", self.shown(value, ty, state))),
            }
        });
        stats.collect()
    }

    fn traits(&self, unit: &CastUnit, kind: &Kind) -> Vec<String> {
        let has = |field: &&sandtable_model::FieldId| {
            unit.fields.get(field.at()).is_some_and(|value| *value == 1)
        };
        let fields = kind.traits.iter().filter(has);
        let fields = fields.filter_map(|field| self.book.fields.get(field.at()));
        fields.map(|field| words(&field.name)).collect()
    }
}

/// Bound of the maxima that are shown beside the value of a track; larger ones are only technical.
const MANY: i32 = 31;

/// Returns a name as words: `movement-hits` is `movement hits`.
fn words(name: &str) -> String {
    name.replace('-', " ")
}
