//! Scenarios that take the set-up of another one.

use sandtable::diagnostic::Diagnostics;
use sandtable::model::CastUnit;
use sandtable::session::library::{QuestionError, RulesetCache};
use sandtable::session::scenario::set_up;
use sandtable::session::scenarios::check_scenarios;
use sandtable::session::version::{Version, set_up_version};
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

use crate::harness::findings;

const RULES: &str = "ruleset march \"March\"\n  sides red, blue\n\nkind side \"Side\"\n  track points: 0..9\n\nkind game \"Game\"\n  track turn: 0..9\n\n\
    kind scout \"Scout\"\n  track steps: 0..20\n  track follows: scout or none\n\nfact fog: yes or no, default no\n\noption night: off\n\n\
    action walk (scout)\n  if not fog and not night: add 1 to scout.steps\n\nsequence march \"March\"\n  add 1 to game.turn\n  each scout: walk(scout)\n";

const DAWN: &str = "name = \"Dawn\"\nrules = \"march\"\nplay = \"march\"\noptions = { night = true }\n[facts]\nfog = true\n[game]\nturn = 3\n\
    [side.red]\nname = \"The reds\"\npoints = 2\n[side.blue]\n[unit.ann]\nis = \"rider\"\nside = \"red\"\nsteps = 4\n[unit.ben]\nis = \"rider\"\nside = \"blue\"\n";

fn workspace(scenarios: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/march/march.rules", RULES.to_owned());
    workspace.set("units/march/scouts.toml", "[scout.rider]\n".to_owned());
    for (name, text) in scenarios {
        workspace.set(
            &format!("units/march/scenarios/{name}.toml"),
            (*text).to_owned(),
        );
    }
    workspace
}

/// The pieces and sides of a scenario, each with its starting values by the names of tracks.
fn start_of(workspace: &mut Workspace, name: &str) -> (String, Vec<String>, Vec<i32>) {
    let mut cache = RulesetCache::new(workspace);
    let scenario = set_up(&mut cache, name, &[]).unwrap();
    let book = &scenario.ruleset.book;
    let cast = scenario.situation.cast.iter().map(|unit| {
        let starts = unit
            .starts
            .iter()
            .map(|(track, value)| format!("{} {value}", book.tracks[track.at()].name));
        let mut starts: Vec<String> = starts.filter(|start| !start.starts_with("side ")).collect();
        starts.sort();
        format!("{}: {}", unit.title, starts.join(", "))
    });
    let options = scenario.situation.options.clone();
    (scenario.title.clone(), cast.collect(), options)
}

#[test]
fn own_lines_are_added_to_those_of_the_set_up() {
    let noon = "name = \"Noon\"\nsetup = \"dawn\"\noptions = { night = false }\n[side.red]\npoints = 5\n[unit.cleo]\nis = \"rider\"\nside = \"red\"\nfollows = \"ann\"\n[unit.ben]\nsteps = 7\nname = \"Benedict\"\n";
    let mut workspace = workspace(&[("dawn", DAWN), ("noon", noon)]);
    let (title, cast, options) = start_of(&mut workspace, "march/noon");
    assert_eq!(title, "Noon");
    assert_eq!(options, [0]);
    let shown = cast.join("; ");
    assert!(shown.contains("The reds: points 5"), "{shown}");
    let has = |title: &str, start: &str| {
        let mut cast = cast.iter();
        cast.any(|unit| unit.starts_with(title) && unit.contains(start))
    };
    assert!(has("game", "turn 3"), "{shown}");
    assert!(has("rider", "steps 4"), "{shown}");
    assert_eq!(
        cast.iter().filter(|unit| unit.contains("follows")).count(),
        1,
        "{shown}"
    );
    assert!(shown.contains("Benedict: steps 7"), "{shown}");
    let (title, _, options) = start_of(&mut workspace, "march/dawn");
    assert_eq!((title.as_str(), options), ("Dawn", vec![1]));
}

