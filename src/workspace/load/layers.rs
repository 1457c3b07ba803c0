//! Layers of rulesets: a variant, its base, and further variants in force.

use super::locate::{RulesetPlace, find_place, misnamed};
use super::{Bundle, DEEPEST, LayerFiles};
use crate::files::{Files, join};
use crate::store::Store;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, SourceMap, Spanned};
use sandtable_syntax::base_of;
use sandtable_syntax::markdown::{is_markdown, read_markdown};

/// Maximum number of layers.
const MOST_LAYERS: usize = 32;

/// Loads a ruleset, its bases, and further variants in force.
///
/// Errors: E0511 for an unknown ruleset, E0515 for files that cannot be read, E0207 for a cycle of variants, E0217 for too many.
pub(crate) fn load(store: &Store, name: &str, with: &[String]) -> Result<Bundle, Diagnostics> {
    let mut loader = Loader {
        store,
        bundle: Bundle::default(),
        diagnostics: Diagnostics::default(),
    };
    let loaded = loader.all(name, with);
    match loaded {
        Some(()) if loader.diagnostics.is_empty() => Ok(loader.bundle),
        Some(()) | None => Err(loader.diagnostics),
    }
}

/// The texts loaded so far.
struct Loader<'s> {
    store: &'s Store,
    bundle: Bundle,
    diagnostics: Diagnostics,
}

impl Loader<'_> {
    /// Loads everything; `None` after an error that ends loading, which is reported.
    fn all(&mut self, name: &str, with: &[String]) -> Option<()> {
        self.chain(name)?;
        let base = self.bundle.layers.first()?.name.clone();
        self.bundle.name = self.bundle.layers.last()?.name.clone();
        for variant in with {
            let before = self.bundle.layers.len();
            let root = self.chain(variant)?;
            if root != base {
                self.diagnostics.push(no_variant(variant, &base, &root));
                return None;
            }
            let last = self.bundle.layers.get(before..)?.last();
            if let Some(last) = last {
                self.bundle.name = format!("{} + {}", self.bundle.name, last.name);
            }
        }
        Some(())
    }

    /// Adds a ruleset, preceded by its bases; returns the name of the last base.
    fn chain(&mut self, name: &str) -> Option<String> {
        let mut layers: Vec<LayerFiles> = Vec::new();
        let mut place = self.located(find_place(self.store, name))?;
        let root = loop {
            let layer = self.layer(&place);
            let base = base(&self.bundle.sources, &layer);
            let name = layer.name.clone();
            if layers.is_empty() {
                self.bundle.index_file = layer.index_file.or(self.bundle.index_file);
            }
            layers.insert(0, layer);
            let Some(base) = base else {
                break name;
            };
            if self.is_known(&base.value) {
                break self.bundle.layers.first()?.name.clone();
            }
            if let Some(at) = layers.iter().position(|layer| layer.name == base.value) {
                let names = layers.iter().take(at + 1).rev();
                let names: Vec<&str> = names.map(|layer| layer.name.as_str()).collect();
                self.diagnostics.push(circle(&names, &base));
                return None;
            }
            // The base that is yet to be read counts too.
            if layers.len() >= MOST_LAYERS {
                self.diagnostics.push(too_many(&base));
                return None;
            }
            place = self.located(place.base(self.store, &base.value))?;
        };
        for layer in layers {
            if !self.is_known(&layer.name) {
                self.bundle.layers.push(layer);
            }
        }
        Some(root)
    }

    fn is_known(&self, name: &str) -> bool {
        self.bundle.layers.iter().any(|layer| layer.name == name)
    }

    fn located(&mut self, place: Result<RulesetPlace, Diagnostic>) -> Option<RulesetPlace> {
        place.map_err(|finding| self.diagnostics.push(finding)).ok()
    }

    /// Reads the files of one ruleset.
    fn layer(&mut self, place: &RulesetPlace) -> LayerFiles {
        let n_findings = self.diagnostics.len();
        let rule_files = match &place.file {
            Some(file) => self.read(file).into_iter().collect(),
            None => {
                let mut files = self.folder(&place.folder, "rules", DEEPEST);
                // A folder with advice alone is no ruleset.
                if !files.is_empty() {
                    files.extend(self.folder(&place.folder, "policy", DEEPEST));
                }
                files
            }
        };
        let units = place.units(self.store);
        let in_units = |loader: &mut Self, of: fn(&str) -> String| match &units {
            Some(units) => loader.folder(&of(units), "toml", 0),
            None => Vec::new(),
        };
        let unit_files = in_units(self, str::to_owned);
        let map_files = in_units(self, |units| join(units, "maps"));
        let scenario_files = match &units {
            Some(units) => self.scenarios(&join(units, "scenarios")),
            None => Vec::new(),
        };
        let index_file = self.index(&place.folder);
        if rule_files.is_empty() && self.diagnostics.len() == n_findings {
            let misnamed = misnamed(self.store, &place.folder);
            self.diagnostics
                .push(no_rule_file(&place.folder, misnamed.as_deref()));
        } else if place.file.is_none() {
            self.tell_misplaced(place, units.as_deref());
        }
        LayerFiles {
            name: place.name.clone(),
            rule_files,
            unit_files,
            map_files,
            scenario_files,
            index_file,
        }
    }

    /// Reports files at paths that are not read.
    fn tell_misplaced(&mut self, place: &RulesetPlace, units: Option<&str>) {
        if let Some(path) = misnamed(self.store, &place.folder) {
            let help = renaming(&path);
            let message = format!("`{path}` is not read: its name ends with `.txt`");
            self.bundle
                .misplaced
                .push(Diagnostic::new(Code::FileNotRead, message).help(help));
        }
        let is_by_name = place.folder == join("rules", &place.name);
        let right = match units {
            Some(units) => units.to_owned(),
            None if is_by_name => join("units", &place.name),
            None => join(&place.folder, "units"),
        };
        let mut strays = self.toml_files(&place.folder);
        strays.retain(|path| !path.ends_with("index.toml"));
        if units.is_none() && is_by_name {
            strays.extend(self.toml_files("units"));
        }
        for path in strays {
            let message = format!("`{path}` is not read: unit files belong elsewhere");
            let help = format!("move it into the folder `{right}/`");
            self.bundle
                .misplaced
                .push(Diagnostic::new(Code::FileNotRead, message).help(help));
        }
    }

    fn toml_files(&self, folder: &str) -> Vec<String> {
        let listing = self.store.list(folder, "toml", 0);
        listing.map_or_else(Vec::new, |listing| listing.files)
    }

    /// Reads the files of a folder, which may be absent.
    fn folder(&mut self, folder: &str, ending: &str, depth: usize) -> Vec<FileId> {
        let Some(listing) = self.store.list(folder, ending, depth) else {
            return Vec::new();
        };
        let faults = listing.faults.iter().map(|fault| fault.finding());
        self.diagnostics.extend(faults);
        let paths = listing.files.iter();
        paths.filter_map(|path| self.read(path)).collect()
    }

    /// Reads the scenarios of a folder; errors in them are reported when they are played.
    fn scenarios(&mut self, folder: &str) -> Vec<FileId> {
        let Some(listing) = self.store.list(folder, "toml", 0) else {
            return Vec::new();
        };
        let sources = listing
            .files
            .iter()
            .filter_map(|path| self.store.source(path)?.ok());
        sources
            .map(|source| self.bundle.sources.share(source))
            .collect()
    }

    /// Reads the index in the folder of the rules.
    fn index(&mut self, folder: &str) -> Option<FileId> {
        let path = join(folder, "index.toml");
        let listing = self.store.list(folder, "toml", 0)?;
        if let Some(fault) = listing.faults.iter().find(|fault| fault.path == path) {
            self.diagnostics.push(fault.finding());
        }
        match listing.files.contains(&path) {
            true => self.read(&path),
            false => None,
        }
    }

    fn read(&mut self, path: &str) -> Option<FileId> {
        match self.store.source(path)? {
            Ok(source) => Some(self.bundle.sources.share(source)),
            Err(fault) => {
                self.diagnostics.push(fault.finding());
                None
            }
        }
    }
}

