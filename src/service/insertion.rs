//! A method of our own: rules from elsewhere, such as a pattern of the documentation, written into a ruleset with the names that it has.

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types as lsp;
use sandtable_diagnostic::{TextEdit, edited};
use sandtable_model::{KindId, RuleBook};
use sandtable_source::{FileId, SourceFile, Span};
use sandtable_syntax::ast::{Item, space};
use sandtable_syntax::block_around;
use sandtable_syntax::markdown::is_markdown;
use sandtable_workspace::files::Memory;
use sandtable_workspace::{Analysis, Effort, Workspace};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answers::document;
use super::findings::{PlacedEdit, placed_edits};
use super::grids::tree;
use super::rpc::Refusal;
use super::{EFFORT, Service};

/// The parameters of `sandtable/insert`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InsertParams {
    /// The ruleset that gets the rules.
    ruleset: String,
    /// The heading above them.
    title: String,
    /// A ruleset by itself: its texts.
    texts: Vec<InsertedText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InsertedText {
    path: String,
    text: String,
}

#[derive(Debug, Serialize)]
struct Insertion {
    edits: Vec<PlacedEdit>,
    /// The place of the heading after the edits.
    place: lsp::Location,
    /// Names of the inserted rules that are others than in their texts.
    renamed: Vec<(String, String)>,
}

