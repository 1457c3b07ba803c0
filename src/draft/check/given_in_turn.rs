//! Numbers in a sentence that refer to the text before it in the same order: chances of two bands of a die, `in the first case one in two, in the
//! second two in three`; totals of the pieces of the table above, `27 units with 44 steps`.
//!
//! Reports: E0712, E0713.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::chances::{agrees, conditions, finding};
use super::context::{Context, Sentence};
use super::printed::printed_chances;
use super::reported::Reported;
use super::words::{Token, stem, tokens};
use crate::keys::Key;
use crate::model::{BlockContent, Grid};

/// Reports: E0712, E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    for (at, one) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let before = before.filter(|before| before.prose.block == one.prose.block);
        found.extend(before.and_then(|before| chances(context, one, before)));
        found.extend(total(context, one));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// The chance of the second or the first band of the sentence before, where the other one is right.
fn chances(context: &Context<'_>, one: &Sentence<'_>, before: &Sentence<'_>) -> Option<Diagnostic> {
    let printed = printed_chances(one.text, &one.words);
    let [first, second] = printed.as_slice() else {
        return None;
    };
    let place = |word: &str| {
        let word = one.words.iter().find(|own| own.is_word(&[word]));
        word.map(|word| word.range.start)
    };
    let (former, latter) = (place("first")?, place("second")?);
    let is_in_turn =
        former < first.range.start && first.range.end <= latter && latter < second.range.start;
    let dice = context.usual(1).filter(|_| is_in_turn)?;
    let bands = conditions(&before.words);
    let bands: Vec<Key> = bands.into_iter().map(|condition| condition.key).collect();
    let [one_band, other_band] = bands.as_slice() else {
        return None;
    };
    let pairs = [(first, *one_band), (second, *other_band)];
    let mut wrong = pairs
        .iter()
        .filter(|(chance, key)| !agrees(dice, *key, chance));
    let ((chance, key), None) = (wrong.next()?, wrong.next()) else {
        return None;
    };
    Some(
        finding(dice, *key, chance)?
            .label(one.span(chance.range.clone())?, "printed chance")
            .help("correct the chance or the roll")
            .cite(context.citation(one.prose.block)),
    )
}

/// A total of what each piece of the table directly before has: `Steps each`, times `Number`.
fn total(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let block = one.prose.block;
    let last = block.checked_sub(1)?;
    let BlockContent::Table(grid) = &context.document.blocks.get(last)?.content else {
        return None;
    };
    let has = |column: usize, any: &[&str]| {
        let header = grid.header(column);
        tokens(&header).iter().any(|word| word.is_word(any))
    };
    let count =
        (1..grid.n_columns).find(|column| has(*column, &["number", "no", "count", "qty"]))?;
    one.words.windows(2).find_map(|pair| {
        let [number, noun] = pair else {
            return None;
        };
        let written = number.whole()?;
        let own = stem(noun.text);
        let column = (1..grid.n_columns).find(|column| {
            let header = grid.header(*column);
            let is_named = tokens(&header).iter().any(|word| stem(word.text) == own);
            is_named && has(*column, &["each", "per"])
        })?;
        let right = product(grid, count, column)?;
        let is_near = (right - written).abs() * 5 <= right;
        if right == written || !is_near {
            return None;
        }
        let message = format!(
            "the rows of the table make {right} {}, not {written}",
            noun.text
        );
        Some(
            Diagnostic::new(Code::WrongSum, message)
                .label(one.span(number.range.clone())?, written.to_string())
                .help("correct the total or the rows")
                .confidence(Confidence::Likely)
                .cite(context.citation(block)),
        )
    })
}

/// The sum of one column times another, of all rows but those of totals.
fn product(grid: &Grid, count: usize, column: usize) -> Option<i64> {
    let rows = grid.body_rows().filter(|row| {
        let first = grid.text(*row, 0).to_lowercase();
        !first.starts_with("total")
    });
    let number = |row: usize, column: usize| match tokens(grid.text(row, column)).as_slice() {
        [only] => Token::whole(only),
        _ => None,
    };
    rows.map(|row| Some(number(row, count)? * number(row, column)?))
        .sum()
}
