//! The symbol index of an analysis, with the indexes and scenarios that only it reads.

use crate::load::LayerFiles;
use crate::symbols::{Inputs, SymbolIndex};
use sandtable_diagnostic::Diagnostics;
use sandtable_roster::{self as roster, Index, Scenario};

/// The symbol index of an analysis, and the parts that only it needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Symbols {
    pub(crate) index: SymbolIndex,
    /// The numbered rules of all layers.
    indexes: Vec<Index>,
    scenarios: Vec<Scenario>,
}

impl Symbols {
    /// Resolves every name.
    pub(crate) fn new(layers: &[LayerFiles], checked: Inputs<'_>) -> Self {
        // Findings in them are reported where the book is checked and the scenario is played.
        let mut unheard = Diagnostics::default();
        let mut symbols = Self::default();
        for file in layers.iter().filter_map(|layer| layer.index_file) {
            if let Some(source) = checked.sources.get(file) {
                let index = roster::read_index(file, &source.text, &mut unheard);
                symbols.indexes.push(index);
            }
        }
        for file in layers.iter().flat_map(|layer| &layer.scenario_files) {
            if let Some(source) = checked.sources.get(*file) {
                let scenario = roster::read_scenario(*file, &source.text, &mut unheard);
                symbols.scenarios.extend(scenario);
            }
        }
        symbols.index = SymbolIndex::new(&symbols.inputs(checked));
        symbols
    }

    /// The parts of an analysis, with the indexes and scenarios.
    pub(crate) fn inputs<'a>(&'a self, checked: Inputs<'a>) -> Inputs<'a> {
        Inputs {
            indexes: &self.indexes,
            scenarios: &self.scenarios,
            ..checked
        }
    }
}
