//! Dates and turns: dates that do not follow each other as the others of a table do, lengths of a turn against the time that the game covers,
//! and sentences that say which turns belong to a season or a part of the game.
//!
//! Reports: E0711.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let mut steps = Vec::new();
    for (block, grid) in context.tables() {
        for column in 0..grid.n_columns {
            let dates = dates(grid, column);
            found.extend(disorder(context, block, &dates));
            if let Some(step) = usual_step(&dates).filter(|_| is_of_turns(grid)) {
                steps.push((step, dates));
            }
        }
    }
    let records: Vec<Record<'_>> = context
        .tables()
        .filter(|(block, _)| !context.is_one_of_scenarios(*block))
        .filter_map(|(_, grid)| Record::new(grid))
        .collect();
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    for paragraph in all.chunk_by(|one, other| one.prose.block == other.prose.block) {
        if context.is_one_of_scenarios(paragraph.first().map_or(0, |one| one.prose.block)) {
            continue;
        }
        found.extend(length(context, paragraph, &steps));
        for one in paragraph {
            found.extend(
                records
                    .iter()
                    .filter_map(|record| record.check(context, one)),
            );
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The month that a word names, from 0.
pub(super) fn month_of(word: &Token<'_>) -> Option<usize> {
    let name = word.is_capitalised().then_some(word)?;
    MONTHS.iter().position(|month| name.is_word(&[month]))
}

/// Whether a word is the name of a month.
pub(super) fn is_month(word: &Token<'_>) -> bool {
    word.is_capitalised() && word.is_word(&MONTHS)
}

/// Days before each month, of a year without a leap day.
const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/// Exactness of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exactness {
    Day,
    /// `early`, `mid` or `late`.
    Part,
    Month,
}

/// Date of a year that need not be named.
#[derive(Debug, Clone, Copy)]
pub(super) struct Date {
    pub(super) exactness: Exactness,
    /// Day of the year, from 0; of a month or a part of it, its first.
    pub(super) day: i64,
}

/// The first date of some words, with the range of its tokens.
pub(super) fn date(words: &[Token<'_>], from: usize) -> Option<(Date, Range<usize>)> {
    (from..words.len()).find_map(|at| {
        let word = words.get(at)?;
        let is_month = word.is_capitalised();
        let month = MONTHS
            .iter()
            .position(|month| is_month && word.is_word(&[month]))?;
        let start = *BEFORE.get(month)?;
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        // `mid-May`
        let hyphen = usize::from(before.is_some_and(|before| before.is_mark('-')));
        let part = at
            .checked_sub(1 + hyphen)
            .and_then(|before| words.get(before));
        let of_part = part.and_then(|part| match part {
            part if part.is_word(&["early"]) => Some(0),
            part if part.is_word(&["mid"]) => Some(10),
            part if part.is_word(&["late"]) => Some(15),
            _ => None,
        });
        if let Some(days) = of_part {
            let date = Date {
                exactness: Exactness::Part,
                day: start + days,
            };
            return Some((date, at - 1 - hyphen..at + 1));
        }
        let day = |word: Option<&Token<'_>>| {
            let word = word?;
            let endings = ["st", "nd", "rd", "th"];
            let short = endings.iter().find_map(|end| word.text.strip_suffix(end));
            let digits = short.unwrap_or(word.text);
            let value: i64 = digits.parse().ok()?;
            (1..=31).contains(&value).then_some(value)
        };
        let (exactness, added, range) = match (day(before), day(words.get(at + 1))) {
            (Some(value), _) => (Exactness::Day, value - 1, at - 1..at + 1),
            (None, Some(value)) => (Exactness::Day, value - 1, at..at + 2),
            (None, None) => (Exactness::Month, 0, at..at + 1),
        };
        let date = Date {
            exactness,
            day: start + added,
        };
        Some((date, range))
    })
}

/// The only date of each cell of a column that has one in all rows, with its place.
pub(super) fn dates(grid: &Grid, column: usize) -> Vec<(Date, Span)> {
    let found = grid.body_rows().map(|row| {
        let cell = grid.at(row, column)?;
        let words = tokens(&cell.text.plain);
        let (date, range) = date(&words, 0)?;
        let is_only = self::date(&words, range.end).is_none() && words.len() <= 6;
        let text = words.get(range.start)?.range.start..words.get(range.end - 1)?.range.end;
        let span = cell.text.span(text).filter(|_| is_only)?;
        Some((date, span))
    });
    let found: Vec<(Date, Span)> = found.collect::<Option<_>>().unwrap_or_default();
    let first = found.first().map(|(date, _)| date.exactness);
    let is_alike = found.iter().all(|(date, _)| Some(date.exactness) == first);
    match is_alike && found.len() >= 4 {
        true => found,
        false => Vec::new(),
    }
}

/// Days from one date to the next one, within a year.
fn days(one: Date, other: Date) -> i64 {
    (other.day - one.day).rem_euclid(365)
}

/// Whether a step is the usual one; months and their parts differ by some days, and a leap year by one.
fn is_step(days: i64, usual: i64, exactness: Exactness) -> bool {
    let most = match exactness {
        // A leap day is in none of a few days.
        Exactness::Day => i64::from(usual >= 7),
        Exactness::Part | Exactness::Month => 4,
    };
    (days - usual).abs() <= most
}

/// The step from most dates to the next.
fn usual_step(dates: &[(Date, Span)]) -> Option<i64> {
    let steps: Vec<i64> = dates
        .windows(2)
        .filter_map(|pair| Some(days(pair.first()?.0, pair.get(1)?.0)))
        .collect();
    let exactness = dates.first()?.0.exactness;
    let n_of = |step: i64| {
        steps
            .iter()
            .filter(|own| is_step(**own, step, exactness))
            .count()
    };
    let usual = steps.iter().copied().max_by_key(|step| n_of(*step))?;
    (n_of(usual) * 2 >= steps.len() && usual > 0).then_some(usual)
}

/// The only date of a column that does not follow the one before it as all others do.
fn disorder(context: &Context<'_>, block: usize, dates: &[(Date, Span)]) -> Option<Diagnostic> {
    let exactness = dates.first()?.0.exactness;
    let goes = |one: usize, other: usize, n: i64, usual: i64| -> Option<bool> {
        let step = days(dates.get(one)?.0, dates.get(other)?.0);
        Some(is_step(step, usual * n, exactness))
    };
    let last = dates.len() - 1;
    let others = (0..=last).find_map(|odd| {
        let rest: Vec<(Date, Span)> = dates
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != odd)
            .map(|(_, date)| *date)
            .collect();
        let usual = match odd {
            0 => usual_step(&rest)?,
            _ => usual_step(dates.get(..odd)?).or_else(|| usual_step(&rest))?,
        };
        let is_odd = odd > 0 && goes(odd - 1, odd, 1, usual) == Some(false)
            || odd < last && goes(odd, odd + 1, 1, usual) == Some(false);
        let mut pairs = (0..last).filter(|at| *at != odd && at + 1 != odd);
        let is_even = pairs.all(|at| goes(at, at + 1, 1, usual) == Some(true));
        let is_bridged = odd == 0 || odd == last || goes(odd - 1, odd + 1, 2, usual) == Some(true);
        (is_odd && is_even && is_bridged).then_some((odd, usual))
    });
    let (odd, usual) = others?;
    let (_, span) = dates.get(odd)?;
    let (_, beside) = dates.get(if odd == 0 { 1 } else { odd - 1 })?;
    let message = format!("this date does not follow the others, which are {usual} days apart");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(*span, "")
            .label(*beside, "the date beside it")
            .help("correct the date")
            .confidence(Confidence::Likely)
            .cite(context.citation(block)),
    )
}

