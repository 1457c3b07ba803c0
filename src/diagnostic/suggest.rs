//! "Did you mean": the nearest known name.

/// Returns the known name that is nearest to `word`, if at most a third of the letters differ, as in a typing error.
/// Of equally near names the alphabetically first is taken. A known name that is a prefix or suffix of `word` counts as near.
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
            match (distance <= allowed, part) {
                (true, _) => Some((distance, name)),
                (false, true) => Some((allowed + 1, name)),
                (false, false) => None,
            }
        })
        .min()
        .map(|(_, name)| name)
}
