//! Sheets: what is on them, counted over every book; what cannot break out of them; where they lie on their pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use sandtable::present::sheet::block::Block;
use sandtable::present::sheet::chart::Charts;
use sandtable::present::sheet::manuscript::manuscripts;
use sandtable::present::sheet::placed::{Placed, Sheet};
use sandtable::present::sheet::source::Source;
use sandtable::present::sheet::{Backs, Kind, Options, html, make, paper::Paper, reference, typ};
use sandtable::session::printed::scenarios;
use sandtable::syntax::ast::Item;
use sandtable::workspace::files::BuiltIn;
use sandtable::workspace::{Analysis, Effort, Workspace};

use crate::files::files_in;
use crate::harness;
use crate::in_words::language::outsiders;

const BOOKS: [&str; 5] = [
    "hellion",
    "hex-command-mechanized",
    "hgs-base",
    "pips",
    "stargrunt-digest",
];

fn analysis(name: &str) -> Arc<Analysis> {
    Workspace::new(BuiltIn).analyse(name, &[], Effort::None)
}

/// A ruleset out of memory.
fn written(files: &[(&str, &str)]) -> Arc<Analysis> {
    let mut memory = sandtable::workspace::files::Memory::default();
    for (path, text) in files {
        memory.set(*path, *text);
    }
    let analysis = Workspace::new(memory).analyse("game", &[], Effort::None);
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:#?}",
        analysis.diagnostics()
    );
    analysis
}

fn sheets(analysis: &Analysis, options: &Options) -> Vec<Sheet> {
    let scenarios = scenarios(analysis);
    let source = Source::new(
        analysis.name(),
        analysis.book(),
        analysis.trees(),
        &scenarios,
    );
    make(&source, options)
}

/// What the rules declare that belongs on a chart, by its sort and name.
fn declared(analysis: &Analysis) -> BTreeSet<String> {
    let items = analysis.trees().iter().flat_map(|file| &file.items);
    let names = items.filter_map(|item| match &item.value {
        Item::Table(table) => Some(format!("table {}", table.head.name.value)),
        Item::Modifiers(list) => Some(format!("modifiers {}", list.head.name.value)),
        Item::Scale(scale) if scale.is_ordered => Some(format!("scale {}", scale.head.name.value)),
        Item::Die(die) => Some(format!("die {}", die.head.name.value)),
        _ => None,
    });
    names.collect()
}

#[test]
fn every_table_list_scale_and_die_is_on_exactly_one_chart() {
    for book in BOOKS {
        let analysis = analysis(book);
        let source = Source::new(book, analysis.book(), analysis.trees(), &[]);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for block in Charts::of(&source, false).blocks() {
            if let Block::Table(grid) = block {
                *counts.entry(grid.of.unwrap()).or_default() += 1;
            }
        }
        let charted: BTreeSet<String> = counts
            .keys()
            .filter(|name| !name.starts_with("cost "))
            .cloned()
            .collect();
        assert_eq!(charted, declared(&analysis), "{book}");
        assert!(
            counts.values().all(|count| *count == 1),
            "{book}: {counts:?}"
        );
    }
}

// In the digest a march costs what one of four formulas says, which it hands on: open ground, a road, water, a river.
#[test]
fn costs_are_on_the_charts_with_what_they_hand_on() {
    let analysis = analysis("stargrunt-digest");
    let source = Source::new("digest", analysis.book(), analysis.trees(), &[]);
    let costs: Vec<String> = Charts::of(&source, false)
        .blocks()
        .into_iter()
        .filter_map(|block| match block {
            Block::Table(grid) => grid.of.filter(|of| of.starts_with("cost ")),
            _ => None,
        })
        .collect();
    for cost in [
        "cost march",
        "cost open-cost",
        "cost road-cost",
        "cost river-cost",
    ] {
        assert!(
            costs.iter().any(|known| known == cost),
            "{cost} in {costs:?}"
        );
    }
}

/// Cells of the charts of a ruleset, table by table and row by row.
fn cells_of_charts(analysis: &Analysis) -> Vec<Vec<Vec<String>>> {
    let source = Source::new("game", analysis.book(), analysis.trees(), &[]);
    let blocks = Charts::of(&source, false).blocks();
    let tables = blocks.into_iter().filter_map(|block| match block {
        Block::Table(grid) => Some(grid.rows),
        _ => None,
    });
    tables
        .map(|rows| {
            let rows = rows.iter();
            rows.map(|row| row.iter().map(|cell| cell.text.letters()).collect())
                .collect()
        })
        .collect()
}

