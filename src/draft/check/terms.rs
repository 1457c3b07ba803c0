//! Terms: defined twice, never defined, spelt in two ways; abbreviations.
//!
//! Reports: E0714, E0715, E0716, E0717.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::words::{Kind, Token, sentences, stem, title_key, tokens};
use crate::model::BlockContent;

/// Reports: E0714 to E0717.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let prose = context.prose();
    let definitions = definitions(context);
    diagnostics.extend(twice(context, &definitions));
    diagnostics.extend(undefined(context, &prose, &definitions));
    diagnostics.extend(two_spellings(context, &prose));
    abbreviations(context, &prose, &definitions, diagnostics);
}

/// Definition of a term.
struct Definition {
    term: String,
    key: Vec<String>,
    text: String,
    span: Span,
    block: usize,
    /// Whether it is an entry of a glossary.
    is_entry: bool,
}

fn is_glossary(context: &Context<'_>, block: usize) -> bool {
    let home = context
        .home(block)
        .and_then(|at| context.document.sections.get(at));
    home.is_some_and(|section| {
        let title = section.title.to_lowercase();
        [
            "glossary",
            "definitions",
            "terms",
            "abbreviations",
            "terminology",
            "key concepts",
        ]
        .iter()
        .any(|word| title.contains(word))
    })
}

/// Terms that are defined: entries of a glossary, and bold words at the start of a paragraph with a colon or dash after them.
fn definitions(context: &Context<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    for (at, block) in context.blocks() {
        let in_glossary = is_glossary(context, at);
        match &block.content {
            BlockContent::Paragraph(paragraph) => {
                let plain = &paragraph.text.plain;
                let bold = paragraph
                    .text
                    .ranges(|style| style.bold)
                    .into_iter()
                    .next()
                    .filter(|range| range.start == 0);
                let end = match (in_glossary, &bold) {
                    (true, None) => plain
                        .find([':', '–', '—', '='])
                        .or_else(|| plain.find(" - ")),
                    (_, Some(bold)) => {
                        let inner = plain.get(bold.clone()).unwrap_or_default();
                        let after = plain.get(bold.end..).unwrap_or_default().trim_start();
                        let is_marked = inner.trim_end().ends_with([':', '–', '—'])
                            || after.starts_with([':', '–', '—', '='])
                            || after.starts_with("- ");
                        (is_marked || in_glossary).then_some(bold.end)
                    }
                    (false, None) => None,
                };
                let Some(end) = end else {
                    continue;
                };
                let term = plain
                    .get(..end)
                    .unwrap_or_default()
                    .trim_end_matches([':', '–', '—', '-', ' ', '=', '.'])
                    .trim();
                let text = plain
                    .get(end..)
                    .unwrap_or_default()
                    .trim_start_matches([':', '–', '—', '-', ' ', '=', '.']);
                let n_words = term.split_whitespace().count();
                if (1..=5).contains(&n_words) && text.split_whitespace().count() >= 2 {
                    found.extend(
                        paragraph
                            .text
                            .span(0..term.len())
                            .map(|span| definition(term, text, span, at, in_glossary)),
                    );
                }
            }
            BlockContent::Table(grid) if in_glossary && grid.n_columns == 2 => {
                for row in grid.body_rows() {
                    let (term, text) = (grid.text(row, 0), grid.text(row, 1));
                    if let Some(cell) = grid.at(row, 0)
                        && !term.is_empty()
                    {
                        found.push(definition(term, text, cell.span, at, true));
                    }
                }
            }
            BlockContent::Table(_) | BlockContent::Heading(_) | BlockContent::Code(_) => {}
        }
    }
    found
}

