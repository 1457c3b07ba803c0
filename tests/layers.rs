//! The pipeline points one way: no layer names one that comes after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable::diagnostic::Code;

/// The layers in order. Those in one row do not see each other.
const LAYERS: [&[&str]; 14] = [
    &["source"],
    &["diagnostic"],
    &["board", "draft"],
    &["syntax", "roster"],
    &["model"],
    &["ask", "ir"],
    &["eval"],
    &["players", "explain"],
    &["check", "lint"],
    &["workspace"],
    &["session"],
    &["present"],
    &["service"],
    &["tools"],
];

#[test]
fn no_layer_names_a_later_one() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (row, layer) in layers() {
        for file in rust_files(&src.join(layer)) {
            let text = fs::read_to_string(&file).unwrap();
            for (other_row, other) in layers() {
                let forbidden = other_row >= row && other != layer;
                if forbidden && names(&text, other) {
                    wrong.push(format!("{} names `{other}`", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_a_layer() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let known =
            ["lib", "main"].contains(&name.as_str()) || layers().any(|(_, layer)| layer == name);
        assert!(known, "`{name}` has no place in the pipeline");
    }
}

/// Names that only the tools may use: the disk, the clock, threads, the terminal, the process.
const OUTSIDE: [&str; 13] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "anstream",
    "clap",
    "crossterm",
    "indicatif",
    "mimalloc",
    "ratatui",
    "rayon",
];

/// A package with `test = false` leaves its tests out without a word; one with tests and without any there compiles twice for nothing.
#[test]
fn packages_with_unit_tests_run_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (_, layer) in layers() {
        let Ok(manifest) = fs::read_to_string(src.join(layer).join("Cargo.toml")) else {
            continue;
        };
        let runs = !manifest.lines().any(|line| line == "test = false");
        let files = rust_files(&src.join(layer));
        let has = |file: &PathBuf| fs::read_to_string(file).unwrap().contains("#[cfg(test)]");
        if runs != files.iter().any(has) {
            wrong.push(layer);
        }
    }
    assert!(wrong.is_empty(), "`test = false` is wrong in {wrong:?}");
}

#[test]
fn only_the_tools_name_the_outside() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = layers().filter(|(_, layer)| *layer != "tools");
    let mut wrong = Vec::new();
    for file in inside.flat_map(|(_, layer)| rust_files(&src.join(layer))) {
        // A build script runs while the program is built, not inside it.
        if file.file_name().is_some_and(|name| name == "build.rs") {
            continue;
        }
        let paths = paths(&fs::read_to_string(&file).unwrap());
        for outside in OUTSIDE {
            if paths
                .iter()
                .any(|path| path == outside || path.starts_with(&format!("{outside}::")))
            {
                wrong.push(format!("{} names `{outside}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paths_are_found_however_they_are_written() {
    let text = "use std::{fs::{self, File}, io};\n// std::time\nfn now() { ::std::thread::sleep(a.b()) }\n";
    let found = paths(text);
    let has = |path: &str| found.iter().any(|found| found == path);
    assert!(has("std::fs::self") && has("std::fs::File") && has("std::io"));
    assert!(has("std::thread::sleep") && !has("std::time"));
    assert!(paths("use rayon as threads;").contains(&"rayon".to_owned()));
}

/// The paths that code names, comments left out; those in braces are joined to what stands before them.
fn paths(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    let code: Vec<char> = lines.flat_map(|line| line.chars().chain(['\n'])).collect();
    let mut found = Vec::new();
    // What stands before each open brace: a path that goes on inside, or nothing.
    let mut open: Vec<String> = vec![String::new()];
    let mut path = String::new();
    for (at, mark) in code.iter().enumerate() {
        let is_word = mark.is_alphanumeric() || *mark == '_';
        if is_word || *mark == ':' {
            let next = code.get(at + 1);
            let goes_on = next.is_some_and(|next| next.is_alphanumeric() || "_:".contains(*next));
            path.push(*mark);
            if goes_on || *mark == ':' {
                continue;
            }
            let before = open.last().unwrap();
            found.push(format!("{before}{}", path.trim_start_matches("::")));
            path.clear();
        } else if *mark == '{' {
            let joined = match path.ends_with("::") {
                true => format!("{}{}", open.last().unwrap(), path.trim_start_matches("::")),
                false => String::new(),
            };
            open.push(joined);
            path.clear();
        } else {
            if *mark == '}' && open.len() > 1 {
                open.pop();
            }
            path.clear();
        }
    }
    found
}

#[test]
fn only_rendering_of_findings_names_miette() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let text = fs::read_to_string(&file).unwrap();
        let allowed = file.ends_with("present/findings/graphical.rs");
        assert!(
            allowed || !text.contains("miette::"),
            "{} names miette",
            file.display()
        );
    }
}

pub(crate) fn layers() -> impl Iterator<Item = (usize, &'static str)> {
    LAYERS
        .iter()
        .enumerate()
        .flat_map(|(row, layers)| layers.iter().map(move |layer| (row, *layer)))
}

/// Whether the code, comments left out, uses that layer: `sandtable_model::…`; `crate::model::…` in the tools.
fn names(text: &str, layer: &str) -> bool {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let package = format!("sandtable_{layer}");
    let is_word = |mark: char| mark.is_alphanumeric() || mark == '_';
    code.split(|mark: char| !is_word(mark))
        .any(|word| word == package)
}

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Codes that several layers report, with the reason. The layers named are in the order of the pipeline.
const SHARED: [(&str, &str, &str); 19] = [
    (
        "E0109",
        "syntax check",
        "a declaration can be empty by its lines or by its names",
    ),
    (
        "E0112",
        "syntax check",
        "a number is too large to read or to calculate with",
    ),
    (
        "E0202",
        "syntax check",
        "a variant replaces names before they are resolved",
    ),
    (
        "E0206",
        "syntax check",
        "some forms are refused by their words, others by their types",
    ),
    (
        "E0207",
        "syntax check",
        "a chain of `once` lines and a chain of calls",
    ),
    (
        "E0211",
        "syntax check",
        "words of the language and words of a list",
    ),
    ("E0250", "syntax check", "rules and units of a variant"),
    ("E0252", "syntax check", "rules and units of a variant"),
    (
        "E0401",
        "roster check",
        "keys of every unit file and keys of a kind",
    ),
    (
        "E0402",
        "roster check",
        "keys of every unit file and keys of a kind",
    ),
    (
        "E0403",
        "roster check",
        "values of every unit file and values of a kind",
    ),
    (
        "E0404",
        "roster check",
        "values of every unit file and values of a kind",
    ),
    (
        "E0423",
        "roster check",
        "hexsides in a map and hexsides in a rule",
    ),
    (
        "E0551",
        "check eval",
        "a question without a map, and a game",
    ),
    (
        "E0607",
        "check lint",
        "the scope knows of each name whether it can be none; everything else takes the ranges of values",
    ),
    (
        "E0621",
        "syntax lint",
        "a table in the text of a draft is compared before its rules are checked",
    ),
    (
        "E0625",
        "roster lint",
        "a legend is compared with its own drawing, without rules",
    ),
    (
        "E0219",
        "check lint",
        "declarations that nothing uses, and units of a loop, whose use only the calls in it show",
    ),
    (
        "E0901",
        "syntax check eval explain",
        "a fault of the program can be anywhere",
    ),
];

/// Names and values are read alike in rule files, unit files and questions: these layers are one home of findings.
const CHECKING: [&str; 3] = ["model", "ask", "check"];

/// A kind of finding has one home: whoever looks for the place that reports a code finds one layer.
#[test]
fn each_code_is_reported_from_one_layer() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let codes = Code::ALL.iter();
    let mut homes: BTreeMap<&str, Vec<&str>> = codes.map(|code| (code.number(), vec![])).collect();
    for layer in LAYERS.iter().copied().flatten().copied() {
        // What comes after the linter assembles findings, and reports what it cannot read or write.
        if layer == "workspace" {
            break;
        }
        let texts = rust_files(&src.join(layer)).into_iter();
        let texts: Vec<String> = texts
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        for code in Code::ALL {
            let home = match CHECKING.contains(&layer) {
                true => "check",
                false => layer,
            };
            let known = homes.get_mut(code.number()).unwrap();
            if !known.contains(&home)
                && texts.iter().any(|text| reports(text, &format!("{code:?}")))
            {
                known.push(home);
            }
        }
    }
    let several = homes.iter().filter(|(_, layers)| layers.len() > 1);
    let several: BTreeMap<&str, String> = several
        .map(|(code, layers)| (*code, layers.join(" ")))
        .collect();
    let shared = SHARED.iter();
    let shared: BTreeMap<&str, String> = shared
        .map(|(code, layers, _)| (*code, (*layers).to_owned()))
        .collect();
    assert_eq!(several, shared);
    let of_linter = homes.values().filter(|layers| layers.contains(&"lint"));
    assert!(
        of_linter.count() > 25,
        "the findings of the linter are not seen"
    );
}

/// Whether a text makes findings of a code: `Diagnostic::new(Code::NeverUsed, …)`, `code: Code::NeverUsed`.
fn reports(text: &str, code: &str) -> bool {
    text.match_indices("Code::").any(|(at, mark)| {
        let (before, after) = text.split_at(at);
        let after = after.strip_prefix(mark).unwrap_or_default();
        let name: String = after
            .chars()
            .take_while(|letter| letter.is_alphanumeric())
            .collect();
        let before = before.trim_end_matches("sandtable_diagnostic::").trim_end();
        name == code && (before.ends_with("Diagnostic::new(") || before.ends_with("code:"))
    })
}
