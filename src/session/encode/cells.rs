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
    /// Words of the language with the printed text of each, in the order in which they are first printed.
    pub(super) printed: Vec<(String, String)>,
    /// Lines below the table, which give words among numbers a value.
    pub(super) wheres: Vec<String>,
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

/// Most different words among numbers.
const MOST_AMONG_NUMBERS: usize = 6;

impl Results {
    /// Whether the cells are numbers with words or signs around them.
    pub(super) fn is_framed(&self) -> bool {
        matches!(self.values, Values::Numbers(..))
            && self.legend.iter().any(|(word, _)| word == FRAMED)
    }

    /// Questions to the author about the results of a grid.
    pub(super) fn questions(&self, title: &str) -> Vec<String> {
        match self.wheres.is_empty() {
            true => Vec::new(),
            false => vec![format!(
                "{title}: words among the numbers give no result until you say what they mean, below the table"
            )],
        }
    }
}

/// Reads cells of results.
///
/// Errors: why they have no type, in words.
pub(super) fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Results, &'static str> {
    let texts: Vec<&str> = texts.collect();
    let printed: Vec<Option<&str>> = texts
        .iter()
        .map(|text| Some(text.trim()).filter(|text| !is_empty(text)))
        .collect();
    let or_none = printed.contains(&None);
    let known: Vec<&str> = printed.iter().flatten().copied().collect();
    if known.is_empty() {
        return Err("it has no results yet");
    }
    let is_flag = |text: &&str| text.eq_ignore_ascii_case("yes") || text.eq_ignore_ascii_case("no");
    if known.iter().all(is_flag) {
        let shown =
            |text: &Option<&str>| text.map_or_else(|| "-".to_owned(), str::to_ascii_lowercase);
        return Ok(Results {
            values: Values::Flags,
            or_none,
            cells: printed.iter().map(shown).collect(),
            legend: Vec::new(),
            printed: ["yes", "no"]
                .map(|word| (word.to_owned(), word.to_owned()))
                .into(),
            wheres: Vec::new(),
        });
    }
    if let Some(results) = framed(&printed, or_none).or_else(|| numbers(&printed, or_none)) {
        return Ok(results);
    }
    words(&printed, or_none).ok_or("it has more different results than a list of words can have")
}

/// Subject of the legend of numbers that have words around them.
const FRAMED: &str = "a number";

/// Cells that are a number each in the same words: `4+`, `6"`, `2 hits`.
fn framed(printed: &[Option<&str>], or_none: bool) -> Option<Results> {
    let known: Vec<&str> = printed.iter().flatten().copied().collect();
    let frames: Vec<(String, i32)> = known
        .iter()
        .map(|text| frame(text))
        .collect::<Option<_>>()?;
    let (first, _) = frames.first()?;
    if first == "#" || frames.iter().any(|(frame, _)| frame != first) {
        return None;
    }
    let numbers = || frames.iter().map(|(_, number)| *number);
    let shown = |text: &Option<&str>| {
        let value = text.and_then(frame);
        value.map_or_else(|| "-".to_owned(), |(_, value)| value.to_string())
    };
    Some(Results {
        values: Values::Numbers(numbers().min()?, numbers().max()?),
        or_none,
        cells: printed.iter().map(shown).collect(),
        legend: vec![(FRAMED.to_owned(), format!("printed as {}", known.first()?))],
        printed: Vec::new(),
        wheres: Vec::new(),
    })
}

/// The words around the only number of a text, with `#` in its place; and the number. A plural is the same as its singular.
fn frame(text: &str) -> Option<(String, i32)> {
    let value = sole_number(text)?;
    let digits = value.unsigned_abs().to_string();
    let at = text.find(&digits)?;
    let before = text.get(..at)?.trim_end_matches(['-', '−', '–', '+']);
    let after = plain(text.get(at + digits.len()..)?);
    // `2d6`, `1st` and `3-4` are no numbers with words around them.
    let is_apart = !after.starts_with(|letter: char| letter.is_alphanumeric());
    let words = after.strip_suffix('s').unwrap_or(&after);
    let has_sign = text.get(..at)?.len() > before.len();
    (is_apart && !(has_sign && before.ends_with(|letter: char| letter.is_alphanumeric())))
        .then(|| (format!("{}#{words}", plain(before)), value))
}

/// The only whole number of a text: `4+`, `6 hexes`, `2 hits`.
pub(crate) fn sole_number(text: &str) -> Option<i32> {
    let parts: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    match parts.as_slice() {
        [only] if !text.to_lowercase().contains(&format!("d{only}")) => {
            let value: i32 = only.parse().ok()?;
            let sign = text.trim_start().starts_with(['-', '−', '–']);
            Some(if sign { -value } else { value })
        }
        _ => None,
    }
}

/// Cells that are numbers, or more numbers than a few words.
fn numbers(printed: &[Option<&str>], or_none: bool) -> Option<Results> {
    let known: Vec<&str> = printed.iter().flatten().copied().collect();
    let numbers: Vec<i32> = known.iter().filter_map(|text| number(text)).collect();
    let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
    let mut others: Vec<&str> = known
        .iter()
        .copied()
        .filter(|text| number(text).is_none())
        .collect();
    let is_mostly_numbers = others.len() < numbers.len() * 2;
    others.sort_unstable();
    others.dedup_by_key(|text| plain(text));
    if others.len() > MOST_AMONG_NUMBERS || !is_mostly_numbers {
        return None;
    }
    let mut legend = Vec::new();
    let mut wheres = Vec::new();
    for text in &others {
        let word = word_of(text);
        if word.replace('-', " ") != plain(text) {
            legend.push((word.clone(), (*text).to_owned()));
        }
        wheres.push(format!("where {word} = none"));
    }
    wheres.dedup();
    let shown = |text: &Option<&str>| match text {
        None => "-".to_owned(),
        Some(text) => number(text).map_or_else(|| word_of(text), |value| value.to_string()),
    };
    Some(Results {
        values: Values::Numbers(*low, *high),
        or_none: or_none || !wheres.is_empty(),
        cells: printed.iter().map(shown).collect(),
        legend,
        printed: Vec::new(),
        wheres,
    })
}

fn words(printed: &[Option<&str>], or_none: bool) -> Option<Results> {
    // Cells that differ only in capitals and spaces are one result.
    let mut of_text: BTreeMap<String, String> = BTreeMap::new();
    let mut list: Vec<String> = Vec::new();
    let mut legend = Vec::new();
    let mut all = Vec::new();
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
        all.push((word.clone(), (*text).to_owned()));
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
        printed: all,
        wheres: Vec::new(),
    })
}

/// A printed result as a word of the language.
pub(crate) fn word_of(text: &str) -> String {
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
pub(crate) fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Whether a cell prints no result: it is empty, or has only dashes.
pub(crate) fn is_empty(text: &str) -> bool {
    let text = text.trim();
    text.eq_ignore_ascii_case("none")
        || text
            .chars()
            .all(|letter| matches!(letter, '-' | '–' | '—' | '−' | '‐' | '‑' | '―' | '.' | '·'))
}

/// A whole number, also with a sign.
pub(crate) fn number(text: &str) -> Option<i32> {
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
