//! Sections that say in sentences what the rows of a table say: where most rows agree, the number that differs is a finding.
//!
//! A sentence belongs to the row whose words it has; the weight of a word falls with the number of rows that have it. How sure a link between a
//! table and a section is comes from the links themselves: rows whose numbers agree are the measure for one that does not.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::linked_modifiers::spoken;
use super::modifier_rows::telling;
use super::reported::Reported;
use super::words::{Kind, Token, tokens};
use crate::keys::Key;
use crate::model::{BlockContent, Grid};

/// Minimum share of the words of a row, by weight, that a sentence about it has.
const MIN_SHARE: f64 = 0.66;
/// The same for a sentence at the place that the row refers to.
const MIN_SHARE_AT_PLACE: f64 = 0.4;
/// Minimum number of rows of a table that a section has to agree with.
const MIN_AGREEING: usize = 2;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let sections = sections(context);
    let mut found: Vec<Diagnostic> = Vec::new();
    for (block, grid) in context.grids() {
        let Some(table) = Table::new(block, grid) else {
            continue;
        };
        for links in table.links(context, &sections) {
            found.extend(judge(context, &table, &links));
        }
    }
    found.retain(|finding| !reported.has(finding));
    let mut places = BTreeSet::new();
    found.retain(|finding| {
        let first = finding.labels.first();
        first.is_some_and(|label| places.insert((label.span.start, label.span.end)))
    });
    diagnostics.extend(found);
}

/// A section with its sentences that state rules.
struct Section<'s> {
    /// Stems of its title.
    title: BTreeSet<String>,
    number: Option<String>,
    sentences: Vec<Stated<'s>>,
}

/// A sentence that states a rule.
struct Stated<'s> {
    one: &'s Sentence<'s>,
    keywords: BTreeSet<String>,
    /// Number of its paragraph: `6.32 The modified number is never more than 8.`
    number: Option<String>,
}

impl<'s> Stated<'s> {
    fn new(context: &Context<'_>, one: &'s Sentence<'s>) -> Self {
        let block = context.document.blocks.get(one.prose.block);
        let number = match block.map(|block| &block.content) {
            Some(BlockContent::Paragraph(paragraph)) => {
                let item = paragraph.list.as_ref();
                item.and_then(|item| item.number.as_ref())
            }
            Some(BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_))
            | None => None,
        };
        Self {
            one,
            keywords: keywords(&one.words),
            number: number.map(ToString::to_string),
        }
    }
}

/// The sections that have sentences which state rules, by their indices.
fn sections<'c>(context: &'c Context<'_>) -> BTreeMap<usize, Section<'c>> {
    let mut sections: BTreeMap<usize, Section<'_>> = BTreeMap::new();
    for one in context.sentences() {
        let block = one.prose.block;
        let is_rule = !context.is_example(block)
            && !context.is_one_of_scenarios(block)
            && !context.is_profile(block);
        let home = context.home(block).filter(|_| is_rule);
        if let Some((home, own)) =
            home.and_then(|home| Some((home, context.document.sections.get(home)?)))
        {
            let section = sections.entry(home).or_insert_with(|| Section {
                title: telling(&tokens(&own.title)),
                number: own.number.as_ref().map(ToString::to_string),
                sentences: Vec::new(),
            });
            section.sentences.push(Stated::new(context, one));
        }
    }
    sections
}

/// Number with its form: what tells one number of a sentence from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    number: i64,
    /// It is added to something.
    is_signed: bool,
}

/// Number of a cell.
struct CellValue {
    value: Value,
    column: usize,
    span: Span,
}

/// A row with the words that name it.
struct Row {
    label: String,
    stems: BTreeSet<String>,
    values: Vec<CellValue>,
    /// Number of the section that the row refers to, as text.
    source: Option<String>,
}

/// Table with named rows of numbers.
struct Table {
    block: usize,
    rows: Vec<Row>,
    /// Number of rows that have each word.
    n_rows: BTreeMap<String, usize>,
    /// Words of each column and of the caption.
    nouns: BTreeMap<usize, BTreeSet<String>>,
}

