//! An analysis after a change is the one that a workspace comes to that has seen nothing else.

use std::fmt::Write;

use sandtable::present::findings::{Style, render};
use sandtable::tools::disk::Disk;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Analysis, Effort, Workspace};

use crate::laws::questions::Picks;
use crate::rulebooks::names;

/// Everything of an analysis that can be told apart.
fn told(analysis: &Analysis) -> String {
    let (found, sources) = (analysis.diagnostics(), analysis.sources());
    let mut text = format!("{}\n", analysis.name());
    for finding in found.iter().chain(found.notes()) {
        text.push_str(&render(finding, sources, Style::Plain));
    }
    for allowed in found.allowed() {
        writeln!(text, "{allowed:?}").unwrap();
    }
    writeln!(text, "{:?}", analysis.trees()).unwrap();
    writeln!(text, "{:?}", analysis.roster()).unwrap();
    text.push_str(&without_lazy_parts(&format!("{:?}", analysis.book())));
    text
}

/// The debug form of a value without the parts that are worked out when somebody asks for them.
fn without_lazy_parts(debug: &str) -> String {
    const LAZY: &str = "OnceLock(";
    let mut text = String::with_capacity(debug.len());
    let mut rest = debug;
    while let Some(at) = rest.find(LAZY) {
        text.push_str(&rest[..at + LAZY.len()]);
        rest = &rest[at + LAZY.len()..];
        let (mut depth, mut is_quoted) = (1, false);
        let end = rest.char_indices().find(|(_, letter)| {
            match letter {
                '"' => is_quoted = !is_quoted,
                '(' if !is_quoted => depth += 1,
                ')' if !is_quoted => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        rest = &rest[end.map_or(rest.len(), |(at, _)| at)..];
    }
    text.push_str(rest);
    text
}

/// The texts of a book.
fn texts(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/rules/{name}", env!("CARGO_MANIFEST_DIR"));
    let bundle = Workspace::new(Disk).load(&path).unwrap();
    let root = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    let files = bundle.sources.files();
    let texts = files.map(|(_, file)| {
        let path = file.name.strip_prefix(&root).unwrap_or(&file.name);
        (path.to_owned(), file.text.to_string())
    });
    texts.collect()
}

/// Changes one line: a number, a comment, a word less, the line twice or not at all; or moves all lines.
fn edited(text: &str, picks: &mut Picks) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return "# nothing yet\n".to_owned();
    }
    let at = picks.below(lines.len());
    match picks.below(7) {
        0 => lines[at].push_str("  # why"),
        1 => {
            lines.remove(at);
        }
        2 => lines.insert(at, lines[at].clone()),
        3 => {
            let digit = lines[at].find(|letter: char| letter.is_ascii_digit());
            if let Some(digit) = digit {
                let new = char::from(b'0' + picks.below(10) as u8);
                lines[at].replace_range(digit..=digit, &new.to_string());
            }
        }
        4 => {
            let words: Vec<&str> = lines[at].split(' ').collect();
            let gone = picks.below(words.len());
            let left = words.iter().enumerate().filter(|(at, _)| *at != gone);
            lines[at] = left.map(|(_, word)| *word).collect::<Vec<_>>().join(" ");
        }
        5 => lines.insert(0, "# All that follows moves.".to_owned()),
        _ => lines.insert(at, "# a remark".to_owned()),
    }
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

/// Holds the analysis after each of some edits against that of a workspace that has seen nothing else.
fn assert_fresh_after_edits(
    name: &str,
    mut texts: Vec<(String, String)>,
    rounds: usize,
    picks: &mut Picks,
) {
    let mut kept = Workspace::new(texts.iter().cloned().collect::<Memory>());
    let base: Vec<(String, String)> = texts.clone();
    kept.analyse(name, &[], Effort::Quick);
    for round in 0..rounds {
        // Every third change is taken back first, so that not all is broken in the end.
        if round % 3 == 2 {
            for ((path, text), (_, known)) in texts.iter_mut().zip(&base) {
                text.clone_from(known);
                kept.set(path, known.as_str());
            }
        }
        let at = picks.below(texts.len());
        let (path, text) = &mut texts[at];
        *text = edited(text, picks);
        kept.set(path, text.as_str());
        let after = kept.analyse(name, &[], Effort::Quick);
        let mut fresh = Workspace::new(texts.iter().cloned().collect::<Memory>());
        let fresh = fresh.analyse(name, &[], Effort::Quick);
        let (after, fresh) = (told(&after), told(&fresh));
        assert!(
            after == fresh,
            "{name}, {}: {:#?}",
            texts[at].0,
            first(&after, &fresh)
        );
    }
}

#[test]
fn an_analysis_after_edits_is_a_fresh_one() {
    let rounds: usize = std::env::var("ROUNDS").map_or(6, |rounds| rounds.parse().unwrap());
    let mut picks = Picks::new(11);
    for name in names() {
        let texts = texts(&name);
        assert_fresh_after_edits(&name, texts, rounds, &mut picks);
    }
}

#[test]
fn conditions_of_choices_are_checked_again_with_the_rules_that_ask() {
    let name = "conditional-choices";
    let case = |ending: &str| {
        let folder = env!("CARGO_MANIFEST_DIR");
        let path = format!("{folder}/tests/semantics/choices_with_conditions.{ending}");
        std::fs::read_to_string(path).unwrap()
    };
    let texts = vec![
        (format!("rules/{name}/rules.rules"), case("rules")),
        (format!("units/{name}/units.toml"), case("toml")),
    ];
    assert_fresh_after_edits(name, texts, 60, &mut Picks::new(5));
}

#[test]
fn findings_of_the_linter_move_with_their_texts() {
    let folder = format!("{}/tests/check", env!("CARGO_MANIFEST_DIR"));
    let mut picks = Picks::new(23);
    let mut n_edited = 0;
    let mut folders: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    folders.sort_by_key(std::fs::DirEntry::path);
    // The codes of the linter; every third case of each.
    let is_of_lint = |name: &str| name.starts_with("E06");
    for folder in folders {
        if !is_of_lint(&folder.file_name().to_string_lossy()) {
            continue;
        }
        let mut cases: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        cases.retain(|case| {
            case.path()
                .extension()
                .is_some_and(|ending| ending == "rules")
        });
        cases.sort_by_key(std::fs::DirEntry::path);
        for case in cases.iter().step_by(3) {
            let path = case.path();
            let texts = [
                ("rules", "rules/case/case.rules"),
                ("toml", "units/case/units.toml"),
                ("board.toml", "units/case/maps/board.toml"),
            ];
            let texts = texts.into_iter().filter_map(|(ending, name)| {
                let text = std::fs::read_to_string(path.with_extension(ending)).ok()?;
                Some((name.to_owned(), text))
            });
            assert_fresh_after_edits("case", texts.collect(), 3, &mut picks);
            n_edited += 1;
        }
    }
    assert!(n_edited > 90, "{n_edited}");
}

/// Where two texts begin to differ.
fn first(one: &str, other: &str) -> (String, String) {
    let place = one.bytes().zip(other.bytes());
    let place = place.take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        let text = String::from_utf8_lossy(&text.as_bytes()[place.saturating_sub(200)..]);
        text.chars().take(400).collect()
    };
    (around(one), around(other))
}

#[test]
fn what_did_not_change_is_not_made_again() {
    let mut workspace = Workspace::new(texts("pips").into_iter().collect::<Memory>());
    let first = workspace.analyse("pips", &[], Effort::Quick);
    let again = workspace.analyse("pips", &[], Effort::Quick);
    assert!(std::sync::Arc::ptr_eq(&first, &again));
    let path = &first.sources().files().next().unwrap().1.name;
    let text = first.sources().files().next().unwrap().1.text.clone();
    workspace.set(path, format!("{text}# more\n"));
    let changed = workspace.analyse("pips", &[], Effort::Quick);
    let mut n_shared = 0;
    for (one, other) in first.trees().iter().zip(changed.trees()).skip(1) {
        let items = one.items.iter().zip(&other.items);
        for (one, other) in items {
            assert!(std::sync::Arc::ptr_eq(one, other));
            n_shared += 1;
        }
    }
    assert!(n_shared > 20, "{n_shared}");
}

/// A stat that a word names is a part of the rule: with another value in the unit file the rule is looked at again.
#[test]
fn a_rule_with_a_value_of_the_unit_files_is_checked_again_with_them() {
    const RULES: &str = "ruleset test \"Test\"\n\nwords cargo: rice, silk\n\nkind ware\n  price 1..9\n\n\
                         table tax (price: 1..5) -> 1..2\n  price | tax\n  1-3 | 1\n  4-5 | 2\n\n\
                         formula tax-of (cargo) -> 1..2 = tax(cargo.price)\n";
    let units = |silk: i32| format!("[ware.rice]\nprice = 2\n\n[ware.silk]\nprice = {silk}\n");
    let files = [
        ("rules/test/test.rules", RULES.to_owned()),
        ("units/test/units.toml", units(5)),
    ];
    let mut workspace = Workspace::new(files.into_iter().collect::<Memory>());
    let codes = |workspace: &mut Workspace| {
        let analysis = workspace.analyse("test", &[], Effort::Quick);
        let found = analysis.diagnostics().iter();
        found.map(|one| one.code.number()).collect::<Vec<_>>()
    };
    assert!(!codes(&mut workspace).contains(&"E0608"));
    // No row for 7.
    workspace.set("units/test/units.toml", units(7));
    assert!(codes(&mut workspace).contains(&"E0608"));
    workspace.set("units/test/units.toml", units(4));
    assert!(!codes(&mut workspace).contains(&"E0608"));
}
