//! Actions that the game of a scenario leaves out.

use sandtable::workspace::{Effort, Workspace};

const RULES: &str = r#"ruleset test "Test"
  sides red "Red", blue "Blue"

kind side "Side"
  track points: 0..9

kind squad "Squad"
  men   1..9
  track hits: 0..9

action count-points "Points" (side)
  add 1 to side.points

action rout "Routs" (squad)
  set squad.hits to 9

action volley "Volley" (squad)
  set squad.hits to 1

sequence battle "Battle"
  repeat 3 times
    each squad where squad.hits < squad.men
      if d6 >= 4: add 1 to squad.hits
  if red.points > blue.points: end game won by red
  if blue.points > red.points: end game won by blue
  end game

example "Points"
  given   side = red
  run     count-points
  expect  side.points = 1

example "A volley"
  given   squad = rifles
  run     volley
  expect  squad.hits = 1
"#;

/// The warnings that an action is left out, with the rules and a scenario.
fn left_out(rules: &str, scenario: &str) -> Vec<String> {
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", rules);
    workspace.set("units/test/test.toml", "[squad.rifles]\nmen = 4\n");
    workspace.set("units/test/scenarios/one.toml", scenario);
    let analysis = workspace.analyse("test", &[], Effort::None);
    let found = analysis.diagnostics().iter();
    found
        .filter(|finding| {
            finding.code.number() == "E0624"
                && finding.confidence != sandtable::diagnostic::Confidence::Possible
        })
        .map(|finding| finding.message.to_string())
        .collect()
}

const SCENARIO: &str =
    "rules = \"test\"\nplay = \"battle\"\n[side.red]\n[side.blue]\n[squad.rifles]\n";

/// Nothing else changes the points that the game compares; the others may be run by themselves.
#[test]
fn an_action_is_left_out_that_the_game_waits_for() {
    let found = left_out(RULES, SCENARIO);
    let [points] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(points.contains("`count-points`") && points.contains("`points` never changes"));
}

#[test]
fn called_actions_and_points_of_a_scenario_are_fine() {
    let rules = RULES.replace(
        "  if red.points >",
        "  each side: count-points(side)\n  if red.points >",
    );
    assert_eq!(left_out(&rules, SCENARIO), Vec::<String>::new());
    let given = SCENARIO.replace("[side.red]", "[side.red]\npoints = 2");
    assert_eq!(left_out(RULES, &given), Vec::<String>::new());
}

/// Rule 7 is cited elsewhere, so it is followed; but nothing else carries out the flight.
#[test]
fn an_action_is_left_out_with_those_that_only_it_calls() {
    let chain = |cited: &str| {
        format!(
            "{RULES}\naction aftermath \"After the battle\"{cited}\n  each squad where squad.hits > 0: flee(squad)\n\n\
            action flee \"Flees\" (squad)\n  set squad.hits to 0\n"
        )
        .replacen("sequence battle \"Battle\"", "sequence battle \"Battle\" [7]", 1)
        .replacen("  if red.points >", "  each side: count-points(side)\n  if red.points >", 1)
    };
    let found = left_out(&chain(" [7]"), SCENARIO);
    let [aftermath] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert!(aftermath.contains("`aftermath`") && aftermath.contains("`flee`"));
    // Without a citation it may be a tool of the author.
    assert_eq!(left_out(&chain(""), SCENARIO), Vec::<String>::new());
}
