//! Rule files and unit files with something wrong in them: whatever they say, nothing panics, hangs or grows.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use sandtable::eval::budget::Budget;
use sandtable::eval::dice::Dice;
use sandtable::eval::exact::odds;
use sandtable::eval::reductions::Reductions;
use sandtable::eval::sample;
use sandtable::explain::examples;
use sandtable::explain::trace::{Faces, explain};
use sandtable::ir::{OutputSpec, lower, optimise};
use sandtable::model::RuleBook;
use sandtable::session::journal::Journal;
use sandtable::syntax::rules_text;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

use super::questions::{Picks, entries, question};
use crate::harness::findings;

const BUDGET: Budget = Budget {
    steps: 5_000,
    memory: 1 << 18,
    reductions: Reductions::ALL,
};

/// Rounds: `LAWS=50` asks for fifty times as many as an everyday run.
fn rounds(everyday: usize) -> std::ops::Range<usize> {
    let times = std::env::var("LAWS")
        .ok()
        .and_then(|times| times.parse().ok());
    0..everyday * times.unwrap_or(1)
}

/// Pieces that are inserted: words, marks, numbers and letters of rule files, and some others.
const PIECES: [&str; 65] = [
    "if ",
    "otherwise ",
    "else",
    "and ",
    "or ",
    "not ",
    "is ",
    "has ",
    "meets ",
    "throw ",
    "roll ",
    "yes",
    "no",
    "none",
    "any",
    "d6",
    "2d6",
    "1000d1000",
    "d0",
    "0d6",
    "(",
    ")",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "=",
    "->",
    "|",
    ".",
    "..",
    "<",
    "-",
    "+",
    "*",
    "/",
    "#",
    "2147483647",
    "-2147483648",
    "99999999999999999999",
    "0",
    "\t",
    "\r\n",
    "\n",
    "\n\n",
    "  ",
    "        ",
    " ",
    "\u{feff}",
    "\u{201c}",
    "é",
    "名前",
    "\u{0}",
    "🎲",
    "repeat 1000000 times\n",
    "rounded down",
    "limited to 0..",
    "raised by 1",
    "list of ",
    "optional",
    "destroyed",
    "kind",
    "unit",
    "result ",
];

/// One change of a text.
fn mutate(text: &mut String, picks: &mut Picks) {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let (a, b) = (picks.below(lines.len()), picks.below(lines.len()));
    let changed = match picks.below(9) {
        0 => {
            lines.remove(a);
            lines.join("\n")
        }
        1 => {
            lines.insert(b, lines[a]);
            lines.join("\n")
        }
        2 => {
            lines.swap(a, b);
            lines.join("\n")
        }
        3 => {
            let line = format!("  {}", lines[a]);
            lines[a] = &line;
            lines.join("\n")
        }
        4 => {
            lines[a] = lines[a].trim_start();
            lines.join("\n")
        }
        5 | 6 => words(text, picks),
        7 => text.replacen('\n', "\r\n", picks.below(40)),
        _ => letters(text, picks),
    };
    *text = changed;
}

/// Drops, doubles, swaps a word, or puts a piece in its place.
fn words(text: &str, picks: &mut Picks) -> String {
    let mut words: Vec<&str> = text
        .split_inclusive([' ', '\n', '(', ')', ',', '.'])
        .collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (a, b) = (picks.below(words.len()), picks.below(words.len()));
    match picks.below(4) {
        0 => {
            words.remove(a);
        }
        1 => words.insert(a, words[a]),
        2 => words.swap(a, b),
        _ => words[a] = PIECES[picks.below(PIECES.len())],
    }
    words.concat()
}

/// Drops a letter, or puts a piece before one.
fn letters(text: &str, picks: &mut Picks) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = picks.below(letters.len());
    if picks.below(2) == 0 && !letters.is_empty() {
        letters.remove(at);
    } else {
        letters.splice(at..at, PIECES[picks.below(PIECES.len())].chars());
    }
    letters.into_iter().collect()
}

/// Reads, checks, draws, and asks about what comes of it.
fn whole_way(rules: &[String], units: &[String], picks: &mut Picks) -> bool {
    whole_way_on(rules, units, &[], picks)
}