// Three of six faces show a hit, two a miss, one a star.
#[test]
fn a_die_without_groups_lists_its_faces_with_their_chances() {
    let rules = "ruleset game \"Game\"\n\ndie battle-die \"Battle die\"\n  faces  hit, hit, hit, miss, miss, star\n";
    let cells = cells_of_charts(&written(&[("rules/game/game.rules", rules)]));
    let expected = [["hit", "3 in 6"], ["miss", "2 in 6"], ["star", "1 in 6"]];
    assert_eq!(cells, [expected]);
}

// The table is read with one list in an attack and with another in an assault.
#[test]
fn a_table_says_which_rule_adds_which_modifiers() {
    let rules = r#"ruleset game "Game"

fact hidden "Hidden": yes or no, default no

modifiers aimed "Aimed fire"
  -1  if hidden  "hidden"

modifiers close "Close quarters"
  +1  if hidden  "surprise"

table effect "Effect" (total: number) -> miss or hit
  total | band
  3 or less | miss
  4+    | hit

roll attack "Attack" -> miss or hit
  result effect(d6 + aimed())

roll total-of-assault "Total of the assault" -> 0..9
  result d6 + close()

roll assault "Assault" -> miss or hit
  result effect(total-of-assault())
"#;
    let analysis = written(&[("rules/game/game.rules", rules)]);
    let source = Source::new("game", analysis.book(), analysis.trees(), &[]);
    let blocks = Charts::of(&source, false).blocks();
    let leads = blocks.into_iter().filter_map(|block| match block {
        Block::Table(grid) if grid.of.as_deref() == Some("table effect") => Some(grid.lead),
        _ => None,
    });
    let leads: Vec<String> = leads.flatten().map(|text| text.letters()).collect();
    assert_eq!(
        leads,
        [
            "For Attack, first add: Aimed fire.",
            "For Assault, first add: Close quarters.",
        ]
    );
}

#[test]
fn nothing_lies_over_another_or_out_of_its_page() {
    let mut all = vec![Options::default()];
    all.push(Options {
        paper: Paper::Letter,
        bleed: 6.0,
        backs: Backs::Fold,
        has_chances: true,
        ..Options::default()
    });
    let books = BOOKS.map(|book| (book.to_owned(), analysis(book)));
    for (book, analysis) in books.into_iter().chain(outsiders()) {
        for options in &all {
            for sheet in sheets(&analysis, options) {
                placed_well(&book, &sheet);
            }
        }
    }
}

fn placed_well(book: &str, sheet: &Sheet) {
    let (width, height) = sheet.paper.size();
    assert!(!sheet.pages.is_empty());
    for (number, page) in (1..).zip(&sheet.pages) {
        let is_seen = |item: &&Placed| match item {
            Placed::Frame(_) => false,
            Placed::Drawing(drawing) => !drawing.label.is_empty(),
            Placed::Lines(_) | Placed::Table(_) => true,
        };
        let items: Vec<&Placed> = page.items.iter().filter(is_seen).collect();
        for (at, item) in items.iter().enumerate() {
            let area = item.area();
            let place = format!("{book}/{} page {number}: {area:?}", sheet.name);
            assert!(area.x > -0.01 && area.y > -0.01, "{place}");
            assert!(
                area.x + area.w <= width + 0.01 && area.y + area.h <= height + 0.01,
                "{place}"
            );
            for other in items.iter().skip(at + 1) {
                assert!(
                    !area.overlaps(&other.area()),
                    "{place} and {:?}",
                    other.area()
                );
            }
            if let Placed::Lines(lines) = item {
                for line in &lines.lines {
                    assert!(line.width <= area.w + 0.01, "{place}: {line:?}");
                }
            }
            if let Placed::Table(table) = item {
                let high: f64 = table.rows.iter().map(|row| row.height).sum();
                assert!((high - area.h).abs() < 0.01, "{place}");
                assert!(!table.rows.is_empty(), "{place}: a table without rows");
            }
        }
    }
}

#[test]
fn the_quick_reference_has_two_sides() {
    for book in [
        "hex-command-mechanized",
        "hellion",
        "pips",
        "stargrunt-digest",
    ] {
        let options = Options {
            kinds: vec![Kind::Reference],
            ..Options::default()
        };
        let sheets = sheets(&analysis(book), &options);
        let pages: Vec<usize> = sheets.iter().map(|sheet| sheet.pages.len()).collect();
        assert!(matches!(pages.as_slice(), [1 | 2]), "{book}: {pages:?}");
    }
}

const HOSTILE: &str = r##"ruleset game "<script>alert(1)</script> #panic(x) & 'q' \ $a$"

scale need "שלום <b>" [1]: low < high

table find "漢字かな #read('/etc/passwd')" (shown: d6) -> low or high
  shown | found
  1-3   | low
  4-6   | high

kind squad "Отряд & ' </style>"
  men 1..9 "Men </td>"
  track hurt: 0..4 "Hurt ]]>"

