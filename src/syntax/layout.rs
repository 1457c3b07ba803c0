//! Text to blocks of logical lines.
//!
//! Blanks out comments, tells of marks that a word processor leaves, joins lines that go on, and builds the blocks out of
//! the indentation. It knows nothing of what a line says.
//!
//! Reports: E0103, E0104, E0106, E0110, E0111, and E0105 for [`super::foreign_punctuation`].

use super::foreign_punctuation::{Mark, meant, noted};
use super::keyword::{KEYWORDS, KeywordKind};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Fix, TextEdit};
use sandtable_source::{FileId, Span};

/// Deepest nesting of blocks and brackets.
pub(crate) const DEEPEST: usize = 64;
/// Longest logical line, in bytes.
const LONGEST: usize = 2000;

/// Most lines that may be below one line.
const MOST_LINES: usize = 2000;

/// A logical line and the block below it.
#[derive(Debug)]
pub(crate) struct Line {
    /// First byte that is not a blank.
    pub(crate) start: usize,
    /// One past the last byte that is not a blank.
    pub(crate) end: usize,
    /// Deeper lines, up to the next one that is not.
    pub(crate) block: Vec<Self>,
    /// Brackets and quotes are in order: worth parsing.
    pub(crate) sound: bool,
}

/// The blocks of a file.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The text with comments and foreign marks blanked out; as long as the file, so that offsets agree.
    pub(crate) text: String,
    /// Lines at the left edge.
    pub(crate) lines: Vec<Line>,
}

/// Returns the end of a line and its block.
pub(crate) fn end_of(line: &Line) -> usize {
    line.block.last().map_or(line.end, end_of)
}

/// A logical line before blocks are built.
struct Flat {
    indent: usize,
    line: Line,
}

/// Cuts a file into blocks of logical lines.
pub(crate) fn lay_out(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Layout {
    let cleaned = clean(file, text);
    for mark in &cleaned.marks {
        diagnostics.push(mark.finding());
    }
    diagnostics.extend(tabs(&cleaned.tabs));
    let mut flat = logical_lines(file, &cleaned.text, diagnostics);
    let mut indentation = Indentation {
        file,
        text: &cleaned.text,
        has_tabs: !cleaned.tabs.is_empty(),
        body: None,
        is_unindented: false,
        diagnostics,
    };
    indentation.mend(&mut flat);
    let lines = blocks(file, flat, diagnostics);
    Layout {
        text: cleaned.text,
        lines,
    }
}

/// Most places of one sort of mark that are shown; all are counted.
const SHOWN: usize = 4;

fn tabs(places: &[Span]) -> Option<Diagnostic> {
    let first = places.first()?;
    let message = match places.len() {
        1 => "a tab".to_owned(),
        n => format!("tabs in {n} places"),
    };
    let blanks = |place: &Span| TextEdit {
        span: *place,
        text: "  ".repeat(place.end - place.start),
    };
    let fix = Fix {
        title: "replace each tab with two spaces".to_owned(),
        edits: places.iter().map(blanks).collect(),
    };
    let finding = Diagnostic::new(Code::Tab, message)
        .label(*first, "here")
        .with_fix(fix);
    Some(
        places
            .iter()
            .skip(1)
            .take(SHOWN - 1)
            .fold(finding, |finding, place| finding.label(*place, "and here"))
            .help("use two spaces for each level; most editors can insert spaces for the tab key"),
    )
}

/// The text as it was meant, and what had to be put right for that.
struct Cleaned {
    text: String,
    marks: Vec<Mark>,
    tabs: Vec<Span>,
}

/// Comments become blanks; foreign marks become what was meant, and the blanks that keep the line as long as it was
/// follow at the next blank. A byte-order mark at the very start is what some editors write and means nothing.
fn clean(file: FileId, text: &str) -> Cleaned {
    let mut cleaned = Cleaned {
        text: String::with_capacity(text.len()),
        marks: Vec::new(),
        tabs: Vec::new(),
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        clean_line(file, start, line, &mut cleaned);
        start += line.len();
    }
    cleaned
}

fn clean_line(file: FileId, start: usize, line: &str, cleaned: &mut Cleaned) {
    if let Some((code, comment)) = plain_code(line).and_then(|end| line.split_at_checked(end)) {
        let is_ended = comment.ends_with('\n');
        let n_blanks = comment.len() - usize::from(is_ended);
        cleaned.text.push_str(code);
        cleaned.text.extend(std::iter::repeat_n(' ', n_blanks));
        cleaned.text.extend(is_ended.then_some('\n'));
        return;
    }
    let (mut quote, mut owed, mut is_comment) = (None, 0, false);
    for (at, letter) in line.char_indices() {
        let place = Span::new(file, start + at, start + at + letter.len_utf8());
        is_comment |= letter == '#' && quote.is_none();
        let is_blank = matches!(letter, ' ' | '\t' | '\r' | '\n');
        let is_byte_order = start + at == 0 && letter == '\u{feff}';
        if is_blank || is_comment || is_byte_order {
            cleaned.text.extend(std::iter::repeat_n(' ', owed));
            owed = 0;
        }
        if letter == '\t' && !is_comment && quote.is_none() {
            tab(place, cleaned);
        } else if letter == '\n' {
            cleaned.text.push('\n');
        } else if is_comment || is_byte_order || letter == '\r' {
            cleaned
                .text
                .extend(std::iter::repeat_n(' ', letter.len_utf8()));
        } else {
            let rest = line.get(at + letter.len_utf8()..).unwrap_or_default();
            let meant = meant(letter, rest, &mut quote);
            match meant {
                None => cleaned.text.push(letter),
                Some(foreign) => {
                    cleaned.text.push_str(foreign.meant);
                    owed += letter.len_utf8() - foreign.meant.len();
                    noted(&mut cleaned.marks, foreign, place);
                }
            }
        }
    }
    cleaned.text.extend(std::iter::repeat_n(' ', owed));
}

/// Start of the comment of a line, or else its end of line, if only plain letters and marks are before it.
fn plain_code(line: &str) -> Option<usize> {
    let ends_code = |byte: &u8| !matches!(byte, b' '..=b'"' | b'$'..=b'~');
    let bytes = line.as_bytes();
    match bytes.iter().position(ends_code) {
        None => return Some(line.len()),
        Some(at) if bytes.get(at) == Some(&b'\n') => return Some(at),
        Some(_) => {}
    }
    let mut is_quoted = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'#' if !is_quoted => return Some(at),
            b'\n' => return Some(at),
            b'"' => is_quoted = !is_quoted,
            b' '..=b'~' => {}
            _ => return None,
        }
    }
    Some(line.len())
}

