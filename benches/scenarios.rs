//! Scenarios by name: those that are built in, and those of a folder.

use std::path::Path;

/// The built-in scenarios with sides.
pub(crate) const BUILT_IN: [&str; 8] = [
    "pips/outpost",
    "stargrunt-digest/ambush",
    "stargrunt-digest/farm",
    "hellion/ruins",
    "hellion/crossroads",
    "hex-command-mechanized/meeting",
    "hex-command-mechanized/village",
    "hex-command-mechanized/valley",
];

/// The scenarios of a folder, `RULESET/NAME`, in order.
pub(crate) fn scenarios_in(root: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let units = root.join("units");
    let rulesets = names(&units).into_iter();
    let scenarios = rulesets.flat_map(|ruleset| {
        let files = names(&units.join(&ruleset).join("scenarios"));
        files.into_iter().filter_map(move |file| {
            let name = file.strip_suffix(".toml")?;
            Some(format!("{ruleset}/{name}"))
        })
    });
    scenarios.collect()
}
