//! Resolves the name or path of a ruleset to folders.

use std::path::Path;

use super::DEEPEST;
use crate::files::{BUILT_IN, Files, join};
use sandtable_diagnostic::{Code, Diagnostic, suggest};
use sandtable_syntax::markdown::is_markdown;

/// Location of a ruleset.
#[derive(Debug)]
pub(super) struct RulesetPlace {
    /// Name of the ruleset.
    pub(super) name: String,
    /// The folder of its rule files and its index.
    pub(super) folder: String,
    /// Its only rule file, if it is one file.
    pub(super) file: Option<String>,
}

/// Resolves a name or a path.
///
/// Errors: E0511 if there is no such ruleset.
pub(super) fn find_place(files: &dyn Files, name: &str) -> Result<RulesetPlace, Diagnostic> {
    if is_name(name) {
        for root in ["", BUILT_IN] {
            let folder = join(&join(root, "rules"), name);
            if is_folder(files, &folder) {
                return Ok(RulesetPlace::folder(name.to_owned(), folder));
            }
        }
    }
    if is_folder(files, name) {
        let full = files.full(name);
        let last = Path::new(&full).file_name().unwrap_or_default();
        let called = last.to_string_lossy().into_owned();
        return Ok(RulesetPlace::folder(called, name.to_owned()));
    }
    let is_part = name.ends_with(".rules") || name.ends_with(".policy");
    let is_rule_file = is_part || is_markdown(name);
    if is_rule_file && let Some(folder) = book_of(files, name) {
        let full = files.full(&folder);
        let last = Path::new(&full).file_name().unwrap_or_default();
        return Ok(RulesetPlace::folder(
            last.to_string_lossy().into_owned(),
            folder,
        ));
    }
    if is_rule_file && files.read(name).is_some() {
        let path = Path::new(name);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let parent = path.parent().unwrap_or(Path::new(""));
        return Ok(RulesetPlace {
            name: stem.into_owned(),
            folder: parent.to_string_lossy().into_owned(),
            file: Some(name.strip_prefix("./").unwrap_or(name).to_owned()),
        });
    }
    Err(unknown(files, name))
}

/// The folder of the book that a rule file belongs to: one beside it, or above it, that says which ruleset it is.
fn book_of(files: &dyn Files, name: &str) -> Option<String> {
    let heads = |path: &str| {
        let text = files.read(path).and_then(Result::ok);
        text.is_some_and(|text| {
            let mut lines = text.lines();
            lines.any(|line| line.starts_with("ruleset ") || line.starts_with("variant "))
        })
    };
    let name = name.strip_prefix("./").unwrap_or(name);
    let roots = ["", BUILT_IN].into_iter();
    let path = roots
        .map(|root| join(root, name))
        .find(|path| files.read(path).is_some())?;
    let is_part = name.ends_with(".rules") || name.ends_with(".policy");
    if !is_part || heads(&path) {
        return None;
    }
    let mut folder = Path::new(&path).parent();
    for _ in 0..DEEPEST {
        let here = folder?;
        let listed = here.to_string_lossy().into_owned();
        let listing = files.list(&listed, "rules", DEEPEST)?;
        if listing.files.iter().any(|file| heads(file)) {
            return (!listed.is_empty()).then_some(listed);
        }
        folder = here.parent();
    }
    None
}

impl RulesetPlace {
    fn folder(name: String, folder: String) -> Self {
        Self {
            name,
            folder,
            file: None,
        }
    }

    /// Locates the base of the variant at this place.
    ///
    /// Errors: as [`locate`].
    pub(super) fn base(&self, files: &dyn Files, name: &str) -> Result<Self, Diagnostic> {
        let is_built_in = self.folder.starts_with(BUILT_IN);
        let parent = Path::new(&self.folder).parent().filter(|_| !is_built_in);
        let beside = parent.map(|parent| join(&parent.to_string_lossy(), name));
        match beside.filter(|beside| is_folder(files, beside)) {
            Some(folder) => Ok(Self::folder(name.to_owned(), folder)),
            None => find_place(files, name),
        }
    }

    /// Returns the path of its folder: `.` and `..` do not show the name of the folder, the whole path does.
    fn whole(&self, files: &dyn Files) -> String {
        match Path::new(&self.folder).file_name() {
            Some(_) => self.folder.clone(),
            None => files.full(&self.folder),
        }
    }

