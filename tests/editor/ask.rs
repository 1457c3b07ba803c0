//! Definitions, references, hover, completions and outlines.

use sandtable::workspace::Effort;
use sandtable::workspace::editor::CandidateKind;
use sandtable::workspace::symbols::SymbolKind;

use super::{at, books, small};

const RULES: &str = "ruleset small \"Small game\"

scale weight \"Weight\": L < M < H

die cube
  faces red, red, blue
  warm = red

kind squad \"Squad\"
  men     0..10 \"Men\"
  weight
  weapon  weight
  traits  elite
  track hits: 0..4

# How many may still fire.
formula strength (unit: squad) = unit.men - unit.hits

fact cover \"Cover\" (target: squad): bare or light or heavy, default light

table needed \"Needed\" (weight) -> 2..6
  weight | needed
  L      | 4
  M, H   | 6

roll to-hit (firer: squad, target: squad) -> hit, miss
  need = needed(target.weapon)
  throw cube
  hit   when cube is warm and cover is light
  hit   when d6 >= need
  miss  otherwise
";

fn rules() -> String {
    RULES.replace("  weight\n  weapon", "  weapon")
}

const UNITS: &str = "[squad.rifles]
name = \"Rifle squad\"
men = 8
weapon = \"M\"
traits = [\"elite\"]
";

#[test]
fn a_name_leads_to_its_declaration_and_its_uses() {
    let (_, analysis) = small(&rules(), UNITS);
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:?}",
        analysis.diagnostics()
    );
    let line = |file, offset| {
        let source = analysis.sources().get(file).unwrap();
        source.position(offset).line
    };
    let text = rules();
    let line_of = |words: &str| text.lines().position(|line| line.contains(words)).unwrap() + 1;
    let cases = [
        ("needed(target", line_of("table needed")),
        ("target.weapon", line_of("roll to-hit")),
        ("weapon)", line_of("weapon  weight")),
        ("warm and", line_of("warm = red")),
        ("cover is light", line_of("fact cover")),
        ("light\n", line_of("fact cover")),
        ("need\n", line_of("need = needed")),
        ("M, H", line_of("scale weight")),
    ];
    for (words, wanted) in cases {
        let (file, offset) = at(&analysis, "book.rules", words);
        let found = analysis.definition(file, offset);
        assert_eq!(found.len(), 1, "{words}");
        assert_eq!(line(found[0].file, found[0].start), wanted, "{words}");
    }
    let (file, offset) = at(&analysis, "units.toml", "weapon =");
    let found = analysis.definition(file, offset);
    assert_eq!(
        line(found[0].file, found[0].start),
        line_of("weapon  weight")
    );
    let (file, offset) = at(&analysis, "units.toml", "M\"");
    assert_eq!(
        analysis.references(file, offset).len(),
        3,
        "scale, table, unit"
    );
}

#[test]
fn hover_says_what_a_name_is() {
    let (_, analysis) = small(&rules(), UNITS);
    let hover = |ending: &str, words: &str| {
        let (file, offset) = at(&analysis, ending, words);
        analysis.hover(file, offset).unwrap()
    };
    let stat = hover("book.rules", "men - ");
    assert_eq!(
        (stat.kind, stat.title.as_deref()),
        (SymbolKind::Stat, Some("Men"))
    );
    assert_eq!(stat.range, "0 to 10");
    let fact = hover("book.rules", "cover is");
    assert_eq!(fact.default.as_deref(), Some("light"));
    assert_eq!(fact.range, "bare, light, heavy");
    let formula = hover("book.rules", "strength (");
    assert_eq!(formula.doc.as_deref(), Some("How many may still fire."));
    let table = hover("book.rules", "needed(target");
    assert_eq!(table.lines.len(), 3, "{:?}", table.lines);
    let unit = hover("units.toml", "rifles");
    assert_eq!(unit.title.as_deref(), Some("Rifle squad"));
    assert_eq!(unit.lines.len(), 5);
    let local = hover("book.rules", "need\n");
    assert_eq!(local.kind, SymbolKind::Local);
}

/// The only squad has a weapon of class M: of the rows `L` and `M, H` the second.
#[test]
fn hover_shows_the_row_of_a_table_that_applies() {
    let (_, analysis) = small(&rules(), UNITS);
    let hover = |words: &str| {
        let (file, offset) = at(&analysis, "book.rules", words);
        analysis.hover(file, offset).unwrap()
    };
    let lookup = hover("needed(target");
    assert!(lookup.is_narrowed);
    assert_eq!(
        lookup.lines[1..],
        ["  weight | needed", "  M, H   | 6"].map(str::to_owned)
    );
    assert_eq!(lookup.case.as_deref(), Some("`weight` M, H: `6`"));
    let declared = hover("needed \"Needed\"");
    assert_eq!((declared.is_narrowed, declared.lines.len()), (false, 4));
    let cell = hover("4\n  M, H");
    assert_eq!(cell.name, "needed");
    assert_eq!(cell.case.as_deref(), Some("`weight` L: `4`"));
    // A second squad with the other class: any row can apply.
    let units = format!("{UNITS}\n[squad.guns]\nname = \"Guns\"\nmen = 4\nweapon = \"L\"\n");
    let (_, analysis) = small(&rules(), &units);
    let (file, offset) = at(&analysis, "book.rules", "needed(target");
    let lookup = analysis.hover(file, offset).unwrap();
    assert_eq!((lookup.is_narrowed, lookup.lines.len()), (false, 4));
}

#[test]
fn hover_names_the_section_of_the_book() {
    let mut workspace = books();
    let analysis = workspace.analyse("pips", &[], Effort::None);
    let (file, offset) = at(&analysis, "examples-shooting.rules", "rolling-up-1");
    let section = analysis.hover(file, offset).unwrap();
    assert_eq!(section.kind, SymbolKind::Section);
    assert!(section.title.is_some());
}

