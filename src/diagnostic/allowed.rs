//! Findings that an author allows: `# allow E0604: the book prints both columns`.
//!
//! The comment is above a line or at its end, and applies to that line and to those indented below it. In the
//! prose of a Markdown draft it is written `<!-- allow …: … -->` and applies to the section around it.
//! Errors cannot be allowed.
//!
//! Reports: E0640.

use super::{Code, Diagnostic, Diagnostics, Severity};
use sandtable_source::{FileId, SourceFile, SourceMap, Span};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A finding that its author allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    /// Text that was found.
    pub finding: Diagnostic,
    /// Reason for allowing it, in the author's words.
    pub reason: String,
    /// Its place.
    pub place: Span,
}

/// One code that is allowed at one place.
struct Allowance {
    code: Code,
    reason: String,
    place: Span,
    /// The file for which it holds.
    file: FileId,
    /// Bytes of that file for which it holds.
    from: usize,
    to: usize,
    used: bool,
}

/// A line of a file, without its line break.
struct SourceLine<'a> {
    start: usize,
    text: &'a str,
    /// Whether the line is prose of a Markdown file.
    is_prose: bool,
}

impl SourceLine<'_> {
    fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn is_comment(&self) -> bool {
        !self.is_prose && self.text.trim_start().starts_with('#')
    }

    fn is_heading(&self) -> bool {
        self.is_prose && self.text.starts_with('#')
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Removes allowed findings from the list, and reports wrong allowances; of those that
/// are idle where `is_sought` holds for their file and code. What a variant does may well cure a finding of its base, and
/// not everything is looked for each time.
pub fn allow(
    sources: &SourceMap,
    is_sought: impl Fn(FileId, Code) -> bool,
    diagnostics: &mut Diagnostics,
) {
    let mut allowances = Vec::new();
    let mut wrong = Vec::new();
    for (id, file) in sources.files() {
        if file.text.contains("allow ") {
            of_file(id, file, &mut allowances, &mut wrong);
        }
    }
    take_out(allowances, wrong, is_sought, diagnostics);
}

/// An allowance that is written elsewhere than in the lines for which it holds: in a margin, or in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenAllowance {
    /// Codes, a colon, a reason: `E0706: the rest has no effect`.
    pub text: String,
    /// Place of that text.
    pub place: Span,
    /// Text for which it holds.
    pub reach: Span,
}

/// As [`allow`], with allowances in the texts of `files` only, and with those that are given.
pub fn allow_given(
    sources: &SourceMap,
    files: &[FileId],
    given: &[GivenAllowance],
    is_sought: impl Fn(FileId, Code) -> bool,
    diagnostics: &mut Diagnostics,
) {
    let mut allowances = Vec::new();
    let mut wrong = Vec::new();
    for id in files {
        let file = sources.get(*id);
        if let Some(file) = file.filter(|file| file.text.contains("allow ")) {
            of_file(*id, file, &mut allowances, &mut wrong);
        }
    }
    for one in given {
        match read(&one.text, one.place) {
            Ok((codes, reason)) => allowances.extend(codes.into_iter().map(|code| Allowance {
                code,
                reason: reason.clone(),
                place: one.place,
                file: one.reach.file,
                from: one.reach.start,
                to: one.reach.end,
                used: false,
            })),
            Err(finding) => wrong.push(finding),
        }
    }
    take_out(allowances, wrong, is_sought, diagnostics);
}

/// Takes the findings that are allowed out of the list, and adds those about allowances.
fn take_out(
    mut allowances: Vec<Allowance>,
    mut wrong: Vec<Diagnostic>,
    is_sought: impl Fn(FileId, Code) -> bool,
    diagnostics: &mut Diagnostics,
) {
    if allowances.is_empty() && wrong.is_empty() {
        return;
    }
    let (list, notes) = (
        std::mem::take(&mut diagnostics.list),
        std::mem::take(&mut diagnostics.notes),
    );
    let by_code = by_code(&allowances);
    for finding in list.into_iter().chain(notes) {
        match allowance_for(&mut allowances, &by_code, &finding) {
            Some(allowance) => diagnostics.allowed.push(Allowed {
                finding,
                reason: allowance.reason.clone(),
                place: allowance.place,
            }),
            None if finding.severity() == Severity::Note => diagnostics.notes.push(finding),
            None => diagnostics.list.push(finding),
        }
    }
    // With errors, not everything has been looked for.
    if !diagnostics.has_errors() {
        let is_idle = |one: &&Allowance| !one.used && is_sought(one.file, one.code);
        wrong.extend(allowances.iter().filter(is_idle).map(idle));
    }
    for finding in wrong {
        diagnostics.push(finding);
    }
    diagnostics.sort();
}

