//! Distances and times that a text gives twice, in two measures: `8 hexes, or 16 miles`, `2 miles (3,520 yards)`. A pair is wrong against the
//! scale of the map, against the measures of the world, or if it is the only one of three or more with another ratio.
//!
//! Reports: E0711.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};

/// One quantity in two measures.
struct Pair<'s, 'a> {
    one: &'s Sentence<'a>,
    /// Place of both in the sentence.
    range: Range<usize>,
    units: (String, String),
    first: i64,
    second: i64,
    /// Whether it is the scale itself: `One hex is 2 miles across`.
    is_scale: bool,
}

impl Pair<'_, '_> {
    fn text(&self) -> &str {
        self.one.text.get(self.range.clone()).unwrap_or_default()
    }
}

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut pairs: Vec<Pair<'_, '_>> = Vec::new();
    for one in context.sentences() {
        pairs.extend((0..one.words.len()).filter_map(|at| pair(one, at)));
        pairs.extend(scales(one));
    }
    let mut groups: BTreeMap<&(String, String), Vec<&Pair<'_, '_>>> = BTreeMap::new();
    for pair in &pairs {
        groups.entry(&pair.units).or_default().push(pair);
    }
    let reported = Reported::new(diagnostics);
    let mut found: Vec<Diagnostic> = groups
        .values()
        .filter_map(|pairs| odd(context, pairs))
        .collect();
    for pair in pairs.iter().filter(|pair| !pair.is_scale) {
        let scale = pairs
            .iter()
            .filter_map(|scale| by_scale(context, pair, scale));
        let new = scale.chain(by_world(context, pair)).next();
        let is_new = |new: &Diagnostic| {
            let place = |one: &Diagnostic| one.labels.first().map(|label| label.span);
            found.iter().all(|one| place(one) != place(new))
        };
        found.extend(new.filter(is_new));
    }
    found.extend(
        pairs
            .iter()
            .filter_map(|pair| other_unit(context, pair, &pairs)),
    );
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Words between a quantity and the same in another measure.
fn is_between(word: &&Token<'_>) -> bool {
    word.is_any_mark(&[',', '(', '='])
        || word.is_word(&[
            "or", "that", "is", "which", "i.e", "about", "some", "roughly",
        ])
}

/// Words for the extent of a quantity: `2 miles across`.
const EXTENT: [&str; 8] = [
    "across", "wide", "long", "each", "apart", "deep", "away", "high",
];

/// A number with its unit of measure at a place: the number, the unit, and the place after both. `two English miles` is one too.
fn quantity<'t>(words: &'t [Token<'_>], at: usize) -> Option<(i64, &'t Token<'t>, usize)> {
    let value = words.get(at)?.count().filter(|value| *value > 0)?;
    let unit = words.get(at + 1)?;
    let next = words.get(at + 2);
    let named = next.filter(|next| unit.is_capitalised() && of_world(&stem(next.text)).is_some());
    let (unit, end) = named.map_or((unit, at + 2), |next| (next, at + 3));
    let is_unit = unit.kind == Kind::Word && unit.text.len() >= 2;
    is_unit.then_some((value, unit, end))
}

/// A number of spaces or turns at a place, with words before and after their noun: `seven Lowland Districts in one turn`, `12 turns ahead`.
fn spaces<'t>(words: &'t [Token<'t>], at: usize) -> Option<(i64, &'t Token<'t>, usize)> {
    let value = words.get(at)?.count().filter(|value| *value > 0)?;
    let near = words.get(at + 1..(at + 10).min(words.len()))?;
    let ends = |word: &Token<'_>| !matches!(word.kind, Kind::Word) || word.is_word(&["or", "and"]);
    let near = near.split(ends).next()?;
    let noun = near
        .iter()
        .take(3)
        .position(|word| word.text.ends_with('s'))?;
    let which = words.get(at + 1 + near.len()..)?;
    let is_restated = matches!(which, [comma, which, is, ..]
        if comma.is_mark(',') && which.is_word(&["which", "that"]) && is.is_word(&["is"]));
    is_restated.then_some((value, near.get(noun)?, at + 1 + near.len()))
}