/// As [`whole_way`], with files beside them: their paths and texts.
fn whole_way_on(
    rules: &[String],
    units: &[String],
    beside: &[(String, String)],
    picks: &mut Picks,
) -> bool {
    let mut files = Memory::default();
    for (path, text) in beside {
        files.set(path.as_str(), text.as_str());
    }
    for (at, text) in (0..).zip(units) {
        files.set(format!("units/book/{at}.toml"), text.as_str());
    }
    for (at, text) in (0..).zip(rules) {
        files.set(format!("rules/book/{at}.rules"), text.as_str());
    }
    let mut workspace = Workspace::new(files);
    let analysis = workspace.analyse("book", &[], Effort::None);
    for tree in analysis.trees() {
        let _ = rules_text(tree);
    }
    let _ = findings(analysis.diagnostics(), analysis.sources());
    if analysis.diagnostics().has_errors() {
        return false;
    }
    run_all(analysis.book(), picks);
    true
}

fn run_all(book: &RuleBook, picks: &mut Picks) {
    if !book.examples.is_empty() {
        let at = picks.below(book.examples.len());
        let _ = examples::run(book, &book.examples[at]);
    }
    let entries = entries(book);
    for _ in 0..2.min(entries.len()) {
        let Some(question) = question(book, &entries[picks.below(entries.len())], picks) else {
            continue;
        };
        let lowered = lower::run(book, &question, OutputSpec::Outcome);
        lowered.program.verify().unwrap();
        let program = optimise::run(&lowered.program);
        let _ = odds(&program, &BUDGET).map_err(|fault| fault.diagnostic(&program));
        let _ = sample::run(&program, 1, 3, &BUDGET);
        let units = question.unit_titles();
        let faces = Faces::Rolled(Dice::new(7));
        let _ = explain(&lowered.program, &units, faces, BUDGET.steps);
    }
}

fn texts(folder: &str, ending: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|known| known == ending))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// The index and the maps of the book that is changed, by path.
fn beside() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("units/hex-command-mechanized/maps");
    let mut maps: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(path).unwrap();
            (format!("units/book/maps/{name}"), text)
        })
        .collect();
    maps.sort();
    let index =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/hex-command-mechanized/index.toml");
    maps.push((
        "rules/book/index.toml".to_owned(),
        std::fs::read_to_string(index).unwrap(),
    ));
    maps
}

/// The rules that the reference shows.
fn snippets() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let page = std::fs::read_to_string(page).unwrap();
    page.split("```rules\n")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once("```")?.0.to_owned()))
        .collect()
}

/// Prints the seed of an input if it makes a thread panic.
struct Telling(u64);

impl Drop for Telling {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let seed = self.0;
            let _ = writeln!(std::io::stderr(), "MUTANT={seed} shows it again");
        }
    }
}

/// Far more than any small input takes without optimising on a slow machine.
const LONGEST: Duration = Duration::from_secs(60);

/// Rules, units, drafts and journals that are changed at random, each from a seed of its own: for a second, or for as many
/// as `MUTANTS_FOR` says. `MUTANT` repeats one seed; `MUTANTS_SEED` begins with another, so that other inputs are seen. What
/// is found becomes a case.
#[test]
fn nothing_that_is_changed_at_random_does_harm() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    if let Some(seed) = number("MUTANT") {
        return mutant(&corpus(), seed);
    }
    let corpus = corpus();
    let end = Instant::now() + Duration::from_secs(number("MUTANTS_FOR").unwrap_or(1));
    let mut seed = number("MUTANTS_SEED").unwrap_or(1);
    while Instant::now() < end {
        mutant(&corpus, seed);
        seed += 1_000_003;
    }
}

/// Texts to begin with.
struct Corpus {
    /// Small rulesets with their units.
    rulesets: Vec<(String, Vec<String>)>,
    snippets: Vec<String>,
    draft: String,
    journal: String,
}

fn corpus() -> Corpus {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let draft = root.join("tests/cli/drafts/skirmish.md");
    Corpus {
        rulesets: small_rulesets(),
        snippets: snippets(),
        draft: std::fs::read_to_string(draft).unwrap(),
        journal:
            "sandtable journal 1\nscenario duel/noon\nmark 0123456789abcdef\nseed 7\ndie d6: 3\n\
                  chosen What does it do?: attack\njudged cover: 2\n"
                .to_owned(),
    }
}

