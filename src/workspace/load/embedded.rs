//! The rulesets built into the program.

use super::{Bundle, Role};
use sandtable_diagnostic::Diagnostics;

/// The files in the folders `rules` and `units` of the repository, sorted by name: `rules/pips/index.toml`.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// How the names of their files begin.
pub(super) const PREFIX: &str = "built-in:";

/// Their names, sorted.
pub(super) fn rulesets() -> Vec<String> {
    let mut names: Vec<String> = below("rules/")
        .filter(|(path, _)| path.ends_with(".rules"))
        .filter_map(|(path, _)| Some(path.split_once('/')?.0.to_owned()))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Adds the texts of one of them; whether there is one of that name.
pub(super) fn add(bundle: &mut Bundle, name: &str, diagnostics: &mut Diagnostics) -> bool {
    let before = bundle.rule_files.len();
    let folder = format!("rules/{name}/");
    for (inner, text) in below(&folder) {
        let role = match inner {
            "index.toml" => Role::Index,
            _ if inner.ends_with(".rules") => Role::Rules,
            _ => continue,
        };
        let name = format!("{PREFIX}{folder}{inner}");
        bundle.add(role, &name, text.to_vec(), diagnostics);
    }
    let folder = format!("units/{name}/");
    for (inner, text) in below(&folder) {
        let role = match inner.rsplit_once('/') {
            _ if !inner.ends_with(".toml") => continue,
            None => Role::Units,
            Some(("maps", _)) => Role::Maps,
            Some(_) => continue,
        };
        let name = format!("{PREFIX}{folder}{inner}");
        bundle.add(role, &name, text.to_vec(), diagnostics);
    }
    bundle.rule_files.len() > before
}

/// The text of a scenario of one of them, and what it is called in findings.
pub(super) fn scenario(ruleset: &str, name: &str) -> Option<(String, Vec<u8>)> {
    let path = format!("units/{ruleset}/scenarios/{name}.toml");
    let (_, text) = FILES.iter().find(|(built_in, _)| *built_in == path)?;
    Some((format!("{PREFIX}{path}"), text.to_vec()))
}

/// The scenarios of all of them, as `ruleset/name`, sorted.
pub(super) fn scenarios() -> Vec<String> {
    below("units/")
        .filter_map(|(path, _)| {
            let (ruleset, rest) = path.split_once("/scenarios/")?;
            Some(format!("{ruleset}/{}", rest.strip_suffix(".toml")?))
        })
        .collect()
}

/// The files in a folder, which ends with `/`: what follows it in their names, and their texts.
fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES
        .iter()
        .filter_map(move |(path, text)| Some((path.strip_prefix(folder)?, *text)))
}
