//! Names as players read them: by their titles, else as words.

use std::collections::BTreeMap;

use sandtable_syntax::ast::{self, Head, Item, KindLine};
use sandtable_syntax::value_text;

/// Titles of the names that a ruleset declares.
#[derive(Debug, Clone, Default)]
pub struct Names {
    titles: BTreeMap<String, String>,
}

impl Names {
    /// Collects the titles of all declarations, and of the stats and tracks of kinds. If two declarations share a name, the first
    /// title is used.
    pub fn of(trees: &[ast::File]) -> Self {
        let mut names = Self::default();
        let items = trees.iter().flat_map(|file| &file.items);
        for item in items.clone() {
            if let Some(head) = item.value.head() {
                names.add_head(head);
            }
        }
        for item in items {
            if let Item::Kind(kind) = &item.value {
                kind.lines
                    .iter()
                    .for_each(|line| names.add_line(&line.value));
            }
        }
        names
    }

    fn add_head(&mut self, head: &Head) {
        if let Some(title) = &head.title {
            self.add(&head.name.value, &title.value);
        }
    }

    fn add_line(&mut self, line: &KindLine) {
        match line {
            KindLine::Stat {
                name,
                title: Some(title),
                ..
            }
            | KindLine::Deck {
                name,
                title: Some(title),
                ..
            } => self.add(&name.value, &title.value),
            KindLine::Track {
                names,
                title: Some(title),
                ..
            } => names
                .iter()
                .for_each(|name| self.add(&name.value, &title.value)),
            KindLine::Formula { head, .. } => self.add_head(head),
            KindLine::Stat { title: None, .. }
            | KindLine::Deck { title: None, .. }
            | KindLine::Track { title: None, .. }
            | KindLine::Traits(_)
            | KindLine::Must { .. }
            | KindLine::OnMap { .. }
            | KindLine::Hidden { .. } => {}
        }
    }

    fn add(&mut self, name: &str, title: &str) {
        self.titles
            .entry(name.to_owned())
            .or_insert_with(|| title.to_owned());
    }

    /// The title of a name, else its words with a capital.
    pub fn title(&self, name: &str) -> String {
        match self.titles.get(name) {
            Some(title) => title.clone(),
            None => capital(&words(name)),
        }
    }

    /// The title of a name within a sentence, else its words.
    pub fn within(&self, name: &str) -> String {
        match self.titles.get(name) {
            Some(title) => uncapital(title),
            None => words(name),
        }
    }

    /// An expression in words.
    pub fn phrase(&self, expr: &ast::Expr) -> String {
        self.in_words(&value_text(expr))
    }

    /// A piece of the text of a rule, in words.
    pub fn in_words(&self, text: &str) -> String {
        let letters: Vec<char> = text.chars().collect();
        let mut out = String::new();
        let mut at = 0;
        while let Some(letter) = letters.get(at).copied() {
            let next = letters.get(at + 1).copied();
            let is_name = letter.is_alphabetic();
            let start = at;
            at += 1;
            if is_name {
                while continues_name(&letters, at) {
                    at += 1;
                }
                let name: String = letters.iter().take(at).skip(start).collect();
                out.push_str(&self.within(&name));
                continue;
            }
            let (word, n_more) = match (letter, next) {
                ('.', Some('.')) => (" to ", 1),
                ('.', _) => ("’s ", 0),
                ('>', Some('=')) => ("at least", 1),
                ('<', Some('=')) => ("at most", 1),
                ('!', Some('=')) => ("is not", 1),
                ('>', _) => ("is more than", 0),
                ('<', _) => ("is less than", 0),
                ('=', _) => ("is", 0),
                ('+', _) => ("plus", 0),
                ('*', _) => ("times", 0),
                ('/', _) => ("divided by", 0),
                ('-', Some(' ')) => ("minus", 0),
                ('-', _) => ("−", 0),
                ('(', _)
                    if start > 0
                        && letters
                            .get(start - 1)
                            .is_some_and(|last| last.is_alphanumeric()) =>
                {
                    (" of ", 0)
                }
                _ => ("", 0),
            };
            at += n_more;
            match word {
                "" => out.push(letter),
                word => out.push_str(word),
            }
        }
        out.replace(" of )", "").replace([')', '('], "")
    }
}

/// Whether a name continues at a position: a hyphen continues it only before a letter or after one with a digit.
fn continues_name(letters: &[char], at: usize) -> bool {
    match letters.get(at) {
        Some('-') => letters.get(at + 1).is_some_and(|next| next.is_alphabetic()),
        Some(letter) => letter.is_alphanumeric(),
        None => false,
    }
}

/// A name as words: `movement-hits` is `movement hits`; a range of numbers stays one.
pub fn words(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let is_letter = |at: Option<usize>| {
        let letter = at.and_then(|at| letters.get(at));
        letter.is_some_and(|letter| letter.is_alphabetic())
    };
    let shown = letters.iter().enumerate().map(|(at, letter)| {
        let joins = is_letter(at.checked_sub(1)) || is_letter(Some(at + 1));
        match letter {
            '-' if joins => ' ',
            letter => *letter,
        }
    });
    shown.collect()
}

/// A text that begins with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A text without the capital of its first word, unless more of that word is in capitals or digits.
pub fn uncapital(text: &str) -> String {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let is_plain =
        first_word.chars().skip(1).all(char::is_lowercase) && first_word.chars().count() > 1;
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if is_plain => first.to_lowercase().chain(letters).collect(),
        Some(_) | None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, words};

    #[test]
    fn names_are_words_and_ranges_stay() {
        assert_eq!(words("movement-hits"), "movement hits");
        assert_eq!(words("88-l71"), "88 l71");
        assert_eq!(words("3-1"), "3-1");
    }

    #[test]
    fn expressions_are_read() {
        let mut names = Names::default();
        names.add("low-silhouette", "Low silhouette");
        assert_eq!(
            names.in_words("target has low-silhouette and range > 2"),
            "target has low silhouette and range is more than 2"
        );
        assert_eq!(
            names.in_words("firer.red-hits >= 3"),
            "firer’s red hits at least 3"
        );
        assert_eq!(
            names.in_words("cover(target, firer)"),
            "cover of target, firer"
        );
    }
}
