//! The token and the port of a folder's studio, kept over restarts in a file for the user alone.

use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::guard::is_token;

/// Largest file that can be one of ours, in bytes.
const LARGEST: u64 = 16 << 10;

/// The stored address of a studio.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptAddress {
    /// The folder that it serves, in full.
    folder: PathBuf,
    pub(super) token: String,
    pub(super) port: u16,
}

impl KeptAddress {
    /// Returns the stored address of a folder; `None` if there is none, or others could have read it.
    pub(super) fn of(folder: &Path) -> Option<Self> {
        let folder = folder.canonicalize().ok()?;
        let mut file = File::open(place(&folder)?).ok()?;
        if !is_private(&file) {
            return None;
        }
        let mut text = String::new();
        Read::take(&mut file, LARGEST)
            .read_to_string(&mut text)
            .ok()?;
        let kept: Self = serde_json::from_str(&text).ok()?;
        (kept.folder == folder && is_token(&kept.token)).then_some(kept)
    }
}

/// Keeps the address of a folder. Where that is not possible, the next start has a token of its own.
pub(super) fn keep(folder: &Path, token: &str, port: u16) {
    let Ok(folder) = folder.canonicalize() else {
        return;
    };
    let Some(place) = place(&folder) else {
        return;
    };
    let kept = KeptAddress {
        folder,
        token: token.to_owned(),
        port,
    };
    if let Ok(text) = serde_json::to_string(&kept) {
        // Nobody waits for it.
        let _ = write(&place, &text);
    }
}

/// Errors: the system refuses.
fn write(place: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        private_folders().create(folder)?;
    }
    match fs::remove_file(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    private_file().open(place)?.write_all(text.as_bytes())
}

/// The file of a folder, below that in which the system wants what programs keep for a user.
fn place(folder: &Path) -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from);
    let set = |name: &str| set(name).filter(|path| path.is_absolute());
    let home = match cfg!(windows) {
        true => set("LOCALAPPDATA")?,
        false => match set("XDG_STATE_HOME") {
            Some(state) => state,
            None => set("HOME")?.join(".local").join("state"),
        },
    };
    let name = format!("{:016x}.json", digest(folder));
    Some(home.join("sandtable").join("studio").join(name))
}

/// The 64-bit FNV-1a hash of a path: the same for every build of the program.
fn digest(folder: &Path) -> u64 {
    let bytes = folder.as_os_str().as_encoded_bytes().iter();
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(unix)]
fn private_file() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options
}

#[cfg(not(unix))]
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

#[cfg(unix)]
fn private_folders() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_folders() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    builder
}

/// Whether nobody else may read a file.
#[cfg(unix)]
fn is_private(file: &File) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|about| about.permissions().mode() & 0o077 == 0)
}

/// On systems without file modes, the folder of the user's own data is closed to others.
#[cfg(not(unix))]
fn is_private(_file: &File) -> bool {
    true
}
