//! Removal of temporary files of interrupted writers, at the next start.
//!
//! A writer holds the lock of a folder while its temporary file exists. Hence all temporary files that the holder of the lock finds
//! are left over.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::beside::{Content, content, hash_of, kept};
use super::lock::Lock;

/// Age from which a temporary file counts as left over if no lock is decisive.
const OLD: Duration = Duration::from_secs(60 * 60);

/// Removes temporary files that interrupted writers have left in a folder. Returns remarks about texts that were kept, and about
/// a folder that cannot be locked.
pub fn tidy(folder: &Path) -> Vec<String> {
    let Ok(lock) = Lock::take_if_free(folder) else {
        // The files may belong to the present writer; the next start tries again.
        return Vec::new();
    };
    let mut remarks: Vec<String> = lock.remark(folder).into_iter().collect();
    let Ok(entries) = fs::read_dir(folder) else {
        return remarks;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(held) = name.to_str().and_then(content) else {
            continue;
        };
        let path = entry.path();
        let is_owned = !lock.is_of_folder() || held == Content::Former;
        if is_owned && !is_old(&path) {
            continue;
        }
        // A file that cannot be removed is left for the next start.
        let _ = match held {
            Content::Unfinished | Content::Former => remove(&path),
            Content::Exchanged { new, old, name } => match hash_of(&path) {
                Ok(found) if found == new || found == old => remove(&path),
                Ok(_) => kept(&path, name).map(|kept| {
                    let kept = kept.display();
                    remarks.push(format!(
                        "`{name}` was changed while it was being written; that text is kept in `{kept}`"
                    ));
                }),
                Err(error) => Err(error),
            },
        };
    }
    remarks
}

/// As [`tidy`], for a folder and its subfolders down to a depth.
pub fn tidy_below(folder: &Path, depth: usize) -> Vec<String> {
    let mut remarks = tidy(folder);
    let Ok(entries) = fs::read_dir(folder) else {
        return remarks;
    };
    for entry in entries.flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && depth > 0 {
            remarks.extend(tidy_below(&entry.path(), depth - 1));
        }
    }
    remarks
}

fn remove(path: &Path) -> io::Result<()> {
    match path.symlink_metadata()?.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    }
}

/// Whether a file has not been modified for long.
fn is_old(path: &Path) -> bool {
    let changed = path.symlink_metadata().and_then(|data| data.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > OLD))
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "it leaves files as a writer does that is ended"
)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::beside::Beside;
    use super::tidy;

    /// Ends a writer before it removes its file.
    fn abandon(beside: Beside) {
        std::mem::forget(beside);
    }

    #[test]
    fn what_is_left_is_removed_and_the_text_of_others_kept() {
        let folder = std::env::temp_dir().join(format!("sandtable-litter-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join(".sandtable-w-0123456789abcdef/rules")).unwrap();
        let file = folder.join("game.rules");
        let beside = |text: &str| Beside::of(&file, text.as_bytes()).unwrap();
        abandon(beside("half"));
        // Before the exchange it contains the new text, after it the old one, or that of another program.
        for text in ["new", "old", "from outside"] {
            let mut ready = beside(text);
            ready.ready(&file, b"old", b"new").unwrap();
            abandon(ready);
        }
        fs::write(folder.join(".sandtable-notes.md"), "mine").unwrap();
        let remarks = tidy(&folder);
        assert_eq!(remarks.len(), 1, "{remarks:?}");
        let mut left: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [".sandtable-notes.md", "game.rules.kept-1"]);
        let kept = fs::read_to_string(folder.join("game.rules.kept-1")).unwrap();
        assert_eq!(kept, "from outside");
        assert_eq!(tidy(&folder), [""; 0]);
        assert_eq!(tidy(Path::new("/no/such/folder")), [""; 0]);
        fs::remove_dir_all(folder).unwrap();
    }
}
