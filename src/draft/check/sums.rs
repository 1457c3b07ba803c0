//! Arithmetic in the text, and numbers that the dice named beside them cannot show.
//!
//! Reports: E0708, E0713.

use std::ops::Range;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};

use super::context::{Context, Prose};
use super::parts::{Slip, made_of_two, of_the, of_which, whole_with_parts};
use super::words::{Kind, Token};
use super::wrong_sum::LEARNT;
use crate::keys::Dice;

/// Reports: E0708, E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for one in context.sentences() {
        let (prose, range, words) = (&one.prose, &one.range, one.words.as_slice());
        let found = equation(words).or_else(|| {
            let found = total(words)
                .or_else(|| modified(words))
                .or_else(|| worded(words))
                .or_else(|| whole_with_parts(words))
                .or_else(|| made_of_two(words))
                .or_else(|| of_which(words))
                .or_else(|| of_the(words))
                .or_else(|| scaled(words));
            found.filter(|slip| !is_modified(context, prose, range, slip))
        });
        let place = |inner: &Range<usize>| {
            context.span(prose, range.start + inner.start..range.start + inner.end)
        };
        if let Some(slip) = found {
            diagnostics.extend(
                report(&slip, place(&slip.range))
                    .map(|finding| finding.cite(context.citation(prose.block))),
            );
        }
        let is_dice = |word: &Token<'_>| !context.is_code(word.text);
        if let Some((inner, dice, value)) = impossible(words, is_dice) {
            diagnostics.extend(place(&inner).map(|span| {
                let name = dice.to_string();
                Diagnostic::new(
                    Code::ImpossibleRoll,
                    format!(
                        "{name} cannot roll {value}: it gives {} to {}",
                        dice.least(),
                        dice.most()
                    ),
                )
                .label(span, "")
                .help("correct the number or the dice")
                .cite(context.citation(prose.block))
            }));
        }
    }
}

/// Whether a modifier that another sentence of the paragraph states makes up the difference: `The sum is +3. He rolls 4 and 3, and the total is 10.`
fn is_modified(context: &Context<'_>, prose: &Prose<'_>, sum: &Range<usize>, slip: &Slip) -> bool {
    let difference = slip.written - slip.right;
    let words = context.words(prose).iter();
    let mut others = words.filter(|word| !sum.contains(&word.range.start));
    others.any(|word| {
        word.signed()
            .is_some_and(|value| value as f64 == difference)
    })
}

fn report(slip: &Slip, span: Option<sandtable_source::Span>) -> Option<Diagnostic> {
    let message = format!(
        "{} is {}, not {}",
        slip.sum,
        shown(slip.right),
        shown(slip.written)
    );
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(span?, "")
            .help(LEARNT),
    )
}

fn shown(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}

/// Operator of an equation.
fn operator(token: &Token<'_>) -> Option<char> {
    match token.kind {
        Kind::Mark('+') => Some('+'),
        Kind::Mark('-' | '−' | '–') => Some('-'),
        Kind::Mark('×' | '*') => Some('×'),
        Kind::Mark('÷' | '/') => Some('÷'),
        Kind::Word if token.is_word(&["plus"]) => Some('+'),
        Kind::Word if token.is_word(&["minus", "less"]) => Some('-'),
        Kind::Word if token.is_word(&["times", "x"]) => Some('×'),
        Kind::Word
        | Kind::Number { .. }
        | Kind::Signed(_)
        | Kind::Dotted
        | Kind::Dice(_)
        | Kind::Fraction(_)
        | Kind::Mark(_) => None,
    }
}

fn value(token: &Token<'_>) -> Option<f64> {
    match token.kind {
        Kind::Number { value, .. } => Some(value),
        Kind::Fraction(value) => Some(value),
        Kind::Word | Kind::Signed(_) | Kind::Dotted | Kind::Dice(_) | Kind::Mark(_) => None,
    }
}

