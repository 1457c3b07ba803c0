//! Cells that are looked up by a number: `3`, `4-6`, `16+`, `2 or less`; the dice that give them.

use std::fmt;

/// Values that a cell answers, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// `7`
    One(i64),
    /// `4-6`
    Range(i64, i64),
    /// `16+`, `10 or more`, `≥10`, `>9`
    AtLeast(i64),
    /// `3-`, `2 or less`, `≤2`, `<3`
    AtMost(i64),
    /// `other`, `any other result`
    Other,
}

/// A pool of dice whose total, or whose two digits, are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice {
    /// Number of dice; 1 for `d66`.
    pub count: u32,
    /// Sides of each; 66 for `d66`.
    pub sides: u32,
    /// Added to the total: 1 for `d6+1`.
    pub added: i64,
}

impl Key {
    /// Reads a cell; `None` if it is no key. Units of measure after the numbers, footnote marks and brackets are left out.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = normalised(text)?;
        if matches!(
            plain.as_str(),
            "other"
                | "others"
                | "otherwise"
                | "else"
                | "any other"
                | "all other"
                | "all others"
                | "other results"
                | "any other result"
                | "all other results"
                | "anything else"
                | "rest"
        ) {
            return Some(Self::Other);
        }
        for (words, make) in PREFIXES {
            if let Some(rest) = plain.strip_prefix(words) {
                return make(whole(rest)?);
            }
        }
        for (words, make) in SUFFIXES {
            if let Some(rest) = plain.strip_suffix(words) {
                return make(whole(rest)?);
            }
        }
        if let Some(value) = whole(&plain) {
            return Some(Self::One(value));
        }
        if let Some(key) = neighbours(&plain) {
            return Some(key);
        }
        let (low, high) = split_range(&plain)?;
        let (low, high) = (whole(low)?, whole(high)?);
        // `96-00` ends at 100.
        let high = if high == 0 && low > 0 && plain.ends_with("00") {
            100
        } else {
            high
        };
        (low <= high).then_some(Self::Range(low, high))
    }

    /// Returns the least and the greatest value; `None` for an open end.
    pub fn bounds(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::One(value) => (Some(value), Some(value)),
            Self::Range(low, high) => (Some(low), Some(high)),
            Self::AtLeast(low) => (Some(low), None),
            Self::AtMost(high) => (None, Some(high)),
            Self::Other => (None, None),
        }
    }

    /// Whether a value is between its ends.
    pub fn contains(self, value: i64) -> bool {
        let (low, high) = self.bounds();
        low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
    }

    /// Whether it is more than a single number.
    pub fn is_range(self) -> bool {
        matches!(self, Self::Range(..) | Self::AtLeast(_) | Self::AtMost(_))
    }
}

/// Makes a key of its only number.
type Make = fn(i64) -> Option<Key>;

const PREFIXES: [(&str, Make); 22] = [
    (">=", |value| Some(Key::AtLeast(value))),
    ("<=", |value| Some(Key::AtMost(value))),
    ("≥", |value| Some(Key::AtLeast(value))),
    ("≤", |value| Some(Key::AtMost(value))),
    (">", |value| Some(Key::AtLeast(value.checked_add(1)?))),
    ("<", |value| Some(Key::AtMost(value.checked_sub(1)?))),
    ("more than ", |value| {
        Some(Key::AtLeast(value.checked_add(1)?))
    }),
    ("less than ", |value| {
        Some(Key::AtMost(value.checked_sub(1)?))
    }),
    ("fewer than ", |value| {
        Some(Key::AtMost(value.checked_sub(1)?))
    }),
    ("over ", |value| Some(Key::AtLeast(value.checked_add(1)?))),
    ("above ", |value| Some(Key::AtLeast(value.checked_add(1)?))),
    ("beyond ", |value| Some(Key::AtLeast(value.checked_add(1)?))),
    ("below ", |value| Some(Key::AtMost(value.checked_sub(1)?))),
    ("no more than ", |value| Some(Key::AtMost(value))),
    ("exactly ", |value| Some(Key::One(value))),
    ("only ", |value| Some(Key::One(value))),
    ("under ", |value| Some(Key::AtMost(value.checked_sub(1)?))),
    ("to ", |value| Some(Key::AtMost(value))),
    ("at least ", |value| Some(Key::AtLeast(value))),
    ("at most ", |value| Some(Key::AtMost(value))),
    ("natural ", |value| Some(Key::One(value))),
    ("unmodified ", |value| Some(Key::One(value))),
];

