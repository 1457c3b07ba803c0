//! Lists of units with their numbers: prices in brackets, and the points of a force.
//!
//! Reports: E0711, E0713, E0720.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};

use super::context::{Context, Sentence};
use super::facts::stems;
use super::words::{Kind, Token, stem, tokens};
use super::wrong_sum::Slip;

/// Stems of the name, and number of each row of a column.
type Rows = Vec<(Vec<String>, i64)>;

/// Numbers of units, by the stem of the header of their column.
pub(super) struct Forces {
    columns: Vec<(String, Rows)>,
}

impl Forces {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let mut columns = Vec::new();
        for (_, grid) in context.grids() {
            for column in 1..grid.n_columns {
                let header = grid.header(column);
                let words = tokens(&header);
                let Some(last) = words.last().filter(|word| word.kind == Kind::Word) else {
                    continue;
                };
                let rows = grid.body_rows().filter_map(|row| {
                    let value = tokens(grid.text(row, column)).first()?.whole()?;
                    let (stems, _) = stems(grid.text(row, 0));
                    (!stems.is_empty()).then_some((stems, value))
                });
                let rows: Rows = rows.collect();
                // A first column of sides names no units.
                let names: BTreeSet<&Vec<String>> = rows.iter().map(|(name, _)| name).collect();
                if rows.len() >= 2 && names.len() == rows.len() {
                    columns.push((stem(last.text), rows));
                }
            }
        }
        Self { columns }
    }

    /// `a Knight (110), a Ranger (90) and two Archers (100)`: one price of several that is not that of the list.
    ///
    /// Reports: E0711.
    pub(super) fn prices(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = one.words.as_slice();
        let mut given: Vec<(i64, Vec<String>, &Token<'_>, String)> = Vec::new();
        for (at, open) in words
            .iter()
            .enumerate()
            .filter(|(_, word)| word.is_mark('('))
        {
            let number = words.get(at + 1).filter(|number| number.whole().is_some());
            let is_closed = words.get(at + 2).is_some_and(|close| close.is_mark(')'));
            let Some(number) = number.filter(|_| is_closed) else {
                continue;
            };
            let named = (1..=4).find_map(|n| {
                let count = words.get(at.checked_sub(n + 1)?)?;
                let count = count
                    .count()
                    .or_else(|| count.is_word(&["a", "an"]).then_some(1))?;
                let names = words.get(at - n..at)?;
                let text: Vec<&str> = names.iter().map(|word| word.text).collect();
                let text = text.join(" ");
                Some((count, stems(&text).0, text))
            });
            // `Basra (5)`: a name without a count.
            let bare = || {
                let n = (1..=3).take_while(|n| {
                    let word = at.checked_sub(*n).and_then(|place| words.get(place));
                    word.is_some_and(Token::is_capitalised)
                });
                let names = words.get(at - n.last()?..at)?;
                let text: Vec<&str> = names.iter().map(|word| word.text).collect();
                let text = text.join(" ");
                Some((1, stems(&text).0, text))
            };
            let named = named.or_else(bare);
            let Some((count, stems, name)) = named.filter(|_| open.range.start > 0) else {
                continue;
            };
            given.push((count, stems, number, name));
        }
        let (_, rows) = self.columns.iter().find(|(_, rows)| {
            let agree = given.iter().filter(|(count, stems, number, _)| {
                let row = rows.iter().find(|(own, _)| own == stems);
                row.is_some_and(|(_, price)| Some(price * count) == number.whole())
            });
            agree.count() >= 2
        })?;
        let mut wrong = given.iter().filter_map(|(count, stems, number, name)| {
            let (_, price) = rows.iter().find(|(own, _)| own == stems)?;
            (Some(price * count) != number.whole()).then_some((count * price, number, name))
        });
        let (right, number, name) = wrong.next()?;
        if wrong.count() > 1 {
            return None;
        }
        Some(
            Diagnostic::new(
                Code::ConflictingNumbers,
                format!("“{name}” is {} here and {right} in the list", number.text),
            )
            .label(one.span(number.range.clone())?, number.text)
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
        )
    }

    /// Columns whose numbers have a unit: the header is the unit, or speaks of a price.
    fn priced(&self, unit: &str) -> impl Iterator<Item = &Rows> {
        let prices = ["cost", "costs", "points", "price", "value", "pts"].map(stem);
        let is_points = ["points", "pts", "crowns", "gold", "coins", "VP"].map(stem);
        let is_price = is_points.iter().any(|own| own == unit);
        self.columns
            .iter()
            .filter(move |(header, _)| header == unit || is_price && prices.contains(header))
            .map(|(_, rows)| rows)
    }

    /// `four Frigates and a Brig (175 points)`: the price of what is listed before it.
    pub(super) fn slip(&self, words: &[Token<'_>]) -> Option<Slip> {
        let before = |at: usize, back: usize| at.checked_sub(back).and_then(|at| words.get(at));
        let mut places = (0..words.len()).filter(|at| {
            let is_marked = before(*at, 1)
                .is_some_and(|one| one.is_any_mark(&['(', ',', ':', '=']))
                || before(*at, 1).is_some_and(|one| one.is_word(&["all", "total"]))
                    && before(*at, 2).is_some_and(|one| one.is_word(&["in"]));
            words.get(*at).is_some_and(|word| word.whole().is_some())
                && is_marked
                && words
                    .get(at + 1)
                    .is_some_and(|unit| unit.kind == Kind::Word)
                && words.get(at + 2).is_none_or(|end| {
                    end.is_any_mark(&[')', '.', ',', ';']) || end.is_word(&["together", "in"])
                })
        });
        places.find_map(|at| self.priced_list(words, at))
    }

    /// The list before a total, if the total is not that of the list.
    fn priced_list(&self, words: &[Token<'_>], at: usize) -> Option<Slip> {
        let unit = stem(words.get(at + 1)?.text);
        let head = words.get(..at.checked_sub(1)?)?;
        let start = head
            .iter()
            .rposition(|word| word.is_any_mark(&[':', '(', ')', '.', ';']))
            .map_or(0, |start| start + 1);
        let list = head.get(start..)?;
        let number = words.get(at)?;
        let found = self.priced(&unit).find_map(|rows| {
            let (terms, unknown) = listed(list, rows, true);
            (!terms.is_empty() && unknown.is_empty()).then_some(terms)
        })?;
        let written = number.whole()?;
        // `Walk, Attack, Brace: 1 breath`: the price of each.
        if found.iter().all(|term| *term == written) {
            return None;
        }
        // One price alone has its total in brackets: `four boats (72 points)`.
        let is_bracketed = words.get(at.checked_sub(1)?)?.is_mark('(');
        let is_counted = list.iter().any(|word| word.count().is_some());
        if found.len() < 2 && !(is_bracketed && is_counted) {
            return None;
        }
        (found.iter().sum::<i64>() != written).then(|| Slip {
            range: list.first().map_or(0, |first| first.range.start)..number.range.end,
            terms: found,
            written,
        })
    }

    /// `three Spanish spears, four Gallic warbands and two War elephants`: the only name of a list of units that no list has.
    ///
    /// Reports: E0720.
    pub(super) fn unknown(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = one.words.as_slice();
        let is_named = |pair: &[Token<'_>]| matches!(pair, [count, name] if count.count().is_some() && name.is_capitalised());
        if words.windows(2).filter(|pair| is_named(pair)).count() < 2 {
            return None;
        }
        let parts = words.split(|word| word.is_any_mark(&[':', '.', ';', '(', ')']));
        for part in parts {
            for (_, rows) in &self.columns {
                let (terms, unknown) = listed(part, rows, false);
                let mut names = unknown
                    .iter()
                    .filter(|names| names.first().is_some_and(Token::is_capitalised));
                let (Some(names), None) = (names.next(), names.next()) else {
                    continue;
                };
                let (first, last) = (names.first()?, names.last()?);
                // `what two Districts yield` ends in a verb.
                let is_measure = first.text.bytes().all(|byte| byte.is_ascii_uppercase());
                let is_name = names.len() <= 3
                    && !is_measure
                    && !part.iter().any(|word| word.is_word(&["what"]));
                if terms.len() < 2 || !is_name || is_known(context, one, names) {
                    continue;
                }
                let range = first.range.start..last.range.end;
                let name = one.text.get(range.clone())?;
                let message = format!("no list has a unit “{name}”");
                return Some(
                    Diagnostic::new(Code::UnknownUnitName, message)
                        .label(one.span(range)?, "named here, among units of a list")
                        .help("correct the name; or add it to the list")
                        .confidence(Confidence::Likely)
                        .cite(context.citation(one.prose.block)),
                );
            }
        }
        None
    }
}

/// Whether the text has a name at other places, too, as that of a group, `five Commanders`: at two or more.
fn is_known(context: &Context<'_>, one: &Sentence<'_>, names: &[Token<'_>]) -> bool {
    let stems: Vec<String> = names.iter().map(|name| stem(name.text)).collect();
    let others = context.all_sentences().iter().filter(|other| {
        let own: Vec<String> = other.words.iter().map(|word| stem(word.text)).collect();
        other.text != one.text && own.windows(stems.len()).any(|window| window == stems)
    });
    others.take(2).count() == 2
}

/// Prices, or other numbers, of counted names in a list, and the names that no row has; with `has_bare` also of names without a count.
fn listed<'t, 'a>(
    list: &'t [Token<'a>],
    rows: &Rows,
    has_bare: bool,
) -> (Vec<i64>, Vec<&'t [Token<'a>]>) {
    let (mut terms, mut unknown) = (Vec::new(), Vec::new());
    let mut place = 0;
    while let Some(word) = list.get(place) {
        if has_bare
            && word.is_capitalised()
            && let Some((n, price)) = (1..=4).rev().find_map(|n| {
                let text: Vec<&str> = list
                    .get(place..place + n)?
                    .iter()
                    .map(|word| word.text)
                    .collect();
                let (own, _) = stems(&text.join(" "));
                let row = rows.iter().find(|(stems, _)| *stems == own)?;
                Some((n, row.1))
            })
        {
            terms.push(price);
            place += n;
            continue;
        }
        let is_the = word.is_word(&["the"]);
        let one = (is_the || word.is_word(&["a", "an"])).then_some(1);
        let count = word.count().or(one);
        // `three of them in one squadron`
        let is_inner = place > 0
            && list
                .get(place - 1)
                .is_some_and(|before| before.is_word(&["in", "at", "on", "with"]));
        let Some(count) = count else {
            place += 1;
            continue;
        };
        let rest = list.get(place + 1..).unwrap_or_default();
        let is_part = |word: &&Token<'_>| {
            word.kind == Kind::Word && !word.is_word(&["and", "or", "in", "on", "with"])
                || word.is_mark('-')
        };
        let n_names = rest.iter().take(5).take_while(is_part).count();
        let found = (1..=n_names.min(4)).rev().find_map(|n| {
            let names = rest.get(..n)?;
            let text: Vec<&str> = names.iter().map(|word| word.text).collect();
            let (own, _) = stems(&text.join(" "));
            let row = rows.iter().find(|(stems, _)| *stems == own)?;
            Some((n, row.1))
        });
        match found {
            Some((n, price)) => {
                terms.push(count * price);
                place += n + 1;
            }
            // `the sea`, `the Roman player`
            None if is_the || is_inner => place += 1,
            None => {
                unknown.push(rest.get(..n_names).unwrap_or_default());
                place += n_names + 1;
            }
        }
    }
    (terms, unknown)
}