    /// The folder of its unit files: `units` inside of its own; else `units/NAME` beside `rules/NAME`.
    pub(super) fn units(&self, files: &dyn Files) -> Option<String> {
        let inside = join(&self.folder, "units");
        if is_folder(files, &inside) {
            return Some(inside);
        }
        let whole = self.whole(files);
        let (root, path) = match whole.strip_prefix(BUILT_IN) {
            Some(path) => (BUILT_IN, Path::new(path)),
            None => ("", Path::new(&whole)),
        };
        let parent = path.parent()?;
        if parent.file_name()? != "rules" {
            return None;
        }
        let units = join(&parent.parent()?.to_string_lossy(), "units");
        let beside = join(&units, &path.file_name()?.to_string_lossy());
        let beside = join(root, &beside);
        is_folder(files, &beside).then_some(beside)
    }
}

fn is_folder(files: &dyn Files, path: &str) -> bool {
    files.list(path, "rules", 0).is_some()
}

/// Whether this can be the name of a ruleset, which is that of its folder: a path never is.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && text
            .chars()
            .all(|mark| mark.is_alphanumeric() || matches!(mark, '-' | '_' | ' '))
}

/// Returns the names of all rulesets, of the working folder and built-in, sorted.
pub(crate) fn rulesets(files: &dyn Files) -> Vec<String> {
    let mut names = rulesets_in(files, "");
    names.extend(rulesets_in(files, BUILT_IN));
    names.sort();
    names.dedup();
    names
}

/// The rulesets meant when none is named: those of the working folder if it has a folder `rules`, else the built-in ones.
pub(crate) fn rulesets_here(files: &dyn Files) -> Vec<String> {
    match has_rules_here(files) {
        true => rulesets_in(files, ""),
        false => rulesets_in(files, BUILT_IN),
    }
}

/// Whether the working folder has a folder `rules`.
pub(crate) fn has_rules_here(files: &dyn Files) -> bool {
    is_folder(files, "rules")
}

/// Returns the paths of the rulesets in the folder that holds the one of this name or path, itself left out, sorted; none for one
/// that is built in.
pub(crate) fn beside(files: &dyn Files, name: &str) -> Vec<String> {
    let Ok(place) = find_place(files, name) else {
        return Vec::new();
    };
    if place.file.is_some() || place.folder.starts_with(BUILT_IN) {
        return Vec::new();
    }
    let folder = place.whole(files);
    let Some(parent) = Path::new(&folder).parent() else {
        return Vec::new();
    };
    let own = Path::new(&folder).file_name();
    let parent = parent.to_string_lossy();
    let folders = files.folders(&parent).into_iter();
    let others = folders.filter(|name| Some(name.as_ref()) != own);
    let folders = others.map(|name| join(&parent, &name));
    folders.filter(|folder| has_rules(files, folder)).collect()
}

/// The names of the folders in `rules` that hold a rule file, or one whose name has got a second ending, sorted.
fn rulesets_in(files: &dyn Files, root: &str) -> Vec<String> {
    let rules = join(root, "rules");
    let names = files.folders(&rules).into_iter();
    let is_ruleset = |name: &String| {
        let folder = join(&rules, name);
        has_rules(files, &folder) || misnamed(files, &folder).is_some()
    };
    names.filter(is_ruleset).collect()
}

/// Whether a folder holds a rule file.
fn has_rules(files: &dyn Files, folder: &str) -> bool {
    let listing = files.list(folder, "rules", DEEPEST);
    listing.is_some_and(|listing| !listing.files.is_empty())
}

/// A rule file to whose name the system has added an ending: `game.rules.txt`.
pub(super) fn misnamed(files: &dyn Files, folder: &str) -> Option<String> {
    let mut texts = files.list(folder, "txt", 0)?.files.into_iter();
    texts.find(|path| path.ends_with(".rules.txt"))
}

fn unknown(files: &dyn Files, name: &str) -> Diagnostic {
    let known = rulesets(files);
    let diagnostic = Diagnostic::new(
        Code::UnknownRuleset,
        format!("there is no ruleset `{name}`"),
    );
    if known.is_empty() {
        return diagnostic.help("give the path of a folder with rule files, or of one rule file");
    }
    let all = known.join(", ");
    // Of a path: the folder, or the file without its ending.
    let last = name.trim_end_matches('/').rsplit('/').next();
    let last = last.and_then(|last| last.split('.').next()).unwrap_or(name);
    let is_known = known.iter().any(|known| known == last);
    let near = is_known.then_some(last);
    let near = near.or_else(|| suggest::nearest(name, known.iter().map(String::as_str)));
    match near.or_else(|| suggest::nearest(last, known.iter().map(String::as_str))) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`? The rulesets are: {all}")),
        None => diagnostic.help(format!("the rulesets are: {all}")),
    }
}
