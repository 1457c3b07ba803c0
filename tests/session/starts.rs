//! Findings in the start of a scenario, each with its opposite that stays silent.

use std::collections::BTreeSet;

use sandtable::session::scenarios::check_scenarios;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = r#"ruleset test "Test"
  board squares

kind side "Side"
  order 0..9, default 0
  track points: 0..99

kind game "Game"
  last 1..20, default 6
  goal 1..99, default 4
  track turn: 0..20

kind square "Square"
  traits sea

kind squad "Squad"
  speed 0..8
  due 0..20, default 0
  track spent: 0..8
  track superior: squad or none
  must  spent <= speed "no more steps than its speed"

kind mark "Objective"
  worth 1..3, default 1

formula march "Cost of a step" (squad, from: place, to: place) -> 1..3 or none
  if to has sea: result none
  result 1

action move "Moves" (squad)
  choose goal: place reached by march(squad) from squad within (squad.speed / 2 rounded down) - squad.spent by squad.side, worth 1 "where to"
  set squad.at to goal

action arrive "Arrives" (squad)
  needs squad is removed and squad.due > 0 and squad.due <= game.turn
  bring-in(squad)

action bring-in "Comes" (squad)
  add 1 to squad.spent

sequence battle "Battle"
  repeat until game.turn >= game.last, at most 20 times
    add 1 to game.turn
    phase moves "Moves"
      each side in order of side.order, lowest first
        each squad where squad.side is side: move(squad)
    phase score "Score"
      each side
        if any mark where any squad where squad.side is side and squad.at is mark.at: add 1 to side.points
        if side.points >= game.goal: end game won by side
  end game
"#;

const UNITS: &str = r#"
[squad.rifles]
speed = 4

[squad.wagon]
speed = 1

[mark.mill]
"#;

const MAP: &str = r#"
squares = """
. . . .
. . ~ .
. ~ . ~
. . ~ .
"""

[legend]
"." = { name = "Fields" }
"~" = { name = "Sea", traits = ["sea"] }
"#;

const SCENARIO: &str = r#"
name = "Test"
rules = "test"
play = "battle"
map = "here"

[game]
last = 6
goal = 4

[side.red]
order = 1

[side.blue]
order = 2

[unit.r1]
is = "rifles"
side = "red"
at = "A1"

[unit.r2]
is = "rifles"
side = "red"
superior = "r1"
at = "B1"

[unit.b1]
is = "rifles"
side = "blue"
at = "A4"

[unit.b2]
is = "rifles"
side = "blue"
superior = "b1"
at = "B4"

[unit.mill]
is = "mill"
side = "none"
at = "D1"
"#;

/// The codes of a scenario in which each first text is replaced by the second.
fn codes(changes: &[(&str, &str)]) -> BTreeSet<&'static str> {
    codes_by(RULES, changes)
}

/// The codes of the scenario by other rules.
fn codes_by(rules: &str, changes: &[(&str, &str)]) -> BTreeSet<&'static str> {
    let found = found_by(rules, changes);
    found.iter().map(|finding| finding.code.number()).collect()
}

fn notes_by(rules: &str, changes: &[(&str, &str)]) -> BTreeSet<&'static str> {
    let found = found_by(rules, changes);
    let notes = found.notes().iter();
    notes.map(|finding| finding.code.number()).collect()
}

fn found_by(rules: &str, changes: &[(&str, &str)]) -> sandtable::diagnostic::Diagnostics {
    let mut scenario = SCENARIO.to_owned();
    for (from, to) in changes {
        assert!(scenario.contains(from), "`{from}` is not in the scenario");
        scenario = scenario.replacen(from, to, 1);
    }
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", rules);
    workspace.set("units/test/test.toml", UNITS);
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
    found
}

