//! Games that a check plays at random and by policy: what they find, and that sound rules stay silent.

use sandtable::session::scenarios::check_scenarios;
use sandtable::session::trial_games::TrialGames;
use sandtable::session::trial_series::TrialSize;
use sandtable::session::watch::Unwatched;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

const RULES: &str = r#"ruleset test "Test"
  sides red, blue

kind side "Side"
  track fuel: 0..9, starts 3
  track losses: 0..9
  track score: 0..9

table nerve "Nerve" (losses: 0..9) -> 1..6
  losses | number
  0      | 5
  1-9    | 4

action raid "Raids" (side)
  add 1 to side.losses
  if d6 >= nerve(side.losses): take 1 from side.fuel

sequence war "War"
  repeat 8 times
    each side where side.fuel > 0: raid(side)
  end game
"#;

const SCENARIO: &str =
    "name = \"Test\"\nrules = \"test\"\nplay = \"war\"\n\n[side.red]\n\n[side.blue]\n";

/// The findings of some games, each with its code.
fn found(from: &str, to: &str, size: TrialSize) -> Vec<String> {
    assert!(RULES.contains(from));
    let mut workspace = Workspace::new(Memory::default());
    workspace.set(
        "rules/test/test.rules",
        RULES.replacen(from, to, 1).as_str(),
    );
    workspace.set("units/test/scenarios/test.toml", SCENARIO);
    let analysis = workspace.analyse("test", &[], Effort::None);
    let (mut sources, mut known) = (analysis.sources().clone(), Default::default());
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:?}",
        analysis.diagnostics()
    );
    let starts = check_scenarios(&workspace, &analysis, &mut sources, &mut known);
    assert_eq!(starts.len(), 1);
    let mut found = Default::default();
    let games = TrialGames {
        workspace: &workspace,
        analysis: &analysis,
        variants: &[],
        size,
    };
    games.play(&starts, &mut found, &mut Unwatched);
    let found = found.iter();
    found
        .map(|finding| format!("{} {}", finding.code.number(), finding.message))
        .collect()
}

#[test]
fn games_that_end_are_fine() {
    assert!(found("", "", TrialSize::QUICK).is_empty());
}

#[test]
fn a_game_is_refused() {
    let added = "  add 1 to side.losses\n";
    let needs = "  needs side.losses < 5 \"enough left\"\n";
    // Each side raids up to eight times; only one that has spent its fuel before its sixth raid is not refused. A condition that is asked for first could
    // be tested at the call, one that comes after a change cannot.
    for (action, code) in [
        (format!("{needs}{added}"), "E0643"),
        (format!("{added}{needs}"), "E0570"),
    ] {
        let found = found(added, &action, TrialSize::QUICK);
        assert_eq!(found.len(), 1, "{found:?}");
        let is_named = found[0].contains("`test/test`");
        assert!(found[0].starts_with(code) && is_named, "{found:?}");
    }
}

#[test]
fn a_game_breaks_off() {
    let found = found(
        "  add 1 to side.losses\n",
        "  add 1 to side.losses\n  add 6 / (3 - side.losses) rounded down to side.fuel\n",
        TrialSize::QUICK,
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("E0571 "), "{found:?}");
    assert!(found[0].contains("division by zero"), "{found:?}");
}

#[test]
fn a_game_by_policy_breaks_off() {
    let from = "    each side where side.fuel > 0: raid(side)\n";
    let choice = |raid: u32, wait: u32| {
        format!(
            "    each side\n      choose by side\n        \"raid\", worth {raid}: raid(side)\n        \"wait\", worth {wait}: nothing\n  \
            each side: set side.fuel to 6 / (8 - side.losses) rounded down\n"
        )
    };
    // A side that raids eight times divides by 0. At random that is 1 in 256; by policy it is certain, or never.
    let eager = found(from, &choice(2, 1), TrialSize::QUICK);
    assert_eq!(eager.len(), 1, "{eager:?}");
    let is_by_policy = eager[0].contains("`test/test` that are played by policy break off");
    assert!(eager[0].starts_with("E0571 ") && is_by_policy, "{eager:?}");
    let patient = found(from, &choice(1, 2), TrialSize::QUICK);
    assert!(patient.is_empty(), "{patient:?}");
}

#[test]
fn large_rules_are_not_played_quickly() {
    let size = TrialSize {
        n_statements: 3,
        ..TrialSize::QUICK
    };
    let needs = "  needs side.losses < 0 \"none\"\n  add 1 to side.losses\n";
    assert!(found("  add 1 to side.losses\n", needs, size).is_empty());
}

#[test]
fn an_endless_game_is_found_by_the_thorough_alone() {
    // No side can have more fuel than 9.
    let (from, to) = (
        "  repeat 8 times\n    each side where side.fuel > 0: raid(side)\n",
        "  repeat until any side where side.fuel >= 9 and side.fuel < 9, at most 1000000 times\n    each side: raid(side)\n",
    );
    let quick = found(from, to, TrialSize::QUICK);
    assert!(quick.is_empty(), "{quick:?}");
    let thorough = found(from, to, TrialSize::THOROUGH);
    assert_eq!(thorough.len(), 1, "{thorough:?}");
    assert!(thorough[0].contains("too many steps"), "{thorough:?}");
}

#[test]
fn points_are_cut_off() {
    let scored = |n: u32, more: &str| {
        let wins = "  if red.score > blue.score: end game won by red\n";
        let to = format!("  each side: add {n} to side.score\n{more}{wins}  end game\n");
        let from = "    each side where side.fuel > 0: raid(side)\n  end game\n";
        found(from, &format!("  {to}"), TrialSize::QUICK)
    };
    // A score has 0 to 9: eight turns of 1 point are 8, of 2 points 16.
    assert!(scored(1, "").is_empty());
    let found = scored(2, "");
    assert_eq!(found.len(), 1, "{found:?}");
    let is_told = found[0]
        .contains("in all games of `test/test` that were tried `score` of a side would pass 9, where the track ends");
    assert!(found[0].starts_with("E0572 ") && is_told, "{found:?}");
    // A rule asks for the end.
    assert!(scored(2, "    if red.score = 9: end game won by red\n").is_empty());
}
