//! Finding a ruleset and loading its texts.
//!
//! A ruleset NAME is the folder `rules/NAME` with its unit files in `units/NAME` and its maps in `units/NAME/maps`: first in the working folder, else
//! built into the program. A path to a folder or to one rule file is a ruleset too. Nothing outside of those folders
//! is read, also not through links.

mod embedded;
mod folder;
mod stack;

use std::path::{Path, PathBuf};

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use sandtable_source::{FileId, SourceFile, SourceMap};
use sandtable_syntax::markdown::is_markdown;

/// The texts of one ruleset.
#[derive(Debug, Default)]
pub struct Bundle {
    /// As asked for, or the name of the folder.
    pub name: String,
    /// All the texts.
    pub sources: SourceMap,
    /// The rule files, sorted by path.
    pub rule_files: Vec<FileId>,
    /// The unit files, sorted by path.
    pub unit_files: Vec<FileId>,
    /// The map files, sorted by path.
    pub map_files: Vec<FileId>,
    /// `index.toml`, the book's numbered rules; that of the variant asked for, if it is one.
    pub index_file: Option<FileId>,
    /// The base first; one only, unless a variant is in force.
    pub layers: Vec<LayerFiles>,
}

/// The files of one ruleset or variant among several that are laid over each other.
#[derive(Debug, Clone, Default)]
pub struct LayerFiles {
    /// The name of its folder.
    pub name: String,
    /// The rule files, sorted by path.
    pub rule_files: Vec<FileId>,
    /// The unit files, sorted by path.
    pub unit_files: Vec<FileId>,
    /// The map files, sorted by path.
    pub map_files: Vec<FileId>,
    /// Its `index.toml`.
    pub index_file: Option<FileId>,
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Rules,
    Units,
    Maps,
    Index,
}

impl Bundle {
    /// The name by which rules and scenarios call a map: that of its file, without folder and ending.
    pub fn map_name(&self, file: FileId) -> Option<&str> {
        let path = self.sources.get(file)?.name.as_str();
        let name = path.rsplit('/').next()?;
        Some(name.strip_suffix(".toml").unwrap_or(name))
    }

    /// Takes over a file. `shown` is its name in findings.
    fn add(&mut self, role: Role, shown: &str, bytes: Vec<u8>, diagnostics: &mut Diagnostics) {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                diagnostics.push(not_text(shown, &error));
                return;
            }
        };
        // Editors on Windows put an invisible mark in front, which would count as a column.
        let text = text
            .strip_prefix('\u{feff}')
            .map(str::to_owned)
            .unwrap_or(text);
        let file = self.sources.add(shown, text);
        match role {
            Role::Rules => self.rule_files.push(file),
            Role::Units => self.unit_files.push(file),
            Role::Maps => self.map_files.push(file),
            Role::Index => self.index_file = Some(file),
        }
    }
}

/// Loads a ruleset by its name or its path.
///
/// Errors: E0511 for an unknown ruleset, E0515 for what cannot be read.
pub fn load(name: &str) -> Result<Bundle, Diagnostics> {
    load_with(name, &[])
}

/// Loads a ruleset, what it is a variant of, and further variants that are in force.
///
/// Errors: as [`load`]; E0207 for variants of each other.
pub fn load_with(name: &str, with: &[String]) -> Result<Bundle, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let bundle = stack::stack(name, with, &mut diagnostics);
    match bundle {
        Some(bundle) if diagnostics.is_empty() => Ok(bundle),
        Some(_) | None => Err(diagnostics),
    }
}

/// Writes a rule file anew, if it is still what was loaded.
///
/// Errors: E0515 if it cannot be written.
pub fn write(source: &SourceFile, text: &str) -> Result<(), Diagnostic> {
    let unwritable = |why: &str| {
        Diagnostic::new(
            Code::UnreadableFile,
            format!("`{}` cannot be written: {why}", source.name),
        )
    };
    if source.name.starts_with(embedded::PREFIX) {
        return Err(unwritable("it is part of the program")
            .help("copy the book into a folder `rules` of your own"));
    }
    folder::write(Path::new(&source.name), &source.text, text).map_err(|why| unwritable(&why))
}

