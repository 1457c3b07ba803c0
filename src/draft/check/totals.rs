//! Totals of what a paragraph lists: prices in brackets, points of a force, a roll and what is added to it.
//!
//! Reports: E0711, E0713, E0720.

use sandtable_diagnostic::Diagnostics;

use super::context::{Context, Sentence};
use super::price_lists::Forces;
use super::words::{Kind, Token, stem};
use super::wrong_sum::{Slip, report};

/// Reports: E0711, E0713, E0720.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let forces = Forces::new(context);
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    for (at, one) in all.iter().enumerate() {
        let words = one.words.as_slice();
        if !words.iter().any(|word| word.count().is_some()) {
            continue;
        }
        // The sentences around it in its paragraph, by their distance.
        let near = |steps: isize| {
            let near = all.get(at.checked_add_signed(steps)?)?;
            (near.prose.block == one.prose.block).then_some(near)
        };
        let up_to = |steps: isize| {
            let end = (0..=steps).filter_map(near).map(|one| one.range.end).max();
            let end = end.unwrap_or(one.range.end);
            Sentence::new(one.prose, one.range.start..end)
        };
        let mut found = Vec::new();
        if words.iter().any(|word| word.is_mark('(')) {
            // `94 crowns. With the last 6 she buys …, which makes 100`: the list adds to the total of the sentence before.
            let carried = near(-1).map_or(&[][..], |before| before.words.as_slice());
            let carried: Vec<i64> = carried.iter().filter_map(Token::whole).collect();
            found.extend(bracketed(words, &up_to(1).words).filter(|slip| {
                let sum: i64 = slip.terms.iter().sum();
                carried.iter().all(|before| before + sum != slip.written)
            }));
            diagnostics.extend(forces.prices(context, one));
        }
        if found.is_empty() {
            let slip = after_colon(words).or_else(|| counted(words));
            let slip = slip
                .or_else(|| within_brackets(words))
                .or_else(|| bare(words));
            found.extend(slip.or_else(|| forces.slip(words)));
        }
        diagnostics.extend(forces.unknown(context, one));
        let found = found.iter();
        diagnostics.extend(found.filter_map(|slip| report(context, one, slip)));
    }
}

