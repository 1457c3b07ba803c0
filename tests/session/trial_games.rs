//! Games that a check plays at random and by policy: what they find, and that sound rules stay silent.

use sandtable::diagnostic::{Diagnostic, Severity};
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
    let found = findings(from, to, size);
    let found = found.iter().filter(|one| one.severity() != Severity::Note);
    found
        .map(|finding| format!("{} {}", finding.code.number(), finding.message))
        .collect()
}

/// The findings and notes of some games.
fn findings(from: &str, to: &str, size: TrialSize) -> Vec<Diagnostic> {
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
    found.iter().chain(found.notes()).cloned().collect()
}

/// The words of the only finding: message, labels, help.
fn only(from: &str, to: &str) -> String {
    let found = findings(from, to, TrialSize::QUICK);
    let [one] = found.as_slice() else {
        panic!("{found:?}")
    };
    let labels = one.labels.iter().map(|label| label.text.as_ref());
    let labels: Vec<&str> = labels.collect();
    let help = one.help.as_deref().unwrap_or_default();
    format!(
        "{}\n{}\n{}\n{help}",
        one.code.number(),
        one.message,
        labels.join("\n")
    )
}

/// The action, with another one that a side may be asked for.
const CALL: &str = "    each side where side.fuel > 0: raid(side)\n";

fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} in\n{text}");
    }
}

#[test]
fn a_refusal_names_the_flag_that_is_never_cleared() {
    let flag = "  track score: 0..9\n\naction try-it \"Tries\" (side)\n  needs not side.tried \"not yet\"\n  set side.tried to yes\n  add 1 to side.score\n";
    let flag = flag.replacen("9\n", "9\n  track tried: yes or no\n", 1);
    let rules = RULES.replacen("  track score: 0..9\n", &flag, 1);
    let text = only(
        RULES,
        &rules.replacen(CALL, "    each side: try-it(side)\n", 1),
    );
    assert_says(
        &text,
        &[
            "E0643",
            "`tried` is never cleared",
            "clear it in the turn",
            "for once in a game, check first",
        ],
    );
    // One that ends with the turn is no cause.
    let ends = rules.replacen("yes or no\n", "yes or no, until end of war\n", 1);
    let text = only(
        RULES,
        &ends.replacen(CALL, "    each side: try-it(side)\n", 1),
    );
    assert!(!text.contains("never cleared"), "{text}");
}

#[test]
fn a_condition_that_no_game_meets_is_compared_first() {
    let needs = "  add 1 to side.losses\n  needs side.losses > 3 \"losses\"\n";
    let text = only("  add 1 to side.losses\n", needs);
    assert_says(
        &text,
        &[
            "E0570",
            "side.losses is 1",
            "compare the condition with what the call passes",
            "if both are right, ask for it",
        ],
    );
}

#[test]
fn an_action_that_is_never_allowed() {
    // Both sides always have the same score.
    let asked = "    set red.score to d6\n    set blue.score to red.score\n    \
        each side where side.fuel > 0 and can raid(side): raid(side)\n";
    let rules = RULES.replacen(CALL, asked, 1);
    let of = |order: &str| {
        let to =
            format!("  needs red.score {order} blue.score \"the lead\"\n  add 1 to side.losses\n");
        let rules = rules.replacen("  add 1 to side.losses\n", &to, 1);
        let found = findings(RULES, &rules, TrialSize::QUICK);
        found
            .iter()
            .map(|one| one.message.to_string())
            .collect::<Vec<_>>()
    };
    let never = of(">");
    assert_eq!(never.len(), 1, "{never:?}");
    assert!(never[0].starts_with("`raid` is never allowed"), "{never:?}");
    assert!(of(">=").is_empty());
}

#[test]
fn an_option_on_another_condition_than_its_choice() {
    let option = |condition: &str| {
        let to = format!(
            "    each side\n      choose by side\n        \"raid\" if any one: side where {condition}:\n          choose one: side where one.fuel > 9 by side\n          \
             raid(one)\n        \"wait\" if side.fuel > 9: nothing\n"
        );
        only(CALL, &to)
    };
    let text = option("one.fuel > 0");
    assert_says(
        &text,
        &["E0571", "it asks `one.fuel > 0`, the choice `one.fuel > 9`"],
    );
}

#[test]
fn a_loop_in_which_nothing_changes() {
    // Nothing raises the score.
    let endless = |rest: &str| format!("    alternate side while side.score < 3\n      {rest}\n");
    let text = only(CALL, &endless("if side.losses > 8: add 1 to side.score"));
    assert_says(
        &text,
        &[
            "E0571",
            "this loop never ends",
            "nothing changes what this asks for",
        ],
    );
    assert!(found(CALL, &endless("add 1 to side.score"), TrialSize::QUICK).is_empty());
}

#[test]
fn the_higher_value_where_the_lower_one_is_meant() {
    let formula = "action raid \"Raids\" (side)\n  add points(side) to side.score\n";
    let formula = format!(
        "formula points (side) -> 0..8\n  result the higher of side.losses and most()\n\nformula most () -> 0..8 = 8\n\n{formula}"
    );
    let text = only(
        "action raid \"Raids\" (side)\n",
        &formula.replace(
            "add points(side)",
            "set side.losses to 9\n  add points(side)",
        ),
    );
    assert_says(
        &text,
        &[
            "E0571",
            "write `the lower of …`; otherwise declare a wider range",
        ],
    );
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
