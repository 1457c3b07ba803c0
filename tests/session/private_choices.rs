//! Choices that are written on hidden pieces alone: games that differ only in them are the same to other sides.

use super::hidden::{game_of, told_text};
use sandtable::session::game::Next;
use sandtable::session::players::Control;
use std::collections::BTreeSet;

fn rules(plan: &str) -> String {
    format!(
        "ruleset test
  sides north \"North\", south \"South\"

words town \"Town\": rome, pisa, siena

kind side
  track  rumour: 0..9

kind envelope \"Envelope\"
  track  goal: town
  track  price: 0..9
  track  sealed: yes or no, starts yes
  hidden while sealed

action plan (side)
{plan}

action write-down (envelope, town)
  set envelope.goal to town
  set envelope.price to 2

action wait (side)
  choose by side \"next\"
    \"go on\": nothing
    \"stay\": nothing

sequence turn
  plan(south)
  wait(north)
"
    )
}

const UNITS: &str = "[envelope.letter]\n";

const SCENARIO: &str = "rules = \"test\"
play = \"turn\"
[unit.first]
is = \"letter\"
side = \"south\"
";

/// The texts that north reads before its choice, over games in which south chooses at random.
fn read_by_north(plan: &str) -> BTreeSet<String> {
    let rules = rules(plan);
    let texts = [rules.as_str(), UNITS, SCENARIO];
    let mut read = BTreeSet::new();
    for seed in 1..40 {
        game_of(texts, Control::Random, seed, |game, mut record| {
            let standing = game.advance(&mut record, None);
            assert!(matches!(standing.next, Next::Question(_)), "{plan}");
            read.insert(told_text(&standing));
        });
    }
    read
}

#[test]
fn choices_that_only_hidden_pieces_keep_are_not_told() {
    let plans = [
        "  choose goal: town by side \"where\"\n  each envelope where envelope.side is side: set envelope.goal to goal",
        "  letter = first envelope where envelope.side is side\n  if letter is none: stop\n  \
         choose goal: town by side \"where\"\n  set letter.goal to goal",
        "  letter = first envelope where envelope.side is side\n  if letter is none: stop\n  \
         choose by side \"what\"\n    \"a bribe\":\n      choose n from 1 to 4 by side \"how much\"\n      \
         set letter.price to n\n    \"nothing\": nothing",
        "  choose n from 0 to 4 by side \"how much\"\n  if n = 0: stop\n  \
         price = n * 2\n  each envelope where envelope.side is side: set envelope.price to price",
        "  choose goal: town by side \"where\"\n  each envelope where envelope.side is side: write-down(envelope, goal)",
        "  choose goal: town at random \"where\"\n  each envelope where envelope.side is side: set envelope.goal to goal",
    ];
    for plan in plans {
        let read = read_by_north(plan);
        assert_eq!(read.len(), 1, "{plan}:\n{read:#?}");
        let text = read.first().unwrap();
        assert!(text.contains("plan: side South"), "{text}");
        assert!(
            !text.contains("where") && !text.contains("how much"),
            "{text}"
        );
    }
}

#[test]
fn choices_with_effects_that_all_see_are_told() {
    let plans = [
        "  choose goal: town by side \"where\"\n  each envelope where envelope.side is side: set envelope.goal to goal\n  \
         if goal is rome: add 1 to side.rumour",
        "  choose n from 0 to 4 by side \"how much\"\n  set side.rumour to n",
        "  choose by side \"where\"\n    \"rome\": add 1 to side.rumour\n    \"nowhere\": nothing",
        // What the envelope has on it is open.
        "  each envelope: set envelope.sealed to no\n  choose by side \"where\"\n    \"rome\":\n      \
         each envelope: set envelope.goal to rome\n    \"pisa\":\n      each envelope: set envelope.goal to pisa",
    ];
    for plan in plans {
        let read = read_by_north(plan);
        assert!(read.len() > 1, "{plan}:\n{read:#?}");
        let is_told =
            |text: &String| text.contains("South, where") || text.contains("South, how much");
        assert!(read.iter().all(is_told), "{plan}:\n{read:#?}");
    }
}