/// The total after words such as `in all` or `That makes`, with its place.
fn announced(words: &[Token<'_>]) -> Option<(usize, i64)> {
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    for at in 0..words.len() {
        // `75 points together`
        if let Some(value) = words.get(at).and_then(Token::whole)
            && (is(at + 1, &["together", "altogether"])
                || is(at + 2, &["together", "altogether"])
                || is(at + 2, &["in"]) && is(at + 3, &["all", "total"]))
        {
            return Some((at, value));
        }
        // `so she has 25 crowns`
        // `That's 95 denarii`
        if is(at, &["that's", "that’s", "which's"])
            && let Some(value) = words.get(at + 1).and_then(Token::whole)
        {
            return Some((at + 1, value));
        }
        // `six Sailors (60) are 150 points`, directly after the list
        let is_noun = words
            .get(at + 2)
            .is_some_and(|noun| noun.kind == Kind::Word);
        if at == 0
            && is(at, &["are", "cost", "is"])
            && let Some(value) = words.get(at + 1).and_then(Token::whole).filter(|_| is_noun)
        {
            return Some((at + 1, value));
        }
        let is_so = is(at, &["so"]) && is(at + 2, &["has", "have"]);
        let place = if is_so {
            at + 3
        } else if is(at, &["in"]) && is(at + 1, &["all", "total"]) {
            at + 2
        } else if is(
            at,
            &[
                "that",
                "which",
                "this",
                "together",
                "altogether",
                "they",
                "total",
            ],
        ) && is(
            at + 1,
            &[
                "makes", "is", "comes", "come", "make", "of", "cost", "costs",
            ],
        ) {
            at + 2 + usize::from(is(at + 2, &["to"]))
        } else if is(at, &["makes", "totals", "totalling", "altogether", "total"]) {
            at + 1 + usize::from(words.get(at + 1).is_some_and(|word| word.is_mark(':')))
        } else {
            continue;
        };
        if let Some(value) = words.get(place).and_then(Token::whole) {
            return Some((place, value));
        }
    }
    None
}

/// `…, 30 points.` at the end of a sentence, in the unit of a list before it.
fn at_end(words: &[Token<'_>], unit: &str) -> Option<(usize, i64)> {
    let end = words
        .iter()
        .position(|word| word.is_any_mark(&['.', ';']))?;
    let [.., comma, number, own] = words.get(..end)? else {
        return None;
    };
    let value = number.whole().filter(|_| comma.is_mark(','))?;
    (stem(own.text) == unit).then_some((end - 2, value))
}

/// `a Knight (100), two Archers (100) and a Warhound (10). That makes 210`: numbers in brackets, and their total in the sentence or the next.
fn bracketed(words: &[Token<'_>], wider: &[Token<'_>]) -> Option<Slip> {
    let mut terms = Vec::new();
    let mut unit: Option<Option<String>> = None;
    let (mut start, mut end) = (None, 0);
    for (at, word) in words.iter().enumerate() {
        if !word.is_mark('(') {
            continue;
        }
        let number = words.get(at + 1)?;
        let length = words.iter().skip(at).position(|word| word.is_mark(')'))?;
        let inner = words.get(at + 1..at + length)?;
        let (Some(value), 1..=3) = (number.whole(), inner.len()) else {
            return None;
        };
        // `two javelins (5 each)`, `both ostriches (2 points each)`
        let is_each = inner
            .last()
            .is_some_and(|last| last.is_word(&["each", "apiece"]));
        let inner = match is_each {
            true => inner.get(..inner.len() - 1)?,
            false => inner,
        };
        let value = match is_each {
            true => {
                let mut near = words.get(at.saturating_sub(3)..at)?.iter().rev();
                value
                    * near.find_map(|word| match word.is_word(&["both"]) {
                        true => Some(2),
                        false => word.count(),
                    })?
            }
            false => value,
        };
        let own: Option<String> = match inner.get(1) {
            Some(unit) if unit.kind == Kind::Word => Some(stem(unit.text)),
            Some(_) => return None,
            None => None,
        };
        if inner
            .iter()
            .any(|word| word.is_word(&["each", "per", "apiece"]))
            || unit.as_ref().is_some_and(|unit| *unit != own)
        {
            return None;
        }
        unit = Some(own);
        terms.push(value);
        start = start.or(Some(word.range.start));
        end = at + length + 1;
    }
    // Another number after the list, before the total, is not understood.
    let after = wider.get(end..)?;
    let of_unit = unit.flatten().and_then(|unit| at_end(after, &unit));
    let (place, written) = announced(after).or(of_unit)?;
    let is_first = after
        .get(..place)?
        .iter()
        .all(|word| word.whole().is_none());
    // `a Guard (6) fights a Rifle (4)`: the numbers may be anything but parts.
    let is_list = words
        .iter()
        .any(|word| word.is_word(&["and", "plus"]) || word.is_mark(','));
    (terms.len() >= 2 && is_first && is_list).then(|| Slip {
        range: start.unwrap_or(0)..after.get(place).map_or(0, |word| word.range.end),
        terms,
        written,
    })
}

/// `rolls 11, adds 4 for the skill, 2 for the friend and 1 for the sword: 18`: a roll, what is added or subtracted, and the total after a colon.
fn after_colon(words: &[Token<'_>]) -> Option<Slip> {
    let colon = words.iter().rposition(|word| word.is_mark(':'))?;
    let result = words
        .iter()
        .skip(colon + 1)
        .position(|word| word.whole().is_some())?
        + colon
        + 1;
    let lead = words.get(colon + 1..result)?;
    let is_total = lead.is_empty()
        || lead.len() <= 5 && lead.last().is_some_and(|word| word.is_word(&["of"]))
        || lead
            .iter()
            .all(|word| word.is_word(&["a", "total", "of", "makes", "in", "all"]));
    let after = words.get(result + 1);
    // `: 6 dice.`
    let after = match after {
        Some(unit) if unit.is_word(&["dice", "points", "hits"]) => words.get(result + 2),
        _ => after,
    };
    let is_end = after.is_none_or(|after| {
        after.is_any_mark(&['.', ',', ';', ')', '!']) || after.is_word(&["and", "which", "so"])
    });
    if !is_total || !is_end {
        return None;
    }
    let start = words.get(..colon)?.iter().rposition(|word| {
        word.is_word(&[
            "rolls", "rolled", "throws", "gets", "draws", "has", "have", "shows", "show",
        ])
    })?;
    let between = words.get(start + 1..colon)?;
    let mut terms: Vec<i64> = Vec::new();
    let mut sign = None;
    let mut first = None;
    for (at, word) in between.iter().enumerate() {
        if word.is_word(&["add", "adds", "adding", "plus"]) || word.is_mark('+') {
            sign = Some(1);
            continue;
        }
        if word.is_word(&["subtract", "subtracts", "subtracting", "minus", "less"])
            || word.is_any_mark(&['-', '−', '–'])
                && between
                    .get(at + 1)
                    .is_some_and(|next| next.whole().is_some())
        {
            sign = Some(-1);
            continue;
        }
        if let Kind::Signed(value) = word.kind {
            terms.push(value);
            continue;
        }
        match (word.whole(), word.kind) {
            (Some(value), _) => {
                let next = between.get(at + 1);
                let is_measured = next.is_some_and(|next| {
                    next.is_any_mark(&['"', '%', '″', '/'])
                        || next.is_word(&["hexes", "inches", "cm", "or"])
                });
                // `1 is added for the rain`
                let passive = next.filter(|next| next.is_word(&["is", "are"]));
                let passive = passive.and_then(|_| between.get(at + 2));
                if let Some(passive) = passive {
                    let is_added = passive.is_word(&["added"]);
                    let is_taken = passive.is_word(&["subtracted", "deducted"]);
                    sign = match (is_added, is_taken) {
                        (true, _) => Some(1),
                        (_, true) => Some(-1),
                        _ => sign,
                    };
                }
                let factor = match (terms.is_empty(), sign) {
                    (true, None) => 1,
                    (false, Some(sign)) => sign,
                    _ => return None,
                };
                if is_measured {
                    return None;
                }
                first = first.or(Some(word.range.start));
                terms.push(factor * value);
            }
            (None, Kind::Number { .. } | Kind::Dotted | Kind::Fraction(_)) => return None,
            (None, _) => {}
        }
    }
    let result = words.get(result)?;
    (terms.len() >= 2 && first.is_some()).then(|| Slip {
        range: first.unwrap_or(0)..result.range.end,
        terms,
        written: result.whole().unwrap_or(0),
    })
}

/// `six for disorder, six for fatigue and four for fled units, sixteen in all`, `Muiden 3, Naarden 2 and Gouda 3, together 8`: numbers of a list,
/// and their total at its end.
fn counted(words: &[Token<'_>]) -> Option<Slip> {
    let is_joint = |word: &Token<'_>| word.is_any_mark(&[',', '.', ';']) || word.is_word(&["and"]);
    let parts: Vec<&[Token<'_>]> = words
        .split(is_joint)
        .filter(|part| !part.is_empty())
        .collect();
    let n = parts
        .iter()
        .position(|part| total_of_list(part).is_some())?;
    let (written, unit) = total_of_list(parts.get(n)?)?;
    let colon = |part: &[Token<'_>]| part.iter().rposition(|word| word.is_mark(':'));
    let mut terms = Vec::new();
    let mut start = None;
    for part in parts.get(..n)?.iter().rev() {
        let open = colon(part);
        let own = part.get(open.map_or(0, |open| open + 1)..)?;
        let Some((at, value)) = term(own, unit.as_deref(), terms.is_empty() && open.is_none())
        else {
            break;
        };
        terms.push(value);
        start = own.get(at).map(|word| word.range.start);
        if open.is_some() {
            break;
        }
    }
    terms.reverse();
    let end = parts.get(n)?.last()?.range.end;
    // Other numbers before the list would have to be understood.
    let is_near = {
        let sum: i64 = terms.iter().sum();
        (sum - written).abs() * 3 <= sum && terms.iter().all(|term| *term < written)
    };
    (terms.len() >= 2 && is_near).then_some(Slip {
        range: start?..end,
        terms,
        written,
    })
}

/// The total at the end of a list, and the stem of its unit: `sixteen in all`, `118 VP altogether`, `together 20`.
fn total_of_list(part: &[Token<'_>]) -> Option<(i64, Option<String>)> {
    let part = match part {
        [first, rest @ ..] if first.is_word(&["so", "or", "makes", "making"]) => rest,
        _ => part,
    };
    if let [together, number] = part
        && together.is_word(&["together", "altogether", "total"])
    {
        return Some((number.count()?, None));
    }
    let (number, rest) = part.split_first()?;
    let (unit, rest) = match rest {
        [unit, rest @ ..]
            if unit.kind == Kind::Word && !unit.is_word(&["in", "together", "altogether"]) =>
        {
            (Some(stem(unit.text)), rest)
        }
        _ => (None, rest),
    };
    let is_total = match rest {
        [one, other] => one.is_word(&["in"]) && other.is_word(&["all", "total"]),
        [one] => one.is_word(&["together", "altogether"]),
        _ => false,
    };
    Some((number.count().filter(|_| is_total)?, unit))
}

/// The only number of an item of a list, at the place of its token: `four for fled units`, `72 VP for Camps`, `Gouda 3`.
fn term(part: &[Token<'_>], unit: Option<&str>, is_last: bool) -> Option<(usize, i64)> {
    let numbers: Vec<usize> = (0..part.len())
        .filter(|at| part.get(*at).and_then(Token::count).is_some())
        .collect();
    let [at] = numbers.as_slice() else {
        return None;
    };
    let is_plain = part
        .iter()
        .all(|word| word.kind == Kind::Word || word.whole().is_some() || word.is_mark('-'));
    let number = part.get(*at)?;
    let next = part.get(at + 1);
    let is_of = next.is_some_and(|next| {
        next.is_word(&["for", "from"]) || unit == Some(stem(next.text).as_str())
    });
    // `Gouda 3`: a name and nothing else.
    let is_named = next.is_none()
        && number.whole().is_some()
        && (1..=3).contains(at)
        && part
            .iter()
            .take(*at)
            .all(|word| word.is_capitalised() || word.is_mark('-'));
    let is_count = *at == 0 && unit.is_none() && !is_last && part.len() <= 6;
    (is_plain && (is_of || is_named || is_count)).then(|| (*at, number.count().unwrap_or(0)))
}

/// `for 4 and 1, that is 5 points`: two or three bare numbers, and what they are together.
fn bare(words: &[Token<'_>]) -> Option<Slip> {
    (0..words.len()).find_map(|at| {
        let mut terms = vec![words.get(at)?.whole()?];
        let mut place = at + 1;
        while words
            .get(place)
            .is_some_and(|word| word.is_word(&["and"]) || word.is_mark(','))
        {
            let Some(value) = words.get(place + 1).and_then(Token::whole) else {
                break;
            };
            terms.push(value);
            place += 2;
        }
        let rest = words.get(place..)?;
        let rest = match rest {
            [comma, rest @ ..] if comma.is_mark(',') => rest,
            _ => rest,
        };
        let [that, is, number, ..] = rest else {
            return None;
        };
        let is_total = that.is_word(&["that", "which"]) && is.is_word(&["is", "makes", "are"]);
        let written = number.whole().filter(|_| is_total && terms.len() >= 2)?;
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        // `turns 9 and 10, that is 2 turns`
        let is_number =
            before.is_none_or(|before| before.kind != Kind::Word || !before.text.ends_with('s'));
        let is_more = terms.iter().all(|term| *term <= written);
        (is_number && is_more).then(|| Slip {
            range: words.get(at).map_or(0, |word| word.range.start)..number.range.end,
            terms,
            written,
        })
    })
}

/// `the two brigades and their battery (7, 6 and 4) make 17`: numbers in one pair of brackets, and their total directly after it.
fn within_brackets(words: &[Token<'_>]) -> Option<Slip> {
    let mut all = (0..words.len()).filter_map(|open| {
        let is_open = words.get(open)?.is_mark('(');
        let length = words.iter().skip(open).position(|word| word.is_mark(')'))?;
        is_open.then_some((open, open + length))
    });
    all.find_map(|(open, close)| {
        let slip = sum_within(words, open, close)?;
        (slip.terms.iter().sum::<i64>() != slip.written).then_some(slip)
    })
}

fn sum_within(words: &[Token<'_>], open: usize, close: usize) -> Option<Slip> {
    let inner = words.get(open + 1..close)?;
    let is_joint = |word: &Token<'_>| word.is_mark(',') || word.is_word(&["and", "plus"]);
    let mut terms = Vec::new();
    for part in inner.split(is_joint).filter(|part| !part.is_empty()) {
        let [number] = part else {
            return None;
        };
        terms.push(number.whole()?);
    }
    let verb = words.get(close + 1)?;
    let is_total = verb.is_word(&["make", "makes", "total", "totalling"]);
    let place = close + 2 + usize::from(words.get(close + 2)?.is_word(&["up", "to", "together"]));
    let number = words.get(place).filter(|_| is_total && terms.len() >= 2)?;
    Some(Slip {
        range: words.get(open)?.range.start..number.range.end,
        terms,
        written: number.whole()?,
    })
}
