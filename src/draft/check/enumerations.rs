//! Counts against what the manuscript itself lists: a list after the sentence, the rows of a table of the section, the tables of the whole,
//! the numbers of a force.
//!
//! Reports: E0711.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::counts::list_after;
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::{BlockContent, CaptionKind, Grid, Number};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        if context.is_example(one.prose.block) {
            continue;
        }
        let listed = before_list(context, one).or_else(|| steps(context, one));
        let listed = listed.or_else(|| clauses(context, one));
        let listed = listed.or_else(|| rules_below(context, one));
        // `Do these five things:`, before a list of five.
        let is_led =
            one.text.trim_end().ends_with(':') && list_after(context, one.prose.block).is_some();
        found.extend(listed.or_else(|| rows(context, one).filter(|_| !is_led)));
        found.extend(all_tables(context, one));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A count of the text beside the things counted: the number and its place, the noun, their true number, the first of them.
pub(super) struct Counted<'a> {
    pub(super) count: i64,
    pub(super) range: Range<usize>,
    pub(super) noun: &'a str,
    pub(super) n: usize,
    pub(super) first: Option<Span>,
}

/// Greatest difference between a count and what it counts; a greater one is a count of something else.
const MOST: i64 = 2;

/// Returns the finding about a count; `None` if it is right, or too far off to be of these things.
pub(super) fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    counted: &Counted<'_>,
    has: &str,
) -> Option<Diagnostic> {
    let n = i64::try_from(counted.n).ok()?;
    if n == counted.count || (n - counted.count).abs() > MOST || n < 2 {
        return None;
    }
    let message = format!(
        "the text counts {} {}, but {has} {n}",
        counted.count, counted.noun
    );
    let finding = Diagnostic::new(Code::ConflictingNumbers, message)
        .label(one.span(counted.range.clone())?, counted.count.to_string());
    let finding = match counted.first {
        Some(first) => finding.label(first, format!("the first of {n}")),
        None => finding,
    };
    Some(
        finding
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// Words before a number by which it is not the whole count.
pub(super) const OPEN: [&str; 20] = [
    "least", "most", "than", "to", "other", "first", "last", "next", "or", "about", "more",
    "another", "only", "further", "between", "nearly", "over", "within", "up", "every",
];

fn word_at(words: &[Token<'_>], at: usize, any: &[&str]) -> bool {
    words.get(at).is_some_and(|word| word.is_word(any))
}

fn before(words: &[Token<'_>], at: usize, any: &[&str]) -> bool {
    at.checked_sub(1)
        .is_some_and(|place| word_at(words, place, any))
}

/// `The doings are these six:`, `if any of these four things happened this turn:`, before a list of another length.
fn before_list(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let whole = one.prose.text.plain.trim_end();
    if !whole.ends_with(':') || one.range.end < whole.len() {
        return None;
    }
    let words = &one.words;
    let mut all = (0..words.len()).filter(|at| {
        let is_led = before(words, *at, &["these", "following"]);
        // `in three cases:`, `in one of three different ways:`
        let rest = words.get(at + 1..).unwrap_or_default();
        let n_rest = rest.iter().position(|word| word.is_mark(':'));
        let is_noun = |word: &Token<'_>| {
            word.kind == Kind::Word && word.count().is_none() && !word.is_word(&["is", "are"])
        };
        let is_last = n_rest.is_some_and(|n| {
            n == 0
                || n <= 3
                    && n + 1 == rest.len()
                    && rest.iter().take(n).all(is_noun)
                    && rest.get(n - 1).is_some_and(|noun| noun.text.ends_with('s'))
        });
        let count = words.get(*at).and_then(Token::count);
        count.is_some_and(|count| (2..=20).contains(&count))
            && (is_led || is_last && !before(words, *at, &OPEN))
    });
    let (at, None) = (all.next()?, all.next()) else {
        return None;
    };
    let is_part = words.get(at.saturating_sub(4)..at).is_some_and(|lead| {
        lead.iter()
            .any(|word| word.is_word(&["first", "last", "least", "most"]))
    });
    let list = list_after(context, one.prose.block).filter(|_| !is_part)?;
    let number = words.get(at)?;
    let noun = words
        .get(at + 1)
        .filter(|noun| noun.kind == Kind::Word && noun.text.ends_with('s') && noun.text.len() > 3);
    let counted = Counted {
        count: number.count()?,
        range: number.range.clone(),
        noun: noun.map_or("entries", |noun| noun.text),
        n: list.len(),
        first: list.first().copied(),
    };
    report(context, one, &counted, "the list has")
}

/// `A turn has five steps.`, before paragraphs that begin with `Step 1.` and so on.
fn steps(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = words.windows(2).position(|pair| {
        matches!(pair, [number, noun] if number.count().is_some_and(|n| (2..=12).contains(&n))
            && noun.kind == Kind::Word && noun.text.ends_with('s'))
    })?;
    let (number, noun) = (words.get(at)?, words.get(at + 1)?);
    if !before(
        words,
        at,
        &["has", "have", "into", "of", "are", "these", "in"],
    ) {
        return None;
    }
    let name = stem(noun.text);
    let mut found = Vec::new();
    for (place, block) in context
        .document
        .blocks
        .iter()
        .enumerate()
        .skip(one.prose.block + 1)
    {
        if context.home(place) != context.home(one.prose.block) {
            break;
        }
        let BlockContent::Paragraph(paragraph) = &block.content else {
            continue;
        };
        let text = &paragraph.text;
        let start = tokens(
            text.plain
                .get(..text.plain.len().min(40))
                .unwrap_or(&text.plain),
        );
        if let [word, own, ..] = start.as_slice()
            && stem(word.text) == name
            && own.whole().is_some()
        {
            found.push(text.span(word.range.start..own.range.end)?);
        }
    }
    let counted = Counted {
        count: number.count()?,
        range: number.range.clone(),
        noun: noun.text,
        n: found.len(),
        first: found.first().copied(),
    };
    report(context, one, &counted, "there are")
}

/// `six ratings on it: Slow, Half and Full, which are …; Hull, which …; and Armament, which …`
fn clauses(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let colon = words.iter().position(|word| word.is_mark(':'))?;
    let head = words.get(..colon)?;
    let at = head.iter().rposition(|word| word.count().is_some())?;
    let (number, noun) = (head.get(at)?, head.get(at + 1)?);
    let rest = words.get(colon + 1..)?;
    let parts: Vec<&[Token<'_>]> = rest.split(|word| word.is_mark(';')).collect();
    if parts.len() < 3
        || !noun.text.ends_with('s')
        || noun.kind != Kind::Word
        || before(words, at, &OPEN)
    {
        return None;
    }
    let mut n = 0;
    for part in parts {
        let end = part.iter().position(|word| {
            word.is_word(&["which", "who", "that", "where"]) || word.is_mark('(')
        })?;
        let names = part
            .get(..end)?
            .split(|word| word.is_mark(',') || word.is_word(&["and"]));
        for name in names.filter(|name| !name.is_empty()) {
            let is_name = name.len() <= 3 && name.first()?.is_capitalised();
            if !is_name {
                return None;
            }
            n += 1;
        }
    }
    let counted = Counted {
        count: number.count()?,
        range: number.range.clone(),
        noun: noun.text,
        n,
        first: None,
    };
    report(context, one, &counted, "lists")
}

/// `which of these five rules they will use`, above the numbered rules of a section.
fn rules_below(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = words.windows(2).position(|pair| {
        matches!(pair, [number, noun] if number.count().is_some_and(|n| (2..=20).contains(&n))
            && noun.is_word(&["rules", "options", "variants"]))
    })?;
    let block = one.prose.block;
    let own = context
        .number_of(block)
        .filter(|_| before(words, at, &["these", "following"]))?;
    // The rules are below, and not before.
    let is_first = |number: &Number| number.parent().is_some_and(|parent| parent.is_same(own));
    let below = context
        .anchors
        .iter()
        .filter(|anchor| is_first(anchor.number));
    let number = words.get(at)?;
    let counted = Counted {
        count: number.count()?,
        range: number.range.clone(),
        noun: words.get(at + 1)?.text,
        n: below.count(),
        first: None,
    };
    report(context, one, &counted, "there are")
}

/// Words for what a table lists, whatever it is.
const ENTRIES: [&str; 5] = ["items", "entries", "rows", "lines", "things"];

/// `There are eight sorts of mudlark`, `Nine kinds of boat are in service`, `That’s ten items`, beside a table with another number of rows.
fn rows(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    (0..words.len()).find_map(|at| {
        let number = words.get(at)?;
        let count = number.count().filter(|count| (3..=30).contains(count))?;
        let noun = words.get(at + 1).filter(|noun| noun.kind == Kind::Word)?;
        let kinds = ["kinds", "sorts", "types", "classes", "varieties"];
        let is_kind = noun.is_word(&kinds) && word_at(words, at + 2, &["of"]);
        let thing = match is_kind {
            true => words.get(at + 3).filter(|thing| thing.kind == Kind::Word)?,
            false => noun,
        };
        let leads = [
            "are", "that's", "that’s", "have", "in", "these", "here", "has", "into",
        ];
        let is_lead = before(words, at, &leads)
            || before(words, at, &["the"]) && at >= 2 && word_at(words, at - 2, &["are", "here"])
            || is_kind && at == 0;
        let is_end = is_kind
            || words.get(at + 2).is_none_or(|next| {
                next.kind != Kind::Word
                    || next.is_word(&["and", "here", "in", "below", "altogether"])
            });
        if !is_lead || !is_end || !noun.text.ends_with('s') {
            return None;
        }
        let name = stem(thing.text);
        let is_entry = thing.is_word(&ENTRIES);
        let home = context.home(one.prose.block);
        let mut tables = context.tables().filter_map(|(block, grid)| {
            let is_named = headed(grid, &name, is_kind) || is_entry;
            let is_near = context.home(block) == home && (!is_entry || block < one.prose.block);
            let names = names(context, block, grid).filter(|_| is_named && is_near)?;
            if is_counted(grid) {
                return None;
            }
            // A header that reads like a row.
            let n = names.iter().filter(|own| stem(own) != name).count();
            Some((n, grid.at(grid.n_header_rows, 0)?.span))
        });
        let ((n, span), None) = (tables.next()?, tables.next()) else {
            return None;
        };
        let counted = Counted {
            count,
            range: number.range.clone(),
            noun: noun.text,
            n,
            first: Some(span),
        };
        report(context, one, &counted, "the table has")
    })
}

/// Whether a table gives the number of each of its rows, so that its rows are not all that it lists.
fn is_counted(grid: &Grid) -> bool {
    let is_number = |column: &usize| {
        let header = grid.header(*column);
        let words = tokens(&header);
        let is_many = words.windows(2).any(
            |pair| matches!(pair, [how, many] if how.is_word(&["how"]) && many.is_word(&["many"])),
        );
        let is_count = words.iter().any(|word| {
            word.is_word(&[
                "number", "no", "count", "qty", "quantity", "copies", "units",
            ])
        });
        is_many || is_count
    };
    let mut columns = (1..grid.n_columns).filter(is_number);
    columns.any(|column| {
        let mut rows = grid.body_rows();
        rows.any(|row| {
            tokens(grid.text(row, column))
                .first()
                .and_then(Token::whole)
                > Some(1)
        })
    })
}

/// Whether the header of the names of a table, or its caption after a count of kinds, has a word.
fn headed(grid: &Grid, name: &str, is_kind: bool) -> bool {
    let has = |text: &str| tokens(text).iter().any(|word| stem(word.text) == name);
    let caption = grid.caption.as_ref();
    has(&grid.header(0)) || is_kind && caption.is_some_and(|caption| has(&caption.title))
}

/// The names in the first column of a table; `None` if it is looked up by numbers, or names something twice.
pub(super) fn names<'a>(
    context: &Context<'_>,
    block: usize,
    grid: &'a Grid,
) -> Option<BTreeSet<&'a str>> {
    let is_lookup = axes(context, block, grid).iter().any(|axis| axis.is_column);
    let mut names = BTreeSet::new();
    for row in grid.body_rows() {
        let name = grid.text(row, 0);
        if is_total(name) {
            continue;
        }
        let is_name = name.chars().any(char::is_alphabetic) && Key::parse(name).is_none();
        if !is_name || !names.insert(name) {
            return None;
        }
    }
    (!is_lookup && names.len() >= 3).then_some(names)
}

/// Whether a row is the sum of the others.
pub(super) fn is_total(name: &str) -> bool {
    tokens(name)
        .iter()
        .any(|word| word.is_word(&["total", "totals", "all", "sum"]))
}

/// `There are twenty numbered tables in this book`
fn all_tables(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = (0..words.len()).find(|at| {
        let near = words
            .get(at + 1..(at + 4).min(words.len()))
            .unwrap_or_default();
        let count = words.get(*at).and_then(Token::count);
        let nearest = near.iter().take_while(|word| word.kind == Kind::Word);
        count.is_some_and(|count| count >= 4)
            && nearest.take(3).any(|word| word.is_word(&["tables"]))
    })?;
    let is_whole = one.has(&[
        "book", "rulebook", "rules", "pages", "booklet", "game", "numbered", "lettered",
    ]);
    if !is_whole || before(words, at, &OPEN) {
        return None;
    }
    let captions: Vec<Span> = context
        .captions
        .iter()
        .filter(|(caption, _)| caption.kind == CaptionKind::Table)
        .map(|(caption, _)| caption.span)
        .collect();
    let number = words.get(at)?;
    let counted = Counted {
        count: number.count()?,
        range: number.range.clone(),
        noun: "tables",
        n: captions.len(),
        first: captions.first().copied(),
    };
    report(context, one, &counted, "there are")
}
