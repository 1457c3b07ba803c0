//! Results of examples against the table that gives them, by words that only one of its rows has: `a total of 9: the brigade is Disrupted`,
//! where only the row of 6 to 8 says `Disrupted`.
//!
//! Reports: E0723.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::examples::anchor;
use super::misread::other_row;
use super::reference::{Target, references_of};
use super::reported::Reported;
use super::table_keys::{axes, bands};
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let tables = context.tables();
    let tables = tables.filter_map(|(block, grid)| Table::new(context, block, grid));
    let tables: Vec<Table<'_>> = tables.collect();
    let mut found = Vec::new();
    for example in context.examples() {
        for at in 0..example.len() {
            found.extend(judge(context, &example, at, &tables));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A table of results in words that is looked up by numbers.
struct Table<'a> {
    block: usize,
    grid: &'a Grid,
    rows: Vec<Row<'a>>,
}

/// A row with its numbers and the words that only it has.
struct Row<'a> {
    keys: Vec<Key>,
    /// Stems that no other row has.
    own: BTreeSet<String>,
    /// Stems of each of its results.
    cells: Vec<BTreeSet<String>>,
    text: &'a str,
    span: Span,
}

/// Words for what a result happens to, which examples call by a name of its own, and words that every sentence may have.
const IDLE: [&str; 46] = [
    "unit", "units", "figure", "figures", "ship", "ships", "block", "blocks", "model", "models",
    "player", "side", "the", "and", "its", "his", "their", "one", "two", "three", "must", "may",
    "can", "all", "any", "each", "that", "this", "with", "from", "for", "both", "turn", "roll",
    "rolls", "die", "result", "total", "more", "less", "has", "are", "see", "points", "hit",
    "hits",
];

/// The telling words of a text, as stems.
fn telling(words: &[Token<'_>]) -> BTreeSet<String> {
    let words = words.iter().filter(|word| {
        word.kind == Kind::Word
            && word.text.len() >= 3
            && word.count().is_none()
            && !word.is_word(&IDLE)
    });
    words.map(|word| stem(word.text)).collect()
}

impl<'a> Table<'a> {
    fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Option<Self> {
        let known = axes(context, block, grid);
        let mut columns: Vec<super::table_keys::Axis> = bands(context, block, grid, &known);
        columns.extend(known.into_iter().filter(|axis| axis.is_column));
        // A calendar is looked up by the turn.
        let is_calendar = |column: usize| {
            let header = grid.header(column);
            let words = tokens(&header);
            words.first().is_some_and(|word| {
                word.is_word(&["turn", "turns", "round", "rounds", "date", "year"])
            })
        };
        columns.retain(|axis| !is_calendar(axis.column));
        let mut keys: BTreeMap<usize, Vec<Key>> = BTreeMap::new();
        for (row, key, _) in columns.iter().flat_map(|axis| &axis.keys) {
            if *row != usize::MAX && *key != Key::Other {
                keys.entry(*row).or_default().push(*key);
            }
        }
        let is_key = |column: usize| columns.iter().any(|axis| axis.column == column);
        let results = (0..grid.n_columns).filter(|column| !is_key(*column));
        let results: Vec<usize> = results.collect();
        // Words of the title say nothing about one row.
        let title: BTreeSet<String> = context.topic(block, Some(grid)).into_iter().collect();
        let of_cell = |row: usize, column: usize| -> BTreeSet<String> {
            let stems = telling(&tokens(grid.text(row, column)));
            stems.difference(&title).cloned().collect()
        };
        let said: Vec<(usize, BTreeSet<String>)> = grid
            .body_rows()
            .map(|row| {
                let cells = results.iter().map(|column| of_cell(row, *column));
                (row, cells.flatten().collect())
            })
            .collect();
        let rows = said.iter().filter_map(|(row, stems)| {
            let others = said.iter().filter(|(other, _)| other != row);
            let others: BTreeSet<&String> = others.flat_map(|(_, stems)| stems).collect();
            let own = stems.iter().filter(|stem| !others.contains(stem));
            let column = results.first()?;
            Some(Row {
                keys: keys.get(row)?.clone(),
                own: own.cloned().collect(),
                cells: results
                    .iter()
                    .map(|column| of_cell(*row, *column))
                    .collect(),
                text: grid.text(*row, *column).trim(),
                span: grid.at(*row, *column)?.span,
            })
        });
        let rows: Vec<Row<'_>> = rows.collect();
        let n_named = rows.iter().filter(|row| !row.own.is_empty()).count();
        (n_named >= 2 && rows.len() >= 3).then_some(Self { block, grid, rows })
    }

    /// The only row that some words name by words of no other row, if they have half of the words of one of its results.
    fn named(&self, said: &BTreeSet<String>) -> Option<&Row<'a>> {
        let mut rows = self.rows.iter();
        let mut rows = rows.by_ref().filter(|row| !row.own.is_disjoint(said));
        let (row, None) = (rows.next()?, rows.next()) else {
            return None;
        };
        let is_said = |cell: &BTreeSet<String>| {
            let n = cell.intersection(said).count();
            n * 2 >= cell.len() && !cell.is_disjoint(&row.own) && n > 0
        };
        row.cells.iter().any(is_said).then_some(row)
    }

    fn row(&self, value: i64) -> Option<&Row<'a>> {
        let holds = |row: &&Row<'_>| row.keys.iter().any(|key| key.contains(value));
        self.rows.iter().find(holds)
    }

    /// Whether an example is in the chapter of the table, or refers to it.
    fn is_reached(&self, context: &Context<'_>, one: &Sentence<'_>) -> bool {
        let named = references_of(&one.prose.text.plain, context.words(&one.prose), true);
        let caption = self.grid.caption.as_ref();
        let number = caption.and_then(|caption| caption.number.as_ref());
        let is_named = named.iter().any(|reference| {
            reference.target == Target::Table
                && number.is_some_and(|number| number.is_same(&reference.number))
        });
        is_named || context.chapter(self.block) == context.chapter(one.prose.block)
    }
}

