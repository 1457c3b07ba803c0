//! Files on the disk: read within bounds, and written where they were read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::safe_write;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::SourceFile;
use crate::workspace::files::{BUILT_IN, Files, Listing, Unreadable, decoded, sort};

/// Largest file, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Most files of one kind in a folder.
const MOST_FILES: usize = 2_000;

/// The disk, from the working folder on. A folder gives no file that a link leads to out of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        Path::new(path).is_file().then(|| text(path))
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        let path = here(folder);
        if !path.is_dir() {
            return None;
        }
        let mut listing = Listing::default();
        match Search::new(path, ending, depth) {
            Ok(search) => {
                let outside = search.outside.iter().map(|path| leads_out(path));
                listing.faults.extend(outside);
                if search.found.len() >= MOST_FILES {
                    let why = format!("it has more than {MOST_FILES} files");
                    listing.faults.push(Unreadable::new(shown(path), why));
                } else {
                    listing.files = search.found.iter().map(|path| shown(path)).collect();
                    sort(&mut listing.files);
                }
            }
            Err(error) => {
                let fault = Unreadable::new(shown(path), reason(&error));
                listing.faults.push(fault);
            }
        }
        Some(listing)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let folders = entries(here(folder)).unwrap_or_default().into_iter();
        let mut names: Vec<String> = folders
            .filter(|path| path.is_dir())
            .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
            .collect();
        names.sort();
        names
    }

    fn full(&self, folder: &str) -> String {
        match here(folder).canonicalize() {
            Ok(full) => shown(&full),
            Err(_) => folder.to_owned(),
        }
    }
}

/// The text at a path, which may also be a pipe.
///
/// Errors: why it cannot be read.
pub fn text(path: &str) -> Result<Arc<str>, Unreadable> {
    match bytes(Path::new(path)) {
        Ok(bytes) if bytes.len() as u64 > LARGEST => {
            Err(Unreadable::new(path, "it is larger than 4 MB"))
        }
        Ok(bytes) => decoded(path, &bytes),
        Err(error) => Err(Unreadable::new(path, reason(&error))),
    }
}

/// The path of a folder; the working folder is `.`.
fn here(folder: &str) -> &Path {
    Path::new(match folder {
        "" => ".",
        folder => folder,
    })
}

/// The files with one ending below a folder.
struct Search<'e> {
    /// The folder without links.
    root: PathBuf,
    ending: &'e str,
    deepest: usize,
    found: Vec<PathBuf>,
    /// Links that lead out of the folder.
    outside: Vec<PathBuf>,
}

impl<'e> Search<'e> {
    fn new(folder: &Path, ending: &'e str, deepest: usize) -> io::Result<Self> {
        let root = folder.canonicalize()?;
        let mut search = Self {
            root,
            ending,
            deepest,
            found: Vec::new(),
            outside: Vec::new(),
        };
        search.folder(folder, 0)?;
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

/// Entries of a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn leads_out(path: &Path) -> Unreadable {
    Unreadable {
        help: Some("put the file itself into the folder: a ruleset reads only its own folder"),
        ..Unreadable::new(shown(path), "it is a link to a place outside the folder")
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know that it is too large.
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Puts a text in the place of what a file was read as.
///
/// Errors: E0515 if it cannot be written, or is no longer what was read.
pub fn write(source: &SourceFile, text: &str) -> Result<(), Diagnostic> {
    let unwritable = |why: &str| {
        Diagnostic::new(
            Code::UnreadableFile,
            format!("`{}` cannot be written: {why}", source.name),
        )
    };
    if source.name.starts_with(BUILT_IN) {
        return Err(unwritable("it is part of the program")
            .help("copy the book into your own folder `rules`"));
    }
    replaced(Path::new(&source.name), &source.text, text).map_err(|why| unwritable(&why))
}

/// A byte-order mark at the start of the file stays.
///
/// Errors: why not, in words.
fn replaced(path: &Path, before: &str, after: &str) -> Result<(), String> {
    const MARK: &str = "\u{feff}";
    let bytes = bytes(path).map_err(|error| reason(&error))?;
    let is_marked = bytes.starts_with(MARK.as_bytes());
    let mark = if is_marked { MARK } else { "" };
    if bytes != format!("{mark}{before}").as_bytes() {
        return Err("it has changed in the meantime".to_owned());
    }
    safe_write::replace(path, format!("{mark}{after}").as_bytes()).map_err(|error| reason(&error))
}

/// Writes a file that is not there yet.
///
/// Errors: E0515 if it cannot be written.
pub fn create(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let created = || -> Result<(), String> {
        safe_write::create(path, text.as_bytes()).map_err(|error| {
            match error.kind() == io::ErrorKind::AlreadyExists {
                true => "it already exists".to_owned(),
                false => reason(&error),
            }
        })
    };
    created().map_err(|why| {
        Diagnostic::new(
            Code::UnreadableFile,
            format!("`{}` cannot be written: {why}", path.display()),
        )
    })
}

/// Makes a folder and those that it stands in, where they are not there yet.
///
/// Errors: why not, in words.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| reason(&error))
}

/// A path as shown in findings: with `/`, without a leading `./`.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = match cfg!(windows) {
        true => text.replace('\\', "/"),
        false => text.into_owned(),
    };
    text.strip_prefix("./").map(str::to_owned).unwrap_or(text)
}

fn reason(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        "it does not exist".to_owned()
    } else if error.kind() == io::ErrorKind::PermissionDenied {
        "you may not read it".to_owned()
    } else {
        error.to_string()
    }
}
