//! "Did you mean": the nearest known name.

use std::cmp::Reverse;

/// Returns the known name that is nearest to `word`, if at most a third of the letters differ, as in a typing error.
/// Forms of one word, `aimed` and `aims`, differ like one letter. A known name counts as near if `word` is one of its parts between
/// hyphens. Ties are broken by the longest common prefix, then the
/// difference in length, then the longest common suffix, then the alphabet.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A number or a single letter is near to everything.
    if word.chars().count() < 2 || sandtable_source::decimal(word).is_some() {
        return None;
    }
    let lower = word.to_lowercase();
    let own_stem = stem(&lower);
    known
        .into_iter()
        .filter_map(|name| {
            let candidate = name.to_lowercase();
            let distance = strsim::damerau_levenshtein(&lower, &candidate);
            let distance = match own_stem == stem(&candidate) {
                true => distance.min(1),
                false => distance,
            };
            let allowed = (word.chars().count() / 3).max(1);
            let part = lower.len() >= 3
                && candidate
                    .split('-')
                    .collect::<Vec<_>>()
                    .contains(&lower.as_str());
            let rank = match (distance <= allowed, part) {
                (true, _) => distance,
                (false, true) => allowed + 1,
                (false, false) => return None,
            };
            Some((rank, unlikeness(&lower, &candidate), name))
        })
        .min()
        .map(|(_, _, name)| name)
}

/// Minimum number of letters of a word without its ending.
const MIN_STEM: usize = 3;

/// Returns a name with each word between its hyphens reduced to its stem.
fn stem(name: &str) -> String {
    let words: Vec<String> = name.split('-').map(stem_of_word).collect();
    words.join("-")
}

/// Returns a word without the ending of a plural or of a verb: `aims`, `aimed`, `aiming`; `carries`, `carried`; `hits`, `hitting`.
fn stem_of_word(word: &str) -> String {
    let has_vowel = |stem: &str| stem.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let is_stem = |stem: &&str| stem.chars().count() >= MIN_STEM && has_vowel(stem);
    let without = |ending: &str| word.strip_suffix(ending).filter(is_stem);
    if let Some(stem) = without("ies").or_else(|| without("ied")) {
        return format!("{stem}y");
    }
    let is_plain = word.ends_with("ss") || word.ends_with("eed");
    let endings = ["ing", "ed", "es", "s", "e"].into_iter();
    let mut stems = endings.filter(|_| !is_plain).filter_map(without);
    let Some(stem) = stems.next() else {
        return word.to_owned();
    };
    let mut letters = stem.chars().rev();
    let (last, before) = (letters.next(), letters.next());
    let is_doubled = last == before && last.is_some_and(|last| !"aeiouls".contains(last));
    let end = match last.filter(|_| is_doubled) {
        Some(last) => stem.len() - last.len_utf8(),
        None => stem.len(),
    };
    stem.get(..end).unwrap_or(stem).to_owned()
}

/// Order of equally near names: longest common prefix, difference in length, longest common suffix.
fn unlikeness(word: &str, name: &str) -> (Reverse<usize>, usize, Reverse<usize>) {
    let at_start = shared(word.chars(), name.chars());
    let at_end = shared(word.chars().rev(), name.chars().rev());
    let lengths = word.chars().count().abs_diff(name.chars().count());
    (Reverse(at_start), lengths, Reverse(at_end))
}

/// Number of letters with which both begin.
fn shared(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn of_equally_near_names_the_likest_is_taken() {
        // Each is one letter away.
        assert_eq!(nearest("spend", ["speed", "spent"]), Some("spent"));
        assert_eq!(nearest("gun", ["bun", "gum"]), Some("gum"));
        // The same first letters: then the same length, then the same last letters.
        assert_eq!(nearest("mens", ["men", "menu"]), Some("menu"));
        assert_eq!(nearest("hold", ["hoed", "hole"]), Some("hole"));
        assert_eq!(nearest("holds", ["homes", "hopds"]), Some("hopds"));
    }

    #[test]
    fn forms_of_one_word_are_near() {
        for (written, meant) in [
            ("aimed", "aims"),
            ("aims", "aiming"),
            ("fire", "firing"),
            ("fired", "fires"),
            ("carry", "carried"),
            ("hitting", "hits"),
            ("moving-fire", "moves-fire"),
            ("losses", "loss"),
        ] {
            assert_eq!(nearest(written, [meant]), Some(meant), "{written}");
        }
        // A stem has at least three letters, one of them a vowel, and `speed` has no ending.
        for (written, other) in [("string", "stred"), ("king", "kes"), ("speed", "sping")] {
            assert_eq!(nearest(written, [other]), None, "{written}");
        }
    }

    #[test]
    fn a_nearer_name_is_taken_before_a_liker_one() {
        assert_eq!(nearest("spents", ["spend", "pents"]), Some("pents"));
    }
}
