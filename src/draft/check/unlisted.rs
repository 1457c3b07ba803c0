//! Names of units that no list has, in tables that count units and in sentences that name kinds of them.
//!
//! Reports: E0720.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::names::{counted_name, is_of_people, known_names, listed_units};
use super::spelling::is_one_error;
use super::table_keys::axes;
use super::words::{Kind, Token, is_game_term, stem, title_key, tokens};
use crate::model::BlockContent;
use crate::vocabulary::WordList;

/// Reports: E0720.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let prose = context.prose();
    let names = listed_units(context);
    diagnostics.extend(counted_cells(context, &names));
    diagnostics.extend(formations(context, &prose));
    diagnostics.extend(relative(context, &prose, &names));
    let uses = Uses::new(context, &prose);
    diagnostics.extend(uses.kind(context));
    diagnostics.extend(uses.member(context));
    diagnostics.extend(kinds(context, &names, &prose));
}

/// Nouns for the pieces of a game that are named by another word: `a Siege marker`.
const PIECES: [(&str, &str); 6] = [
    ("marker", "markers"),
    ("counter", "counters"),
    ("token", "tokens"),
    ("card", "cards"),
    ("chit", "chits"),
    ("tile", "tiles"),
];

/// Words with a capital, and the names of the rows of tables.
struct Uses {
    /// Number of uses of each stem, with a capital.
    capitals: BTreeMap<String, usize>,
    /// Stems of the words of titles.
    titled: BTreeSet<String>,
    /// Stems of the names of rows that are one word or two.
    rows: BTreeSet<Vec<String>>,
}

impl Uses {
    fn new(context: &Context<'_>, prose: &[Prose<'_>]) -> Self {
        let mut uses = Self {
            capitals: BTreeMap::new(),
            titled: BTreeSet::new(),
            rows: BTreeSet::new(),
        };
        for one in prose {
            for word in context
                .words(one)
                .iter()
                .filter(|word| word.is_capitalised())
            {
                let own = stem(word.text);
                if one.is_heading {
                    uses.titled.insert(own.clone());
                }
                *uses.capitals.entry(own).or_default() += 1;
            }
        }
        for (block, grid) in context.tables() {
            if axes(context, block, grid).iter().any(|axis| axis.is_column) {
                continue;
            }
            let body: Vec<usize> = grid.body_rows().collect();
            let column = usize::from(grid.is_grouped(&body));
            let names = body.iter().map(|row| tokens(grid.text(*row, column)));
            let names = names.filter(|name| (1..=2).contains(&name.len()));
            uses.rows
                .extend(names.map(|name| name.iter().map(|word| stem(word.text)).collect()));
        }
        uses
    }

    /// Whether a word has a capital here only.
    fn is_once(&self, word: &Token<'_>) -> bool {
        let own = stem(word.text);
        self.capitals.get(&own) == Some(&1)
            && !self.titled.contains(&own)
            && !self.capitals.keys().any(|known| is_one_error(&own, known))
    }

    /// `a Booty marker`, where all other markers, three kinds or more, are named elsewhere too.
    ///
    /// Reports: E0720.
    fn kind(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (single, plural) in PIECES {
            let mut known: BTreeSet<String> = BTreeSet::new();
            let mut others: Vec<(&str, Span, usize)> = Vec::new();
            let sentences = context.all_sentences().iter();
            for one in sentences.filter(|one| !one.prose.is_heading) {
                let words = &one.words;
                for (at, pair) in words.windows(2).enumerate() {
                    let [name, noun] = pair else {
                        continue;
                    };
                    if !name.is_capitalised() || !noun.is_word(&[single, plural]) {
                        continue;
                    }
                    let lead = at.checked_sub(1).and_then(|before| words.get(before));
                    // `1 Turn marker, 2 Score markers and 6 Ice markers`: a list that may define them.
                    let is_noun = |word: &&Token<'_>| word.is_word(&[single, plural]);
                    let is_list = words.iter().filter(is_noun).count() >= 3;
                    let is_named = !is_list
                        && lead
                            .is_some_and(|lead| lead.kind == Kind::Word || lead.whole().is_some());
                    if !is_named || is_of_people(name) {
                        continue;
                    }
                    let text = one.text.get(name.range.start..noun.range.end);
                    let span = one.span(name.range.start..noun.range.end);
                    match (self.is_once(name), span.zip(text)) {
                        (true, Some((span, text))) => others.push((text, span, one.prose.block)),
                        _ => {
                            known.insert(stem(name.text));
                        }
                    }
                }
            }
            if let [(text, span, block)] = others.as_slice()
                && known.len() >= 3
            {
                found.push(unknown(text, *span).cite(context.citation(*block)));
            }
        }
        found
    }

    /// `1 area for Camps, Herds and Grenadiers`: a name among two others or more that are rows of tables, which is nowhere else.
    ///
    /// Reports: E0720.
    fn member(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let is_row = |word: &Token<'_>| self.rows.contains(&vec![stem(word.text)]);
        let is_joint = |word: &Token<'_>| word.is_mark(',') || word.is_word(&["and", "or"]);
        let mut found = Vec::new();
        for one in context.sentences() {
            let words = &one.words;
            let mut at = 0;
            while at < words.len() {
                // Single names with marks or `and` between them.
                let mut names = Vec::new();
                let mut place = at;
                while let Some(word) = words.get(place).filter(|word| word.is_capitalised()) {
                    names.push(word);
                    place += 1;
                    let joints = words
                        .iter()
                        .skip(place)
                        .take_while(|word| is_joint(word))
                        .count();
                    place += joints;
                    if joints == 0 {
                        break;
                    }
                }
                let n_rows = names.iter().filter(|name| is_row(name)).count();
                let mut odd = names.iter().enumerate().filter(|(_, name)| !is_row(name));
                // `In the Levant, Frigates and Brigs`: the first may be the end of something else.
                if let (Some((1.., name)), None) = (odd.next(), odd.next())
                    && n_rows >= 2
                    && self.is_once(name)
                    && let Some(span) = one.span(name.range.clone())
                {
                    found.push(unknown(name.text, span).cite(context.citation(one.prose.block)));
                }
                at = place.max(at + 1);
            }
        }
        found
    }
}

