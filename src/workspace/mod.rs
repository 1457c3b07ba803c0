//! Analysis of texts: sources of texts, loading of rulesets, and the results of their checks.
//!
//! A [`Workspace`] reads [`Files`], lays texts over them that are not saved, and gives an [`Analysis`]. Knows
//! neither disk nor clock nor threads.

mod analysis;
mod cache;
pub mod editor;
mod facts;
pub mod files;
pub mod load;
mod maps_of_others;
mod names;
mod parse_texts;
mod parsed;
mod scenarios;
mod store;
pub mod symbols;

pub use analysis::{Analysis, WrittenExample};

use std::collections::BTreeMap;
use std::sync::Arc;

use cache::Cache;
use files::Files;
use load::{Bundle, MapsOfOthers};
use maps_of_others::has_faulty_maps;
use sandtable_diagnostic::Diagnostics;
use sandtable_lint as lint;
use sandtable_source::SourceFile;
pub use sandtable_source::workers;
use store::Store;

use workers::{Alone, Workers};

/// Extent of the search for findings, and number of situations in which sound rules are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Only as much as answers depend on. A ruleset that is part of the program is known to have no warnings: its examples are left
    /// out and no lint is run. Of any other ruleset as much is found as with `None`.
    Answer,
    /// None: rules are checked and looked through, not tried.
    None,
    /// As many as an editor can try at each keystroke.
    Quick,
    /// As many as somebody waits for.
    Thorough,
}

impl Effort {
    fn of_trial(self) -> Option<lint::Effort> {
        match self {
            Self::Answer | Self::None => None,
            Self::Quick => Some(lint::Effort::quick()),
            Self::Thorough => Some(lint::Effort::thorough()),
        }
    }
}

/// Rulesets and their texts, which change; each text is read once.
pub struct Workspace {
    store: Store,
    workers: Box<dyn Workers + Send>,
    cache: Cache,
    /// Whether the prose of Markdown files is checked by the file.
    has_prose: bool,
    /// The last analysis for each key.
    known: BTreeMap<AnalysisKey, Arc<Analysis>>,
}

/// The ruleset of an analysis, the variants in force, its effort, and the maps that are left out.
type AnalysisKey = (String, Vec<String>, Effort, MapsOfOthers);

impl Workspace {
    /// A workspace over files.
    pub fn new(files: impl Files + Send + 'static) -> Self {
        Self {
            store: Store::new(Box::new(files)),
            workers: Box::new(Alone),
            cache: Cache::default(),
            has_prose: cfg!(feature = "prose"),
            known: BTreeMap::new(),
        }
    }

    /// Says whether the prose of Markdown files is checked, and allowances for findings about it are judged, by the file; not where they
    /// are chapters of a manuscript that is checked as one. Without the feature `prose` it is never checked.
    pub fn set_prose(&mut self, has_prose: bool) {
        let has_prose = has_prose && cfg!(feature = "prose");
        if self.has_prose != has_prose {
            self.known.clear();
        }
        self.has_prose = has_prose;
    }

    /// The workspace with others to read files side by side.
    #[must_use]
    pub fn with_workers(self, workers: impl Workers + Send + 'static) -> Self {
        let workers = Box::new(workers);
        Self { workers, ..self }
    }

    /// Returns the threads that share the work.
    pub fn workers(&self) -> &dyn Workers {
        &*self.workers
    }

    /// The workspace with nothing kept over an edit, so that a changed ruleset is analysed as at first: to compare with.
    #[must_use]
    pub fn without_memory(mut self) -> Self {
        self.cache.forgets = true;
        self
    }

    /// Lays a text over the file of a path, which need not be there: what an editor has not saved.
    pub fn set(&mut self, path: &str, text: impl Into<Arc<str>>) {
        self.store.set(path, text.into());
    }

    /// Takes the text away that lies over a file.
    pub fn unset(&mut self, path: &str) {
        self.store.unset(path);
    }

    /// The text that lies over the file of a path, if there is one.
    pub fn unsaved(&self, path: &str) -> Option<Arc<str>> {
        self.store.unsaved(path)
    }

    /// Reads everything again where it is needed: files have changed.
    pub fn refresh(&mut self) {
        self.store.forget();
    }

