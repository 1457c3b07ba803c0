//! Pieces that are hidden off the map, and rules about hidden pieces: games that differ only in what a side cannot see are the same to it.

use sandtable::present::board_view::Tabletop;
use sandtable::present::record_sheet::RecordSheets;
use sandtable::session::game::{Game, Next, Record, Standing};
use sandtable::session::journal::Journal;
use sandtable::session::library::RulesetCache;
use sandtable::session::players::Control;
use sandtable::session::scenario::set_up;

use super::workspace;

/// Every way in which rules can speak of a hidden force: formulas, conditions, rows, sums, rolls, choices of places and words, calls, tracks of
/// places and of numbers, a move, a loop with a condition, a count that another rule keeps.
fn rules(hidden: &str) -> String {
    format!(
        "ruleset test
  board hexes
  sides north \"North\", south \"South\"

words order \"Orders\": run, lurk

kind side

kind force \"Force\"
  steps   1..4
  track   oil: 0..9, starts 5
  track   plan: place or none
  track   order: order
  track   wake: 0..9
  track   secret: yes or no, starts yes
  {hidden}

kind hunter \"Hunter\"
  track   quarry: force or none

table fuel \"Fuel\" (oil: 0..9) -> 1..2
  oil | cost
  0-4 | 1
  5-9 | 2

modifiers haste \"Haste\" (force)
  +1  if force.oil > 4  \"full tanks\"

formula pace \"Pace\" (force) -> 1..3 hexes
  if force.oil = 0: result 1 hex
  result 2 hexes + 1 hex * haste(force)

action burn \"Burns oil\" (force)
  needs force.oil > 3 \"oil\"
  take fuel(force.oil) from force.oil

action sail \"Sails\" (force)
  here = force.plan
  speed = pace(force)
  choose goal: place within speed of force by force.side \"where to\"
  set force.plan to goal
  choose by force.side \"what it does\"
    \"runs\": set force.order to run
    \"lurks\": set force.order to lurk
  if force.oil > 3 and d6 >= 2: burn(force)
  repeat force.steps times: add 1 to force.wake
MOVE

action search \"Searches\" (hunter, force)
  if force.at is none or hunter.at is none: stop
  if distance(hunter, force) <= 2: roll-for(force)

action roll-for \"Rolls\" (force)
  roll d6
  on 7-9: surface(force)

action surface \"Surfaces\" (force)
  set force.secret to no

action tally (side)
  fuel-left = total of force.oil for each force where force.side is south
  many = number of force where force.oil > 4
  twice = fuel-left * 2
  best = highest of force.oil for each force
  plain = 1
  choose by side \"heard\"
    \"yes\": nothing
    \"no\": nothing

sequence turn
  at the same time
    each force: sail(force)
  each force where force.oil > 3: burn(force)
  each hunter
    each force where force.secret and force.side is south: search(hunter, force)
  each hunter: set hunter.quarry to first force where force.side is south
  each side: tally(side)
  each side: rest(side)
  each force where force.side is south: surface(force)
  each side: rest(side)

action rest (side)
  choose by side \"next\"
    \"go on\": nothing
    \"stay\": nothing
"
    )
}

const UNITS: &str = "[force.main]
name = \"Main force\"
steps = 2
[force.decoy]
name = \"Decoy\"
steps = 1
[hunter.ship]
";

const MAP: &str = "layout = \"pointy\"
hexes = \"\"\"
. . . . . . . .
 . . . . . . . .
. . . . . . . .
 . . . . . . . .
. . . . . . . .
\"\"\"

[legend]
\".\" = { name = \"Sea\" }
";

/// What differs between two games: of both forces of south the unit, place and oil.
type Secret<'a> = [(&'a str, &'a str, u8); 2];

fn scenario(secret: &Secret<'_>) -> String {
    let mut text = "rules = \"test\"\nplay = \"turn\"\nmap = \"sea\"\n\
         [unit.scout]\nis = \"ship\"\nside = \"north\"\nat = \"B2\"\n\
         [unit.ours]\nis = \"main\"\nside = \"north\"\nat = \"A1\"\n"
        .to_owned();
    for (name, (unit, at, oil)) in ["first", "second"].iter().zip(secret) {
        text.push_str(&format!(
            "[unit.{name}]\nis = \"{unit}\"\nside = \"south\"\nat = \"{at}\"\noil = {oil}\n"
        ));
    }
    // It rolls nothing, and so has no dice that depend on those of the others.
    text.push_str("[unit.last]\nis = \"main\"\nside = \"north\"\nat = \"A2\"\noil = 0\n");
    text
}