/// A declaration by its namespace and its name.
type Declared = (&'static str, String);

/// A ruleset by itself whose rules are to be inserted.
struct Inserted {
    workspace: Workspace,
    ruleset: String,
    renamed: Vec<(String, String)>,
}

impl Service {
    /// Returns the edit that writes rules at the end of a ruleset: without their head and their examples, without kinds that the ruleset
    /// has, and with other names where it has the same. If both have one kind of piece, the rules are about that of the ruleset.
    ///
    /// Errors: there are no such rules, or the ruleset has no text for them.
    pub(crate) fn insert(&mut self, asked: &InsertParams) -> Result<Value, Refusal> {
        let analysis = self.workspace.analyse(&asked.ruleset, &[], EFFORT);
        let Some((file, source)) = main_text(&analysis) else {
            let why = format!("`{}` has no text for rules", asked.ruleset);
            return Err(Refusal::failed(why));
        };
        let known = declared(&analysis);
        let mut inserted = Inserted::new(asked)?;
        let mut left_out: BTreeSet<Declared> = known
            .iter()
            .filter(|(space, _)| *space == "type")
            .cloned()
            .collect();
        let pattern = inserted.analysis();
        if let (Some(own), Some(its)) = (only_kind(analysis.draft()), only_kind(pattern.draft()))
            && own != its
            && !known.contains(&("type", its.clone()))
        {
            inserted.rename(&("type", its), &own)?;
            left_out.insert(("type", own));
        }
        for one in declared(&inserted.analysis()) {
            if known.contains(&one) && !left_out.contains(&one) {
                let free = inserted.free_name(&one, &known);
                inserted.rename(&one, &free)?;
            }
        }
        let rules = inserted.rules(&left_out);
        if rules.is_empty() {
            return Err(Refusal::failed(
                "there is nothing in it that is not there already",
            ));
        }
        let kept = source.text.trim_end();
        let rules = rules.join("\n\n");
        let text = match is_markdown(&source.name) {
            true => format!("\n\n# {}\n\n```rules\n{rules}\n```\n", asked.title),
            false => format!("\n\n# --- {}\n\n{rules}\n", asked.title),
        };
        let edit = TextEdit {
            span: Span::new(file, kept.len(), source.text.len()),
            text,
        };
        let line = u32::try_from(kept.lines().count() + 1).unwrap_or(u32::MAX);
        let start = lsp::Position::new(line, 0);
        let body = Insertion {
            edits: placed_edits(&[edit], analysis.sources(), &self.places),
            place: lsp::Location::new(self.places.uri(&source.name), lsp::Range::new(start, start)),
            renamed: inserted.renamed,
        };
        document("insertion", body)
    }
}

/// Returns the text of a ruleset that new declarations go into: that with its head, else its first text of rules.
fn main_text(analysis: &Analysis) -> Option<(FileId, &SourceFile)> {
    let own = analysis.bundle().layers.last()?;
    let sources = analysis.sources();
    let mut files = own
        .rule_files
        .iter()
        .filter_map(|file| Some((*file, sources.get(*file)?)));
    let has_head = |(file, source): &(FileId, &SourceFile)| {
        let items = tree(*file, source).items;
        items
            .iter()
            .any(|item| matches!(item.value, Item::Ruleset(_) | Item::Variant(_)))
    };
    let first = files
        .clone()
        .find(|(_, source)| !source.name.ends_with(".policy"));
    files.find(has_head).or(first)
}

/// Returns what the texts of a ruleset declare.
fn declared(analysis: &Analysis) -> Vec<Declared> {
    let trees = analysis.trees().iter();
    let items = trees.flat_map(|tree| &tree.items);
    items
        .filter_map(|item| {
            let (sort, name) = item.value.target()?;
            Some((space(sort), name.to_owned()))
        })
        .collect()
}

/// Returns the kind of pieces, if there is only one.
fn only_kind(book: &RuleBook) -> Option<String> {
    let pieces = book.pieces();
    let kinds = book.kinds.iter().enumerate();
    let mut kinds = kinds.filter(|(at, _)| pieces.has(KindId::new(*at)));
    let (_, first) = kinds.next()?;
    kinds.next().is_none().then(|| first.naming.name.clone())
}

impl Inserted {
    /// Errors: its texts are no ruleset.
    fn new(asked: &InsertParams) -> Result<Self, Refusal> {
        let texts = asked.texts.iter();
        let texts: Memory = texts
            .map(|one| (one.path.clone(), one.text.as_str()))
            .collect();
        let workspace = Workspace::new(texts);
        let ruleset = workspace.rulesets_here().into_iter().next();
        let ruleset = ruleset.ok_or_else(|| Refusal::failed("these texts are no ruleset"))?;
        Ok(Self {
            workspace,
            ruleset,
            renamed: Vec::new(),
        })
    }

    fn analysis(&mut self) -> Arc<Analysis> {
        self.workspace.analyse(&self.ruleset, &[], Effort::None)
    }

    /// A name after another that neither these rules nor a ruleset have.
    fn free_name(&mut self, (space, name): &Declared, known: &[Declared]) -> String {
        let own = declared(&self.analysis());
        let is_free = |wanted: &String| {
            let wanted = (*space, wanted.clone());
            !known.contains(&wanted) && !own.contains(&wanted)
        };
        let mut names = ('b'..='z').map(|letter| format!("{name}-{letter}"));
        names
            .find(is_free)
            .unwrap_or_else(|| format!("{name}-other"))
    }

    /// Gives a declaration another name, wherever it is named.
    ///
    /// Errors: why it cannot have that name.
    fn rename(&mut self, (of, name): &Declared, new: &str) -> Result<(), Refusal> {
        let analysis = self.analysis();
        let items = analysis.written().iter().flat_map(|tree| &tree.items);
        let mut heads = items.filter_map(|item| {
            let sort = item.value.sort()?;
            let head = item.value.head()?;
            (space(sort) == *of && head.name.value == *name).then_some(head.name.span)
        });
        let span = heads
            .next()
            .ok_or_else(|| Refusal::failed(format!("`{name}` has no declaration in its texts")))?;
        let path = analysis
            .sources()
            .get(span.file)
            .map(|source| source.name.clone());
        let place = (path.as_deref().unwrap_or_default(), span.start);
        let edits = self.workspace.rename(&self.ruleset, &[], place, new);
        let edits =
            edits.map_err(|error| Refusal::failed(format!("`{name}`: {}", error.reason)))?;
        for (file, source) in analysis.sources().files() {
            if edits.iter().any(|edit| edit.span.file == file) {
                self.workspace
                    .set(&source.name, edited(&source.text, file, &edits));
            }
        }
        self.renamed.push((name.clone(), new.to_owned()));
        Ok(())
    }

    /// The texts of its declarations with the comments above them, but for its head, its examples and some others.
    fn rules(&mut self, left_out: &BTreeSet<Declared>) -> Vec<String> {
        let analysis = self.analysis();
        let mut rules = Vec::new();
        for (file, source) in analysis.sources().files() {
            if !source.name.ends_with(".rules") {
                continue;
            }
            for item in &tree(file, source).items {
                let Some((sort, name)) = item.value.target() else {
                    continue;
                };
                if !left_out.contains(&(space(sort), name.to_owned())) {
                    let text = source.text.get(block_around(&source.text, item.span));
                    rules.extend(text.map(|text| text.trim_start_matches('\n').to_owned()));
                }
            }
        }
        rules
    }
}
