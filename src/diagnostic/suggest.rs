//! "Did you mean": the nearest known name.

use std::cmp::Reverse;

/// Returns the known name that is nearest to `word`, if at most a third of the letters differ, as in a typing error.
/// A known name counts as near if `word` is one of its parts between hyphens. Ties are broken by the longest common prefix, then the
/// difference in length, then the longest common suffix, then the alphabet.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A number or a single letter is near to everything.
    if word.chars().count() < 2 || word.parse::<f64>().is_ok() {
        return None;
    }
    let lower = word.to_lowercase();
    known
        .into_iter()
        .filter_map(|name| {
            let candidate = name.to_lowercase();
            let distance = strsim::damerau_levenshtein(&lower, &candidate);
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
    fn a_nearer_name_is_taken_before_a_liker_one() {
        assert_eq!(nearest("spents", ["spend", "pents"]), Some("pents"));
    }
}
