//! Marks that a word processor or a phone puts where the keyboard has others, and characters that steer a terminal.
//!
//! Reports: E0105.

use sandtable_diagnostic::{Code, Diagnostic, Fix, TextEdit};
use sandtable_source::Span;

/// A mark that is not on the keyboard.
pub(super) struct Foreign {
    letter: char,
    /// The replacement; never longer, in bytes, than the mark.
    pub(super) meant: &'static str,
    /// Its name in findings.
    words: &'static str,
}

const FOREIGN: [Foreign; 35] = [
    foreign('\u{feff}', "", "an invisible byte-order mark"),
    foreign('\u{200b}', "", "an invisible zero-width space"),
    foreign('\u{2060}', "", "an invisible word joiner"),
    foreign('\u{200d}', "", "an invisible joiner"),
    foreign('\u{ad}', "", "an invisible soft hyphen"),
    foreign('\u{a0}', " ", "a no-break space"),
    foreign('\u{2002}', " ", "a wide space"),
    foreign('\u{2003}', " ", "a wide space"),
    foreign('\u{2007}', " ", "a wide space"),
    foreign('\u{2009}', " ", "a thin space"),
    foreign('\u{202f}', " ", "a narrow no-break space"),
    foreign('\u{3000}', " ", "a wide space"),
    foreign('\u{201c}', "\"", "a curly quote"),
    foreign('\u{201d}', "\"", "a curly quote"),
    foreign('\u{201e}', "\"", "a low quote"),
    foreign('\u{2018}', "\"", "a curly single quote"),
    foreign('\u{2019}', "\"", "a curly single quote"),
    foreign('\u{201a}', "\"", "a low single quote"),
    foreign('\u{ab}', "\"", "an angled quote"),
    foreign('\u{bb}', "\"", "an angled quote"),
    foreign('\u{2010}', "-", "a typographic hyphen"),
    foreign('\u{2011}', "-", "a no-break hyphen"),
    foreign('\u{2012}', "-", "a figure dash"),
    foreign('\u{2013}', "-", "an en dash"),
    foreign('\u{2014}', "-", "an em dash"),
    foreign('\u{2212}', "-", "a typographic minus"),
    foreign('\u{d7}', "*", "a times sign"),
    foreign('\u{f7}', "/", "a division sign"),
    foreign('\u{2026}', "..", "three dots in one character"),
    foreign('\u{2192}', "->", "an arrow in one character"),
    foreign('\u{2264}', "<=", "a less-or-equal sign in one character"),
    foreign('\u{2265}', ">=", "a greater-or-equal sign in one character"),
    foreign('\u{2260}', "!=", "a not-equal sign in one character"),
    foreign('\u{2502}', "|", "a line of a drawn frame"),
    foreign('\u{ff5c}', "|", "a wide bar"),
];

/// Any other invisible character that would steer a terminal.
static CONTROL: Foreign = foreign('\u{1b}', "", "an invisible control character");

const fn foreign(letter: char, meant: &'static str, words: &'static str) -> Foreign {
    Foreign {
        letter,
        meant,
        words,
    }
}

/// Returns the mark that a foreign character replaces; `rest` is the rest of its line. `quote` is the opening mark of the enclosing
/// title, and is updated.
///
/// Inside a title all marks are allowed, except one that seems to end it and one that steers a terminal.
pub(super) fn meant(
    letter: char,
    rest: &str,
    quote: &mut Option<char>,
) -> Option<&'static Foreign> {
    if letter.is_control() && !matches!(letter, '\t' | '\n' | '\r') {
        return Some(&CONTROL);
    }
    // Nearly all characters are ASCII, and no foreign one is.
    let found = match letter.is_ascii() {
        true => None,
        false => FOREIGN.iter().find(|foreign| foreign.letter == letter),
    };
    let is_quote = letter == '"' || found.is_some_and(|foreign| foreign.meant == "\"");
    let Some(first) = *quote else {
        if is_quote {
            *quote = Some(letter);
        }
        return found;
    };
    let ends = match first {
        '"' => letter == '"' || is_double(letter) && !rest.contains('"'),
        first if is_double(first) => letter == '"' || is_double(letter),
        _ => is_quote,
    };
    if !ends {
        return None;
    }
    *quote = None;
    found
}

/// Whether a quotation mark is a double one.
fn is_double(letter: char) -> bool {
    matches!(
        letter,
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}'
    )
}

/// A sort of mark in a file, with its places.
pub(super) struct Mark {
    foreign: &'static Foreign,
    places: Vec<Span>,
}

/// Adds a span to those of its mark.
pub(super) fn noted(marks: &mut Vec<Mark>, foreign: &'static Foreign, place: Span) {
    match marks
        .iter_mut()
        .find(|mark| mark.foreign.words == foreign.words)
    {
        Some(mark) => mark.places.push(place),
        None => marks.push(Mark {
            foreign,
            places: vec![place],
        }),
    }
}

/// Most places of one sort that are shown; all are counted.
const SHOWN: usize = 4;

impl Mark {
    /// One finding for all the places: a pasted page has hundreds.
    pub(super) fn finding(&self) -> Diagnostic {
        let words = self.foreign.words;
        let is_control = self.foreign.letter.is_control();
        let origin = if is_control {
            ""
        } else {
            ", as word processors insert it"
        };
        let message = match self.places.len() {
            0 | 1 => format!("{words}{origin}"),
            n => format!("{words}{origin}, in {n} places"),
        };
        let finding = Diagnostic::new(Code::WordProcessorMark, message);
        let finding = self
            .places
            .iter()
            .take(SHOWN)
            .enumerate()
            .fold(finding, |finding, (at, place)| {
                finding.label(*place, if at == 0 { "here" } else { "and here" })
            });
        let code = u32::from(self.foreign.letter);
        let cure = match self.foreign.meant {
            "" => "delete it".to_owned(),
            " " => "write an ordinary space".to_owned(),
            meant => format!("write `{meant}`"),
        };
        let edit = |place: &Span| TextEdit {
            span: *place,
            text: self.foreign.meant.to_owned(),
        };
        let fix = Fix {
            title: cure.clone(),
            edits: self.places.iter().map(edit).collect(),
        };
        let finding = finding.with_fix(fix);
        if is_control {
            return finding.help(cure);
        }
        finding.help(match self.places.len() {
            0 | 1 => format!("{cure} (this is the character U+{code:04X})"),
            _ => {
                format!(
                    "{cure}; your editor can replace all of them at once (the character \
                    U+{code:04X})"
                )
            }
        })
    }
}