roll look "Look" (squad) -> found, lost
  result = find()
  found when result is high
  lost otherwise
"##;

#[test]
fn names_of_strangers_stay_text() {
    let rules = HOSTILE;
    let units = "[squad.a]\nname = \"<img src=x onerror=alert(1)> #eval('1')\"\nmen = 3\n";
    let analysis = written(&[
        ("rules/game/game.rules", rules),
        ("units/game/units.toml", units),
    ]);
    let all = sheets(&analysis, &Options::default());
    assert!(all.len() >= 4, "charts, units, cards, counters, records");
    for sheet in all {
        let page = html::to_html(&sheet, "a </title><script>", &BTreeMap::new());
        let body = page.split_once("</head>").unwrap().1;
        for wrong in [
            "<script",
            "<img",
            "<b>alert",
            "</title>",
            "onerror=\"",
            "<i>1",
        ] {
            assert!(!body.contains(wrong), "{}: {wrong}", sheet.name);
        }
        assert!(page.contains("a &lt;/title&gt;&lt;script&gt;"));
        // In Typst all words are strings: without them no word of a stranger is left.
        let text = typ::to_typ(&sheet, "a", &BTreeMap::new());
        let bare = without_strings(&text);
        for wrong in ["panic", "eval", "passwd", "alert", "script"] {
            assert!(!bare.contains(wrong), "{}: {wrong}", sheet.name);
        }
    }
}

/// A text of Typst without what is between quotes.
fn without_strings(text: &str) -> String {
    let mut out = String::new();
    let mut is_string = false;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, is_string) {
            ('\\', true) => {
                letters.next();
            }
            ('"', _) => is_string = !is_string,
            (_, true) => {}
            (letter, false) => out.push(letter),
        }
    }
    assert!(!is_string, "every string ends");
    out
}

#[test]
fn letters_of_all_scripts_are_kept() {
    let rules = HOSTILE;
    let analysis = written(&[("rules/game/game.rules", rules)]);
    let all = sheets(&analysis, &Options::default());
    let page: String = all
        .iter()
        .map(|sheet| html::to_html(sheet, "a", &BTreeMap::new()))
        .collect();
    for kept in ["שלום", "漢字かな"] {
        assert!(page.contains(kept), "{kept}");
    }
}

#[test]
fn factors_that_the_quick_reference_lacks_are_reported() {
    for path in files_in("tests/print/E0580", &[".rules"]) {
        let text = fs::read_to_string(&path).unwrap();
        let analysis = written(&[("rules/game/game.rules", &text)]);
        let source = Source::new("game", analysis.book(), analysis.trees(), &[]);
        let found = reference::check(&Charts::of(&source, false), Paper::A4);
        harness::assert_beside(&path, &harness::findings(&found, analysis.sources()));
    }
}

#[test]
fn the_text_of_a_card_is_printed_on_it() {
    let rules = "ruleset game \"Game\"\n\nkind event\n  worth 0..3\n  deck events\n\nroll look -> seen, missed\n  seen when d6 > 3\n  missed otherwise\n";
    let units = "[event.rain]\nname = \"Rain\"\nworth = 1\nnote = \"Not for players.\"\ntext = \"\"\"\nNobody sees further than 2 hexes.\nPlay another card.\"\"\"\n";
    let analysis = written(&[
        ("rules/game/game.rules", rules),
        ("units/game/units.toml", units),
    ]);
    let options = Options {
        kinds: vec![Kind::Cards],
        ..Options::default()
    };
    let sheets = sheets(&analysis, &options);
    let deck = sheets.iter().find(|sheet| sheet.name == "deck-events");
    let page = html::to_html(deck.unwrap(), "Game", &BTreeMap::new());
    for said in ["Nobody sees further than 2", "Play another card."] {
        assert!(page.contains(said), "{said}");
    }
    assert!(!page.contains("Not for players"));
}

/// What an example gives is printed with it, also a value for a side; that the cards of a deck belong to nobody is not.
#[test]
fn an_example_is_printed_with_all_that_it_gives() {
    let rules = "ruleset game \"Game\"\n  sides red \"Red\", blue \"Blue\"\n\nkind side\n\nkind event\n  deck events\n\nkind house\n  track seen(side): 0..9 \"Visits\"\n\n\
        formula visits (house) = house.seen(red) + house.seen(blue)\n\nexample \"Seen by both\"\n  given   house = mill, house.seen(red) = 2, house.seen(blue) = 3\n  run     visits\n  expect  visits = 5\n";
    let units = "[event.rain]\nname = \"Rain\"\n\n[house.mill]\nname = \"Mill\"\n";
    let analysis = written(&[
        ("rules/game/game.rules", rules),
        ("units/game/units.toml", units),
    ]);
    let sheets = sheets(&analysis, &Options::default());
    let rulebook = sheets.iter().find(|sheet| sheet.name == "rulebook");
    let page = html::to_html(rulebook.unwrap(), "Game", &BTreeMap::new());
    let page = page.replace("<br>", " ").replace('\n', "");
    for said in ["for Red at 2", "for Blue at 3"] {
        assert!(page.contains(said), "{said}");
    }
    assert!(!page.contains("nobody"));
}

