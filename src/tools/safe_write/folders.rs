//! Atomic creation of folders: with all of their files, or not at all.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::beside::{Beside, unfinished};
use super::lock::Lock;
use super::{Unwritten, create, folder_of, holds};

/// A folder to be created: its path, and its files by their relative paths.
pub type NewFolder<'a> = (PathBuf, Vec<(PathBuf, &'a [u8])>);

/// Creates folders with their files. An existing folder is completed if it contains only such files, as after an interrupted
/// attempt.
///
/// Errors: the path that cannot be created, and why; everything created before is removed.
pub fn create_folders(folders: &[NewFolder<'_>]) -> Result<(), (PathBuf, Unwritten)> {
    let mut made = Vec::new();
    let done = create_all(folders, &mut made);
    if done.is_err() {
        unmake(&made);
    }
    done
}

fn create_all(
    folders: &[NewFolder<'_>],
    made: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, Unwritten)> {
    let mut locks = Vec::new();
    for (folder, _) in folders {
        let parent = folder_of(folder);
        make(parent, made).map_err(|error| (parent.to_owned(), error.into()))?;
        locks.push(Lock::take(parent).map_err(|why| (parent.to_owned(), why))?);
    }
    let is_complete = |(folder, files): &NewFolder<'_>| {
        let mut files = files.iter();
        files.all(|(inner, bytes)| holds(&folder.join(inner), bytes))
    };
    if let Some((folder, _)) = folders.first()
        && folders.iter().all(is_complete)
    {
        return Err((folder.clone(), Unwritten::Exists));
    }
    let mut staged = Vec::new();
    for (folder, files) in folders {
        if is_foreign(folder, folder, files) {
            return Err((folder.clone(), Unwritten::Exists));
        }
        staged.push(StagedFolder::new(folder, files)?);
    }
    let mut placed: Vec<StagedFolder> = Vec::new();
    for ((folder, files), mut staged) in folders.iter().zip(staged) {
        match staged.place(folder, files) {
            Ok(()) => placed.push(staged),
            Err(fault) => {
                for placed in placed.iter_mut().rev() {
                    placed.take_back();
                }
                return Err(fault);
            }
        }
    }
    Ok(())
}

/// A folder under a temporary name; removed on drop unless it was placed.
struct StagedFolder {
    path: PathBuf,
    /// The final path.
    placed: Option<PathBuf>,
}

impl StagedFolder {
    fn new(folder: &Path, files: &[(PathBuf, &[u8])]) -> Result<Self, (PathBuf, Unwritten)> {
        let fault = |error: io::Error| (folder.to_owned(), Unwritten::from(error));
        let path = folder_of(folder).join(unfinished().map_err(fault)?);
        fs::create_dir(&path).map_err(fault)?;
        let staged = Self { path, placed: None };
        for (inner, bytes) in files {
            let fault = |error: io::Error| (folder.join(inner), Unwritten::from(error));
            let path = staged.path.join(inner);
            fs::create_dir_all(folder_of(&path)).map_err(fault)?;
            let file = Beside::of(&path, bytes).map_err(fault)?;
            file.move_to(&path).map_err(fault)?;
        }
        Ok(staged)
    }

    /// Moves it to its path; in an existing folder, only the missing files are created.
    fn place(
        &mut self,
        folder: &Path,
        files: &[(PathBuf, &[u8])],
    ) -> Result<(), (PathBuf, Unwritten)> {
        // An empty folder is replaced.
        let _ = fs::remove_dir(folder);
        if !folder.exists() {
            let moved = fs::rename(&self.path, folder);
            moved.map_err(|error| (folder.to_owned(), error.into()))?;
            self.placed = Some(folder.to_owned());
            return Ok(());
        }
        for (inner, bytes) in files {
            let path = folder.join(inner);
            if holds(&path, bytes) {
                continue;
            }
            let made = fs::create_dir_all(folder_of(&path)).map_err(Unwritten::from);
            made.and_then(|()| create(&path, bytes))
                .map_err(|why| (path, why))?;
        }
        Ok(())
    }

    /// Moves it back to its temporary name, so that it is removed.
    fn take_back(&mut self) {
        if let Some(folder) = &self.placed
            && fs::rename(folder, &self.path).is_ok()
        {
            self.placed = None;
        }
    }
}

impl Drop for StagedFolder {
    fn drop(&mut self) {
        if self.placed.is_none() {
            // If it cannot be removed now, the next start tries again.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Whether a folder contains anything other than the files it is to have.
fn is_foreign(folder: &Path, root: &Path, files: &[(PathBuf, &[u8])]) -> bool {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return error.kind() != ErrorKind::NotFound,
    };
    entries.into_iter().any(|entry| {
        let Ok(entry) = entry else {
            return true;
        };
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            return is_foreign(&path, root, files);
        }
        let wanted = files.iter().find(|(inner, _)| root.join(inner) == path);
        !wanted.is_some_and(|(_, bytes)| holds(&path, bytes))
    })
}

/// Creates a folder and its missing parents; adds those it created to `made`.
///
/// Errors: a folder cannot be created.
pub(in crate::tools) fn make(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let missing = folder.ancestors().take_while(|above| {
        let is_named = !above.as_os_str().is_empty();
        is_named && !above.exists()
    });
    let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    for folder in missing.into_iter().rev() {
        match fs::create_dir(&folder) {
            Ok(()) => made.push(folder),
            // Another process created it in the meantime.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Removes folders that were created, if they are empty.
pub(in crate::tools) fn unmake(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "it looks at what was written")]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::super::Unwritten;
    use super::{NewFolder, create_folders};

    /// Returns a folder that does not exist, and two folders to be created in it.
    fn folders_to_create(name: &str) -> (PathBuf, Vec<NewFolder<'static>>) {
        let home = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&home);
        let rules: Vec<(PathBuf, &[u8])> = vec![
            ("a.rules".into(), b"ruleset a\n"),
            ("more/b.rules".into(), b"# More.\n"),
        ];
        let units: Vec<(PathBuf, &[u8])> = vec![("men.toml".into(), b"[man.ann]\n")];
        let folders = vec![(home.join("rules/a"), rules), (home.join("units/a"), units)];
        (home, folders)
    }

    #[test]
    fn folders_are_made_as_a_whole_or_not_at_all() {
        let (home, folders) = folders_to_create("whole");
        create_folders(&folders).unwrap();
        assert_eq!(
            fs::read_to_string(home.join("rules/a/more/b.rules")).unwrap(),
            "# More.\n"
        );
        fs::write(home.join("units/a/men.toml"), "[man.bob]\n").unwrap();
        let (path, why) = create_folders(&folders).unwrap_err();
        assert_eq!(path, home.join("units/a"));
        assert!(matches!(why, Unwritten::Exists), "{why:?}");
        fs::remove_dir_all(&home).unwrap();
        // The folder for units cannot be created; the rules and the parent folders are removed.
        fs::create_dir_all(&home).unwrap();
        fs::write(home.join("units"), "in the way").unwrap();
        create_folders(&folders).unwrap_err();
        let left = fs::read_dir(&home).unwrap().count();
        assert_eq!(left, 1);
        fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn an_attempt_that_was_ended_is_completed() {
        let (home, folders) = folders_to_create("completed");
        fs::create_dir_all(home.join("rules/a/more")).unwrap();
        fs::write(home.join("rules/a/a.rules"), "ruleset a\n").unwrap();
        fs::create_dir_all(home.join("units/a")).unwrap();
        create_folders(&folders).unwrap();
        let (_, why) = create_folders(&folders).unwrap_err();
        assert!(matches!(why, Unwritten::Exists), "{why:?}");
        assert!(home.join("rules/a/more/b.rules").is_file());
        assert!(home.join("units/a/men.toml").is_file());
        let n_rules = fs::read_dir(home.join("rules")).unwrap().count();
        assert_eq!(n_rules, 1, "nothing is left beside it");
        fs::remove_dir_all(home).unwrap();
    }
}
