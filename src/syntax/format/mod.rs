//! Formatter: the canonical layout of a rule file, with its comments.
//!
//! Works line by line on the result of [`super::layout`]: the words of a line are kept; its indentation, its
//! spaces and the columns that it shares with adjacent lines are replaced. Lines of an unknown sort are
//! unchanged. The result is verified to parse to the same tree, or it is discarded.

mod columns;

use columns::{Columns, Sort};

use super::layout::{Line, lay_out};
use super::{LARGEST_FILE, parse};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, edited};
use sandtable_source::{FileId, Span};

/// The canonical layout of a rule file; `None` if it has errors, which are then reported.
///
/// Reports: E0101 to E0112; E0111 too, if the result would be too large to be read.
pub fn format_text(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let mut findings = Diagnostics::default();
    let tree = parse(file, text, &mut findings);
    if findings.has_errors() {
        diagnostics.extend(findings.iter().cloned());
        return None;
    }
    let renewed = in_current_words(file, text, &findings);
    for keeps_blanks in [false, true] {
        let formatted = laid_out(file, &renewed, keeps_blanks);
        let mut findings = Diagnostics::default();
        let is_same = parse(file, &formatted, &mut findings) == tree
            && findings.is_empty()
            && comments(file, &formatted) == comments(file, text);
        if is_same {
            return Some(formatted);
        }
        if formatted.len() > LARGEST_FILE {
            diagnostics.push(
                Diagnostic::new(
                    Code::TooLong,
                    "this file would be larger than 4 MB when it is formatted",
                )
                .label(Span::new(file, 0, 0), "")
                .help("split it over several files of the same folder"),
            );
            return None;
        }
    }
    diagnostics.push(
        Diagnostic::new(
            Code::InternalError,
            "formatting would change the meaning of this file",
        )
        .label(Span::new(file, 0, 0), ""),
    );
    None
}

/// The text with the keywords of today in the place of former ones.
fn in_current_words(file: FileId, text: &str, findings: &Diagnostics) -> String {
    let former = findings
        .iter()
        .filter(|finding| finding.code == Code::FormerKeyword);
    let edits = former
        .flat_map(|finding| &finding.fixes)
        .flat_map(|fix| &fix.edits);
    edited(text, file, edits)
}

/// A line of a file as written.
struct FormatRow {
    /// Without comment and surrounding blanks.
    code: String,
    comment: Option<String>,
    /// Number of spaces it begins with.
    indent: usize,
    start: usize,
}

/// A line as formatted.
struct FormattedLine {
    depth: usize,
    /// Blanks in front that are not of the depth.
    more: usize,
    code: String,
    comment: Option<String>,
}

/// A logical line: its offset, its nesting depth, and its columns.
struct Logical {
    start: usize,
    end: usize,
    depth: usize,
    has_block: bool,
    sort: Sort,
    /// Lines of one group share columns.
    group: usize,
}

/// The rows of a file. `cleaned` is its text without comments.
fn rows(text: &str, cleaned: &str) -> Vec<FormatRow> {
    let mut start = 0;
    let mut rows = Vec::new();
    for raw in text.split_inclusive('\n') {
        let end = start + raw.len();
        let code = cleaned.get(start..end).unwrap_or_default();
        let written = code.trim_end().len();
        let rest = raw.get(written..).unwrap_or_default().trim();
        let lead = raw.len() - raw.trim_start().len();
        rows.push(FormatRow {
            code: code.trim().to_owned(),
            comment: rest.starts_with('#').then(|| rest.to_owned()),
            indent: lead,
            start: start + code.len() - code.trim_start().len(),
        });
        start = end;
    }
    rows
}

fn comments(file: FileId, text: &str) -> Vec<String> {
    let layout = lay_out(file, text, &mut Diagnostics::default());
    let rows = rows(text, &layout.text);
    rows.into_iter().filter_map(|row| row.comment).collect()
}

fn laid_out(file: FileId, text: &str, keeps_blanks: bool) -> String {
    let layout = lay_out(file, text, &mut Diagnostics::default());
    let mut logical = Vec::new();
    flatten(&layout.text, &layout.lines, None, 0, &mut 0, &mut logical);
    let rows = rows(text, &layout.text);
    let columns = Columns::new(&logical, &rows_at(&rows, &logical));
    let mut lines: Vec<Option<FormattedLine>> = Vec::new();
    let mut at = 0;
    // The lines that the row is below, outermost first: their blanks and depth.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut within: Option<&Logical> = None;
    for row in &rows {
        if !row.code.is_empty() {
            match logical.get(at).filter(|line| line.start == row.start) {
                Some(line) => {
                    at += 1;
                    open.retain(|(_, depth)| *depth < line.depth);
                    open.push((row.indent, line.depth));
                    within = Some(line);
                    lines.push(Some(FormattedLine {
                        depth: line.depth,
                        more: 0,
                        code: if keeps_blanks {
                            row.code.clone()
                        } else {
                            columns.line(line, &row.code)
                        },
                        comment: row.comment.clone(),
                    }));
                }
                None => lines.push(Some(FormattedLine {
                    depth: within.map_or(0, |line| line.depth),
                    more: within.map_or(4, |line| columns.hanging(line)),
                    code: if keeps_blanks {
                        row.code.clone()
                    } else {
                        columns::spaced(&row.code)
                    },
                    comment: row.comment.clone(),
                })),
            }
        } else if let Some(comment) = &row.comment {
            let inside = within.filter(|line| row.start < line.end);
            lines.push(Some(FormattedLine {
                depth: match inside {
                    Some(line) => line.depth,
                    None => comment_depth(row.indent, &open, logical.get(at), &rows),
                },
                more: inside.map_or(0, |line| columns.hanging(line)),
                code: String::new(),
                comment: Some(comment.clone()),
            }));
        } else if within.is_none_or(|line| row.start >= line.end) {
            lines.push(None);
        }
    }
    written(&spread(lines, &logical), text.contains("\r\n"))
}

