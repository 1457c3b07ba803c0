//! Conditions of the author's own that a run breaks, and games that the rules refuse.

use sandtable::explain::examples::run;
use sandtable::session::library::QuestionError;
use sandtable::session::playouts::Playouts;
use sandtable::session::question::Question;
use sandtable::session::sampling::Sampling;
use sandtable::session::solve::Method;
use sandtable::session::watch::Unwatched;
use sandtable::workspace::Effort;

use super::{ask, workspace};

const KIND: &str = r#"ruleset test "Test"

kind side "Side"
  track points: 0..9

kind company "Company" [2]
  men    1..20
  track  losses: 0..20
  must   losses <= men "no more losses than men"
"#;

const UNITS: &str = "[company.rear]\nmen = 10\n";

/// The codes and messages of the examples of a text.
fn found(text: &str) -> Vec<(&'static str, String)> {
    found_with(text, UNITS)
}

fn found_with(text: &str, units: &str) -> Vec<(&'static str, String)> {
    let mut workspace = workspace(&format!("{KIND}\n{text}"), units);
    let analysis = workspace.analyse("test", &[], Effort::None);
    assert!(
        !analysis.diagnostics().has_errors(),
        "{:?}",
        analysis.diagnostics()
    );
    let book = analysis.book();
    let outcomes = book.examples.iter().map(|example| run(book, example));
    let findings = outcomes.flat_map(|outcome| outcome.findings);
    findings
        .map(|finding| (finding.code.number(), finding.message.to_string()))
        .collect()
}

#[test]
fn a_condition_of_a_kind_is_checked_when_an_action_ends() {
    let volley = |dice: &str| {
        format!(
            "action volley \"A volley\" (target: company)\n  add 2d6 to target.losses\n\n\
             example \"Volley\"\n  given target = rear\n  run volley\n  dice {dice}\n  \
             expect target.losses > 0\n"
        )
    };
    // 10 of 10 men are gone with 4 and 6, 12 of them with two sixes.
    assert_eq!(found(&volley("4, 6")), Vec::new());
    let text = "rear breaks a rule of its kind: no more losses than men";
    assert_eq!(found(&volley("6, 6")), vec![("E0522", text.to_owned())]);
}

/// What a question gives, and tables that read the game, count as well: the condition is broken whatever the dice.
#[test]
fn a_condition_is_checked_with_what_a_question_gives() {
    let rest = "kind game \"Game\"\n  track turn: 0..9\n\nkind post \"Post\"\n  size  1..9\n  must  size <= 5 \"a small post\"\n  must  allowed(size) >= 1 \"allowed\"\n\n\
        table allowed (size: 1..9) -> 0..9\n  size | amount\n  1-9  | x\n  where x = 0 if game.turn >= 1 otherwise 5\n\n\
        action go \"Goes on\" (post)\n  add 1 to game.turn\n\naction wait \"Waits\" (post)\n  report d6\n\n";
    let example = |run: &str, given: &str| {
        format!(
            "{rest}example \"Post\"\n  given post = hut{given}\n  run {run}\n  expect game.turn >= 0\n"
        )
    };
    let units = "[company.rear]\nmen = 10\n\n[post.hut]\nsize = 3\n";
    let found = |text: &str| found_with(text, units);
    assert_eq!(found(&example("wait", "")), Vec::new());
    let broken = |what: &str| vec![("E0522", format!("hut breaks a rule of its kind: {what}"))];
    assert_eq!(
        found(&example("wait", ", post.size = 7")),
        broken("a small post")
    );
    assert_eq!(found(&example("go", "")), broken("allowed"));
}

#[test]
fn a_condition_of_a_kind_may_be_broken_within_a_phase() {
    let turn = |end: &str| {
        format!(
            "sequence turn\n  phase fire\n    each company: add 12 to company.losses\n{end}\n\
             example \"Turn\"\n  units front = rear\n  run turn\n  expect front.losses < 12\n"
        )
    };
    let inside = turn("    each company: take 5 from company.losses\n");
    assert_eq!(found(&inside), Vec::new());
    let behind = turn("  each company: take 5 from company.losses\n");
    let codes: Vec<&str> = found(&behind).iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["E0522"]);
}

