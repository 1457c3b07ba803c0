//! Counts that a sentence states, `the pack has 40 Lake cards`, against those that other places take as known: `one of the 40 cards`, the row
//! of a table of pieces, a row of totals, the number of rows.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::enumerations::is_total;
use super::reported::Reported;
use super::row_counts::{Stock, stock};
use super::table_keys::axes;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut known = Vec::new();
    let mut stated = Vec::new();
    for one in context.all_sentences() {
        let block = one.prose.block;
        let is_own = context.scenario(block).is_some();
        for at in (0..one.words.len()).filter(|_| !context.is_example(block)) {
            match claim(one, at) {
                // The scenarios themselves are counted where they are.
                Some((Certainty::Known, claim)) if !is_own || claim.is_of_scenarios() => {
                    known.push(claim);
                }
                Some((_, claim)) if !one.prose.is_cell => stated.push(claim),
                Some(_) | None => {}
            }
        }
    }
    let tables = of_tables(context);
    let reported = Reported::new(diagnostics);
    let claims = stated.iter().chain(&known);
    let found = claims.filter_map(|claim| judge(context, claim, (&known, &stated), &tables));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// Whether a sentence gives a number, or takes it as known.
enum Certainty {
    /// `The pack has 40 Lake cards`
    Stated,
    /// `the 40 cards`, `all six bastions`
    Known,
    /// `behind seven bastions`: perhaps some of them.
    Bare,
}

/// A number of things.
struct Claim {
    value: i64,
    /// Stems of the words between the number and the noun, and of the noun.
    about: Vec<String>,
    noun: String,
    text: String,
    span: Span,
    block: usize,
    /// Whether it may be the number of some of them.
    is_bare: bool,
}

impl Claim {
    /// Whether it counts the scenarios, or the games of a campaign.
    fn is_of_scenarios(&self) -> bool {
        ["scenario", "gam", "mission", "battl"].contains(&self.noun.as_str())
    }
}

/// A number of things that a table gives.
struct Listed {
    value: i64,
    about: Vec<String>,
    noun: String,
    /// Stems of what the table is about.
    topic: Vec<String>,
    span: Span,
}

/// Things that are counted everywhere, and verbs that look like them.
const IDLE: [&str; 51] = [
    "hexes", "inches", "squares", "spaces", "points", "steps", "times", "turns", "rounds", "hits",
    "minutes", "hours", "days", "weeks", "months", "years", "metres", "meters", "yards", "feet",
    "columns", "rows", "players", "sides", "ones", "numbers", "sixes", "ways", "cases", "thirds",
    "fifths", "quarters", "halves", "this", "is", "has", "others", "degrees", "miles", "losses",
    "faces", "becomes", "makes", "shows", "misses", "means", "gives", "needs", "counts", "wins",
    "costs",
];

/// Pieces that are drawn and dealt a few at a time.
const DEALT: [&str; 9] = [
    "di", "card", "counter", "marker", "til", "token", "chit", "piec", "unit",
];

/// Words before a number that states how many there are.
const STATING: [&str; 18] = [
    "has", "have", "holds", "contains", "shows", "uses", "owns", "includes", "are", "of", "with",
    "into", "lists", "offers", "names", "knows", "numbers", "gives",
];

/// Words before a number that is known.
const KNOWING: [&str; 4] = ["the", "all", "these", "those"];

/// Words before a number by which it is not the whole count.
const OPEN: [&str; 23] = [
    "his", "her", "its", "their", "your", "least", "most", "than", "to", "other", "first", "last",
    "next", "or", "about", "any", "more", "only", "within", "no", "when", "if", "and",
];

