//! Two printings of a manuscript, compared by section and number.

use std::collections::BTreeSet;

use sandtable_source::Span;

use crate::check::reference::{Target, references};
use crate::model::{BlockContent, Document, Grid, Section, Text};

/// Differences between two printings, in the order of the new one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revision {
    /// Sections that changed, were added or left out.
    pub sections: Vec<SectionChange>,
    /// References of the new printing that point elsewhere than they did, or nowhere.
    pub references: Vec<MovedReference>,
}

/// Changes of one section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionChange {
    /// Number and title in the old printing; `None` for a new section.
    pub old: Option<String>,
    /// Number and title in the new printing; `None` for one that was left out.
    pub new: Option<String>,
    /// Number in the old printing, or the title if it has none.
    pub old_id: Option<String>,
    /// Number in the new printing, or the title if it has none.
    pub new_id: Option<String>,
    /// Changes of its own text and tables, without those of sections in it.
    pub changes: Vec<Change>,
}

/// Kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// A number in a sentence.
    Number,
    /// Words of a sentence.
    Text,
    /// A paragraph that is new.
    TextAdded,
    /// A paragraph that was left out.
    TextRemoved,
    /// A cell of a table.
    Cell,
    /// A row of a table, or a table, that is new.
    RowAdded,
    /// A row of a table, or a table, that was left out.
    RowRemoved,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its kind.
    pub kind: ChangeKind,
    /// The table and row, or the words around a number.
    pub place: String,
    /// The old words, cell or number; empty for what is new.
    pub old: String,
    /// The new ones; empty for what was left out.
    pub new: String,
    /// Place in the new printing, or in the old one for what was left out.
    pub span: Option<Span>,
}

/// A reference whose section is another than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedReference {
    /// Section in which it is, as number and title.
    pub section: String,
    /// The number that it names.
    pub number: String,
    /// Section of that number in the old printing.
    pub was: String,
    /// Section of that number in the new printing; `None` if it has none.
    pub is: Option<String>,
    /// Number of the section that it named, in the new printing.
    pub now: Option<String>,
    /// Its place in the new printing.
    pub span: Option<Span>,
}

/// Compares two printings.
pub fn compare(old: &Document, new: &Document) -> Revision {
    let pairs = paired_sections(old, new);
    let mut sections = Vec::new();
    for (one, other) in &pairs {
        let before = one.and_then(|at| old.sections.get(at));
        let after = other.and_then(|at| new.sections.get(at));
        let changes = match (before, after) {
            (Some(before), Some(after)) => changes(&body(old, before), &body(new, after)),
            _ => Vec::new(),
        };
        let (was, is) = (before.map(shown), after.map(shown));
        if was != is || !changes.is_empty() {
            sections.push(SectionChange {
                old_id: before.map(id),
                new_id: after.map(id),
                old: was,
                new: is,
                changes,
            });
        }
    }
    let ahead = changes(&preface(old), &preface(new));
    if !ahead.is_empty() {
        let name = Some("before the first heading".to_owned());
        sections.insert(
            0,
            SectionChange {
                old: name.clone(),
                new: name,
                old_id: None,
                new_id: None,
                changes: ahead,
            },
        );
    }
    Revision {
        sections,
        references: moved(old, new, &pairs),
    }
}

fn id(section: &Section) -> String {
    match &section.number {
        Some(number) => number.text.clone(),
        None => section.title.clone(),
    }
}

