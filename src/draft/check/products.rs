//! Products that the text states: `six columns, each with eleven squares, so there are 66 squares`, `six times, 48 powder in all`.
//!
//! Reports: E0711, E0713.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use sandtable_source::Span;

/// Reports: E0711, E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let earlier = all.get(at.saturating_sub(3)..at).unwrap_or_default();
        let earlier: Vec<&Sentence<'_>> = earlier
            .iter()
            .copied()
            .filter(|before| before.prose.block == one.prose.block)
            .collect();
        found.extend(each(context, one).or_else(|| times(context, one, &earlier)));
        found.extend(hexagon(context, one));
        found.extend(area(context, one));
    }
    found.extend(worth(context));
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A number with the noun after it, and its place.
struct Counted {
    at: usize,
    value: i64,
    noun: String,
}

fn counted(words: &[Token<'_>]) -> Vec<Counted> {
    let found = words.windows(2).enumerate().filter_map(|(at, pair)| {
        let [number, noun] = pair else {
            return None;
        };
        let value = number.count().filter(|value| *value >= 2)?;
        (noun.kind == Kind::Word).then(|| Counted {
            at,
            value,
            noun: stem(noun.text),
        })
    });
    found.collect()
}

/// Points that the rules give for each thing: `3 VP for each Worn Camp`.
struct Rate {
    value: i64,
    unit: String,
    /// Stems of the thing.
    stems: Vec<String>,
    span: Span,
}

fn rates(one: &Sentence<'_>) -> Vec<Rate> {
    let words = &one.words;
    let mut found = Vec::new();
    for (at, window) in words.windows(4).enumerate() {
        let [number, unit, lead, each] = window else {
            continue;
        };
        let is_each = lead.is_word(&["for"]) && each.is_word(&["each", "every"]);
        let (Some(value), Some(span), true) =
            (number.count(), one.span(number.range.clone()), is_each)
        else {
            continue;
        };
        let rest = words.get(at + 4..).unwrap_or_default();
        let is_end = |word: &Token<'_>| {
            word.whole().is_some()
                || word.is_any_mark(&['.', ';', ':', '('])
                || word.is_word(&["that", "who", "which", "in", "on"])
        };
        let end = rest.iter().position(is_end).unwrap_or(rest.len());
        let names = rest.get(..end).unwrap_or_default();
        let names = names.split(|word| word.is_mark(',') || word.is_word(&["or", "and"]));
        found.extend(
            names
                .filter(|name| (1..=5).contains(&name.len()))
                .map(|name| Rate {
                    value,
                    unit: stem(unit.text),
                    stems: name.iter().map(|word| stem(word.text)).collect(),
                    span,
                }),
        );
    }
    found
}

/// `3 Worn Camps (9 VP)` in an example, where the rules give another number for each.
fn worth(context: &Context<'_>) -> Vec<Diagnostic> {
    let has_examples = context
        .sentences()
        .any(|one| context.is_example(one.prose.block));
    let rules = context
        .sentences()
        .filter(|_| has_examples)
        .filter(|one| !context.is_example(one.prose.block));
    let rates: Vec<Rate> = rules.flat_map(rates).collect();
    let mut found = Vec::new();
    for one in context
        .sentences()
        .filter(|one| context.is_example(one.prose.block))
    {
        let words = &one.words;
        for (at, window) in words.windows(4).enumerate() {
            let [open, total, unit, close] = window else {
                continue;
            };
            let is_total = open.is_mark('(') && close.is_mark(')');
            let Some(written) = total.whole().filter(|_| is_total) else {
                continue;
            };
            let head = words.get(at.saturating_sub(5)..at).unwrap_or_default();
            let Some(place) = head.iter().rposition(|word| word.count().is_some()) else {
                continue;
            };
            let n = head.get(place).and_then(Token::count).unwrap_or(0);
            let name: Vec<String> = head
                .iter()
                .skip(place + 1)
                .map(|word| stem(word.text))
                .collect();
            let named = rates.iter().filter(|rate| {
                rate.unit == stem(unit.text) && name.iter().all(|word| rate.stems.contains(word))
            });
            let named: Vec<&Rate> = named.filter(|_| !name.is_empty()).collect();
            let Some(rate) = named.first() else {
                continue;
            };
            if named.iter().any(|rate| rate.value * n == written) || n == 0 {
                continue;
            }
            let message = format!(
                "{n} at {} each are {}, not {written}",
                rate.value,
                rate.value * n
            );
            let finding = one.span(total.range.clone()).map(|span| {
                Diagnostic::new(Code::WrongSum, message)
                    .label(span, "")
                    .label(rate.span, format!("{} for each", rate.value))
                    .help("correct one of the numbers")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(one.prose.block))
            });
            found.extend(finding);
        }
    }
    found
}

