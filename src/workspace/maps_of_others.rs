//! Maps that a ruleset cannot read, though another one beside it can.
//!
//! A map lies with the units of a base, and variants play on it too: what it names may be declared by one of them alone, or
//! be removed by another. It is an error only of a map that no ruleset of the folder can read.

use crate::load::{self, Bundle, MapsOfOthers};
use crate::{Analysis, Effort, Workspace};
use sandtable_diagnostic::Severity;
use sandtable_source::FileId;

impl Workspace {
    /// Returns the maps with errors in an analysis that a ruleset beside it reads without.
    pub(crate) fn find_maps_of_others(&mut self, name: &str, analysis: &Analysis) -> MapsOfOthers {
        let mut faulty = faulty_maps(analysis);
        let mut found = MapsOfOthers::new();
        if faulty.is_empty() {
            return found;
        }
        for beside in load::beside(&self.store, name) {
            let bundle = load::load(&self.store, &beside, &[]);
            let shares = bundle
                .is_ok_and(|bundle| faulty.iter().any(|path| map_file(&bundle, path).is_some()));
            if !shares {
                continue;
            }
            let other = self.analyse_without(&beside, &[], Effort::Answer, &MapsOfOthers::new());
            let is_read = |path: &String| reads(&other, path);
            let (read, rest): (Vec<String>, _) = faulty.into_iter().partition(is_read);
            faulty = rest;
            found.extend(read.into_iter().map(|path| (path, other.name().to_owned())));
        }
        found
    }
}

/// Whether an error is reported in a map.
pub(crate) fn has_faulty_maps(analysis: &Analysis) -> bool {
    !faulty_maps(analysis).is_empty()
}

/// Returns the paths of the maps in which errors are reported.
fn faulty_maps(analysis: &Analysis) -> Vec<String> {
    let maps: Vec<FileId> = analysis.bundle().map_files().collect();
    let faulty = |file: &FileId| {
        let mut findings = analysis.diagnostics().iter();
        findings.any(|finding| {
            let first = finding.labels.first();
            finding.severity() == Severity::Error
                && first.is_some_and(|label| label.span.file == *file)
        })
    };
    let sources = analysis.sources();
    let maps = maps.into_iter().filter(faulty);
    maps.filter_map(|file| Some(sources.get(file)?.name.clone()))
        .collect()
}

/// Returns the map of a path, if a ruleset has it.
fn map_file(bundle: &Bundle, path: &str) -> Option<FileId> {
    let is_it = |file: &FileId| {
        let source = bundle.sources.get(*file);
        source.is_some_and(|source| source.name == path)
    };
    bundle.map_files().find(is_it)
}

/// Whether a ruleset has the map of a path, and no error is reported in it.
fn reads(analysis: &Analysis, path: &str) -> bool {
    let Some(file) = map_file(analysis.bundle(), path) else {
        return false;
    };
    let mut maps = analysis.draft().maps.iter();
    maps.any(|map| map.naming.span.file == file)
        && !faulty_maps(analysis).iter().any(|faulty| faulty == path)
}
