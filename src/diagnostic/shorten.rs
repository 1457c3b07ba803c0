//! Texts of findings that quote more than anyone reads.

use crate::grouped;

/// Maximum length of a word that is quoted whole, in characters, beyond any name, path or expression written by hand.
const LONGEST_WORD: usize = 300;

/// Number of characters that are kept of a longer word.
const KEPT_OF_WORD: usize = 60;

/// The longest text of a finding, in characters.
const LONGEST_TEXT: usize = 4_000;

/// Cuts words and texts that are far too long, and says by how much: a file may hold a line of a million brackets, and a
/// ruleset ten thousand names. The place of the finding shows where the rest is.
pub fn shortened(text: String) -> String {
    // Bytes are never fewer than characters.
    if text.len() <= LONGEST_WORD {
        return text;
    }
    let is_long = |word: &str| word.chars().count() > LONGEST_WORD;
    let text = match text.split(char::is_whitespace).any(is_long) {
        false => text,
        true => {
            let words = text.split_inclusive(char::is_whitespace);
            words
                .map(|word| cut(word, LONGEST_WORD, KEPT_OF_WORD))
                .collect()
        }
    };
    cut(&text, LONGEST_TEXT, LONGEST_TEXT)
}

/// The first characters of a text that is longer than it may be, and the number of the others; marks that close a quotation
/// stay at its end.
fn cut(text: &str, longest: usize, kept: usize) -> String {
    let n_letters = text.chars().count();
    let Some((end, _)) = text
        .char_indices()
        .nth(kept)
        .filter(|_| n_letters > longest)
    else {
        return text.to_owned();
    };
    let (first, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let is_closing = |mark: char| {
        matches!(mark, '`' | '"' | '\'' | ':' | ';' | ',' | '.' | '?' | '!') || mark.is_whitespace()
    };
    let closing = rest.trim_end_matches(is_closing).len();
    let (middle, closing) = rest.split_at_checked(closing).unwrap_or((rest, ""));
    let n_more = middle.chars().count();
    format!(
        "{first} … ({} more characters){closing}",
        grouped(n_more as u64)
    )
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_TEXT, LONGEST_WORD, shortened};

    #[test]
    fn only_what_nobody_reads_is_cut() {
        let word = "(".repeat(LONGEST_WORD - 2);
        let text = format!("unexpected `{word}` here");
        assert_eq!(shortened(text.clone()), text);
        let text = format!("unexpected `{}`: it ends here", "(".repeat(1_000_000));
        // The preceding quotation mark is one of the 60 characters.
        let kept = "(".repeat(59);
        assert_eq!(
            shortened(text),
            format!("unexpected `{kept} … (999,941 more characters)`: it ends here")
        );
    }

    #[test]
    fn a_list_without_end_is_cut() {
        let list = "name, ".repeat(10_000);
        let cut = shortened(list);
        assert!(cut.ends_with(" … (55,998 more characters), "));
        assert!(cut.chars().count() < LONGEST_TEXT + 50);
    }
}