/// Writes a file of examples that is not there yet.
///
/// Errors: E0515 if it cannot be written.
pub fn write_examples(path: &Path, text: &str) -> Result<(), Diagnostic> {
    folder::create(path, text).map_err(|why| {
        Diagnostic::new(
            Code::UnreadableFile,
            format!("`{}` cannot be written: {why}", path.display()),
        )
    })
}

/// The names of all rulesets, of the working folder and built-in, sorted.
pub fn known_rulesets() -> Vec<String> {
    let mut names = folder::rulesets(Path::new("rules"));
    names.extend(embedded::rulesets());
    names.sort();
    names.dedup();
    names
}

/// The rulesets meant when none is named: those of the working folder if it has a `rules` folder, else the built-in ones.
pub fn rulesets_here() -> Vec<String> {
    if Path::new("rules").is_dir() {
        folder::rulesets(Path::new("rules"))
    } else {
        embedded::rulesets()
    }
}

/// Loads the text of a scenario: a path, or `ruleset/name`, which is `units/RULESET/scenarios/NAME.toml` of the working
/// folder or built into the program.
///
/// Errors: E0511 for an unknown scenario, E0515 for what cannot be read.
pub fn scenario(name: &str, sources: &mut SourceMap) -> Result<FileId, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut bundle = Bundle::default();
    std::mem::swap(&mut bundle.sources, sources);
    let parts = name.split_once('/');
    let named = parts.filter(|(ruleset, name)| is_name(ruleset) && is_name(name));
    let beside = named.map(|(ruleset, name)| {
        let folder = Path::new("units").join(ruleset).join("scenarios");
        folder.join(format!("{name}.toml"))
    });
    let built_in = named.and_then(|(ruleset, name)| embedded::scenario(ruleset, name));
    match (beside, Path::new(name), built_in) {
        (_, path, _) if path.is_file() => {
            folder::add_file(&mut bundle, Role::Units, path, &mut diagnostics);
        }
        (Some(path), ..) if path.is_file() => {
            folder::add_file(&mut bundle, Role::Units, &path, &mut diagnostics);
        }
        (_, _, Some((shown, bytes))) => bundle.add(Role::Units, &shown, bytes, &mut diagnostics),
        _ => {
            let known = known_scenarios();
            let diagnostic = Diagnostic::new(
                Code::UnknownRuleset,
                format!("there is no scenario `{name}`"),
            )
            .suggest(name, known.iter().map(String::as_str));
            diagnostics.push(match known.is_empty() {
                true => diagnostic.help("give the path of a scenario file"),
                false => diagnostic.help(format!("the scenarios are: {}", known.join(", "))),
            });
        }
    }
    std::mem::swap(&mut bundle.sources, sources);
    match bundle.unit_files.first() {
        Some(file) if diagnostics.is_empty() => Ok(*file),
        Some(_) | None => Err(diagnostics),
    }
}

/// Loads one text by its path.
pub fn text(path: &Path, sources: &mut SourceMap, diagnostics: &mut Diagnostics) -> Option<FileId> {
    let mut bundle = Bundle::default();
    std::mem::swap(&mut bundle.sources, sources);
    folder::add_file(&mut bundle, Role::Rules, path, diagnostics);
    std::mem::swap(&mut bundle.sources, sources);
    bundle.rule_files.first().copied()
}

/// The names of all scenarios, of the working folder and built-in, sorted.
pub fn known_scenarios() -> Vec<String> {
    let mut names = folder::scenarios(Path::new("units"));
    names.extend(embedded::scenarios());
    names.sort();
    names.dedup();
    names
}

