//! Loading of the texts of a ruleset: its name is resolved to a folder, whose files are listed and read, followed by those of
//! its bases.
//!
//! A ruleset NAME is the folder `rules/NAME` with its unit files in `units/NAME` and its maps in `units/NAME/maps`: first
//! in the working folder, else built into the program. A path to a folder or to one rule file is a ruleset too. Nothing
//! outside of those folders is read.

mod layers;
mod locate;

pub(crate) use layers::load;
pub(crate) use locate::{beside, has_rules_here, is_name, rulesets, rulesets_here};

use crate::files::BuiltIn;
use crate::maps_of_others::MapsOfOthers;
use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_roster::{Scenario, name_of_setup, read_scenario, read_scenario_with_setups};
use sandtable_source::{FileId, SourceMap};
use sandtable_syntax::markdown::{is_markdown, read_markdown};
use sandtable_syntax::title_of;

/// Maximum depth of folders that are searched for rule files.
const DEEPEST: usize = 16;

/// The texts of one ruleset.
#[derive(Debug, Clone, Default)]
pub struct Bundle {
    /// The name that was requested, or that of the folder.
    pub name: String,
    /// All texts.
    pub sources: SourceMap,
    /// `index.toml`, the numbered rules of the book; for a variant, its own.
    pub index_file: Option<FileId>,
    /// The layers, the base first; a single one without variants.
    pub layers: Vec<LayerFiles>,
    /// Warnings about files at paths that are not read.
    pub(crate) misplaced: Vec<Diagnostic>,
    /// Maps of its folders that it cannot read; in no list of a layer.
    pub(crate) maps_of_others: MapsOfOthers,
}

/// The files of one ruleset or variant in a stack of layers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LayerFiles {
    /// The name of its folder.
    pub name: String,
    /// The rule files, sorted by path.
    pub rule_files: Vec<FileId>,
    /// The unit files, sorted by path.
    pub unit_files: Vec<FileId>,
    /// The map files, sorted by path.
    pub map_files: Vec<FileId>,
    /// Its scenarios, sorted by path.
    pub scenario_files: Vec<FileId>,
    /// Its `index.toml`.
    pub index_file: Option<FileId>,
}

impl LayerFiles {
    /// Whether a file belongs to the layer.
    pub fn has(&self, file: FileId) -> bool {
        let lists = [
            &self.rule_files,
            &self.unit_files,
            &self.map_files,
            &self.scenario_files,
        ];
        lists.into_iter().any(|list| list.contains(&file)) || self.index_file == Some(file)
    }
}

impl Bundle {
    /// Returns the title of the ruleset, else its name, from the first of its own rule files that states one; `None` if none does.
    pub fn title(&self) -> Option<String> {
        let own = self.layers.last()?;
        own.rule_files.iter().find_map(|file| {
            let source = self.sources.get(*file)?;
            match is_markdown(&source.name) {
                true => title_of(*file, &read_markdown(*file, &source.text).rules),
                false => title_of(*file, &source.text),
            }
        })
    }

    /// Returns the title of a scenario; `None` if it states none, or cannot be read.
    pub fn scenario_title(&self, scenario: FileId) -> Option<String> {
        let source = self.sources.get(scenario)?;
        let read = read_scenario(scenario, &source.text, &mut Diagnostics::default())?;
        read.title.map(|title| title.value)
    }

    /// Removes maps that other rulesets can read.
    pub(crate) fn leave_out(&mut self, maps: &MapsOfOthers) {
        let sources = &self.sources;
        let is_left_out = |file: &FileId| {
            let source = sources.get(*file);
            source.is_some_and(|source| maps.contains_key(&source.name))
        };
        for layer in &mut self.layers {
            layer.map_files.retain(|file| !is_left_out(file));
        }
        self.maps_of_others.clone_from(maps);
    }

    /// Whether a file of rules, units or a map is of the ruleset itself and not of a base.
    pub(crate) fn is_own(&self, file: FileId) -> bool {
        self.layers.last().is_none_or(|own| {
            let files = own.unit_files.iter().chain(&own.map_files);
            files.chain(&own.rule_files).any(|own| *own == file)
        })
    }

    /// Reads a scenario with the set-ups that it takes from others of its folder; `None` if it cannot be read. Findings in it are
    /// reported where it is set up.
    pub fn scenario(&self, scenario: FileId) -> Option<Scenario> {
        let mut unheard = Diagnostics::default();
        let mut files = Vec::new();
        let mut next = Some(scenario);
        while let Some(file) = next.filter(|file| files.iter().all(|(known, _)| known != file)) {
            let source = self.sources.get(file)?;
            files.push((file, &*source.text));
            let setup = read_scenario(file, &source.text, &mut unheard)?.setup;
            next = setup.and_then(|setup| {
                let path = name_of_setup(&source.name, &setup.value);
                let mut all = self.layers.iter().flat_map(|layer| &layer.scenario_files);
                let is_it = |file: &&FileId| {
                    let known = self.sources.get(**file);
                    known.is_some_and(|known| known.name == path)
                };
                all.find(is_it).copied()
            });
        }
        read_scenario_with_setups(files, &mut unheard)
    }

    /// Iterates over the rule files of all layers.
    pub fn rule_files(&self) -> impl Iterator<Item = FileId> {
        self.layers
            .iter()
            .flat_map(|layer| &layer.rule_files)
            .copied()
    }

    /// Iterates over the unit files of all layers.
    pub fn unit_files(&self) -> impl Iterator<Item = FileId> {
        self.layers
            .iter()
            .flat_map(|layer| &layer.unit_files)
            .copied()
    }

    /// Iterates over the map files of all layers.
    pub fn map_files(&self) -> impl Iterator<Item = FileId> {
        self.layers
            .iter()
            .flat_map(|layer| &layer.map_files)
            .copied()
    }

    /// Whether the texts are exactly those of built-in rulesets, unchanged and complete; a copy on the disk counts
    /// too.
    pub fn is_built_in(&self) -> bool {
        let names = self.layers.iter().map(|layer| layer.name.as_str());
        let n_built_in: usize = names.map(|name| BuiltIn::texts(name).count()).sum();
        let files = || self.sources.files().map(|(_, file)| file);
        files().count() == n_built_in
            && files().all(|file| BuiltIn::has(&file.name, file.text.as_bytes()))
    }

    /// Whether another bundle has the same files with the same texts.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let files = || {
            let ours = self.sources.files().map(|(_, file)| file);
            ours.zip(other.sources.files().map(|(_, file)| file))
        };
        self.layers == other.layers
            && self.index_file == other.index_file
            && self.misplaced == other.misplaced
            && self.sources.files().count() == other.sources.files().count()
            && files().all(|(one, other)| one.name == other.name && one.text == other.text)
    }

    /// Returns the name by which rules and scenarios refer to a map: that of its file, without folder and extension.
    pub fn map_name(&self, file: FileId) -> Option<&str> {
        Some(map_of_path(&self.sources.get(file)?.name))
    }
}

/// Returns the name of the map of a path.
pub(crate) fn map_of_path(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}