fn only(code: &'static str) -> BTreeSet<&'static str> {
    BTreeSet::from([code])
}

#[test]
fn a_sound_start_has_no_findings() {
    assert_eq!(codes(&[]), BTreeSet::new());
}

#[test]
fn all_units_of_one_side_are_reported() {
    let all = [
        ("side = \"blue\"", "side = \"red\""),
        ("side = \"blue\"", "side = \"red\""),
    ];
    assert_eq!(codes(&all), only("E0560"));
}

#[test]
fn a_game_that_is_over_at_the_start_is_reported() {
    let late = ("last = 6", "last = 6\nturn = 6");
    assert_eq!(codes(&[late]), only("E0561"));
    let won = ("order = 1", "order = 1\npoints = 4");
    assert_eq!(codes(&[won]), only("E0561"));
    assert_eq!(
        codes(&[("last = 6", "last = 6\nturn = 2")]),
        BTreeSet::new()
    );
}

/// Five rounds from turn 0 end in turn 5, before turn 6; ten do not.
#[test]
fn a_loop_that_ends_before_the_last_turn_is_reported() {
    let rules = |most: &str| RULES.replace("at most 20 times", most);
    assert_eq!(codes_by(&rules("at most 5 times"), &[]), only("E0562"));
    assert_eq!(codes_by(&rules("at most 10 times"), &[]), BTreeSet::new());
}

/// From turn 0, 21 rounds end in turn 21, past the track of 0..20; from turn 2, so do 19.
#[test]
fn turns_past_the_end_of_their_track_are_reported() {
    let rules = |rounds: &str| {
        let until = "repeat until game.turn >= game.last, at most 20 times";
        RULES.replace(until, &format!("repeat {rounds} times"))
    };
    let begun = ("last = 6", "last = 6\nturn = 2");
    assert_eq!(codes_by(&rules("20"), &[]), BTreeSet::new());
    assert_eq!(codes_by(&rules("21"), &[]), only("E0562"));
    assert_eq!(codes_by(&rules("18"), &[begun]), BTreeSet::new());
    assert_eq!(codes_by(&rules("19"), &[begun]), only("E0562"));
    // A line that ends the game in a turn, and one that sets the track back.
    let ended = rules("40").replace(
        "  end game\n",
        "    if game.turn = 20: end game\n  end game\n",
    );
    assert_eq!(codes_by(&ended, &[]), BTreeSet::new());
    let set_back = rules("40").replace(
        "    add 1 to game.turn",
        "    if game.turn = 20: set game.turn to 0\n    add 1 to game.turn",
    );
    assert_eq!(codes_by(&set_back, &[]), BTreeSet::new());
}

/// 40 rounds end in turn 40, past the track of 0..20, unless the game ends in turn 20: by a call, a line of a list, a trigger, or a name.
#[test]
fn turns_that_end_the_game_in_another_rule_are_fine() {
    let until = "repeat until game.turn >= game.last, at most 20 times";
    let rules = |line: &str, rule: &str| {
        let round = format!("    add 1 to game.turn\n{line}");
        RULES
            .replace(until, "repeat 40 times")
            .replace("    add 1 to game.turn\n", &round)
            .replace("sequence battle", &format!("{rule}sequence battle"))
    };
    let finish = "action finish \"The end\" ()\n  end game\n\n";
    let trigger =
        "trigger last-turn \"Last turn\" (game)\n  when game.turn reaches 20: finish()\n\n";
    assert_eq!(codes_by(&rules("", ""), &[]), only("E0562"));
    for (line, rule) in [
        ("    if game.turn = 20: finish()\n", finish.to_owned()),
        (
            "    depending on game.turn\n      20: end game\n      otherwise: nothing\n",
            String::new(),
        ),
        ("", format!("{finish}{trigger}")),
        (
            "    now = game.turn\n    if now = 20: finish()\n",
            finish.to_owned(),
        ),
    ] {
        assert_eq!(
            codes_by(&rules(line, &rule), &[]),
            BTreeSet::new(),
            "{line}{rule}"
        );
    }
}

/// Each side is as tired as it can be after the third of six turns: 0..3.
#[test]
fn a_track_of_a_side_that_stays_at_its_end_is_fine() {
    let rules = RULES
        .replace("  track points: 0..99\n", "  track points: 0..99\n  track fatigue: 0..3\n")
        .replace(
            "    phase score",
            "    each side\n      if d6 > side.fatigue: add 1 to side.points\n      add 1 to side.fatigue\n    phase score",
        )
        .replace("repeat until game.turn >= game.last, at most 20 times", "repeat 6 times");
    assert_eq!(codes_by(&rules, &[]), BTreeSet::new());
}

/// All sides have no points at the start; five have been won when it is asked for the best.
#[test]
fn what_is_asked_after_a_loop_is_not_met_at_the_start() {
    let rules = |loop_: &str| {
        let tie = "  if (number of side where side.points = 0) > 1: end game\n  end game\n";
        let start = RULES.split("sequence battle").next().unwrap();
        format!(
            "{start}action win \"Wins\"\n  choose who: side at random\n  add 1 to who.points\n\n\
            sequence battle \"Battle\"\n{loop_}{tie}"
        )
    };
    let played = codes_by(&rules("  repeat 5 times: win()\n"), &[]);
    assert!(!played.contains("E0561"), "{played:?}");
    let at_once = codes_by(&rules(""), &[]);
    assert!(at_once.contains("E0561"), "{at_once:?}");
}

#[test]
fn arrivals_after_the_last_turn_are_reported() {
    let due = |turn: &str| format!("superior = \"b1\"\nremoved = true\ndue = {turn}");
    let late = due("7");
    let place = ("at = \"B4\"", "");
    assert_eq!(
        codes(&[("superior = \"b1\"", late.as_str()), place]),
        only("E0562")
    );
    let on_time = due("6");
    assert_eq!(
        codes(&[("superior = \"b1\"", on_time.as_str()), place]),
        BTreeSet::new()
    );
}

/// The rules with turns that have no phases.
fn rules_without_phases() -> String {
    let (head, turns) = RULES.split_once("sequence").unwrap();
    let turns = turns.lines().filter(|line| !line.starts_with("    phase"));
    let turns = turns.map(|line| match line.strip_prefix("      ") {
        Some(rest) => format!("    {rest}\n"),
        None => format!("{line}\n"),
    });
    format!("{head}sequence{}", turns.collect::<String>())
}

#[test]
fn arrivals_after_the_last_turn_are_reported_without_phases() {
    let rules = rules_without_phases();
    let due = |turn: u32| format!("superior = \"b1\"\nremoved = true\ndue = {turn}");
    let place = ("at = \"B4\"", "");
    let (late, on_time) = (due(7), due(6));
    let late = [("superior = \"b1\"", late.as_str()), place];
    let on_time = [("superior = \"b1\"", on_time.as_str()), place];
    assert_eq!(codes_by(&rules, &late), only("E0562"));
    assert_eq!(codes_by(&rules, &on_time), BTreeSet::new());
}

#[test]
fn a_unit_that_no_turn_lets_arrive_is_reported() {
    // Off the map, and the rules ask for `due > 0`; without a `due` it is 0.
    let rules = RULES.replace("needs squad is removed and", "needs squad.at is none and");
    let off = ("at = \"B4\"", "");
    let in_turn = |turn: u32| format!("superior = \"b1\"\ndue = {turn}");
    let (first, fourth) = (in_turn(0), in_turn(4));
    assert_eq!(codes_by(&rules, &[off]), only("E0562"));
    assert_eq!(
        codes_by(&rules, &[("superior = \"b1\"", &first), off]),
        only("E0562")
    );
    assert_eq!(
        codes_by(&rules, &[("superior = \"b1\"", &fourth), off]),
        BTreeSet::new()
    );
    // On the map, no turn is needed.
    assert_eq!(codes_by(&rules, &[]), BTreeSet::new());
}

#[test]
fn points_out_of_reach_are_reported() {
    // One point a turn in six turns: 6 can be reached, 7 cannot.
    assert_eq!(codes(&[("goal = 4", "goal = 7")]), only("E0562"));
    assert_eq!(codes(&[("goal = 4", "goal = 6")]), BTreeSet::new());
}

/// Two squads of a side with a speed of 4 are worth 8 together.
#[test]
fn an_end_that_the_loss_of_all_pieces_does_not_bring_is_reported() {
    let rules = |level: u32, more: &str| {
        let head = RULES.replace(
            "  track points: 0..99",
            "  track points: 0..99\n  track lost: 0..99",
        );
        format!(
            "{head}\ntrigger counts (squad)\n  when squad becomes destroyed: add squad.speed to squad.side.lost\n\n\
             trigger breaks (side)\n  when side.lost reaches {level}: end game won by side\n\n\
             action fire (squad)\n  if d6 = 6: destroy squad\n{more}"
        )
    };
    assert_eq!(codes_by(&rules(9, ""), &[]), only("E0562"));
    assert_eq!(codes_by(&rules(8, ""), &[]), BTreeSet::new());
    // Something else adds to it, too.
    let more = "\naction flee (squad)\n  add 1 to squad.side.lost\n";
    assert_eq!(codes_by(&rules(9, more), &[]), BTreeSet::new());
}

#[test]
fn two_sides_with_one_order_are_reported() {
    assert_eq!(codes(&[("order = 2", "order = 1")]), only("E0563"));
}

#[test]
fn a_unit_that_breaks_a_rule_of_its_kind_is_reported() {
    let spent = |n: u32| format!("superior = \"r1\"\nspent = {n}");
    let (most, more) = (spent(4), spent(5));
    assert!(codes(&[("superior = \"r1\"", more.as_str())]).contains("E0409"));
    assert!(!codes(&[("superior = \"r1\"", most.as_str())]).contains("E0409"));
    // A unit that is out of play breaks no condition.
    let gone = format!("{more}\ndestroyed = true");
    assert!(!codes(&[("superior = \"r1\"", gone.as_str())]).contains("E0409"));
}

#[test]
fn a_piece_that_is_nowhere_is_reported() {
    assert_eq!(codes(&[("at = \"D1\"", "")]), only("E0564"));
    assert_eq!(codes(&[("at = \"D1\"", "removed = true")]), BTreeSet::new());
}

/// A rule that moves only what has a place puts nothing on the map; one that gives it a place does.
#[test]
fn a_piece_that_rules_only_move_is_reported() {
    let action = "  choose goal: place reached";
    assert!(RULES.contains(action));
    let moving = RULES.replace(action, &format!("  if squad.at is none: stop\n{action}"));
    let without = [("at = \"A1\"", "")];
    assert!(codes_by(&moving, &without).contains("E0564"));
    let arriving = "  needs squad is removed and";
    assert!(moving.contains(arriving));
    let placing = moving.replace("  bring-in(squad)\n", "  bring-in(squad)\n  choose goal: place by squad.side, worth 1 \"where\"\n  set squad.at to goal\n");
    assert!(!codes_by(&placing, &without).contains("E0564"));
}

#[test]
fn a_piece_that_is_always_on_the_map_must_be_placed() {
    let mark = "kind mark \"Objective\"\n";
    assert!(RULES.contains(mark));
    let rules = RULES.replace(mark, &format!("{mark}  always on the map\n"));
    assert_eq!(codes_by(&rules, &[]), BTreeSet::new());
    assert_eq!(codes_by(&rules, &[("at = \"D1\"", "")]), only("E0402"));
    // Of other kinds, a piece can be off the map.
    assert_eq!(
        codes_by(&rules, &[("at = \"B4\"", "removed = true\ndue = 2")]),
        BTreeSet::new()
    );
}

#[test]
fn relations_to_itself_to_the_enemy_and_in_a_circle_are_reported() {
    assert_eq!(
        codes(&[("superior = \"r1\"", "superior = \"r2\"")]),
        only("E0565")
    );
    assert_eq!(
        codes(&[("superior = \"r1\"", "superior = \"b1\"")]),
        only("E0565")
    );
    let circle = ("at = \"A1\"", "superior = \"r2\"\nat = \"A1\"");
    assert_eq!(codes(&[circle]), only("E0565"));
}

#[test]
fn pieces_that_cannot_move_are_reported() {
    // C3 is land with sea on all four sides; C2 is sea; a wagon has 1 / 2, rounded down.
    assert_eq!(codes(&[("at = \"A1\"", "at = \"C3\"")]), only("E0566"));
    assert_eq!(codes(&[("at = \"A1\"", "at = \"C2\"")]), only("E0566"));
    let wagon = ("is = \"rifles\"", "is = \"wagon\"");
    assert_eq!(codes(&[wagon]), only("E0566"));
}

/// The codes of a scenario on areas: `haven` has no link, and one rule moves forces.
fn codes_on_areas(place: &str, rule: &str) -> BTreeSet<&'static str> {
    let rules = format!(
        "ruleset test \"Test\"\n  board areas\n\nkind side \"Side\"\n\nkind force \"Force\"\n  speed 1..4\n\n\
         formula sail \"Sail\" (force, from: place, to: place) -> 1..2 = 1\n\n\
         action go \"Goes\" (force)\n  {rule}\n  choose goal: place reached by sail(force) from force within force.speed by force.side, worth 1 \"to\"\n  \
         set force.at to goal\n\nsequence battle \"Battle\"\n  repeat 2 times\n    each force: go(force)\n"
    );
    let map = "[area.cape]\nlinks = [\"roads\"]\n\n[area.roads]\n\n[area.haven]\n";
    let scenario = format!(
        "rules = \"test\"\nplay = \"battle\"\nmap = \"here\"\n\n[side.red]\n\n[unit.one]\nis = \"force-a\"\nside = \"red\"\nat = \"{place}\"\n"
    );
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", rules.as_str());
    workspace.set("units/test/test.toml", "[force.force-a]\nspeed = 2\n");
    workspace.set("units/test/maps/here.toml", map);
    workspace.set("units/test/scenarios/test.toml", scenario.as_str());
    let analysis = workspace.analyse("test", &[], Effort::None);
    let errors = analysis.diagnostics();
    assert!(!errors.has_errors(), "{errors:?}");
    let (mut sources, mut found) = (analysis.sources().clone(), Default::default());
    check_scenarios(&workspace, &analysis, &mut sources, &mut found);
    found.iter().map(|one| one.code.number()).collect()
}

