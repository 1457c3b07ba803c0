//! The temporary file beside a file that is being written.
//!
//! Its name describes its content, for a program that finds it after its writer was interrupted:
//!
//! | Name | Holds |
//! | --- | --- |
//! | `.sandtable-w-NONCE` | a new text, perhaps not all of it, or a folder of such texts |
//! | `.sandtable-x-NEW-OLD-NONCE-NAME~` | the complete new text of NAME, or the text that was exchanged for it: NEW and OLD are hashes of the new and the old text; any other text is another program's |

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::exchange::move_if_free;
use super::{folder_of, holds};

/// Prefix of all names.
pub(super) const PREFIX: &str = ".sandtable-";
/// Maximum length in bytes of the file's own name within that of a temporary one: names are limited to 255 bytes on most systems.
const LONGEST_NAME: usize = 150;

/// A file beside another, which is removed on drop.
#[derive(Debug)]
pub(super) struct Beside {
    path: PathBuf,
    /// Whether it is removed on drop.
    is_ours: bool,
}

impl Beside {
    /// Creates a file beside another, with these bytes written to the disk.
    pub(super) fn of(target: &Path, bytes: &[u8]) -> io::Result<Self> {
        let path = folder_of(target).join(unfinished()?);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            // The default permissions of new files, which the user's mask restricts.
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

    /// Moves a file, which is expected to contain these bytes, to a temporary name.
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

    /// Whether it contains these bytes.
    pub(super) fn holds(&self, bytes: &[u8]) -> bool {
        holds(&self.path, bytes)
    }

    /// Copies the permissions of another file, if that exists.
    pub(super) fn permit_as(&self, target: &Path) -> io::Result<()> {
        match fs::metadata(target) {
            Ok(before) => fs::set_permissions(&self.path, before.permissions()),
            Err(_) => Ok(()),
        }
    }

    /// Renames it as a file that is about to be exchanged with its target.
    pub(super) fn ready(&mut self, target: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
        let path = folder_of(target).join(exchanged(target, hash(after), hash(before))?);
        fs::rename(&self.path, &path)?;
        self.path = path;
        Ok(())
    }

    /// Replaces its target, whatever that contains.
    pub(super) fn replace(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.is_ours = false;
        Ok(())
    }

    /// Moves it to an unused path.
    pub(super) fn move_to(mut self, target: &Path) -> io::Result<()> {
        move_if_free(&self.path, target)?;
        self.is_ours = false;
        Ok(())
    }

    /// Moves the text of another program back to its path, if that is unused.
    ///
    /// Errors: the path is in use; the file is returned.
    pub(super) fn move_back(mut self, target: &Path) -> Result<(), Self> {
        self.is_ours = false;
        match move_if_free(&self.path, target) {
            Ok(()) => Ok(()),
            Err(_) => Err(self),
        }
    }

    /// Keeps it as a regular file, and returns its path.
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

/// Renames a temporary file with the text of another program to a visible name: `game.rules.kept-1`. No ruleset reads it.
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

/// Content of a temporary file, according to its name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content<'n> {
    /// An incomplete text or folder.
    Unfinished,
    /// A text that was exchanged, or was about to be.
    Exchanged {
        new: u64,
        old: u64,
        /// The name of its target.
        name: &'n str,
    },
    /// Written by an early version of the program, which did not use locks.
    Former,
}

/// Parses the name of a temporary file; `None` for other files.
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

/// Returns a name for a file or folder that is being written.
pub(super) fn unfinished() -> io::Result<String> {
    Ok(format!("{PREFIX}w-{:016x}", nonce()?))
}

/// Returns a name for a file that is exchanged with its target.
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

/// Returns the hash of a text. Another version of the program may have another hash function: its texts count as those of another
/// program, and are kept.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Returns the hash of the text in a file.
///
/// Errors: the file cannot be read.
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
