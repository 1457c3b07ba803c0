//! The map of a scenario, with its areas and pieces.
//!
//! Reports: E0201, E0406.

use std::sync::Arc;

use super::scenario::Stager;
use crate::maps::own_map;
use sandtable_board::Board;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::ProfileId;
use sandtable_roster::{Scenario, ScenarioMap};

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

    /// Adds the areas of the map to the cast, if areas are units: in the order of the map, so that a place determines its unit.
    pub(super) fn join_areas(&mut self) {
        let book = self.builder.book;
        let map = self.builder.map.clone();
        let (Some(kind), Some(map)) = (book.area_kind(), map) else {
            return;
        };
        let profile = book.profiles.iter().position(|known| known.kind == kind);
        let Board::Areas(areas) = &*map.board_instance.board else {
            return;
        };
        let Some(profile) = profile.map(ProfileId::new) else {
            return;
        };
        let n_fields = map.board_instance.n_fields.max(1);
        for (area, fields) in areas
            .names()
            .iter()
            .zip(map.board_instance.places.chunks(n_fields))
        {
            let span = map.naming.span;
            let Some(place) = self.builder.join(profile, &area.id, None, span) else {
                return;
            };
            if let Some(unit) = self.builder.cast.get_mut(place) {
                unit.title.clone_from(&area.title);
                // The stats that the map gives for the area, with the kind of the unit.
                let own = unit.fields.iter().take(1).chain(fields.iter().skip(1));
                unit.fields = own.copied().collect();
            }
        }
    }

    /// Sets starting values of areas that a scenario gives, and their stats on the board, where rules read them.
    pub(super) fn areas(&mut self, scenario: &Scenario) {
        self.join_areas();
        for area in &scenario.areas {
            match self.builder.area_called(&area.id.value) {
                Some(place) => self.begins(place, area.title.as_ref(), &area.stats),
                None => {
                    let cast = self.builder.cast.iter();
                    let kind = self.builder.book.area_kind();
                    let known = cast.filter(|unit| Some(unit.kind) == kind);
                    let known: Vec<String> = known.map(|unit| unit.parameter.clone()).collect();
                    let finding = match known.is_empty() {
                        true => Diagnostic::new(
                            Code::UnknownKind,
                            "no area of this scenario changes in play",
                        )
                        .label(area.id.span, "")
                        .help("name a map of areas, and declare what changes: `kind area`, and below it `track holder: side or none`"),
                        false => Diagnostic::new(
                            Code::UnknownName,
                            format!("the map has no area `{}`", area.id.value),
                        )
                        .label(area.id.span, "")
                        .suggest(&area.id.value, known.iter().map(String::as_str)),
                    };
                    self.report(finding);
                }
            }
        }
        if !scenario.areas.is_empty() {
            self.lay_out_areas();
        }
    }

    /// Writes the stats of the areas in the cast to the places of the board. The areas are in the order of the map.
    fn lay_out_areas(&mut self) {
        let kind = self.builder.book.area_kind();
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
