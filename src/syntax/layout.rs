//! Text to blocks of logical lines.
//!
//! Blanks out comments, tells of marks that a word processor leaves, joins lines that go on, and builds the blocks out of
//! the indentation. It knows nothing of what a line says.
//!
//! Reports: E0103, E0104, E0105, E0106, E0110, E0111.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

/// How deep blocks and brackets may nest.
pub(crate) const DEEPEST: usize = 64;
/// How long a logical line may be, in bytes.
const LONGEST: usize = 2000;

/// How many lines may stand below one line.
const MOST_LINES: usize = 2000;

/// A logical line and the block below it.
#[derive(Debug)]
pub(crate) struct Line {
    /// First byte that is not a blank.
    pub(crate) start: usize,
    /// One past the last byte that is not a blank.
    pub(crate) end: usize,
    /// Lines that stand deeper, up to the next one that does not.
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

/// A logical line before blocks are built.
struct Flat {
    indent: usize,
    line: Line,
}

/// Cuts a file into blocks of logical lines.
pub(crate) fn layout(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Layout {
    let text = clean(file, text, diagnostics);
    let flat = logical_lines(file, &text, diagnostics);
    let lines = blocks(file, flat, diagnostics);
    Layout { text, lines }
}

/// Marks that a word processor puts where the keyboard has others: the mark, what to write, and in words.
const FOREIGN: [(char, &str, &str); 11] = [
    ('\u{feff}', "", "an invisible byte-order mark"),
    ('\u{a0}', " ", "a no-break space"),
    ('\u{2009}', " ", "a thin space"),
    ('\u{201c}', "\"", "a curly quote"),
    ('\u{201d}', "\"", "a curly quote"),
    ('\u{201e}', "\"", "a low quote"),
    ('\u{2013}', "-", "an en dash"),
    ('\u{2014}', "-", "an em dash"),
    ('\u{2212}', "-", "a typographic minus"),
    ('\u{2026}', "..", "three dots in one letter"),
    ('\u{2192}', "->", "an arrow in one letter"),
];

/// Comments become blanks; foreign marks are reported and become what was meant, padded to their length. A byte-order mark
/// at the very start is what some editors write and means nothing.
fn clean(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let (mut quoted, mut comment) = (false, false);
    for (at, letter) in text.char_indices() {
        let length = letter.len_utf8();
        if letter == '\n' {
            (quoted, comment) = (false, false);
            cleaned.push('\n');
            continue;
        }
        comment |= letter == '#' && !quoted;
        if comment || letter == '\r' || (at == 0 && letter == '\u{feff}') {
            cleaned.extend(std::iter::repeat_n(' ', length));
            continue;
        }
        let foreign = FOREIGN.iter().find(|(mark, _, _)| *mark == letter);
        match foreign {
            Some((_, meant, words)) if !quoted || *meant == "\"" => {
                diagnostics.push(foreign_mark(
                    Span::new(file, at, at + length),
                    letter,
                    meant,
                    words,
                ));
                quoted ^= *meant == "\"";
                cleaned.push_str(meant);
                cleaned.extend(std::iter::repeat_n(' ', length.saturating_sub(meant.len())));
            }
            Some(_) | None => {
                quoted ^= letter == '"';
                cleaned.push(letter);
            }
        }
    }
    cleaned
}

fn foreign_mark(span: Span, letter: char, meant: &str, words: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::WordProcessorMark,
        format!("{words} that a word processor left here"),
    )
    .label(span, format!("U+{:04X}", u32::from(letter)));
    match meant {
        "" => diagnostic.help("delete it"),
        " " => diagnostic.help("write an ordinary blank"),
        _ => diagnostic.help(format!("write `{meant}`")),
    }
}

/// Lines with something on them; a line that ends in a comma goes on.
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
        tabs(file, trimmed, start, diagnostics);
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
        goes_on = trimmed.ends_with(',');
    }
    for Flat { line, .. } in &mut flat {
        line.sound = sound(file, text, line, diagnostics);
    }
    flat
}

fn tabs(file: FileId, line: &str, start: usize, diagnostics: &mut Diagnostics) {
    let Some(at) = line.find('\t') else {
        return;
    };
    let n_tabs = line
        .chars()
        .skip_while(|letter| *letter != '\t')
        .take_while(|letter| *letter == '\t')
        .count();
    diagnostics.push(
        Diagnostic::new(Code::Tab, "a tab, which looks different in every editor")
            .label(Span::new(file, start + at, start + at + n_tabs), "here")
            .help("use blanks: two for each level; most editors can be told to put blanks for the tab key"),
    );
}

