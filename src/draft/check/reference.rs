//! Numbers in a text that refer to sections, tables and figures.

use std::ops::Range;

use super::words::{Kind, Token, tokens};
use crate::model::{Number, NumberPart};

/// Kind of place that a reference names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Section,
    Table,
    Figure,
}

pub(crate) struct Reference {
    pub(crate) target: Target,
    pub(crate) number: Number,
    /// The number in the text.
    pub(crate) range: Range<usize>,
    /// Whether a word such as `section` introduces it.
    pub(super) is_named: bool,
    /// Whether it is preceded by `rule`, which also counts other things.
    pub(super) is_rule: bool,
    /// End of the reference with its word.
    pub(super) start: usize,
}

const SECTION_WORDS: [&str; 13] = [
    "article",
    "articles",
    "section",
    "sections",
    "rule",
    "rules",
    "chapter",
    "chapters",
    "paragraph",
    "clause",
    "sec",
    "case",
    "cases",
];

/// Words directly before a number of two levels that is a reference.
const LEADS: [&str; 6] = ["see", "per", "under", "in", "cf", "ref"];

/// Words between `see` or `refer` and a number.
const ALSO: [&str; 3] = ["also", "to", "again"];

/// Whether a word is that before the number in `see also 4.2`, `refer to 4.2`.
fn is_also(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let is_led = before.is_some_and(|before| before.is_word(&["see", "refer", "according"]));
    let is_also = tokens.get(at).is_some_and(|token| token.is_word(&ALSO));
    is_led && is_also && tokens.get(at + 1).is_some_and(is_deep)
}

/// Whether a word is a number of three levels, `5.3.2`, which is no quantity.
fn is_three_deep(token: &Token<'_>) -> bool {
    token.kind == Kind::Dotted && token.text.split('.').all(|part| part.len() <= 2)
}

/// References of a text in order; numbers in brackets only where the draft uses them so.
pub(crate) fn references(text: &str, has_bare: bool) -> Vec<Reference> {
    references_of(text, &tokens(text), has_bare)
}

/// Whether a number after a word is a length: `make the table 30 cm longer`.
fn is_length(tokens: &[Token<'_>], at: usize) -> bool {
    let is_unit = |unit: &Token<'_>| {
        unit.is_any_mark(&['"', '″'])
            || unit.is_word(&["cm", "mm", "inch", "inches", "feet", "foot", "metres"])
    };
    let is_title = tokens.get(at).is_some_and(Token::is_capitalised);
    !is_title && tokens.get(at + 2).is_some_and(is_unit)
}

/// As [`references`], of a text whose words are known.
pub(super) fn references_of(text: &str, tokens: &[Token<'_>], has_bare: bool) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        // `cf. 6.3`
        let is_short = token.is_word(&["cf", "ref"])
            && tokens.get(at + 1).is_some_and(|next| next.is_mark('.'));
        let next = tokens.get(at + 1 + usize::from(is_short));
        let (target, is_rule) = if token.is_word(&SECTION_WORDS) || token.is_mark('§') {
            (
                Target::Section,
                token.is_word(&["rule", "rules", "paragraph", "case", "cases", "clause"]),
            )
        } else if token.is_word(&["table", "tables", "chart", "charts"]) {
            // `Terrain Chart (4.3)`: the number of the section that has the chart.
            let is_bracketed = has_bare
                && next.is_some_and(|next| next.is_any_mark(&['(', '[']))
                && (token.is_capitalised() || tokens.get(at + 2).is_some_and(is_deep));
            if is_bracketed || is_length(tokens, at) {
                continue;
            }
            (Target::Table, false)
        } else if token.is_word(&["figure", "figures", "fig", "diagram", "illustration"]) {
            (Target::Figure, false)
        } else if token.is_word(&LEADS)
            && next.is_some_and(|next| is_deep(next) || is_lettered(next))
            || is_also(tokens, at)
            || token.is_word(&["see"]) && is_letter(next, tokens.get(at + 2))
            || is_three_deep(token)
        {
            (Target::Section, true)
        } else if has_bare
            && token.is_any_mark(&['(', '['])
            && next.is_some_and(|next| is_deep(next) || is_lettered(next))
        {
            let all = bracketed(text, next.map_or(0, |next| next.range.start)).into_iter();
            found.extend(all.map(|(number, range)| Reference {
                target: Target::Section,
                number,
                start: token.range.start,
                range,
                is_named: false,
                is_rule: true,
            }));
            continue;
        } else {
            continue;
        };
        let is_bare = is_three_deep(token);
        let is_see = is_bare || token.is_word(&LEADS) || token.is_word(&ALSO);
        let start = token.range.start;
        let mut from = match is_bare {
            true => start,
            false => token.range.end,
        };
        // `sections 4.2, 4.3 and 5.1`
        loop {
            let rest = text.get(from..).unwrap_or_default();
            let gap = rest.len()
                - rest
                    .trim_start_matches(['.', ' ', '\u{a0}', '#', '('])
                    .len();
            // `on the table. A unit`: only an abbreviation has a full stop before its number.
            let is_short =
                token.is_word(&["fig", "sec", "ch", "chap", "para", "art", "no", "cf", "ref"]);
            if rest.starts_with('.') && !is_short {
                break;
            }
            let Some((number, range)) = number_at(text, from + gap) else {
                break;
            };
            from = range.end;
            found.push(Reference {
                target,
                number,
                range,
                is_named: !is_see,
                is_rule,
                start,
            });
            let Some(joined) = joint(text, from) else {
                break;
            };
            from = joined;
        }
    }
    found.dedup_by(|later, earlier| later.range == earlier.range);
    found
}