fn claim(one: &Sentence<'_>, at: usize) -> Option<(Certainty, Claim)> {
    let words = &one.words;
    let number = words.get(at)?;
    let value = number.count().filter(|value| (2..=300).contains(value))?;
    let (about, noun) = counted(words.get(at + 1..)?)?;
    let before = |back: usize, any: &[&str]| {
        let word = at.checked_sub(back).and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    // `each of the three houses`, `all its 12 Followers`
    let is_part = before(1, &["of"]) && before(2, &["one", "some", "any", "each", "none", "two"]);
    let is_owned = before(1, &["its", "his", "their", "your"]) && before(2, &["all"]);
    let is_title = one.prose.is_heading && (at <= 1 || before(1, &["of", "the"]));
    let is_marked = at
        .checked_sub(1)
        .and_then(|place| words.get(place))
        .is_some_and(|word| word.is_any_mark(&['-', '–', '+', '−', '/', '(']));
    let is_open = before(
        2,
        &["other", "up", "first", "last", "next", "most", "least"],
    );
    // `one of five leaders with a rating of 2`: only those.
    let after = words.iter().find(|word| word.range.start >= noun.range.end);
    let is_limited = is_part
        && after.is_some_and(|after| {
            after.is_word(&["with", "who", "that", "which", "whose", "whom", "without"])
        });
    if is_limited {
        return None;
    }
    let certainty = match () {
        () if is_open || is_marked => return None,
        () if is_part || is_owned || is_title || before(1, &KNOWING) => Certainty::Known,
        () if before(1, &STATING) => Certainty::Stated,
        () if at == 0 || before(1, &OPEN) => return None,
        () => Certainty::Bare,
    };
    let range = number.range.start..noun.range.end;
    let claim = Claim {
        value,
        about: named(about),
        noun: singular(noun),
        text: one.text.get(range.clone())?.to_owned(),
        span: one.span(range)?,
        block: one.prose.block,
        is_bare: matches!(certainty, Certainty::Bare),
    };
    Some((certainty, claim))
}

/// Stems of words, without the marks between them.
fn named(words: &[Token<'_>]) -> Vec<String> {
    let words = words.iter().filter(|word| word.kind == Kind::Word);
    words.map(|word| stem(word.text)).collect()
}

/// Stem of a noun in the plural.
fn singular(noun: &Token<'_>) -> String {
    match noun.is_word(&["dice"]) {
        true => stem("die"),
        false => stem(noun.text),
    }
}

/// The words between a number and the noun that it counts, and the noun, in the plural.
fn counted<'t, 'a>(words: &'t [Token<'a>]) -> Option<(&'t [Token<'a>], &'t Token<'a>)> {
    let is_noun = |word: &Token<'_>| {
        let is_plural = word.text.ends_with('s') && !word.text.ends_with("ss");
        word.text.len() >= 4 && is_plural || word.is_word(&["dice", "men", "craft", "aircraft"])
    };
    let is_plain = |word: &Token<'_>| {
        word.kind == Kind::Word
            && word.text.len() >= 3
            && !word.text.contains(['\'', '’'])
            && !word.is_word(&["and", "for", "the", "are", "has", "its", "from", "with"])
    };
    let near = words.get(..words.len().min(5))?;
    let length = near.iter().position(is_noun)?;
    let (about, noun) = (near.get(..length)?, near.get(length)?);
    // `four ten-sided dice`
    let is_joined = |at: usize| about.get(at + 1).is_some_and(|next| next.is_mark('-'));
    let mut parts = about.iter().enumerate();
    let is_named = parts.all(|(at, word)| {
        is_plain(word) && (word.count().is_none() || is_joined(at)) || word.is_mark('-')
    });
    let is_whole = is_named && is_plain(noun);
    // `three rounds' fire`: the noun goes on.
    (is_whole && !noun.is_word(&IDLE)).then_some((about, noun))
}

/// Kinds that a table seldom lists completely.
const COMMON: [&str; 14] = [
    "unit", "model", "figur", "weapon", "terrain", "result", "turn", "modifi", "roll", "cas",
    "what", "action", "point", "item",
];

fn of_tables(context: &Context<'_>) -> Vec<Listed> {
    let rows = stock(context)
        .into_iter()
        .filter_map(|Stock { stems, value, span }| {
            let (noun, about) = stems.split_last()?;
            let about = about.iter().filter(|word| *word != "-");
            Some(Listed {
                value,
                about: about.cloned().collect(),
                noun: noun.clone(),
                topic: Vec::new(),
                span,
            })
        });
    let mut found: Vec<Listed> = rows.collect();
    for (block, grid) in context.tables() {
        if context.scenario(block).is_none() && grid.n_header_rows > 0 {
            found.extend(totals(context, block, grid));
            found.extend(number_of_rows(context, block, grid));
        }
    }
    found
}

