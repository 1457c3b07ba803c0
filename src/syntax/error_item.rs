//! Error items: the known parts of declarations that cannot be read completely.
//!
//! Computed from the layout and the findings of one file, once all its lines are read; a file without errors has none.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ast::{ErrorItem, Item};
use super::keyword::{KeywordKind, keywords};
use super::layout::{Layout, Line, end_of};
use super::reader::AMENDABLE;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Severity, suggest};
use sandtable_source::{FileId, Span, Spanned};

/// Maximum number of separate error items of a file.
const MOST_APART: usize = 10_000;

/// Knowledge about the declarations of a file, beside those that were read.
#[derive(Default)]
pub(super) struct Extents {
    /// The declarations with a line that cannot be read, in file order; each at its whole text.
    pub(super) errors: Vec<Spanned<ErrorItem>>,
    /// The text of each declaration: its head line and its block.
    pub(super) all: Vec<Span>,
}

/// Returns an error item for each declaration with a line that cannot be read. After [`MOST_APART`] of them the rest of the file is
/// one. `aligned` are the starts of lines with a wrong indentation that hides nothing.
pub(super) fn error_items(
    file: FileId,
    layout: &Layout,
    items: &[Arc<Spanned<Item>>],
    aligned: &BTreeSet<usize>,
    diagnostics: &Diagnostics,
) -> Extents {
    let mut found = Extents::default();
    let errors = diagnostics
        .iter()
        .filter(|finding| finding.severity() == Severity::Error && !is_of(aligned, finding));
    let labels = errors.flat_map(|finding| &finding.labels);
    let of_file = labels.filter(|label| label.span.file == file);
    let mut faults: Vec<usize> = of_file.map(|label| label.span.start).collect();
    if faults.is_empty() {
        let lines = layout.lines.iter();
        found.all = lines.map(|line| extent(file, line)).collect();
        return found;
    }
    faults.sort_unstable();
    let mut read: Vec<usize> = items.iter().map(|item| item.span.start).collect();
    read.sort_unstable();
    let mut start = 0;
    let ends = layout.lines.iter().skip(1).map(|next| next.start);
    // Lines may be missing at the end of a block that is too long or too deep.
    let lines = layout.lines.iter().zip(ends.chain([usize::MAX]));
    for (at, (line, end)) in lines.enumerate() {
        if found.errors.len() >= MOST_APART {
            let rest = unread_rest(file, layout, layout.lines.get(at..).unwrap_or_default());
            found.all.push(rest.span);
            found.errors.push(rest);
            break;
        }
        found.all.push(extent(file, line));
        let is_read = read.binary_search(&line.start).is_ok();
        let n_before = |place: usize| faults.partition_point(|fault| *fault < place);
        let is_faulty = n_before(start) < n_before(end);
        // After the last finding that is kept, lines are no longer parsed.
        let is_unread = !is_read || diagnostics.is_full();
        if is_faulty || is_unread {
            let mut unread = Vec::new();
            if is_unread {
                all_lines(line, &mut unread);
            } else {
                faulty_lines(line, start, &faults, &mut unread);
            }
            let text = |line: &Line| layout.text.get(line.start..line.end).unwrap_or_default();
            let unread: Vec<&str> = unread.into_iter().map(text).collect();
            let item = make_error_item(text(line), &unread, is_read);
            found.errors.push(Spanned::new(item, extent(file, line)));
        }
        start = end;
    }
    found
}

/// Whether a finding is about the indentation of one of these lines.
fn is_of(aligned: &BTreeSet<usize>, finding: &Diagnostic) -> bool {
    let first = finding.labels.first();
    finding.code == Code::OddIndentation
        && first.is_some_and(|label| aligned.contains(&label.span.start))
}

