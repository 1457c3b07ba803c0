//! Choices of examples with conditions, against the same played by hand.

use proptest::prelude::*;

use super::brute_force::{Rolls, brute_force};
use crate::harness::book_of;
use sandtable::explain::examples;

/// A choice about a reroll.
#[derive(Debug, Clone, Copy)]
struct Choice {
    takes: bool,
    /// It is made only for rolls below this; `None` without a condition.
    below: Option<i32>,
    /// What is chosen for other rolls.
    otherwise: Option<bool>,
}

impl Choice {
    fn text(self) -> String {
        let word = |takes: bool| if takes { "yes" } else { "no" };
        let below = self.below.map(|below| format!(" if shown < {below}"));
        let other = self.below.and(self.otherwise);
        let other = other.map(|takes| format!(" otherwise {}", word(takes)));
        format!(
            "{}{}{}",
            word(self.takes),
            below.unwrap_or_default(),
            other.unwrap_or_default()
        )
    }

    /// Whether a roll is rerolled; by its worth if the choice leaves it open.
    fn decides(self, shown: i32, limit: i32) -> bool {
        match self.below {
            None => self.takes,
            Some(below) if shown < below => self.takes,
            Some(_) => self.otherwise.unwrap_or(shown < limit),
        }
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    let parts = (
        any::<bool>(),
        prop::option::of(1..6_i32),
        prop::option::of(any::<bool>()),
    );
    parts.prop_map(|(takes, below, otherwise)| Choice {
        takes,
        below,
        otherwise,
    })
}

/// Rolls and rerolls as the choices say; returns the total and the rerolls that are left. The choices that are left over are none.
fn play(
    rolls: &mut Rolls,
    n_rolls: usize,
    limit: i32,
    points: i32,
    choices: &[Choice],
) -> [i32; 2] {
    let (mut total, mut points, mut choices) = (0, points, choices.iter());
    for _ in 0..n_rolls {
        let mut shown = rolls.die(4);
        if points > 0 {
            let takes = match choices.next() {
                Some(choice) => choice.decides(shown, limit),
                None => shown < limit,
            };
            if takes {
                points -= 1;
                shown = rolls.die(4);
            }
        }
        total += shown;
    }
    [total, points]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn choices_with_conditions_are_as_played_by_hand(
        given in prop::collection::vec(choice(), 1..4),
        limit in 0..6_i32,
        dice in prop::collection::vec(1..5_i32, 6),
    ) {
        let n_rolls = given.len();
        // Enough rerolls, so that every decision is asked.
        let points = n_rolls as i32;
        let texts: Vec<String> = given.iter().map(|choice| choice.text()).collect();
        let choices = texts.join(", ");
        let mut rules = format!(
            "ruleset test\n\nkind man\n  skill 1..6\n  track points: 0..9\n  track total: 0..99\n\n\
             action luck \"Luck\" (man)\n  needs man.points > 0 \"a point\"\n  take 1 from man.points\n\n\
             action ask (man)\n  repeat {n_rolls} times\n    roll d4 as shown\n    \
             may reroll shown with luck(man), worth {limit} - shown\n    add shown to man.total\n"
        );
        let chances = brute_force(|rolls| play(rolls, n_rolls, limit, points, &given));
        rules.push_str(&format!(
            "\nexample \"all lines of play\"\n  given man = one, man.points = {points}\n  run ask\n  choices {choices}\n"
        ));
        for ([total, left], chance) in &chances {
            rules.push_str(&format!("  odds man.total = {total} and man.points = {left}: {chance}\n"));
        }
        // One line of play, with these dice.
        let mut used = dice.iter();
        let mut thrown = Vec::new();
        let (mut total, mut left) = (0, points);
        for choice in &given {
            let mut shown = *used.next().unwrap();
            thrown.push(shown.to_string());
            if choice.decides(shown, limit) {
                left -= 1;
                shown = *used.next().unwrap();
                thrown.push(shown.to_string());
            }
            total += shown;
        }
        rules.push_str(&format!(
            "\nexample \"one line of play\"\n  given man = one, man.points = {points}\n  run ask\n  dice {}\n  choices {choices}\n  \
             expect man.total = {total}, man.points = {left}\n",
            thrown.join(", ")
        ));
        let book = book_of(&rules, Some("[man.one]\nskill = 1\n"), None);
        prop_assert_eq!(book.examples.len(), 2);
        for example in book.examples.iter() {
            let found = examples::run(&book, example).findings;
            prop_assert!(found.is_empty(), "{found:?}\n{rules}");
        }
    }
}