/// `8 hexes, or 16 miles`, `4 hexes, that is, 8 miles`, `2 hexes (4 miles)`.
fn pair<'s, 'a>(one: &'s Sentence<'a>, at: usize) -> Option<Pair<'s, 'a>> {
    let words = one.words.as_slice();
    adjacent_pair(one, quantity(words, at)?, at)
        .or_else(|| adjacent_pair(one, spaces(words, at)?, at))
}

/// A quantity with the place after it, and the same in another measure there.
fn adjacent_pair<'s, 'a>(
    one: &'s Sentence<'a>,
    (first, unit, end): (i64, &Token<'_>, usize),
    at: usize,
) -> Option<Pair<'s, 'a>> {
    let words = one.words.as_slice();
    let end = end + usize::from(words.get(end)?.is_word(&EXTENT));
    // Marks and words between the two.
    let rest = words.get(end..)?;
    let n = rest.iter().take_while(is_between).count();
    let says = rest
        .get(..n)?
        .iter()
        .any(|word| word.is_any_mark(&['(', '=']) || word.is_word(&["or", "is"]));
    let mut other = end + n;
    // `6 feet by 4 feet, that is 72 inches by 48 inches`
    let is_by = |at: Option<usize>| {
        at.and_then(|at| words.get(at))
            .is_some_and(|word| word.is_word(&["by"]) || word.is_mark('×'))
    };
    if is_by(at.checked_sub(1)) {
        let (_, _, by) = quantity(words, other)?;
        other = is_by(Some(by)).then_some(by + 1)?;
    }
    let (second, other_unit, last) = quantity(words, other)?;
    let units = (measure_of(unit), measure_of(other_unit));
    let is_open = rest.get(..n)?.iter().any(|word| word.is_mark('('));
    let closes = words.get(last).is_some_and(|close| close.is_mark(')'));
    let last = last + usize::from(is_open && closes);
    (says && n <= 4 && units.0 != units.1).then_some(Pair {
        one,
        range: words.get(at)?.range.start..words.get(last - 1)?.range.end,
        units,
        first,
        second,
        is_scale: false,
    })
}

/// `One hex is two miles across, or 3,520 yards`: what one space or one turn is, in each measure.
fn scales<'s, 'a>(one: &'s Sentence<'a>) -> Vec<Pair<'s, 'a>> {
    let words = one.words.as_slice();
    let mut found = Vec::new();
    let verbs = [
        "is",
        "represents",
        "equals",
        "measures",
        "covers",
        "lasts",
        "stands",
    ];
    // `A Sea Zone is`, `One inch on the table is`
    let begins = |at: usize| -> Option<(usize, usize)> {
        let each = words.get(at)?.is_word(&["one", "each", "a", "every"]);
        let near = words.get(at + 1..(at + 7).min(words.len()))?;
        let verb = near.iter().position(|word| word.is_word(&verbs))?;
        let head = near.get(..verb)?;
        let on = head.iter().position(|word| word.is_word(&["on", "of"]));
        let n = on.unwrap_or(head.len());
        let is_noun = (1..=2).contains(&n) && head.iter().all(|word| word.kind == Kind::Word);
        (each && is_noun).then_some((at + n, at + 2 + verb))
    };
    let Some((at, (noun, start))) = (0..words.len()).find_map(|at| Some((at, begins(at)?))) else {
        return found;
    };
    let Some(unit) = words.get(noun).map(measure_of) else {
        return found;
    };
    let mut place = start;
    let idle = ["about", "roughly", "for", "some"];
    while words.get(place).is_some_and(|word| word.is_word(&idle)) {
        place += 1;
    }
    while let Some((second, other, end)) = quantity(words, place) {
        found.push(Pair {
            one,
            range: words.get(at).map_or(0, |word| word.range.start)..other.range.end,
            units: (unit.clone(), measure_of(other)),
            first: 1,
            second,
            is_scale: true,
        });
        let end = end + usize::from(words.get(end).is_some_and(|word| word.is_word(&EXTENT)));
        let rest = words.get(end..).unwrap_or_default();
        let n = rest.iter().take_while(is_between).count();
        if n == 0 || n > 4 {
            break;
        }
        place = end + n;
    }
    found
}

/// A kind of measure of the world, and the size of one in metres or days. `6 inches, or 10 cm` may be a choice of scales, so both are left out.
fn of_world(unit: &str) -> Option<(u8, f64)> {
    const KNOWN: [(&str, u8, f64); 18] = [
        ("metre", 0, 1.0),
        ("meter", 0, 1.0),
        ("kilometre", 0, 1000.0),
        ("kilometer", 0, 1000.0),
        ("km", 0, 1000.0),
        ("mile", 0, 1609.3),
        ("yard", 0, 0.9144),
        ("foot", 0, 0.3048),
        ("feet", 0, 0.3048),
        ("verst", 0, 1066.8),
        ("furlong", 0, 201.2),
        ("minute", 1, 1.0 / 1440.0),
        ("hour", 1, 1.0 / 24.0),
        ("day", 1, 1.0),
        ("week", 1, 7.0),
        ("fortnight", 1, 14.0),
        ("month", 1, 30.4),
        ("year", 1, 365.0),
    ];
    let mut known = KNOWN.iter();
    let found = known.find(|(name, ..)| stem(name) == unit);
    found.map(|(_, kind, size)| (*kind, *size))
}

/// The stem of a unit of measure, in one spelling for all of its names.
fn measure_of(unit: &Token<'_>) -> String {
    let unit = stem(unit.text);
    let full = match unit.as_str() {
        "mm" => "millimetre",
        "cm" | "centimeter" => "centimetre",
        "meter" => "metre",
        "km" | "kilometer" => "kilometre",
        "ft" | "feet" => "foot",
        "yd" => "yard",
        _ => return unit,
    };
    stem(full)
}

/// Size of one unit in another of its kind.
fn ratio(units: (&str, &str)) -> Option<f64> {
    let (one, other) = (of_world(units.0)?, of_world(units.1)?);
    (one.0 == other.0).then_some(one.1 / other.1)
}

/// Rounded conversions differ by this part.
const ROUNDING: f64 = 0.12;

/// `2 miles, or 3,520 feet`: two measures of the world that are not the same length.
fn by_world(context: &Context<'_>, pair: &Pair<'_, '_>) -> Option<Diagnostic> {
    let right = pair.first as f64 * ratio((&pair.units.0, &pair.units.1))?;
    let off = pair.second as f64 / right;
    let is_wrong = (off - 1.0).abs() > ROUNDING && (0.2..=5.0).contains(&off);
    let message = format!(
        "“{}”: the second number would be about {right:.0}",
        pair.text()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(
                pair.one.span(pair.range.clone()).filter(|_| is_wrong)?,
                "two different quantities",
            )
            .help("correct one of the numbers, or the unit of measure")
            .confidence(Confidence::Likely)
            .cite(context.citation(pair.one.prose.block)),
    )
}

/// `8 hexes, or 20 miles`, where `one hex is 2 miles across`.
fn by_scale(
    context: &Context<'_>,
    pair: &Pair<'_, '_>,
    scale: &Pair<'_, '_>,
) -> Option<Diagnostic> {
    let is_same = scale.is_scale && scale.units.0 == pair.units.0;
    let factor = match scale.units.1 == pair.units.1 {
        true => 1.0,
        false => ratio((&scale.units.1, &pair.units.1))?,
    };
    let right = pair.first as f64 * scale.second as f64 * factor;
    let least = if factor == 1.0 { 0.01 } else { ROUNDING };
    let off = pair.second as f64 / right;
    let is_wrong = is_same && (off - 1.0).abs() > least && (0.2..=5.0).contains(&off);
    let message = format!(
        "“{}” here, but “{}”: the second number would be {right:.0}",
        pair.text(),
        scale.text()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(
                pair.one.span(pair.range.clone()).filter(|_| is_wrong)?,
                "another scale here",
            )
            .label(scale.one.span(scale.range.clone())?, "the scale")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(pair.one.prose.block)),
    )
}

