//! Words, numbers and dice of a text, and its sentences.

use std::ops::Range;

use crate::keys::{Dice, counted, dice_at};
use crate::vocabulary::WordList;

/// Part of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Letters, with an apostrophe inside.
    Word,
    /// `3`, `1,200`, `27.8`, with the number of decimals.
    Number { value: f64, decimals: u8 },
    /// `+2`, `−1`: a sign directly before a number and not after one; `2R`, `1L`: columns to the right or to the left.
    Signed(i64),
    /// `5.3.2`
    Dotted,
    /// `2d6`
    Dice(Dice),
    /// `½`: a fraction of one character.
    Fraction(f64),
    /// A mark of one character.
    Mark(char),
}

/// A token with its span in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) range: Range<usize>,
}

impl Token<'_> {
    /// Whether it is one of some words, in any case.
    pub(crate) fn is_word(&self, words: &[&str]) -> bool {
        let Some(first) = self.text.as_bytes().first() else {
            return false;
        };
        // Nearly all words differ in their first letter or their length, which is faster to see.
        self.kind == Kind::Word
            && words.iter().any(|word| {
                word.len() == self.text.len()
                    && word
                        .as_bytes()
                        .first()
                        .is_some_and(|letter| letter.eq_ignore_ascii_case(first))
                    && self.text.eq_ignore_ascii_case(word)
            })
    }

    pub(crate) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(crate) fn is_any_mark(&self, marks: &[char]) -> bool {
        matches!(self.kind, Kind::Mark(mark) if marks.contains(&mark))
    }

    /// The value of a whole number without a sign.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self.kind {
            Kind::Number { value, decimals: 0 } if value < 1e9 => Some(value as i64),
            Kind::Number { .. }
            | Kind::Word
            | Kind::Signed(_)
            | Kind::Dotted
            | Kind::Dice(_)
            | Kind::Fraction(_)
            | Kind::Mark(_) => None,
        }
    }

    /// The value of a whole number with a sign.
    pub(crate) fn signed(&self) -> Option<i64> {
        if let Kind::Signed(value) = self.kind {
            Some(value)
        } else {
            None
        }
    }

    /// Whether it is a number of columns, `1L`, that odds are shifted by.
    pub(crate) fn is_shift(&self) -> bool {
        matches!(self.kind, Kind::Signed(_)) && self.text.ends_with(['L', 'R'])
    }

    /// A whole number in digits, or in words up to twenty.
    pub(crate) fn count(&self) -> Option<i64> {
        self.whole().or_else(|| counted(self.text))
    }

    /// Whether it is a word that begins with a capital.
    pub(crate) fn is_capitalised(&self) -> bool {
        self.kind == Kind::Word && self.text.starts_with(char::is_uppercase)
    }
}

/// Whether some words compare something with what they name last: `16 inches, the same as a gunboat`, `more than any raider`.
pub(super) fn is_compared_with(words: &[Token<'_>]) -> bool {
    words.iter().zip(words.iter().skip(1)).any(|(word, next)| {
        word.is_word(&["as", "than", "like"]) && next.is_word(&["a", "an", "the", "any"])
    })
}

/// Splits a text into tokens.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let plain: Vec<char> = text.chars().collect();
    // In most texts each character is one byte, so that its place is its offset.
    let offsets: Vec<usize> = match plain.len() == text.len() {
        true => Vec::new(),
        false => text.char_indices().map(|(at, _)| at).collect(),
    };
    let offset = |place: usize| match plain.len() == text.len() {
        true => place.min(text.len()),
        false => offsets.get(place).copied().unwrap_or(text.len()),
    };
    let mut found: Vec<Token<'_>> = Vec::with_capacity(text.len() / 5);
    let mut at = 0;
    while let Some(letter) = plain.get(at).copied() {
        let taken = if letter.is_whitespace() {
            at += 1;
            continue;
        } else if let Some((dice, length)) = dice_at(&plain, at) {
            (Kind::Dice(dice), length)
        } else if letter.is_ascii_digit() {
            number(&plain, at)
        } else if letter.is_alphabetic() {
            (Kind::Word, word_length(&plain, at))
        } else if let Some(signed) = signed_number(&plain, at) {
            signed
        } else {
            let kind = match letter {
                '½' => Kind::Fraction(0.5),
                '¼' => Kind::Fraction(0.25),
                '¾' => Kind::Fraction(0.75),
                '⅓' => Kind::Fraction(1.0 / 3.0),
                '⅔' => Kind::Fraction(2.0 / 3.0),
                letter => Kind::Mark(letter),
            };
            (kind, 1)
        };
        let (kind, length) = taken;
        let range = offset(at)..offset(at + length);
        let token = Token {
            kind,
            text: text.get(range.clone()).unwrap_or_default(),
            range,
        };
        push(&mut found, token, text);
        at += length;
    }
    found
}

