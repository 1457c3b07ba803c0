//! Pictures of boards, as text and as SVG.

use std::path::Path;

use sandtable::board::Board;
use sandtable::diagnostic::Diagnostics;
use sandtable::present::findings::Style;
use sandtable::present::picture::{
    Colour, Picture, Piece, Sight, draw, labels, of_sides, to_svg, to_text,
};
use sandtable::roster::{Map, map};
use sandtable::source::SourceMap;

use crate::harness;

const RIDGE: &str = r#"
name = "The ridge"
layout = "pointy"
hexes = """
    . . w w
   . h h . ~
  . . .   .
"""

[legend]
"." = { name = "Open" }
w = { terrain = "woods" }
h = { level = 2, traits = ["steep"] }
"~" = { name = "Marsh & reeds" }

[hex.B3]
level = 3

[[side]]
between = [["B2", "B3"], ["A3", "B3"]]
traits = ["wall"]

[[side]]
between = ["C1", "C2"]
name = "Stream"
"#;

const CROSSROADS: &str = r#"
name = "The crossroads"
size = [48, 36]

[unit.wood-1]
is = "thick-trees"
shape = [[10, 10], [22, 10], [22, 18], [10, 18]]

[unit.pond]
is = "water"
shape = [[30, 20], [36, 18], [40, 26], [33, 28]]

[unit.tank]
is = "tank"
at = [4.5, 8]
facing = 90
base = 2
"#;

const YARD: &str = r##"
name = "The yard"
squares = """
  . . # .
  .   # .
  ~ .   .
"""

[legend]
"." = { name = "Floor" }
"#" = { name = "Crates", traits = ["crates"] }
"~" = { name = "Water" }

[[side]]
between = [["A1", "A2"], ["A1", "B1"]]
traits = ["wall"]

[[side]]
between = ["A4", "B3"]
name = "Gap"

[unit.gun]
is = "gun"
at = "B4"
facing = 180
"##;

const VALLEYS: &str = r#"
name = "The valleys"

[area.mill]
name = "The mill"
traits = ["town"]
position = [2, 1]
links = ["ford", "ridge"]

[area.ford]
position = [5.5, 1]

[area.ridge]
level = 2

[area.isle]

[[link]]
between = [["mill", "ford"], ["ford", "ridge"]]
traits = ["river"]

[[link]]
between = ["ridge", "isle"]
name = "Ferry"

[unit.fort]
is = "fort"
at = "ridge"
"#;

fn read(text: &str) -> Map {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.add("map.toml", text);
    let read = map(file, text, &mut diagnostics);
    assert!(
        diagnostics.is_empty(),
        "{}",
        harness::findings(&diagnostics, &sources)
    );
    read.unwrap()
}

/// The ridge with flat tops; other hexes lie beside each other there.
fn flat() -> String {
    RIDGE
        .replace("pointy", "flat")
        .replace(r#"[["B2", "B3"], ["A3", "B3"]]"#, r#"["A3", "B3"]"#)
        .replace(r#"["C1", "C2"]"#, r#"["C2", "A1"]"#)
}

fn assert_shown(name: &str, shown: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/picture");
    // The whole name, since one board has several pictures.
    harness::assert_beside(&folder.join(format!("{name}.case")), shown);
}

fn piece(board: &Board, at: &str, facing: Option<i32>, label: &str, side: Colour) -> Piece {
    Piece {
        place: board.parse(at).unwrap(),
        facing,
        label: label.to_owned(),
        name: String::new(),
        title: format!("{label} <the first>"),
        what: String::new(),
        side: Some(side),
        shape: None,
        symbol: None,
    }
}

/// The ridge with pieces and a line of sight from B1 to B4, which is blocked by the hill.
fn ridge(map: &Map) -> Picture<'_> {
    let board = &map.board;
    let at = |name| board.parse(name).unwrap();
    let mut picture = Picture::of_map(map);
    picture.pieces = vec![
        piece(board, "B1", Some(90), "T1", Colour::Red),
        piece(board, "B4", Some(270), "G1", Colour::Blue),
        piece(board, "C2", None, "R1", Colour::Blue),
        piece(board, "C2", None, "R2", Colour::Blue),
    ];
    picture.sight = Some(Sight {
        from: at("B1"),
        to: at("B4"),
        blocked_by: vec![at("B3")],
        is_free: Some(false),
        told: vec![
            "Line of sight: no  [5.1]".to_owned(),
            "  `any spot: place between here and there where hides(spot)`: there is B3".to_owned(),
        ],
    });
    picture
}

#[test]
fn hexes_in_a_terminal() {
    let map = read(RIDGE);
    assert_shown("ridge.txt", &to_text(&ridge(&map), 80, Style::Plain));
}

#[test]
fn hexes_in_a_narrow_terminal() {
    let map = read(RIDGE);
    assert_shown("ridge_narrow.txt", &to_text(&ridge(&map), 20, Style::Plain));
}

#[test]
fn hexes_in_colours() {
    let map = read(RIDGE);
    let shown = to_text(&ridge(&map), 80, Style::Colour);
    assert!(shown.contains("\u{1b}[1;31mT1\u{1b}[0m"));
    // Without the colours it is the same.
    let mut parts = shown.split("\u{1b}[");
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').unwrap().1);
    }
    assert_eq!(plain, to_text(&ridge(&map), 80, Style::Plain));
}

