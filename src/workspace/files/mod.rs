//! Texts by their paths: [`Files`], and its implementations that need no disk.
//!
//! A path is a text whose parts are joined by `/`; it is also the name under which findings show the file. The rulebooks
//! that are part of the program have paths of their own, which begin with [`BUILT_IN`].

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

/// Bytes at the beginning of a file that are enough to know its format.
const FIRST: usize = 512;

/// A source of texts: a disk, the texts that are part of the program, memory, or one of them over another.
pub trait Files {
    /// The text of a file, without a byte-order mark; `None` if there is no file of that path.
    fn read(&self, path: &str) -> Option<Result<Arc<str>, Unreadable>>;

    /// The files in a folder whose names end in `.` and `ending`, and those in the folders below it, so many levels deep;
    /// `None` if there is no such folder.
    fn list(&self, folder: &str, ending: &str, depth: usize) -> Option<Listing>;

    /// The names of the folders that stand in a folder, sorted.
    fn folders(&self, folder: &str) -> Vec<String>;

    /// The path of a folder from the root, without `.` and `..`, where those stand for something.
    fn full(&self, folder: &str) -> String {
        folder.to_owned()
    }
}

/// The files of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Their paths, sorted.
    pub files: Vec<String>,
    /// Files that are there but not read.
    pub faults: Vec<Unreadable>,
}

/// Something that is there, and is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The file or folder.
    pub path: String,
    /// Why, as the end of a sentence: `it is larger than 4 MB`.
    pub why: String,
    /// Cure.
    pub help: Option<&'static str>,
}

impl Unreadable {
    /// A fault without help.
    pub fn new(path: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            why: why.into(),
            help: None,
        }
    }

    /// The finding E0515.
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

/// The text of a file of these bytes. Editors on Windows put an invisible mark in front, which would count as a column; it
/// is left out.
///
/// Errors: what is not plain text in UTF-8, and how to save it so.
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

/// The format of a file that is no plain text with line ends of today, by its first bytes, and how to save it.
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

/// The path of a file or folder that stands in a folder.
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

/// Files of sorted paths, as a folder shows them; shared by those that hold all their paths.
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

/// Sorts paths part by part, as folders are shown: `turn/phases.rules` stands before `turn-2.rules`.
pub fn sort(paths: &mut [String]) {
    paths.sort_by(|one, other| one.split('/').cmp(other.split('/')));
}

/// The folders in a folder, of sorted paths.
fn folders_of<'p>(paths: impl Iterator<Item = &'p str>, folder: &str) -> Vec<String> {
    let start = join(folder, "");
    let mut names: Vec<String> = paths
        .filter_map(|path| Some(path.strip_prefix(&start)?.split_once('/')?.0.to_owned()))
        .collect();
    names.dedup();
    names
}
