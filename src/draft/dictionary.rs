//! English words, which distinguish a typing error from a rare word.

const ENGLISH: &str = include_str!("english.txt");

/// Rarer words that look like a typing error in one of the others.
const RARE: &str = include_str!("rare.txt");

/// Endings of forms, each with the endings of the word itself.
const ENDINGS: [(&str, &[&str]); 18] = [
    ("ies", &["y", "ie"]),
    ("es", &["", "e"]),
    ("s", &[""]),
    ("ied", &["y", "ie"]),
    ("ed", &["", "e"]),
    ("ing", &["", "e"]),
    ("ers", &["", "e"]),
    ("er", &["", "e"]),
    ("ly", &["", "le"]),
    ("ness", &[""]),
    ("est", &["", "e"]),
    ("iest", &["y"]),
    ("ier", &["y"]),
    ("ily", &["y"]),
    ("able", &["", "e"]),
    ("less", &[""]),
    ("ful", &[""]),
    ("ment", &[""]),
];

/// Beginnings that make a word of another.
const BEGINNINGS: [&str; 12] = [
    "re", "un", "non", "counter", "over", "under", "out", "mis", "dis", "pre", "sub", "inter",
];

/// Whether a word in small letters is English: of the list, a form of such a word, or two of them in one.
pub(crate) fn is_english(word: &str) -> bool {
    if word.len() < 3 || is_simple(word) {
        return true;
    }
    let without = |start: &&str| word.strip_prefix(*start);
    let is_derived = BEGINNINGS
        .iter()
        .filter_map(without)
        .any(|rest| rest.len() >= 4 && is_simple(rest));
    // `allways` is no way of all.
    let is_doubled = word
        .char_indices()
        .zip(word.chars().skip(1))
        .any(|((at, one), next)| {
            let (start, end) = (word.get(..at), word.get(at + one.len_utf8()..));
            let single = start.zip(end).map(|(start, end)| format!("{start}{end}"));
            one == next && single.is_some_and(|single| is_listed(&single))
        });
    is_derived
        || !is_doubled
            && (3..word.len().saturating_sub(3)).any(|at| {
                let halves = word.get(..at).zip(word.get(at..));
                halves.is_some_and(|(first, second)| is_listed(first) && is_simple(second))
            })
}

/// Whether a word in small letters is one of the list, or a form of it.
pub(crate) fn is_simple(word: &str) -> bool {
    is_form(ENGLISH, word)
}

/// The English word that a word in small letters becomes if one typing error is taken back: two letters that have changed places, one too many,
/// one left out, a wrong vowel, the wrong letter doubled. `None` if the word is English itself.
pub(crate) fn correction(word: &str) -> Option<String> {
    let letters = word.as_bytes();
    if !letters.iter().all(u8::is_ascii_lowercase) || is_english(word) || is_form(RARE, word) {
        return None;
    }
    let n = letters.len();
    let part = |range: std::ops::Range<usize>| word.get(range).unwrap_or_default();
    let swapped = (1..n).map(|at| {
        let (before, after) = (part(0..at - 1), part(at + 1..n));
        format!("{before}{}{}{after}", part(at..at + 1), part(at - 1..at))
    });
    let less = (1..n).map(|at| format!("{}{}", part(0..at), part(at + 1..n)));
    let more = (0..=n).flat_map(|at| {
        let letters = ('a'..='z').rev();
        letters.map(move |letter| format!("{}{letter}{}", part(0..at), part(at..n)))
    });
    let is_vowel = |at: &usize| VOWELS.contains(part(*at..*at + 1));
    let other = (1..n).filter(is_vowel).flat_map(|at| {
        let vowels = VOWELS.chars();
        vowels.map(move |vowel| format!("{}{vowel}{}", part(0..at), part(at + 1..n)))
    });
    let all = swapped.chain(less).chain(more).chain(other);
    let all: Vec<String> = all.chain(doubled_elsewhere(word)).collect();
    let is_right = |other: &&String| *other != word && is_listed(other);
    let found = all.iter().find(is_right);
    found
        .or_else(|| {
            all.iter()
                .find(|other| *other != word && is_inflected(other))
        })
        .cloned()
}

/// A word with one of its doubled letters once, and another letter twice: `garrison` for `garisson`.
fn doubled_elsewhere(word: &str) -> Vec<String> {
    let n = word.len();
    let part = |range: std::ops::Range<usize>| word.get(range).unwrap_or_default();
    let is_double = |at: &usize| part(*at..*at + 1) == part(*at - 1..*at);
    let single = (1..n)
        .filter(is_double)
        .map(|at| format!("{}{}", part(0..at), part(at + 1..n)));
    let single: Vec<String> = single.collect();
    let doubled = single.iter().flat_map(|short| {
        (1..short.len()).map(|at| {
            let (head, tail) = short.split_at_checked(at).unwrap_or((short, ""));
            let last = head.get(at - 1..).unwrap_or_default();
            format!("{head}{last}{tail}")
        })
    });
    doubled.collect()
}

/// Whether a word is a usual form of a word of the list that is not short: `rallied`, not `overment`.
fn is_inflected(word: &str) -> bool {
    const USUAL: [(&str, &[&str]); 7] = [
        ("ies", &["y"]),
        ("es", &["", "e"]),
        ("s", &[""]),
        ("ied", &["y"]),
        ("ed", &["", "e"]),
        ("ing", &["", "e"]),
        ("ly", &[""]),
    ];
    USUAL.iter().any(|(ending, replaced)| {
        let short = word.strip_suffix(ending).filter(|short| short.len() >= 4);
        short.is_some_and(|short| {
            let mut words = replaced.iter().map(|end| format!("{short}{end}"));
            words.any(|word| word.len() >= 5 && is_listed(&word))
        })
    })
}

const VOWELS: &str = "aeiouy";

/// Whether a word is one of a list, or a form of it.
fn is_form(list: &str, word: &str) -> bool {
    is_one_of(list, word)
        || ENDINGS.iter().any(|(ending, replaced)| {
            let Some(short) = word.strip_suffix(ending).filter(|short| short.len() >= 2) else {
                return false;
            };
            let mut letters = short.bytes().rev();
            let is_doubled = letters.next() == letters.next();
            let single = short.get(..short.len() - 1).filter(|_| is_doubled);
            replaced
                .iter()
                .any(|end| is_one_of(list, &format!("{short}{end}")))
                || single.is_some_and(|single| is_one_of(list, single))
        })
}

fn is_listed(word: &str) -> bool {
    is_one_of(ENGLISH, word)
}

/// Searches the sorted lines of a list.
fn is_one_of(list: &str, word: &str) -> bool {
    if word.len() < 3 {
        return false;
    }
    let body = list.split_once("\n\n").map_or(list, |(_, body)| body);
    let (mut low, mut high) = (0, body.len());
    while low < high {
        let middle = low.midpoint(high);
        let before = body.get(..middle).and_then(|before| before.rfind('\n'));
        let start = before.map_or(0, |at| at + 1);
        let length = body.get(middle..).and_then(|after| after.find('\n'));
        let end = length.map_or(body.len(), |at| middle + at);
        match body.get(start..end).unwrap_or_default().cmp(word) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    false
}