const SUFFIXES: [(&str, Make); 27] = [
    ("+", |value| Some(Key::AtLeast(value))),
    ("-", |value| Some(Key::AtMost(value))),
    (" or more", |value| Some(Key::AtLeast(value))),
    (" or higher", |value| Some(Key::AtLeast(value))),
    (" or greater", |value| Some(Key::AtLeast(value))),
    (" or better", |value| Some(Key::AtLeast(value))),
    (" or above", |value| Some(Key::AtLeast(value))),
    (" or over", |value| Some(Key::AtLeast(value))),
    (" and up", |value| Some(Key::AtLeast(value))),
    (" and above", |value| Some(Key::AtLeast(value))),
    (" and over", |value| Some(Key::AtLeast(value))),
    (" and higher", |value| Some(Key::AtLeast(value))),
    (" and more", |value| Some(Key::AtLeast(value))),
    (" & up", |value| Some(Key::AtLeast(value))),
    (" or up", |value| Some(Key::AtLeast(value))),
    (" plus", |value| Some(Key::AtLeast(value))),
    (" and lower", |value| Some(Key::AtMost(value))),
    (" and less", |value| Some(Key::AtMost(value))),
    (" and under", |value| Some(Key::AtMost(value))),
    (" only", |value| Some(Key::One(value))),
    (" or less", |value| Some(Key::AtMost(value))),
    (" or lower", |value| Some(Key::AtMost(value))),
    (" or fewer", |value| Some(Key::AtMost(value))),
    (" or below", |value| Some(Key::AtMost(value))),
    (" or under", |value| Some(Key::AtMost(value))),
    (" and below", |value| Some(Key::AtMost(value))),
    (" up", |value| Some(Key::AtLeast(value))),
];

/// Units after a number, which make no difference to a key.
const UNITS: [&str; 20] = [
    "hexes", "hex", "inches", "inch", "in", "\"", "″", "”", "cm", "mm", "squares", "square",
    "yards", "yds", "yd", "points", "point", "pts", "m", "steps",
];

/// Normalises a text: lower case, one kind of dash, single spaces, without units and marks; `None` for a text too long for a key.
fn normalised(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > 60 {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '–' | '—' | '−' | '‐' | '‒' | '‑' => plain.push('-'),
            '⁰'..='⁹' | '¹' | '²' | '³' | '*' | '†' | '‡' | '§' | '\'' | '’' => {}
            '…' => plain.push('-'),
            letter => plain.extend(letter.to_lowercase()),
        }
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut plain = words.join(" ");
    for (open, close) in [('(', ')'), ('[', ']')] {
        let inner = plain
            .strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner {
            plain = inner.to_owned();
        }
    }
    // `2-3 in all`, `7 exactly`
    let asides = [" in all", " in total", " altogether", " exactly"];
    if let Some(rest) = asides.iter().find_map(|aside| plain.strip_suffix(aside)) {
        plain = rest.to_owned();
    }
    // `a weather throw of 4 to 6`, `roll 7-8`
    if let Some(rest) = after_quantity(&plain) {
        plain = rest.to_owned();
    }
    if let Some(rest) = plain.strip_prefix("minus ") {
        plain = format!("-{rest}");
    }
    plain = plain.replace(" minus ", " -").replace(" plus ", " +");
    if let Some(rest) = plain.strip_prefix("plus ") {
        plain = format!("+{rest}");
    }
    if let Some(rest) = plain.strip_prefix("up to ") {
        plain = format!("<={rest}");
    }
    // `4--6`; the second sign of `-11 to -5` is that of a number.
    plain = plain
        .replace("--", "-")
        .replace(" - ", "-")
        .replace(" to ", "-")
        .replace(" + ", "+")
        .replace(" +", "+")
        .replace("..", "-");
    if let Some(rest) = without_unit(&plain) {
        plain = rest.to_owned();
    } else {
        // `8 points or more`
        for link in [" or ", " and "] {
            let parts = plain.rsplit_once(link);
            let parts = parts.and_then(|(head, tail)| Some((without_unit(head)?, tail)));
            if let Some((head, tail)) = parts {
                plain = format!("{head}{link}{tail}");
                break;
            }
        }
    }
    // `4"-6"`
    for mark in ["\"", "″", "”"] {
        plain = plain.replace(&format!("{mark}-"), "-");
        plain = plain.replace(&format!("{mark}+"), "+");
    }
    Some(plain)
}