/// Returns the base of a layer, if its rule files name one.
fn base(sources: &SourceMap, layer: &LayerFiles) -> Option<Spanned<String>> {
    layer.rule_files.iter().find_map(|file| {
        let source = sources.get(*file)?;
        match is_markdown(&source.name) {
            true => base_of(*file, &read_markdown(*file, &source.text).rules),
            false => base_of(*file, &source.text),
        }
    })
}

/// Returns the finding about a folder without rule files. `misnamed` is a file in it whose name has a second extension.
fn no_rule_file(folder: &str, misnamed: Option<&str>) -> Diagnostic {
    let message = format!("the folder `{folder}` has no rule file");
    let help = match misnamed {
        Some(path) => renaming(path),
        None => "give rule files names that end with `.rules`".to_owned(),
    };
    Diagnostic::new(Code::UnknownRuleset, message).help(help)
}

/// Returns the advice on how to rename a rule file with a second extension.
fn renaming(path: &str) -> String {
    let old = path.rsplit('/').next().unwrap_or_default();
    let new = old.strip_suffix(".txt").unwrap_or(old);
    format!("rename `{old}` to `{new}`; your system may hide the ending `.txt`")
}

fn no_variant(variant: &str, base: &str, root: &str) -> Diagnostic {
    let message = format!("`{variant}` is not a variant of `{base}`");
    Diagnostic::new(Code::UnknownRuleset, message).help(if root == variant {
        format!(
            "start its rule files with `variant {variant} \"…\" of {base}` instead of `ruleset`"
        )
    } else {
        format!("it is a variant of `{root}`")
    })
}

/// Returns the finding about a cycle. `names` are its rulesets, each a variant of the next, the last one of `base`, which is the
/// first.
fn circle(names: &[&str], base: &Spanned<String>) -> Diagnostic {
    let message = match names {
        [_] => format!("`{}` is a variant of itself", base.value),
        _ => format!(
            "`{}` is a variant of itself: `{} of {}`",
            base.value,
            names.join(" of "),
            base.value
        ),
    };
    Diagnostic::new(Code::CircularRule, message)
        .label(base.span, "back to the beginning")
        .help("make one of them a `ruleset` instead of a variant")
}

fn too_many(base: &Spanned<String>) -> Diagnostic {
    let message = format!("more than {MOST_LAYERS} rulesets are based on each other");
    Diagnostic::new(Code::TooMany, message)
        .label(base.span, "one too many")
        .help("put the changes of several variants into one")
}
