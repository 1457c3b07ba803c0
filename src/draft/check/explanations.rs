//! Explanations of the codes of results: `DE: all defending units are eliminated`.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Context;
use super::words::{Kind, Token, stem, tokens};
use crate::model::BlockContent;

/// Stems of the explanation of each code of a result, by the code.
pub(super) type Explanations = BTreeMap<String, BTreeSet<String>>;

/// Words that say nothing about a result.
const IDLE: [&str; 30] = [
    "a", "an", "the", "is", "are", "was", "be", "has", "have", "its", "their", "his", "her", "it",
    "and", "by", "all", "unit", "units", "must", "of", "in", "to", "each", "then", "so", "that",
    "them", "they", "side",
];

/// Stems for the comparison of a sentence with an explanation: `defender` and `defending` are one.
pub(super) fn roots(words: &[Token<'_>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for word in words.iter().filter(|word| !word.is_word(&IDLE)) {
        if let Some(value) = word.count() {
            found.insert(value.to_string());
        } else if word.kind == Kind::Word {
            let stem = stem(word.text);
            let agent = stem.strip_suffix("er").or_else(|| stem.strip_suffix("or"));
            let root = agent.filter(|root| root.len() >= 5).map(str::to_owned);
            found.insert(root.unwrap_or(stem));
        }
    }
    found
}

/// `D`, `AR`, `D2`: a result as a code.
pub(super) fn is_code(text: &str) -> bool {
    (1..=3).contains(&text.len())
        && text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The explanations of all codes that have exactly one: in paragraphs, items and tables of two columns.
pub(super) fn explanations_of(context: &Context<'_>) -> Explanations {
    let mut found: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    let mut add = |code: &str, text: &str| {
        let code = code.trim_matches(|letter: char| !letter.is_alphanumeric());
        if is_code(code) {
            let roots = roots(&tokens(text));
            found.entry(code.to_owned()).or_default().push(roots);
        }
    };
    for (_, block) in context.blocks() {
        match &block.content {
            BlockContent::Paragraph(paragraph) => {
                let text = paragraph.text.plain.as_str();
                for line in text.lines() {
                    let head = line.split([':', '(', '=', '–', '—']).next();
                    let head = head.unwrap_or_default();
                    add(head, line.get(head.len()..).unwrap_or_default());
                }
            }
            BlockContent::Table(grid) if grid.n_columns == 2 => {
                for row in 0..grid.n_rows {
                    add(grid.text(row, 0), grid.text(row, 1));
                }
            }
            BlockContent::Table(_) | BlockContent::Heading(_) | BlockContent::Code(_) => {}
        }
    }
    let single = found.into_iter().filter_map(|(code, mut all)| {
        let only = all.pop().filter(|_| all.is_empty())?;
        (only.len() >= 2).then_some((code, only))
    });
    single.collect()
}
