//! Pieces of a force that a sentence counts, against the numbers of its table; what a container holds, said twice.
//!
//! Reports: E0711.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::counts::conflict;
use super::enumerations::{Counted, OPEN, is_total, names, report};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let lists = lists(context);
    let forces: Vec<Force> = context
        .tables()
        .filter_map(|(block, grid)| force(block, grid, &lists))
        .collect();
    let mut found = Vec::new();
    for one in context.sentences() {
        if !context.is_example(one.prose.block) {
            found.extend(pieces(context, one, &forces));
        }
    }
    found.extend(containers(context));
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Names of the first columns of tables that list all of a kind.
fn lists<'a>(context: &'a Context<'_>) -> Vec<BTreeSet<&'a str>> {
    let tables = context.tables();
    tables
        .filter(|(_, grid)| count_column(grid).is_none())
        .filter_map(|(block, grid)| names(context, block, grid))
        .collect()
}

/// The table of a force: the sums of its numbers, of all rows and of those that one list names.
struct Force {
    block: usize,
    sums: BTreeSet<i64>,
    span: Span,
}

/// The column that says how many there are of each row.
pub(super) fn count_column(grid: &Grid) -> Option<usize> {
    (1..grid.n_columns).find(|column| is_count(grid, *column))
}

fn is_count(grid: &Grid, column: usize) -> bool {
    let header = grid.header(column).to_lowercase();
    let known = [
        "number",
        "how many",
        "quantity",
        "qty",
        "no.",
        "count",
        "counters",
        "copies",
        "pieces",
        "in the box",
    ];
    known.contains(&header.trim())
}

/// Whether a list has a name, or one that begins it: `Shot with muskets`, of `Shot`.
fn is_in(list: &BTreeSet<&str>, name: &str) -> bool {
    let begins = |own: &&str| {
        let rest = name.strip_prefix(*own);
        rest.is_some_and(|rest| rest.starts_with([' ', ',']))
    };
    list.contains(name) || list.iter().any(begins)
}

fn force(block: usize, grid: &Grid, lists: &[BTreeSet<&str>]) -> Option<Force> {
    let first = count_column(grid)?;
    let mut sums = BTreeSet::new();
    // A table may have two forces side by side, each with its names and its numbers.
    for column in (first..grid.n_columns).filter(|column| is_count(grid, *column)) {
        let label = (0..column).rev().find(|label| {
            let mut rows = grid.body_rows();
            rows.any(|row| grid.text(row, *label).contains(char::is_alphabetic))
        });
        let label = label.filter(|_| column > first).unwrap_or(0);
        sums.extend(sums_of(grid, (label, column), lists)?);
    }
    Some(Force {
        block,
        sums,
        span: grid.at(grid.n_header_rows, first)?.span,
    })
}

/// The sums of the numbers of a column, of all names and of those that one list has; `None` if it has fewer than two.
fn sums_of(
    grid: &Grid,
    (label, column): (usize, usize),
    lists: &[BTreeSet<&str>],
) -> Option<BTreeSet<i64>> {
    let mut rows = Vec::new();
    let named = grid.body_rows().filter(|row| {
        let name = grid.text(*row, label);
        !name.trim().is_empty() && !is_total(name)
    });
    for row in named {
        let words = tokens(grid.text(row, column));
        let [number] = words.as_slice() else {
            return None;
        };
        rows.push((grid.text(row, label), number.whole()?));
    }
    let mut sums = BTreeSet::from([rows.iter().map(|(_, n)| n).sum::<i64>()]);
    // A name that no list has may be one of the pieces.
    let is_listed = |name: &str| lists.iter().any(|list| is_in(list, name));
    let others = rows.iter().filter(|(name, _)| !is_listed(name));
    let n_others: i64 = others.map(|(_, n)| *n).sum();
    for list in lists {
        let named = rows.iter().filter(|(name, _)| is_in(list, name));
        let own: Vec<i64> = named.map(|(_, n)| *n).collect();
        if own.len() >= 2 || own.iter().sum::<i64>() >= 2 {
            let sum: i64 = own.iter().sum();
            sums.extend([sum, sum + n_others]);
        }
    }
    (rows.len() >= 2).then_some(sums)
}

