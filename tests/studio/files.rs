//! Texts are read and written within the same limits; what is left out is listed; only texts of rulesets are written.

use std::collections::BTreeMap;
use std::fs;

use sandtable::tools::disk::{LARGEST, MOST_FILES};
use serde_json::{Value, json};

use super::{Server, folder};

/// A text of so many bytes, in lines.
fn text(n_bytes: usize) -> String {
    let line = format!("# {}\n", "x".repeat(97));
    let mut text = line.repeat(n_bytes / line.len());
    text.push_str(&"#".repeat(n_bytes - text.len()));
    text
}

#[test]
fn what_is_saved_can_be_read_again_up_to_the_limit() {
    let place = folder("limit");
    fs::create_dir_all(place.join("rules/ford")).unwrap();
    let server = Server::start(&place);
    let mut page = server.page();
    let hello = page.ask("studio/hello", &json!({})).unwrap();
    assert_eq!(hello["largest"], LARGEST);
    let path = "rules/ford/ford.rules";
    let mut before: Option<String> = None;
    // One byte more is refused, for a new file and for one that is there, and takes nothing away from later edits.
    for n_bytes in [
        LARGEST + 1,
        LARGEST - 1,
        LARGEST + 1,
        LARGEST,
        LARGEST + 1,
        7,
    ] {
        let text = text(n_bytes);
        let answer = page.write(path, before.as_deref(), &text);
        if n_bytes > LARGEST {
            let why = format!("`{path}` cannot be written: it would be larger than 4 MB");
            assert_eq!(answer, Err(why));
            continue;
        }
        assert_eq!(answer, Ok(Value::Null), "{n_bytes} bytes");
        let files = page.ask("studio/files", &json!({})).unwrap();
        assert!(files["files"][0]["text"] == text, "{n_bytes} bytes");
        assert_eq!(files["unread"], json!([]));
        before = Some(text);
    }
    // The mark of editors on Windows counts, and stays.
    let marked = text(LARGEST - 4);
    fs::write(place.join(path), format!("\u{feff}{marked}")).unwrap();
    assert_eq!(
        page.write(path, Some(&marked), &text(LARGEST - 3)),
        Ok(Value::Null)
    );
    assert_eq!(
        fs::metadata(place.join(path)).unwrap().len(),
        LARGEST as u64
    );
    let more = page.write(path, Some(&text(LARGEST - 3)), &text(LARGEST - 2));
    assert!(more.unwrap_err().ends_with("larger than 4 MB"));
    drop(server);
    fs::remove_dir_all(place).unwrap();
}