/// A tab at the beginning of a line stays, for its depth; inside of a line it is a blank.
fn tab(place: Span, cleaned: &mut Cleaned) {
    let line = cleaned.text.rsplit('\n').next().unwrap_or_default();
    let is_leading = line.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
    cleaned.text.push(if is_leading { '\t' } else { ' ' });
    match cleaned.tabs.last_mut() {
        Some(last) if last.end == place.start => *last = last.to(place),
        Some(_) | None => cleaned.tabs.push(place),
    }
}

/// Whether a line ends with `and` or `or`: its condition continues on the next.
fn ends_in_joiner(line: &str) -> bool {
    let last = line.rsplit(char::is_whitespace).next();
    matches!(last, Some("and" | "or"))
}

/// Lines with something on them; a line that ends in a comma, `and` or `or` goes on.
fn logical_lines(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Flat> {
    let mut flat: Vec<Flat> = Vec::new();
    let (mut offset, mut goes_on) = (0, false);
    for raw in text.split_inclusive('\n') {
        let start = offset;
        offset += raw.len();
        let trimmed = raw.trim_end();
        let body = trimmed.trim_start();
        if body.is_empty() {
            continue;
        }
        let lead = trimmed.len() - body.len();
        let (from, to) = (start + lead, start + trimmed.len());
        match flat.last_mut() {
            Some(last) if goes_on => last.line.end = to,
            Some(_) | None => flat.push(Flat {
                indent: trimmed
                    .chars()
                    .take_while(|letter| letter.is_whitespace())
                    .map(|letter| if letter == '\t' { 2 } else { 1 })
                    .sum(),
                line: Line {
                    start: from,
                    end: to,
                    block: Vec::new(),
                    sound: true,
                },
            }),
        }
        goes_on = trimmed.ends_with(',') || ends_in_joiner(trimmed);
    }
    let mut open = None;
    for Flat { line, .. } in &mut flat {
        open = sound(file, text, line, open, diagnostics);
        line.sound = open.is_none();
    }
    flat
}

/// Returns the part of a line that is out of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BracketFault {
    /// A bracket is open at its end.
    Open(char),
    /// It cannot be parsed for another reason.
    Other,
}

