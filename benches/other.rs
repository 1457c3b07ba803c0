//! Programs of others, in a Python of their own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A script that answers each line with a line.
pub(crate) struct Other {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Other {
    /// Starts a script of this folder; `None` if the packages that it needs are not to be had, which is told.
    pub(crate) fn start(script: &str) -> Option<Self> {
        let python = python()?;
        let script = benches().join(script);
        let mut command = Command::new(python);
        command.arg(script);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped.spawn().ok()?;
        Some(Self {
            asks: child.stdin.take()?,
            answers: BufReader::new(child.stdout.take()?),
            child,
        })
    }

    /// The answer to a line.
    pub(crate) fn ask(&mut self, line: &str) -> serde_json::Value {
        writeln!(self.asks, "{line}").unwrap();
        self.asks.flush().unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|why| panic!("{line}: {why}: {answer:?}"))
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let killed = self.child.kill();
        let waited = self.child.wait();
        if let Err(why) = killed.and(waited) {
            println!("the other program goes on: {why}");
        }
    }
}

fn benches() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches")
}

/// A Python with the packages of `requirements.txt`, in the user's cache; installed there if it is missing.
fn python() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let folder = cache.or_else(home)?.join("sandtable").join("benches");
    let requirements = benches().join("requirements.txt");
    let (python, installed) = (folder.join("bin/python"), folder.join("requirements.txt"));
    let wanted = std::fs::read(&requirements).ok()?;
    if std::fs::read(&installed).ok().as_ref() == Some(&wanted) {
        return Some(python);
    }
    let mut venv = Command::new("python3");
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--requirement"]);
    for command in [
        venv.args(["-m", "venv"]).arg(&folder),
        pip.arg(&requirements),
    ] {
        let status = command.stdin(Stdio::null()).status();
        if !status.as_ref().is_ok_and(|status| status.success()) {
            println!("{command:?} failed: {status:?}");
            return None;
        }
    }
    std::fs::write(installed, wanted).ok()?;
    Some(python)
}
