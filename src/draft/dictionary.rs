//! English words, which distinguish a typing error from a rare word.

const TEXT: &str = include_str!("english.txt");

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
    is_derived
        || (3..word.len().saturating_sub(3)).any(|at| {
            let halves = word.get(..at).zip(word.get(at..));
            halves.is_some_and(|(first, second)| is_listed(first) && is_simple(second))
        })
}

/// Whether a word in small letters is one of the list, or a form of it.
pub(crate) fn is_simple(word: &str) -> bool {
    is_listed(word)
        || ENDINGS.iter().any(|(ending, replaced)| {
            let Some(short) = word.strip_suffix(ending).filter(|short| short.len() >= 2) else {
                return false;
            };
            let mut letters = short.bytes().rev();
            let is_doubled = letters.next() == letters.next();
            let single = short.get(..short.len() - 1).filter(|_| is_doubled);
            replaced
                .iter()
                .any(|end| is_listed(&format!("{short}{end}")))
                || single.is_some_and(is_listed)
        })
}

/// Searches the sorted lines.
fn is_listed(word: &str) -> bool {
    if word.len() < 3 {
        return false;
    }
    let body = TEXT.split_once("\n\n").map_or(TEXT, |(_, body)| body);
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