fn shown(section: &Section) -> String {
    match &section.number {
        Some(number) => format!("{} {}", number.text, section.title.trim()),
        None => section.title.trim().to_owned(),
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

type SectionPairs = Vec<(Option<usize>, Option<usize>)>;

/// Whether a section of the old printing and one of the new are the same.
type Comparison<'a> = &'a dyn Fn(&Section, &Section) -> bool;

/// Sections of both printings that are the same one: by number and title, by title, by number; in the order of the new printing, those that
/// were left out after the section before them.
fn paired_sections(old: &Document, new: &Document) -> SectionPairs {
    let mut fellow: Vec<Option<usize>> = vec![None; new.sections.len()];
    let mut used: BTreeSet<usize> = BTreeSet::new();
    let same_number = |one: &Section, other: &Section| match (&one.number, &other.number) {
        (Some(one), Some(other)) => one.is_same(other),
        _ => false,
    };
    let same_title = |one: &Section, other: &Section| plain(&one.title) == plain(&other.title);
    let tests: [Comparison<'_>; 3] = [
        &|one, other| {
            same_title(one, other)
                && (same_number(one, other) || one.number.is_none() && other.number.is_none())
        },
        &|one, other| same_title(one, other) && !one.title.trim().is_empty(),
        &|one, other| same_number(one, other),
    ];
    for is_same in tests {
        for (at, section) in new.sections.iter().enumerate() {
            let Some(place) = fellow.get_mut(at).filter(|place| place.is_none()) else {
                continue;
            };
            let mut all = old.sections.iter().enumerate();
            let found = all.find(|(one, known)| !used.contains(one) && is_same(known, section));
            if let Some((found, _)) = found {
                used.insert(found);
                *place = Some(found);
            }
        }
    }
    let mut pairs: SectionPairs = Vec::new();
    let mut next = 0;
    for (at, one) in fellow.iter().enumerate() {
        if let Some(one) = *one {
            while next < one {
                if !used.contains(&next) {
                    pairs.push((Some(next), None));
                }
                next += 1;
            }
            next = next.max(one + 1);
        }
        pairs.push((*one, Some(at)));
    }
    pairs.extend(
        (next..old.sections.len())
            .filter(|one| !used.contains(one))
            .map(|one| (Some(one), None)),
    );
    pairs
}

/// A part of a section.
enum Part<'a> {
    Text(&'a Text),
    Table(&'a Grid),
}

fn part(content: &BlockContent) -> Option<Part<'_>> {
    match content {
        BlockContent::Paragraph(paragraph) => Some(Part::Text(&paragraph.text)),
        BlockContent::Table(grid) => Some(Part::Table(grid)),
        BlockContent::Heading(_) | BlockContent::Code(_) => None,
    }
}

/// The parts of a section up to the first heading in it.
fn body<'a>(document: &'a Document, section: &Section) -> Vec<Part<'a>> {
    let blocks = document
        .blocks
        .get(section.blocks.clone())
        .unwrap_or_default();
    let inner = blocks.iter().skip(1);
    inner
        .take_while(|block| !matches!(block.content, BlockContent::Heading(_)))
        .filter_map(|block| part(&block.content))
        .collect()
}

/// The parts before the first heading.
fn preface(document: &Document) -> Vec<Part<'_>> {
    let blocks = document.blocks.iter();
    blocks
        .take_while(|block| !matches!(block.content, BlockContent::Heading(_)))
        .filter_map(|block| part(&block.content))
        .collect()
}

fn changes(old: &[Part<'_>], new: &[Part<'_>]) -> Vec<Change> {
    let texts = |parts: &[Part<'_>]| -> Vec<String> {
        parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => {
                    Some(text.plain.split_whitespace().collect::<Vec<_>>().join(" "))
                }
                Part::Table(_) => None,
            })
            .filter(|text| !text.is_empty())
            .collect()
    };
    let spans: Vec<Option<Span>> = new
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) if !text.is_empty() => Some(text.whole()),
            Part::Text(_) | Part::Table(_) => None,
        })
        .collect();
    let old_spans: Vec<Option<Span>> = old
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) if !text.is_empty() => Some(text.whole()),
            Part::Text(_) | Part::Table(_) => None,
        })
        .collect();
    let (before, after) = (texts(old), texts(new));
    let mut found = Vec::new();
    for (one, other) in aligned(&before, &after) {
        let (one_text, other_text) = (
            one.and_then(|at| before.get(at)),
            other.and_then(|at| after.get(at)),
        );
        let span = match other {
            Some(at) => spans.get(at).copied().flatten(),
            None => one.and_then(|at| old_spans.get(at).copied().flatten()),
        };
        match (one_text, other_text) {
            (Some(one), Some(other)) if one == other => {}
            (Some(one), Some(other)) => found.extend(sentence_changes(one, other, span)),
            (Some(one), None) => found.push(whole(ChangeKind::TextRemoved, one, "", span)),
            (None, Some(other)) => found.push(whole(ChangeKind::TextAdded, "", other, span)),
            (None, None) => {}
        }
    }
    found.extend(table_changes(old, new));
    found
}

fn whole(kind: ChangeKind, old: &str, new: &str, span: Option<Span>) -> Change {
    Change {
        kind,
        place: String::new(),
        old: old.to_owned(),
        new: new.to_owned(),
        span,
    }
}