/// `4 + 2 = 6`, `5 plus 2 is 7`, `3 x 2 = 6`: whole equations of numbers.
fn equation(words: &[Token<'_>]) -> Option<Slip> {
    for (at, token) in words.iter().enumerate() {
        let is_equals = token.is_mark('=');
        let is_spoken = token.is_word(&["is", "equals", "makes", "gives"]);
        if !is_equals && !is_spoken {
            continue;
        }
        let Some(right) = words.get(at + 1).and_then(value_or_signed) else {
            continue;
        };
        let after = words.get(at + 2);
        // `= 2:1`, but not `= 11: a success`
        let is_ratio = after.is_some_and(|after| {
            let next = words.get(at + 3);
            after.is_mark(':') && next.is_some_and(|next| next.range.start == after.range.end)
        });
        if is_ratio
            || after.is_some_and(|after| {
                operator(after).is_some() && after.is_any_mark(&['+', '×', '*', '÷', '/', '-', '−'])
                    || after.is_mark('%')
            })
        {
            continue;
        }
        // Terms and operators in turn, from the sign backwards.
        let mut terms: Vec<(char, f64)> = Vec::new();
        let mut place = at;
        let start = loop {
            let Some(term) = place.checked_sub(1).and_then(|place| words.get(place)) else {
                break None;
            };
            if let Kind::Signed(number) = term.kind {
                // `4 +2`: a sign belongs to its number.
                terms.push((
                    if number < 0 { '-' } else { '+' },
                    number.unsigned_abs() as f64,
                ));
                place -= 1;
                if place
                    .checked_sub(1)
                    .and_then(|place| words.get(place))
                    .is_none_or(|before| {
                        value(before).is_none() && !matches!(before.kind, Kind::Signed(_))
                    })
                {
                    break Some(place);
                }
                continue;
            }
            let Some(number) = value(term) else {
                break None;
            };
            place -= 1;
            match place
                .checked_sub(1)
                .and_then(|place| words.get(place))
                .and_then(operator)
            {
                Some(operator) => {
                    terms.push((operator, number));
                    place -= 1;
                }
                None => {
                    terms.push(('+', number));
                    break Some(place);
                }
            }
        };
        let (Some(start), 2..) = (start, terms.len()) else {
            continue;
        };
        terms.reverse();
        // The text before the sum may be another term that is no number.
        let before = start.checked_sub(1).and_then(|place| words.get(place));
        let is_open = before.is_some_and(|before| {
            operator(before).is_some()
                || matches!(before.kind, Kind::Dice(_))
                || before.is_any_mark(&[')', '%', '"'])
        });
        let Some(sum) = calculated(&terms) else {
            continue;
        };
        let is_rounded = words
            .iter()
            .any(|word| word.is_word(&["rounded", "round", "rounding", "half", "up", "down"]))
            && (sum - right).abs() < 1.0;
        let is_fraction = terms.iter().any(|(operator, _)| *operator == '÷');
        if is_open
            || is_rounded
            || (sum - right).abs() < 0.011
            || is_fraction && (sum - right).abs() < 1.0
        {
            continue;
        }
        let range = words.get(start)?.range.start..words.get(at + 1)?.range.end;
        return Some(Slip {
            range,
            sum: written(&terms),
            right: sum,
            written: right,
        });
    }
    None
}

fn value_or_signed(token: &Token<'_>) -> Option<f64> {
    match token.kind {
        Kind::Signed(number) => Some(number as f64),
        Kind::Word
        | Kind::Number { .. }
        | Kind::Dotted
        | Kind::Dice(_)
        | Kind::Fraction(_)
        | Kind::Mark(_) => value(token),
    }
}

/// Products first, then sums.
fn calculated(terms: &[(char, f64)]) -> Option<f64> {
    let (mut sum, mut product, mut sign) = (0.0, 0.0, 1.0);
    for (at, (operator, number)) in terms.iter().enumerate() {
        match operator {
            '×' if at > 0 => product *= number,
            '÷' if at > 0 => {
                if *number == 0.0 {
                    return None;
                }
                product /= number;
            }
            _ => {
                sum += sign * product;
                sign = if *operator == '-' { -1.0 } else { 1.0 };
                product = *number;
            }
        }
    }
    Some(sum + sign * product)
}

fn written(terms: &[(char, f64)]) -> String {
    let mut text = String::new();
    for (at, (operator, number)) in terms.iter().enumerate() {
        if at > 0 {
            text.push(' ');
            text.push(if *operator == '-' { '−' } else { *operator });
            text.push(' ');
        } else if *operator == '-' {
            text.push('−');
        }
        text.push_str(&shown(*number));
    }
    text
}

/// `rolls a 5 and a 3 for a total of 8`: two or three numbers and their total.
fn total(words: &[Token<'_>]) -> Option<Slip> {
    let names =
        |word: &Token<'_>| word.is_word(&["total", "totalling", "totaling", "totals", "sum"]);
    // `rolls a 5 and a 3, which is 8`
    let at = words.iter().position(names).or_else(|| {
        let mut pairs = words.windows(2);
        pairs.position(|pair| {
            matches!(pair, [which, is] if which.is_word(&["which"]) && is.is_word(&["is", "makes", "gives"]))
        })
    })?;
    let mut place = at + 1;
    while words.get(place).is_some_and(|word| {
        word.is_word(&["of", "is", "to", "a", "makes", "gives"]) || word.is_mark(':')
    }) {
        place += 1;
    }
    let result = words.get(place)?;
    // `a 3 and an 8, which is one hit`
    let is_digits = words.get(at).is_some_and(names) || result.whole().is_some();
    let right = result.count().filter(|_| is_digits)?;
    let after = words.get(place + 1);
    if after.is_some_and(|after| after.is_any_mark(&['+', '-', '%', '"'])) {
        return None;
    }
    // `which is 1 hit`, `which is 6 or less`: what the dice mean, not their total.
    let is_total = words.get(at).is_some_and(names)
        || after.is_none_or(|after| after.is_any_mark(&['.', ',', ';', ':', ')']));
    if !is_total {
        return None;
    }
    let start = words.get(..at)?.iter().rposition(|word| {
        word.is_word(&[
            "rolls", "rolled", "rolling", "roll", "gets", "shows", "show",
        ])
    })?;
    let between = words.get(start + 1..at)?;
    let mut numbers: Vec<i64> = Vec::new();
    for (offset, word) in between.iter().enumerate() {
        match word.kind {
            Kind::Number { .. } => numbers.push(word.whole()?),
            Kind::Mark(',' | '(' | ')' | ':' | ';') => {}
            Kind::Word
                if word.is_word(&[
                    "a", "an", "and", "for", "with", "in", "dice", "die", "d6", "his", "her",
                    "their", "the", "then", "up", "giving", "him", "her",
                ]) => {}
            Kind::Dice(_) if offset == 0 => {}
            Kind::Word
            | Kind::Signed(_)
            | Kind::Dotted
            | Kind::Dice(_)
            | Kind::Fraction(_)
            | Kind::Mark(_) => return None,
        }
    }
    let sum: i64 = numbers.iter().sum();
    if !(2..=4).contains(&numbers.len()) || sum == right {
        return None;
    }
    let first = between.iter().find(|word| word.whole().is_some())?;
    let sum_text: Vec<String> = numbers.iter().map(i64::to_string).collect();
    Some(Slip {
        range: first.range.start..result.range.end,
        sum: sum_text.join(" + "),
        right: sum as f64,
        written: right as f64,
    })
}

/// `a 5, plus 1 for the charge makes 6`: a number, what is added to it in words and for what, and the result.
fn worded(words: &[Token<'_>]) -> Option<Slip> {
    let sign = |word: &Token<'_>| match word {
        word if word.is_word(&["plus"]) => Some(1),
        word if word.is_word(&["minus"]) => Some(-1),
        _ => None,
    };
    let first = words.iter().position(|word| sign(word).is_some())?;
    let mut start = first.checked_sub(1)?;
    if words.get(start)?.is_mark(',') {
        start = start.checked_sub(1)?;
    }
    let base = words.get(start)?;
    let mut sum = base.whole()?;
    let mut text = base.text.to_owned();
    let mut place = first;
    let is_open = start
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| operator(before).is_some() || matches!(before.kind, Kind::Dice(_)));
    while let Some(change) = words.get(place).and_then(sign) {
        let number = words.get(place + 1)?.whole()?;
        sum += change * number;
        text.push_str(&format!(" {} {number}", if change < 0 { '−' } else { '+' }));
        place += 2;
        if words.get(place).is_some_and(|word| word.is_word(&["for"])) {
            // What it is for: words up to the next change or the result.
            let length = words.get(place..)?.iter().take(7).position(|word| {
                sign(word).is_some() || is_result(word) || !matches!(word.kind, Kind::Word)
            })?;
            place += length;
        }
        while words
            .get(place)
            .is_some_and(|word| word.is_mark(',') || word.is_word(&["and"]))
        {
            place += 1;
        }
    }
    let result = words
        .get(place + 1)
        .filter(|_| is_result(words.get(place).unwrap_or(base)))?;
    let right = result.whole()?;
    let is_measured = words
        .get(place + 2)
        .is_some_and(|after| operator(after).is_some() || after.is_any_mark(&['%', ':']));
    if is_open || is_measured || sum == right {
        return None;
    }
    Some(Slip {
        range: base.range.start..result.range.end,
        sum: text,
        right: sum as f64,
        written: right as f64,
    })
}

fn is_result(word: &Token<'_>) -> bool {
    word.is_word(&["makes", "gives", "is", "equals"]) || word.is_mark('=')
}

/// `an allowance of 6 is halved to 3`, `its 4 dice are doubled to 8`.
fn scaled(words: &[Token<'_>]) -> Option<Slip> {
    let (at, factor) = words.iter().enumerate().find_map(|(at, word)| {
        let factor = match word {
            word if word.is_word(&["halved"]) => 0.5,
            word if word.is_word(&["doubled"]) => 2.0,
            word if word.is_word(&["tripled", "trebled"]) => 3.0,
            _ => return None,
        };
        Some((at, factor))
    })?;
    let result = words.get(at + 2)?;
    let is_to = words.get(at + 1)?.is_word(&["to"]);
    let written = result.whole().filter(|_| is_to)? as f64;
    let head = words.get(at.saturating_sub(6)..at)?;
    let mut numbers = head.iter().filter(|word| word.count().is_some());
    let (base, None) = (numbers.next()?, numbers.next()) else {
        return None;
    };
    let right = base.count()? as f64 * factor;
    // Halves are rounded up or down.
    let is_right = (right - written).abs() < 1.0;
    (!is_right).then(|| Slip {
        range: base.range.start..result.range.end,
        sum: format!(
            "{} {}",
            base.text,
            words.get(at).map_or("", |word| word.text)
        ),
        right,
        written,
    })
}

/// `rolls a 7, +1 for height, −2 for cover, for a total of 6`: a roll, its modifiers, and the result.
fn modified(words: &[Token<'_>]) -> Option<Slip> {
    let at = words.iter().rposition(|word| {
        word.is_word(&[
            "total",
            "totals",
            "result",
            "final",
            "modified",
            "adjusted",
            "totalling",
        ]) || word.is_mark('=')
    })?;
    let mut place = at + 1;
    let skipped: &[&str] = &[
        "of", "is", "to", "a", "result", "roll", "total", "score", "becomes",
    ];
    while words
        .get(place)
        .is_some_and(|word| word.is_word(skipped) || word.is_mark(':'))
    {
        place += 1;
    }
    let result = words.get(place)?;
    let right = result.count()?;
    let start = words
        .get(..at)?
        .iter()
        .rposition(|word| word.is_word(&["rolls", "rolled", "rolling", "roll"]))?;
    let between = words.get(start + 1..at)?;
    let mut roll: Option<&Token<'_>> = None;
    let (mut sum, mut n_changes, mut text) = (0, 0, String::new());
    let mut spoken: Option<i64> = None;
    for word in between {
        if let Kind::Signed(change) = word.kind {
            sum += change;
            n_changes += 1;
            let sign = if change < 0 { '−' } else { '+' };
            text.push_str(&format!(" {sign} {}", change.abs()));
            continue;
        }
        if word.is_word(&["add", "adds", "adding", "plus"]) {
            spoken = Some(1);
            continue;
        }
        if word.is_word(&["subtract", "subtracts", "subtracting", "minus"]) {
            spoken = Some(-1);
            continue;
        }
        let Some(number) = word.whole() else {
            if matches!(
                word.kind,
                Kind::Number { .. } | Kind::Dotted | Kind::Fraction(_)
            ) {
                return None;
            }
            continue;
        };
        match (roll, spoken.take()) {
            (None, None) => {
                roll = Some(word);
                sum += number;
            }
            (Some(_), Some(sign)) => {
                sum += sign * number;
                n_changes += 1;
                text.push_str(&format!(" {} {number}", if sign < 0 { '−' } else { '+' }));
            }
            // A number that is neither a roll nor a modifier: not understood.
            _ => return None,
        }
    }
    let roll = roll?;
    if n_changes == 0 || sum == right {
        return None;
    }
    Some(Slip {
        range: roll.range.start..result.range.end,
        sum: format!("{}{text}", roll.text),
        right: sum as f64,
        written: right as f64,
    })
}

/// `on a 7+ on a d6`, `rolls a d6 and gets 7`: a number that the only dice of the sentence cannot show.
fn impossible(
    words: &[Token<'_>],
    is_dice: impl Fn(&Token<'_>) -> bool,
) -> Option<(Range<usize>, Dice, i64)> {
    let mut dice: Option<Dice> = None;
    for word in words {
        if let Kind::Dice(found) = word.kind
            && is_dice(word)
        {
            if dice.is_some_and(|known| known != found) {
                return None;
            }
            dice = Some(found);
        }
    }
    let dice = dice?;
    let changes = words.iter().any(|word| {
        matches!(word.kind, Kind::Signed(_))
            || word.is_word(&[
                "add",
                "adds",
                "adding",
                "plus",
                "subtract",
                "modifier",
                "modifiers",
                "modified",
                "bonus",
                "each",
                "per",
                "minus",
                "dice",
                "total",
                "totals",
                "twice",
                "times",
            ])
            || word.is_mark('×')
    });
    if changes || dice.added != 0 || dice.is_d66() {
        return None;
    }
    for (at, word) in words.iter().enumerate() {
        let Some(value) = word.whole() else {
            continue;
        };
        let next = words.get(at + 1);
        let is_plus =
            next.is_some_and(|next| next.is_mark('+') && next.range.start == word.range.end);
        let is_or = next.is_some_and(|next| next.is_word(&["or"]))
            && words.get(at + 2).is_some_and(|after| {
                after.is_word(&["more", "higher", "better", "above", "greater"])
            });
        let before = |back: usize, any: &[&str]| {
            at.checked_sub(back)
                .and_then(|place| words.get(place))
                .is_some_and(|word| word.is_word(any))
        };
        let is_roll = before(1, &["a", "an"])
            && before(2, &["on", "rolls", "rolling", "roll", "gets", "rolled"])
            || before(1, &["gets", "rolls", "shows", "on"])
            || before(1, &["of"]) && before(2, &["roll"]);
        let is_measured = next.is_some_and(|next| {
            next.is_any_mark(&['"', '%', '″', '/'])
                || next.kind == Kind::Word
                    && !next.is_word(&[
                        "or", "and", "on", "is", "with", "for", "it", "the", "in", "to", "means",
                    ])
        });
        let is_low = value < dice.least() && !is_plus && !is_or;
        let is_high = value > dice.most() && value < dice.most().saturating_mul(3);
        if (is_high || is_low && value > 0) && is_roll && !is_measured {
            return Some((word.range.clone(), dice, value));
        }
    }
    None
}
