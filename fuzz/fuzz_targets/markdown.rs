//! A draft in Markdown: read, checked, printed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

fuzz_target!(|text: &str| {
    let mut workspace = Workspace::new(Memory::from_iter([("draft.md", text)]));
    let _ = workspace.analyse("draft.md", &[], Effort::Quick);
});
