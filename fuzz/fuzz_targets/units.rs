//! A file of units beside a small ruleset.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = "ruleset game\n\nkind gun \"Gun\"\n  shots  0..9\n\nkind man \"Man\"\n  skill  1..6\n  \
                     arms  list of gun\n  track  hits: 0..3\n\nroll shot (m: man) -> hit, miss\n  hit when d6 >= m.skill\n  miss otherwise\n";

fuzz_target!(|text: &str| {
    let files = [("rules/game/game.rules", RULES), ("units/game/units.toml", text)];
    let mut workspace = Workspace::new(Memory::from_iter(files));
    let _ = workspace.analyse("game", &[], Effort::Quick);
});