#[test]
fn completions_fit_their_place() {
    let text = rules();
    let ask = |rules: &str, units: &str, ending: &str, words: &str| {
        let (_, analysis) = small(rules, units);
        let (file, start) = at(&analysis, ending, words);
        analysis.completions(file, start + words.len())
    };
    let has = |found: &[sandtable::workspace::editor::Candidate], text: &str, kind| {
        found.iter().any(|one| one.text == text && one.kind == kind)
    };
    let symbol = CandidateKind::Symbol;
    let found = ask(&format!("{text}\nfo"), UNITS, "book.rules", "\nfo");
    assert!(has(&found, "formula", CandidateKind::Keyword));
    let typed = text.replace("need = needed(target.weapon)", "need = needed(target.)");
    let found = ask(&typed, UNITS, "book.rules", "needed(target.");
    assert!(has(&found, "men", symbol(SymbolKind::Stat)));
    assert!(has(&found, "hits", symbol(SymbolKind::Track)));
    assert!(!has(&found, "cover", symbol(SymbolKind::Fact)));
    let found = ask(&text, UNITS, "book.rules", "cover is ");
    assert!(has(&found, "heavy", symbol(SymbolKind::Word)));
    assert!(!has(&found, "L", symbol(SymbolKind::Word)));
    let found = ask(&text, UNITS, "book.rules", "cube is ");
    assert!(has(&found, "warm", symbol(SymbolKind::Face)));
    let found = ask(&text, UNITS, "book.rules", "hit   when d6 >= ");
    assert!(has(&found, "need", symbol(SymbolKind::Local)));
    assert!(has(&found, "strength", symbol(SymbolKind::Formula)));
    let cover = found.iter().find(|one| one.text == "cover").unwrap();
    assert_eq!(cover.doc, "Cover");
    let units = format!("{UNITS}[squad.guns]\nmen = 4\nw");
    let found = ask(&text, &units, "units.toml", "men = 4\nw");
    assert!(has(&found, "weapon", symbol(SymbolKind::Stat)));
    assert!(has(&found, "name", CandidateKind::Key));
    assert!(
        !has(&found, "hits", symbol(SymbolKind::Track)),
        "units do not set tracks"
    );
    let found = ask(&text, UNITS, "units.toml", "weapon = \"");
    assert!(has(&found, "H", symbol(SymbolKind::Word)));
}

#[test]
fn an_outline_has_declarations_below_headings() {
    let text = rules().replace("# How many", "# --- Fire\n\n# How many");
    let (_, analysis) = small(&text, UNITS);
    let (file, _) = at(&analysis, "book.rules", "ruleset");
    let outline = analysis.symbols(file);
    let names: Vec<&str> = outline.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["small", "weight", "cube", "squad", "Fire"]);
    let fire: Vec<&str> = outline[4]
        .children
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(fire, ["strength", "cover", "needed", "to-hit"]);
    let squad: Vec<&str> = outline[3]
        .children
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(squad, ["men", "weapon", "elite", "hits"]);
    let source = analysis.sources().get(file).unwrap();
    let roll = &outline[4].children[3].span;
    assert!(source.text[roll.start..roll.end].ends_with("miss  otherwise"));
}

#[test]
fn names_are_known_while_a_line_cannot_be_read() {
    let text = format!("{}\nformula half (unit: squad) = unit.men /\n", rules());
    let (_, analysis) = small(&text, UNITS);
    assert!(analysis.diagnostics().has_errors());
    let (file, offset) = at(&analysis, "book.rules", "needed(target");
    assert_eq!(analysis.definition(file, offset).len(), 1);
}

const CARDS: &str = "ruleset small \"Small game\"

kind side \"Side\"

kind order \"Order\"
  moves   0..3
  copies  1..6
  deck    orders, copies of each \"Order deck\"

action take (side: side)
  draw card from orders for side
  if card is none: reshuffle orders
";

#[test]
fn a_deck_is_known_where_it_is_named() {
    let (mut workspace, analysis) = small(CARDS, "[order.march]\nmoves = 2\ncopies = 3\n");
    let (file, offset) = at(&analysis, "book.rules", "orders for");
    let hover = analysis.hover(file, offset).unwrap();
    assert_eq!(
        (hover.kind, hover.title.as_deref(), hover.range.as_str()),
        (SymbolKind::Deck, Some("Order deck"), "of order")
    );
    assert_eq!(analysis.references(file, offset).len(), 3);
    let (_, declared) = at(&analysis, "book.rules", "orders, copies");
    assert_eq!(analysis.definition(file, offset)[0].start, declared);
    let (_, stat) = at(&analysis, "book.rules", "copies of each");
    let (_, kept) = at(&analysis, "book.rules", "copies  1..6");
    assert_eq!(analysis.definition(file, stat)[0].start, kept);
    let edits = analysis.rename(file, offset, "commands").unwrap();
    assert_eq!(edits.len(), 3);
    for words in ["reshuffle ", "draw card from "] {
        let (file, start) = at(&analysis, "book.rules", words);
        let found = analysis.completions(file, start + words.len());
        assert!(found.iter().any(|one| one.text == "orders"), "{words}");
    }
    workspace.set("rules/small/book.rules", format!("{CARDS}  \n"));
    let analysis = workspace.analyse("small", &[], Effort::None);
    let (file, start) = at(&analysis, "book.rules", "reshuffle orders\n  ");
    let found = analysis.completions(file, start + "reshuffle orders\n  ".len());
    for word in ["draw", "give", "discard", "shuffle", "put"] {
        assert!(found.iter().any(|one| one.text == word), "{word}");
    }
}