/// Whether the rows of a table are single turns: `Turn 3`, or `3` below `Turn`.
pub(super) fn is_of_turns(grid: &Grid) -> bool {
    let header = grid.header(0).to_lowercase();
    let is_turn = |text: &str| text.contains("turn") || text.contains("round");
    grid.body_rows().all(|row| {
        let text = grid.text(row, 0);
        let is_single = tokens(text)
            .iter()
            .filter(|word| word.whole().is_some())
            .count()
            == 1
            && !text.contains(['-', '–']);
        is_single && (is_turn(&header) || is_turn(&text.to_lowercase()))
    })
}

/// A length of time: the number of a unit, and its days.
struct Length {
    days: f64,
    /// Place of its tokens.
    range: Range<usize>,
}

/// The days of a unit of time.
fn unit_days(word: &Token<'_>) -> Option<f64> {
    const KNOWN: [(&str, f64); 5] = [
        ("day", 1.0),
        ("week", 7.0),
        ("fortnight", 14.0),
        ("month", 30.4),
        ("year", 365.0),
    ];
    let own = stem(word.text);
    let mut known = KNOWN.iter();
    let found = known.find(|(name, _)| stem(name) == own)?;
    Some(found.1).filter(|_| word.kind == Kind::Word)
}

/// The length of time at a place: `two weeks`, `half a month`, `a whole month`.
fn length_at(words: &[Token<'_>], at: usize) -> Option<Length> {
    let first = words.get(at)?;
    let is_half = first.is_word(&["half"]);
    let number = match first {
        _ if is_half => 0.5,
        _ if first.is_word(&["a", "an"]) => 1.0,
        _ => first.count()? as f64,
    };
    let mut place = at + 1;
    let between = ["a", "an", "whole", "full", "single", "calendar"];
    while words.get(place).is_some_and(|word| word.is_word(&between)) {
        place += 1;
    }
    let unit = unit_days(words.get(place)?)?;
    Some(Length {
        days: number * unit,
        range: at..place + 1,
    })
}

/// `Each turn is two weeks`: the length of a turn, with its sentence.
struct Turn<'s, 'a> {
    one: &'s Sentence<'a>,
    length: Length,
    span: Span,
}

pub(super) fn is_turn(word: &Token<'_>) -> bool {
    word.is_word(&["turn", "round", "game-turn"])
}

/// The place of the text of some tokens of a sentence.
fn place(one: &Sentence<'_>, tokens: &Range<usize>) -> Option<Span> {
    let last = one.words.get(tokens.end.checked_sub(1)?)?;
    one.span(one.words.get(tokens.start)?.range.start..last.range.end)
}

impl<'s, 'a> Turn<'s, 'a> {
    fn new(one: &'s Sentence<'a>) -> Option<Self> {
        let words = &one.words;
        let verbs = [
            "is",
            "represents",
            "lasts",
            "covers",
            "equals",
            "takes",
            "spans",
            "stands",
        ];
        (0..words.len()).find_map(|at| {
            let each = words.get(at)?.is_word(&["each", "every", "one", "a"]);
            let verb = words.get(at + 2)?;
            let mut from = at + 3;
            while words
                .get(from)?
                .is_word(&["for", "about", "roughly", "some"])
            {
                from += 1;
            }
            let is_length = each && is_turn(words.get(at + 1)?) && verb.is_word(&verbs);
            let length = length_at(words, from).filter(|_| is_length)?;
            let span = place(one, &length.range)?;
            Some(Self { one, length, span })
        })
    }

    fn report(
        &self,
        context: &Context<'_>,
        message: String,
        there: Span,
        label: &str,
    ) -> Diagnostic {
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(self.span, "the length of a turn")
            .label(there, label)
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(self.one.prose.block))
    }

    /// Compares it with the dates of the turns.
    fn by_dates(
        &self,
        context: &Context<'_>,
        (step, dates): &(i64, Vec<(Date, Span)>),
    ) -> Option<Diagnostic> {
        let off = self.length.days / *step as f64;
        let (_, first) = dates.first()?;
        let message = format!("a turn has another length here than its dates, {step} days apart");
        let is_right = (0.85..=1.18).contains(&off);
        (!is_right).then(|| self.report(context, message, *first, "the first date"))
    }

    /// Compares a number of turns with a length of time that a sentence gives: `it covers 28 weeks`.
    fn by_whole(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        (n, turns): (i64, Span),
    ) -> Option<Diagnostic> {
        let whole = n as f64 * self.length.days;
        let total = (0..one.words.len()).find_map(|at| {
            let length = length_at(&one.words, at)?;
            let is_same = std::ptr::eq(self.one, one) && length.range.start < self.length.range.end;
            (!is_same && length.days > self.length.days * 2.0).then_some(length)
        })?;
        let is_right = (0.93..=1.08).contains(&(total.days / whole));
        let span = place(one, &total.range).filter(|_| !is_right)?;
        let message = format!("{n} turns of this length are another time than here");
        let finding = self.report(context, message, span, "the time of the whole");
        Some(finding.label(turns, "the turns"))
    }

    /// Compares a number of turns with two dates: `from 12 June to 24 December`.
    fn by_span(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        (n, turns): (i64, Span),
    ) -> Option<Diagnostic> {
        let words = &one.words;
        let whole = n as f64 * self.length.days;
        let (start, first) = date(words, 0)?;
        let (end, last) = date(words, first.end)?;
        let from = words.get(first.start.checked_sub(1)?)?;
        let to = words.get(first.end)?;
        let is_span =
            from.is_word(&["from"]) && to.is_word(&["to", "until"]) && last.start == first.end + 1;
        // The last date may be the start of the last turn or its end.
        let least = match end.exactness {
            Exactness::Day => self.length.days * 1.3 + 1.0,
            Exactness::Part => self.length.days * 1.3 + 16.0,
            Exactness::Month => self.length.days * 1.3 + 31.0,
        };
        let own = days(start, end) as f64;
        let is_right = own < 1.0 || whole > 340.0 || (own - whole).abs() <= least;
        let span = place(one, &(first.start..last.end)).filter(|_| is_span && !is_right)?;
        let message = format!("{n} turns of this length are {whole:.0} days, not {own:.0}");
        let finding = self.report(context, message, span, "from date to date");
        Some(finding.label(turns, "the turns"))
    }
}

