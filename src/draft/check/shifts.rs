//! Shifts of columns in examples of play: the column that a number of steps leads to.
//!
//! Reports: E0723.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::words::Token;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let scales: Vec<Vec<String>> = context
        .tables()
        .filter_map(|(_, grid)| odds(grid))
        .collect();
    if scales.is_empty() {
        return;
    }
    for one in context.examples().into_iter().flatten() {
        let verbs = one.words.iter().enumerate().filter(|(_, word)| {
            word.is_word(&["shift", "shifts", "shifted", "move", "moves", "moved"])
        });
        let all = verbs.filter_map(|(verb, _)| shift(context, one, verb, &scales));
        diagnostics.extend(all.take(1));
    }
}

/// The columns of odds of a table in their order, as `3-1`.
fn odds(grid: &crate::model::Grid) -> Option<Vec<String>> {
    let headers = (1..grid.n_columns).map(|column| plain(&grid.header(column)));
    let odds: Vec<String> = headers.filter(|header| ratio(header).is_some()).collect();
    (odds.len() >= 4).then_some(odds)
}

fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches('+');
    text.replace([':', '–', '—', '−'], "-")
}

/// The two sides of odds.
fn ratio(text: &str) -> Option<(u32, u32)> {
    let (left, right) = text.split_once('-')?;
    let (left, right): (u32, u32) = (left.trim().parse().ok()?, right.trim().parse().ok()?);
    ((1..=20).contains(&left) && (1..=20).contains(&right)).then_some((left, right))
}

/// Odds with their place, as tokens of a sentence: a number, a mark, and a number.
fn odds_at(words: &[Token<'_>], at: usize) -> Option<String> {
    let (left, mark, right) = (words.get(at)?, words.get(at + 1)?, words.get(at + 2)?);
    let is_joined = mark.is_any_mark(&['-', ':', '–', '−'])
        && left.range.end == mark.range.start
        && mark.range.end == right.range.start;
    let (left, right) = (left.whole()?, right.whole()?);
    is_joined.then(|| format!("{left}-{right}"))
}

/// `13 to 4 is 3-1, but the hill shifts it 2 columns left, to 2-1`: the odds before and after a shift, which are another number of columns apart.
///
/// Reports: E0723.
fn shift(
    context: &Context<'_>,
    one: &Sentence<'_>,
    verb: usize,
    scales: &[Vec<String>],
) -> Option<Diagnostic> {
    let words = &one.words;
    let noun = words
        .iter()
        .skip(verb)
        .position(|word| word.is_word(&["column", "columns"]))?
        + verb;
    let number = words.get(noun.checked_sub(1)?)?;
    let steps = usize::try_from(number.count()?).ok()?;
    let mut near = words.iter().skip(noun + 1).take(4);
    let way = near.find(|word| word.is_word(&["left", "right"]))?;
    let is_left = way.is_word(&["left"]);
    let before = (0..verb).rev().find_map(|at| odds_at(words, at))?;
    let (place, after) = (noun + 1..words.len()).find_map(|at| Some((at, odds_at(words, at)?)))?;
    // Another shift is between them.
    let is_single = words
        .iter()
        .filter(|word| word.is_word(&["column", "columns"]))
        .count()
        == 1;
    let mut right = Vec::new();
    for scale in scales {
        let at = |odds: &String| scale.iter().position(|own| own == odds);
        let (Some(from), Some(to)) = (at(&before), at(&after)) else {
            continue;
        };
        let last = scale.len() - 1;
        let goal = match is_left {
            true => from.saturating_sub(steps),
            false => (from + steps).min(last),
        };
        if goal == to {
            return None;
        }
        right.extend(scale.get(goal).cloned());
    }
    let right = right.first().filter(|_| is_single)?;
    let end = words.get(place + 2)?.range.end;
    let range = words.get(place)?.range.start..end;
    let columns = if steps == 1 { "column" } else { "columns" };
    let message = format!(
        "{steps} {columns} {} of {before} is {right}, not {after}",
        way.text
    );
    Some(
        Diagnostic::new(Code::MisreadTable, message)
            .label(one.span(range)?, "in the example")
            .help("correct the column or the shift")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
