//! Paths that the page may write: texts of rulesets, under names that every system can hold.

use std::path::Path;

/// The endings of files that are shown and written.
pub(super) const ENDINGS: [&str; 4] = ["rules", "policy", "toml", "md"];
/// The folders that rulesets are in.
pub(super) const HOMES: [&str; 2] = ["rules", "units"];

/// Names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// Beginnings of such names that a digit follows.
const PORTS: [&str; 2] = ["COM", "LPT"];
/// Signs that no name may have somewhere.
const SIGNS: [char; 9] = ['<', '>', ':', '"', '/', '\\', '|', '?', '*'];

/// Checks a path, relative to a folder.
///
/// Errors: why it cannot be written, in words.
pub(super) fn check(root: &Path, path: &str) -> Result<(), String> {
    if path.is_empty() || path.starts_with('/') || path.split('/').any(|part| part == "..") {
        return Err(format!("`{path}` is not a path inside of the folder"));
    }
    for part in path.split('/') {
        if let Some(why) = problem(part) {
            return Err(format!("`{path}` cannot be written: {why}"));
        }
    }
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    if !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
        return Err(format!(
            "`{path}` must end in `.rules`, `.policy`, `.toml` or `.md`"
        ));
    }
    match is_of_rulesets(root, path) {
        true => Ok(()),
        false => Err(format!(
            "`{path}` is not in the folder of a ruleset: write it below `rules` or `units`"
        )),
    }
}

/// The fault of a name of a file or folder.
fn problem(name: &str) -> Option<String> {
    let says = |why: &str| Some(format!("{why} in the name `{name}`"));
    if name.is_empty() || name.starts_with('.') {
        return Some("a name may not be empty or begin with a dot".to_owned());
    }
    if name.chars().any(char::is_control) {
        return Some("a name may not have control characters".to_owned());
    }
    if let Some(sign) = name.chars().find(|letter| SIGNS.contains(letter)) {
        return says(&format!("`{sign}` is not allowed"));
    }
    if name.ends_with(['.', ' ']) {
        return Some(format!("the name `{name}` may not end in a dot or a space"));
    }
    is_device(name).then(|| format!("`{name}` is the name of a device on Windows"))
}

/// Whether Windows takes a name for that of a device: `con`, `Nul.rules`, `com1 .toml`.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_uppercase();
    let is_digit = |rest: &str| {
        let mut letters = rest.chars();
        let digit = letters.next();
        let is_digit = digit.is_some_and(|digit| digit.is_ascii_digit() || "¹²³".contains(digit));
        is_digit && letters.next().is_none()
    };
    DEVICES.contains(&stem.as_str())
        || PORTS
            .iter()
            .any(|port| stem.strip_prefix(port).is_some_and(is_digit))
}

/// Whether a path is where rulesets are: below `rules` or `units`. Drafts may also be in the folder itself. In a folder
/// without `rules`, a ruleset can be anywhere, its units and maps beside or below its rules.
fn is_of_rulesets(root: &Path, path: &str) -> bool {
    let (first, inner) = path.split_once('/').unwrap_or(("", path));
    if HOMES.contains(&first) && !inner.is_empty() {
        return true;
    }
    let is_draft = !path.ends_with(".toml");
    if root.join("rules").is_dir() {
        return is_draft && first.is_empty();
    }
    let folders = Path::new(path).ancestors().skip(1);
    is_draft
        || folders
            .into_iter()
            .any(|folder| has_rules(&root.join(folder)))
}

/// Whether a folder holds a rule file.
fn has_rules(folder: &Path) -> bool {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let path = entry.path();
        path.extension().is_some_and(|ending| ending == "rules") && path.is_file()
    })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "it makes a folder to look at")]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::check;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn names_are_good_on_every_system() {
        let root = folder("names");
        for path in [
            "rules/ford/ford.rules",
            "rules/ford/README.md",
            "rules/ford/index.toml",
            "units/ford/scenarios/noon.toml",
            "rules/ford/Wälle und Gräben.rules",
            "rules/ford/console.rules",
            "rules/ford/com10.rules",
            "rules/ford/a.b.rules",
            "draft.md",
        ] {
            assert_eq!(check(&root, path), Ok(()), "{path}");
        }
        for path in [
            "",
            "/rules/a.rules",
            "rules/../a.rules",
            "rules//a.rules",
            "rules/./a.rules",
            "rules/.a.rules",
            "rules/.git/a.rules",
            "rules/.rules",
            "rules/a\nb.rules",
            "rules/a\u{7f}.rules",
            "rules/a\u{85}.rules",
            "rules/a:b.rules",
            "rules\\a.rules",
            "rules/a*.rules",
            "rules/con.rules",
            "rules/NUL.toml",
            "rules/Com1.x.rules",
            "rules/lpt\u{b2}.md",
            "rules/aux/a.rules",
            "rules/prn .rules",
            "rules/conin$.md",
            "rules/a /b.rules",
            "rules/a./b.rules",
            "rules/a.rules.",
            "rules/a.exe",
            "rules/a",
            "rules/rules",
            "rules/a.RULES",
        ] {
            assert!(check(&root, path).is_err(), "{path:?}");
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn only_the_folders_of_rulesets_are_written() {
        let root = folder("homes");
        assert!(check(&root, "Cargo.toml").is_err());
        assert!(check(&root, "src/Cargo.toml").is_err());
        fs::create_dir_all(root.join("ford/units")).unwrap();
        fs::write(root.join("ford/ford.rules"), "ruleset ford\n").unwrap();
        assert_eq!(check(&root, "ford/units/men.toml"), Ok(()));
        assert!(check(&root, "other/men.toml").is_err());
        fs::create_dir_all(root.join("rules")).unwrap();
        assert!(check(&root, "ford/units/men.toml").is_err());
        assert!(check(&root, "ford/more.rules").is_err());
        assert!(check(&root, "Cargo.toml").is_err());
        assert_eq!(check(&root, "draft.md"), Ok(()));
        assert_eq!(check(&root, "rules/ford.toml"), Ok(()));
        fs::remove_dir_all(root).unwrap();
    }
}