/// Adds the files of one ruleset; gives its name and its folder, if it has one.
fn find(
    bundle: &mut Bundle,
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Option<PathBuf>)> {
    if is_name(name) {
        let folder = Path::new("rules").join(name);
        if folder.is_dir() {
            by_folder(bundle, &folder, diagnostics);
            return Some((name.to_owned(), Some(folder)));
        }
        if embedded::add(bundle, name, diagnostics) {
            return Some((name.to_owned(), None));
        }
    }
    let path = Path::new(name);
    if path.is_dir() {
        by_folder(bundle, path, diagnostics);
        return Some((folder_name(path), Some(path.to_owned())));
    }
    if path.is_file() && (name.ends_with(".rules") || is_markdown(name)) {
        by_file(bundle, path, diagnostics);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let parent = path.parent().map(Path::to_owned);
        return Some((stem.into_owned(), parent));
    }
    diagnostics.push(unknown(name));
    None
}

/// Whether this can be the name of a ruleset: a path never is.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|mark| mark.is_alphanumeric() || mark == '-' || mark == '_')
}

fn by_folder(bundle: &mut Bundle, path: &Path, diagnostics: &mut Diagnostics) {
    let before = bundle.rule_files.len();
    folder::add(bundle, Role::Rules, path, diagnostics);
    add_beside(bundle, path, diagnostics);
    if bundle.rule_files.len() == before && diagnostics.is_empty() {
        diagnostics.push(
            Diagnostic::new(
                Code::UnknownRuleset,
                format!("the folder `{}` has no rule file", path.display()),
            )
            .help("the names of rule files end in `.rules`"),
        );
    }
}

fn by_file(bundle: &mut Bundle, path: &Path, diagnostics: &mut Diagnostics) {
    folder::add_file(bundle, Role::Rules, path, diagnostics);
    let parent = path.parent().unwrap_or(Path::new(""));
    add_beside(bundle, parent, diagnostics);
}

/// The unit files and the index that belong to the rules in a folder.
fn add_beside(bundle: &mut Bundle, rules: &Path, diagnostics: &mut Diagnostics) {
    if let Some(units) = units_folder(rules) {
        folder::add(bundle, Role::Units, &units, diagnostics);
        let maps = units.join("maps");
        if maps.is_dir() {
            folder::add(bundle, Role::Maps, &maps, diagnostics);
        }
    }
    let index = rules.join("index.toml");
    if index.is_file() {
        folder::add_index(bundle, &index, diagnostics);
    }
}

/// `units` inside the folder; else `units/NAME` beside `rules/NAME`.
fn units_folder(rules: &Path) -> Option<PathBuf> {
    let inside = rules.join("units");
    if inside.is_dir() {
        return Some(inside);
    }
    // `.` and `..` do not show the name of the folder; the whole path does.
    let whole = match rules.file_name() {
        Some(_) => rules.to_owned(),
        None => rules.canonicalize().ok()?,
    };
    let parent = whole.parent()?;
    if parent.file_name()? != "rules" {
        return None;
    }
    let beside = parent.parent()?.join("units").join(whole.file_name()?);
    beside.is_dir().then_some(beside)
}

/// The name of a folder, also if the path is `.` or ends in `..`.
fn folder_name(path: &Path) -> String {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    full.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn unknown(name: &str) -> Diagnostic {
    let known = known_rulesets();
    let diagnostic = Diagnostic::new(
        Code::UnknownRuleset,
        format!("there is no ruleset `{name}`"),
    );
    if known.is_empty() {
        return diagnostic.help("give the path of a folder with rule files, or of one rule file");
    }
    let all = known.join(", ");
    match suggest::nearest(name, known.iter().map(String::as_str)) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`? The rulesets are: {all}")),
        None => diagnostic.help(format!("the rulesets are: {all}")),
    }
}

fn unreadable(shown: &str, why: &str) -> Diagnostic {
    Diagnostic::new(
        Code::UnreadableFile,
        format!("`{shown}` cannot be read: {why}"),
    )
}

fn not_text(shown: &str, error: &std::string::FromUtf8Error) -> Diagnostic {
    let valid = error.utf8_error().valid_up_to();
    let before = error.as_bytes().get(..valid).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    unreadable(
        shown,
        &format!("it is not UTF-8 text at byte {valid}, in line {line}"),
    )
    .help("save the file anew and choose the encoding UTF-8")
}
