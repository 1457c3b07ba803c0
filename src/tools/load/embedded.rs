//! The rulesets built into the program.

use rust_embed::Embed;

use super::{Bundle, Role};
use crate::diagnostic::Diagnostics;

/// The rule files of the repository.
#[derive(Embed)]
#[folder = "rules/"]
#[allow_missing = true]
struct Rules;

/// The unit files of the repository.
#[derive(Embed)]
#[folder = "units/"]
#[allow_missing = true]
struct Units;

/// How the names of their files begin.
pub(super) const PREFIX: &str = "built-in:";

/// Their names, sorted.
pub(super) fn rulesets() -> Vec<String> {
    let mut names: Vec<String> = Rules::iter()
        .filter(|path| path.ends_with(".rules"))
        .filter_map(|path| Some(path.split_once('/')?.0.to_owned()))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Adds the texts of one of them; whether there is one of that name.
pub(super) fn add(bundle: &mut Bundle, name: &str, diagnostics: &mut Diagnostics) -> bool {
    let before = bundle.rule_files.len();
    let folder = format!("{name}/");
    for path in sorted(Rules::iter()) {
        let Some(inner) = path.strip_prefix(&folder) else {
            continue;
        };
        let role = match inner {
            "index.toml" => Role::Index,
            _ if inner.ends_with(".rules") => Role::Rules,
            _ => continue,
        };
        let Some(file) = Rules::get(&path) else {
            continue;
        };
        bundle.add(
            role,
            &format!("{PREFIX}rules/{path}"),
            file.data.into_owned(),
            diagnostics,
        );
    }
    for path in sorted(Units::iter()) {
        let Some(inner) = path.strip_prefix(&folder) else {
            continue;
        };
        let role = match inner.rsplit_once('/') {
            None => Role::Units,
            Some(("maps", _)) => Role::Maps,
            Some(_) => continue,
        };
        let Some(file) = Units::get(&path).filter(|_| inner.ends_with(".toml")) else {
            continue;
        };
        bundle.add(
            role,
            &format!("{PREFIX}units/{path}"),
            file.data.into_owned(),
            diagnostics,
        );
    }
    bundle.rule_files.len() > before
}

/// The text of a scenario of one of them, and what it is called in findings.
pub(super) fn scenario(ruleset: &str, name: &str) -> Option<(String, Vec<u8>)> {
    let path = format!("{ruleset}/scenarios/{name}.toml");
    let file = Units::get(&path)?;
    Some((format!("built-in:units/{path}"), file.data.into_owned()))
}

/// The scenarios of all of them, as `ruleset/name`, sorted.
pub(super) fn scenarios() -> Vec<String> {
    let names = sorted(Units::iter()).into_iter();
    names
        .filter_map(|path| {
            let (ruleset, rest) = path.split_once("/scenarios/")?;
            Some(format!("{ruleset}/{}", rest.strip_suffix(".toml")?))
        })
        .collect()
}

fn sorted<'a>(paths: impl Iterator<Item = std::borrow::Cow<'a, str>>) -> Vec<String> {
    let mut paths: Vec<String> = paths.map(std::borrow::Cow::into_owned).collect();
    paths.sort();
    paths
}
