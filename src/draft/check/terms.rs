//! Terms: defined twice, never explained.
//!
//! Reports: E0714, E0715, E0720.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::calendar::is_month;
use super::context::{Context, Prose};
use super::definitions::{self, Definition};
use super::words::{FUNCTION_WORDS, Kind, Token, sentences, stem, title_key, tokens};
use super::{abbreviations, spelling};
use crate::dictionary::{is_english, is_simple};
use crate::model::BlockContent;
use crate::vocabulary::WordList;

/// Reports: E0714 to E0717, E0720.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let prose = context.prose();
    let definitions = definitions::find(context);
    diagnostics.extend(twice(context, &definitions));
    diagnostics.extend(undefined(context, &prose, &definitions));
    let slips = spelling::check(context, &prose);
    let place = |finding: &Diagnostic| finding.labels.first().map(|label| label.span);
    let once = once(context, &prose);
    diagnostics.extend(once.filter(|once| slips.iter().all(|slip| place(slip) != place(once))));
    diagnostics.extend(slips);
    abbreviations::check(context, &prose, &definitions, diagnostics);
}

/// Reports: E0715.
fn twice(context: &Context<'_>, definitions: &[Definition]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (at, later) in definitions.iter().enumerate() {
        let same = |earlier: &&Definition| {
            earlier.key == later.key
                && !later.key.is_empty()
                && (earlier.is_entry && later.is_entry
                    || context.home(earlier.block) == context.home(later.block))
        };
        let Some(first) = definitions
            .get(..at)
            .and_then(|earlier| earlier.iter().find(same))
        else {
            continue;
        };
        // `R: no effect`, below each number of a table: a label.
        let n = definitions
            .iter()
            .filter(|one| one.key == later.key)
            .count();
        if n > 3 {
            continue;
        }
        let capital = later.term.starts_with(char::is_uppercase);
        if first.text != later.text
            && capital
            && !later.term.to_lowercase().starts_with("example")
            && !later.term.to_lowercase().starts_with("note")
        {
            findings.push(
                Diagnostic::new(
                    Code::TermDefinedTwice,
                    format!("“{}” is defined twice", later.term),
                )
                .label(later.span, "the second definition")
                .label(first.span, "the first")
                .help("keep one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(later.block)),
            );
        }
    }
    findings
}

