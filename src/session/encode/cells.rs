//! Cells of results: numbers, words, or no result.

use std::collections::BTreeMap;

use super::names::{is_taken_by_language, slug};

/// Results of some cells, all of one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Results {
    /// The type, without `or none`: `0..3`, `yes or no`, `miss or hit`, or the words of a list that has to be declared.
    pub(super) values: Values,
    /// Whether a cell has no result.
    pub(super) or_none: bool,
    /// Each cell as rule text, in the order given.
    pub(super) cells: Vec<String>,
    /// Words that differ from what is printed, with the printed text.
    pub(super) legend: Vec<(String, String)>,
}

/// Values of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Values {
    /// Whole numbers from the first to the second.
    Numbers(i32, i32),
    /// `yes` and `no`.
    Flags,
    /// Words, in the order in which they are first printed.
    Words(Vec<String>),
}

/// Most words of one list.
const MOST_WORDS: usize = 64;

/// Most words of a type that is written out.
pub(super) const MOST_WRITTEN_OUT: usize = 6;

/// Reads cells of results; `None` if all are empty, or if there are more different words than a list can have.
pub(super) fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Results> {
    let texts: Vec<&str> = texts.collect();
    let printed: Vec<Option<&str>> = texts
        .iter()
        .map(|text| Some(text.trim()).filter(|text| !is_empty(text)))
        .collect();
    let or_none = printed.contains(&None);
    let known: Vec<&str> = printed.iter().flatten().copied().collect();
    if known.is_empty() {
        return None;
    }
    let numbers: Option<Vec<i32>> = known.iter().map(|text| number(text)).collect();
    if let Some(numbers) = numbers {
        let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
        let shown = |text: &Option<&str>| {
            let value = text.and_then(number);
            value.map_or_else(|| "-".to_owned(), |value| value.to_string())
        };
        return Some(Results {
            values: Values::Numbers(*low, *high),
            or_none,
            cells: printed.iter().map(shown).collect(),
            legend: Vec::new(),
        });
    }
    let is_flag = |text: &&str| text.eq_ignore_ascii_case("yes") || text.eq_ignore_ascii_case("no");
    if known.iter().all(is_flag) {
        let shown =
            |text: &Option<&str>| text.map_or_else(|| "-".to_owned(), str::to_ascii_lowercase);
        return Some(Results {
            values: Values::Flags,
            or_none,
            cells: printed.iter().map(shown).collect(),
            legend: Vec::new(),
        });
    }
    words(&printed, or_none)
}

fn words(printed: &[Option<&str>], or_none: bool) -> Option<Results> {
    // Cells that differ only in capitals and spaces are one result.
    let mut of_text: BTreeMap<String, String> = BTreeMap::new();
    let mut list: Vec<String> = Vec::new();
    let mut legend = Vec::new();
    for text in printed.iter().flatten() {
        let same = plain(text);
        if of_text.contains_key(&same) {
            continue;
        }
        let mut word = word_of(text);
        let mut n = 2;
        while list.contains(&word) {
            word = format!("{}{n}", word_of(text));
            n += 1;
        }
        if word.replace('-', " ") != same {
            legend.push((word.clone(), (*text).to_owned()));
        }
        list.push(word.clone());
        of_text.insert(same, word);
    }
    let shown = |text: &Option<&str>| {
        let word = text.and_then(|text| of_text.get(&plain(text)));
        word.map_or_else(|| "-".to_owned(), String::clone)
    };
    (list.len() <= MOST_WORDS).then(|| Results {
        cells: printed.iter().map(shown).collect(),
        values: Values::Words(list),
        or_none,
        legend,
    })
}

/// A printed result as a word of the language.
pub(super) fn word_of(text: &str) -> String {
    let fallback = || {
        let signs = text.chars().filter(|letter| !letter.is_whitespace());
        let named = signs.map(|letter| match letter {
            '*' => "star".to_owned(),
            '+' => "plus".to_owned(),
            '-' | '−' | '–' => "minus".to_owned(),
            '/' => "or".to_owned(),
            letter if letter.is_ascii_digit() => letter.to_string(),
            letter => format!("u{:x}", u32::from(letter)),
        });
        format!("result{}", named.take(6).collect::<String>())
    };
    let word = slug(text).unwrap_or_else(fallback);
    match is_taken_by_language(&word) {
        true => format!("{word}-result"),
        false => word,
    }
}

/// Small letters with single spaces.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Whether a cell prints no result: it is empty, or has only dashes.
pub(super) fn is_empty(text: &str) -> bool {
    let text = text.trim();
    text.eq_ignore_ascii_case("none")
        || text
            .chars()
            .all(|letter| matches!(letter, '-' | '–' | '—' | '−' | '‐' | '‑' | '―' | '.' | '·'))
}

/// A whole number, also with a sign.
pub(super) fn number(text: &str) -> Option<i32> {
    let text = text.trim().replace(['−', '–'], "-");
    let value: i32 = text.strip_prefix('+').unwrap_or(&text).parse().ok()?;
    (-1_000_000..=1_000_000).contains(&value).then_some(value)
}

impl Values {
    /// The type as rule text; a list of more words than are written out has the name that is given.
    pub(super) fn text(&self, list: &str) -> String {
        match self {
            Self::Numbers(low, high) => format!("{low}..{high}"),
            Self::Flags => "yes or no".to_owned(),
            Self::Words(words) if self.needs_list() => {
                debug_assert!(!words.is_empty(), "a list has words");
                list.to_owned()
            }
            Self::Words(words) => words.join(" or "),
        }
    }

    /// Whether the words have to be declared as a list.
    pub(super) fn needs_list(&self) -> bool {
        // A single word is no type of its own.
        matches!(self, Self::Words(words) if words.len() > MOST_WRITTEN_OUT || words.len() < 2)
    }

    /// The declaration of the list, if it needs one.
    pub(super) fn list(&self, name: &str, title: &str) -> Option<String> {
        match self {
            Self::Words(words) if self.needs_list() => {
                Some(format!("words {name} {title}: {}", words.join(", ")))
            }
            Self::Words(_) | Self::Numbers(..) | Self::Flags => None,
        }
    }
}
