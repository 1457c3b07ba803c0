//! The map of a scenario, with its places and pieces.
//!
//! Reports: E0201, E0406.

use std::sync::Arc;

use super::scenario::Stager;
use crate::maps::{no_map, own_map};
use sandtable_board::{Board, Graph};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{Ground, Measure};
use sandtable_model::cast::MOST_PLACES;
use sandtable_model::{KindId, ProfileId, RuleBook};
use sandtable_roster::{Scenario, ScenarioMap, Unit};
use sandtable_source::Span;

impl Stager<'_> {
    /// Resolves the map of the scenario.
    pub(super) fn map(&mut self, scenario: &Scenario) {
        let book = self.builder.book;
        self.builder.map = match &scenario.map {
            None => None,
            Some(ScenarioMap::Own(map)) => {
                own_map(book, map, self.builder.diagnostics).map(Arc::new)
            }
            Some(ScenarioMap::Named(name)) => {
                let mut known = book.maps.iter();
                let found = known.find(|map| map.naming.name == name.value);
                if found.is_none() {
                    self.report(no_map(book, Code::UnknownName, &name.value, name.span));
                }
                found.cloned()
            }
        };
    }

    /// Adds the places of the map to the cast, if they are units: in the order of the map, so that a place determines its unit.
    pub(super) fn join_places(&mut self) {
        let book = self.builder.book;
        let map = self.builder.map.clone();
        let (Some(kind), Some(map)) = (book.changing_places(), map) else {
            return;
        };
        let profile = book.profiles.iter().position(|known| known.kind == kind);
        let Some(profile) = profile.map(ProfileId::new) else {
            return;
        };
        let board = &*map.board_instance.board;
        let n_fields = map.board_instance.n_fields.max(1);
        let n_places = board.graph().map_or(0, Graph::n_places);
        let first = self.builder.cast.len();
        if n_places > MOST_PLACES {
            self.report(too_large(book, kind, n_places, map.naming.span));
            return;
        }
        for (at, fields) in (0..).zip(map.board_instance.places.chunks(n_fields)) {
            let (id, title) = match board {
                Board::Areas(areas) => match areas.names().get(at) {
                    Some(area) => (area.id.clone(), area.title.clone()),
                    None => return,
                },
                Board::Grid(_) | Board::Table(_) => {
                    let Some(place) = board.spot(at) else {
                        return;
                    };
                    (board.name(place), board.name(place))
                }
            };
            let span = map.naming.span;
            let Some(place) = self.builder.join(profile, &id, None, span) else {
                return;
            };
            if let Some(unit) = self.builder.cast.get_mut(place) {
                unit.title = title;
                // The stats that the map gives for the place, with the kind of the unit.
                let own = unit.fields.iter().take(1).chain(fields.iter().skip(1));
                unit.fields = own.copied().collect();
            }
        }
        for (at, starts) in map.starts.iter().enumerate() {
            self.begins(first + at, None, starts);
        }
    }

    /// Sets starting values of places that a scenario gives, and their stats on the board, where rules read them.
    pub(super) fn places(&mut self, scenario: &Scenario) {
        self.join_places();
        let book = self.builder.book;
        let board = book.board.filter(|_| book.has_sides_of_places());
        // A table has no places that change.
        let board = board.unwrap_or(Measure::Areas);
        let word = Ground::of(Some(board)).place;
        let kind = book.changing_places();
        let has_places = self.builder.cast.iter().any(|unit| Some(unit.kind) == kind);
        if scenario.map.is_some() && kind.is_some() && !has_places {
            // The map is refused, which is reported.
            return;
        }
        for written in &scenario.places {
            if !has_places {
                self.report(no_changing_place(board, kind.is_some(), written));
            } else if written.kind.value != word {
                self.report(wrong_heading(word, written));
            } else if let Some(place) = self.builder.place_called(&written.id.value) {
                self.begins(place, written.title.as_ref(), &written.stats);
            } else {
                let known = self.builder.names_of_places();
                let finding = Diagnostic::new(
                    Code::UnknownName,
                    format!("the map has no {word} `{}`", written.id.value),
                )
                .label(written.id.span, "")
                .suggest(&written.id.value, known);
                self.report(finding);
            }
        }
        if !scenario.places.is_empty() {
            self.lay_out_places();
        }
    }

    /// Writes the stats of the places in the cast to those of the board. They are in the order of the map.
    fn lay_out_places(&mut self) {
        let kind = self.builder.book.changing_places();
        let Some(map) = &mut self.builder.map else {
            return;
        };
        let n_fields = map.board_instance.n_fields.max(1);
        let mut places = map.board_instance.places.to_vec();
        let areas = self.builder.cast.iter();
        let areas = areas.filter(|unit| Some(unit.kind) == kind);
        for (place, area) in places.chunks_mut(n_fields).zip(areas) {
            // The first field is the kind: for a place that of places.
            for (to, from) in place.iter_mut().zip(area.fields.iter()).skip(1) {
                *to = *from;
            }
        }
        if *places != *map.board_instance.places {
            let map = Arc::make_mut(map);
            Arc::make_mut(&mut map.board_instance).places = places.into();
        }
    }

    /// Adds the pieces that come with the map.
    pub(super) fn pieces_of_the_map(&mut self) {
        let units = self.builder.map.as_ref().map(|map| map.units.clone());
        for (unit, standing) in units.into_iter().flatten() {
            self.unit(&unit, &standing, false);
        }
    }
}

/// Returns the finding about the heading of a place of another board: `[square.B1]` on a map of hexes.
fn wrong_heading(word: &str, written: &Unit) -> Diagnostic {
    let other = &written.kind.value;
    Diagnostic::new(Code::UnknownKind, format!("this map has no {other}s"))
        .label(written.id.span, "")
        .help(format!("write `[{word}.{}]`", written.id.value))
}

/// Returns the finding about the heading of a place in a scenario without a map, or of rules in which no place changes.
fn no_changing_place(board: Measure, has_tracks: bool, written: &Unit) -> Diagnostic {
    let word = Ground::of(Some(board)).place;
    let finding = Diagnostic::new(
        Code::UnknownKind,
        format!("no {word} of this scenario changes in play"),
    )
    .label(written.id.span, "");
    match has_tracks {
        true => finding.help(format!("name a map of {}: `map = \"ridge\"`", board.word())),
        false => finding.help(format!(
            "declare what changes: `kind {word}`, and below it `track holder: side or none`"
        )),
    }
}

/// Returns the finding about a map with more places than can have tracks.
fn too_large(book: &RuleBook, kind: KindId, n_places: usize, map: Span) -> Diagnostic {
    let places = book.board.map_or("places", Measure::word);
    let finding = Diagnostic::new(
        Code::TooMany,
        format!("this map has {n_places} {places}, too many for tracks of them"),
    )
    .label(map, format!("{MOST_PLACES} at most"))
    .help("put a piece wherever something changes, `kind marker`, and delete the tracks; or use a smaller map");
    let tracks = book.kinds.get(kind.at()).map(|kind| kind.naming.span);
    match tracks {
        Some(span) => finding.label(span, "has tracks"),
        None => finding,
    }
}