fn definition(term: &str, text: &str, span: Span, block: usize, is_entry: bool) -> Definition {
    let plain = term.split('(').next().unwrap_or(term);
    Definition {
        term: term.to_owned(),
        key: title_key(plain),
        text: text.to_owned(),
        span,
        block,
        is_entry,
    }
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

/// Last words of terms of rules.
const HEADS: [&str; 27] = [
    "check",
    "test",
    "roll",
    "marker",
    "point",
    "points",
    "value",
    "rating",
    "level",
    "token",
    "counter",
    "status",
    "score",
    "die",
    "limit",
    "number",
    "zone",
    "bonus",
    "penalty",
    "allowance",
    "factor",
    "strength",
    "step",
    "chit",
    "pool",
    "limit",
    "capacity",
];

/// Capitalised terms of two or three words that are used and never explained, where a draft has a glossary or explains its terms otherwise.
///
/// Reports: E0714.
fn undefined(
    context: &Context<'_>,
    prose: &[Prose<'_>],
    definitions: &[Definition],
) -> Vec<Diagnostic> {
    let has_glossary = definitions.iter().filter(|one| one.is_entry).count() >= 3;
    let mut uses: BTreeMap<Vec<String>, Vec<(String, Span, usize)>> = BTreeMap::new();
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
    let mut known: Vec<Vec<String>> = definitions.iter().map(|one| one.key.clone()).collect();
    let mut known_text = String::new();
    for (_, block) in context.blocks() {
        match &block.content {
            BlockContent::Heading(heading) => known.push(title_key(&heading.title.plain)),
            BlockContent::Table(grid) => {
                known.extend(grid.caption.iter().map(|caption| title_key(&caption.title)));
                known.extend(
                    grid.cells
                        .iter()
                        .filter(|cell| cell.text.plain.len() < 60)
                        .map(|cell| title_key(&cell.text.plain)),
                );
            }
            BlockContent::Paragraph(paragraph) => {
                let emphasised = paragraph.text.ranges(|style| style.bold || style.italic);
                known.extend(
                    emphasised.into_iter().map(|range| {
                        title_key(paragraph.text.plain.get(range).unwrap_or_default())
                    }),
                );
                if paragraph.list.is_some() || paragraph.text.plain.split_whitespace().count() <= 6
                {
                    let head = paragraph.text.plain.split([':', '–', '—', '(']).next();
                    known.extend(head.map(title_key));
                }
                known_text.push_str(&paragraph.text.plain.to_lowercase());
                known_text.push('\n');
            }
            BlockContent::Code(_) => {}
        }
    }
    let is_known = |key: &[String]| {
        known
            .iter()
            .any(|other| other.windows(key.len()).any(|window| window == key))
    };
    let explained = |text: &str| {
        let lower = text.to_lowercase();
        [
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
        ]
        .iter()
        .any(|verb| known_text.contains(&format!("{lower}{verb}")))
            || [
                "called a ",
                "called an ",
                "called the ",
                "called ",
                "known as ",
                "\"",
                "“",
            ]
            .iter()
            .any(|lead| known_text.contains(&format!("{lead}{lower}")))
    };
    // A draft that explains most of its capitalised terms means to explain all.
    let terms: Vec<&Vec<String>> = uses.keys().filter(|key| key.len() >= 2).collect();
    let n_known = terms.iter().filter(|key| is_known(key)).count();
    if !has_glossary && (n_known < 5 || n_known * 3 < terms.len() * 2) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (key, places) in &uses {
        let Some((text, span, block)) = places.first() else {
            continue;
        };
        let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let is_headed =
            HEADS.contains(&last.as_str()) || HEADS.contains(&last.trim_end_matches('s'));
        let is_common = key
            .iter()
            .take(key.len().saturating_sub(1))
            .all(|word| small.contains(word));
        let is_term = (2..=3).contains(&key.len()) && is_headed && (is_common || has_glossary);
        if !is_term || is_known(key) || explained(text) {
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
        if (2..=3).contains(&(end - at))
            && let (Some(first), Some(last)) = (words.get(at), words.get(end - 1))
        {
            found.push(first.range.start..last.range.end);
        }
        at = end.max(at + 1);
    }
    found
}

/// Words of British and American spelling.
const PAIRS: [(&str, &str); 14] = [
    ("armour", "armor"),
    ("armoured", "armored"),
    ("colour", "color"),
    ("defence", "defense"),
    ("manoeuvre", "maneuver"),
    ("centre", "center"),
    ("metre", "meter"),
    ("grey", "gray"),
    ("neighbouring", "neighboring"),
    ("honour", "honor"),
    ("calibre", "caliber"),
    ("harbour", "harbor"),
    ("favour", "favor"),
    ("neighbour", "neighbor"),
];

/// Terms spelt in two ways: a hyphen here and not there, British and American, letters swapped or left out.
///
/// Reports: E0716.
fn two_spellings(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    // Each spelling with the number of its uses and its first place.
    let mut words: BTreeMap<String, (usize, Span, usize, bool)> = BTreeMap::new();
    let mut joined: BTreeMap<String, BTreeMap<String, (usize, Span, usize)>> = BTreeMap::new();
    for one in prose {
        let tokens = tokens(&one.text.plain);
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Word {
                continue;
            }
            let lower = token.text.to_lowercase();
            if let Some(span) = context.span(one, token.range.clone()) {
                let entry = words
                    .entry(lower.clone())
                    .or_insert((0, span, one.block, false));
                entry.0 += 1;
                entry.3 |= token.is_capitalised() && at > 0;
            }
            // `half-track`
            let (Some(mark), Some(next)) = (tokens.get(at + 1), tokens.get(at + 2)) else {
                continue;
            };
            let is_joined = mark.is_any_mark(&['-', '‐'])
                && mark.range.start == token.range.end
                && next.kind == Kind::Word
                && next.range.start == mark.range.end;
            if !is_joined || token.text.len() < 2 || next.text.len() < 3 {
                continue;
            }
            let whole = format!("{lower}-{}", next.text.to_lowercase());
            let key = singular(&whole.replace('-', ""));
            if let Some(span) = context.span(one, token.range.start..next.range.end) {
                joined
                    .entry(key)
                    .or_default()
                    .entry(singular(&whole))
                    .or_insert((0, span, one.block))
                    .0 += 1;
            }
        }
    }
    let mut findings = Vec::new();
    for (key, hyphened) in &joined {
        let plain = words
            .iter()
            .find(|(word, _)| singular(word) == *key && key.len() >= 7);
        if let (Some((word, (_, place, _, _))), Some((with_hyphen, (_, span, block)))) =
            (plain, hyphened.iter().next())
        {
            findings.push(spelling(
                context,
                (with_hyphen, *span, *block),
                (word, *place),
            ));
        }
    }
    for (british, american) in PAIRS {
        if let (Some((n, span, block, _)), Some((n_other, place, other_block, _))) =
            (words.get(british), words.get(american))
        {
            let finding = match n <= n_other {
                true => spelling(context, (british, *span, *block), (american, *place)),
                false => spelling(context, (american, *place, *other_block), (british, *span)),
            };
            findings.push(finding);
        }
    }
    let frequent: Vec<(&String, &(usize, Span, usize, bool))> = words
        .iter()
        .filter(|(word, (n, ..))| *n >= 3 && word.len() >= 7)
        .collect();
    for (word, (n, span, block, _)) in words
        .iter()
        .filter(|(word, (n, ..))| *n == 1 && word.len() >= 6)
    {
        let near = frequent
            .iter()
            .find(|(known, (many, ..))| *many >= 3 * n && is_slip(word, known));
        if let Some((known, (_, place, _, _))) = near {
            findings.push(spelling(context, (word, *span, *block), (known, *place)));
        }
    }
    findings
}

fn singular(word: &str) -> String {
    word.strip_suffix('s')
        .filter(|short| !short.ends_with('s'))
        .unwrap_or(word)
        .to_owned()
}

/// Whether a word is another with two letters swapped, one left out or one doubled, not at its end.
fn is_slip(word: &str, known: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    let same_start = one
        .iter()
        .zip(&other)
        .take_while(|(one, other)| one == other)
        .count();
    let same_end = one
        .iter()
        .rev()
        .zip(other.iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    // Endings change words: `moved`, `mover`, `moves`.
    if same_start < 2 || same_end < 3 {
        return false;
    }
    let (n, m) = (one.len(), other.len());
    let swapped = n == m
        && same_start + same_end + 2 == n
        && one.get(same_start) == other.get(same_start + 1)
        && one.get(same_start + 1) == other.get(same_start);
    // `rerolled` and `rolled`, `undefended` and `defended` differ at the start.
    let left_out = n + 1 == m && same_start + same_end >= n;
    let doubled = n == m + 1
        && same_start + same_end >= m
        && one.get(same_start) == one.get(same_start.saturating_sub(1));
    swapped || left_out || doubled
}

fn spelling(context: &Context<'_>, rare: (&str, Span, usize), usual: (&str, Span)) -> Diagnostic {
    Diagnostic::new(
        Code::TermSpeltTwoWays,
        format!("“{}” is also spelt “{}”", rare.0, usual.0),
    )
    .label(rare.1, "")
    .label(usual.1, format!("“{}”", usual.0))
    .help("spell it in one way")
    .confidence(Confidence::Likely)
    .cite(context.citation(rare.2))
}

/// Abbreviations that everybody knows, and Roman numbers.
const KNOWN: [&str; 60] = [
    "AA", "AT", "HE", "AP", "HQ", "MG", "US", "USA", "UK", "USSR", "WWI", "WWII", "NATO", "OK",
    "ID", "AI", "NPC", "GM", "PDF", "PC", "TV", "II", "III", "IV", "VI", "VII", "VIII", "IX", "XI",
    "XII", "AFV", "APC", "SP", "CD", "DVD", "AM", "PM", "BC", "AD", "LMG", "HMG", "SMG", "MMG",
    "ATG", "NB", "PS", "FAQ", "CRT", "UN", "EU", "NOT", "AND", "OR", "ALL", "NO", "YES", "DO",
    "SS", "IED", "VIP",
];

/// Reports: E0716, E0717.
fn abbreviations(
    context: &Context<'_>,
    prose: &[Prose<'_>],
    definitions: &[Definition],
    diagnostics: &mut Diagnostics,
) {
    // The words before `(LOS)`, and other places that explain an abbreviation.
    let mut explained: BTreeMap<String, (String, Span)> = BTreeMap::new();
    let mut used: BTreeMap<String, Vec<(Span, usize)>> = BTreeMap::new();
    let mut in_tables: BTreeSet<String> = BTreeSet::new();
    for one in prose {
        let words = tokens(&one.text.plain);
        let is_loud = words
            .iter()
            .filter(|word| word.kind == Kind::Word && word.text.len() > 3)
            .all(|word| word.text == word.text.to_uppercase());
        for (at, token) in words.iter().enumerate() {
            let is_short = token.kind == Kind::Word
                && (2..=5).contains(&token.text.len())
                && token.text.bytes().all(|byte| byte.is_ascii_uppercase());
            let Some(span) = context.span(one, token.range.clone()).filter(|_| is_short) else {
                continue;
            };
            let before = at.checked_sub(1).and_then(|place| words.get(place));
            let next = words.get(at + 1);
            let in_brackets = before.is_some_and(|before| before.is_mark('('))
                && next.is_some_and(|next| next.is_mark(')'));
            let is_spelt_out = next
                .is_some_and(|next| next.is_any_mark(&['(', ':', '=', '–', '—']))
                || at == 0 && next.is_some_and(|next| next.is_mark('-'));
            let expansion = in_brackets.then(|| expansion(&words, at)).flatten();
            if let Some(expansion) = &expansion {
                let key = stem(expansion);
                let other = explained
                    .iter()
                    .find(|(short, (words, _))| **words == key && **short != token.text);
                if let Some((short, (_, place))) = other {
                    diagnostics.push(spelling(
                        context,
                        (token.text, span, one.block),
                        (short, *place),
                    ));
                }
                explained
                    .entry(token.text.to_owned())
                    .or_insert((key, span));
            }
            if one.is_cell {
                in_tables.insert(token.text.to_owned());
            } else if in_brackets || is_spelt_out || is_loud {
                explained
                    .entry(token.text.to_owned())
                    .or_insert((String::new(), span));
            } else if next
                .is_none_or(|next| !next.is_mark('-') && !matches!(next.kind, Kind::Number { .. }))
                && before.is_none_or(|before| !before.is_any_mark(&['-', '.', '/']))
            {
                used.entry(token.text.to_owned())
                    .or_default()
                    .push((span, one.block));
            }
        }
    }
    let n_expanded = explained
        .values()
        .filter(|(words, _)| !words.is_empty())
        .count();
    let has_list = definitions
        .iter()
        .filter(|one| one.is_entry && one.term.len() <= 5 && one.term == one.term.to_uppercase())
        .count()
        >= 3;
    if n_expanded < 3 && !has_list {
        return;
    }
    let defined: BTreeSet<&str> = definitions.iter().map(|one| one.term.as_str()).collect();
    for (short, places) in used {
        let singular = short.trim_end_matches('S');
        let is_known = explained.contains_key(&short)
            || explained.contains_key(singular)
            || defined.contains(short.as_str())
            || in_tables.contains(&short)
            || KNOWN.contains(&short.as_str());
        let Some((span, block)) = places.first().filter(|_| !is_known) else {
            continue;
        };
        diagnostics.push(
            Diagnostic::new(
                Code::UnknownAbbreviation,
                format!("the abbreviation {short} is never explained"),
            )
            .label(*span, "used here")
            .help(
                "write the words in full where it is first used, with the abbreviation in brackets",
            )
            .confidence(Confidence::Likely)
            .cite(context.citation(*block)),
        );
    }
}

/// The words before an abbreviation in brackets whose first letters it is.
fn expansion(words: &[Token<'_>], at: usize) -> Option<String> {
    let letters: Vec<char> = words.get(at)?.text.chars().collect();
    let mut place = at.checked_sub(1)?;
    let mut taken: Vec<String> = Vec::new();
    let mut left = letters.len();
    while left > 0 && taken.len() < 8 {
        place = place.checked_sub(1)?;
        let word = words.get(place)?;
        if word.is_mark('-') {
            continue;
        }
        let first = word
            .text
            .chars()
            .next()
            .filter(|_| word.kind == Kind::Word)?
            .to_ascii_uppercase();
        let is_small = word.is_word(&["of", "the", "and", "to", "in", "for"]);
        if letters.get(left - 1) == Some(&first) {
            left -= 1;
        } else if !is_small {
            // Near enough: one letter is wrong, as in `Tide of Battle (TOD)`.
            if taken.is_empty() && letters.len() >= 3 {
                left -= 1;
            } else {
                return None;
            }
        }
        taken.push(word.text.to_lowercase());
    }
    (left == 0).then(|| {
        taken.reverse();
        taken.join(" ")
    })
}