    /// Returns the analysis of a ruleset if its texts, as they are now, are analysed already.
    pub fn analysed(&self, name: &str, with: &[String], effort: Effort) -> Option<Arc<Analysis>> {
        let key = (name.to_owned(), with.to_vec(), effort, MapsOfOthers::new());
        // Whether an error in a map is one depends on other rulesets.
        let known = self.known.get(&key);
        let known = known.filter(|known| !has_faulty_maps(known))?;
        let bundle = load::load(&self.store, name, with).ok()?;
        known.bundle.is_same(&bundle).then(|| known.clone())
    }

    /// Reads and checks a ruleset, by its name or its path, with further variants in force. What cannot be loaded has its
    /// findings, and no texts.
    pub fn analyse(&mut self, name: &str, with: &[String], effort: Effort) -> Arc<Analysis> {
        let whole = self.analyse_without(name, with, effort, &MapsOfOthers::new());
        let left_out = self.find_maps_of_others(name, &whole);
        match left_out.is_empty() {
            true => whole,
            false => self.analyse_without(name, with, effort, &left_out),
        }
    }

    /// As [`Self::analyse`], without some of the maps.
    fn analyse_without(
        &mut self,
        name: &str,
        with: &[String],
        effort: Effort,
        left_out: &MapsOfOthers,
    ) -> Arc<Analysis> {
        let mut bundle = match load::load(&self.store, name, with) {
            Ok(bundle) => bundle,
            Err(diagnostics) => return Arc::new(Analysis::not_loaded(name, diagnostics)),
        };
        bundle.leave_out(left_out);
        let key = |effort| (name.to_owned(), with.to_vec(), effort, left_out.clone());
        let question = key(effort);
        if let Some(known) = self.known.get(&question)
            && known.bundle.is_same(&bundle)
        {
            return known.clone();
        }
        // Answers depend on nothing that an analysis with more effort of the same texts has not; but an error that only more effort finds
        // does not keep anybody from an answer.
        if effort == Effort::Answer && !bundle.is_built_in() {
            let richer = [Effort::None, Effort::Quick, Effort::Thorough].into_iter();
            let mut richer = richer.map(key);
            let known = richer.find_map(|question| {
                let known = self.known.get(&question)?;
                let is_usable = known.bundle.is_same(&bundle) && !known.diagnostics().has_errors();
                is_usable.then(|| known.clone())
            });
            if let Some(known) = known {
                return known;
            }
        }
        let analysis = Arc::new(analysis::analyse(
            bundle,
            effort,
            self.has_prose,
            &mut self.cache,
            &*self.workers,
        ));
        // Without other maps than those that are left out now, it is not asked for again.
        if !left_out.is_empty() {
            self.known.retain(|(of, variants, as_much, maps), _| {
                let is_of_same =
                    (of.as_str(), variants.as_slice(), *as_much) == (name, with, effort);
                !is_of_same || maps.is_empty() || maps == left_out
            });
        }
        self.known.insert(question, analysis.clone());
        analysis
    }

    /// Reads the texts of a ruleset and of what it is a variant of.
    ///
    /// Errors: E0207, E0511, E0515.
    pub fn load(&self, name: &str) -> Result<Bundle, Diagnostics> {
        load::load(&self.store, name, &[])
    }

    /// The names of all rulesets, of the working folder and built in, sorted.
    pub fn rulesets(&self) -> Vec<String> {
        load::rulesets(&self.store)
    }

    /// The rulesets meant when none is named: those of the working folder if it has a folder `rules`, else the built-in
    /// ones.
    pub fn rulesets_here(&self) -> Vec<String> {
        load::rulesets_here(&self.store)
    }

    /// Whether the working folder has a folder `rules`.
    pub fn has_rules_here(&self) -> bool {
        load::has_rules_here(&self.store)
    }

    /// The names of all scenarios, as `ruleset/name`, sorted.
    pub fn scenarios(&self) -> Vec<String> {
        scenarios::names(&self.store)
    }

    /// Reads the text of a scenario: of a path, or of `ruleset/name`, which is `units/RULESET/scenarios/NAME.toml`.
    ///
    /// Errors: E0511 for an unknown scenario, E0515 for what cannot be read.
    pub fn scenario(&self, name: &str) -> Result<Arc<SourceFile>, Diagnostics> {
        scenarios::read(&self.store, name)
    }
}
