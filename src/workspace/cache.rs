//! Cache of results by text, valid as long as the text is unchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::parsed::{ParsedIndex, ParsedRules, ParsedUnits};
use crate::workers::{self, Workers};
use sandtable_source::{FileId, SourceFile, SourceMap};

/// Memoised results of the last analysis of a ruleset.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) check: sandtable_check::Kept,
    pub(crate) lint: sandtable_lint::Kept,
}

/// Results for each text.
#[derive(Default)]
pub(crate) struct Cache {
    /// Nothing is kept over an edit.
    pub(crate) forgets: bool,
    /// By name of the ruleset.
    pub(crate) kept: BTreeMap<String, Kept>,
    pub(crate) rules: ByText<ParsedRules>,
    /// Trees without examples.
    pub(crate) rules_alone: ByText<ParsedRules>,
    pub(crate) units: ByText<ParsedUnits>,
    pub(crate) indexes: ByText<ParsedIndex>,
    /// The last roster, and the files that it was put together of.
    pub(crate) roster: Option<(Vec<Arc<ParsedUnits>>, Arc<ParsedUnits>)>,
}

impl Cache {
    /// The units and maps of several files, put together; each is replaced by that of the same name of a later one.
    pub(crate) fn roster(&mut self, parts: Vec<Arc<ParsedUnits>>) -> Arc<ParsedUnits> {
        if let Some((known, roster)) = &self.roster
            && known.len() == parts.len()
            && known
                .iter()
                .zip(&parts)
                .all(|(one, other)| Arc::ptr_eq(one, other))
        {
            return roster.clone();
        }
        let mut whole = ParsedUnits::default();
        for part in &parts {
            let found = part.findings.iter().chain(part.findings.notes());
            whole.findings.extend(found.cloned());
            whole.roster.join(&part.roster, &mut whole.findings);
        }
        let whole = Arc::new(whole);
        self.roster = Some((parts, whole.clone()));
        whole
    }
}

/// Results by the path of a text and its id in the analysis: results contain spans.
pub(crate) struct ByText<T>(BTreeMap<(String, FileId), (Arc<SourceFile>, Arc<T>)>);

impl<T> Default for ByText<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// The length of texts that are worth another thread, in bytes.
const WORTH_A_THREAD: usize = 64 << 10;

impl<T: Send + Sync> ByText<T> {
    /// Computes the results for several texts that are not cached, in parallel if they are long.
    pub(crate) fn prepare(
        &mut self,
        sources: &SourceMap,
        files: &[FileId],
        make: impl Fn(FileId, &SourceFile) -> T + Sync,
        workers: &dyn Workers,
    ) {
        let known = files.iter().filter_map(|file| {
            let source = sources.shared(*file)?;
            self.known(*file, source)
                .is_none()
                .then_some((*file, source))
        });
        let mut unknown: Vec<(FileId, &Arc<SourceFile>)> = known.collect();
        // Longest first, for a balanced load.
        unknown.sort_by_key(|(_, source)| std::cmp::Reverse(source.text.len()));
        let length: usize = unknown.iter().map(|(_, source)| source.text.len()).sum();
        let n_threads = workers.count().min(length / WORTH_A_THREAD);
        if n_threads < 2 {
            return;
        }
        let made = workers::map(workers, n_threads, unknown.len(), |at| {
            let (file, source) = unknown.get(at)?;
            Some(make(*file, source))
        });
        for ((file, source), made) in unknown.into_iter().zip(made) {
            if let Some(made) = made {
                self.insert(file, source, Arc::new(made));
            }
        }
    }
}

impl<T> ByText<T> {
    /// Returns the result for a text, if it is the one of the last time.
    fn known(&self, file: FileId, source: &Arc<SourceFile>) -> Option<&Arc<T>> {
        let (known, made) = self.0.get(&(source.name.clone(), file))?;
        (Arc::ptr_eq(known, source) || known.text == source.text).then_some(made)
    }

    fn insert(&mut self, file: FileId, source: &Arc<SourceFile>, made: Arc<T>) {
        let key = (source.name.clone(), file);
        self.0.insert(key, (source.clone(), made));
    }

    /// Returns the result for a text, computed only if the text has changed; `None` if there is no such file.
    pub(crate) fn get(
        &mut self,
        sources: &SourceMap,
        file: FileId,
        make: impl FnOnce(&SourceFile) -> T,
    ) -> Option<Arc<T>> {
        self.get_after(sources, file, |source, _| make(source))
    }

    /// As [`Self::get`], computed with the text and the result of before, if there are any.
    pub(crate) fn get_after(
        &mut self,
        sources: &SourceMap,
        file: FileId,
        make: impl FnOnce(&SourceFile, Option<(&SourceFile, &T)>) -> T,
    ) -> Option<Arc<T>> {
        let source = sources.shared(file)?;
        if let Some(made) = self.known(file, source) {
            return Some(made.clone());
        }
        let before = self.0.get(&(source.name.clone(), file));
        let before = before.map(|(text, made)| (text.as_ref(), made.as_ref()));
        let made = Arc::new(make(source, before));
        self.insert(file, source, made.clone());
        Some(made)
    }
}
