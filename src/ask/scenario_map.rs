//! The map of a scenario, with its areas and pieces.
//!
//! Reports: E0201, E0406.

use std::sync::Arc;

use super::scenario::Stager;
use crate::maps::own_map;
use sandtable_board::Board;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{Ground, Measure};
use sandtable_model::cast::MOST_PLACES;
use sandtable_model::{KindId, ProfileId, RuleBook};
use sandtable_roster::{Scenario, ScenarioMap};
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
                let known = book.maps.iter();
                let found = known.clone().find(|map| map.naming.name == name.value);
                if found.is_none() {
                    let names = known.map(|map| map.naming.name.as_str());
                    self.report(
                        Diagnostic::new(
                            Code::UnknownName,
                            format!("there is no map `{}`", name.value),
                        )
                        .label(name.span, "")
                        .suggest(&name.value, names)
                        .help(
                            "put maps into the folder `maps` of the unit files: `maps/ridge.toml`",
                        ),
                    );
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
        let n_places = map.board_instance.places.len() / n_fields;
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
                    let name = board.spot(at).map(|place| board.name(place));
                    (name.clone().unwrap_or_default(), name.unwrap_or_default())
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
    pub(super) fn areas(&mut self, scenario: &Scenario) {
        self.join_places();
        let book = self.builder.book;
        let board = book.board.filter(|_| book.has_sides_of_places());
        let board = board.unwrap_or(Measure::Areas);
        let word = Ground::of(Some(board)).place;
        for area in &scenario.areas {
            match self.builder.place_called(&area.id.value) {
                Some(place) => self.begins(place, area.title.as_ref(), &area.stats),
                None => {
                    let cast = self.builder.cast.iter();
                    let kind = self.builder.book.changing_places();
                    let known = cast.filter(|unit| Some(unit.kind) == kind);
                    let known: Vec<String> = known.map(|unit| unit.parameter.clone()).collect();
                    let finding = match known.is_empty() {
                        true => Diagnostic::new(
                            Code::UnknownKind,
                            format!("no {word} of this scenario changes in play"),
                        )
                        .label(area.id.span, "")
                        .help(format!("name a map of {}, and declare what changes: `kind {word}`, and below it `track holder: side or none`", board.word())),
                        false => Diagnostic::new(
                            Code::UnknownName,
                            format!("the map has no {word} `{}`", area.id.value),
                        )
                        .label(area.id.span, "")
                        .suggest(&area.id.value, known.iter().map(String::as_str)),
                    };
                    self.report(finding);
                }
            }
        }
        if !scenario.areas.is_empty() {
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

/// Returns the finding about a map with more places than can have tracks.
fn too_large(book: &RuleBook, kind: KindId, n_places: usize, map: Span) -> Diagnostic {
    let places = book.board.map_or("places", Measure::word);
    let finding = Diagnostic::new(
        Code::TooMany,
        format!("this map has {n_places} {places}, too many for tracks of them"),
    )
    .label(map, format!("{MOST_PLACES} at most"))
    .help("put a piece wherever something changes, `kind minefield`, and delete the tracks; or use a smaller map");
    let tracks = book.kinds.get(kind.at()).map(|kind| kind.naming.span);
    match tracks {
        Some(span) => finding.label(span, "has tracks"),
        None => finding,
    }
}
