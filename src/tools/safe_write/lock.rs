//! The lock of a folder: one writer of the program at a time.
//!
//! The system associates it with an open file, and releases it when the process ends in any way, so that no stale lock remains.
//! The folder itself is locked, so that no file is left behind. If a folder cannot be locked, a file in the machine's folder for
//! temporary files is locked instead, which excludes only the writers of this machine.

use std::fs::{File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{Unwritten, target_of, words};

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(2);
/// Number of attempts before a writer gives up: 10 seconds in total.
const ATTEMPTS: u32 = 5_000;

/// A lock that is released on drop.
#[derive(Debug)]
pub(super) struct Lock {
    /// The locked file; `None` if nothing can be locked.
    _file: Option<File>,
    /// The reason why it is not a lock of the folder itself, if it could be one.
    weakness: Option<String>,
}

impl Lock {
    /// Acquires the lock of a folder, without waiting.
    ///
    /// Errors: another writer holds it; there is no such folder.
    pub(super) fn take_if_free(folder: &Path) -> Result<Self, Unwritten> {
        Self::take_of(folder, of_folder, 1)
    }

    /// Acquires the lock of a folder, after waiting for it.
    ///
    /// Errors: another writer does not release it; there is no such folder.
    pub(super) fn take(folder: &Path) -> Result<Self, Unwritten> {
        Self::take_of(folder, of_folder, ATTEMPTS)
    }

    fn take_of(
        folder: &Path,
        of_folder: impl Fn(&Path) -> io::Result<File>,
        attempts: u32,
    ) -> Result<Self, Unwritten> {
        let why = match of_folder(folder).and_then(|file| wait(file, attempts)) {
            Ok(Some(file)) => {
                return Ok(Self {
                    _file: Some(file),
                    weakness: None,
                });
            }
            Ok(None) => return Err(Unwritten::Busy),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(error.into()),
            Err(error) => error,
        };
        let file = match of_machine(folder).and_then(|file| wait(file, attempts)) {
            Ok(Some(file)) => Some(file),
            Ok(None) => return Err(Unwritten::Busy),
            Err(_) => None,
        };
        // On a system without locks of folders, a file is the best that is possible.
        let is_unreadable = why.kind() == ErrorKind::PermissionDenied;
        let weakness = cfg!(unix).then(|| match is_unreadable {
            true => "you may not read it".to_owned(),
            false => words(&why),
        });
        Ok(Self {
            _file: file,
            weakness,
        })
    }

    /// Whether all writers are excluded, also those on other machines.
    pub(super) fn is_of_folder(&self) -> bool {
        self.weakness.is_none() && cfg!(unix)
    }

    /// Returns the remark about a folder that cannot be locked.
    pub(super) fn remark(&self, folder: &Path) -> Option<String> {
        let why = self.weakness.as_ref()?;
        let shown = folder.display();
        Some(format!(
            "the folder `{shown}` cannot be locked ({why}): do not write in it from two machines at the same time"
        ))
    }
}

/// Locks an open file; `None` if another process holds the lock until the last attempt.
fn wait(file: File, attempts: u32) -> io::Result<Option<File>> {
    for _ in 0..attempts {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}

#[cfg(unix)]
fn of_folder(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn of_folder(folder: &Path) -> io::Result<File> {
    folder.metadata()?;
    Err(ErrorKind::Unsupported.into())
}

/// Opens the file that is locked in the place of a folder on this machine.
fn of_machine(folder: &Path) -> io::Result<File> {
    let mut hasher = DefaultHasher::new();
    target_of(folder).hash(&mut hasher);
    let name = format!("sandtable-{:016x}.lock", hasher.finish());
    let path = std::env::temp_dir().join(name);
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind};
    use std::path::Path;

    use super::{Lock, Unwritten, of_folder};

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn one_writer_at_a_time() {
        let folder = folder("locked");
        let held = Lock::take(&folder).unwrap();
        let second = Lock::take_of(&folder, of_folder, 3);
        assert!(matches!(second, Err(Unwritten::Busy)), "{second:?}");
        drop(held);
        let third = Lock::take(&folder).unwrap();
        assert_eq!(third.remark(&folder), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_locked_is_named_and_this_machine_still_locks() {
        let folder = folder("unlockable");
        let never = |_: &Path| Err(io::Error::from(ErrorKind::Unsupported));
        let held = Lock::take_of(&folder, never, 3).unwrap();
        if cfg!(unix) {
            let remark = held.remark(&folder).unwrap();
            assert!(remark.contains("cannot be locked"), "{remark}");
        }
        let second = Lock::take_of(&folder, never, 3);
        assert!(matches!(second, Err(Unwritten::Busy)), "{second:?}");
        drop(held);
        assert!(Lock::take_of(&folder, never, 3).is_ok());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
