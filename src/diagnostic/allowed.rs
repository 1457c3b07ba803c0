//! Findings that an author allows: `# allow E0604: the book prints both columns`.
//!
//! The comment stands above a line or at its end, and holds for that line and for what is indented below it. In the
//! prose of a Markdown draft it is written `<!-- allow …: … -->` and holds for the section that it stands in.
//! Errors cannot be allowed.
//!
//! Reports: E0640.

use super::{Code, Diagnostic, Diagnostics, Severity};
use sandtable_source::{FileId, SourceFile, SourceMap, Span};
use std::collections::BTreeMap;

/// A finding that its author lets stand.
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
    /// Bytes of the file for which it holds.
    from: usize,
    to: usize,
    used: bool,
}

/// A line of a file, without its line break.
struct SourceLine<'a> {
    start: usize,
    text: &'a str,
    /// It stands in the prose of a Markdown file.
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

/// Takes the findings that their authors let stand out of the list, and tells of allowances that are wrong; of those that
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
        let is_idle = |one: &&Allowance| !one.used && is_sought(one.place.file, one.code);
        wrong.extend(allowances.iter().filter(is_idle).map(idle));
    }
    for finding in wrong {
        diagnostics.push(finding);
    }
    diagnostics.sort();
}

/// The allowances of each code in each file, in the order of the file, as their places in the list; and for each the
/// furthest byte to which it or one before it reaches.
type ByCode = BTreeMap<(FileId, Code), Vec<(usize, usize)>>;

fn by_code(allowances: &[Allowance]) -> ByCode {
    let mut by_code = ByCode::new();
    for (at, one) in allowances.iter().enumerate() {
        let list = by_code.entry((one.place.file, one.code)).or_default();
        let before = list.last().map_or(0, |(_, furthest)| *furthest);
        list.push((at, before.max(one.to)));
    }
    by_code
}

/// The first allowance that covers a finding. Later ones begin no earlier, so it is the first that reaches as far as the
/// finding, if any does.
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
    let first = list.partition_point(|(_, furthest)| *furthest < span.start);
    let (at, _) = *list.get(first)?;
    let fits = allowances.get_mut(at)?;
    if fits.from > span.start {
        return None;
    }
    fits.used = true;
    Some(fits)
}

fn idle(allowance: &Allowance) -> Diagnostic {
    Diagnostic::new(
        Code::BadAllowance,
        format!(
            "nothing here has the finding {} that this allows",
            allowance.code.number()
        ),
    )
    .label(allowance.place, "")
    .help("take it out, or put it above the line that the finding points at")
}

/// The allowances of one file.
fn of_file(
    id: FileId,
    file: &SourceFile,
    allowances: &mut Vec<Allowance>,
    wrong: &mut Vec<Diagnostic>,
) {
    let lines = lines(file);
    let reaches = Reaches::of(&lines);
    for (at, line) in lines.iter().enumerate() {
        let Some((place, said)) = said(id, line) else {
            continue;
        };
        let (from, to) = reaches.holds_for(&lines, at);
        match read(said, place) {
            Ok((codes, reason)) => allowances.extend(codes.into_iter().map(|code| Allowance {
                code,
                reason: reason.clone(),
                place,
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
fn said<'a>(file: FileId, line: &SourceLine<'a>) -> Option<(Span, &'a str)> {
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
        return Err(
            finding("this allows a finding and gives no reason".to_owned()).help(
                "write the reason behind a colon: `# allow E0604: the book prints both columns`",
            ),
        );
    }
    let mut found = Vec::new();
    for word in codes.split(',').map(str::trim) {
        let is_meant =
            |code: &&Code| code.number().eq_ignore_ascii_case(word) || code.slug() == word;
        let Some(code) = Code::ALL.iter().find(is_meant) else {
            let known = Code::ALL.iter().map(|code| code.slug());
            return Err(finding(format!("there is no finding `{word}`"))
                .suggest(word, known)
                .help("write its code or its name, as the finding shows them"));
        };
        if code.severity() == Severity::Error {
            return Err(finding(format!(
                "{} is an error, which cannot be allowed",
                code.number()
            ))
            .help("rules with an error in them cannot be run; put it right"));
        }
        found.push(*code);
    }
    Ok((found, reason.trim().to_owned()))
}

/// For every line of a file, the lines that matter to an allowance in it; found in one pass from each end.
struct Reaches {
    /// The first line from it on that is neither blank nor a comment; the number of lines if there is none.
    anchors: Vec<usize>,
    /// The next line that is not indented below it.
    next_outside: Vec<usize>,
    /// The next heading of a unit, `[kind.unit]`.
    next_unit: Vec<usize>,
    /// The heading of prose at or above it; the first line if there is none.
    headings: Vec<usize>,
    /// The next heading of prose.
    next_heading: Vec<usize>,
}

impl Reaches {
    fn of(lines: &[SourceLine<'_>]) -> Self {
        let n = lines.len();
        let mut found = Self {
            anchors: vec![n; n],
            next_outside: vec![n; n],
            next_unit: vec![n; n],
            headings: Vec::with_capacity(n),
            next_heading: vec![n; n],
        };
        // Lines below, each indented less than the one before it on the stack.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let (mut anchor, mut unit, mut heading) = (n, n, n);
        for (at, line) in lines.iter().enumerate().rev() {
            let slots = (
                found.anchors.get_mut(at),
                found.next_outside.get_mut(at),
                found.next_unit.get_mut(at),
                found.next_heading.get_mut(at),
            );
            let (Some(anchors), Some(outsides), Some(units), Some(headings)) = slots else {
                continue;
            };
            (*units, *headings) = (unit, heading);
            if !line.is_blank() {
                while open
                    .last()
                    .is_some_and(|(indent, _)| *indent > line.indent())
                {
                    open.pop();
                }
                *outsides = open.last().map_or(n, |(_, next)| *next);
                open.push((line.indent(), at));
                if !line.is_comment() {
                    anchor = at;
                }
            }
            *anchors = anchor;
            if line.text.starts_with('[') {
                unit = at;
            }
            if line.is_heading() {
                heading = at;
            }
        }
        let mut above = 0;
        for (at, line) in lines.iter().enumerate() {
            if line.is_heading() {
                above = at;
            }
            found.headings.push(above);
        }
        found
    }

    /// The bytes for which an allowance in a line holds.
    fn holds_for(&self, lines: &[SourceLine<'_>], at: usize) -> (usize, usize) {
        let of = |list: &Vec<usize>, at: usize| list.get(at).copied().unwrap_or(lines.len());
        let Some(line) = lines.get(at) else {
            return (0, 0);
        };
        if line.is_prose {
            let next = of(&self.next_heading, at);
            return reach(lines, of(&self.headings, at), next.saturating_sub(1));
        }
        let first = of(&self.anchors, at);
        let Some(anchor) = lines.get(first) else {
            return reach(lines, at, at);
        };
        // The heading of a unit holds for its lines, which are not indented.
        let next = match anchor.text.starts_with('[') {
            true => of(&self.next_unit, first),
            false => of(&self.next_outside, first),
        };
        reach(lines, first, next.saturating_sub(1))
    }
}

fn reach(lines: &[SourceLine<'_>], first: usize, last: usize) -> (usize, usize) {
    let start = lines.get(first).map_or(0, |line| line.start);
    (start, lines.get(last).map_or(start, SourceLine::end))
}
