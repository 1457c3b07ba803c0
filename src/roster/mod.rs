//! Unit files, maps and scenarios (TOML) as written.
//!
//! Takes the text of unit files, gives a [`Roster`]: every unit with its kind, its id and its stats, each with the
//! span of its text, and every map. It knows nothing of rule files: which kinds there are, which stats a kind has and what their
//! values may be is for the model to check. Found here: text that is not TOML, stats outside of a unit, ids that are
//! not words, and the same unit twice.

mod control_characters;
mod edit;
mod index;
mod limits;
mod map;
mod profile;
mod read;
mod scenario;
mod ties;
mod toml_errors;
mod unfit;
mod written;

pub use edit::{has_value, headings_of, with_value};
pub use index::{Force, Index, NumberedRule, read_index};
pub use map::{
    LegendSymbol, Map, MapSide, PLACE_KEYS, Standing, base, map, not_adjacent, read_standing,
};
pub use profile::{Stat, Unit, Value};
pub use scenario::{
    HEADINGS_OF_NAMES, Scenario, ScenarioMap, name_of_setup, read_scenario,
    read_scenario_with_setups,
};
pub use ties::{Tie, Ties};
pub use written::{Step, TomlEdit, TomlEntry, TomlSection, TomlValue, toml_sections, toml_value};

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, Span};

/// The units of a ruleset, out of all its unit files.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    units: Vec<Unit>,
    /// Id to place in `units`.
    by_id: BTreeMap<String, usize>,
    maps: BTreeMap<String, Map>,
    /// By the name of each map of its folders that is left out: a ruleset that can read it.
    pub maps_of_others: BTreeMap<String, String>,
    unread: Vec<Unread>,
}

/// A part of a unit file or map that cannot be read.
#[derive(Debug, Clone)]
pub struct Unread {
    /// From a heading to the next; all of a map.
    pub span: Span,
    /// All words in it, among them the ids and keys that it may say.
    pub words: BTreeSet<String>,
}

impl Roster {
    /// Reads one unit file and adds its units; what is sound of a faulty file is added as well.
    ///
    /// `text` is the text of `file`. Reports: E0403, E0405, E0407.
    pub fn add(&mut self, file: FileId, text: &str, diagnostics: &mut Diagnostics) {
        for unit in read::units(file, text, diagnostics) {
            self.insert(unit, diagnostics);
        }
        self.unread.extend(read::unread(file, text, diagnostics));
    }

    /// Reads one map file; a map of the same name that was there before, of a base, is replaced.
    ///
    /// `text` is the text of `file`. Reports: as [`map`].
    pub fn add_map(&mut self, name: &str, file: FileId, text: &str, diagnostics: &mut Diagnostics) {
        if let Some(read) = map(file, text, diagnostics) {
            self.maps.insert(name.to_owned(), read);
        }
        let unread = read::unread(file, text, diagnostics);
        self.unread.extend(unread.map(|mut part| {
            part.words.insert(name.to_owned());
            part
        }));
    }

    /// Takes in the units and maps of another roster, as if its files were added.
    ///
    /// Reports: E0405.
    pub fn join(&mut self, other: &Self, diagnostics: &mut Diagnostics) {
        for unit in &other.units {
            self.insert(unit.clone(), diagnostics);
        }
        self.unread.extend(other.unread.iter().cloned());
        let maps = other.maps.iter();
        self.maps
            .extend(maps.map(|(name, map)| (name.clone(), map.clone())));
    }

    /// The parts of its files that cannot be read.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// The map of a name: that of its file, without folder and ending.
    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.get(name)
    }

    /// Every map by its name, sorted.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &Map)> {
        self.maps.iter().map(|(name, map)| (name.as_str(), map))
    }

    /// Returns every unit, file by file, in the order written.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The unit of an id, whatever its kind.
    pub fn get(&self, id: &str) -> Option<&Unit> {
        self.units.get(*self.by_id.get(id)?)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Unit> {
        self.units.get_mut(*self.by_id.get(id)?)
    }

    /// Takes a unit out.
    pub fn remove(&mut self, id: &str) -> Option<Unit> {
        let at = self.by_id.remove(id)?;
        for place in self.by_id.values_mut().filter(|place| **place > at) {
            *place -= 1;
        }
        (at < self.units.len()).then(|| self.units.remove(at))
    }

    fn insert(&mut self, unit: Unit, diagnostics: &mut Diagnostics) {
        let Some(first) = self.get(&unit.id.value) else {
            self.by_id.insert(unit.id.value.clone(), self.units.len());
            self.units.push(unit);
            return;
        };
        let id = &unit.id.value;
        let message = if first.kind.value == unit.kind.value {
            format!("there are two units `{id}`")
        } else {
            format!(
                "a {} and a {} have the same id `{id}`",
                first.kind.value, unit.kind.value
            )
        };
        diagnostics.push(
            Diagnostic::new(Code::UnitTwice, message)
                .label(unit.id.span, "here again")
                .label(first.id.span, "first here")
                .help("give one of them another id: rules name a unit by its id alone"),
        );
    }
}
