//! Writing files so that nothing is lost: what was there stays until the new text is whole and on the disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Puts bytes in the place of a file, or makes it. They are written beside it first, so that a full disk or an end of the
/// program leaves the old file as it was. A link stays one; its target is written.
///
/// Errors: why it was not written; the file is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let written = beside(&target, bytes)?;
    if let Ok(before) = fs::metadata(&target) {
        written.as_file().set_permissions(before.permissions())?;
    }
    written.persist(&target)?;
    Ok(())
}

/// Makes a file that is not there yet.
///
/// Errors: why it was not made; `AlreadyExists`, if it is there.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    beside(path, bytes)?.persist_noclobber(path)?;
    Ok(())
}

/// A new file in the folder of a path, with these bytes on the disk.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sandtable-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As other programs make files: the user's mask says who else may read it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut written = builder.tempfile_in(folder)?;
    written.write_all(bytes)?;
    written.as_file().sync_all()?;
    Ok(written)
}

/// A file that grows by whole lines.
#[derive(Debug)]
pub struct Growing {
    file: File,
}

impl Growing {
    /// Opens a file to add to it.
    ///
    /// Errors: why it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().append(true).open(path)?;
        Ok(Self { file })
    }

    /// Adds lines, at once.
    ///
    /// Errors: why they were not written, or not all of them.
    pub fn add(&mut self, lines: &str) -> io::Result<()> {
        self.file.write_all(lines.as_bytes())?;
        self.file.flush()
    }
}
