//! Writing of files without loss of data: the old text remains until the new one is complete and on the disk, and a text that
//! another program has written in the meantime is never overwritten.
//!
//! All writers of this program take the lock of a folder before they change a file in it. For other programs, which ignore the lock,
//! the old and the new file are exchanged atomically, and the old one is then compared with the expected text.

mod beside;
mod exchange;
mod folders;
mod litter;
mod lock;

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use beside::Beside;
use exchange::{move_if_free, swap};
pub use folders::{NewFolder, create_folders};
pub(super) use folders::{make, unmake};
pub use litter::{tidy, tidy_below};
use lock::Lock;

/// Time within which a program that has opened the file must have begun to write to it.
pub const MOMENT: Duration = Duration::from_millis(20);

/// Expected state of a file before it is written.
#[derive(Debug, Clone, Copy)]
pub enum Expected<'a> {
    /// It does not exist.
    Nothing,
    /// It contains these bytes.
    Bytes(&'a [u8]),
    /// It may be overwritten, whatever it contains.
    Any,
}

/// Reason why a file was not written. It has then its former content, or that of another program.
#[derive(Debug)]
pub enum Unwritten {
    /// It is not in the expected state.
    Changed,
    /// Other programs have written it twice in the meantime; this file contains the first of their texts.
    Kept(PathBuf),
    /// It exists already.
    Exists,
    /// Another writer does not release the lock of the folder.
    Busy,
    /// An error of the system.
    System(io::Error),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        match error.kind() == ErrorKind::AlreadyExists {
            true => Self::Exists,
            false => Self::System(error),
        }
    }
}

/// The reason as the end of a sentence: `it already exists`.
impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed => f.write_str("it has changed in the meantime"),
            Self::Kept(path) => write!(
                f,
                "it has changed twice in the meantime; the first of these texts is kept in `{}`",
                path.display()
            ),
            Self::Exists => f.write_str("it already exists"),
            Self::Busy => f.write_str("another program is writing in its folder"),
            Self::System(error) => f.write_str(&words(error)),
        }
    }
}

/// Returns the reason why the system does not write, as the end of a sentence. It contains no path, since that of a temporary file
/// would be misleading.
pub fn words(error: &io::Error) -> String {
    const KNOWN: [(ErrorKind, &str); 6] = [
        (
            ErrorKind::PermissionDenied,
            "you may not write in its folder",
        ),
        (ErrorKind::NotFound, "its folder does not exist"),
        (ErrorKind::ReadOnlyFilesystem, "the disk is read-only"),
        (ErrorKind::StorageFull, NO_ROOM),
        (ErrorKind::QuotaExceeded, NO_ROOM),
        (ErrorKind::FileTooLarge, NO_ROOM),
    ];
    let kind = error.kind();
    match KNOWN.iter().find(|(known, _)| *known == kind) {
        Some((_, words)) => (*words).to_owned(),
        None if error.raw_os_error().is_some() => error.to_string(),
        None => kind.to_string(),
    }
}

/// The text for a full disk, and for a limit on the size of files.
const NO_ROOM: &str = "there is no room for it on the disk";

/// Writes a file in the expected state, or creates it. Of a link, the target is written.
///
/// Errors: the reason why it was not written.
pub fn write(path: &Path, expected: Expected<'_>, bytes: &[u8]) -> Result<(), Unwritten> {
    let target = target_of(path);
    let _lock = Lock::take(folder_of(&target))?;
    match expected {
        Expected::Nothing => create(path, bytes),
        Expected::Bytes(before) => exchange(&target, before, bytes),
        Expected::Any => {
            let new = Beside::of(&target, bytes)?;
            new.permit_as(&target)?;
            Ok(new.replace(&target)?)
        }
    }
}

/// Appends bytes to a file in the expected state.
///
/// Errors: the reason why they were not appended, or only in part.
pub fn append(path: &Path, before: &[u8], more: &[u8]) -> Result<(), Unwritten> {
    let target = target_of(path);
    let _lock = Lock::take(folder_of(&target))?;
    if !holds(&target, before) {
        return Err(Unwritten::Changed);
    }
    let mut file = File::options().append(true).open(&target)?;
    Ok(file.write_all(more)?)
}

