//! Tracks that hold a hidden piece: of a place and of a side, as another side sees them.

use sandtable::present::board_view::Tabletop;
use sandtable::present::record_sheet::RecordSheets;
use sandtable::session::players::Control;

use super::hidden::{game_of, told_text};

const RULES: &str = "ruleset test
  board hexes
  sides north \"North\", south \"South\"

kind side
  track  points: 0..99
  track  champion: block or none \"Champion\"

kind hex \"Hex\"
  track  spotter: block or none \"Spotter\"

kind block \"Block\"
  strength  1..9
  track     turned: yes or no, starts yes
  hidden    while turned

action scout (block)
  if block.at is none: stop
  set block.at.spotter to block
  set block.side.champion to block

sequence turn
  each block: scout(block)
";

const SCENARIO: &str = "rules = \"test\"
play = \"turn\"

[map]
layout = \"pointy\"
hexes = \"\"\"
. .
\"\"\"

[map.legend]
\".\" = { name = \"Open\" }

[unit.our]
is = \"guard\"
side = \"north\"
at = \"A1\"

[unit.their]
is = \"scout\"
side = \"south\"
at = \"A2\"
";

const UNITS: &str = "[block.guard]
name = \"Guard\"
strength = 4
[block.scout]
name = \"Scout\"
strength = 1
";

/// North knows its own guard by name, and of the scout of south that it is a block: in the story, on the sheets and below the board.
#[test]
fn a_hidden_piece_that_a_place_or_a_side_holds_is_not_named() {
    game_of(
        [RULES, UNITS, SCENARIO],
        Control::Random,
        1,
        |game, mut record| {
            let end = game.advance(&mut record, None);
            let story = told_text(&end);
            assert!(
                !story.contains("Scout") && story.contains("Guard"),
                "{story}"
            );
            let (book, question) = (&game.scenario.ruleset.book, &game.scenario.situation);
            let of = |viewer: &str| {
                let viewer = game.side_named(viewer);
                let sheets = RecordSheets::new(book, question, &game.lowered).shown_to(viewer);
                let lines = |name: &str| {
                    let unit = question.cast.iter().position(|unit| unit.parameter == name);
                    sheets.lines(unit.unwrap(), end.state()).join("\n")
                };
                ["A1", "A2", "south"].map(lines)
            };
            let [own, other, side] = of("north");
            assert!(own.contains("Spotter Guard"), "{own}");
            assert!(other.contains("Spotter Block"), "{other}");
            assert!(side.contains("Champion Block"), "{side}");
            let [own, other, side] = of("south");
            assert!(own.contains("Spotter Block"), "{own}");
            assert!(other.contains("Spotter Scout"), "{other}");
            assert!(side.contains("Champion Scout"), "{side}");
            let board = Tabletop::of(book, question, &game.lowered).unwrap();
            let picture = board
                .shown_to(game.side_named("north"))
                .picture("", end.state(), None);
            let notes = format!("{:?}", picture.notes);
            assert!(
                notes.contains("Spotter Block") && !notes.contains("Scout"),
                "{notes}"
            );
        },
    );
}
