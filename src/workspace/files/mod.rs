//! Sources of texts by path: [`Files`], and its implementations that need no disk.
//!
//! A path is a string whose parts are joined by `/`; it is also the name of the file in findings. The rulebooks that are built
//! into the program have paths that begin with [`BUILT_IN`].

mod built_in;
mod layered;
mod memory;
mod starter;

pub use built_in::{BUILT_IN, BuiltIn};
pub use layered::Layered;
pub(crate) use layered::merged;
pub use memory::Memory;
pub use starter::Starter;

use std::sync::Arc;

use sandtable_diagnostic::{Code, Diagnostic};

/// Number of bytes at the beginning of a file that suffice to recognise its format.
const FIRST: usize = 512;

/// A source of texts: a disk, the built-in texts, memory, or one of them layered over another.
pub trait Files {
    /// Returns the text of a file, without a byte-order mark; `None` if there is no file of that path.
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>>;

    /// Returns the files in a folder and its subfolders, down to `depth`, whose names end in `.` and `ending`;
    /// `None` if there is no such folder.
    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing>;

    /// Returns the names of the subfolders of a folder, sorted.
    fn folders(&self, folder: &str) -> Vec<String>;

    /// Returns the path of a folder from the root, without `.` and `..`; the path itself if the source has no root.
    fn full(&self, folder: &str) -> String {
        folder.to_owned()
    }
}

/// The files of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Their paths, sorted.
    pub files: Vec<String>,
    /// Files that exist but cannot be read.
    pub faults: Vec<Unreadable>,
}

/// A file or folder that exists and cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The file or folder.
    pub path: String,
    /// The reason, as the end of a sentence: `it is larger than 4 MB`.
    pub why: String,
    /// Advice on how to solve it.
    pub help: Option<&'static str>,
}

impl Unreadable {
    /// Returns a fault without advice.
    pub fn new(path: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            why: why.into(),
            help: None,
        }
    }

    /// Returns the finding E0515.
    pub fn finding(&self) -> Diagnostic {
        let message = format!("`{}` cannot be read: {}", self.path, self.why);
        let finding = Diagnostic::new(Code::UnreadableFile, message);
        match self.help {
            Some(help) => finding.help(help),
            None => finding,
        }
    }
}

impl<F: Files + ?Sized> Files for Box<F> {
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>> {
        (**self).read(path)
    }

    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing> {
        (**self).list(folder, ending, depth)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        (**self).folders(folder)
    }

    fn full(&self, folder: &str) -> String {
        (**self).full(folder)
    }
}

/// Returns the text of a file with these bytes. The byte-order mark that editors on Windows add is removed, since it would count
/// as a column.
///
/// Errors: the bytes are no plain text in UTF-8; with advice on how to save it so.
pub fn decoded(path: &str, bytes: &[u8]) -> Result<Arc<str>, Unreadable> {
    if let Some((why, help)) = foreign_format(bytes) {
        return Err(Unreadable {
            help: Some(help),
            ..Unreadable::new(path, why)
        });
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).into()),
        Err(error) => {
            let valid = error.valid_up_to();
            let before = bytes.get(..valid).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(Unreadable {
                help: Some("save the file again with the encoding UTF-8"),
                ..Unreadable::new(
                    path,
                    format!("it is not UTF-8 text at byte {valid}, in line {line}"),
                )
            })
        }
    }
}

/// Returns the format of a file that is no plain text, by its first bytes, and advice on how to save it.
fn foreign_format(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const PLAIN: &str = "save it from the word processor as plain text with the encoding UTF-8";
    let first = bytes.get(..FIRST.min(bytes.len())).unwrap_or_default();
    if first.starts_with(b"{\\rtf") {
        return Some(("it is rich text (RTF) from a word processor", PLAIN));
    }
    if first.starts_with(b"PK\x03\x04") || first.starts_with(b"\xd0\xcf\x11\xe0") {
        return Some(("it is a word processor document", PLAIN));
    }
    let is_utf_16 = first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]);
    if is_utf_16 || (first.contains(&0) && first.iter().any(u8::is_ascii_alphabetic)) {
        return Some((
            "it is saved in UTF-16",
            "save it again with the encoding UTF-8",
        ));
    }
    let is_old = first.contains(&b'\r') && !bytes.contains(&b'\n');
    is_old.then_some((
        "it has the line ends of old Macs (CR)",
        "save it again with the line ends LF, or CRLF for Windows",
    ))
}

/// Returns the path of a file or folder inside a folder.
pub fn join(folder: &str, name: &str) -> String {
    let folder = match folder {
        "/" => return format!("/{name}"),
        folder => folder.trim_end_matches('/'),
    };
    let folder = match folder.strip_prefix("./") {
        Some(folder) => folder,
        None => folder,
    };
    match folder {
        "" | "." => name.to_owned(),
        _ if folder.ends_with(':') => format!("{folder}{name}"),
        _ => format!("{folder}/{name}"),
    }
}

/// Returns the listing of a folder from the sorted paths of all files; shared by the sources that know all their paths.
fn listed<'p>(
    paths: impl Iterator<Item = &'p str>,
    folder: &str,
    ending: &str,
    depth: usize,
) -> Option<Listing> {
    let start = join(folder, "");
    let mut below = paths
        .filter_map(|path| Some((path, path.strip_prefix(&start)?)))
        .peekable();
    below.peek()?;
    let is_wanted = |inner: &str| {
        let name = inner.rsplit('/').next().unwrap_or_default();
        let of_name = name.rsplit_once('.');
        of_name.is_some_and(|(stem, its)| !stem.is_empty() && its == ending)
            && inner.matches('/').count() <= depth
    };
    let mut files: Vec<String> = below
        .filter(|(_, inner)| is_wanted(inner))
        .map(|(path, _)| path.to_owned())
        .collect();
    sort(&mut files);
    let faults = Vec::new();
    Some(Listing { files, faults })
}

/// Sorts paths component by component: `turn/phases.rules` precedes `turn-2.rules`.
pub fn sort(paths: &mut [String]) {
    paths.sort_by(|one, other| one.split('/').cmp(other.split('/')));
}

/// Returns the subfolders of a folder from the sorted paths of all files.
fn folders_of<'p>(paths: impl Iterator<Item = &'p str>, folder: &str) -> Vec<String> {
    let start = join(folder, "");
    let mut names: Vec<String> = paths
        .filter_map(|path| Some(path.strip_prefix(&start)?.split_once('/')?.0.to_owned()))
        .collect();
    names.dedup();
    names
}
