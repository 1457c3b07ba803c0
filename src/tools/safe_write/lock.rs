//! The lock of a folder: one writer of the program at a time.
//!
//! The system holds it for an open file, and gives it up when the program ends, however it ends: nobody has to take over a
//! lock whose owner is gone. It lies on the folder itself, so that it leaves nothing behind. Where a folder cannot be locked, it lies
//! on a file in the folder for temporary files of the machine, which keeps apart the writers of this machine only.

use std::fs::{File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{Unwritten, target_of, words};

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(2);
/// Attempts before a writer gives up: 10 seconds, far longer than any file takes.
const ATTEMPTS: u32 = 5_000;

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    /// Open as long as it is held; `None` where nothing can be locked.
    _file: Option<File>,
    /// Why it does not lie on the folder, where it could.
    weakness: Option<String>,
}

impl Lock {
    /// Takes the lock of a folder in which nobody is writing just now.
    ///
    /// Errors: somebody is; there is no such folder.
    pub(super) fn take_if_free(folder: &Path) -> Result<Self, Unwritten> {
        Self::take_of(folder, of_folder, 1)
    }

    /// Waits for the lock of a folder.
    ///
    /// Errors: another writer does not give it up; there is no such folder.
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
        // On a system without locks of folders, a file is all that there can be.
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

    /// Whether all writers are kept out, on other machines too.
    pub(super) fn is_of_folder(&self) -> bool {
        self.weakness.is_none() && cfg!(unix)
    }

    /// Returns what there is to say about a folder that cannot be locked.
    pub(super) fn remark(&self, folder: &Path) -> Option<String> {
        let why = self.weakness.as_ref()?;
        let shown = folder.display();
        Some(format!(
            "the folder `{shown}` cannot be locked ({why}): do not write in it from two machines at the same time"
        ))
    }
}

/// Locks an open file; `None` if another holds it all the time.
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

/// A file that stands for a folder on this machine.
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
