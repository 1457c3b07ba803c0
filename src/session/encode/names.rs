//! Names of the language made of words of a manuscript.

use std::collections::BTreeMap;

use sandtable_syntax::is_keyword;

/// Names that are given out, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The number of requests for each.
    used: BTreeMap<String, u32>,
}

/// Most words of a text that go into a name.
const MOST_WORDS: usize = 5;

/// Most characters of a name.
const LONGEST: usize = 40;

/// Names that the language gives to values in every rule, or to every unit.
const BUILT_IN: [&str; 14] = [
    "unit", "shown", "game", "side", "sides", "winner", "here", "there", "spot", "place", "name",
    "note", "traits", "turn",
];

impl Names {
    /// No name is given out so far.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// A name for a text that nothing else has; `fallback` where the text has no letter that a name can have.
    pub(super) fn new_name(&mut self, text: &str, fallback: &str) -> String {
        let mut name = slug(text).unwrap_or_else(|| fallback.to_owned());
        if is_taken_by_language(&name) {
            name = format!("{name}-{fallback}");
        }
        let n_before = self.used.entry(name.clone()).or_insert(0);
        *n_before += 1;
        match *n_before {
            1 => name,
            // A name cannot have a hyphen before a digit.
            n => {
                let next = format!("{name}{n}");
                self.used.insert(next.clone(), 1);
                next
            }
        }
    }
}

/// Whether a word is one of the language itself.
pub(super) fn is_taken_by_language(name: &str) -> bool {
    let sides = name.strip_prefix('d');
    let is_die = sides.is_some_and(|sides| sides.parse::<u32>().is_ok());
    is_keyword(name) || BUILT_IN.contains(&name) || is_die
}

/// Small letters and digits, parts joined by hyphens: `Target in cover` becomes `target-in-cover`, `Table 3` `table3`. `None` for a text
/// without a letter from a to z.
pub(crate) fn slug(text: &str) -> Option<String> {
    let mut plain = String::new();
    for letter in text.chars() {
        match in_latin(letter) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(folded(letter)),
        }
    }
    let words = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '\'')
        .map(|word| word.replace('\'', "").to_ascii_lowercase())
        .filter(|word| !word.is_empty());
    let mut name = String::new();
    for word in words.take(MOST_WORDS) {
        let begins_with_digit = word.starts_with(|letter: char| letter.is_ascii_digit());
        if name.is_empty() && begins_with_digit {
            name.push('n');
        } else if !name.is_empty() && !begins_with_digit {
            name.push('-');
        }
        name.push_str(&word);
    }
    let name: String = name.chars().take(LONGEST).collect();
    let name = name.trim_end_matches('-').to_owned();
    let has_letter = plain.chars().any(|letter| letter.is_ascii_alphabetic());
    (has_letter && !name.is_empty()).then_some(name)
}

/// A Cyrillic or Greek letter in Latin letters.
fn in_latin(letter: char) -> Option<&'static str> {
    let small = letter.to_lowercase().next()?;
    let at = |letters: &str| letters.chars().position(|known| known == small);
    if let Some(at) = at("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ")
    {
        let latin =
            "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i yi ye g";
        return latin
            .split(' ')
            .nth(at)
            .map(|letters| letters.trim_matches('_'));
    }
    let at = at("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ")?;
    let latin = "a v g d e z i th i k l m n x o p r s s t y f ch ps o a e i i o y o";
    latin.split(' ').nth(at)
}

/// A letter without its accent, where there is a usual one; a dash of any kind as a hyphen.
fn folded(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'À' | 'Á' | 'Â' | 'Ã' | 'Ä' | 'Å' => 'a',
        'è' | 'é' | 'ê' | 'ë' | 'È' | 'É' | 'Ê' | 'Ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'Ì' | 'Í' | 'Î' | 'Ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ö' | 'Ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'Ù' | 'Ú' | 'Û' | 'Ü' => 'u',
        'ç' | 'Ç' => 'c',
        'ñ' | 'Ñ' => 'n',
        'ß' => 's',
        '’' | '‘' => '\'',
        letter => letter,
    }
}