/// The number of turns that a sentence gives: `The game lasts 14 turns`.
fn n_turns(one: &Sentence<'_>) -> Option<(i64, Span)> {
    (0..one.words.len()).find_map(|at| {
        let (number, noun) = (one.words.get(at)?, one.words.get(at + 1)?);
        let is_number = is_turn(noun) || noun.is_word(&["turns", "rounds", "game-turns"]);
        let value = number
            .count()
            .filter(|value| is_number && (3..=100).contains(value))?;
        Some((value, place(one, &(at..at + 2))?))
    })
}

/// `The game lasts 14 turns. Each turn is two weeks, so that it covers 28 weeks, from 12 June to 24 December`: the length of a turn against the
/// dates of the turns, and their number against the time of the whole.
fn length(
    context: &Context<'_>,
    paragraph: &[&Sentence<'_>],
    steps: &[(i64, Vec<(Date, Span)>)],
) -> Option<Diagnostic> {
    let turn = paragraph.iter().find_map(|one| Turn::new(one))?;
    let by_dates = steps.iter().find_map(|dates| turn.by_dates(context, dates));
    by_dates.or_else(|| {
        let turns = paragraph.iter().find_map(|one| n_turns(one))?;
        paragraph.iter().find_map(|one| {
            let found = turn.by_whole(context, one, turns);
            found.or_else(|| turn.by_span(context, one, turns))
        })
    })
}

/// The turns of a table with words for each: `10–16 | Summer`, `Turn 8 | autumn, rain`.
struct Record<'a> {
    rows: Vec<(i64, i64, Span, Vec<Token<'a>>)>,
}

impl<'a> Record<'a> {
    fn new(grid: &'a Grid) -> Option<Self> {
        let header = grid.header(0).to_lowercase();
        let mut next = 1;
        let mut rows = Vec::new();
        for row in grid.body_rows() {
            let text = grid.text(row, 0);
            let lower = text.to_lowercase();
            let short = ["turns ", "turn "]
                .iter()
                .find_map(|lead| lower.strip_prefix(lead));
            let is_turn = short.is_some() || header.contains("turn");
            let (low, high) = match Key::parse(short.unwrap_or(&lower))?.bounds() {
                (Some(low), Some(high)) if is_turn && low == next => (low, high),
                _ => return None,
            };
            next = high + 1;
            let words = (1..grid.n_columns).flat_map(|column| tokens(grid.text(row, column)));
            rows.push((low, high, grid.at(row, 0)?.span, words.collect()));
        }
        (rows.len() >= 3).then_some(Self { rows })
    }

    /// The only run of turns whose rows have a word, with the place of the first.
    fn turns(&self, word: &str) -> Option<(i64, i64, Span)> {
        let own = stem(word);
        let has = |words: &[Token<'_>]| {
            words
                .iter()
                .any(|word| word.kind == Kind::Word && stem(word.text) == own)
        };
        let mut found: Option<(i64, i64, Span)> = None;
        for (low, high, span, words) in &self.rows {
            if !has(words) {
                continue;
            }
            found = match found {
                None => Some((*low, *high, *span)),
                Some((first, last, span)) if last + 1 == *low => Some((first, *high, span)),
                Some(_) => return None,
            };
        }
        found.filter(|(low, high, _)| high - low + 1 < self.rows.last().map_or(0, |last| last.1))
    }

    /// `Turns 8 to 11 are autumn`, `in autumn, turns 8 to 11`, `Winter lasts 5 turns, Spring 4 turns`.
    fn check(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        (0..words.len()).find_map(|at| {
            let stated = span_of_turns(words, at)
                .map(|(low, high, end)| (low, high, end, false))
                .or_else(|| {
                    let n = words.get(at)?.count().filter(|n| *n >= 2)?;
                    let is_turns = words.get(at + 1)?.is_word(&["turns"]);
                    is_turns.then_some((1, n, at + 2, true))
                });
            let (low, high, end, is_number) = stated?;
            let (word, own) = self.named(words, at, end, is_number)?;
            let (first, last, span) = own;
            let is_right = match is_number {
                true => last - first == high - low,
                false => (first, last) == (low, high),
            };
            // Other turns may be meant if neither end is the same.
            let is_near = is_number || first == low || last == high;
            if is_right || !is_near {
                return None;
            }
            let place = words.get(at)?.range.start..words.get(end - 1)?.range.end;
            let rows = match first == last {
                true => format!("turn {first}"),
                false => format!("turns {first} to {last}"),
            };
            let message = format!("“{word}” is {rows} in the table");
            Some(
                Diagnostic::new(Code::ConflictingNumbers, message)
                    .label(one.span(place)?, "other turns here")
                    .label(span, "the first row of it")
                    .help("correct one of them")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(one.prose.block)),
            )
        })
    }

    /// The word beside a number of turns whose rows are known.
    fn named<'w>(
        &self,
        words: &'w [Token<'_>],
        at: usize,
        end: usize,
        is_number: bool,
    ) -> Option<(&'w str, (i64, i64, Span))> {
        let known = |place: Option<usize>| {
            let word = place.and_then(|place| words.get(place))?;
            let is_name = word.kind == Kind::Word && word.text.len() >= 4;
            let found = self.turns(word.text).filter(|_| is_name)?;
            Some((word.text, found))
        };
        let back = |n: usize| at.checked_sub(n);
        let is = |place: Option<usize>, any: &[&str]| {
            place
                .and_then(|place| words.get(place))
                .is_some_and(|word| word.is_word(any))
        };
        if is_number {
            // `Winter lasts 5 turns, Spring 4 turns`
            let verb = usize::from(is(back(1), &["lasts", "has", "is", "takes", "covers"]));
            let name = back(1 + verb);
            let is_listed = verb == 1
                || words
                    .get(..at)?
                    .iter()
                    .any(|word| word.is_word(&["lasts", "last", "has", "takes"]));
            return known(name).filter(|_| is_listed);
        }
        // `turns 8 to 11 are autumn`
        if is(Some(end), &["are", "is"]) {
            let place = end + 1 + usize::from(is(Some(end + 1), &["in", "the"]));
            return known(Some(place));
        }
        // `in autumn, turns 8 to 11`, `Winter (turns 1 to 5)`
        let mark = back(1).and_then(|place| words.get(place));
        mark.filter(|mark| mark.is_any_mark(&[',', '(', ':']))
            .and_then(|_| known(back(2)))
    }
}

/// `turns 8 to 11`, `turns 1 and 2`: the first turn, the last one, and the place after both.
fn span_of_turns(words: &[Token<'_>], at: usize) -> Option<(i64, i64, usize)> {
    let [noun, low, joint, high] = words.get(at..at + 4)? else {
        return None;
    };
    let is_turns = noun.is_word(&["turns", "turn"]);
    let is_joint = joint.is_word(&["to", "and", "through"]) || joint.is_any_mark(&['-', '–']);
    let (low, high) = (low.whole()?, high.whole()?);
    (is_turns && is_joint && low < high && (!joint.is_word(&["and"]) || low + 1 == high))
        .then_some((low, high, at + 4))
}
