//! Numbers in the sentences of a text: modifiers, moves, ranges, dice, turns.

use std::ops::Range;

use super::words::{Kind, Token};

/// Thing that a number is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// A modifier of a roll.
    Modifier,
    /// A distance of movement.
    Move,
    /// A range of fire.
    Range,
    /// Dice that something rolls.
    Dice,
    /// Turns that the game lasts.
    Turns,
    /// Cost of entering a terrain, or of a unit.
    Cost,
    /// A number of a unit in a column of its table.
    Profile,
}

/// Subject, words of the circumstance or unit, number, place of the number in the sentence.
pub(super) type Spoken<'a> = (Subject, &'a str, i64, Range<usize>);

/// Returns modifiers in prose: `subtract 2 for cover`, `−1 if the firer moved`, `cover (−1)`, `a penalty of 1 for cover`, `soft cover
/// gives −1`.
pub(super) fn spoken_modifiers<'a>(text: &'a str, words: &[Token<'_>]) -> Vec<Spoken<'a>> {
    let mut found = Vec::new();
    for (at, token) in words.iter().enumerate() {
        let next = words.get(at + 1);
        let spoken =
            if token.is_word(&["subtract", "subtracts", "subtracting", "deduct", "deducts"]) {
                next.and_then(Token::count).map(|value| (-value, at + 1))
            } else if token.is_word(&["add", "adds", "adding"]) {
                next.and_then(Token::count).map(|value| (value, at + 1))
            } else if token.is_word(&["penalty", "bonus"])
                && next.is_some_and(|next| next.is_word(&["of"]))
            {
                let sign = if token.is_word(&["bonus"]) { 1 } else { -1 };
                words
                    .get(at + 2)
                    .and_then(Token::count)
                    .map(|value| (sign * value, at + 2))
            } else if token.is_word(&["plus", "minus"])
                && words
                    .get(at + 2)
                    .is_some_and(|after| after.is_word(&["for"]))
            {
                // `minus 1 for the vines`
                let sign = if token.is_word(&["plus"]) { 1 } else { -1 };
                next.and_then(Token::count)
                    .map(|value| (sign * value, at + 1))
            } else if next.is_some_and(|next| next.is_word(&["subtracted", "deducted"])) {
                // `a target in smoke has 3 subtracted`
                token.count().map(|value| (-value, at))
            } else if next.is_some_and(|next| next.is_word(&["added"])) {
                token.count().map(|value| (value, at))
            } else if let Kind::Signed(value) = token.kind {
                Some((value, at))
            } else {
                None
            };
        let Some((value, place)) = spoken else {
            continue;
        };
        let number = words.get(place).map_or(0..0, |token| token.range.clone());
        const CASES: [&str; 4] = ["for", "if", "when", "while"];
        const PLACES: [&str; 9] = [
            "in", "against", "during", "on", "at", "near", "under", "over", "with",
        ];
        let about = circumstance(text, words, place, &CASES)
            .or_else(|| before(text, words, place))
            .or_else(|| listed(text, words, place))
            .or_else(|| {
                let is_told = token.signed().is_none();
                circumstance(text, words, place, &PLACES).filter(|_| is_told)
            });
        let about = about.or_else(|| carried(words, place, &found));
        if let Some(about) = about {
            found.push((Subject::Modifier, about, value, number));
        }
    }
    found.extend(elliptical(text, words, &found));
    found
}

/// `Fog gives −2 to all fire but +1 to an assault`: the circumstance of the modifier before it.
fn carried<'a>(words: &[Token<'_>], place: usize, found: &[Spoken<'a>]) -> Option<&'a str> {
    let joint = place.checked_sub(1).and_then(|joint| words.get(joint))?;
    let goes_on = words.get(place + 1).is_some_and(|to| to.is_word(&["to"]));
    let (_, about, _, last) = found.last()?;
    let is_near = words
        .get(place)
        .is_some_and(|word| word.range.start < last.end + 40);
    (joint.is_word(&["but", "and"]) && goes_on && is_near).then_some(*about)
}

/// `Add 1 if sappers are at work and 2 in fog`: the second number has the verb of the first.
fn elliptical<'a>(text: &'a str, words: &[Token<'_>], known: &[Spoken<'a>]) -> Vec<Spoken<'a>> {
    let verb = words
        .iter()
        .position(|word| word.is_word(&["add", "adds", "subtract", "subtracts", "deduct"]));
    let Some(verb) = verb else {
        return Vec::new();
    };
    let sign = match words
        .get(verb)
        .is_some_and(|word| word.is_word(&["add", "adds"]))
    {
        true => 1,
        false => -1,
    };
    let is_single = words
        .iter()
        .skip(verb + 1)
        .all(|word| !word.is_word(&["add", "adds", "subtract", "subtracts", "deduct", "or"]));
    let found = (verb + 2..words.len()).filter_map(|at| {
        let number = words.get(at)?;
        let joint = words.get(at - 1)?;
        let value = number.count()?;
        let is_joined = joint.is_word(&["and"]) || joint.is_mark(',');
        let leads = words
            .get(at + 1)
            .is_some_and(|lead| lead.is_word(&["if", "for", "when", "in", "on", "at", "against"]));
        let is_known = known.iter().any(|(.., range)| *range == number.range);
        if !is_joined || !leads || is_known || !is_single {
            return None;
        }
        const LEADS: [&str; 7] = ["if", "for", "when", "in", "on", "at", "against"];
        let about = circumstance(text, words, at, &LEADS)?;
        Some((Subject::Modifier, about, sign * value, number.range.clone()))
    });
    found.collect()
}

