//! The texts of scenarios, by name or path.

use std::sync::Arc;

use crate::files::{BUILT_IN, Files, Unreadable, join};
use crate::load::is_name;
use crate::store::Store;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::SourceFile;

/// Reads the text of a scenario: of a path, or of `ruleset/name`, which is `units/RULESET/scenarios/NAME.toml`, of the
/// working folder or built in.
///
/// Errors: E0511 for an unknown scenario, E0515 for what cannot be read.
pub(crate) fn read(store: &Store, name: &str) -> Result<Arc<SourceFile>, Diagnostics> {
    let named = name.split_once('/');
    let named = named.filter(|(ruleset, name)| is_name(ruleset) && is_name(name));
    let in_units = |root: &str| {
        let (ruleset, name) = named?;
        store.source(&join(&folder(root, ruleset), &format!("{name}.toml")))
    };
    let read = store.source(name.strip_prefix("./").unwrap_or(name));
    let read = read.or_else(|| in_units("")).or_else(|| in_units(BUILT_IN));
    let finding = match read {
        Some(Ok(source)) => return Ok(source),
        Some(Err(fault)) => Unreadable::finding(&fault),
        None => unknown(store, name),
    };
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(finding);
    Err(diagnostics)
}

/// Returns the names of all scenarios, of the working folder and built in, as `ruleset/name`, sorted.
pub(crate) fn names(files: &dyn Files) -> Vec<String> {
    let mut all = Vec::new();
    for root in ["", BUILT_IN] {
        for ruleset in files.folders(&join(root, "units")) {
            let Some(listing) = files.list(&folder(root, &ruleset), "toml", 0) else {
                continue;
            };
            let of_paths = listing.files.iter().filter_map(|path| {
                let (_, file) = path.rsplit_once('/')?;
                Some(format!("{ruleset}/{}", file.strip_suffix(".toml")?))
            });
            all.extend(of_paths);
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Returns the folder of the scenarios of a ruleset.
fn folder(root: &str, ruleset: &str) -> String {
    join(&join(&join(root, "units"), ruleset), "scenarios")
}

fn unknown(store: &Store, name: &str) -> Diagnostic {
    let known = names(store);
    let message = format!("there is no scenario `{name}`");
    let diagnostic = Diagnostic::new(Code::UnknownRuleset, message)
        .suggest(name, known.iter().map(String::as_str));
    match known.is_empty() {
        true => diagnostic.help("give the path of a scenario file"),
        false => diagnostic.help(format!("the scenarios are: {}", known.join(", "))),
    }
}
