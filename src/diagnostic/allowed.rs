//! Findings that an author allows: `# allow E0604: the book prints both columns`.
//!
//! The comment stands above a line or at its end, and holds for that line and for what is indented below it. In the
//! prose of a Markdown draft it is written `<!-- allow …: … -->` and holds for the section that it stands in.
//! Errors cannot be allowed.
//!
//! Reports: E0640.

use super::{Code, Diagnostic, Diagnostics, Severity};
use sandtable_source::{FileId, SourceFile, SourceMap, Span};

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
    for finding in list.into_iter().chain(notes) {
        match allowance_for(&mut allowances, &finding) {
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

fn allowance_for<'a>(
    allowances: &'a mut [Allowance],
    finding: &Diagnostic,
) -> Option<&'a Allowance> {
    let span = finding.labels.first()?.span;
    if finding.severity() == Severity::Error {
        return None;
    }
    let fits = allowances.iter_mut().find(|one| {
        one.code == finding.code
            && one.place.file == span.file
            && (one.from..=one.to).contains(&span.start)
    })?;
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
    for (at, line) in lines.iter().enumerate() {
        let Some((place, said)) = said(id, line) else {
            continue;
        };
        let (from, to) = holds_for(&lines, at);
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

/// The bytes for which an allowance in a line holds.
fn holds_for(lines: &[SourceLine<'_>], at: usize) -> (usize, usize) {
    let Some(line) = lines.get(at) else {
        return (0, 0);
    };
    if line.is_prose {
        let before = lines.get(..=at).unwrap_or_default();
        let first = before.iter().rposition(SourceLine::is_heading).unwrap_or(0);
        let behind = lines.get(at + 1..).unwrap_or_default();
        let n_more = behind.iter().take_while(|line| !line.is_heading()).count();
        return reach(lines, first, at + n_more);
    }
    let goes_over = |line: &SourceLine<'_>| line.is_comment() || line.is_blank();
    let behind = lines.get(at..).unwrap_or_default();
    let n_over = behind.iter().take_while(|line| goes_over(line)).count();
    let first = at + n_over;
    let Some(anchor) = lines.get(first) else {
        return reach(lines, at, at);
    };
    let below = lines.get(first + 1..).unwrap_or_default();
    // The heading of a unit holds for its lines, which are not indented.
    let is_heading = anchor.text.starts_with('[');
    let belongs = |line: &SourceLine<'_>| match is_heading {
        true => !line.text.starts_with('['),
        false => line.is_blank() || line.indent() > anchor.indent(),
    };
    let n_below = below.iter().take_while(|line| belongs(line)).count();
    reach(lines, first, first + n_below)
}

fn reach(lines: &[SourceLine<'_>], first: usize, last: usize) -> (usize, usize) {
    let start = lines.get(first).map_or(0, |line| line.start);
    (start, lines.get(last).map_or(start, SourceLine::end))
}
