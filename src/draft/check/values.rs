//! Numbers of what a table lists, wherever the text gives them. Which words of the text mean which column is learned from the places that
//! agree: `(60)` after the name of a fighter is the cost if most such numbers are, `5 squares` is the speed.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, is_compared_with, stem, tokens};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let index = Index::new(context);
    if index.names.is_empty() {
        return;
    }
    let uses = index.uses(context);
    let meanings = Meanings::learn(context, &index, &uses);
    let reported = Reported::new(diagnostics);
    let mut found: Vec<Diagnostic> = uses
        .iter()
        .filter_map(|one| meanings.judge(context, &index, one))
        .collect();
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Index of a name or of a header.
type Id = usize;

/// Whole numbers of the tables by the name of their row and the header of their column.
#[derive(Default)]
struct Index {
    /// Stems of the words of each name, and the name as written.
    names: Vec<(Vec<String>, String)>,
    /// Names by the stem of their first word, the longest first.
    by_first: BTreeMap<String, Vec<Id>>,
    /// Stems of each header, and the header as written.
    headers: Vec<(Vec<String>, String)>,
    cells: BTreeMap<(Id, Id), Vec<(i64, Span)>>,
}

impl Index {
    fn new(context: &Context<'_>) -> Self {
        let mut index = Self::default();
        for (block, grid) in context.grids() {
            let is_lookup = axes(context, block, grid).iter().any(|axis| axis.is_column);
            if is_lookup || context.is_one_of_scenarios(block) {
                continue;
            }
            let names = grid.row_names();
            for column in 1..grid.n_columns {
                let header = grid.header(column);
                let stems = stems_of(&tokens(&header));
                for (row, text) in &names {
                    let row = *row;
                    let name = name_of(text);
                    let words = tokens(grid.text(row, column));
                    let value = words.first().and_then(Token::whole);
                    let is_plain = words.len() == 1
                        || words.len() == 2
                            && words.get(1).is_some_and(|unit| {
                                unit.kind == Kind::Word || unit.is_any_mark(&['"', '″', '”'])
                            });
                    let cell = grid.at(row, column).map(|cell| cell.span);
                    if let (Some(value), Some(span), true) = (
                        value,
                        cell,
                        is_plain && !name.is_empty() && !stems.is_empty(),
                    ) {
                        let name = index.name(name, text);
                        let header = index.header(&stems, &header);
                        let cells = index.cells.entry((name, header)).or_default();
                        cells.push((value, span));
                    }
                }
            }
        }
        for (id, (name, _)) in index.names.iter().enumerate() {
            if let Some(first) = name.first() {
                index.by_first.entry(first.clone()).or_default().push(id);
            }
        }
        for ids in index.by_first.values_mut() {
            ids.sort_by_key(|id| {
                std::cmp::Reverse(index.names.get(*id).map_or(0, |(name, _)| name.len()))
            });
        }
        index
    }

    fn name(&mut self, name: Vec<String>, text: &str) -> Id {
        let known = self.names.iter().position(|(own, _)| *own == name);
        known.unwrap_or_else(|| {
            self.names.push((name, text.trim().to_owned()));
            self.names.len() - 1
        })
    }

    fn header(&mut self, stems: &[String], text: &str) -> Id {
        let known = self.headers.iter().position(|(own, _)| own == stems);
        known.unwrap_or_else(|| {
            self.headers.push((stems.to_vec(), text.trim().to_owned()));
            self.headers.len() - 1
        })
    }

    /// The values of a name under each header.
    fn of(&self, name: Id) -> impl Iterator<Item = (Id, &[(i64, Span)])> {
        let cells = self.cells.range((name, 0)..(name + 1, 0));
        cells.map(|((_, header), values)| (*header, values.as_slice()))
    }