/// Nouns for the pieces of any force.
pub(super) const PIECES: [&str; 30] = [
    "vessels",
    "boats",
    "ships",
    "units",
    "members",
    "figures",
    "models",
    "men",
    "tanks",
    "vehicles",
    "squadrons",
    "fighters",
    "aircraft",
    "planes",
    "machines",
    "counters",
    "blocks",
    "battalions",
    "companies",
    "platoons",
    "squads",
    "regiments",
    "brigades",
    "miniatures",
    "warriors",
    "pieces",
    "teams",
    "crews",
    "bases",
    "stands",
];

/// `Brandt has seven vessels`, `There are seven members in each gang`, `Five British boats have been waiting`
fn pieces(context: &Context<'_>, one: &Sentence<'_>, forces: &[Force]) -> Option<Diagnostic> {
    let words = &one.words;
    let at = (0..words.len()).find(|at| {
        let count = words.get(*at).and_then(Token::count);
        let noun = words.get(at + 1);
        let is_pieces = |word: &Token<'_>| word.is_word(&PIECES);
        let next = words.get(at + 2);
        count.is_some_and(|count| (3..=40).contains(&count))
            && (noun.is_some_and(is_pieces)
                || noun.is_some_and(Token::is_capitalised) && next.is_some_and(is_pieces))
    })?;
    let lead = at.checked_sub(1).and_then(|place| words.get(place));
    let leads = [
        "has", "have", "are", "his", "her", "their", "its", "all", "commands", "leads",
    ];
    let is_whole = lead.is_none_or(|lead| lead.is_word(&leads));
    let is_open = words
        .get(at.saturating_sub(3)..at)
        .is_some_and(|near| near.iter().any(|word| word.is_word(&OPEN)));
    if !is_whole || is_open {
        return None;
    }
    let block = one.prose.block;
    let own: Vec<&Force> = forces
        .iter()
        .filter(|force| context.home(force.block) == context.home(block))
        .collect();
    // Each scenario has forces of its own.
    let meant: Vec<&Force> = match own.is_empty() && !context.is_one_of_scenarios(block) {
        false => own,
        true => forces
            .iter()
            .filter(|force| context.chapter(force.block) == context.chapter(block))
            .collect(),
    };
    let first = meant.first()?;
    let number = words.get(at)?;
    let count = number.count()?;
    let sums: BTreeSet<i64> = meant
        .iter()
        .flat_map(|force| force.sums.iter().copied())
        .collect();
    if sums.contains(&count) {
        return None;
    }
    let near = sums.iter().min_by_key(|sum| (**sum - count).abs())?;
    let counted = Counted {
        count,
        range: number.range.clone(),
        noun: words.get(at + 1)?.text,
        n: usize::try_from(*near).ok()?,
        first: Some(first.span),
    };
    report(context, one, &counted, "the table has")
}

/// Things that hold others.
const CONTAINERS: [&str; 22] = [
    "box", "crate", "bag", "pouch", "deck", "sheet", "quiver", "magazine", "belt", "case", "pack",
    "set", "tray", "bundle", "clip", "chest", "basket", "barrel", "sack", "rack", "cart", "wagon",
];

/// `a box of 3 rounds`, where `A box holds four rounds`.
fn containers(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut known: Vec<(String, String, i64, Span, usize)> = Vec::new();
    let mut found = Vec::new();
    for one in context.all_sentences() {
        if context.is_example(one.prose.block) {
            continue;
        }
        for window in one.words.windows(6) {
            let [article, holder, verb, number, kind, next] = window else {
                continue;
            };
            // `a deck of 20 Fortune cards`
            let noun = if kind.text.ends_with('s') { kind } else { next };
            let is_holder = article.is_word(&[
                "a", "each", "every", "one", "the", "own", "his", "her", "their",
            ]) && holder.is_word(&CONTAINERS)
                && verb.is_word(&["of", "holds", "has", "contains", "carries"])
                && noun.kind == Kind::Word
                && noun.text.ends_with('s');
            let (Some(count), Some(span), true) =
                (number.count(), one.span(number.range.clone()), is_holder)
            else {
                continue;
            };
            let (holder, noun) = (stem(holder.text), stem(noun.text));
            let other = known
                .iter()
                .find(|(own, of, ..)| *own == holder && *of == noun);
            match other {
                Some((_, _, value, there, _)) if *value != count => found.push(conflict(
                    context,
                    one.prose.block,
                    format!("{count} here, but {value} elsewhere"),
                    (span, count.to_string()),
                    (*there, value.to_string()),
                )),
                Some(_) => {}
                None => known.push((holder, noun, count, span, one.prose.block)),
            }
        }
    }
    found
}