impl Table {
    fn new(block: usize, grid: &Grid) -> Option<Self> {
        let n = grid.body_rows().count();
        if grid.n_header_rows == 0 || !(3..=40).contains(&n) || grid.n_columns < 2 {
            return None;
        }
        let named = (0..grid.n_columns).find(|column| {
            let cells = grid.body_rows().map(|row| grid.text(row, *column));
            let is_named = |text: &str| {
                let words = tokens(text);
                words.first().is_some_and(|first| first.kind == Kind::Word)
                    && !telling(&words).is_empty()
            };
            cells.filter(|text| is_named(text)).count() * 4 >= n * 3
        })?;
        let last = grid.n_columns - 1;
        let has_sources = is_key(&grid.header(last));
        // What comes before the name of a row is what is rolled for it.
        let is_numbered = |column: &usize| {
            *column > named && !is_key(&grid.header(*column)) && !has_ranges(grid, *column)
        };
        let columns: Vec<usize> = (0..grid.n_columns).filter(is_numbered).collect();
        let rows = grid.body_rows().map(|row| Row {
            label: grid.text(row, named).trim().to_owned(),
            stems: label_stems(grid.text(row, named)),
            values: columns
                .iter()
                .flat_map(|column| cell_values(grid, row, *column))
                .collect(),
            source: has_sources.then(|| grid.text(row, last).trim().to_owned()),
        });
        let rows: Vec<Row> = rows
            .filter(|row| !row.stems.is_empty() && !row.values.is_empty())
            .collect();
        let mut n_rows = BTreeMap::new();
        for stem in rows.iter().flat_map(|row| &row.stems) {
            *n_rows.entry(stem.clone()).or_default() += 1;
        }
        (rows.len() > MIN_AGREEING).then_some(Self {
            block,
            rows,
            n_rows,
            nouns: columns
                .into_iter()
                .map(|column| (column, nouns(grid, column)))
                .collect(),
        })
    }

    fn weight(&self, stem: &str) -> f64 {
        1.0 / self.n_rows.get(stem).copied().unwrap_or(1) as f64
    }

    /// Weight of the words of a row that some words have.
    fn shared(&self, row: &Row, has: impl Fn(&String) -> bool) -> f64 {
        let shared = row.stems.iter().filter(|own| has(own));
        shared.map(|own| self.weight(own)).sum()
    }

    /// Share of the words of a row, by weight, that some words or the title around them have.
    fn share(&self, row: &Row, said: &BTreeSet<String>, title: &BTreeSet<String>) -> f64 {
        let shared = self.shared(row, |own| said.contains(own) || title.contains(own));
        shared / self.shared(row, |_| true)
    }

