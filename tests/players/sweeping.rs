//! Sweeps: the same counts whatever the shards, resumed after an interruption, and nothing foreign among them.
//!
//! The gate of `tests/players/gate`: blue wins with m/12, in the mist with (m + 2)/12; see [`super::versions`].

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable::tools::cli::run_captured;
use serde_json::Value;

const GATE: &str = "tests/players/gate/gate.toml";

/// A folder of a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str]) -> (u8, String, String) {
    let words = ["sandtable", "sweep"].iter().chain(arguments);
    let (exit, printed) = run_captured(words.map(OsString::from));
    (exit.code(), printed.out, printed.err)
}

fn good(arguments: &[&str]) -> String {
    let (exit, out, err) = run(arguments);
    assert_eq!(exit, 0, "{arguments:?}: {out}{err}");
    out
}

fn document(arguments: &[&str]) -> Value {
    let all = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&good(&all)).unwrap()
}

/// Six cells of 500 games.
fn plan(path: &str, shards: &str, seed: &str) {
    let vary = ["--vary", "garrison.men=4..6", "--vary", "option.mist"];
    let numbers = ["--games", "500", "--shards", shards, "--seed", seed];
    let track = ["--track", "garrison.tired", "-o", path];
    good(&[&["plan", GATE][..], &vary, &numbers, &track].concat());
}

fn merged(plan: &str, out: &str) -> Value {
    let mut merged = document(&["merge", plan, "--out", out]);
    merged["plan"].take();
    merged
}

#[test]
fn the_counts_are_the_same_whatever_the_shards() {
    let folder = Folder::new("shards");
    let mut found = Vec::new();
    for shards in ["1", "4", "7"] {
        let (file, out) = (folder.path(&format!("{shards}.json")), folder.path(shards));
        plan(&file, shards, "0");
        good(&["run", &file, "--all", "--out", &out]);
        found.push(merged(&file, &out));
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    let cells = found[0]["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    for (cell, (men, mist)) in cells
        .iter()
        .zip([(4, 0), (4, 2), (5, 0), (5, 2), (6, 0), (6, 2)])
    {
        let blue = cell["winners"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["side"] == "blue");
        let interval = &blue.unwrap()["share"]["interval"];
        // Of 12 intervals some may miss; four standard errors never do: sqrt(1/4 / 500) = 2.2 points.
        let middle = (interval[0].as_f64().unwrap() + interval[1].as_f64().unwrap()) / 2.0;
        assert!(
            (middle - f64::from(men + mist) * 100.0 / 12.0).abs() < 9.0,
            "{cell}"
        );
        // In the mist the garrison tires by 1 or 2.
        let tired = cell["values"][0]["mean"]["mean"].as_f64().unwrap();
        assert_eq!(tired > 1.0, mist > 0, "{cell}");
    }
}

#[test]
fn an_interrupted_sweep_goes_on() {
    let folder = Folder::new("resumed");
    let (file, out, whole) = (
        folder.path("plan.json"),
        folder.path("out"),
        folder.path("whole"),
    );
    plan(&file, "5", "1");
    let done = document(&["run", &file, "--shard", "0,3", "--out", &out]);
    assert_eq!(done["computed"], serde_json::json!([0, 3]));
    let status = document(&["status", &file, "--out", &out]);
    assert_eq!(status["missing"], serde_json::json!([1, 2, 4]));
    assert_eq!(
        good(&["status", &file, "--out", &out, "--missing"]),
        "1\n2\n4\n"
    );
    let (exit, _, err) = run(&["merge", &file, "--out", &out]);
    assert_eq!(exit, 2);
    assert!(err.contains("3 of 5 shards are missing"), "{err}");
    assert_eq!(
        document(&["merge", &file, "--out", &out, "--partial"])["missing"],
        3
    );
    let done = document(&["run", &file, "--all", "--out", &out]);
    assert_eq!(done["computed"], serde_json::json!([1, 2, 4]));
    assert_eq!(done["reused"], serde_json::json!([0, 3]));
    good(&["run", &file, "--all", "--out", &whole]);
    assert_eq!(merged(&file, &out), merged(&file, &whole));
}

fn spoil(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn foreign_results_are_refused() {
    let folder = Folder::new("foreign");
    let (file, other) = (folder.path("plan.json"), folder.path("other.json"));
    let (out, others) = (folder.path("out"), folder.path("others"));
    plan(&file, "3", "1");
    plan(&other, "3", "2");
    good(&["run", &file, "--all", "--out", &out]);
    good(&["run", &other, "--all", "--out", &others]);
    let refused = |says: &str| {
        let (exit, _, err) = run(&["merge", &file, "--out", &out]);
        assert_ne!(exit, 0);
        assert!(err.contains(says), "{says}: {err}");
        let status = document(&["status", &file, "--out", &out]);
        assert_eq!(status["refused"].as_array().unwrap().len(), 1, "{says}");
        // What is there is never overwritten.
        assert_ne!(run(&["run", &file, "--all", "--out", &out]).0, 0);
    };
    let first = Path::new(&out).join("shard-00000.json");
    let kept = fs::read(&first).unwrap();
    fs::copy(Path::new(&others).join("shard-00000.json"), &first).unwrap();
    refused("is of another plan");
    fs::copy(Path::new(&out).join("shard-00001.json"), &first).unwrap();
    refused("holds shard 1");
    fs::write(&first, &kept).unwrap();
    spoil(&first, "\"drawn\": 0", "\"drawn\": 1");
    refused("does not fit its checksum");
    fs::write(&first, &kept[..kept.len() / 2]).unwrap();
    refused("is no result");
    fs::write(&first, &kept).unwrap();
    good(&["merge", &file, "--out", &out]);
    // A plan that somebody changed, and one of other rules.
    spoil(Path::new(&file), "\"seed\": 1", "\"seed\": 3");
    let (exit, _, err) = run(&["merge", &file, "--out", &out]);
    assert_eq!(exit, 2);
    assert!(err.contains("does not fit its contents"), "{err}");
}

#[test]
fn a_shard_of_other_rules_is_not_played() {
    let folder = Folder::new("rules");
    let (file, out) = (folder.path("plan.json"), folder.path("out"));
    let scenario = folder.path("own.toml");
    let text = fs::read_to_string(GATE).unwrap();
    fs::write(&scenario, &text).unwrap();
    good(&[
        "plan", &scenario, "--games", "20", "--shards", "2", "-o", &file,
    ]);
    good(&["run", &file, "--shard", "0", "--out", &out]);
    fs::write(&scenario, format!("{text}men = 5\n")).unwrap();
    let (exit, _, err) = run(&["run", &file, "--shard", "1", "--out", &out]);
    assert_eq!(exit, 2);
    assert!(err.contains("not those of the plan"), "{err}");
    let (exit, _, err) = run(&["run", &file, "--shard", "2", "--out", &out]);
    assert_eq!(exit, 2);
    assert!(err.contains("0 to 1"), "{err}");
}
