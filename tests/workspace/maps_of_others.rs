//! A map that one ruleset of a folder cannot read, and another one can.

use sandtable::diagnostic::{Code, Diagnostics};
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

const BASE: &str = "\
ruleset base \"Base\"
  board areas

words ground \"Ground\": field, wood

kind area \"Area\"
  terrain  ground
  track    troops: 0..9

kind squad \"Squad\"

action grow \"Grow\" (squad)
  add 1 to squad.at.troops
";

const VARIANT: &str = "\
variant wet \"Wet\" of base

replace words ground \"Ground\": field, wood, marsh

amend kind area
  add track depth: 0..3
";

const DRY: &str = "[area.north]\nterrain = \"wood\"\ntroops = 2\n";
const WET: &str = "[area.north]\nterrain = \"marsh\"\ndepth = 2\n";
const UNITS: &str = "[squad.alpha]\n";

const EXAMPLE: &str = "\nexample \"A wet map\"\n  given  map = wet-map, squad = alpha, alpha.at = north\n  run    grow\n  expect north.troops = 1\n";

/// A base with a map for a variant, and the texts of some files in place of these.
fn folder(changes: &[(&str, &str)]) -> Workspace {
    let files = [
        ("rules/base/base.rules", BASE),
        ("rules/wet/wet.rules", VARIANT),
        ("units/base/units.toml", UNITS),
        ("units/base/maps/dry-map.toml", DRY),
        ("units/base/maps/wet-map.toml", WET),
    ];
    let files = files.into_iter().chain(changes.iter().copied());
    Workspace::new(files.collect::<Memory>())
}

fn findings(workspace: &mut Workspace, name: &str) -> Vec<(Code, String)> {
    let analysis = workspace.analyse(name, &[], Effort::Quick);
    let diagnostics: &Diagnostics = analysis.diagnostics();
    let sources = analysis.sources();
    let file = |span: sandtable::source::Span| sources.get(span.file).unwrap().name.clone();
    let errors = diagnostics
        .iter()
        .filter(|one| one.severity() == sandtable::diagnostic::Severity::Error);
    errors
        .map(|one| (one.code, file(one.labels[0].span)))
        .collect()
}

#[test]
fn a_map_that_only_a_variant_can_read_is_no_error_of_its_base() {
    let mut workspace = folder(&[]);
    assert_eq!(findings(&mut workspace, "base"), []);
    assert_eq!(findings(&mut workspace, "wet"), []);
    // By its path, too.
    assert_eq!(findings(&mut workspace, "rules/base"), []);
    let analysis = workspace.analyse("base", &[], Effort::Quick);
    let maps = analysis.book().maps.iter();
    let maps: Vec<&str> = maps.map(|map| map.naming.name.as_str()).collect();
    assert_eq!(maps, ["dry-map"]);
}

#[test]
fn a_map_that_no_ruleset_can_read_is_an_error() {
    let path = "units/base/maps/wet-map.toml";
    let text = WET.replace("depth", "dept");
    let mut workspace = folder(&[(path, &text)]);
    let found = findings(&mut workspace, "base");
    assert!(
        !found.is_empty() && found.iter().all(|(_, file)| file == path),
        "{found:?}"
    );
    assert!(!findings(&mut workspace, "wet").is_empty());
    // As soon as the variant can read it, it is none.
    workspace.set(path, WET);
    assert_eq!(findings(&mut workspace, "base"), []);
    workspace.set("rules/wet/wet.rules", "variant wet \"Wet\" of base\n");
    assert!(!findings(&mut workspace, "base").is_empty());
}

#[test]
fn an_example_that_names_such_a_map_says_who_can_read_it() {
    let text = format!("{BASE}{EXAMPLE}");
    let mut workspace = folder(&[("rules/base/base.rules", &text)]);
    let analysis = workspace.analyse("base", &[], Effort::Quick);
    let messages: Vec<String> = analysis
        .diagnostics()
        .iter()
        .map(|one| {
            format!(
                "{}; {}",
                one.message,
                one.help.as_deref().unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(
        messages,
        [
            "these rules cannot read the map `wet-map`; the ruleset `wet` can: name that one, or change the map so that both can"
        ]
    );
    // An example of the variant plays on it.
    let text = format!("{VARIANT}{EXAMPLE}");
    let mut workspace = folder(&[("rules/wet/wet.rules", &text)]);
    assert_eq!(findings(&mut workspace, "wet"), []);
}