/// The last row of a table, if it has totals: `All suits | 55`, below `Cards`.
fn totals(context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Listed> {
    let last = grid.body_rows().next_back();
    let last = last.filter(|row| is_total(grid.text(*row, 0)));
    let columns = (1..grid.n_columns).filter_map(|column| {
        let row = last?;
        let header = grid.header(column);
        let words = tokens(&header);
        let (noun, about) = words.split_last()?;
        let number = tokens(grid.text(row, column));
        let [number] = number.as_slice() else {
            return None;
        };
        (noun.kind == Kind::Word).then_some(Listed {
            value: number.whole()?,
            about: about.iter().map(|word| stem(word.text)).collect(),
            noun: stem(noun.text),
            topic: context.topic(block, Some(grid)),
            span: grid.at(row, column)?.span,
        })
    });
    columns.collect()
}

/// The number of rows of a table whose first header is one word for what they are: `Captain`.
fn number_of_rows(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Listed> {
    let header = grid.header(0);
    let words = tokens(&header);
    let [only] = words.as_slice() else {
        return None;
    };
    let noun = stem(only.text);
    let is_lookup = axes(context, block, grid).iter().any(|axis| axis.is_column);
    let rows = grid.body_rows().map(|row| (row, grid.text(row, 0)));
    let rows: Vec<(usize, &str)> = rows.filter(|(_, label)| !is_total(label)).collect();
    let mut labels: Vec<&str> = rows.iter().map(|(_, label)| *label).collect();
    let is_named = labels
        .iter()
        .all(|label| label.chars().any(char::is_alphabetic) && Key::parse(label).is_none());
    labels.sort_unstable();
    labels.dedup();
    let is_list = only.kind == Kind::Word
        && !COMMON.contains(&noun.as_str())
        && labels.len() == rows.len()
        && (3..=20).contains(&rows.len());
    (is_list && is_named && !is_lookup).then_some(Listed {
        value: i64::try_from(rows.len()).ok()?,
        about: Vec::new(),
        noun,
        topic: context.topic(block, Some(grid)),
        span: grid.at(rows.first()?.0, 0)?.span,
    })
}

/// A claim that no place agrees with, where all that count the same things have another number.
fn judge(
    context: &Context<'_>,
    claim: &Claim,
    (known, stated): (&[Claim], &[Claim]),
    tables: &[Listed],
) -> Option<Diagnostic> {
    let is_in = |words: &[String], all: &[String]| words.iter().all(|word| all.contains(word));
    let counts_same =
        |noun: &str, about: &[String]| noun == claim.noun && is_in(about, &claim.about);
    let from_text = known.iter().filter(|other| {
        // `the three cards`, `the two dice` may be some of them.
        let is_all = other.about == claim.about && !other.about.is_empty()
            || !DEALT.contains(&other.noun.as_str())
            || other.value > 10;
        is_all && counts_same(&other.noun, &other.about) && other.span != claim.span
    });
    let from_tables = tables.iter().filter(|other| {
        let mut words = claim.about.iter();
        counts_same(&other.noun, &other.about)
            && words.all(|word| other.about.contains(word) || other.topic.contains(word))
    });
    let from_tables: Vec<(i64, Span)> =
        from_tables.map(|other| (other.value, other.span)).collect();
    let mut places = from_tables.clone();
    places.extend(from_text.map(|other| (other.value, other.span)));
    let is_near = |(value, _): &(i64, Span)| {
        let most = i64::max(2, value / 5);
        (value - claim.value).abs() <= most && claim.value * 2 >= *value
    };
    // Numbers far from that of a table count a part of what it lists: `four of the six Districts there`.
    if from_tables.iter().any(is_near) {
        places.retain(is_near);
    }
    // Scenarios have numbers of their own.
    let is_open = context.scenario(claim.block).is_some() && !claim.is_of_scenarios();
    let (value, span) = *places.first().filter(|place| is_near(place) && !is_open)?;
    let is_clear = places.iter().all(|(other, _)| *other == value);
    // Some of them are not meant where all other sentences have the number of the table.
    let others = stated
        .iter()
        .filter(|other| other.noun == claim.noun && other.span != claim.span);
    let mut near = others.filter(|other| (other.value - value).abs() <= 2);
    let is_supported = places.len() >= 2 || near.clone().next().is_some();
    let is_agreed = is_supported
        && near.all(|other| other.value == value)
        && from_tables.iter().any(|(other, _)| *other == value);
    if value == claim.value || !is_clear || claim.is_bare && !is_agreed {
        return None;
    }
    let message = format!("“{}” here, but {value} elsewhere", claim.text);
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(claim.span, claim.value.to_string())
            .label(span, format!("{value} here"))
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(claim.block)),
    )
}
