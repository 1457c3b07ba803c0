//! Rulesets that questions are asked of, and the reasons for which there is no answer.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_model::RuleBook;
use sandtable_source::{FileId, SourceFile, SourceMap};
use sandtable_workspace::{Analysis, Effort, Workspace};

/// A sound ruleset with certain variants in force.
///
/// Questions add their words to its texts, so that findings can point into them.
#[derive(Debug)]
pub struct Ruleset {
    /// Its name in answers.
    pub name: String,
    /// Its rules and units. Conditions are checked against a copy of its own.
    pub book: Arc<RuleBook>,
    /// Its texts, and those of the questions asked so far.
    pub sources: SourceMap,
    /// Its rule files, unit files and maps.
    files: Vec<FileId>,
}

impl Ruleset {
    /// The ruleset of an analysis.
    ///
    /// Errors: there are errors in it, other than in its examples.
    pub fn of(analysis: &Analysis) -> Result<Self, QuestionError> {
        if !analysis.is_runnable() {
            return Err(QuestionError::Findings {
                diagnostics: Box::new(analysis.diagnostics().clone()),
                sources: Box::new(analysis.sources().clone()),
            });
        }
        let bundle = analysis.bundle();
        let files = bundle.rule_files().chain(bundle.unit_files());
        Ok(Self {
            files: files.chain(bundle.map_files()).collect(),
            name: analysis.name().to_owned(),
            book: analysis.book().clone(),
            sources: analysis.sources().clone(),
        })
    }

    /// The texts of its rules, units and maps, without those of questions.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let files = self.files.iter().filter_map(|file| self.sources.get(*file));
        files.map(|source| &*source.text)
    }

    /// The files of its rules, units and maps.
    pub(crate) fn source_files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter_map(|file| self.sources.get(*file))
    }

    /// These findings as the reason for which there is no answer.
    pub(crate) fn question_error(&self, diagnostics: Diagnostics) -> QuestionError {
        QuestionError::Findings {
            diagnostics: Box::new(diagnostics),
            sources: Box::new(self.sources.clone()),
        }
    }

    /// This finding as the reason for which there is no answer.
    pub(crate) fn unanswered_for(&self, diagnostic: Diagnostic) -> QuestionError {
        self.question_error(of_one(diagnostic))
    }
}

/// A list with a single finding.
pub(crate) fn of_one(diagnostic: Diagnostic) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(diagnostic);
    diagnostics
}

/// Provides rulesets and scenarios by name.
pub trait RulesetProvider {
    /// The ruleset of that name, with these variants in force besides those it names itself. Only sound rulesets are
    /// provided.
    ///
    /// Errors: it is unknown, or there are errors in it.
    fn ruleset(&mut self, name: &str, variants: &[String]) -> Result<&mut Ruleset, QuestionError>;

    /// The text of a scenario under its file name.
    ///
    /// Errors: it is unknown or cannot be read.
    fn scenario(&mut self, name: &str) -> Result<Arc<SourceFile>, QuestionError>;

    /// Replaces files by texts, until the next call: files that it does not name are again as they were.
    fn overlay(&mut self, texts: Vec<(String, Arc<str>)>);
}

/// Texts that replace files of a workspace for a while.
#[derive(Debug, Default)]
pub struct Overlay {
    /// The replaced files, with the unsaved texts that they had.
    former: Vec<(String, Option<Arc<str>>)>,
}

impl Overlay {
    /// Replaces files by texts, and those of the last call by what they were. Returns whether any text changed.
    pub fn replace(&mut self, workspace: &mut Workspace, texts: Vec<(String, Arc<str>)>) -> bool {
        let has_changed = !self.former.is_empty() || !texts.is_empty();
        for (path, text) in std::mem::take(&mut self.former) {
            match text {
                Some(text) => workspace.set(&path, text),
                None => workspace.unset(&path),
            }
        }
        for (path, text) in texts {
            self.former.push((path.clone(), workspace.unsaved(&path)));
            workspace.set(&path, text);
        }
        has_changed
    }

    /// Whether files are replaced.
    pub fn is_empty(&self) -> bool {
        self.former.is_empty()
    }
}

/// The rulesets of a workspace, each analysed when it is first asked for.
pub struct RulesetCache<'w> {
    workspace: &'w mut Workspace,
    /// By name and further variants.
    rulesets: BTreeMap<(String, Vec<String>), Ruleset>,
    overlay: Overlay,
}

impl<'w> RulesetCache<'w> {
    /// Nothing is analysed yet.
    pub fn new(workspace: &'w mut Workspace) -> Self {
        Self {
            workspace,
            rulesets: BTreeMap::new(),
            overlay: Overlay::default(),
        }
    }
}

impl Drop for RulesetCache<'_> {
    fn drop(&mut self) {
        self.overlay.replace(self.workspace, Vec::new());
    }
}

impl RulesetProvider for RulesetCache<'_> {
    fn ruleset(&mut self, name: &str, variants: &[String]) -> Result<&mut Ruleset, QuestionError> {
        match self.rulesets.entry((name.to_owned(), variants.to_vec())) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let analysis = self.workspace.analyse(name, variants, Effort::Answer);
                Ok(place.insert(Ruleset::of(&analysis)?))
            }
        }
    }

    fn scenario(&mut self, name: &str) -> Result<Arc<SourceFile>, QuestionError> {
        let scenario = self.workspace.scenario(name);
        scenario.map_err(|diagnostics| QuestionError::Findings {
            diagnostics: Box::new(diagnostics),
            sources: Box::default(),
        })
    }

    fn overlay(&mut self, texts: Vec<(String, Arc<str>)>) {
        if self.overlay.replace(self.workspace, texts) {
            self.rulesets.clear();
        }
    }
}

/// The reason for which a question has no answer.
#[derive(Debug)]
pub enum QuestionError {
    /// There are findings in the rules, in the scenario or in what the question says about them.
    Findings {
        /// All of them.
        diagnostics: Box<Diagnostics>,
        /// The texts that they point into.
        sources: Box<SourceMap>,
    },
    /// The question cannot be asked in this form, whatever the rules say. The finding points into no text.
    Malformed(Box<Diagnostic>),
    /// The question leaves something open or mixes what does not go together: a sentence that says so.
    Incomplete(String),
    /// The watcher ended the work before anything could be answered. The finding says how far it had come.
    Cancelled {
        /// One finding.
        diagnostics: Box<Diagnostics>,
        /// The texts that it points into.
        sources: Box<SourceMap>,
    },
}

impl QuestionError {
    /// The findings that say why, and the texts that they point into.
    ///
    /// Errors: the sentence of a question that leaves something open, for which there is no finding.
    pub fn findings(&self) -> Result<(Cow<'_, Diagnostics>, Cow<'_, SourceMap>), &str> {
        match self {
            Self::Findings {
                diagnostics,
                sources,
            }
            | Self::Cancelled {
                diagnostics,
                sources,
            } => Ok((Cow::Borrowed(diagnostics), Cow::Borrowed(sources))),
            Self::Malformed(finding) => Ok((
                Cow::Owned(of_one((**finding).clone())),
                Cow::Owned(SourceMap::default()),
            )),
            Self::Incomplete(sentence) => Err(sentence),
        }
    }
}
