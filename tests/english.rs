//! Phrases that no message, page, help text or document uses, because an editor of rulebooks would not.

use std::fs;
use std::path::{Path, PathBuf};

use sandtable::diagnostic::Code;
use sandtable::tools::cli::run_captured;

/// Phrases that are refused, in any case: words apart by spaces, alternatives apart by `|`, `#` for a number.
const REFUSED: &[&str] = &[
    "come|comes|came by",
    "come|comes to nothing|#",
    "come|comes to the same",
    "in vain",
    "anew",
    "throw|throws|thrown|throwing",
    "stand|stands",
    "blank|blanks",
    "told",
    "tell|tells also|of",
    "whoever",
    "for ever",
    "so often",
    "so many times",
    "hold|holds|held in|fast|against",
    "hold|holds|held it|them in|fast|against",
    "fall|falls off",
    "say|says not",
    "wanted here",
    "go|goes on and on",
    "go|goes round",
    "unless said",
    "of the house",
    "take it|them out",
    "what becomes of",
    "way|ways gone",
    "course|courses of",
    "laid out",
    "behind it",
    "behind the name|head",
];

/// Texts that are exempt from the phrases: terms of the hobby.
const EXEMPT: &[&str] = &["saving throw", "stands for"];

/// Literals that are keywords of the language with a value behind them.
const KEYWORDS: &[&str] = &["stands {}"];

/// First words that turn a clause into a subject: fine in a question.
const CLAUSES: &[&str] = &["what", "who"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with an ending below a folder.
fn below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, ending, found);
        } else if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
}

/// The text without what stands between two marks on one line, marks included; `~` takes its place.
fn without(text: &str, open: char, close: char) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(open) {
        let inner = &rest[start + open.len_utf8()..];
        let end = inner.find(close);
        let Some(end) = end.filter(|end| inner[..*end].matches('\n').count() < 2) else {
            out.push_str(&rest[..start + open.len_utf8()]);
            rest = inner;
            continue;
        };
        out.push_str(&rest[..start]);
        out.push('~');
        rest = &inner[end + close.len_utf8()..];
    }
    out + rest
}

/// The prose of a text: without code, quoted text, placeholders and exempt terms, in small letters.
fn prose(text: &str) -> String {
    let code = without(text, '`', '`');
    let quoted = without(&code, '"', '"');
    let mut prose = without(&quoted, '{', '}').to_lowercase();
    for term in EXEMPT {
        prose = prose.replace(term, "~");
    }
    prose
}

/// Words and single marks, in order.
fn tokens(prose: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in prose.char_indices() {
        let is_word = letter.is_alphanumeric() || letter == '\'';
        if !is_word {
            found.extend(start.take().map(|start| &prose[start..at]));
            if !letter.is_whitespace() {
                found.push(&prose[at..at + letter.len_utf8()]);
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    found.extend(start.map(|start| &prose[start..]));
    found
}

fn is_meant(pattern: &str, token: &str) -> bool {
    pattern.split('|').any(|word| {
        word == token || word == "#" && token.starts_with(|letter: char| letter.is_ascii_digit())
    })
}

/// The refused phrases of one paragraph, or one message.
fn refused(paragraph: &str) -> Vec<String> {
    let prose = prose(paragraph);
    let tokens = tokens(&prose);
    let mut found = Vec::new();
    for phrase in REFUSED {
        let words: Vec<&str> = phrase.split(' ').collect();
        let is_there = tokens.windows(words.len()).any(|window| {
            let mut pairs = words.iter().zip(window);
            pairs.all(|(word, token)| is_meant(word, token))
        });
        found.extend(is_there.then(|| (*phrase).to_owned()));
    }
    let is_clause = |sentence: &str| {
        let first = sentence.split_whitespace().next();
        first.is_some_and(|first| CLAUSES.contains(&first))
    };
    if prose.split(". ").any(is_clause) && !prose.contains('?') {
        found.push("a clause as the subject".to_owned());
    }
    found
}

/// The string literals of a Rust file that are more than one word, as they are at run time.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
        rest = after;
        if mark == "/" && after.starts_with('/') {
            rest = after.split_once('\n').map_or("", |(_, next)| next);
        } else if mark == "'" {
            // A quotation mark as a character; lifetimes have no second mark so near.
            let mut letters = after.char_indices();
            let second = match after.starts_with('\\') {
                true => letters.nth(2),
                false => letters.nth(1),
            };
            if let Some((end, '\'')) = second {
                rest = &after[end + 1..];
            }
        } else if mark == "\"" {
            let (literal, next) = literal(after);
            rest = next;
            if literal.trim().contains(' ') {
                found.push(literal);
            }
        }
    }
    found
}

/// The literal whose opening mark is before this text, and what follows it.
fn literal(text: &str) -> (String, &str) {
    let mut literal = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (literal, &text[at + 1..]),
            '\\' => match letters.next() {
                Some((_, '\n')) => {
                    let rest = letters.as_str();
                    let skipped = rest.len() - rest.trim_start().len();
                    for _ in 0..rest[..skipped].chars().count() {
                        letters.next();
                    }
                }
                Some((_, 'n')) => literal.push('\n'),
                Some((_, escaped)) => literal.push(escaped),
                None => {}
            },
            other => literal.push(other),
        }
    }
    (literal, "")
}

