//! Keywords and marks of the language. The words are those of the grammar; those that begin statements come from
//! the construct table, the categories of the others are listed here.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::construct::STATEMENTS;
use crate::grammar::Rule;

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// A place of a keyword or a mark in the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeywordKind {
    /// Begins a declaration: `table`
    Declaration,
    /// Begins a line of a kind: `track`
    KindLine,
    /// Begins a line of a trigger: `when`
    TriggerLine,
    /// Begins a line of an example: `given`
    ExampleLine,
    /// Begins a statement: `repeat`
    Statement,
    /// Joins values and conditions, and cannot be a name: `and`
    Operator,
    /// Begins a value, and cannot be a name: `yes`
    Value,
    /// Continues a line: `per`, `raised by`
    Clause,
    /// Restricts units or places: `where`
    Selection,
    /// Treats dice: `reroll`
    Dice,
    /// Belongs to a phrase of several words: `won by`
    Phrase,
    /// Former spelling: still read, and no name.
    Former,
    /// No word: `->`
    Mark,
}

/// The words of each place, in the order in which a finding lists them; a word without a place belongs to a phrase.
const PLACES: [(KeywordKind, &str); 10] = [
    (
        KeywordKind::Declaration,
        "ruleset variant amend replace remove scale words die kind table modifiers fact option formula roll action \
         sequence trigger window reaction value policy example",
    ),
    (
        KeywordKind::KindLine,
        "formula traits track deck hidden always",
    ),
    (KeywordKind::TriggerLine, "when"),
    (
        KeywordKind::ExampleLine,
        "option units given run dice choices judged expect odds cases",
    ),
    (
        KeywordKind::Operator,
        "if else otherwise and or not is has meets",
    ),
    (KeywordKind::Value, "yes no none any"),
    (
        KeywordKind::Clause,
        "when once at per most until times to from of by raised lowered limited rounded default optional starts ends \
         reaches falls",
    ),
    (
        KeywordKind::Selection,
        "each any of where within between reached along avoiding including chosen destroyed removed in order highest lowest first",
    ),
    (
        KeywordKind::Dice,
        "roll dice count best worst keep drop explode reroll against pairs beaten win lose",
    ),
    (KeywordKind::Former, "throw"),
];

/// Names in findings that are longer than the word, with the word that must follow it.
const PHRASES: [&str; 20] = [
    "depending on",
    "look at",
    "at most",
    "weighted by",
    "raised by",
    "lowered by",
    "limited to",
    "rounded down",
    "ends at",
    "falls to",
    "reached by",
    "in play",
    "list of",
    "rest of",
    "end of",
    "one of",
    "refused by",
    "total of",
    "the lower of",
    "won by",
];

const MARKS: [(&str, Rule); 16] = [
    (":", Rule::colon),
    (",", Rule::comma),
    ("=", Rule::equals),
    ("->", Rule::arrow),
    ("|", Rule::bar),
    (".", Rule::dot),
    ("..", Rule::dots),
    ("<", Rule::less),
    ("\"", Rule::quote),
    ("(", Rule::open),
    (")", Rule::close),
    ("[", Rule::from_mark),
    ("]", Rule::to_mark),
    ("-", Rule::dash),
    ("+", Rule::plus),
    ("/", Rule::slash),
];

/// A keyword or a mark.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// The word, as written.
    pub word: &'static str,
    /// The categories of its uses, at least one.
    pub kinds: Vec<KeywordKind>,
    /// The rule of the grammar that is only this.
    rule: Rule,
    /// Wording in findings.
    wording: String,
}