#[test]
fn a_force_in_an_area_without_links_is_reported_unless_a_rule_puts_it_elsewhere() {
    let needs = "needs force.at is not none \"a force at sea\"";
    assert_eq!(codes_on_areas("cape", needs), BTreeSet::new());
    assert_eq!(codes_on_areas("haven", needs), only("E0566"));
    let entry = "each spot: place\n    if force.at is none: set force.at to spot";
    assert_eq!(codes_on_areas("haven", entry), BTreeSet::new());
}

/// The codes of the warnings about a word, by more rules for squads and with a scenario in which the first squad has more values.
fn codes_about(word: &str, rules: &str, begins: &str) -> BTreeSet<&'static str> {
    let tracks = "  track spent: 0..8\n  track aimed, present: yes or no\n";
    let rules = RULES.replace("  track spent: 0..8\n", tracks) + rules;
    let scenario = SCENARIO.replacen("is = \"rifles\"", &format!("is = \"rifles\"{begins}"), 1);
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", rules.as_str());
    workspace.set("units/test/test.toml", UNITS);
    workspace.set("units/test/maps/here.toml", MAP);
    workspace.set("units/test/scenarios/test.toml", scenario.as_str());
    let analysis = workspace.analyse("test", &[], Effort::None);
    let found = analysis.diagnostics().iter();
    let found = found.filter(|finding| finding.message.contains(word));
    found.map(|finding| finding.code.number()).collect()
}

