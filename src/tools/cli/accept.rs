//! `sandtable test --accept`: what happened is written into the rule files, and shown as lines that go and come.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::checked::{Kept, checking, is_meant, meant, opened, tell_only_warnings};
use super::fmt::tidy;
use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::present::numerals::counted;
use crate::session::accept::{AcceptedExample, Edit, accept_examples};
use crate::session::example_runs::Chosen;
use crate::source::{FileId, SourceFile, SourceMap};
use crate::syntax;
use crate::syntax::markdown::{is_markdown, read_markdown};
use crate::tools::disk;
use crate::workspace::{Analysis, Effort, WrittenExample};

/// Writes what happened into the examples of rulesets, or into those with some words in their titles.
pub(super) fn run(paths: &[String], words: Option<&str>, output: &Output) -> Exit {
    let mut workspace = opened();
    let names = match meant(&workspace, paths) {
        Ok(names) => names,
        Err(diagnostics) => {
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Findings;
        }
    };
    let mut exit = Exit::Fine;
    let mut documents = Vec::new();
    let mut n_looked_at = 0;
    for name in &names {
        output.pulse().at(&checking(name));
        let analysis = Kept::new(workspace.analyse(name, &[], Effort::None));
        let Some(examples) = analysis.examples() else {
            output.findings(analysis.diagnostics(), analysis.sources());
            exit = Exit::Findings;
            continue;
        };
        tell_only_warnings(name, analysis.diagnostics(), output);
        let mut examples = examples;
        examples.retain(|example| {
            let source = analysis.sources().get(example.span.file);
            source.is_some_and(|source| is_meant(name, &source.name))
        });
        if let Some(words) = words {
            let chosen = Chosen {
                words: Some(words.to_owned()),
                file: None,
            };
            examples.retain(|example| {
                let title = example.written.title.as_ref();
                let title = title.map_or("", |title| title.value.as_str());
                chosen.has(title, example.span, analysis.sources())
            });
        }
        n_looked_at += examples.len();
        let (document, is_done) = ruleset(&analysis, &examples, output);
        documents.push(document);
        if !is_done {
            exit = Exit::Findings;
        }
    }
    if let Some(words) = words
        && n_looked_at == 0
        && !documents.is_empty()
    {
        output.aside(&format!("no example has `{words}` in its title\n"));
        exit = Exit::Findings;
    }
    if output.format() == Format::Json {
        output.json("accept", json!({ "rulesets": documents }));
    }
    exit
}

/// Looks at every example and writes; says whether nothing is left to do.
fn ruleset(analysis: &Analysis, examples: &[WrittenExample<'_>], output: &Output) -> (Value, bool) {
    let (name, sources) = (analysis.name(), analysis.sources());
    let files: BTreeSet<FileId> = examples.iter().map(|example| example.span.file).collect();
    let files: Vec<FileId> = files.into_iter().collect();
    tidy(&files, sources, output);
    let looked = accept_examples(analysis, examples);
    let mut edits: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for edit in looked.iter().flat_map(|looked| &looked.accepted.edits) {
        edits.entry(edit.place.file).or_default().push(edit.clone());
    }
    let mut diagnostics = Diagnostics::default();
    let mut changes = Vec::new();
    for (file, mut edits) in edits {
        edits.sort_by_key(|edit| edit.place.start);
        let Some(source) = sources.get(file) else {
            continue;
        };
        match write(file, source, &edits) {
            Ok(()) => changes.push((source.name.clone(), lines(source, &edits))),
            Err(finding) => {
                output.note_unwritten();
                diagnostics.push(finding);
            }
        }
    }
    output.findings(&diagnostics, sources);
    let n_left = looked
        .iter()
        .filter(|looked| !looked.accepted.left.is_empty())
        .count();
    if output.format() == Format::Human {
        output.text(&text(name, &changes, &looked));
    }
    let is_done = n_left == 0 && diagnostics.is_empty();
    (document(name, &changes, &looked), is_done)
}

/// Writes a file with its edits.
///
/// Errors: E0515 if it cannot be written, E0901 if it could not be read afterwards; it is then left alone.
fn write(file: FileId, source: &SourceFile, edits: &[Edit]) -> Result<(), Diagnostic> {
    let text = edited(&source.text, 0, edits);
    disk::bounded(&text).map_err(|why| disk::unwritten(Path::new(&source.name), &why))?;
    let mut findings = Diagnostics::default();
    let draft = is_markdown(&source.name).then(|| read_markdown(file, &text));
    let rules = draft.as_ref().map_or(&text, |draft| &draft.rules);
    syntax::parse(file, rules, &mut findings);
    if findings.has_errors() {
        let message = format!("`{}` could not be read with the new lines", source.name);
        return Err(Diagnostic::new(Code::InternalError, message));
    }
    disk::write(source, &text)
}

/// A text that begins at a place of its file, with edits in order.
fn edited(text: &str, start: usize, edits: &[Edit]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let from = edit.place.start.saturating_sub(start);
        result.push_str(text.get(at..from).unwrap_or_default());
        result.push_str(&edit.text);
        at = edit.place.end.saturating_sub(start);
    }
    result.push_str(text.get(at..).unwrap_or_default());
    result
}