impl Keyword {
    /// Whether it has such a place.
    pub fn is(&self, kind: KeywordKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether it begins a line below a declaration.
    pub fn begins_a_line_below(&self) -> bool {
        [
            KeywordKind::KindLine,
            KeywordKind::TriggerLine,
            KeywordKind::ExampleLine,
            KeywordKind::Statement,
        ]
        .into_iter()
        .any(|kind| self.is(kind))
    }

    /// Whether it cannot be a name.
    pub fn is_reserved(&self) -> bool {
        [
            KeywordKind::Operator,
            KeywordKind::Value,
            KeywordKind::Former,
        ]
        .into_iter()
        .any(|kind| self.is(kind))
    }
}

/// Every keyword, in the order of the grammar, and every mark.
pub static KEYWORDS: LazyLock<Vec<Keyword>> = LazyLock::new(|| {
    let mut places = places();
    let words = WORDS.iter().map(|(word, rule)| Keyword {
        word,
        kinds: places
            .remove(word)
            .unwrap_or_else(|| vec![KeywordKind::Phrase]),
        rule: *rule,
        wording: word_in_findings(word),
    });
    let marks = MARKS.iter().map(|(mark, rule)| Keyword {
        word: mark,
        kinds: vec![KeywordKind::Mark],
        rule: *rule,
        wording: format!("`{mark}`"),
    });
    words.chain(marks).collect()
});

/// The places of each word that has some.
fn places() -> HashMap<&'static str, Vec<KeywordKind>> {
    let mut places: HashMap<&str, Vec<KeywordKind>> = HashMap::new();
    let listed = PLACES.iter().map(|(kind, _)| *kind);
    for kind in std::iter::once(KeywordKind::Statement).chain(listed) {
        for word in keywords(kind) {
            let kinds = places.entry(word).or_default();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    places
}

/// The wording of a word in findings; empty for a former spelling.
fn word_in_findings(word: &str) -> String {
    match word {
        "yes" | "no" => return "`yes` or `no`".to_owned(),
        "removed" => return "`destroyed` or `removed`".to_owned(),
        "throw" => return String::new(),
        "policy" => return "`rest by policy`".to_owned(),
        "same" => return "`same time`".to_owned(),
        "listed" => return "`as listed`".to_owned(),
        _ => {}
    }
    let begins = |phrase: &&&str| phrase.split(' ').next() == Some(word);
    let phrase = PHRASES.iter().find(begins).copied();
    format!("`{}`", phrase.unwrap_or(word))
}

/// The keywords of one place, in the order in which a finding lists them.
pub fn keywords(kind: KeywordKind) -> impl Iterator<Item = &'static str> {
    let mut begins: Vec<&str> = Vec::new();
    if kind == KeywordKind::Statement {
        for word in STATEMENTS.iter().flat_map(|row| row.first_words()) {
            // A form can begin with a name of the author's: `damage(target)`.
            let is_keyword = WORDS.iter().any(|(known, _)| *known == word);
            if is_keyword && !begins.contains(&word) {
                begins.push(word);
            }
        }
    }
    let places = PLACES.iter().filter(move |(place, _)| *place == kind);
    let listed = places.flat_map(|(_, words)| words.split_whitespace());
    begins.into_iter().chain(listed)
}

/// Whether a word means something to the language itself.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.word == word)
}

/// Whether a word cannot be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    let mut keywords = KEYWORDS.iter();
    keywords.any(|keyword| keyword.word == word && keyword.is_reserved())
}

/// The wording of a rule that is only a keyword or a mark.
pub(crate) fn wording(rule: Rule) -> Option<&'static str> {
    let keyword = KEYWORDS.iter().find(|keyword| keyword.rule == rule)?;
    Some(&keyword.wording)
}

/// The keywords with which lines read by a rule begin; empty if they may begin with anything else.
pub(crate) fn beginnings(rule: Rule) -> Vec<&'static str> {
    let kinds = [
        (Rule::declaration_line, KeywordKind::Declaration),
        (Rule::kind_line, KeywordKind::KindLine),
        (Rule::trigger_line, KeywordKind::TriggerLine),
        (Rule::example_line, KeywordKind::ExampleLine),
        (Rule::statement_line, KeywordKind::Statement),
    ];
    if rule == Rule::fact_line {
        return vec!["in play"];
    }
    let kind = kinds.into_iter().find(|(line, _)| *line == rule);
    kind.map_or_else(Vec::new, |(_, kind)| keywords(kind).collect())
}