/// Removes a file in the expected state. Of a link, the link itself is removed.
///
/// Errors: the reason why it was not removed.
pub fn remove(path: &Path, before: &[u8]) -> Result<(), Unwritten> {
    let _lock = Lock::take(folder_of(path))?;
    if !holds(path, before) {
        return Err(Unwritten::Changed);
    }
    let aside = Beside::taken_out(path, before)?;
    match stays(&aside, before) {
        true => Ok(()),
        false => Err(restored(aside, path)),
    }
}

/// Moves a file to an unused path.
///
/// Errors: the reason why it was not moved.
pub fn rename(from: &Path, to: &Path) -> Result<(), Unwritten> {
    // INVARIANT: locks are taken in the order of their paths, so that two writers cannot deadlock.
    let mut folders = [folder_of(from), folder_of(to)].map(target_of);
    folders.sort();
    let [first, second] = &folders;
    let _lock = Lock::take(first)?;
    let _other = match first == second {
        true => None,
        false => Some(Lock::take(second)?),
    };
    Ok(move_if_free(from, to)?)
}

/// Returns the folder that contains a path.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Returns the path with links resolved; the path itself if there is no such file.
fn target_of(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether a file can be read and contains exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let read = || -> io::Result<Vec<u8>> {
        let mut found = Vec::with_capacity(bytes.len() + 1);
        // Reading one more byte than expected suffices to detect a longer file.
        let most = bytes.len() as u64 + 1;
        File::open(path)?.take(most).read_to_end(&mut found)?;
        Ok(found)
    };
    read().is_ok_and(|found| found == bytes)
}

/// Creates a file that does not exist.
fn create(path: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    let new = Beside::of(path, bytes)?;
    Ok(new.move_to(path)?)
}

/// Exchanges a text for another, and verifies the one that was replaced.
fn exchange(target: &Path, before: &[u8], after: &[u8]) -> Result<(), Unwritten> {
    exchange_by(target, before, after, swap)
}

/// As [`exchange`], with this operation to exchange two files.
fn exchange_by(
    target: &Path,
    before: &[u8],
    after: &[u8],
    swap: impl Fn(&Path, &Path) -> io::Result<()>,
) -> Result<(), Unwritten> {
    if !holds(target, before) {
        return Err(match target.try_exists() {
            Ok(_) => Unwritten::Changed,
            Err(error) => error.into(),
        });
    }
    let mut new = Beside::of(target, after)?;
    new.permit_as(target)?;
    new.ready(target, before, after)?;
    match swap(new.path(), target) {
        Ok(()) => {}
        Err(error) if exchange::is_impossible(&error) => {
            // A write between this comparison and the replacement is not detected.
            return match holds(target, before) {
                true => Ok(new.replace(target)?),
                false => Err(Unwritten::Changed),
            };
        }
        Err(error) => return Err(error.into()),
    }
    if stays(&new, before) {
        return Ok(());
    }
    // Another program wrote after the comparison: its text is exchanged back.
    if swap(new.path(), target).is_err() {
        return Err(restored(new, target));
    }
    match new.holds(after) {
        true => Err(Unwritten::Changed),
        false => Err(kept(new, target)),
    }
}

/// Whether a replaced text is the expected one, and still is after a moment: a program that had opened the file before
/// writes into it even under its new name.
fn stays(aside: &Beside, before: &[u8]) -> bool {
    aside.holds(before) && {
        thread::sleep(MOMENT);
        aside.holds(before)
    }
}

/// Moves the text of another program back to its path, or keeps it beside that if the path is in use.
fn restored(aside: Beside, target: &Path) -> Unwritten {
    match aside.move_back(target) {
        Ok(()) => Unwritten::Changed,
        Err(aside) => kept(aside, target),
    }
}

