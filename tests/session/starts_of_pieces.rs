//! Findings about pieces of a scenario: places, arrivals, what others of their kind have, and directions of the game.

use std::collections::BTreeSet;

use sandtable::session::scenarios::check_scenarios;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = r#"ruleset test "Test"
  board hexes
  facings hexsides
  sides red, blue

kind side "Side"
  track points: 0..99

kind game "Game"
  track turn: 0..20
  track wind: direction, starts 90

kind force "Force"
  track oil: 0..9, starts 9

kind ship "Ship"
  due 0..20, default 0
  track sails-with: force or none

kind gate "Gate"
  always on the map

formula is-free (spot: place) -> yes or no
  result not any ship where ship.at is spot

action arrive "Arrives" (ship)
  if ship.at is not none or ship.due > game.turn: stop
  gate = first gate where gate.side is ship.side and is-free(gate.at)
  if gate is not none: set ship.at to gate.at

action sail "Sails" (ship)
  if ship.at is none: stop
  if ship.facing = game.wind or turned(ship.facing, 60) = game.wind: add 1 to ship.side.points
  next-hex = ahead(ship, ship.facing, 1)
  if next-hex is not none: set ship.at to next-hex
  company = ship.sails-with
  if company is not none: take 1 from company.oil

action count-up "Points"
  if red.points > blue.points and any force where force.oil > 0: end game won by red
  if blue.points > red.points: end game won by blue

sequence battle "Battle"
  repeat until game.turn = 6, at most 6 times
    add 1 to game.turn
    phase arrivals "Arrivals"
      each ship: arrive(ship)
    phase moves "Moves"
      each ship: sail(ship)
  count-up()
  end game
"#;

const UNITS: &str = r#"
[force.fleet]

[ship.sloop]

[ship.late-sloop]
due = 2

[gate.port]
"#;

const MAP: &str = r#"
layout = "pointy"
hexes = """
. . . . . . . .
 . . . . . . . .
. . . . . . . .
 . . . . . . . .
. . . . . . . .
 . . . . . . . .
"""

[legend]
"." = { name = "Sea" }
"#;

/// Four sloops on the map, one of blue that arrives in turn 2, and a gate of each side.
fn scenario() -> String {
    let mut text = String::from(
        "name = \"Test\"\nrules = \"test\"\nplay = \"battle\"\nmap = \"here\"\n\n[game]\nwind = 90\n\n[side.red]\n[side.blue]\n",
    );
    let mut unit = |name: &str, is: &str, side: &str, more: &str| {
        text.push_str(&format!(
            "\n[unit.{name}]\nis = \"{is}\"\nside = \"{side}\"\n{more}\n"
        ));
    };
    for side in ["red", "blue"] {
        unit(&format!("{side}-fleet"), "fleet", side, "");
    }
    let sloops = [
        ("r1", "red", "C2"),
        ("r2", "red", "C4"),
        ("b1", "blue", "F2"),
        ("b2", "blue", "F4"),
    ];
    for (name, side, at) in sloops {
        let more = format!("sails-with = \"{side}-fleet\"\nat = \"{at}\"\nfacing = 90");
        unit(name, "sloop", side, &more);
    }
    unit("b3", "late-sloop", "blue", "sails-with = \"blue-fleet\"");
    unit("red-port", "port", "red", "at = \"A1\"");
    unit("blue-port", "port", "blue", "at = \"E6\"");
    text
}

fn codes(rules: &str, change: (&str, &str)) -> BTreeSet<&'static str> {
    let found = found(rules, change);
    found.iter().map(|finding| finding.code.number()).collect()
}

fn notes(rules: &str, change: (&str, &str)) -> BTreeSet<&'static str> {
    let found = found(rules, change);
    let notes = found.notes().iter();
    notes.map(|finding| finding.code.number()).collect()
}

fn found(rules: &str, change: (&str, &str)) -> sandtable::diagnostic::Diagnostics {
    let scenario = scenario();
    assert!(scenario.contains(change.0), "{}", change.0);
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", rules);
    workspace.set("units/test/test.toml", UNITS);
    workspace.set("units/test/maps/here.toml", MAP);
    let scenario = scenario.replacen(change.0, change.1, 1);
    workspace.set("units/test/scenarios/test.toml", scenario.as_str());
    let analysis = workspace.analyse("test", &[], Effort::None);
    let (mut sources, mut found) = (analysis.sources().clone(), Default::default());
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:?}",
        analysis.diagnostics()
    );
    check_scenarios(&workspace, &analysis, &mut sources, &mut found);
    found
}