/// Lines that have changed.
struct Change {
    /// The number of the first line before.
    line: usize,
    before: String,
    after: String,
}

/// The lines that edits touch, before and after.
fn lines(source: &SourceFile, edits: &[Edit]) -> Vec<Change> {
    let text = &source.text;
    let bounds = |edit: &Edit| {
        let before = text.get(..edit.place.start).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = text.get(edit.place.end..).unwrap_or_default();
        let end = edit.place.end + rest.find('\n').unwrap_or(rest.len());
        (start, end)
    };
    let mut groups: Vec<(usize, usize, Vec<Edit>)> = Vec::new();
    for edit in edits {
        let (start, end) = bounds(edit);
        match groups.last_mut() {
            Some((_, last, group)) if start <= *last => {
                *last = end.max(*last);
                group.push(edit.clone());
            }
            Some(_) | None => groups.push((start, end, vec![edit.clone()])),
        }
    }
    let change = |(start, end, group): (usize, usize, Vec<Edit>)| {
        let before = text.get(start..end).unwrap_or_default();
        Change {
            line: source.position(start).line,
            before: before.to_owned(),
            after: edited(before, start, &group),
        }
    };
    groups.into_iter().map(change).collect()
}

fn text(name: &str, changes: &[(String, Vec<Change>)], looked: &[AcceptedExample]) -> String {
    let mut text = String::new();
    for (file, changes) in changes {
        text.push_str(&format!("{file}\n"));
        for change in changes {
            text.push_str(&diff(change));
        }
    }
    let mut n_left = 0;
    for one in looked {
        for why in &one.accepted.left {
            text.push_str(&format!("unchanged: {}: {why}\n", one.title));
        }
        n_left += usize::from(!one.accepted.left.is_empty());
    }
    let written = |one: &&AcceptedExample| !one.accepted.edits.is_empty() && !changes.is_empty();
    let n_written = looked.iter().filter(written).count();
    text.push_str(&match (n_written, n_left) {
        (0, 0) => format!("{name}: nothing to write\n"),
        (n, 0) => format!("{name}: {} written\n", counted(n, "example")),
        (n, left) => format!("{name}: {} written, {left} left\n", counted(n, "example")),
    });
    text
}

/// Returns a change as text: `12 - …` for removed lines, `+ …` for added ones; an insertion is preceded by the line above it.
fn diff(change: &Change) -> String {
    let before: Vec<&str> = change.before.lines().collect();
    let after: Vec<&str> = change.after.lines().collect();
    let same = before.iter().zip(&after);
    let n_same = same.take_while(|(before, after)| before == after).count();
    let mut text = String::new();
    if let (true, Some(line)) = (n_same == before.len(), before.last()) {
        let number = change.line + n_same - 1;
        text.push_str(&format!("{number:>5}   {line}\n"));
    }
    for (at, line) in before.iter().enumerate().skip(n_same) {
        text.push_str(&format!("{:>5} - {line}\n", change.line + at));
    }
    for line in after.iter().skip(n_same) {
        text.push_str(&format!("      + {line}\n"));
    }
    text
}

fn document(name: &str, changes: &[(String, Vec<Change>)], looked: &[AcceptedExample]) -> Value {
    let written: Vec<Value> = changes
        .iter()
        .flat_map(|(file, changes)| {
            changes.iter().map(move |change| {
                json!({
                    "file": file,
                    "line": change.line,
                    "before": change.before,
                    "after": change.after,
                })
            })
        })
        .collect();
    let left: Vec<Value> = looked
        .iter()
        .filter(|one| !one.accepted.left.is_empty())
        .map(|one| json!({ "title": one.title, "why": one.accepted.left }))
        .collect();
    json!({ "ruleset": name, "written": written, "left": left })
}