#[cfg(unix)]
#[test]
fn what_is_left_out_is_listed_with_the_reason() {
    use std::os::unix::fs::symlink;
    let place = folder("left-out");
    let many = place.join("rules/many");
    fs::create_dir_all(&many).unwrap();
    fs::create_dir_all(place.join("units/many")).unwrap();
    fs::write(place.join("secret.txt"), "").unwrap();
    for at in 0..MOST_FILES + 1 {
        fs::write(many.join(format!("r{at:04}.rules")), "# A rule.\n").unwrap();
    }
    for at in 0..7 {
        fs::write(place.join(format!("units/many/u{at}.toml")), "").unwrap();
    }
    fs::write(place.join("units/many/large.toml"), text(LARGEST + 1)).unwrap();
    symlink(place.join("secret.txt"), place.join("units/many/out.toml")).unwrap();
    symlink(place.join("nowhere"), place.join("units/many/nowhere.toml")).unwrap();
    symlink(&many, place.join("rules/again")).unwrap();
    let deep = place.join("rules").join("d/".repeat(17));
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("deep.md"), "").unwrap();
    let server = Server::start(&place);
    let files = server.page().ask("studio/files", &json!({})).unwrap();
    assert_eq!(files["files"].as_array().unwrap().len(), MOST_FILES + 7);
    let unread = files["unread"].as_array().unwrap().iter();
    let unread: BTreeMap<&str, &str> = unread
        .map(|fault| {
            (
                fault["path"].as_str().unwrap(),
                fault["why"].as_str().unwrap(),
            )
        })
        .collect();
    let deepest = format!("rules/{}d", "d/".repeat(16));
    let wanted = [
        (
            "rules/again",
            "it is a link to a folder; links are followed to files only",
        ),
        (deepest.as_str(), "it is more than 16 folders deep"),
        (
            "rules/many/r2000.rules",
            "only the first 2,000 `.rules` files are read",
        ),
        ("units/many/large.toml", "it is larger than 4 MB"),
        ("units/many/nowhere.toml", "it is a link that leads nowhere"),
        (
            "units/many/out.toml",
            "it is a link to a place outside the folder",
        ),
    ];
    let wanted: BTreeMap<&str, String> = wanted
        .map(|(path, why)| (path, format!("`{path}` cannot be read: {why}")))
        .into();
    let wanted: BTreeMap<&str, &str> = wanted
        .iter()
        .map(|(path, why)| (*path, why.as_str()))
        .collect();
    assert_eq!(unread, wanted);
    drop(server);
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn only_texts_of_rulesets_are_written() {
    // A file beside the folder is one of this test.
    let place = folder("names").join("home");
    fs::create_dir_all(place.join("rules/ford")).unwrap();
    fs::write(place.join("Cargo.toml"), "[package]\n").unwrap();
    let server = Server::start(&place);
    let mut page = server.page();
    for path in [
        "rules/ford/ford.rules",
        "units/ford/maps/river.toml",
        "draft.md",
    ] {
        assert_eq!(
            page.write(path, None, "# Mine.\n"),
            Ok(Value::Null),
            "{path}"
        );
        assert!(place.join(path).is_file(), "{path}");
    }
    for path in [
        "rules/ford/con.rules",
        "rules/nul/a.rules",
        "rules/.git/a.rules",
        "rules/ford/.a.rules",
        "rules/ford/a\u{1b}.rules",
        "rules/ford/a.sh",
        "../a.rules",
        "src/a.rules",
        "new.toml",
    ] {
        assert!(page.write(path, None, "# Mine.\n").is_err(), "{path}");
        assert!(!place.join(path).exists(), "{path}");
        let moved = json!({ "path": "draft.md", "to": path });
        assert!(page.ask("studio/rename", &moved).is_err(), "{path}");
    }
    let changed = page.write("Cargo.toml", Some("[package]\n"), "");
    assert!(
        changed
            .unwrap_err()
            .contains("not in the folder of a ruleset")
    );
    assert_eq!(
        fs::read_dir(place.join("rules")).unwrap().count(),
        1,
        "no folder is left"
    );
    drop(server);
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn files_are_moved_and_removed_only_as_the_page_knows_them() {
    let place = folder("moved");
    fs::create_dir_all(place.join("rules/ford")).unwrap();
    let server = Server::start(&place);
    let mut page = server.page();
    page.write("rules/ford/a.rules", None, "# A.\n").unwrap();
    page.write("rules/ford/b.rules", None, "# B.\n").unwrap();
    let taken = json!({ "path": "rules/ford/a.rules", "to": "rules/ford/b.rules" });
    let why = page.ask("studio/rename", &taken).unwrap_err();
    assert!(why.contains("`rules/ford/b.rules` already exists"), "{why}");
    let moved = json!({ "path": "rules/ford/a.rules", "to": "rules/ford/more/c.rules" });
    assert_eq!(page.ask("studio/rename", &moved), Ok(Value::Null));
    fs::write(place.join("rules/ford/b.rules"), "# Of others.\n").unwrap();
    let removed = json!({ "path": "rules/ford/b.rules", "before": "# B.\n" });
    let why = page.ask("studio/remove", &removed).unwrap_err();
    assert!(why.ends_with("it has changed in the meantime"), "{why}");
    let removed = json!({ "path": "rules/ford/b.rules", "before": "# Of others.\n" });
    assert_eq!(page.ask("studio/remove", &removed), Ok(Value::Null));
    let left: Vec<_> = fs::read_dir(place.join("rules/ford")).unwrap().collect();
    assert_eq!(left.len(), 1);
    assert_eq!(
        fs::read_to_string(place.join("rules/ford/more/c.rules")).unwrap(),
        "# A.\n"
    );
    drop(server);
    fs::remove_dir_all(place).unwrap();
}
