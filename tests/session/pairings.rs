//! Rolls that are certain for some pairs of units that a scenario puts against each other.

use sandtable::session::scenarios::check_scenarios;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = "ruleset test
  sides red, blue

kind side \"Side\"

kind tank \"Tank\"
  gun     0..9
  armour  0..9
  track   hits: 0..9

roll shot \"Shot\" (firer: tank, target: tank) -> bounce, kill
  kill when d6 + firer.gun >= target.armour
  bounce otherwise

action fire \"Fire\" (firer: tank, target: tank)
  if shot(firer, target) is kill: destroy target

sequence turn \"Turn\"
  each firer: tank
    each target: tank where target.side is not firer.side: fire(firer, target)

sequence battle \"Battle\"
  repeat 3 times: turn()
  end game
";

const UNITS: &str = "[tank.light]
name = \"Light\"
gun = 1
armour = 4
[tank.medium]
name = \"Medium\"
gun = 2
armour = 6
[tank.heavy]
name = \"Heavy\"
gun = 3
armour = 8
";

/// The messages about pairs of a scenario with a unit of each side.
fn pairs(red: &[&str], blue: &[&str]) -> Vec<String> {
    let mut scenario = "rules = \"test\"\nplay = \"battle\"\n".to_owned();
    for (side, units) in [("red", red), ("blue", blue)] {
        for (at, unit) in units.iter().enumerate() {
            scenario.push_str(&format!(
                "[unit.{side}-{at}]\nis = \"{unit}\"\nside = \"{side}\"\n"
            ));
        }
    }
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/test/test.rules", RULES);
    workspace.set("units/test/test.toml", UNITS);
    workspace.set("units/test/scenarios/first.toml", scenario.as_str());
    let analysis = workspace.analyse("test", &[], Effort::None);
    let (mut sources, mut found) = (analysis.sources().clone(), Default::default());
    assert!(!analysis.diagnostics().has_errors());
    check_scenarios(&workspace, &analysis, &mut sources, &mut found);
    let notes = found.notes().iter();
    let notes = notes.filter(|one| one.code.number() == "E0651");
    notes.map(|one| one.message.to_string()).collect()
}

/// 6 + 1 is less than 8; the heavy tank needs 1 or more against the light one: 1 + 3 is 4.
#[test]
fn a_tank_that_cannot_be_hurt_is_reported() {
    let found = pairs(&["light", "medium"], &["heavy"]);
    let expected = [
        "`shot` of Light against Heavy is always bounce, whatever the dice show",
        "`shot` of Heavy against Light is always kill, whatever the dice show",
    ];
    assert_eq!(found, expected);
}

/// Light needs 5 of the die, medium 2: 6 - 1 and 4 - 2. None is on both sides.
#[test]
fn pairs_for_which_the_dice_decide_are_fine() {
    assert_eq!(pairs(&["light"], &["medium"]), [""; 0]);
    // Two of one side never meet.
    assert_eq!(pairs(&["light", "heavy"], &[]), [""; 0]);
}
