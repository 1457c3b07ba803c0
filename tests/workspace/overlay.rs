//! Texts that are not saved lie over files, and each file is read once.

use std::mem::take;
use std::sync::{Arc, Mutex};

use sandtable::workspace::files::{Files, Listing, Memory, Unreadable};
use sandtable::workspace::{Analysis, Effort, Workspace};

/// Files that note which of them are read.
#[derive(Clone, Default)]
struct Noted {
    files: Memory,
    read: Arc<Mutex<Vec<String>>>,
}

impl Noted {
    /// The paths read since the last call.
    fn since(&self) -> Vec<String> {
        take(&mut self.read.lock().unwrap())
    }
}

impl Files for Noted {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        let read = self.files.read(path)?;
        self.read.lock().unwrap().push(path.to_owned());
        Some(read)
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        self.files.list(folder, ending, depth)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.files.folders(folder)
    }
}

const RULES: &str = "rules/game/game.rules";
const GAME: &str = "ruleset game \"Game\"\n\nroll luck -> 1..6\n  result d6\n";

fn game() -> (Noted, Workspace) {
    let files = [
        (RULES, GAME),
        ("units/game/units.toml", ""),
        ("rules/other/other.rules", "ruleset other \"Other\"\n"),
    ];
    let noted = Noted {
        files: files.into_iter().collect(),
        ..Noted::default()
    };
    (noted.clone(), Workspace::new(noted))
}

fn rolls(analysis: &Analysis) -> Vec<&str> {
    let procedures = analysis.book().procedures.iter();
    procedures.map(|one| one.naming.name.as_str()).collect()
}

#[test]
fn an_unsaved_text_counts_until_it_is_taken_away() {
    let (_, mut workspace) = game();
    workspace.set(RULES, GAME.replace("luck", "fate"));
    assert_eq!(
        rolls(&workspace.analyse("game", &[], Effort::None)),
        ["fate"]
    );
    workspace.unset(RULES);
    assert_eq!(
        rolls(&workspace.analyse("game", &[], Effort::None)),
        ["luck"]
    );
}

#[test]
fn an_unsaved_file_joins_its_ruleset() {
    let (_, mut workspace) = game();
    workspace.set("rules/game/more.rules", "roll fate -> 1..8\n  result d8\n");
    assert_eq!(
        rolls(&workspace.analyse("game", &[], Effort::None)),
        ["luck", "fate"]
    );
    workspace.set("rules/new/new.rules", "ruleset new \"New\"\n");
    assert_eq!(workspace.rulesets(), ["game", "new", "other"]);
    assert!(
        workspace
            .analyse("new", &[], Effort::None)
            .diagnostics()
            .is_empty()
    );
}

#[test]
fn each_file_is_read_once_and_only_those_of_the_ruleset() {
    let (noted, mut workspace) = game();
    workspace.analyse("game", &[], Effort::None);
    assert_eq!(noted.since(), [RULES, "units/game/units.toml"]);
    workspace.analyse("game", &[], Effort::None);
    workspace.set(RULES, GAME.replace("luck", "fate"));
    workspace.analyse("game", &[], Effort::None);
    assert!(noted.since().is_empty());
    workspace.unset(RULES);
    workspace.analyse("game", &[], Effort::None);
    assert_eq!(noted.since(), [RULES]);
    workspace.refresh();
    workspace.analyse("game", &[], Effort::None);
    assert_eq!(noted.since(), [RULES, "units/game/units.toml"]);
}
