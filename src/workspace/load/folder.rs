//! Reading a folder, and nothing outside of it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{Bundle, Role, unreadable};
use sandtable_diagnostic::{Diagnostic, Diagnostics};

/// Largest file, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Most files of one kind in a ruleset.
const MOST_FILES: usize = 2_000;

/// How deep folders are searched.
const DEEPEST: usize = 16;

/// The names of the folders below `rules` that hold a rule file, sorted.
pub(super) fn rulesets(rules: &Path) -> Vec<String> {
    let mut names: Vec<String> = entries(rules)
        .unwrap_or_default()
        .into_iter()
        .filter(|path| path.is_dir())
        .filter(|path| {
            Search::new(path, "rules", DEEPEST).is_ok_and(|search| !search.found.is_empty())
        })
        .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// The scenarios in the folders below `units`, as `ruleset/name`, sorted.
pub(super) fn scenarios(units: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for ruleset in entries(units).unwrap_or_default() {
        let Some(of) = ruleset.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let files = entries(&ruleset.join("scenarios")).unwrap_or_default();
        names.extend(files.iter().filter_map(|path| {
            let is_toml = path.extension().is_some_and(|ending| ending == "toml");
            let name = path.file_stem()?.to_str().filter(|_| is_toml)?;
            Some(format!("{of}/{name}"))
        }));
    }
    names.sort();
    names
}

/// Adds all files of a role in a folder, sorted by path. Rule files may stand in folders below it.
pub(super) fn add(bundle: &mut Bundle, role: Role, folder: &Path, diagnostics: &mut Diagnostics) {
    let (ending, deepest) = match role {
        Role::Rules => ("rules", DEEPEST),
        Role::Units | Role::Maps | Role::Index => ("toml", 0),
    };
    match Search::new(folder, ending, deepest) {
        Ok(search) => {
            for path in &search.outside {
                diagnostics.push(leads_out(path));
            }
            if search.found.len() >= MOST_FILES {
                diagnostics.push(unreadable(
                    &shown(folder),
                    &format!("it has more than {MOST_FILES} files"),
                ));
                return;
            }
            for path in &search.found {
                add_file(bundle, role, path, diagnostics);
            }
        }
        Err(error) => diagnostics.push(unreadable(&shown(folder), &reason(&error))),
    }
}

/// Adds the index that stands beside the rules.
pub(super) fn add_index(bundle: &mut Bundle, path: &Path, diagnostics: &mut Diagnostics) {
    if leads_outside(path) {
        diagnostics.push(leads_out(path));
    } else {
        add_file(bundle, Role::Index, path, diagnostics);
    }
}

/// Adds one file.
pub(super) fn add_file(
    bundle: &mut Bundle,
    role: Role,
    path: &Path,
    diagnostics: &mut Diagnostics,
) {
    let name = shown(path);
    match read(path) {
        Ok(bytes) if bytes.len() as u64 > LARGEST => {
            diagnostics.push(unreadable(&name, "it is larger than 4 MB"));
        }
        Ok(bytes) => bundle.add(role, &name, bytes, diagnostics),
        Err(error) => diagnostics.push(unreadable(&name, &reason(&error))),
    }
}

/// The files with one ending below a folder.
struct Search {
    /// The folder without links.
    root: PathBuf,
    ending: &'static str,
    deepest: usize,
    found: Vec<PathBuf>,
    /// Links that lead out of the folder.
    outside: Vec<PathBuf>,
}

impl Search {
    fn new(folder: &Path, ending: &'static str, deepest: usize) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        let mut search = Self {
            root,
            ending,
            deepest,
            found: Vec::new(),
            outside: Vec::new(),
        };
        search.folder(folder, 0)?;
        search.found.sort();
        Ok(search)
    }

    fn folder(&mut self, folder: &Path, depth: usize) -> io::Result<()> {
        for path in entries(folder)? {
            let is_link = path.is_symlink();
            if path.is_dir() && !is_link && depth < self.deepest {
                self.folder(&path, depth + 1)?;
            } else if path.is_file() && path.extension().is_some_and(|ending| ending == self.ending)
            {
                self.file(path, is_link);
            }
            if self.found.len() >= MOST_FILES {
                break;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: PathBuf, is_link: bool) {
        let inside = !is_link
            || path
                .canonicalize()
                .is_ok_and(|target| target.starts_with(&self.root));
        if inside {
            self.found.push(path);
        } else {
            self.outside.push(path);
        }
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// A link whose target is not below the folder that it stands in.
fn leads_outside(path: &Path) -> bool {
    if !path.is_symlink() {
        return false;
    }
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    match (path.canonicalize(), parent.canonicalize()) {
        (Ok(target), Ok(parent)) => !target.starts_with(parent),
        (Err(_), _) | (_, Err(_)) => true,
    }
}

fn leads_out(path: &Path) -> Diagnostic {
    unreadable(&shown(path), "it is a link that leads out of the folder")
        .help("put the file itself into the folder: a ruleset reads nothing outside of its own")
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know that it is too large.
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Puts a text in the place of what a file was read as. A byte-order mark at its start stays.
///
/// Errors: why not, in words.
#[expect(
    clippy::disallowed_methods,
    reason = "files are written where they are read"
)]
pub(super) fn write(path: &Path, before: &str, after: &str) -> Result<(), String> {
    const MARK: &str = "\u{feff}";
    let bytes = read(path).map_err(|error| reason(&error))?;
    let is_marked = bytes.starts_with(MARK.as_bytes());
    let mark = if is_marked { MARK } else { "" };
    if bytes != format!("{mark}{before}").as_bytes() {
        return Err("it has been changed meanwhile".to_owned());
    }
    fs::write(path, format!("{mark}{after}")).map_err(|error| reason(&error))
}

/// Writes a file that is not there yet.
///
/// Errors: why not, in words.
pub(super) fn create(path: &Path, text: &str) -> Result<(), String> {
    if path.exists() {
        return Err("it is there already".to_owned());
    }
    let mut file = File::create_new(path).map_err(|error| reason(&error))?;
    file.write_all(text.as_bytes())
        .map_err(|error| reason(&error))
}

/// A path as shown in findings: with `/`, without a leading `./`.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    text.strip_prefix("./").map(str::to_owned).unwrap_or(text)
}

fn reason(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        "it is not there".to_owned()
    } else if error.kind() == io::ErrorKind::PermissionDenied {
        "you may not read it".to_owned()
    } else {
        error.to_string()
    }
}
