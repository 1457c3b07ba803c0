//! Steps of the file system that happen as a whole: two files change places, a file moves to a path that is free.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Exchanges two files atomically.
///
/// Errors: of a kind that [`is_impossible`] recognises, if the system or the disk has no such operation.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Exchanges two files atomically, if the system has such an operation.
///
/// Errors: this system has none.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Whether an error means that there is no such operation, rather than that it failed.
pub(super) fn is_impossible(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Unsupported | ErrorKind::InvalidInput
    )
}

/// Moves a file to an unused path.
///
/// Errors: the reason why not; `AlreadyExists` if the path is in use.
pub(super) fn move_if_free(from: &Path, to: &Path) -> io::Result<()> {
    match move_at_once(from, to) {
        Err(error) if is_impossible(&error) => {}
        result => return result,
    }
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // On a disk without links, the lock excludes other writers of this program.
        Err(_) if to.try_exists()? => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn move_at_once(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn move_at_once(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