/// An allowance among those of one code in one file.
struct Nested {
    /// Place in the list of all.
    at: usize,
    /// Last byte for which it holds.
    to: usize,
    /// The nearest one before it that contains more bytes after it.
    outer: Option<usize>,
}

/// The allowances of each code in each file, in the order in which they begin, outer ones first.
type ByCode = BTreeMap<(FileId, Code), Vec<Nested>>;

fn by_code(allowances: &[Allowance]) -> ByCode {
    let mut in_order: Vec<(usize, &Allowance)> = allowances.iter().enumerate().collect();
    // In a draft an allowance of a whole section may come after that of a line.
    in_order.sort_by_key(|(_, one)| (one.from, Reverse(one.to)));
    let mut by_code = ByCode::new();
    for (at, one) in in_order {
        let list = by_code.entry((one.file, one.code)).or_default();
        let mut outer = list.len().checked_sub(1);
        while let Some(before) = outer.and_then(|before| list.get(before)) {
            if before.to > one.to {
                break;
            }
            outer = before.outer;
        }
        let to = one.to;
        list.push(Nested { at, to, outer });
    }
    by_code
}

/// The innermost allowance that covers a finding.
fn allowance_for<'a>(
    allowances: &'a mut [Allowance],
    by_code: &ByCode,
    finding: &Diagnostic,
) -> Option<&'a Allowance> {
    let span = finding.labels.first()?.span;
    if finding.severity() == Severity::Error {
        return None;
    }
    let list = by_code.get(&(span.file, finding.code))?;
    let begun = list.partition_point(|one| {
        let allowance = allowances.get(one.at);
        allowance.is_some_and(|allowance| allowance.from <= span.start)
    });
    let mut one = list.get(begun.checked_sub(1)?)?;
    while one.to < span.start {
        one = list.get(one.outer?)?;
    }
    let fits = allowances.get_mut(one.at)?;
    fits.used = true;
    Some(fits)
}

fn idle(allowance: &Allowance) -> Diagnostic {
    Diagnostic::new(
        Code::BadAllowance,
        format!(
            "nothing here has the allowed finding {}",
            allowance.code.number()
        ),
    )
    .label(allowance.place, "")
    .help("delete it, or put it above the line of the finding")
}

/// The allowances of one file.
fn of_file(
    id: FileId,
    file: &SourceFile,
    allowances: &mut Vec<Allowance>,
    wrong: &mut Vec<Diagnostic>,
) {
    let lines = lines(file);
    let surroundings = surroundings(&lines);
    let mut heading = 0;
    for (at, (line, around)) in lines.iter().zip(&surroundings).enumerate() {
        if line.is_heading() {
            heading = at;
        }
        let Some((place, said)) = allowed_text(id, line) else {
            continue;
        };
        let (from, to) = match line.is_prose {
            true => reach(&lines, heading, around.next_heading.saturating_sub(1)),
            false => match around.anchor < lines.len() {
                true => code_reach(&lines, &surroundings, around.anchor),
                false => reach(&lines, at, at),
            },
        };
        match read(said, place) {
            Ok((codes, reason)) => allowances.extend(codes.into_iter().map(|code| Allowance {
                code,
                reason: reason.clone(),
                place,
                file: id,
                from,
                to,
                used: false,
            })),
            Err(finding) => wrong.push(finding),
        }
    }
}

fn lines(file: &SourceFile) -> Vec<SourceLine<'_>> {
    let is_markdown = file.name.ends_with(".md");
    let (mut start, mut fenced) = (0, false);
    let mut lines = Vec::new();
    for text in file.text.split('\n') {
        let is_fence = is_markdown && text.starts_with("```");
        lines.push(SourceLine {
            start,
            text,
            is_prose: is_markdown && !fenced && !is_fence,
        });
        fenced ^= is_fence;
        start += text.len() + 1;
    }
    lines
}