/// Whether quotes are closed and brackets match; a line that is not sound would only give a second, worse message.
fn sound(file: FileId, text: &str, line: &Line, diagnostics: &mut Diagnostics) -> bool {
    let whole = Span::new(file, line.start, line.end);
    if line.end - line.start > LONGEST {
        diagnostics.push(
            Diagnostic::new(
                Code::TooLong,
                format!("this line is longer than {LONGEST} letters"),
            )
            .label(whole, "")
            .help("give parts of it a name on lines of their own"),
        );
        return false;
    }
    let body = text.get(line.start..line.end).unwrap_or_default();
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut quote = None;
    for (at, letter) in body.char_indices() {
        let at = line.start + at;
        match (letter, quote) {
            ('"', None) => quote = Some(at),
            ('"', Some(_)) => quote = None,
            (_, Some(_)) => {}
            ('(' | '[', None) => open.push((letter, at)),
            (')' | ']', None) => {
                let wanted = if letter == ')' { '(' } else { '[' };
                if open.pop().map(|(mark, _)| mark) != Some(wanted) {
                    diagnostics.push(
                        Diagnostic::new(
                            Code::OpenBracket,
                            format!("a `{letter}` without its `{wanted}`"),
                        )
                        .label(
                            Span::new(file, at, at + 1),
                            format!("no `{wanted}` before it"),
                        )
                        .help(format!(
                            "put a `{wanted}` where it begins, or delete this one"
                        )),
                    );
                    return false;
                }
            }
            _ => {}
        }
        if open.len() > DEEPEST {
            diagnostics.push(
                Diagnostic::new(
                    Code::TooDeep,
                    format!("brackets nest more than {DEEPEST} deep"),
                )
                .label(Span::new(file, at, at + 1), "")
                .help("give parts of it a name on lines of their own"),
            );
            return false;
        }
    }
    let missing = match (quote, open.last()) {
        (Some(at), _) => Some(('"', '"', at)),
        (None, Some(('(', at))) => Some(('(', ')', *at)),
        (None, Some((mark, at))) => Some((*mark, ']', *at)),
        (None, None) => None,
    };
    let Some((mark, closing, at)) = missing else {
        return true;
    };
    diagnostics.push(
        Diagnostic::new(
            Code::OpenBracket,
            format!("a `{mark}` that is never closed"),
        )
        .label(Span::new(file, at, at + 1), "opened here")
        .help(format!("put a `{closing}` where it ends, on the same line")),
    );
    false
}

/// Builds the blocks out of the indentation.
fn blocks(file: FileId, flat: Vec<Flat>, diagnostics: &mut Diagnostics) -> Vec<Line> {
    // INVARIANT: `open` holds the lines whose block is not finished, outermost first, indents rising.
    let mut open: Vec<Flat> = Vec::new();
    let mut top = Vec::new();
    for mut next in flat {
        let mut closed_indent = None;
        while let Some(last) = open.pop_if(|last| last.indent >= next.indent) {
            closed_indent = Some(last.indent);
            close(file, last, &mut open, &mut top, diagnostics);
        }
        let outer = open.last().map(|line| line.indent);
        match (closed_indent, outer) {
            // Less deep than its neighbours above, deeper than what they stand below: it fits nowhere.
            (Some(above), _) if above != next.indent => {
                diagnostics.push(misplaced(file, &next, above, outer));
                next.indent = above;
            }
            (None, None) if next.indent > 0 && top.is_empty() => {
                diagnostics.push(misplaced(file, &next, 0, outer));
                next.indent = 0;
            }
            _ => {}
        }
        if open.len() >= DEEPEST {
            diagnostics.push(
                Diagnostic::new(
                    Code::TooDeep,
                    format!("blocks nest more than {DEEPEST} deep"),
                )
                .label(Span::new(file, next.line.start, next.line.end), "")
                .help("make a roll or an action of its own out of the inner part"),
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
        // Its block is gone: what it says would only be reported again.
        done.line.sound = false;
        diagnostics.push(
            Diagnostic::new(
                Code::TooLong,
                format!("more than {MOST_LINES} lines stand below this one"),
            )
            .label(Span::new(file, done.line.start, done.line.end), "")
            .help("make several tables, rules or examples of it"),
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
            "use {} to go on with that block, or {} to leave it",
            blanks(above),
            blanks(outer)
        ),
        Some(_) | None => "start it at the left edge".to_owned(),
    };
    Diagnostic::new(
        Code::OddIndentation,
        format!(
            "this line is indented by {}, the block above it by {}",
            blanks(next.indent),
            blanks(above)
        ),
    )
    .label(span, "fits no block")
    .help(cure)
}

fn blanks(n: usize) -> String {
    match n {
        0 => "no blanks".to_owned(),
        1 => "1 blank".to_owned(),
        _ => format!("{n} blanks"),
    }
}