/// Capitalised terms of two or three words that are used and never explained, where a draft has a glossary or explains its terms otherwise.
///
/// Reports: E0714.
fn undefined(
    context: &Context<'_>,
    prose: &[Prose<'_>],
    definitions: &[Definition],
) -> Vec<Diagnostic> {
    let has_glossary = definitions.iter().filter(|one| one.is_entry).count() >= 3;
    let (uses, small) = uses(context, prose);
    let known = Explained::new(context, definitions);
    // A draft that explains most of its capitalised terms means to explain all.
    let terms: Vec<&Vec<String>> = uses.keys().filter(|key| key.len() >= 2).collect();
    let n_known = terms.iter().filter(|key| known.has(key)).count();
    if !has_glossary && (n_known < 5 || n_known * 3 < terms.len() * 2) {
        return Vec::new();
    }
    let heads = WordList::Terms.words();
    let mut findings = Vec::new();
    for (key, places) in &uses {
        let Some((text, span, block)) = places.first() else {
            continue;
        };
        let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let is_headed =
            heads.contains(&last.as_str()) || heads.contains(&last.trim_end_matches('s'));
        let is_common = key
            .iter()
            .take(key.len().saturating_sub(1))
            .all(|word| small.contains(word));
        let is_term = (2..=3).contains(&key.len()) && is_headed && (is_common || has_glossary);
        if !is_term || known.has(key) || known.explains(text) {
            continue;
        }
        let times = match places.len() {
            1 => String::new(),
            n => format!(", and {} more times", n - 1),
        };
        findings.push(
            Diagnostic::new(Code::UndefinedTerm, format!("“{text}” is used as a term and never explained"))
                .label(*span, format!("used here{times}"))
                .help("explain it where it is first used or in the glossary; or write it in small letters, if it is no term")
                .confidence(if has_glossary { Confidence::Likely } else { Confidence::Possible })
                .cite(context.citation(*block)),
        );
    }
    findings
}

/// A capitalised word or phrase inside a sentence, which may be written as a term.
struct Candidate {
    text: String,
    span: Span,
    block: usize,
    /// Whether it is counted, as a thing is: `an Owl`.
    is_thing: bool,
}

/// The capitalised word or phrase in a sentence that the manuscript has nowhere else, where it writes its terms with capitals.
///
/// Reports: E0714, E0720.
fn once(context: &Context<'_>, prose: &[Prose<'_>]) -> Option<Diagnostic> {
    let mut capitals: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: Vec<(Vec<String>, Candidate)> = Vec::new();
    // `A Cause of Many Winters`: a title.
    let is_title = |one: &Prose<'_>| {
        let text = one.text.plain.trim_end();
        text.split_whitespace().count() <= 10 && text.ends_with(char::is_alphanumeric)
    };
    let is_text = |one: &&Prose<'_>| !one.is_heading && !one.is_cell && !is_title(one);
    for one in prose.iter().filter(is_text) {
        let words = context.words(one);
        let mut at = 1;
        while at < words.len() {
            let run = words.iter().skip(at).take_while(|word| is_term(word));
            let n = run.count();
            if n > 0
                && let Some(candidate) = candidate(context, one, words, at, n)
            {
                let run = words.get(at..at + n).unwrap_or_default();
                let stems: Vec<String> = run.iter().map(|word| stem(word.text)).collect();
                for stem in &stems {
                    *capitals.entry(stem.clone()).or_default() += 1;
                }
                found.push((stems, candidate));
            }
            at += n.max(1);
        }
    }
    if capitals.values().filter(|n| **n >= 2).count() < 6 {
        return None;
    }
    let mut n_all: BTreeMap<String, usize> = BTreeMap::new();
    for one in prose {
        let words = context.words(one);
        for word in words.iter().filter(|word| word.kind == Kind::Word) {
            *n_all.entry(stem(word.text)).or_default() += 1;
        }
    }
    let is_single = |(stems, _): &&(Vec<String>, Candidate)| {
        stems.iter().all(|stem| n_all.get(stem) == Some(&1))
    };
    let mut single = found.iter().filter(is_single);
    // Several of them are names.
    let (Some((_, once)), None) = (single.next(), single.next()) else {
        return None;
    };
    let text = &once.text;
    let finding = match once.is_thing {
        true => Diagnostic::new(
            Code::UnknownUnitName,
            format!("no list has a unit “{text}”"),
        )
        .label(once.span, "named here and nowhere else")
        .help("correct the name; or add it to a list"),
        false => Diagnostic::new(
            Code::UndefinedTerm,
            format!("“{text}” is written as a term here, and nowhere else"),
        )
        .label(once.span, "used here")
        .help(
            "use the term that the rules explain; or write it in small letters, if it is no term",
        ),
    };
    Some(
        finding
            .confidence(Confidence::Likely)
            .cite(context.citation(once.block)),
    )
}

/// Whether a word is written as a term: a capital and small letters.
fn is_term(word: &Token<'_>) -> bool {
    let mut rest = word.text.chars().skip(1);
    word.is_capitalised()
        && word.text.len() >= 3
        && rest.all(|letter| letter.is_ascii_lowercase())
        && !is_month(word)
}

