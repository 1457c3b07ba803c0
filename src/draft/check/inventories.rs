//! Names among others of a list that are met nowhere else, and spaces of another kind of map.
//!
//! Reports: E0719, E0720.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::words::{Kind, Token, sentences, stem, title_key, tokens};
use crate::dictionary::is_english;

/// Reports: E0719, E0720.
pub(super) fn check(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let mut found = numbered(context, prose);
    found.extend(other_space(context, prose));
    found.extend(in_a_list(context, prose));
    found.extend(of_another_list(context));
    found.extend(members(context));
    found
}

/// Words for the spaces of a map.
const SPACES: [(&str, &str); 7] = [
    ("hex", "hexes"),
    ("area", "areas"),
    ("sector", "sectors"),
    ("square", "squares"),
    ("space", "spaces"),
    ("province", "provinces"),
    ("zone", "zones"),
];

/// Use of a word for a space: its place and block, and whether its paragraph moves something.
type Use = (Span, usize, bool);

/// `moves one hex`, the only time that a manuscript that counts in sectors speaks of hexes.
///
/// Reports: E0719.
fn other_space(context: &Context<'_>, prose: &[Prose<'_>]) -> Option<Diagnostic> {
    let mut uses: BTreeMap<&str, Vec<Use>> = BTreeMap::new();
    for one in prose {
        let words = context.words(one);
        let moves = ["move", "moves", "moved", "range", "within"];
        let is_move = !one.is_heading && words.iter().any(|word| word.is_word(&moves));
        for word in words {
            let mut spaces = SPACES.iter();
            let space = spaces.find(|(single, plural)| word.is_word(&[single, plural]));
            if let Some(((_, plural), span)) = space.zip(context.span(one, word.range.clone())) {
                uses.entry(plural)
                    .or_default()
                    .push((span, one.block, is_move));
            }
        }
    }
    let (plural, most) = uses.iter().max_by_key(|(_, places)| places.len())?;
    let [(span, block, true)] = uses.get("hexes")?.as_slice() else {
        return None;
    };
    (most.len() >= 6).then(|| {
        let message = format!("hexes here, {plural} everywhere else");
        Diagnostic::new(Code::MixedUnits, message)
            .label(*span, "")
            .help(format!("give the distance in {plural}"))
            .confidence(Confidence::Likely)
            .cite(context.citation(*block))
    })
}

/// Words with a capital that are not English, with the number of their uses.
fn foreign(context: &Context<'_>, prose: &[Prose<'_>]) -> BTreeMap<String, usize> {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for one in prose {
        let words = context.words(one);
        for word in words.iter().filter(|word| is_foreign(word)) {
            *found.entry(word.text.to_owned()).or_default() += 1;
        }
    }
    found
}

fn is_foreign(word: &Token<'_>) -> bool {
    word.is_capitalised() && word.text.len() >= 4 && !is_english(&word.text.to_lowercase())
}

fn unlisted(context: &Context<'_>, span: Span, block: usize, text: &str) -> Diagnostic {
    Diagnostic::new(
        Code::UnknownUnitName,
        format!("no list has a unit “{text}”"),
    )
    .label(span, "named here and nowhere else")
    .help("correct the name; or add it to a list")
    .confidence(Confidence::Likely)
    .cite(context.citation(block))
}

