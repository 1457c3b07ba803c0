//! Numbers of units, in examples and elsewhere, that their tables do not have.
//!
//! Reports: E0711.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::examples::result_stems;
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, is_compared_with, stem, tokens};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let stats = Stats::new(context);
    for example in context.examples() {
        let found = example
            .iter()
            .filter_map(|one| stats.bracketed(context, one));
        diagnostics.extend(found.filter(|finding| !reported.has(finding)));
    }
    let found = context
        .sentences()
        .filter_map(|one| stats.check(context, one));
    diagnostics.extend(found.filter(|finding| !reported.has(finding)));
}

/// Numbers of units: the stems of a column and of a row, and the value.
pub(super) struct Stats {
    pub(super) columns: Vec<Stat>,
    /// Stems of the names of rows, with their values in columns of long names.
    others: Vec<(BTreeSet<String>, i64)>,
    /// Stems of the headers that are one word.
    headers: BTreeSet<String>,
}

/// Column of numbers of a table of units.
pub(super) struct Stat {
    /// Stems of the header.
    pub(super) header: BTreeSet<String>,
    pub(super) name: String,
    /// Stems of the name of a row, its value and place.
    pub(super) rows: Vec<(BTreeSet<String>, i64, Span)>,
}

impl Stats {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let (mut columns, mut others) = (Vec::new(), Vec::new());
        for (block, grid) in context.grids() {
            let is_lookup = axes(context, block, grid).iter().any(|axis| axis.is_column);
            if is_lookup || context.is_one_of_scenarios(block) {
                continue;
            }
            let names = grid.row_names();
            for column in 1..grid.n_columns {
                let name = grid.header(column);
                let header = result_stems(&tokens(&name));
                let rows: Vec<(BTreeSet<String>, i64, Span)> = names
                    .iter()
                    .filter_map(|(row, label)| {
                        let row = *row;
                        let words = tokens(grid.text(row, column));
                        let value = words.first()?.whole().filter(|_| words.len() <= 2)?;
                        let stems = result_stems(&tokens(label));
                        (!stems.is_empty()).then_some((stems, value, grid.at(row, column)?.span))
                    })
                    .collect();
                if (1..=2).contains(&header.len()) && rows.len() >= 2 {
                    columns.push(Stat { header, name, rows });
                } else {
                    others.extend(rows.into_iter().map(|(stems, value, _)| (stems, value)));
                }
            }
        }
        let single = columns
            .iter()
            .filter(|column: &&Stat| column.header.len() == 1);
        let headers = single
            .flat_map(|column| column.header.iter().cloned())
            .collect();
        Self {
            columns,
            others,
            headers,
        }
    }

    /// Whether a column is meant by one word: its header, or the last word of the only header that ends with it.
    fn is_meant(&self, column: &Stat, word: &String) -> bool {
        let ends = |column: &Stat| {
            let last = tokens(&column.name).last().map(|last| stem(last.text));
            last.as_ref() == Some(word)
        };
        let n = self.columns.iter().filter(|other| ends(other)).count();
        column.header.contains(word) && (column.header.len() == 1 || ends(column) && n == 1)
    }

    /// `found Silver (15)`: a number in brackets after the name of a row that has another.
    ///
    /// Reports: E0711.
    fn bracketed(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        words.windows(3).enumerate().find_map(|(at, window)| {
            let [open, number, close] = window else {
                return None;
            };
            let value = number.whole()?;
            if !open.is_mark('(') || !close.is_mark(')') {
                return None;
            }
            let is_name = |word: &&Token<'_>| {
                word.is_capitalised() && !word.is_word(&["a", "an", "the"])
                    || word.whole().is_some() && at > 1
            };
            let n = words.get(..at)?.iter().rev().take_while(is_name).count();
            // The first word of a sentence is a capital too.
            (1..=n.min(3)).rev().find_map(|n| {
                let name = words.get(at - n..at)?;
                let stems = result_stems(name);
                let all = self.columns.iter().flat_map(|column| column.rows.iter());
                let rows: Vec<_> = all.filter(|(own, ..)| *own == stems).collect();
                let before = (at - n).checked_sub(1).and_then(|place| words.get(place));
                // `a net for the Retiarius (10)`: the number is that of the net.
                let is_article = |word: &&Token<'_>| {
                    word.is_word(&["the", "a", "an", "his", "her", "its", "their"])
                };
                let lead = match before.filter(is_article) {
                    Some(_) => (at - n).checked_sub(2).and_then(|place| words.get(place)),
                    None => before,
                };
                if lead.is_some_and(|lead| lead.is_word(&["for", "of", "to", "with"])) {
                    return None;
                }
                let count = before.and_then(Token::count).unwrap_or(1);
                let (_, right, span) = rows.first()?;
                let others = self.others.iter().filter(|(own, _)| *own == stems);
                let is_right = rows
                    .iter()
                    .map(|(_, own, _)| own)
                    .chain(others.map(|(_, own)| own))
                    .any(|own| *own == value || own * count == value);
                // Another kind of number is far from those of the row.
                let is_near = rows.iter().any(|(_, own, _)| {
                    let own = own * count;
                    own < value * 2 && value < own * 2
                });
                if is_right || !is_near || one.has(&CHANGED) {
                    return None;
                }
                let name = one
                    .text
                    .get(name.first()?.range.start..name.last()?.range.end)?;
                let message = format!(
                    "“{name}” is {value} here, and {} in the table",
                    right * count
                );
                Some(
                    Diagnostic::new(Code::ConflictingNumbers, message)
                        .label(one.span(number.range.clone())?, value.to_string())
                        .label(*span, format!("{right} in the table"))
                        .help("correct one of them")
                        .confidence(Confidence::Likely)
                        .cite(context.citation(one.prose.block)),
                )
            })
        })
    }

    /// The only row of a column that a sentence names before a possessive: `The Boarder rolls a 5 and adds his Blade of 3`.
    fn owner(&self, one: &Sentence<'_>, start: usize, header: &String) -> Option<BTreeSet<String>> {
        let before = one.words.get(start.checked_sub(1)?)?;
        if !before.is_word(&["his", "her", "its", "their"]) {
            return None;
        }
        let head = one.words.get(..start)?;
        let columns = self.columns.iter();
        let rows = columns
            .filter(|column| self.is_meant(column, header))
            .flat_map(|column| column.rows.iter().map(|(stems, ..)| stems));
        let said = result_stems(head);
        let named: BTreeSet<&BTreeSet<String>> =
            rows.filter(|stems| stems.is_subset(&said)).collect();
        // `infantry` is not meant where `light infantry` is.
        let longest = named.iter().max_by_key(|stems| stems.len())?;
        let is_one = named.iter().all(|stems| stems.is_subset(longest));
        is_one.then(|| (*longest).clone())
    }

    /// `The Triplane has Guns 3`, `a Brig with a Hull of 5`: a number with the name of a column that no unit named in the sentence has.
    ///
    /// Reports: E0711.
    fn check(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        if one.has(&["would", "if", "had", "could", "unless", "instead"]) {
            return None;
        }
        for (place, number) in words.iter().enumerate() {
            let Some(value) = number.whole() else {
                continue;
            };
            let Some((header, start)) = beside(words, place).or_else(|| added(words, place)) else {
                continue;
            };
            // `the same as a gunboat, and a Hull of 6`: the number is of what is compared.
            let is_owned = start
                .checked_sub(1)
                .and_then(|owner| words.get(owner))
                .is_some_and(|owner| owner.is_word(&["whose"]));
            if !is_owned && words.get(..place).is_some_and(is_compared_with) {
                continue;
            }
            let near = words.get(place.saturating_sub(6)..(place + 3).min(words.len()));
            let is_changed = |word: &Token<'_>| {
                word.is_word(&CHANGED) || word.is_word(&["together", "altogether", "total"])
            };
            if near.is_some_and(|near| near.iter().any(is_changed)) {
                continue;
            }
            let (subject, is_name) = match self.owner(one, start, &header) {
                Some(owner) => (owner, false),
                None => subject(words, start, &self.headers),
            };
            let columns = self
                .columns
                .iter()
                .filter(|column| self.is_meant(column, &header));
            let mut own: Vec<(&Stat, i64, Span)> = Vec::new();
            for column in columns {
                let is_named = column.rows.iter().any(|(stems, ..)| *stems == subject);
                // `Wainwright`, of the only row that has this name in it.
                let has = |stems: &BTreeSet<String>| subject.is_subset(stems);
                let n_having = column.rows.iter().filter(|(stems, ..)| has(stems));
                let is_part = !is_named && is_name && n_having.count() == 1;
                let named = |(stems, ..): &&(BTreeSet<String>, i64, Span)| {
                    *stems == subject || is_part && has(stems)
                };
                own.extend(
                    column
                        .rows
                        .iter()
                        .filter(named)
                        .map(|(_, value, span)| (column, *value, *span)),
                );
            }
            let Some((column, right, span)) = own.first() else {
                continue;
            };
            let is_right = |(_, base, _): &(&Stat, i64, Span)| *base == value;
            if own.iter().any(is_right) {
                continue;
            }
            let message = format!(
                "“{}” is {value} here, and {right} in the table",
                column.name
            );
            return Some(
                Diagnostic::new(Code::ConflictingNumbers, message)
                    .label(one.span(number.range.clone())?, value.to_string())
                    .label(*span, format!("{right} in the table"))
                    .help("correct one of them")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(one.prose.block)),
            );
        }
        None
    }
}