/// The kind of a unit: a length of the world or of the table, or a time.
fn kind(unit: &str) -> Option<u8> {
    let small = ["inch", "cm", "mm", "centimetre", "centimeter"];
    let is_small = small.iter().any(|name| stem(name) == unit);
    of_world(unit)
        .map(|(kind, _)| kind)
        .or(is_small.then_some(0))
}

/// `12 inches, or 1,200 metres`, where all others, or the scale, have these numbers in yards.
fn other_unit(
    context: &Context<'_>,
    pair: &Pair<'_, '_>,
    pairs: &[Pair<'_, '_>],
) -> Option<Diagnostic> {
    let is_same_ratio = |other: &&Pair<'_, '_>| {
        pair.first * other.second == other.first * pair.second && pair.first != pair.second
    };
    let replaces =
        |own: &str, usual: &str| own != usual && kind(own).is_some() && kind(own) == kind(usual);
    let is_other = |other: &&Pair<'_, '_>| {
        let (own, usual) = (&pair.units, &other.units);
        own.0 == usual.0 && replaces(&own.1, &usual.1)
            || own.1 == usual.1 && replaces(&own.0, &usual.0)
    };
    let n_same = pairs
        .iter()
        .filter(|other| other.units == pair.units)
        .count();
    let others = pairs.iter().filter(is_same_ratio).filter(is_other);
    let others: Vec<&Pair<'_, '_>> = others.collect();
    let usual = others.first()?;
    let is_clear = others.iter().all(|other| other.units == usual.units);
    let is_known = others.len() >= 2 || pair.is_scale || usual.is_scale;
    // Of the scale and one pair either may be wrong.
    let is_first = others.len() >= 2 || !usual.is_scale || !pair.is_scale;
    if n_same > 1 || !is_clear || !is_known || !is_first {
        return None;
    }
    let message = format!(
        "“{}” here, but “{}” elsewhere: the same numbers in another unit of measure",
        pair.text(),
        usual.text()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(pair.one.span(pair.range.clone())?, "another unit here")
            .label(usual.one.span(usual.range.clone())?, "as elsewhere")
            .help("correct the unit of measure")
            .confidence(Confidence::Likely)
            .cite(context.citation(pair.one.prose.block)),
    )
}

