//! Files of a layer import each other in one direction: no cycle, but for a folder's own file with what is in the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::layers::{layers, rust_files};

/// Files that may form a cycle, and why.
const ALLOWED: [(&str, &[&str], &str); 13] = [
    (
        "syntax",
        &[
            "ast",
            "ast/expression",
            "ast/statement",
            "ast/table",
            "ast/walk",
            "construct/expression",
            "construct/part",
            "construct/statement",
            "dice",
        ],
        "the nodes are made from the table of constructs, and hold each other",
    ),
    (
        "syntax",
        &["grammar", "keyword", "recovery_hints"],
        "keywords and hints name grammar rules, messages name keywords and ask for hints",
    ),
    (
        "syntax",
        &[
            "build/dice",
            "build/expression",
            "build/operators",
            "build/selection",
        ],
        "recursive descent: the grammar is recursive there",
    ),
    (
        "syntax",
        &["build/amend", "build/declaration"],
        "recursive descent: the grammar is recursive there",
    ),
    (
        "syntax",
        &["write/dice", "write/expression", "write/selection"],
        "as the grammar",
    ),
    (
        "roster",
        &["read", "toml_errors"],
        "reading reports errors, which quote what was read",
    ),
    (
        "model",
        &["board", "expr", "pool"],
        "boards cost steps by expressions, expressions measure on boards",
    ),
    (
        "check",
        &["on_lines", "rolls"],
        "a line that asks about a roll is read with its roll, and rolls again",
    ),
    (
        "session",
        &[
            "report/analyse",
            "report/notable",
            "report/run",
            "report/skill",
            "report/worth",
        ],
        "parts of a report play further games as the report does",
    ),
    (
        "present",
        &["sheet/block", "sheet/grid"],
        "a grid is a block, and has notes that are blocks",
    ),
    (
        "present",
        &["sheet/chart", "sheet/cost", "sheet/table_chart"],
        "a chart of a rule has charts of the tables that it reads",
    ),
    (
        "present",
        &["words/condition", "words/selection", "words/value"],
        "recursive descent: expressions are recursive",
    ),
    (
        "tools",
        &["cli/odds/grid", "cli/odds/sweep"],
        "a sweep of two options is shown as a grid of sweeps",
    ),
];

/// A module of a layer: the names on the path to it.
type Module = Vec<String>;

