//! Cache of results by text, valid as long as the text is unchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::load::Bundle;
use crate::parsed::{ParsedIndex, ParsedRules, ParsedUnits};
use sandtable_roster::Scenario;
use sandtable_source::{FileId, SourceFile, SourceMap};

/// Memoised results of the last analysis of a ruleset.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) check: sandtable_check::Kept,
    pub(crate) lint: sandtable_lint::Kept,
    pub(crate) scenarios: KeptScenarios,
}

/// The scenarios of a ruleset, and the texts that they were read from.
#[derive(Default)]
pub(crate) struct KeptScenarios {
    texts: Vec<(FileId, Arc<SourceFile>)>,
    read: Arc<Vec<Scenario>>,
}

impl KeptScenarios {
    /// Returns the scenarios of a ruleset, read again if a text has changed. Findings in them are reported where they are set up.
    pub(crate) fn of(&mut self, bundle: &Bundle) -> Arc<Vec<Scenario>> {
        let files = bundle.layers.iter().flat_map(|layer| &layer.scenario_files);
        let shared = |file: &FileId| Some((*file, Arc::clone(bundle.sources.shared(*file)?)));
        let texts: Vec<_> = files.clone().filter_map(shared).collect();
        let is_same =
            |((file, text), (known, before)): (&(_, Arc<SourceFile>), &(_, Arc<SourceFile>))| {
                file == known
                    && (Arc::ptr_eq(text, before)
                        || text.text == before.text && text.name == before.name)
            };
        let are_same =
            texts.len() == self.texts.len() && texts.iter().zip(&self.texts).all(is_same);
        if !are_same {
            self.read = Arc::new(files.filter_map(|file| bundle.scenario(*file)).collect());
            self.texts = texts;
        }
        Arc::clone(&self.read)
    }
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

impl<T> ByText<T> {
    /// Returns the result for a text, if it is the one of the last time.
    fn known(&self, file: FileId, source: &Arc<SourceFile>) -> Option<&Arc<T>> {
        let (known, made) = self.0.get(&(source.name.clone(), file))?;
        (Arc::ptr_eq(known, source) || known.text == source.text).then_some(made)
    }

    /// Returns the text of a file for which there is no result.
    pub(crate) fn unknown<'s>(
        &self,
        sources: &'s SourceMap,
        file: FileId,
    ) -> Option<&'s Arc<SourceFile>> {
        let source = sources.shared(file)?;
        self.known(file, source).is_none().then_some(source)
    }

    pub(crate) fn insert(&mut self, file: FileId, source: &Arc<SourceFile>, made: Arc<T>) {
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
