//! Words that the code does not use: its comments and names are in the terms of compilers, program analysis and
//! probability, so that a comment is true without the code beside it. Texts that people read are in `english.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::layers::rust_files;

/// Phrases that are refused in comments, in any case: words apart by spaces, alternatives apart by `|`.
const PHRASES: &[&str] = &[
    "stand|stands",
    "in vain",
    "so many",
    "of which",
    "is|are|be told",
    "is|are said",
    "behind it|what|which",
    "way|ways lead|end|that|past|on",
    "lead|leads on",
    "leads where",
    "on the way",
    "laid",
    "anew",
    "once more",
    "come|comes by|to",
    "what it comes",
    "came",
    "gone",
    "nobody",
    "as it is",
];

/// Names that are refused as a whole, in snake case.
const NAMES: &[&str] = &[
    "again",
    "against",
    "asker",
    "behind",
    "came",
    "fates",
    "handful",
    "hear",
    "laid",
    "lot",
    "made",
    "mattering",
    "moderator",
    "outlook",
    "patience",
    "said",
    "settle",
    "shelf",
    "sorts",
    "stage",
    "staged",
    "stands",
    "teller",
    "unanswered",
    "wanted",
    "what",
    "which",
];

/// Parts of names that are refused, in snake case.
const PARTS: &[&str] = &["throw", "end_of_way", "lead_on", "in_vain"];

/// Maximum number of refused phrases in comments: lower it when some are reworded; the aim is none.
const MOST_PHRASES: usize = 60;

/// Keywords before the name of a declaration.
const KEYWORDS: &[&str] = &[
    "fn", "struct", "enum", "type", "trait", "mod", "const", "static",
];

/// The comments of a file, each as the number of its first line and its text. Comments on consecutive lines are one.
fn comments(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (at, line) in text.lines().enumerate() {
        let Some(words) = line.trim_start().strip_prefix("//") else {
            is_open = false;
            continue;
        };
        let words = words.trim_start_matches(['/', '!']);
        match found.last_mut().filter(|_| is_open) {
            Some((_, comment)) => {
                comment.push(' ');
                comment.push_str(words);
            }
            None => found.push((at + 1, words.to_owned())),
        }
        is_open = true;
    }
    found
}

/// The words of a comment in small letters, without code between backticks.
fn words(comment: &str) -> Vec<String> {
    let prose: Vec<&str> = comment.split('`').step_by(2).collect();
    let prose = prose.join(" ~ ").to_lowercase();
    let words = prose.split(|mark: char| !mark.is_alphanumeric() && mark != '~');
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// The refused phrases of a comment.
fn refused(comment: &str) -> Vec<&'static str> {
    let words = words(comment);
    let is_there = |phrase: &&&str| {
        let patterns: Vec<&str> = phrase.split(' ').collect();
        words.windows(patterns.len()).any(|window| {
            let mut pairs = patterns.iter().zip(window);
            pairs.all(|(pattern, word)| pattern.split('|').any(|known| known == word))
        })
    };
    PHRASES.iter().filter(is_there).copied().collect()
}

/// The names that a line of code declares.
fn declared(line: &str) -> Vec<&str> {
    let words = line.split(|mark: char| !mark.is_alphanumeric() && mark != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let pairs = words.windows(2);
    let pairs = pairs.filter(|pair| KEYWORDS.contains(&pair[0]));
    pairs.map(|pair| pair[1]).collect()
}

/// A name in snake case: `length_row` for `LengthRow`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && snake.ends_with(|last: char| last.is_lowercase()) {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// Whether a name is refused.
fn is_refused(name: &str) -> bool {
    let name = snake_case(name);
    NAMES.contains(&name.as_str()) || PARTS.iter().any(|part| name.contains(part))
}

/// The text of every file of the code, with its path.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = rust_files(&root.join("src"));
    assert!(files.len() > 100, "the files are found");
    let read = |file: PathBuf| {
        let place = file.strip_prefix(root).unwrap().display().to_string();
        (place, fs::read_to_string(&file).unwrap())
    };
    files.into_iter().map(read).collect()
}

#[test]
fn comments_are_in_the_terms_of_the_field() {
    let mut wrong = Vec::new();
    for (place, text) in sources() {
        for (line, comment) in comments(&text) {
            for phrase in refused(&comment) {
                wrong.push(format!("{place}:{line}: `{phrase}`"));
            }
        }
    }
    assert!(wrong.len() <= MOST_PHRASES, "{}", wrong.join("\n"));
}

#[test]
fn names_are_in_the_terms_of_the_field() {
    let mut wrong = Vec::new();
    for (place, text) in sources() {
        for (at, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            let names = declared(line).into_iter();
            let names = names.filter(|name| is_refused(name));
            wrong.extend(names.map(|name| format!("{place}:{}: `{name}`", at + 1)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn refused_words_are_recognised() {
    let wrong = [
        "The op at which it stands.",
        "Everything an example comes by.",
        "So many pieces are listed.",
        "The value unless another is said.",
        "As it is written.",
    ];
    for comment in wrong {
        assert_eq!(refused(comment).len(), 1, "{comment}");
    }
    let fine = [
        "`stands` is a keyword.",
        "A standard deviation.",
        "A group of modifiers; at most one of them applies.",
    ];
    for comment in fine {
        assert!(refused(comment).is_empty(), "{comment}");
    }
    let text = "//! One\n//! two.\nfn a() {\n    // Three.\n}\n";
    let found = [(1, " One  two.".to_owned()), (4, " Three.".to_owned())];
    assert_eq!(comments(text), found);
    assert_eq!(declared("pub fn throw(die: Die) {"), ["throw"]);
    assert!(is_refused("rethrown") && is_refused("Came") && is_refused("LeadOn"));
    assert!(!is_refused("LengthRow") && !is_refused("camera"));
}