/// `Artillery regiments, pioneer companies and headquarters`: kinds in small letters, all but one of them units of the lists, and the last
/// is named nowhere else and ends as a formation or as a unit of the lists does.
///
/// Reports: E0720.
fn kinds(context: &Context<'_>, names: &[Vec<String>], prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let mut n_pairs: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for one in prose {
        for pair in context.words(one).windows(2) {
            let key = pair.iter().map(|word| stem(word.text)).collect();
            *n_pairs.entry(key).or_default() += 1;
        }
    }
    let is_joint = |word: &Token<'_>| word.is_mark(',') || word.is_word(&["and", "or"]);
    let key =
        |part: &[Token<'_>]| -> Vec<String> { part.iter().map(|word| stem(word.text)).collect() };
    let is_known = |part: &[Token<'_>]| names.contains(&key(part));
    let mut found = Vec::new();
    for one in context.sentences() {
        let parts: Vec<&[Token<'_>]> = one.words.split(is_joint).collect();
        for window in parts.windows(3) {
            let [before, odd, after] = window else {
                continue;
            };
            let last_words = |n: usize| before.get(before.len().checked_sub(n)?..);
            let ends = (1..=3).any(|n| last_words(n).is_some_and(is_known));
            let begins = (1..=3).any(|n| after.get(..n).is_some_and(is_known));
            let [first, last] = odd else {
                continue;
            };
            let end = stem(last.text);
            let is_formation = WordList::Formations
                .words()
                .iter()
                .any(|word| stem(word) == end)
                || names
                    .iter()
                    .any(|name| name.len() > 1 && name.last() == Some(&end));
            let is_kind = odd
                .iter()
                .all(|word| word.kind == Kind::Word && word.count().is_none())
                && last.text.ends_with('s')
                && is_formation
                && !is_lead(first)
                && !is_game_term(last);
            // Another unit of the lists ends with its last word, or both words are new.
            let is_once = n_pairs.get(&key(odd)) == Some(&1);
            let is_listed = names
                .iter()
                .any(|name| key(odd).iter().all(|own| name.contains(own)));
            if ends
                && begins
                && is_kind
                && is_once
                && !is_listed
                && let Some(span) = one.span(first.range.start..last.range.end)
                && let Some(text) = one.text.get(first.range.start..last.range.end)
            {
                found.push(unknown(text, span).cite(context.citation(one.prose.block)));
            }
        }
    }
    found
}

/// `1 Parachute Battalion` in a table that otherwise counts units of the lists: a name that no list has.
///
/// Reports: E0720.
fn counted_cells(context: &Context<'_>, names: &[Vec<String>]) -> Vec<Diagnostic> {
    let known = known_names(context, names, true);
    let is_known = |key: &Vec<String>| {
        known
            .iter()
            .any(|name| name.windows(2).any(|window| window == key.as_slice()))
    };
    let is_headed = |key: &Vec<String>| {
        let mut names = names.iter().filter(|name| name.len() == 2);
        names.any(|name| name.last() == key.last())
    };
    let mut findings = Vec::new();
    for (block, grid) in context.tables() {
        let counted = grid
            .cells
            .iter()
            .filter_map(|cell| Some((cell, counted_name(cell)?)));
        let (own, others): (Vec<_>, Vec<_>) = counted.partition(|(_, key)| is_known(key));
        if let [(cell, key)] = others.as_slice()
            && own.len() >= 2
            && is_headed(key)
        {
            let words = tokens(&cell.text.plain);
            let start = words.get(1).map_or(0, |word| word.range.start);
            let text = cell.text.plain.get(start..).unwrap_or_default().trim();
            findings.push(unknown(text, cell.span).cite(context.citation(block)));
        }
    }
    findings
}

/// `A Militia battalion`, where the text calls units of the lists so, `a Line battalion` and `a Guard battalion`.
///
/// Reports: E0720.
fn formations(context: &Context<'_>, prose: &[Prose<'_>]) -> Option<Diagnostic> {
    let listed: BTreeSet<String> = listed_units(context).into_iter().flatten().collect();
    let headings = context
        .blocks()
        .filter_map(|(_, block)| match &block.content {
            BlockContent::Heading(heading) => Some(title_key(&heading.title.plain)),
            BlockContent::Paragraph(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
        });
    let titled: BTreeSet<String> = headings.flatten().collect();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut others: Vec<(String, &str, Span, usize)> = Vec::new();
    for one in prose.iter().filter(|one| !one.is_heading && !one.is_cell) {
        for trio in context.words(one).windows(3) {
            let [article, first, second] = trio else {
                continue;
            };
            let is_named = article.is_word(&["a", "an", "the", "each", "every"])
                && first.is_capitalised()
                && !is_of_people(first)
                && second.is_word(WordList::Formations.words())
                && !second.is_capitalised();
            if !is_named {
                continue;
            }
            let key = stem(first.text);
            if listed.contains(&key) {
                known.insert(key);
            } else if let Some(span) = context.span(one, first.range.start..second.range.end) {
                let text = one.text.plain.get(first.range.start..second.range.end);
                others.push((key, text.unwrap_or_default(), span, one.block));
            }
        }
    }
    let [(key, text, span, block)] = others.as_slice() else {
        return None;
    };
    let is_told = known.len() >= 2 && !titled.contains(key);
    is_told.then(|| unknown(text, *span).cite(context.citation(*block)))
}

/// `a Field Battery`, where a list has a `Siege Battery` and the text names units of the lists so: the only such name that shares a word with one.
///
/// Reports: E0720.
fn relative(
    context: &Context<'_>,
    prose: &[Prose<'_>],
    names: &[Vec<String>],
) -> Option<Diagnostic> {
    let pairs: Vec<&Vec<String>> = names.iter().filter(|name| name.len() == 2).collect();
    let n_with = |part: fn(&[String]) -> Option<&String>, key: &[String]| {
        pairs.iter().filter(|name| part(name) == part(key)).count()
    };
    let known = known_names(context, names, false);
    let is_known = |key: &[String]| {
        known
            .iter()
            .any(|name| name.windows(2).any(|own| own == key))
    };
    let mut n_known = 0;
    let mut others: Vec<(Vec<String>, &str, Span, usize)> = Vec::new();
    for one in prose.iter().filter(|one| !one.is_heading && !one.is_cell) {
        let words = context.words(one);
        for (at, trio) in words.windows(3).enumerate() {
            let [lead, first, second] = trio else {
                continue;
            };
            let is_named = is_lead(lead)
                && first.is_capitalised()
                && second.is_capitalised()
                && !is_of_people(first)
                && !words.get(at + 3).is_some_and(Token::is_capitalised);
            if !is_named {
                continue;
            }
            let key = vec![stem(first.text), stem(second.text)];
            if pairs.iter().any(|name| **name == key) {
                n_known += 1;
                continue;
            }
            let ends = n_with(|name| name.last(), &key) == 1;
            let begins = n_with(|name| name.first(), &key) == 1;
            let is_relative = (ends || begins) && !is_game_term(second) && !is_known(&key);
            let text = one.text.plain.get(first.range.start..second.range.end);
            let span = context.span(one, first.range.start..second.range.end);
            if let Some((span, text)) = span.zip(text).filter(|_| is_relative) {
                others.push((key, text, span, one.block));
            }
        }
    }
    let [(key, text, span, block)] = others.as_slice() else {
        return None;
    };
    let is_slip = key
        .iter()
        .any(|word| names.iter().flatten().any(|own| is_one_error(word, own)));
    (n_known >= 3 && !is_slip).then(|| unknown(text, *span).cite(context.citation(*block)))
}

/// Whether a word is one before a thing that is counted: `a`, `each`, `two`.
fn is_lead(word: &Token<'_>) -> bool {
    word.is_word(&[
        "a", "an", "the", "each", "every", "any", "one", "no", "his", "her",
    ]) || word.count().is_some()
}

/// A name of a unit that no list has.
fn unknown(text: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::UnknownUnitName,
        format!("no list has a unit “{text}”"),
    )
    .label(span, "named here")
    .help("correct the name; or add it to a list")
    .confidence(Confidence::Likely)
}