/// `three corvettes (Arbutus, Bluebell and Pimpernel)`: a name among others that are known, which is met nowhere else.
///
/// Reports: E0720.
fn in_a_list(context: &Context<'_>, prose: &[Prose<'_>]) -> Option<Diagnostic> {
    let names = foreign(context, prose);
    let n_of = |word: &Token<'_>| names.get(word.text).copied().unwrap_or(0);
    let mut found = Vec::new();
    for one in prose.iter().filter(|one| !one.is_heading && !one.is_cell) {
        for range in sentences(&one.text.plain) {
            let words = tokens(one.text.plain.get(range.clone()).unwrap_or_default());
            let all = words.iter().enumerate();
            let all: Vec<(usize, &Token<'_>)> = all.filter(|(_, word)| is_foreign(word)).collect();
            let n_known = all.iter().filter(|(_, word)| n_of(word) >= 2).count();
            let mut odd = all.iter().filter(|(_, word)| n_of(word) == 1);
            let (Some((at, word)), None) = (odd.next(), odd.next()) else {
                continue;
            };
            let is_beside = |place: Option<usize>| {
                let near = place.and_then(|place| words.get(place));
                near.is_some_and(|near| {
                    near.is_any_mark(&[',', '(', ')']) || near.is_word(&["and"])
                })
            };
            let is_listed = is_beside(at.checked_sub(1)) && is_beside(Some(at + 1));
            let place = range.start + word.range.start..range.start + word.range.end;
            if let Some(span) = context.span(one, place)
                && n_known >= 2
                && is_listed
            {
                found.push(unlisted(context, span, one.block, word.text));
            }
        }
    }
    let is_single = found.len() == 1;
    found.pop().filter(|_| is_single)
}

/// First columns of names, by the stem of their header: their names as stems.
fn lists(context: &Context<'_>) -> BTreeMap<String, (BTreeSet<Vec<String>>, usize)> {
    let mut found: BTreeMap<String, (BTreeSet<Vec<String>>, usize)> = BTreeMap::new();
    for (block, grid) in context.tables() {
        let header = title_key(&grid.header(0));
        let names = grid.body_rows().map(|row| title_key(grid.text(row, 0)));
        let names: BTreeSet<Vec<String>> = names.filter(|name| !name.is_empty()).collect();
        let are_names = grid
            .body_rows()
            .all(|row| grid.text(row, 0).starts_with(char::is_uppercase));
        if let [header] = header.as_slice()
            && names.len() >= 4
            && are_names
        {
            let entry = found.entry(header.clone());
            entry
                .or_insert_with(|| (BTreeSet::new(), block))
                .0
                .extend(names);
        }
    }
    found
}

/// `McArthur` in the column `Division`, where another table lists the divisions.
///
/// Reports: E0720.
fn of_another_list(context: &Context<'_>) -> Vec<Diagnostic> {
    let lists = lists(context);
    let mut findings = Vec::new();
    for (block, grid) in context.tables() {
        for column in 1..grid.n_columns {
            let header = title_key(&grid.header(column));
            let [header] = header.as_slice() else {
                continue;
            };
            let Some((names, list)) = lists.get(header).filter(|(_, list)| *list != block) else {
                continue;
            };
            let cells = grid.body_rows().filter_map(|row| grid.at(row, column));
            let cells = cells.filter(|cell| cell.text.plain.starts_with(char::is_uppercase));
            // `Pistol and cutlass` are two of the list.
            let are_listed = |text: &str| {
                let parts = text
                    .split([',', '/', '+'])
                    .flat_map(|part| part.split(" and "));
                let mut parts = parts.flat_map(|part| part.split(" or "));
                names.contains(&title_key(text))
                    || parts.all(|part| names.contains(&title_key(part)))
            };
            let (known, others): (Vec<_>, Vec<_>) =
                cells.partition(|cell| are_listed(&cell.text.plain));
            if let [cell] = others.as_slice()
                && known.len() >= 4
            {
                let name = cell.text.plain.trim();
                let place = context
                    .tables()
                    .find(|(own, _)| own == list)
                    .and_then(|(_, grid)| grid.cells.first());
                let finding = Diagnostic::new(
                    Code::UnknownUnitName,
                    format!("“{name}” is not in the list of the other table"),
                )
                .label(cell.span, "named here");
                let finding = match place {
                    Some(cell) => finding.label(cell.span, "the list"),
                    None => finding,
                };
                findings.push(
                    finding
                        .help("correct the name; or add it to the list")
                        .confidence(Confidence::Likely)
                        .cite(context.citation(block)),
                );
            }
        }
    }
    findings
}

/// `The brigade of Matthies`, a name that no table has, where brigades are listed and others are spoken of like this.
///
/// Reports: E0720.
fn members(context: &Context<'_>) -> Vec<Diagnostic> {
    let lists = lists(context);
    let mut known: BTreeSet<String> = BTreeSet::new();
    for prose in context.prose().iter().filter(|prose| prose.is_cell) {
        known.extend(title_key(&prose.text.plain));
    }
    let (mut n_known, mut findings) = (0, Vec::new());
    for one in context.sentences() {
        for window in one.words.windows(3) {
            let [noun, of, name] = window else {
                continue;
            };
            let is_listed = noun.kind == Kind::Word && lists.contains_key(&stem(noun.text));
            if !is_listed || !of.is_word(&["of"]) || !name.is_capitalised() || name.text.len() < 4 {
                continue;
            }
            if known.contains(&stem(name.text)) {
                n_known += 1;
            } else if let Some(span) = one.span(name.range.clone()) {
                findings.push(unlisted(context, span, one.prose.block, name.text));
            }
        }
    }
    match n_known >= 3 && findings.len() <= 1 + n_known / 8 {
        true => findings,
        false => Vec::new(),
    }
}

/// A letter and a number at a place: `U 94`.
fn letter_and_number(words: &[Token<'_>], at: usize) -> Option<(String, i64)> {
    let (letter, number) = (words.get(at)?, words.get(at + 1)?);
    let is_letter = letter.kind == Kind::Word
        && letter.text.len() <= 2
        && letter.text.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_beside = number.range.start == letter.range.end + 1;
    let number = number.whole().filter(|_| is_letter && is_beside)?;
    Some((letter.text.to_owned(), number))
}

/// `U 99`, where a table lists `U 69`, `U 94`, `U 96` and others.
///
/// Reports: E0720.
fn numbered(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let mut listed: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
    for one in prose.iter().filter(|one| one.is_cell) {
        let words = context.words(one);
        for at in 0..words.len() {
            if let Some((letter, number)) = letter_and_number(words, at) {
                listed.entry(letter).or_default().insert(number);
            }
        }
    }
    let mut findings = Vec::new();
    for one in prose
        .iter()
        .filter(|one| !one.is_cell && !listed.is_empty())
    {
        let words = context.words(one);
        for at in 0..words.len() {
            let Some((letter, number)) = letter_and_number(words, at) else {
                continue;
            };
            let known = listed.get(&letter);
            let is_unknown =
                known.is_some_and(|known| known.len() >= 4 && !known.contains(&number));
            let place = words.get(at).zip(words.get(at + 1));
            let place = place.map(|(first, second)| first.range.start..second.range.end);
            let span = place.and_then(|place| context.span(one, place));
            if let Some(span) = span.filter(|_| is_unknown) {
                let name = format!("{letter} {number}");
                findings.push(unlisted(context, span, one.block, &name));
            }
        }
    }
    match findings.len() <= 2 {
        true => findings,
        false => Vec::new(),
    }
}
