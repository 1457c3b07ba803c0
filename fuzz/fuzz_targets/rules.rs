//! Rule text: read, checked, printed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable::syntax::rules_text;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

fuzz_target!(|text: &str| {
    let mut workspace = Workspace::new(Memory::from_iter([("game.rules", text)]));
    let analysis = workspace.analyse("game.rules", &[], Effort::Quick);
    for tree in analysis.trees() {
        let _ = rules_text(tree);
    }
});