/// Whether quotes are closed and brackets match. A line that is not sound would only give a second, worse message; so
/// would one that only closes what the line `before` it left open.
fn sound(
    file: FileId,
    text: &str,
    line: &Line,
    before: Option<BracketFault>,
    diagnostics: &mut Diagnostics,
) -> Option<BracketFault> {
    let whole = Span::new(file, line.start, line.end);
    if line.end - line.start > LONGEST {
        diagnostics.push(
            Diagnostic::new(Code::TooLong, "this line is longer than 2,000 characters")
                .label(whole, "")
                .help("name parts of it on lines of their own: `part = …`"),
        );
        return Some(BracketFault::Other);
    }
    let body = text.get(line.start..line.end).unwrap_or_default();
    let mut open: Vec<(char, Span)> = Vec::new();
    let mut quote = None;
    for (at, byte) in body.bytes().enumerate() {
        if !matches!(byte, b'"' | b'(' | b')' | b'[' | b']') {
            continue;
        }
        let letter = char::from(byte);
        let place = Span::new(file, line.start + at, line.start + at + 1);
        match (letter, quote) {
            ('"', None) => quote = Some(place),
            ('"', Some(_)) => quote = None,
            ('(' | '[', None) => open.push((letter, place)),
            (')' | ']', None) => {
                let last = open.pop();
                let wanted = if letter == ')' { '(' } else { '[' };
                if last.map(|(mark, _)| mark) != Some(wanted) {
                    if before != Some(BracketFault::Open(wanted)) || last.is_some() {
                        diagnostics.push(unopened(letter, wanted, place, last));
                    }
                    return Some(BracketFault::Other);
                }
            }
            _ => {}
        }
        if open.len() > DEEPEST {
            diagnostics.push(
                Diagnostic::new(
                    Code::TooDeep,
                    format!("brackets are nested more than {DEEPEST} deep"),
                )
                .label(place, "")
                .help("name parts of it on lines of their own: `part = …`"),
            );
            return Some(BracketFault::Other);
        }
    }
    let (mark, place) = match (quote, open.last()) {
        (Some(place), _) => ('"', place),
        (None, Some((mark, place))) => (*mark, *place),
        (None, None) => return None,
    };
    let is_inches = mark == '"'
        && text
            .get(..place.start)
            .is_some_and(|before| before.ends_with(|letter: char| letter.is_ascii_digit()));
    diagnostics.push(if is_inches {
        Diagnostic::new(Code::OpenBracket, "a `\"` after a number")
            .label(place, "starts a title that never ends")
            .help("write out inches: `6 inches`")
    } else {
        unclosed(mark, place)
    });
    Some(if mark == '"' {
        BracketFault::Other
    } else {
        BracketFault::Open(mark)
    })
}

fn closing(mark: char) -> char {
    match mark {
        '(' => ')',
        '[' => ']',
        other => other,
    }
}

fn unclosed(mark: char, place: Span) -> Diagnostic {
    let cure = format!("add a `{}` where it ends, on the same line", closing(mark));
    let finding = Diagnostic::new(Code::OpenBracket, format!("this `{mark}` is never closed"))
        .label(place, "opened here")
        .help(cure);
    if mark == '"' {
        finding
    } else {
        finding.help("a line continues on the next only after a comma, `and` or `or`")
    }
}

/// A bracket that closes what is not open; `last` is what is.
fn unopened(letter: char, wanted: char, place: Span, last: Option<(char, Span)>) -> Diagnostic {
    match last {
        Some((mark, opened)) => Diagnostic::new(
            Code::OpenBracket,
            format!("this `{mark}` is closed with `{letter}`"),
        )
        .label(place, "closed here")
        .label(opened, "opened here")
        .help(format!("write `{}` instead of `{letter}`", closing(mark))),
        None => Diagnostic::new(
            Code::OpenBracket,
            format!("this `{letter}` has no `{wanted}`"),
        )
        .label(place, format!("no `{wanted}` before this"))
        .help(format!(
            "add a `{wanted}` where it starts, or delete this one"
        )),
    }
}

