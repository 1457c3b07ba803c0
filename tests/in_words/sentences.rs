//! Sentences for constructs that the check reduces to others: the words say what was written.

use sandtable::present::words::{Block, rulebook_of};
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

/// The sentences of a rule of a ruleset, by its anchor.
fn sentences(rules: &str, anchor: &str) -> String {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/test/test.rules", rules);
    workspace.set("units/test/test.toml", "[ship.sloop]\n");
    let analysis = workspace.analyse("test", &[], Effort::None);
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:?}",
        analysis.diagnostics()
    );
    let book = rulebook_of(&analysis);
    let rules = book.sections.iter().flat_map(|section| &section.rules);
    let rule = rules
        .into_iter()
        .find(|rule| rule.anchor == anchor)
        .unwrap();
    let mut texts = Vec::new();
    for block in &rule.blocks {
        let mut block: Block = block.clone();
        block.walk_mut(&mut |text| texts.push(text.plain()));
    }
    texts.join(" ")
}

const PLOTS: &str = "ruleset test \"Test\"
  sides red \"Red\", blue \"Blue\"

scale slot: one < two < three

scale step \"Step of a plot\": early < late

kind side \"Side\"

kind ship \"Ship\"
  track  plan (slot): stay or ahead or port
  track  hit (slot): yes or no \"Hit in a step\"
  track  moves: 0..9

action adjust \"Adjustments\" (side)
  each ship where ship.side is side: set ship.moves to 0

action execute \"Execution\" (ship)
  each slot
    if ship.plan(slot) is ahead: add 1 to ship.moves
    if ship.hit(slot): take 1 from ship.moves
    set ship.plan(slot) to stay
  each leg: step: add 1 to ship.moves

sequence turn \"Turn\"
  each side: adjust(side)
  each ship: execute(ship)
";

#[test]
fn the_words_of_a_scale_are_taken_in_turn() {
    let text = sentences(PLOTS, "action-execute");
    assert!(
        text.contains("For each slot from one to three in turn"),
        "{text}"
    );
    assert!(
        text.contains("or each step of a plot from early to late in turn, called the leg, add 1 to the ship’s moves"),
        "{text}"
    );
}

#[test]
fn a_track_by_word_is_read_and_set_for_its_word() {
    let text = sentences(PLOTS, "action-execute");
    assert!(
        text.contains("the ship’s plan for the slot is ahead"),
        "{text}"
    );
    assert!(
        text.contains("et the ship’s plan for the slot to stay"),
        "{text}"
    );
    assert!(text.contains("Hit in a step"), "{text}");
    for chain in ["or else", "(one)", ", one", "It depends on"] {
        assert!(!text.contains(chain), "{chain}: {text}");
    }
}

#[test]
fn a_title_in_the_plural_is_no_verb() {
    let text = sentences(PLOTS, "sequence-turn");
    assert!(text.contains("carry out “Adjustments”"), "{text}");
    assert!(!text.contains("the side adjustments"), "{text}");
}

/// Each row of `cases` names the unit that it is about.
#[test]
fn rows_of_cases_name_their_own_units() {
    let mut workspace = Workspace::new(Memory::default());
    let rules = "ruleset test \"Test\"

kind man \"Man\"
  speed  1..9
  track  tired: yes or no

formula pace \"Pace\" (man) -> 0..9
  result man.speed - (1 if man.tired otherwise 0)

action march (man)
  set man.tired to pace(man) > 3

example \"Paces\"
  run  pace
  cases
    man | given man.tired | pace
    ann | yes             | 3
    bob | yes             | 5
    bob | no              | 6
";
    workspace.set("rules/test/test.rules", rules);
    let units = "[man.ann]\nname = \"Ann\"\nspeed = 4\n[man.bob]\nname = \"Bob\"\nspeed = 6\n";
    workspace.set("units/test/test.toml", units);
    let analysis = workspace.analyse("test", &[], Effort::None);
    let book = rulebook_of(&analysis);
    let mut texts = Vec::new();
    for example in book.sections.iter().flat_map(|section| &section.examples) {
        for block in &example.blocks {
            let mut block = block.clone();
            block.walk_mut(&mut |text| texts.push(text.plain()));
        }
    }
    let told = texts.join("\n");
    assert!(told.contains("Bob begins with “tired”"), "{told}");
    let rows: Vec<&str> = told.lines().filter(|line| line.contains("Bob")).collect();
    assert_eq!(rows.len(), 2, "{told}");
    assert!(rows.iter().all(|row| !row.contains("Ann")), "{told}");
}
