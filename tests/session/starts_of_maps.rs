//! Findings about the map of a scenario: what ends of the game count on it, its rows, and what it measures.

use std::collections::BTreeSet;

use sandtable::session::scenarios::check_scenarios;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = r#"ruleset test "Test"
  board hexes
  sides red, blue

kind side "Side"
  home-row 1..9

kind hex "Hex"
  traits crown
  track holder: side or none

kind gun "Gun"
  always on the map
  worth 1..3
  track hits: 0..9

fact range "Range" (firer: gun, target: gun): 0..40 hexes
  in play = distance(firer, target)

formula crowns-of "Crowns" (side) -> 0..9
  result (number of spot: place where spot has crown and spot.holder is side) limited to 0..9

formula strength "Strength" (side) -> 0..20
  result (total of gun.worth for each gun where gun.side is side) limited to 0..20

action march "Marches" (gun)
  choose goal: place within 1 of gun by gun.side, worth 1 if goal.holder is not gun.side otherwise 0
  set gun.at to goal
  set goal.holder to gun.side

action shoot "Shoots" (firer: gun, target: gun)
  needs range(firer, target) <= 2 "a target within 2 hexes"
  if d6 >= 4: add 1 to target.hits
  if target.hits >= 2: destroy target

sequence battle "Battle"
  repeat 6 times
    each gun: march(gun)
    each gun where gun.at.row = gun.side.home-row: add 1 to gun.hits
    each gun
      choose target: gun or none where target.side is not gun.side and can shoot(gun, target) by gun.side, worth 1
      if target is not none: shoot(gun, target)
    if any side where crowns-of(side) >= 2: end game won by first side where crowns-of(side) >= 2
    each side: if strength(side) > 3 and any gun where gun.hits > 0: end game won by side
  end game
"#;

const UNITS: &str = r#"
[side.red]
home-row = 1

[side.blue]
home-row = 3

[gun.big]
worth = 2
"#;

const MAP: &str = r#"
layout = "pointy"
hexes = """
* . . .
 . . . .
. . . *
"""
[legend]
"." = {}
"*" = { traits = ["crown"] }
"#;

const SCENARIO: &str = r#"name = "Test"
rules = "test"
play = "battle"
map = "here"

[unit.a]
is = "big"
side = "red"
at = "A1"

[unit.b]
is = "big"
side = "red"
at = "B1"

[unit.c]
is = "big"
side = "blue"
at = "C4"

[unit.d]
is = "big"
side = "blue"
at = "C3"
"#;

/// The codes of the scenario, in whose files each first text is replaced by the second.
fn codes(changes: &[(&str, &str)]) -> BTreeSet<&'static str> {
    let mut texts = [RULES, UNITS, SCENARIO].map(str::to_owned);
    for (from, to) in changes {
        let text = texts.iter_mut().find(|text| text.contains(from)).unwrap();
        *text = text.replace(from, to);
    }
    let [rules, units, scenario] = texts;
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", rules.as_str());
    workspace.set("units/test/test.toml", units.as_str());
    workspace.set("units/test/maps/here.toml", MAP);
    workspace.set("units/test/scenarios/test.toml", scenario.as_str());
    let analysis = workspace.analyse("test", &[], Effort::None);
    let (mut sources, mut found) = (analysis.sources().clone(), Default::default());
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:?}",
        analysis.diagnostics()
    );
    check_scenarios(&workspace, &analysis, &mut sources, &mut found);
    found.iter().map(|finding| finding.code.number()).collect()
}

fn only(code: &'static str) -> BTreeSet<&'static str> {
    BTreeSet::from([code])
}

#[test]
fn a_sound_map_has_no_findings() {
    assert_eq!(codes(&[]), BTreeSet::new());
}

/// The map has two crowns.
#[test]
fn an_end_that_counts_more_places_than_there_are_is_reported() {
    assert_eq!(codes(&[("(side) >= 2", "(side) >= 3")]), only("E0562"));
    // Beside another end that can be met.
    let named = [(
        "if any side where crowns-of(side) >= 2: end",
        "enough = crowns-of(red) > 2\n    if enough or crowns-of(blue) > 1: end",
    )];
    assert_eq!(codes(&named), only("E0562"));
    // Fewer than all is another question.
    let fewer = [(
        "if any side where crowns-of(side) >= 2: end",
        "if crowns-of(red) < 3 and crowns-of(blue) < 3: end",
    )];
    assert!(!codes(&fewer).contains("E0562"));
}

/// Two guns of a side are worth 4.
#[test]
fn an_end_that_counts_more_than_all_pieces_are_worth_is_reported() {
    assert_eq!(
        codes(&[("strength(side) > 3", "strength(side) > 4")]),
        only("E0562")
    );
    assert_eq!(
        codes(&[("strength(side) > 3", "strength(side) >= 4")]),
        BTreeSet::new()
    );
    // With another gun in the scenario.
    let more = [
        ("strength(side) > 3", "strength(side) > 4"),
        (
            "[unit.d]",
            "[unit.e]\nis = \"big\"\nside = \"blue\"\nat = \"C2\"\n\n[unit.d]",
        ),
    ];
    assert_eq!(codes(&more), BTreeSet::new());
    // A rule that changes sides gives one of them all guns.
    let more = [
        ("strength(side) > 3", "strength(side) > 4"),
        (
            "if target.hits >= 2: destroy target",
            "if target.hits >= 2: set target.side to firer.side",
        ),
    ];
    assert_eq!(codes(&more), BTreeSet::new());
}

#[test]
fn a_row_that_the_map_has_not_is_reported() {
    assert_eq!(codes(&[("home-row = 3", "home-row = 8")]), only("E0564"));
    let number = |row: u32| format!("gun.at.row = {row}");
    let (third, fifth) = (number(3), number(5));
    let by_number = |row: &str| codes(&[("gun.at.row = gun.side.home-row", row)]);
    assert!(by_number(&fifth).contains("E0564"));
    assert!(!by_number(&third).contains("E0564"));
    // East of a column there may be nothing on a small map.
    assert!(!by_number("gun.at.column > 12").contains("E0564"));
}

#[test]
fn a_range_that_a_scenario_fixes_is_reported_if_the_map_measures_it() {
    let fixed = ("map = \"here\"\n", "map = \"here\"\n\n[facts]\nrange = 2\n");
    assert_eq!(codes(&[fixed]), only("E0626"));
    let single = (
        "map = \"here\"\n",
        "map = \"here\"\n\n[facts]\nrange = [{ about = [\"a\", \"c\"], is = 2 }]\n",
    );
    assert_eq!(codes(&[single]), BTreeSet::new());
    // The players measure it.
    let by_players = ("\n  in play = distance(firer, target)", "");
    assert_eq!(codes(&[fixed, by_players]), BTreeSet::new());
}
