//! A line that cannot be read has its own finding, and nothing is said that only follows from it.

use std::path::Path;

use sandtable::tools::disk::Disk;
use sandtable::workspace::{Effort, Workspace};

use crate::harness::{Beside, checked_texts, drawn};

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

/// The messages of findings in a rule file, without those about its syntax.
fn further(rules: &str) -> Vec<String> {
    let (found, _) = checked_texts("broken.rules", rules, Beside::default());
    let further = found
        .iter()
        .filter(|finding| !finding.code.number().starts_with("E01"));
    assert!(further.clone().count() < found.len(), "no line is broken");
    further.map(|finding| finding.message.to_string()).collect()
}

#[test]
fn a_word_of_a_broken_line_hides_no_other_finding() {
    let rules = "ruleset test \"Test\"

kind gun \"Gun\"
  shells  ap or he ?!
  track   hits: 0..4

roll loaded \"Loaded\" (gun) -> 0..3
  result 1 if gun.shells is he otherwise 2

roll counted \"Counted\" () -> 1..9
  shells = d6
  result shells + stray
";
    assert_eq!(further(rules), ["there is no `stray` here"]);
}

#[test]
fn a_variant_is_not_told_that_a_broken_declaration_is_missing() {
    let rules = "ruleset base \"Base\"

kind gun \"Gun\"
  track hits: 0..4

table save (range: 0..9) -> 0..9 ?!
  range | result
  0-9   | 5

action fire \"Fire\" (target: gun)
  add save(3) to target.hits

variant night \"Night\" of base

amend table save
  replace row 0-9 | 4

amend table saves
  replace row 0-9 | 4
";
    assert_eq!(further(rules), ["the base has no table `saves`"]);
}

#[test]
fn names_of_what_a_variant_cannot_change_are_no_further_findings() {
    let rules = "ruleset base \"Base\"

kind gun \"Gun\"
  track hits: 0..4

roll shot \"Shot\" (gun) -> 0..9 ?!
  result d6

variant night \"Night\" of base

amend kind gun
  add track smoke: 0..4

amend roll shot
  add at start
    stop

replace roll shott \"Shot\" (gun) -> blast, dud
  blast when d6 > 3
  dud   otherwise

action fire \"Fire\" (target: gun)
  if shott(target) is blast: add 1 to target.smoke
";
    assert_eq!(further(rules), ["the base has no roll `shott`"]);
}