/// The only pair with another ratio than all others, two or more.
fn odd(context: &Context<'_>, pairs: &[&Pair<'_, '_>]) -> Option<Diagnostic> {
    let is_like = |one: &Pair<'_, '_>, other: &Pair<'_, '_>| {
        one.first * other.second == other.first * one.second
    };
    let n_like = |one: &Pair<'_, '_>| pairs.iter().filter(|other| is_like(one, other)).count();
    let mut alone = pairs.iter().filter(|one| n_like(one) == 1);
    let (wrong, None) = (alone.next()?, alone.next()) else {
        return None;
    };
    let usual = pairs.iter().find(|one| n_like(one) > 1)?;
    // All others have one ratio, of whole numbers.
    let is_clear = n_like(usual) + 1 == pairs.len() && n_like(usual) >= 2;
    let product = wrong.first * usual.second;
    if !is_clear || product % usual.first != 0 {
        return None;
    }
    let right = product / usual.first;
    let message = format!(
        "“{}” here, but “{}” elsewhere: at that scale the second number would be {right}",
        wrong.text(),
        usual.text()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(wrong.one.span(wrong.range.clone())?, "another scale here")
            .label(usual.one.span(usual.range.clone())?, "as everywhere else")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(wrong.one.prose.block)),
    )
}
