//! Numbers in sentences, linked to a cell of a table by the row and the column that the words around them name: no cell that may be
//! meant has this number.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::named_cells::{Cell, Index, Mention, Place, Row, Sort, Table, header_stems, measure};
use super::reported::Reported;
use super::values::CHANGED;
use super::words::{Token, stem, tokens};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables: Vec<Table> = context
        .grids()
        .filter(|(block, _)| !context.is_one_of_scenarios(*block))
        .filter_map(|(block, grid)| Table::new(context, block, grid))
        .collect();
    let index = Index::new(tables);
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let mut last: Option<(usize, Vec<Place>)> = None;
    for one in context.sentences() {
        let block = one.prose.block;
        let stems: Vec<String> = one.words.iter().map(|word| stem(word.text)).collect();
        let mentions = index.mentions(&stems);
        let carried = last.as_ref().filter(|(known, _)| *known == block);
        let carried: &[Place] = carried.map_or(&[], |(_, places)| places);
        // What is worn or done in an example changes the values of its units.
        let is_open = context.is_one_of_scenarios(block)
            || context.is_profile(block)
            || context.is_example(block);
        if !is_open {
            let subject = Subject {
                one,
                stems: &stems,
                mentions: &mentions,
                carried,
                lead: lead(&one.words),
            };
            found.extend(subject.judge(context, &index));
        }
        let has_pronoun = one.words.iter().take(3).any(is_pronoun);
        if !has_pronoun || carried.is_empty() {
            let first = mentions.iter().map(|mention| mention.words.start).min();
            let first = mentions
                .iter()
                .filter(|mention| Some(mention.words.start) == first);
            last = Some((block, first.map(|mention| mention.place).collect()));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

fn is_pronoun(word: &Token<'_>) -> bool {
    word.is_word(&["he", "she", "it", "they", "his", "her", "its", "their"])
}

/// Further words of a clause by which its number need not be that of the table.
const JOINED: [&str; 17] = [
    "eliminated",
    "destroyed",
    "killed",
    "captured",
    "vp",
    "gains",
    "scores",
    "wins",
    "all",
    "altogether",
    "together",
    "both",
    "between",
    "least",
    "most",
    "still",
    "therefore",
];

/// A sentence with the rows that it names.
struct Subject<'s, 'a> {
    one: &'s Sentence<'a>,
    stems: &'s [String],
    mentions: &'s [Mention],
    /// The rows that a pronoun may mean.
    carried: &'s [Place],
    /// Stems of the words before a colon at its start.
    lead: Vec<String>,
}

impl Subject<'_, '_> {
    fn judge(&self, context: &Context<'_>, index: &Index) -> Vec<Diagnostic> {
        let numbers = (0..self.one.words.len()).filter_map(|at| self.number(context, index, at));
        numbers.collect()
    }

    /// The rows that a number may belong to, the most likely first.
    fn rows(&self, at: usize, clause: &Range<usize>) -> Vec<Place> {
        let words = self.one.words.as_slice();
        let mut places = Vec::new();
        // `It runs 16 inches at Full, the same as a raider`
        let is_carried = words.iter().take(at.min(3)).any(is_pronoun);
        if is_carried {
            places.extend(self.carried);
        }
        let before = self
            .mentions
            .iter()
            .rev()
            .filter(|one| one.words.end <= at && !self.is_beside(one));
        places.extend(before.map(|one| one.place));
        // `10 points for a Guard`
        let after = self.mentions.iter().filter(|one| {
            let lead = words.get(at + 1..one.words.start).unwrap_or_default();
            one.words.start > at
                && clause.contains(&one.words.start)
                && lead.iter().any(|word| word.is_word(&["for", "of", "by"]))
        });
        places.extend(after.map(|one| one.place));
        places
    }

    /// Whether a name only says what else the sentence is about: `carronades for a Frigate cost 10 points`.
    fn is_beside(&self, one: &Mention) -> bool {
        let words = self.one.words.as_slice();
        let mut before = one.words.start.checked_sub(1);
        let is = |place: Option<usize>, any: &[&str]| {
            place
                .and_then(|place| words.get(place))
                .is_some_and(|word| word.is_word(any))
        };
        if is(before, &["a", "an", "the"]) {
            before = before.and_then(|place| place.checked_sub(1));
        }
        is(
            before,
            &[
                "for", "against", "with", "than", "by", "like", "as", "near", "from",
            ],
        )
    }

    /// The number of rows of one table that are named since the number before: `Baghdad and Mosul, 10 points`.
    fn n_named(&self, at: usize) -> usize {
        let words = self.one.words.as_slice();
        let head = words.get(..at).unwrap_or_default();
        let since = head.iter().rposition(|word| word.count().is_some());
        let named = self
            .mentions
            .iter()
            .filter(|one| one.words.end <= at && since.is_none_or(|since| one.words.start > since));
        let mut tables: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for one in named {
            tables.entry(one.place.0).or_default().insert(one.place.1);
        }
        tables.values().map(BTreeSet::len).max().unwrap_or(0)
    }

    /// Whether the sentence counts pieces, so that a number may be that of several: `2 Cossacks and 1 Dragoon, 10 strength points`.
    fn is_counted(&self, clause: &[Token<'_>]) -> bool {
        let words = self.one.words.as_slice();
        let counted = self.mentions.iter().filter(|one| {
            let before = one.words.start.checked_sub(1);
            let count = before.and_then(|at| words.get(at)).and_then(Token::count);
            count.is_some()
        });
        let is_each = clause
            .iter()
            .any(|word| word.is_word(&["each", "apiece", "every"]));
        counted.count() > 0 && !is_each
    }

    fn number(&self, context: &Context<'_>, index: &Index, at: usize) -> Option<Diagnostic> {
        let words = self.one.words.as_slice();
        let value = words.get(at)?.whole()?;
        let is_count = self.mentions.iter().any(|one| one.words.start == at + 1);
        let is_inside = self.mentions.iter().any(|one| one.words.contains(&at));
        let clause = clause(words, at);
        let own = words.get(clause.clone())?;
        let is_changed = own
            .iter()
            .any(|word| word.is_word(&CHANGED) || word.is_word(&JOINED) || word.signed().is_some());
        if is_count || is_inside || is_changed || !is_plain(words, at) {
            return None;
        }
        let is_scaled = words
            .iter()
            .any(|word| word.is_word(&["twice", "double", "doubled", "half", "halved"]));
        if is_scaled || self.is_counted(own) || self.n_named(at) >= 2 {
            return None;
        }
        let rows = self.rows(at, &clause);
        let mut links: Vec<(u8, Place, usize)> = Vec::new();
        for place in &rows {
            let table = index.tables.get(place.0)?;
            for (column, _) in table.columns.iter().enumerate() {
                let strength = self.strength(table, *place, column, at, &clause);
                if strength > 0 && index.row(*place)?.cells.get(column)?.is_some() {
                    links.push((strength, *place, column));
                }
            }
        }
        let cell = |(place, column): (Place, usize)| index.row(place)?.cells.get(column)?.as_ref();
        let holds = |own: &Cell| own.low == value || own.high == value || own.low == -value;
        let best = links.iter().map(|(strength, ..)| *strength).max()?;
        // A cell that may be meant has this number: of a column that is named, else any of a row that is named.
        let agrees = match best {
            3 => links.iter().any(|(strength, place, column)| {
                *strength >= 2 && cell((*place, *column)).is_some_and(holds)
            }),
            _ => rows.iter().any(|place| {
                index
                    .row(*place)
                    .is_some_and(|row| row.cells.iter().flatten().any(holds))
            }),
        };
        let named: Vec<&Row> = rows.iter().filter_map(|place| index.row(*place)).collect();
        if agrees || best < 3 && Self::is_in_a_column(context, &named, value) {
            return None;
        }
        let (_, place, column) = *links
            .iter()
            .find(|(strength, ..)| *strength == best && best >= 2)?;
        // The forces of a scenario are those of its beginning.
        let block = index.tables.get(place.0)?.block;
        if context.scenario(block).is_some()
            && context.home(block) != context.home(self.one.prose.block)
        {
            return None;
        }
        // All columns that may be meant of this row have one number.
        let target = cell((place, column))?;
        let rivals = links
            .iter()
            .filter(|(strength, own, _)| *strength == best && *own == place);
        let is_clear = rivals.clone().all(|(_, own, other)| {
            cell((*own, *other)).is_some_and(|other| other.low == target.low)
        });
        let numbers = words.iter().enumerate().filter(|(other, _)| *other != at);
        let mut numbers = numbers.filter_map(|(_, word)| word.count());
        let has_number = numbers.any(|other| other == target.low || other == target.high);
        if !is_clear || has_number || target.is_range {
            return None;
        }
        // Another kind of number is far from that of the cell.
        let is_far = value > target.low * 3 + 2 || target.low > value * 3 + 2;
        if is_far && target.low >= 0 {
            return None;
        }
        let row = index.row(place)?;
        let header = &index.tables.get(place.0)?.columns.get(column)?.header;
        let there = target.low;
        let message = format!(
            "“{}” of “{}” is {value} here and {there} in the table",
            header.trim(),
            row.label.trim()
        );
        Some(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(
                    self.one.span(words.get(at)?.range.clone())?,
                    value.to_string(),
                )
                .label(target.span, format!("{there} in the table"))
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(self.one.prose.block)),
        )
    }

    /// Whether a name of a row is the header of a column elsewhere, which has the number: `costs a Motor boat 2 inches`.
    fn is_in_a_column(context: &Context<'_>, rows: &[&Row], value: i64) -> bool {
        context.grids().any(|(_, grid)| {
            let mut named = (1..grid.n_columns).filter(|column| {
                let header = header_stems(&grid.header(*column));
                rows.iter().any(|row| header.ends_with(&row.stems))
            });
            named.any(|column| {
                let mut cells = grid.body_rows().map(|row| tokens(grid.text(row, column)));
                cells.any(|words| words.first().and_then(Token::count) == Some(value))
            })
        })
    }

    /// Strength of the link of a number to a column, from 0: 3 by its header beside it, 2 by its unit of measure or its verb.
    fn strength(
        &self,
        table: &Table,
        place: Place,
        column: usize,
        at: usize,
        clause: &Range<usize>,
    ) -> u8 {
        let Some(own) = table.columns.get(column) else {
            return 0;
        };
        let words = self.one.words.as_slice();
        let measure = measure(words, at + 1);
        let has_unit = measure.is_some_and(|unit| own.units.contains(unit));
        // `6 inches` is no number of points.
        let is_other = measure.is_some() && !own.units.is_empty() && !has_unit;
        if is_other || own.sort == Sort::Count {
            return 0;
        }
        let is_label = |range: &Range<usize>| {
            self.mentions.iter().any(|one| {
                one.place == place && one.words.start < range.end && range.start < one.words.end
            })
        };
        // `Movement allowances: Camp 4, Herd 5`
        let is_listed = self
            .mentions
            .iter()
            .any(|one| one.place == place && one.words.end == at);
        if is_listed && self.lead.iter().any(|lead| own.stems.contains(lead)) {
            return 3;
        }
        let named = (!own.stems.is_empty()).then(|| {
            let length = own.stems.len();
            let mut starts = clause.start..clause.end.saturating_sub(length - 1);
            starts.find(|start| {
                let range = *start..*start + length;
                self.stems.get(range.clone()) == Some(own.stems.as_slice()) && !is_label(&range)
            })
        });
        if let Some(start) = named.flatten() {
            let gap = match start < at {
                true => at - start,
                false => start - at,
            };
            return if gap <= 4 { 3 } else { 1 };
        }
        let clause_words = words.get(clause.clone()).unwrap_or_default();
        let has = |any: &[&str]| clause_words.iter().any(|word| word.is_word(any));
        let n_units = table
            .columns
            .iter()
            .filter(|other| measure.is_some_and(|unit| other.units.contains(unit)))
            .count();
        let costs = has(&[
            "cost", "costs", "pay", "pays", "price", "worth", "for", "at", "dear", "charges",
        ]);
        let moves = has(&[
            "move", "moves", "run", "runs", "walk", "walks", "march", "marches", "covers",
            "manages", "travels", "sails", "rides",
        ]);
        match own.sort {
            Sort::Cost if costs && (has_unit || measure.is_none() && has(&["cost", "costs"])) => 2,
            Sort::Move if costs => 0,
            Sort::Move if moves && (has_unit || measure.is_some()) => 2,
            Sort::Cost | Sort::Move | Sort::Other if has_unit && n_units == 1 => 2,
            Sort::Cost | Sort::Move | Sort::Other | Sort::Count => 0,
        }
    }
}

/// Stems of the words before a colon at the start of a sentence.
fn lead(words: &[Token<'_>]) -> Vec<String> {
    let colon = words.iter().take(9).position(|word| word.is_mark(':'));
    let head = words.get(..colon.unwrap_or(0)).unwrap_or_default();
    head.iter().map(|word| stem(word.text)).collect()
}

/// Places of the words of the clause of a number.
fn clause(words: &[Token<'_>], at: usize) -> Range<usize> {
    let is_stop = |word: &Token<'_>| {
        word.is_any_mark(&['.', ';', ':', ',', '(', ')']) || word.is_word(&["and", "but", "while"])
    };
    let head = words.get(..at).unwrap_or_default();
    let start = head.iter().rposition(is_stop).map_or(0, |stop| stop + 1);
    let end = words.iter().skip(at + 1).position(is_stop);
    start..end.map_or(words.len(), |end| at + 1 + end)
}

/// Whether a number is a quantity, and not a place, a date, a chance or the number of a rule.
fn is_plain(words: &[Token<'_>], at: usize) -> bool {
    let is = |place: Option<usize>, any: &[&str]| {
        place
            .and_then(|place| words.get(place))
            .is_some_and(|word| word.is_word(any))
    };
    let back = at.checked_sub(1);
    let names = [
        "table", "chart", "section", "rule", "turn", "turns", "step", "phase", "page", "part",
        "case", "figure", "number", "year",
    ];
    let is_chance = is(Some(at + 1), &["times", "in", "per", "or", "to", "out"])
        || words
            .get(at + 1)
            .is_some_and(|next| next.is_any_mark(&['%', '/', ':', '-', '–']));
    let is_end = is(back, &["to", "or", "between", "and", "than", "by"]);
    let is_marked = back
        .and_then(|back| words.get(back))
        .is_some_and(|before| before.is_any_mark(&['–', '-', '/', ':', '(', '[']));
    // `a wounded Lancer (Shoot 0)`
    let head = words.get(..at).unwrap_or_default();
    let bracket = head.iter().rposition(|word| word.is_any_mark(&['(', ')']));
    let is_bracketed =
        bracket.is_some_and(|place| head.get(place).is_some_and(|word| word.is_mark('(')));
    !is(back, &names) && !is_chance && !is_end && !is_marked && !is_bracketed
}