#[test]
fn no_files_of_a_layer_import_each_other() {
    let mut wrong = Vec::new();
    for (_, layer) in layers() {
        for cycle in Imports::of(layer).cycles() {
            let is_allowed = ALLOWED.iter().any(|(of, files, _)| {
                *of == layer && cycle.iter().all(|file| files.contains(&file.as_str()))
            });
            if !is_allowed {
                wrong.push(format!("{layer}: {}", cycle.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "cycles:\n{}", wrong.join("\n"));
}

#[test]
fn trees_of_imports_are_read() {
    let paths = expanded("super::{a::{B, self}, c::D as E}");
    assert_eq!(paths, ["super::a::B", "super::a::self", "super::c::D"]);
}

/// The files of a layer, and which of them each imports from.
struct Imports {
    texts: BTreeMap<Module, String>,
    /// The paths that each file exports on.
    exports: BTreeMap<Module, Vec<String>>,
    edges: BTreeMap<Module, BTreeSet<Module>>,
}

impl Imports {
    fn of(layer: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src")
            .join(layer);
        let files = rust_files(&folder).into_iter();
        let texts: BTreeMap<Module, String> = files
            .map(|file| (module(&folder, &file), code(&file)))
            .collect();
        let exports = texts.iter();
        let mut imports = Self {
            exports: exports
                .map(|(module, text)| (module.clone(), exported(text)))
                .collect(),
            texts,
            edges: BTreeMap::new(),
        };
        for (own, text) in &imports.texts {
            let mut to = BTreeSet::new();
            for path in paths(text) {
                let found = imports.resolve(layer, own, &path, 8);
                // A folder's own file and what is in the folder may import each other.
                to.extend(found.filter(|found| !found.starts_with(own) && !own.starts_with(found)));
            }
            imports.edges.insert(own.clone(), to);
        }
        imports
    }

    /// The module in which what a path names is defined; `None` if that is in another layer.
    fn resolve(&self, layer: &str, own: &Module, path: &str, depth: u32) -> Option<Module> {
        let mut names = path.split("::").peekable();
        let mut at = match names.next()? {
            "crate" => {
                if layer == "tools" && names.next() != Some("tools") {
                    return None;
                }
                Module::new()
            }
            "self" => own.clone(),
            "super" => parent(own),
            first => {
                let child = [own.as_slice(), &[first.to_owned()]].concat();
                self.texts.contains_key(&child).then_some(child)?
            }
        };
        while names.next_if_eq(&"super").is_some() {
            at = parent(&at);
        }
        while let Some(name) = names.peek() {
            let child = [at.as_slice(), &[(*name).to_owned()]].concat();
            if !self.texts.contains_key(&child) {
                break;
            }
            at = child;
            names.next();
        }
        let Some(name) = names.next().filter(|_| depth > 0) else {
            return Some(at);
        };
        // A name that the module only exports on.
        for exported in self.exports.get(&at)? {
            let (from, last) = exported.rsplit_once("::").unwrap_or(("self", exported));
            if last == name {
                let found = self.resolve(layer, &at, exported, depth - 1);
                return Some(found.unwrap_or(at));
            }
            let source = self.resolve(layer, &at, from, depth - 1);
            if last == "*"
                && source
                    .as_ref()
                    .is_some_and(|source| self.defines(source, name))
            {
                return source;
            }
        }
        Some(at)
    }

    fn defines(&self, module: &Module, name: &str) -> bool {
        let text = self.texts.get(module).map_or("", String::as_str);
        let kinds = ["struct", "enum", "trait", "type", "fn", "const"];
        kinds.iter().any(|kind| {
            let head = format!("{kind} {name}");
            let mut parts = text.split(&head).skip(1);
            parts.any(|rest| !rest.starts_with(|mark: char| mark.is_alphanumeric() || mark == '_'))
        })
    }

    /// The strongly connected components of more than one file.
    fn cycles(&self) -> Vec<Vec<String>> {
        let reach: BTreeMap<&Module, BTreeSet<&Module>> = self
            .edges
            .keys()
            .map(|file| (file, self.reach(file)))
            .collect();
        let mut cycles = BTreeSet::new();
        for (file, ahead) in &reach {
            let back = |other: &&&Module| reach.get(**other).is_some_and(|far| far.contains(file));
            let cycle: BTreeSet<String> = ahead
                .iter()
                .filter(back)
                .map(|file| file.join("/"))
                .collect();
            if cycle.len() > 1 {
                cycles.insert(cycle);
            }
        }
        let lists = cycles.into_iter();
        lists.map(|cycle| cycle.into_iter().collect()).collect()
    }

    /// Every file that one imports from, directly or not.
    fn reach(&self, from: &Module) -> BTreeSet<&Module> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = self.edges.get(from).into_iter().flatten().collect();
        while let Some(file) = open.pop() {
            if seen.insert(file) {
                open.extend(self.edges.get(file).into_iter().flatten());
            }
        }
        seen
    }
}

fn module(folder: &Path, file: &Path) -> Module {
    let inside: PathBuf = file.strip_prefix(folder).unwrap().with_extension("");
    let names = inside.iter().map(|name| name.to_str().unwrap().to_owned());
    let mut module: Module = names.collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

fn parent(module: &Module) -> Module {
    module
        .iter()
        .take(module.len().saturating_sub(1))
        .cloned()
        .collect()
}

/// The text of a file without comments.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The trees behind `use`, and whether they are exported.
fn uses(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.match_indices("use ").filter_map(|(at, word)| {
        let line = text.get(..at)?.rsplit('\n').next()?.trim();
        let is_statement = line.is_empty() || line.starts_with("pub");
        let tree = text.get(at + word.len()..)?.split(';').next()?;
        is_statement.then_some((line.starts_with("pub"), tree))
    })
}

/// The paths that a file exports on.
fn exported(text: &str) -> Vec<String> {
    let exported = uses(text).filter(|(is_exported, _)| *is_exported);
    exported.flat_map(|(_, tree)| expanded(tree)).collect()
}

/// All paths that a file names: those that it uses, and those within its code.
fn paths(text: &str) -> Vec<String> {
    let mut paths: Vec<String> = uses(text).flat_map(|(_, tree)| expanded(tree)).collect();
    let is_path = |mark: char| mark.is_alphanumeric() || mark == '_' || mark == ':';
    let words = text.split(|mark: char| !is_path(mark));
    // What ends so stands before the braces of a tree, which was read above.
    let whole = words.filter(|word| word.contains("::") && !word.ends_with("::"));
    paths.extend(whole.map(str::to_owned));
    paths
}

/// `a::{b, c::d as e}` as `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, inside)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree).trim();
        return vec![path.to_owned()];
    };
    let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for mark in inside.chars() {
        depth += i32::from(mark == '{') - i32::from(mark == '}');
        match parts.last_mut() {
            Some(last) if mark != ',' || depth > 0 => last.push(mark),
            _ => parts.push(String::new()),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    let paths = parts.flat_map(|part| expanded(part));
    paths
        .map(|path| format!("{}{path}", before.trim()))
        .collect()
}