/// Appends a token. Words before a number that are a sign or a verb together become one token: `minus 2` is −2 unless it follows a term,
/// `take away 2` is `subtract 2`.
fn push<'a>(found: &mut Vec<Token<'a>>, token: Token<'a>, text: &'a str) {
    let folded = match found.as_slice() {
        [before @ .., sign] if sign.is_word(&["plus", "minus"]) => {
            signed(before, sign, &token, text)
        }
        [.., verb, away] if away.is_word(&["away"]) => subtraction(verb, away, &token),
        _ => None,
    };
    match folded {
        Some((n_replaced, folded)) => {
            found.truncate(found.len() - n_replaced);
            let is_verb = folded.kind == Kind::Word;
            found.push(folded);
            found.extend(is_verb.then_some(token));
        }
        None => found.push(token),
    }
}

/// The number of tokens that are replaced by a signed number, and that number: `minus 2`.
fn signed<'a>(
    before: &[Token<'a>],
    sign: &Token<'a>,
    number: &Token<'a>,
    text: &'a str,
) -> Option<(usize, Token<'a>)> {
    let value = number.count().filter(|_| begins_amount(before))?;
    let range = sign.range.start..number.range.end;
    let value = if sign.is_word(&["minus"]) {
        -value
    } else {
        value
    };
    let folded = Token {
        kind: Kind::Signed(value),
        text: text.get(range.clone())?,
        range,
    };
    Some((1, folded))
}

/// The number of tokens that are replaced by a plain verb, and the verb, in each form of `take away 2`.
fn subtraction<'a>(
    verb: &Token<'a>,
    away: &Token<'a>,
    number: &Token<'a>,
) -> Option<(usize, Token<'a>)> {
    number.count()?;
    let forms = [
        ("take", "subtract"),
        ("takes", "subtracts"),
        ("taking", "subtracting"),
        ("taken", "subtracted"),
    ];
    let (_, plain) = forms.iter().find(|(form, _)| verb.is_word(&[form]))?;
    let folded = Token {
        kind: Kind::Word,
        text: plain,
        range: verb.range.start..away.range.end,
    };
    Some((2, folded))
}