/// Share of words that two texts have in common, in percent of the longer.
fn likeness(one: &str, other: &str) -> usize {
    let words = |text: &str| -> BTreeSet<String> {
        text.split_whitespace().map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    let n = one.len().max(other.len()).max(1);
    one.intersection(&other).count() * 100 / n
}

/// Minimum similarity of two paragraphs that are paired, in percent.
const ALIKE: usize = 45;

/// Longest lists of paragraphs that are aligned by dynamic programming.
const MOST_ALIGNED: usize = 400;

/// Pairs paragraphs in order so that the sum of their likeness is greatest (Needleman and Wunsch 1970).
fn aligned(old: &[String], new: &[String]) -> Vec<(Option<usize>, Option<usize>)> {
    let (n, m) = (old.len().min(MOST_ALIGNED), new.len().min(MOST_ALIGNED));
    let width = m + 1;
    let mut best = vec![0_usize; (n + 1) * width];
    let mut like = vec![0_usize; n * m];
    let at = |list: &[usize], place: usize| list.get(place).copied().unwrap_or(0);
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let alike = match (old.get(i), new.get(j)) {
                (Some(one), Some(other)) if one == other => 101,
                (Some(one), Some(other)) => likeness(one, other),
                _ => 0,
            };
            let alike = if alike >= ALIKE { alike } else { 0 };
            if let Some(place) = like.get_mut(i * m + j) {
                *place = alike;
            }
            let both = alike + at(&best, (i + 1) * width + j + 1);
            let skip = at(&best, (i + 1) * width + j).max(at(&best, i * width + j + 1));
            if let Some(place) = best.get_mut(i * width + j) {
                *place = if alike > 0 { both.max(skip) } else { skip };
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < n || j < m {
        let here = at(&best, i * width + j);
        let alike = if i < n && j < m {
            at(&like, i * m + j)
        } else {
            0
        };
        if alike > 0 && here == alike + at(&best, (i + 1) * width + j + 1) {
            pairs.push((Some(i), Some(j)));
            i += 1;
            j += 1;
        } else if i < n && (j == m || here == at(&best, (i + 1) * width + j)) {
            pairs.push((Some(i), None));
            i += 1;
        } else {
            pairs.push((None, Some(j)));
            j += 1;
        }
    }
    pairs.extend((n..old.len()).map(|i| (Some(i), None)));
    pairs.extend((m..new.len()).map(|j| (None, Some(j))));
    pairs
}

/// Changes of a paragraph: its numbers one by one if nothing else changed, else the words from the first to the last that differ.
fn sentence_changes(old: &str, new: &str, span: Option<Span>) -> Vec<Change> {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (old.split(' ').collect(), new.split(' ').collect());
    let is_number = |word: &str| word.contains(|letter: char| letter.is_ascii_digit());
    let differing: Vec<usize> = match before.len() == after.len() {
        true => (0..before.len())
            .filter(|at| before.get(*at) != after.get(*at))
            .collect(),
        false => Vec::new(),
    };
    let are_numbers = !differing.is_empty()
        && differing.iter().all(|at| {
            before.get(*at).is_some_and(|word| is_number(word))
                && after.get(*at).is_some_and(|word| is_number(word))
        });
    if are_numbers {
        return differing
            .iter()
            .map(|at| {
                let trim = |words: &[&str]| {
                    let word = words.get(*at).copied().unwrap_or_default();
                    word.trim_matches(|letter: char| {
                        matches!(letter, '.' | ',' | ';' | ':' | '(' | ')')
                    })
                    .to_owned()
                };
                let around = after.get(at.saturating_sub(4)..(at + 4).min(after.len()));
                Change {
                    kind: ChangeKind::Number,
                    place: around.unwrap_or_default().join(" "),
                    old: trim(&before),
                    new: trim(&after),
                    span,
                }
            })
            .collect();
    }
    let n_first = before
        .iter()
        .zip(&after)
        .take_while(|(one, other)| one == other)
        .count();
    let n_rest = before.len().min(after.len()) - n_first;
    let ends = before.iter().rev().zip(after.iter().rev()).take(n_rest);
    let n_last = ends.take_while(|(one, other)| one == other).count();
    let cut = |words: &[&str]| {
        words
            .get(n_first..words.len() - n_last)
            .unwrap_or_default()
            .join(" ")
    };
    let lead = before.get(n_first.saturating_sub(4)..n_first);
    vec![Change {
        kind: ChangeKind::Text,
        place: lead.unwrap_or_default().join(" "),
        old: cut(&before),
        new: cut(&after),
        span,
    }]
}

/// Changes of the tables of a section, which are paired in order.
fn table_changes(old: &[Part<'_>], new: &[Part<'_>]) -> Vec<Change> {
    let grids = |parts: &[Part<'_>]| -> Vec<Grid> {
        let grids = parts.iter().filter_map(|part| match part {
            Part::Table(grid) => Some((*grid).clone()),
            Part::Text(_) => None,
        });
        grids.collect()
    };
    let (before, after) = (grids(old), grids(new));
    let mut found = Vec::new();
    for at in 0..before.len().max(after.len()) {
        match (before.get(at), after.get(at)) {
            (Some(one), Some(other)) => found.extend(cell_changes(one, other)),
            (Some(one), None) => {
                let span = one.cells.first().map(|cell| cell.span);
                found.push(whole(ChangeKind::RowRemoved, &title(one), "", span));
            }
            (None, Some(other)) => {
                let span = other.cells.first().map(|cell| cell.span);
                found.push(whole(ChangeKind::RowAdded, "", &title(other), span));
            }
            (None, None) => {}
        }
    }
    found
}

/// The caption of a table, else its heads.
fn title(grid: &Grid) -> String {
    match &grid.caption {
        Some(caption) if !caption.title.is_empty() => caption.title.clone(),
        Some(_) | None => {
            let heads: Vec<String> = (0..grid.n_columns)
                .map(|column| grid.header(column))
                .collect();
            format!("table {}", heads.join(" | "))
        }
    }
}

fn row_text(grid: &Grid, row: usize) -> String {
    let cells: Vec<&str> = (0..grid.n_columns)
        .map(|column| grid.text(row, column))
        .collect();
    cells.join(" | ")
}

/// Cells that changed, by the first cell of their rows and the heads of their columns.
fn cell_changes(old: &Grid, new: &Grid) -> Vec<Change> {
    let rows = |grid: &Grid| -> Vec<String> {
        grid.body_rows()
            .map(|row| plain(grid.text(row, 0)))
            .collect()
    };
    let (before, after) = (rows(old), rows(new));
    let (first, start) = (old.body_rows().start, new.body_rows().start);
    let name = title(new);
    let mut found = Vec::new();
    let mut used: BTreeSet<usize> = BTreeSet::new();
    for (at, label) in after.iter().enumerate() {
        let mut same = before.iter().enumerate();
        let fellow = same
            .find(|(one, known)| !used.contains(one) && *known == label)
            .map(|(one, _)| one);
        // A row whose key changed is that at its place, if none else has its key.
        let fellow = fellow.or_else(|| {
            before.get(at).filter(|known| !after.contains(known))?;
            (!used.contains(&at)).then_some(at)
        });
        let Some(fellow) = fellow else {
            let span = new.at(start + at, 0).map(|cell| cell.span);
            let mut change = whole(ChangeKind::RowAdded, "", &row_text(new, start + at), span);
            change.place.clone_from(&name);
            found.push(change);
            continue;
        };
        used.insert(fellow);
        for column in 0..new.n_columns.max(old.n_columns) {
            let was = old.text(first + fellow, column);
            let is = new.text(start + at, column);
            if plain(was) == plain(is) {
                continue;
            }
            let head = new.header(column);
            found.push(Change {
                kind: ChangeKind::Cell,
                place: format!("{name}, {} / {head}", new.text(start + at, 0)),
                old: was.to_owned(),
                new: is.to_owned(),
                span: new.at(start + at, column).map(|cell| cell.span),
            });
        }
    }
    for (at, _) in before
        .iter()
        .enumerate()
        .filter(|(at, _)| !used.contains(at))
    {
        let span = old.at(first + at, 0).map(|cell| cell.span);
        let mut change = whole(ChangeKind::RowRemoved, &row_text(old, first + at), "", span);
        change.place.clone_from(&name);
        found.push(change);
    }
    found
}

/// References of the new printing to numbers that are another section now.
fn moved(old: &Document, new: &Document, pairs: &SectionPairs) -> Vec<MovedReference> {
    let mut found = Vec::new();
    for (at, block) in new.blocks.iter().enumerate() {
        let BlockContent::Paragraph(paragraph) = &block.content else {
            continue;
        };
        let text = &paragraph.text;
        for reference in references(&text.plain, true) {
            if reference.target != Target::Section {
                continue;
            }
            let in_old = |known: &&Section| {
                known
                    .number
                    .as_ref()
                    .is_some_and(|number| number.is_same(&reference.number))
            };
            let Some(before) = old.sections.iter().position(|known| in_old(&known)) else {
                continue;
            };
            let fellow = pairs.iter().find(|(one, _)| *one == Some(before));
            let now = fellow.and_then(|(_, other)| new.sections.get((*other)?));
            let is = new.numbered(&reference.number).next();
            let is_same = match (now, is) {
                (Some(now), Some(is)) => std::ptr::eq(now, is),
                (None, None) | (Some(_), None) | (None, Some(_)) => false,
            };
            if is_same {
                continue;
            }
            let section = new.section_of(at).and_then(|at| new.sections.get(at));
            found.push(MovedReference {
                section: section.map(shown).unwrap_or_default(),
                number: reference.number.text.clone(),
                was: old.sections.get(before).map(shown).unwrap_or_default(),
                is: is.map(shown),
                now: now.map(id),
                span: text.span(reference.range.clone()),
            });
        }
    }
    found
}
