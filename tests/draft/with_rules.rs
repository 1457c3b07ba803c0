//! A manuscript in Markdown keeps its findings when rules are written into it.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use sandtable::diagnostic::{Code, Diagnostics};
use sandtable::draft::Manuscript;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

use super::blocks;
use crate::files::files_below;

const RULES: &str = "\n\n```rules\nruleset page \"Page\"\n\nroll luck \"Luck\" -> good, bad\n  good when d6 >= 5\n  bad otherwise\n```\n";

/// Code and message of each finding and note about the prose.
fn of_prose(found: &Diagnostics) -> BTreeSet<(&'static str, String)> {
    let all = found.iter().chain(found.notes());
    let all = all.map(|finding| (finding.code.number(), finding.message.to_string()));
    all.filter(|(code, _)| code.starts_with("E07")).collect()
}

fn alone(text: &str) -> BTreeSet<(&'static str, String)> {
    let mut manuscript = Manuscript::read([("page.md", text.as_bytes())]);
    manuscript.check();
    of_prose(&manuscript.diagnostics)
}

fn with_rules(text: &str) -> Diagnostics {
    let memory: Memory = [("page.md".to_owned(), format!("{text}{RULES}"))]
        .into_iter()
        .collect();
    let analysis = Workspace::new(memory).analyse("page.md", &[], Effort::None);
    assert!(!analysis.diagnostics().has_errors());
    analysis.diagnostics().clone()
}

/// A block of rules, which says nothing, before each paragraph, heading and table, but not between a table and its caption.
fn interleaved(text: &str) -> String {
    let block = "```rules\n# a note\n```\n\n";
    let mut parts = text.split("\n\n");
    let mut before = parts.next().unwrap();
    let mut whole = before.to_owned();
    for part in parts {
        whole.push_str("\n\n");
        let is_begun =
            part.starts_with(|letter: char| letter.is_ascii_uppercase() || "|#".contains(letter));
        if is_begun
            && !(part.starts_with('|') && before.trim_start_matches('*').starts_with("Table"))
        {
            whole.push_str(block);
        }
        whole.push_str(part);
        before = part;
    }
    whole
}

/// The examples of all pages and all cases: with a block of rules at the end, or many between, they have the findings that they have without.
#[test]
fn rules_take_no_finding_away() {
    let pages = Code::ALL.iter().flat_map(|code| blocks(*code));
    let mut texts: Vec<String> = pages.map(str::to_owned).collect();
    let cases = files_below("tests/draft", &[".md"]);
    texts.extend(cases.iter().map(|path| fs::read_to_string(path).unwrap()));
    let mut n_found = 0;
    for text in texts {
        let (before, after) = (alone(&text), of_prose(&with_rules(&text)));
        assert_eq!(before, after, "{text}");
        assert_eq!(before, alone(&interleaved(&text)), "{text}");
        n_found += before.len();
    }
    // The pages alone have more than twenty codes about prose.
    assert!(n_found > 20, "{n_found}");
}

const GAP: &str = "# 1 Fire\n\nRoll a d6 and read the table.\n\n| d6 | Result |\n| --- | --- |\n| 1-2 | miss |\n| 4-6 | hit |\n";

fn codes(found: &Diagnostics) -> Vec<&'static str> {
    let codes = found.iter().map(|finding| finding.code.number());
    codes.filter(|code| *code != "E0620").collect()
}

#[test]
fn a_comment_allows_a_finding_and_one_without_is_told() {
    assert_eq!(codes(&with_rules(GAP)), ["E0706"]);
    let allowed = GAP.replace("Roll", "<!-- allow E0706: a 3 has no effect -->\n\nRoll");
    let found = with_rules(&allowed);
    assert_eq!(codes(&found), Vec::<&str>::new());
    assert_eq!(found.allowed().len(), 1);
    let idle = allowed.replace("| 4-6 |", "| 3-6 |");
    assert_eq!(codes(&with_rules(&idle)), ["E0640"]);
    // Nothing is compared here, so that nobody can know whether this one is needed.
    let other = GAP.replace("| 4-6 |", "| 3-6 |").replace(
        "Roll",
        "<!-- allow E0731: the advanced game differs -->\n\nRoll",
    );
    assert_eq!(codes(&with_rules(&other)), Vec::<&str>::new());
}

/// Runs `check` on a folder of two chapters, the second of which has rules.
fn check_of_chapters(name: &str, first: &str, second: &str) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("1-moving.md"), first).unwrap();
    fs::write(folder.join("2-fire.md"), format!("{second}{RULES}")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["check", ".", "--format", "json"])
        .current_dir(&folder)
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = document["findings"].as_array().unwrap().iter();
    let found = findings.map(|finding| {
        let code = finding["code"].as_str().unwrap();
        let file = finding["labels"][0]["file"].as_str().unwrap();
        format!("{code} {}", file.trim_start_matches("./"))
    });
    found.filter(|found| !found.starts_with("E0620")).collect()
}

#[test]
fn chapters_with_rules_are_checked_as_part_of_the_whole() {
    let first = "# 1 Moving\n\nSee section 2.1.\n";
    let second = "# 2 Fire\n\n## 2.1 Range\n\nSee section 1.\n\n## 2.2 Cover\n\nHide.\n\n## 2.3 Smoke\n\nCough.\n";
    assert_eq!(
        check_of_chapters("whole", first, second),
        Vec::<String>::new()
    );
    let found = check_of_chapters("part", &first.replace("2.1", "2.4"), second);
    assert_eq!(found, ["E0701 1-moving.md"]);
    let broken = second.replace("See section 1.", "See section 2.7.");
    assert_eq!(
        check_of_chapters("other", first, &broken),
        ["E0701 2-fire.md"]
    );
}

/// In the whole section 2.7 is missing and 2.2 is not; in the second chapter by itself both references of the first are unknown.
#[test]
fn allowances_of_chapters_are_judged_for_the_whole() {
    let allow = "<!-- allow E0701: it comes with the next book -->\n\n";
    let first = "# 1 Moving\n\nSee section 2.1.\n";
    let second = "# 2 Fire\n\n## 2.1 Range\n\nAim.\n\n## 2.2 Cover\n\nHide.\n\n## 2.3 Smoke\n\nSee section 2.7.\n";
    let used = second.replace("See section", &format!("{allow}See section"));
    assert_eq!(
        check_of_chapters("allowed", first, &used),
        Vec::<String>::new()
    );
    let idle = used.replace("2.7", "2.2");
    assert_eq!(check_of_chapters("idle", first, &idle), ["E0640 2-fire.md"]);
    // By itself the second chapter has no section 1; the whole has one, so that the allowance is not needed.
    let needless = format!(
        "# 2 Fire\n\n## 2.1 Range\n\n{allow}See section 1.\n\n## 2.2 Cover\n\nHide.\n\n## 2.3 Smoke\n\nCough.\n"
    );
    assert_eq!(
        check_of_chapters("needless", first, &needless),
        ["E0640 2-fire.md"]
    );
}
