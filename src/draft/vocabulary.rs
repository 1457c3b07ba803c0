//! Lists of words that the checks know without the manuscript, from `vocabulary.txt`, which says what each is for.

use std::collections::BTreeMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("vocabulary.txt");

/// A list of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordList {
    /// Bodies of troops.
    Formations,
    /// Adjectives of sides.
    Sides,
    /// Roles of the unit that acts.
    Acting,
    /// Roles of the unit that is acted on.
    Opposing,
    /// Last words of defined terms.
    Terms,
    /// Abbreviations that need no explanation.
    Abbreviations,
    /// British and American spellings, in pairs.
    Spellings,
    /// Words without a topic.
    Idle,
    /// Words around any reference.
    General,
}

impl WordList {
    /// Every list.
    pub const ALL: [Self; 9] = [
        Self::Formations,
        Self::Sides,
        Self::Acting,
        Self::Opposing,
        Self::Terms,
        Self::Abbreviations,
        Self::Spellings,
        Self::Idle,
        Self::General,
    ];

    /// The name that the file gives to the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Formations => "formations",
            Self::Sides => "sides",
            Self::Acting => "acting",
            Self::Opposing => "opposing",
            Self::Terms => "terms",
            Self::Abbreviations => "abbreviations",
            Self::Spellings => "spellings",
            Self::Idle => "idle",
            Self::General => "general",
        }
    }

    /// The words of the list.
    pub fn words(self) -> &'static [&'static str] {
        // A test holds that every list is in the file, and no other.
        lists().get(self.name()).map_or(&[], Vec::as_slice)
    }
}

/// The words of each list of the file, by its name.
pub fn lists() -> &'static BTreeMap<&'static str, Vec<&'static str>> {
    static LISTS: OnceLock<BTreeMap<&'static str, Vec<&'static str>>> = OnceLock::new();
    LISTS.get_or_init(read)
}

fn read() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut lists: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = "";
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line;
        if let Some((head, rest)) = line.split_once(':') {
            (name, words) = (head, rest);
        }
        if !words.trim().is_empty() {
            let list = lists.entry(name).or_default();
            list.extend(words.split_whitespace());
        }
    }
    lists
}
