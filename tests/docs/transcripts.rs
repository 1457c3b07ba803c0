//! Pages with commands: every command is run, and what is shown beneath it is what it prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::blocks::{Block, blocks};
use super::{Shown, compare, path, read};

/// Commands that readers of the readme and of the tutorial type.
const PROGRAM: [&str; 2] = ["cargo run --release -- ", "sandtable "];

#[test]
fn the_readme_shows_what_happens() {
    let page = "README.md";
    let text = read(page);
    let blocks = blocks(&text);
    let first = blocks.first().unwrap();
    assert_eq!(
        first.text.trim(),
        "cargo run --release -- odds hex-command-mechanized direct-fire firer=panther target=sherman range=7 cover=1"
    );
    assert!(text.lines().count() <= 100, "{page} is long");
    // Away from the books in the working folder: those built into the program are meant.
    compare(page, &text, &follow(page, &blocks, &Folder::new("readme")));
}

#[test]
fn pages_to_follow_show_what_happens() {
    for name in [
        "tutorial",
        "scenarios",
        "boards",
        "why-not",
        "patterns",
        "words",
        "games",
        "scale",
        "print",
        "drafts",
    ] {
        let page = format!("docs/{name}.md");
        let text = read(&page);
        let shown = follow(&page, &blocks(&text), &Folder::new(name));
        compare(&page, &text, &shown);
    }
}

#[test]
fn the_page_on_odds_shows_what_happens() {
    let page = "docs/odds.md";
    let text = read(page);
    let blocks = blocks(&text);
    compare(page, &text, &follow(page, &blocks, &Folder::new("odds")));
}

#[test]
fn every_link_leads_somewhere() {
    for page in [
        "README.md",
        "docs/language.md",
        "docs/units.md",
        "docs/tutorial.md",
        "docs/scenarios.md",
        "docs/boards.md",
        "docs/why-not.md",
        "docs/patterns.md",
        "docs/json.md",
        "docs/limits.md",
        "docs/odds.md",
        "docs/words.md",
        "docs/games.md",
        "docs/scale.md",
        "docs/print.md",
        "docs/drafts.md",
    ] {
        let folder = path(page);
        let folder = folder.parent().unwrap();
        for part in read(page).split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap();
            let is_there =
                target.is_empty() || target.starts_with("http") || folder.join(target).exists();
            assert!(is_there, "{page} links to {target}");
        }
    }
}

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in the folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Does what a page says, in order.
fn follow(page: &str, blocks: &[Block], folder: &Folder) -> Vec<Shown> {
    let mut shown = Vec::new();
    let mut printed: Option<String> = None;
    for block in blocks {
        match (block.info.as_str(), &block.comment) {
            (_, Some(comment)) => put(&folder.0, comment, block),
            ("sh", None) => printed = run(&folder.0, &block.text),
            ("text", None) => {
                if let Some(found) = printed.take() {
                    shown.push(Shown {
                        line: block.line,
                        wanted: block.text.clone(),
                        found,
                    });
                }
            }
            (info, None) => panic!("{page}:{}: `{info}` goes nowhere", block.line + 1),
        }
    }
    shown
}

/// Writes a block into its file.
fn put(folder: &Path, comment: &str, block: &Block) {
    let place = comment.strip_prefix("file: ").unwrap();
    let (file, replaces) = match place.split_once(", replaces: ") {
        Some((file, beginning)) => (file, Some(beginning)),
        None => (place, None),
    };
    let file = folder.join(file);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let before = fs::read_to_string(&file).unwrap_or_default();
    let after = match replaces {
        Some(beginning) => in_place_of(&before, beginning, &block.text),
        None if before.is_empty() => block.text.clone(),
        None => format!("{before}\n{}", block.text),
    };
    fs::write(file, after).unwrap();
}

/// A text with one declaration in place of another. A declaration goes on to the next line at the left edge.
fn in_place_of(text: &str, beginning: &str, new: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines
        .iter()
        .position(|line| line.starts_with(beginning))
        .unwrap_or_else(|| panic!("nothing begins with `{beginning}`"));
    let n_lines = lines[from + 1..]
        .iter()
        .take_while(|line| line.is_empty() || line.starts_with(' '))
        .count();
    let (before, after) = (&lines[..from], &lines[from + 1 + n_lines..]);
    let end = if after.is_empty() { "" } else { "\n" };
    let line = |line: &&str| format!("{line}\n");
    let before: String = before.iter().map(line).collect();
    let after: String = after.iter().map(line).collect();
    format!("{before}{new}{end}{after}")
}

/// Runs commands; gives what the last of them prints.
fn run(folder: &Path, commands: &str) -> Option<String> {
    let mut printed = None;
    for command in commands.lines() {
        printed = PROGRAM
            .iter()
            .find_map(|program| command.strip_prefix(program))
            .map(|arguments| {
                let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
                    .args(words(arguments))
                    .current_dir(folder)
                    .env_remove("CLICOLOR_FORCE")
                    .output()
                    .unwrap();
                let text = [output.stdout, output.stderr].concat();
                String::from_utf8(text).unwrap()
            });
    }
    printed
}

/// The words of a command; those in quotation marks are one.
fn words(arguments: &str) -> Vec<String> {
    arguments
        .split('"')
        .enumerate()
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}
