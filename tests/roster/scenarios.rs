//! Scenarios to questions: what units begin with.

use sandtable::ask::set_up;
use sandtable::diagnostic::Diagnostics;
use sandtable::model::{NONE, Question};
use sandtable::roster::{read_scenario, read_scenario_with_setups};
use sandtable::source::SourceMap;

use crate::harness;

const RULES: &str = "ruleset watch \"Watch\"

kind guard \"Guard\"
  crew   0..9, optional
  track  fired-at (foe: guard): 0..3, starts 1

sequence night \"Night\"
  each guard: set guard.fired-at(guard) to 0
";

/// Ann and Bob, who begin with these lines.
fn staged(lines: &str) -> (Option<Question>, String) {
    let book = harness::book_of(RULES, Some("[guard.recruit]\ncrew = 2\n"), None);
    let text = format!(
        "rules = \"watch\"\nplay = \"night\"\n\n[unit.ann]\nis = \"recruit\"\n{lines}\n[unit.bob]\nis = \"recruit\"\n"
    );
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("s.toml", text.clone());
    let written = read_scenario(file, &text, &mut diagnostics).unwrap();
    let question = set_up(&book, &written, &mut diagnostics);
    (question, harness::findings(&diagnostics, &sources))
}

#[test]
fn a_track_with_a_value_for_each_unit_begins_so_for_some() {
    let (question, found) = staged("fired-at = [{ about = \"bob\", is = 3 }]\n");
    assert_eq!(found, "no findings\n");
    let question = question.unwrap();
    let at = |name: &str| {
        let cast = question.cast.iter();
        cast.enumerate()
            .find(|(_, unit)| unit.parameter == name)
            .unwrap()
    };
    let ((ann, guard), (bob, _)) = (at("ann"), at("bob"));
    let (track, ..) = guard.starts_about[0];
    assert_eq!(guard.start_about(track, bob, 1), 3);
    assert_eq!(guard.start_about(track, ann, 1), 1);
}

#[test]
fn a_track_with_a_value_for_each_unit_begins_by_a_line_for_each() {
    let (question, found) = staged("fired-at.bob = 3\nfired-at.ann = 2\n");
    assert_eq!(found, "no findings\n");
    let question = question.unwrap();
    let place = |name: &str| {
        let mut cast = question.cast.iter();
        cast.position(|unit| unit.parameter == name).unwrap()
    };
    let (ann, bob) = (place("ann"), place("bob"));
    let guard = &question.cast[ann];
    let (track, ..) = guard.starts_about[0];
    assert_eq!(guard.start_about(track, bob, 1), 3);
    assert_eq!(guard.start_about(track, ann, 1), 2);
    let (_, found) = staged("fired-at.bop = 3\n");
    assert!(found.contains("there is no unit `bop` here"), "{found}");
}

#[test]
fn copies_begin_with_the_values_of_their_lists() {
    let crews = |lines: &str| {
        let (question, found) = staged(lines);
        assert_eq!(found, "no findings\n");
        let cast = question.unwrap().cast;
        let of_ann = cast
            .into_iter()
            .filter(|unit| unit.parameter.starts_with("ann"));
        let shown = of_ann.map(|unit| {
            let crew = unit.fields.iter().max().copied().unwrap();
            (unit.parameter.clone(), unit.title.clone(), crew)
        });
        shown.collect::<Vec<_>>()
    };
    let entry = |id: &str, title: &str, crew| (id.to_owned(), title.to_owned(), crew);
    assert_eq!(
        crews("count = 3\ncrew = [4, 5, 6]\nname = [\"Ann\", \"Amy\", \"Ada\"]\n"),
        [
            entry("ann-1", "Ann", 4),
            entry("ann-2", "Amy", 5),
            entry("ann-3", "Ada", 6)
        ]
    );
    let (_, found) = staged("count = 3\ncrew = [4, 5]\n");
    assert!(found.contains("`crew` does not fit the 3 units"), "{found}");
    // Without `count` it is one unit, whose crew is a number.
    let (_, found) = staged("crew = [4, 5]\n");
    assert!(found.contains("expected one value"), "{found}");
}