/// Text after `allow`, and the place of all of it.
fn allowed_text<'a>(file: FileId, line: &SourceLine<'a>) -> Option<(Span, &'a str)> {
    let (begin, end) = if line.is_prose {
        let begin = line.text.find("<!--")? + 4;
        let end = line.text.find("-->").unwrap_or(line.text.len());
        (begin, end)
    } else {
        (comment(line.text)? + 1, line.text.len())
    };
    let text = line.text.get(begin..end)?;
    let said = text.trim().strip_prefix("allow ")?;
    let lead = text.len() - text.trim_start().len();
    let from = line.start + begin + lead;
    Some((Span::new(file, from, from + text.trim().len()), said))
}

/// Start of the comment of a line: the first `#` outside of quotation marks.
fn comment(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.char_indices().find_map(|(at, letter)| {
        quoted ^= letter == '"';
        (letter == '#' && !quoted).then_some(at)
    })
}

/// Codes, a colon, a reason.
fn read(said: &str, place: Span) -> Result<(Vec<Code>, String), Diagnostic> {
    let finding = |message: String| Diagnostic::new(Code::BadAllowance, message).label(place, "");
    let (codes, reason) = said.split_once(':').unwrap_or((said, ""));
    if reason.trim().is_empty() {
        return Err(finding("this allows a finding without a reason".to_owned())
            .help("add the reason after a colon: `# allow E0604: the book prints both columns`"));
    }
    let mut found = Vec::new();
    for word in codes.split(',').map(str::trim) {
        let Some(code) = Code::with_name(word) else {
            let known = Code::ALL.iter().map(|code| code.slug());
            return Err(finding(format!("there is no finding `{word}`"))
                .suggest(word, known)
                .help("write the code or name that the finding shows"));
        };
        if code.severity() == Severity::Error {
            return Err(finding(format!(
                "{} is an error, which cannot be allowed",
                code.number()
            ))
            .help("correct it: rules with an error cannot be run"));
        }
        found.push(code);
    }
    Ok((found, reason.trim().to_owned()))
}

/// The lines that matter to an allowance in a line; the number of lines represents none.
#[derive(Debug, Clone, Copy)]
struct Surroundings {
    /// The first line from it on that is neither blank nor a comment.
    anchor: usize,
    /// The next line that is not indented below it.
    next_outside: usize,
    /// The next heading of a unit, `[kind.unit]`.
    next_unit: usize,
    /// The next heading of prose.
    next_heading: usize,
}

/// The surroundings of all lines, found in one pass from the last to the first.
fn surroundings(lines: &[SourceLine<'_>]) -> Vec<Surroundings> {
    let n = lines.len();
    let (mut anchor, mut next_unit, mut next_heading) = (n, n, n);
    // Indents and places of lines below, each indented less than the one before it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::with_capacity(n);
    for (at, line) in lines.iter().enumerate().rev() {
        let mut next_outside = n;
        if !line.is_blank() {
            let indent = line.indent();
            while open.pop_if(|(below, _)| *below > indent).is_some() {}
            next_outside = open.last().map_or(n, |(_, next)| *next);
            open.pop_if(|(below, _)| *below == indent);
            open.push((indent, at));
            if !line.is_comment() {
                anchor = at;
            }
        }
        found.push(Surroundings {
            anchor,
            next_outside,
            next_unit,
            next_heading,
        });
        if line.text.starts_with('[') {
            next_unit = at;
        }
        if line.is_heading() {
            next_heading = at;
        }
    }
    found.reverse();
    found
}

/// The bytes for which an allowance holds whose line, or the next that is not a comment, is the given one.
fn code_reach(
    lines: &[SourceLine<'_>],
    surroundings: &[Surroundings],
    anchor: usize,
) -> (usize, usize) {
    let (Some(line), Some(around)) = (lines.get(anchor), surroundings.get(anchor)) else {
        return reach(lines, anchor, anchor);
    };
    // The heading of a unit holds for its lines, which are not indented.
    let next = match line.text.starts_with('[') {
        true => around.next_unit,
        false => around.next_outside,
    };
    reach(lines, anchor, next.saturating_sub(1))
}

fn reach(lines: &[SourceLine<'_>], first: usize, last: usize) -> (usize, usize) {
    let start = lines.get(first).map_or(0, |line| line.start);
    (start, lines.get(last).map_or(start, SourceLine::end))
}