/// The prose of a draft is printed, a table that the rules draw once, an example as a box, a rule in words only where nothing else says it.
#[test]
fn a_draft_is_printed_with_its_prose() {
    let draft = "# Skirmish\n\n## 5.1 Hitting\n\nA squad hits on **5 or 6**.\n\n| d6 | Losses |\n| --- | --- |\n| 1-5 | 0 |\n| 6 | 1 |\n\n```rules\nruleset game \"Skirmish\"\n\n\
                 table loss \"Losses\" (shown: d6) -> 0..1\n  shown | lost\n  1-5   | 0\n  6     | 1\n\nroll to-hit \"To hit\" -> hit, miss\n  hit   when d6 >= 5\n  miss  otherwise\n\n\
                 example \"A five hits\"\n  run     to-hit\n  dice    5\n  expect  to-hit is hit\n```\n\n## 5.2 Rallying\n\n```rules\nroll rally \"Rally\" -> steady, broken\n  steady  when d6 >= 4\n  broken  otherwise\n```\n";
    let mut memory = sandtable::workspace::files::Memory::default();
    memory.set("draft.md", draft);
    let analysis = Workspace::new(memory).analyse("draft.md", &[], Effort::None);
    let manuscripts = manuscripts(&analysis);
    let mut source = Source::new("game", analysis.book(), analysis.trees(), &[]);
    source.manuscripts = &manuscripts;
    let options = Options {
        kinds: vec![Kind::Rulebook],
        ..Options::default()
    };
    let sheets = make(&source, &options);
    let page = html::to_html(&sheets[0], "Skirmish", &BTreeMap::new());
    for said in [
        "5.1 Hitting",
        "A squad hits on <b>5 or 6</b>.",
        "Example: A five hits",
        "The dice show 5.",
        "Rally",
        "4 or more",
    ] {
        assert!(page.contains(said), "{said} in {page}");
    }
    assert_eq!(page.matches("<table").count(), 1, "the table is there once");
    assert!(!page.contains("To hit</b>"), "the prose says this rule");
}

/// Prints into a folder of its own.
fn print(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("print")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn printing_again_replaces_only_what_was_printed() {
    let folder = std::env::temp_dir().join(format!("sandtable-print-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let arguments = ["pips", "--sheets", "charts", "-o", "out"];
    let (code, out, err) = print(&folder, &arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(
        out.contains("charts (") && out.contains("4 files written"),
        "{out}"
    );
    let charts = folder.join("out/charts.html");
    let first = fs::read(&charts).unwrap();
    let (code, ..) = print(
        &folder,
        &[
            "pips", "--sheets", "charts", "--paper", "letter", "-o", "out",
        ],
    );
    assert_eq!(code, 0);
    assert_ne!(fs::read(&charts).unwrap(), first);
    fs::write(&charts, "mine").unwrap();
    let (code, _, err) = print(&folder, &arguments);
    assert_eq!(code, 2);
    assert!(err.contains("cannot be written"), "{err}");
    assert_eq!(fs::read_to_string(&charts).unwrap(), "mine");
    let (code, _, err) = print(
        &folder,
        &[
            "pips",
            "--sheets",
            "charts",
            "--counter",
            "900",
            "-o",
            "out",
        ],
    );
    assert_eq!(code, 2, "{err}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn pictures_of_the_author_are_on_cards() {
    let folder = std::env::temp_dir().join(format!("sandtable-pictures-{}", std::process::id()));
    fs::create_dir_all(folder.join("mine")).unwrap();
    fs::write(
        folder.join("mine/panther.svg"),
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
    )
    .unwrap();
    let arguments = [
        "hex-command-mechanized",
        "--sheets",
        "counters",
        "--pictures",
        "mine",
        "-o",
        "out",
    ];
    let (code, _, err) = print(&folder, &arguments);
    assert_eq!(code, 0, "{err}");
    let page = fs::read_to_string(folder.join("out/counters-item.html")).unwrap();
    assert_eq!(
        page.matches("data:image/svg+xml;base64,").count(),
        2,
        "front and back"
    );
    let text = fs::read_to_string(folder.join("out/counters-item.typ")).unwrap();
    assert!(text.contains("image(\"pictures/panther.svg\""));
    assert!(folder.join("out/pictures/panther.svg").is_file());
    fs::remove_dir_all(&folder).unwrap();
}