/// The codes of a rule that asks for a flag which rules only clear, with a scenario that begins with it or not.
fn codes_of_a_cleared_flag(begins: &str) -> BTreeSet<&'static str> {
    let rules = "
action aimed-shot \"An aimed shot\" (squad)
  needs squad.aimed \"a squad that has aimed\"
  set squad.aimed to no
";
    codes_about("aimed", rules, begins)
}

#[test]
fn a_flag_that_only_a_scenario_sets_is_reported_if_a_rule_waits_for_it() {
    let codes = |change: &str| {
        let rules = format!(
            "\naction report-in \"Reports\" (squad)\n  needs not squad.present \"not here yet\"\n  {change}\n"
        );
        codes_about("present", &rules, "\npresent = true")
    };
    assert_eq!(codes("add 1 to squad.spent"), only("E0613"));
    assert_eq!(codes("set squad.present to yes"), BTreeSet::new());
}

#[test]
fn an_action_that_no_unit_can_carry_out_is_reported() {
    let codes = |least: u32| {
        let rules = format!(
            "\naction charge \"Charges\" (squad)\n  needs squad.speed >= {least} \"a fast squad\"\n  add 1 to squad.spent\n"
        );
        codes_about("`charge` is never possible", &rules, "")
    };
    assert_eq!(codes(6), only("E0610"));
    assert_eq!(codes(4), BTreeSet::new());
}