fn only(code: &'static str) -> BTreeSet<&'static str> {
    BTreeSet::from([code])
}

#[test]
fn a_sound_start_of_pieces_has_no_findings() {
    assert_eq!(codes(RULES, ("wind = 90", "wind = 150")), BTreeSet::new());
}

/// Hexsides are at 30, 90, 150 and so on, or at 0, 60, 120: 100 is none of either.
#[test]
fn a_wind_that_no_piece_can_face_is_reported() {
    assert_eq!(codes(RULES, ("wind = 90", "wind = 100")), only("E0569"));
    // Measured, not compared with a facing: any direction will do.
    let measured = RULES.replace(
        "ship.facing = game.wind or turned(ship.facing, 60) = game.wind",
        "turned(game.wind, 60) != 0",
    );
    assert_eq!(
        codes(&measured, ("wind = 90", "wind = 100")),
        BTreeSet::new()
    );
}

/// One of five ships lacks what four have.
#[test]
fn a_ship_without_what_all_others_have_is_reported() {
    let without_force = ("sails-with = \"red-fleet\"\nat = \"C4\"", "at = \"C4\"");
    assert_eq!(codes(RULES, without_force), only("E0568"));
    let without_facing = ("at = \"F2\"\nfacing = 90", "at = \"F2\"");
    assert_eq!(codes(RULES, without_facing), only("E0568"));
    // A rule that gives it later lets any ship begin without one.
    let joining = RULES.replace(
        "  company = ship.sails-with\n",
        "  set ship.sails-with to first force where force.side is ship.side\n  company = ship.sails-with\n",
    );
    assert_eq!(codes(&joining, without_force), BTreeSet::new());
}

/// The scenario without a force for `b3`, which might be carried by it.
const ALONE: (&str, &str) = (
    "sails-with = \"blue-fleet\"\n\n[unit.red-port]",
    "[unit.red-port]",
);

/// `b3` comes where the port of its side is; without that port it never comes.
#[test]
fn a_piece_that_can_never_arrive_is_reported() {
    let both = format!(
        "{}\nis = \"port\"\nside = \"red\"\nat = \"A1\"\n\n[unit.blue-port]\nis = \"port\"\nside = \"blue\"",
        ALONE.0
    );
    let ports = |side: &str| {
        format!(
            "{}\nis = \"port\"\nside = \"red\"\nat = \"A1\"\n\n[unit.blue-port]\nis = \"port\"\nside = \"{side}\"",
            ALONE.1
        )
    };
    assert!(codes(RULES, (&both, &ports("red"))).contains("E0564"));
    assert!(!codes(RULES, (&both, &ports("blue"))).contains("E0564"));
    // A rule that takes any port lets it arrive.
    let any = RULES.replace("gate.side is ship.side and ", "");
    assert!(!codes(&any, (&both, &ports("red"))).contains("E0564"));
}

/// With the condition the other way round, a rule only moves ships that are on the map: nothing brings `b3` there.
#[test]
fn a_piece_that_rules_never_put_on_the_map_is_reported() {
    let moved = RULES.replace(
        "if ship.at is not none or ship.due > game.turn: stop",
        "if ship.at is none or ship.due > game.turn: stop",
    );
    assert!(codes(&moved, ALONE).contains("E0564"));
    assert!(!codes(RULES, ALONE).contains("E0564"));
}

/// `b3` is due in turn 2, but a rule stops for ships without an `entry`.
#[test]
fn a_piece_without_the_hex_where_it_arrives_is_reported() {
    let rules = RULES
        .replace("  due 0..20, default 0\n", "  due 0..20, default 0\n  entry place, optional\n")
        .replace("gate = first gate where gate.side is ship.side and is-free(gate.at)", "gate = ship.entry")
        .replace("  if ship.at is not none or ship.due > game.turn: stop\n",
            "")
        .replace("if gate is not none: set ship.at to gate.at", "if gate is none: stop\n  set ship.at to gate")
        .replace("each ship: arrive(ship)", "each ship where ship.at is none and ship.due > 0 and ship.due <= game.turn: arrive(ship)");
    assert!(codes(&rules, ALONE).contains("E0564"));
    // The same as a requirement.
    let needs = rules.replace(
        "if gate is none: stop",
        "needs gate is not none \"an entry\"",
    );
    assert!(codes(&needs, ALONE).contains("E0564"));
    let with_entry = (ALONE.0, "entry = \"E6\"\n\n[unit.red-port]");
    assert!(!codes(&rules, with_entry).contains("E0564"));
    // Another rule can bring it on without one.
    let other = rules
        .replace(
            "    phase moves",
            "      each ship where ship.at is none and ship.due = 2: bring-in(ship)\n    phase moves",
        )
        .replace(
            "action sail",
            "action bring-in \"Comes in\" (ship)\n  gate = first gate where gate.side is ship.side\n  if gate is not none: set ship.at to gate.at\n\naction sail",
        );
    assert!(!codes(&other, ALONE).contains("E0564"));
    // So can one for all ships, which tests for itself whether a ship is on the map.
    let for_all = rules
        .replace("    phase moves", "      each ship: come-in(ship)\n    phase moves")
        .replace(
            "action sail",
            "action come-in \"Comes in\" (ship)\n  if ship.at is not none or ship.due > game.turn: stop\n  gate = first gate where gate.side is ship.side\n  if gate is not none: set ship.at to gate.at\n\naction sail",
        );
    assert!(!codes(&for_all, ALONE).contains("E0564"));
}

/// Red has three forces and three ships, of which two sail with the first force and none with the third.
#[test]
fn a_force_that_no_ship_names_while_two_name_another_is_noted() {
    let force = |name: &str| format!("\n[unit.red-{name}]\nis = \"fleet\"\nside = \"red\"\n");
    let ship = |name: &str, with: &str| {
        format!(
            "\n[unit.{name}]\nis = \"late-sloop\"\nside = \"red\"\nsails-with = \"red-{with}\"\n"
        )
    };
    let port = "\n[unit.red-port]";
    let three = [force("two"), force("three"), ship("r3", "two")].concat();
    let more = format!("{three}{port}");
    assert!(notes(RULES, (port, &more)).contains("E0568"));
    // With a ship for the third, the first force has two of four.
    let four = format!("{three}{}{port}", ship("r4", "three"));
    assert!(!notes(RULES, (port, &four)).contains("E0568"));
}