/// The code of the row at which each logical line begins.
fn rows_at<'a>(rows: &'a [FormatRow], logical: &[Logical]) -> Vec<&'a str> {
    logical
        .iter()
        .map(|line| {
            let at = rows.partition_point(|row| row.start < line.start);
            let row = rows
                .get(at..)
                .and_then(|rows| rows.iter().find(|row| !row.code.is_empty()));
            row.map_or("", |row| row.code.as_str())
        })
        .collect()
}

/// A comment goes with the line below it, unless it is deeper and so belongs to the block above.
fn comment_depth(
    indent: usize,
    open: &[(usize, usize)],
    next: Option<&Logical>,
    rows: &[FormatRow],
) -> usize {
    let next_indent = next
        .and_then(|next| {
            rows.iter()
                .find(|row| row.start == next.start && !row.code.is_empty())
        })
        .map_or(0, |row| row.indent);
    let next_depth = next.map_or(0, |next| next.depth);
    if indent <= next_indent {
        return next_depth;
    }
    let above = open.iter().rev().find(|(blanks, _)| *blanks <= indent);
    above.map_or(next_depth, |(_, depth)| (*depth).max(next_depth))
}

/// Returns all logical lines in the order of the file.
fn flatten(
    text: &str,
    lines: &[Line],
    parent: Option<Sort>,
    depth: usize,
    n_groups: &mut usize,
    found: &mut Vec<Logical>,
) {
    let mut last: Option<Sort> = None;
    let block = *n_groups + 1;
    *n_groups += 1;
    let mut group = block;
    for line in lines {
        let code = text.get(line.start..line.end).unwrap_or_default();
        let sort = Sort::of(parent, code);
        if sort.is_of_neighbours() {
            if last != Some(sort) {
                *n_groups += 1;
                group = *n_groups;
            }
        } else {
            group = block;
        }
        last = Some(sort);
        found.push(Logical {
            start: line.start,
            end: line.end,
            depth,
            has_block: !line.block.is_empty(),
            sort,
            group,
        });
        flatten(text, &line.block, Some(sort), depth + 1, n_groups, found);
    }
}

/// No more than one empty line at a time, none at the ends or at the beginning of a block, one around every declaration
/// that has a block; comments in front belong to it.
fn spread(lines: Vec<Option<FormattedLine>>, logical: &[Logical]) -> Vec<Option<FormattedLine>> {
    let mut heads = logical
        .iter()
        .filter(|line| line.depth == 0)
        .map(|line| line.has_block);
    let mut result: Vec<Option<FormattedLine>> = Vec::new();
    // Whether the declaration above has a block, and where the comments in front of the next begin.
    let (mut above, mut comments_from): (Option<bool>, Option<usize>) = (None, None);
    let mut is_head = false;
    for line in lines {
        let Some(line) = line else {
            let is_first = result.is_empty() || is_head;
            if !is_first && !matches!(result.last(), Some(None)) {
                result.push(None);
            }
            comments_from = None;
            continue;
        };
        let is_top = line.depth == 0 && line.more == 0;
        is_head = false;
        if is_top && line.code.is_empty() {
            // A line at the left margin ends the block above.
            if above == Some(true) && comments_from.is_none() && !ends_open(&result) {
                result.push(None);
            }
            comments_from.get_or_insert(result.len());
        } else if is_top {
            let has_block = heads.next().unwrap_or(false);
            let at = comments_from.unwrap_or(result.len());
            let is_apart = at == 0 || matches!(result.get(at - 1), Some(None));
            if (has_block || above == Some(true)) && !is_apart && above.is_some() {
                result.insert(at, None);
            }
            above = Some(has_block);
            comments_from = None;
            is_head = has_block;
        } else {
            comments_from = None;
        }
        result.push(Some(line));
    }
    while matches!(result.last(), Some(None)) {
        result.pop();
    }
    result
}

fn ends_open(result: &[Option<FormattedLine>]) -> bool {
    matches!(result.last(), None | Some(None))
}

/// Returns the text; trailing comments of adjacent lines are aligned.
fn written(lines: &[Option<FormattedLine>], has_returns: bool) -> String {
    let width = |line: &FormattedLine| line.depth * 2 + line.more + line.code.chars().count();
    let is_beside = |line: &Option<FormattedLine>| {
        let line = line.as_ref();
        line.is_some_and(|line| line.comment.is_some() && !line.code.is_empty())
    };
    let mut text = String::new();
    let mut column = 0;
    for (at, line) in lines.iter().enumerate() {
        if is_beside(line) && (at == 0 || !lines.get(at - 1).is_some_and(is_beside)) {
            let run = lines.iter().skip(at).take_while(|line| is_beside(line));
            column = run.flatten().map(width).max().unwrap_or(0);
        }
        if let Some(line) = line {
            text.push_str(&" ".repeat(line.depth * 2 + line.more));
            text.push_str(&line.code);
            if let Some(comment) = &line.comment {
                if !line.code.is_empty() {
                    text.push_str(&" ".repeat(column - width(line) + 2));
                }
                text.push_str(comment);
            }
        }
        text.push_str(if has_returns { "\r\n" } else { "\n" });
    }
    text
}