/// Whether an amount with a sign may follow some tokens: after `his Law plus 2` and `a 5, plus 2` it is a sum.
fn begins_amount(before: &[Token<'_>]) -> bool {
    before.last().is_none_or(|last| match last.kind {
        Kind::Mark(mark) => !matches!(mark, ',' | '%' | '×' | '/'),
        Kind::Word => last.is_word(&[
            "is",
            "are",
            "was",
            "be",
            "of",
            "from",
            "to",
            "or",
            "and",
            "than",
            "at",
            "by",
            "worth",
            "gives",
            "makes",
            "becomes",
            "but",
            "then",
            "means",
            "together",
            "altogether",
        ]),
        Kind::Number { .. }
        | Kind::Signed(_)
        | Kind::Dotted
        | Kind::Dice(_)
        | Kind::Fraction(_) => false,
    })
}

fn word_length(letters: &[char], at: usize) -> usize {
    let mut length = 0;
    while let Some(letter) = letters.get(at + length) {
        let is_inner = matches!(letter, '\'' | '’')
            && letters
                .get(at + length + 1)
                .is_some_and(|next| next.is_alphabetic());
        if letter.is_alphanumeric() || is_inner {
            length += 1;
        } else {
            break;
        }
    }
    length.max(1)
}

/// `3`, `1,200`, `2.5`, `5.3.2`; letters directly after it make it a word: `3rd`, `5a`.
fn number(letters: &[char], at: usize) -> (Kind, usize) {
    let is_digit = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let (mut place, mut digits) = (at, String::new());
    let (mut n_points, mut decimals) = (0, 0_u8);
    while let Some(letter) = letters.get(place) {
        if letter.is_ascii_digit() {
            digits.push(*letter);
            decimals = decimals.saturating_add(u8::from(n_points > 0));
        } else if *letter == '.' && is_digit(place + 1) {
            n_points += 1;
            digits.push('.');
        } else if *letter == ','
            && (1..=3).all(|next| is_digit(place + next))
            && !is_digit(place + 4)
            && n_points == 0
        {
        } else {
            break;
        }
        place += 1;
    }
    if letters
        .get(place)
        .is_some_and(|letter| letter.is_alphabetic())
    {
        let length = word_length(letters, place);
        // `6in` and `30ft` are numbers with units; the unit is a word of its own.
        let unit: String = letters.iter().skip(place).take(length).collect();
        let is_unit = matches!(
            unit.as_str(),
            "in" | "cm" | "mm" | "ft" | "km" | "yds" | "pts" | "hexes" | "hex"
        );
        let is_joined = at
            .checked_sub(1)
            .and_then(|before| letters.get(before))
            .is_some_and(|before| before.is_alphanumeric() || matches!(before, '-' | '–' | '/'));
        match unit.as_str() {
            "L" | "R" if digits.len() == 1 && !is_joined => {
                let value = digits.parse().unwrap_or(0);
                let signed = if unit == "L" { -value } else { value };
                return (Kind::Signed(signed), place - at + length);
            }
            _ if !is_unit => return (Kind::Word, place - at + length),
            _ => {}
        }
    }
    let kind = match n_points {
        0 | 1 => Kind::Number {
            value: sandtable_source::decimal(&digits).unwrap_or(f64::INFINITY),
            decimals,
        },
        _ => Kind::Dotted,
    };
    (kind, place - at)
}

/// A sign directly before digits, and not directly after a letter or digit.
fn signed_number(letters: &[char], at: usize) -> Option<(Kind, usize)> {
    let sign = letters.get(at)?;
    let is_negative = match sign {
        '+' => false,
        '-' | '−' | '–' => true,
        _ => return None,
    };
    let before = at.checked_sub(1).and_then(|before| letters.get(before));
    if before.is_some_and(|letter| {
        letter.is_alphanumeric() || matches!(letter, '-' | '–' | '−' | '+' | '"' | ')' | '%')
    }) {
        return None;
    }
    let digits: String = letters
        .iter()
        .skip(at + 1)
        .take_while(|letter| letter.is_ascii_digit())
        .collect();
    let value: i64 = digits.parse().ok()?;
    let next = letters.get(at + 1 + digits.len());
    if digits.len() > 4 || next.is_some_and(|letter| letter.is_alphabetic()) {
        return None;
    }
    Some((
        Kind::Signed(if is_negative { -value } else { value }),
        1 + digits.len(),
    ))
}

/// Function words, and words for pieces and dice, which tell one circumstance of a modifier from another as little.
pub(super) const FUNCTION_WORDS: [&str; 60] = [
    "carrying",
    "carries",
    "using",
    "one",
    "a",
    "an",
    "the",
    "is",
    "are",
    "in",
    "at",
    "on",
    "of",
    "to",
    "by",
    "its",
    "his",
    "her",
    "their",
    "unit",
    "units",
    "figure",
    "figures",
    "model",
    "models",
    "if",
    "when",
    "for",
    "each",
    "per",
    "every",
    "any",
    "being",
    "has",
    "have",
    "had",
    "was",
    "were",
    "roll",
    "die",
    "dice",
    "with",
    "from",
    "that",
    "which",
    "this",
    "it",
    "you",
    "they",
    "firing",
    "fire",
    "modifier",
    "modifiers",
    "bonus",
    "penalty",
    "as",
    "be",
    "because",
    "only",
    "drm",
];

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 17] = [
    "e.g", "i.e", "vs", "etc", "cal", "no", "fig", "sec", "para", "approx", "max", "min", "st",
    "mr", "cf", "incl", "resp",
];

