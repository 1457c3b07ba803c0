//! Decisions in odds and samples.

use sandtable::eval::budget::Budget;
use sandtable::eval::exact::{odds, odds_with};
use sandtable::eval::policy::Unstated;
use sandtable::eval::sample;
use sandtable::explain::examples::run;
use sandtable::ir::{OutputSpec, Program, lower, optimise};

use crate::harness::book_of;

/// Choose 0, 1 or 2, then roll a d6: a hit if it shows at most twice the number.
const CHOOSE_AND_THROW: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..1

action fire (unit: squad)
  choose used from 0 to 2 by unit
  if d6 <= used * 2: add 1 to unit.hits

example \"A hit\"
  given  unit = alpha
  run    fire
  odds   unit.hits = 1: 1/3
";

fn program(text: &str) -> Program {
    let book = book_of(text, Some("[squad.alpha]\n"), None);
    let example = book.examples.first().unwrap();
    let condition = example.steps[0].odds.first().unwrap().0.as_ref();
    lower::run(
        &book,
        &example.steps[0].question,
        OutputSpec::Conditions(&[condition]),
    )
    .program
}

#[test]
fn odds_follow_a_policy_or_refuse() {
    let program = optimise::run(&program(CHOOSE_AND_THROW));
    let budget = Budget::default();
    let chance = |unstated| {
        let distribution = odds_with(&program, &budget, unstated).unwrap();
        distribution
            .chance_that(|outcome| outcome.get(1) == Some(&1))
            .to_string()
    };
    assert!(odds(&program, &budget).is_err());
    // The first number is 0, and no die shows 0 or less.
    assert_eq!(chance(Unstated::First), "0");
    // Each number with 1/3: (0 + 2/6 + 4/6) / 3.
    assert_eq!(chance(Unstated::Random), "1/3");
}

#[test]
fn samples_draw_what_is_left_to_chance() {
    let program = optimise::run(&program(CHOOSE_AND_THROW));
    let tally = sample::run_with(&program, 7, 6_000, &Budget::default(), Unstated::Random).unwrap();
    let hits: u64 = tally
        .outcomes
        .iter()
        .filter(|(outcome, _)| outcome.get(1) == Some(&1))
        .map(|(_, count)| count)
        .sum();
    // 2,000 are expected, with a deviation of 37: 200 is more than five of them.
    assert!((1_800..2_200).contains(&hits), "{hits}");
    let again = sample::run_with(&program, 7, 6_000, &Budget::default(), Unstated::Random).unwrap();
    assert_eq!(tally, again);
}

/// Findings about an example with one more line.
fn found(line: &str) -> Vec<(String, String, String)> {
    let text = format!(
        "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..4

fact cover (unit: squad): 0..2, default 0

action fire (unit: squad)
  choose by unit \"how\"
    \"well\": add cover(unit) to unit.hits
    \"hold fire\": stop

example \"Fire\"
  given   unit = alpha
  run     fire
  {line}
  expect  unit.hits = 0
"
    );
    let book = book_of(&text, Some("[squad.alpha]\n"), None);
    let findings = run(&book, book.examples.first().unwrap()).findings;
    findings
        .into_iter()
        .map(|finding| {
            let help = finding.help.unwrap_or_default().into_string();
            (
                finding.code.number().to_owned(),
                finding.message.into_string(),
                help,
            )
        })
        .collect()
}

#[test]
fn an_example_says_every_choice_and_no_more() {
    let one = |line: &str, code: &str, message: &str, help: &str| {
        let expected = vec![(code.to_owned(), message.to_owned(), help.to_owned())];
        assert_eq!(found(line), expected, "{line}");
    };
    assert_eq!(found("choices well"), []);
    assert_eq!(found("choices \"hold fire\""), []);
    one(
        "dice 1",
        "E0531",
        "a choice has no answer: how",
        "choose one of: well, \"hold fire\"",
    );
    one(
        "choices badly",
        "E0532",
        "`badly` cannot be chosen: how",
        "choose one of: well, \"hold fire\"",
    );
    one(
        "choices well, well",
        "E0533",
        "this choice is never asked for",
        "delete it; a choice with a single legal option is not asked",
    );
}

#[test]
fn a_judgement_stands_before_the_default_and_is_asked_for() {
    let codes =
        |line: &str| -> Vec<String> { found(line).into_iter().map(|(code, ..)| code).collect() };
    // Cover of 1 is added to the hits: the example expects none.
    assert_eq!(codes("choices well\n  judged  cover = 1"), ["E0509"]);
    assert_eq!(
        codes("choices \"hold fire\"\n  judged  cover = 1"),
        ["E0533"]
    );
    assert_eq!(
        codes("choices well\n  judged  cover = 0"),
        Vec::<String>::new()
    );
}