/// Finds lines that are indented like nothing around them, and gives them the indentation that was meant, so that one slip is
/// one finding.
struct Indentation<'t> {
    file: FileId,
    text: &'t str,
    /// With tabs, only the author knows what is below what: a line that fits nowhere is not reported.
    has_tabs: bool,
    /// The indentation of the block of the declaration.
    body: Option<usize>,
    /// The line before was found at the left edge.
    is_unindented: bool,
    diagnostics: &'t mut Diagnostics,
}

impl Indentation<'_> {
    fn mend(&mut self, flat: &mut [Flat]) {
        // INVARIANT: `open` holds the indentation of the lines whose block is not finished, outermost first, rising, and
        // their first words.
        let mut open: Vec<(usize, &str)> = Vec::new();
        let text = self.text;
        for at in 0..flat.len() {
            let (done, rest) = flat.split_at_mut(at);
            let Some((next, later)) = rest.split_first_mut() else {
                break;
            };
            let word = first_word(text, &next.line);
            let before = done
                .last()
                .map(|before| (before.indent, first_word(text, &before.line)));
            self.unindented(next, word, before);
            let mut closed_indent = None;
            while let Some((indent, _)) = open.pop_if(|(indent, _)| *indent >= next.indent) {
                closed_indent = Some(indent);
            }
            let outer = open.last().copied();
            match (closed_indent, outer) {
                // Less deep than its neighbours above, deeper than what they are below: it fits nowhere.
                (Some(above), _) if above != next.indent => {
                    self.report(|file| misplaced(file, next, above, outer.map(|(outer, _)| outer)));
                    match outer {
                        Some((outer, own)) if own == word => {
                            next.indent = outer;
                            open.pop();
                        }
                        _ if is_new_level(next.indent, above, outer, later) => {}
                        _ => next.indent = above,
                    }
                }
                (None, None) if next.indent > 0 && done.is_empty() => {
                    self.report(|file| first_indented(file, next));
                    next.indent = 0;
                }
                _ => {}
            }
            match open.len() {
                0 => self.body = None,
                1 if self.body.is_none() => self.body = Some(next.indent),
                _ => {}
            }
            open.push((next.indent, word));
        }
    }

    /// Gives a line at the left edge that begins no declaration the indentation of the declaration above.
    fn unindented(&mut self, next: &mut Flat, word: &str, before: Option<(usize, &str)>) {
        // After an unknown declaration, what follows belongs to that.
        let is_known =
            before.is_some_and(|(indent, word)| indent > 0 || begins_a_declaration(word));
        let is_below = is_known && next.indent == 0 && begins_a_line_below(word);
        if is_below {
            let body = self.body.unwrap_or(BLANKS_OF_A_LEVEL);
            if !self.is_unindented {
                self.report(|file| unindented(file, next, body));
            }
            next.indent = body;
        }
        self.is_unindented = is_below;
    }

    fn report(&mut self, finding: impl FnOnce(FileId) -> Diagnostic) {
        if !self.has_tabs {
            self.diagnostics.push(finding(self.file));
        }
    }
}

/// Blanks by which a block is indented.
const BLANKS_OF_A_LEVEL: usize = 2;

fn first_word<'t>(text: &'t str, line: &Line) -> &'t str {
    let body = text.get(line.start..line.end).unwrap_or_default();
    let end = body.find(|letter: char| !letter.is_alphanumeric() && letter != '-');
    body.get(..end.unwrap_or(body.len())).unwrap_or_default()
}

fn begins_a_declaration(word: &str) -> bool {
    let mut keywords = KEYWORDS.iter().filter(|keyword| keyword.word == word);
    keywords.any(|keyword| keyword.is(KeywordKind::Declaration))
}

/// Whether a word begins a line that is below a declaration, and never a declaration.
fn begins_a_line_below(word: &str) -> bool {
    let mut keywords = KEYWORDS.iter().filter(|keyword| keyword.word == word);
    keywords.any(|keyword| !keyword.is(KeywordKind::Declaration) && keyword.begins_a_line_below())
}

/// Whether the lines after a misplaced one go on at its level, so that the lines before it are the odd ones.
fn is_new_level(own: usize, above: usize, outer: Option<(usize, &str)>, later: &[Flat]) -> bool {
    let outer = outer.map_or(0, |(outer, _)| outer);
    let next = later.iter().find(|line| line.indent <= above);
    next.is_some_and(|next| next.indent > outer && next.indent == own)
}

