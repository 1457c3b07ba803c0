//! Files on the disk: read within bounds, and written where they were read.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::safe_write::{self, Expected, Unwritten};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::SourceFile;
use crate::syntax::LARGEST_FILE;
use crate::workspace::files::{BUILT_IN, Files, Listing, Unreadable, decoded, sort};

/// Largest file that is read or written, in bytes.
pub const LARGEST: usize = LARGEST_FILE;
/// [`LARGEST`], for people.
const LARGEST_SHOWN: &str = "4 MB";

/// Most files of one kind in a folder.
pub const MOST_FILES: usize = 2_000;
/// [`MOST_FILES`], for people.
const MOST_FILES_SHOWN: &str = "2,000";

/// Most files of one kind that a survey looks at, those included that it leaves out.
pub const MOST_SURVEYED: usize = 10 * MOST_FILES;

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
        match FileSearch::new(path, ending, depth, MOST_FILES + 1).run() {
            Ok(search) => {
                let outside = search.outside.iter().map(|path| leads_out(path));
                listing.faults.extend(outside);
                listing.faults.extend(search.unread);
                if search.found.len() > MOST_FILES {
                    let why = format!("it has more than {MOST_FILES_SHOWN} files");
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
        Ok(bytes) if bytes.len() > LARGEST => {
            let why = format!("it is larger than {LARGEST_SHOWN}");
            Err(Unreadable::new(path, why))
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

/// Folders that a survey does not enter, because they are too deep or are links.
#[derive(Debug, Clone, Copy)]
pub enum Deeper {
    /// Each is left out with its reason.
    Listed,
    /// There may be many: they are left out together.
    Together,
    /// They do not belong to what is surveyed.
    Others,
}

/// The texts below a folder, for somebody who is to see all of them.
#[derive(Debug, Default)]
pub struct Survey {
    /// The texts that can be read, by path.
    pub texts: BTreeMap<String, Arc<str>>,
    /// Everything else, by path, with the reason why it is left out.
    pub left_out: BTreeMap<String, Unreadable>,
}

impl Survey {
    /// Adds the texts with these endings in a folder and its subfolders, down to a depth.
    pub fn add(&mut self, folder: &str, endings: &[&str], deepest: usize, deeper: Deeper) {
        for ending in endings {
            let path = here(folder);
            if !path.is_dir() {
                continue;
            }
            match FileSearch::new(path, ending, deepest, MOST_SURVEYED).run() {
                Ok(search) => self.add_found(search, ending, deeper),
                Err(error) => self.leave_out(Unreadable::new(shown(path), reason(&error))),
            }
        }
    }

    fn add_found(&mut self, search: FileSearch<'_>, ending: &str, deeper: Deeper) {
        for path in search.found.iter().take(MOST_FILES) {
            match path.to_str() {
                Some(_) => self.read(shown(path)),
                None => self.leave_out(Unreadable::new(shown(path), "its name is not UTF-8")),
            }
        }
        for path in search.found.iter().skip(MOST_FILES) {
            let why = format!("only the first {MOST_FILES_SHOWN} `.{ending}` files are read");
            self.leave_out(Unreadable::new(shown(path), why));
        }
        if search.found.len() >= MOST_SURVEYED {
            let root = shown(&search.folder);
            let why = format!("it has even more `.{ending}` files, which are not listed");
            self.leave_out(Unreadable::new(root, why));
        }
        for path in &search.outside {
            self.leave_out(leads_out(path));
        }
        for path in search.odd {
            let why = match path.is_symlink() {
                true => "it is a link that leads nowhere",
                false => "it is not a file",
            };
            self.leave_out(Unreadable::new(shown(&path), why));
        }
        match deeper {
            Deeper::Listed => {
                for path in &search.deeper {
                    self.leave_out(not_entered(path, search.deepest));
                }
            }
            Deeper::Together if !search.deeper.is_empty() => {
                let deepest = search.deepest;
                let why = format!(
                    "texts more than {deepest} folders deep are found only below a folder `rules`"
                );
                self.leave_out(Unreadable::new(shown(&search.root), why));
            }
            Deeper::Together | Deeper::Others => {}
        }
        for fault in search.unread {
            self.leave_out(fault);
        }
    }

    fn read(&mut self, path: String) {
        match text(&path) {
            Ok(text) => drop(self.texts.insert(path, text)),
            Err(fault) => self.leave_out(fault),
        }
    }

    fn leave_out(&mut self, fault: Unreadable) {
        self.left_out.insert(fault.path.clone(), fault);
    }
}

/// The files with one ending below a folder.
struct FileSearch<'e> {
    folder: PathBuf,
    ending: &'e str,
    deepest: usize,
    most: usize,
    /// The folder without links.
    root: PathBuf,
    found: Vec<PathBuf>,
    /// Links to files out of the folder.
    outside: Vec<PathBuf>,
    /// Neither files nor folders, though their names end so.
    odd: Vec<PathBuf>,
    /// Subfolders that are not searched; those with a leading dot are skipped altogether.
    deeper: Vec<PathBuf>,
    /// Folders that cannot be read.
    unread: Vec<Unreadable>,
}

impl<'e> FileSearch<'e> {
    fn new(folder: &Path, ending: &'e str, deepest: usize, most: usize) -> Self {
        Self {
            folder: folder.to_owned(),
            ending,
            deepest,
            most,
            root: PathBuf::new(),
            found: Vec::new(),
            outside: Vec::new(),
            odd: Vec::new(),
            deeper: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// Errors: the folder itself cannot be read.
    fn run(mut self) -> io::Result<Self> {
        self.root = self.folder.canonicalize()?;
        self.enter(entries(&self.folder)?, 0);
        Ok(self)
    }

    fn enter(&mut self, entries: Vec<PathBuf>, depth: usize) {
        for path in entries {
            if self.found.len() >= self.most {
                break;
            }
            let is_link = path.is_symlink();
            if path.is_dir() {
                self.subfolder(path, is_link, depth);
            } else if path.extension().is_some_and(|ending| ending == self.ending) {
                self.file(path, is_link);
            }
        }
    }

    fn subfolder(&mut self, path: PathBuf, is_link: bool, depth: usize) {
        if is_link || depth >= self.deepest {
            let name = path.file_name().unwrap_or_default();
            if !name.as_encoded_bytes().starts_with(b".") {
                self.deeper.push(path);
            }
            return;
        }
        match entries(&path) {
            Ok(entries) => self.enter(entries, depth + 1),
            Err(error) => {
                let fault = Unreadable::new(shown(&path), reason(&error));
                self.unread.push(fault);
            }
        }
    }

    fn file(&mut self, path: PathBuf, is_link: bool) {
        let inside = !is_link
            || path
                .canonicalize()
                .is_ok_and(|target| target.starts_with(&self.root));
        if !path.is_file() {
            self.odd.push(path);
        } else if inside {
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

fn not_entered(path: &Path, deepest: usize) -> Unreadable {
    let why = match path.is_symlink() {
        true => "it is a link to a folder; links are followed to files only".to_owned(),
        false => format!("it is more than {deepest} folders deep"),
    };
    Unreadable::new(shown(path), why)
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
        .take(LARGEST as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Puts a text in the place of what a file was read as.
///
/// Errors: E0515 if it cannot be written, or is no longer what was read.
pub fn write(source: &SourceFile, text: &str) -> Result<(), Diagnostic> {
    let unwritable = |why: &str| unwritten(Path::new(&source.name), why);
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
    let is_marked = is_marked(path).map_err(|error| closed(&error))?;
    let mark = if is_marked { MARK } else { "" };
    let (before, after) = (format!("{mark}{before}"), format!("{mark}{after}"));
    bounded(&after)?;
    safe_write::write(path, Expected::Bytes(before.as_bytes()), after.as_bytes())
        .map_err(|why| why.to_string())
}

/// The byte-order mark, which editors on Windows put in front.
const MARK: &str = "\u{feff}";

/// Whether a file begins with a byte-order mark.
fn is_marked(path: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    let most = MARK.len() as u64;
    File::open(path)?.take(most).read_to_end(&mut first)?;
    Ok(first == MARK.as_bytes())
}

/// Errors: a text is larger than what is read again, in words.
pub fn bounded(text: &str) -> Result<(), String> {
    match text.len() > LARGEST {
        true => Err(format!("it would be larger than {LARGEST_SHOWN}")),
        false => Ok(()),
    }
}

/// Writes a file that is not there yet.
///
/// Errors: E0515 if it cannot be written.
pub fn create(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let created = bounded(text).and_then(|()| {
        safe_write::write(path, Expected::Nothing, text.as_bytes()).map_err(|why| why.to_string())
    });
    created.map_err(|why| unwritten(path, &why))
}

/// As [`create`], with the parent folders of the file.
///
/// Errors: E0515 if it cannot be written; no folder is left that was made for it.
pub fn create_with_folders(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let made = Folders::make(folder).map_err(|why| unwritten(path, &why))?;
    create(path, text)?;
    made.keep();
    Ok(())
}

/// Writes a file that a command produces at each run, with its parent folders. One that is there already is replaced if it begins
/// with the mark of such files, or is the same.
///
/// Errors: E0515 if it cannot be written, or is a file of somebody else.
#[expect(clippy::disallowed_methods, reason = "the disk is read here")]
pub fn write_made(path: &Path, mark: &[u8], bytes: &[u8]) -> Result<(), Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let made = Folders::make(folder).map_err(|why| unwritten(path, &why))?;
    let before = match fs::read(path) {
        Ok(before) => Some(before),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(unwritten(path, &reason(&error))),
    };
    let expected = match &before {
        None => Expected::Nothing,
        Some(before) if before == bytes => return Ok(()),
        Some(before) if before.starts_with(mark) && !mark.is_empty() => Expected::Bytes(before),
        Some(_) => {
            let finding = unwritten(path, "it is there already, and was not printed");
            return Err(finding.help("choose an empty folder"));
        }
    };
    safe_write::write(path, expected, bytes).map_err(|why| unwritten(path, &why.to_string()))?;
    made.keep();
    Ok(())
}

/// Removes a file that is as it was read.
///
/// Errors: E0515 if it cannot be removed, or is no longer what was read.
pub fn remove(source: &SourceFile) -> Result<(), Diagnostic> {
    let path = Path::new(&source.name);
    let removed = || -> Result<(), String> {
        let is_marked = is_marked(path).map_err(|error| closed(&error))?;
        let mark = if is_marked { MARK } else { "" };
        let before = format!("{mark}{}", source.text);
        safe_write::remove(path, before.as_bytes()).map_err(|why| why.to_string())
    };
    removed().map_err(|why| {
        let message = format!("`{}` cannot be removed: {why}", source.name);
        Diagnostic::new(Code::UnreadableFile, message)
    })
}

/// Moves a file to an unused path, and creates the parent folders of that path.
///
/// Errors: E0515 if that cannot be done; no folder is left that was made for it.
pub fn rename(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    let moved = || -> Result<(), String> {
        let made = Folders::make(to.parent().unwrap_or(Path::new("")))?;
        safe_write::rename(from, to).map_err(|why| match matches!(why, Unwritten::Exists) {
            true => format!("`{}` already exists", to.display()),
            false => why.to_string(),
        })?;
        made.keep();
        Ok(())
    };
    moved().map_err(|why| {
        let message = format!("`{}` cannot be renamed: {why}", from.display());
        Diagnostic::new(Code::UnreadableFile, message)
    })
}

/// Returns the finding about a file that was not written.
pub fn unwritten(path: &Path, why: &str) -> Diagnostic {
    let message = format!("`{}` cannot be written: {why}", path.display());
    Diagnostic::new(Code::UnreadableFile, message)
}

/// Folders that were made for a file; they go again if nothing is put into them.
struct Folders(Vec<PathBuf>);

impl Folders {
    /// Creates a folder and its parents, as far as they are missing.
    ///
    /// Errors: why not, in words.
    fn make(folder: &Path) -> Result<Self, String> {
        let mut made = Self(Vec::new());
        safe_write::make(folder, &mut made.0).map_err(|error| safe_write::words(&error))?;
        Ok(made)
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        safe_write::unmake(&self.0);
    }
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

/// The reason why a file that is to be changed cannot be opened.
fn closed(error: &io::Error) -> String {
    match error.kind() == io::ErrorKind::PermissionDenied {
        true => "you have no permission to open it".to_owned(),
        false => reason(error),
    }
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
