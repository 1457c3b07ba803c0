//! Words of a table of scenarios, `night` or `day`, `south` or `west`, against the section or paragraph of each scenario: where the others have
//! the word of their row, one that has the word of another row is wrong.
//!
//! Reports: E0711.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem, title_key, tokens};
use crate::model::{Cell, Grid};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for (block, grid) in context.tables() {
        let n = grid.body_rows().count();
        if grid.n_header_rows == 0 || grid.n_columns < 3 || !(3..=15).contains(&n) {
            continue;
        }
        let regions: Vec<(usize, Vec<&Sentence<'_>>)> = grid
            .body_rows()
            .map(|row| (row, region(context, block, grid.text(row, 0))))
            .filter(|(_, sentences)| !sentences.is_empty())
            .collect();
        if regions.len() >= 3 {
            let columns = (1..grid.n_columns).filter_map(|column| Column::new(grid, column));
            found.extend(columns.filter_map(|column| column.judge(context, &regions)));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// The sentences of the section with a title, or of the paragraph that begins with it.
fn region<'s, 'a>(context: &'s Context<'a>, table: usize, label: &str) -> Vec<&'s Sentence<'a>> {
    let key = title_key(label);
    if key.is_empty() || !label.contains(char::is_alphabetic) {
        return Vec::new();
    }
    let mut sections = context.document.sections.iter();
    let section = sections.find(|section| {
        let title = title_key(&section.title);
        title == key || title.ends_with(&key) && title.len() <= key.len() + 2
    });
    let section = section.filter(|section| !section.blocks.contains(&table));
    let lower = label.trim().to_lowercase();
    let sentences = context.sentences().filter(|one| {
        let block = one.prose.block;
        let begins = || {
            one.prose
                .text
                .plain
                .trim_start()
                .to_lowercase()
                .starts_with(&lower)
        };
        !context.is_example(block)
            && match section {
                Some(section) => section.blocks.contains(&block),
                None => begins(),
            }
    });
    sentences.collect()
}

/// Column of words of which two rows or more have the same, or that are sides of the map.
struct Column<'a> {
    header: String,
    /// Stems of its header that no other header has.
    own: BTreeSet<String>,
    /// Whether another column has one of its words, so that a sentence must say which is meant.
    is_shared: bool,
    cells: Vec<(usize, &'a Cell, BTreeSet<String>)>,
}

impl<'a> Column<'a> {
    fn new(grid: &'a Grid, column: usize) -> Option<Self> {
        let cells = |column: usize| {
            grid.body_rows()
                .filter_map(move |row| Some((row, grid.at(row, column)?)))
        };
        let named: Option<Vec<(usize, &Cell, BTreeSet<String>)>> = cells(column)
            .map(|(row, cell)| Some((row, cell, word_stems(&cell.text.plain)?)))
            .collect();
        let named = named?;
        let values: BTreeSet<&BTreeSet<String>> = named.iter().map(|(.., stems)| stems).collect();
        let stems = |column: usize| -> BTreeSet<String> {
            title_key(&grid.header(column)).into_iter().collect()
        };
        let others = (0..grid.n_columns).filter(|other| *other != column);
        let other_stems: BTreeSet<String> = others.clone().flat_map(stems).collect();
        let is_shared = others.clone().any(|other| {
            cells(other).any(|(_, cell)| {
                word_stems(&cell.text.plain).is_some_and(|stems| values.contains(&stems))
            })
        });
        let is_few = values.len() >= 2 && (values.len() < named.len() || is_shared);
        is_few.then(|| Self {
            header: grid.header(column),
            own: stems(column).difference(&other_stems).cloned().collect(),
            is_shared,
            cells: named,
        })
    }

    /// The rows whose word some sentences have, with the place of the word.
    fn said<'s, 'd>(
        &self,
        sentences: &[&'s Sentence<'d>],
    ) -> Vec<(BTreeSet<String>, &'s Sentence<'d>, usize)> {
        let mut found: Vec<(BTreeSet<String>, &Sentence<'_>, usize)> = Vec::new();
        for one in sentences {
            for (at, word) in one.words.iter().enumerate() {
                let own = BTreeSet::from([plain(word)]);
                let is_value = self.cells.iter().any(|(.., stems)| *stems == own);
                if is_value && (!self.is_shared || self.is_meant(&one.words, at)) {
                    found.push((own, one, at));
                }
            }
        }
        found
    }

    /// Whether the clause before a word names the column: `the Revenue men start within 6" of the western edge`.
    fn is_meant(&self, words: &[Token<'_>], at: usize) -> bool {
        let clause = words.iter().take(at).rev();
        let clause = clause.take_while(|word| !word.is_any_mark(&[',', ';', ':', '.']));
        let stems: BTreeSet<String> = clause.map(|word| stem(word.text)).collect();
        !self.own.is_empty() && self.own.is_subset(&stems)
    }

    fn judge(
        &self,
        context: &Context<'_>,
        regions: &[(usize, Vec<&Sentence<'_>>)],
    ) -> Option<Diagnostic> {
        let mut n_right = 0;
        let mut wrong = Vec::new();
        for (row, sentences) in regions {
            let (_, cell, stems) = self.cells.iter().find(|(own, ..)| own == row)?;
            let said = self.said(sentences);
            match said.as_slice() {
                [] => {}
                all if all.iter().all(|(own, ..)| own == stems) => n_right += 1,
                all if all.iter().all(|(own, ..)| own != stems) => wrong.push((*cell, said)),
                // It speaks of both.
                _ => return None,
            }
        }
        let [(cell, said)] = wrong.as_slice() else {
            return None;
        };
        let (_, one, at) = said.first().filter(|_| n_right >= 2)?;
        let word = one.words.get(*at)?;
        let written = cell.text.plain.trim();
        let message = format!(
            "“{}” here, and “{written}” in the column “{}”",
            word.text,
            self.header.trim()
        );
        Some(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(one.span(word.range.clone())?, "")
                .label(cell.span, "in the table")
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block)),
        )
    }
}

/// The stem of a word, of `south` for `southern`.
fn plain(word: &Token<'_>) -> String {
    let lower = word.text.to_lowercase();
    let short = lower.strip_suffix("ern").filter(|short| short.len() >= 4);
    short.map_or_else(|| stem(word.text), stem)
}

/// The stem of a cell of one word without digits.
fn word_stems(text: &str) -> Option<BTreeSet<String>> {
    let words = tokens(text);
    let [word] = words.as_slice() else {
        return None;
    };
    (word.kind == Kind::Word && word.text.len() >= 3 && word.count().is_none())
        .then(|| BTreeSet::from([plain(word)]))
}
