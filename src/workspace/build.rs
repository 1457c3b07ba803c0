//! Lists the rulebooks, their units and the starters, which are built into the program.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders whose files are built in.
const FOLDERS: [&str; 3] = ["rules", "starters", "units"];

/// Endings of the files that are read; notes beside them, such as `audit.txt`, are for people.
const ENDINGS: [&str; 4] = [".rules", ".policy", ".toml", ".md"];

#[expect(
    clippy::disallowed_methods,
    reason = "a build script hands the compiler a file"
)]
fn main() -> Result<(), Box<dyn Error>> {
    // The package is two folders below the repository.
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let mut names = Vec::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
        list(&root, folder, &mut names)?;
    }
    names.sort();
    let mut table = String::from("[\n");
    for name in names {
        writeln!(table, "({name:?}, include_bytes!({:?})),", root.join(&name))?;
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("built_in.rs"), table)?;
    Ok(())
}

/// Adds the names of the files that are read below a folder, parts joined by `/`.
fn list(root: &Path, folder: &str, names: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or("the name of a file is not text")?;
        let name = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            list(root, &name, names)?;
        } else if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            names.push(name);
        }
    }
    Ok(())
}