/// All that north is shown while a game goes on: at each of its questions the story with its details, the question, the board, what it knows of each unit, the
/// sheets; and the outcome. Before and after the forces of south surface.
fn shown(rules: &str, secret: &Secret<'_>) -> (String, String) {
    let mut workspace = workspace(rules, UNITS);
    workspace.set("units/test/maps/sea.toml", MAP);
    workspace.set("units/test/scenarios/hunt.toml", scenario(secret));
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = match set_up(&mut cache, "test/hunt", &[]) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{error:?}"),
    };
    let controls = scenario.controls(&["north=person".to_owned()], Control::Policy);
    let controls = controls.unwrap();
    let journal = Journal {
        scenario: "test/hunt".to_owned(),
        mark: scenario.mark.clone(),
        seed: 1,
        answers: Vec::new(),
    };
    let game = Game::new(scenario, controls, None, true);
    let mut record = Record::new(journal);
    let (mut hidden, mut after) = (String::new(), String::new());
    let mut standing = game.advance(&mut record, None);
    let mut n_rests = 0;
    loop {
        let text = match n_rests {
            0 => &mut hidden,
            _ => &mut after,
        };
        text.push_str(&seen(&game, &standing));
        // A word that is no answer has no reasons that tell more.
        let rejected = game.advance(&mut record.clone(), Some("first"));
        text.push_str(&format!("{:?}\n", rejected.rejected));
        let Next::Question(pending) = &standing.next else {
            return (hidden, after);
        };
        n_rests += u32::from(pending.title == "next");
        let answer = pending.answers[0].clone();
        standing = game.advance(&mut record, Some(&answer));
    }
}

fn seen(game: &Game<'_>, standing: &Standing) -> String {
    let north = game.side_named("north").unwrap();
    let mut text = String::new();
    for step in standing.steps() {
        text.push_str(&format!("{}{}\n", "  ".repeat(step.depth), step.text));
    }
    match &standing.next {
        Next::Question(pending) => text.push_str(&format!("? {pending:?}\n")),
        Next::Over(outcome) => text.push_str(&format!("= {outcome:?}\n")),
        Next::Stopped(error) => panic!("{error:?}"),
    }
    let state = standing.state();
    for unit in game.seen_by(state, north) {
        text.push_str(&format!("{unit:?}\n"));
    }
    let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
    let table = Tabletop::of(book, situation, &game.lowered).unwrap();
    let picture = table.shown_to(Some(north)).picture("", state, None);
    for piece in &picture.pieces {
        text.push_str(&format!(
            "{} {} {} {:?}\n",
            piece.label, piece.title, piece.name, piece.place
        ));
    }
    let sheets = RecordSheets::new(book, situation, &game.lowered).shown_to(Some(north));
    for unit in 0..situation.cast.len() {
        text.push_str(&format!("{:?}\n", sheets.lines(unit, state)));
    }
    text
}

fn assert_alike(rules: &str, secrets: &[Secret<'_>]) -> Vec<(String, String)> {
    let games: Vec<(String, String)> = secrets.iter().map(|one| shown(rules, one)).collect();
    for ((text, _), secret) in games.iter().zip(secrets) {
        assert_eq!(games[0].0, *text, "{secret:?}");
    }
    games
}

/// Neither the places nor the oil, the unit or the orders of the forces of south, nor what rules calculate, roll and call because of them.
#[test]
fn forces_off_the_map_are_not_seen_at_all() {
    let rules = rules("hidden  off the map while secret").replace("MOVE", "  set force.at to goal");
    let games = assert_alike(
        &rules,
        &[
            [("main", "E8", 5), ("decoy", "D7", 5)],
            [("main", "B3", 5), ("decoy", "B2", 5)],
            [("main", "E8", 0), ("decoy", "D7", 9)],
            [("decoy", "E8", 5), ("decoy", "D7", 5)],
            [("decoy", "C3", 2), ("main", "D4", 7)],
        ],
    );
    let (text, after) = &games[0];
    for leak in [
        "E8",
        "D7",
        "Decoy",
        "South, where to",
        "South, what it does",
    ] {
        assert!(!text.contains(leak), "{leak} in\n{text}");
    }
    // A piece that is seen and names a hidden one does not say which.
    assert!(text.contains("quarry none → Force"), "{text}");
    // What is its own, north does see.
    for own in [
        "North, where to",
        "speed = 3",
        "Main force (ours): oil 5 → ",
    ] {
        assert!(text.contains(own), "{own} in\n{text}");
    }
    assert!(after.contains("Decoy"), "{after}");
    assert!(after.contains("Main force (first)"), "{after}");
}

/// Of a piece that lies face down the place is seen, and nothing else.
#[test]
fn nothing_is_told_of_a_piece_face_down_but_its_place() {
    let rules = rules("hidden  while secret").replace("MOVE", "");
    let games = assert_alike(
        &rules,
        &[
            [("main", "D4", 5), ("decoy", "D4", 5)],
            [("main", "D4", 0), ("decoy", "D4", 9)],
            [("decoy", "D4", 7), ("decoy", "D4", 2)],
        ],
    );
    let (text, _) = &games[0];
    assert!(text.contains("\"D4\""), "the place is seen:\n{text}");
}