#[test]
fn a_set_up_can_take_another_one_and_no_circle() {
    let noon = "setup = \"dawn\"\nname = \"Noon\"\n[game]\nturn = 5\n";
    let dusk = "setup = \"noon\"\nname = \"Dusk\"\n[side.blue]\npoints = 1\n";
    let mut known = workspace(&[("dawn", DAWN), ("noon", noon), ("dusk", dusk)]);
    let (_, cast, _) = start_of(&mut known, "march/dusk");
    let shown = cast.join("; ");
    assert!(
        shown.contains("turn 5") && shown.contains("points 1") && shown.contains("points 2"),
        "{shown}"
    );
    // Two that take each other.
    let circle = "setup = \"noon\"\nrules = \"march\"\nplay = \"march\"\n[side.red]\n[side.blue]\n";
    let mut known = workspace(&[("dusk", circle), ("noon", "setup = \"dusk\"\n")]);
    let mut cache = RulesetCache::new(&mut known);
    let Err(QuestionError::Findings { diagnostics, .. }) = set_up(&mut cache, "march/dusk", &[])
    else {
        panic!("the set-ups lead back");
    };
    let messages: Vec<String> = diagnostics
        .iter()
        .map(|one| one.message.to_string())
        .collect();
    let expected = "the set-up leads back to a scenario that takes it";
    assert_eq!(messages, [expected]);
}

/// A version that changes a line of a piece of the set-up: the line is changed in the file that has it, and a new one is added to the
/// scenario.
#[test]
fn a_change_of_a_piece_keeps_the_lines_of_both_files() {
    let noon = "setup = \"dawn\"\nname = \"Noon\"\n[unit.ben]\nsteps = 7\n";
    let mut known = workspace(&[("dawn", DAWN), ("noon", noon)]);
    let start = |known: &mut Workspace, change: &str| {
        let version = Version::new("march/noon").with(&[change.parse().unwrap()]);
        let mut cache = RulesetCache::new(known);
        let (scenario, _) = set_up_version(&mut cache, &version).unwrap();
        let book = &scenario.ruleset.book;
        let steps = |unit: &CastUnit| {
            let mut starts = unit.starts.iter();
            let steps = starts.find(|(track, _)| book.tracks[track.at()].name == "steps");
            steps.map(|(_, value)| *value)
        };
        scenario
            .situation
            .cast
            .iter()
            .filter_map(steps)
            .collect::<Vec<i32>>()
    };
    // Ann and Ben.
    assert_eq!(start(&mut known, "unit.ann.steps=1"), [1, 7]);
    assert_eq!(start(&mut known, "unit.ben.steps=2"), [4, 2]);
    assert_eq!(start(&mut known, "ben.steps=2"), [4, 2]);
    assert_eq!(start(&mut known, "ben.is=rider"), [4, 7]);
}

#[test]
fn a_piece_that_both_place_is_found_at_its_place() {
    let noon = "setup = \"dawn\"\n[unit.ann]\nis = \"rider\"\nside = \"blue\"\n";
    let mut known = workspace(&[("dawn", DAWN), ("noon", noon)]);
    let analysis = known.analyse("march", &[], Effort::Answer);
    let mut sources = analysis.sources().clone();
    let mut found = Diagnostics::default();
    check_scenarios(&known, &analysis, &mut sources, &mut found);
    let shown = findings(&found, &sources);
    assert!(shown.contains("E0405"), "{shown}");
    assert!(shown.contains("the set-up places `ann` already"), "{shown}");
    assert!(shown.contains("noon.toml:3"), "{shown}");
    let mut cache = RulesetCache::new(&mut known);
    assert!(matches!(
        set_up(&mut cache, "march/noon", &[]),
        Err(QuestionError::Findings { .. })
    ));
    assert!(set_up(&mut cache, "march/dawn", &[]).is_ok());
}

#[test]
fn a_set_up_that_is_missing_is_told() {
    let mut known = workspace(&[("dawn", DAWN), ("noon", "setup = \"dwan\"\n")]);
    let mut cache = RulesetCache::new(&mut known);
    let Err(QuestionError::Findings { diagnostics, .. }) = set_up(&mut cache, "march/noon", &[])
    else {
        panic!("there is no such set-up");
    };
    let message = diagnostics
        .iter()
        .map(|finding| finding.message.to_string())
        .collect::<Vec<_>>();
    assert!(
        message.iter().any(|message| message.contains("march/dwan")),
        "{message:?}"
    );
}
