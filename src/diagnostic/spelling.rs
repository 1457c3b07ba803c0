//! Spellings of one word.

/// The length from which double letters are ignored; shorter words differ by them: `scraped`, `scrapped`.
const MIN_LENGTH_UNDOUBLED: usize = 8;

/// Returns the normal form of a word: American, and long words without double letters.
pub fn normal_form(word: &str) -> String {
    let word = americanised(word);
    let mut once: Vec<char> = word.chars().collect();
    once.dedup();
    match once.len() >= MIN_LENGTH_UNDOUBLED {
        true => once.into_iter().collect(),
        false => word,
    }
}

/// Returns the American spelling of a word.
fn americanised(word: &str) -> String {
    let mut word = word
        .replace("our", "or")
        .replace("oeu", "eu")
        .replace("ence", "ense")
        .replace("grey", "gray");
    for (british, american) in [("re", "er"), ("res", "ers"), ("red", "ered")] {
        if let Some(stem) = word.strip_suffix(british)
            && stem.ends_with(['t', 'b', 'v'])
        {
            word = format!("{stem}{american}");
            break;
        }
    }
    for (british, american) in [("is", "iz"), ("ys", "yz")] {
        for ending in ["e", "ed", "es", "ing", "ation", "er"] {
            let stem = word.strip_suffix(ending);
            if let Some(stem) = stem.and_then(|stem| stem.strip_suffix(british)) {
                return format!("{stem}{american}{ending}");
            }
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::normal_form;

    #[test]
    fn spellings_of_one_word_have_one_normal_form() {
        let pairs = [
            ("armour", "armor"),
            ("armoured", "armored"),
            ("colour", "color"),
            ("defence", "defense"),
            ("centre", "center"),
            ("calibre", "caliber"),
            ("metres", "meters"),
            ("immobilised", "immobilized"),
            ("immobilisation", "immobilization"),
            ("paralysed", "paralyzed"),
            ("manoeuvre", "maneuver"),
            ("greyish", "grayish"),
            ("suppressed", "supressed"),
            ("travelled", "traveled"),
        ];
        for (british, american) in pairs {
            assert_eq!(normal_form(british), normal_form(american), "{british}");
        }
        for (one, other) in [
            ("range", "ranger"),
            ("fired", "firer"),
            ("quality", "quantity"),
            ("striped", "stripped"),
        ] {
            assert_ne!(normal_form(one), normal_form(other));
        }
    }
}
