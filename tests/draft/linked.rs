//! A manuscript that an index ties to rules: every difference is a finding in both places.

use std::collections::BTreeSet;

use sandtable::draft::Manuscript;
use sandtable::eval::budget::Budget;
use sandtable::session::library::RulesetCache;
use sandtable::session::linked;
use sandtable::session::solve::{Method, Session};
use sandtable::session::watch::Unwatched;
use sandtable::workspace::files::Memory;
use sandtable::workspace::workers::Alone;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = r#"ruleset game "Game"
  index "index.toml"

kind squad "Squads" [3]
  move 1..9

table fire "Fire" (rolled: 2d6) -> miss or hit or critical [2]
  rolled | result
  2-5    | miss
  6-9    | hit
  10-12  | critical

roll roll-fire "Fire, rolled" -> miss or hit or critical [2]
  result fire(2d6)

fact cover "Target in cover": yes or no, default no
fact moved "Firer moved": yes or no, default no

modifiers fire-modifiers "Modifiers" [2]
  -2 if cover "Target in cover"
  -1 if moved "Firer moved"
"#;

const UNITS: &str =
    "[squad.rifles]\nname = \"Rifles\"\nmove = 5\n\n[squad.guard]\nname = \"Guard\"\nmove = 4\n";

const INDEX: &str = r#"draft = "../../rules.md"

[[rule]]
id = "1"
title = "Game"

[[rule]]
id = "2"
title = "Fire"

[[rule]]
id = "3"
title = "Squads"

[tables]
"2 table 1" = "fire"
"2 table 2" = "fire-modifiers"
"3" = "squad"

[numbers]
"2: roll # dice" = "fire rolled=2"
"3: Rifles may move 5 hexes" = "rifles.move"
"2: subtract 2 for cover" = "fire-modifiers: Target in cover"

[chances]
"2: happens in 16.7 % of all rolls" = "roll-fire: critical"
"#;

const DRAFT: &str = r"# 1 Game

# 2 Fire

Roll dice and read the table, and subtract 2 for cover.

| 2d6 | Result |
| --- | --- |
| 2-5 | miss |
| 6-9 | hit |
| 10-12 | critical |

A critical result happens in 16.7 % of all rolls.

| Circumstance | Modifier |
| --- | --- |
| Target in cover | -2 |
| Firer moved | -1 |

Example: The Guard rolls a 4 and a 3, for a total of 7: a hit.

# 3 Squads

Rifles may move 5 hexes in a turn.

| Squad | Move |
| --- | --- |
| Rifles | 5 |
| Guard | 4 |
";

/// Codes of the findings about ties, with the notes; `number` lines that no draft has are left out of the index.
fn codes(draft: &str, index: &str) -> BTreeSet<&'static str> {
    let index = index.replace("\"2: roll # dice\" = \"fire rolled=2\"\n", "");
    let files = [
        ("rules/game/game.rules", RULES),
        ("rules/game/index.toml", index.as_str()),
        ("units/game/units.toml", UNITS),
    ];
    let memory: Memory = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    let mut workspace = Workspace::new(memory);
    let analysis = workspace.analyse("game", &[], Effort::None);
    assert!(!analysis.diagnostics().has_errors());
    let sources = analysis.sources().clone();
    let mut manuscript = Manuscript::read_beside(sources, [("rules.md", draft.as_bytes())]);
    let mut session = Session {
        library: &mut RulesetCache::new(&mut workspace),
        watch: &mut Unwatched,
        workers: &Alone,
        budget: Budget::default(),
        method: Method::Exact,
    };
    linked::check(&analysis, "game", &mut manuscript, &mut session);
    let notes = manuscript.diagnostics.notes().iter();
    let all = manuscript.diagnostics.iter().chain(notes);
    let found = all.map(|finding| {
        // A difference is shown in both places.
        if finding.code.number() != "E0735" && finding.code.number() != "E0640" {
            let files: BTreeSet<_> = finding.labels.iter().map(|label| label.span.file).collect();
            let is_difference =
                ["E0731", "E0732", "E0733", "E0734"].contains(&finding.code.number());
            assert!(files.len() == 2 || !is_difference, "{}", finding.message);
        }
        finding.code.number()
    });
    found.collect()
}