/// Declarations as one that is not read, with all their names.
fn unread_rest(file: FileId, layout: &Layout, lines: &[Line]) -> Spanned<ErrorItem> {
    let start = lines.first().map_or(0, |line| line.start);
    let end = lines.last().map_or(start, end_of);
    let text = layout.text.get(start..end).unwrap_or_default();
    let item = make_error_item("", &text.lines().collect::<Vec<_>>(), false);
    Spanned::new(item, Span::new(file, start, end))
}

/// A rule file that is not read at all: all its names.
pub(super) fn unread_file(file: FileId, text: &str) -> Spanned<ErrorItem> {
    let item = make_error_item("", &text.lines().collect::<Vec<_>>(), false);
    Spanned::new(item, Span::new(file, 0, text.len()))
}

fn extent(file: FileId, line: &Line) -> Span {
    Span::new(file, line.start, end_of(line))
}

fn all_lines<'l>(line: &'l Line, lines: &mut Vec<&'l Line>) {
    lines.push(line);
    for below in &line.block {
        all_lines(below, lines);
    }
}

/// Collects the lines that hold a fault, each with its block; a fault between two lines belongs to the second. Returns
/// the place after the last line.
fn faulty_lines<'l>(
    line: &'l Line,
    start: usize,
    faults: &[usize],
    lines: &mut Vec<&'l Line>,
) -> usize {
    let here = start..=line.end;
    if !line.sound || faults.iter().any(|fault| here.contains(fault)) {
        all_lines(line, lines);
        return end_of(line) + 1;
    }
    let mut start = line.end + 1;
    for below in &line.block {
        start = faulty_lines(below, start, faults, lines);
    }
    start
}

fn make_error_item(head: &str, unread: &[&str], is_read: bool) -> ErrorItem {
    let known = keywords(KeywordKind::Declaration);
    let mut first = head.split_whitespace();
    let verb = first.next().and_then(|word| suggest::nearest(word, known));
    let is_change = matches!(verb, Some("replace" | "amend" | "remove"));
    let (sort, name) = match is_change {
        true => (
            first
                .next()
                .and_then(|word| suggest::nearest(word, AMENDABLE)),
            names(head).nth(2),
        ),
        false => (verb, names(head).nth(1)),
    };
    let declared = match (sort, is_read) {
        _ if verb == Some("remove") => BTreeSet::new(),
        _ if verb == Some("amend") => all_names(unread),
        // Names of stats, words, faces and phases are in the block.
        (None | Some("kind" | "scale" | "words" | "die" | "sequence"), _) => all_names(unread),
        (Some("example" | "unit"), _) => BTreeSet::new(),
        // Without its first line it is offered at no window.
        (Some("reaction"), true) => name.map(str::to_owned).into_iter().collect(),
        (Some(_), true) => BTreeSet::new(),
        (Some(_), false) => names_of_head(head),
    };
    ErrorItem {
        sort,
        name: name.map(str::to_owned),
        is_read,
        is_replacement: verb == Some("replace"),
        declared,
        mentioned: all_names(unread),
    }
}

fn all_names(lines: &[&str]) -> BTreeSet<String> {
    let names = lines.iter().flat_map(|line| names(line));
    names.map(str::to_owned).collect()
}

/// The names in a head line, without those of parameters.
fn names_of_head(head: &str) -> BTreeSet<String> {
    let (before, behind) = head.split_once('(').unwrap_or((head, ""));
    let behind = behind.rsplit_once(')').map_or("", |(_, behind)| behind);
    all_names(&[before, behind])
}

/// The words of a line that may be names, in order.
fn names(line: &str) -> impl Iterator<Item = &str> {
    // Titles are excluded, unless it is unclear where they end.
    let has_titles = line.matches('"').count().is_multiple_of(2);
    let parts = line.split('"').enumerate();
    let parts = parts.filter(move |(at, _)| !has_titles || at.is_multiple_of(2));
    let is_other = |letter: char| !letter.is_alphanumeric() && letter != '-';
    parts
        .flat_map(move |(_, part)| part.split(is_other))
        .map(|word| word.trim_matches('-'))
        .filter(|word| word.contains(char::is_alphabetic))
}
