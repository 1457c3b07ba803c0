//! Unit files: what is read, and what is said about what cannot be read.

mod maps;
mod report;
mod scenarios;
mod written;

use proptest::prelude::*;
use sandtable::diagnostic::Diagnostics;
use sandtable::roster::Roster;
use sandtable::source::SourceMap;

use crate::harness;

#[test]
fn an_id_is_unique_over_files_and_kinds() {
    let report = report::units(&[
        ("germany.toml", "[vehicle.panther]\narmour = \"H\"\n"),
        ("guns.toml", "[gun.75mm]\n\n[gun.panther]\nweight = \"M\"\n"),
    ]);
    insta::assert_snapshot!(report, @r#"
    vehicle panther "panther"
      armour = H
    gun 75mm "75mm"

    E0405 unit-twice

      × a vehicle and a gun have the same id `panther`
       ╭─[guns.toml:3:6]
     2 │ 
     3 │ [gun.panther]
       ·      ───┬───
       ·         ╰── here again
     4 │ weight = "M"
       ╰────
      ☞ and in another file:
       ╭─[germany.toml:1:10]
     1 │ [vehicle.panther]
       ·          ───┬───
       ·             ╰── first here
     2 │ armour = "H"
       ╰────
      help: give one of them another id: rules name a unit by its id alone
    "#);
}

#[test]
fn line_ends_and_marks_of_windows_do_not_matter() {
    let report = report::units(&[("w.toml", "\u{feff}[vehicle.panther]\r\narmour = \"H\"\r\n")]);
    insta::assert_snapshot!(report, @r#"
    vehicle panther "panther"
      armour = H

    no findings
    "#);
}

#[test]
fn hostile_files_are_refused() {
    let dots = format!("{} = 1", vec!["a"; 100_000].join("."));
    let brackets = format!("[vehicle.a]\nx = {}", "[".repeat(100_000));
    let braces = format!("[vehicle.a]\nx = {}", "{a.b.c=".repeat(50_000));
    let large = "#".repeat(5 * 1024 * 1024);
    for text in [dots, brackets, braces, large] {
        let mut sources = SourceMap::default();
        let file = sources.add("hostile.toml", text.clone());
        let mut diagnostics = Diagnostics::default();
        Roster::default().add(file, &text, &mut diagnostics);
        assert!(diagnostics.has_errors());
    }
}

proptest! {
    #[test]
    fn no_text_does_harm(parts in prop::collection::vec(prop::sample::select(PARTS), 0..40)) {
        let text = parts.concat();
        let mut sources = SourceMap::default();
        let file = sources.add("any.toml", text.clone());
        let mut diagnostics = Diagnostics::default();
        let mut roster = Roster::default();
        roster.add(file, &text, &mut diagnostics);
        for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
            prop_assert!(text.get(label.span.start..label.span.end).is_some(), "{:?} in {:?}", label, text);
        }
        for unit in roster.units() {
            prop_assert!(sources.text(unit.id.span).contains(&unit.id.value), "{:?} in {:?}", unit.id, text);
        }
        prop_assert!(!harness::findings(&diagnostics, &sources).contains("Failed to read"));
    }
}

/// Parts of unit files, whole and broken.
const PARTS: &[&str] = &[
    "[vehicle.panther]\n",
    "[gun.kwk]\n",
    "[vehicle]\n",
    "[[gun]]\n",
    "[vehicle.panther",
    "armour = \"H\"\n",
    "speed = 7\n",
    "speed = 07\n",
    "name = ",
    "\"Panther\"",
    "traits = [\"a\", \"b\"]\n",
    "traits = [",
    "guns = [{ weight = 1 }]\n",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "é",
    "\u{feff}",
    "“",
    "\\",
    "yes",
    "turret",
    "1979-05-27",
    "4,5",
    "6-8",
    "a.b",
    "x",
    "-",
    "+",
    "_",
    "0x",
    "1e9",
    "nan",
    "\0",
    "\u{1b}",
];

/// Of an index that cannot be read nothing is kept.
#[test]
fn an_index_says_what_its_keys_hold() {
    let found = |text: &str| {
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let file = sources.add("index.toml", text.to_owned());
        let index = sandtable::roster::read_index(file, text, &mut diagnostics);
        assert_eq!(index.rules.len(), 0, "{text}");
        let labels = diagnostics.iter().flat_map(|found| &found.labels);
        let labels = labels.map(|label| {
            let place = text.get(label.span.start..label.span.end).unwrap();
            format!("{} at {place:?}", label.text)
        });
        labels.collect::<Vec<String>>().join("; ")
    };
    let rule = |lines: &str| found(&format!("[[rule]]\nid = \"1\"\n{lines}\n"));
    assert_eq!(
        found("[[rule]]\ntitle = \"Moves\"\n"),
        "this rule has no `id` at \"[[rule]]\""
    );
    assert_eq!(
        found("rule = \"1\"\n"),
        "`rule` needs double brackets at \"\\\"1\\\"\""
    );
    assert_eq!(
        rule("title = 3"),
        "`title` must be a text in quotes at \"3\""
    );
    assert_eq!(
        rule("force = \"maybe\""),
        "`force` must be \"executable\", \"judgement\" or \"advice\" at \"\\\"maybe\\\"\""
    );
    assert_eq!(
        rule("unclear = 2"),
        "`unclear` must be `true`, or a text in quotes at \"2\""
    );
}
