//! The files of the folder that the studio has open: listed, written safely, and watched for changes by others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use notify_debouncer_full::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::names::{self, ENDINGS, HOMES};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::tools::disk::{self, Deeper, Survey};
use crate::tools::safe_write;

/// Greatest depth of folders in which files are found.
pub const DEEPEST: usize = 16;
/// Greatest depth where the folder has no `rules` of its own: it may be any folder.
pub const DEEPEST_ANYWHERE: usize = 2;
/// Quiet time after changes on the disk, before they are reported.
const QUIET: Duration = Duration::from_millis(100);

/// Bytes of a path that are escaped in a URI.
const ESCAPED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'?');

/// A folder, as the page knows it.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    /// The texts as the page knows them.
    known: Mutex<Reading>,
    /// Channels to which changes by others are reported.
    listeners: Mutex<Vec<UnboundedSender<String>>>,
    /// Remarks about the folder, given once.
    remarks: Vec<String>,
}

/// The texts of the folder, as they were read.
#[derive(Debug, Default)]
struct Reading {
    /// The text of each file, by path.
    texts: BTreeMap<String, Arc<str>>,
    /// The reason why a file cannot be read, by path.
    unread: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct Write {
    path: String,
    text: String,
    before: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Remove {
    path: String,
    before: String,
}

#[derive(Debug, Deserialize)]
struct Rename {
    path: String,
    to: String,
}

impl Folder {
    /// The folder at an absolute path, which is the working folder. What writers that were ended have left in it is removed.
    pub(super) fn open(root: PathBuf) -> Self {
        let mut remarks: Vec<String> = Vec::new();
        for (folder, depth) in searched() {
            let folder = if folder.is_empty() { "." } else { folder };
            if Path::new(folder).is_dir() {
                remarks.extend(safe_write::tidy_below(Path::new(folder), *depth));
            }
        }
        Self {
            root,
            known: Mutex::new(Reading::now()),
            listeners: Mutex::default(),
            remarks,
        }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns what there is to say about the folder.
    pub(super) fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Answers a method of the shell; `None` if it is none.
    ///
    /// Changes by `asker` are published to all other connections.
    pub(super) fn answer(
        &self,
        method: &str,
        params: &Value,
        asker: &UnboundedSender<String>,
    ) -> Option<Result<Value, String>> {
        Some(match method {
            "studio/hello" => Ok(self.hello()),
            "studio/files" => Ok(self.files(asker)),
            "studio/write" => read(params).and_then(|asked| self.write(&asked, asker)),
            "studio/remove" => read(params).and_then(|asked| self.remove(&asked, asker)),
            "studio/rename" => read(params).and_then(|asked| self.rename(&asked, asker)),
            _ => return None,
        })
    }

    /// Tells somebody of changes by others from now on.
    pub(super) fn tell(&self, listener: UnboundedSender<String>) {
        held(&self.listeners).push(listener);
    }

    fn hello(&self) -> Value {
        let path = self.root.to_string_lossy().replace('\\', "/");
        let slash = if path.starts_with('/') { "" } else { "/" };
        let path = utf8_percent_encode(path.trim_end_matches('/'), ESCAPED);
        let name = self.root.file_name().map(|name| name.to_string_lossy());
        json!({
            "root": format!("file://{slash}{path}/"),
            "folder": name.unwrap_or_default(),
            "version": env!("CARGO_PKG_VERSION"),
            "largest": disk::LARGEST,
            "remarks": self.remarks,
        })
    }

    fn files(&self, asker: &UnboundedSender<String>) -> Value {
        let mut known = held(&self.known);
        // What is read now is no news later: others hear of it now.
        self.renew(&mut known, Reading::now(), Some(asker));
        let files = known.texts.iter();
        let files = files.map(|(path, text)| json!({ "path": path, "text": &**text }));
        json!({ "files": files.collect::<Vec<_>>(), "unread": known.unread() })
    }

    /// Writes a file that is as the page thinks it is.
    ///
    /// Errors: why not, in words.
    fn write(&self, asked: &Write, asker: &UnboundedSender<String>) -> Result<Value, String> {
        let path = self.place(&asked.path)?;
        let mut known = held(&self.known);
        match &asked.before {
            Some(before) => disk::write(&SourceFile::new(&*asked.path, &**before), &asked.text),
            None => disk::create_with_folders(path, &asked.text),
        }
        .map_err(|finding| message_of(&finding))?;
        known
            .texts
            .insert(asked.path.clone(), asked.text.as_str().into());
        let now = json!({ "path": asked.path, "text": asked.text });
        self.tell_all(&[now], &known, Some(asker));
        Ok(Value::Null)
    }

    /// Removes a file that is as the page thinks it is.
    ///
    /// Errors: why not, in words.
    fn remove(&self, asked: &Remove, asker: &UnboundedSender<String>) -> Result<Value, String> {
        self.place(&asked.path)?;
        let mut known = held(&self.known);
        disk::remove(&SourceFile::new(&*asked.path, &*asked.before))
            .map_err(|finding| message_of(&finding))?;
        known.texts.remove(&asked.path);
        let now = json!({ "path": asked.path, "text": null });
        self.tell_all(&[now], &known, Some(asker));
        Ok(Value::Null)
    }

    /// Gives a file another path, at which there is none.
    ///
    /// Errors: why not, in words.
    fn rename(&self, asked: &Rename, asker: &UnboundedSender<String>) -> Result<Value, String> {
        let (from, to) = (self.place(&asked.path)?, self.place(&asked.to)?);
        let mut known = held(&self.known);
        disk::rename(from, to).map_err(|finding| message_of(&finding))?;
        if let Some(text) = known.texts.remove(&asked.path) {
            let before = json!({ "path": asked.path, "text": null });
            let now = json!({ "path": asked.to, "text": &*text });
            known.texts.insert(asked.to.clone(), text);
            self.tell_all(&[before, now], &known, Some(asker));
        }
        Ok(Value::Null)
    }

    /// Returns the place of a path of the page, which must lie in the folder and be a text of ours.
    ///
    /// Errors: it does not.
    fn place<'p>(&self, path: &'p str) -> Result<&'p Path, String> {
        names::check(&self.root, path)?;
        // A link at any position in the path may lead out of the folder.
        let plain = Path::new(path);
        let mut above = plain.ancestors().map(|above| self.root.join(above));
        let there = above.find_map(|above| above.canonicalize().ok());
        let root = self
            .root
            .canonicalize()
            .unwrap_or_else(|_| self.root.clone());
        match there.is_some_and(|there| there.starts_with(&root)) {
            true => Ok(plain),
            false => Err(format!("`{path}` leads out of the folder")),
        }
    }

    /// Tells what differs from what the page knows.
    fn look_again(&self) {
        let mut known = held(&self.known);
        self.renew(&mut known, Reading::now(), None);
    }

    /// Takes over what was read, and tells all but `asker` what differs.
    fn renew(&self, known: &mut Reading, now: Reading, asker: Option<&UnboundedSender<String>>) {
        let mut files = Vec::new();
        for (path, text) in &now.texts {
            if known.texts.get(path) != Some(text) {
                files.push(json!({ "path": path, "text": &**text }));
            }
        }
        // A file that cannot be read now still exists.
        let is_gone =
            |path: &&String| !now.texts.contains_key(*path) && !now.unread.contains_key(*path);
        for path in known.texts.keys().filter(is_gone) {
            files.push(json!({ "path": path, "text": null }));
        }
        let is_same = files.is_empty() && known.unread == now.unread;
        *known = now;
        if !is_same {
            self.tell_all(&files, known, asker);
        }
    }

    /// Tells all but `asker` how files are now.
    fn tell_all(&self, files: &[Value], known: &Reading, asker: Option<&UnboundedSender<String>>) {
        let message = json!({
            "jsonrpc": "2.0",
            "method": "studio/changed",
            "params": { "files": files, "unread": known.unread() }
        });
        let message = message.to_string();
        held(&self.listeners).retain(|listener| {
            let is_asker = asker.is_some_and(|asker| asker.same_channel(listener));
            is_asker || listener.send(message.clone()).is_ok()
        });
    }

    /// Returns the folders to watch, as far as they exist: a folder of rules wholly, any other where it has texts.
    fn watched(&self) -> BTreeMap<PathBuf, RecursiveMode> {
        let whole = HOMES.map(|name| (self.root.join(name), RecursiveMode::Recursive));
        let known = held(&self.known);
        let around = known
            .texts
            .keys()
            .filter_map(|path| self.root.join(path).parent().map(Path::to_owned));
        let around = around.filter(|path| !whole.iter().any(|(whole, _)| path.starts_with(whole)));
        let single = around
            .chain([self.root.clone()])
            .map(|path| (path, RecursiveMode::NonRecursive));
        let mut all: BTreeMap<PathBuf, RecursiveMode> = single.chain(whole.clone()).collect();
        all.retain(|path, _| path.is_dir());
        all
    }
}

/// The watched folders.
struct Ears {
    debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
    folders: BTreeSet<PathBuf>,
}

impl Ears {
    /// Watches new folders, and forgets removed ones.
    fn renew(&mut self, folder: &Folder) {
        let now = folder.watched();
        self.folders.retain(|path| now.contains_key(path));
        for (path, mode) in now {
            // A folder that cannot be watched is read when the page asks.
            if !self.folders.contains(&path) && self.debouncer.watch(&path, mode).is_ok() {
                self.folders.insert(path);
            }
        }
    }
}

/// Watches a folder for changes by others, as long as the program runs. Without support of the system no changes are reported.
pub(super) fn watch(folder: &Arc<Folder>) {
    let (events, heard) = mpsc::channel::<DebounceEventResult>();
    let Ok(debouncer) = new_debouncer(QUIET, None, events) else {
        return;
    };
    let mut ears = Ears {
        debouncer,
        folders: BTreeSet::new(),
    };
    ears.renew(folder);
    let folder = Arc::clone(folder);
    thread::spawn(move || {
        for events in heard.iter().flatten() {
            let mut paths = events.iter().flat_map(|event| &event.paths);
            let is_relevant = paths.any(|path| {
                let ending = path.extension().and_then(|ending| ending.to_str());
                ending.is_none_or(|ending| ENDINGS.contains(&ending))
            });
            if is_relevant {
                // A new folder is watched before it is read: what comes in between is heard.
                ears.renew(&folder);
                folder.look_again();
            }
        }
    });
}

impl Reading {
    /// Reads the texts of the working folder.
    fn now() -> Self {
        let mut survey = Survey::default();
        let folders = searched();
        for (folder, depth) in folders {
            let deeper = match *folder {
                "" if folders.len() == 1 => Deeper::Together,
                // Around a folder of rules, other folders are not of the rulesets.
                "" => Deeper::Others,
                _ => Deeper::Listed,
            };
            survey.add(folder, &ENDINGS, *depth, deeper);
        }
        let left_out = survey.left_out.into_iter();
        Self {
            texts: survey.texts,
            unread: left_out
                .map(|(path, fault)| (path, message_of(&fault.finding())))
                .collect(),
        }
    }

    /// Describes the files that cannot be read, for the page.
    fn unread(&self) -> Vec<Value> {
        let unread = self.unread.iter();
        unread
            .map(|(path, why)| json!({ "path": path, "why": why }))
            .collect()
    }
}

/// The folders in which texts are found, each with its depth.
fn searched() -> &'static [(&'static str, usize)] {
    match Path::new("rules").is_dir() {
        true => &[("rules", DEEPEST), ("units", DEEPEST), ("", 0)],
        false => &[("", DEEPEST_ANYWHERE)],
    }
}

fn read<'v, P: Deserialize<'v>>(params: &'v Value) -> Result<P, String> {
    P::deserialize(params).map_err(|error| error.to_string())
}

fn message_of(finding: &Diagnostic) -> String {
    finding.message.to_string()
}

/// Locks, also where another thread has stumbled: what is kept is whole after each step.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