/// Keeps the text of another program in a file beside its target.
fn kept(aside: Beside, target: &Path) -> Unwritten {
    Unwritten::Kept(aside.keep(target))
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use std::cell::Cell;
    use std::fs;
    use std::io::{self, ErrorKind};
    use std::path::{Path, PathBuf};

    #[cfg(target_os = "linux")]
    use super::swap;
    use super::{Expected, Unwritten, exchange_by, remove, rename, words, write};

    /// Returns an empty folder, and the path of a file in it.
    fn place(name: &str) -> (PathBuf, PathBuf) {
        let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("game.rules");
        (folder, file)
    }

    #[expect(clippy::disallowed_methods, reason = "it looks at what was written")]
    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "it writes as another program does"
    )]
    fn write_outside(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
    }

    fn n_files(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn only_what_was_seen_is_replaced() {
        let (folder, file) = place("seen");
        write(&file, Expected::Nothing, b"one").unwrap();
        let again = write(&file, Expected::Nothing, b"two");
        assert!(matches!(again, Err(Unwritten::Exists)), "{again:?}");
        let wrong = write(&file, Expected::Bytes(b"on"), b"two");
        assert!(matches!(wrong, Err(Unwritten::Changed)), "{wrong:?}");
        write(&file, Expected::Bytes(b"one"), b"two").unwrap();
        assert_eq!(text(&file), "two");
        assert_eq!(n_files(&folder), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Another program writes between the comparison and the exchange.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_text_from_outside_returns_to_its_place() {
        let (folder, file) = place("outside");
        write_outside(&file, "old");
        let n_swaps = Cell::new(0);
        let late = |one: &Path, other: &Path| {
            if n_swaps.replace(n_swaps.get() + 1) == 0 {
                write_outside(other, "from outside");
            }
            swap(one, other)
        };
        let told = exchange_by(&file, b"old", b"new", late);
        assert_eq!(n_swaps.get(), 2);
        assert!(matches!(told, Err(Unwritten::Changed)), "{told:?}");
        assert_eq!(text(&file), "from outside");
        assert_eq!(n_files(&folder), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Another program writes a second time, before its first text is moved back.
    #[cfg(target_os = "linux")]
    #[test]
    fn of_two_texts_from_outside_none_is_lost() {
        let (folder, file) = place("twice");
        write_outside(&file, "old");
        let n_swaps = Cell::new(0);
        let late = |one: &Path, other: &Path| {
            let n = n_swaps.replace(n_swaps.get() + 1);
            write_outside(other, if n == 0 { "first" } else { "second" });
            swap(one, other)
        };
        let told = exchange_by(&file, b"old", b"new", late);
        assert_eq!(n_swaps.get(), 2);
        let Err(Unwritten::Kept(kept)) = told else {
            panic!("{told:?}");
        };
        assert_eq!(kept, folder.join("game.rules.kept-1"));
        let mut texts = [text(&file), text(&kept)];
        texts.sort();
        assert_eq!(texts, ["first", "second"]);
        assert_eq!(n_files(&folder), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn where_files_cannot_change_places_the_text_is_compared_just_before() {
        let (folder, file) = place("unswapped");
        write_outside(&file, "old");
        let never = |_: &Path, _: &Path| Err(io::Error::from(ErrorKind::Unsupported));
        exchange_by(&file, b"old", b"new", never).unwrap();
        assert_eq!(text(&file), "new");
        let late = |_: &Path, other: &Path| {
            write_outside(other, "from outside");
            Err(io::Error::from(ErrorKind::Unsupported))
        };
        let told = exchange_by(&file, b"new", b"newer", late);
        assert!(matches!(told, Err(Unwritten::Changed)), "{told:?}");
        assert_eq!(text(&file), "from outside");
        assert_eq!(n_files(&folder), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_are_moved_and_removed_only_as_they_were_seen() {
        let (folder, file) = place("moved");
        let other = folder.join("other.rules");
        write_outside(&file, "one");
        write_outside(&other, "two");
        let taken = rename(&file, &other);
        assert!(matches!(taken, Err(Unwritten::Exists)), "{taken:?}");
        assert_eq!(text(&other), "two");
        let changed = remove(&other, b"one");
        assert!(matches!(changed, Err(Unwritten::Changed)), "{changed:?}");
        remove(&other, b"two").unwrap();
        rename(&file, &other).unwrap();
        assert_eq!(text(&other), "one");
        assert_eq!(n_files(&folder), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn reasons_are_words_without_paths() {
        let of = |kind: ErrorKind| words(&io::Error::from(kind));
        let full = "there is no room for it on the disk";
        assert_eq!(of(ErrorKind::StorageFull), full);
        assert_eq!(of(ErrorKind::QuotaExceeded), full);
        assert_eq!(of(ErrorKind::FileTooLarge), full);
        assert_eq!(
            of(ErrorKind::PermissionDenied),
            "you may not write in its folder"
        );
        let with_path = io::Error::other("no luck at path \"/games/.sandtable-w-1\"");
        assert!(!words(&with_path).contains('/'));
    }
}