/// The paragraphs, rows and headings of a Markdown text, without its fenced and indented blocks.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_fenced = false;
    let mut is_open = false;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        if is_fence || is_fenced || line.trim().is_empty() || line.starts_with("    ") {
            is_open = false;
            continue;
        }
        let is_item = line.starts_with(['#', '|', '-', '<']);
        let words = line.trim_start_matches(['#', '|', '-', ' ']);
        match found.last_mut().filter(|_| is_open && !is_item) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(words);
            }
            None => found.push(words.to_owned()),
        }
        is_open = !line.starts_with(['#', '|', '<']);
    }
    found
}

fn hold(texts: impl IntoIterator<Item = (String, String)>) {
    let mut wrong = Vec::new();
    let mut n_texts = 0;
    for (place, text) in texts {
        n_texts += 1;
        let found = refused(&text);
        if !found.is_empty() {
            wrong.push(format!("{place}: {}: {text}", found.join(", ")));
        }
    }
    assert!(n_texts > 10, "the texts are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn messages_use_no_refused_phrase() {
    let mut files = Vec::new();
    below(&root().join("src"), "rs", &mut files);
    hold(files.iter().flat_map(|file| {
        let place = file.strip_prefix(root()).unwrap().display().to_string();
        let literals = literals(&fs::read_to_string(file).unwrap());
        let own = literals
            .into_iter()
            .filter(|text| !KEYWORDS.contains(&text.as_str()));
        own.map(move |text| (place.clone(), text))
    }));
}

#[test]
fn pages_and_documents_use_no_refused_phrase() {
    let mut files = vec![
        root().join("README.md"),
        root().join("CONTRIBUTING.md"),
        root().join("starters/README.md"),
    ];
    below(&root().join("docs"), "md", &mut files);
    let documents = files.iter().map(|file| {
        let place = file.strip_prefix(root()).unwrap().display().to_string();
        (place, fs::read_to_string(file).unwrap())
    });
    let pages = Code::ALL
        .iter()
        .map(|code| (code.number().to_owned(), code.page().to_owned()));
    hold(documents.chain(pages).flat_map(|(place, text)| {
        let paragraphs = paragraphs(&text).into_iter();
        paragraphs.map(move |paragraph| (place.clone(), paragraph))
    }));
}

#[test]
fn help_texts_use_no_refused_phrase() {
    let help = |words: &[&str]| {
        let words = words.iter().chain(&["--help"]).map(Into::into);
        run_captured(words).1.out
    };
    let all = help(&["sandtable"]);
    let listed = all.split_once("Commands:\n").unwrap().1;
    let listed = listed.lines().take_while(|line| !line.is_empty());
    let commands: Vec<&str> = listed
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 10, "{commands:?}");
    let texts = commands
        .iter()
        .map(|name| ((*name).to_owned(), help(&["sandtable", name])))
        .chain([("sandtable".to_owned(), all.clone())]);
    hold(texts.flat_map(|(place, text)| {
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        lines.into_iter().map(move |line| (place.clone(), line))
    }));
}

#[test]
fn the_phrases_are_recognised() {
    let wrong = [
        "this row is in vain",
        "no example comes by `x`",
        "2d6 come to 7",
        "hold it in the table",
        "what is asked for is not there",
        "The book ends. Who is left loses.",
        "Dice are thrown.",
    ];
    for text in wrong {
        assert!(!refused(text).is_empty(), "{text}");
    }
    let fine = [
        "a saving throw is rolled",
        "`-` stands for no result",
        "delete `throw`",
        "What now? Roll again.",
        "the die shows \"thrown\"",
        "the value comes to light",
    ];
    for text in fine {
        assert_eq!(refused(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn literals_are_read_as_at_run_time() {
    let source = "fn f<'a>() { g('\"', \"one \\\"two\\\" \\\n    three\"); } // \"not this\"\n";
    assert_eq!(literals(source), ["one \"two\" three"]);
}