/// Words by which a number is not that of the table.
const CHANGED: [&str; 20] = [
    "half",
    "double",
    "doubled",
    "halved",
    "reduced",
    "crippled",
    "left",
    "now",
    "remaining",
    "lost",
    "instead",
    "wounded",
    "damaged",
    "becomes",
    "became",
    "plus",
    "minus",
    "each",
    "another",
    "extra",
];

/// Stems of the unit that a value belongs to: the capitalised words before it, or what `The sloop, which has` begins with; empty if another
/// word or name is nearer. With it, whether they may be a part of a name, which `a Captain` and `without a Captain` are not.
fn subject(
    words: &[Token<'_>],
    start: usize,
    headers: &BTreeSet<String>,
) -> (BTreeSet<String>, bool) {
    let idle: &[&str] = &[
        "has", "have", "with", "a", "an", "the", "of", "which", "its", "his", "her", "at", "moves",
        "is", "and", "whose",
    ];
    let mut name: Vec<Token<'_>> = Vec::new();
    let mut is_kind = false;
    for word in words.get(..start).unwrap_or_default().iter().rev() {
        let is_joint = word.is_word(idle) || word.is_any_mark(&['(', ',', '.', '*']);
        // Other values are between the name and this one: `Destroyer Speed 3, Search 2`.
        let is_value = word.whole().is_some() || headers.contains(&stem(word.text));
        if name.is_empty() && (is_joint || is_value) {
            continue;
        }
        // `all look to Pemberton`: small letters before a name are no part of it.
        let is_whole = name.first().is_some_and(Token::is_capitalised) && !word.is_capitalised();
        let is_lead = word.is_word(&["so", "then", "but", "here", "thus", "now"]);
        if word.kind != Kind::Word || word.is_word(idle) || is_whole || is_lead {
            is_kind = word.is_word(&["a", "an", "any", "each", "every", "no", "without"]);
            break;
        }
        name.insert(0, word.clone());
    }
    let stems = result_stems(&name);
    let is_name = !is_kind && name.first().is_some_and(Token::is_capitalised) && !stems.is_empty();
    (stems, is_name)
}

/// The stem of a capitalised word of a value that a number is added for, and the place of the verb: `Gizur adds 4 for his Law`.
fn added(words: &[Token<'_>], place: usize) -> Option<(String, usize)> {
    let verb = place.checked_sub(1)?;
    let [for_, his, name] = words.get(place + 1..place + 4)? else {
        return None;
    };
    let is_added = words.get(verb)?.is_word(&["adds", "add", "adding"])
        && for_.is_word(&["for"])
        && his.is_word(&["his", "her", "its", "their"])
        && name.is_capitalised();
    is_added.then(|| (stem(name.text), verb))
}

/// The stem of a capitalised word of a value directly before a number, and its place: `Speed 4`, `Hull of 5`.
fn beside(words: &[Token<'_>], place: usize) -> Option<(String, usize)> {
    let is_operand = |word: Option<&Token<'_>>| {
        word.is_some_and(|word| word.is_any_mark(&['+', '-', '−', '–', '×', '=', '/']))
    };
    let mut before = place.checked_sub(1)?;
    if words.get(before)?.is_word(&["of"]) {
        before = before.checked_sub(1)?;
    }
    let mut is_owned = false;
    // `Pemberton, whose radius is 7`
    if words.get(before)?.is_word(&["is"]) {
        before = before.checked_sub(1)?;
        let owner = before.checked_sub(1).and_then(|owner| words.get(owner));
        is_owned = owner.is_some_and(|owner| owner.is_word(&["whose"]));
        if !is_owned {
            return None;
        }
    }
    let name = words.get(before)?;
    if is_operand(words.get(place + 1)) || !name.is_capitalised() && !is_owned {
        return None;
    }
    Some((stem(name.text), before))
}
