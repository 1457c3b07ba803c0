//! A law: two books that differ in one number, comparison, name or order of lines differ in their words.

use std::sync::Arc;

use sandtable::present::words::rulebook_of;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

/// Changes of each book that are tried; `LAWS=50` asks for fifty times as many.
const CHANGES: usize = 5;

/// A change of a text: the bytes that go, and what comes in their place.
#[derive(Debug, Clone)]
struct Change {
    start: usize,
    end: usize,
    text: String,
}

#[test]
fn a_change_of_a_rule_changes_its_words() {
    let times = std::env::var("LAWS")
        .ok()
        .and_then(|times| times.parse().ok());
    let n = CHANGES * times.unwrap_or(1);
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let mut seed = seed.unwrap_or(7_u64);
    let books = [
        "pips",
        "hellion",
        "stargrunt-digest",
        "hex-command-mechanized",
        "hgs-base",
    ];
    for book in books {
        let (tried, silent) = silent_changes(book, n, &mut seed);
        assert!(tried > 0, "no change of `{book}` is sound");
        assert!(
            silent.is_empty(),
            "{book}: these change nothing in words:\n{}",
            silent.join("\n")
        );
    }
}

/// Tries changes at random; returns how many were sound, and those that the words do not show.
fn silent_changes(book: &str, n: usize, seed: &mut u64) -> (usize, Vec<String>) {
    let all = files_of(book);
    let files: Vec<&(String, String)> = all
        .iter()
        .filter(|(path, _)| path.starts_with("rules/") && path.ends_with(".rules"))
        .filter(|(path, _)| !path.contains("examples"))
        .collect();
    let before = words_of(book, &all, None).expect("a book is sound");
    let (mut tried, mut silent) = (0, Vec::new());
    let mut rounds = 0;
    while tried < n && rounds < n * 12 {
        rounds += 1;
        let (path, text) = files[pick(seed, files.len())];
        let changes = changes_of(text);
        if changes.is_empty() {
            continue;
        }
        let change = &changes[pick(seed, changes.len())];
        let changed = format!(
            "{}{}{}",
            &text[..change.start],
            change.text,
            &text[change.end..]
        );
        let Some(after) = words_of(book, &all, Some((path, &changed))) else {
            continue;
        };
        tried += 1;
        if after == before {
            let line = text[..change.start].lines().count();
            let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            silent.push(format!("{path}:{line}: {:?} in {shown:?}", change.text));
        }
    }
    (tried, silent)
}

/// The rule and unit files of a book.
fn files_of(book: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut open = vec![format!("rules/{book}"), format!("units/{book}")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            match entry.file_type().unwrap().is_dir() {
                true => open.push(path),
                false => files.push((path.clone(), std::fs::read_to_string(&path).unwrap())),
            }
        }
    }
    files.sort();
    files
}

/// The words of a book, with one file changed; `None` if it is not sound then.
fn words_of(
    book: &str,
    files: &[(String, String)],
    changed: Option<(&str, &str)>,
) -> Option<String> {
    let mut memory = Memory::default();
    for (path, text) in files.iter().filter(|(path, _)| !path.contains("examples")) {
        memory.set(path.clone(), text.as_str());
    }
    if let Some((path, text)) = changed {
        memory.set(path, text);
    }
    let mut workspace = Workspace::new(memory);
    let analysis = workspace.analyse(book, &[], Effort::None);
    if analysis.diagnostics().has_errors() {
        return None;
    }
    let words = rulebook_of(&analysis);
    Some(words.plain_text(&words))
}

/// A step of a generator of numbers (Marsaglia 2003).
fn pick(seed: &mut u64, n: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    usize::try_from(*seed % u64::try_from(n).unwrap()).unwrap()
}

/// Whether each byte is code: no comment, title or citation.
fn code(text: &str) -> Vec<bool> {
    let mut is_code = Vec::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (mut in_title, mut in_comment, mut deep) = (false, false, 0);
        for byte in line.bytes() {
            match byte {
                b'#' if !in_title => in_comment = true,
                b'"' if !in_comment => in_title = !in_title,
                b'[' if !in_title => deep += 1,
                _ => {}
            }
            is_code.push(!in_title && !in_comment && deep == 0 && byte != b'"');
            if byte == b']' && !in_title {
                deep -= 1;
            }
        }
    }
    is_code
}