#[test]
fn a_track_with_a_value_for_each_unit_names_it() {
    let (question, found) = staged("fired-at = [{ is = 3 }]\n");
    assert!(question.is_none());
    assert!(
        found.contains("`fired-at` has a value for each unit, and none is named"),
        "{found}"
    );
    let (_, found) = staged("fired-at = [{ about = \"bop\", is = 3 }]\n");
    assert!(found.contains("there is no unit `bop` here"), "{found}");
    assert!(found.contains("did you mean `bob`?"), "{found}");
    let (_, found) = staged("fired-at = [{ about = \"bob\", is = 4 }]\n");
    assert!(found.contains("0 to 3 is allowed"), "{found}");
}

#[test]
fn what_may_be_left_out_may_be_none() {
    let (question, found) = staged("crew = \"none\"\n");
    assert_eq!(found, "no findings\n");
    let fields: Vec<Vec<i32>> = question
        .unwrap()
        .cast
        .iter()
        .filter(|unit| ["ann", "bob"].contains(&unit.parameter.as_str()))
        .map(|unit| unit.fields.to_vec())
        .collect();
    assert!(fields[0].contains(&NONE));
    assert!(!fields[1].contains(&NONE) && fields[1].contains(&2));
}

/// Rules read the stats of an area on the board, not in the cast.
#[test]
fn a_scenario_changes_the_stats_of_an_area_on_the_board() {
    let rules = "ruleset shire \"Shire\"\n  board areas\n\nkind area\n  wealth 0..3, default 1\n  track unrest: 0..9\n\n\
                 kind man\n  skill 1..6\n\nsequence ask\n  \
                 each man where man.at is not none: set man.at.unrest to man.at.wealth\n";
    let map =
        "[area.mill]\n\n[area.ford]\nwealth = 2\n\n[[link]]\nbetween = [\"mill\", \"ford\"]\n";
    let book = harness::book_of(rules, Some("[man.one]\nskill = 1\n"), Some(("shire", map)));
    let places = |area: &str| {
        let text = format!(
            "rules = \"shire\"\nplay = \"ask\"\nmap = \"shire\"\n\n[unit.one]\nis = \"one\"\nat = \"mill\"\n{area}"
        );
        let mut diagnostics = Diagnostics::default();
        let file = SourceMap::default().add("s.toml", text.clone());
        let scenario = read_scenario(file, &text, &mut diagnostics).unwrap();
        let question = set_up(&book, &scenario, &mut diagnostics).unwrap();
        question.board_instance.unwrap().places.clone()
    };
    let (before, after) = (places(""), places("\n[area.mill]\nwealth = 3\n"));
    let changed = before.iter().zip(after.iter());
    let changed: Vec<_> = changed.filter(|(before, after)| before != after).collect();
    assert_eq!(changed, [(&1, &3)]);
}