/// The words before a signed number in a list of such numbers: `long range −1, in cover −2, Large +1`.
fn listed<'a>(text: &'a str, words: &[Token<'_>], place: usize) -> Option<&'a str> {
    let is_stop = |word: &Token<'_>| word.is_any_mark(&[',', ';', ':', '.', '(']);
    let entry = |place: usize| {
        let word = words.get(place).filter(|word| word.signed().is_some())?;
        let head = words.get(..place)?;
        let is_start = |word: &Token<'_>| is_stop(word) || word.is_word(&["and", "but", "while"]);
        let start = head.iter().rposition(is_start).map_or(0, |stop| stop + 1);
        let label = head.get(start..)?;
        let ends = words.get(place + 1).is_none_or(|next| {
            next.is_any_mark(&[',', ';', '.', ')']) || next.is_word(&["and", "but", "while"])
        });
        let is_plain = (1..=6).contains(&label.len())
            && label
                .iter()
                .all(|word| word.kind == Kind::Word || word.is_mark('-') || word.whole().is_some())
            && label.iter().any(|word| word.kind == Kind::Word)
            && !label
                .iter()
                .any(|word| word.is_word(&["and", "or", "each", "per", "is", "has", "to", "than"]));
        (ends && is_plain).then_some((label.first()?.range.start, word.range.start))
    };
    let (start, end) = entry(place)?;
    let n_signed = words.iter().filter(|word| word.signed().is_some()).count();
    // `the Town and the Battalion −3`: the number of both.
    let before = words.iter().rposition(|word| word.range.end <= start);
    let is_second = before.is_some_and(|joint| {
        let ahead = joint.checked_sub(1).and_then(|place| words.get(place));
        words
            .get(joint)
            .is_some_and(|joint| joint.is_word(&["and"]))
            && ahead.is_some_and(|ahead| ahead.kind == Kind::Word)
    });
    text.get(start..end).filter(|_| n_signed >= 2 && !is_second)
}

/// Whether dice are counted, and not the result of a roll.
fn is_dice(words: &[Token<'_>], place: usize) -> bool {
    words
        .get(place + 1)
        .is_some_and(|next| next.is_word(&["dice", "die"]))
}

/// Words after a modifier that say when it applies, behind one of some words: up to the end of the phrase. `subtract 1 in a Gale`, `add 1 to
/// the roll against vehicles`.
fn circumstance<'a>(
    text: &'a str,
    words: &[Token<'_>],
    place: usize,
    leads: &[&str],
) -> Option<&'a str> {
    let mut at = place + 1;
    let mut n_between = 0;
    // `−1 to the roll for cover`
    while let Some(word) = words.get(at) {
        if word.is_word(leads) && !is_dice(words, place) {
            break;
        }
        let is_between = word.is_word(&[
            "to", "from", "the", "roll", "die", "modifier", "penalty", "bonus", "drm", "result",
            "score", "a", "is", "applied", "applies", "each", "your", "total", "dice", "on",
        ]);
        n_between += 1;
        if !is_between || n_between > 6 {
            return None;
        }
        at += 1;
    }
    let start = words.get(at)?.range.end;
    let mut end = start;
    for word in words.iter().skip(at + 1).take(8) {
        let stops = matches!(word.kind, Kind::Mark(mark) if !matches!(mark, '-' | '\'' | '’'))
            || matches!(word.kind, Kind::Signed(_))
            || word.is_word(&[
                "and", "or", "but", "so", "then", "subtract", "add", "unless", "except", "see",
                "to", "which",
            ]);
        if stops {
            return text.get(start..end);
        }
        end = word.range.end;
    }
    // A longer phrase is not understood.
    (words.len() <= at + 9)
        .then(|| text.get(start..end))
        .flatten()
}

/// Returns the words before a modifier that name its circumstance: `cover (−1)`, `Soft cover gives −1`, `if the target is in cover,
/// subtract 2`.
fn before<'a>(text: &'a str, words: &[Token<'_>], place: usize) -> Option<&'a str> {
    let is_verb = |word: &Token<'_>| {
        word.is_word(&[
            "subtract",
            "subtracts",
            "add",
            "adds",
            "subtracting",
            "adding",
            "deduct",
        ])
    };
    let mut at = place;
    if let Some(about) = subject(text, words, place) {
        return Some(about);
    }
    if let Some(previous) = at.checked_sub(1).and_then(|at| words.get(at))
        && is_verb(previous)
    {
        // `Rain: subtract 1`
        let colon = at.checked_sub(2).and_then(|at| words.get(at));
        if colon.is_some_and(|colon| colon.is_mark(':')) {
            let label = words.get(..at - 2)?;
            let start = label
                .iter()
                .rposition(|word| word.is_any_mark(&['.', ';', ',']))
                .map_or(0, |stop| stop + 1);
            let label = label.get(start..)?;
            let is_plain =
                (1..=4).contains(&label.len()) && label.iter().all(|word| word.kind == Kind::Word);
            let (first, last) = (label.first()?, label.last()?);
            return text
                .get(first.range.start..last.range.end)
                .filter(|_| is_plain);
        }
        // `if …, subtract 2`
        at -= 1;
        while at
            .checked_sub(1)
            .and_then(|at| words.get(at))
            .is_some_and(|word| {
                word.is_word(&[
                    "you", "also", "then", "must", "the", "firer", "player", "attacker",
                ])
            })
        {
            at -= 1;
        }
        at.checked_sub(1)
            .and_then(|at| words.get(at))
            .filter(|word| word.is_mark(','))?;
        let first = words
            .get(..at)?
            .iter()
            .rposition(|word| word.is_word(&["if", "when", "while"]))?;
        let ends = words.get(place + 1).is_none_or(|after| {
            after.is_any_mark(&['.', ';', ',']) || after.is_word(&["from", "to"])
        });
        let (start, end) = (words.get(first)?.range.end, words.get(at - 1)?.range.start);
        return text.get(start..end).filter(|phrase| {
            ends && !phrase.contains(',') && phrase.split_whitespace().count() <= 8
        });
    }
    let previous = place.checked_sub(1).and_then(|at| words.get(at))?;
    let closes = words
        .get(place + 1)
        .is_none_or(|after| after.is_any_mark(&['.', ';', ',', ')']));
    if previous.is_mark('(') && closes {
        // `the target is in woods (−1)`: the words after the last preposition or mark.
        let end = previous.range.start;
        let inner = words.get(..place - 1)?;
        let stop = inner.iter().rposition(|word| {
            matches!(word.kind, Kind::Mark(mark) if mark != '-')
                || word.is_word(&[
                    "in", "behind", "for", "is", "are", "with", "and", "at", "the", "has", "of",
                    "was", "being", "by",
                ])
        });
        let start = stop
            .and_then(|stop| inner.get(stop))
            .map_or(0, |word| word.range.end);
        return text
            .get(start..end)
            .filter(|phrase| (1..=4).contains(&phrase.split_whitespace().count()));
    }
    let mut verb = place - 1;
    if words
        .get(verb)
        .is_some_and(|word| word.is_word(&["a", "an", "at", "another"]))
    {
        verb = verb.checked_sub(1)?;
    }
    let is_given = words.get(verb).is_some_and(|word| {
        word.is_word(&[
            "gives", "is", "has", "suffers", "gets", "receives", "incurs", "grants", "gains",
            "are", "give", "counts", "costs", "means", "suffer",
        ]) || word.is_mark(':')
    });
    let passive = words
        .get(place + 1)
        .is_some_and(|after| after.is_word(&["subtracted", "added", "deducted"]));
    // `A target in smoke or behind it has 3 subtracted`: the first of two ways to say it.
    let or = words
        .get(..verb)?
        .iter()
        .position(|word| word.is_word(&["or"]))
        .filter(|_| passive);
    let verb = or.unwrap_or(verb);
    let n_before = words.get(..verb)?.len();
    let end = words.get(verb)?.range.start;
    let is_plain = words
        .get(..verb)?
        .iter()
        .all(|word| word.kind == Kind::Word || word.is_mark('-'));
    (is_given && is_plain && (1..=5).contains(&n_before))
        .then(|| text.get(..end))
        .flatten()
}

/// `An army that is out of supply subtracts 2`, `one into hills at −1`: the words before the verb, up to the last mark or `and`.
fn subject<'a>(text: &'a str, words: &[Token<'_>], place: usize) -> Option<&'a str> {
    let verb = place.checked_sub(1)?;
    // `guns on a hill add 1`, but not `you may add 1`.
    let lead = verb.checked_sub(1).and_then(|lead| words.get(lead));
    let is_plural = words.get(verb)?.is_word(&["subtract", "add", "deduct"])
        && lead.is_some_and(|lead| {
            lead.kind == Kind::Word
                && !lead.is_word(&[
                    "you", "may", "must", "can", "then", "also", "to", "players", "both", "they",
                    "and", "or", "he", "she", "it", "always", "not", "we", "i", "would", "will",
                ])
        });
    let is_third = is_plural || words.get(verb)?.is_word(&["subtracts", "adds", "deducts"]);
    let is_at = words.get(verb)?.is_word(&["at"])
        && matches!(words.get(place)?.kind, Kind::Signed(_))
        && words
            .get(place + 1)
            .is_none_or(|after| after.is_any_mark(&['.', ',', ';']));
    if !is_third && !is_at {
        return None;
    }
    let before = words.get(..verb)?;
    let stop = before
        .iter()
        .rposition(|word| word.kind != Kind::Word || word.is_word(&["and", "but"]));
    let phrase = before.get(stop.map_or(0, |stop| stop + 1)..)?;
    let is_person = phrase
        .iter()
        .any(|word| word.is_word(&["player", "players", "he", "she", "it", "is"]));
    let is_case = phrase
        .iter()
        .any(|word| word.is_word(&["if", "when", "each", "per"]));
    let is_plain = !is_case && (is_third || !is_person) && (2..=9).contains(&phrase.len());
    let (start, end) = (phrase.first()?.range.start, words.get(verb)?.range.start);
    text.get(start..end).filter(|_| is_plain)
}

/// Words that make a number one of a special case.
pub(super) const CASES: [&str; 24] = [
    "if",
    "when",
    "unless",
    "instead",
    "except",
    "while",
    "within",
    "road",
    "along",
    "charge",
    "charging",
    "run",
    "running",
    "half",
    "double",
    "first",
    "another",
    "further",
    "extra",
    "reduced",
    "increased",
    "than",
    "plus",
    "minus",
];

/// Further words of a special case among numbers of units.
const OWN_CASES: [&str; 9] = [
    "additional",
    "more",
    "less",
    "least",
    "each",
    "only",
    "once",
    "fewer",
    "last",
];

/// Whether a number is one of a special case: by a condition anywhere in the sentence, or by another word of its clause.
fn is_case(words: &[Token<'_>], at: usize) -> bool {
    let is_condition = |word: &Token<'_>| {
        word.is_word(&[
            "if", "when", "unless", "instead", "except", "while", "within", "than", "each", "only",
            "once", "road", "along",
        ]) || matches!(word.kind, Kind::Signed(_))
    };
    if words.iter().any(is_condition) {
        return true;
    }
    let is_own = |word: &Token<'_>| word.is_word(&CASES) || word.is_word(&OWN_CASES);
    // `A Sailor moves 7 inches and climbs at no extra cost`: what a verb after `and` says is of another number.
    let joint = words
        .iter()
        .skip(at)
        .position(|word| word.is_word(&["and"]));
    let end = joint.map_or(words.len(), |joint| at + joint);
    let has_number = words
        .iter()
        .skip(end)
        .any(|word| word.count().is_some() || matches!(word.kind, Kind::Fraction(_)));
    let end = if has_number { words.len() } else { end };
    words.iter().take(end).any(is_own)
}

/// `Infantry moves 4 hexes`, `rifles have a range of 12`, `the squad rolls 3 dice`.
pub(super) fn spoken_stats<'a>(text: &'a str, words: &[Token<'_>]) -> Vec<Spoken<'a>> {
    let mut found = Vec::new();
    for (at, token) in words.iter().enumerate() {
        let Some(value) = token.count().filter(|_| !is_case(words, at)) else {
            continue;
        };
        let is = |place: Option<usize>, any: &[&str]| {
            place
                .and_then(|place| words.get(place))
                .is_some_and(|word| word.is_word(any))
        };
        let back = |n: usize| at.checked_sub(n);
        let unit = is(
            Some(at + 1),
            &["hexes", "hex", "inches", "inch", "cm", "squares"],
        ) || words
            .get(at + 1)
            .is_some_and(|next| next.is_any_mark(&['"', '″', '”']));
        let mut verb = back(1);
        while is(
            verb,
            &[
                "up",
                "to",
                "of",
                "a",
                "an",
                "exactly",
                "movement",
                "move",
                "allowance",
                "range",
                "speed",
                "maximum",
            ],
        ) && is(verb, &["up", "to", "of", "a", "an", "exactly"])
        {
            verb = verb.and_then(|verb| verb.checked_sub(1));
        }
        // `Artillery may fire upon units up to 4 hexes away`
        let reach = (is(back(1), &["to"]) && is(back(2), &["up"]))
            .then(|| {
                let head = words.get(at.saturating_sub(8)..at)?;
                let fire = head.iter().rposition(|word| {
                    word.is_word(&["fire", "fires", "shoot", "shoots", "bombard", "bombards"])
                })?;
                Some(at.saturating_sub(8) + fire)
            })
            .flatten();
        let subject = if let Some(fire) = reach.filter(|_| unit) {
            Some((Subject::Range, fire))
        } else if unit && is(verb, &["move", "moves"]) {
            verb.map(|verb| (Subject::Move, verb))
        } else if is(back(1), &["has", "have"]) && ends_as_points(words, at + 1) {
            back(1).map(|verb| (Subject::Move, verb))
        } else if is(verb, &["allowance", "speed"]) && is(back(1), &["of"]) {
            let have = verb.and_then(|verb| {
                words
                    .get(..verb)?
                    .iter()
                    .rposition(|word| word.is_word(&["has", "have"]))
            });
            have.map(|have| (Subject::Move, have))
        } else if is(verb, &["range"]) && is(back(1), &["of"]) {
            let have = verb.and_then(|verb| {
                words
                    .get(..verb)?
                    .iter()
                    .rposition(|word| word.is_word(&["has", "have"]))
            });
            have.map(|have| (Subject::Range, have))
        } else if is(Some(at + 1), &["dice"]) && is(back(1), &["roll", "rolls"]) {
            back(1).map(|verb| (Subject::Dice, verb))
        } else {
            None
        };
        let Some((subject, mut end)) = subject else {
            continue;
        };
        while is(
            end.checked_sub(1),
            &["may", "can", "must", "will", "only", "always"],
        ) {
            end -= 1;
        }
        // `GENERAL RULE: Artillery may fire …`
        let head = words.get(..end).unwrap_or_default();
        let first = head
            .iter()
            .rposition(|word| word.is_mark(':'))
            .map_or(0, |colon| colon + 1);
        let before = head.get(first..).unwrap_or_default();
        let is_plain = before
            .iter()
            .all(|word| word.kind == Kind::Word || word.is_mark('-'));
        let start = before.first().map_or(0, |first| first.range.start);
        let text = words
            .get(end)
            .and_then(|verb| text.get(start..verb.range.start));
        if let Some(about) = text.filter(|_| is_plain && (1..=4).contains(&before.len())) {
            found.push((subject, about, value, token.range.clone()));
        }
    }
    found
}

/// Place after words for points of movement.
fn after_points(words: &[Token<'_>], at: usize) -> Option<usize> {
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    if is(at, &["mp", "mps"]) {
        Some(at + 1)
    } else if is(at, &["movement"]) && is(at + 1, &["points", "point"]) {
        Some(at + 2)
    } else {
        None
    }
}

/// Whether points of movement end a phrase: `has 6 MP.`
fn ends_as_points(words: &[Token<'_>], at: usize) -> bool {
    after_points(words, at).is_some_and(|place| {
        let after = words.get(place);
        after
            .is_none_or(|after| after.is_any_mark(&['.', ',', ';', ')']) || after.is_word(&["and"]))
    })
}

/// Words of a cost that is not the usual one.
const OTHER_COSTS: [&str; 17] = [
    "if", "when", "unless", "along", "half", "double", "instead", "except", "than", "least",
    "first", "another", "uphill", "downhill", "per", "only", "not",
];

/// `pays 4 MP to enter a mountain hex`, `a river costs 3 additional MP`, phrase by phrase.
pub(super) fn spoken_costs<'a>(text: &'a str, words: &[Token<'_>]) -> Vec<Spoken<'a>> {
    let is_stop = |word: &Token<'_>| {
        word.is_any_mark(&[',', ';', ':', '.', '(', ')']) || word.is_word(&["and", "or", "but"])
    };
    let phrases = words.split(is_stop);
    phrases
        .filter(|phrase| !phrase.iter().any(|word| word.is_word(&OTHER_COSTS)))
        .filter_map(|phrase| cost(text, phrase))
        .collect()
}

fn cost<'a>(text: &'a str, words: &[Token<'_>]) -> Option<Spoken<'a>> {
    let at = words
        .iter()
        .position(|word| word.is_word(&["pays", "pay", "spends", "costs", "cost"]))?;
    let number = words.get(at + 1)?;
    let value = number.count()?;
    let skipped: &[&str] = &["additional", "extra", "more"];
    let mut place = at + 2;
    if words.get(place).is_some_and(|word| word.is_word(skipped)) {
        place += 1;
    }
    let is_unit = |word: &Token<'_>| word.is_word(&["points", "point", "hexes", "inches", "cm"]);
    let unit = words
        .get(place)
        .filter(|word| is_unit(word))
        .map(|_| place + 1);
    place = after_points(words, place).or(unit).unwrap_or(place);
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    let to_enter = is(place, &["to"]) && is(place + 1, &["enter", "cross"]);
    let last = words.last()?.range.end;
    let about = if is(at, &["costs", "cost"]) {
        // `Crossing a river costs 3 more MP.`
        let skip = usize::from(is(0, &["entering", "crossing"]));
        let ends = place == words.len() || to_enter && place + 2 == words.len();
        let start = words.get(skip)?.range.start;
        text.get(start..words.get(at)?.range.start)
            .filter(|_| ends && at > skip)
    } else {
        let start = words.get(place + 2).map(|word| word.range.start);
        start
            .filter(|_| to_enter)
            .and_then(|start| text.get(start..last))
    };
    let about = about.filter(|about| (1..=6).contains(&about.split_whitespace().count()))?;
    Some((Subject::Cost, about, value, number.range.clone()))
}
