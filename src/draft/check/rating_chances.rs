//! Chances of rolls against the ratings of named rows: `a Veteran crew passes 83 % of the time`. One that differs is wrong where others of
//! its paragraph agree.
//!
//! Reports: E0712.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::chances::may_state;
use super::context::{Context, Sentence};
use super::events::clauses;
use super::printed::{Chance, printed_chances};
use super::questions::{Question, chance_of, report};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::{Dice, Key};

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let ratings = ratings(context);
    if ratings.is_empty() {
        return;
    }
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for paragraph in all.chunk_by(|one, other| one.prose.block == other.prose.block) {
        for rating in &ratings {
            found.extend(family(context, rating, paragraph));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A rating that rolls are compared with: the value of each row by the stems of its label.
struct Rating {
    name: String,
    dice: Dice,
    /// Whether a roll must be equal to it or less.
    is_under: bool,
    rows: Vec<(BTreeSet<String>, i64)>,
}

fn ratings(context: &Context<'_>) -> Vec<Rating> {
    let mut found: Vec<Rating> = Vec::new();
    for (_, grid) in context.tables() {
        for column in 1..grid.n_columns {
            let header = grid.header(column);
            let words = tokens(&header);
            let [name] = words.as_slice() else {
                continue;
            };
            let name = stem(name.text);
            let rows: Vec<(BTreeSet<String>, i64)> = grid
                .body_rows()
                .filter_map(|row| {
                    let cell = tokens(grid.text(row, column));
                    let [only] = cell.as_slice() else {
                        return None;
                    };
                    let label: BTreeSet<String> = tokens(grid.text(row, 0))
                        .iter()
                        .filter(|word| word.kind == Kind::Word)
                        .map(|word| stem(word.text))
                        .collect();
                    (!label.is_empty()).then_some((label, only.whole()?))
                })
                .collect();
            if rows.len() < 2 || found.iter().any(|known| known.name == name) {
                continue;
            }
            if let Some((dice, is_under)) = rule(context, &name) {
                found.push(Rating {
                    name,
                    dice,
                    is_under,
                    rows,
                });
            }
        }
    }
    found
}

/// The dice that a rule compares with a rating, and whether they must show it or less: `roll 2d6. If you get his Pluck or less he passes`.
fn rule(context: &Context<'_>, name: &str) -> Option<(Dice, bool)> {
    context.sentences().find_map(|one| {
        let words = &one.words;
        let at = words
            .iter()
            .position(|word| word.is_capitalised() && stem(word.text) == name)?;
        let near = words.get(at.saturating_sub(7)..(at + 5).min(words.len()))?;
        let has = |any: &[&str]| near.iter().any(|word| word.is_word(any));
        let is_or = has(&["or"]) && !context.is_example(one.prose.block);
        let is_under = has(&["less", "under", "lower", "below"]);
        let is_over = has(&["more", "over", "higher", "above", "greater"]);
        let all = context.all_dice(&one.prose.text.plain);
        let dice = all
            .first()
            .copied()
            .filter(|dice| all.iter().all(|own| own == dice))?;
        (is_or && is_under != is_over).then_some((dice, is_under))
    })
}

/// A chance of a clause, with what it should be.
struct Read<'a> {
    part: Sentence<'a>,
    chance: Chance,
    p: f64,
    what: String,
    /// Whether further words may change the rating.
    is_plain: bool,
}

/// The only chance of a paragraph that differs from the rating of the row that its clause names, where others agree.
fn family(
    context: &Context<'_>,
    rating: &Rating,
    paragraph: &[&Sentence<'_>],
) -> Option<Diagnostic> {
    let is_test = paragraph.iter().any(|one| {
        one.words.iter().any(|word| stem(word.text) == rating.name)
            || one.has(&["pass", "passes", "passed", "fail", "fails"])
    });
    if !is_test {
        return None;
    }
    let mut all: Vec<Read<'_>> = Vec::new();
    for one in paragraph.iter().filter(|one| may_state(&one.words)) {
        for part in clauses(one, &printed_chances(one.text, &one.words)) {
            let start = one.range.start;
            let part = Sentence::new(one.prose, start + part.start..start + part.end);
            all.extend(read(rating, part));
        }
    }
    let fits = |one: &Read<'_>| {
        [one.p, 1.0 - one.p]
            .iter()
            .any(|p| (p - one.chance.value).abs() <= one.chance.tolerance)
    };
    let n_right = all.iter().filter(|one| fits(one)).count();
    let mut wrong = all.iter().filter(|one| !fits(one) && one.is_plain);
    let (one, None) = (wrong.next()?, wrong.next()) else {
        return None;
    };
    let question = Question {
        what: one.what.clone(),
        chances: vec![one.p, 1.0 - one.p],
    };
    report(context, &one.part, &one.chance, &question).filter(|_| n_right >= 1)
}

fn read<'a>(rating: &Rating, part: Sentence<'a>) -> Option<Read<'a>> {
    let mut chances = printed_chances(part.text, &part.words);
    let chance = chances.pop().filter(|_| chances.is_empty())?;
    let outside: Vec<&Token<'_>> = part
        .words
        .iter()
        .filter(|word| !chance.range.contains(&word.range.start))
        .collect();
    let said: BTreeSet<String> = outside.iter().map(|word| stem(word.text)).collect();
    // `with Morale 7`
    let given = part.words.windows(2).find_map(|pair| match pair {
        [name, number] if stem(name.text) == rating.name => number.whole(),
        _ => None,
    });
    let of_row = || {
        let named = rating
            .rows
            .iter()
            .filter(|(label, _)| label.is_subset(&said));
        let most = named.clone().map(|(label, _)| label.len()).max()?;
        let mut named = named.filter(|(label, _)| label.len() == most);
        match (named.next(), named.next()) {
            (Some((_, value)), None) => Some(*value),
            _ => None,
        }
    };
    let value = given.or_else(of_row)?;
    let key = match rating.is_under {
        true => Key::AtMost(value),
        false => Key::AtLeast(value),
    };
    let is_plain = !outside.iter().any(|word| {
        word.whole().is_some() && word.whole() != given
            || word.signed().is_some()
            || given.is_none() && word.is_word(&["with"])
            || word.is_word(&[
                "without", "if", "when", "while", "once", "after", "within", "whose", "under",
                "near", "beside", "unless",
            ])
    });
    Some(Read {
        p: chance_of(rating.dice, key)?,
        what: format!(
            "{value} or {} on {}",
            if rating.is_under { "less" } else { "more" },
            rating.dice
        ),
        part,
        chance,
        is_plain,
    })
}