/// Returns what is before a unit of measure at the end of a text; `None` for a text without one.
fn without_unit(text: &str) -> Option<&str> {
    let ends_number = |rest: &&str| {
        rest.ends_with(|letter: char| letter.is_ascii_digit() || letter == ' ' || letter == '+')
    };
    let mut units = UNITS.iter();
    let rest = units.find_map(|unit| text.strip_suffix(unit).filter(ends_number))?;
    Some(rest.trim_end())
}

/// Words for what a table is looked up by.
const QUANTITIES: [&str; 22] = [
    "throw",
    "throws",
    "roll",
    "rolls",
    "score",
    "scores",
    "total",
    "totals",
    "sum",
    "result",
    "die",
    "dice",
    "difference",
    "change",
    "margin",
    "ratio",
    "range",
    "distance",
    "number",
    "draw",
    "strength",
    "value",
];

/// Returns the numbers of a cell that begins with words for its lookup, `4 to 6` in `a weather throw of 4 to 6`; `None` for another cell.
fn after_quantity(text: &str) -> Option<&str> {
    let at = text.find(|letter: char| letter.is_ascii_digit())?;
    let head = text.get(..at)?.trim_end_matches([' ', '+', '-']);
    let head = ["plus", "minus"]
        .iter()
        .fold(head, |head, sign| head.strip_suffix(sign).unwrap_or(head))
        .trim_end();
    let mut words = head.split(' ').rev();
    let last = words.next()?;
    let noun = if last == "of" { words.next()? } else { last };
    let is_short = words.count() <= 3;
    (is_short && QUANTITIES.contains(&noun))
        .then(|| text.get(head.len()..).unwrap_or_default().trim_start())
}

/// `3, 4`, `1 or 2`, `1, 2, 3`: numbers one after the other.
fn neighbours(text: &str) -> Option<Key> {
    let plain = text.replace(" or ", ",").replace(" and ", ",");
    let plain = plain.replace('&', ",");
    let parts: Vec<&str> = plain.split(',').filter(|part| !part.is_empty()).collect();
    let values: Vec<i64> = parts
        .iter()
        .map(|part| whole(part))
        .collect::<Option<_>>()?;
    let is_row = values
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if *other == one + 1));
    match (values.first(), values.last()) {
        (Some(first), Some(last)) if is_row && first < last => Some(Key::Range(*first, *last)),
        _ => None,
    }
}

fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Some(value) = counted(text) {
        return Some(value);
    }
    // `-3`, `+1`
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number =
        !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// `4-6`, `-3-0`, `-3--1`
fn split_range(text: &str) -> Option<(&str, &str)> {
    let at = text
        .char_indices()
        .skip(1)
        .find(|(_, letter)| *letter == '-')?
        .0;
    let (low, rest) = text.split_at(at);
    Some((low.trim(), rest.strip_prefix('-')?.trim()))
}

impl fmt::Display for Dice {
    /// As dice are written: `d6`, `2d6+1`.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(to, "{}", self.count)?;
        }
        write!(to, "d{}", self.sides)?;
        match self.added {
            0 => Ok(()),
            added => write!(to, "{added:+}"),
        }
    }
}

impl Dice {
    /// Whether it is read as two digits.
    pub fn is_d66(self) -> bool {
        self.sides == 66
    }

    /// Least total.
    pub fn least(self) -> i64 {
        if self.is_d66() {
            11
        } else {
            i64::from(self.count).saturating_add(self.added)
        }
    }

