//! How long an edit of one line takes, in the largest book: from the message of an editor to the findings that go back.
//!
//! Each kind of edit is made again and again, with two texts in turn. The time is that of the processor. `once KIND` makes one edit of a kind
//! after a first analysis, for counting instructions: `valgrind --tool=callgrind --toggle-collect='*one_edit*' target/release/deps/edit-… once table`.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    dead_code,
    reason = "a benchmark prints, may stop at once, and shares code with others"
)]

mod allocator;
mod clock;

use clock::{Rounds, nanoseconds};
use sandtable::service::Service;
use sandtable::tools::disk::Disk;
use sandtable::workspace::files::{BuiltIn, Layered, Memory};
use sandtable::workspace::{Effort, Workspace};
use serde_json::{Value, json};

const BOOK: &str = "hex-command-mechanized";
const ROUNDS: usize = 25;

/// An edit: its name, the file, the text that is replaced, what it is replaced by in turn.
struct Edit {
    name: &'static str,
    path: &'static str,
    from: &'static str,
    to: [&'static str; 2],
}

const EDITS: [Edit; 7] = [
    Edit {
        name: "comment",
        path: "rules/hex-command-mechanized/movement.rules",
        from: "# The road bonus is spent first.",
        to: [
            "# The road bonus is spent before.",
            "# The bonus is spent first.",
        ],
    },
    Edit {
        name: "table",
        path: "rules/hex-command-mechanized/damage.rules",
        from: "  VH  | 4  | 3 ",
        to: ["  VH  | 3  | 3 ", "  VH  | 4  | 2 "],
    },
    Edit {
        name: "formula",
        path: "rules/hex-command-mechanized/movement.rules",
        from: "result 2 * unit.axles",
        to: ["result 3 * unit.axles", "result 1 + unit.axles"],
    },
    Edit {
        name: "action",
        path: "rules/hex-command-mechanized/movement.rules",
        from: "  add 1 to unit.spent\n",
        to: ["  add 2 to unit.spent\n", "  add 10 to unit.spent\n"],
    },
    Edit {
        name: "example",
        path: "rules/hex-command-mechanized/examples-movement.rules",
        from: "example \"",
        to: ["example \"A ", "example \"The very "],
    },
    Edit {
        name: "unit",
        path: "units/hex-command-mechanized/germany.toml",
        from: "calibre = 75",
        to: ["calibre = 76", "calibre = 77"],
    },
    Edit {
        name: "map",
        path: "units/hex-command-mechanized/maps/village.toml",
        from: "name = \"Ridge\", level = 1",
        to: [
            "name = \"Low ridge\", level = 1",
            "name = \"Ridge\", level = 2",
        ],
    },
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if let ["once", name] = words.as_slice() {
        let mut editor = Editor::new();
        let edit = EDITS.iter().find(|edit| edit.name == *name).unwrap();
        editor.open(edit);
        one_edit(&mut editor, edit, 0);
        return;
    }
    println!("edit        median ms   spread   nothing kept, ms   spread");
    for edit in &EDITS {
        if words.first().is_none_or(|word| edit.name.contains(word)) {
            measured(edit);
        }
    }
}

fn measured(edit: &Edit) {
    let mut editor = Editor::new();
    editor.open(edit);
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        times.push(nanoseconds(|| one_edit(&mut editor, edit, round)) / 1e6);
    }
    let whole = Rounds::new(times);
    let mut workspace = Workspace::new(texts()).without_memory();
    let old = texts_of(edit.path);
    workspace.analyse(BOOK, &[], Effort::Quick);
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        workspace.set(edit.path, changed(edit, &old, round));
        times.push(nanoseconds(|| drop(workspace.analyse(BOOK, &[], Effort::Quick))) / 1e6);
    }
    let alone = Rounds::new(times);
    println!(
        "{:10} {:10.2} {:6.0} % {:18.2} {:6.0} %",
        edit.name,
        whole.median(),
        whole.spread(),
        alone.median(),
        alone.spread()
    );
}

/// What is measured.
#[inline(never)]
fn one_edit(editor: &mut Editor, edit: &Edit, round: usize) {
    editor.edit(edit, round);
}

fn changed(edit: &Edit, text: &str, round: usize) -> String {
    assert!(text.contains(edit.from), "{}", edit.name);
    text.replacen(edit.from, edit.to[round % 2], 1)
}

/// The texts of the book, in memory.
fn texts() -> Memory {
    let bundle = Workspace::new(Layered::new(Disk, BuiltIn))
        .load(BOOK)
        .unwrap();
    let files = bundle.sources.files();
    files
        .map(|(_, file)| (file.name.clone(), file.text.clone()))
        .collect()
}

fn texts_of(path: &str) -> String {
    let bundle = Workspace::new(Layered::new(Disk, BuiltIn))
        .load(BOOK)
        .unwrap();
    let mut files = bundle.sources.files();
    let (_, file) = files.find(|(_, file)| file.name == path).unwrap();
    file.text.to_string()
}

struct Editor {
    service: Service,
    text: String,
    version: usize,
}

impl Editor {
    fn new() -> Self {
        let mut service = Service::new(Workspace::new(texts()));
        let folders = json!([{ "uri": "file:///games", "name": "games" }]);
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folders });
        service.handle(
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
        );
        service.handle(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        Self {
            service,
            text: String::new(),
            version: 1,
        }
    }

    fn open(&mut self, edit: &Edit) {
        self.text = texts_of(edit.path);
        let document = json!({ "uri": uri(edit.path), "languageId": "sandtable", "version": 1, "text": self.text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn edit(&mut self, edit: &Edit, round: usize) {
        self.version += 1;
        let document = json!({ "uri": uri(edit.path), "version": self.version });
        let text = changed(edit, &self.text, round);
        let found = self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
        // An error would end the analysis early.
        for message in &found {
            let list = message["params"]["diagnostics"].as_array().unwrap();
            let errors: Vec<&Value> = list.iter().filter(|one| one["severity"] == 1).collect();
            assert!(errors.is_empty(), "{}: {errors:?}", edit.name);
        }
    }

    fn notify(&mut self, method: &str, params: Value) -> Vec<Value> {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.service.handle(&message);
        self.service.check_pending()
    }
}

fn uri(path: &str) -> String {
    format!("file:///games/{path}")
}