/// Ranges of the sentences of a text.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let end = at + letter.len_utf8();
        let ends = match letter {
            '\n' | '\t' => true,
            '.' | '!' | '?' => {
                let is_gap = letters.peek().is_none_or(|(_, next)| {
                    next.is_whitespace() || matches!(next, '"' | '”' | ')' | '’')
                });
                let before = text.get(start..at).unwrap_or_default();
                let last = before
                    .rsplit(|letter: char| letter.is_whitespace() || letter == '(')
                    .next();
                let last = last.unwrap_or_default().to_lowercase();
                let next = text
                    .get(end..)
                    .unwrap_or_default()
                    .trim_start_matches(['"', '”', ')', '’'])
                    .trim_start();
                let starts_low = next.starts_with(char::is_lowercase);
                is_gap && !starts_low && !(letter == '.' && ABBREVIATIONS.contains(&last.as_str()))
            }
            _ => false,
        };
        if ends {
            if text
                .get(start..end)
                .is_some_and(|sentence| !sentence.trim().is_empty())
            {
                found.push(start..end);
            }
            start = end;
        }
    }
    if text
        .get(start..)
        .is_some_and(|sentence| !sentence.trim().is_empty())
    {
        found.push(start..text.len());
    }
    found
}

/// Stem of a word for comparison: small letters without a usual ending.
pub(crate) fn stem(word: &str) -> String {
    let lower = word.to_lowercase().replace(['’', '\''], "");
    for ending in ["ing", "ies", "ed", "es", "s", "e", "y"] {
        if let Some(short) = lower.strip_suffix(ending)
            && short.chars().count() >= 3
            && !(ending == "s" && short.ends_with(['s', 'u', 'i']))
        {
            let mut short = short.to_owned();
            let doubled = short.chars().rev().take(2).collect::<Vec<_>>();
            let is_doubled = matches!(doubled.as_slice(), [one, other] if one == other && !matches!(one, 'l' | 's'));
            if is_doubled && matches!(ending, "ing" | "ed") {
                short.pop();
            }
            // `convoys`, as `convoy`
            if ending == "s" && short.ends_with('y') && short.chars().count() >= 4 {
                short.pop();
            }
            return short.strip_suffix('i').map(str::to_owned).unwrap_or(short);
        }
    }
    lower
}

/// A title for comparison: stems of its words in order, articles left out.
pub(crate) fn title_key(title: &str) -> Vec<String> {
    let tokens = tokens(title);
    let words = tokens
        .iter()
        .filter(|token| matches!(token.kind, Kind::Word | Kind::Number { .. }));
    let words =
        words.filter(|token| !token.is_word(&["the", "a", "an", "and", "of", "in", "for", "to"]));
    words.map(|token| stem(token.text)).collect()
}

/// Whether a word ends the name of something of the game that is no unit: `Siege Phase`, `Siege Table`.
pub(super) fn is_game_term(word: &Token<'_>) -> bool {
    let others = [
        "phase", "step", "segment", "stage", "table", "chart", "rule", "rules", "turn", "round",
        "action", "order", "orders", "card", "attack", "fire", "combat", "move", "movement",
        "range", "strength", "defence", "defense", "morale", "damage", "class", "type", "card",
        "box", "track", "area", "hex", "player", "side", "modifier", "scenario", "result",
    ];
    let lower = word.text.to_lowercase();
    let terms = WordList::Terms.words();
    word.is_word(&others)
        || terms.contains(&lower.as_str())
        || terms.contains(&lower.trim_end_matches('s'))
}