/// Verbs and words of a change of a roll, or of a result.
const CHANGES: [&str; 13] = [
    "add",
    "adds",
    "added",
    "subtract",
    "subtracts",
    "subtracted",
    "reduced",
    "raised",
    "drops",
    "shift",
    "shifts",
    "shifted",
    "because",
];

/// Articles before a result that a unit has already.
const ARTICLES: [&str; 7] = ["the", "a", "an", "his", "her", "their", "other"];

/// Words by which a result is supposed, or the number is another one.
const SUPPOSED: [&str; 20] = [
    "would",
    "if",
    "had",
    "could",
    "should",
    "might",
    "unless",
    "needs",
    "need",
    "needed",
    "instead",
    "either",
    "until",
    "otherwise",
    "reroll",
    "rerolls",
    "not",
    "already",
    "still",
    "than",
];

/// Compares the result that a sentence names, or the next one, with the row of its number.
fn judge(
    context: &Context<'_>,
    example: &[&Sentence<'_>],
    at: usize,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let one = *example.get(at)?;
    let (place, is_total) = anchor(&one.words)?;
    let value = one.words.get(place)?.whole()?;
    let after = one.words.get(place + 1..)?;
    let ends = after.iter().all(|word| word.is_any_mark(&['.', '!', ')']));
    let next = example.get(at + 1).filter(|_| ends);
    let (source, words) = match next {
        Some(next) if anchor(&next.words).is_none() => (*next, next.words.as_slice()),
        Some(_) => return None,
        None => (one, after),
    };
    let is_supposed = |words: &[Token<'_>]| words.iter().any(|word| word.is_word(&SUPPOSED));
    if is_supposed(words) || is_supposed(&one.words) {
        return None;
    }
    // Another number before the result may be what is looked up.
    let n = words.iter().position(|word| word.whole().is_some());
    let words = words.get(..n.unwrap_or(words.len()))?;
    let said = telling(words);
    let values = match is_total {
        true => BTreeSet::from([value]),
        false => changed(value, example.get(..=at)?),
    };
    // A change whose number is not read.
    let has_change = one.has(&CHANGES) || words.iter().any(|word| word.is_word(&CHANGES));
    if has_change && !is_total && values.len() == 1 {
        return None;
    }
    let mut slips = Vec::new();
    for table in tables.iter().filter(|table| table.is_reached(context, one)) {
        let Some(named) = table.named(&said) else {
            continue;
        };
        let is_given = |value: &i64| {
            let keys = named.keys.iter();
            keys.clone().any(|key| key.contains(*value))
        };
        if values.iter().any(is_given) {
            return None;
        }
        slips.extend(table.row(value).map(|right| (named, right)));
    }
    let [(named, right)] = slips.as_slice() else {
        return None;
    };
    let is_own = |word: &&Token<'_>| named.own.contains(&stem(word.text));
    let (first, last) = (
        words.iter().position(|word| is_own(&word))?,
        words.iter().rfind(is_own)?,
    );
    // `The Disrupted Guards beside them`: of another unit.
    let article = first.checked_sub(1).and_then(|before| words.get(before));
    let is_attribute = article.is_some_and(|article| article.is_word(&ARTICLES))
        && words
            .get(first + 1)
            .is_some_and(|next| next.kind == Kind::Word && !next.is_word(&["and", "or", "so"]));
    if is_attribute {
        return None;
    }
    let first = words.get(first)?;
    let range = first.range.start..last.range.end;
    other_row(context, source, range, (value, right.text, right.span))
}

/// Possible totals of a roll after the changes in some sentences.
fn changed(value: i64, sentences: &[&Sentence<'_>]) -> BTreeSet<i64> {
    let mut found = BTreeSet::from([value]);
    let words = sentences.iter().flat_map(|one| &one.words);
    let words: Vec<&Token<'_>> = words.collect();
    let changes = words.windows(2).filter_map(|pair| {
        let [verb, number] = pair else {
            return None;
        };
        let spoken = match number.count() {
            Some(n) if verb.is_word(&["adds", "add", "plus", "adding"]) => Some(n),
            Some(n) if verb.is_word(&["subtracts", "subtract", "minus", "less"]) => Some(-n),
            Some(_) | None => None,
        };
        number.signed().or(spoken)
    });
    for change in changes.collect::<Vec<_>>().into_iter().rev().take(6) {
        let others: Vec<i64> = found.iter().map(|value| value + change).collect();
        found.extend(others);
    }
    found
}