/// The numbers from an offset to the end of their bracket, if nothing else is there: `(5.1 and 5.2)`.
fn bracketed(text: &str, start: usize) -> Vec<(Number, Range<usize>)> {
    let mut from = start;
    let mut numbers = Vec::new();
    while let Some((number, range)) = number_at(text, from) {
        from = range.end;
        numbers.push((number, range));
        let Some(joined) = joint(text, from) else {
            break;
        };
        from = joined;
    }
    let rest = text.get(from..).unwrap_or_default();
    let closes = rest.trim_start().starts_with([')', ']', ',', ';']);
    if closes { numbers } else { Vec::new() }
}

/// Offset after a joint between numbers: `, `, ` and `, ` or `, `–`.
fn joint(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let joints = [
        ", and ", ", or ", " and ", " or ", " & ", " to ", ", ", "–", "-", "/",
    ];
    let joint = joints.iter().find(|joint| rest.starts_with(**joint))?;
    let after = rest.get(joint.len()..)?;
    let is_number = after.starts_with(|letter: char| letter.is_ascii_digit());
    // `section 4, 2 dice`: a number of another kind has no point.
    let token = after
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .next()?;
    let is_deep = token.trim_end_matches(['.', ')', ';']).contains('.');
    // `its points in Table 2 and 20 more`
    let rest = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_amount = [" more", " less", " points"]
        .iter()
        .any(|word| rest.starts_with(word));
    let is_number = is_number && !is_amount;
    (is_number && (is_deep || !joint.starts_with(','))).then_some(from + joint.len())
}

fn is_deep(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Dotted => true,
        Kind::Number { decimals, .. } => decimals > 0,
        Kind::Word | Kind::Signed(_) | Kind::Dice(_) | Kind::Fraction(_) | Kind::Mark(_) => false,
    }
}

/// Whether a word is a letter and a number, `C4`: the number of a rule, if rules are numbered so.
fn is_lettered(token: &Token<'_>) -> bool {
    let digits = token
        .text
        .strip_prefix(|letter: char| letter.is_ascii_uppercase());
    digits.is_some_and(|digits| {
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a word is a capital and nothing goes on after it: `see H)`.
fn is_letter(token: Option<&Token<'_>>, after: Option<&Token<'_>>) -> bool {
    let is_capital = token.is_some_and(|token| {
        token.text.len() == 1 && token.text.bytes().all(|byte| byte.is_ascii_uppercase())
    });
    let ends = after.is_none_or(|after| after.is_any_mark(&[')', ']', '.', ',', ';', ':']));
    is_capital && ends
}

/// Whether a text begins with `percent` or `per cent`.
fn is_percent(text: &str) -> bool {
    ["percent", "per cent"]
        .iter()
        .any(|words| text.starts_with(words))
}

/// The number of a section at an offset: `5.3.2`, `5`, `A.1`, `B-2`, `A1`, `5a`.
fn number_at(text: &str, at: usize) -> Option<(Number, Range<usize>)> {
    let rest = text.get(at..)?;
    let end = rest
        .find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '.' || letter == '-'))
        .unwrap_or(rest.len());
    let token = rest.get(..end)?.trim_end_matches(['.', '-']);
    let mut core = token;
    // `4.1-4.3` is a range of sections.
    if let Some((first, second)) = token.split_once('-')
        && (first.contains('.')
            || second.contains('.')
            || first.bytes().all(|byte| byte.is_ascii_digit()))
    {
        core = first;
    }
    let begins = core.chars().next()?;
    let is_single = core.len() == 1 && begins.is_ascii_uppercase();
    let has_digit = core.bytes().any(|byte| byte.is_ascii_digit());
    let is_lettered = core.contains('.') && core.len() <= 5;
    let is_capitals = core.len() <= 5 && core.bytes().all(|byte| b"IVXLC".contains(&byte));
    if !(has_digit || is_single || is_lettered || is_capitals) {
        return None;
    }
    let n_letters = core.bytes().filter(u8::is_ascii_alphabetic).count();
    let number = Number::parse(core)?;
    // `chapter XI`
    let is_roman = matches!(number.parts.as_slice(), [NumberPart::Roman(_)])
        && core.bytes().all(|byte| byte.is_ascii_uppercase());
    if n_letters > 1 && !is_roman {
        return None;
    }
    let after = text.get(at + core.len()..)?;
    let spaced = after.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    // `in 66.7 % of all rolls` gives a chance.
    let is_quantity =
        after.starts_with(['%', '"', '+', '″']) || spaced.starts_with(['%']) || is_percent(spaced);
    // `rules a unit` is no reference to `a`.
    (!is_quantity && (has_digit || begins.is_ascii_uppercase()))
        .then(|| (number, at..at + core.len()))
}