#[test]
fn a_condition_of_a_rule_is_checked_where_it_is() {
    let volley = |must: &str| {
        format!(
            "action volley \"A volley\" (target: company)\n  add 1d6 to target.losses\n  {must}\n  \
             take 6 from target.losses\n\n\
             example \"Volley\"\n  given target = rear\n  run volley\n  dice 5\n  \
             expect target.losses = 0\n"
        )
    };
    assert_eq!(found(&volley("must target.losses < 6")), Vec::new());
    let text = |what: &str| format!("this must be so, but is not: {what}");
    assert_eq!(
        found(&volley("must target.losses < 5")),
        vec![("E0522", text("`target.losses < 5`"))]
    );
    assert_eq!(
        found(&volley("must (target.losses < 5 or target.men < 5)")),
        vec![("E0522", text("`target.losses < 5 or target.men < 5`"))]
    );
    assert_eq!(
        found(&volley("must target.losses < 5 \"fewer than five\"")),
        vec![("E0522", text("fewer than five"))]
    );
}

/// Two sides, two companies; a shot is refused once the company has a loss.
const REFUSING: &str = r#"
action shot "A shot" (target: company) [3]
  needs target.losses < 1 "no loss"
  roll d6
  on 4+: add 1 to target.losses

sequence battle
  repeat 3 times
    each company: shot(company)
"#;

const BATTLE: &str = "name = \"Battle\"\nrules = \"test\"\nplay = \"battle\"\n\n[side.red]\n\n\
    [side.blue]\n\n[unit.one]\nis = \"rear\"\nside = \"red\"\n\n[unit.two]\nis = \"rear\"\nside = \"blue\"\n";

fn sampled(rules: &str) -> Playouts {
    played(rules).unwrap()
}

fn played(rules: &str) -> Result<Playouts, QuestionError> {
    let mut workspace = workspace(&format!("{KIND}\n{rules}"), UNITS);
    workspace.set("units/test/scenarios/battle.toml", BATTLE);
    let sampling = Sampling {
        seed: 5,
        runs: 40,
        within: None,
    };
    let question = Question::new("test/battle", None);
    ask(
        &mut workspace,
        Method::Sample(sampling),
        &mut Unwatched,
        |session| session.play_out(&question, &[], &[], None, sampling),
    )
}

#[test]
fn a_game_that_breaks_a_condition_says_how_to_see_it() {
    // Each company loses 6 in each of 3 rounds: 12 of 10 men after the second.
    let losing = "sequence battle\n  repeat 3 times\n    phase fire\n      each company: add 6 to company.losses\n";
    let Err(QuestionError::Findings { diagnostics, .. }) = played(losing) else {
        panic!("no company may lose more men than it has");
    };
    let finding = diagnostics.iter().next().unwrap();
    assert_eq!(finding.code.number(), "E0522");
    let help = finding.help.as_deref().unwrap_or_default();
    assert!(
        help.contains("`sandtable play test/battle --seed 5` shows such a game"),
        "{help}"
    );
}

#[test]
fn refused_games_have_a_reason_and_a_seed() {
    // A game is not refused only if the first two shots of each company miss: 1/16.
    let refused = sampled(REFUSING).refused.unwrap();
    assert!(refused.seed >= 5, "{refused:?}");
    assert!(refused.reason.contains("no loss"), "{refused:?}");
    assert!(refused.reason.contains("[3]"), "{refused:?}");
    assert_eq!(
        refused.command,
        format!("sandtable play test/battle --seed {}", refused.seed)
    );
    let never = REFUSING.replace("target.losses < 1", "target.losses < 9");
    assert_eq!(sampled(&never).refused, None);
}
