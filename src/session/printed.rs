//! The parts of a ruleset that are printed besides its rules.

use sandtable_roster::Scenario;
use sandtable_workspace::Analysis;

/// Returns the scenarios of all layers of a ruleset by the names of their files, each with the set-ups that it takes. A scenario that
/// cannot be read is omitted: it is reported where it is played.
pub fn scenarios(analysis: &Analysis) -> Vec<(String, Scenario)> {
    let bundle = analysis.bundle();
    let files = bundle.layers.iter().flat_map(|layer| &layer.scenario_files);
    let read = files.filter_map(|file| {
        let source = bundle.sources.get(*file)?;
        let scenario = bundle.scenario(*file)?;
        let name = source.name.rsplit('/').next().unwrap_or_default();
        let name = name.strip_suffix(".toml").unwrap_or(name);
        Some((name.to_owned(), scenario))
    });
    read.collect()
}