    /// The names in some words, each with the places of its words; the longest at each place.
    fn mentions(&self, words: &[Token<'_>]) -> Vec<(Range<usize>, Id)> {
        let stems: Vec<String> = words.iter().map(|word| stem(word.text)).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(first) = stems.get(at) {
            let ids = self.by_first.get(first).into_iter().flatten();
            let longest = ids.copied().find_map(|id| {
                let (name, _) = self.names.get(id)?;
                let own = stems.get(at..at + name.len())?;
                (own == name.as_slice()).then_some((id, name.len()))
            });
            match longest {
                Some((id, length)) => {
                    found.push((at..at + length, id));
                    at += length;
                }
                None => at += 1,
            }
        }
        found
    }

    /// Units of measure of headers, where the text says so: `Cost is in crowns`, `Speed is the number of squares`.
    fn defined(&self, context: &Context<'_>) -> BTreeSet<(String, Id)> {
        let mut found = BTreeSet::new();
        for one in context.sentences() {
            let Some(verb) = one
                .words
                .iter()
                .position(|word| word.is_word(&["is", "are"]))
            else {
                continue;
            };
            let head = one.words.get(..verb).unwrap_or_default();
            let stems = stems_of(head);
            let header = (1..=3).contains(&head.len()).then(|| {
                let headers = self.headers.iter().enumerate();
                let named = headers
                    .filter(|(_, (own, _))| !own.is_empty() && stems.ends_with(own))
                    .max_by_key(|(_, (own, _))| own.len());
                named.map(|(id, _)| id)
            });
            let Some(header) = header.flatten() else {
                continue;
            };
            let rest = one.words.get(verb + 1..).unwrap_or_default();
            let unit = match rest {
                [lead, unit, ..] if lead.is_word(&["in"]) => Some(unit),
                [the, number, of, unit, ..]
                    if the.is_word(&["the"])
                        && number.is_word(&["number"])
                        && of.is_word(&["of"]) =>
                {
                    Some(unit)
                }
                _ => None,
            };
            let unit = unit.filter(|unit| unit.kind == Kind::Word && !unit.is_word(&BESIDE));
            found.extend(unit.map(|unit| (stem(unit.text), header)));
        }
        found
    }

    fn uses<'s, 'a>(&self, context: &'s Context<'a>) -> Vec<Use<'s, 'a>> {
        let mut found = Vec::new();
        let mut last: Option<(usize, Id)> = None;
        for one in context.sentences() {
            let mentions = self.mentions(&one.words);
            let block = one.prose.block;
            let carried = last.filter(|(known, _)| *known == block).map(|(_, id)| id);
            let is_profile = context.is_profile(block);
            if !context.is_one_of_scenarios(block) {
                let numbers = (0..one.words.len()).filter_map(|at| {
                    let value = one.words.get(at)?.count()?;
                    let (mut names, is_beside) = subjects(&one.words, at, &mentions, carried);
                    if is_profile && names.is_empty() {
                        names.extend(carried);
                    }
                    (!names.is_empty()).then(|| Use {
                        one,
                        at,
                        value,
                        forms: forms(&one.words, at, &mentions),
                        names,
                        is_beside,
                    })
                });
                found.extend(numbers.filter(|one| !one.forms.is_empty()));
            }
            // `It costs 3 points`, of what the sentence before begins with.
            let is_pronoun = one.words.iter().take(3).any(is_pronoun);
            let first = mentions.first().map(|(_, id)| (block, *id));
            last = match is_pronoun || is_profile {
                true => last.filter(|(known, _)| *known == block).or(first),
                false => first,
            };
        }
        found
    }
}

fn is_pronoun(word: &Token<'_>) -> bool {
    word.is_word(&["he", "she", "it", "they", "his", "her", "its", "their"])
}

/// Stems of the words of a name before its first mark.
fn name_of(text: &str) -> Vec<String> {
    let head = text.split(['(', ',', ':', ';']).next().unwrap_or_default();
    let words = tokens(head);
    let is_name = words
        .iter()
        .all(|word| word.kind == Kind::Word || word.whole().is_some())
        && words
            .iter()
            .any(|word| word.kind == Kind::Word && word.text.chars().count() >= 3)
        && words.len() <= 4;
    match is_name {
        true => words.iter().map(|word| stem(word.text)).collect(),
        false => Vec::new(),
    }
}

fn stems_of(words: &[Token<'_>]) -> Vec<String> {
    let words = words.iter().filter(|word| word.kind == Kind::Word);
    words.map(|word| stem(word.text)).collect()
}

/// A number of the text with what it may belong to.
struct Use<'s, 'a> {
    one: &'s Sentence<'a>,
    at: usize,
    value: i64,
    forms: Vec<Form>,
    /// The names that it may belong to, the nearest first.
    names: Vec<Id>,
    /// Whether the nearest name is directly before the number, or nearly.
    is_beside: bool,
}

impl Use<'_, '_> {
    fn is_bracketed(&self) -> bool {
        let mut forms = self.forms.iter();
        forms.any(|form| matches!(form, Form::Brackets(_)))
    }

    /// Whether its number need not be that of the table.
    fn is_changed(&self, context: &Context<'_>) -> bool {
        let words = &self.one.words;
        let is_signed = words.iter().any(|word| word.signed().is_some());
        // What is worn or done in an example changes the values of its units.
        let is_example = context.is_example(self.one.prose.block);
        self.one.has(&CHANGED)
            || !self.is_bracketed() && (is_signed || is_example && !self.is_beside)
    }
}

/// Words beside a number by which it may be that of a column.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// `Guard (6)`, perhaps with the unit of measure.
    Brackets(String),
    /// `6 dice`
    Unit(String),
    /// `Speed 6`, `a speed of 6`
    Property(String),
}

/// Words next to any number.
const BESIDE: [&str; 30] = [
    "a", "an", "the", "of", "is", "are", "and", "or", "to", "at", "in", "on", "for", "with", "has",
    "have", "by", "from", "its", "his", "her", "their", "than", "as", "that", "which", "only",
    "each", "if", "up",
];

fn forms(words: &[Token<'_>], at: usize, mentions: &[(Range<usize>, Id)]) -> Vec<Form> {
    let word = |place: Option<usize>| place.and_then(|place| words.get(place));
    let unit = word(Some(at + 1))
        .filter(|unit| unit.kind == Kind::Word && !unit.is_word(&BESIDE))
        .map(|unit| stem(unit.text));
    let before = at.checked_sub(1);
    let mut found = Vec::new();
    if word(before).is_some_and(|open| open.is_mark('(')) {
        let close = at + 1 + usize::from(unit.is_some());
        let is_whole = word(Some(close)).is_some_and(|close| close.is_any_mark(&[')', ',']));
        let is_beside = mentions.iter().any(|(place, _)| Some(place.end) == before);
        if is_whole && is_beside {
            found.push(Form::Brackets(unit.clone().unwrap_or_default()));
        }
        return found;
    }
    // `4 Guards`: a number of those that the table lists.
    let is_count = mentions.iter().any(|(place, _)| place.start == at + 1);
    if is_count {
        return found;
    }
    found.extend(unit.map(Form::Unit));
    let mut place = before;
    while word(place).is_some_and(|word| word.is_word(&["of", "is", "a", "an", "only"])) {
        place = place.and_then(|place| place.checked_sub(1));
    }
    let property = word(place)
        .filter(|word| word.kind == Kind::Word && !word.is_word(&BESIDE) && word.count().is_none());
    let is_name = mentions
        .iter()
        .any(|(range, _)| place.is_some_and(|place| range.contains(&place)));
    if let Some(property) = property.filter(|_| !is_name) {
        found.push(Form::Property(stem(property.text)));
    }
    found
}

/// The names that a number may belong to, and whether the nearest is directly before it, or nearly.
fn subjects(
    words: &[Token<'_>],
    at: usize,
    mentions: &[(Range<usize>, Id)],
    carried: Option<Id>,
) -> (Vec<Id>, bool) {
    // `10 points for a Guard`
    let follows = |range: &Range<usize>| {
        let between = words.get(at + 1..range.start);
        between.is_some_and(|between| {
            between.len() <= 4 && between.iter().any(|word| word.is_word(&["for"]))
        })
    };
    if let Some((_, id)) = mentions.iter().find(|(range, _)| follows(range)) {
        return (vec![*id], false);
    }
    let before = mentions.iter().rev().filter(|(range, _)| range.end <= at);
    let is_beside = before
        .clone()
        .next()
        .is_some_and(|(range, _)| range.end + 4 >= at);
    let before: Vec<Id> = before.map(|(_, id)| *id).collect();
    if !before.is_empty() {
        return (before, is_beside);
    }
    let is_meant = words.iter().any(is_pronoun) && mentions.is_empty();
    (carried.filter(|_| is_meant).into_iter().collect(), false)
}

/// Words by which a number is not that of the table.
pub(super) const CHANGED: [&str; 57] = [
    "further",
    "farther",
    "half",
    "double",
    "doubled",
    "twice",
    "halved",
    "reduced",
    "left",
    "now",
    "remaining",
    "lost",
    "loses",
    "lose",
    "losing",
    "instead",
    "becomes",
    "became",
    "become",
    "plus",
    "minus",
    "another",
    "extra",
    "additional",
    "more",
    "less",
    "fewer",
    "down",
    "raises",
    "raise",
    "raised",
    "drops",
    "falls",
    "drop",
    "increases",
    "increased",
    "would",
    "if",
    "could",
    "unless",
    "without",
    "rolls",
    "rolled",
    "roll",
    "throws",
    "throw",
    "total",
    "makes",
    "make",
    "adds",
    "add",
    "subtract",
    "subtracts",
    "counts",
    "needs",
    "away",
    "within",
];

/// The headers that each form of words means, with the number of places that agree.
struct Meanings {
    known: BTreeMap<Form, Vec<(Id, usize)>>,
}

/// Blocks and names at which uses of a form agree with a column, and the number of uses that do not.
type Agreement = (BTreeSet<(usize, Id)>, usize);

impl Meanings {
    fn learn(context: &Context<'_>, index: &Index, uses: &[Use<'_, '_>]) -> Self {
        let defined = index.defined(context);
        // Blocks that agree and places that do not, by form and header.
        let mut counts: BTreeMap<(Form, Id), Agreement> = BTreeMap::new();
        for one in uses {
            for form in &one.forms {
                let Some(first) = one.names.first() else {
                    continue;
                };
                let agrees = |name: Id, header: Id| {
                    let cells = index.cells.get(&(name, header));
                    cells.is_some_and(|cells| cells.iter().any(|(value, _)| *value == one.value))
                };
                for (header, _) in index.of(*first) {
                    let count = counts.entry((form.clone(), header)).or_default();
                    // `a net for the Retiarius (10)`: any of the names may be meant.
                    match one.names.iter().find(|name| agrees(**name, header)) {
                        Some(name) => {
                            count.0.insert((one.one.prose.block, *name));
                        }
                        None => count.1 += usize::from(!one.is_changed(context)),
                    }
                }
            }
        }
        let mut known: BTreeMap<Form, Vec<(Id, usize)>> = BTreeMap::new();
        for ((form, header), (agreeing, n_others)) in counts {
            // A word of the header itself says more than one that is learned.
            let word = match &form {
                Form::Brackets(word) | Form::Unit(word) | Form::Property(word) => word,
            };
            let header_stems = index.headers.get(header).map(|(stems, _)| stems.as_slice());
            let header_stems = header_stems.unwrap_or_default();
            let is_single = matches!(header_stems, [only] if only == word)
                || defined.contains(&(word.clone(), header));
            let is_named = header_stems.last() == Some(word) || header_stems.first() == Some(word);
            let n = agreeing.len();
            let is_learned = n >= 3 && n >= n_others * 3
                || is_named && n >= 1 && n >= n_others
                || is_single && n_others <= n + 1;
            if is_learned {
                known.entry(form).or_default().push((header, n));
            }
        }
        Self { known }
    }

    fn judge(&self, context: &Context<'_>, index: &Index, one: &Use<'_, '_>) -> Option<Diagnostic> {
        let words = &one.one.words;
        if one.is_changed(context) {
            return None;
        }
        // `16 inches, the same as a torpedo boat, and a Hull of 6`: the number is of what is compared.
        let head = words.get(..one.at)?;
        // `sink two coasters for 16 points`: what several gain.
        let is_gain = head.last().is_some_and(|last| last.is_word(&["for"]))
            && head.iter().any(|word| word.count().is_some_and(|n| n > 1));
        if is_compared_with(head) || is_gain {
            return None;
        }
        // The value of any name and column that may be meant; and a number of them, `two Guards (12)`.
        let counts: Vec<i64> = words
            .get(..one.at)?
            .iter()
            .filter_map(Token::count)
            .collect();
        let fits = |value: i64| {
            value == one.value || counts.iter().any(|count| count * value == one.value)
        };
        let is_known = one.names.iter().any(|name| {
            let mut all = index.of(*name);
            all.any(|(_, values)| values.iter().any(|(value, _)| fits(*value)))
        });
        if is_known {
            return None;
        }
        let name = one.names.first()?;
        let mut meant = one.forms.iter().filter_map(|form| {
            let all = self.known.get(form)?.iter();
            let own = all.filter_map(|(header, n)| {
                let cells = index.cells.get(&(*name, *header))?;
                Some((*n, *header, cells))
            });
            own.max_by_key(|(n, ..)| *n)
        });
        let (_, header, cells) = meant.next()?;
        // Another kind of number is far from those of the row.
        let is_near = |value: i64| value <= one.value * 2 && one.value <= value * 2;
        let (right, span) = cells.iter().find(|(value, _)| is_near(*value))?;
        let number = words.get(one.at)?;
        let (_, header) = index.headers.get(header)?;
        let (_, name) = index.names.get(*name)?;
        let message = format!(
            "“{header}” of “{name}” is {} here and {right} in the table",
            one.value
        );
        Some(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(one.one.span(number.range.clone())?, one.value.to_string())
                .label(*span, format!("{right} in the table"))
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.one.prose.block)),
        )
    }
}
