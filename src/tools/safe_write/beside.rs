//! The temporary file beside a file that is written.
//!
//! Its name says what it holds, for a program that finds it after its writer was ended:
//!
//! | Name | Holds |
//! | --- | --- |
//! | `.sandtable-w-NONCE` | a new text, perhaps not all of it, or a folder of such texts |
//! | `.sandtable-x-NEW-OLD-NONCE-NAME~` | the new text of NAME, whole, or what came out of its place: NEW and OLD are hashes of the new text and of the old one; any other text is somebody else's |

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::exchange::move_if_free;
use super::{folder_of, holds};

/// The beginning of all names.
pub(super) const PREFIX: &str = ".sandtable-";
/// Most bytes of a file's own name within that of a temporary one: names have 255 at most nearly everywhere.
const LONGEST_NAME: usize = 150;

/// A file beside another; it is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Beside {
    path: PathBuf,
    /// Whether it goes when it is dropped.
    is_ours: bool,
}

impl Beside {
    /// A new file beside another, with these bytes on the disk.
    pub(super) fn of(target: &Path, bytes: &[u8]) -> io::Result<Self> {
        let path = folder_of(target).join(unfinished()?);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            // As other programs make files: the user's mask says who else may read it.
            options.mode(0o666);
        }
        let mut file = options.open(&path)?;
        let beside = Self {
            path,
            is_ours: true,
        };
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(beside)
    }

    /// A file taken out of its place, which is expected to hold these bytes.
    pub(super) fn taken_out(target: &Path, before: &[u8]) -> io::Result<Self> {
        let path = folder_of(target).join(exchanged(target, hash(before), hash(before))?);
        move_if_free(target, &path)?;
        Ok(Self {
            path,
            is_ours: true,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it holds these bytes.
    pub(super) fn holds(&self, bytes: &[u8]) -> bool {
        holds(&self.path, bytes)
    }

    /// Gives it the rights of another file, if that is there.
    pub(super) fn permit_as(&self, target: &Path) -> io::Result<()> {
        match fs::metadata(target) {
            Ok(before) => fs::set_permissions(&self.path, before.permissions()),
            Err(_) => Ok(()),
        }
    }

    /// Gives it the name of a file that is about to change places with its target.
    pub(super) fn ready(&mut self, target: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
        let path = folder_of(target).join(exchanged(target, hash(after), hash(before))?);
        fs::rename(&self.path, &path)?;
        self.path = path;
        Ok(())
    }

    /// Puts it in the place of its target, whatever is there.
    pub(super) fn replace(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.is_ours = false;
        Ok(())
    }

    /// Puts it at a path at which there is nothing.
    pub(super) fn move_to(mut self, target: &Path) -> io::Result<()> {
        move_if_free(&self.path, target)?;
        self.is_ours = false;
        Ok(())
    }

    /// Puts the text of somebody else back to its place, if that is free.
    ///
    /// Errors: it is not; the file is still there.
    pub(super) fn move_back(mut self, target: &Path) -> Result<(), Self> {
        self.is_ours = false;
        match move_if_free(&self.path, target) {
            Ok(()) => Ok(()),
            Err(_) => Err(self),
        }
    }

    /// Keeps it as a file of its own, and returns its path.
    pub(super) fn keep(mut self, target: &Path) -> PathBuf {
        self.is_ours = false;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        kept(&self.path, &name).unwrap_or_else(|_| self.path.clone())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if self.is_ours {
            // If it cannot be removed now, the next start tries again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives a temporary file with the text of somebody else a name that is seen: `game.rules.kept-1`. No ruleset reads it.
///
/// Errors: it cannot be renamed.
pub(super) fn kept(path: &Path, name: &str) -> io::Result<PathBuf> {
    let mut n = 1_u32;
    loop {
        let kept = folder_of(path).join(format!("{name}.kept-{n}"));
        match move_if_free(path, &kept) {
            Ok(()) => return Ok(kept),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => n += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Content of a temporary file, by its name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content<'n> {
    /// A text or a folder that was not finished.
    Unfinished,
    /// A text that was exchanged, or was about to be.
    Exchanged {
        new: u64,
        old: u64,
        /// The name of the file in whose place it was.
        name: &'n str,
    },
    /// Of a version of the program that took no lock.
    Former,
}

/// Reads the name of a temporary file; `None` if it is none of ours.
pub(super) fn content(name: &str) -> Option<Content<'_>> {
    let rest = name.strip_prefix(PREFIX)?;
    let is_hex = |text: &str| text.len() == 16 && u64::from_str_radix(text, 16).is_ok();
    if let Some(nonce) = rest.strip_prefix("w-") {
        return is_hex(nonce).then_some(Content::Unfinished);
    }
    if let Some(rest) = rest.strip_prefix("x-") {
        let mut parts = rest.strip_suffix('~')?.splitn(4, '-');
        let mut number = || u64::from_str_radix(parts.next()?, 16).ok();
        let (new, old, _nonce) = (number()?, number()?, number()?);
        let name = parts.next()?;
        return Some(Content::Exchanged { new, old, name });
    }
    let is_former = rest.len() == 6 && rest.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_former.then_some(Content::Former)
}

/// The name of a file or folder that is being written.
pub(super) fn unfinished() -> io::Result<String> {
    Ok(format!("{PREFIX}w-{:016x}", nonce()?))
}

/// The name of a file that changes places with its target.
fn exchanged(target: &Path, new: u64, old: u64) -> io::Result<String> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut end = LONGEST_NAME.min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    let name = name.get(..end).unwrap_or_default();
    Ok(format!(
        "{PREFIX}x-{new:016x}-{old:016x}-{:016x}-{name}~",
        nonce()?
    ))
}

fn nonce() -> io::Result<u64> {
    getrandom::u64().map_err(io::Error::other)
}

/// The hash of a text. Another version of the program may calculate another one: then a text counts as somebody else's, and
/// is kept.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The hash of the text in a file.
///
/// Errors: it cannot be read.
pub(super) fn hash_of(path: &Path) -> io::Result<u64> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(hash(&bytes))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Content, content, exchanged, unfinished};

    #[test]
    fn names_say_what_they_hold() {
        let name = unfinished().unwrap();
        assert_eq!(content(&name), Some(Content::Unfinished));
        let name = exchanged(Path::new("rules/a-b/game-2.rules"), 1, u64::MAX).unwrap();
        let held = Content::Exchanged {
            new: 1,
            old: u64::MAX,
            name: "game-2.rules",
        };
        assert_eq!(content(&name), Some(held));
        assert_eq!(content(".sandtable-aB3xYz"), Some(Content::Former));
        for other in [
            ".sandtable-notes.md",
            ".sandtable-w-1",
            ".sandtable-x-1-2~",
            ".sandtable-",
            "game.rules",
            ".sandtable",
        ] {
            assert_eq!(content(other), None, "{other}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_letters() {
        let long = "\u{e4}".repeat(120);
        let name = exchanged(Path::new(&long), 1, 2).unwrap();
        assert!(name.len() <= 255, "{}", name.len());
        assert!(name.ends_with("\u{e4}~"));
    }
}