fn one(code: &'static str) -> BTreeSet<&'static str> {
    BTreeSet::from([code])
}

#[test]
fn a_draft_that_agrees_has_no_finding() {
    assert_eq!(codes(DRAFT, INDEX), BTreeSet::new());
}

#[test]
fn a_cell_that_differs_is_found() {
    assert_eq!(
        codes(&DRAFT.replace("| 6-9 | hit |", "| 6-9 | critical |"), INDEX),
        one("E0731")
    );
    let bounds = DRAFT
        .replace("| 2-5 |", "| 2-6 |")
        .replace("| 6-9 |", "| 7-9 |");
    assert_eq!(codes(&bounds, INDEX), one("E0731"));
}

#[test]
fn a_modifier_and_a_stat_that_differ_are_found() {
    assert_eq!(
        codes(&DRAFT.replace("moved | -1", "moved | -2"), INDEX),
        one("E0731")
    );
    assert_eq!(
        codes(&DRAFT.replace("Guard | 4", "Guard | 3"), INDEX),
        one("E0731")
    );
}

#[test]
fn a_row_that_only_one_side_has_is_found() {
    assert_eq!(
        codes(&DRAFT.replace("| Firer moved | -1 |\n", ""), INDEX),
        one("E0731")
    );
    let more = DRAFT.replace("| Guard | 4 |", "| Guard | 4 |\n| Militia | 3 |");
    assert_eq!(codes(&more, INDEX), one("E0731"));
}

#[test]
fn a_number_in_a_sentence_is_compared() {
    assert_eq!(
        codes(&DRAFT.replace("may move 5", "may move 6"), INDEX),
        one("E0732")
    );
    assert_eq!(
        codes(&DRAFT.replace("subtract 2", "subtract 1"), INDEX),
        one("E0732")
    );
}

/// A critical needs 10 to 12 on 2d6: 3 + 2 + 1 of 36 rolls, 16.67 %.
#[test]
fn a_percentage_is_compared_with_the_exact_chance() {
    assert_eq!(
        codes(&DRAFT.replace("16.7 %", "27.8 %"), INDEX),
        one("E0733")
    );
    assert_eq!(
        codes(&DRAFT.replace("16.7 %", "17 %"), INDEX),
        BTreeSet::new()
    );
}

#[test]
fn an_example_of_play_is_looked_up() {
    assert_eq!(
        codes(&DRAFT.replace("of 7: a hit", "of 7: a miss"), INDEX),
        one("E0734")
    );
    let dice = DRAFT.replace(
        "rolls a 4 and a 3, for a total of 7",
        "rolls a 1 and a 3, for a total of 4",
    );
    assert_eq!(codes(&dice, INDEX), one("E0734"));
}

#[test]
fn places_and_names_that_are_not_there_are_told() {
    assert_eq!(
        codes(
            DRAFT,
            &INDEX.replace("\"3\" = \"squad\"", "\"9\" = \"squad\"")
        ),
        BTreeSet::from(["E0730"])
    );
    assert_eq!(
        codes(DRAFT, &INDEX.replace("= \"squad\"", "= \"squads\"")),
        BTreeSet::from(["E0730"])
    );
    assert_eq!(
        codes(DRAFT, &INDEX.replace("rifles.move", "rifles.speed")),
        one("E0730")
    );
    assert_eq!(
        codes(DRAFT, &INDEX.replace("Rifles may move 5", "Rifles march 5")),
        one("E0730")
    );
}

#[test]
fn a_table_that_agrees_is_proposed() {
    let index = INDEX.replace("\"2 table 1\" = \"fire\"\n", "");
    // Three rows are too few to be sure.
    assert_eq!(codes(DRAFT, &index), BTreeSet::new());
    let longer = DRAFT.replace("| 2-5 | miss |", "| 2-3 | miss |\n| 4-5 | miss |");
    assert_eq!(codes(&longer, &index), one("E0735"));
}

#[test]
fn sections_of_one_side_are_told() {
    assert_eq!(
        codes(
            &format!("{DRAFT}\n# 4 Smoke\n\nSmoke blocks sight.\n"),
            INDEX
        ),
        one("E0736")
    );
    let index = INDEX.replace(
        "[tables]",
        "[[rule]]\nid = \"7\"\ntitle = \"Night\"\n\n[tables]",
    );
    assert_eq!(codes(DRAFT, &index), one("E0736"));
}

#[test]
fn the_index_allows_a_finding_with_a_reason() {
    let draft = DRAFT.replace("| 6-9 | hit |", "| 6-9 | critical |");
    let allowed =
        format!("{INDEX}\n[allow]\n\"2\" = \"E0731: the advanced game has its own table\"\n");
    assert_eq!(codes(&draft, &allowed), BTreeSet::new());
    // The same where nothing is to be allowed.
    assert_eq!(codes(DRAFT, &allowed), one("E0640"));
    let unexplained = format!("{INDEX}\n[allow]\n\"2\" = \"E0731\"\n");
    assert_eq!(
        codes(&draft, &unexplained),
        BTreeSet::from(["E0640", "E0731"])
    );
}
