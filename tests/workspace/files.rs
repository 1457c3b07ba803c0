//! Every source of texts answers alike.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use sandtable::diagnostic::Severity;
use sandtable::tools::disk::Disk;
use sandtable::workspace::files::{BuiltIn, Files, Layered, Memory};
use sandtable::workspace::{Analysis, Effort, Workspace};

const GAME: [(&str, &str); 6] = [
    ("rules/game/b.rules", "ruleset game\n"),
    ("rules/game/a/z.rules", ""),
    ("rules/game/index.toml", ""),
    ("rules/game/notes.txt", ""),
    ("units/game/units.toml", ""),
    ("units/game/maps/ford.toml", ""),
];

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("workspace")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The game below a folder on the disk, and the same in memory.
fn both(name: &str) -> (String, Memory) {
    let root = folder(name).to_str().unwrap().to_owned();
    let paths = GAME.map(|(path, text)| (format!("{root}/{path}"), text));
    for (path, text) in &paths {
        fs::create_dir_all(path.rsplit_once('/').unwrap().0).unwrap();
        fs::write(path, text).unwrap();
    }
    (root, paths.into_iter().collect())
}

#[test]
fn memory_lists_as_the_disk_does() {
    let (root, memory) = both("lists");
    let mut n_listed = 0;
    for folder in [
        "",
        "/rules",
        "/rules/game",
        "/rules/game/",
        "/units/game",
        "/units/game/maps",
    ] {
        let folder = format!("{root}{folder}");
        for (ending, depth) in [
            ("rules", 0),
            ("rules", 1),
            ("rules", 9),
            ("toml", 0),
            ("toml", 9),
        ] {
            let (of_disk, of_memory) = (
                Disk.list(&folder, ending, depth),
                memory.list(&folder, ending, depth),
            );
            assert_eq!(of_disk, of_memory, "{folder}, {ending}, {depth}");
            n_listed += of_disk.map_or(0, |listing| listing.files.len());
        }
        assert_eq!(Disk.folders(&folder), memory.folders(&folder), "{folder}");
    }
    assert!(n_listed > 10, "{n_listed}");
    for gone in ["/scenarios", "/rules/gam"] {
        let gone = format!("{root}{gone}");
        assert_eq!(Disk.list(&gone, "rules", 9), None);
        assert_eq!(memory.list(&gone, "rules", 9), None);
        assert!(Disk.read(&gone).is_none() && memory.read(&gone).is_none());
    }
}

#[test]
fn files_are_listed_folder_by_folder() {
    let (root, memory) = both("order");
    let listing = memory.list(&format!("{root}/rules"), "rules", 9).unwrap();
    let names: Vec<&str> = listing
        .files
        .iter()
        .map(|path| path.strip_prefix(&root).unwrap())
        .collect();
    assert_eq!(names, ["/rules/game/a/z.rules", "/rules/game/b.rules"]);
}

#[test]
fn a_mark_in_front_is_left_out_and_other_bytes_are_refused() {
    let folder = folder("bytes");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("marked.rules"), "\u{feff}ruleset game").unwrap();
    fs::write(path("latin.rules"), b"ruleset game\n# f\xfcr").unwrap();
    fs::write(path("large.rules"), vec![b' '; (4 << 20) + 1]).unwrap();
    let read = |name: &str| Disk.read(&path(name)).unwrap();
    assert_eq!(&*read("marked.rules").unwrap(), "ruleset game");
    let why = |name: &str| read(name).unwrap_err().why;
    assert_eq!(
        why("latin.rules"),
        "it is not UTF-8 text at byte 16, in line 2"
    );
    assert_eq!(why("large.rules"), "it is larger than 4 MB");
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_not_followed() {
    let folder = folder("links");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::create_dir_all(path("rules/game")).unwrap();
    fs::write(path("secret.rules"), "secret").unwrap();
    fs::write(path("rules/game/own.rules"), "ruleset game").unwrap();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(path(to), path(name)).unwrap();
    };
    link("secret.rules", "rules/game/out.rules");
    link("rules/game/own.rules", "rules/game/in.rules");
    let listing = Disk.list(&path("rules/game"), "rules", 9).unwrap();
    assert_eq!(
        listing.files,
        [path("rules/game/in.rules"), path("rules/game/own.rules")]
    );
    let outside: Vec<&str> = listing
        .faults
        .iter()
        .map(|fault| fault.path.as_str())
        .collect();
    assert_eq!(outside, [path("rules/game/out.rules")]);
}

