//! Methods beyond the protocol: the rulesets of a workspace with their files, the contents of a ruleset, and its coverage of a book.

use gen_lsp_types as lsp;
use sandtable_source::{FileId, SourceFile, Span};
use sandtable_syntax::ast::Item;
use sandtable_workspace::files::Starter;
use sandtable_workspace::load::{Bundle, LayerFiles};
use sandtable_workspace::{Analysis, Effort};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

use super::Service;
use super::answers::{document, refused};
use super::grids::tree;
use super::rpc::Refusal;

/// The parameters of `sandtable/starter`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StarterParams {
    /// The name of the new ruleset.
    name: String,
    /// The name of a starter; without it the starters are listed.
    from: Option<String>,
    /// The title of the new ruleset; without it that of the starter stays.
    title: Option<String>,
}

#[derive(Debug, Serialize)]
struct Rulesets {
    rulesets: Vec<RulesetRow>,
}

/// A ruleset and its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct RulesetRow {
    name: String,
    title: String,
    /// Whether its files can be changed, rather than being built into the program.
    own: bool,
    /// The rulesets that a variant changes, the base first; empty unless it is a variant.
    base: Vec<String>,
    files: Vec<FileRow>,
    scenarios: Vec<ScenarioRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct FileRow {
    path: String,
    uri: lsp::Uri,
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ScenarioRow {
    /// Its name in questions: `RULESET/NAME`.
    name: String,
    /// Its title, else the last part of its name.
    title: String,
    path: String,
    uri: lsp::Uri,
}

#[derive(Debug, Serialize)]
struct Starters {
    starters: Vec<&'static str>,
    files: Vec<StarterFile>,
}

#[derive(Debug, Serialize)]
struct StarterFile {
    path: String,
    text: String,
}

impl Service {
    /// Lists all rulesets with their files, except those that cannot be loaded.
    pub(crate) fn list_rulesets(&mut self) -> Result<Value, Refusal> {
        let mut rows = Vec::new();
        for name in self.workspace.rulesets() {
            let Ok(bundle) = self.workspace.load(&name) else {
                continue;
            };
            rows.push(self.ruleset_row(name, &bundle));
        }
        let listed = rows.iter().map(|row| (row.name.clone(), row.clone()));
        self.listed = Some(listed.collect());
        document("workspace", Rulesets { rulesets: rows })
    }

    /// Updates the row of a ruleset in the list that the client has, if it has one. Returns whether it is another now.
    pub(crate) fn changes_list(&mut self, ruleset: &str, analysis: &Analysis) -> bool {
        // A text that belongs to no ruleset is checked by its path, and not listed.
        if self.listed.is_none() || ruleset.contains('.') {
            return false;
        }
        let bundle = analysis.bundle();
        let row = (!bundle.layers.is_empty()).then(|| self.ruleset_row(ruleset.to_owned(), bundle));
        let Some(listed) = &mut self.listed else {
            return false;
        };
        let before = listed.remove(ruleset);
        let is_other = before != row;
        listed.extend(row.map(|row| (ruleset.to_owned(), row)));
        is_other
    }

    fn ruleset_row(&self, name: String, bundle: &Bundle) -> RulesetRow {
        let (files, scenarios, base) = match bundle.layers.split_last() {
            Some((own, base)) => (
                self.file_rows(bundle, own),
                self.scenario_rows(&name, bundle, own),
                base.iter().map(|layer| layer.name.clone()).collect(),
            ),
            None => (Vec::new(), Vec::new(), Vec::new()),
        };
        // A copy of a book is the client's own, also while nothing in it is changed.
        let mut texts = bundle.sources.files();
        let is_opened = texts.any(|(_, source)| self.documents.get(&source.name).is_some());
        RulesetRow {
            title: bundle.title().unwrap_or_else(|| name.clone()),
            own: is_opened || !bundle.is_built_in(),
            name,
            base,
            files,
            scenarios,
        }
    }

    fn file_rows(&self, bundle: &Bundle, own: &LayerFiles) -> Vec<FileRow> {
        let index: Vec<FileId> = own.index_file.into_iter().collect();
        let lists = [
            ("rules", &own.rule_files),
            ("units", &own.unit_files),
            ("map", &own.map_files),
            ("scenario", &own.scenario_files),
            ("index", &index),
        ];
        let mut rows = Vec::new();
        for (kind, files) in lists {
            let sources = files.iter().filter_map(|file| bundle.sources.get(*file));
            rows.extend(sources.map(|source| FileRow {
                uri: self.places.uri(&source.name),
                path: source.name.clone(),
                kind,
            }));
        }
        rows
    }

    fn scenario_rows(&self, name: &str, bundle: &Bundle, own: &LayerFiles) -> Vec<ScenarioRow> {
        let row = |file: &FileId| {
            let path = bundle.sources.get(*file)?.name.as_str();
            let own_name = path.rsplit('/').next()?.strip_suffix(".toml")?;
            let title = bundle.scenario_title(*file);
            Some(ScenarioRow {
                name: format!("{name}/{own_name}"),
                title: title.unwrap_or_else(|| own_name.to_owned()),
                uri: self.places.uri(path),
                path: path.to_owned(),
            })
        };
        own.scenario_files.iter().filter_map(row).collect()
    }

    /// Returns the files of a starter under a name of the client's choice, and the names of all starters.
    ///
    /// Errors: an unknown starter.
    pub(crate) fn starter(&self, asked: &StarterParams) -> Result<Value, Refusal> {
        let all = Starter::all();
        let files = match &asked.from {
            None => Vec::new(),
            Some(from) => {
                let known = all.iter().find(|starter| starter.name == from);
                let known = known
                    .ok_or_else(|| Refusal::failed(format!("there is no starter `{from}`")))?;
                let files = known.renamed(&asked.name);
                match &asked.title {
                    Some(title) => titled(files, title),
                    None => files,
                }
            }
        };
        let files = files.into_iter();
        let body = Starters {
            starters: all.iter().map(|starter| starter.name).collect(),
            files: files
                .map(|(path, text)| StarterFile { path, text })
                .collect(),
        };
        document("starter", body)
    }

    /// Returns the analysis of a ruleset without errors.
    ///
    /// Errors: the ruleset has errors.
    pub(crate) fn sound(
        &mut self,
        ruleset: &str,
        variants: &[String],
    ) -> Result<Arc<Analysis>, Refusal> {
        without_errors(self.workspace.analyse(ruleset, variants, Effort::Answer))
    }
}

/// Returns an analysis that has no errors.
///
/// Errors: those of the ruleset.
pub(super) fn without_errors(analysis: Arc<Analysis>) -> Result<Arc<Analysis>, Refusal> {
    match analysis.diagnostics().has_errors() {
        true => Err(refused(analysis.diagnostics(), analysis.sources())),
        false => Ok(analysis),
    }
}

/// Gives files of a ruleset another title, wherever they have their own: in its head, at the beginning of comments and in its pages.
fn titled(files: Vec<(String, String)>, title: &str) -> Vec<(String, String)> {
    let title = title.replace('"', "'");
    let heads = files.iter().find_map(|(path, text)| {
        let source = SourceFile::new(path, text.as_str());
        let items = tree(Span::nowhere().file, &source).items;
        items.iter().find_map(|item| {
            let Item::Ruleset(ruleset) = &item.value else {
                return None;
            };
            Some((path.clone(), ruleset.head.title.clone()?))
        })
    });
    let Some((head, old)) = heads else {
        return files;
    };
    let renamed = |(path, mut text): (String, String)| {
        if path == head {
            text.replace_range(old.span.start..old.span.end, &title);
        }
        if path.ends_with(".rules") {
            text = text.replace(&format!("# {}:", old.value), &format!("# {title}:"));
        } else if path.ends_with(".md") {
            text = text.replace(&old.value, &title);
        }
        (path, text)
    };
    files.into_iter().map(renamed).collect()
}
