//! A line that cannot be read has its own finding, and nothing is said that only follows from it.

use std::path::Path;

use sandtable::diagnostic::Diagnostics;
use sandtable::source::SourceMap;
use sandtable::workspace::analysis::checked;
use sandtable::workspace::load::{Bundle, load};

use crate::harness::drawn;

/// The same files, one of them changed.
fn with(bundle: &Bundle, changed: usize, text: &str) -> Bundle {
    let mut sources = SourceMap::default();
    for (at, (_, file)) in bundle.sources.files().enumerate() {
        let text = if at == changed { text } else { &file.text };
        sources.add(file.name.clone(), text);
    }
    Bundle {
        name: bundle.name.clone(),
        sources,
        rule_files: bundle.rule_files.clone(),
        unit_files: bundle.unit_files.clone(),
        index_file: bundle.index_file,
        layers: bundle.layers.clone(),
        map_files: bundle.map_files.clone(),
    }
}

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
        let bundle = load(rules.join(name).to_str().unwrap()).unwrap();
        let mut n_lines = 0;
        for (at, (id, file)) in bundle.sources.files().enumerate() {
            if !bundle.rule_files.contains(&id) {
                continue;
            }
            let lines: Vec<&str> = file.text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                n_lines += 1;
                if line.trim().is_empty() || line.trim().starts_with('#') || n_lines % every != 0 {
                    continue;
                }
                let broken = BREAKS[n_lines / every % BREAKS.len()](line);
                let mut changed = lines.clone();
                changed[number] = &broken;
                let text = changed.join("\n");
                let mut diagnostics = Diagnostics::default();
                let checked = checked(with(&bundle, at, &text), &mut diagnostics);
                let is_syntax = |number: &str| number.starts_with("E01");
                let (own, others): (Vec<_>, Vec<_>) = diagnostics
                    .iter()
                    .partition(|finding| is_syntax(finding.code.number()));
                if own.is_empty() {
                    continue;
                }
                n_broken += 1;
                if !others.is_empty() {
                    let found = drawn(others.into_iter(), &checked.bundle.sources);
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