#[test]
fn hexes_with_flat_tops_in_a_terminal() {
    let map = read(&flat());
    assert_shown(
        "flat.txt",
        &to_text(&Picture::of_map(&map), 80, Style::Plain),
    );
}

#[test]
fn a_table_in_a_terminal() {
    let map = read(CROSSROADS);
    assert_shown(
        "crossroads.txt",
        &to_text(&crossroads(&map), 80, Style::Plain),
    );
}

/// The crossroads with a line of sight through the wood.
fn crossroads(map: &Map) -> Picture<'_> {
    let board = &map.board;
    let at = |name| board.parse(name).unwrap();
    let mut picture = Picture::of_map(map);
    picture.sight = Some(Sight {
        from: at("(4.5, 8)"),
        to: at("(40, 20)"),
        blocked_by: vec![at("(16, 14)")],
        is_free: None,
        told: vec!["more than 6 inches of wood-1".to_owned()],
    });
    picture
}

#[test]
fn pictures_as_svg() {
    let (ridge_map, crossroads_map) = (read(RIDGE), read(CROSSROADS));
    let flat = read(&flat());
    assert_shown("ridge.svg", &to_svg(&ridge(&ridge_map)));
    assert_shown("flat.svg", &to_svg(&Picture::of_map(&flat)));
    assert_shown("crossroads.svg", &to_svg(&crossroads(&crossroads_map)));
}

#[test]
fn squares_in_a_terminal_and_as_svg() {
    let map = read(YARD);
    let mut picture = Picture::of_map(&map);
    let at = |name| map.board.parse(name).unwrap();
    picture.sight = Some(Sight {
        from: at("A1"),
        to: at("C4"),
        ..Sight::default()
    });
    assert_shown("yard.txt", &to_text(&picture, 80, Style::Plain));
    assert_shown("yard.svg", &to_svg(&picture));
}

#[test]
fn areas_in_a_terminal_and_as_svg() {
    let map = read(VALLEYS);
    let mut picture = Picture::of_map(&map);
    assert_shown("valleys.txt", &to_text(&picture, 80, Style::Plain));
    assert_shown("valleys.svg", &to_svg(&picture));
    picture.marked = map.board.parse("Ridge");
    let drawing = draw(&picture, 80, Style::Plain, picture.marked);
    let (row, column) = drawing.focus.unwrap();
    assert_eq!((row, column), (2, 0));
    assert!(
        drawing.rows[row].starts_with("◆ ridge"),
        "{}",
        drawing.rows[row]
    );
}

#[test]
fn labels_are_short_and_unlike() {
    assert_eq!(
        labels(&["hicks", "hudson", "ripley", "-7", ""]),
        ["H1", "H2", "R1", "71", "?1"]
    );
    let many = vec!["squad"; 61];
    let labels = labels(&many);
    let unlike: std::collections::BTreeSet<&String> = labels.iter().collect();
    assert_eq!(unlike.len(), 61);
}

#[test]
fn the_largest_boards_can_be_drawn() {
    let table = read("size = [400, 400]\n");
    let shown = to_text(&Picture::of_map(&table), 80, Style::Plain);
    assert!(shown.lines().all(|line| line.len() <= 80), "{shown}");
    assert!(to_svg(&Picture::of_map(&table)).ends_with("</svg>\n"));
}