/// `six columns, each with eleven squares, so there are 66 squares`
fn each(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let all = counted(words);
    let (total, parts) = all.split_last()?;
    let [.., first, second] = parts else {
        return None;
    };
    let is_each = words
        .get(first.at..second.at)?
        .iter()
        .any(|word| word.is_word(&["each", "every"]))
        || words
            .get(second.at + 2)
            .is_some_and(|word| word.is_word(&["each", "apiece"]));
    let between = words.get(second.at + 2..total.at)?;
    // `30 columns of 22 hexes each, 660 hexes in all`
    let after = words.get(total.at + 2..).unwrap_or_default();
    let is_whole = matches!(after, [of, all, ..] if of.is_word(&["in"]) && all.is_word(&["all", "total"]))
        || after
            .first()
            .is_some_and(|first| first.is_word(&["altogether", "together"]));
    let is_so = is_whole
        || between.iter().any(|word| {
            word.is_word(&["so", "makes", "make", "total", "altogether", "thus"])
                || word.is_any_mark(&['=', ':'])
        });
    // `at 5 pence each and a lamp at 4, which makes 14 pence`
    let is_open = between.iter().any(|word| {
        word.is_word(&["plus", "more", "if", "or", "least", "up"]) || word.count().is_some()
    });
    if !is_each || !is_so || is_open || total.noun != second.noun {
        return None;
    }
    report(context, one, first.value, second.value, total)
}

/// `The besieger receives 8 powder … He gets it six times, 48 powder in all.`
fn times(
    context: &Context<'_>,
    one: &Sentence<'_>,
    earlier: &[&Sentence<'_>],
) -> Option<Diagnostic> {
    let all = counted(&one.words);
    let [.., first, total] = all.as_slice() else {
        return None;
    };
    let after = one.words.get(total.at + 2..)?;
    let is_total = matches!(after, [of, all, ..] if of.is_word(&["in"]) && all.is_word(&["all", "total"]))
        || after
            .first()
            .is_some_and(|first| first.is_word(&["altogether", "together"]));
    if first.noun != stem("times") || !is_total || total.at > first.at + 6 {
        return None;
    }
    let amounts = earlier
        .iter()
        .rev()
        .flat_map(|before| counted(&before.words));
    let mut amounts = amounts.filter(|amount| amount.noun == total.noun);
    let (amount, None) = (amounts.next()?, amounts.next()) else {
        return None;
    };
    report(context, one, first.value, amount.value, total)
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    first: i64,
    second: i64,
    total: &Counted,
) -> Option<Diagnostic> {
    let product = first * second;
    if product == total.value {
        return None;
    }
    let number = one.words.get(total.at)?;
    let message = format!("{first} times {second} is {product}, not {}", total.value);
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(one.span(number.range.clone())?, "")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `40 hexes wide and 30 hexes high, which makes 1,200 hexes`
fn area(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let all = counted(&one.words);
    let [first, second, total] = all.as_slice() else {
        return None;
    };
    let is = |at: usize, any: &[&str]| one.words.get(at).is_some_and(|word| word.is_word(any));
    let is_wide = is(first.at + 2, &["wide", "long", "across"]);
    let is_high = is(second.at + 2, &["high", "deep", "wide", "down", "long"]);
    let is_total = (1..=2).any(|back| {
        let before = total.at.checked_sub(back);
        before.is_some_and(|at| is(at, &["makes", "has", "gives", "which", "so"]))
    });
    let is_same = first.noun == second.noun && first.noun == total.noun;
    if !is_wide || !is_high || !is_total || !is_same {
        return None;
    }
    report(context, one, first.value, second.value, total)
}

/// `hexagonal with 8 tiles on each side (169 tiles)`: a hexagon with n places on a side has 3n(n − 1) + 1 of them.
fn hexagon(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    if !one.has(&["hexagonal", "hexagon"]) || !one.has(&["side"]) {
        return None;
    }
    let all = counted(&one.words);
    let [side, total] = all.as_slice() else {
        return None;
    };
    let right = 3 * side.value * (side.value - 1) + 1;
    let is_side = one
        .words
        .get(side.at + 2..side.at + 5)?
        .iter()
        .any(|word| word.is_word(&["side"]));
    if !is_side || side.noun != total.noun || right == total.value || total.value < side.value {
        return None;
    }
    let number = one.words.get(total.at)?;
    let message = format!(
        "a hexagon with {} on each side has {right} places, not {}",
        side.value, total.value
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(number.range.clone())?, "")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
