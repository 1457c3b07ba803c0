//! Renaming over rules and TOML, there and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable::diagnostic::{TextEdit, edited};
use sandtable::workspace::editor::kept;
use sandtable::workspace::{Analysis, Effort, Workspace};

use super::{at, books, small};

/// The texts of a ruleset by their paths.
fn texts(analysis: &Analysis) -> BTreeMap<String, String> {
    let files = analysis.sources().files();
    files
        .map(|(_, file)| (file.name.clone(), file.text.to_string()))
        .collect()
}

/// Lays edited texts over the files, and checks them again.
fn apply(
    workspace: &mut Workspace,
    analysis: &Analysis,
    name: &str,
    edits: &[TextEdit],
) -> Arc<Analysis> {
    for (id, file) in analysis.sources().files() {
        workspace.set(&file.name, edited(&file.text, id, edits));
    }
    workspace.analyse(name, &[], Effort::None)
}

/// Renames the name at a text of a file, and back; the book is clean in between, and afterwards as it was.
fn there_and_back(name: &str, ending: &str, place: &str, old: &str, new: &str) {
    let mut workspace = books();
    let before = workspace.analyse(name, &[], Effort::None);
    assert!(before.diagnostics().is_empty(), "{name}");
    let (file, start) = at(&before, ending, place);
    let offset = start + place.find(old).unwrap();
    let edits = before.rename(file, offset, new).unwrap();
    assert!(edits.len() > 1, "{name}: {old} is used");
    let between = apply(&mut workspace, &before, name, &edits);
    let found = between.diagnostics().iter().map(|one| &one.message);
    assert!(
        between.diagnostics().is_empty(),
        "{name}: {:?}",
        found.collect::<Vec<_>>()
    );
    kept(before.symbol_index(), between.symbol_index(), &edits).unwrap();
    let changed = texts(&between);
    assert_ne!(changed, texts(&before));
    let back = between.rename(file, offset, old).unwrap();
    assert_eq!(back.len(), edits.len());
    let after = apply(&mut workspace, &between, name, &back);
    assert_eq!(texts(&after), texts(&before), "{name}: {old}");
}

#[test]
fn a_unit_is_renamed_in_units_examples_and_scenarios() {
    there_and_back(
        "pips",
        "units/pips/units.toml",
        "[combatant.riflemen]",
        "riflemen",
        "fusiliers",
    );
}

#[test]
fn a_weapon_is_renamed() {
    there_and_back(
        "pips",
        "units/pips/weapons.toml",
        ".grenades]",
        "grenades",
        "petards",
    );
}

#[test]
fn a_stat_is_renamed_in_rules_and_units() {
    there_and_back(
        "pips",
        "units/pips/units.toml",
        "armour = 0",
        "armour",
        "plating",
    );
}

#[test]
fn a_table_is_renamed() {
    there_and_back(
        "hex-command-mechanized",
        "rules/hex-command-mechanized/small-arms.rules",
        "table small-arms-need",
        "small-arms-need",
        "rifle-fire",
    );
}

#[test]
fn a_fact_is_renamed_with_the_parameters_that_take_its_type() {
    let rules = "ruleset small\n\nscale cover: open < woods\n\ntable save (cover) -> 2..6\n  cover | save\n  open  | 6\n  woods | 4\n";
    let (mut workspace, before) = small(rules, "");
    let (file, start) = at(&before, "book.rules", "cover:");
    let edits = before.rename(file, start, "shelter").unwrap();
    let after = apply(&mut workspace, &before, "small", &edits);
    assert!(!after.diagnostics().has_errors());
    let text = texts(&after).remove("rules/small/book.rules").unwrap();
    assert!(text.contains("scale shelter: open"), "{text}");
    assert!(text.contains("table save (cover: shelter)"), "{text}");
    assert!(text.contains("  cover | save"), "{text}");
}

#[test]
fn what_would_be_captured_is_refused() {
    let rules = "ruleset small\n\nkind squad\n  men 0..10\n\nfact cover \"Cover\": 0..3\n\nformula left (depth: 0..9) = depth - cover\n";
    let (mut workspace, analysis) = small(rules, "[squad.a]\nmen = 4\n");
    let (_, start) = at(&analysis, "book.rules", "cover");
    let mut renamed = |new: &str| {
        let place = ("rules/small/book.rules", start);
        workspace.rename("small", &[], place, new)
    };
    assert_eq!(renamed("shelter").unwrap().len(), 2);
    let refusal = renamed("depth").unwrap_err();
    assert_eq!(refusal.reason, "this name would mean something else");
    // The texts are as before.
    let again = workspace.analyse("small", &[], Effort::None);
    assert_eq!(texts(&again), texts(&analysis));
}

#[test]
fn what_would_clash_is_refused() {
    let rules = "ruleset small\n\nkind squad\n  men 0..10\n  track hits: 0..4\n\nformula strength (unit: squad) = unit.men - unit.hits\nformula half (unit: squad) = unit.men / 2 rounded down\n\nformula both (unit: squad) = strength(unit) + half(unit)\n";
    let (_, analysis) = small(rules, "[squad.a]\nmen = 4\n");
    let reason = |text: &str, new: &str| {
        let (file, start) = at(&analysis, "book.rules", text);
        analysis.rename(file, start, new).unwrap_err().reason
    };
    assert_eq!(
        reason("strength", "half"),
        "there is a formula `half` already"
    );
    assert_eq!(reason("men", "hits"), "there is a track `hits` already");
    assert_eq!(reason("strength", "if"), "`if` is a keyword");
    assert_eq!(
        reason("strength", "2nd"),
        "a name starts with a letter and has only letters, digits and hyphens"
    );
    assert_eq!(
        reason("small", "large"),
        "rename its file or folder instead"
    );
}

#[test]
fn a_renaming_that_captures_a_name_shows() {
    let rules = "ruleset small\n\nkind squad\n  men 0..10\n\nfact range (unit: squad): 0..10\n\nformula near (unit: squad) -> yes or no\n  far = unit.men\n  result range(unit) < far\n";
    let (mut workspace, before) = small(rules, "");
    let (file, start) = at(&before, "book.rules", "far =");
    let edits = before.rename(file, start, "range").unwrap();
    let after = apply(&mut workspace, &before, "small", &edits);
    let is_sound = !after.diagnostics().has_errors();
    let is_kept = kept(before.symbol_index(), after.symbol_index(), &edits).is_ok();
    assert!(
        is_sound && is_kept,
        "a call and a kept value are told apart by brackets"
    );
    let edits = before.rename(file, start, "unit").unwrap();
    let after = apply(&mut workspace, &before, "small", &edits);
    assert!(kept(before.symbol_index(), after.symbol_index(), &edits).is_err());
}