    /// Returns the named row with the greatest weight of words in common with some words; `None` if two have it. Words of the title do not count, since
    /// it is about all sentences.
    fn row_of(&self, said: &BTreeSet<String>, is_named: impl Fn(&Row) -> bool) -> Option<usize> {
        let rows = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| is_named(row));
        let scores = rows.map(|(at, row)| (self.shared(row, |own| said.contains(own)), at));
        let mut scores: Vec<(f64, usize)> = scores.collect();
        scores.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        match scores.as_slice() {
            [(best, _), (second, _), ..] if best - second < 1e-9 => None,
            [(_, at), ..] => Some(*at),
            [] => None,
        }
    }

    /// The sentences of its section that are about rows, and those of the places that rows refer to.
    fn links<'s>(
        &self,
        context: &Context<'_>,
        sections: &BTreeMap<usize, Section<'s>>,
    ) -> [Vec<Link<'s>>; 2] {
        let (mut own, mut cited) = (Vec::new(), Vec::new());
        let own_home = context.home(self.block);
        let has_sources = self.rows.iter().any(|row| row.source.is_some());
        for (home, section) in sections {
            let is_home = Some(*home) == own_home;
            for stated in section.sentences.iter().filter(|_| is_home || has_sources) {
                let is_cited = |row: &Row| {
                    row.source.is_some()
                        && (row.source == section.number || row.source == stated.number)
                };
                if self.rows.iter().any(is_cited) {
                    cited.extend(self.parts(stated, &section.title, true, is_cited));
                } else if is_home {
                    own.extend(self.parts(stated, &section.title, false, |_| true));
                }
            }
        }
        [own, cited]
    }

    /// The parts of a sentence, each with the row that it is about, of those that may be meant.
    fn parts<'s>(
        &self,
        stated: &Stated<'s>,
        title: &BTreeSet<String>,
        is_cited: bool,
        is_meant: impl Fn(&Row) -> bool,
    ) -> Vec<Link<'s>> {
        let min_share = if is_cited {
            MIN_SHARE_AT_PLACE
        } else {
            MIN_SHARE
        };
        let one = stated.one;
        let words = one.words.as_slice();
        let is_named = |row: &Row, said: &BTreeSet<String>| {
            is_meant(row) && self.share(row, said, title) >= min_share
        };
        let n_named = self
            .rows
            .iter()
            .filter(|row| is_named(row, &stated.keywords));
        let clauses = match n_named.count() {
            0 => return Vec::new(),
            1 => vec![(0..words.len(), stated.keywords.clone())],
            _ => clauses(words)
                .into_iter()
                .map(|clause| {
                    let said = keywords(words.get(clause.clone()).unwrap_or_default());
                    (clause, said)
                })
                .collect(),
        };
        let mut parts: Vec<Link<'s>> = Vec::new();
        for (clause, said) in clauses {
            let row = self.row_of(&said, |row| is_named(row, &said));
            match (row, parts.last_mut()) {
                (Some(row), Some(last)) if last.row == row => last.words.end = clause.end,
                (Some(row), _) => parts.push(Link {
                    one,
                    row,
                    words: clause,
                    is_cited,
                }),
                // It goes on about the same row.
                (None, Some(last)) if !self.rows.iter().any(|row| is_named(row, &said)) => {
                    last.words.end = clause.end;
                }
                (None, _) => {}
            }
        }
        parts
    }
}

/// Part of a sentence with the row that it is about.
struct Link<'s> {
    one: &'s Sentence<'s>,
    row: usize,
    words: Range<usize>,
    /// It is at the place that the row refers to.
    is_cited: bool,
}

impl Link<'_> {
    /// The noun that a number counts: `4 dice`.
    fn noun(&self, at: usize) -> Option<String> {
        let next = self.one.words.get(at + 1..at + 2)?;
        keywords(next).into_iter().next()
    }

    /// Whether a number is part of the name of a row, `level 2`, or counts what it is named for: `7 road borders`.
    fn is_of_name(&self, row: &Row, at: usize) -> bool {
        let words = self.one.words.as_slice();
        let next = words.get(at + 1);
        numbered(words, at).any(|name| row.stems.contains(&name))
            || !self.is_cited
                && next.is_some_and(|next| {
                    !telling(std::slice::from_ref(next)).is_disjoint(&row.stems)
                })
    }

    /// The numbers that it gives, each with its place in the sentence.
    fn values(&self, row: &Row) -> Vec<(Value, usize)> {
        let words = self.one.words.as_slice();
        let modifiers = spoken(words);
        let mut found = Vec::new();
        for at in self.words.clone() {
            let Some(word) = words.get(at) else {
                continue;
            };
            let modifier = modifiers.iter().find(|one| one.at == at);
            let value = match (modifier, word.count()) {
                (Some(one), _) => Value {
                    number: one.value * one.sign,
                    is_signed: true,
                },
                (None, Some(number)) if is_quantity(words, at) && !self.is_of_name(row, at) => {
                    Value {
                        number,
                        is_signed: false,
                    }
                }
                (None, _) => continue,
            };
            found.push((value, at));
        }
        found
    }
}

/// Whether a number of a cell is what a sentence says.
fn is_same(cell: Value, value: Value) -> bool {
    match (cell.is_signed, value.is_signed) {
        (true, true) | (false, false) => cell.number == value.number,
        // `adds 1` in a column of `1`, `−2` in a sentence about a column of `2`
        (false, true) => cell.number == value.number.abs(),
        (true, false) => false,
    }
}