fn changes_of(text: &str) -> Vec<Change> {
    let is_code = code(text);
    let mut changes = Vec::new();
    let bytes = text.as_bytes();
    let is_name = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    // Numbers.
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if at > start && is_code[start] {
            let is_alone = start == 0 || !is_name(start - 1);
            let number: Option<i64> = text[start..at].parse().ok();
            if let Some(number) = number
                && is_alone
                && !is_name(at)
            {
                let text = (number + 1).to_string();
                changes.push(Change {
                    start,
                    end: at,
                    text,
                });
            }
        }
        at += usize::from(at == start);
    }
    // Comparisons, and what joins conditions.
    let pairs = [
        (" >= ", " > "),
        (" <= ", " < "),
        (" > ", " >= "),
        (" < ", " <= "),
        (" != ", " = "),
        (" and ", " or "),
        (" + ", " - "),
    ];
    for (from, to) in pairs {
        for (start, _) in text.match_indices(from) {
            if is_code[start + 1] {
                let end = start + from.len();
                changes.push(Change {
                    start,
                    end,
                    text: to.to_owned(),
                });
            }
        }
    }
    // The range of a table's results is only checked: what its cells say is what it gives.
    let is_range_of_table = |change: &Change| {
        let before = text[..change.start].rsplit('\n').next().unwrap_or_default();
        before.starts_with("table ") && before.contains("->")
    };
    changes.retain(|change| !is_range_of_table(change));
    changes.extend(names(text, &is_code));
    changes.extend(swapped_lines(text));
    changes
}

/// Stats and tracks that are read, each replaced by the one that is read before it.
fn names(text: &str, is_code: &[bool]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut last: Option<&str> = None;
    for (dot, _) in text.match_indices('.') {
        let start = dot + 1;
        let length = text[start..]
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
            .unwrap_or(0);
        let name = &text[start..start + length];
        let is_member =
            is_code[dot] && name.starts_with(|letter: char| letter.is_ascii_lowercase());
        if !is_member {
            continue;
        }
        if let Some(last) = last.filter(|last| *last != name) {
            let end = start + length;
            changes.push(Change {
                start,
                end,
                text: last.to_owned(),
            });
        }
        last = Some(name);
    }
    changes
}

/// Neighbouring lines of equal depth within a block, each pair the other way round.
fn swapped_lines(text: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut start = 0;
    let lines: Vec<(usize, &str)> = text
        .split_inclusive('\n')
        .map(|line| {
            let at = start;
            start += line.len();
            (at, line)
        })
        .collect();
    for pair in lines.windows(2) {
        let [(start, first), (second_start, second)] = pair else {
            continue;
        };
        let depth = |line: &str| line.len() - line.trim_start().len();
        let is_plain = |line: &str| !line.trim_start().starts_with('#') && !line.trim().is_empty();
        let is_block = |line: &str| line.trim_end().ends_with(':');
        let is_step = ["when", "if ", "add ", "take ", "set ", "needs ", "result "]
            .iter()
            .any(|word| first.trim_start().starts_with(word) || first.contains(" when "));
        // The place of a reaction's `worth` among its lines has no meaning.
        let is_worth = |line: &str| line.trim_start().starts_with("worth ");
        if is_step
            && !is_worth(second)
            && first != second
            && depth(first) > 0
            && depth(first) == depth(second)
            && is_plain(first)
            && is_plain(second)
            && !is_block(first)
            && !is_block(second)
        {
            changes.push(Change {
                start: *start,
                end: second_start + second.len(),
                text: format!("{second}{first}"),
            });
        }
    }
    changes
}

/// The law finds what is left out: a rulebook without its lists has the same words after a change in one.
#[test]
fn a_number_in_a_list_is_a_change() {
    let text = "roll save -> pass, fail\n  pass when d6 >= 4\n  fail otherwise\n";
    let changes = changes_of(text);
    let texts: Vec<&str> = changes.iter().map(|change| change.text.as_str()).collect();
    assert!(texts.contains(&"5"), "the number: {texts:?}");
    assert!(texts.contains(&" > "), "the comparison: {texts:?}");
    assert!(!texts.contains(&"7"), "not the sides of the die: {texts:?}");
    let shared: Arc<str> = text.into();
    assert_eq!(code(&shared).len(), text.len());
}