fn unindented(file: FileId, next: &Flat, body: usize) -> Diagnostic {
    let span = Span::new(file, next.line.start, next.line.end);
    Diagnostic::new(
        Code::OddIndentation,
        "this line is not indented, but starts no declaration",
    )
    .label(span, "part of the declaration above")
    .help(format!("indent it by {}", blanks(body)))
    .with_fix(indented_by(file, next, body))
}

/// The cure that gives a line an indentation.
fn indented_by(file: FileId, line: &Flat, indent: usize) -> Fix {
    let start = line.line.start;
    let before = Span::new(file, start.saturating_sub(line.indent), start);
    let title = match indent {
        0 => "start it at the left edge".to_owned(),
        _ => format!("indent it by {}", blanks(indent)),
    };
    Fix::new(title, before, " ".repeat(indent))
}

/// Builds the blocks out of the indentation.
fn blocks(file: FileId, flat: Vec<Flat>, diagnostics: &mut Diagnostics) -> Vec<Line> {
    // INVARIANT: `open` holds the lines whose block is not finished, outermost first, indents rising.
    let mut open: Vec<Flat> = Vec::new();
    let mut top = Vec::new();
    for next in flat {
        while let Some(last) = open.pop_if(|last| last.indent >= next.indent) {
            close(file, last, &mut open, &mut top, diagnostics);
        }
        if open.len() >= DEEPEST {
            // The line above is not parsed either: it would seem to have no block.
            let is_known = open
                .last_mut()
                .is_none_or(|above| !std::mem::replace(&mut above.line.sound, false));
            if is_known {
                continue;
            }
            diagnostics.push(
                Diagnostic::new(
                    Code::TooDeep,
                    format!("blocks are nested more than {DEEPEST} deep"),
                )
                .label(Span::new(file, next.line.start, next.line.end), "")
                .help("move the inner part into a roll or an action of its own"),
            );
            continue;
        }
        open.push(next);
    }
    while let Some(last) = open.pop() {
        close(file, last, &mut open, &mut top, diagnostics);
    }
    top
}

fn close(
    file: FileId,
    mut done: Flat,
    open: &mut [Flat],
    top: &mut Vec<Line>,
    diagnostics: &mut Diagnostics,
) {
    if done.line.block.len() > MOST_LINES {
        done.line.block.clear();
        // Its block is dropped: its lines would only be reported again.
        done.line.sound = false;
        diagnostics.push(
            Diagnostic::new(
                Code::TooLong,
                format!("this block has more than {MOST_LINES} lines"),
            )
            .label(Span::new(file, done.line.start, done.line.end), "")
            .help("split it into several tables, rules or examples"),
        );
    }
    match open.last_mut() {
        Some(parent) => parent.line.block.push(done.line),
        None => top.push(done.line),
    }
}

fn misplaced(file: FileId, next: &Flat, above: usize, outer: Option<usize>) -> Diagnostic {
    let span = Span::new(file, next.line.start, next.line.end);
    let cure = match outer {
        Some(outer) if above > 0 => format!(
            "use {} to continue that block, or {} to leave it",
            blanks(above),
            blanks(outer)
        ),
        Some(_) | None => "start it at the left edge".to_owned(),
    };
    let finding = Diagnostic::new(
        Code::OddIndentation,
        format!(
            "this line is indented by {}, but the block above by {}",
            blanks(next.indent),
            blanks(above)
        ),
    )
    .label(span, "matches no block")
    .help(cure);
    // At the left edge, or as deep as the block above, the lines that follow would be misplaced in its stead.
    match outer {
        Some(outer) if outer > 0 && outer < above => {
            finding.with_fix(indented_by(file, next, outer))
        }
        Some(_) | None => finding,
    }
}

fn first_indented(file: FileId, next: &Flat) -> Diagnostic {
    Diagnostic::new(
        Code::OddIndentation,
        format!("the first line is indented by {}", blanks(next.indent)),
    )
    .label(
        Span::new(file, next.line.start, next.line.end),
        "nothing above it",
    )
    .help("start it at the left edge")
    .with_fix(indented_by(file, next, 0))
}

fn blanks(n: usize) -> String {
    match n {
        0 => "no spaces".to_owned(),
        1 => "1 space".to_owned(),
        _ => format!("{n} spaces"),
    }
}