/// Reports numbers of sentences that are not those of their rows, if those of other rows agree.
///
/// Reports: E0711.
fn judge(context: &Context<'_>, table: &Table, links: &[Link<'_>]) -> Vec<Diagnostic> {
    let mut agreeing: BTreeSet<usize> = BTreeSet::new();
    let mut differing: BTreeSet<usize> = BTreeSet::new();
    // Rows that agree in a column, by what follows the number.
    let mut forms: BTreeMap<(usize, bool), BTreeSet<usize>> = BTreeMap::new();
    let mut nouns: BTreeMap<usize, BTreeSet<String>> = table.nouns.clone();
    let mut open = Vec::new();
    for link in links {
        let Some(row) = table.rows.get(link.row) else {
            continue;
        };
        let values = link.values(row);
        let holds = |value: Value| row.values.iter().any(|cell| is_same(cell.value, value));
        let (same, other): (Vec<_>, Vec<_>) = values.iter().partition(|(value, _)| holds(*value));
        for (value, at) in &same {
            for cell in row.values.iter().filter(|cell| is_same(cell.value, *value)) {
                let known = forms.entry((cell.column, value.is_signed)).or_default();
                known.insert(link.row);
                nouns.entry(cell.column).or_default().extend(link.noun(*at));
            }
        }
        if !same.is_empty() {
            agreeing.insert(link.row);
        }
        let missing: Vec<&CellValue> = row
            .values
            .iter()
            .filter(|cell| !values.iter().any(|(value, _)| is_same(cell.value, *value)))
            .collect();
        if !other.is_empty() && !missing.is_empty() {
            open.push((link, !same.is_empty(), other, missing));
        }
    }
    let mut found = Vec::new();
    for (link, is_sure, values, missing) in &open {
        let Some(row) = table.rows.get(link.row) else {
            continue;
        };
        // Another sentence about the row has its number.
        if !is_sure && agreeing.contains(&link.row) {
            continue;
        }
        for (value, at) in values {
            let noun = link.noun(*at);
            let mut of_form = missing.iter().filter(|cell| {
                let known = nouns.get(&cell.column);
                let is_known = |noun: &String| {
                    known.is_some_and(|known| known.contains(noun)) || row.stems.contains(noun)
                };
                (value.is_signed || !cell.value.is_signed) && noun.iter().all(is_known)
            });
            let calibrated = of_form.find(|cell| {
                let known = forms.get(&(cell.column, value.is_signed));
                let n = known.map_or(0, |rows| {
                    rows.iter().filter(|row| **row != link.row).count()
                });
                n >= MIN_AGREEING || *is_sure && n >= 1
            });
            if let Some(cell) = calibrated {
                differing.insert(link.row);
                found.extend(report(context, table, link, (*value, *at), cell));
            }
        }
    }
    differing.retain(|row| !agreeing.contains(row));
    let is_restated =
        agreeing.len() >= MIN_AGREEING && differing.len() * 3 <= agreeing.len().max(3);
    if is_restated { found } else { Vec::new() }
}

fn report(
    context: &Context<'_>,
    table: &Table,
    link: &Link<'_>,
    (value, at): (Value, usize),
    cell: &CellValue,
) -> Option<Diagnostic> {
    let row = table.rows.get(link.row)?;
    let word = link.one.words.get(at)?;
    let there = cell.value;
    let shown = |value: Value| match value.is_signed {
        true => format!("{:+}", value.number).replace('-', "−"),
        false => value.number.to_string(),
    };
    let message = format!(
        "“{}” has {} here, and {} in the table",
        row.label,
        shown(value),
        shown(there)
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(link.one.span(word.range.clone())?, shown(value))
            .label(cell.span, format!("{} here", shown(there)))
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(link.one.prose.block)),
    )
}

/// Whether the cells of a column name places in the book, and are no numbers of rules.
pub(super) fn is_key(header: &str) -> bool {
    let words = tokens(header);
    words.iter().any(|word| {
        word.is_word(&[
            "section", "sections", "rule", "rules", "see", "page", "case", "no", "where", "id",
        ])
    })
}

/// Stems of the words of a row up to its first bracket, and the numbers there: `Fortress of level 2`.
fn label_stems(text: &str) -> BTreeSet<String> {
    let head = text.split('(').next().unwrap_or_default();
    keywords(&tokens(head))
}

/// Words of rows that say how a number limits something.
pub(super) const LIMITS: [&str; 10] = [
    "most", "least", "maximum", "minimum", "highest", "lowest", "number", "limit", "up", "max",
];

