//! Maps to what they say, and what is said about keys that are wrong.

use std::fs;
use std::path::Path;

use sandtable::board::Shape;
use sandtable::diagnostic::Diagnostics;
use sandtable::roster::{ScenarioMap, map, read_scenario};
use sandtable::source::SourceMap;

use super::report;

use crate::harness;

#[test]
fn a_scenario_names_a_map_or_has_its_own() {
    let read = |lines: &str| {
        let text = format!("rules = \"my-game\"\nplay = \"battle\"\n{lines}");
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let file = sources.add("s.toml", text.clone());
        let read = read_scenario(file, &text, &mut diagnostics).unwrap();
        (read.map, harness::findings(&diagnostics, &sources))
    };
    let (map, found) = read("map = \"ridge\"\n");
    assert!(matches!(map, Some(ScenarioMap::Named(name)) if name.value == "ridge"));
    assert_eq!(found, "no findings\n");
    // The symbols of a drawing in a scenario are found where they stand, too.
    let (map, found) = read(
        "\n[map]\nlayout = \"pointy\"\nhexes = '''\n . x\n  .\n'''\n\n[map.legend]\n\".\" = {}\n\n[[map.side]]\nbetween = [\"A1\", \"A2\"]\n\n[side.red]\n",
    );
    let Some(ScenarioMap::Own(map)) = map else {
        panic!()
    };
    assert_eq!((map.board.n_spots(), map.sides.len()), (3, 1));
    insta::assert_snapshot!(found, @r"
    E0421 unknown-symbol

      × the legend has no symbol `x`
       ╭─[s.toml:7:4]
     6 │ hexes = '''
     7 │  . x
       ·    ┬
       ·    ╰── first here
     8 │   .
       ╰────
      help: add a line `x = { … }`; the legend has `.`
    ");
    let (map, found) = read("map = 3\n");
    assert!(map.is_none());
    insta::assert_snapshot!(found, @r#"
    E0403 wrong-value

      × `map` must be the name of a map
       ╭─[s.toml:3:7]
     2 │ play = "battle"
     3 │ map = 3
       ·       ┬
       ·       ╰── this is a number
       ╰────
      help: name a map file of the ruleset, `map = "ridge"`, or write a heading
            `[map]` with the lines of the map below it
    "#);
}

#[test]
fn a_base_is_in_inches() {
    let text =
        "size = [48, 48]\n\n[unit.a]\nbase = 1.5\n\n[unit.b]\nbase = 1\n\n[unit.c]\nbase = 0.25\n";
    let mut diagnostics = Diagnostics::default();
    let map = map(
        SourceMap::default().add("m.toml", text),
        text,
        &mut diagnostics,
    )
    .unwrap();
    let radii: Vec<Shape> = map
        .units
        .iter()
        .filter_map(|(_, standing)| Some(standing.shape.as_ref()?.value.clone()))
        .collect();
    // Half of 150, 100 and 25 hundredths, the last rounded up.
    assert_eq!(radii, [75, 50, 13].map(|radius| Shape::Disc { radius }));
}

#[test]
fn a_map_has_ten_thousand_hexes_at_most() {
    let drawn = |lines: usize| {
        let lines: Vec<String> = (0..lines)
            .map(|line| format!("{}{}", " ".repeat(line % 2), ". ".repeat(100)))
            .collect();
        let text = format!(
            "layout = \"pointy\"\nhexes = \"\"\"\n{}\n\"\"\"\n[legend]\n\".\" = {{}}\n",
            lines.join("\n")
        );
        let mut diagnostics = Diagnostics::default();
        let read = map(
            SourceMap::default().add("m.toml", text.clone()),
            &text,
            &mut diagnostics,
        );
        let codes: Vec<&str> = diagnostics
            .iter()
            .map(|found| found.code.number())
            .collect();
        (read.is_some(), codes)
    };
    assert_eq!(drawn(100), (true, vec![]));
    assert_eq!(drawn(101), (false, vec!["E0426"]));
}

/// The maps that `docs/maps.md` shows.
#[test]
fn the_maps_of_the_documentation_are_sound() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/maps.md");
    let page = fs::read_to_string(page).unwrap();
    let maps: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(maps.len() >= 2);
    for map in maps {
        let found = report::map(Path::new("maps.md"), map);
        assert!(found.ends_with("\nno findings\n"), "{map}{found}");
    }
}