#[test]
fn a_flag_that_rules_only_clear_is_reported_unless_a_scenario_begins_with_it() {
    assert_eq!(codes_of_a_cleared_flag(""), only("E0613"));
    assert_eq!(codes_of_a_cleared_flag("\naimed = true"), BTreeSet::new());
}

/// A flag of hexes that rules only clear, which the map of the folder does not set, but perhaps the scenario's own map.
#[test]
fn a_flag_that_rules_only_clear_is_reported_unless_a_scenario_has_a_map_with_it() {
    let rules = "ruleset test \"Test\"\n  board hexes\n\nkind side \"Side\"\n  track points: 0..9\n\n\
                 kind hex \"Hex\"\n  track mined: yes or no\n\nkind squad \"Squad\"\n  track losses: 0..9\n\n\
                 action enter \"Enters\" (squad, spot: place)\n  if spot.mined:\n    add 1 to squad.losses\n    set spot.mined to no\n\n\
                 sequence battle \"Battle\"\n  each squad where squad.at is not none: enter(squad, squad.at)\n";
    let codes_with = |symbol: &str| {
        let scenario = format!(
            "rules = \"test\"\nplay = \"battle\"\n\n[side.red]\n\n[map]\nlayout = \"pointy\"\nhexes = \"\"\"\n. m\n\"\"\"\n\n\
             [map.legend]\n\".\" = {{ name = \"Open\" }}\nm = {{ {symbol} }}\n\n[unit.one]\nis = \"rifles\"\nside = \"red\"\nat = \"A2\"\n"
        );
        let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
        workspace.set("rules/test/test.rules", rules);
        workspace.set("units/test/test.toml", "[squad.rifles]\n");
        workspace.set("units/test/scenarios/test.toml", scenario.as_str());
        let analysis = workspace.analyse("test", &[], Effort::None);
        let found = analysis.diagnostics().iter();
        let found = found.filter(|finding| finding.message.contains("mined"));
        found
            .map(|finding| finding.code.number())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(codes_with("name = \"Field\""), only("E0613"));
    assert_eq!(
        codes_with("name = \"Field\", mined = true"),
        BTreeSet::new()
    );
}

/// By hand: `battle` repeats the turn, six times; alone it is a sixth of the game.
#[test]
fn a_turn_that_is_played_instead_of_the_game_is_reported() {
    let (before, body) = RULES.split_once("sequence battle").unwrap();
    let turn = body.split_once("    add 1 to game.turn\n").unwrap().1;
    let turn = turn.replace("\n  end game\n", "\n").replace("\n  ", "\n");
    let turn = turn.trim_start();
    let rules = format!(
        "{before}sequence one-turn \"A turn\"\n  add 1 to game.turn\n  {turn}\nsequence battle \"Battle\"\n  \
        repeat until game.turn >= game.last, at most 20 times: one-turn()\n  end game\n"
    );
    let part = ("play = \"battle\"", "play = \"one-turn\"");
    assert_eq!(codes_by(&rules, &[]), BTreeSet::new());
    assert!(codes_by(&rules, &[part]).contains("E0567"));
}

/// A battle of a campaign has turns of its own, as a turn of impulses has, and may be played alone.
#[test]
fn a_battle_of_a_campaign_is_only_noted() {
    let rules = format!("{RULES}\nsequence campaign \"Campaign\"\n  repeat 3 times: battle()\n");
    assert_eq!(codes_by(&rules, &[]), BTreeSet::new());
    assert!(notes_by(&rules, &[]).contains("E0567"));
    assert!(!notes_by(RULES, &[]).contains("E0567"));
}

#[test]
fn a_scenario_of_rules_that_there_are_not_is_reported() {
    let misspelt = ("rules = \"test\"", "rules = \"tets\"");
    assert_eq!(codes(&[misspelt]), only("E0511"));
}

/// A scenario in the folder of another ruleset is checked with the rules that it names.
#[test]
fn a_scenario_in_the_folder_of_another_ruleset_is_checked_by_its_own() {
    let mut workspace = Workspace::new(sandtable::workspace::files::Memory::default());
    workspace.set("rules/test/test.rules", RULES);
    workspace.set("rules/other/other.rules", "ruleset other \"Other\"\n");
    workspace.set("units/test/test.toml", UNITS);
    workspace.set("units/test/maps/here.toml", MAP);
    let scenario = SCENARIO.replacen("at = \"D1\"", "", 1);
    workspace.set("units/other/scenarios/test.toml", scenario.as_str());
    let mut codes = |ruleset: &str| -> BTreeSet<&'static str> {
        let analysis = workspace.analyse(ruleset, &[], Effort::None);
        let (mut sources, mut found) = (analysis.sources().clone(), Default::default());
        check_scenarios(&workspace, &analysis, &mut sources, &mut found);
        found.iter().map(|finding| finding.code.number()).collect()
    };
    assert_eq!(codes("test"), only("E0564"));
    assert_eq!(codes("other"), BTreeSet::new());
}
