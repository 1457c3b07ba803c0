//! Actions that games of a scenario call although they are not allowed.

use sandtable::diagnostic::Severity;
use sandtable::session::scenarios::check_scenarios;
use sandtable::session::trial_games::TrialGames;
use sandtable::session::trial_series::TrialSize;
use sandtable::session::watch::Unwatched;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};

fn rules(action: &str, turn: &str) -> String {
    format!(
        "ruleset test
  sides red, blue

kind side \"Side\"
  track gold: 0..100, starts 3
  track men: 0..100

kind ship \"Ship\"
  track hits: 0..9

action hire \"Hire a man\" (side)
{action}

sequence campaign \"A campaign\"
{turn}
  end game won by each side where side.men > 4
"
    )
}

const UNITS: &str = "[ship.sloop]\n";

const SCENARIO: &str = "rules = \"test\"
play = \"campaign\"
[unit.first]
is = \"sloop\"
side = \"red\"
[unit.second]
is = \"sloop\"
side = \"blue\"
";

/// The severities of findings that an action may be refused, of the rules and then of the scenario.
fn refusals(action: &str, turn: &str) -> Vec<Severity> {
    let mut workspace = Workspace::new(Memory::default());
    let rules = rules(action, turn);
    workspace.set("rules/test/test.rules", rules.as_str());
    workspace.set("units/test/test.toml", UNITS);
    workspace.set("units/test/scenarios/first.toml", SCENARIO);
    workspace.set("units/test/scenarios/second.toml", SCENARIO);
    let analysis = workspace.analyse("test", &[], Effort::None);
    let (mut sources, mut found) = (analysis.sources().clone(), analysis.diagnostics().clone());
    assert!(!found.has_errors(), "{found:?}");
    let starts = check_scenarios(&workspace, &analysis, &mut sources, &mut found);
    let games = TrialGames {
        workspace: &workspace,
        analysis: &analysis,
        variants: &[],
        size: TrialSize::QUICK,
    };
    games.play(&starts, &mut found, &mut Unwatched);
    let all = found.iter().chain(found.notes());
    let refusals = all.filter(|one| one.code.number() == "E0643");
    refusals.map(|one| one.severity()).collect()
}

const PAID: &str = "  needs side.gold >= 2 \"two\"\n  take 2 from side.gold\n  add 1 to side.men";

/// 3, 1: the second man cannot be paid. In each of two scenarios it is the same call.
#[test]
fn a_purchase_that_nothing_pays_for_is_certain() {
    let turn = "  each side\n    repeat 5 times\n      hire(side)";
    assert_eq!(refusals(PAID, turn), [Severity::Warning]);
}

/// An income of -2 to 3: 3 + (-2) - … falls below 2 sooner or later.
#[test]
fn an_income_that_may_be_too_small_is_certain() {
    let turn =
        "  repeat 9 times\n    each side: add d6 - 3 to side.gold\n    each side: hire(side)";
    assert_eq!(refusals(PAID, turn), [Severity::Warning]);
}

/// 3, 1, then 2 - 2 in every turn: always paid.
#[test]
fn an_income_that_is_enough_is_fine() {
    let turn = "  repeat 9 times\n    each side: add 2 to side.gold\n    each side: hire(side)";
    assert_eq!(refusals(PAID, turn), []);
}

#[test]
fn a_checked_purchase_is_fine() {
    let turn = "  each side\n    repeat 5 times\n      if can hire(side): hire(side)";
    assert_eq!(refusals(PAID, turn), []);
}

/// Six men for three pieces of gold each would need 18: whether a side has so much is open to the rules, but not to these scenarios.
#[test]
fn a_call_that_games_never_refuse_stays_a_note() {
    let action = "  needs side.men < 90 \"room\"\n  add 1 to side.men";
    let turn = "  repeat 6 times\n    each side: hire(side)";
    assert_eq!(refusals(action, turn), [Severity::Note]);
}

#[test]
fn a_side_that_is_not_asked_for_is_certain() {
    let action = "  needs side is red \"red\"\n  needs side.gold >= 0\n  add 1 to side.men";
    let turn = "  repeat 2 times\n    each side: hire(side)";
    assert_eq!(refusals(action, turn), [Severity::Warning]);
}
