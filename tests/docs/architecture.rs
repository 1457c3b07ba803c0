//! The page of the architecture names functions and layers that exist.

use std::fs;
use std::path::{Path, PathBuf};

/// The functions that the page names, as `layer::module::function`, one for each row of its table of steps and more in its text.
fn named(page: &str) -> Vec<String> {
    let quoted = page.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|text| text.contains("::") && !text.starts_with("sandtable"));
    paths.map(str::to_owned).collect()
}

/// The files in which a path may be found: its module, as a file or a folder, or the root of the layer.
fn files(path: &str) -> (Vec<PathBuf>, &str) {
    let (module, name) = path.rsplit_once("::").unwrap();
    let module = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(module.replace("::", "/"));
    (
        vec![module.with_extension("rs"), module.join("mod.rs")],
        name,
    )
}

/// Every Rust file below a folder.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn defines(file: &Path, name: &str) -> bool {
    let Ok(text) = fs::read_to_string(file) else {
        return false;
    };
    ["fn", "mod", "struct", "enum"].iter().any(|keyword| {
        let definition = format!("{keyword} {name}");
        text.match_indices(&definition).any(|(at, _)| {
            let after = text[at + definition.len()..].chars().next();
            !after.is_some_and(|mark| mark.is_alphanumeric() || mark == '_')
        })
    })
}

#[test]
fn the_functions_on_the_page_exist() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/architecture.md")).unwrap();
    let named = named(&page);
    assert!(named.len() >= 13, "the way of one question is on the page");
    let mut missing = Vec::new();
    for path in &named {
        let (mut places, name) = files(path);
        // `layer::function` may be re-exported from a module of the layer.
        if path.matches("::").count() == 1 {
            let layer = path.split("::").next().unwrap();
            below(
                &Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("src")
                    .join(layer),
                &mut places,
            );
        }
        if !places.iter().any(|file| defines(file, name)) {
            missing.push(path.as_str());
        }
    }
    assert!(missing.is_empty(), "not found: {}", missing.join(", "));
}

#[test]
fn every_layer_is_on_the_page() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/architecture.md")).unwrap();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            !path.is_dir() || page.contains(&format!("| `{name}` |")),
            "`{name}` is not in the table of layers"
        );
    }
}
