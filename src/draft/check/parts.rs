//! A number and all its parts in one sentence: `60 counters: 24 for one side, 20 for the other and 16 markers`.

use std::ops::Range;

use super::words::{Kind, Token};

/// A sum that is wrong.
pub(super) struct Slip {
    pub(super) range: Range<usize>,
    /// The sum as calculated: `4 + 2`.
    pub(super) sum: String,
    pub(super) right: f64,
    pub(super) written: f64,
}

impl Slip {
    /// Returns the slip in a number that is divided into two, if it is off by no more than 2 or this part of it.
    fn of_two(
        range: Range<usize>,
        [one, other]: [i64; 2],
        written: i64,
        part: i64,
    ) -> Option<Self> {
        let off = (one + other - written).abs();
        (off != 0 && off <= 2.max(written / part)).then(|| Self {
            range,
            sum: format!("{one} + {other}"),
            right: (one + other) as f64,
            written: written as f64,
        })
    }
}

/// `Of the 17 guns six are Maxims, eight are 6-pounders and three are 3-pounders`: a number and all its parts, each the subject of a clause.
pub(super) fn of_the(words: &[Token<'_>]) -> Option<Slip> {
    let [of, the, whole, rest @ ..] = words else {
        return None;
    };
    let written = whole.count()?;
    let is_lead = of.is_word(&["of"]) && the.is_word(&["the", "these", "all"]);
    let rest = match rest.split_last() {
        Some((stop, rest)) if stop.is_any_mark(&['.', '!']) => rest,
        _ => rest,
    };
    let is_count = |at: usize| {
        let next = rest.get(at + 1);
        let is_verb = next.is_some_and(|next| next.kind == Kind::Word && !next.is_capitalised());
        let starts = at.checked_sub(1).and_then(|before| rest.get(before));
        let starts = starts.is_none_or(|before| {
            before.is_any_mark(&[',', ';'])
                || before.is_word(&["and"])
                || before.text.ends_with('s')
        });
        is_verb && starts && rest.get(at).is_some_and(|word| word.count().is_some())
    };
    let places: Vec<usize> = (0..rest.len()).filter(|at| is_count(*at)).collect();
    let first = rest.get(*places.first()?..)?;
    let joints = first
        .split(|word| word.is_any_mark(&[',', ';']) || word.is_word(&["and"]))
        .filter(|part| !part.is_empty());
    let counts: Option<Vec<i64>> = joints
        .map(|part| part.first().and_then(Token::count))
        .collect();
    let counts = counts.filter(|counts| counts.len() >= 2 && counts.len() == places.len())?;
    let sum: i64 = counts.iter().sum();
    // Two parts may leave out some of the whole, so only more than that is wrong.
    let is_near = match counts.len() {
        2 => sum > written && sum - written <= 2.max(written / 20) && written >= 5,
        _ => (sum - written).abs() <= 2.max(written / 5),
    };
    if !is_lead || sum == written || !is_near {
        return None;
    }
    let text: Vec<String> = counts.iter().map(i64::to_string).collect();
    Some(Slip {
        range: whole.range.start..rest.last()?.range.end,
        sum: text.join(" + "),
        right: sum as f64,
        written: written as f64,
    })
}

/// `120 counters, of these 49 represent units and 71 are markers`: a number and the two that it is divided into.
pub(super) fn of_which(words: &[Token<'_>]) -> Option<Slip> {
    let at = words.windows(3).position(|window| {
        matches!(window, [comma, of, which] if comma.is_any_mark(&[',', ':', '('])
            && of.is_word(&["of"]) && which.is_word(&["which", "these", "them"]))
    })?;
    let head = words.get(at.saturating_sub(4)..at)?;
    let whole = head.iter().rfind(|word| word.count().is_some())?;
    let rest = words.get(at + 3..)?;
    let is_end = |word: &Token<'_>| word.is_any_mark(&['.', ';', ':', ')']);
    let end = rest.iter().position(is_end).unwrap_or(rest.len());
    let inner = rest.get(..end)?;
    let joint = inner.iter().position(|word| word.is_word(&["and"]))?;
    let part = |words: &[Token<'_>]| -> Option<i64> {
        let mut counts = words.iter().filter_map(Token::count);
        let (count, None) = (counts.next()?, counts.next()) else {
            return None;
        };
        // Each part has a verb of its own, or is a number of something.
        let is_led = words.first()?.count().is_some();
        (is_led && words.len() <= 6).then_some(count)
    };
    let (one, other) = (part(inner.get(..joint)?)?, part(inner.get(joint + 1..)?)?);
    let written = whole.count().filter(|whole| *whole >= 10)?;
    let range = whole.range.start..inner.last()?.range.end;
    Slip::of_two(range, [one, other], written, 20)
}

/// `a strength of 11, which is 7 Followers and a Valour of 4`: a number and the two that it is made of.
pub(super) fn made_of_two(words: &[Token<'_>]) -> Option<Slip> {
    let at = words.windows(3).position(|window| {
        matches!(window, [number, comma, which] if number.whole().is_some()
            && comma.is_mark(',') && which.is_word(&["which", "that"]))
    })?;
    let (whole, verb) = (words.get(at)?, words.get(at + 3)?);
    let rest = words.get(at + 4..)?;
    let end = rest
        .iter()
        .position(|word| word.is_any_mark(&['.', ';', ',', ':', ')']));
    let inner = rest.get(..end.unwrap_or(rest.len()))?;
    let joint = inner.iter().position(|word| word.is_word(&["and"]))?;
    let (one, other) = (inner.get(..joint)?, inner.get(joint + 1..)?);
    // `7 Followers`, `a Valour of 4`
    let part = |words: &[Token<'_>]| -> Option<i64> {
        let only = |word: &Token<'_>| match word.kind {
            Kind::Word => word.count().is_none() || word.is_word(&["one"]),
            Kind::Number { .. } => word.whole().is_some(),
            Kind::Signed(_) | Kind::Dotted | Kind::Dice(_) | Kind::Fraction(_) | Kind::Mark(_) => {
                false
            }
        };
        let mut numbers = words.iter().filter_map(Token::whole);
        let (value, None) = (numbers.next()?, numbers.next()) else {
            return None;
        };
        let is_open = words.iter().any(|word| {
            word.is_word(&[
                "or", "to", "times", "more", "less", "than", "percent", "each", "turn",
            ])
        });
        (words.iter().all(only) && words.len() <= 4 && !is_open).then_some(value)
    };
    let (one, other, written) = (part(one)?, part(other)?, whole.whole()?);
    if !verb.is_word(&["is", "are"]) {
        return None;
    }
    let range = whole.range.start..inner.last()?.range.end;
    Slip::of_two(range, [one, other], written, 5)
}

/// `60 counters: 24 for one side, 20 for the other and 16 markers`: a number and all its parts.
pub(super) fn whole_with_parts(words: &[Token<'_>]) -> Option<Slip> {
    // `The 120 counters are 48 boats, 20 ships and 52 markers`
    let is_are = |at: usize| {
        let begins = words.first().is_some_and(|first| first.is_word(&["the"]));
        let before = words.get(..at).unwrap_or_default();
        begins
            && before.len() <= 5
            && words
                .get(at)
                .is_some_and(|word| word.is_word(&["are", "include", "comprise"]))
            && words.get(at + 1).is_some_and(|next| next.count().is_some())
    };
    let open = (0..words.len()).find(|at| {
        is_are(*at)
            || words
                .get(*at)
                .is_some_and(|word| word.is_any_mark(&[':', '(']))
    })?;
    let head = words.get(..open)?;
    // `6 six-sided dice`
    let is_sides = |at: usize| {
        let next = head.get(at + 1..at + 3);
        matches!(next, Some([mark, sided]) if mark.is_mark('-') && sided.is_word(&["sided"]))
    };
    let at = (0..head.len())
        .rfind(|at| !is_sides(*at) && head.get(*at).is_some_and(|word| word.count().is_some()))?;
    let whole = head.get(at)?;
    let nouns = head.get(at + 1..)?;
    // `The 14 units are of two hordes: 9 of the one and 5 of the other`: the parts belong to the number of the subject.
    let (whole, nouns) = of_kinds(head, whole, nouns).unwrap_or((whole, nouns));
    let is_sided = nouns.iter().any(|word| word.is_word(&["sided"]));
    let is_counted = (1..=6).contains(&nouns.len())
        && nouns.iter().all(|word| {
            word.kind == Kind::Word && (word.count().is_none() || is_sided)
                || is_sided && word.is_mark('-')
        })
        && !nouns
            .iter()
            .any(|word| word.is_word(&["or", "and", "to", "of", "more"]));
    let rest = without_brackets(words.get(open + 1..)?);
    let is_end = |word: &Token<'_>| word.is_any_mark(&['.', ')', ';']);
    let end = rest.iter().position(is_end).unwrap_or(rest.len());
    let inner = rest.get(..end)?;
    let is_listed = inner.iter().all(|word| {
        matches!(word.kind, Kind::Word | Kind::Number { decimals: 0, .. })
            || word.is_any_mark(&[',', '-'])
    });
    // `5 to 8`, but not `9 units to the other`
    let is_range = inner.windows(2).any(
        |pair| matches!(pair, [to, number] if to.is_word(&["to"]) && number.count().is_some()),
    );
    let is_open = is_range
        || inner
            .iter()
            .any(|word| word.is_word(&["or", "which", "more", "least", "up", "each", "per"]));
    if !is_counted || !is_listed || is_open {
        return None;
    }
    let segments = inner.split(|word| word.is_mark(',') || word.is_word(&["and"]));
    let mut numbers = Vec::new();
    for segment in segments.filter(|segment| !segment.is_empty()) {
        let (first, others) = segment.split_first()?;
        // `two dice with six sides`
        let with = others.iter().position(|word| word.is_word(&["with"]));
        let others = others.get(..with.unwrap_or(others.len()))?;
        let is_single = others.iter().all(|word| word.count().is_none());
        let number = first
            .count()
            .filter(|number| *number > 0 && is_single && (1..=8).contains(&others.len()))?;
        numbers.push(number);
    }
    let (sum, right): (i64, i64) = (numbers.iter().sum(), whole.count()?);
    let is_near = sum < right * 2 && right < sum * 2;
    if numbers.len() < 2 || sum == right || !is_near {
        return None;
    }
    let text: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let last = inner.last()?;
    Some(Slip {
        range: whole.range.start..last.range.end,
        sum: text.join(" + "),
        right: sum as f64,
        written: right as f64,
    })
}

/// Tokens without remarks in brackets: `6 Ice markers (one for each river)`.
fn without_brackets<'a>(words: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut depth = 0_usize;
    let mut kept = Vec::new();
    for word in words {
        if word.is_mark('(') {
            depth += 1;
        } else if word.is_mark(')') && depth > 0 {
            depth -= 1;
        } else if depth == 0 {
            kept.push(word.clone());
        }
    }
    kept
}

/// The number and the nouns of the subject of `The 14 units are of two hordes:`.
fn of_kinds<'t, 'a>(
    head: &'t [Token<'a>],
    last: &Token<'a>,
    kinds: &[Token<'_>],
) -> Option<(&'t Token<'a>, &'t [Token<'a>])> {
    let at = head.iter().position(|word| word.range == last.range)?;
    let [of, are] = [at.checked_sub(1)?, at.checked_sub(2)?];
    let is_of =
        head.get(of)?.is_word(&["of", "into"]) && head.get(are)?.is_word(&["are", "come", "fall"]);
    let number = head
        .get(..are)?
        .iter()
        .rposition(|word| word.count().is_some())?;
    let is_whole = is_of && kinds.len() <= 2;
    Some((head.get(number)?, head.get(number + 1..are)?)).filter(|_| is_whole)
}