/// The run of capitalised words at a place, if it is inside a sentence and no name: one English word, a counted thing, or bold words.
fn candidate(
    context: &Context<'_>,
    one: &Prose<'_>,
    words: &[Token<'_>],
    at: usize,
    n: usize,
) -> Option<Candidate> {
    let before = words.get(at.checked_sub(1)?)?;
    let run = words.get(at..at + n)?;
    let range = run.first()?.range.start..run.last()?.range.end;
    let is_thing = before.is_word(&["a", "an", "one", "another", "every"]);
    let is_inside = before.kind == Kind::Word && !before.is_capitalised()
        || before.whole().is_some()
        || is_thing;
    // `the forces at Harwich and Dover`: names of places.
    let head = words.get(..at - 1)?;
    let is_place = before.is_word(&["and", "or"])
        && matches!(head, [.., place, name] if name.is_capitalised()
            && place.is_word(&["at", "in", "near", "from", "between"]));
    if is_place {
        return None;
    }
    let is_known = run.iter().all(|word| is_english(&word.text.to_lowercase()));
    let is_bold = one
        .text
        .ranges(|style| style.bold)
        .iter()
        .any(|bold| bold.start > 0 && bold.start <= range.start && range.end <= bold.end);
    // `3. Leaders in Politics. …`: a title at the beginning of a paragraph.
    let is_title = one
        .text
        .ranges(|style| style.bold)
        .iter()
        .any(|bold| bold.start == 0 && range.end <= bold.end);
    let first = run.first()?.text;
    // `Roman`, `Spanish`: of a people.
    let peoples = [
        "American", "Austrian", "British", "Chinese", "English", "French", "German", "Italian",
        "Japanese", "Polish", "Prussian", "Roman", "Russian", "Spanish", "Swedish", "Turkish",
    ];
    let is_of_people = peoples.contains(&first);
    let is_one = n == 1 && first.len() >= 4 && !is_of_people && is_simple(&first.to_lowercase());
    let is_meant = is_one || is_bold && n <= 3 || is_thing && n <= 2 && (n == 1 || is_known);
    // `see "Damage and Death"`: a title.
    let lead = one.text.plain.get(..range.start)?;
    let n_quotes = lead.matches(['"', '“', '”']).count();
    if n_quotes % 2 == 1 {
        return None;
    }
    // `Table 3`
    let next = words.get(at + n);
    let is_reference = next.is_some_and(|next| next.whole().is_some());
    let is_adjective = !is_bold && describes(before, next);
    if !is_inside || !is_meant || is_reference || is_adjective || is_title {
        return None;
    }
    Some(Candidate {
        text: one.text.plain.get(range.clone())?.to_owned(),
        span: context.span(one, range)?,
        block: one.block,
        is_thing: is_thing && !is_bold,
    })
}

/// Words after a term of the game, which is part of their name or says what it does: `Fate card`, `A Guard therefore sees`.
const AFTER: [&str; 26] = [
    "phase",
    "stage",
    "step",
    "segment",
    "card",
    "marker",
    "counter",
    "test",
    "check",
    "table",
    "hex",
    "space",
    "point",
    "points",
    "die",
    "dice",
    "roll",
    "track",
    "value",
    "box",
    "therefore",
    "also",
    "then",
    "never",
    "always",
    "still",
];

/// Whether a word with a capital describes the one after it, as names of the world do: `the Crown forces`, `a Navy family`.
fn describes(before: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let Some(next) = next.filter(|next| next.kind == Kind::Word && !next.is_capitalised()) else {
        return false;
    };
    let is_plain = !next.is_word(&AFTER) && !next.is_word(&FUNCTION_WORDS);
    let is_verb = next.text.ends_with('s') || next.text.ends_with("ed");
    is_plain && (before.is_word(&["the"]) || before.is_word(&["a", "an"]) && !is_verb)
}

/// Uses of each term: as written, with place and block.
type Uses = BTreeMap<Vec<String>, Vec<(String, Span, usize)>>;

/// Capitalised phrases of a manuscript, and the stems of its words in small letters.
fn uses(context: &Context<'_>, prose: &[Prose<'_>]) -> (Uses, BTreeSet<String>) {
    let mut uses = Uses::new();
    let mut small: BTreeSet<String> = BTreeSet::new();
    for one in prose.iter().filter(|one| !one.is_heading) {
        for range in sentences(&one.text.plain) {
            let sentence = one.text.plain.get(range.clone()).unwrap_or_default();
            let words = tokens(sentence);
            small.extend(
                words
                    .iter()
                    .filter(|word| word.kind == Kind::Word && !word.is_capitalised())
                    .map(|word| stem(word.text)),
            );
            for phrase in capitalised(&words) {
                let Some(text) = sentence.get(phrase.clone()) else {
                    continue;
                };
                let span = context.span(one, range.start + phrase.start..range.start + phrase.end);
                uses.entry(title_key(text))
                    .or_default()
                    .extend(span.map(|span| (text.to_owned(), span, one.block)));
            }
        }
    }
    (uses, small)
}

