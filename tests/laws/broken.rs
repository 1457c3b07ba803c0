//! A line that cannot be read has its own finding, and nothing is said that only follows from it.

use std::path::Path;

use sandtable::tools::disk::Disk;
use sandtable::workspace::{Effort, Workspace};

use crate::harness::drawn;

/// Ways to make a line unreadable.
const BREAKS: [fn(&str) -> String; 4] = [
    |line| format!("{line} ?!"),
    |line| line.replacen('(', "", 1),
    |line| line.replacen(['=', ':', '|'], "", 1),
    |line| {
        let word = line.split_whitespace().next().unwrap_or_default();
        line.replacen(word, "xqz", 1)
    },
];

/// The books have no findings; so whatever is found of one with a broken line is that line, or follows from it.
#[test]
fn a_broken_line_of_a_sound_book_gives_only_its_own_finding() {
    let every: usize = std::env::var("EVERY").map_or(97, |every| every.parse().unwrap());
    let mut wrong = Vec::new();
    let mut n_broken = 0;
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    for name in ["hellion", "hex-command-mechanized", "hgs-house-rules"] {
        let mut workspace = Workspace::new(Disk);
        let path = rules.join(name);
        let path = path.to_str().unwrap();
        let bundle = workspace.load(path).unwrap();
        let mut n_lines = 0;
        for file in bundle.rule_files() {
            let file = bundle.sources.get(file).unwrap();
            let lines: Vec<&str> = file.text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                n_lines += 1;
                if line.trim().is_empty() || line.trim().starts_with('#') || n_lines % every != 0 {
                    continue;
                }
                let broken = BREAKS[n_lines / every % BREAKS.len()](line);
                let mut changed = lines.clone();
                changed[number] = &broken;
                workspace.set(&file.name, changed.join("\n"));
                let analysis = workspace.analyse(path, &[], Effort::None);
                workspace.unset(&file.name);
                let diagnostics = analysis.diagnostics();
                let is_syntax = |number: &str| number.starts_with("E01");
                let (own, others): (Vec<_>, Vec<_>) = diagnostics
                    .iter()
                    .partition(|finding| is_syntax(finding.code.number()));
                if own.is_empty() {
                    continue;
                }
                n_broken += 1;
                if !others.is_empty() {
                    let found = drawn(others.into_iter(), analysis.sources());
                    wrong.push(format!("{}:{}: {broken}\n{found}", file.name, number + 1));
                }
            }
        }
    }
    assert!(n_broken >= 20, "only {n_broken} lines were broken");
    assert!(
        wrong.is_empty(),
        "{} of {n_broken}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
