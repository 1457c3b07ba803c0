//! The texts of scenarios that take the set-up of another one.

use std::sync::Arc;

use sandtable_diagnostic::Diagnostics;
use sandtable_roster::{Scenario, name_of_setup, read_scenario, read_scenario_with_setups};
use sandtable_source::{FileId, SourceFile, SourceMap};

/// The texts of a scenario and of the set-ups that it takes, each from the one before it.
///
/// Errors: those of reading a text.
pub(crate) fn with_setups<E>(
    name: &str,
    mut text_of: impl FnMut(&str) -> Result<Arc<SourceFile>, E>,
) -> Result<Vec<Arc<SourceFile>>, E> {
    let mut sources = vec![text_of(name)?];
    let mut name = name.to_owned();
    while let Some(source) = sources.last() {
        let mut alone = SourceMap::default();
        let file = alone.share(source.clone());
        let written = read_scenario(file, &source.text, &mut Diagnostics::default());
        let Some(setup) = written.and_then(|written| written.setup) else {
            break;
        };
        name = name_of_setup(&name, &setup.value);
        let next = text_of(&name)?;
        // A circle ends here, and is reported by the reader.
        if sources.iter().any(|known| known.name == next.name) {
            break;
        }
        sources.push(next);
    }
    Ok(sources)
}

/// Reads a scenario with its set-ups, whose texts are added to the sources.
pub(crate) fn read(
    texts: &[Arc<SourceFile>],
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Scenario> {
    let files: Vec<FileId> = texts
        .iter()
        .map(|source| sources.share(source.clone()))
        .collect();
    let texts = texts.iter().map(|source| &*source.text);
    read_scenario_with_setups(files.into_iter().zip(texts), diagnostics)
}
