//! Numbers of headings, captions and list items.

use std::fmt;

/// One level of a hierarchical number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberPart {
    /// `5`
    Decimal(u32),
    /// `B`: 2. Small letters are the same as capitals.
    Letter(u32),
    /// `IV`: 4. A single letter such as `I` or `V` is read as a letter until its neighbours show otherwise.
    Roman(u32),
}

impl NumberPart {
    /// Its rank among its siblings, from 1; 0 is possible for decimals.
    pub fn value(self) -> u32 {
        match self {
            Self::Decimal(value) | Self::Letter(value) | Self::Roman(value) => value,
        }
    }

    /// The Roman number of a single letter: 5 of `V`; `None` for other letters and other numbers.
    pub fn as_roman(self) -> Option<Self> {
        let Self::Letter(value) = self else {
            return None;
        };
        let worth = [(9, 1), (22, 5), (24, 10), (12, 50), (3, 100)];
        let found = worth.iter().find(|(rank, _)| *rank == value);
        found.map(|(_, worth)| Self::Roman(*worth))
    }
}

/// Number of a heading, a caption or a list item: `5.3.2`, `A.1`, `IV`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Number {
    /// As shown, without what follows the last level: `5.3.2` for `5.3.2.`, `a` for `(a)`.
    pub text: String,
    /// The levels, outermost first.
    pub parts: Vec<NumberPart>,
}

impl Number {
    /// Reads a number, with or without the marks around it; `None` if the text is none.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix(['(', '[']).unwrap_or(text);
        let text = text.trim_end_matches([')', ']', '.', ':']);
        if text.is_empty() || text.len() > 24 {
            return None;
        }
        let pieces: Vec<&str> = text.split(['.', '-', '–']).collect();
        let n_pieces = pieces.len();
        let parts: Option<Vec<NumberPart>> =
            pieces.iter().map(|piece| part(piece, n_pieces)).collect();
        let mut parts = parts?;
        let split: Option<Vec<NumberPart>> = match (n_pieces, pieces.first()) {
            (1, Some(only)) => lettered(only),
            _ => None,
        };
        if let Some(split) = split {
            parts = split;
        }
        Some(Self {
            text: text.replace('–', "-"),
            parts,
        })
    }

    /// Whether it is the number of the section around those below another: `5.0` for those below `5`.
    pub fn is_whole_of(&self, parent: &Self) -> bool {
        self.parts.split_last() == Some((&NumberPart::Decimal(0), parent.parts.as_slice()))
    }

    /// Number of levels.
    pub fn depth(&self) -> usize {
        self.parts.len()
    }

    /// Whether the levels of `self` are the first ones of `other`, which has more.
    pub fn contains(&self, other: &Self) -> bool {
        self.depth() < other.depth() && other.parts.starts_with(&self.parts)
    }

    /// Whether both mean the same section: `5.3.2` and `5-3-2.` do, and `V` among letters and among Roman numbers.
    pub fn is_same(&self, other: &Self) -> bool {
        let is_alike = |(one, other): (&NumberPart, &NumberPart)| {
            one == other || one.as_roman() == Some(*other) || other.as_roman() == Some(*one)
        };
        self.parts.len() == other.parts.len() && self.parts.iter().zip(&other.parts).all(is_alike)
    }

    /// The number of the section around it; `None` for a number of one level.
    pub fn parent(&self) -> Option<Self> {
        let (_, parents) = self.parts.split_last()?;
        let cut = self.text.rfind(['.', '-'])?;
        let text = self.text.get(..cut)?.to_owned();
        let parts = parents.to_vec();
        (!parts.is_empty()).then_some(Self { text, parts })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// `5`, `B`, `IV`; several capitals are a Roman number or no number, `2a` is one only alone.
fn part(piece: &str, n_pieces: usize) -> Option<NumberPart> {
    if piece.is_empty() {
        return None;
    }
    if piece.bytes().all(|byte| byte.is_ascii_digit()) {
        let value: u32 = piece.parse().ok()?;
        return (piece.len() <= 4).then_some(NumberPart::Decimal(value));
    }
    let mut letters = piece.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        let letter = letter.to_ascii_uppercase();
        let rank = u32::from(letter).checked_sub(u32::from('A'))?;
        return (rank < 26).then_some(NumberPart::Letter(rank + 1));
    }
    if let Some(value) = roman(piece) {
        return Some(NumberPart::Roman(value));
    }
    // `2a` is resolved by the caller.
    (n_pieces == 1 && lettered(piece).is_some()).then_some(NumberPart::Decimal(0))
}

/// `C6` and `2a`: a letter and a number without a mark between them.
fn lettered(piece: &str) -> Option<Vec<NumberPart>> {
    let n_digits = piece.bytes().filter(u8::is_ascii_digit).count();
    if n_digits == 0 || n_digits + 1 != piece.len() {
        return None;
    }
    let decimal = |text: &str| Some(NumberPart::Decimal(text.parse().ok()?));
    let is_letter = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let (head, tail) = (piece.get(..1)?, piece.get(1..)?);
    let (front, last) = (piece.get(..n_digits)?, piece.get(n_digits..)?);
    if is_letter(head) {
        return Some(vec![part(head, 2)?, decimal(tail)?]);
    }
    is_letter(last).then_some(())?;
    Some(vec![decimal(front)?, part(last, 2)?])
}

/// Value of a Roman number of two or more letters, all capital or all small; `None` if it is not written as usual.
pub(crate) fn roman(text: &str) -> Option<u32> {
    let upper = text.to_ascii_uppercase();
    if text != upper && text != text.to_ascii_lowercase() {
        return None;
    }
    let mut value = 0;
    let mut rest = upper.as_str();
    const STEPS: [(&str, u32); 9] = [
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
        ("C", 100),
    ];
    for (letters, worth) in STEPS {
        let most = if matches!(letters, "X" | "I") { 3 } else { 1 };
        for _ in 0..most {
            if let Some(after) = rest.strip_prefix(letters) {
                value += worth;
                rest = after;
            }
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

/// A number in Roman letters: `IV` for 4.
pub(crate) fn in_roman(mut count: u32) -> String {
    let steps = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    count = count.min(3_999);
    for (worth, letters) in steps {
        while count >= worth {
            text.push_str(letters);
            count -= worth;
        }
    }
    text
}