#[test]
fn built_in_books_have_paths_of_their_own() {
    let listing = BuiltIn.list("built-in:rules/pips", "rules", 0).unwrap();
    assert!(listing.files.len() > 3, "{listing:?}");
    for path in &listing.files {
        assert!(path.starts_with("built-in:rules/pips/"), "{path}");
        assert!(BuiltIn.read(path).unwrap().is_ok());
    }
    assert_eq!(BuiltIn.list("rules/pips", "rules", 0), None);
    assert!(
        BuiltIn
            .folders("built-in:rules")
            .contains(&"pips".to_owned())
    );
    assert!(BuiltIn.read("built-in:rules/pips/none.rules").is_none());
}

#[test]
fn the_upper_layer_counts() {
    let upper: Memory = [("a/one.rules", "upper"), ("b/two.rules", "upper")]
        .into_iter()
        .collect();
    let lower: Memory = [("a/one.rules", "lower"), ("a/three.rules", "lower")]
        .into_iter()
        .collect();
    let both = Layered::new(upper, lower);
    let text = |path: &str| both.read(path).unwrap().unwrap().to_string();
    assert_eq!(text("a/one.rules"), "upper");
    assert_eq!(text("a/three.rules"), "lower");
    assert!(both.read("a/four.rules").is_none());
    let listing = both.list("a", "rules", 0).unwrap();
    assert_eq!(listing.files, ["a/one.rules", "a/three.rules"]);
    assert_eq!(both.folders(""), ["a", "b"]);
}

/// A folder `rules/NAME` beside the author stands in the place of the whole book of that name.
#[test]
fn a_folder_of_ones_own_hides_the_built_in_book() {
    let own: Memory = [("rules/pips/mine.rules", "ruleset pips \"Mine\"\n")]
        .into_iter()
        .collect();
    let mut workspace = Workspace::new(Layered::new(own, BuiltIn));
    let analysis = workspace.analyse("pips", &[], Effort::None);
    let names: Vec<&str> = analysis
        .sources()
        .files()
        .map(|(_, file)| file.name.as_str())
        .collect();
    assert_eq!(names, ["rules/pips/mine.rules"]);
    let built_in = workspace.analyse("hellion", &[], Effort::None);
    assert!(built_in.sources().files().count() > 5);
}

/// The premise on which a question about a built-in book neither reads its examples nor runs a lint.
#[test]
fn built_in_books_have_no_warnings() {
    let mut workspace = Workspace::new(BuiltIn);
    for name in workspace.rulesets() {
        let whole = workspace.analyse(&name, &[], Effort::None);
        let has_notes_only = |analysis: &Analysis| {
            let mut found = analysis.diagnostics().iter();
            found.all(|found| found.severity() == Severity::Note)
        };
        assert!(has_notes_only(&whole), "{name}");
        let answered = workspace.analyse(&name, &[], Effort::Answer);
        assert!(answered.book().examples.is_empty(), "{name}");
        assert_eq!(
            answered.book().call_order.len(),
            whole.book().call_order.len(),
            "{name}"
        );
        assert!(has_notes_only(&answered), "{name}");
    }
}

/// Whoever has seen the findings of a text has worked out all that an answer needs; a book that is part of the program is left as it is.
#[test]
fn an_answer_takes_the_analysis_that_is_there() {
    let rules =
        "ruleset duel \"Duel\"\n\nroll shot -> hit, miss\n  hit when d6 >= 4\n  miss otherwise\n";
    let memory: Memory = [("rules/duel/duel.rules", rules)].into_iter().collect();
    let mut workspace = Workspace::new(Layered::new(memory, BuiltIn));
    let seen = workspace.analyse("duel", &[], Effort::Quick);
    let answered = workspace.analyse("duel", &[], Effort::Answer);
    assert!(Arc::ptr_eq(&seen, &answered));
    workspace.set("rules/duel/duel.rules", rules.replace('4', "5"));
    let answered = workspace.analyse("duel", &[], Effort::Answer);
    assert!(!Arc::ptr_eq(&seen, &answered));
    workspace.analyse("pips", &[], Effort::None);
    let answered = workspace.analyse("pips", &[], Effort::Answer);
    assert!(answered.book().examples.is_empty());
}

#[test]
fn a_question_finds_what_is_amiss_in_a_changed_book() {
    let mut workspace = Workspace::new(BuiltIn);
    let whole = workspace.analyse("pips", &[], Effort::None);
    let (_, file) = whole.sources().files().next().unwrap();
    workspace.set(
        &file.name,
        format!("{}\nexample \"Nothing\"\n  run what\n", file.text),
    );
    let changed = workspace.analyse("pips", &[], Effort::Answer);
    assert!(changed.diagnostics().has_errors());
}