fn mutant(corpus: &Corpus, seed: u64) {
    let _telling = Telling(seed);
    let start = Instant::now();
    let mut picks = Picks::new(seed);
    let n_changes = 1 + picks.below(6);
    let change = |text: &str, picks: &mut Picks| {
        let mut text = text.to_owned();
        (0..n_changes).for_each(|_| mutate(&mut text, picks));
        text
    };
    match picks.below(8) {
        0 => {
            let journal = change(&corpus.journal, &mut picks);
            if let Ok(read) = Journal::parse(&journal) {
                let written = read.text();
                assert_eq!(Journal::parse(&written).as_ref(), Ok(&read), "{written}");
            }
        }
        1 => {
            let draft = change(&corpus.draft, &mut picks);
            let mut workspace = Workspace::new(Memory::from_iter([("draft.md", draft.as_str())]));
            let analysis = workspace.analyse("draft.md", &[], Effort::Quick);
            let _ = findings(analysis.diagnostics(), analysis.sources());
        }
        2 => {
            let snippet = picks.one_of(&corpus.snippets).clone();
            let snippet = change(&snippet, &mut picks);
            whole_way(&[snippet], &[], &mut picks);
        }
        kind => {
            let (rules, mut units) = picks.one_of(&corpus.rulesets).clone();
            let rules = change(&rules, &mut picks);
            if kind == 3 && !units.is_empty() {
                units[0] = change(&units[0], &mut picks);
            }
            whole_way(&[rules], &units, &mut picks);
        }
    }
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
}

#[test]
fn no_change_of_a_rule_book_does_harm() {
    let rules = texts("rules/hex-command-mechanized", "rules");
    let units = texts("units/hex-command-mechanized", "toml");
    let beside = beside();
    let mut picks = Picks::new(11);
    assert!(
        whole_way_on(&rules, &units, &beside, &mut picks),
        "unchanged it is sound"
    );
    for round in rounds(25) {
        let mut changed = rules.clone();
        let at = picks.below(changed.len());
        for _ in 0..=round % 4 {
            mutate(&mut changed[at], &mut picks);
        }
        whole_way_on(&changed, &units, &beside, &mut picks);
    }
}

#[test]
fn no_change_of_the_units_does_harm() {
    let rules = texts("rules/hex-command-mechanized", "rules");
    let units = texts("units/hex-command-mechanized", "toml");
    let beside = beside();
    let mut picks = Picks::new(12);
    for round in rounds(12) {
        let mut changed = units.clone();
        let at = picks.below(changed.len());
        for _ in 0..=round % 3 {
            mutate(&mut changed[at], &mut picks);
        }
        whole_way_on(&rules, &changed, &beside, &mut picks);
    }
}

#[test]
fn no_change_of_the_reference_does_harm() {
    let all = snippets().join("\n");
    let mut picks = Picks::new(13);
    for round in rounds(100) {
        let mut text = all.clone();
        for _ in 0..=round % 6 {
            mutate(&mut text, &mut picks);
        }
        whole_way(&[text], &[], &mut picks);
    }
}

/// The cases of the language with their units. Small rulesets stay sound more often, so that more of what is changed is
/// run.
fn small_rulesets() -> Vec<(String, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|known| known == "rules"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let units = std::fs::read_to_string(path.with_extension("toml"));
            let rules = std::fs::read_to_string(path).unwrap();
            (rules, units.into_iter().collect())
        })
        .collect()
}

#[test]
fn no_change_of_a_small_ruleset_does_harm() {
    let cases = small_rulesets();
    let mut picks = Picks::new(14);
    let mut n_sound = 0;
    for round in rounds(400) {
        let (mut text, mut units) = picks.one_of(&cases).clone();
        for _ in 0..=round % 3 {
            mutate(&mut text, &mut picks);
        }
        if round % 5 == 0 && !units.is_empty() {
            mutate(&mut units[0], &mut picks);
        }
        n_sound += usize::from(whole_way(&[text], &units, &mut picks));
    }
    assert!(n_sound >= 20, "only {n_sound} were run");
}
