//! Games of every scenario of the books, replayed from their journals: the same answers, the same end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The scenarios of the built-in books, with the sides of each.
fn scenarios() -> Vec<(String, Vec<String>)> {
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("units");
    let mut found = Vec::new();
    for book in fs::read_dir(units).unwrap() {
        let book = book.unwrap();
        let Ok(files) = fs::read_dir(book.path().join("scenarios")) else {
            continue;
        };
        for file in files {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let sides = text.lines().filter_map(|line| line.strip_prefix("[side."));
            let sides = sides
                .map(|side| side.trim_end_matches(']').to_owned())
                .collect();
            let book = book.file_name().into_string().unwrap();
            found.push((
                format!("{book}/{}", path.file_stem().unwrap().display()),
                sides,
            ));
        }
    }
    found.sort();
    found
}

/// Plays; gives the document of the game without what a replay cannot know, its seed being in the journal.
fn played(arguments: &[String]) -> serde_json::Value {
    let ended = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("play")
        .args(arguments)
        .args(["--format", "json"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{arguments:?}: {said}");
    serde_json::from_slice(&ended.stdout).unwrap()
}

fn journal(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Games of each scenario: `REPLAYS=50` plays fifty, first by chance, then by policy, and so on.
#[test]
fn games_of_all_scenarios_are_replayed_to_the_same_end() {
    let n_games = std::env::var("REPLAYS").ok();
    let n_games: u64 = n_games.map_or(1, |n| n.parse().unwrap());
    let scenarios = scenarios();
    assert!(scenarios.len() >= 8, "{scenarios:?}");
    for (scenario, sides) in &scenarios {
        assert!(!sides.is_empty(), "{scenario}");
        for seed in 1..=n_games {
            let (first, second) = (journal("first.journal"), journal("second.journal"));
            let text = |path: &PathBuf| path.to_str().unwrap().to_owned();
            let mut players = Vec::new();
            if seed % 2 == 1 {
                let by_chance = |side: &String| ["--side".to_owned(), format!("{side}=random")];
                players.extend(sides.iter().flat_map(by_chance));
            }
            let with = |more: &[String]| {
                [std::slice::from_ref(scenario), players.as_slice(), more].concat()
            };
            let words = |words: [&str; 2]| words.map(str::to_owned).to_vec();
            let seeded = [
                words(["--seed", &seed.to_string()]),
                words(["--journal", &text(&first)]),
            ];
            let begun = played(&with(&seeded.concat()));
            let replay = [
                words(["--replay", &text(&first)]),
                words(["--journal", &text(&second)]),
            ];
            // Nobody is left to answer: whoever plays, the journal does.
            let again =
                played(&[std::slice::from_ref(scenario), replay.concat().as_slice()].concat());
            assert_eq!(begun, again, "{scenario}, seed {seed}");
            assert!(
                begun["answers"].as_u64().unwrap() > 20,
                "{scenario}, seed {seed}"
            );
            let journals = [&first, &second].map(|path| fs::read_to_string(path).unwrap());
            assert_eq!(journals[0], journals[1], "{scenario}, seed {seed}");
        }
    }
}