/// A side that is called after a colour has it; no two sides have one colour.
#[test]
fn sides_have_their_colours() {
    use Colour::{Black, Blue, Green, Purple, Red, White};
    let sides = |names: &[(&str, &str)]| of_sides(names);
    assert_eq!(sides(&[("blue", "Blue"), ("red", "Red")]), [Blue, Red]);
    assert_eq!(
        sides(&[("a", "The Whites"), ("b", "Black Horse"), ("c", "Greens")]),
        [White, Black, Green]
    );
    assert_eq!(
        sides(&[("attacker", "The patrol"), ("red", "")]),
        [Blue, Red]
    );
    // `Redoubt` is no red.
    assert_eq!(
        sides(&[
            ("redoubt", "Redoubt"),
            ("us", "Us"),
            ("green", "Green"),
            ("x", "")
        ]),
        [Red, Blue, Green, Colour::Yellow]
    );
    assert_eq!(sides(&[("violet", "Violet")]), [Purple]);
}

/// Woods are green and water is blue, whatever their place in the legend; a second sort of woods is not like the first.
#[test]
fn woods_and_water_do_not_look_alike() {
    let text = CROSSROADS.replace("is = \"tank\"", "is = \"light-woods\"");
    let text = text.replace(
        "at = [4.5, 8]\nfacing = 90\nbase = 2",
        "shape = [[1, 1], [3, 1], [3, 3], [1, 3]]",
    );
    let map = read(&text);
    let picture = Picture::of_map(&map);
    let svg = to_svg(&picture);
    let fill = |title: &str| {
        let at = svg.find(&format!(">{title}</text>")).unwrap();
        let swatch = svg[..at].rfind("fill=\"#").unwrap();
        let swatch = svg[..swatch].rfind("fill=\"#").unwrap();
        svg[swatch..].get(6..13).unwrap().to_owned()
    };
    let fills = [fill("thick-trees"), fill("water"), fill("light-woods")];
    assert_eq!(fills[..2], ["#b9d3a4", "#b5d4e6"]);
    assert_eq!(fills[2], "#cfd8b4");
    let drawing = draw(&picture, 80, Style::Plain, None);
    assert_eq!(
        drawing.legend,
        ["%  thick-trees", "~  water", ":  light-woods"]
    );
}

/// Marked and legal places are visible, even without colours.
#[test]
fn places_are_marked() {
    let map = read(RIDGE);
    let board = &map.board;
    let mut picture = ridge(&map);
    picture.sight = None;
    picture.marked = board.parse("C2");
    picture.offered = ["C1", "C2"]
        .iter()
        .filter_map(|name| board.parse(name))
        .collect();
    let drawing = draw(&picture, 80, Style::Plain, picture.marked);
    let (row, column) = drawing.focus.unwrap();
    let line = drawing.rows.get(row).unwrap();
    assert_eq!(line.chars().skip(column).take(3).collect::<String>(), "◆+2");
    let coloured = draw(&picture, 80, Style::Colour, None);
    assert!(
        coloured.rows[row].contains("\u{1b}[1;7m◆\u{1b}[0m"),
        "{:?}",
        coloured.rows[row]
    );
    assert!(
        coloured.rows[row].contains("\u{1b}[1;4m"),
        "{:?}",
        coloured.rows[row]
    );

    let map = read(CROSSROADS);
    let mut picture = Picture::of_map(&map);
    picture.marked = map.board.parse("12,8");
    picture.offered = ["12,8", "13,8"]
        .iter()
        .filter_map(|name| map.board.parse(name))
        .collect();
    let drawing = draw(&picture, 80, Style::Plain, picture.marked);
    let (row, column) = drawing.focus.unwrap();
    let line = drawing.rows.get(row).unwrap();
    assert_eq!(line.chars().skip(column).take(3).collect::<String>(), "◆+.");
    // A piece at the marked place is still seen.
    picture.marked = map.board.parse("4.5,8");
    let drawing = draw(&picture, 80, Style::Plain, None);
    assert!(drawing.rows[row].contains("◆T1"), "{}", drawing.rows[row]);
}