/// Stems of telling words, and numbers with the words beside them: `level 2`, `two hexsides`.
fn keywords(words: &[Token<'_>]) -> BTreeSet<String> {
    let is_limit = |word: &&Token<'_>| word.is_word(&LIMITS);
    let plain: Vec<Token<'_>> = words
        .iter()
        .filter(|word| !is_limit(word))
        .cloned()
        .collect();
    let mut found = telling(&plain);
    for at in 0..words.len() {
        found.extend(numbered(words, at));
    }
    found
}

/// A number with the word before and after it.
fn numbered(words: &[Token<'_>], at: usize) -> impl Iterator<Item = String> {
    let number = words.get(at).and_then(Token::count);
    let word = |place: Option<usize>| {
        let word = words.get(place?)?;
        let stems = telling(std::slice::from_ref(word));
        stems.into_iter().next()
    };
    let before = word(at.checked_sub(1)).zip(number);
    let after = word(Some(at + 1)).zip(number);
    let before = before.map(|(word, number)| format!("{word} {number}"));
    let after = after.map(|(word, number)| format!("{number} {word}"));
    before.into_iter().chain(after)
}

/// Stems of the words of a column and of the caption of its table.
fn nouns(grid: &Grid, column: usize) -> BTreeSet<String> {
    let mut texts = vec![grid.header(column)];
    texts.extend(grid.caption.as_ref().map(|caption| caption.title.clone()));
    texts.extend(
        grid.body_rows()
            .map(|row| grid.text(row, column).to_owned()),
    );
    texts
        .iter()
        .flat_map(|text| keywords(&tokens(text)))
        .collect()
}

/// Whether most cells of a column are ranges of a roll or of numbers: `0 to 8`.
fn has_ranges(grid: &Grid, column: usize) -> bool {
    let cells = grid.body_rows().map(|row| grid.text(row, column));
    let is_range = |text: &str| matches!(Key::parse(text), Some(Key::Range(..)));
    cells.filter(|text| is_range(text)).count() * 2 >= grid.body_rows().count()
}

/// The numbers of a cell.
fn cell_values(grid: &Grid, row: usize, column: usize) -> Vec<CellValue> {
    let Some(cell) = grid.at(row, column) else {
        return Vec::new();
    };
    let words = tokens(grid.text(row, column));
    if words.len() > 9 {
        return Vec::new();
    }
    let values = words.iter().filter_map(|word| {
        let signed = word.signed();
        let number = signed.or_else(|| word.count())?;
        Some(CellValue {
            value: Value {
                number,
                is_signed: signed.is_some(),
            },
            column,
            span: cell.span,
        })
    });
    values.collect()
}

/// Places of the clauses of a sentence.
fn clauses(words: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        let is_stop =
            word.is_any_mark(&[';', ',', ':']) || word.is_word(&["and", "but", "while", "whereas"]);
        if is_stop && at > start {
            found.push(start..at);
        }
        if is_stop {
            start = at + 1;
        }
    }
    if start < words.len() {
        found.push(start..words.len());
    }
    found
}

/// Whether a number is a quantity, and not the number of a section, a share, a date or an article.
fn is_quantity(words: &[Token<'_>], at: usize) -> bool {
    let back = at.checked_sub(1).and_then(|back| words.get(back));
    let next = words.get(at + 1);
    let is_named = back.is_some_and(|back| {
        back.is_word(&[
            "table", "chart", "section", "sections", "rule", "turn", "turns", "step", "page",
            "part", "case", "figure", "scenario", "level", "number", "only", "any", "at", "no",
            "the", "every",
        ])
    });
    let is_share = next.is_some_and(|next| next.is_any_mark(&['%', '/', '×']))
        || next.is_some_and(|next| next.is_word(&["per", "times", "of", "percent"]));
    let lead = at.checked_sub(2).and_then(|lead| words.get(lead));
    let is_roll = back.is_some_and(|back| back.is_word(&["of", "a"]))
        && lead.is_some_and(|lead| lead.is_word(&["roll", "rolls", "on"]));
    if is_roll {
        return false;
    }
    // `one` is often an article.
    let is_article = words.get(at).is_some_and(|word| word.is_word(&["one"]));
    !is_named && !is_share && !is_article
}
