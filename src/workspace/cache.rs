//! What was made of texts in earlier analyses, for as long as the texts are the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::parsed::{ParsedIndex, ParsedRules, ParsedUnits};
use sandtable_source::{FileId, SourceFile, SourceMap};

/// What was made of each text.
#[derive(Default)]
pub(crate) struct Cache {
    pub(crate) rules: ByText<ParsedRules>,
    /// Without their examples.
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

/// What was made of each text, by its path and its id in the analysis: places are part of what is made.
pub(crate) struct ByText<T>(BTreeMap<(String, FileId), (Arc<SourceFile>, Arc<T>)>);

impl<T> Default for ByText<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> ByText<T> {
    /// What is made of a text, which is done only if the text is not the one of the last time; `None` if there is no such
    /// file.
    pub(crate) fn get(
        &mut self,
        sources: &SourceMap,
        file: FileId,
        make: impl FnOnce(&SourceFile) -> T,
    ) -> Option<Arc<T>> {
        let source = sources.shared(file)?;
        let key = (source.name.clone(), file);
        if let Some((known, made)) = self.0.get(&key)
            && (Arc::ptr_eq(known, source) || known.text == source.text)
        {
            return Some(made.clone());
        }
        let made = Arc::new(make(source));
        self.0.insert(key, (source.clone(), made.clone()));
        Some(made)
    }
}