/// A map with more hexes than can have tracks is refused; headings of single hexes set the tracks of those.
#[test]
fn hexes_with_tracks_begin_as_the_scenario_says() {
    let rules = "ruleset shire \"Shire\"\n  board hexes\n\nkind hex\n  wealth 0..3, default 1\n  track unrest: 0..9\n\n\
                 sequence ask\n  each spot: place where spot.unrest > 3: set spot.unrest to spot.wealth\n";
    let found = |columns: usize, lines: &str| {
        let row = ". ".repeat(columns);
        let map = format!(
            "layout = \"pointy\"\nhexes = \"\"\"\n{row}\n\"\"\"\n\n[legend]\n\".\" = {{ name = \"Open\" }}\n"
        );
        let book = harness::book_of(rules, None, Some(("shire", &map)));
        let text = format!("rules = \"shire\"\nplay = \"ask\"\nmap = \"shire\"\n{lines}");
        let mut diagnostics = Diagnostics::default();
        let file = SourceMap::default().add("s.toml", text.clone());
        let scenario = read_scenario(file, &text, &mut diagnostics).unwrap();
        let cast = set_up(&book, &scenario, &mut diagnostics).map(|question| question.cast);
        let starts = cast.map(|cast| {
            let starts = cast
                .iter()
                .map(|unit| (unit.parameter.clone(), &unit.starts));
            let starts =
                starts.flat_map(|(name, all)| all.iter().map(move |one| (name.clone(), one.1)));
            starts.collect::<Vec<(String, i32)>>()
        });
        let messages: Vec<String> = diagnostics
            .iter()
            .map(|one| one.message.to_string())
            .collect();
        (starts, messages)
    };
    let (starts, found_none) = found(4, "\n[hex.A2]\nunrest = 4\n\n[hex.A4]\nunrest = 5\n");
    let begins = |hex: &str, unrest| (hex.to_owned(), unrest);
    assert_eq!(starts, Some(vec![begins("A2", 4), begins("A4", 5)]));
    assert!(found_none.is_empty(), "{found_none:?}");
    assert_eq!(
        found(4, "\n[hex.A9]\nunrest = 4\n").1,
        ["the map has no hex `A9`"]
    );
    assert_eq!(
        found(2_001, "").1,
        ["this map has 2001 hexes, too many for tracks of them"]
    );
    // That the map is refused is said once.
    assert_eq!(
        found(2_001, "\n[hex.A2]\nunrest = 4\n").1,
        ["this map has 2001 hexes, too many for tracks of them"]
    );
    assert!(found(2_000, "").1.is_empty());
    // A heading of another board.
    assert_eq!(
        found(4, "\n[square.A2]\nunrest = 4\n").1,
        ["this map has no squares"]
    );
    assert_eq!(
        found(4, "\n[hex.A2]\nunrest = 5\n\n[area.A2]\nunrest = 4\n").1,
        ["this map has no areas"]
    );
}

/// Of a track with a value for each side, and of one for each word, a scenario replaces the values that it names: red keeps the two troops
/// of the set-up, and the three small shells stay.
#[test]
fn a_scenario_replaces_single_values_of_its_setup() {
    let rules = "ruleset shire \"Shire\"\n  board hexes\n  sides red, blue\n\nkind side\n\nkind hex\n  track troops (side): 0..9\n  \
                 track shells (size: small or large): 0..9\n\nsequence ask\n  each side\n    \
                 each spot: place where spot.troops(side) > 3: set spot.shells(small) to spot.shells(large)\n";
    let map = "layout = \"pointy\"\nhexes = \"\"\"\n. .\n\"\"\"\n\n[legend]\n\".\" = { name = \"Open\" }\n";
    let book = harness::book_of(rules, None, Some(("shire", map)));
    let own = "setup = \"dawn\"\n\n[hex.A2]\ntroops.blue = 1\nshells.large = 4\n";
    let setup = "rules = \"shire\"\nplay = \"ask\"\nmap = \"shire\"\n\n[hex.A2]\ntroops.red = 2\ntroops.blue = 5\nshells.small = 3\n";
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let texts = [("s.toml", own), ("dawn.toml", setup)];
    let texts = texts.map(|(name, text)| (sources.add(name, text.to_owned()), text));
    let scenario = read_scenario_with_setups(texts, &mut diagnostics);
    assert_eq!(harness::findings(&diagnostics, &sources), "no findings\n");
    let scenario = scenario.unwrap();
    let question = set_up(&book, &scenario, &mut diagnostics);
    assert_eq!(harness::findings(&diagnostics, &sources), "no findings\n");
    let cast = question.unwrap().cast;
    let place = |name: &str| cast.iter().position(|unit| unit.parameter == name).unwrap();
    let hex = &cast[place("A2")];
    let (troops, ..) = hex.starts_about[0];
    assert_eq!(hex.start_about(troops, place("red"), 0), 2);
    assert_eq!(hex.start_about(troops, place("blue"), 0), 1);
    let mut shells: Vec<i32> = hex.starts.iter().map(|(_, value)| *value).collect();
    shells.sort_unstable();
    assert_eq!(shells, [3, 4]);
}