    /// Greatest total.
    pub fn most(self) -> i64 {
        if self.is_d66() {
            return 66;
        }
        (i64::from(self.count) * i64::from(self.sides)).saturating_add(self.added)
    }

    /// Every total in order, with the number of rolls that give it.
    pub fn counts(self) -> Vec<(i64, u64)> {
        if self.is_d66() {
            return (1..=6)
                .flat_map(|tens| (1..=6).map(move |ones| (tens * 10 + ones, 1)))
                .collect();
        }
        let sides = usize::try_from(self.sides).unwrap_or(0);
        let mut ways: Vec<u64> = vec![1];
        for _ in 0..self.count {
            let mut next = vec![0_u64; ways.len() + sides];
            for (total, n) in ways.iter().enumerate() {
                for slot in next.iter_mut().skip(total + 1).take(sides) {
                    *slot = slot.saturating_add(*n);
                }
            }
            ways = next;
        }
        let totals = ways.iter().enumerate().filter(|(_, n)| **n > 0);
        totals
            .map(|(total, n)| {
                (
                    i64::try_from(total).unwrap_or(0).saturating_add(self.added),
                    *n,
                )
            })
            .collect()
    }
}

/// The only dice that a text names: `2d6`, `D10`, `Die roll (1D6)`, `d%`; `None` if it names none or several.
pub fn dice(text: &str) -> Option<Dice> {
    let mut found: Option<Dice> = None;
    for dice in all_dice(text) {
        if found.is_some_and(|known| known != dice) {
            return None;
        }
        found = Some(dice);
    }
    found
}

/// All dice that a text names, in order.
pub fn all_dice(text: &str) -> Vec<Dice> {
    let begins = |pair: &[u8]| matches!(pair, [b'd' | b'D', sides] if sides.is_ascii_digit() || *sides == b'%');
    if !text.as_bytes().windows(2).any(begins) {
        return Vec::new();
    }
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        match dice_at(&letters, at) {
            Some((dice, length)) => {
                found.push(dice);
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// A number in words: `two` is 2.
pub(crate) fn counted(word: &str) -> Option<i64> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    if !(3..=9).contains(&word.len()) {
        return None;
    }
    let at = WORDS
        .iter()
        .position(|known| known.len() == word.len() && word.eq_ignore_ascii_case(known))?;
    i64::try_from(at).ok()
}

/// Dice at a position of a text, with the number of their characters.
pub(crate) fn dice_at(letters: &[char], at: usize) -> Option<(Dice, usize)> {
    let letter = |place: usize| letters.get(place).copied().unwrap_or(' ');
    // Nearly all words begin with another letter, which is faster to see.
    if !matches!(letter(at), '0'..='9' | 'd' | 'D') || at > 0 && letter(at - 1).is_alphanumeric() {
        return None;
    }
    let number = |mut place: usize| {
        let (mut value, mut length) = (0_u32, 0);
        while let Some(digit) = letter(place).to_digit(10).filter(|_| length < 4) {
            value = value * 10 + digit;
            length += 1;
            place += 1;
        }
        (value, length)
    };
    let (count, n_count) = number(at);
    let mut place = at + n_count;
    if !matches!(letter(place), 'd' | 'D') {
        return None;
    }
    place += 1;
    let (mut sides, n_sides) = number(place);
    place += n_sides;
    if n_sides == 0 && letter(place) == '%' {
        sides = 100;
        place += 1;
    }
    let count = if n_count == 0 { 1 } else { count };
    let is_sound = (1..=20).contains(&count) && (2..=1000).contains(&sides);
    if !is_sound || letter(place).is_alphanumeric() || count > 1 && sides == 66 {
        return None;
    }
    let mut added = 0;
    let sign = letter(place);
    if matches!(sign, '+' | '-' | '−' | '–') {
        let (value, length) = number(place + 1);
        let after = letter(place + 1 + length);
        if length > 0 && !after.is_alphanumeric() {
            added = if sign == '+' {
                i64::from(value)
            } else {
                -i64::from(value)
            };
            place += 1 + length;
        }
    }
    Some((
        Dice {
            count,
            sides,
            added,
        },
        place - at,
    ))
}
