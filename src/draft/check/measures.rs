//! Distances in a unit of measure that the manuscript does not use otherwise.
//!
//! Reports: E0719.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::words::{Kind, Token};

/// Place of the unit of measure after a number or dice: `6 hexes`, `a 6-inch move`, `2d6 inches`, `that many inches`.
fn unit_at(words: &[Token<'_>], at: usize) -> Option<usize> {
    let number = words.get(at)?;
    let is_number = number.count().is_some()
        || matches!(
            number.kind,
            Kind::Dice(_) | Kind::Fraction(_) | Kind::Number { decimals: 1, .. }
        );
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let is_number = is_number
        || number.is_word(&["many"])
            && before.is_some_and(|before| before.is_word(&["that", "as", "this", "so", "how"]));
    let is_hyphened = words.get(at + 1).is_some_and(|next| next.is_mark('-'));
    is_number.then_some(at + 1 + usize::from(is_hyphened))
}

/// Unit of measure of the token after a number.
fn measure(words: &[Token<'_>], at: usize) -> Option<&'static str> {
    let number = words.get(at)?;
    let unit = words.get(unit_at(words, at)?)?;
    // `"2d6" means the sum of both`
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let is_quoted = before.is_some_and(|before| before.is_any_mark(&['"', '“']));
    let is_glued = unit.range.start == number.range.end && !is_quoted;
    // `4 Hex markers`
    let next = words.get(unit_at(words, at)? + 1);
    let pieces = [
        "marker", "markers", "counter", "counters", "card", "cards", "token", "tokens",
    ];
    if unit.kind == Kind::Word && next.is_some_and(|next| next.is_word(&pieces)) {
        return None;
    }
    if unit.is_word(&["inch", "inches"])
        || is_glued && (unit.is_any_mark(&['"', '″', '”']) || unit.is_word(&["in"]))
    {
        Some("inches")
    } else if unit.is_word(&[
        "cm",
        "centimetre",
        "centimetres",
        "centimeter",
        "centimeters",
    ]) {
        Some("centimetres")
    } else if unit.is_word(&["mm", "millimetre", "millimetres"]) && is_played(words, at) {
        Some("millimetres")
    } else if unit.is_word(&["hex", "hexes"]) {
        Some("hexes")
    } else if unit.is_word(&["area", "areas"]) {
        Some("areas")
    } else if unit.is_word(&["sector", "sectors"]) {
        Some("sectors")
    } else if unit.is_word(&["space", "spaces"]) {
        Some("spaces")
    } else if unit.is_word(&["square", "squares"]) {
        Some("squares")
    } else if unit.is_word(&["yards", "yard"]) {
        Some("yards")
    } else if unit.is_word(&["feet", "foot"]) {
        Some("feet")
    } else if unit.is_word(&["metres", "meters", "metre", "meter"]) {
        Some("metres")
    } else {
        None
    }
}

/// Whether a distance is one of the real world: `a hex is 50 metres`, `a range of 2000 yards`.
fn is_real(words: &[Token<'_>], at: usize, unit: &str) -> bool {
    // `a 75 mm gun`
    let guns = [
        "gun",
        "guns",
        "cannon",
        "calibre",
        "caliber",
        "mortar",
        "mortars",
        "shell",
        "shells",
        "howitzer",
        "howitzers",
    ];
    if unit == "millimetres" && words.iter().any(|word| word.is_word(&guns)) {
        return true;
    }
    // `7.5 cm KwK`, `the 8 cm mortar`
    let next = unit_at(words, at).and_then(|unit| words.get(unit + 1));
    let is_gun = next.is_some_and(|next| next.is_capitalised() || next.is_word(&guns));
    if unit == "centimetres" && is_gun {
        return true;
    }
    let spaces: &[&str] = &[
        "hex",
        "inch",
        "square",
        "centimetre",
        "about",
        "real",
        "turn",
    ];
    let plays: &[&str] = &[
        "within", "move", "moves", "fall", "range", "away", "reach", "closer", "than",
    ];
    let has = |any: &[&str]| words.iter().any(|word| word.is_word(any));
    let value = words.get(at).and_then(Token::count);
    let is_far = value.is_none_or(|value| value > 48);
    ["yards", "feet", "metres"].contains(&unit) && (is_far || has(spaces) || !has(plays))
}

/// Words before a distance of the game.
const PLAYS: [&str; 43] = [
    "within",
    "move",
    "moves",
    "moved",
    "moving",
    "range",
    "ranges",
    "retreat",
    "retreats",
    "retires",
    "retire",
    "back",
    "advance",
    "advances",
    "charge",
    "charges",
    "pursue",
    "pursues",
    "closer",
    "nearer",
    "farther",
    "further",
    "away",
    "flee",
    "flees",
    "falls",
    "fall",
    "reach",
    "reaches",
    "see",
    "sees",
    "seen",
    "spotted",
    "scatters",
    "drifts",
    "deviates",
    "travel",
    "travels",
    "forward",
    "run",
    "runs",
    "marches",
    "automatic",
];

/// Whether a number is a distance of the game, by the few words before it: `within 6 hexes`, `retreats up to 3 squares`.
fn is_played(words: &[Token<'_>], at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default();
    let near = before.iter().rev().take(4);
    near.take_while(|word| word.kind == Kind::Word)
        .any(|word| word.is_word(&PLAYS))
}

/// Words of a sentence that gives the scale or the size of the board, the figures and the paper in other units.
const SIZES: [&str; 28] = [
    "scale",
    "represents",
    "represent",
    "equals",
    "equal",
    "board",
    "map",
    "mat",
    "base",
    "bases",
    "based",
    "tall",
    "thick",
    "template",
    "miniatures",
    "figures",
    "ruler",
    "tape",
    "convert",
    "metric",
    "plate",
    "armour",
    "armor",
    "steel",
    "concrete",
    "table",
    "sheet",
    "paper",
];

/// Words of a sentence that gives the size of something, which may be of the game where the manuscript says how all distances are measured.
const EXTENTS: [&str; 9] = [
    "wide", "high", "deep", "long", "diameter", "square", "across", "large", "size",
];

/// Whether the manuscript says how all distances are measured: `All distances are in inches`.
fn is_declared(context: &Context<'_>) -> bool {
    let units = [
        "inches",
        "inch",
        "centimetres",
        "centimeters",
        "cm",
        "millimetres",
        "mm",
    ];
    context.sentences().any(|one| {
        let says = one.words.windows(2).any(
            |pair| matches!(pair, [lead, unit] if lead.is_word(&["in"]) && unit.is_word(&units)),
        );
        says && one.has(&[
            "distances",
            "measure",
            "measured",
            "measurements",
            "everything",
            "everything’s",
            "everything's",
            "ranges",
            "movement",
        ])
    })
}

/// Words by which no distance of a sentence is one of the game.
const CONVERSIONS: [&str; 6] = [
    "scale",
    "represents",
    "represent",
    "convert",
    "metric",
    "ruler",
];

/// Distances of a sentence by their unit, each with its place in the words.
fn measured(words: &[Token<'_>], is_declared: bool) -> Vec<(usize, &'static str)> {
    // Scale and size of the board, the figures and the paper are given in other units.
    let is_sized = words.iter().enumerate().any(|(at, word)| {
        // `20 cm from the table edge`
        let next = words.get(at + 1);
        if next.is_some_and(|next| next.is_word(&["edge", "edges", "side", "sides"])) {
            return false;
        }
        word.is_word(&SIZES) || word.is_mark('=') || !is_declared && word.is_word(&EXTENTS)
    });
    let is_converted = words
        .iter()
        .any(|word| word.is_word(&CONVERSIONS) || word.is_mark('='));
    let measured: Vec<(usize, &'static str)> = (0..words.len())
        .filter_map(|at| Some((at, measure(words, at)?)))
        .filter(|(at, unit)| !is_real(words, *at, unit))
        .filter(|(at, _)| !is_sized || !is_converted && is_played(words, *at))
        .collect();
    // `6 inches (15 cm)`: a distance in two measures.
    let is_twice = measured.windows(2).any(|pair| {
        let [(one, unit), (other, other_unit)] = pair else {
            return false;
        };
        let between = words.get(one + 2..*other).unwrap_or_default();
        let is_other = |word: &Token<'_>| {
            word.is_mark(',') || word.is_word(&["and", "of", "from", "within", "than"])
        };
        unit != other_unit && !between.iter().any(is_other)
    });
    match is_twice {
        true => Vec::new(),
        false => measured,
    }
}

/// One unit of measure that is used once or twice, where another is used throughout.
///
/// Reports: E0719.
pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found: BTreeMap<&str, Vec<(Span, usize)>> = BTreeMap::new();
    let is_declared = is_declared(context);
    let all = context.all_sentences().iter();
    for sentence in all.filter(|sentence| !sentence.prose.is_heading) {
        for (at, unit) in measured(&sentence.words, is_declared) {
            let place = place(sentence, at);
            found.entry(unit).or_default().extend(place);
        }
        if let Some((unit, place)) = declared(sentence) {
            found.entry(unit).or_default().push(place);
        }
    }
    let Some((usual, most)) = found.iter().max_by_key(|(_, places)| places.len()) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (unit, places) in found.iter().filter(|(unit, _)| *unit != usual) {
        // One among three or more, two among nine or more.
        // Areas are counted also where distances are not.
        let is_counted = ["areas", "sectors", "spaces"].contains(unit);
        let n_least = if places.len() == 1 { 3 } else { 9 };
        if is_counted || most.len() < n_least || places.len() > 2 {
            continue;
        }
        for (span, block) in places {
            findings.push(
                Diagnostic::new(
                    Code::MixedUnits,
                    format!("{unit} here, {usual} everywhere else"),
                )
                .label(*span, "")
                .help(format!(
                    "give the distance in {usual}; or say how {unit} are measured"
                ))
                .confidence(Confidence::Likely)
                .cite(context.citation(*block)),
            );
        }
    }
    findings
}

/// The unit in which a sentence says that all distances are measured, if it names one only: `All distances are measured in inches`.
fn declared(one: &Sentence<'_>) -> Option<(&'static str, (Span, usize))> {
    const UNITS: [(&str, &[&str]); 3] = [
        ("inches", &["inches"]),
        ("centimetres", &["centimetres", "centimeters", "cm"]),
        ("hexes", &["hexes"]),
    ];
    let is_of_map = one.has(&["map", "between", "campaign", "strategic"]);
    if !one.has(&["all"])
        || !one.has(&["distances"])
        || !one.has(&["measured", "given"])
        || is_of_map
    {
        return None;
    }
    let at = one.words.windows(2).position(|pair| {
        let is_unit = |word: &Token<'_>| UNITS.iter().any(|(_, names)| word.is_word(names));
        matches!(pair, [lead, unit] if lead.is_word(&["in"]) && is_unit(unit))
    })?;
    let word = one.words.get(at + 1)?;
    let (unit, _) = UNITS.iter().find(|(_, names)| word.is_word(names))?;
    let others = UNITS.iter().filter(|(other, _)| other != unit);
    let has_other = others.clone().any(|(_, names)| one.has(names));
    let span = one.span(word.range.clone())?;
    (!has_other).then_some((unit, (span, one.prose.block)))
}

/// Place of a distance, and the block.
fn place(sentence: &Sentence<'_>, at: usize) -> Option<(Span, usize)> {
    let words = &sentence.words;
    let (number, unit) = (words.get(at)?, words.get(unit_at(words, at)?)?);
    let span = sentence.span(number.range.start..unit.range.end)?;
    Some((span, sentence.prose.block))
}