/// Words that a manuscript explains: in headings, tables, bold, lists, and by sentences.
struct Explained {
    keys: Vec<Vec<String>>,
    /// Text of all paragraphs in lower case.
    text: String,
}

impl Explained {
    fn new(context: &Context<'_>, definitions: &[Definition]) -> Self {
        let mut keys: Vec<Vec<String>> = definitions.iter().map(|one| one.key.clone()).collect();
        let mut text = String::new();
        for (_, block) in context.blocks() {
            match &block.content {
                BlockContent::Heading(heading) => keys.push(title_key(&heading.title.plain)),
                BlockContent::Table(grid) => {
                    keys.extend(grid.caption.iter().map(|caption| title_key(&caption.title)));
                    let short = grid.cells.iter().filter(|cell| cell.text.plain.len() < 60);
                    keys.extend(short.map(|cell| title_key(&cell.text.plain)));
                }
                BlockContent::Paragraph(paragraph) => {
                    let plain = &paragraph.text.plain;
                    for range in paragraph.text.ranges(|style| style.bold || style.italic) {
                        keys.push(title_key(plain.get(range).unwrap_or_default()));
                    }
                    if paragraph.list.is_some() || plain.split_whitespace().count() <= 6 {
                        let head = plain.split([':', '–', '—', '(']).next();
                        keys.extend(head.map(title_key));
                    }
                    text.push_str(&plain.to_lowercase());
                    text.push('\n');
                }
                BlockContent::Code(_) => {}
            }
        }
        Self { keys, text }
    }

    /// Whether a heading, a cell or a mark has these words.
    fn has(&self, key: &[String]) -> bool {
        let mut keys = self.keys.iter();
        !key.is_empty() && keys.any(|other| other.windows(key.len()).any(|window| window == key))
    }

    /// Whether a sentence says what a term is.
    fn explains(&self, term: &str) -> bool {
        const VERBS: [&str; 10] = [
            " is ",
            " are ",
            " means ",
            " represents ",
            " represent ",
            " equals ",
            " (",
            "s are ",
            " shows ",
            " measures ",
        ];
        const LEADS: [&str; 4] = ["called ", "known as ", "\"", "“"];
        let lower = term.to_lowercase();
        let has = |text: String| self.text.contains(&text);
        VERBS.iter().any(|verb| has(format!("{lower}{verb}")))
            || LEADS.iter().any(|lead| has(format!("{lead}{lower}")))
    }
}

/// Runs of two or three capitalised words inside a sentence, not at its start.
fn capitalised(words: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 1;
    while at < words.len() {
        let is_part = |place: usize| {
            let glued = place == at
                || words
                    .get(place)
                    .zip(words.get(place - 1))
                    .is_some_and(|(one, before)| one.range.start == before.range.end + 1);
            words.get(place).is_some_and(|word| {
                word.is_capitalised() && word.text.chars().any(char::is_lowercase)
            }) && glued
        };
        let mut end = at;
        while is_part(end) {
            end += 1;
        }
        // `Adams's Cavalry Strength 3`: a name and its value.
        let is_value = words.get(end).is_some_and(|next| next.whole().is_some());
        if (2..=3).contains(&(end - at))
            && !is_value
            && let (Some(first), Some(last)) = (words.get(at), words.get(end - 1))
        {
            found.push(first.range.start..last.range.end);
        }
        at = end.max(at + 1);
    }
    found
}
